#include "test.h"

#include "wend/metrics.h"

// Google's r4r self-tests: a grid of 3 x 4 with steps of 1, so walks are sums of differences.
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

TEST(paths_that_are_empty_or_stand_still_have_values) {
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

TEST(what_is_not_a_number_is_refused_wherever_it_stands) {
    static const double sound[2][3] = {{0, 0, 0}, {1, 0, 0}},
                        broken[2][3] = {{0, 0, 0}, {NAN, 0, 0}};
    static const double far[2] = {1, 0}, unknown[2] = {1, NAN};
    for (int i = 0; i < 7; i++) {
        wend_error error = {0};
        wend_dtw* dtw;
        wend_path_score result;
        wend_path_case given = {
            .path = {.places = i == 1 ? broken : sound, .count = 2},
            .reference = {.places = i == 2 ? broken : sound, .count = 2},
            .goal = {.places = i == 3 ? broken + 1 : sound, .count = 1},
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
