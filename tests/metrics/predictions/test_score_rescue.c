// RescueBench's trajectories: where the person is put down, disputes, runs of no line.
#include "metrics/predictions/scored.h"

// Centimetres, as RescueBench writes them. The stretcher lies at (100, 200), 100 up.
#define TEST_LINE(level)                                                                         \
    "{\"env_id\": \"room:0\", \"level\": " level                                                 \
    ", \"agent_loc\": [0, 0, 0, 0, 0, 0], \"injured_player_loc\": [600, 800, 0, 0, 0, 0], "      \
    "\"injured_agent_id\": 1, \"stretcher_loc\": [100, 200, 100, 0, 0, 0], \"ambulance_loc\": "  \
    "[-300, 0, 0, 0, 0, 0], \"reference_text\": [], \"reference_image_path\": [], \"timeout\": " \
    "180}\n"
#define RUN(level, episode, more, steps)                      \
    "{\"env_id\": \"room:0\", \"level\": " level episode more \
    ", \"timeout_sec\": 180, \"elapsed_sec\": 9, \"steps\": 1, \"trajectory\": [" steps "]}\n"
#define STEP(x, y, z, yaw, picked)                                                       \
    "{\"step\": 0, \"x\": " x ", \"y\": " y ", \"z\": " z ", \"roll\": 0, \"yaw\": " yaw \
    ", \"pitch\": 0, \"picked\": " picked ", \"reward\": 0, \"timestamp\": 0}"
#define START       STEP("0", "0", "0", "0", "false")
#define TAKEN       STEP("600", "800", "0", "0", "true")
#define ID(n)       ", \"episode_id\": " n
#define SAID(words) ", \"result\": \"" words "\""

static wend_predictions_def runs_def(const char* runs) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_RESCUE);
    def.annotations = save("level_3.jsonl", TEST_LINE("3") TEST_LINE("3"));
    def.results = save("runs.jsonl", runs);
    return def;
}

