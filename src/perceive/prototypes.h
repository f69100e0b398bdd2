// Regions that were seen once, with the category each was of: what new regions are compared with.
//
// The table is src/perceive/prototypes.bin, made by `wend prototypes make`: "WPROTO01", the number
// of rows, then for each colour word a mean and a deviation of LIGHT, RED and YELLOW, the rows
// sorted by their first byte, and the category of each row. Numbers are little-endian.
#ifndef WEND_PERCEIVE_PROTOTYPES_H
#define WEND_PERCEIVE_PROTOTYPES_H

#include "wend/perceive.h"

// X(feature, weight, offset): the features that are compared. A feature times its weight is about
// one where two things of one kind differ; the offset makes what is usual fit a byte. Colours are
// left out, so that a thing in a colour never seen before is known all the same.
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

enum { PROTOTYPE_BYTES = 16 };  // the last is 0

typedef struct prototype_row {
    uint8_t bytes[PROTOTYPE_BYTES];
} prototype_row;

// Mean and deviation of LIGHT, RED and YELLOW of what is called by a colour word; deviation 0: the
// word never occurred.
typedef struct prototype_color {
    float mean[3], deviation[3];
} prototype_color;

prototype_row prototype_pack(const float* features);
int prototypes_guess(const float* features, wend_guess guesses[WEND_MAX_GUESSES]);

#endif
