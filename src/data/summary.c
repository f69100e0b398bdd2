// Counts and value series over episode files.
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "data/format.h"

#include "wend/language.h"

static const char* summary_keep(wend_summary* s, const char* text) {
    if (!s->memory) s->memory = wend_alloc_zero(1, sizeof *s->memory);
    const char* copy = s->memory ? arena_text(s->memory, text, strlen(text)) : NULL;
    if (!copy) s->out_of_memory = true;
    return copy;
}

// Grows `*items` for one more; false when out of memory.
static bool summary_make_room(void** items, int count, int* capacity, size_t size) {
    if (count < *capacity) return true;
    int wanted = *capacity ? *capacity * 2 : 16;
    void* grown = wend_realloc(*items, (size_t)wanted * size);
    if (!grown) return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

static wend_tally* find_tally(wend_summary* s, const char* name, const char* group) {
    for (int i = 0; i < s->tally_count; i++)
        if (strcmp(s->tallies[i].name, name) == 0 && strcmp(s->tallies[i].group, group) == 0)
            return &s->tallies[i];
    wend_tally fresh = {.name = summary_keep(s, name), .group = summary_keep(s, group)};
    bool room = summary_make_room((void**)&s->tallies, s->tally_count, &s->tally_capacity,
                                  sizeof *s->tallies);
    if (!room || !fresh.name || !fresh.group) {
        s->out_of_memory = true;
        return NULL;
    }
    s->tallies[s->tally_count] = fresh;
    return &s->tallies[s->tally_count++];
}

static wend_series* find_series(wend_summary* s, const char* name, const char* group,
                                const char* unit) {
    for (int i = 0; i < s->series_count; i++)
        if (strcmp(s->series[i].name, name) == 0 && strcmp(s->series[i].group, group) == 0)
            return &s->series[i];
    wend_series fresh = {.name = summary_keep(s, name),
                         .group = summary_keep(s, group),
                         .unit = summary_keep(s, unit)};
    bool room = summary_make_room((void**)&s->series, s->series_count, &s->series_capacity,
                                  sizeof *s->series);
    if (!room || !fresh.name || !fresh.group || !fresh.unit) {
        s->out_of_memory = true;
        return NULL;
    }
    s->series[s->series_count] = fresh;
    return &s->series[s->series_count++];
}

bool tally_hash(tally* t, const char* name, const char* group, uint64_t once) {
    wend_tally* counted = find_tally(t->summary, name, group);
    if (!counted) return false;
    if (!counted->seen) counted->seen = wend_alloc_zero(1, sizeof *counted->seen);
    text_set_answer answer =
        counted->seen ? text_set_add_hash(counted->seen, once) : TEXT_SET_NO_MEMORY;
    if (answer == TEXT_SET_NO_MEMORY) t->summary->out_of_memory = true;
    counted->value += answer == TEXT_SET_NEW;
    return answer == TEXT_SET_NEW;
}

bool tally_one(tally* t, const char* name, const char* group, const char* once) {
    if (once) return tally_hash(t, name, group, wend_hash_text(once, 0));
    wend_tally* counted = find_tally(t->summary, name, group);
    if (counted) counted->value++;
    return true;
}

void tally_value(tally* t, const char* name, const char* group, const char* unit, double value) {
    wend_series* series = isnan(value) ? NULL : find_series(t->summary, name, group, unit);
    if (!series) return;
    if (summary_make_room((void**)&series->values, series->count, &series->capacity,
                          sizeof *series->values))
        series->values[series->count++] = value;
    else
        t->summary->out_of_memory = true;
}

void tally_words(tally* t, const char* group, const char* text) {
    wend_word word;
    int count = 0;
    while (wend_words_next(&text, &word)) {
        tally_hash(t, "different words", group, wend_words_hash(word));
        count++;
    }
    tally_value(t, "words", group, "", count);
}

// Index of the first row with that name: the sort key of names.
static int first_tally(const wend_summary* s, const char* name) {
    int i = 0;
    while (strcmp(s->tallies[i].name, name) != 0) i++;
    return i;
}

static int first_series(const wend_summary* s, const char* name) {
    int i = 0;
    while (strcmp(s->series[i].name, name) != 0) i++;
    return i;
}

// Insertion sort. A row moves up past later groups of its name and past names with a later first
// occurrence, so the rows before it are always sorted.
void wend_summary_sort(wend_summary* s) {
    for (int i = 1; i < s->tally_count; i++) {
        wend_tally row = s->tallies[i];
        int name = first_tally(s, row.name), at = i;
        while (at > name && (strcmp(s->tallies[at - 1].name, row.name) != 0 ||
                             strcmp(s->tallies[at - 1].group, row.group) > 0)) {
            s->tallies[at] = s->tallies[at - 1];
            at--;
        }
        s->tallies[at] = row;
    }
    for (int i = 1; i < s->series_count; i++) {
        wend_series row = s->series[i];
        int name = first_series(s, row.name), at = i;
        while (at > name && (strcmp(s->series[at - 1].name, row.name) != 0 ||
                             strcmp(s->series[at - 1].group, row.group) > 0)) {
            s->series[at] = s->series[at - 1];
            at--;
        }
        s->series[at] = row;
    }
}

void wend_summary_destroy(wend_summary* s) {
    for (int i = 0; i < s->tally_count; i++) {
        if (s->tallies[i].seen) text_set_destroy(s->tallies[i].seen);
        wend_free(s->tallies[i].seen);
    }
    for (int i = 0; i < s->series_count; i++) wend_free(s->series[i].values);
    wend_free(s->tallies);
    wend_free(s->series);
    if (s->memory) arena_destroy(s->memory);
    wend_free(s->memory);
    *s = (wend_summary){0};
}

static int compare_numbers(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

wend_status wend_series_moments(const wend_series* series, wend_moments* moments,
                                wend_error* error) {
    *moments = (wend_moments){NAN, NAN, NAN, NAN, NAN};
    size_t n = (size_t)series->count;
    if (n == 0) return WEND_OK;
    double* sorted = wend_alloc(n * sizeof *sorted);
    if (!sorted) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu numbers", n);
    memcpy(sorted, series->values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) sum += sorted[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) squares += (sorted[i] - mean) * (sorted[i] - mean);
    moments->mean = mean;
    moments->deviation = sqrt(squares / (double)n);
    moments->low = sorted[0];
    moments->high = sorted[n - 1];
    moments->median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    wend_free(sorted);
    return WEND_OK;
}
