// Reinforcement learning: recurrent PPO over batches of environments, into a resumable folder.
//
//     last.safetensors   weights, optimiser, position in the run: the checkpoint
//     best.safetensors   the weights with the highest success on the held-out episodes
//     curve.csv          one line per update; bit-identical for the same seed
//     events.*           for TensorBoard
//     *.wlog             logs of the evaluations
//
// Every environment begins a new episode after a checkpoint, so that an interrupted run and an
// uninterrupted one continue alike. The checkpoint is the point of commit: it has the hash of the
// best weights, which are in candidate.safetensors until it is written and are renamed afterwards;
// the curve is synced before it, and lines after it are cut on resume. A kill at any point leaves a
// run that ends with the same bytes.
//
// Owner: src/train
#ifndef WEND_TRAIN_H
#define WEND_TRAIN_H

#include "wend/agent.h"
#include "wend/ranks.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_train_report wend_train_report;

// Defaults from rollout to normalize are those of MultiON's released trainer, except object_weight;
// num_envs is that of the paper (the code uses 18). Both train longer: 40 M steps in the paper.
// [Wani et al. 2020, MultiON; saimwani/multiON: habitat_baselines/rl/ppo/ppo_trainer.py]
typedef struct wend_train_def {
    wend_play_def play;
    const char* agent;              // name of a learned agent, with "-small" or without
    const char* held_out;           // file of evaluation episodes; NULL: none, the last weights
                                    // count as the best
    const char* from;               // initial weights; NULL: random
    const char* out;                // folder of the run
    const wend_policy_def* policy;  // sizes in place of the agent's own. Nullable
    int threads;                    // 0: one per processor; does not change results
    int64_t steps;                  // of all environments together; default 1,000,000
    int num_envs;                   // of each rank; default 16
    int rollout;                    // steps of each environment per update; default 128
    int epochs;                     // passes over the steps of an update; default 2
    wend_ranks* ranks;  // trains together with the other ranks, which pass the same def: gradients
                        // are averaged, rank 0 writes the folder. Nullable
    // Once this fraction of the ranks has collected its rollout the others end theirs, after at
    // least a quarter; 0: all are waited for. Results then depend on timing. default 0
    float straggler_cutoff;
    int minibatches;       // per epoch, each of whole environments; divides num_envs; default 4
    float learning_rate;   // default 2.5e-4
    bool decay_rate;       // linear to 0 over the run; default true
    float epsilon;         // Adam's; default 1e-5
    float clip;            // default 0.2
    bool decay_clip;       // default true
    float gamma, lambda;   // default 0.99, 0.95
    float value_weight;    // default 0.5
    float entropy_weight;  // default 0.01
    float object_weight;   // of object recognition, an auxiliary loss of some agents; default 0.1
    float max_grad_norm;   // default 0.2
    wend_precision precision;  // of matrix products; default WEND_PRECISION_FP32
    bool normalize;            // advantages to mean 0, standard deviation 1; default false
    int save_every;            // updates per checkpoint; default 20
    int evaluate_every;        // checkpoints per evaluation; default 5
    int evaluate_episodes;     // number of held-out episodes; default 50, 0: all
    bool overwrite;            // removes an existing run from the folder; default false
    // Called after each update, and after each evaluation. Nullable.
    void (*report)(void* context, const wend_train_report* report);
    // Receives a sentence about each problem that does not end the run. Nullable.
    void (*warn)(void* context, const char* sentence);
    // Called after each step of the environments and each minibatch; true ends the run, which is
    // resumable. Nullable.
    bool (*stop)(void* context);
    void* context;  // for all three
} wend_train_def;

WEND_API wend_train_def wend_train_default_def(void);

struct wend_train_report {
    int update;
    int64_t step, steps;             // so far; of the whole run
    int64_t session_steps;           // of this process
    int episodes;                    // ended so far
    double reward, success, length;  // means over the last hundred episodes; NAN: none yet
    wend_ppo_losses losses;          // means over the update
    double gradient;                 // norm, before it is clipped
    double learning_rate;
    bool evaluated;  // the next two fields are set
    double held_success, held_spl;
};

// Starts a run, or resumes it at the folder's checkpoint. WEND_ARGUMENT when the checkpoint belongs
// to a different run (settings, episodes, scenes, weights, version of wend): the error names each
// difference. WEND_IO when another run has locked the folder, it cannot be written, or `stop`
// returned true. WEND_FORMAT when the checkpoint is damaged, or learning diverged; the last
// checkpoint is kept.
WEND_API wend_status wend_train(const wend_train_def* def, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
