// 95 % intervals of means: percentile bootstrap [Efron 1979] over episodes and over scenes (cluster
// bootstrap), and Wilson's interval [Wilson 1927] for proportions, where the bootstrap has no width
// if all episodes succeed or all fail.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wend/metrics.h"

wend_bootstrap_def wend_bootstrap_default_def(void) {
    wend_bootstrap_def def = {.resamples = 1000, .seed = 1};
    return def;
}

// Weighted value and weight of every entry; both are 0 for values that are not finite. A mean is
// the ratio of two sums over the sampled rows.
typedef struct bootstrap {
    const wend_bootstrap_def* def;
    double* terms;   // [count][columns][2]
    double* scenes;  // [scene_count][columns][2]: the sums of each scene's rows
    double* sums;    // [columns][2]
    double* means;   // [columns][resamples]
    int* kept;       // [columns] resamples with at least one value
} bootstrap;

static void fill_terms(bootstrap* b, wend_interval* intervals) {
    const wend_bootstrap_def* def = b->def;
    for (int i = 0; i < def->count; i++) {
        double weight = def->weights ? def->weights[i] : 1;
        for (int c = 0; c < def->columns; c++) {
            size_t at = (size_t)i * (size_t)def->columns + (size_t)c;
            bool counts = isfinite(def->values[at]) && weight > 0;
            b->terms[2 * at] = counts ? weight * def->values[at] : 0;
            b->terms[2 * at + 1] = counts ? weight : 0;
            intervals[c].count += counts;
        }
    }
}

static void fill_scenes(bootstrap* b, wend_interval* intervals) {
    size_t width = 2 * (size_t)b->def->columns;
    memset(b->scenes, 0, (size_t)b->def->scene_count * width * sizeof *b->scenes);
    for (int i = 0; b->def->scenes && i < b->def->count; i++) {
        double* sums = b->scenes + (size_t)b->def->scenes[i] * width;
        for (size_t k = 0; k < width; k++) sums[k] += b->terms[(size_t)i * width + k];
    }
    for (int s = 0; s < b->def->scene_count; s++)
        for (int c = 0; c < b->def->columns; c++)
            intervals[c].scenes += b->scenes[(size_t)s * width + 2 * (size_t)c + 1] > 0;
}

// ---- samples ------------------------------------------------------------------------------------

static void bootstrap_add_row(const bootstrap* b, const double* rows, uint32_t row) {
    const double* terms = rows + (size_t)row * (size_t)b->def->columns * 2;
    for (int k = 0; k < 2 * b->def->columns; k++) b->sums[k] += terms[k];
}

static void clear_sums(const bootstrap* b) {
    memset(b->sums, 0, (size_t)b->def->columns * 2 * sizeof *b->sums);
}

static int bootstrap_compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// Means of resamples of `count` rows, sorted. Resamples without any value are dropped.
static void bootstrap_draw(const bootstrap* b, const double* rows, int count, const char* purpose) {
    wend_rng rng = wend_rng_for(b->def->seed, "means", purpose);
    memset(b->kept, 0, (size_t)b->def->columns * sizeof *b->kept);
    for (int r = 0; count && r < b->def->resamples; r++) {
        clear_sums(b);
        for (int i = 0; i < count; i++)
            bootstrap_add_row(b, rows, wend_rng_below(&rng, (uint32_t)count));
        for (int c = 0; c < b->def->columns; c++) {
            double weight = b->sums[2 * c + 1];
            if (weight > 0)
                b->means[c * b->def->resamples + b->kept[c]++] = b->sums[2 * c] / weight;
        }
    }
    for (int c = 0; c < b->def->columns; c++)
        if (b->kept[c])
            qsort(b->means + (size_t)c * (size_t)b->def->resamples, (size_t)b->kept[c],
                  sizeof *b->means, bootstrap_compare_doubles);
}

static void percentiles(const bootstrap* b, int column, double* low, double* high) {
    const double* means = b->means + (size_t)column * (size_t)b->def->resamples;
    int kept = b->kept[column], cut = (int)floor(0.025 * kept);
    if (!kept) return;
    *low = means[cut];
    *high = means[kept - 1 - cut];
}

// ---- proportions --------------------------------------------------------------------------------

// Whether every value is 0 or 1.
static bool is_proportion(const bootstrap* b, int column) {
    const wend_bootstrap_def* def = b->def;
    bool whole = def->shares && def->shares[column];
    for (int i = 0; whole && i < def->count; i++) {
        const double* term = b->terms + 2 * ((size_t)i * (size_t)def->columns + (size_t)column);
        whole = term[0] == 0 || term[0] == term[1];
    }
    return whole;
}

