// Words of views and directions of neighbours; several viewpoints as one batch.
#include "model/view_input.h"

#include <math.h>
#include <string.h>

#include "wend/language.h"

// ---- vocabulary of views ------------------------------------------------------------------------

// Words that describe nothing in a view.
static bool view_is_glue(const char* word) {
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

void view_words_destroy(view_words* words) {
    wend_free(words->map);
    wend_free(words->classes);
    wend_free(words->slot);
    *words = (view_words){0};
}

static wend_status view_words_make(const word_table* table, const wend_panorama* p,
                                   view_words* words, wend_error* error) {
    view_words_destroy(words);
    words->map = wend_alloc(((size_t)p->vocabulary_count + 1) * sizeof *words->map);
    words->classes = wend_alloc(((size_t)p->class_count + 1) * sizeof *words->classes);
    words->slot = wend_alloc((size_t)table->count * sizeof *words->slot);
    if (!words->map || !words->classes || !words->slot)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", p->vocabulary_count);
    for (int i = 0; i < p->vocabulary_count; i++) {
        int word = word_table_find(table, p->vocabulary[i], strlen(p->vocabulary[i]));
        words->map[i] = word && !view_is_glue(p->vocabulary[i]) ? word : -1;
    }
    for (int i = 0; i < p->class_count; i++) {
        const char* name = p->classes[i];
        wend_word word;
        words->classes[i] = -1;
        // The last word is the noun: "dining table".
        while (wend_words_next(&name, &word)) {
            int index = word_table_find(table, word.start, word.size);
            if (index) words->classes[i] = index;
        }
    }
    for (int i = 0; i < table->count; i++) words->slot[i] = -1;
    words->vocabulary = p->vocabulary;
    return WEND_OK;
}

// ---- words of a sector --------------------------------------------------------------------------

enum { VIEW_MAX_DISTINCT = 192 };

typedef struct view_counts {
    int32_t* slot;  // of view_words
    int32_t word[VIEW_MAX_DISTINCT];
    int times[VIEW_MAX_DISTINCT];
    int count;
} view_counts;

static void view_counts_add(view_counts* c, int32_t word, int times) {
    if (word < 0) return;
    if (c->slot[word] < 0) {
        if (c->count == VIEW_MAX_DISTINCT) return;
        c->slot[word] = c->count;
        c->word[c->count] = word;
        c->times[c->count++] = 0;
    }
    c->times[c->slot[word]] += times;
}

// The level row counts twice, and so do the classes of detections.
static void view_counts_add_view(const view_words* words, const wend_view_perception* view,
                                 int times, view_counts* c) {
    for (int i = 0; i < view->word_count; i++)
        view_counts_add(c, words->map[view->words[i]], times);
    for (int d = 0; d < view->detection_count; d++) {
        const wend_view_detection* found = &view->detections[d];
        view_counts_add(c, words->classes[found->class_index], 2 * times);
        for (int i = 0; i < found->word_count; i++)
            view_counts_add(c, words->map[found->words[i]], times);
    }
}

// The most frequent words; of equal ones the first. Weights are square roots of counts, of unit
// length.
static int view_counts_keep(view_counts* c, int32_t* index, float* weight) {
    int kept = 0;
    float sum = 0;
    for (int i = 0; i < c->count; i++) c->slot[c->word[i]] = -1;
    while (kept < VIEW_SECTOR_WORDS && kept < c->count) {
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

static void view_input_words(const view_words* words, const wend_panorama* p, view_input* view) {
    static const int rows[3] = {1, 2, 1};
    int at = 0;
    for (int k = 0; k < VIEW_SECTORS; k++) {
        view_counts counts;
        counts.count = 0;
        counts.slot = words->slot;
        for (int row = 0; row < 3; row++)
            view_counts_add_view(words, &p->views[row * VIEW_SECTORS + k], rows[row], &counts);
        view->first[k] = at;
        at += view_counts_keep(&counts, view->index + at, view->weight + at);
    }
    view->first[VIEW_SECTORS] = at;
}

// ---- directions ---------------------------------------------------------------------------------

static void view_input_ways(const wend_graph_observation* g, view_input* view) {
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
        view->sector[i] = way->view % VIEW_SECTORS;
    }
}

void view_input_turn(const wend_graph_observation* g, view_input* view) {
    for (int k = 0; k < VIEW_SECTORS; k++) {
        // Sectors are numbered clockwise from north, headings grow to the left.
        float left = -(float)(k - g->view % VIEW_SECTORS) * (float)(WEND_PI / 6);
        view->angle[k][0] = sinf(left);
        view->angle[k][1] = cosf(left);
        view->angle[k][2] = sinf(2 * left);
        view->angle[k][3] = cosf(2 * left);
    }
    view_input_ways(g, view);
}

wend_status view_input_read(const word_table* table, view_words* words, bool with_words,
                            const wend_observation* o, view_input* view, wend_error* error) {
    const wend_panorama* p = o->graph.panorama;
    if (p && words->vocabulary != p->vocabulary) WEND_TRY(view_words_make(table, p, words, error));
    if (p && with_words)
        view_input_words(words, p, view);
    else
        memset(view->first, 0, sizeof view->first);
    view_input_turn(&o->graph, view);
    view->feature_size = p ? p->feature_size : 0;
    view->views = view->feature_size && with_words ? p->views : NULL;
    view->hide_below = 0;
    return WEND_OK;
}

void view_input_hide(view_input* view, uint64_t seed, float share) {
    uint64_t below = (uint64_t)((double)share * 4294967296.0);
    int at = 0, from = 0;
    view->hide_seed = seed;
    view->hide_below = below;
    for (int k = 0; k < VIEW_SECTORS; k++) {
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
    view->first[VIEW_SECTORS] = at;
}

// ---- batches ------------------------------------------------------------------------------------

bool view_batch_make(tape* t, int batch, const view_input* const* views, view_batch* s) {
    size_t words = 0, count = 0, sectors = (size_t)batch * VIEW_SECTORS;
    for (int b = 0; b < batch; b++) {
        words += views[b] ? (size_t)views[b]->first[VIEW_SECTORS] : 0;
        count += views[b] ? (size_t)views[b]->count : 0;
    }
    int32_t* first = tape_take(t, sectors + 1, sizeof *first);
    int32_t* index = tape_take(t, words + 1, sizeof *index);
    float* weight = tape_take(t, words + 1, sizeof *weight);
    s->angle = tape_take(t, sectors * 4, sizeof *s->angle);
    s->open = tape_take(t, sectors, 1);
    s->first = tape_take(t, (size_t)batch + 1, sizeof *s->first);
    s->episode = tape_take(t, count + 1, sizeof *s->episode);
    s->sector = tape_take(t, count + 1, sizeof *s->sector);
    s->geometry = tape_take(t, (count + 1) * VIEW_GEOMETRY, sizeof *s->geometry);
    s->bags = (tape_bag){(int)sectors, first, index, weight};
    s->count = (int)count;
    if (t->failed) return false;
    int32_t word = 0, row = 0;
    for (int b = 0; b < batch; b++) {
        const view_input* v = views[b];
        for (int k = 0; k < VIEW_SECTORS; k++) {
            first[b * VIEW_SECTORS + k] = word + (v ? v->first[k] : 0);
            s->open[b * VIEW_SECTORS + k] = v != NULL;
        }
        s->first[b] = row;
        if (!v) continue;
        memcpy(index + word, v->index, (size_t)v->first[VIEW_SECTORS] * sizeof *index);
        memcpy(weight + word, v->weight, (size_t)v->first[VIEW_SECTORS] * sizeof *weight);
        memcpy(s->angle + (size_t)b * VIEW_SECTORS * 4, v->angle, sizeof v->angle);
        memcpy(s->geometry + (size_t)row * VIEW_GEOMETRY, v->geometry,
               (size_t)v->count * sizeof *v->geometry);
        for (int c = 0; c < v->count; c++, row++) {
            s->episode[row] = b;
            s->sector[row] = b * VIEW_SECTORS + v->sector[c];
        }
        word += v->first[VIEW_SECTORS];
    }
    first[sectors] = word;
    s->first[batch] = row;
    return true;
}
