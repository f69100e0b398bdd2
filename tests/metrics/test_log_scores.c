// Scores of PointNav, PASTURE and MultiON from logs made by hand: every value is known from the
// formulas in docs/metrics.md.
#include "metrics/made_log.h"
#include "test.h"

// ---- PointNav -----------------------------------------------------------------------------------

#define POINTNAV(shortest, distance, stopped)              \
    "{\"shortest\": " shortest ", \"distance\": " distance \
    ", \"radius\": 0.25, "                                 \
    "\"stopped\": " stopped "}"

TEST(pointnav_scores_follow_their_formulas) {
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}}, half[][2] = {{0, 0}, {0.5f, 0}};
    made_log_begin(&m, "pointnav");
    made_log_add(&m, POINTNAV("5", "0.125", "true"), 2, bent)->outcomes = "x.";
    made_log_add(&m, POINTNAV("5", "0.25", "true"), 2, bent);    // at the radius is not within it
    made_log_add(&m, POINTNAV("5", "0.125", "false"), 2, bent);  // no STOP
    made_log_add(&m, POINTNAV("0.25", "0.125", "true"), 1, half);
    made_log_add(&m, POINTNAV("0", "0", "true"), 0, NULL);
    made_log_add(&m, POINTNAV("0", "1", "true"), 1, half);
    made_log_add(&m, POINTNAV("5", "7", "true"), 2, bent);       // farther away than at the start
    made_log_add(&m, POINTNAV("14", "0.125", "true"), 2, bent);  // the shortcut is no gain
    static const struct {
        double success, spl, soft_spl, length;
        const char* ending;
    } rows[] = {
        {1, 5 / 7.0, 0.975 * 5 / 7, 7, "reached"},
        {0, 0, 0.95 * 5 / 7, 7, "stopped elsewhere"},
        {0, 0, 0.975 * 5 / 7, 7, "out of steps"},
        {1, 0.5, 0.25, 0.5, "reached"},
        {1, 1, 1, 0, "reached"},
        {0, 0, 0, 0.5, "stopped elsewhere"},
        {0, 0, 0, 7, "stopped elsewhere"},
        {1, 1, 1 - 0.125 / 14, 7, "reached"},
    };
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.rows, 8);
    for (int i = 0; i < 8; i++) {
        CHECK(made_log_value(&t, i, "success") == rows[i].success);
        CHECK_NEAR(made_log_value(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_NEAR(made_log_value(&t, i, "soft_spl"), rows[i].soft_spl, 1e-12);
        CHECK_NEAR(made_log_value(&t, i, "path_length"), rows[i].length, 1e-12);
        CHECK(made_log_value(&t, i, "collisions") == (i == 0));
        CHECK_TEXT(made_log_ending(&t, i), rows[i].ending);
    }
    CHECK(made_log_value(&t, 6, "distance_to_goal") == 7 && made_log_value(&t, 6, "steps") == 2);
    made_log_end(&m, &t);
}

TEST(failures_are_in_no_mean_and_agent_errors_score_zero) {
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}};
    made_log_begin(&m, "pointnav");
    made_log_add(&m, NULL, 0, NULL)->failure = "no scene";
    made_log_add(&m, POINTNAV("7", "0", "true"), 2, bent);
    made_log_add(&m, NULL, 0, NULL)->failure = "no scene";
    made_log_add(&m, POINTNAV("7", "0", "true"), 2, bent)->agent_error = "it raised";
    m.records[3].scene = "house:2";
    wend_score_table t = made_log_compute(&m);
    CHECK(t.rows == 2 && t.failed == 2 && t.agent_errors == 1 && t.scene_count == 2);
    CHECK(t.records[0] == 1 && t.records[1] == 3);
    CHECK(made_log_value(&t, 0, "success") == 1 && made_log_value(&t, 1, "success") == 0);
    CHECK(made_log_value(&t, 1, "spl") == 0 && made_log_value(&t, 1, "soft_spl") == 0);
    CHECK(made_log_value(&t, 1, "path_length") == 7);
    CHECK(t.means[0].mean == 0.5 && t.means[0].proportion && t.means[0].scenes == 2);
    CHECK_TEXT(made_log_ending(&t, 0), "reached");
    CHECK_TEXT(made_log_ending(&t, 1), "agent error");
    CHECK_INT(t.ending_count, 4);
    made_log_end(&m, &t);
}

