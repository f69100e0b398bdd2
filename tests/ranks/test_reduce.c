#include "local_ranks.h"
#include "ranks/reduce.h"
#include "test.h"

enum { MOST_RANKS = 9, FLOATS = 3 * RANKS_REDUCE_FLOATS + 77 };

typedef struct sums {
    float* of[MOST_RANKS];
    size_t count;
} sums;

static float value_of(int rank, size_t i) {
    return (float)((double)((i * 2654435761u + (size_t)rank * 40503u) % 100003u) * 1e-3 - 50.0) +
           (float)rank * 1e-3f;
}

static void sum_up(wend_ranks* ranks, void* context) {
    sums* s = context;
    wend_error error;
    ranks_reduce* reduce;
    int rank = wend_ranks_rank(ranks);
    float* data = s->of[rank];
    CHECK_OK(ranks_reduce_create(ranks, &reduce, &error));
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < s->count; i++) data[i] = value_of(rank, i);
        // From the end to the start, as a backward pass does.
        size_t half = s->count / 2;
        CHECK_OK(ranks_reduce_start(reduce, data + half, s->count - half, &error));
        CHECK_OK(ranks_reduce_start(reduce, data, half, &error));
        CHECK_OK(ranks_reduce_wait(reduce, &error));
    }
    ranks_reduce_destroy(reduce);
}

// The tree of reduce.c: folded ranks first, then pairs, pairs of pairs, …
static float tree_sum(int count, size_t i) {
    float part[MOST_RANKS];
    int power = 1;
    while (power * 2 <= count) power *= 2;
    for (int r = 0; r < power; r++) part[r] = value_of(r, i);
    for (int r = power; r < count; r++) part[r - power] += value_of(r, i);
    for (int step = 1; step < power; step *= 2)
        for (int r = 0; r < power; r += 2 * step) part[r] += part[r + step];
    return part[0];
}

static void check_sums(int ranks, size_t count) {
    sums s = {.count = count};
    for (int r = 0; r < ranks; r++) s.of[r] = malloc((count + 1) * sizeof(float));
    local_ranks_run(ranks, 60, sum_up, &s);
    for (size_t i = 0; i<count; i += count> 1000 ? 101 : 1) CHECK(s.of[0][i] == tree_sum(ranks, i));
    for (int r = 1; r < ranks; r++) CHECK(memcmp(s.of[0], s.of[r], count * sizeof(float)) == 0);
    for (int r = 0; r < ranks; r++) free(s.of[r]);
}

TEST(sums_over_ranks_are_those_of_a_fixed_tree_for_any_number_of_ranks) {
    for (int ranks = 2; ranks <= MOST_RANKS; ranks++) check_sums(ranks, 1001);
}

TEST(arrays_smaller_than_the_number_of_ranks_are_summed) {
    for (size_t count = 2; count <= 5; count++) check_sums(7, count);
}

TEST(arrays_of_many_buckets_are_summed) { check_sums(3, FLOATS); }

static void agree_on(wend_ranks* ranks, void* context) {
    wend_error error = {0};
    int rank = wend_ranks_rank(ranks), bad = *(int*)context;
    wend_status mine = WEND_OK;
    if (rank >= bad) mine = wend_fail(&error, WEND_FORMAT, "file %d is damaged", rank);
    wend_status status = wend_ranks_agree(ranks, mine, &error);
    if (bad >= wend_ranks_count(ranks)) {
        CHECK_INT(status, WEND_OK);
        return;
    }
    char expected[64];
    snprintf(expected, sizeof expected, "rank %d: file %d is damaged", bad, bad);
    CHECK_INT(status, WEND_FORMAT);
    CHECK_TEXT(error.message, expected);
}

TEST(ranks_agree_on_the_error_of_the_lowest_rank_that_failed) {
    for (int ranks = 2; ranks <= 6; ranks++)
        for (int bad = 0; bad <= ranks; bad++) local_ranks_run(ranks, 60, agree_on, &bad);
}

static void wait_in_vain(wend_ranks* ranks, void* context) {
    wend_error error = {0};
    char byte;
    (void)context;
    if (wend_ranks_rank(ranks)) return;
    CHECK_INT(ranks_receive(ranks, 1, RANKS_TAG_JOBS, &byte, 1, &error), WEND_IO);
    CHECK(strstr(error.message, "rank 1 has not answered"));
}

TEST(a_rank_that_does_not_answer_is_named_after_the_time_limit) {
    local_ranks_run(2, 0.2, wait_in_vain, NULL);
}
