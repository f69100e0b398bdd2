// The state of a training run across ranks: rank 0 has the checkpoint and the statistics of all.
#ifndef WEND_TRAIN_TRAIN_JOIN_H
#define WEND_TRAIN_TRAIN_JOIN_H

#include "train/learner.h"
#include "train/progress_mark.h"

// Environments of all ranks; those of this rank begin at rank * num_envs.
int train_join_envs(const wend_train_def* def);

// Collective, after rank 0 has read a checkpoint or not: position, weights, moments, scenes and
// episodes of rank 0 on every rank.
wend_status train_join_share(learner* l, rollout* r, progress_mark* at, wend_error* error);
// Collective, after an update: rank 0 adds the episodes of the other ranks that ended since the
// last call to its own, in the order of ranks. `*sent`: the episodes of this rank so far; 0 at
// first.
wend_status train_join_ends(rollout* r, int* sent, wend_error* error);
// Collective, before a checkpoint: rank 0 gets the next episodes of all environments and the scenes
// that other ranks have opened, and checks that all ranks have the same weights.
wend_status train_join_collect(learner* l, rollout* r, progress_mark* at, wend_error* error);

#endif
