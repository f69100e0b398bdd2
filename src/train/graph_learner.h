// Models that learn from instructions on viewpoint graphs, as the trainee sees them
// (graph_trainee.c): a network, and how a part of the environments of an update learns.
#ifndef WEND_TRAIN_GRAPH_LEARNER_H
#define WEND_TRAIN_GRAPH_LEARNER_H

#include "model/graph_policy.h"

#include "wend/run.h"
#include "wend/train.h"

enum { GRAPH_STEPS = 15 };  // max of an episode in training, as in evaluations of R2R

// How an update plays and what it learns from.
typedef struct graph_objective {
    bool follows_expert;  // takes the expert's actions; else samples its own
    bool imitates;        // learns the expert's actions; else by rewards
    int proxy;            // wend_train_proxy of an update of pre-training
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

typedef struct graph_learner {
    const graph_model_kind* model;
    const graph_policy* policy;  // NULL: it has none, so no method that needs one and no evaluation
    size_t chunk_size;
    // The fields beyond graph_chunk. false: out of memory.
    bool (*chunk_create)(const struct graph_learner* learner, const void* model, graph_chunk* c);
    void (*chunk_destroy)(graph_chunk* c);  // safe after a failed create
    // After the instructions have been read.
    void (*begin)(graph_chunk* c);
    // Chooses the actions of the environments with active[env]; the others STOP.
    void (*act)(graph_chunk* c, const graph_objective* objective, const uint8_t* active,
                wend_action* actions);
    // After the last step: computes the losses and adds their gradients.
    void (*learn)(graph_chunk* c, const graph_objective* objective);
} graph_learner;

extern const graph_learner follower_learner, hamt_learner, speaker_learner;
extern const graph_learner proxy_learner;  // pre-training of hamt
// All of them by number; NULL at the end.
const graph_learner* graph_learner_at(int index);

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
// The logits of an episode as one array: its neighbours, then STOP. Returns the number of
// neighbours.
int graph_step_logits(const tape* t, const graph_step* s, int i,
                      float logits[WEND_MAX_NEIGHBOURS + 1]);
// Adds to the gradients of these logits.
void graph_step_add(tape* t, const graph_step* s, int i, const float* d);
// Cross-entropy; adds `weight` times its gradient to d[classes].
float graph_cross_entropy(int classes, const float* logits, int label, float weight, float* d);

#endif
