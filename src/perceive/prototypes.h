// Prototypes: features of rendered regions with their category.
//
// The table is src/perceive/prototypes.bin, made by `wend prototypes make`: "WPROTO02", the number
// of rows, then a `prototype_word` for each colour and each material, the rows sorted by their
// first bytes, and the category of each row. Numbers are little-endian.
#ifndef WEND_PERCEIVE_PROTOTYPES_H
#define WEND_PERCEIVE_PROTOTYPES_H

#include "wend/perceive.h"

// X(feature, weight, offset): the compared features. The weight scales typical differences within a
// category to about one; the offset shifts values into the range of a byte. Colours are left out,
// so that objects in new colours are recognised.
#define PROTOTYPE_LIST(X) \
    X(LENGTH, 2.0f, 136)  \
    X(BREADTH, 1.5f, 102) \
    X(RISE, 2.0f, 136)    \
    X(BASE, 1.8f, 0)      \
    X(TOP, 1.8f, 0)       \
    X(AREA, 1.2f, 82)     \
    X(FILL, 0.7f, 0)      \
    X(ASPECT, 0.7f, 64)   \
    X(UP, 1.1f, 0)        \
    X(SIDE, 1.1f, 0)      \
    X(FLAT, 1.1f, 0)      \
    X(CONTRAST, 0.5f, 0)  \
    X(GRAIN, 0.5f, 0)     \
    X(HIDDEN, 0.6f, 0)    \
    X(CUT, 0.6f, 0)

enum { PROTOTYPE_BYTES = 16 };  // 15 features; the last byte is 0

typedef struct prototype_row {
    uint8_t bytes[PROTOTYPE_BYTES];
} prototype_row;

// X(feature): features of materials; colours use the first three.
#define PROTOTYPE_LOOK_LIST(X) X(LIGHT) X(RED) X(YELLOW) X(CONTRAST) X(GRAIN)

enum { PROTOTYPE_COLOR_LOOKS = 3, PROTOTYPE_LOOKS = 5 };

// Mean and deviation of the features for a word; deviation 0: no samples.
typedef struct prototype_word {
    float mean[PROTOTYPE_LOOKS], deviation[PROTOTYPE_LOOKS];
} prototype_word;

extern const int prototype_looks[PROTOTYPE_LOOKS];  // indices of the features

prototype_row prototype_pack(const float* features);
int prototypes_guess(const float* features, wend_guess guesses[WEND_MAX_GUESSES]);

#endif
