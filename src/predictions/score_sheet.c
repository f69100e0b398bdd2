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

wend_status score_add(score_table* table, const double* values, double weight, wend_error* error) {
    size_t columns = (size_t)table->column_count;
    double* row =
        ARRAY_RESERVE(&table->values, columns) ? table->values.items + table->values.count : NULL;
    double* slot = row ? ARRAY_PUSH(&table->weights) : NULL;
    uint8_t* group = slot ? ARRAY_PUSH(&table->groups) : NULL;
    if (!group) return wend_fail(error, WEND_NO_MEMORY, "no memory for the scores");
    memcpy(row, values, columns * sizeof *row);
    table->values.count += columns;
    *slot = weight;
    *group = 0;
    return WEND_OK;
}

wend_status score_add_to(score_table* table, const char* group, const double* values,
                         wend_error* error) {
    int g = 0;
    while (g < table->group_count && strcmp(table->group_names[g], group) != 0) g++;
    if (g == SCORE_GROUPS)
        return wend_fail(error, WEND_LIMIT, "more than %d languages; the next one is '%.20s'",
                         SCORE_GROUPS, group);
    if (g == table->group_count)
        snprintf(table->group_names[table->group_count++], sizeof table->group_names[0], "%s",
                 group);
    WEND_TRY(score_add(table, values, 1, error));
    table->groups.items[table->groups.count - 1] = (uint8_t)g;
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
}

void score_destroy(score_sheet* sheet) {
    destroy_table(&sheet->episodes);
    destroy_table(&sheet->tours);
    ARRAY_FREE(&sheet->disputes);
}
