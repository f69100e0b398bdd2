// A network that describes a path in words: the follower's reverse, for instructions of new paths
// (back-translation).  [Fried et al. 2018, speaker-follower; Tan et al. 2019, EnvDrop]
//
//     step of the path: neighbour taken ──► attention over the 12 sectors of the panorama
//                              └────────────┬─┘
//                                        biLSTM ──► path (steps, 2P) ◄── attention by the state
//     words before ──► embedding E ──► LSTM state h ──► tanh(W [h; path]) ──► next word
//
// Instructions and views share one table of embeddings, as in the follower. One symbol begins and
// ends a text. Training computes all words of a text at once, generation one word after the other.
#ifndef WEND_MODEL_SPEAKER_H
#define WEND_MODEL_SPEAKER_H

#include "model/model_file.h"
#include "model/packing.h"
#include "model/view_input.h"

// Sizes of the network: name, default, min, max.
#define SPEAKER_SIZES(X)                                          \
    X(embedding, 128, 8, 1024)                                    \
    X(view, 128, 8, 1024)   /* of the sectors of a panorama */    \
    X(path, 128, 8, 1024)   /* of each direction of the biLSTM */ \
    X(hidden, 256, 8, 2048) /* of the decoder */

typedef struct speaker_def {
#define X(name, standard, min, max) int name;
    SPEAKER_SIZES(X)
#undef X
    float dropout;  // in training; default 0.3
} speaker_def;

speaker_def speaker_default_def(void);

typedef struct speaker {
    speaker_def def;
    parameters p;
    word_table words;
    // Arrays of p.
    int table;
    int panorama, panorama_b, query, query_b;
    int ahead[3], back[3];  // matrices of input and state, bias
    int start, start_b;
    int decoder[3];
    int path_query, join, join_b, out, out_b;
} speaker;

extern const model_kind speaker_kind;

// `words` are `count` texts, each ends in NUL; copied.
wend_status speaker_create(const speaker_def* def, const char* words, int count, uint64_t seed,
                           speaker** out, wend_error* error);
void speaker_destroy(speaker* s);  // Nullable: s.
wend_status speaker_from_tensors(const wend_tensors* file, const char* name, speaker** out,
                                 wend_error* error);

// Rows of logits: the words of the table, then the end.
static inline int speaker_classes(const speaker* s) { return s->words.count + 1; }
static inline int speaker_end(const speaker* s) { return s->words.count; }

// A viewpoint of a path, and the neighbour that the path takes there; -1: it ends.
typedef struct speaker_step {
    const view_input* view;
    int taken;
} speaker_step;

// The paths of a batch on a tape, and the decoder's state.
typedef struct speaker_run {
    int batch, length;    // paths; steps of the longest
    int path;             // [batch * length] rows
    int state;            // [batch][2 hidden]
    const uint8_t* seen;  // [batch][length]
} speaker_run;

// steps[batch][stride], counts[batch] of them; at least 1 each.
void speaker_begin(const speaker* s, tape* t, int batch, const speaker_step* steps, int stride,
                   const int* counts, speaker_run* run);
// Teacher forcing. words[batch][WORD_TABLE_MAX_READ]; lengths[batch] with the end. Returns logits
// in the rows of *p: row (b, k) is of word k of text b, k = lengths[b] - 1 of its end.
int speaker_forward(const speaker* s, tape* t, const speaker_run* run, const int32_t* words,
                    const int* lengths, packing* p);
// Logits [batch] of the next words, after words[batch]; speaker_end at the start.
int speaker_next(const speaker* s, tape* t, speaker_run* run, const int32_t* words);

#endif
