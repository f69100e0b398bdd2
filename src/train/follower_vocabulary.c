#include "train/follower_vocabulary.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash_index.h"

#include "wend/language.h"

enum { WORD_BYTES = 64 };

typedef struct counted_word {
    char text[WORD_BYTES];
    int count;
} counted_word;

typedef struct word_counts {
    ARRAY_OF(counted_word) words;
    hash_index map;
} word_counts;

static bool word_counts_add(word_counts* c, const char* word, size_t size) {
    char low[WORD_BYTES];
    if (size >= sizeof low) return true;
    for (size_t i = 0; i < size; i++)
        low[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] + 32 : word[i]);
    low[size] = 0;
    uint64_t hash = wend_hash(low, size, 0);
    int64_t index = hash_index_find(&c->map, hash);
    if (index < 0) {
        counted_word* added = ARRAY_PUSH(&c->words);
        index = (int64_t)c->words.count - 1;
        if (!added || !hash_index_add(&c->map, hash, (uint32_t)index)) return false;
        memcpy(added->text, low, size + 1);
        added->count = 0;
    }
    c->words.items[index].count++;
    return true;
}

static bool word_counts_add_text(word_counts* c, const char* text) {
    wend_word word;
    while (text && wend_words_next(&text, &word))
        if (!word_counts_add(c, word.start, word.size)) return false;
    return true;
}

static bool word_counts_add_panorama(word_counts* c, const wend_panorama* p) {
    for (int v = 0; p && v < 36; v++)
        for (int i = 0; i < p->views[v].word_count; i++) {
            const char* word = p->vocabulary[p->views[v].words[i]];
            if (!word_counts_add(c, word, strlen(word))) return false;
        }
    return true;
}

static int word_counts_compare(const void* a, const void* b) {
    const counted_word *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

static void word_counts_destroy(word_counts* c) {
    ARRAY_FREE(&c->words);
    hash_index_destroy(&c->map);
}

// Words with at least `min` occurrences that `known` has fewer than FOLLOWER_MIN_COUNT of.
static void follower_vocabulary_put(follower_vocabulary* v, const word_counts* c, int min,
                                    const word_counts* known) {
    for (size_t i = 0; i < c->words.count && c->words.items[i].count >= min; i++) {
        const char* word = c->words.items[i].text;
        int64_t before =
            known ? hash_index_find(&known->map, wend_hash(word, strlen(word), 0)) : -1;
        if (before >= 0 && known->words.items[before].count >= FOLLOWER_MIN_COUNT) continue;
        wend_text_put_bytes(&v->text, word, strlen(word) + 1);
        v->count++;
    }
}

static void word_counts_sort(word_counts* c) {
    if (c->words.count)
        qsort(c->words.items, c->words.count, sizeof(counted_word), word_counts_compare);
}

// A word of views is kept when it occurs once in ten panoramas at the starts of episodes.
static void follower_vocabulary_choose(follower_vocabulary* v, word_counts* said,
                                       word_counts* shown, int episodes) {
    word_counts known = {.map = said->map};
    // Sorting moves the words; the map is of the order before.
    counted_word* unsorted = wend_alloc((said->words.count + 1) * sizeof *unsorted);
    if (!unsorted) {
        v->text.out_of_memory = true;
        return;
    }
    if (said->words.count)
        memcpy(unsorted, said->words.items, said->words.count * sizeof *unsorted);
    known.words.items = unsorted;
    known.words.count = said->words.count;
    word_counts_sort(said);
    word_counts_sort(shown);
    follower_vocabulary_put(v, said, FOLLOWER_MIN_COUNT, NULL);
    follower_vocabulary_put(v, shown, episodes / 10 + 1, &known);
    wend_free(unsorted);
}

wend_status follower_vocabulary_collect(wend_batch* batch, follower_vocabulary* v,
                                        wend_error* error) {
    word_counts said = {0}, shown = {0};
    int count = wend_batch_episodes(batch);
    wend_status status = WEND_OK;
    *v = (follower_vocabulary){0};
    for (int i = 0; i < count && status == WEND_OK; i++) {
        status = wend_batch_seek(batch, 0, i, error);
        if (status == WEND_OK) status = wend_batch_begin(batch, 0, &(wend_batch_out){0}, error);
        if (status != WEND_OK) break;
        const wend_observation* o = wend_batch_observation(batch, 0);
        if (!word_counts_add_text(&said, o->goal.instruction) ||
            !word_counts_add_panorama(&shown, o->graph.panorama))
            v->text.out_of_memory = true;
    }
    if (status == WEND_OK) follower_vocabulary_choose(v, &said, &shown, count);
    word_counts_destroy(&said);
    word_counts_destroy(&shown);
    if (status == WEND_OK && v->text.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for a vocabulary");
    if (status == WEND_OK && !v->count)
        status = wend_fail(error, WEND_ARGUMENT,
                           "no word occurs %d times in the instructions of the training episodes; "
                           "give more episodes, of a task with instructions",
                           FOLLOWER_MIN_COUNT);
    if (status != WEND_OK) wend_text_destroy(&v->text);
    return status;
}
