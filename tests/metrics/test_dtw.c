#include "metrics/dtw.h"
#include "metrics/path_check.h"
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
    p->path = (wend_path){.points = p->at, .count = count};
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

TEST(alignment_of_positions_equals_its_definition) {
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
            wend_path so_far = {.points = a.at, .count = i + 1};
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
static void random_path(double (*points)[3], int count, uint32_t seed) {
    int at[3] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        seed = (uint32_t)(((uint64_t)seed * 1103515245 + 12345) % 2147483648u);
        at[seed / 65536 % 3] += seed / 1048576 % 2 ? 1 : -1;
        for (int k = 0; k < 3; k++) points[i][k] = at[k] * 0.25;
    }
}

TEST(fast_alignment_takes_positions_and_a_radius) {
    static const double points[2][3] = {{0, 0, 0}, {3, 4, 0}}, table[4] = {0, 1, 1, 0};
    static const int nodes[2] = {0, 1};
    const wend_path line = {.points = points, .count = 2},
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
        random_path(a, cases[i].n, cases[i].seed);
        random_path(b, cases[i].m, cases[i].seed + 100);
        wend_path path = {.points = (const double(*)[3])a, .count = cases[i].n};
        wend_path reference = {.points = (const double(*)[3])b, .count = cases[i].m};
        double cost;
        CHECK_OK(wend_dtw_cost_fast(dtw, &path, &reference, 1, &cost, &error));
        CHECK_NEAR(cost, cases[i].fast, 1e-9);
        CHECK_OK(wend_dtw_cost(dtw, &path, &reference, &cost, &error));
        CHECK_NEAR(cost, cases[i].exact, 1e-9);
    }
    wend_dtw_destroy(dtw);
}

// Without a border the window is the coarse alignment itself, with the cells of its first row and
// column. Computed as above.
TEST(fast_alignment_of_radius_0_follows_the_coarse_one_to_its_first_cell) {
    static const struct {
        double a[4], b[4], cost;
    } cases[] = {{{1, 0, 3, 1}, {4, 0, 1, 1}, 5},
                 {{3, 3, 0, 3}, {4, 2, 3, 3}, 5},
                 {{3, 3, 4, 3}, {4, 3, 0, 4}, 6}};
    wend_error error;
    wend_dtw* dtw = make();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double a[4][3] = {{0}}, b[4][3] = {{0}}, cost;
        for (int k = 0; k < 4; k++) a[k][0] = cases[i].a[k], b[k][0] = cases[i].b[k];
        wend_path path = {.points = (const double(*)[3])a, .count = 4};
        wend_path reference = {.points = (const double(*)[3])b, .count = 4};
        CHECK_OK(wend_dtw_cost_fast(dtw, &path, &reference, 0, &cost, &error));
        CHECK_NEAR(cost, cases[i].cost, 1e-12);
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
    wend_path path = {.points = (const double(*)[3])a, .count = 40};
    wend_path reference = {.points = (const double(*)[3])b, .count = 45};
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

// ---- fastdtw, as the package has it: windows are sets of cells
// -----------------------------------

typedef struct cells {
    bool in[MOST][MOST];
} cells;

// The cost within a window, and which cells the best alignment takes. Of equal alignments Python's
// min takes the first: from (i-1, j), then from (i, j-1), then from (i-1, j-1).
static double align_within(const double (*x)[3], int n, const double (*y)[3], int m,
                           const cells* window, cells* path) {
    static double d[MOST + 1][MOST + 1];
    static int from[MOST + 1][MOST + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) d[i][j] = INFINITY;
    d[0][0] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (!window->in[i - 1][j - 1]) continue;
            const double *p = x[i - 1], *q = y[j - 1];
            double here = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                               (p[2] - q[2]) * (p[2] - q[2]));
            double ways[3] = {d[i - 1][j] + here, d[i][j - 1] + here, d[i - 1][j - 1] + here};
            int best = 0;
            for (int k = 1; k < 3; k++)
                if (ways[k] < ways[best]) best = k;
            d[i][j] = ways[best];
            from[i][j] = best;
        }
    memset(path, 0, sizeof *path);
    for (int i = n, j = m; isfinite(d[n][m]) && (i > 0 || j > 0);) {
        int way = from[i][j];
        path->in[i - 1][j - 1] = true;
        i -= way != 1;
        j -= way != 0;
    }
    return d[n][m];
}

