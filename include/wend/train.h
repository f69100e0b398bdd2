// Reinforcement learning: recurrent PPO over batches of environments, into a resumable folder.
//
//     last.safetensors   weights, optimiser, position in the run: the checkpoint
//     best.safetensors   the weights with the highest success on the held-out episodes
//     curve.csv          one line per update; bit-identical for the same seed
//     events.*           for TensorBoard
//     *.wlog             logs of the evaluations
//     config.json        the effective settings; `wend train --config` repeats the run with them
//
// A run with stages has a folder of this kind per stage, stage_1_NAME, stage_2_NAME, …; each begins
// with the last weights of the one before. After the last stage the run's folder has copies of its
// weights and the joined curve.
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
typedef struct wend_train_stage wend_train_stage;

// How a policy is trained: name, word in configurations, summary.
#define WEND_TRAIN_METHOD_LIST(X)                                                             \
    X(PPO, "ppo", "proximal policy optimization: several epochs over clipped ratios")         \
    X(A2C, "a2c", "advantage actor-critic: one policy-gradient step per update")              \
    X(BC, "bc", "behavioural cloning of a demonstration set, with inflection weighting")      \
    X(DAGGER, "dagger", "imitation of an expert that corrects the policy's own trajectories") \
    X(STUDENT_FORCING, "student-forcing",                                                     \
      "the policy plays and learns the expert's action of each step at once; the critic too") \
    X(PRETRAIN, "pretrain", "proxy tasks on instructions and the expert's paths (hamt)")

typedef enum wend_train_method {
#define X(name, word, summary) WEND_TRAIN_##name,
    WEND_TRAIN_METHOD_LIST(X)
#undef X
        WEND_TRAIN_METHOD_COUNT
} wend_train_method;

// Proxy tasks of pre-training: name, word, share of the updates.  [Chen et al. 2021, HAMT]
#define WEND_TRAIN_PROXY_LIST(X)               \
    X(MASKED_WORDS, "masked_words", 5)         \
    X(NEXT_ACTION, "next_action", 1)           \
    X(SPATIAL_RELATION, "spatial_relation", 1) \
    X(MATCHING, "matching", 2) /* instruction and path */

typedef enum wend_train_proxy {
#define X(name, word, share) WEND_TRAIN_PROXY_##name,
    WEND_TRAIN_PROXY_LIST(X)
#undef X
        WEND_TRAIN_PROXY_COUNT
} wend_train_proxy;

// Settings of instruction followers (agents seq2seq and hamt) and the speaker. An update plays
// num_envs whole episodes of at most 15 steps, and counts as 15 steps of each environment;
// `rollout` is 15, `epochs` and `minibatches` are 1.
typedef struct wend_train_follower {
    float dropout;              // default 0.2
    float environment_dropout;  // share of the words that all views of an episode lack; default 0.2
    float teacher_forcing;  // dagger: share of updates along the expert's trajectories; default 1/3
    float imitation_weight;  // a2c: of teacher-forced imitation beside it; default 0.4
    float average;           // decay of the moving average of weights that is evaluated; 0.999
    const char* sizes;       // of a new network: "name=value …" in place of the agent's own, or
                             // "paper" (hamt). Nullable
    bool no_views;           // ablation: without words of views; default false
    bool no_language;        // ablation: without words of instructions; default false
} wend_train_follower;

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
    int method;                     // wend_train_method; default PPO
    // A word of WEND_REWARD_LIST and its options ("count:cell=0.5"); NULL: the task's own
    const char* reward;
    int threads;        // 0: one per processor; does not change results
    int64_t steps;      // of all environments together; default 1,000,000
    int num_envs;       // of each rank; default 16
    int rollout;        // steps of each environment per update; default 128
    int epochs;         // passes over the steps of an update; default 2
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
    // Weights of auxiliary losses, by wend_policy_aux; a positive one adds the head to the policy.
    float aux[WEND_POLICY_AUX_COUNT];  // default 0
    const char* demos;                 // BC: folder of a demonstration set
    const char* expert;       // DAgger and student forcing: an oracle; default "shortest-path"
    float inflection_weight;  // of steps whose expert action differs from the one before, against
                              // 1; default 0: the ratio of all steps to such steps in the set
    int dagger_iterations;    // default 10
    int dagger_episodes;      // collected in each; default 64
    float dagger_beta;        // iteration k follows the expert with probability beta^k; default 0.5
    wend_train_follower follower;
    float proxies[WEND_TRAIN_PROXY_COUNT];  // shares of updates, relative to their sum
    int save_every;                         // updates per checkpoint; default 20
    int evaluate_every;                     // checkpoints per evaluation; default 5
    int evaluate_episodes;                  // number of held-out episodes; default 50, 0: all
    // Ends the run, or the stage, before `steps` when the mean success of the last until_episodes
    // training episodes reaches until_success; default 0: never, 100.
    float until_success;
    int until_episodes;
    const wend_train_stage* stages;  // a curriculum: one run per stage, in order. Nullable
    int stage_count;
    bool overwrite;  // removes an existing run from the folder; default false
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

