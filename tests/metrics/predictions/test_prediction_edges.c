// Predictions at the edges of the rules: gates, limits, order of files, what belongs to which
// split.
#include "test.h"

#include "wend/files.h"
#include "wend/metrics.h"

static const char* save(const char* name, const char* text) {
    wend_error error;
    const char* path = test_path(name);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    return path;
}

static void check_json(const wend_predictions_def* def, const char* const* words) {
    wend_error error;
    wend_predictions* scored;
    CHECK_OK(wend_predictions_score(def, &scored, &error));
    for (int i = 0; words[i]; i++) CHECK_HAS(wend_predictions_json(scored), words[i]);
    wend_predictions_destroy(scored);
}
#define CHECK_JSON(def, ...) check_json(&(def), (const char* const[]){__VA_ARGS__, NULL})

static void check_fails(const wend_predictions_def* def, wend_status expected, const char* words) {
    wend_error error;
    wend_predictions* scored;
    CHECK_INT(wend_predictions_score(def, &scored, &error), expected);
    CHECK_HAS(error.message, words);
}

// ---- what is asked ------------------------------------------------------------------------------

TEST(defaults_are_official_rules_poses_and_a_thousand_samples) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_RXR);
    CHECK(def.benchmark == WEND_BENCHMARK_RXR && def.rules == WEND_RULES_OFFICIAL);
    CHECK(def.positions == WEND_POSITIONS_POSES && def.resamples == 1000 && def.seed == 1);
    CHECK(!def.results && !def.annotations && !def.split && !def.geodesic && !def.per_episode);
}

TEST(calls_that_cannot_be_scored_are_argument_errors) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_MULTION);
    def.results = save("multion.jsonl",
                       "{\"episode_id\": \"1\", \"legs\": [1], \"finds\": [], \"path_length\": "
                       "1}\n");
    def.resamples = 100000;
    CHECK_JSON(def, "\"n\": 1, ");
    def.resamples = 100001;
    check_fails(&def, WEND_ARGUMENT, "100001");
    def.resamples = -1;
    check_fails(&def, WEND_ARGUMENT, "-1");
    def.resamples = 0;
    def.geodesic = true;
    check_fails(&def, WEND_ARGUMENT, "geodesic");
    static const struct {
        wend_benchmark benchmark;
        const char *connectivity, *annotations, *truth, *tours, *results, *words;
    } cases[] = {
        {WEND_BENCHMARK_R2R, NULL, "a", NULL, NULL, "r", "connectivity"},
        {WEND_BENCHMARK_IR2R, NULL, "a", NULL, "t", "r", "connectivity"},
        {WEND_BENCHMARK_R2R, "c", NULL, NULL, NULL, "r", "annotations"},
        {WEND_BENCHMARK_R2R_CE, NULL, NULL, NULL, NULL, "r", "annotations"},
        {WEND_BENCHMARK_RESCUE, NULL, NULL, NULL, NULL, "r", "annotations"},
        {WEND_BENCHMARK_IR2R_CE, NULL, NULL, NULL, NULL, "r", "gt_ndtw.json"},
        {WEND_BENCHMARK_IR2R, "c", "a", NULL, NULL, "r", "tours.json"},
        {WEND_BENCHMARK_OBJECTNAV, NULL, NULL, NULL, NULL, NULL, "predictions"},
        {WEND_BENCHMARK_MULTION, NULL, NULL, NULL, NULL, NULL, "predictions"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        def = wend_predictions_default_def(cases[i].benchmark);
        def.connectivity = cases[i].connectivity;
        def.annotations = cases[i].annotations;
        def.truth = cases[i].truth;
        def.tours = cases[i].tours;
        def.results = cases[i].results;
        check_fails(&def, WEND_ARGUMENT, cases[i].words);
    }
    def = wend_predictions_default_def(WEND_BENCHMARK_R2R_CE);
    def.annotations = def.results = "a";
    def.geodesic = true;
    check_fails(&def, WEND_ARGUMENT, "navmeshes");
}

// ---- graphs -------------------------------------------------------------------------------------