TEST(a_task_without_a_score_of_its_own_has_that_of_its_facts) {
    made_log m;
    wend_error error;
    wend_score_table table;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
    made_log_begin(&m, "chess");
    made_log_add(&m, POINTNAV("0", "0", "true"), 0, NULL);
    CHECK_OK(wend_score_compute(&m.log, "log", &table, &error));
    CHECK_INT(table.columns, 7);  // shortest, distance, radius, stopped, and the record's own
    wend_score_destroy(&table);
    CHECK_OK(wend_score_episode("chess", &m.records[0], names, values, &columns, &error));
    CHECK_INT(columns, 4);
    CHECK_TEXT(names[0], "distance_to_goal");
    CHECK_OK(wend_score_episode("pointnav", &m.records[0], names, values, &columns, &error));
    CHECK(columns == 7 && values[0] == 1);
    arena_destroy(&m.memory);
}

TEST(facts_that_are_missing_are_an_error) {
    static const char* const broken[][2] = {
        {"pointnav", "{\"shortest\": 1, \"distance\": 1, \"radius\": 1}"},
        {"pointnav", "{\"shortest\": 1, \"distance\": 1, \"stopped\": true}"},
        {"pointnav", "{\"shortest\": 1, \"radius\": 1, \"stopped\": true}"},
        {"pointnav", "{\"distance\": 1, \"radius\": 1, \"stopped\": true}"},
        {"pasture", "{\"split\": \"a\", \"shortest\": 1, \"stopped\": true}"},
        {"pasture", "{\"split\": \"a\", \"stopped\": true, \"visible\": true}"},
        {"multion", "{\"goals\": [], \"found\": [], \"sighted\": true, \"radius\": 1}"},
        {"r2r",
         "{\"benchmark\": \"r2r\", \"rules\": \"paper\", \"viewpoints\": [\"a\"], "
         "\"distances\": [], \"path\": [0], \"reference\": [0]}"},
        {"r2r",
         "{\"rules\": \"paper\", \"stopped\": true, \"viewpoints\": [\"a\"], "
         "\"distances\": [], \"path\": [0], \"reference\": [0]}"},
        {"r2r-ce",
         "{\"language\": \"en\", \"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"stopped\": "
         "true, \"nearest\": 1, \"distance\": 1, \"shortest\": 4, \"reference\": 3}"},
        {"r2r-ce",
         "{\"language\": \"en\", \"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"stopped\": "
         "true, \"nearest\": 1, \"distance\": 1, \"shortest\": 4, \"reference\": [[0, 0]]}"},
        {"r2r-ce",
         "{\"language\": \"en\", \"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"stopped\": "
         "true, \"nearest\": 1, \"distance\": 1, \"reference\": [[0, 0, 0]]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": [\"a\", \"b\"], \"distances\": [], \"path\": [0], \"reference\": [0]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": [\"a\"], \"distances\": 3, \"path\": [0], \"reference\": [0]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": [\"a\"], \"distances\": [], \"path\": 3, \"reference\": [0]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": [\"a\"], \"distances\": [], \"path\": [0], \"reference\": [true]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": [], \"distances\": [], \"path\": [], \"reference\": []}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": true, "
         "\"viewpoints\": 3, \"distances\": [], \"path\": [0], \"reference\": [0]}"},
        {"r2r",
         "{\"language\": \"en\", \"benchmark\": \"r2r\", \"stopped\": true, \"viewpoints\": "
         "[\"a\"], \"distances\": [], \"path\": [0], \"reference\": [0]}"},
        {"multion",
         "{\"goals\": [{}], \"found\": [], \"sighted\": true, \"radius\": 1, \"progress\": "
         "\"less\", \"ppl\": \"last\"}"},
        {"rescue",
         "{\"person\": [0, 0], \"stretcher\": [0, 0, 0], \"period\": 1, \"timeout\": 9, "
         "\"carry_gate\": 1, "
         "\"place_gate\": 1, \"carried_at\": -1, \"placed_at\": -1, \"expert\": []}"},
        {"rescue",
         "{\"person\": [0, 0, 0], \"stretcher\": [0, true, 0], \"period\": 1, \"timeout\": 9, "
         "\"carry_gate\": 1, "
         "\"place_gate\": 1, \"carried_at\": -1, \"placed_at\": -1, \"expert\": []}"},
        {"rescue",
         "{\"person\": [0, 0, 0], \"stretcher\": [0, 0, 0], \"period\": 1, \"timeout\": "
         "9, \"carry_gate\": 1, \"place_gate\": 1, \"carried_at\": 0, \"expert\": []}"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        made_log m;
        wend_error error;
        wend_score_table table;
        made_log_begin(&m, broken[i][0]);
        made_log_add(&m, broken[i][1], 0, NULL);
        CHECK(wend_score_compute(&m.log, "log", &table, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

// ---- PASTURE ------------------------------------------------------------------------------------

TEST(pasture_episodes_have_one_label_each) {
    made_log m;
    const float half[][2] = {{0, 0}, {0.5f, 0}};
    made_log_begin(&m, "pasture");
    made_log_add(&m, FACTS_PASTURE("a", "true", "true", ""), 1, half);
    made_log_add(&m, FACTS_PASTURE("b", "true", "false", ", \"seen\": 1, \"reached\": 1"), 1, half);
    made_log_add(&m, FACTS_PASTURE("a", "false", "true", ""), 1, half);
    made_log_add(&m, FACTS_PASTURE("a", "false", "false", ", \"seen\": 0"), 1, half);
    made_log_add(&m, FACTS_PASTURE("a", "false", "true", ", \"seen\": 0, \"reached\": 1"), 1, half)
        ->notes = "{\"localised\": 0}";
    made_log_add(&m, FACTS_PASTURE("b", "true", "true", ""), 0, NULL);
    static const struct {
        double success, spl;
        const char *ending, *label, *official;
    } rows[] = {
        {1, 0.5, "found", "success", "success"},
        {0, 0, "false positive", "false_positive", "official_localisation"},
        {0, 0, "never seen", "never_seen", "official_exploration"},
        {0, 0, "not localised", "not_localised", "official_exploration"},
        {0, 0, "not reached", "not_reached", "official_planning"},
        {1, 1, "found", "success", "success"},  // 0.25 m are needed, the path length is 0
    };
    static const char* const labels[] = {
        "never_seen",           "not_localised",         "not_reached",      "false_positive",
        "official_exploration", "official_localisation", "official_planning"};
    wend_score_table t = made_log_compute(&m);
    for (int i = 0; i < 6; i++) {
        CHECK(made_log_value(&t, i, "success") == rows[i].success);
        CHECK_NEAR(made_log_value(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_TEXT(made_log_ending(&t, i), rows[i].ending);
        for (size_t k = 0; k < sizeof labels / sizeof *labels; k++) {
            bool on =
                strcmp(labels[k], rows[i].label) == 0 || strcmp(labels[k], rows[i].official) == 0;
            CHECK(made_log_value(&t, i, labels[k]) == on);
        }
        CHECK(isinf(made_log_value(&t, i, "distance_to_goal")));
    }
    CHECK(made_log_value(&t, 0, "path_length") == 0.5 && made_log_value(&t, 0, "steps") == 1);
    CHECK(t.group_count == 2 && t.groups[0].rows == 4 && t.groups[1].rows == 2);
    CHECK_TEXT(t.groups[0].name, "a");
    CHECK(t.groups[0].means[0].mean == 0.25 && t.groups[1].means[0].mean == 0.5);
    made_log_end(&m, &t);
}

TEST(groups_have_means_over_their_own_scenes) {
    made_log m;
    made_log_begin(&m, "pasture");
    for (int i = 0; i < 6; i++)
        made_log_add(&m,
                     i < 2 ? FACTS_PASTURE("a", "true", "true", "")
                           : FACTS_PASTURE("b", "false", "true", ""),
                     0, NULL)
            ->scene = i == 5 ? "house:2" : "house:1";
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.means[0].scenes, 2);
    CHECK_INT(t.groups[0].means[0].scenes, 1);
    CHECK_INT(t.groups[1].means[0].scenes, 2);
    CHECK(t.groups[0].means[0].count == 2 && t.groups[1].means[0].count == 4);
    made_log_end(&m, &t);
}

TEST(groups_beyond_the_sixteenth_are_one_with_it) {
    made_log m;
    char facts[18][160];
    made_log_begin(&m, "pasture");
    for (int i = 0; i < 18; i++) {
        snprintf(facts[i], sizeof facts[i], FACTS_PASTURE("%c", "true", "true", ""), 'a' + i);
        made_log_add(&m, facts[i], 0, NULL);
    }
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.group_count, 16);
    CHECK(t.groups[14].rows == 1 && t.groups[15].rows == 3);
    CHECK_TEXT(t.groups[15].name, "p");
    made_log_end(&m, &t);
}

// ---- MultiON ------------------------------------------------------------------------------------

TEST(multion_scores_follow_their_formulas) {
    made_log m;
    const float row[][2] = {{0, 0}, {4, 0}, {8, 0}, {10, 0}};
    made_log_begin(&m, "multion");
    made_log_add(
        &m,
        FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "0.5"), "false", "less", "last"), 3,
        row)
        ->outcomes = "xx.";
    made_log_add(
        &m, FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "0.5"), "false", "less", "all"),
        3, row);
    made_log_add(
        &m,
        FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "1.5"), "false", "less", "last"), 3,
        row);
    made_log_add(
        &m,
        FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "1.5"), "false", "most", "last"), 3,
        row);
    made_log_add(&m,
                 FACTS_MULTION(FACTS_TWO_GOALS,
                               FACTS_FOUND("false", "0", "9") ", " FACTS_FOUND(
                                   "true", "1", "0") ", " FACTS_FOUND("true", "3", "0"),
                               "false", "less", "last"),
                 3, row);
    static const double rows[][4] = {{0, 0.5, 0, 0.25},  // 2 m of 4 m, of two goals
                                     {0, 0.5, 0, 0.1},   // of all 10 m
                                     {0, 0, 0, 0},       // at the radius is not within it
                                     {0, 0.5, 0, 0.25},  // or is
                                     {1, 1, 0.6, 0.6}};  // 6 m of 10 m
    static const char* const names[] = {"success", "progress", "spl", "ppl"};
    wend_score_table t = made_log_compute(&m);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) CHECK_NEAR(made_log_value(&t, i, names[k]), rows[i][k], 1e-12);
    CHECK(made_log_value(&t, 0, "collisions") == 2 && made_log_value(&t, 0, "steps") == 3);
    CHECK_NEAR(made_log_value(&t, 0, "path_length"), 10, 1e-12);
    CHECK_TEXT(made_log_ending(&t, 0), "out of steps");
    CHECK_TEXT(made_log_ending(&t, 4), "all found");
    made_log_end(&m, &t);
}

