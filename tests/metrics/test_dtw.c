#include "test.h"

#include "wend/metrics.h"

static wend_dtw* make(void) {
    wend_dtw* dtw;
    wend_error error;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    return dtw;
}

enum { MOST = 70 };
typedef struct places {
    double at[MOST][3];
    wend_path path;
} places;

// `grid` rounds coordinates, which makes ties and repeated points.
static void scatter(places* p, int count, bool grid, wend_rng* rng) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            double x = wend_rng_double(rng) * 5;
            p->at[i][k] = grid ? floor(x) : x;
        }
    p->path = (wend_path){.places = p->at, .count = count};
}

static double at(const double* table, int m, int i, int j) {
    return i == 0 && j == 0 ? 0 : i == 0 || j == 0 ? INFINITY : table[i * (m + 1) + j];
}

// The definition: a table with a border of infinity.
static double by_definition(const wend_path* a, const wend_path* b, bool pin_start, bool pin_end) {
    int n = a->count, m = b->count;
    double* table = calloc((size_t)(n + 1) * (size_t)(m + 1), sizeof *table);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double best = fmin(at(table, m, i - 1, j),
                               fmin(at(table, m, i, j - 1), at(table, m, i - 1, j - 1)));
            bool forbidden = (pin_start && j == 1 && i > 1) || (pin_end && j == m && i < n);
            if (i == 1 && j == 1 && !pin_start) forbidden = false;  // the first cell is given
            table[i * (m + 1) + j] =
                forbidden ? INFINITY : wend_path_distance(a, i - 1, b, j - 1) + best;
        }
    double cost = table[n * (m + 1) + m];
    free(table);
    return cost;
}

TEST(alignment_of_places_equals_its_definition) {
    wend_error error;
    wend_dtw* dtw = make();
    wend_rng rng = wend_rng_make(1, 1);
    places a, b;
    for (int trial = 0; trial < 400; trial++) {
        scatter(&a, wend_rng_range(&rng, 1, MOST), trial & 1, &rng);
        scatter(&b, wend_rng_range(&rng, 1, MOST), trial & 1, &rng);
        double cost;
        CHECK_OK(wend_dtw_cost(dtw, &a.path, &b.path, &cost, &error));
        CHECK(cost == by_definition(&a.path, &b.path, false, false));
    }
    wend_dtw_destroy(dtw);
}

TEST(alignment_appended_point_by_point_is_the_alignment_so_far) {
    wend_error error;
    wend_dtw *dtw = make(), *whole = make();
    wend_rng rng = wend_rng_make(2, 1);
    places a, b;
    for (int trial = 0; trial < 20; trial++) {
        scatter(&a, 30, false, &rng);
        scatter(&b, wend_rng_range(&rng, 1, 40), false, &rng);
        CHECK_OK(wend_dtw_begin(dtw, b.path.count, &error));
        for (int i = 0; i < 30; i++) {
            double distances[MOST], cost;
            for (int j = 0; j < b.path.count; j++)
                distances[j] = wend_path_distance(&a.path, i, &b.path, j);
            wend_path so_far = {.places = a.at, .count = i + 1};
            CHECK_OK(wend_dtw_cost(whole, &so_far, &b.path, &cost, &error));
            CHECK(wend_dtw_append(dtw, distances) == cost);
        }
    }
    wend_dtw_destroy(dtw);
    wend_dtw_destroy(whole);
}

TEST(pinned_alignment_equals_its_definition) {
    wend_error error;
    wend_dtw* dtw = make();
    wend_rng rng = wend_rng_make(3, 1);
    places a, b;
    for (int trial = 0; trial < 400; trial++) {
        scatter(&a, wend_rng_range(&rng, 1, 8), trial & 1, &rng);
        scatter(&b, wend_rng_range(&rng, 1, 8), trial & 1, &rng);
        bool start = wend_rng_chance(&rng, 0.5f), end = wend_rng_chance(&rng, 0.5f);
        double cost;
        CHECK_OK(wend_dtw_cost_pinned(dtw, &a.path, &b.path, start, end, &cost, &error));
        CHECK(cost == by_definition(&a.path, &b.path, start, end));
    }
    wend_dtw_destroy(dtw);
}

