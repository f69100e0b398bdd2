#include "phenomena_table.h"

#include <stdio.h>
#include <string.h>

#include "wend/language.h"
#include "wend/metrics.h"

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

static double phenomena_table_mean_of(const wend_series* series) {
    double sum = 0;
    for (int i = 0; i < series->count; i++) sum += series->values[i];
    return series->count ? sum / series->count : 0;
}

static void phenomena_table_print_cell(wend_phenomenon phenomenon, const wend_series* series,
                                       const char* kind) {
    double share, mean;
    printf("  %4.0f %5.1f", phenomena_table_share(series), phenomena_table_mean_of(series));
    if (wend_phenomenon_published(phenomenon, phenomena_table_set(series, kind), &share, &mean))
        printf("  (%3.0f %4.1f)", share, mean);
    else
        printf("%12s", "-");
}

static bool phenomena_table_is_of(const wend_series* series, wend_phenomenon phenomenon) {
    return phenomena_table_has(series) &&
           strcmp(series->name, wend_phenomenon_name(phenomenon)) == 0;
}

void phenomena_table_print(const wend_summary* s, const char* kind) {
    bool any = false;
    for (int i = 0; i < s->series_count; i++) any |= phenomena_table_has(&s->series[i]);
    if (!any) return;
    printf("  %-24s", "% of texts, mean count");
    for (int i = 0; i < s->series_count; i++)
        if (phenomena_table_is_of(&s->series[i], WEND_PHENOMENON_REFERENCE))
            printf("%12s  (published)", phenomena_table_set(&s->series[i], kind));
    printf("\n");
    for (int p = 0; p < WEND_PHENOMENON_COUNT_ALL; p++) {
        printf("  %-24s", wend_phenomenon_name((wend_phenomenon)p));
        for (int i = 0; i < s->series_count; i++)
            if (phenomena_table_is_of(&s->series[i], (wend_phenomenon)p))
                phenomena_table_print_cell((wend_phenomenon)p, &s->series[i], kind);
        printf("\n");
    }
}

// ---- follower check -----------------------------------------------------------------------------

bool followed_table_has(const wend_series* series) {
    return strcmp(series->unit, WEND_FOLLOWED_UNIT) == 0;
}

static const wend_series* find_followed(const wend_summary* s, const char* name) {
    for (int i = 0; i < s->series_count; i++)
        if (!*s->series[i].group && strcmp(s->series[i].name, name) == 0) return &s->series[i];
    return NULL;
}

// "  36   61.1 (44.4 to 77.8)". Nullable: series.
static wend_status phenomena_table_print_followed(const wend_series* series, wend_error* error) {
    wend_interval mean;
    wend_bootstrap_def def = wend_bootstrap_default_def();
    if (!series) {
        printf("%6d", 0);
        return WEND_OK;
    }
    def.values = series->values;
    def.count = series->count;
    def.columns = 1;
    WEND_TRY(wend_bootstrap_means(&def, &mean, error));
    bool proportion = series->count > 0;
    for (int i = 0; i < series->count; i++)
        proportion &= series->values[i] == 0 || series->values[i] == 100;
    if (proportion) {
        wend_wilson_interval(mean.mean / 100, series->count, &mean.low, &mean.high);
        mean.low *= 100;
        mean.high *= 100;
    }
    printf("%6d%7.1f (%5.1f to %5.1f)", series->count, mean.mean, mean.low, mean.high);
    return WEND_OK;
}

static wend_status phenomena_table_print_row(const wend_summary* s, wend_phenomenon p,
                                             wend_error* error) {
    char name[64];
    printf("  %-24s", wend_phenomenon_name(p));
    snprintf(name, sizeof name, "followed with %s", wend_phenomenon_name(p));
    const wend_series* with = find_followed(s, name);
    WEND_TRY(phenomena_table_print_followed(with, error));
    if (!with) printf("%25s", "");
    snprintf(name, sizeof name, "followed without %s", wend_phenomenon_name(p));
    WEND_TRY(phenomena_table_print_followed(find_followed(s, name), error));
    printf("\n");
    return WEND_OK;
}

wend_status followed_table_print(const wend_summary* s, wend_error* error) {
    if (!find_followed(s, "followed")) return WEND_OK;
    printf("  %-24s%6s%25s\n", "followed", "texts", "% (95 % interval)");
    for (int i = 0; i < s->series_count; i++) {
        if (strcmp(s->series[i].name, "followed") != 0) continue;
        printf("  %-24s", *s->series[i].group ? s->series[i].group : "all");
        WEND_TRY(phenomena_table_print_followed(&s->series[i], error));
        printf("\n");
    }
    printf("  %-24s%6s%25s%6s\n", "by phenomenon", "with", "", "without");
    for (int p = 0; p < WEND_PHENOMENON_COUNT_ALL; p++)
        WEND_TRY(phenomena_table_print_row(s, (wend_phenomenon)p, error));
    return WEND_OK;
}
