// Runs and prints measurements (bench.h).
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "options.h"

enum { MAX_ROUNDS = 101 };

static double rate(bench_case* c, bool wall) {
    if (c->prepare) c->prepare(c->context);
    double start = wall ? seconds_now() : cpu_seconds_now();
    double units = c->run(c->context);
    double spent = (wall ? seconds_now() : cpu_seconds_now()) - start;
    if (c->seconds) spent = *c->seconds;
    return units / (spent > 1e-9 ? spent : 1e-9);
}

static int bench_compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

void bench_run(bench_case* cases, int count, int rounds, bool wall) {
    if (rounds > MAX_ROUNDS) rounds = MAX_ROUNDS;
    double* rates = wend_alloc_zero((size_t)count * MAX_ROUNDS, sizeof *rates);
    if (!rates) return;
    for (int i = 0; i < count; i++) rate(&cases[i], wall);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < count; i++) rates[i * MAX_ROUNDS + r] = rate(&cases[i], wall);
    for (int i = 0; i < count; i++) {
        double* own = rates + i * MAX_ROUNDS;
        qsort(own, (size_t)rounds, sizeof *own, bench_compare_doubles);
        cases[i].best = own[rounds - 1];
        cases[i].median = own[rounds / 2];
    }
    wend_free(rates);
}

void bench_require(wend_status status) {
    if (status == WEND_OK) return;
    fprintf(stderr, "wend: a measured call failed: %s\n", wend_status_name(status));
    exit(EXIT_DATA);
}

void bench_print(const bench_case* cases, int count, const char* unit, int reference) {
    printf("  %-44s %14s %14s %8s\n", "", "best", "median", reference >= 0 ? "ratio" : "");
    for (int i = 0; i < count; i++) {
        printf("  %-44s %14.1f %14.1f", cases[i].name, cases[i].best, cases[i].median);
        if (reference >= 0) printf(" %8.2f", cases[i].median / cases[reference].median);
        printf("  %s/s\n", unit);
    }
}

void bench_print_json(const char* title, const bench_case* cases, int count, const char* unit) {
    for (int i = 0; i < count; i++)
        printf(
            "{\"bench\": \"%s\", \"case\": \"%s\", \"best\": %.6g, \"median\": %.6g, \"unit\": "
            "\"%s/s\"}\n",
            title, cases[i].name, cases[i].best, cases[i].median, unit);
}