// Viewpoints a, b, c in a row, 2 m apart.
static wend_predictions_def graph_def(wend_benchmark benchmark, const char* given) {
    wend_text_out out = {0};
    wend_error error;
    for (int i = 0; i < 3; i++) {
        wend_text_put(&out,
                      "%s{\"image_id\": \"%c\", \"pose\": [1,0,0,%d, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], "
                      "\"included\": true, \"height\": 1.5, \"visible\": [true,true,true], "
                      "\"unobstructed\": [",
                      i ? ", " : "[", 'a' + i, 2 * i);
        for (int j = 0; j < 3; j++)
            wend_text_put(&out, "%s%s", j ? ", " : "", abs(i - j) == 1 ? "true" : "false");
        wend_text_put(&out, "]}");
    }
    wend_text_put(&out, "]");
    CHECK_OK(wend_file_make_folder(test_path("graphs"), &error));
    save("graphs/row_connectivity.json", out.items);
    wend_text_destroy(&out);
    wend_predictions_def def = wend_predictions_default_def(benchmark);
    def.connectivity = test_path("graphs");
    def.annotations =
        save("asked.json",
             "[{\"path_id\": 2, \"scan\": \"row\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
             "\"distance\": 2, \"instructions\": [\"Go.\"]}, {\"path_id\": 1, \"scan\": \"row\", "
             "\"path\": [\"a\", \"b\", \"c\"], \"heading\": 0, \"distance\": 4, "
             "\"instructions\": [\"Go.\", \"Go.\", \"Go.\"]}]");
    def.results = save("given.json", given);
    def.resamples = 0;
    def.per_episode = true;
    return def;
}

#define WALK(id, points) "{\"instr_id\": \"" id "\", \"trajectory\": [" points "]}"
#define ABC              "[\"a\"], [\"b\"], [\"c\"]"

TEST(predictions_are_found_in_any_order_and_the_first_of_two_counts) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_R2R,
                  "[" WALK("2_0", "[\"a\"], [\"b\"]") ", " WALK("1_1", ABC) ", " WALK(
                      "1_2", "[\"a\"]") ", " WALK("1_0", ABC) ", " WALK("1_1", "[\"a\"]") "]");
    CHECK_JSON(def, "\"n\": 4, ", "\"problems\": {\"duplicate\": 1}",
               "{\"id\": \"1_1\", \"scene\": \"row\", \"tl\": 4, \"ne\": 0, \"sr\": 1, ",
               "{\"id\": \"1_2\", \"scene\": \"row\", \"tl\": 0, \"ne\": 4, \"sr\": 0, ");
}

TEST(a_jump_is_reported_wherever_it_is) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_R2R,
        "[" WALK("2_0", "[\"a\"], [\"b\"]") ", " WALK("1_0", ABC) ", " WALK(
            "1_1", "[\"a\"], [\"b\"], [\"b\"], [\"a\"], [\"c\"]") ", " WALK("1_2", ABC) "]");
    CHECK_JSON(def, "\"problems\": {\"jump\": 1}");
}

TEST(infeasible_tours_are_counted_and_left_out) {
    // Pinned at both ends, three viewpoints cannot be paired with two.
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_IR2R, "[" WALK("2_0", ABC) ", " WALK("1_1", ABC) ", " WALK(
                                           "1_2", "[\"a\"], [\"b\"]") ", " WALK("1_0", ABC) "]");
    def.tours = save("tours.json",
                     "{\"other\": {\"row\": [[\"1_1\", \"1_1\"]]}, \"val\": {\"row\": [[\"1_0\", "
                     "\"2_0\", \"1_1\"], [\"1_0\", \"1_1\"], [\"1_0\", \"1_2\"]]}}");
    def.split = "val";
    // The third ends 2 m early, against 6 points.
    CHECK_JSON(def, "\"n_tours\": 3, \"t_ndtw\": 0.9474196584071849, \"n_infeasible\": 1",
               "\"t_ndtw\": null}", "\"t_ndtw\": 0.8948393168143698}");
    wend_error error;
    wend_predictions* scored;
    CHECK_OK(wend_predictions_score(&def, &scored, &error));
    CHECK_HAS(wend_predictions_table(scored),
              "ir2r: 4 instructions, 3 tours (1 of them infeasible and left out), official rules, "
              "positions: poses\n");
    wend_predictions_destroy(scored);
}

