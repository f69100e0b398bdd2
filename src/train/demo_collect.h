// Plays episodes and records them: actions of an expert, of a policy, or of a mixture (DAgger).
#ifndef WEND_TRAIN_DEMO_COLLECT_H
#define WEND_TRAIN_DEMO_COLLECT_H

#include "train/demo_shard.h"

#include "wend/agent.h"

typedef struct collect_def {
    wend_batch_def batch;         // with `expert` and `labels`
    demo_shape shape;             // of the recorded observations
    const wend_policy* policy;    // acts with probability 1 - beta; NULL: the expert acts
    wend_pool* pool;              // of the policy's network. Nullable
    bool (*stop)(void* context);  // Nullable
    void* context;
} collect_def;

typedef struct collector collector;

wend_status collector_create(const collect_def* def, collector** out, wend_error* error);
void collector_destroy(collector* c);        // Nullable: c.
int collector_episodes(const collector* c);  // of the file
void collector_camera(const collector* c, float* hfov, float* eye_height);
// Plays episodes[count] of the file and records them into out[count]. At each step the expert's
// action is the label, and with probability `beta` also the action that is taken. Random numbers
// depend on seed, `iteration` and the id of the episode. An episode in which the expert gives up is
// dropped.  [Ross et al. 2011, DAgger; VLN-CE's dagger_trainer]
wend_status collector_play(collector* c, const int* episodes, int count, float beta, int iteration,
                           demo_episode* out, wend_error* error);

// The policies' action of that kind; -1: they have none.
int collect_action(wend_action_kind kind);

#endif
