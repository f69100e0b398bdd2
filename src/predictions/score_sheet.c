// The sheet of scores: its rows, and what was wrong.
#include "predictions/score_sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

const score_column score_path_columns[WEND_PATH_SCORE_COUNT] = {
#define X(field, name, unit, words) {#field, name, unit},
    WEND_PATH_SCORE_LIST(X)
#undef X
};

// ---- rows and problems --------------------------------------------------------------------------

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory for the scores");
}

static wend_status find_group(score_table* table, const char* name, uint8_t* group,
                              wend_error* error) {
    int g = 0;
    while (name && g < table->group_count && strncmp(table->group_names[g], name, 31) != 0) g++;
    if (g == SCORE_GROUPS)
        return wend_fail(error, WEND_LIMIT, "more than %d groups; the next one is '%.20s'",
                         SCORE_GROUPS, name);
    if (name && g == table->group_count)
        snprintf(table->group_names[table->group_count++], sizeof table->group_names[0], "%.31s",
                 name);
    *group = (uint8_t)g;
    return WEND_OK;
}

wend_status score_add(score_sheet* sheet, score_table* table, const score_row* row,
                      wend_error* error) {
    size_t columns = (size_t)table->column_count;
    const char* id = row->id ? row->id : "";
    uint8_t group = 0;
    WEND_TRY(find_group(table, row->group, &group, error));
    bool fits = ARRAY_RESERVE(&table->values, columns) && ARRAY_RESERVE(&table->weights, 1) &&
                ARRAY_RESERVE(&table->groups, 1) && ARRAY_RESERVE(&table->ids, 1) &&
                ARRAY_RESERVE(&table->scenes, 1);
    const char* kept = fits ? arena_text(&sheet->memory, id, strlen(id)) : NULL;
    const char* scene = kept ? arena_text(&sheet->memory, row->scene ? row->scene : "",
                                          row->scene ? strlen(row->scene) : 0)
                             : NULL;
    if (!scene) return no_memory(error);
    memcpy(table->values.items + table->values.count, row->values, columns * sizeof *row->values);
    table->values.count += columns;
    table->weights.items[table->weights.count++] = row->weight > 0 ? row->weight : 1;
    table->groups.items[table->groups.count++] = group;
    table->ids.items[table->ids.count++] = kept;
    table->scenes.items[table->scenes.count++] = scene;
    table->sceneless |= !row->scene;
    return WEND_OK;
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
    if (!dispute) return wend_fail(error, WEND_NO_MEMORY, "no memory for disputed runs");
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

static void destroy_table(score_table* table) {
    ARRAY_FREE(&table->values);
    ARRAY_FREE(&table->weights);
    ARRAY_FREE(&table->groups);
    ARRAY_FREE(&table->ids);
    ARRAY_FREE(&table->scenes);
}

void score_destroy(score_sheet* sheet) {
    destroy_table(&sheet->episodes);
    destroy_table(&sheet->tours);
    ARRAY_FREE(&sheet->disputes);
    arena_destroy(&sheet->memory);
}