// ---- continuous ---------------------------------------------------------------------------------

#define EPISODE(id)                                                                               \
    "{\"episode_id\": \"" id                                                                      \
    "\", \"scene_id\": \"a.glb\", \"start_position\": [0, 0, 0], "                                \
    "\"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": [4, 0, 3]}], \"instruction\": " \
    "{\"instruction_text\": \"Go.\"}, \"reference_path\": [[0, 0, 0], [4, 0, 3]]}"

TEST(a_viewpoint_among_positions_makes_the_prediction_void) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_R2R_CE);
    def.resamples = 0;
    def.per_episode = true;
    def.annotations = save("episodes.json", "{\"episodes\": [" EPISODE("1") ", " EPISODE("2") "]}");
    def.results = save("places.json",
                       "{\"1\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": false}, "
                       "{\"position\": [0, 0, 3], \"heading\": 0, \"stop\": false}, "
                       "{\"position\": [4, 0, 3], \"heading\": 0, \"stop\": true}]}");
    // Without info the shortest path is the straight line: 5 m of 7 m.
    CHECK_JSON(def, "\"tl\": 7, \"ne\": 0, \"sr\": 1, \"os\": 1, \"spl\": 0.7142857142857143, ",
               "{\"id\": \"2\", \"scene\": \"a.glb\", \"tl\": 0, \"ne\": 5, \"sr\": 0, ",
               "\"problems\": {\"missing\": 1}");
    def.results = save("places.json",
                       "[{\"instr_id\": \"1\", \"trajectory\": [[0, 0, 0], [4, 0, 3], [\"b\", 0, "
                       "0]]}, {\"instr_id\": \"2\", \"trajectory\": [[0, 0, 0], [4, 0, 3]]}]");
    CHECK_JSON(def, "\"unknown_viewpoint\": 1",
               "{\"id\": \"1\", \"scene\": \"a.glb\", \"tl\": 0, \"ne\": 5, \"sr\": 0, ");
}

// ---- records of tours ---------------------------------------------------------------------------

#define AT(x, e) "{\"position\": [" x ", 0, 0], \"phase\": \"agent\", \"episode_id\": \"" e "\"}"

TEST(only_the_named_split_of_records_is_scored_wherever_it_is) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_IR2R_CE);
    def.resamples = 0;
    def.per_episode = true;
    def.truth =
        save("truth.json",
             "{\"train\": {\"0\": [" AT("9", "A") ", " AT("9", "B") "]}, \"val\": {\"0\": [" AT(
                 "0", "A") ", " AT("1", "B") "], \"1\": [" AT("0", "A") ", " AT("5", "B") "]}}");
    def.results =
        save("records.json",
             "{\"train\": {\"0\": [" AT("9", "A") ", " AT("9", "B") "]}, \"val\": {\"0\": [" AT(
                 "0", "A") ", " AT("1", "B") "], \"1\": [" AT("0", "A") ", " AT("5", "B") "]}}");
    def.split = "val";
    CHECK_JSON(def, "\"n_tours\": 2, \"t_ndtw\": 1, ");
    def.split = "train";
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 1, ");
    def.split = "test";
    check_fails(&def, WEND_NOT_FOUND, "no tours in the split test");
}

// ---- rescues ------------------------------------------------------------------------------------

// RescueBench's centimetres. The person lies 6 m from the start, the stretcher is there.
#define LINE                                                                                     \
    "{\"env_id\": \"room:0\", \"level\": 0, \"agent_loc\": [0, 0, 0, 0, 0, 0], "                 \
    "\"injured_player_loc\": [600, 0, 0, 0, 0, 0], \"injured_agent_id\": 1, \"stretcher_loc\": " \
    "[0, 0, 0, 0, 0, 0], \"ambulance_loc\": [-300, 0, 0, 0, 0, 0], \"reference_text\": [], "     \
    "\"reference_image_path\": [], \"timeout\": 180}\n"

typedef struct rescue_step {
    double x, up;
    bool picked;
} rescue_step;

#define OUT(x) \
    { x, 0, false }
#define CARRY(x) \
    { x, 0, true }

