// Experience of one update: num_envs environments play `steps` steps with the current policy.
#ifndef WEND_TRAIN_ROLLOUT_H
#define WEND_TRAIN_ROLLOUT_H

#include "train/scene_marks.h"
#include "train/train_ranks.h"

#include "wend/train.h"

enum { ROLLOUT_WINDOW = 100 };  // episodes of the running means

// Statistics of a finished episode.
typedef struct episode_end {
    float reward, success, length;
} episode_end;

typedef struct rollout {
    const wend_train_def* def;
    const wend_policy* policy;
    wend_batch* batch;  // NULL: imitation, which plays no environments
    int episode_count;  // bound of the numbers in a checkpoint
    wend_pool* pool;
    wend_network_space** spaces;  // [slices] activations of one step (slices.h)
    int slices;
    train_ranks* ranks;  // they may cut the rollout short. Nullable
    bool is_ending;      // the step after the last is computed
    int num_envs, steps;
    int row;  // observations of the environments are encoded as rows row, row + 1, …

    // Rows of the update, [steps][num_envs]; shapes as in learner.c. inputs, keep and label have
    // one step more: its observation is needed for next_values, and is the first of the next
    // update. Pixels are written here once, by the thread that rendered them; inference and
    // minibatches read them in place.
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t *keep, *valid, *ended;
    int32_t* action;
    wend_labels* labels;   // targets of the auxiliary heads; NULL: the policy has none
    int32_t* expert;       // the expert's action, -1: none; NULL: not student forcing
    int32_t* last_expert;  // [num_envs] of the last row of the update before
    float beta;            // probability of the expert's action in student forcing
    int32_t* label;        // category of the object nearby, 0: none; target of the auxiliary loss
    float *log_probability, *values, *rewards, *advantages, *returns;
    float* start;  // [num_envs][state size] recurrent state before the first step

    // Current state of the environments.
    float* memory;  // [num_envs][state size] recurrent state
    wend_policy_state* body;
    float *episode_reward, *length;  // [num_envs] of the current episode
    float* next_values;              // [num_envs] V after the last step
    wend_batch_out seen;             // without images
    wend_action* actions;

    episode_end window[ROLLOUT_WINDOW];  // ring buffer of the last episodes
    int episodes;                        // finished in all
    scene_marks scenes;
} rollout;

wend_status rollout_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                           rollout* r, wend_error* error);
void rollout_destroy(rollout* r);  // safe on {0} and twice

// Environment i begins episodes[i].
wend_status rollout_begin(rollout* r, const int32_t* episodes, wend_error* error);
// `env` counts the environments of all ranks.
int32_t rollout_first_episode(const rollout* r, int env);
// The next episode of each environment.
void rollout_next_episodes(const rollout* r, int32_t* episodes);
// Plays the steps of an update and computes advantages. Actions are sampled by (seed, update).
wend_status rollout_play(rollout* r, int update, wend_error* error);

// Success of the last `count` episodes, at most ROLLOUT_WINDOW; NAN: fewer have ended.
double episode_window_success(const episode_end* window, int episodes, int count);
// Means over the window; NAN: no episode has ended yet.
episode_end episode_window_means(const episode_end* window, int episodes);

#endif
