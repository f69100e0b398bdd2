#include <string.h>

#include "wend/policy.h"

#define PAPER(...)                                                                               \
    {                                                                                            \
        .width = 256, .height = 256, .rgb = 1, .depth = 1, .depth_centimetres = 1000,            \
        .filters1 = 32, .filters2 = 64, .filters3 = 32, .eye = 512,                              \
        .goal = WEND_POLICY_GOAL_CLASS, .goal_classes = 255, .goal_size = 32, .action_size = 32, \
        .memory_size = 512, .memory_slots = 128, .memory_heads = 8, __VA_ARGS__                  \
    }
#define SMALL(...)                                                                              \
    {                                                                                           \
        .width = 64, .height = 64, .rgb = 1, .depth = 1, .depth_centimetres = 1000,             \
        .filters1 = 16, .filters2 = 32, .filters3 = 32, .eye = 128,                             \
        .goal = WEND_POLICY_GOAL_CLASS, .goal_classes = 255, .goal_size = 16, .action_size = 8, \
        .memory_size = 128, .memory_slots = 64, .memory_heads = 4, __VA_ARGS__                  \
    }

static const wend_policy_def table[] = {
    PAPER(.agent = "nomap-rnn", .memory = WEND_POLICY_GRU),
    SMALL(.agent = "nomap-rnn-small", .memory = WEND_POLICY_GRU),
    PAPER(.agent = "frmqn", .memory = WEND_POLICY_RECALL),
    SMALL(.agent = "frmqn-small", .memory = WEND_POLICY_RECALL),
    PAPER(.agent = "smt", .memory = WEND_POLICY_TRANSFORM),
    SMALL(.agent = "smt-small", .memory = WEND_POLICY_TRANSFORM),
};

int wend_policy_count(void) { return (int)(sizeof table / sizeof *table); }

const wend_policy_def* wend_policy_at(int index) { return &table[index]; }

const wend_policy_def* wend_policy_find(const char* name) {
    for (int i = 0; i < wend_policy_count(); i++)
        if (strcmp(table[i].agent, name) == 0) return &table[i];
    return NULL;
}
