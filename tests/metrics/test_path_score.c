#include "test.h"

#include "wend/metrics.h"

// Google's r4r self-tests: a grid of 3 x 4 with steps of 1, so distances are sums of differences.
static wend_graph* make_grid(void) {
    char text[16000];
    int used = snprintf(text, sizeof text, "[");
    for (int i = 0; i < 12; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"image_id\":\"%d\",\"pose\":[1,0,0,%d,0,1,0,%d,0,0,1,0,0,0,0,1],"
                         "\"included\":true,\"height\":1,\"visible\":[",
                         i ? "," : "", i, i / 3, i % 3);
        for (int bit = 0; bit < 24; bit++) {
            int j = bit % 12;
            bool linked = abs(i / 3 - j / 3) + abs(i % 3 - j % 3) == 1;
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%s",
                             bit == 12 ? "],\"unobstructed\":["
                             : j       ? ","
                                       : "",
                             linked ? "true" : "false");
        }
        used += snprintf(text + used, sizeof text - (size_t)used, "]}");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]");
    wend_graph* graph;
    wend_error error;
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "grid", NULL, WEND_POSITIONS_POSES, &graph, &error));
    return graph;
}

static int cell(int x, int y) { return x * 3 + y; }

static wend_path_score score(const wend_graph* graph, const int* path, int count,
                             const int* reference, int reference_count, wend_rules rules) {
    wend_error error;
    wend_dtw* dtw;
    wend_path_score result;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_path_case given = {
        .path = {.graph = graph, .nodes = path, .count = count},
        .reference = {.graph = graph, .nodes = reference, .count = reference_count},
        .rules = wend_path_rules_for(WEND_BENCHMARK_R4R, rules)};
    if (reference_count)
        given.shortest = wend_graph_distance(graph, reference[0], reference[reference_count - 1]);
    CHECK_OK(wend_path_score_compute(dtw, &given, &result, &error));
    wend_dtw_destroy(dtw);
    return result;
}

TEST(the_self_tests_of_r4r_come_out) {
    wend_graph* grid = make_grid();
    int straight[] = {cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)};
    int bent[] = {cell(0, 0), cell(1, 0), cell(2, 1), cell(3, 2)};
    wend_path_score s = score(grid, straight, 4, bent, 4, WEND_RULES_OFFICIAL);
    CHECK_NEAR(s.dtw, 3, 1e-12);
    CHECK_NEAR(s.ndtw, 0.7788007831, 5e-11);
    CHECK_NEAR(s.ne, 2, 0);
    CHECK_NEAR(s.sdtw, s.ndtw, 0);
    // Its tests of CLS pass the reference first, so the other one is what is covered.
    int walk[] = {cell(0, 0), cell(1, 0), cell(1, 1), cell(2, 1), cell(2, 2), cell(3, 2)};
    int other[] = {cell(0, 0), cell(0, 1), cell(1, 1), cell(2, 1), cell(3, 1), cell(3, 2)};
    int part[] = {cell(0, 1), cell(1, 1), cell(2, 1), cell(3, 1)};
    CHECK_NEAR(score(grid, walk, 6, other, 6, WEND_RULES_OFFICIAL).cls, 0.81994915125863865, 1e-12);
    CHECK_NEAR(score(grid, walk, 6, part, 4, WEND_RULES_OFFICIAL).cls, 0.44197196102702557, 1e-12);
    wend_graph_destroy(grid);
}

TEST(a_perfect_path_scores_one_everywhere) {
    wend_graph* grid = make_grid();
    int path[] = {cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)};
    wend_path_score s = score(grid, path, 4, path, 4, WEND_RULES_OFFICIAL);
    CHECK(s.tl == 3 && s.ne == 0 && s.sr == 1 && s.os == 1 && s.spl == 1);
    CHECK(s.dtw == 0 && s.ndtw == 1 && s.sdtw == 1 && s.cls == 1 && s.coverage == 1);
    wend_graph_destroy(grid);
}

TEST(ending_at_exactly_three_metres_is_success_by_the_paper_alone) {
    wend_graph* grid = make_grid();
    int path[] = {cell(0, 0)}, reference[] = {cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)};
    wend_path_score official = score(grid, path, 1, reference, 4, WEND_RULES_OFFICIAL);
    wend_path_score paper = score(grid, path, 1, reference, 4, WEND_RULES_PAPER);
    CHECK(official.ne == 3 && official.sr == 0 && official.os == 0 && official.spl == 0);
    CHECK(paper.sr == 1 && paper.os == 1 && paper.spl == 1);
    CHECK(official.sdtw == official.ndtw);  // r4r's own SDTW has <=
    wend_graph_destroy(grid);
}

