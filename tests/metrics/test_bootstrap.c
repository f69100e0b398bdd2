// Intervals: which samples they are of, and that no column looks at another one's values.
#include "test.h"

#include "wend/metrics.h"

enum { ROWS = 9, COLUMNS = 4, SCENES = 3 };

static const double values[ROWS][COLUMNS] = {
    {1, 0.3, 1, 5}, {0, 0.9, INFINITY, 5}, {1, 0.1, 1, INFINITY}, {1, INFINITY, 1, INFINITY},
    {0, 0.5, 1, 7}, {1, 0.2, 1, 11},       {0, 0.8, 1, 3},        {1, 0.4, INFINITY, 4},
    {1, 0.6, 1, 2},
};
static const double weights[ROWS] = {1, 2, 3, 1, 0, 2, 5, 1, 4};
static const int scenes[ROWS] = {0, 1, 1, 0, 0, 2, 2, 1, 2};
static const bool shares[COLUMNS] = {true, true, true, false};

static wend_bootstrap_def make_def(void) {
    wend_bootstrap_def def = wend_bootstrap_default_def();
    def.values = values[0];
    def.weights = weights;
    def.scenes = scenes;
    def.scene_count = SCENES;
    def.shares = shares;
    def.count = ROWS;
    def.columns = COLUMNS;
    def.resamples = 200;
    return def;
}

TEST(a_column_beside_others_has_the_interval_it_has_alone) {
    wend_bootstrap_def def = make_def();
    wend_interval together[COLUMNS], alone;
    wend_error error;
    CHECK_OK(wend_bootstrap_means(&def, together, &error));
    for (int c = 0; c < COLUMNS; c++) {
        double column[ROWS];
        for (int i = 0; i < ROWS; i++) column[i] = values[i][c];
        def.values = column;
        def.shares = &shares[c];
        def.columns = 1;
        CHECK_OK(wend_bootstrap_means(&def, &alone, &error));
        CHECK(together[c].mean == alone.mean && together[c].count == alone.count);
        CHECK(together[c].low == alone.low && together[c].high == alone.high);
        CHECK(together[c].scene_low == alone.scene_low);
        CHECK(together[c].scene_high == alone.scene_high && together[c].scenes == alone.scenes);
        CHECK(together[c].proportion == alone.proportion);
        CHECK(together[c].has_interval && alone.has_interval);
        CHECK(together[c].has_scene_interval && alone.has_scene_interval);
    }
    CHECK(together[0].proportion && !together[1].proportion);
    CHECK(together[2].proportion && !together[3].proportion);
    // Weights 1 + 3 + 1 + 2 + 1 + 4 of 19 are successes.
    CHECK_NEAR(together[0].mean, 12 / 19.0, 1e-12);
    CHECK_NEAR(together[3].mean, (5 + 10 + 22 + 15 + 4 + 8) / 15.0, 1e-12);
    CHECK(together[0].count == 8 && together[1].count == 7 && together[3].count == 6);
}