TEST(fast_alignment_is_exact_for_short_paths_and_never_below) {
    wend_error error;
    wend_dtw* dtw = make();
    wend_rng rng = wend_rng_make(4, 1);
    places a, b;
    int above = 0;
    for (int trial = 0; trial < 300; trial++) {
        int n = wend_rng_range(&rng, 1, MOST);
        scatter(&a, n, trial & 1, &rng);
        scatter(&b, wend_rng_range(&rng, 1, n < 3 ? MOST : 2), trial & 1, &rng);
        double fast, exact;
        CHECK_OK(wend_dtw_cost_fast(dtw, &a.path, &b.path, 1, &fast, &error));
        CHECK_OK(wend_dtw_cost(dtw, &a.path, &b.path, &exact, &error));
        CHECK(fast == exact);
        scatter(&b, wend_rng_range(&rng, 1, MOST), trial & 1, &rng);
        CHECK_OK(wend_dtw_cost_fast(dtw, &a.path, &b.path, 1, &fast, &error));
        CHECK_OK(wend_dtw_cost(dtw, &a.path, &b.path, &exact, &error));
        CHECK(fast >= exact - 1e-9);
        above += fast > exact + 1e-9;
        CHECK_OK(wend_dtw_cost_fast(dtw, &a.path, &b.path, MOST, &fast, &error));
        CHECK_NEAR(fast, exact, 1e-9);
    }
    CHECK(above > 50);
    wend_dtw_destroy(dtw);
}

// Quarter-metre steps along one axis at a time, the same in any language.
static void walk(double (*points)[3], int count, uint32_t seed) {
    int at[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        seed = (uint32_t)(((uint64_t)seed * 1103515245 + 12345) % 2147483648u);
        at[seed / 65536 % 3] += seed / 1048576 % 2 ? 1 : -1;
        for (int k = 0; k < 3; k++) points[i][k] = at[k] * 0.25;
    }
}

TEST(fast_alignment_takes_places_and_a_radius) {
    static const double points[2][3] = {{0, 0, 0}, {3, 4, 0}}, table[4] = {0, 1, 1, 0};
    static const int nodes[2] = {0, 1};
    const wend_path line = {.places = points, .count = 2},
                    hops = {.table = table, .side = 2, .nodes = nodes, .count = 2}, none = {0};
    wend_error error;
    wend_dtw* dtw;
    double cost;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    CHECK(wend_dtw_cost_fast(dtw, &line, &hops, 1, &cost, &error) == WEND_ARGUMENT);
    CHECK(wend_dtw_cost_fast(dtw, &hops, &line, 1, &cost, &error) == WEND_ARGUMENT);
    CHECK(wend_dtw_cost_fast(dtw, &line, &line, -1, &cost, &error) == WEND_ARGUMENT);
    CHECK_OK(wend_dtw_cost_fast(dtw, &line, &line, 0, &cost, &error));
    CHECK(cost == 0);
    CHECK_OK(wend_dtw_cost_fast(dtw, &none, &line, 1, &cost, &error));
    CHECK(isinf(cost));
    CHECK_OK(wend_dtw_cost_fast(dtw, &none, &none, 1, &cost, &error));
    CHECK(cost == 0);
    wend_dtw_destroy(dtw);
}

// The expected numbers were computed with the Python package fastdtw 0.3 (pure Python) and numpy.
TEST(fast_alignment_is_what_the_python_package_gives) {
    static const struct {
        int n, m;
        uint32_t seed;
        double fast, exact;
    } cases[] = {{50, 50, 1, 76.71684617273431, 74.47951331640319},
                 {37, 64, 2, 79.35616603827921, 79.35616603827921},
                 {120, 33, 3, 214.00609179913687, 213.56762963238606},
                 {5, 200, 4, 383.50093953192874, 383.50093953192874}};
    static double a[200][3], b[200][3];
    wend_error error;
    wend_dtw* dtw = make();
    for (int i = 0; i < 4; i++) {
        walk(a, cases[i].n, cases[i].seed);
        walk(b, cases[i].m, cases[i].seed + 100);
        wend_path path = {.places = (const double(*)[3])a, .count = cases[i].n};
        wend_path reference = {.places = (const double(*)[3])b, .count = cases[i].m};
        double cost;
        CHECK_OK(wend_dtw_cost_fast(dtw, &path, &reference, 1, &cost, &error));
        CHECK_NEAR(cost, cases[i].fast, 1e-9);
        CHECK_OK(wend_dtw_cost(dtw, &path, &reference, &cost, &error));
        CHECK_NEAR(cost, cases[i].exact, 1e-9);
    }
    wend_dtw_destroy(dtw);
}

