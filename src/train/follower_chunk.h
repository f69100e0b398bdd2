// A part of the environments of an update that one thread computes: plays their episodes on a tape,
// then adds the gradients of their losses.
//
//     imitation    L = sum over steps of -log pi(expert's action)
//     A2C          L = sum over steps of -(R - V) log pi(action) + c_v (R - V)^2 - c_e H,
//                  R = r + gamma R'
//
// Rewards of A2C: +1 for a step that shortens the way to the goal, else -1; +3 for STOP at the
// goal, else -3, also at the step limit.  [Tan et al. 2019, EnvDrop]
#ifndef WEND_TRAIN_FOLLOWER_CHUNK_H
#define WEND_TRAIN_FOLLOWER_CHUNK_H

#include "model/follower.h"

#include "wend/run.h"
#include "wend/train.h"

enum { FOLLOWER_STEPS = 15 };  // max of an episode in training, as in evaluations of R2R

// How an update plays and what it learns from.
typedef struct follower_objective {
    bool follows_expert;  // takes the expert's actions; else samples its own
    bool imitates;        // learns the expert's actions; else by rewards
    float weight;         // of the losses, divided by the number of episodes
    float environment_dropout;
    float gamma, value_weight, entropy_weight;
} follower_objective;

// Sums over the steps.
typedef struct follower_sums {
    double policy, value, entropy;
    int steps;
} follower_sums;

typedef struct follower_chunk {
    const follower* f;
    const wend_batch* batch;
    int first, count;  // environments
    tape t;
    float* gradients;  // of the weights, added to
    follower_words words;
    follower_view* views;         // [count]
    const follower_view** shown;  // [count] NULL: the episode has ended
    int32_t* text;                // [count][FOLLOWER_MAX_WORDS]
    int* lengths;                 // [count]
    uint64_t* hides;              // [count] seeds of environment dropout
    follower_run run;
    follower_step steps[FOLLOWER_STEPS];
    int step_count;
    int32_t *taken, *label;  // [FOLLOWER_STEPS][count] rows of logits; -1: the episode has ended
    float* rewards;          // [FOLLOWER_STEPS][count]
    float* returns;          // [count]
    wend_rng rng;
    follower_sums sums;
    wend_status status;
    wend_error error;
} follower_chunk;

// `f` and `batch` must outlive it.
bool follower_chunk_create(const follower* f, const wend_batch* batch, int first, int count,
                           follower_chunk* c);   // false: out of memory
void follower_chunk_destroy(follower_chunk* c);  // safe on {0} and twice

// Reads the instructions; the episodes of the batch have begun.
void follower_chunk_begin(follower_chunk* c, wend_rng rng);
// Chooses the actions of the environments with active[env]; the others STOP.
void follower_chunk_act(follower_chunk* c, const follower_objective* objective,
                        const uint8_t* active, wend_action* actions);
// After the last step: computes the losses and adds their gradients.
void follower_chunk_learn(follower_chunk* c, const follower_objective* objective);

#endif
