// Attention memory: each step of an episode attends to the keys and values of earlier steps.
//
// Used by FRMQN (Oh et al., 2016) and by the scene memory transformer (Fang et al., CVPR 2019). T
// steps of B environments run at once; each environment brings the memory of up to M earlier steps
// ("slots"). Keys and values are laid out per environment, memory first, so that every step sees
// one interval:
//
//     place    0 .......... M-1 | M    M+1  ...  M+T-1
//              memory (M slots) | steps 0 ... T-1 of this call
//              [free|k  k  k  k | k    k    k    k  ]
//     step 1 sees      [--------+----]                at most M places, the last is its own
//     step 3 sees                      [----]         after an episode began at step 3 (keep = 0)
//
// After the call, the interval of the last step becomes the next memory.
#ifndef WEND_NET_RECALL_H
#define WEND_NET_RECALL_H

#include "wend/net.h"

typedef struct recall {
    int steps, batch;  // T, B
    int size;          // of queries, keys and values; a multiple of `heads`
    int slots, heads;  // slots: M
} recall;

// Floats of the memory of an environment: the number of used slots, then keys (M, size) and values
// (M, size), filled from the end.
size_t recall_state_size(int size, int slots);
size_t recall_saved_size(const recall* r);    // floats from forward to backward
size_t recall_scratch_size(const recall* r);  // floats, for backward

// q, k, v and y (T, B, size); keep (T, B); memories of environments are `row` floats apart. `next`
// may be `state`. Nullable: state (an empty memory), next.
void recall_forward(const recall* r, const float* q, const float* k, const float* v,
                    const uint8_t* keep, const float* state, float* next, size_t row, float* y,
                    float* saved, wend_pool* pool);
// Adds to dq, dk and dv (T, B, size). Memory from before the call gets no gradient. Nullable: dq,
// dk, dv.
void recall_backward(const recall* r, const float* saved, const float* dy, float* dq, float* dk,
                     float* dv, float* scratch, wend_pool* pool);

#endif