// The camera is 0.2 m before the body; the gate is 2 m, by the paper 1.5 m, and 2.2 m upwards.
TEST(the_person_is_put_down_in_front_of_the_agent) {
    static const struct {
        const char* step;
        int official, paper;
    } cases[] = {
        {STEP("100", "200", "0", "0", "false"), 1, 1},
        {STEP("279", "200", "0", "0", "false"), 1, 0},
        {STEP("280", "200", "0", "0", "false"), 1, 0},  // 2 m sharp
        {STEP("281", "200", "0", "0", "false"), 0, 0},
        {STEP("319", "200", "0", "180", "false"), 1, 0},
        {STEP("321", "200", "0", "180", "false"), 0, 0},
        {STEP("269", "200", "0", "180", "false"), 1, 1},
        {STEP("271", "200", "0", "180", "false"), 1, 0},
        {STEP("100", "379", "0", "90", "false"), 1, 0},
        {STEP("100", "381", "0", "90", "false"), 0, 0},
        {STEP("100", "21", "0", "-90", "false"), 1, 0},
        {STEP("100", "19", "0", "-90", "false"), 0, 0},
        {STEP("100", "200", "319", "0", "false"), 1, 1},
        {STEP("100", "200", "-119", "0", "false"), 1, 1},
        {STEP("100", "200", "321", "0", "false"), 0, 0},
        {STEP("100", "200", "-121", "0", "false"), 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out out = {0};
        char words[64];
        wend_text_put(&out, RUN("3", ID("1"), SAID("success"), START ", " TAKEN ", %s"),
                      cases[i].step);
        wend_predictions_def def = runs_def(out.items);
        wend_text_destroy(&out);
        snprintf(words, sizeof words, "\"n\": 1, \"tcr\": %d, \"tcr_record\": 1, ",
                 cases[i].official);
        CHECK_JSON(def, words, "{\"id\": \"1\", \"scene\": \"room:0\", \"group\": \"3\", ",
                   "\"by_level\": {\"3\": {\"n\": 1, ");
        def.rules = WEND_RULES_PAPER;
        snprintf(words, sizeof words, "\"n\": 1, \"tcr\": %d, \"tcr_record\": 1, ", cases[i].paper);
        CHECK_JSON(def, words);
    }
}

TEST(runs_whose_record_disagrees_are_reported_one_by_one) {
    static const struct {
        const char *run, *words;  // NULL: no dispute
    } cases[] = {
        {RUN("3", ID("0"), SAID("success"), START), "line 0, recorded success: never picked up"},
        {RUN("3", ID("1"), SAID("success"), START ", " TAKEN),
         "line 1, recorded success: still carried at the end"},
        {RUN("3", ID("0"), SAID("success"),
             START ", " TAKEN ", " STEP("500", "500", "100", "180", "false")),
         "line 0, recorded success: put down 4.84 m from the stretcher (0.00 m up or down); the "
         "gate is 2.0 m (2.2 m)"},
        {RUN("3", ID("0"), SAID("timeout"),
             START ", " TAKEN ", " STEP("100", "200", "0", "0", "false")),
         "line 0, recorded timeout: put down 0.20 m from the stretcher (1.00 m up or down); the "
         "gate is 2.0 m (2.2 m)"},
        {RUN("3", ID("0"), "", START ", " TAKEN ", " STEP("100", "200", "0", "0", "false")),
         "line 0, recorded nothing: put down 0.20 m from the stretcher"},
        {RUN("3", ID("0"), SAID("timeout"), START ", " TAKEN), NULL},
        {RUN("3", ID("0"), SAID("success"),
             STEP("0", "0", "0", "0", "true") ", " STEP("100", "200", "0", "0", "true")),
         "line 0, recorded success: still carried at the end"},
        {RUN("3", ID("0"), "", START), NULL},
        {RUN("3", ID("0"), SAID("success"),
             START ", " TAKEN ", " STEP("100", "200", "0", "0", "false")),
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_predictions_def def = runs_def(cases[i].run);
        wend_predictions* scored = score(&def);
        if (cases[i].words) {
            char line[256];
            snprintf(line, sizeof line, "\"disputes\": [\"%s", cases[i].words);
            CHECK_HAS(wend_predictions_json(scored), line);
            snprintf(line, sizeof line, "  disputed: %s", cases[i].words);
            CHECK_HAS(wend_predictions_table(scored), line);
            CHECK_HAS(wend_predictions_json(scored), "\"problems\": {\"disputed\": 1}}");
            snprintf(line, sizeof line, "1, such as line %c (judged by the gates)",
                     cases[i].words[5]);
            CHECK_HAS(wend_predictions_problem_at(scored, 0), line);
        } else {
            CHECK(!strstr(wend_predictions_json(scored), "disputes"));
            CHECK_HAS(wend_predictions_json(scored), "\"problems\": {}}");
        }
        wend_predictions_destroy(scored);
    }
}

TEST(path_length_is_measured_on_the_ground_plane) {
    // 10 m from the person at first, 5 m at best, 7 m in the end; heights do not count.
    wend_predictions_def def =
        runs_def(RUN("3", ID("0"), SAID("failed"),
                     START ", " STEP("300", "400", "900", "0", "false") ", " STEP("600", "100", "0",
                                                                                  "0", "false")));
    CHECK_JSON(def,
               "\"tcr\": 0, \"tcr_record\": 0, \"ts\": 26.666666666666668, \"s1\": 25, "
               "\"s2\": 1.6666666666666667, \"s3\": 0, \"s4\": 0");
    def.rules = WEND_RULES_PAPER;  // half of the way
    CHECK_JSON(def, "\"ts\": 25, \"s1\": 12.5, \"s2\": 12.5, \"s3\": 0, \"s4\": 0");
    // From the moment it is carried, 7 m from the stretcher at first, 3 m at best, 5 m in the end.
    def = runs_def(
        RUN("3", ID("0"), SAID("failed"),
            START ", " STEP("800", "200", "0", "0", "true") ", " STEP(
                "100", "500", "0", "0", "true") ", " STEP("400", "600", "0", "0", "true")));
    def.rules = WEND_RULES_PAPER;
    wend_predictions* scored = score(&def);
    const char* at = strstr(wend_predictions_json(scored), "\"s3\": ");
    CHECK_HAS(wend_predictions_json(scored), "\"s1\": 25, \"s2\": 25, ");
    CHECK_NEAR(strtod(at + 6, NULL), 25 * (1 - 3.0 / 7), 1e-6);
    wend_predictions_destroy(scored);
}

TEST(runs_without_line_of_another_level_or_without_steps_are_reported) {
    wend_predictions_def def = runs_def(
        RUN("3", ID("0"), "", START) RUN("3", ID("1"), "", "") RUN("3", ID("2"), "", START)
            RUN("2", ID("0"), "", START) RUN("3", ID("\"\""), "", START) RUN("3", "", "", START)
                RUN("3", ID("1"), "", STEP("0", "101", "0", "0", "false"))
                    RUN("3", ID("1"), "", STEP("0", "99", "500", "0", "false")));
    CHECK_JSON(def, "\"n\": 4, ",
               "\"problems\": {\"empty\": 1, \"wrong_start\": 1, \"unknown_id\": 4}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "1, such as line 1 (");
    CHECK_HAS(wend_predictions_problem_at(scored, 1), "1, such as line 1 (");
    CHECK_HAS(wend_predictions_problem_at(scored, 2), "4, such as episode '2' of level 3 (");
    CHECK_HAS(wend_predictions_table(scored), "rescue: 4 runs, official rules\n");
    CHECK_HAS(wend_predictions_table(scored), "  TS (of 100)");
    wend_predictions_destroy(scored);
}

TEST(each_file_of_a_rescue_is_named_where_it_is_broken) {
    wend_predictions_def def = runs_def(RUN("3", ID("0"), "", START));
    save("level_3.jsonl", "{\"agent_loc\": 7}\n");
    check_fails(&def, WEND_FORMAT, "level_3.jsonl");
    def = runs_def("{\"env_id\": \"a\", \"trajectory\": 7}\n");
    check_fails(&def, WEND_FORMAT, "runs.jsonl");
}

TEST(scoring_rescues_survives_every_failing_allocation) {
    wend_predictions_def def = runs_def(RUN("3", ID("0"), SAID("success"), START) RUN(
        "3", ID("1"), SAID("success"), START ", " TAKEN) RUN("3", ID("0"), "", ""));
    def.resamples = 10;
    test_each_allocation(score_again, &def, 1000);
}
