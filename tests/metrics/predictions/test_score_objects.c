// Object goals: which result answers which episode, and what each column is.
#include "metrics/predictions/scored.h"

// An episode of RoboTHOR, 2 m long.
#define ASK(id, scene, more)                                                                      \
    "{\"id\": \"" id                                                                              \
    "\", \"initial_horizon\": 0, \"initial_orientation\": 0, "                                    \
    "\"initial_position\": {\"x\": 0, \"y\": 1, \"z\": 0}, \"object_type\": \"Mug\", \"scene\": " \
    "\"" scene "\"" more "}"
#define SHORTEST                                                                  \
    ", \"shortest_path\": [{\"x\": 1, \"y\": 1, \"z\": 1}, {\"x\": 1, \"y\": 1, " \
    "\"z\": 2}, {\"x\": 1, \"y\": 1, \"z\": 3}]"
#define POSE(x) "{\"x\": " x ", \"y\": 1, \"z\": 0}"
#define COW(x, success) \
    "{\"episode_metrics\": {\"trajectory\": []}, \"episode_result\": {\"path\": [" POSE("0") ", " POSE( \
        x) "], \"shortest_path\": [" POSE("0") ", " POSE("2") "], \"success\": " success "}}"

static void put_challenge(wend_text_out* out, const char* id, const char* x, const char* success) {
    wend_text_put(out,
             "%s\"%s\": {\"trajectory\": [" POSE("0") ", {\"x\": %s, \"y\": 1, \"z\": 0}], "
             "\"success\": %s}",
             out->count ? ", " : "{\"episodes\": {", id, x, success);
}

static const char* save_challenge(wend_text_out* out) {
    wend_text_put(out, "}}");
    const char* path = save("metrics.json", out->items);
    wend_text_destroy(out);
    return path;
}

// ---- which result is whose ----------------------------------------------------------------------

TEST(a_result_answers_the_episode_of_its_split) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_PASTURE);
    make_folder("all");
    make_folder("all/base");
    make_folder("all/hidden");
    save("all/base/FloorPlan_Val1_1_Mug_0.json", COW("4", "true"));
    save("all/hidden/FloorPlan_Val1_1_Mug_0.json", COW("8", "true"));
    def.results = test_path("all");
    def.annotations = save(
        "asked.json",
        "[" ASK("FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_1", ", \"split\": \"hidden\"") ", " ASK(
            "FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_1",
            ", \"split\": \"base\"") ", " ASK("FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_1",
                                              ", \"split\": \"other\"") "]");
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.6666666666666666, \"spl\": 0.25, ",
               "\"group\": \"hidden\", \"success\": 1, \"spl\": 0.25, ",
               "\"group\": \"base\", \"success\": 1, \"spl\": 0.5, ",
               "\"group\": \"other\", \"success\": 0, \"spl\": 0, ",
               "\"by_split\": {\"hidden\": ", "\"problems\": {\"missing\": 1}}");
    // An episode that names no split takes the first; the other is a second prediction for it.
    def.annotations =
        save("asked.json", "[" ASK("FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_1", "") "]");
    CHECK_JSON(def, "\"n\": 1, \"success\": 1, \"spl\": 0.5, ", "\"by_split\": {\"-\": {\"n\": 1, ",
               "\"problems\": {\"duplicate\": 1}}");
    // Of another scene, none of them is.
    def.annotations =
        save("asked.json", "[" ASK("FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_2", "") "]");
    check_fails(&def, WEND_NOT_FOUND, "no prediction for any of the 1 episodes");
}

TEST(a_result_of_another_scene_of_the_split_is_not_in_the_annotations) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_PASTURE);
    make_folder("all");
    make_folder("all/base");
    save("all/base/FloorPlan_Val1_1_Mug_0.json", COW("4", "true"));
    save("all/base/FloorPlan_Val1_1_Mug_1.json", COW("4", "true"));
    def.results = test_path("all");
    def.annotations = save(
        "asked.json",
        "[" ASK("FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_2", ", \"split\": \"base\"") ", " ASK(
            "FloorPlan_Val1_1_Mug_1", "FloorPlan_Val1_1", ", \"split\": \"base\"") "]");
    CHECK_JSON(def, "\"n\": 2, \"success\": 0.5, ",
               "\"problems\": {\"missing\": 1, \"unknown_id\": 1}}");
}

