// Learned exploration of the CoW: the agent cow-explorer chooses the motions. [Gadre et al., CVPR
// 2023, §4.1]
#ifndef WEND_AGENT_COW_COW_LEARNED_H
#define WEND_AGENT_COW_COW_LEARNED_H

#include "wend/agent.h"

typedef struct cow_learned {
    wend_agent* agent;  // NULL: exploration by frontiers
    int width, height;  // of its images
    float* depth;       // [height][width]
    uint8_t* rgb;       // [height][width][3]
} cow_learned;

// Nullable: weights, the shipped ones then.
wend_status cow_learned_create(cow_learned* l, const char* weights, wend_error* error);
void cow_learned_destroy(cow_learned* l);  // safe on {0} and twice
wend_status cow_learned_reset(cow_learned* l, const wend_agent_episode* episode, wend_rng* rng,
                              wend_error* error);
// A motion for the observation, whose images are reduced to the explorer's size.
wend_status cow_learned_act(cow_learned* l, const wend_observation* o, wend_action_kind* action,
                            wend_error* error);

#endif
