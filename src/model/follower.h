// A network that follows instructions on viewpoint graphs, from captions and detections of views.
//
//     words ──► embedding E ──► biLSTM ──► text (L, 2H)
//                    │                        ▲ attention by the state
//     views ──► bags of words in 12 sectors   │
//                    │        └─► panorama ──►LSTM state ──► h~ = tanh(W [h; text])
//                    └─► neighbours: words of their sector, direction, distance
//
//     score(neighbour) = h~ . W c  +  (M e) . E(words of its sector)
//
// e is the attended words as embeddings: instructions and views share one table, so that "bed" in
// the instruction and "bed" in a caption are the same vector, and the second term compares the two.
// STOP has a score of its own. A batch of episodes is computed at once on a tape (net/tape.h); the
// same functions serve training and evaluation.
#ifndef WEND_MODEL_FOLLOWER_H
#define WEND_MODEL_FOLLOWER_H

#include "base/hash_index.h"
#include "net/tape.h"

#include "wend/observation.h"

enum {
    FOLLOWER_SECTORS = 12,
    FOLLOWER_SECTOR_WORDS = 24,
    FOLLOWER_MAX_WORDS = 120,  // of an instruction; the rest is cut
    FOLLOWER_MAX_HEADS = 8,
    FOLLOWER_GEOMETRY = 9,  // numbers that describe a neighbour's direction and distance
};

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
    float dropout;  // in training; default 0.15
} follower_def;

follower_def follower_default_def(void);

typedef struct follower {
    follower_def def;
    parameters p;
    char* words;  // [word_count] texts, each ends in NUL; index 0 is the unknown word
    int word_count;
    hash_index map;
    // Arrays of p.
    int table;
    int forward_x, forward_h, forward_b, backward_x, backward_h, backward_b;
    int start, start_b;
    int panorama, panorama_b, panorama_query;
    int state_x, state_h, state_b;
    int text_query, join, join_b;
    int candidate, match, stop, stop_b, value, value_b;
} follower;

// `words` are `count` texts, each ends in NUL, most important first; copied.
wend_status follower_create(const follower_def* def, const char* words, int count, uint64_t seed,
                            follower** out, wend_error* error);
// The same without weights; parameters_load follows.
wend_status follower_prepare(const follower_def* def, const char* words, int count, follower** out,
                             wend_error* error);
void follower_destroy(follower* f);                                   // Nullable: f.
int follower_word(const follower* f, const char* word, size_t size);  // 0: unknown; ignores case

// ---- files --------------------------------------------------------------------------------------

// Weights as safetensors, with sizes and vocabulary in the notes. `half`: as 16-bit floats.
wend_status follower_save(const follower* f, const char* path, bool half, wend_error* error);
// The same in memory; the tensors point to the weights.
enum { FOLLOWER_NOTES = 3 };
typedef struct follower_file {
    wend_tensor* tensors;
    int count;
    char sizes[256];
    char* words;
} follower_file;
wend_status follower_file_create(const follower* f, follower_file* file, wend_error* error);
void follower_file_destroy(follower_file* file);  // safe on {0} and twice
void follower_file_notes(const char* sizes, const char* words, wend_note notes[FOLLOWER_NOTES]);
wend_status follower_from_tensors(const wend_tensors* file, const char* name, follower** out,
                                  wend_error* error);
wend_status follower_parse(const void* bytes, size_t size, const char* name, follower** out,
                           wend_error* error);
uint64_t follower_hash(const follower* f);

// ---- inputs -------------------------------------------------------------------------------------

// One viewpoint as the network receives it.
typedef struct follower_view {
    int32_t first[FOLLOWER_SECTORS + 1];  // in index and weight
    int32_t index[FOLLOWER_SECTORS * FOLLOWER_SECTOR_WORDS];
    float weight[FOLLOWER_SECTORS * FOLLOWER_SECTOR_WORDS];
    float angle[FOLLOWER_SECTORS][4];  // sine and cosine of a sector's heading and of its double
    int count;                         // neighbours
    int32_t sector[WEND_MAX_NEIGHBOURS];
    float geometry[WEND_MAX_NEIGHBOURS][FOLLOWER_GEOMETRY];
} follower_view;

// Indices of a panorama's vocabulary as words of the network. Belongs to one thread.
typedef struct follower_words {
    const void* vocabulary;  // that it was made for; {0} is empty
    int32_t* map;            // -1: unknown, or too common to describe anything
    int32_t* classes;        // noun of each class name
    int32_t* slot;           // [words of the network] scratch: where a word is counted, -1: nowhere
} follower_words;
void follower_words_destroy(follower_words* words);

wend_status follower_see(const follower* f, follower_words* words, const wend_observation* o,
                         follower_view* view, wend_error* error);
// The words of an instruction; returns their number, at least 1.
int follower_read(const follower* f, const char* text, int32_t index[FOLLOWER_MAX_WORDS]);

// Environment dropout: removes a share of the vocabulary from a view. The same seed removes the
// same words, so that an episode plays in a building without them. [Tan et al. 2019, EnvDrop]
void follower_hide_words(follower_view* view, uint64_t seed, float share);

// ---- computation --------------------------------------------------------------------------------

// The instructions of a batch on a tape, and the decoder's state.
typedef struct follower_run {
    int batch, length;    // episodes; words of the longest instruction
    int keys, values;     // [batch * length] rows: text, and text beside embeddings
    int state;            // [batch][2 hidden]
    int action;           // [batch] features of the neighbours taken last
    const uint8_t* seen;  // [batch][length]
} follower_run;

// Scores of one step: rows 0 … count - 1 are neighbours, episode after episode; then one row of
// STOP per episode.
typedef struct follower_step {
    int logits;      // [count + batch][1]
    int values;      // [batch][1] estimate of the return
    int candidates;  // features of neighbours, for follower_take
    int count;
    const int32_t* first;          // [batch + 1] rows of an episode's neighbours
    int text[FOLLOWER_MAX_HEADS];  // attention over the words (tape_attention_weights)
} follower_step;

// words[batch][FOLLOWER_MAX_WORDS], lengths[batch].
void follower_begin(const follower* f, tape* t, int batch, const int32_t* words, const int* lengths,
                    follower_run* run);
// views[batch]; NULL for episodes that have ended: they have no neighbours.
void follower_forward(const follower* f, tape* t, follower_run* run,
                      const follower_view* const* views, follower_step* step);
// chosen[batch]: the row of the neighbour that each episode went to, -1: none.
void follower_take(tape* t, follower_run* run, const follower_step* step, const int32_t* chosen);

#endif
