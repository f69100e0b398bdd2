// A set of texts, by their 64-bit hashes.
#ifndef WEND_BASE_TEXT_SET_H
#define WEND_BASE_TEXT_SET_H

#include "wend/base.h"

typedef struct text_set {
    uint64_t* slots;  // 0: free; {0} is an empty set
    size_t capacity, count;
} text_set;

typedef enum text_set_answer { TEXT_SET_KNOWN, TEXT_SET_NEW, TEXT_SET_NO_MEMORY } text_set_answer;

text_set_answer text_set_add(text_set* set, const char* text);
text_set_answer text_set_add_hash(text_set* set, uint64_t hash);
void text_set_destroy(text_set* set);  // safe on {0} and twice

#endif
