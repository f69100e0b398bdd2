// `wend bench tours`: every .atsp file of a folder, its cost beside the known optimum, and the
// time.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/atsp.h"

typedef struct instance {
    const char* file;
    double optimum;  // 0: not known
    bool json;
} instance;

static wend_status run_instance(const instance* it, wend_error* error) {
    wend_atsp problem;
    double start = bench_cpu_seconds();
    WEND_TRY(wend_atsp_read(it->file, &problem, error));
    wend_atsp_def def = wend_atsp_default_def();
    wend_atsp_result result;
    int* order = wend_alloc((size_t)problem.count * sizeof *order);
    wend_status status = order ? wend_atsp_solve(&problem, &def, order, &result, error)
                               : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    double seconds = bench_cpu_seconds() - start;
    if (status == WEND_OK && it->json)
        printf(
            "{\"bench\": \"tours\", \"case\": \"%s\", \"cities\": %d, \"cost\": %lld, "
            "\"optimum\": %.0f, \"bound\": %lld, \"seconds\": %.4f}\n",
            problem.name, problem.count, (long long)result.cost, it->optimum,
            (long long)result.bound, seconds);
    else if (status == WEND_OK)
        printf("  %-10s %6d %10lld %10.0f %8.3f %% %9.3f s\n", problem.name, problem.count,
               (long long)result.cost, it->optimum,
               it->optimum > 0 ? 100 * ((double)result.cost / it->optimum - 1) : 0, seconds);
    wend_free(order);
    wend_atsp_destroy(&problem);
    return status;
}

static double known_optimum(const json_document* optima, const char* file) {
    char name[64];
    size_t length = strcspn(file, ".");
    if (!optima->root || length >= sizeof name) return 0;
    memcpy(name, file, length);
    name[length] = 0;
    return json_number_value(json_object_get(optima->root, name));
}

static wend_status run_folder(const char* folder, bool json, wend_error* error) {
    file_list list;
    json_document optima = {0};
    char path[1024];
    WEND_TRY(file_list_read(folder, &list, error));
    wend_status status = file_join(folder, "optima.json", path, sizeof path, error);
    if (status == WEND_OK && file_exists(path)) status = json_document_read(path, &optima, error);
    if (!json)
        printf("  %-10s %6s %10s %10s %10s %11s\n", "instance", "cities", "cost", "optimum", "over",
               "one core");
    for (int i = 0; i < list.count && status == WEND_OK; i++) {
        size_t length = strlen(list.names[i]);
        if (length < 5 || strcmp(list.names[i] + length - 5, ".atsp") != 0) continue;
        status = file_join(folder, list.names[i], path, sizeof path, error);
        instance it = {path, known_optimum(&optima, list.names[i]), json};
        if (status == WEND_OK) status = run_instance(&it, error);
    }
    json_document_destroy(&optima);
    file_list_destroy(&list);
    return status;
}

int command_bench_tours(int argc, char** argv) {
    bool json = false;
    const option options[] = {
        {"--json", OPTION_FLAG, &json, NULL, "print one JSON object a line"},
    };
    arguments a = {.command = "bench tours",
                   .summary =
                       "The tour solver on a folder of TSPLIB files (optima.json beside them "
                       "gives the known optima).",
                   .operands = "FOLDER",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int exit_status;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    wend_error error;
    if (run_folder(a.given[0], json, &error) != WEND_OK) return report_error(&error);
    return EXIT_OK;
}
