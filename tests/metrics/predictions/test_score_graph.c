// Predictions on graphs: which are found, what is reported of them, tours, files that are not
// there.
#include "metrics/predictions/scored.h"

// Viewpoints a, b, c in a row, 2 m apart; d is joined to none, x is beside b and not included.
static const char* save_graph(void) {
    static const char names[] = "abcdx";
    wend_text_out out = {0};
    for (int i = 0; i < 5; i++) {
        wend_text_put(&out,
                      "%s{\"image_id\": \"%c\", \"pose\": [1,0,0,%d, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], "
                      "\"included\": %s, \"height\": 1.5, \"visible\": [true,true,true,true,true], "
                      "\"unobstructed\": [",
                      i ? ", " : "[", names[i], 2 * i, i == 4 ? "false" : "true");
        for (int j = 0; j < 5; j++) {
            bool row = abs(i - j) == 1 && i < 3 && j < 3, beside = i + j == 5 && i != 2 && j != 2;
            wend_text_put(&out, "%s%s", j ? ", " : "", row || beside ? "true" : "false");
        }
        wend_text_put(&out, "]}");
    }
    wend_text_put(&out, "]");
    make_folder("graphs");
    save("graphs/row_connectivity.json", out.items);
    wend_text_destroy(&out);
    return test_path("graphs");
}

#define PATH(id, scan, path, instructions)                           \
    "{\"path_id\": " id ", \"scan\": \"" scan "\", \"path\": [" path \
    "], \"heading\": 0, "                                            \
    "\"distance\": 4, \"instructions\": [" instructions "]}"
#define WALK(id, points) "{\"instr_id\": \"" id "\", \"trajectory\": [" points "]}"
#define AB               "\"a\", \"b\""
#define ABC              "\"a\", \"b\", \"c\""
#define WALK_AB          "[\"a\"], [\"b\"]"
#define WALK_ABC         "[\"a\"], [\"b\"], [\"c\"]"

static wend_predictions_def graph_def(wend_benchmark benchmark, const char* asked,
                                      const char* given) {
    wend_predictions_def def = quick_def(benchmark);
    def.connectivity = save_graph();
    def.annotations = save("asked.json", asked);
    def.results = save("given.json", given);
    return def;
}

// The sentences about what was wrong, joined.
static const char* problems_of(const wend_predictions_def* def) {
    static char words[2048];
    wend_predictions* scored = score(def);
    size_t used = 0;
    words[0] = 0;
    for (int i = 0; i < wend_predictions_problem_count(scored); i++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s\n",
                                 wend_predictions_problem_at(scored, i));
    wend_predictions_destroy(scored);
    return words;
}

// ---- what is reported ---------------------------------------------------------------------------