// As above, with finds after 4 and 10 m, of 2 and 6 m.
TEST(multion_is_scored_as_if_the_step_limit_were_smaller) {
    const float row[][2] = {{0, 0}, {4, 0}, {8, 0}, {10, 0}};
    for (int all = 0; all < 2; all++) {
        made_log m;
        wend_multion_score score;
        made_log_begin(&m, "multion");
        made_log_add(
            &m,
            all ? FACTS_MULTION(FACTS_TWO_GOALS,
                                FACTS_FOUND("true", "1", "0") ", " FACTS_FOUND("true", "3", "0"),
                                "false", "less", "all")
                : FACTS_MULTION(FACTS_TWO_GOALS,
                                FACTS_FOUND("true", "1", "0") ", " FACTS_FOUND("true", "3", "0"),
                                "false", "less", "last"),
            3, row);
        made_log_add(&m, FACTS_MULTION(FACTS_TWO_GOALS, "", "false", "less", "last"), 3, row)
            ->agent_error = "out of ideas";
        wend_score_table t = made_log_compute(&m);
        const double expected[][3] = {{0, 0, 0},
                                      {0, 0.5, 0.25},
                                      {0, 0.5, all ? 0.125 : 0.25},  // of all 8 m
                                      {1, 1, 0.6},
                                      {1, 1, 0.6}};
        for (int steps = 0; steps < 5; steps++) {
            CHECK(wend_score_multion_within(&t, &m.log, 0, steps, &score));
            CHECK_NEAR(score.success, expected[steps][0], 0);
            CHECK_NEAR(score.progress, expected[steps][1], 1e-12);
            CHECK_NEAR(score.ppl, expected[steps][2], 1e-12);
        }
        CHECK(wend_score_multion_within(&t, &m.log, 1, 3, &score));
        CHECK_NEAR(score.progress, 0, 0);
        made_log_end(&m, &t);
    }
}

