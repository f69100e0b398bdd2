// `wend tours …`: the asymmetric travelling salesperson behind IVLN's tours.
#include <stdio.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/atsp.h"

static void print_solution(const wend_atsp* problem, const wend_atsp_result* result,
                           const int* order, double seconds, bool json) {
    if (!json)
        printf("%s: %d cities, cost %lld (no tour costs less than %lld), %.3f s\n", problem->name,
               problem->count, (long long)result->cost, (long long)result->bound, seconds);
    else
        printf(
            "{\"cost\": %lld, \"bound\": %lld, \"cities\": %d, \"kicks\": %lld, \"seconds\": %.6f, "
            "\"order\": [",
            (long long)result->cost, (long long)result->bound, problem->count,
            (long long)result->kicks, seconds);
    for (int i = 0; i < problem->count; i++)
        printf("%s%d", i == 0 ? "" : json ? ", " : " ", order[i]);
    printf(json ? "]}\n" : "\n");
}

int command_tours_solve(int argc, char** argv) {
    bool json = false;
    uint64_t seed = 1, kicks = 0;
    const option options[] = {
        {"--json", OPTION_FLAG, &json, NULL,
         "print one JSON object: cost, seconds (of processor time), order, …"},
        {"--seed", OPTION_U64, &seed, "N", "of the random choices"},
        {"--kicks", OPTION_U64, &kicks, "N", "times to disturb and repair; 0: by default"},
    };
    arguments a = {.command = "tours solve",
                   .summary = "The cheapest round trip of a TSPLIB .atsp file, or nearly so.",
                   .operands = "FILE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error;
    wend_atsp problem;
    double start = bench_cpu_seconds();
    if (wend_atsp_read(a.given[0], &problem, &error) != WEND_OK) return report_error(&error);
    wend_atsp_def def = wend_atsp_default_def();
    def.seed = seed;
    def.kicks = (int64_t)(kicks > INT64_MAX ? INT64_MAX : kicks);
    wend_atsp_result result;
    int* order = wend_alloc((size_t)problem.count * sizeof *order);
    wend_status status = order ? wend_atsp_solve(&problem, &def, order, &result, &error)
                               : wend_fail(&error, WEND_NO_MEMORY, "out of memory");
    if (status == WEND_OK)
        print_solution(&problem, &result, order, bench_cpu_seconds() - start, json);
    wend_free(order);
    wend_atsp_destroy(&problem);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