TEST(every_problem_of_predictions_on_a_graph_is_reported_with_an_example) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_R2R,
        "[" PATH("1", "row", ABC, "\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\"") ", " PATH(
            "2", "none", AB, "\"1\", \"2\", \"3\"") ", " PATH("3", "row", "\"a\", \"x\"",
                                                             "\"1\"") ", " PATH("4", "row",
                                                                                "\"a\", \"y\"",
                                                                                "\"1\"") ", {"
        "\"path_id\": 5, \"scan\": \"row\", \"path\": [\"a\"], \"instructions\": [\"1\"]}]",
        "[" WALK("1_0", "[\"a\"], [\"c\"], [\"a\"]") ",\n" WALK("1_1", "") ",\n" WALK(
            "1_2", "[\"a\"], [\"x\"]") ",\n" WALK("1_3", "[\"b\"], [\"c\"]") ",\n" WALK(
            "1_4", "[\"a\"], [\"d\"]") ",\n" WALK("1_6", "[\"a\"], [\"q\"], [\"b\"]") ",\n" WALK(
            "1_6", WALK_ABC) ",\n" WALK("2_0", WALK_AB) ",\n" WALK("9_9", WALK_AB) "]");
    const char* words = problems_of(&def);
    CHECK_HAS(words, "without a connectivity file: 3, such as 'none' of path 2 (");
    CHECK_HAS(words, "not in the graph: 2, such as path 3, viewpoint x of row (");
    CHECK_HAS(words, "without a path or a goal: 1, such as path 5 (line 1) (");
    CHECK_HAS(words, "without a prediction: 1, such as '1_5' (");
    CHECK_HAS(words, "empty trajectories: 1, such as '1_1' (");
    CHECK_HAS(words, "a viewpoint that is not in the graph: 2, such as '1_2', viewpoint x (");
    CHECK_HAS(words, "begin elsewhere than the instruction: 1, such as '1_3' (");
    CHECK_HAS(words, "jump where there is no edge: 2, such as '1_0', a to c (");
    CHECK_HAS(words, "where the goal is unreachable: 1, such as '1_4' (");
    CHECK_HAS(words, "second predictions for the same instruction: 1, such as '1_6' (line 7) (");
    CHECK_HAS(words, "that are not in the annotations: 1, such as '9_9' (line 9) (");
    // All void predictions stay at the start: 4 m from the goal. 1_0 ends there, after 4 m twice.
    CHECK_JSON(def, "\"n\": 7, ",
               "{\"id\": \"1_0\", \"scene\": \"row\", \"tl\": 8, \"ne\": 4, \"sr\": 0, \"os\": 1, ",
               "{\"id\": \"1_1\", \"scene\": \"row\", \"tl\": 0, \"ne\": 4, \"sr\": 0, \"os\": 0, "
               "\"spl\": 0, \"dtw\": 6, \"ndtw\": 0, \"sdtw\": 0, \"cls\": 0, \"coverage\": 0}",
               "{\"id\": \"1_2\", \"scene\": \"row\", \"tl\": 0, \"ne\": 4, \"sr\": 0, \"os\": 0, "
               "\"spl\": 0, \"dtw\": 6, \"ndtw\": 0, ",
               "{\"id\": \"1_3\", \"scene\": \"row\", \"tl\": 2, \"ne\": 0, \"sr\": 1, ",
               "{\"id\": \"1_4\", \"scene\": \"row\", \"tl\": null, \"ne\": null, \"sr\": 0, ",
               "{\"id\": \"1_6\", \"scene\": \"row\", \"tl\": 0, \"ne\": 4, \"sr\": 0, ");
}

TEST(a_reference_after_a_longer_one_is_not_mixed_with_it) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_R2R,
        "[" PATH("1", "row", ABC, "\"1\"") ", " PATH("2", "none", ABC, "\"1\"") ", " PATH(
            "3", "row", AB, "\"1\"") "]",
        "[" WALK("1_0", WALK_ABC) ", " WALK("2_0", WALK_ABC) ", " WALK("3_0", WALK_AB) "]");
    CHECK_JSON(def, "\"n\": 2, \"tl\": 3, \"ne\": 0, \"sr\": 1, ", "\"dtw\": 0, \"ndtw\": 1, ",
               "\"problems\": {\"unknown_scan\": 1}}");
}

TEST(turning_on_the_spot_is_a_step_by_the_official_rules_alone) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_R2R, "[" PATH("1", "row", AB, "\"1\"") "]",
                  "[" WALK("1_0", "[\"c\", 0, 0], [\"c\", 1, 0], [\"c\", 2, 0]") "]");
    // c is 4 m from a and 2 m from b: 4 + 2 + 2, or 4 + 2.
    CHECK_JSON(def, "\"tl\": 0, ", "\"dtw\": 8, ", "\"problems\": {\"wrong_start\": 1}}");
    def.rules = WEND_RULES_PAPER;
    CHECK_JSON(def, "\"tl\": 0, ", "\"dtw\": 6, ");
}

// ---- tours --------------------------------------------------------------------------------------