TEST(multion_episodes_fail_for_one_reason) {
    made_log m;
    static const struct {
        const char *facts, *notes, *ending;
    } cases[] = {
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), NULL,
         "out of steps"},  // seen; no notes
        {FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "0"), "true", "less", "last"),
         NULL, "not seen"},
        {FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "0"), "true", "less", "last"),
         "{\"recognised\": [1, null]}", "not seen"},
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "{\"recognised\": [null, 3]}",
         "seen, not recognised"},
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "{\"recognised\": []}",
         "seen, not recognised"},
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "{\"recognised\": [20, null]}",
         "recognised, not reached"},  // 100 steps before the end
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "{\"recognised\": [21, null]}",
         "out of steps"},
        {FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "1", "0"), "true", "less", "last"),
         "{\"recognised\": [1, 2]}", "recognised, not reached"},
        {FACTS_MULTION(FACTS_TWO_GOALS, "", "false", "less", "last"), "{\"recognised\": [null]}",
         "out of steps"},
        {FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("false", "1", "9"), "true", "less", "last"),
         NULL, "wrong FOUND"},
        {FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("false", "1", "9"), "false", "less", "last"),
         NULL, "wrong FOUND"},
    };
    enum { COUNT = sizeof cases / sizeof *cases };
    made_log_begin(&m, "multion");
    for (int i = 0; i < COUNT; i++)
        made_log_add(&m, cases[i].facts, 120, NULL)->notes = cases[i].notes;
    wend_score_table t = made_log_compute(&m);
    for (int i = 0; i < COUNT; i++) CHECK_TEXT(made_log_ending(&t, i), cases[i].ending);
    made_log_end(&m, &t);
}

