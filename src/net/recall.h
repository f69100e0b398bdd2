// Attention over what was stored at the earlier steps of an episode, for many bodies and steps.
#ifndef WEND_NET_RECALL_H
#define WEND_NET_RECALL_H

#include "wend/net.h"

typedef struct recall {
    int steps, batch, size, slots, heads;
} recall;

// A body's memory: how many slots are filled, then keys [slots][size] and values [slots][size],
// filled from the end.
size_t recall_state_size(int size, int slots);
size_t recall_kept_size(const recall* r);     // floats from forward to backward
size_t recall_scratch_size(const recall* r);  // floats, for backward

// q, k, v and y [steps][batch][size]; memories are `row` floats apart. `next` may be `state`.
// Nullable: state (nothing is remembered yet), next.
void recall_forward(const recall* r, const float* q, const float* k, const float* v,
                    const uint8_t* keep, const float* state, float* next, size_t row, float* y,
                    float* kept, wend_pool* pool);
// Nullable: dq, dk, dv.
void recall_backward(const recall* r, const float* kept, const float* dy, float* dq, float* dk,
                     float* dv, float* scratch, wend_pool* pool);

#endif