static void put_run(wend_text_out* out, const char* episode, int level, const char* result,
                    const rescue_step* steps, int count) {
    wend_text_put(out,
                  "{\"env_id\": \"room:0\", \"level\": %d, \"episode_id\": %s, \"result\": \"%s\", "
                  "\"timeout_sec\": 180, \"elapsed_sec\": 9, \"steps\": %d, \"trajectory\": [",
                  level, episode, result, count);
    for (int i = 0; i < count; i++)
        wend_text_put(out,
                      "%s{\"step\": %d, \"x\": %g, \"y\": 0, \"z\": %g, \"roll\": 0, \"yaw\": 0, "
                      "\"pitch\": 0, \"picked\": %s, \"reward\": 0, \"timestamp\": %d}",
                      i ? ", " : "", i, steps[i].x, steps[i].up, steps[i].picked ? "true" : "false",
                      i);
    wend_text_put(out, "]}\n");
}

static wend_predictions_def rescue_def(wend_text_out* runs) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_RESCUE);
    def.annotations = save("level_0.jsonl", LINE LINE);
    def.results = save("runs.jsonl", runs->items);
    def.resamples = 0;
    def.per_episode = true;
    wend_text_destroy(runs);
    return def;
}

// The camera is 0.2 m before the body: put down at 1.6 m, the person lies 1.8 m away.
TEST(a_rescue_is_judged_by_where_the_person_is_put_down_last) {
    static const struct {
        rescue_step steps[6];
        int count;
        const char *official, *paper;  // tcr
    } cases[] = {
        {{OUT(0), OUT(550), CARRY(560), CARRY(160), OUT(160)}, 5, "1", "0"},
        {{OUT(0), CARRY(550), CARRY(120), OUT(120)}, 4, "1", "1"},
        {{OUT(0), CARRY(550), CARRY(190), OUT(190)}, 4, "0", "0"},
        {{OUT(0), OUT(550), OUT(0)}, 3, "0", "0"},      // never picked up
        {{OUT(0), CARRY(550), CARRY(0)}, 3, "0", "0"},  // still carried
        {{OUT(0), CARRY(550), {0, 219, true}, {0, 219, false}}, 4, "1", "1"},
        {{OUT(0), CARRY(550), {0, 221, true}, {0, 221, false}}, 4, "0", "0"},
        {{OUT(0), CARRY(550), OUT(400), CARRY(400), CARRY(0), OUT(0)}, 6, "1", "1"},
        {{OUT(0), CARRY(550), OUT(0), CARRY(0), CARRY(400), OUT(400)}, 6, "0", "0"},
        {{OUT(0), CARRY(550), OUT(0), CARRY(0), CARRY(0)}, 5, "0", "0"},  // picked up again
        {{OUT(0), CARRY(550), OUT(0), OUT(400)}, 4, "1", "1"},  // put down, then moves away
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out runs = {0};
        char words[64];
        put_run(&runs, "0", 0, "success", cases[i].steps, cases[i].count);
        wend_predictions_def def = rescue_def(&runs);
        snprintf(words, sizeof words, "\"n\": 1, \"tcr\": %s, \"tcr_record\": 1, ",
                 cases[i].official);
        CHECK_JSON(def, words, "\"by_level\": {\"0\": ");
        def.rules = WEND_RULES_PAPER;
        snprintf(words, sizeof words, "\"n\": 1, \"tcr\": %s, \"tcr_record\": 1, ", cases[i].paper);
        CHECK_JSON(def, words);
    }
}

TEST(runs_of_rescues_have_the_stages_of_their_trajectories) {
    static const rescue_step near[] = {{0, 0, false}, {550, 0, false}, {300, 0, false}},
                             carried[] = {{0, 0, false}, {550, 0, true}, {400, 0, true}};
    wend_text_out runs = {0};
    put_run(&runs, "0", 0, "timeout", near, 3);
    put_run(&runs, "1", 0, "failed", carried, 3);
    wend_predictions_def def = rescue_def(&runs);
    // 3 m from the person: 25 + 25 * 4.5 / 7.5. 4 m from the stretcher: 75 + 25 * 3.5 / 5.5.
    CHECK_JSON(def,
               "{\"id\": \"0\", \"scene\": \"room:0\", \"group\": \"0\", \"tcr\": 0, "
               "\"tcr_record\": 0, \"ts\": 40, \"s1\": 25, \"s2\": 15, \"s3\": 0, \"s4\": 0}",
               "\"s1\": 25, \"s2\": 25, \"s3\": 25, \"s4\": 15.909090909090908}",
               "\"problems\": {}");
    def.rules = WEND_RULES_PAPER;  // 0.5 m of 6 m at best; 4 m of 5.5 m
    CHECK_JSON(def, "\"s1\": 22.916666666666664, \"s2\": 22.916666666666664, \"s3\": 0, \"s4\": 0}",
               "\"s1\": 25, \"s2\": 25, \"s3\": 6.81818181818181");
}