// A stage of a curriculum. Its def is complete; agent, policy, seed, out, from, overwrite, stages
// and the functions are those of the whole run, and the stage's own are ignored.
struct wend_train_stage {
    const char* name;  // letters, digits, '-' and '_', at most 32
    wend_train_def def;
};

struct wend_train_report {
    const char* stage;              // name of the stage; NULL: the run has none
    int stage_number, stage_count;  // from 1
    int update;
    int64_t step, steps;             // so far; of the whole run
    int64_t session_steps;           // of this process
    int episodes;                    // ended so far
    double reward, success, length;  // means over the last hundred episodes; NAN: none yet
    wend_ppo_losses losses;          // means over the update
    double grad_norm;                // norm of the gradient before clipping
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

// ---- agents -------------------------------------------------------------------------------------

// An agent that can be trained: a policy of pixels, or a follower of instructions on a graph.
typedef struct wend_train_agent {
    const char* name;
    const char* input;  // "images", or "captions": captions and detections of viewpoints
    int width, height;  // of the images; 0 without images
    int hidden_size;
    bool oracle;  // it is given a ground-truth map
} wend_train_agent;

WEND_API int wend_train_agent_count(void);
WEND_API wend_train_agent wend_train_agent_at(int index);

// ---- settings -----------------------------------------------------------------------------------

typedef enum wend_train_field_kind {
    WEND_TRAIN_FIELD_TEXT,       // const char*
    WEND_TRAIN_FIELD_PATH,       // const char*; in a file relative to the file's folder
    WEND_TRAIN_FIELD_METHOD,     // int, a word of WEND_TRAIN_METHOD_LIST
    WEND_TRAIN_FIELD_INT,        // int
    WEND_TRAIN_FIELD_INT64,      // int64_t
    WEND_TRAIN_FIELD_SEED,       // uint64_t
    WEND_TRAIN_FIELD_FLOAT,      // float
    WEND_TRAIN_FIELD_BOOL,       // bool
    WEND_TRAIN_FIELD_PRECISION,  // wend_precision, by name
} wend_train_field_kind;

// A setting of wend_train_def: configurations, the command line, checks and lists share one table.
typedef struct wend_train_field {
    const char* name;  // in configurations; "until.success" is `success` of the object `until`
    wend_train_field_kind kind;
    size_t offset;       // in wend_train_def
    double min, max;     // numbers must be in [min, max]
    const char* option;  // on the command line; NULL: none
    const char* shows;   // placeholder of its value in the help
    const char* help;
    bool in_stages;   // a stage may set it
    const char* old;  // former name of the option; NULL: none
} wend_train_field;

WEND_API int wend_train_field_count(void);
WEND_API const wend_train_field* wend_train_field_at(int index);
// Bytes of the setting in wend_train_def.
WEND_API size_t wend_train_field_size(const wend_train_field* field);

// A run as a JSON file: an object with one member per setting, `policy` (sizes in place of the
// agent's) and `stages` (a list of objects, each with a `name` and the settings that differ).
// docs/formats/train-config.md.
typedef struct wend_train_config {
    wend_train_def def;  // texts, policy and stages are in `memory`
    void* memory;
    char renamed[256];  // "policy.eye is now policy.encoder_size": former names in it; "": none
} wend_train_config;

// WEND_FORMAT for an unknown setting, a wrong type or a value out of range: the error names file,
// line, setting, value and range.
WEND_API wend_status wend_train_config_read(const char* path, wend_train_config* config,
                                            wend_error* error);
WEND_API void wend_train_config_destroy(wend_train_config* config);  // safe on {0} and twice
// Writes every setting except out and overwrite. Reading the file gives the same run.
WEND_API wend_status wend_train_config_write(const wend_train_def* def, const char* path,
                                             wend_error* error);

// ==== speaker ===================================================================================
// Instructions for given paths by a trained speaker (wend train r2r --agent speaker): what
// back-translation adds to the training of followers.

typedef struct wend_speak_def {
    wend_play_def play;           // task r2r, episodes in R2R's format, graphs, observations, seed
    const char* weights;          // of a speaker
    double temperature;           // of sampled words; default 0: the most probable ones
    int instructions;             // per path; default 1
    int threads;                  // 0: one per processor; does not change results
    bool (*stop)(void* context);  // true: ends with WEND_IO. Nullable
    void* context;
} wend_speak_def;

WEND_API wend_speak_def wend_speak_default_def(void);

// Writes the episodes to `out` with new instructions in place of theirs. *count: the paths.
WEND_API wend_status wend_speak(const wend_speak_def* def, const char* out, int* count,
                                wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