TEST(results_are_found_by_id_among_many_and_unknown_ones_are_named) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_ROBOTHOR);
    wend_text_out asked = {0}, given = {0};
    for (int i = 0; i < 9; i++) {  // 8, 0, 7, 1, …, asked in another order
        char id[32];
        snprintf(id, sizeof id, "e%d", i % 2 ? i / 2 : 8 - i / 2);
        put_challenge(&given, id, "2", "true");
        snprintf(id, sizeof id, "e%d", (5 * i) % 9);
        wend_text_put(&asked, i ? ", " : "[");
        wend_text_put(&asked, ASK("%s", "a", ""), id);
    }
    put_challenge(&given, "d", "2", "true");
    put_challenge(&given, "f", "2", "true");
    wend_text_put(&asked, "]");
    def.annotations = save("asked.json", asked.items);
    def.results = save_challenge(&given);
    wend_text_destroy(&asked);
    CHECK_JSON(def, "\"n\": 9, \"success\": 1, ", "\"problems\": {\"unknown_id\": 2}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "2, such as 'd' (left out)");
    wend_predictions_destroy(scored);
}

TEST(without_annotations_each_result_is_scored) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_PASTURE);
    make_folder("all");
    save("all/a_0.json", "{\"success\": 1, \"spl\": 1}");
    save("all/b.json",
         "{\"a_0\": {\"success\": 0, \"spl\": 0}, \"c\": {\"success\": 1, \"spl\": "
         "0.5, \"scene_id\": \"s\"}}");
    def.results = test_path("all");
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.6666666666666666, \"spl\": 0.5, ",
               "{\"id\": \"a_0\", \"group\": \"a\", \"success\": 1, ",
               "{\"id\": \"a_0\", \"group\": ", "{\"id\": \"c\", ", "\"problems\": {}}");
    wend_predictions* scored = score(&def);  // no scene is known for all of them
    CHECK(!strstr(wend_predictions_json(scored), "n_scenes"));
    CHECK(!strstr(wend_predictions_json(scored), "\"scene\""));
    wend_predictions_destroy(scored);
}

// ---- annotations --------------------------------------------------------------------------------

TEST(the_shortest_path_of_an_episode_is_its_path_or_its_length) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_ROBOTHOR);
    static const struct {
        const char *more, *words;
    } cases[] = {
        {SHORTEST, "\"spl\": 0.5, "},
        {SHORTEST ", \"shortest_path_length\": 1", "\"spl\": 0.5, "},
        {", \"shortest_path_length\": 1", "\"spl\": 0.25, "},
        {", \"shortest_path_length\": 0", "\"spl\": 0, "},
        {", \"shortest_path_length\": 5", "\"spl\": 1, "},
        {"", "\"spl\": null, "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out given = {0}, asked = {0};
        put_challenge(&given, "e", "4", "true");
        wend_text_put(&asked, "[" ASK("e", "a", "%s") "]", cases[i].more);
        def.results = save_challenge(&given);
        def.annotations = save("asked.json", asked.items);
        wend_text_destroy(&asked);
        CHECK_JSON(def, "{\"id\": \"e\", \"scene\": \"a\", \"group\": \"Mug\", \"success\": 1, ",
                   cases[i].words);
    }
}

TEST(annotations_of_robothor_may_be_a_folder_of_files) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_ROBOTHOR);
    wend_text_out given = {0};
    put_challenge(&given, "e", "2", "true");
    put_challenge(&given, "f", "2", "false");
    def.results = save_challenge(&given);
    def.annotations = make_folder("asked");
    save("asked/a.json", "[" ASK("e", "a", "") "]");
    save("asked/b.txt", "no episodes");
    save("asked/c.json", "[" ASK("f", "b", "") "]");
    CHECK_JSON(def, "\"n\": 2, \"success\": 0.5, ", "\"n_scenes\": 2", "\"problems\": {}}");
}

