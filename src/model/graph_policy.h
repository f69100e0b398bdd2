// Networks that act on viewpoint graphs, as training and agents see them: an instruction and the
// viewpoints passed give scores of the neighbours and of STOP.
//
// A batch of episodes is computed at once on a tape (net/tape.h). The same functions serve training
// and evaluation.
#ifndef WEND_MODEL_GRAPH_POLICY_H
#define WEND_MODEL_GRAPH_POLICY_H

#include "model/model_file.h"
#include "model/view_input.h"

enum { GRAPH_MAX_HEADS = 8 };  // of attentions over the words that a step reports

// Scores of one step: rows 0 … count - 1 are neighbours, episode after episode; then one row of
// STOP per episode.
typedef struct graph_step {
    int logits;      // [count + batch][1]
    int values;      // [batch][1] estimate of the return
    int candidates;  // features of neighbours, for graph_policy.take
    int count;
    const int32_t* first;       // [batch + 1] rows of an episode's neighbours
    int text[GRAPH_MAX_HEADS];  // attention over the words (tape_attention_weights)
} graph_step;

// A model's parts that every file and optimiser needs; pointers into the model.
typedef struct graph_model {
    const model_kind* kind;
    const void* def;
    parameters* p;
    const word_table* words;
} graph_model;

// Settings of a new model.
typedef struct graph_settings {
    const char* sizes;  // "name=value …" in place of the defaults, or "paper". Nullable
    bool no_views, no_language;
    bool proxies;  // with the heads of proxy tasks, for pre-training
    uint64_t seed;
} graph_settings;

// How models of one kind are made, and what files and optimisers need of them.
typedef struct graph_model_kind {
    const char* agent;  // name in wend train --agent and wend run --agent
    const model_kind* kind;
    // A new model with `count` words that each end in NUL; and one of a file.
    wend_status (*create)(const graph_settings* settings, const char* words, int count,
                          void** model, wend_error* error);
    wend_status (*read)(const wend_tensors* file, const char* path, void** model,
                        wend_error* error);
    void (*destroy)(void* model);  // Nullable: model.
    graph_model (*view)(void* model);
    void (*set_dropout)(void* model, float dropout);
    bool (*needs_views)(const void* model);  // captions; else geometry and language suffice
    // Size of the feature vectors of views that it needs; 0: none. Nullable: none.
    int (*feature_size)(const void* model);
} graph_model_kind;

typedef struct graph_policy {
    graph_model_kind model;
    size_t run_size;  // of the state of a batch of episodes, which begin clears
    // words[batch][WORD_TABLE_MAX_READ], lengths[batch].
    void (*begin)(const void* model, tape* t, int batch, const int32_t* words, const int* lengths,
                  void* run);
    // views[batch]; NULL for episodes that have ended: they have no neighbours.
    void (*forward)(const void* model, tape* t, void* run, const view_input* const* views,
                    graph_step* step);
    // chosen[batch]: the row of the neighbour that each episode went to, -1: none.
    void (*take)(const void* model, tape* t, void* run, const graph_step* step,
                 const int32_t* chosen);
} graph_policy;

extern const graph_policy follower_policy, hamt_policy;
extern const graph_model_kind speaker_model;

// All policies, by number; NULL at the end.
const graph_policy* graph_policy_at(int index);
// Nullable: the note has another format, or none.
const graph_policy* graph_policy_of_file(const wend_tensors* file);

// WEND_UNSUPPORTED when the model needs feature vectors of another size than the view's.
wend_status graph_model_check_view(const graph_model_kind* kind, const void* model,
                                   const view_input* view, wend_error* error);
uint64_t graph_model_hash(const graph_model* model);

#endif
