#include "model/word_table.h"

#include <string.h>

#include "wend/language.h"

wend_status word_table_create(const char* text, int count, word_table* w, wend_error* error) {
    size_t size = 0;
    *w = (word_table){.count = count + 1};
    for (int i = 0; i < count; i++) size += strlen(text + size) + 1;
    w->text = wend_alloc(size + 1);
    if (!w->text) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", count);
    memcpy(w->text, text, size);
    const char* at = w->text;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(at);
        uint64_t hash = wend_hash(at, length, 0);
        if (hash_index_find(&w->map, hash) < 0 && !hash_index_add(&w->map, hash, (uint32_t)i + 1))
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", count);
        at += length + 1;
    }
    return WEND_OK;
}

void word_table_destroy(word_table* w) {
    hash_index_destroy(&w->map);
    wend_free(w->text);
    *w = (word_table){0};
}

int word_table_find(const word_table* w, const char* word, size_t size) {
    char low[64];
    if (size > sizeof low) return 0;
    for (size_t i = 0; i < size; i++)
        low[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] + 32 : word[i]);
    int64_t index = hash_index_find(&w->map, wend_hash(low, size, 0));
    return index < 0 ? 0 : (int)index;
}

int word_table_read(const word_table* w, const char* text, int32_t index[WORD_TABLE_MAX_READ]) {
    int count = 0;
    wend_word word;
    while (count < WORD_TABLE_MAX_READ && wend_words_next(&text, &word))
        index[count++] = word_table_find(w, word.start, word.size);
    if (!count) index[count++] = 0;
    return count;
}

char* word_table_join(const word_table* w) {
    size_t size = 0;
    for (int i = 1; i < w->count; i++) size += strlen(w->text + size) + 1;
    char* text = wend_alloc(size + 1);
    if (!text) return NULL;
    memcpy(text, w->text, size);
    for (size_t i = 0; i < size; i++)
        if (!text[i]) text[i] = ' ';
    text[size ? size - 1 : 0] = 0;
    return text;
}

char* word_table_split(const char* joined, int* count) {
    size_t size = strlen(joined);
    char* words = wend_alloc(size + 2);
    if (!words) return NULL;
    memcpy(words, joined, size + 1);
    *count = size > 0;
    for (size_t i = 0; i < size; i++)
        if (words[i] == ' ') words[i] = 0, ++*count;
    return words;
}