TEST(coverage_and_cls_follow_their_formulas) {
    wend_graph* grid = make_grid();
    int path[] = {cell(0, 0), cell(1, 0)}, reference[] = {cell(0, 0), cell(1, 0), cell(2, 0)};
    wend_path_score s = score(grid, path, 2, reference, 3, WEND_RULES_PAPER);
    double covered = (2 + exp(-1.0 / 3)) / 3, expected = covered * 2;
    CHECK_NEAR(s.coverage, covered, 1e-15);
    CHECK_NEAR(s.cls, covered * expected / (expected + fabs(expected - 1)), 1e-15);
    wend_graph_destroy(grid);
}

TEST(empty_and_motionless_paths_have_values) {
    wend_graph* grid = make_grid();
    int here[] = {cell(0, 0), cell(0, 0), cell(0, 0)};
    wend_path_score s = score(grid, here, 0, here, 1, WEND_RULES_PAPER);
    CHECK(isinf(s.ne) && isinf(s.dtw) && s.tl == 0);
    CHECK(s.sr + s.os + s.spl + s.ndtw + s.sdtw + s.cls + s.coverage == 0);
    s = score(grid, here, 3, here, 0, WEND_RULES_PAPER);
    CHECK(isinf(s.ne) && s.ndtw == 0 && s.cls == 0);
    s = score(grid, here, 3, here, 1, WEND_RULES_PAPER);
    CHECK(s.tl == 0 && s.ne == 0 && s.spl == 1 && s.ndtw == 1 && s.cls == 1);
    s = score(grid, here, 3, here, 1, WEND_RULES_OFFICIAL);
    CHECK(s.spl == 0);  // VALAN: nothing where the shortest path is 0 long
    wend_graph_destroy(grid);
}

TEST(a_goal_that_cannot_be_reached_gives_no_nan) {
    static const char text[] =
        "[{\"image_id\":\"a\",\"pose\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],\"included\":true,"
        "\"visible\":[false,false],\"unobstructed\":[false,false],\"height\":1},"
        "{\"image_id\":\"b\",\"pose\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1],\"included\":true,"
        "\"visible\":[false,false],\"unobstructed\":[false,false],\"height\":1}]";
    wend_graph* graph;
    wend_error error;
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "two", NULL, WEND_POSITIONS_POSES, &graph, &error));
    int jump[] = {0, 1}, stay[] = {0}, goal[] = {1};
    for (int rules = 0; rules < 2; rules++) {
        wend_path_score s = score(graph, stay, 1, jump, 2, (wend_rules)rules);
        CHECK(isinf(s.ne) && isinf(s.dtw));
        CHECK(s.sr == 0 && s.spl == 0 && s.ndtw == 0 && s.cls == 0 && s.coverage == 0.5);
        s = score(graph, jump, 2, goal, 1, (wend_rules)rules);
        CHECK(isinf(s.tl) && s.ne == 0 && s.sr == 1 && s.spl == 0 && s.cls == 0);
        s = score(graph, jump, 2, jump, 2, (wend_rules)rules);
        CHECK(s.ndtw == 1 && s.spl == 0 && s.cls == 0);
    }
    wend_graph_destroy(graph);
}

TEST(values_that_are_not_finite_are_refused_anywhere) {
    static const double sound[2][3] = {{0, 0, 0}, {1, 0, 0}},
                        broken[2][3] = {{0, 0, 0}, {NAN, 0, 0}};
    static const double far[2] = {1, 0}, unknown[2] = {1, NAN};
    for (int i = 0; i < 7; i++) {
        wend_error error = {0};
        wend_dtw* dtw;
        wend_path_score result;
        wend_path_case given = {
            .path = {.points = i == 1 ? broken : sound, .count = 2},
            .reference = {.points = i == 2 ? broken : sound, .count = 2},
            .goal = {.points = i == 3 ? broken + 1 : sound, .count = 1},
            .to_goal = i == 4 ? unknown : far,
            .shortest = i == 5   ? NAN
                        : i == 6 ? -1
                                 : 1,
            .rules = wend_path_rules_for(WEND_BENCHMARK_R2R_CE, WEND_RULES_OFFICIAL)};
        CHECK_OK(wend_dtw_create(&dtw, &error));
        CHECK_INT(wend_path_score_compute(dtw, &given, &result, &error),
                  i ? WEND_ARGUMENT : WEND_OK);
        CHECK((i > 0) == (*error.message != 0));
        wend_dtw_destroy(dtw);
    }
}

