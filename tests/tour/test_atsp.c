#include "base/json.h"
#include "test.h"
#include "tour/atsp.h"

#include "wend/files.h"

static wend_status parse(const char* text, wend_atsp* problem, wend_error* error) {
    return wend_atsp_parse(text, strlen(text), "t.atsp", problem, error);
}

static wend_atsp random_problem(int count, uint64_t seed) {
    wend_error error;
    wend_atsp problem;
    CHECK_OK(wend_atsp_create(count, &problem, &error));
    wend_rng rng = wend_rng_make(seed, 1);
    for (int i = 0; i < count * count; i++) problem.cost[i] = (int32_t)wend_rng_below(&rng, 1000);
    return problem;
}

// The cheapest round trip by trying all of them.
static int64_t brute_force(const wend_atsp* p, int* order, int fixed) {
    if (fixed == p->count) return wend_atsp_cost(p, order);
    int64_t best = INT64_MAX;
    for (int i = fixed; i < p->count; i++) {
        int swap = order[fixed];
        order[fixed] = order[i];
        order[i] = swap;
        int64_t cost = brute_force(p, order, fixed + 1);
        if (cost < best) best = cost;
        order[i] = order[fixed];
        order[fixed] = swap;
    }
    return best;
}

TEST(small_tours_are_optimal) {
    wend_error error;
    wend_atsp_def def = wend_atsp_default_def();
    def.kicks = 300;
    for (int round = 0; round < 60; round++) {
        wend_atsp p = random_problem(1 + round % 8, (uint64_t)round);
        int order[8], all[8] = {0, 1, 2, 3, 4, 5, 6, 7}, seen = 0;
        wend_atsp_result result;
        CHECK_OK(wend_atsp_solve(&p, &def, order, &result, &error));
        CHECK_INT(result.cost, brute_force(&p, all, 1));
        CHECK(result.bound <= result.cost);
        CHECK_INT(order[0], 0);
        for (int i = 0; i < p.count; i++) seen |= 1 << order[i];
        CHECK_INT(seen, (1 << p.count) - 1);
        wend_atsp_destroy(&p);
    }
}

TEST(negative_and_forbidden_costs_are_fine) {
    wend_error error;
    wend_atsp p = random_problem(7, 3);
    for (int i = 0; i < 49; i++) p.cost[i] = i % 3 == 0 ? WEND_ATSP_MAX_COST : p.cost[i] - 900;
    wend_atsp_def def = wend_atsp_default_def();
    wend_atsp_result result;
    int order[7], all[7] = {0, 1, 2, 3, 4, 5, 6};
    CHECK_OK(wend_atsp_solve(&p, &def, order, &result, &error));
    CHECK_INT(result.cost, brute_force(&p, all, 1));
    wend_atsp_destroy(&p);
}

TEST(reduced_costs_of_an_assignment_are_never_negative) {
    wend_error error;
    wend_atsp p = random_problem(40, 9);
    assignment a;
    CHECK_OK(assignment_solve(&p, &a, &error));
    int64_t total = 0;
    for (int i = 0; i < 40; i++) {
        CHECK(a.successor[i] != i);
        total += p.cost[i * 40 + a.successor[i]];
        for (int j = 0; j < 40; j++)
            if (i != j) CHECK(p.cost[i * 40 + j] >= a.row[i] + a.column[j]);
    }
    CHECK_INT(total, a.cost);
    assignment_destroy(&a);
    wend_atsp_destroy(&p);
}

TEST(the_same_seed_gives_the_same_tour) {
    wend_error error;
    wend_atsp p = random_problem(60, 5);
    wend_atsp_def def = wend_atsp_default_def();
    def.kicks = 2000;
    wend_atsp_result first, second;
    int a[60], b[60];
    CHECK_OK(wend_atsp_solve(&p, &def, a, &first, &error));
    CHECK_OK(wend_atsp_solve(&p, &def, b, &second, &error));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK_INT(first.cost, second.cost);
    wend_atsp_destroy(&p);
}

