// Learned agents: a network that turns observations into actions, and what it is made of.
//
// A policy is a def (sizes), its network, and for each body it moves a memory outside of the
// network (what it did last, where it has been). The same functions fill the network's inputs when
// it learns and when it plays.
#ifndef WEND_POLICY_H
#define WEND_POLICY_H

#include "wend/action.h"
#include "wend/network.h"
#include "wend/observation.h"
#include "wend/tensors.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_POLICY_ACTIONS = 4
};  // STOP (which tasks read as their own declaration), FORWARD,
    // LEFT, RIGHT

typedef enum wend_policy_goal {
    WEND_POLICY_GOAL_NONE,
    WEND_POLICY_GOAL_POINT,  // wend_observation.pointgoal
    WEND_POLICY_GOAL_CLASS,  // wend_observation.goal_category
} wend_policy_goal;

typedef enum wend_policy_memory {
    WEND_POLICY_GRU,
    WEND_POLICY_RECALL,     // attention over embeddings of earlier steps, then a GRU: FRMQN
    WEND_POLICY_TRANSFORM,  // attention over earlier steps alone, in two layers: SMT
} wend_policy_memory;

typedef enum wend_policy_map {
    WEND_POLICY_MAP_NONE,
    WEND_POLICY_MAP_TRUTH,       // the place as it is: wend_observation.map_ground, map_things
    WEND_POLICY_MAP_REVEALED,    // the same where the body has looked
    WEND_POLICY_MAP_RECOGNIZED,  // what the network itself recognised, at the places it did
    WEND_POLICY_MAP_PROJECTED,   // what its convolutions made of the pictures, laid out by depth
} wend_policy_map;

// Sizes, all whole numbers so that they can be kept with the weights. Written once, as a list:
// name, default, least, most.
#define WEND_POLICY_FIELDS(X)                                                  \
    X(width, 256, 16, 1024) /* of the pictures */                              \
    X(height, 256, 16, 1024)                                                   \
    X(rgb, 1, 0, 1)                        /* 1: it sees colours */            \
    X(depth, 1, 0, 1)                      /* 1: it sees distances */          \
    X(depth_centimetres, 1000, 10, 100000) /* that become 1 */                 \
    X(filters1, 32, 16, 512)               /* of the three convolutions */     \
    X(filters2, 64, 16, 512)                                                   \
    X(filters3, 32, 16, 512)                                                   \
    X(eye, 512, 1, 4096) /* numbers a picture becomes */                       \
    X(goal, WEND_POLICY_GOAL_CLASS, 0, 2)                                      \
    X(goal_classes, 255, 1, 255) /* the highest category a goal may have */    \
    X(goal_size, 32, 1, 256)     /* of its embedding */                        \
    X(action_size, 32, 1, 256)                                                 \
    X(memory, WEND_POLICY_GRU, 0, 2)                                           \
    X(memory_size, 512, 1, 4096)                                               \
    X(memory_slots, 128, 1, 4096) /* earlier steps that can be recalled */     \
    X(memory_heads, 8, 1, 64)                                                  \
    X(map, WEND_POLICY_MAP_NONE, 0, 4)                                         \
    X(map_ground, 1, 0, 1)  /* 1: the map tells where one can walk */          \
    X(map_things, 1, 0, 1)  /* 1: and where the things are */                  \
    X(map_side, 50, 13, 99) /* cells it sees of it, of 0.8 m */                \
    X(map_asked, 0, 0, 1)   /* 1: and it is asked, by attention (PROJECTED) */ \
    X(map_embed, 16, 1, 64) /* numbers of each in a cell */                    \
    X(map_filters1, 32, 16, 512)                                               \
    X(map_filters2, 64, 16, 512)                                               \
    X(map_filters3, 32, 16, 512)                                               \
    X(map_eye, 256, 1, 4096)    /* numbers a map becomes */                    \
    X(stop_rarity, 1, 1, 10000) /* how much rarer than others its first STOPs are */

typedef struct wend_policy_def {
    char agent[32];  // the name it is played under
#define X(name, standard, least, most) int name;
    WEND_POLICY_FIELDS(X)
#undef X
} wend_policy_def;

