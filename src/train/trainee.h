// What the training loop trains: weights with their optimiser, and the experience they learn from.
//
// The loop (train.c) has the folder, the checkpoints, the curves and the evaluations; a trainee has
// the updates. There are two: policies of pixels (policy_trainee.c), which play or imitate in
// steps, and models of instructions (graph_trainee.c), which play whole episodes on graphs.
#ifndef WEND_TRAIN_TRAINEE_H
#define WEND_TRAIN_TRAINEE_H

#include "train/progress_mark.h"
#include "train/rollout.h"

#include "wend/files.h"

// What a checkpoint stores of a trainee beside its weights; pointers into the trainee.
typedef struct trainee_memory {
    size_t weights;
    float *m, *v;         // [weights] Adam's moments
    int64_t* adam_steps;  // number of Adam steps so far
    int adam_each;        // Adam steps of an update
    float* average;       // [weights] moving average of the weights. Nullable
    episode_end* window;  // [ROLLOUT_WINDOW]
    int* episodes;        // ended so far
    float* scenes;        // [scene_count] scene_marks
    int scene_count;
    int env_count;      // of progress_mark.episodes
    int episode_count;  // bound of the numbers there
} trainee_memory;

// The weights as tensors and notes of a file; `memory` belongs to it.
typedef struct trainee_weights {
    wend_tensor* tensors;
    int count, note_count;
    wend_note notes[WEND_POLICY_NOTES];
    char text[WEND_POLICY_TEXT];
    char* memory;
} trainee_weights;

typedef struct trainee trainee;

typedef struct trainee_kind {
    size_t size;  // of the trainee's struct, which begins with a trainee
    // Weights, environments and optimiser of trainee.def.
    wend_status (*create)(trainee* t, wend_error* error);
    void (*destroy)(trainee* t);  // safe after a failed create
    // The lines of the run's identity that only this kind has.
    void (*identify)(const trainee* t, wend_text_out* out);
    // After the run's identity is known.
    wend_status (*prepare)(trainee* t, const char* run, wend_error* error);  // Nullable
    void (*remember)(trainee* t, trainee_memory* memory);
    // Episodes: of the first update; begins those of `at`; the ones after the current ones.
    void (*first_episodes)(const trainee* t, progress_mark* at);
    wend_status (*begin)(trainee* t, progress_mark* at, wend_error* error);
    void (*next_episodes)(const trainee* t, progress_mark* at);
    // Plays and learns update at->update of `updates`; fills means, losses, gradient and rate.
    wend_status (*update)(trainee* t, progress_mark* at, int updates, wend_train_report* report,
                          wend_error* error);
    // Ranks: collective, from rank 0 to all; before a checkpoint, to rank 0. Nullable: one rank.
    wend_status (*share)(trainee* t, progress_mark* at, wend_error* error);
    wend_status (*collect)(trainee* t, progress_mark* at, wend_error* error);
    // The weights that are trained, for a checkpoint, and back.
    wend_status (*put)(const trainee* t, trainee_weights* weights, wend_error* error);
    wend_status (*take)(trainee* t, const wend_tensors* file, const char* path, wend_error* error);
    // The weights that are evaluated, as a file of the agent; and that agent's name.
    wend_status (*save)(const trainee* t, const char* path, wend_error* error);
    void (*name_agent)(const trainee* t, char* name, size_t size);
} trainee_kind;

struct trainee {
    const trainee_kind* kind;
    const wend_train_def* def;
    wend_pool* pool;
};

extern const trainee_kind policy_trainee_kind, graph_trainee_kind;

bool graph_trainee_knows(const char* agent);

// `def` and `pool` must outlive it.
wend_status trainee_create(const wend_train_def* def, wend_pool* pool, trainee** t,
                           wend_error* error);
void trainee_destroy(trainee* t);  // Nullable: t.

#endif
