// The words that a model knows, by number. Number 0 stands for every unknown word.
#ifndef WEND_MODEL_WORD_TABLE_H
#define WEND_MODEL_WORD_TABLE_H

#include "base/hash_index.h"

#include "wend/base.h"

enum { WORD_TABLE_MAX_READ = 120 };  // words of an instruction; the rest is cut

typedef struct word_table {
    char* text;  // of words 1 … count - 1, each ends in NUL
    int count;   // with the unknown word
    hash_index map;
} word_table;

// `text` has `count` words, each ends in NUL; copied. word_table_destroy also after an error.
wend_status word_table_create(const char* text, int count, word_table* w, wend_error* error);
void word_table_destroy(word_table* w);  // safe on {0} and twice

int word_table_find(const word_table* w, const char* word,
                    size_t size);  // 0: unknown; ignores case
// The words of a text; returns their number, at least 1.
int word_table_read(const word_table* w, const char* text, int32_t index[WORD_TABLE_MAX_READ]);

// As one text, words separated by spaces, and back. NULL when out of memory.
char* word_table_join(const word_table* w);
char* word_table_split(const char* joined, int* count);

#endif
