// Spelling suggestion: the known word nearest to a mistyped one.
#ifndef WEND_BASE_NEAREST_H
#define WEND_BASE_NEAREST_H

#include "wend/base.h"

typedef struct nearest {
    const char* word;  // of the known ones, the first of those with the fewest slips; NULL: none
    int slips;         // letters wrong, missing, too many or swapped
} nearest;

// Tries one known word; ones that differ in more than a third of their letters are not taken.
void nearest_try(nearest* best, const char* given, const char* known);
// " (did you mean 'house'?)" into `text`, or "" when nothing is near. Returns `text`.
const char* nearest_hint(const nearest* best, char* text, size_t size);

#endif