// The effective sample size of weighted values. [Kish 1965]
static double effective_count(const bootstrap* b, int column) {
    double sum = 0, squares = 0;
    for (int i = 0; i < b->def->count; i++) {
        double w = b->terms[2 * ((size_t)i * (size_t)b->def->columns + (size_t)column) + 1];
        sum += w;
        squares += w * w;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

void wend_wilson_interval(double share, double count, double* low, double* high) {
    const double z = 1.959963984540054;  // 97.5 % quantile of the normal distribution
    double spread = z * z / count, middle = (share + spread / 2) / (1 + spread);
    double half = z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count));
    *low = share <= 0 ? 0 : fmax(middle - half, 0);
    *high = share >= 1 ? 1 : fmin(middle + half, 1);
}

// ---- intervals ----------------------------------------------------------------------------------

static void set_means(const bootstrap* b, wend_interval* intervals) {
    clear_sums(b);
    for (int i = 0; i < b->def->count; i++) bootstrap_add_row(b, b->terms, (uint32_t)i);
    for (int c = 0; c < b->def->columns; c++) {
        wend_interval* v = &intervals[c];
        v->mean = v->count ? b->sums[2 * c] / b->sums[2 * c + 1] : 0;
        v->low = v->high = v->scene_low = v->scene_high = v->mean;
        v->proportion = v->count && is_proportion(b, c);
        v->has_interval = b->def->resamples && (v->count > 1 || v->proportion);
        v->has_scene_interval = b->def->resamples && v->scenes > 1;
    }
}

static void compute(bootstrap* b, wend_interval* intervals) {
    for (int c = 0; c < b->def->columns; c++) intervals[c] = (wend_interval){0};
    fill_terms(b, intervals);
    fill_scenes(b, intervals);
    set_means(b, intervals);
    if (b->def->resamples == 0) return;
    bootstrap_draw(b, b->terms, b->def->count, "bootstrap");
    for (int c = 0; c < b->def->columns; c++) {
        wend_interval* v = &intervals[c];
        if (v->proportion)
            wend_wilson_interval(v->mean, effective_count(b, c), &v->low, &v->high);
        else if (v->has_interval)
            percentiles(b, c, &v->low, &v->high);
    }
    bootstrap_draw(b, b->scenes, b->def->scene_count, "scenes");
    for (int c = 0; c < b->def->columns; c++) {
        wend_interval* v = &intervals[c];
        bool constant = v->proportion && (v->mean == 0 || v->mean == 1);
        if (!v->has_scene_interval) continue;
        if (constant)  // no width over scenes either: Wilson with one trial per scene
            wend_wilson_interval(v->mean, v->scenes, &v->scene_low, &v->scene_high);
        else
            percentiles(b, c, &v->scene_low, &v->scene_high);
    }
}

static wend_status bootstrap_check(const wend_bootstrap_def* def, wend_error* error) {
    if (def->count < 0 || def->columns < 1 || def->resamples < 0 || def->resamples > 1000000)
        return wend_fail(error, WEND_ARGUMENT, "a bootstrap of %d values, %d columns, %d samples",
                         def->count, def->columns, def->resamples);
    for (int i = 0; def->scenes && i < def->count; i++)
        if (def->scenes[i] < 0 || def->scenes[i] >= def->scene_count)
            return wend_fail(error, WEND_ARGUMENT, "row %d is of scene %d of %d", i, def->scenes[i],
                             def->scene_count);
    return WEND_OK;
}

wend_status wend_bootstrap_means(const wend_bootstrap_def* def, wend_interval* intervals,
                                 wend_error* error) {
    WEND_TRY(bootstrap_check(def, error));
    size_t columns = (size_t)def->columns, pair = 2 * sizeof(double);
    bootstrap b = {.def = def};
    b.terms = wend_alloc((size_t)def->count * columns * pair);
    b.scenes = wend_alloc((size_t)def->scene_count * columns * pair);
    b.sums = wend_alloc(columns * pair);
    b.means = wend_alloc(columns * (size_t)def->resamples * sizeof *b.means);
    b.kept = wend_alloc(columns * sizeof *b.kept);
    bool fits = b.terms && b.scenes && b.sums && b.means && b.kept;
    if (fits) compute(&b, intervals);
    wend_free(b.terms);
    wend_free(b.scenes);
    wend_free(b.sums);
    wend_free(b.means);
    wend_free(b.kept);
    return fits ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory for a bootstrap");
}