TEST(finds_outside_the_episode_or_beyond_the_goals_are_refused) {
    static const char* const broken[] = {
        FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "4", "0"), "false", "less", "last"),
        FACTS_MULTION(FACTS_TWO_GOALS, FACTS_FOUND("true", "-1", "0"), "false", "less", "last"),
        FACTS_MULTION("", "", "false", "less", "last"),
        FACTS_MULTION("{\"leg\": 2}",
                      FACTS_FOUND("true", "1", "0") ", " FACTS_FOUND("true", "2", "0"), "false",
                      "less", "last"),
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        made_log m;
        wend_error error;
        wend_score_table table;
        made_log_begin(&m, "multion");
        made_log_add(&m, broken[i], 3, NULL);
        CHECK(wend_score_compute(&m.log, "log", &table, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

TEST(a_multion_log_has_64_goals_at_most_and_finds_at_any_of_its_steps) {
    for (int goals = 64; goals < 66; goals++) {
        made_log m;
        wend_error error = {0};
        wend_score_table t;
        char facts[2000];
        int n = snprintf(facts, sizeof facts, "{\"goals\": [");
        for (int i = 0; i < goals; i++)
            n += snprintf(facts + n, sizeof facts - (size_t)n, "%s{\"leg\": 1}", i ? ", " : "");
        snprintf(facts + n, sizeof facts - (size_t)n,
                 "], \"found\": [" FACTS_FOUND("true", "0", "0") ", " FACTS_FOUND(
                     "true", "2",
                     "0") "], \"sighted\": true, \"radius\": 1, \"progress\": \"less\", \"ppl\": "
                          "\"last\"}");
        const float line[][2] = {{0, 0}, {3, 0}, {8, 0}};
        made_log_begin(&m, "multion");
        made_log_add(&m, facts, 2, line);
        wend_status status = wend_score_compute(&m.log, "log", &t, &error);
        CHECK_INT(status, goals == 64 ? WEND_OK : WEND_FORMAT);
        if (status == WEND_OK) {
            CHECK_NEAR(made_log_value(&t, 0, "progress"), 2 / 64.0, 1e-12);
            CHECK_NEAR(made_log_value(&t, 0, "ppl"), 2 / 64.0 * 2 / 8, 1e-12);
            wend_score_destroy(&t);
        } else {
            CHECK_HAS(error.message, "goals: 65; at most 64");
        }
        arena_destroy(&m.memory);
    }
}

TEST(pasture_episodes_at_the_target_and_with_a_recorded_distance_are_scored) {
    static const char near[] =
        "{\"split\": \"a\", \"shortest\": 0, \"distance\": 0.75, \"stopped\": true, \"visible\": "
        "true}";
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}};
    made_log_begin(&m, "pasture");
    made_log_add(&m, near, 0, NULL);
    made_log_add(&m, near, 2, bent);
    made_log_add(&m, FACTS_PASTURE("a", "false", "true", ", \"seen\": 0"), 2, bent)->notes =
        "{\"localised\": null}";
    made_log_add(&m, FACTS_PASTURE("a", "true", "false", ", \"seen\": 0"), 2, bent)->notes =
        "{\"localised\": 1}";
    wend_score_table t = made_log_compute(&m);
    CHECK(made_log_value(&t, 0, "spl") == 1 && made_log_value(&t, 0, "distance_to_goal") == 0.75);
    CHECK(made_log_value(&t, 1, "spl") == 0 && made_log_value(&t, 1, "path_length") == 7);
    CHECK(made_log_value(&t, 1, "steps") == 2);
    CHECK_TEXT(made_log_ending(&t, 2), "not localised");
    CHECK_TEXT(made_log_ending(&t, 3), "false positive");
    made_log_end(&m, &t);
}