static double fast_by_definition(const double (*x)[3], int n, const double (*y)[3], int m,
                                 int radius, cells* path) {
    cells window = {0}, coarse;
    if (n < radius + 2 || m < radius + 2) {
        memset(&window, 1, sizeof window);
        return align_within(x, n, y, m, &window, path);
    }
    double half_x[MOST][3], half_y[MOST][3];
    for (int i = 0; i < n / 2; i++)
        for (int k = 0; k < 3; k++) half_x[i][k] = (x[2 * i][k] + x[2 * i + 1][k]) / 2;
    for (int i = 0; i < m / 2; i++)
        for (int k = 0; k < 3; k++) half_y[i][k] = (y[2 * i][k] + y[2 * i + 1][k]) / 2;
    fast_by_definition((const double(*)[3])half_x, n / 2, (const double(*)[3])half_y, m / 2, radius,
                       &coarse);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int a = i / 2 - radius; a <= i / 2 + radius; a++)
                for (int b = j / 2 - radius; b <= j / 2 + radius; b++)
                    if (a >= 0 && b >= 0 && a < n / 2 && b < m / 2 && coarse.in[a][b])
                        window.in[i][j] = true;
    return align_within(x, n, y, m, &window, path);
}

TEST(fast_alignment_equals_its_definition) {
    wend_error error;
    wend_dtw* dtw = make();
    wend_rng rng = wend_rng_make(6, 1);
    places a, b;
    cells path;
    for (int trial = 0; trial < 600; trial++) {
        int radius = wend_rng_range(&rng, 1, 3), most = trial % 3 ? 20 : MOST;
        scatter(&a, wend_rng_range(&rng, 1, most), trial & 1, &rng);
        scatter(&b, wend_rng_range(&rng, 1, most), trial & 1, &rng);
        double cost,
            expected = fast_by_definition((const double(*)[3])a.at, a.path.count,
                                          (const double(*)[3])b.at, b.path.count, radius, &path);
        CHECK_OK(wend_dtw_cost_fast(dtw, &a.path, &b.path, radius, &cost, &error));
        CHECK(cost == expected);
    }
    wend_dtw_destroy(dtw);
}

// The package fails for a radius of 0 and an odd length; here the last points always pair.
TEST(fast_alignment_with_a_radius_of_0_has_a_cost_for_every_length) {
    wend_error error;
    wend_rng rng = wend_rng_make(7, 1);
    places a, b;
    cells path;
    for (int n = 1; n <= 17; n++)
        for (int m = 1; m <= 17; m++) {
            wend_dtw* dtw = make();
            double fast, exact;
            scatter(&a, n, false, &rng);
            scatter(&b, m, false, &rng);
            double expected = fast_by_definition((const double(*)[3])a.at, n,
                                                 (const double(*)[3])b.at, m, 0, &path);
            // In memory of their own, so that what is read behind them is found.
            double(*x)[3] = malloc((size_t)n * sizeof *x), (*y)[3] = malloc((size_t)m * sizeof *y);
            memcpy(x, a.at, (size_t)n * sizeof *x);
            memcpy(y, b.at, (size_t)m * sizeof *y);
            a.path.points = (const double(*)[3])x;
            b.path.points = (const double(*)[3])y;
            CHECK_OK(wend_dtw_cost_fast(dtw, &a.path, &b.path, 0, &fast, &error));
            CHECK_OK(wend_dtw_cost(dtw, &a.path, &b.path, &exact, &error));
            CHECK(isfinite(fast) && fast >= exact - 1e-9);
            if (isfinite(expected)) CHECK(fast == expected);
            wend_dtw_destroy(dtw);
            free(x);
            free(y);
        }
}

// ---- small cases --------------------------------------------------------------------------------

