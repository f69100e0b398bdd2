// The follower's inputs: words of instructions and of views, directions of neighbours.
#include <math.h>
#include <string.h>

#include "base/letter.h"
#include "model/follower.h"

#include "wend/language.h"

int follower_word(const follower* f, const char* word, size_t size) {
    char low[64];
    if (size > sizeof low) return 0;
    for (size_t i = 0; i < size; i++)
        low[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] + 32 : word[i]);
    int64_t index = hash_index_find(&f->map, wend_hash(low, size, 0));
    return index < 0 ? 0 : (int)index;
}

int follower_read(const follower* f, const char* text, int32_t index[FOLLOWER_MAX_WORDS]) {
    int count = 0;
    wend_word word;
    while (count < FOLLOWER_MAX_WORDS && wend_words_next(&text, &word))
        index[count++] = follower_word(f, word.start, word.size);
    if (!count) index[count++] = 0;
    return count;
}

// ---- vocabulary of views ------------------------------------------------------------------------

// Words that describe nothing in a view.
static bool follower_is_glue(const char* word) {
    static const char glue[] =
        " a an and are as at by for from has have in into is it its of on or that the there this "
        "to "
        "very with some image picture view ";
    char spaced[40];
    size_t size = strlen(word);
    if (size + 3 > sizeof spaced) return false;
    spaced[0] = ' ';
    memcpy(spaced + 1, word, size);
    memcpy(spaced + 1 + size, " ", 2);
    return strstr(glue, spaced) != NULL;
}

void follower_words_destroy(follower_words* words) {
    wend_free(words->map);
    wend_free(words->classes);
    wend_free(words->slot);
    *words = (follower_words){0};
}

static wend_status follower_words_make(const follower* f, const wend_panorama* p,
                                       follower_words* words, wend_error* error) {
    follower_words_destroy(words);
    words->map = wend_alloc(((size_t)p->vocabulary_count + 1) * sizeof *words->map);
    words->classes = wend_alloc(((size_t)p->class_count + 1) * sizeof *words->classes);
    words->slot = wend_alloc((size_t)f->word_count * sizeof *words->slot);
    if (!words->map || !words->classes || !words->slot)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", p->vocabulary_count);
    for (int i = 0; i < p->vocabulary_count; i++) {
        int word = follower_word(f, p->vocabulary[i], strlen(p->vocabulary[i]));
        words->map[i] = word && !follower_is_glue(p->vocabulary[i]) ? word : -1;
    }
    for (int i = 0; i < p->class_count; i++) {
        const char* name = p->classes[i];
        wend_word word;
        words->classes[i] = -1;
        // The last word is the noun: "dining table".
        while (wend_words_next(&name, &word)) {
            int index = follower_word(f, word.start, word.size);
            if (index) words->classes[i] = index;
        }
    }
    for (int i = 0; i < f->word_count; i++) words->slot[i] = -1;
    words->vocabulary = p->vocabulary;
    return WEND_OK;
}

// ---- words of a sector
// ----------------------------------------------------------------------------

enum { FOLLOWER_MAX_DISTINCT = 192 };

typedef struct follower_counts {
    int32_t* slot;  // of follower_words
    int32_t word[FOLLOWER_MAX_DISTINCT];
    int times[FOLLOWER_MAX_DISTINCT];
    int count;
} follower_counts;

static void follower_count(follower_counts* c, int32_t word, int times) {
    if (word < 0) return;
    if (c->slot[word] < 0) {
        if (c->count == FOLLOWER_MAX_DISTINCT) return;
        c->slot[word] = c->count;
        c->word[c->count] = word;
        c->times[c->count++] = 0;
    }
    c->times[c->slot[word]] += times;
}

// The level row counts twice, and so do the classes of detections.
static void follower_count_view(const follower_words* words, const wend_view_perception* view,
                                int times, follower_counts* c) {
    for (int i = 0; i < view->word_count; i++) follower_count(c, words->map[view->words[i]], times);
    for (int d = 0; d < view->detection_count; d++) {
        const wend_view_detection* found = &view->detections[d];
        follower_count(c, words->classes[found->class_index], 2 * times);
        for (int i = 0; i < found->word_count; i++)
            follower_count(c, words->map[found->words[i]], times);
    }
}

