// Models that learn from instructions on viewpoint graphs, as the trainee sees them
// (graph_trainee.c): a network, and how a part of the environments of an update learns.
#ifndef WEND_TRAIN_GRAPH_LEARNER_H
#define WEND_TRAIN_GRAPH_LEARNER_H

#include "model/model_file.h"
#include "model/view_input.h"

#include "wend/run.h"
#include "wend/train.h"

enum { GRAPH_STEPS = 15 };  // max of an episode in training, as in evaluations of R2R

// How an update plays and what it learns from.
typedef struct graph_objective {
    bool follows_expert;  // takes the expert's actions; else samples its own
    bool imitates;        // learns the expert's actions; else by rewards
    float weight;         // of the losses, divided by the number of episodes
    float environment_dropout;
    float gamma, value_weight, entropy_weight;
} graph_objective;

// Sums over the steps.
typedef struct graph_sums {
    double policy, value, entropy;
    int steps;
} graph_sums;

// The environments that one thread computes. A learner's chunk begins with it.
typedef struct graph_chunk {
    const wend_batch* batch;
    int first, count;  // environments
    tape t;
    float* gradients;  // of the weights, added to
    view_words words;
    int32_t* text;    // [count][WORD_TABLE_MAX_READ] instructions
    int* lengths;     // [count]
    uint64_t* hides;  // [count] seeds of environment dropout
    int step_count;
    float* rewards;  // [GRAPH_STEPS][count]
    wend_rng rng;
    graph_sums sums;
    wend_status status;
    wend_error error;
} graph_chunk;

// A model's parts that every file and optimiser needs; pointers into the model.
typedef struct graph_model {
    const model_kind* kind;
    const void* def;
    parameters* p;
    const word_table* words;
} graph_model;

typedef struct graph_learner {
    const char* agent;  // name in wend train --agent
    size_t chunk_size;
    bool acts;  // has a policy: methods that need one, and evaluation on held-out episodes
    // A new model with `count` words, and one of a file.
    wend_status (*create)(const wend_train_def* def, const char* words, int count, void** model,
                          wend_error* error);
    wend_status (*read)(const wend_tensors* file, const char* path, void** model,
                        wend_error* error);
    void (*destroy)(void* model);  // Nullable: model.
    graph_model (*view)(void* model);
    void (*set_dropout)(void* model, float dropout);
    bool (*needs_views)(const void* model);  // captions; else geometry and language suffice
    // The fields beyond graph_chunk. false: out of memory.
    bool (*chunk_create)(const void* model, graph_chunk* c);
    void (*chunk_destroy)(graph_chunk* c);  // safe after a failed create
    // After the instructions have been read.
    void (*begin)(graph_chunk* c);
    // Chooses the actions of the environments with active[env]; the others STOP.
    void (*act)(graph_chunk* c, const graph_objective* objective, const uint8_t* active,
                wend_action* actions);
    // After the last step: computes the losses and adds their gradients.
    void (*learn)(graph_chunk* c, const graph_objective* objective);
} graph_learner;

extern const graph_learner follower_learner, speaker_learner;

// ---- common to chunks (graph_chunk.c) -----------------------------------------------------------

// `batch` must outlive it. false: out of memory.
bool graph_chunk_create(const wend_batch* batch, int first, int count, size_t weights,
                        graph_chunk* c);
void graph_chunk_destroy(graph_chunk* c);  // safe on {0} and twice
// Reads the instructions and begins the tape; the episodes of the batch have begun.
void graph_chunk_begin(graph_chunk* c, const graph_model* model, bool needs_views, wend_rng rng);
void graph_chunk_out_of_memory(graph_chunk* c);
// The viewpoint of an environment as input, with environment dropout.
void graph_chunk_view(graph_chunk* c, const word_table* table, bool with_words, int i,
                      float environment_dropout, view_input* view);
// The expert's action: a neighbour, or `neighbours` for STOP.
int graph_chunk_expert(graph_chunk* c, int i, int neighbours);

#endif