// ---- places, case by case -----------------------------------------------------------------------

static wend_path_score score_case(const wend_path_case* given) {
    wend_error error;
    wend_dtw* dtw;
    wend_path_score result;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    CHECK_OK(wend_path_score_compute(dtw, given, &result, &error));
    wend_dtw_destroy(dtw);
    return result;
}

// A path of 7 m whose end is 2 m from the reference's last point and 5 m from the goal.
static const double bent[3][3] = {{0, 0, 0}, {4, 0, 0}, {4, 0, 3}},
                    straight[2][3] = {{0, 0, 0}, {4, 0, 5}}, far_goal[1][3] = {{8, 0, 6}},
                    near_goal[1][3] = {{4, 0, 1}};

static wend_path_case bent_case(void) {
    return (wend_path_case){.path = {.points = bent, .count = 3},
                            .reference = {.points = straight, .count = 2},
                            .shortest = 3.5,
                            .rules = wend_path_rules_for(WEND_BENCHMARK_R2R_CE, WEND_RULES_PAPER)};
}

TEST(every_number_of_a_path_is_that_of_its_formula) {
    wend_path_case given = bent_case();
    wend_path_score s = score_case(&given);
    // (0,0) with (0,0), (4,0) with (0,0), 4 m, or with (4,5), 5 m; (4,3) with (4,5), 2 m.
    CHECK(s.tl == 7 && s.ne == 2 && s.sr == 1 && s.os == 1 && s.spl == 0.5);
    CHECK_NEAR(s.dtw, 6, 1e-12);
    CHECK_NEAR(s.ndtw, exp(-6.0 / 6), 1e-12);
    CHECK_NEAR(s.sdtw, s.ndtw, 0);
    double covered = (1 + exp(-2.0 / 3)) / 2, expected = covered * sqrt(41);
    CHECK_NEAR(s.coverage, covered, 1e-12);
    CHECK_NEAR(s.cls, covered * expected / (expected + fabs(expected - 7)), 1e-12);
    given.unstopped = true;  // what needs STOP is 0, the others stay
    wend_path_score u = score_case(&given);
    CHECK(u.sr == 0 && u.spl == 0 && u.sdtw == 0);
    CHECK(u.os == 1 && u.ndtw == s.ndtw && u.cls == s.cls && u.tl == 7 && u.ne == 2);
}

TEST(success_is_measured_to_the_goal_of_the_episode) {
    wend_path_case given = bent_case();
    given.goal = (wend_path){.points = far_goal, .count = 1};
    wend_path_score s = score_case(&given);
    CHECK(s.ne == 5 && s.sr == 0 && s.os == 0 && s.spl == 0 && s.sdtw == 0 && s.ndtw > 0);
    given.goal.points = near_goal;  // passed within 1 m, left 2 m away
    s = score_case(&given);
    CHECK(s.ne == 2 && s.sr == 1 && s.os == 1);
    given.path.count = 2;
    s = score_case(&given);
    CHECK(s.ne == 1 && s.tl == 4);
}