// The most frequent words; of equal ones the first. Weights are square roots of counts, of unit
// length.
static int follower_keep_words(follower_counts* c, int32_t* index, float* weight) {
    int kept = 0;
    float sum = 0;
    for (int i = 0; i < c->count; i++) c->slot[c->word[i]] = -1;
    while (kept < FOLLOWER_SECTOR_WORDS && kept < c->count) {
        int best = 0;
        for (int i = 1; i < c->count; i++)
            if (c->times[i] > c->times[best]) best = i;
        if (!c->times[best]) break;
        index[kept] = c->word[best];
        weight[kept] = sqrtf((float)c->times[best]);
        sum += (float)c->times[best];
        c->times[best] = 0;
        kept++;
    }
    for (int i = 0; i < kept; i++) weight[i] /= sqrtf(sum);
    return kept;
}

static void follower_see_words(const follower_words* words, const wend_panorama* p,
                               follower_view* view) {
    static const int rows[3] = {1, 2, 1};
    int at = 0;
    for (int k = 0; k < FOLLOWER_SECTORS; k++) {
        follower_counts counts;
        counts.count = 0;
        counts.slot = words->slot;
        for (int row = 0; row < 3; row++)
            follower_count_view(words, &p->views[row * FOLLOWER_SECTORS + k], rows[row], &counts);
        view->first[k] = at;
        at += follower_keep_words(&counts, view->index + at, view->weight + at);
    }
    view->first[FOLLOWER_SECTORS] = at;
}

// ---- directions ---------------------------------------------------------------------------------

static void follower_see_ways(const wend_graph_observation* g, follower_view* view) {
    view->count = g->neighbour_count;
    for (int i = 0; i < g->neighbour_count; i++) {
        const wend_neighbour* way = &g->neighbours[i];
        float* x = view->geometry[i];
        x[0] = sinf(way->heading);
        x[1] = cosf(way->heading);
        x[2] = sinf(2 * way->heading);
        x[3] = cosf(2 * way->heading);
        x[4] = sinf(way->elevation);
        x[5] = cosf(way->elevation);
        x[6] = way->distance / 5;
        x[7] = way->elevation > 0.2f;
        x[8] = way->elevation < -0.2f;
        view->sector[i] = way->view % FOLLOWER_SECTORS;
    }
}

wend_status follower_see(const follower* f, follower_words* words, const wend_observation* o,
                         follower_view* view, wend_error* error) {
    const wend_panorama* p = o->graph.panorama;
    if (p && words->vocabulary != p->vocabulary) WEND_TRY(follower_words_make(f, p, words, error));
    if (p && !f->def.blind)
        follower_see_words(words, p, view);
    else
        memset(view->first, 0, sizeof view->first);
    for (int k = 0; k < FOLLOWER_SECTORS; k++) {
        // Sectors are numbered clockwise from north, headings grow to the left.
        float left = -(float)(k - o->graph.view % FOLLOWER_SECTORS) * (float)(WEND_PI / 6);
        view->angle[k][0] = sinf(left);
        view->angle[k][1] = cosf(left);
        view->angle[k][2] = sinf(2 * left);
        view->angle[k][3] = cosf(2 * left);
    }
    follower_see_ways(&o->graph, view);
    return WEND_OK;
}

void follower_hide_words(follower_view* view, uint64_t seed, float share) {
    uint64_t below = (uint64_t)((double)share * 4294967296.0);
    int at = 0, from = 0;
    for (int k = 0; k < FOLLOWER_SECTORS; k++) {
        int first = at;
        float sum = 0;
        for (; from < view->first[k + 1]; from++) {
            if ((uint32_t)wend_hash(&view->index[from], sizeof *view->index, seed) < below)
                continue;
            view->index[at] = view->index[from];
            view->weight[at] = view->weight[from];
            sum += view->weight[at] * view->weight[at];
            at++;
        }
        for (int i = first; i < at; i++) view->weight[i] /= sqrtf(sum);
        view->first[k] = first;
    }
    view->first[FOLLOWER_SECTORS] = at;
}
