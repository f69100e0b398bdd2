// Rows, means and problems of scored predictions.
#include "metrics/predictions/score_sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

const wend_score_meaning score_path_columns[WEND_PATH_SCORE_COUNT] = {
#define X(field, name, unit, words) {#field, name, sizeof(unit) > 1 ? (unit) : "%", 0},
    WEND_PATH_SCORE_LIST(X)
#undef X
};

// ---- rows and problems --------------------------------------------------------------------------

static wend_status score_sheet_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the scores");
}

wend_status score_add(score_sheet* sheet, wend_score_table* table, const score_row* row,
                      wend_error* error) {
    score_row kept = *row;
    const char* id = row->id ? row->id : "";
    kept.id = arena_text(&sheet->memory, id, strlen(id));
    if (row->scene) kept.scene = arena_text(&sheet->memory, row->scene, strlen(row->scene));
    if (!kept.id || (row->scene && !kept.scene)) return score_sheet_no_memory(error);
    return score_table_add(table, &kept, SCORE_GROUPS, error);
}

wend_status score_sheet_compute_means(score_sheet* sheet, const wend_predictions_def* def,
                                      wend_error* error) {
    wend_score_table* tables[] = {&sheet->tours, &sheet->episodes};
    for (int i = 0; i < 2; i++) {
        if (!tables[i]->columns) continue;
        WEND_TRY(score_table_compute_means(tables[i], def->resamples, def->seed, error));
        sheet->scenes = tables[i]->scene_count;
    }
    return score_table_compute_groups(&sheet->episodes, 0, def->seed, error);
}

void score_report(score_sheet* sheet, score_problem problem, const char* format, ...) {
    if (sheet->problems[problem].count++ > 0) return;
    va_list list;
    va_start(list, format);
    number_vprint(sheet->problems[problem].example, sizeof sheet->problems[problem].example, format,
                  list);
    va_end(list);
}

wend_status score_dispute_add(score_sheet* sheet, wend_error* error, const char* format, ...) {
    score_dispute* dispute = ARRAY_PUSH(&sheet->disputes);
    if (!dispute) return wend_fail(error, WEND_NO_MEMORY, "out of memory for disputed runs");
    va_list list;
    va_start(list, format);
    number_vprint(dispute->words, sizeof dispute->words, format, list);
    va_end(list);
    return WEND_OK;
}

void score_void(wend_path_score* score) {
#define X(field, name, unit, words) \
    if (!*unit) score->field = 0;
    WEND_PATH_SCORE_LIST(X)
#undef X
}

void score_destroy(score_sheet* sheet) {
    wend_score_destroy(&sheet->episodes);
    wend_score_destroy(&sheet->tours);
    ARRAY_FREE(&sheet->disputes);
    ranks_shares_destroy(&sheet->shares);
    arena_destroy(&sheet->memory);
}