TEST(alignment_point_by_point_needs_a_point_of_the_reference) {
    wend_error error;
    wend_dtw* dtw = make();
    CHECK_INT(wend_dtw_begin(dtw, 0, &error), WEND_ARGUMENT);
    CHECK_TEXT(error.message, "a reference of 0 points");
    CHECK_INT(wend_dtw_begin(dtw, -1, &error), WEND_ARGUMENT);
    static const double distances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const int counts[] = {1, 3, 2, 9, 3, 1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int n = counts[i], sum = n * (n + 1) / 2;
        CHECK_OK(wend_dtw_begin(dtw, n, &error));
        CHECK(wend_dtw_append(dtw, distances) == sum);             // all of them with the one point
        CHECK(wend_dtw_append(dtw, distances) == sum + (n == 1));  // the first twice costs 1 m more
    }
    wend_dtw_destroy(dtw);
}

// What could not be allocated is not there: smaller paths that come later get memory of their own.
TEST(alignment_continues_after_an_allocation_failed) {
    static const double points[][3] = {{0, 0, 0}, {0, 0, 0}, {3, 4, 0}, {0, 0, 0}, {0, 0, 1}};
    static const int nodes[] = {0, 0, 1, 1}, one[] = {0, 0};
    static const double table[] = {0, 2, 2, 0};
    wend_path many = {.points = points, .count = 5}, few = {.points = points, .count = 1};
    wend_path far = {.points = points + 2, .count = 1}, distinct;
    wend_path hops = {.table = table, .side = 2, .nodes = nodes, .count = 4};
    wend_path hop = {.table = table, .side = 2, .nodes = one, .count = 2};
    wend_error error;
    double cost, distance = 2;
    wend_dtw* dtw = make();
    for (int used = 0; used < 2; used++) {  // of new memory, and of some that was used before
        wend_memory_fail_at(1, false);
        CHECK_INT(wend_dtw_begin(dtw, 9 + 9 * used, &error), WEND_NO_MEMORY);
        wend_memory_fail_at(0, false);
        CHECK_OK(wend_dtw_begin(dtw, 1, &error));
        CHECK(wend_dtw_append(dtw, &distance) == 2);
        wend_memory_fail_at(1, false);
        many.count = used ? 5 : 3;
        CHECK_INT(wend_dtw_cost(dtw, &many, &many, &cost, &error), WEND_NO_MEMORY);
        CHECK_HAS(error.message, "out of memory while aligning two paths (");
        wend_memory_fail_at(0, false);
        CHECK_OK(wend_dtw_cost(dtw, &few, &far, &cost, &error));
        CHECK(cost == 5);
        wend_memory_fail_at(1, false);
        hops.count = used ? 4 : 3;
        CHECK_INT(dtw_distinct(dtw, &hops, &distinct, &error), WEND_NO_MEMORY);
        CHECK_HAS(error.message, used ? "a path of 4 points" : "a path of 3 points");
        wend_memory_fail_at(0, false);
        CHECK_OK(dtw_distinct(dtw, &hop, &distinct, &error));
        CHECK(distinct.count == 1 && distinct.nodes[0] == 0 && !distinct.points);
    }
    CHECK_OK(dtw_distinct(dtw, &many, &distinct, &error));
    CHECK_INT(distinct.count, 4);
    CHECK_OK(dtw_distinct(dtw, &hops, &distinct, &error));
    CHECK(distinct.count == 2 && distinct.nodes[0] == 0 && distinct.nodes[1] == 1);
    wend_dtw_destroy(dtw);
}

TEST(a_point_is_a_repeat_when_all_of_it_is_that_of_the_one_before) {
    static const double points[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 2, 3}, {1, 2, 3},
                                       {1, 2, 3}, {0, 2, 3}, {0, 0, 3}, {0, 0, 0}, {0, 0, 0}};
    static const int kept[] = {0, 1, 2, 3, 6, 7, 8};
    wend_error error;
    wend_path path = {.points = points, .count = 10}, distinct;
    wend_dtw* dtw = make();
    CHECK_OK(dtw_distinct(dtw, &path, &distinct, &error));
    CHECK_INT(distinct.count, 7);
    for (int i = 0; i < 7; i++)
        CHECK(memcmp(distinct.points[i], points[kept[i]], sizeof *points) == 0);
    path.count = 4;  // none: the path itself
    CHECK_OK(dtw_distinct(dtw, &path, &distinct, &error));
    CHECK(distinct.points == points && distinct.count == 4);
    path.count = 0;
    CHECK_OK(dtw_distinct(dtw, &path, &distinct, &error));
    CHECK_INT(distinct.count, 0);
    wend_dtw_destroy(dtw);
}