// Learned agents by name, at the paper's sizes and, behind "-small", at sizes that learn in hours
// on two cores.
WEND_API int wend_policy_count(void);
WEND_API const wend_policy_def* wend_policy_at(int index);
WEND_API const wend_policy_def* wend_policy_find(const char* name);  // NULL: none of that name

// What of the truth it plays with.
static inline wend_shown_map wend_policy_shown(const wend_policy_def* def) {
    return def->map == WEND_POLICY_MAP_TRUTH      ? WEND_SHOWN_ALL
           : def->map == WEND_POLICY_MAP_REVEALED ? WEND_SHOWN_SEEN
                                                  : WEND_SHOWN_NOTHING;
}

typedef struct wend_policy {
    wend_policy_def def;
    wend_network* network;
    int actor, critic;  // layers
    int object;         // the layer that says which thing is near, by category; -1: none
    int features;       // the layer whose pixels are laid onto a map; -1: none
} wend_policy;

WEND_API wend_status wend_policy_create(const wend_policy_def* def, uint64_t seed,
                                        wend_policy* policy, wend_error* error);
WEND_API void wend_policy_destroy(wend_policy* policy);  // safe on {0} and twice

// ---- one body -----------------------------------------------------------------------------------

enum { WEND_POLICY_GRID = 128 };  // cells of a side, of 0.8 m, around the start, ahead is up

typedef struct wend_policy_body {
    bool begun;  // the next row is not the first of its episode
    int last;    // action, from 0
    int cell;    // of the grids it stands on; -1: outside
    // What was recognised there, as a category.
    uint8_t grid[WEND_POLICY_GRID * WEND_POLICY_GRID];
    // [GRID][GRID][channels] what was seen there; NULL where the policy has no such map.
    float* features;
    int32_t* spots;  // [pixels of the features] the cells they lie on; -1: on none
    int spot_count, channels;
} wend_policy_body;

WEND_API wend_status wend_policy_body_create(const wend_policy* policy, wend_policy_body* body,
                                             wend_error* error);
WEND_API void wend_policy_body_destroy(wend_policy_body* body);  // safe on {0} and twice
// An episode begins.
WEND_API void wend_policy_begin(wend_policy_body* body);
// Fills row `row` of the network's inputs (arrays of wend_network_input_bytes a row) and says in
// keep[row] whether memory is kept. WEND_ARGUMENT when the observation has other pictures or goals
// than the policy was made for.
WEND_API wend_status wend_policy_observe(const wend_policy* policy, wend_policy_body* body,
                                         const wend_observation* observation, int row,
                                         void* const* inputs, uint8_t* keep, wend_error* error);
// What the network made of row `row` of its last run goes into the body's maps, which the next row
// sees; and the action it took.
WEND_API void wend_policy_acted(const wend_policy* policy, wend_policy_body* body,
                                const wend_network_space* space, int row, int action);
WEND_API wend_action wend_policy_action(int action);

// ---- files --------------------------------------------------------------------------------------

// Weights as tensors that point into the network, and the def as notes. The caller may add to both
// before it writes them; arrays must have room for wend_network_parameter_count tensors and
// WEND_POLICY_NOTES notes. `text` holds the def.
enum { WEND_POLICY_NOTES = 3, WEND_POLICY_TEXT = 2048 };
WEND_API void wend_policy_tensors(const wend_policy* policy, wend_tensor* tensors, wend_note* notes,
                                  char* text);
WEND_API wend_status wend_policy_save(const wend_policy* policy, const char* path,
                                      wend_error* error);
// The same with 16 bits a number: half the size, three digits.
WEND_API wend_status wend_policy_save_half(const wend_policy* policy, const char* path,
                                           wend_error* error);
// Makes the policy a file was written by. Refuses files that are not a policy's, are of a newer
// wend, whose arrays do not fit the def, or that hold numbers that are not finite.
WEND_API wend_status wend_policy_load(const char* path, wend_policy* policy, wend_error* error);
// `name` is what errors call the file.
WEND_API wend_status wend_policy_parse(const void* bytes, size_t size, const char* name,
                                       wend_policy* policy, wend_error* error);
// The same from an open file, into a policy of the same def.
WEND_API wend_status wend_policy_take(const wend_tensors* file, const char* path,
                                      wend_policy* policy, wend_error* error);
WEND_API wend_status wend_policy_read_def(const wend_tensors* file, const char* path,
                                          wend_policy_def* def, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
