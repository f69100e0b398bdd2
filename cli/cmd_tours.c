// `wend tours solve`: the asymmetric travelling salesperson problem of IVLN's tours. `wend tours
// coverage`: how much of the next path and of the tour was already observed, by episodes done.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/analyze.h"
#include "wend/benchmarks/ivln.h"
#include "wend/report.h"

static int print_solution(const wend_atsp* problem, const wend_atsp_result* result,
                          const int* order, double seconds) {
    printf("%s: %d cities, cost %lld (lower bound %lld), %.3f s\n", problem->name, problem->count,
           (long long)result->cost, (long long)result->bound, seconds);
    for (int i = 0; i < problem->count; i++) printf("%s%d", i == 0 ? "" : " ", order[i]);
    printf("\n");
    return EXIT_OK;
}

static int print_solution_json(const wend_atsp* problem, const wend_atsp_result* result,
                               const int* order, double seconds) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "cost", result->cost);
    wend_json_out_int(&out, "bound", result->bound);
    wend_json_out_int(&out, "cities", problem->count);
    wend_json_out_int(&out, "kicks", result->kicks);
    wend_json_out_number(&out, "seconds", round(seconds * 1e6) / 1e6);
    wend_json_out_ints(&out, "order", order, problem->count);
    wend_json_out_end(&out);
    return print_json(&out);
}

int command_tours_solve(int argc, char** argv) {
    bool json = false;
    uint64_t seed = 1, kicks = 0;
    const option options[] = {
        JSON_OPTION(json),
        SEED_OPTION(seed),
        {"--kicks", OPTION_U64, &kicks, "N", "perturbations of the local search; 0: default", 0,
         1e15},
    };
    arguments a = {
        .command = "tours solve",
        .summary = "Solves a TSPLIB .atsp file: the shortest round trip, by local search.",
        .operands = "FILE",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error;
    wend_atsp problem;
    double start = cpu_seconds_now();
    if (wend_atsp_read(a.given[0], &problem, &error) != WEND_OK) return report_error(&error);
    wend_atsp_def def = wend_atsp_default_def();
    def.seed = seed;
    def.kicks = (int64_t)(kicks > INT64_MAX ? INT64_MAX : kicks);
    wend_atsp_result result;
    int* order = wend_alloc((size_t)problem.count * sizeof *order);
    wend_status status = order ? wend_atsp_solve(&problem, &def, order, &result, &error)
                               : wend_fail(&error, WEND_NO_MEMORY, "out of memory");
    exit_status = status != WEND_OK ? report_error(&error)
                                    : (json ? print_solution_json : print_solution)(
                                          &problem, &result, order, cpu_seconds_now() - start);
    wend_free(order);
    wend_atsp_destroy(&problem);
    return exit_status;
}

// ---- coverage -----------------------------------------------------------------------------------

static void print_coverage(const wend_coverage* c) {
    printf("  %-14s %6s   %-12s %s\n", "episodes done", "tours", "next path", "tour");
    for (int i = 0; i < c->count; i++)
        printf("  %-14d %6d   %-12.3f %.3f\n", i, c->tours[i], c->next[i], c->whole[i]);
}

static wend_status plot_coverage(const wend_coverage* c, const char* path, wend_error* error) {
    double x[WEND_COVERAGE_MAX], next[WEND_COVERAGE_MAX], whole[WEND_COVERAGE_MAX];
    for (int i = 0; i < c->count; i++) {
        x[i] = i;
        next[i] = 100 * c->next[i];
        whole[i] = 100 * c->whole[i];
    }
    const wend_line_series series[2] = {
        {.name = "complete tour", .x = x, .y = whole, .count = c->count},
        {.name = "upcoming episode", .x = x, .y = next, .count = c->count}};
    wend_line_plot plot = {.title = "Seen before, by episodes done",
                           .x_label = "episodes done",
                           .y_label = "per cent",
                           .series = series,
                           .series_count = 2};
    return wend_line_plot_save(&plot, path, error);
}

int command_tours_coverage(int argc, char** argv) {
    wend_coverage_def def = wend_coverage_default_def();
    const char* out = NULL;
    const option options[] = {
        {"--scenes", OPTION_TEXT, &def.scenes, "DIR",
         "folder of the scene files; default: the path in the log"},
        CACHE_OPTION(def.cache),
        {"--range", OPTION_FLOAT, &def.range, "M", "viewing distance", 0.01, 1e6},
        {"--exclude-guided", OPTION_FLAG, &def.own_steps, NULL,
         "exclude what is seen during oracle-guided steps", .old = "--own-steps"},
        {"-o", OPTION_TEXT, &out, "FILE", "plot as SVG", .endings = ".svg"},
    };
    arguments a = {.command = "tours coverage",
                   .summary =
                       "Computes how much of the next path and of the tour was seen before, per "
                       "finished episode: IVLN's Figure 2b from a run of ir2r-ce.",
                   .operands = "LOG",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    wend_error error;
    wend_log_set log;
    wend_coverage coverage;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    def.log = a.given[0];
    if (wend_log_read(def.log, &log, &error) != WEND_OK) return report_error(&error);
    wend_status status = wend_coverage_compute(&log, &def, &coverage, &error);
    wend_log_destroy(&log);
    if (status == WEND_OK) print_coverage(&coverage);
    if (status == WEND_OK && out) status = plot_coverage(&coverage, out, &error);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
