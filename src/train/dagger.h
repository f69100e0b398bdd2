// DAgger: demonstrations are collected with the current policy, corrected by an expert, and added
// to the set that is imitated.  [Ross et al. 2011, AISTATS]
#ifndef WEND_TRAIN_DAGGER_H
#define WEND_TRAIN_DAGGER_H

#include "train/demo_collect.h"
#include "train/imitation.h"

typedef struct dagger {
    const wend_train_def* def;
    const wend_policy* policy;
    wend_pool* pool;
    char folder[4096];  // of the set: out/demos
    demo_index index;
    collector* players;
    int iteration;  // whose demonstrations are open; -1: none
} dagger;

// The iteration of an update, and the probability of the expert's actions in it: beta^k, with
// pretrained weights beta^(k + 1).
int dagger_iteration(const wend_train_def* def, int update, int updates);
float dagger_beta(const wend_train_def* def, int iteration);

// Opens the set of the run. `run` identifies it; a set of another run is WEND_ARGUMENT.
wend_status dagger_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                          const char* run, dagger* d, wend_error* error);
void dagger_destroy(dagger* d);  // safe on {0} and twice

// Before an update: collects what is missing up to its iteration, and opens the set up to there.
// `*opened`: the streams of `m` must begin again.
wend_status dagger_prepare(dagger* d, imitation* m, int update, int updates, bool* opened,
                           wend_error* error);

#endif