TEST(tours_of_episodes_that_cannot_be_scored_are_left_out) {
    const char* asked =
        "[" PATH("1", "row", ABC, "\"1\", \"2\"") ", " PATH("2", "none", AB, "\"1\"") ", " PATH(
            "3", "row", "\"a\", \"y\"", "\"1\"") ", " PATH("4", "row", AB, "\"1\"") "]";
    const char* given = "[" WALK("1_0", WALK_ABC) ", " WALK("1_1", WALK_ABC) ", " WALK(
        "2_0", WALK_AB) ", " WALK("3_0", WALK_AB) ", " WALK("4_0", WALK_AB) "]";
    static const struct {
        const char *tour, *unknown;  // NULL: it is scored
    } cases[] = {
        {"\"1_0\", \"4_0\", \"1_1\"", NULL},       {"\"4_0\"", NULL},
        {"\"1_0\", \"2_0\"", "'2_0' of tour 0 ("}, {"\"3_0\", \"1_0\"", "'3_0' of tour 0 ("},
        {"\"1_0\", \"1_2\"", "'1_2' of tour 0 ("}, {"\"0_0\", \"1_2\"", "'0_0' of tour 0 ("},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_predictions_def def = graph_def(WEND_BENCHMARK_IR2R, asked, given);
        char text[128];
        snprintf(text, sizeof text, "{\"val\": {\"row\": [[%s]]}}", cases[i].tour);
        def.tours = save("tours.json", text);
        if (cases[i].unknown) {
            CHECK_HAS(problems_of(&def), cases[i].unknown);
            CHECK_JSON(def, "\"n_tours\": 0, \"t_ndtw\": null, \"n_infeasible\": 0",
                       "\"tours\": []");
        } else {
            CHECK_JSON(def, "\"n\": 3, ", "\"n_tours\": 1, \"t_ndtw\": 1, \"n_infeasible\": 0",
                       "\"tours\": [{\"id\": \"0\", \"scene\": \"row\", \"t_ndtw\": 1}]");
        }
    }
}

TEST(tours_weigh_as_much_as_they_have_episodes) {
    // Tour 0 of two episodes is exact; tour 1 of three misses 2 m of 8 points.
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_IR2R,
        "[" PATH("1", "row", ABC, "\"1\", \"2\"") ", " PATH("4", "row", AB, "\"1\"") "]",
        "[" WALK("1_0", WALK_ABC) ", " WALK("1_1", WALK_AB) ", " WALK("4_0", WALK_AB) "]");
    def.rules = WEND_RULES_PAPER;
    def.tours = save("tours.json",
                     "{\"val\": {\"row\": [[\"1_0\", \"4_0\"], [\"1_0\", \"4_0\", \"1_1\"]]}}");
    wend_predictions* scored = score(&def);
    const char* at = strstr(wend_predictions_json(scored), "\"t_ndtw\": ");
    CHECK_NEAR(strtod(at + 10, NULL), (2 + 3 * exp(-2.0 / 24)) / 5, 1e-12);
    CHECK_HAS(wend_predictions_json(scored), "\"problems\": {}}");
    wend_predictions_destroy(scored);
}

TEST(tours_drop_points_that_repeat_by_the_paper) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_IR2R, "[" PATH("1", "row", AB, "\"1\"") "]",
                  "[" WALK("1_0", "[\"c\", 0, 0], [\"c\", 1, 0], [\"c\", 2, 0]") "]");
    def.tours = save("tours.json", "{\"val\": {\"row\": [[\"1_0\"]]}}");
    // 4 + 2 m against two points; as it stands in the file, 2 m more.
    for (int rules = 0; rules < 2; rules++) {
        def.rules = (wend_rules)rules;
        wend_predictions* scored = score(&def);
        const char* at = strstr(wend_predictions_json(scored), "\"t_ndtw\": ");
        CHECK_NEAR(strtod(at + 10, NULL), exp(rules == WEND_RULES_PAPER ? -6 / 6.0 : -8 / 6.0),
                   1e-12);
        wend_predictions_destroy(scored);
    }
}

// ---- files --------------------------------------------------------------------------------------

TEST(each_file_of_a_graph_benchmark_is_named_where_it_is_missing_or_broken) {
    static const char* const broken[] = {"", "[{", "[{\"path_id\": 1, \"instr_id\": [[]]}"};
    const char* asked = "[" PATH("1", "row", ABC, "\"1\"") "]";
    const char* given = "[" WALK("1_0", WALK_ABC) "]";
    for (int file = 0; file < 4; file++)
        for (int how = 0; how < 3; how++) {
            static const char* const names[] = {"asked.json", "given.json", "tours.json",
                                                "graphs/row_connectivity.json"};
            wend_predictions_def def = graph_def(WEND_BENCHMARK_IR2R, asked, given);
            def.tours = save("tours.json", "{\"val\": {\"row\": [[\"1_0\"]]}}");
            wend_error error;
            wend_predictions* scored;
            CHECK_OK(wend_predictions_score(&def, &scored, &error));
            wend_predictions_destroy(scored);
            save(names[file], broken[how]);
            CHECK_INT(wend_predictions_score(&def, &scored, &error), WEND_FORMAT);
            CHECK_HAS(error.message, names[file]);
        }
    wend_predictions_def def = graph_def(WEND_BENCHMARK_R2R, asked, given);
    def.connectivity = make_folder("empty");
    check_fails(&def, WEND_NOT_FOUND, "empty: no file named {scan}_connectivity.json");
    def.connectivity = test_path("absent");
    check_fails(&def, WEND_NOT_FOUND, "absent");
}

