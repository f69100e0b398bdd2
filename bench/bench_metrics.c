// `wend bench metrics`: DTW alignments per second and core, compared with a plain table.
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/metrics.h"

enum { EPISODES = 256, POINTS = 50, REPEATS = 8 };

typedef struct stage {
    double (*paths)[POINTS][3];  // [EPISODES]
    double (*references)[POINTS][3];
    wend_dtw* dtw;
    double checksum;
} stage;

static wend_path bench_metrics_path_of(double (*places)[3]) {
    wend_path path = {.points = (const double(*)[3])places, .count = POINTS};
    return path;
}

static double run_ndtw(void* context) {
    stage* s = context;
    for (int r = 0; r < REPEATS; r++)
        for (int i = 0; i < EPISODES; i++) {
            wend_path path = bench_metrics_path_of(s->paths[i]),
                      reference = bench_metrics_path_of(s->references[i]);
            double cost = 0;
            if (wend_dtw_cost(s->dtw, &path, &reference, &cost, NULL) == WEND_OK)
                s->checksum += wend_dtw_normalize(cost, POINTS, 3);
        }
    return EPISODES * REPEATS;
}

static double run_fast(void* context) {
    stage* s = context;
    for (int i = 0; i < EPISODES; i++) {
        wend_path path = bench_metrics_path_of(s->paths[i]),
                  reference = bench_metrics_path_of(s->references[i]);
        double cost = 0;
        if (wend_dtw_cost_fast(s->dtw, &path, &reference, 1, &cost, NULL) == WEND_OK)
            s->checksum += wend_dtw_normalize(cost, POINTS, 3);
    }
    return EPISODES;
}

// Incremental, as for a reward: 50 appended points are one episode.
static double run_appended(void* context) {
    stage* s = context;
    double distances[POINTS], cost = 0;
    for (int i = 0; i < EPISODES; i++) {
        wend_path path = bench_metrics_path_of(s->paths[i]),
                  reference = bench_metrics_path_of(s->references[i]);
        if (wend_dtw_begin(s->dtw, POINTS, NULL) != WEND_OK) return 0;
        for (int k = 0; k < POINTS; k++) {
            for (int j = 0; j < POINTS; j++)
                distances[j] = wend_path_distance(&path, k, &reference, j);
            cost = wend_dtw_append(s->dtw, distances);
        }
        s->checksum += wend_dtw_normalize(cost, POINTS, 3);
    }
    return EPISODES;
}

// The textbook implementation: the whole table, cell by cell.
static double run_table(void* context) {
    stage* s = context;
    double table[POINTS + 1][POINTS + 1];
    for (int e = 0; e < EPISODES; e++) {
        for (int k = 0; k <= POINTS; k++) table[0][k] = table[k][0] = INFINITY;
        table[0][0] = 0;
        for (int i = 1; i <= POINTS; i++)
            for (int j = 1; j <= POINTS; j++) {
                const double *p = s->paths[e][i - 1], *q = s->references[e][j - 1];
                double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
                double best = fmin(table[i - 1][j], fmin(table[i][j - 1], table[i - 1][j - 1]));
                table[i][j] = sqrt(x * x + y * y + z * z) + best;
            }
        s->checksum += wend_dtw_normalize(table[POINTS][POINTS], POINTS, 3);
    }
    return EPISODES;
}

// Every building of the folder: reads the file and computes paths between all viewpoints.
static double run_buildings(void* context) {
    wend_graph_set_def def = wend_graph_set_default_def();
    wend_graph_set* set;
    def.connectivity = context;
    if (wend_graph_set_create(&def, &set, NULL) != WEND_OK) return 0;
    int read = 0;
    for (int i = 0; i < wend_graph_set_count(set); i++) {
        const wend_graph* graph;
        read += wend_graph_set_get(set, wend_graph_set_scan(set, i), &graph, NULL) == WEND_OK;
    }
    wend_graph_set_destroy(set);
    return read;
}

static void bench_buildings(const char* folder, int rounds, bool json) {
    bench_case one = {
        .name = "buildings with all paths", .run = run_buildings, .context = (void*)folder};
    bench_run(&one, 1, rounds, false);
    if (json)
        bench_print_json("metrics", &one, 1, "buildings");
    else
        bench_print(&one, 1, "buildings", -1);
}

static wend_status bench_metrics_prepare(stage* s, wend_error* error) {
    WEND_TRY(wend_dtw_create(&s->dtw, error));
    s->paths = wend_alloc(EPISODES * sizeof *s->paths);
    s->references = wend_alloc(EPISODES * sizeof *s->references);
    if (!s->paths || !s->references) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_rng rng = wend_rng_make(1, 1);
    for (int i = 0; i < EPISODES; i++)
        for (int k = 0; k < POINTS; k++)
            for (int c = 0; c < 3; c++) {  // steps of 0.25 m
                double last_p = k ? s->paths[i][k - 1][c] : 0;
                double last_r = k ? s->references[i][k - 1][c] : 0;
                s->paths[i][k][c] = last_p + 0.25 * wend_rng_normal(&rng);
                s->references[i][k][c] = last_r + 0.25 * wend_rng_normal(&rng);
            }
    return WEND_OK;
}

int command_bench_metrics(int argc, char** argv) {
    bool json = false;
    int rounds = 9;
    const char* folder = NULL;
    const option options[] = {
        BENCH_ROUNDS_OPTION(rounds),
        {"--connectivity", OPTION_TEXT, &folder, "DIR",
         "also measure reading the graphs of this folder"},
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench metrics",
                   .summary = "nDTW of 50 x 50 points: episodes per second and core.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (rounds < 1) return report_misuse(&a, "--rounds is at least 1, not %d", rounds);
    stage s = {0};
    wend_error error;
    wend_status status = bench_metrics_prepare(&s, &error);
    if (status == WEND_OK) {
        bench_case cases[] = {{.name = "table, cell by cell", .run = run_table, .context = &s},
                              {.name = "nDTW, exact", .run = run_ndtw, .context = &s},
                              {.name = "nDTW, point by point", .run = run_appended, .context = &s},
                              {.name = "nDTW, fastdtw radius 1", .run = run_fast, .context = &s}};
        bench_run(cases, 4, rounds, false);
        if (json)
            bench_print_json("metrics", cases, 4, "episodes");
        else
            bench_print(cases, 4, "episodes", 0);
        if (folder) bench_buildings(folder, rounds, json);
    }
    wend_dtw_destroy(s.dtw);
    wend_free(s.paths);
    wend_free(s.references);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