// Back and forth on a line: every distance is a whole number of quarters, so sums tie exactly.
static void pace(double (*points)[3], int count, uint32_t seed) {
    int at = 0;
    for (int i = 0; i < count; i++) {
        seed = (uint32_t)(((uint64_t)seed * 1103515245 + 12345) % 2147483648u);
        at += seed / 1048576 % 2 ? 1 : -1;
        points[i][0] = at * 0.25;
        points[i][1] = points[i][2] = 0;
    }
}

// Such paths tie all the time, and which way a tie goes decides the next window.
TEST(fast_alignment_breaks_ties_as_the_python_package_does) {
    static double a[40][3], b[45][3];
    wend_error error;
    wend_dtw* dtw = make();
    wend_path path = {.places = (const double(*)[3])a, .count = 40};
    wend_path reference = {.places = (const double(*)[3])b, .count = 45};
    double sum = 0;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        double cost;
        pace(a, 40, seed);
        pace(b, 45, seed + 1000);
        CHECK_OK(wend_dtw_cost_fast(dtw, &path, &reference, 1, &cost, &error));
        sum += cost;
    }
    CHECK_NEAR(sum, 3853.75, 0);
    wend_dtw_destroy(dtw);
}

TEST(alignment_of_empty_and_single_paths_is_defined) {
    wend_error error;
    wend_dtw* dtw = make();
    static const double point[1][3] = {{1, 2, 2}}, origin[1][3] = {{0, 0, 0}};
    wend_path none = {0}, one = {.places = point, .count = 1},
              zero = {.places = origin, .count = 1};
    double cost;
    CHECK_OK(wend_dtw_cost(dtw, &none, &none, &cost, &error));
    CHECK(cost == 0);
    CHECK_OK(wend_dtw_cost(dtw, &none, &one, &cost, &error));
    CHECK(isinf(cost));
    CHECK_OK(wend_dtw_cost_fast(dtw, &one, &none, 1, &cost, &error));
    CHECK(isinf(cost));
    CHECK_OK(wend_dtw_cost(dtw, &one, &zero, &cost, &error));
    CHECK(cost == 3);
    CHECK(wend_dtw_normalize(INFINITY, 5, 3) == 0);
    CHECK(wend_dtw_normalize(0, 0, 3) == 1 && wend_dtw_normalize(1, 0, 3) == 0);
    wend_dtw_destroy(dtw);
}

TEST(the_follower_sample_of_rxr_has_its_published_ndtw) {
    CHECK_NEAR(wend_dtw_normalize(1.5461700564, 5, 3), 0.9020566069, 5e-11);
}

static wend_status align_twice(void* context, wend_error* error) {
    (void)context;
    wend_rng rng = wend_rng_make(5, 1);
    places a, b;
    scatter(&a, 40, false, &rng);
    scatter(&b, 50, false, &rng);
    wend_dtw* dtw;
    WEND_TRY(wend_dtw_create(&dtw, error));
    double cost;
    wend_status status = wend_dtw_cost(dtw, &a.path, &b.path, &cost, error);
    if (status == WEND_OK) status = wend_dtw_cost_fast(dtw, &a.path, &b.path, 1, &cost, error);
    if (status == WEND_OK) status = wend_dtw_begin(dtw, 9, error);
    wend_dtw_destroy(dtw);
    return status;
}

TEST(alignment_survives_every_failing_allocation) { test_each_allocation(align_twice, NULL, 100); }