#define HABITAT(goals, more)                                                            \
    "{\"episodes\": [{\"episode_id\": \"1\", \"scene_id\": \"a\", \"start_position\": " \
    "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [" goals "]" more "}]}"

TEST(the_category_of_a_habitat_episode_is_its_goal_s_or_its_own) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_OBJECTNAV);
    static const char* const cases[][2] = {
        {HABITAT("{\"position\": [1, 0, 0], \"object_category\": \"chair\"}, {\"position\": "
                 "[1, 0, 0]}",
                 ""),
         "\"by_category\": {\"chair\": {\"n\": 1, "},
        {HABITAT("{\"position\": [1, 0, 0], \"object_category\": \"chair\"}",
                 ", \"object_category\": \"bed\""),
         "\"by_category\": {\"chair\": {\"n\": 1, "},
        {HABITAT("{\"position\": [1, 0, 0]}", ", \"object_category\": \"bed\""),
         "\"by_category\": {\"bed\": {\"n\": 1, "},
        {HABITAT("", ", \"object_category\": \"bed\""), "\"by_category\": {\"bed\": {\"n\": 1, "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        def.results = save("stats.json", "{\"1\": {\"success\": 1, \"spl\": 1}}");
        def.annotations = save("asked.json", cases[i][0]);
        CHECK_JSON(def, cases[i][1], "\"scene\": \"a\"");
    }
    static const char* const broken[] = {HABITAT("{\"position\": [1, 0, 0]}", ""), HABITAT("", ""),
                                         HABITAT("", ", \"object_category\": 3"),
                                         HABITAT("", ", \"object_category\": \"\""),
                                         HABITAT("", ", \"other\": \"bed\"")};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        def.results = save("stats.json", "{\"1\": {\"success\": 1, \"spl\": 1}}");
        def.annotations = save("asked.json", broken[i]);
        check_fails(&def, WEND_FORMAT,
                    "asked.json: episode 0 has a point as its goal and no object category");
    }
}

// ---- values -------------------------------------------------------------------------------------