TEST(positions_are_not_viewpoints_and_r2r_is_not_r4r) {
    const char* asked = "[" PATH("1", "row", ABC, "\"1\"") "]";
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_R2R, asked, "[" WALK("1_0", "[1, 2, 3]") "]");
    check_fails(&def, WEND_FORMAT,
                "given.json: paths of positions [x, y, z]; r2r takes viewpoints");
    def = graph_def(WEND_BENCHMARK_R4R, asked, "[" WALK("1_0", WALK_ABC) "]");
    check_fails(&def, WEND_FORMAT, "asked.json: R2R annotations (no path is joined of two)");
}

TEST(panorama_positions_come_from_the_rooms_beside_the_graphs) {
    const char* asked = "[" PATH("1", "row", AB, "\"1\"") "]";
    const char* given = "[" WALK("1_0", WALK_AB) "]";
    // The room file puts the viewpoints 5 m apart.
    const char* rooms =
        "{\"pano_info\": {\"row\": {\"a\": {\"position\": [0, 0, 0], \"region_index\": 0, "
        "\"label\": \"h\"}, "
        "\"b\": {\"position\": [5, 0, 0], \"region_index\": 0, \"label\": \"h\"}, "
        "\"c\": {\"position\": [9, 0, 0], \"region_index\": 0, \"label\": \"h\"}, "
        "\"d\": {\"position\": [9, 0, 5], \"region_index\": 0, \"label\": \"h\"}, "
        "\"x\": {\"position\": [9, 0, 9], \"region_index\": 0, \"label\": \"h\"}}}}";
    wend_predictions_def def = graph_def(WEND_BENCHMARK_R2R, asked, given);
    CHECK_JSON(def, "\"positions\": \"poses\", ", "\"tl\": 2, ");
    def.positions = WEND_POSITIONS_PANORAMAS;
    check_fails(&def, WEND_ARGUMENT, "panorama positions need rooms");
    make_folder("rooms");
    save("rooms/viewpoint_rooms.json", rooms);
    CHECK_JSON(def, "\"positions\": \"panoramas\", ", "\"tl\": 5, ");
    save("rooms/viewpoint_rooms.json", "{");
    check_fails(&def, WEND_FORMAT, "viewpoint_rooms.json");
    def.rooms = save("others.json", rooms);
    CHECK_JSON(def, "\"tl\": 5, ");
    char longer[5000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    def.rooms = NULL;
    def.connectivity = longer;
    check_fails(&def, WEND_LIMIT, "too long");
    // Where there are no graphs, positions do not matter.
    def = quick_def(WEND_BENCHMARK_MULTION);
    def.positions = WEND_POSITIONS_PANORAMAS;
    def.results = save("multion.jsonl",
                       "{\"episode_id\": \"1\", \"legs\": [1], \"finds\": [], \"path_length\": 1}");
    CHECK_JSON(def, "\"n\": 1, ");
}

TEST(scoring_on_graphs_survives_every_failing_allocation) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_IR2R,
                  "[" PATH("1", "row", ABC, "\"1\", \"2\"") ", " PATH("4", "row", AB, "\"1\"") "]",
                  "[" WALK("1_0", WALK_ABC) ", " WALK("1_1", "[\"a\"], [\"q\"]") ", " WALK(
                      "9_9", WALK_AB) "]");
    wend_text_out tours = {0};
    wend_text_put(&tours, "{\"val\": {\"row\": [[\"1_0\", \"4_0\"], [\"7_7\"], [");
    for (int i = 0; i < 60; i++) wend_text_put(&tours, "%s\"1_0\"", i ? ", " : "");
    wend_text_put(&tours, "]]}}");
    def.resamples = 10;
    def.tours = save("tours.json", tours.items);
    wend_text_destroy(&tours);
    test_each_allocation(score_again, &def, 1000);
}
