// PPO: what an update's rows teach the policy.
#ifndef WEND_TRAIN_LEARNER_H
#define WEND_TRAIN_LEARNER_H

#include "train/rollout.h"

typedef struct learner {
    const wend_train_def* def;
    wend_policy* policy;
    wend_pool* pool;
    wend_network_space* space;  // of one minibatch
    size_t weights;
    float *gradients, *m, *v;  // [weights]; Adam's moments
    int64_t steps;             // Adam's
    // The minibatch: rows [rollout][bodies of it], gathered from the update's.
    int bodies;
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t *keep, *valid;
    int32_t *action, *label;
    float *log_probability, *values, *advantages, *returns, *start;
    int* order;  // the bodies, shuffled
} learner;

wend_status learner_create(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                           learner* l, wend_error* error);
void learner_destroy(learner* l);  // safe on {0} and twice

typedef struct lesson {
    wend_ppo_losses losses;  // means over the minibatches
    double gradient;         // mean length before it is cut
} lesson;

// `way` is how much of the run is behind, 0 to 1. WEND_FORMAT when a loss or a gradient is no
// longer a number; the weights are then those before that minibatch.
wend_status learner_update(learner* l, rollout* r, int update, double way, lesson* out,
                           wend_error* error);
// Both fall linearly to 0 over the run, or stay.
double learner_rate(const wend_train_def* def, double way);
float learner_clip(const wend_train_def* def, double way);

#endif