TEST(runs_of_other_lines_and_starts_are_reported) {
    static const rescue_step here[] = {{100, 0, false}}, away[] = {{101, 0, false}};
    wend_text_out runs = {0};
    put_run(&runs, "0", 0, "failed", here, 1);
    put_run(&runs, "1", 0, "failed", away, 1);
    put_run(&runs, "2", 0, "failed", here, 1);
    put_run(&runs, "-1", 0, "failed", here, 1);
    put_run(&runs, "\"1x\"", 0, "failed", here, 1);
    put_run(&runs, "0", 1, "failed", here, 1);
    put_run(&runs, "0", 0, "failed", here, 1);
    wend_predictions_def def = rescue_def(&runs);
    CHECK_JSON(def, "\"n\": 3, ", "\"wrong_start\": 1", "\"unknown_id\": 4");
}

// ---- object goals -------------------------------------------------------------------------------

#define POSE(x) "{\"x\": " x ", \"y\": 1, \"z\": 0}"
#define COW(x, success) \
    "{\"episode_metrics\": {\"trajectory\": [" POSE("0") "], \"actions_taken\": [{\"action\": " \
    "\"MoveAhead\", \"success\": true}, {\"action\": \"Stop\", \"success\": false}], "        \
    "\"success\": " success "}, \"episode_result\": {\"path\": [" POSE("0") ", " POSE(x)       \
    "], \"shortest_path\": [" POSE("0") ", " POSE("2") "], \"success\": " success "}}"

TEST(folders_of_results_are_splits) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_PASTURE);
    wend_error error;
    def.resamples = 0;
    def.per_episode = true;
    CHECK_OK(wend_file_make_folder(test_path("all"), &error));
    CHECK_OK(wend_file_make_folder(test_path("all/base"), &error));
    CHECK_OK(wend_file_make_folder(test_path("all/hidden"), &error));
    save("all/base/FloorPlan_Val1_1_Mug_0.json", COW("4", "true"));
    save("all/base/FloorPlan_Val1_1_Mug_1.json", COW("1", "true"));
    save("all/hidden/FloorPlan_Val1_1_Mug_0.json", COW("4", "false"));
    save("all/hidden/notes.txt", "nothing");
    def.results = test_path("all");
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.6666666666666666, \"spl\": 0.5, ",
               "\"by_split\": {\"base\": {\"n\": 2, \"success\": 1, \"spl\": 0.75, ",
               "\"hidden\": {\"n\": 1, \"success\": 0, \"spl\": 0, ", "\"action_success\": 0.5, ",
               "\"episode_length\": 2");
}

TEST(annotations_that_cannot_be_read_are_an_error) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_ROBOTHOR);
    wend_error error;
    def.resamples = 0;
    def.results = save("FloorPlan_Val1_1_Mug_0.json", COW("4", "true"));
    def.annotations = save("episodes.json", "[{\"id\": \"FloorPlan_Val1_1_Mug_0\", \"scene\": 7}]");
    check_fails(&def, WEND_FORMAT, "episodes.json");
    CHECK_OK(wend_file_make_folder(test_path("episodes"), &error));
    save("episodes/a.txt", "no episodes");
    save("episodes/one.json", "[{\"id\": \"FloorPlan_Val1_1_Mug_0\", \"scene\": 7}]");
    def.annotations = test_path("episodes");
    check_fails(&def, WEND_FORMAT, "one.json");
    def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    def.results = save("stats.json", "{\"1\": {\"success\": 1, \"spl\": 1}}");
    def.annotations = save("habitat.json", "{\"episodes\": [{\"episode_id\": \"1\"}]}");
    check_fails(&def, WEND_FORMAT, "habitat.json");
}

