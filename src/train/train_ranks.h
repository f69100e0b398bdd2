// Data-parallel training: each rank collects and learns on its own environments, and gradients are
// averaged over the ranks before each optimizer step.  [Wijmans et al. 2020, DD-PPO]
//
// clang-format off
//     rank 0   rollout ─┐ minibatch: forward, backward ── all-reduce ── Adam ─┐ … next minibatch
//     rank 1   rollout ─┘            forward, backward ──     "      ── Adam ─┘
//                  |                           |
//                  |   the backward pass computes the gradients of the last layers first; finished parts
//                  |   are summed in the background (ranks/reduce.c) while it continues
//                  straggler cut-off: a rollout ends early once a fraction of the ranks has finished
// clang-format on
//
// All ranks start with the same weights and apply the same means, so their weights stay
// bit-identical; train_join.c checks this at every checkpoint. Random streams differ by rank
// (train_ranks_name). The order of additions is fixed, so the same number of ranks gives the same
// bytes, unless rollouts are cut.
//
// Every function does nothing on a `train_ranks` without ranks.
#ifndef WEND_TRAIN_TRAIN_RANKS_H
#define WEND_TRAIN_TRAIN_RANKS_H

#include "ranks/reduce.h"

#include "wend/agent.h"

typedef struct train_ranks {
    wend_ranks* ranks;     // NULL: one process
    ranks_reduce* reduce;  // NULL: the same
    // A backward pass: gradients from `first` on are being summed.
    float* gradients;
    size_t count, first;
    float losses[8];
    wend_status status;  // of a start within the backward pass
    wend_error error;
    // The straggler cut-off: fraction of ranks; 0: off.
    float cutoff;
    int update, finished;  // rank 0: ranks that have finished the rollout of this update
    bool is_cut;
} train_ranks;

wend_status train_ranks_create(wend_ranks* ranks, float cutoff, train_ranks* t, wend_error* error);
void train_ranks_destroy(train_ranks* t);  // safe on {0} and twice

// The name of a random stream: of this update, and of this rank where it is not 0.
void train_ranks_name(const wend_ranks* ranks, int update, char* text, size_t size);

// Before a backward pass that writes gradients[count].
void train_ranks_begin(train_ranks* t, float* gradients, size_t count);
// Within it: gradients[first …] are final. wend_network_run.finished. Nullable: context.
void train_ranks_finished(void* context, size_t first);
// After it: gradients and losses become their means over the ranks.
wend_status train_ranks_mean(train_ranks* t, wend_ppo_losses* losses, wend_error* error);

// Rollouts: whether this rank ends its rollout before `step` of `steps`, because enough other ranks
// have finished; and the end of the rollout of this rank.
wend_status train_ranks_begin_rollout(train_ranks* t, int update, wend_error* error);
wend_status train_ranks_should_cut(train_ranks* t, int step, int steps, bool* cut,
                                   wend_error* error);
wend_status train_ranks_end_rollout(train_ranks* t, wend_error* error);

#endif