TEST(a_point_that_is_not_finite_is_reported_with_its_position) {
    wend_error error;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double points[3][3] = {{0}};
            char expected[80];
            points[i][k] = k == 1 ? NAN : INFINITY;
            wend_path path = {.points = (const double(*)[3])points, .count = 3};
            CHECK_INT(path_check(&path, "reference", &error), WEND_ARGUMENT);
            snprintf(expected, sizeof expected, "point %d of the reference is (%s, %s, %s);", i,
                     k == 0 ? "inf" : "0", k == 1 ? "nan" : "0", k == 2 ? "inf" : "0");
            CHECK_HAS(error.message, expected);
            path.count = i;
            CHECK_OK(path_check(&path, "reference", &error));
        }
    static const int nodes[] = {0, 1};
    CHECK_OK(path_check(&(wend_path){.nodes = nodes, .count = 2}, "path", &error));
}

TEST(distances_are_from_the_table_or_straight_and_lengths_are_their_sums) {
    static const double table[] = {0, 1, 2, 10, 0, 4, 20, 30, 0};  // not symmetric
    static const int nodes[] = {0, 2, 1};
    static const double points[][3] = {{0, 0, 0}, {2, 3, 6}, {2, 3, 5}, {-1, -1, 5}};
    wend_path hops = {.table = table, .side = 3, .nodes = nodes, .count = 3};
    wend_path line = {.points = points, .count = 4};
    CHECK(wend_path_distance(&hops, 0, &hops, 2) == 1 &&
          wend_path_distance(&hops, 2, &hops, 0) == 10);
    CHECK(wend_path_distance(&hops, 1, &hops, 2) == 30);
    CHECK(wend_path_length(&hops) == 32);
    CHECK(wend_path_distance(&line, 0, &line, 1) == 7 &&
          wend_path_distance(&line, 1, &line, 0) == 7);
    CHECK(wend_path_length(&line) == 13);
    line.count = 1;
    CHECK(wend_path_length(&line) == 0);
    line.count = 0;
    CHECK(wend_path_length(&line) == 0);
}

TEST(alignment_of_empty_and_single_paths_is_defined) {
    wend_error error;
    wend_dtw* dtw = make();
    static const double point[1][3] = {{1, 2, 2}}, origin[1][3] = {{0, 0, 0}};
    wend_path none = {0}, one = {.points = point, .count = 1},
              zero = {.points = origin, .count = 1};
    double cost;
    CHECK_OK(wend_dtw_cost(dtw, &none, &none, &cost, &error));
    CHECK(cost == 0);
    CHECK_OK(wend_dtw_cost(dtw, &none, &one, &cost, &error));
    CHECK(isinf(cost));
    CHECK_OK(wend_dtw_cost_fast(dtw, &one, &none, 1, &cost, &error));
    CHECK(isinf(cost));
    CHECK_OK(wend_dtw_cost(dtw, &one, &zero, &cost, &error));
    CHECK(cost == 3);
    for (int pin = 0; pin < 4; pin++) {
        CHECK_OK(wend_dtw_cost_pinned(dtw, &none, &none, pin & 1, pin & 2, &cost, &error));
        CHECK(cost == 0);
        CHECK_OK(wend_dtw_cost_pinned(dtw, &none, &one, pin & 1, pin & 2, &cost, &error));
        CHECK(isinf(cost));
        CHECK_OK(wend_dtw_cost_pinned(dtw, &one, &none, pin & 1, pin & 2, &cost, &error));
        CHECK(isinf(cost));
        CHECK_OK(wend_dtw_cost_pinned(dtw, &one, &zero, pin & 1, pin & 2, &cost, &error));
        CHECK(cost == 3);
    }
    CHECK(wend_dtw_normalize(INFINITY, 5, 3) == 0);
    CHECK(wend_dtw_normalize(3, 1, 3) == exp(-1) && wend_dtw_normalize(3, 2, 3) == exp(-0.5));
    CHECK(wend_dtw_normalize(0, 1, 3) == 1);
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
