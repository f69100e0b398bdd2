// Percentile intervals of means, from samples drawn with replacement. [Efron 1979]
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wend/metrics.h"

wend_bootstrap_def wend_bootstrap_def_default(void) {
    wend_bootstrap_def def = {.resamples = 1000, .seed = 1};
    return def;
}

// Value times weight and weight of every entry, 0 and 0 where the value does not count: then a mean
// is the ratio of two sums over the rows drawn.
typedef struct bootstrap {
    double* terms;  // [count][columns][2]
    double* sums;   // [columns][2]
    double* means;  // [columns][resamples]
    int count, columns, resamples;
} bootstrap;

static void fill_terms(const wend_bootstrap_def* def, bootstrap* b, wend_interval* intervals) {
    for (int c = 0; c < def->columns; c++) intervals[c] = (wend_interval){0};
    for (int i = 0; i < def->count; i++) {
        double weight = def->weights ? def->weights[i] : 1;
        for (int c = 0; c < def->columns; c++) {
            size_t at = (size_t)i * (size_t)def->columns + (size_t)c;
            bool counts = isfinite(def->values[at]);
            b->terms[2 * at] = counts ? weight * def->values[at] : 0;
            b->terms[2 * at + 1] = counts ? weight : 0;
            intervals[c].count += counts;
        }
    }
}

static void add_row(const bootstrap* b, uint32_t row) {
    const double* terms = b->terms + (size_t)row * (size_t)b->columns * 2;
    for (int k = 0; k < 2 * b->columns; k++) b->sums[k] += terms[k];
}

static double column_mean(const bootstrap* b, int column) {
    double weight = b->sums[2 * column + 1];
    return weight > 0 ? b->sums[2 * column] / weight : 0;
}

static int compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static void compute(const bootstrap* b, uint64_t seed, wend_interval* intervals) {
    size_t sums = (size_t)b->columns * 2 * sizeof *b->sums;
    memset(b->sums, 0, sums);
    for (int i = 0; i < b->count; i++) add_row(b, (uint32_t)i);
    for (int c = 0; c < b->columns; c++)
        intervals[c].mean = intervals[c].low = intervals[c].high = column_mean(b, c);
    if (b->count == 0 || b->resamples == 0) return;
    wend_rng rng = wend_rng_for(seed, "means", "bootstrap");
    for (int r = 0; r < b->resamples; r++) {
        memset(b->sums, 0, sums);
        for (int i = 0; i < b->count; i++) add_row(b, wend_rng_below(&rng, (uint32_t)b->count));
        for (int c = 0; c < b->columns; c++) b->means[c * b->resamples + r] = column_mean(b, c);
    }
    int cut = (int)floor(0.025 * b->resamples);
    for (int c = 0; c < b->columns; c++) {
        double* means = b->means + (size_t)c * (size_t)b->resamples;
        qsort(means, (size_t)b->resamples, sizeof *means, compare_doubles);
        intervals[c].low = means[cut];
        intervals[c].high = means[b->resamples - 1 - cut];
    }
}

wend_status wend_bootstrap_means(const wend_bootstrap_def* def, wend_interval* intervals,
                                 wend_error* error) {
    if (def->count < 0 || def->columns < 1 || def->resamples < 0 || def->resamples > 1000000)
        return wend_fail(error, WEND_ARGUMENT, "a bootstrap of %d values, %d columns, %d samples",
                         def->count, def->columns, def->resamples);
    size_t columns = (size_t)def->columns;
    bootstrap b = {.count = def->count, .columns = def->columns, .resamples = def->resamples};
    b.terms = wend_alloc((size_t)def->count * columns * 2 * sizeof *b.terms);
    b.sums = wend_alloc(columns * 2 * sizeof *b.sums);
    b.means = wend_alloc(columns * (size_t)def->resamples * sizeof *b.means);
    bool fits = b.terms && b.sums && b.means;
    if (fits) {
        fill_terms(def, &b, intervals);
        compute(&b, def->seed, intervals);
    }
    wend_free(b.terms);
    wend_free(b.sums);
    wend_free(b.means);
    return fits ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory for a bootstrap");
}