TEST(given_distances_replace_measured_ones) {
    static const double middle[3] = {9, 2, 4}, end[3] = {9, 8, 1}, first[3] = {1, 8, 9},
                        none[3] = {INFINITY, INFINITY, INFINITY};
    static const struct {
        const double* to_goal;
        double ne, sr, os;
    } cases[] = {{middle, 4, 0, 1}, {end, 1, 1, 1}, {first, 9, 0, 1}, {none, INFINITY, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_path_case given = bent_case();
        given.to_goal = cases[i].to_goal;
        wend_path_score s = score_case(&given);
        CHECK(s.ne == cases[i].ne && s.sr == cases[i].sr && s.os == cases[i].os);
        CHECK(s.spl == cases[i].sr * 0.5 && s.tl == 7);
    }
}

TEST(spl_is_the_best_length_over_the_longer_one) {
    static const struct {
        double shortest, floor;
        bool by_reference, zero;
        int count;  // points of the path: 7 m, or none
        double spl;
    } cases[] = {
        {3.5, 0, false, false, 3, 0.5},     {14, 0, false, false, 3, 1},
        {7, 0, false, false, 3, 1},         {0, 0, false, false, 3, 0},
        {INFINITY, 0, false, false, 3, 0},  {3.5, 28, false, false, 3, 0.125},
        {3.5, 0, true, false, 3, 0.914732},  // the reference is the root of 41 long
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_path_case given = bent_case();
        given.shortest = cases[i].shortest;
        given.rules.spl_floor = cases[i].floor;
        given.rules.spl_by_reference = cases[i].by_reference;
        given.rules.spl_zero = cases[i].zero;
        given.path.count = cases[i].count;
        CHECK_NEAR(score_case(&given).spl, cases[i].spl, 1e-6);
    }
}

TEST(spl_is_one_where_no_motion_is_needed_and_none_happens) {
    for (int zero = 0; zero < 2; zero++)
        for (int one = 0; one < 2; one++) {
            wend_path_case given = bent_case();
            given.path.count = given.reference.count = 1;
            given.shortest = 0;
            given.rules.spl_zero = zero;
            given.rules.cls_one = one;
            wend_path_score s = score_case(&given);
            CHECK(s.spl == !zero && s.cls == 1 && s.coverage == 1 && s.sr == 1);
            // The reference is 2 m beside: covered by the formula, or 1 by VALAN's rule.
            static const double beside[1][3] = {{0, 2, 0}};
            given.reference.points = beside;
            s = score_case(&given);
            CHECK_NEAR(s.cls, one ? 1 : exp(-2.0 / 3), 1e-12);
        }
}

TEST(success_is_at_the_radius_by_some_rules_and_before_it_by_others) {
    static const double beside[1][3] = {{0, 3, 0}};
    for (int sr = 0; sr < 2; sr++)
        for (int sdtw = 0; sdtw < 2; sdtw++) {
            wend_path_case given = bent_case();
            given.path.count = 1;
            given.goal = (wend_path){.points = beside, .count = 1};
            given.rules.sr_at_most = sr;
            given.rules.sdtw_at_most = sdtw;
            wend_path_score s = score_case(&given);
            CHECK(s.ne == 3 && s.sr == sr && s.os == sr);
            CHECK(s.sdtw == (sdtw ? s.ndtw : 0) && s.ndtw > 0);
        }
}

TEST(points_that_repeat_are_aligned_by_rules_that_keep_them) {
    static const double stays[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
                        still[1][3] = {{0, 0, 0}};
    for (int keep = 0; keep < 2; keep++) {
        wend_path_case given = bent_case();
        given.path = (wend_path){.points = stays, .count = 4};
        given.reference = (wend_path){.points = still, .count = 1};
        given.rules.keep_repeats = keep;
        CHECK_NEAR(score_case(&given).dtw, keep ? 3 : 1, 1e-12);
    }
}

TEST(an_invalid_case_is_refused_with_the_wrong_number) {
    static const double broken[2][3] = {{0, 0, 0}, {1, NAN, 2}};
    static const double unknown[3] = {1, 2, NAN};
    static const char* const words[] = {"point 1 of the path", "point 1 of the reference",
                                        "point 0 of the goal", "distance of point 2 to the goal",
                                        "the shortest path is -0.5 m long"};
    for (int i = 0; i < 5; i++) {
        wend_error error;
        wend_dtw* dtw;
        wend_path_score result;
        wend_path_case given = bent_case();
        if (i == 0) given.path = (wend_path){.points = broken, .count = 2};
        if (i == 1) given.reference = (wend_path){.points = broken, .count = 2};
        if (i == 2) given.goal = (wend_path){.points = broken + 1, .count = 1};
        if (i == 3) given.to_goal = unknown;
        if (i == 4) given.shortest = -0.5;
        CHECK_OK(wend_dtw_create(&dtw, &error));
        CHECK_INT(wend_path_score_compute(dtw, &given, &result, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, words[i]);
        wend_dtw_destroy(dtw);
    }
}

static wend_status score_again(void* context, wend_error* error) {
    wend_dtw* dtw;
    wend_path_score result;
    WEND_TRY(wend_dtw_create(&dtw, error));
    wend_status status = wend_path_score_compute(dtw, context, &result, error);
    wend_dtw_destroy(dtw);
    return status;
}

TEST(scoring_a_path_survives_every_failing_allocation) {
    wend_path_case given = bent_case();
    test_each_allocation(score_again, &given, 100);
    given.rules = wend_path_rules_for(WEND_BENCHMARK_R2R_CE, WEND_RULES_OFFICIAL);
    test_each_allocation(score_again, &given, 100);
}
