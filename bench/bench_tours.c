// `wend bench tours`: solves every .atsp file of a folder; cost compared with the known optimum,
// and time.
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/benchmarks/ivln.h"
#include "wend/files.h"

typedef struct settings {
    bool json;
    int seeds;  // number of seeds; reports the worst cost and the mean time
} settings;

typedef struct case_def {
    double optimum;  // 0: unknown
    double start;    // seconds: time when reading began
    const settings* settings;
} case_def;

static void print_case(const wend_atsp* problem, const wend_atsp_result* result,
                       const case_def* def) {
    double seconds = (cpu_seconds_now() - def->start) / def->settings->seeds;
    double over = 100 * ((double)result->cost / def->optimum - 1);
    char optimum[32] = "?", excess[32] = "";
    if (def->optimum > 0) {
        snprintf(optimum, sizeof optimum, "%.0f", def->optimum);
        snprintf(excess, sizeof excess, "%.3f %%", over);
    }
    if (def->settings->json)
        printf(
            "{\"bench\": \"tours\", \"case\": \"%s\", \"cities\": %d, \"cost\": %lld, "
            "\"optimum\": %.0f, \"bound\": %lld, \"seconds\": %.4f}\n",
            problem->name, problem->count, (long long)result->cost, def->optimum,
            (long long)result->bound, seconds);
    else
        printf("  %-10s %6d %10lld %10s %10s %10lld %9.3f s\n", problem->name, problem->count,
               (long long)result->cost, optimum, excess, (long long)result->bound, seconds);
}

// Solves the problem, prints the result and destroys the problem.
static wend_status run_case(wend_atsp* problem, const case_def* given, wend_error* error) {
    wend_atsp_def def = wend_atsp_default_def();
    wend_atsp_result worst = {0};
    int* order = wend_alloc((size_t)problem->count * sizeof *order);
    wend_status status = order ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; i < given->settings->seeds && status == WEND_OK; i++) {
        wend_atsp_result result;
        def.seed = 1 + (uint64_t)i;
        status = wend_atsp_solve(problem, &def, order, &result, error);
        if (status == WEND_OK && (i == 0 || result.cost > worst.cost)) worst = result;
    }
    if (status == WEND_OK) print_case(problem, &worst, given);
    wend_free(order);
    wend_atsp_destroy(problem);
    return status;
}

// ---- generated: paths in a hall, visited in sequence ------------------------------------------

static wend_status run_made_up(const settings* given, wend_error* error) {
    static const int sizes[] = {25, 50, 100, 200, 400};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wend_atsp problem;
        int n = sizes[i];
        WEND_TRY(wend_atsp_create(n, &problem, error));
        snprintf(problem.name, sizeof problem.name, "paths%d", n);
        float(*ends)[4] = wend_alloc((size_t)n * sizeof *ends);  // start x, y, end x, y
        if (!ends) {
            wend_atsp_destroy(&problem);
            return wend_fail(error, WEND_NO_MEMORY, "out of memory");
        }
        wend_rng rng = wend_rng_make(7, (uint64_t)n);
        for (int a = 0; a < 4 * n; a++) ends[a / 4][a % 4] = wend_rng_between(&rng, 0, 30);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) {
                float x = ends[b][0] - ends[a][2], y = ends[b][1] - ends[a][3];
                problem.cost[a * n + b] = (int32_t)lrintf(1000 * sqrtf(x * x + y * y));
            }
        wend_free(ends);
        case_def def = {0, cpu_seconds_now(), given};
        WEND_TRY(run_case(&problem, &def, error));
    }
    return WEND_OK;
}

// ---- from files -------------------------------------------------------------------------------

static wend_status run_file(const char* path, double optimum, const settings* given,
                            wend_error* error) {
    wend_atsp problem;
    case_def def = {optimum, cpu_seconds_now(), given};
    WEND_TRY(wend_atsp_read(path, &problem, error));
    return run_case(&problem, &def, error);
}

static double known_optimum(const json_document* optima, const char* file) {
    char name[64];
    size_t length = strcspn(file, ".");
    if (!optima->root || length >= sizeof name) return 0;
    memcpy(name, file, length);
    name[length] = 0;
    return json_number_value(json_object_get(optima->root, name));
}

static wend_status run_folder(const char* folder, const settings* given, wend_error* error) {
    wend_file_list list;
    json_document optima = {0};
    char path[1024];
    WEND_TRY(wend_file_list_read(folder, &list, error));
    wend_status status = wend_file_join(folder, "optima.json", path, sizeof path, error);
    if (status == WEND_OK && wend_file_exists(path))
        status = json_document_read(path, &optima, error);
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        size_t length = strlen(list.names[i]);
        if (length < 5 || strcmp(list.names[i] + length - 5, ".atsp") != 0) continue;
        status = wend_file_join(folder, list.names[i], path, sizeof path, error);
        if (status == WEND_OK)
            status = run_file(path, known_optimum(&optima, list.names[i]), given, error);
    }
    json_document_destroy(&optima);
    wend_file_list_destroy(&list);
    return status;
}

int command_bench_tours(int argc, char** argv) {
    settings given = {.seeds = 1};
    const option options[] = {
        BENCH_JSON_OPTION(given.json),
        {"--seeds", OPTION_INT, &given.seeds, "N", "solve with N seeds; the worst cost counts", 1,
         1e6},
    };
    arguments a = {.command = "bench tours",
                   .summary =
                       "The tour solver on a folder of TSPLIB files (optima.json beside them "
                       "gives the known optima).",
                   .operands = "FOLDER",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error;
    if (given.seeds < 1) return report_misuse(&a, "--seeds takes 1 or more");
    if (!given.json)
        printf("  %-10s %6s %10s %10s %10s %10s %11s\n", "problem", "cities", "cost", "optimum",
               "over", "bound", "one core");
    wend_status status =
        a.given_count ? run_folder(a.given[0], &given, &error) : run_made_up(&given, &error);
    if (status != WEND_OK) return report_error(&error);
    return EXIT_OK;
}
