// PPO: updates the policy with the steps of a rollout. Method, losses and shapes: learner.c.
#ifndef WEND_TRAIN_LEARNER_H
#define WEND_TRAIN_LEARNER_H

#include "train/rollout.h"
#include "train/train_ranks.h"

// Gradients of lanes are added in the order of lanes, whichever thread was first.
enum { LEARNER_LANES = 8 };

typedef struct learner {
    const wend_train_def* def;
    wend_policy* policy;
    wend_pool* pool;
    train_ranks* ranks;  // gradients are averaged over them. Nullable
    size_t weights;
    float *gradients, *m, *v;  // [weights]; Adam's moments
    int64_t steps;             // number of Adam steps so far
    // One minibatch, slice after slice (slices.h): rows [rollout][environments of the slice], from
    // the rollout's. Byte images stay there and are read by `byte_rows`.
    int num_envs;                       // of a minibatch
    int slices, lanes;                  // lane i works on slices i, i + lanes, …
    void* inputs[WEND_NETWORK_INPUTS];  // rows of wend_network_input_bytes each; NULL: byte images
    int32_t* byte_rows;
    uint8_t *keep, *valid;
    int32_t *action, *label;
    wend_labels* labels;  // NULL: no auxiliary heads
    float *log_probability, *values, *advantages, *returns;
    float* start;                 // [num_envs][state size] recurrent state before the first row
    float* next;                  // [num_envs][state size] after the last row; NULL: not needed
    int* order;                   // [environments of the rollout] shuffled
    wend_network_space** spaces;  // [threads] activations and their gradients, of one slice: a
                                  // space per lane, or per thread where there are fewer threads
    int threads;
    float* sums;                  // [lanes - 1][weights] gradients of the lanes after the first
    struct learner_slice* parts;  // [slices] losses
} learner;

wend_status learner_create(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                           learner* l, wend_error* error);
// The same with a given number of slices, at most the environments of a minibatch.
wend_status learner_create_sliced(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                                  int slices, learner* l, wend_error* error);
void learner_destroy(learner* l);  // safe on {0} and twice

// Means over the minibatches of an update.
typedef struct learner_losses {
    wend_ppo_losses losses;
    double grad_norm;  // before clipping
} learner_losses;

// `progress` is the finished fraction of the run, in [0, 1]. WEND_FORMAT when learning diverged: a
// loss or a gradient is not finite (the weights are then those before that minibatch), or the
// weights or Adam's moments are not finite after the update. WEND_IO when `stop` returned true.
wend_status learner_update(learner* l, rollout* r, int update, double progress, learner_losses* out,
                           wend_error* error);
// Learning rate and clip range: both fall linearly to 0 over the run, or are constant.
double learner_rate(const wend_train_def* def, double progress);
float learner_clip(const wend_train_def* def, double progress);

#endif
