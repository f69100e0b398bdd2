// `mpirun -n N wend bench ranks`: messages and the all-reduce of gradients between ranks.
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "commands.h"
#include "joined.h"
#include "ranks/reduce.h"

enum { ROUNDS = 15, PINGS = 200 };

typedef struct rank_times {
    double latency;    // seconds, one way
    double bandwidth;  // bytes per second, one way
    double reduce;     // seconds, median
} rank_times;

static int bench_ranks_compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Rank 0 and 1 send a message back and forth; `*seconds` one way, the median.
static wend_status ping(wend_ranks* ranks, char* data, size_t size, int count, double* seconds,
                        wend_error* error) {
    int rank = wend_ranks_rank(ranks);
    double times[PINGS];
    for (int i = 0; i < count && rank < 2; i++) {
        double start = seconds_now();
        if (rank == 0) WEND_TRY(ranks_send(ranks, 1, RANKS_TAG_COLLECT, data, size, error));
        WEND_TRY(ranks_receive(ranks, 1 - rank, RANKS_TAG_COLLECT, data, size, error));
        if (rank == 1) WEND_TRY(ranks_send(ranks, 0, RANKS_TAG_COLLECT, data, size, error));
        times[i] = (seconds_now() - start) / 2;
    }
    if (rank < 2) {
        qsort(times, (size_t)count, sizeof *times, bench_ranks_compare);
        *seconds = times[count / 2];
    }
    return wend_ranks_agree(ranks, WEND_OK, error);
}

static wend_status reduce_rounds(wend_ranks* ranks, ranks_reduce* reduce, float* data, size_t count,
                                 double* seconds, wend_error* error) {
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        for (size_t k = 0; k < count; k++) data[k] = (float)k;
        WEND_TRY(wend_ranks_agree(ranks, WEND_OK, error));  // begin together
        double start = seconds_now();
        WEND_TRY(ranks_reduce_start(reduce, data, count, error));
        WEND_TRY(ranks_reduce_wait(reduce, error));
        times[i] = seconds_now() - start;
    }
    qsort(times, ROUNDS, sizeof *times, bench_ranks_compare);
    *seconds = times[ROUNDS / 2];
    return WEND_OK;
}

static wend_status bench_ranks_measure(wend_ranks* ranks, int floats, rank_times* t,
                                       wend_error* error) {
    enum { LARGE = 1 << 22 };
    size_t room = (size_t)floats * sizeof(float) > LARGE ? (size_t)floats * sizeof(float) : LARGE;
    float* data = wend_alloc_zero(1, room);
    ranks_reduce* reduce = NULL;
    double large = 1;
    wend_status status = data ? ranks_reduce_create(ranks, &reduce, error)
                              : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    if (status == WEND_OK) status = ping(ranks, (char*)data, 8, PINGS, &t->latency, error);
    if (status == WEND_OK) status = ping(ranks, (char*)data, LARGE, ROUNDS, &large, error);
    if (status == WEND_OK)
        status = reduce_rounds(ranks, reduce, data, (size_t)floats, &t->reduce, error);
    t->bandwidth = LARGE / large;
    ranks_reduce_destroy(reduce);
    wend_free(data);
    return status;
}

int command_bench_ranks(int argc, char** argv) {
    int floats = 1000000, status;
    bool json = false;
    float timeout = 60;
    const option options[] = {
        {"--floats", OPTION_INT, &floats, "N", "size of the gradient", 1, 1e9},
        RANK_TIMEOUT_OPTION(timeout),
        {"--json", OPTION_FLAG, &json, NULL, "print one JSON object"},
    };
    arguments a = {.command = "bench ranks",
                   .summary =
                       "Measures messages and the all-reduce of gradients between ranks: "
                       "mpirun -n 2 wend bench ranks",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    wend_error error;
    wend_ranks* ranks;
    rank_times t = {0};
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!wend_ranks_is_launched()) return report_misuse(&a, "start it with mpirun -n 2 or more");
    if (!joined_begin(timeout, &ranks, NULL, &status)) return status;
    int count = wend_ranks_count(ranks);
    wend_status result = joined_end(ranks, bench_ranks_measure(ranks, floats, &t, &error), &error);
    if (result != WEND_OK) return report_error(&error);
    printf(json ? "{\"bench\": \"ranks\", \"ranks\": %d, \"latency\": %.9f, \"bandwidth\": %.0f, "
                  "\"floats\": %d, \"reduce\": %.9f}\n"
                : "%d ranks: latency %.9f s, %.0f bytes/s; all-reduce of %d floats %.9f s\n",
           count, t.latency, t.bandwidth, floats, t.reduce);
    return EXIT_OK;
}