static wend_predictions_def statistics(const char* text) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    def.resamples = 0;
    def.per_episode = true;
    def.results = save("stats.json", text);
    return def;
}

TEST(statistics_have_soft_spl_distance_and_groups_of_their_own) {
    wend_predictions_def def = statistics(
        "{\"1\": {\"success\": 1, \"spl\": 0.5, \"softspl\": 0.75, \"distance_to_goal\": 0.5, "
        "\"total_actions\": 8, \"successful_actions\": 6, \"scene_id\": \"a\", "
        "\"object_category\": \"chair\"}, \"2\": {\"success\": 0, \"spl\": 0, \"soft_spl\": "
        "0.25, \"distance_to_goal\": 3.5, \"total_actions\": 4, \"successful_actions\": 2, "
        "\"scene_id\": \"b\", \"object_category\": \"bed\"}}");
    CHECK_JSON(def,
               "\"n\": 2, \"success\": 0.5, \"spl\": 0.25, \"soft_spl\": 0.5, "
               "\"distance_to_goal\": 2, ",
               "\"n_scenes\": 2", "\"by_category\": {\"chair\": {\"n\": 1, \"success\": 1, ",
               "\"planning_failure\": null, \"action_success\": 0.75, \"episode_length\": null}, "
               "\"bed\": {\"n\": 1, \"success\": 0, \"spl\": 0, \"soft_spl\": 0.25, ",
               "\"action_success\": 0.5, \"episode_length\": null}}, ");
    def.annotations =
        save("asked.json",
             "{\"episodes\": [{\"episode_id\": \"1\", \"scene_id\": \"a\", \"start_position\": "
             "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"object_category\": "
             "\"chair\"}, {\"episode_id\": \"3\", \"scene_id\": \"a\", \"start_position\": "
             "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"object_category\": "
             "\"chair\"}]}");
    CHECK_JSON(def, "\"n\": 2, \"success\": 0.5, \"spl\": 0.25, \"soft_spl\": 0.375, ",
               "\"distance_to_goal\": 0.5, ", "\"problems\": {\"missing\": 1, \"unknown_id\": 1}");
}

TEST(whether_the_target_was_seen_is_true_or_false) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_PASTURE);
    def.results = save("metrics.json",
                       "{\"episodes\": {\"1\": {\"trajectory\": [], \"success\": true, "
                       "\"vision_error_in_case_of_fail\": \"x\"}}}");
    check_fails(&def, WEND_FORMAT, "vision_error_in_case_of_fail");
}

TEST(statistics_of_one_episode_are_checked) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    def.results = save("chair_1.json", "{\"success\": true, \"spl\": \"x\"}");
    check_fails(&def, WEND_FORMAT, "chair_1.json");
    def.results = save("chair_1.json", "{\"success\": true, \"spl\": 2}");
    check_fails(&def, WEND_FORMAT, "SPL 2");
}

TEST(actions_that_worked_are_a_count_or_a_share) {
    static const char* const cases[][2] = {
        {"\"total_actions\": 4, \"successful_actions\": 1", "\"action_success\": 0.25, "},
        {"\"total_actions\": 2, \"successful_actions\": 1", "\"action_success\": 0.5, "},
        {"\"total_actions\": 4, \"successful_actions\": 1.0", "\"action_success\": 1, "},
        {"\"total_actions\": 4, \"successful_actions\": 2.0", "\"action_success\": 0.5, "},
        {"\"total_actions\": 4, \"successful_actions\": 0.5", "\"action_success\": 0.5, "},
        {"\"total_actions\": 4, \"successful_actions\": 0", "\"action_success\": 0, "},
        {"\"total_actions\": 1, \"successful_actions\": 1", "\"action_success\": 1, "},
        {"\"total_actions\": 4, \"successful_actions\": 3", "\"action_success\": 0.75, "},
        {"\"successful_actions\": 1", "\"action_success\": 1, "},
        {"\"total_actions\": 4", "\"action_success\": null, "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text, "{\"1\": {\"success\": 1, \"spl\": 1, %s}}", cases[i][0]);
        wend_predictions_def def = statistics(text);
        CHECK_JSON(def, cases[i][1]);
    }
}

