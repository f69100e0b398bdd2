// The words that a follower or a speaker learns: those of the training instructions, then frequent
// words of the views.
#ifndef WEND_TRAIN_FOLLOWER_VOCABULARY_H
#define WEND_TRAIN_FOLLOWER_VOCABULARY_H

#include "wend/files.h"
#include "wend/run.h"

enum { FOLLOWER_MIN_COUNT = 4 };  // occurrences of a word in the instructions

typedef struct follower_vocabulary {
    wend_text_out text;  // words that each end in NUL
    int count;
} follower_vocabulary;

// Begins every episode of the batch once. The words are ordered by their number of occurrences.
wend_status follower_vocabulary_collect(wend_batch* batch, follower_vocabulary* vocabulary,
                                        wend_error* error);

#endif
