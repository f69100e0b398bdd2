// Sizes of the learned agents.
#include <string.h>

#include "wend/agent.h"

// Sizes of the paper. `side`: cells of the map.
#define PAPER(side, ...)                                                                        \
    {                                                                                           \
        .width = 256, .height = 256, .depth = 1, .depth_centimetres = 1000, .filters1 = 32,     \
        .filters2 = 64, .filters3 = 32, .kernel1 = 8, .kernel2 = 4, .kernel3 = 3, .stride1 = 4, \
        .stride2 = 2, .stride3 = 1, .encoder_size = 512, .goal_classes = 255, .goal_size = 32,  \
        .action_size = 32, .memory_slots = 128, .memory_heads = 8, .map_side = (side),          \
        .map_embed = 16, .map_filters1 = 32, .map_filters2 = 64, .map_filters3 = 32,            \
        .map_encoder_size = 256, __VA_ARGS__                                                    \
    }
#define SMALL(pixels, side, ...)                                                                  \
    {                                                                                             \
        .width = (pixels), .height = (pixels), .depth = 1, .depth_centimetres = 1000,             \
        .filters1 = 16, .filters2 = 32, .filters3 = 32, .encoder_size = 128, .goal_classes = 255, \
        .goal_size = 16, .action_size = 8, .memory_slots = 64, .memory_heads = 4,                 \
        .map_side = (side), .map_embed = 4, .map_filters1 = 16, .map_filters2 = 16,               \
        .map_filters3 = 16, .map_encoder_size = 96, .map_goal = 1, __VA_ARGS__                    \
    }
// RGB-D and the class of the goal.
#define SEEKS       .rgb = 1, .goal = WEND_POLICY_GOAL_CLASS
#define SEEKS_PAPER SEEKS, .stop_rarity = 1
#define SEEKS_SMALL SEEKS, .stop_rarity = 100
// The image encoder of the paper, on images of 84 x 84: its features are projected.
#define STEM_WIDE .kernel1 = 8, .kernel2 = 4, .kernel3 = 3, .stride1 = 4, .stride2 = 2, .stride3 = 1
// Patches of 4 x 4 pixels, then 3 x 3 by 2 twice: half the arithmetic at 64 x 64, and no worse at
// learning. [docs/learning.md, "Speed"]
#define STEM_PATCHES                                                                        \
    .image_bytes = 1, .kernel1 = 4, .kernel2 = 3, .kernel3 = 3, .stride1 = 4, .stride2 = 2, \
    .stride3 = 2
// Each agent at the paper's sizes and small. Agents with a ground-truth map have a state of 768.
// [saimwani/multiON]
#define BOTH(name, size, small_size, ...)                                      \
    PAPER(50, .agent = name, SEEKS_PAPER, .memory_size = (size), __VA_ARGS__), \
        SMALL(64, 26, .agent = name "-small", SEEKS_SMALL, STEM_PATCHES,       \
              .memory_size = (small_size), __VA_ARGS__)
// Without goals on a ground-truth map: small ones mark the pixels of the goal's colour.
#define SEEING(name, size, small_size, ...)                                                \
    PAPER(50, .agent = name, SEEKS_PAPER, .memory_size = (size), __VA_ARGS__),             \
        SMALL(64, 26, .agent = name "-small", SEEKS_SMALL, STEM_PATCHES, .goal_pixels = 1, \
              .memory_size = (small_size), __VA_ARGS__)
// Maps with an odd side; images large enough for 7 x 7 features. Small ones mark pixels too.
#define PROJECTING(name, ...)                                                                   \
    PAPER(51, .agent = name, SEEKS_PAPER, .memory_size = 512, .map = WEND_POLICY_MAP_PROJECTED, \
          __VA_ARGS__),                                                                         \
        SMALL(84, 27, .agent = name "-small", SEEKS_SMALL, STEM_WIDE, .image_bytes = 1,         \
              .goal_pixels = 1, .memory_size = 128, .map = WEND_POLICY_MAP_PROJECTED, __VA_ARGS__)

// Depth alone and no goal: explores. The agent never stops, so STOP is never sampled in training:
// else the policy learns to end episodes whose steps cost more than they gain.
#define EXPLORING(name, size, small_size)                                              \
    PAPER(50, .agent = name, .stop_rarity = 1000000000, .memory_size = (size)),        \
        SMALL(64, 26, .agent = name "-small", .stop_rarity = 1000000000, STEM_PATCHES, \
              .memory_size = (small_size))

static const wend_policy_def table[] = {
    SEEING("nomap-rnn", 512, 128, .memory = WEND_POLICY_GRU),
    SEEING("frmqn", 512, 128, .memory = WEND_POLICY_RECALL),
    SEEING("smt", 512, 128, .memory = WEND_POLICY_TRANSFORM),
    BOTH("oracle-map", 768, 192, .map = WEND_POLICY_MAP_TRUTH, .map_occupancy = 1,
         .map_objects = 1),
    SEEING("oracle-map-occ", 768, 192, .map = WEND_POLICY_MAP_TRUTH, .map_occupancy = 1),
    BOTH("oracle-map-obj", 768, 192, .map = WEND_POLICY_MAP_TRUTH, .map_objects = 1),
    BOTH("oracle-ego-map", 768, 192, .map = WEND_POLICY_MAP_REVEALED, .map_occupancy = 1,
         .map_objects = 1),
    SEEING("obj-recog-map", 512, 128, .map = WEND_POLICY_MAP_RECOGNIZED, .map_objects = 1),
    PROJECTING("proj-neural-map", .map_attention = 0),
    PROJECTING("ego-map", .map_attention = 1),
    EXPLORING("cow-explorer", 512, 128),
};

int wend_policy_count(void) { return (int)(sizeof table / sizeof *table); }

const wend_policy_def* wend_policy_at(int index) { return &table[index]; }

const wend_policy_def* wend_policy_find(const char* name) {
    for (int i = 0; i < wend_policy_count(); i++)
        if (strcmp(table[i].agent, name) == 0) return &table[i];
    return NULL;
}

const char* wend_policy_field_name(const char* name) {
#define X(field, old) \
    if (strcmp(name, old) == 0) return #field;
    WEND_POLICY_OLD_FIELDS(X)
#undef X
    return name;
}
