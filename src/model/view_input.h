// A viewpoint as input of models that read captions and detections: bags of words in 12 sectors of
// the panorama, and the direction and distance of each neighbour.
#ifndef WEND_MODEL_VIEW_INPUT_H
#define WEND_MODEL_VIEW_INPUT_H

#include "model/word_table.h"
#include "net/tape.h"

#include "wend/observation.h"

enum {
    VIEW_SECTORS = 12,
    VIEW_SECTOR_WORDS = 24,
    VIEW_GEOMETRY = 9,  // numbers that describe a neighbour's direction and distance
};

// One viewpoint as a network receives it.
typedef struct view_input {
    int32_t first[VIEW_SECTORS + 1];  // in index and weight
    int32_t index[VIEW_SECTORS * VIEW_SECTOR_WORDS];
    float weight[VIEW_SECTORS * VIEW_SECTOR_WORDS];
    float angle[VIEW_SECTORS][4];  // sine and cosine of a sector's heading and of its double
    int count;                     // neighbours
    int32_t sector[WEND_MAX_NEIGHBOURS];
    float geometry[WEND_MAX_NEIGHBOURS][VIEW_GEOMETRY];
    // Feature vectors, in memory of the observation's views.
    const wend_view_perception* views;  // [36]; NULL: none
    int feature_size;
    uint64_t hide_seed, hide_below;  // of environment dropout
} view_input;

// Indices of a panorama's vocabulary as words of the network. Belongs to one thread.
typedef struct view_words {
    const void* vocabulary;  // that it was made for; {0} is empty
    int32_t* map;            // -1: unknown, or too common to describe anything
    int32_t* classes;        // noun of each class name
    int32_t* slot;           // [words of the network] scratch: where a word is counted, -1: nowhere
} view_words;
void view_words_destroy(view_words* words);

// Without words: geometry alone.
wend_status view_input_read(const word_table* table, view_words* words, bool with_words,
                            const wend_observation* o, view_input* view, wend_error* error);
// The directions alone: the same viewpoint, seen by an agent that faces another way.
void view_input_turn(const wend_graph_observation* g, view_input* view);
// Environment dropout: removes a share of the vocabulary from a view. The same seed removes the
// same words and numbers of feature vectors, so that an episode plays in a building without them.
// [Tan et al. 2019, EnvDrop]
void view_input_hide(view_input* view, uint64_t seed, float share);

// Viewpoints of several episodes as arrays on a tape.
typedef struct view_batch {
    tape_bag bags;              // [batch * sectors]
    float* angle;               // [batch * sectors][4]
    uint8_t* open;              // [batch * sectors]
    int32_t* first;             // [batch + 1]
    int32_t *episode, *sector;  // [count]
    float* geometry;            // [count][VIEW_GEOMETRY]
    int count;
} view_batch;
// Feature vectors of the sectors, [batch * sectors][size]: means of the three rows, of which the
// level one counts twice, with a root mean square of 1. 0 for episodes that have none. NULL: the
// tape is out of memory.
float* view_features_make(tape* t, int batch, const view_input* const* views, int size);
// views[batch]; NULL: none, such an episode has no neighbours. false: the tape is out of memory.
bool view_batch_make(tape* t, int batch, const view_input* const* views, view_batch* s);

#endif
