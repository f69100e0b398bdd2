#include "phenomena_table.h"

#include <stdio.h>
#include <string.h>

#include "wend/phenomena.h"

bool phenomena_table_has(const wend_series* series) {
    return strcmp(series->unit, WEND_PHENOMENON_UNIT) == 0;
}

const char* phenomena_table_set(const wend_series* series, const char* kind) {
    return *series->group ? series->group : kind;
}

double phenomena_table_share(const wend_series* series) {
    int have = 0;
    for (int i = 0; i < series->count; i++) have += series->values[i] > 0;
    return series->count ? 100.0 * have / series->count : 0;
}

static double mean_of(const wend_series* series) {
    double sum = 0;
    for (int i = 0; i < series->count; i++) sum += series->values[i];
    return series->count ? sum / series->count : 0;
}

static void print_cell(wend_phenomenon phenomenon, const wend_series* series, const char* kind) {
    double share, mean;
    printf("  %4.0f %5.1f", phenomena_table_share(series), mean_of(series));
    if (wend_phenomenon_published(phenomenon, phenomena_table_set(series, kind), &share, &mean))
        printf("  (%3.0f %4.1f)", share, mean);
    else
        printf("%12s", "-");
}

static bool is_of(const wend_series* series, wend_phenomenon phenomenon) {
    return phenomena_table_has(series) &&
           strcmp(series->name, wend_phenomenon_name(phenomenon)) == 0;
}

void phenomena_table_print(const wend_summary* s, const char* kind) {
    bool any = false;
    for (int i = 0; i < s->series_count; i++) any |= phenomena_table_has(&s->series[i]);
    if (!any) return;
    printf("  %-24s", "% with, times each");
    for (int i = 0; i < s->series_count; i++)
        if (is_of(&s->series[i], WEND_PHENOMENON_REFERENCE))
            printf("%12s  (published)", phenomena_table_set(&s->series[i], kind));
    printf("\n");
    for (int p = 0; p < WEND_PHENOMENON_COUNT_ALL; p++) {
        printf("  %-24s", wend_phenomenon_name((wend_phenomenon)p));
        for (int i = 0; i < s->series_count; i++)
            if (is_of(&s->series[i], (wend_phenomenon)p))
                print_cell((wend_phenomenon)p, &s->series[i], kind);
        printf("\n");
    }
}
