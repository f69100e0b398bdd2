// Index of predictions by instruction id.
#include <stdlib.h>
#include <string.h>

#include "metrics/predictions/score_sheet.h"

static const char* id_at(const score_index* index, size_t place) {
    return wend_vln_results_at(index->results, index->order.items[place])->id;
}

typedef struct named {
    const char* id;
    int result;
} named;

static int compare_named(const void* a, const void* b) {
    const named *x = a, *y = b;
    int order = strcmp(x->id, y->id);
    return order ? order : x->result - y->result;
}

wend_status score_index_build(const wend_vln_results* results, score_index* index,
                              score_sheet* sheet, wend_error* error) {
    *index = (score_index){.results = results};
    int count = wend_vln_results_count(results);
    named* list = wend_alloc((size_t)count * sizeof *list);
    index->used = wend_alloc_zero((size_t)count, sizeof *index->used);
    bool fits = list && index->used && ARRAY_RESERVE(&index->order, (size_t)count);
    for (int i = 0; fits && i < count; i++)
        list[i] = (named){wend_vln_results_at(results, i)->id, i};
    if (fits && count) qsort(list, (size_t)count, sizeof *list, compare_named);
    for (int i = 0; fits && i < count; i++) {
        if (i > 0 && strcmp(list[i].id, list[i - 1].id) == 0) {
            score_report(sheet, SCORE_DUPLICATE, "'%.64s' (line %d)", list[i].id,
                         wend_vln_results_at(results, list[i].result)->line);
            index->used[list[i].result] = true;
        } else {
            index->order.items[index->order.count++] = list[i].result;
        }
    }
    wend_free(list);
    if (fits) return WEND_OK;
    score_index_destroy(index);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d predictions", count);
}

const wend_vln_result* score_index_find(score_index* index, const char* id) {
    size_t low = 0, high = index->order.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(id_at(index, middle), id);
        if (order == 0) {
            int result = index->order.items[middle];
            index->used[result] = true;
            return wend_vln_results_at(index->results, result);
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void score_index_report(const score_index* index, score_sheet* sheet) {
    for (int i = 0; i < wend_vln_results_count(index->results); i++)
        if (!index->used[i])
            score_report(sheet, SCORE_UNKNOWN_ID, "'%.64s' (line %d)",
                         wend_vln_results_at(index->results, i)->id,
                         wend_vln_results_at(index->results, i)->line);
}

void score_index_destroy(score_index* index) {
    ARRAY_FREE(&index->order);
    wend_free(index->used);
    index->used = NULL;
}