TEST(values_at_the_ends_of_their_ranges_are_taken_and_those_beyond_are_refused) {
    static const struct {
        const char *success, *spl, *soft_spl;
        bool right;
    } cases[] = {
        {"0", "0", "0", true},       {"1", "1", "1", true},      {"1", "0", "0", true},
        {"0", "0", "1", true},       {"0", "0.001", "0", false}, {"1", "1.001", "0", false},
        {"1", "-0.001", "0", false}, {"1", "1", "1.001", false}, {"1", "1", "-0.001", false},
        {"2", "1", "1", false},      {"-1", "0", "0", false},    {"0.5", "0.5", "0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128], words[128];
        wend_predictions_def def = quick_def(WEND_BENCHMARK_OBJECTNAV);
        snprintf(text, sizeof text, "{\"7\": {\"success\": %s, \"spl\": %s, \"soft_spl\": %s}}",
                 cases[i].success, cases[i].spl, cases[i].soft_spl);
        def.results = save("stats.json", text);
        if (cases[i].right) {
            snprintf(words, sizeof words, "\"success\": %s, \"spl\": %s, \"soft_spl\": %s, ",
                     cases[i].success, cases[i].spl, cases[i].soft_spl);
            CHECK_JSON(def, words);
        } else {
            snprintf(words, sizeof words,
                     "stats.json: episode '7': success %s must be 0 or 1, SPL %s in [0, success]",
                     cases[i].success, cases[i].spl);
            check_fails(&def, WEND_FORMAT, words);
        }
    }
}

TEST(a_missing_result_has_success_and_spl_of_zero_and_nothing_else) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_OBJECTNAV);
    def.annotations =
        save("asked.json",
             "{\"episodes\": [{\"episode_id\": \"1\", \"scene_id\": \"a\", \"start_position\": "
             "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"object_category\": "
             "\"bed\"}, {\"episode_id\": \"2\", \"scene_id\": \"a\", \"start_position\": "
             "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"object_category\": "
             "\"bed\"}]}");
    def.results = save("stats.json", "{\"1\": {\"success\": 1, \"spl\": 1}}");
    CHECK_JSON(def,
               "{\"id\": \"2\", \"scene\": \"a\", \"group\": \"bed\", \"success\": 0, \"spl\": 0, "
               "\"soft_spl\": null, \"distance_to_goal\": null, \"exploration_failure\": null, "
               "\"localisation_failure\": null, \"planning_failure\": null, \"action_success\": "
               "null, \"episode_length\": null}",
               "\"n_scenes\": 1", "\"problems\": {\"missing\": 1}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "1, such as '2' (");
    wend_predictions_destroy(scored);
    def.results = save("stats.json", "{\"1\": {\"success\": 1, \"soft_spl\": 1}}");
    CHECK_JSON(def,
               "{\"id\": \"2\", \"scene\": \"a\", \"group\": \"bed\", \"success\": 0, "
               "\"spl\": 0, \"soft_spl\": 0, \"distance_to_goal\": null, ");
}

// Late is 251 poses: CoW's limit of 250 actions.
TEST(a_failure_is_labelled_by_its_poses_and_by_visibility) {
    static const struct {
        int poses;
        const char *seen, *words;  // exploration, localisation, planning
    } cases[] = {
        {250, ", \"vision_error_in_case_of_fail\": 0", "0, 1, 0"},
        {251, ", \"vision_error_in_case_of_fail\": 0", "1, 0, 0"},
        {252, ", \"vision_error_in_case_of_fail\": 0", "0, 1, 0"},
        {251, ", \"vision_error_in_case_of_fail\": 1", "0, 0, 1"},
        {251, "", "0, 0, 0"},  // not recorded for this one
        {250, "", "0, 0, 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_predictions_def def = quick_def(WEND_BENCHMARK_PASTURE);
        wend_text_out out = {0};
        char words[160];
        wend_text_put(&out, "{\"episodes\": {\"a\": {\"trajectory\": [");
        for (int k = 0; k < cases[i].poses; k++) wend_text_put(&out, "%s" POSE("0"), k ? ", " : "");
        wend_text_put(&out,
                      "], \"success\": 0%s}, \"b\": {\"trajectory\": [], \"success\": 1, "
                      "\"vision_error_in_case_of_fail\": 0}}}",
                      cases[i].seen);
        def.results = save("metrics.json", out.items);
        wend_text_destroy(&out);
        snprintf(words, sizeof words,
                 "\"exploration_failure\": %c, \"localisation_failure\": %c, "
                 "\"planning_failure\": %c, \"action_success\": null, \"episode_length\": %d}",
                 cases[i].words[0], cases[i].words[3], cases[i].words[6], cases[i].poses);
        CHECK_JSON(def, words);
    }
}

TEST(spl_needs_both_lengths_and_is_one_where_no_motion_is_needed) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_ROBOTHOR);
    static const struct {
        const char *x, *shortest, *success, *spl;
    } cases[] = {
        {"0", "0", "true", "1"}, {"0", "0", "false", "0"},   {"4", "1", "false", "0"},
        {"1", "4", "true", "1"}, {"4", "1", "true", "0.25"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out given = {0}, asked = {0};
        char words[64];
        put_challenge(&given, "e", cases[i].x, cases[i].success);
        wend_text_put(&asked, "[" ASK("e", "a", ", \"shortest_path_length\": %s") "]",
                      cases[i].shortest);
        def.results = save_challenge(&given);
        def.annotations = save("asked.json", asked.items);
        wend_text_destroy(&asked);
        snprintf(words, sizeof words, "\"spl\": %s, \"soft_spl\": null", cases[i].spl);
        CHECK_JSON(def, words);
    }
}

TEST(only_a_success_can_be_unstopped) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_ROBOTHOR);
#define LAST(id, name, success)                                                 \
    "\"" id "\": {\"trajectory\": [], \"actions_taken\": [{\"action\": \"" name \
    "\", \"success\": true}], \"success\": " success "}"
    def.results = save("metrics.json", "{\"episodes\": {" LAST("a", "MoveAhead", "0") ", " LAST(
                                           "b", "MoveAhead", "1") ", " LAST("c", "Stop", "1") "}}");
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.3333333333333333, ",
               "\"problems\": {\"unstopped\": 1}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "1, such as 'b' (scored as failures)");
    wend_predictions_destroy(scored);
}
