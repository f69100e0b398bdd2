// What the bodies saw, did and got during an update's steps.
#ifndef WEND_TRAIN_ROLLOUT_H
#define WEND_TRAIN_ROLLOUT_H

#include "train/scene_marks.h"

#include "wend/train.h"

enum { ROLLOUT_WINDOW = 100 };  // episodes that means are taken over

// One episode that ended.
typedef struct episode_end {
    float reward, success, length;
} episode_end;

typedef struct rollout {
    const wend_train_def* def;
    const wend_policy* policy;
    char task[32];  // its name, without options
    wend_batch* batch;
    wend_network_space* space;  // of one step of all bodies
    int bodies, steps;

    // Of the update; rows are [steps][bodies]. Inputs and keep have one step more, which is only
    // looked at.
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t *keep, *valid, *ended;
    int32_t* action;
    int32_t* label;  // category of the thing that is near, 0: none; for policies that learn to say
    float *log_probability, *values, *rewards, *advantages, *returns;
    float* start;  // [bodies][state size]: memories before the first step

    // Of the bodies as they stand.
    float* memory;  // [bodies][state size]
    wend_policy_body* body;
    float *so_far, *length;  // reward and steps of the episode under way
    float* next_values;      // [bodies]
    wend_batch_out seen;
    wend_action* actions;

    episode_end window[ROLLOUT_WINDOW];  // the last ended, in a ring
    int episodes;                        // that ended in all
    scene_marks scenes;
} rollout;

wend_status rollout_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                           rollout* r, wend_error* error);
void rollout_destroy(rollout* r);  // safe on {0} and twice

// Every body begins the episode given.
wend_status rollout_begin(rollout* r, const int32_t* episodes, wend_error* error);
int32_t rollout_first_episode(const rollout* r, int body);
// The episodes the bodies would begin next.
void rollout_next_episodes(const rollout* r, int32_t* episodes);
// Plays the update's steps with the policy as it is. Its random numbers depend on the update alone.
wend_status rollout_play(rollout* r, int update, wend_error* error);

// Means over the window; NAN while no episode has ended.
episode_end rollout_means(const rollout* r);

#endif