TEST(tsplib_instances_are_solved_to_their_known_optima) {
    wend_error error;
    json_document optima;
    CHECK_OK(json_document_read(test_data("tsplib_atsp/optima.json"), &optima, &error));
    CHECK(json_object_size(optima.root) > 0);
    const char* name;
    json_t* optimum;
    json_object_foreach(optima.root, name, optimum) {
        char file[128];
        snprintf(file, sizeof file, "tsplib_atsp/%s.atsp", name);
        wend_atsp p;
        CHECK_OK(wend_atsp_read(test_data(file), &p, &error));
        int* order = wend_alloc((size_t)p.count * sizeof *order);
        wend_atsp_def def = wend_atsp_default_def();
        wend_atsp_result result;
        CHECK_OK(wend_atsp_solve(&p, &def, order, &result, &error));
        CHECK_INT(result.cost, json_integer_value(optimum));
        wend_free(order);
        wend_atsp_destroy(&p);
    }
    json_document_destroy(&optima);
}

#define HEAD "NAME: t\nTYPE: ATSP\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n"

TEST(a_tsplib_matrix_is_read_whatever_its_lines) {
    wend_error error;
    wend_atsp p;
    CHECK_OK(parse(HEAD
                   "DIMENSION: 3\nEDGE_WEIGHT_SECTION\n 99999999999 2\n3 4 0 5 6\n\n7 -1\nEOF\n",
                   &p, &error));
    CHECK_TEXT(p.name, "t");
    CHECK_INT(p.count, 3);
    CHECK_INT(p.cost[1], 2);
    CHECK_INT(p.cost[5], 5);
    CHECK_INT(p.cost[7], 7);
    wend_atsp_destroy(&p);
}

TEST(a_bad_tsplib_file_is_named_with_its_line) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "no EDGE_WEIGHT_SECTION"},
        {"TYPE: TSP\n", "t.atsp:1: TYPE is 'TSP'"},
        {"DIMENSION: -4\n", "not a number of cities"},
        {"DIMENSION: 99999999\n", "at most 4096"},
        {"DIMENSION: 12x\n", "'12x'"},
        {"EDGE_WEIGHT_SECTION\n1", "before DIMENSION"},
        {"EDGE_WEIGHT_TYPE: GEO\n", "only EXPLICIT"},
        {"EDGE_WEIGHT_FORMAT: UPPER_ROW\n", "only FULL_MATRIX"},
        {"DIMENSION: 4000\nEDGE_WEIGHT_SECTION\n1 2 3\n", "too short"},
        {"DIMENSION: 2\nEDGE_WEIGHT_SECTION\n0 1\n1 EOF\n", "ends early"},
        {"DIMENSION: 2\nEDGE_WEIGHT_SECTION\n0 1\n1.5 0\n", "t.atsp:4: '1.5'"},
        {"DIMENSION: 2\nEDGE_WEIGHT_SECTION\n0 1\n99999999999 0\n", "a cost of 99999999999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_atsp p;
        CHECK_INT(parse(cases[i].text, &p, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
        CHECK(p.cost == NULL);
    }
}

static wend_status read_and_solve(void* context, wend_error* error) {
    const char* text = context;
    wend_atsp p;
    WEND_TRY(parse(text, &p, error));
    int order[3];
    wend_atsp_def def = wend_atsp_default_def();
    wend_atsp_result result;
    wend_status status = wend_atsp_solve(&p, &def, order, &result, error);
    wend_atsp_destroy(&p);
    return status;
}

TEST(the_solver_survives_failing_allocations) {
    test_each_allocation(read_and_solve,
                         HEAD "DIMENSION: 3\nEDGE_WEIGHT_SECTION\n0 1 2 3 0 5 6 7 0\n", 100);
}