TEST(leaving_out_a_field_gains_nothing) {
    // A failure has SPL 0, with and without the field.
    wend_predictions_def def = statistics(
        "{\"1\": {\"success\": 1, \"spl\": 0.5}, \"2\": {\"success\": 0}, \"3\": {\"success\": "
        "0}, \"4\": {\"success\": 0, \"spl\": 0}}");
    CHECK_JSON(def, "\"n\": 4, \"success\": 0.25, \"spl\": 0.125, ");
    def = statistics("{\"1\": {\"success\": 1, \"spl\": 0.5}, \"2\": {\"success\": 1}}");
    check_fails(&def, WEND_FORMAT, "episode '2' has no spl, which other episodes have");
    def = statistics("{\"1\": {\"success\": 1, \"soft_spl\": 0.5}, \"2\": {\"success\": 0}}");
    check_fails(&def, WEND_FORMAT, "episode '2' has no soft_spl, which other episodes have");
    def = statistics("{\"1\": {\"success\": 1}, \"2\": {\"success\": 0}}");
    CHECK_JSON(def, "\"n\": 2, \"success\": 0.5, \"spl\": null, \"soft_spl\": null, ");
}

// ---- MultiON ------------------------------------------------------------------------------------

TEST(multion_takes_as_many_goals_as_it_says) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_MULTION);
    def.resamples = 0;
    for (int goals = 64; goals <= 65; goals++) {
        wend_text_out out = {0};
        wend_text_put(&out, "{\"episode_id\": \"1\", \"legs\": [");
        for (int i = 0; i < goals; i++) wend_text_put(&out, i ? ", 1" : "1");
        wend_text_put(&out, "], \"finds\": [");
        for (int i = 0; i < goals; i++)
            wend_text_put(&out, "%s{\"path_length\": %d}", i ? ", " : "", i + 1);
        wend_text_put(&out, "], \"path_length\": %d}\n", goals);
        def.results = save("multion.jsonl", out.items);
        wend_text_destroy(&out);
        if (goals == 64)
            CHECK_JSON(def, "\"n\": 1, \"success\": 1, \"progress\": 1, \"spl\": 1, \"ppl\": 1, ");
        else
            check_fails(&def, WEND_FORMAT, "64");
    }
}

// ---- intervals ----------------------------------------------------------------------------------

TEST(intervals_are_printed_by_episode_and_by_scene) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    wend_error error;
    wend_predictions* scored;
    def.results = save("stats.json",
                       "{\"1\": {\"success\": 1, \"spl\": 1, \"scene_id\": \"a\"}, \"2\": "
                       "{\"success\": 1, \"spl\": 0.5, \"scene_id\": \"b\"}}");
    // Two of two, and two scenes of two: 2 / (2 + 1.96 squared).
    CHECK_JSON(def, "\"intervals\": {\"success\": [0.3423802275");
    CHECK_OK(wend_predictions_score(&def, &scored, &error));
    CHECK_HAS(wend_predictions_table(scored), "by scene (2 scenes)");
    CHECK_HAS(wend_predictions_table(scored), "0.3424 to 1.0000       0.3424 to 1.0000\n");
    wend_predictions_destroy(scored);
    def.results = save("stats.json",
                       "{\"1\": {\"success\": 1, \"spl\": 1, \"scene_id\": \"a\"}, \"2\": "
                       "{\"success\": 1, \"spl\": 0.5, \"scene_id\": \"a\"}}");
    CHECK_JSON(def, "\"intervals_by_scene\": null");
    CHECK_OK(wend_predictions_score(&def, &scored, &error));
    CHECK_HAS(wend_predictions_table(scored), "one scene: there is no interval by scene\n");
    wend_predictions_destroy(scored);
}

TEST(a_benchmark_outside_of_the_list_is_refused) {
    wend_error error;
    wend_predictions* scored;
    const int outside[] = {-1, 1000};
    for (int i = 0; i < 2; i++) {
        wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_R2R);
        def.benchmark = (wend_benchmark)outside[i];
        CHECK_INT(wend_predictions_score(&def, &scored, &error), WEND_ARGUMENT);
        CHECK(!scored);
        CHECK_HAS(error.message, "there is no benchmark");
    }
}
