// A network that follows instructions on viewpoint graphs, from captions and detections of views.
//
//     words ──► embedding E ──► biLSTM ──► text (L, 2H)
//                    │                        ▲ attention by the state
//     views ──► bags of words in 12 sectors   │
//                    │        └─► panorama ──►LSTM state ──► h~ = tanh(W [h; text])
//                    │                          ▲ last action, last h~
//                    └─► neighbours: words of their sector, direction, distance
//
//     score(neighbour) = h~ . W c  +  (M e) . E(words of its sector)
//
// e is the attended words as embeddings: instructions and views share one table, so that "bed" in
// the instruction and "bed" in a caption are the same vector, and the second term compares the two.
// Feature vectors, where the network has them, are projected and added to the words of a sector.
// STOP has a score of its own. A batch of episodes is computed at once on a tape (net/tape.h); the
// same functions serve training and evaluation.
#ifndef WEND_MODEL_FOLLOWER_H
#define WEND_MODEL_FOLLOWER_H

#include "model/graph_policy.h"

enum { FOLLOWER_MAX_HEADS = GRAPH_MAX_HEADS };

// Sizes of the network: name, default, min, max.
#define FOLLOWER_SIZES(X)                                                          \
    X(embedding, 128, 8, 1024)                                                     \
    X(text, 128, 8, 1024)   /* of each direction of the biLSTM */                  \
    X(hidden, 256, 8, 2048) /* of the decoder */                                   \
    X(view, 128, 8, 1024)   /* of the sectors of a panorama */                     \
    X(heads, 2, 1, 8)       /* of the attention over the instruction */            \
    X(blind, 0, 0, 1)       /* 1: no words of views, only geometry and language */ \
    X(deaf, 0, 0, 1)        /* 1: no words of instructions */

typedef struct follower_def {
#define X(name, standard, min, max) int name;
    FOLLOWER_SIZES(X)
#undef X
    int feature;    // size of feature vectors of views; 0 … 4096; default 0: words alone
    float dropout;  // in training; default 0.15
} follower_def;

follower_def follower_default_def(void);

typedef struct follower {
    follower_def def;
    parameters p;
    word_table words;
    // Arrays of p.
    int table;
    int forward_x, forward_h, forward_b, backward_x, backward_h, backward_b;
    int start, start_b;
    int panorama, panorama_b, panorama_query;
    int state_x, state_h, state_b;
    int text_query, join, join_b;
    int candidate, match, stop, stop_b, value, value_b;
    int feature, feature_b;  // where def.feature is not 0
} follower;

// `words` are `count` texts, each ends in NUL, most important first; copied.
wend_status follower_create(const follower_def* def, const char* words, int count, uint64_t seed,
                            follower** out, wend_error* error);
// The same without weights; parameters_load follows.
wend_status follower_prepare(const follower_def* def, const char* words, int count, follower** out,
                             wend_error* error);
void follower_destroy(follower* f);  // Nullable: f.

// ---- files --------------------------------------------------------------------------------------

extern const model_kind follower_kind;

wend_status follower_from_tensors(const wend_tensors* file, const char* name, follower** out,
                                  wend_error* error);

// ---- computation --------------------------------------------------------------------------------

// The instructions of a batch on a tape, and the decoder's state.
typedef struct follower_run {
    int batch, length;    // episodes; words of the longest instruction
    int keys, values;     // [batch * length] rows: text, and text beside embeddings
    int state;            // [batch][2 hidden]
    int joined;           // [batch][hidden] h~ of the step before
    int action;           // [batch] features of the neighbours taken last
    const uint8_t* seen;  // [batch][length]
} follower_run;

// words[batch][WORD_TABLE_MAX_READ], lengths[batch].
void follower_begin(const follower* f, tape* t, int batch, const int32_t* words, const int* lengths,
                    follower_run* run);
// views[batch]; NULL for episodes that have ended: they have no neighbours.
void follower_forward(const follower* f, tape* t, follower_run* run, const view_input* const* views,
                      graph_step* step);
// chosen[batch]: the row of the neighbour that each episode went to, -1: none.
void follower_take(tape* t, follower_run* run, const graph_step* step, const int32_t* chosen);

// For searches: a run of one instruction becomes one of `batch` equal paths. After a step, path i
// goes on from path parent[i] (-1: it has ended) to the row chosen[i] of the step's neighbours.
void follower_repeat(tape* t, follower_run* run, int batch);
void follower_branch(tape* t, follower_run* run, const graph_step* step, const int32_t* parent,
                     const int32_t* chosen);

#endif