TEST(a_weighted_proportion_has_kishs_effective_sample_size) {
    wend_bootstrap_def def = make_def();
    wend_interval v[COLUMNS];
    wend_error error;
    double low, high;
    CHECK_OK(wend_bootstrap_means(&def, v, &error));
    // The square of the sum of the weights over the sum of their squares.
    wend_wilson_interval(12 / 19.0, 19 * 19 / 61.0, &low, &high);
    CHECK_NEAR(v[0].low, low, 1e-12);
    CHECK_NEAR(v[0].high, high, 1e-12);
    // All successes, in three scenes: as sure as 16 * 16 / 56 episodes, and as three scenes.
    const double z = 1.959963984540054, count = 16 * 16 / 56.0;
    CHECK(v[2].mean == 1 && v[2].high == 1 && v[2].scene_high == 1);
    CHECK_NEAR(v[2].low, count / (count + z * z), 1e-12);
    CHECK_NEAR(v[2].scene_low, 3 / (3 + z * z), 1e-12);
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// The definition: 2.5 % of the means of samples lie below, 2.5 % above.
TEST(an_interval_is_the_26th_mean_from_either_end_of_a_thousand) {
    enum { COUNT = 50, SAMPLES = 1000 };
    double given[COUNT], means[SAMPLES];
    wend_rng rng = wend_rng_make(7, 7);
    for (int i = 0; i < COUNT; i++) given[i] = wend_rng_double(&rng);
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval v;
    wend_error error;
    def.values = given;
    def.count = COUNT;
    def.columns = 1;
    def.seed = 3;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    rng = wend_rng_for(3, "means", "bootstrap");
    for (int s = 0; s < SAMPLES; s++) {
        double sum = 0;
        for (int i = 0; i < COUNT; i++) sum += given[wend_rng_below(&rng, COUNT)];
        means[s] = sum / COUNT;
    }
    qsort(means, SAMPLES, sizeof *means, compare);
    CHECK_NEAR(v.low, means[25], 1e-12);
    CHECK_NEAR(v.high, means[SAMPLES - 26], 1e-12);
    wend_interval other;
    def.seed = 4;
    CHECK_OK(wend_bootstrap_means(&def, &other, &error));
    CHECK(other.low != v.low && other.mean == v.mean);
}

TEST(a_sample_in_which_nothing_counts_has_no_mean) {
    // Half of the samples of two rows have the one that counts not at all or once or twice.
    static const double given[2] = {4, INFINITY}, both[2] = {4, 8};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    static const int parts[2] = {0, 1};
    wend_interval v;
    wend_error error;
    def.values = given;
    def.scenes = parts;
    def.scene_count = 2;
    def.count = 2;
    def.columns = 1;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.mean == 4 && v.low == 4 && v.high == 4 && v.count == 1 && !v.has_interval);
    CHECK(v.scenes == 1 && !v.has_scene_interval && v.scene_low == 4 && v.scene_high == 4);
    def.values = both;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.mean == 6 && v.low == 4 && v.high == 8 && v.has_interval);
    CHECK(v.scene_low == 4 && v.scene_high == 8 && v.has_scene_interval);
    def.resamples = 0;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.mean == 6 && v.low == 6 && v.high == 6 && v.scene_low == 6 && v.scene_high == 6);
    CHECK(!v.has_interval && !v.has_scene_interval && v.scenes == 2);
}

TEST(the_interval_of_wilson_has_its_ends_at_nothing_and_all) {
    const double z = 1.959963984540054;
    double low, high;
    wend_wilson_interval(0, 10, &low, &high);
    CHECK(low == 0);
    CHECK_NEAR(high, z * z / (10 + z * z), 1e-12);
    wend_wilson_interval(1, 10, &low, &high);
    CHECK(high == 1);
    CHECK_NEAR(low, 10 / (10 + z * z), 1e-12);
    // 5 of 10: the middle is a half, and the width is that of 10 + z² values.
    wend_wilson_interval(0.5, 10, &low, &high);
    CHECK_NEAR(low + high, 1, 1e-12);
    CHECK_NEAR(high - low, z / sqrt(10 + z * z), 1e-12);
    // 1 of 4, by the formula.
    double middle = (0.25 + z * z / 8) / (1 + z * z / 4);
    double half = z / (1 + z * z / 4) * sqrt(0.25 * 0.75 / 4 + z * z / 64);
    wend_wilson_interval(0.25, 4, &low, &high);
    CHECK_NEAR(low, middle - half, 1e-12);
    CHECK_NEAR(high, middle + half, 1e-12);
}

TEST(bootstraps_are_refused_with_their_numbers) {
    wend_bootstrap_def def = make_def();
    wend_interval v[COLUMNS];
    wend_error error;
    def.resamples = 1000001;
    CHECK_INT(wend_bootstrap_means(&def, v, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "9 values, 4 columns, 1000001 samples");
    static const int bad[][2] = {{0, -1}, {8, 3}};  // row and scene
    for (int i = 0; i < 2; i++) {
        int given[ROWS];
        char words[64];
        def = make_def();
        memcpy(given, scenes, sizeof given);
        given[bad[i][0]] = bad[i][1];
        def.scenes = given;
        CHECK_INT(wend_bootstrap_means(&def, v, &error), WEND_ARGUMENT);
        snprintf(words, sizeof words, "row %d is of scene %d of 3", bad[i][0], bad[i][1]);
        CHECK_HAS(error.message, words);
    }
}
