// Rewards in place of the task's own: exploration and the fidelity to a reference path.
#ifndef WEND_RUN_REWARD_H
#define WEND_RUN_REWARD_H

#include "wend/run.h"

typedef struct reward reward;  // of one environment

// `name` may have options: "count:cell=0.5". `*out` is NULL for the task's own reward.
// WEND_ARGUMENT for an unknown name or option, and for a task without what the reward needs.
// Nullable: name.
wend_status reward_create(const char* name, const wend_task_kind* task, reward** out,
                          wend_error* error);
void reward_destroy(reward* r);  // Nullable: r.

// Where the environment is in an episode.
typedef struct reward_state {
    const void* task;
    int index;  // of the episode
    const wend_sim* sim;
    void* state;  // of the task
} reward_state;

// After the task has begun the episode.
wend_status reward_begin(reward* r, const reward_state* at, wend_error* error);
// After the task has judged the action: replaces the reward of its verdict.
wend_status reward_step(reward* r, const reward_state* at, const wend_outcome* outcome,
                        wend_verdict* verdict, wend_error* error);

#endif
