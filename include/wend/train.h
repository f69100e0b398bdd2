// Learning by playing: recurrent PPO over batches of simulators, into a folder that a killed run
// goes on from.
//
// The folder holds last.safetensors (weights, optimiser and position in the run), best.safetensors
// (the weights that did best on the held-out episodes), curve.csv (one line an update, the same
// bytes for the same seed), events.* (for TensorBoard) and the logs of the evaluations.
// Whenever a checkpoint is written every body begins its next episode, so that a run which was
// killed and one that was not go on alike.
//
// The checkpoint decides: it has the hash of the best weights, which lie in candidate.safetensors
// until it is written and are then renamed; the curve is on disk before it, and what is behind it
// is cut when the run resumes. So a kill at any point leaves a run that ends with the same bytes.
#ifndef WEND_TRAIN_H
#define WEND_TRAIN_H

#include "wend/net.h"
#include "wend/policy.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_train_report wend_train_report;

// What PPO is told; defaults are MultiON's.  [spec §5]
typedef struct wend_train_def {
    const char* task;
    const char* agent;     // a learned agent's name, with "-small" or without
    const char* episodes;  // file
    const char* held_out;  // episodes for evaluation; NULL: none, the last weights are the best
    const char* scenes;    // folder of scene files; NULL: as they stand
    const char* cache;     // folder that makes scenes open fast; NULL: none
    const char* rules;     // "paper" or "official"
    const char* from;      // file of weights to begin with; NULL: random ones
    const char* out;       // folder
    const wend_policy_def* policy;  // sizes in place of the agent's own. Nullable
    uint64_t seed;
    int threads;            // 0: one per processor; does not change results
    int64_t steps;          // of all bodies together; default 1,000,000
    int bodies;             // default 16
    int rollout;            // steps of each body an update; default 128
    int epochs;             // times an update's steps are learned from; default 2
    int parts;              // minibatches of an epoch, by bodies; divides bodies; default 4
    float learning_rate;    // default 2.5e-4
    bool decay_rate;        // falls to 0 over the run; default true
    float epsilon;          // Adam's; default 1e-5
    float clip;             // default 0.2
    bool decay_clip;        // default true
    float gamma, lambda;    // default 0.99, 0.95
    float value_weight;     // default 0.5
    float entropy_weight;   // default 0.01
    float object_weight;    // of recognising things, for agents that do; default 0.1
    float gradient_limit;   // default 0.2
    bool normalize;         // advantages to mean 0 and deviation 1; default false
    int save_every;         // updates from checkpoint to checkpoint; default 20
    int evaluate_every;     // checkpoints from evaluation to evaluation; default 5
    int evaluate_episodes;  // of the held-out ones; default 50, 0: all
    int max_steps;          // of an episode; 0: as the task has it
    bool overwrite;         // the run that is in the folder is removed first; default false
    // Called after each update, and after each evaluation. Nullable.
    void (*report)(void* context, const wend_train_report* report);
    // A sentence about something that goes wrong without ending the run. Nullable.
    void (*warn)(void* context, const char* sentence);
    // Asked after each step of the bodies; true ends the run, which can be resumed. Nullable.
    bool (*stop)(void* context);
    void* context;  // for all three
} wend_train_def;

WEND_API wend_train_def wend_train_default_def(void);

struct wend_train_report {
    int update;
    int64_t step, steps;             // of all bodies; of the whole run
    int64_t session_steps;           // since this process began
    int episodes;                    // that ended so far
    double reward, success, length;  // means over the last hundred episodes; NAN: none yet
    wend_ppo_losses losses;          // means over the update
    double gradient;                 // length of the gradients, before they are cut
    double learning_rate;
    bool evaluated;  // the next two are of this update
    double held_success, held_spl;
};

// Begins, or resumes at the folder's last checkpoint. WEND_ARGUMENT when that is of a different
// run: other settings, episodes, scenes, weights or version of wend; the error names each
// difference. WEND_IO when another run has the folder locked, when it cannot be written, or when
// `stop` said so. WEND_FORMAT when the checkpoint is damaged, or learning diverged: the message
// says where, and the last good checkpoint stays.
WEND_API wend_status wend_train(const wend_train_def* def, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
