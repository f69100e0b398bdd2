// Scores from logs made by hand: every value is known from the formulas in docs/metrics.md.
#include "base/arena.h"
#include "metrics/log_path.h"
#include "test.h"

#include "wend/metrics.h"

enum { MAX_STEPS = 128, MAX_RECORDS = 20 };
typedef struct made_log {
    wend_log_record records[MAX_RECORDS];
    wend_pose poses[MAX_RECORDS][MAX_STEPS + 1];
    char letters[MAX_STEPS + 1];
    char header[256];
    arena memory;
    wend_log_set log;
} made_log;

static void make_log(made_log* m, const char* task) {
    memset(m, 0, sizeof *m);
    memset(m->letters, '.', MAX_STEPS);
    snprintf(m->header, sizeof m->header,
             "{\"task\": \"%s\", \"agent\": \"a\", \"rules\": \"official\", \"episodes\": 1, "
             "\"max_steps\": 0, \"seed\": \"1\", \"episodes_hash\": \"0\"}",
             task);
    m->log = (wend_log_set){.header = m->header, .records = m->records, .memory = &m->memory};
}

// Poses are x and z, in metres; without any, the agent stays at the origin.
static wend_log_record* add(made_log* m, const char* facts, int steps, const float (*xz)[2]) {
    static const char* const ids[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
                                      "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    int i = m->log.count++;
    for (int k = 0; xz && k <= steps; k++) m->poses[i][k].feet = (wend_vec3){xz[k][0], 0, xz[k][1]};
    m->records[i] = (wend_log_record){.index = i,
                                      .id = ids[i],
                                      .scene = "house:1",
                                      .actions = m->letters,
                                      .outcomes = m->letters,
                                      .poses = m->poses[i],
                                      .steps = steps,
                                      .facts = facts};
    return &m->records[i];
}

static wend_score_table compute(made_log* m) {
    wend_error error;
    wend_score_table table;
    CHECK_OK(wend_score_compute(&m->log, "log", &table, &error));
    return table;
}

static double value_of(const wend_score_table* t, int row, const char* name) {
    for (int c = 0; c < t->columns; c++)
        if (strcmp(t->names[c], name) == 0) return t->values[row * t->columns + c];
    test_fail(__FILE__, __LINE__, "there is no column '%s'", name);
    return NAN;
}

static void end(made_log* m, wend_score_table* table) {
    wend_score_destroy(table);
    arena_destroy(&m->memory);
}

static const char* ending_of(const wend_score_table* t, int row) {
    return t->endings[t->ended_as[row]];
}

// ---- PointNav -----------------------------------------------------------------------------------

#define POINTNAV(shortest, distance, stopped)              \
    "{\"shortest\": " shortest ", \"distance\": " distance \
    ", \"radius\": 0.25, "                                 \
    "\"stopped\": " stopped "}"

TEST(pointnav_scores_follow_their_formulas) {
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}}, half[][2] = {{0, 0}, {0.5f, 0}};
    make_log(&m, "pointnav");
    add(&m, POINTNAV("5", "0.125", "true"), 2, bent)->outcomes = "x.";
    add(&m, POINTNAV("5", "0.25", "true"), 2, bent);    // at the radius is not within it
    add(&m, POINTNAV("5", "0.125", "false"), 2, bent);  // no STOP
    add(&m, POINTNAV("0.25", "0.125", "true"), 1, half);
    add(&m, POINTNAV("0", "0", "true"), 0, NULL);
    add(&m, POINTNAV("0", "1", "true"), 1, half);
    add(&m, POINTNAV("5", "7", "true"), 2, bent);       // farther away than at the start
    add(&m, POINTNAV("14", "0.125", "true"), 2, bent);  // the shortcut is no gain
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
    wend_score_table t = compute(&m);
    CHECK_INT(t.rows, 8);
    for (int i = 0; i < 8; i++) {
        CHECK(value_of(&t, i, "success") == rows[i].success);
        CHECK_NEAR(value_of(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_NEAR(value_of(&t, i, "soft_spl"), rows[i].soft_spl, 1e-12);
        CHECK_NEAR(value_of(&t, i, "path_length"), rows[i].length, 1e-12);
        CHECK(value_of(&t, i, "collisions") == (i == 0));
        CHECK_TEXT(ending_of(&t, i), rows[i].ending);
    }
    CHECK(value_of(&t, 6, "distance_to_goal") == 7 && value_of(&t, 6, "steps") == 2);
    end(&m, &t);
}

TEST(failures_are_in_no_mean_and_agent_errors_score_zero) {
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}};
    make_log(&m, "pointnav");
    add(&m, NULL, 0, NULL)->failure = "no scene";
    add(&m, POINTNAV("7", "0", "true"), 2, bent);
    add(&m, NULL, 0, NULL)->failure = "no scene";
    add(&m, POINTNAV("7", "0", "true"), 2, bent)->agent_error = "it raised";
    m.records[3].scene = "house:2";
    wend_score_table t = compute(&m);
    CHECK(t.rows == 2 && t.failed == 2 && t.agent_errors == 1 && t.scene_count == 2);
    CHECK(t.records[0] == 1 && t.records[1] == 3);
    CHECK(value_of(&t, 0, "success") == 1 && value_of(&t, 1, "success") == 0);
    CHECK(value_of(&t, 1, "spl") == 0 && value_of(&t, 1, "soft_spl") == 0);
    CHECK(value_of(&t, 1, "path_length") == 7);
    CHECK(t.means[0].mean == 0.5 && t.means[0].proportion && t.means[0].scenes == 2);
    CHECK_TEXT(ending_of(&t, 0), "reached");
    CHECK_TEXT(ending_of(&t, 1), "agent error");
    CHECK_INT(t.ending_count, 4);
    end(&m, &t);
}

TEST(a_task_without_a_score_of_its_own_has_that_of_its_facts) {
    made_log m;
    wend_error error;
    wend_score_table table;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
    make_log(&m, "chess");
    add(&m, POINTNAV("0", "0", "true"), 0, NULL);
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
        make_log(&m, broken[i][0]);
        add(&m, broken[i][1], 0, NULL);
        CHECK(wend_score_compute(&m.log, "log", &table, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

// ---- PASTURE ------------------------------------------------------------------------------------

#define PASTURE(split, stopped, visible, more)                                                 \
    "{\"split\": \"" split "\", \"shortest\": 0.25, \"distance\": null, \"stopped\": " stopped \
    ", \"visible\": " visible more "}"

TEST(pasture_episodes_have_one_label_each) {
    made_log m;
    const float half[][2] = {{0, 0}, {0.5f, 0}};
    make_log(&m, "pasture");
    add(&m, PASTURE("a", "true", "true", ""), 1, half);
    add(&m, PASTURE("b", "true", "false", ", \"seen\": 1, \"reached\": 1"), 1, half);
    add(&m, PASTURE("a", "false", "true", ""), 1, half);
    add(&m, PASTURE("a", "false", "false", ", \"seen\": 0"), 1, half);
    add(&m, PASTURE("a", "false", "true", ", \"seen\": 0, \"reached\": 1"), 1, half)->notes =
        "{\"localised\": 0}";
    add(&m, PASTURE("b", "true", "true", ""), 0, NULL);
    static const struct {
        double success, spl;
        const char *ending, *label, *official;
    } rows[] = {
        {1, 0.5, "found", "success", "success"},
        {0, 0, "false positive", "false_positive", "official_localisation"},
        {0, 0, "never seen", "never_seen", "official_exploration"},
        {0, 0, "not localised", "not_localised", "official_exploration"},
        {0, 0, "not reached", "not_reached", "official_planning"},
        {1, 1, "found", "success", "success"},  // 0.25 m are needed, none are walked
    };
    static const char* const labels[] = {
        "never_seen",           "not_localised",         "not_reached",      "false_positive",
        "official_exploration", "official_localisation", "official_planning"};
    wend_score_table t = compute(&m);
    for (int i = 0; i < 6; i++) {
        CHECK(value_of(&t, i, "success") == rows[i].success);
        CHECK_NEAR(value_of(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_TEXT(ending_of(&t, i), rows[i].ending);
        for (size_t k = 0; k < sizeof labels / sizeof *labels; k++) {
            bool on =
                strcmp(labels[k], rows[i].label) == 0 || strcmp(labels[k], rows[i].official) == 0;
            CHECK(value_of(&t, i, labels[k]) == on);
        }
        CHECK(isinf(value_of(&t, i, "distance_to_goal")));
    }
    CHECK(value_of(&t, 0, "path_length") == 0.5 && value_of(&t, 0, "steps") == 1);
    CHECK(t.group_count == 2 && t.groups[0].rows == 4 && t.groups[1].rows == 2);
    CHECK_TEXT(t.groups[0].name, "a");
    CHECK(t.groups[0].means[0].mean == 0.25 && t.groups[1].means[0].mean == 0.5);
    end(&m, &t);
}

TEST(groups_have_means_over_their_own_scenes) {
    made_log m;
    make_log(&m, "pasture");
    for (int i = 0; i < 6; i++)
        add(&m, i < 2 ? PASTURE("a", "true", "true", "") : PASTURE("b", "false", "true", ""), 0,
            NULL)
            ->scene = i == 5 ? "house:2" : "house:1";
    wend_score_table t = compute(&m);
    CHECK_INT(t.means[0].scenes, 2);
    CHECK_INT(t.groups[0].means[0].scenes, 1);
    CHECK_INT(t.groups[1].means[0].scenes, 2);
    CHECK(t.groups[0].means[0].count == 2 && t.groups[1].means[0].count == 4);
    end(&m, &t);
}

TEST(groups_beyond_the_sixteenth_are_one_with_it) {
    made_log m;
    char facts[18][160];
    make_log(&m, "pasture");
    for (int i = 0; i < 18; i++) {
        snprintf(facts[i], sizeof facts[i], PASTURE("%c", "true", "true", ""), 'a' + i);
        add(&m, facts[i], 0, NULL);
    }
    wend_score_table t = compute(&m);
    CHECK_INT(t.group_count, 16);
    CHECK(t.groups[14].rows == 1 && t.groups[15].rows == 3);
    CHECK_TEXT(t.groups[15].name, "p");
    end(&m, &t);
}

// ---- MultiON ------------------------------------------------------------------------------------

#define FOUND(correct, step, distance) \
    "{\"correct\": " correct ", \"step\": " step ", \"distance\": " distance "}"
#define MULTION(goals, found, uses_images, progress, ppl)                        \
    "{\"goals\": [" goals "], \"found\": [" found "], \"sighted\": " uses_images \
    ", \"radius\": 1.5, \"progress\": \"" progress "\", \"ppl\": \"" ppl "\"}"
#define TWO "{\"leg\": 2, \"seen\": 3}, {\"leg\": 4}"

TEST(multion_scores_follow_their_formulas) {
    made_log m;
    const float row[][2] = {{0, 0}, {4, 0}, {8, 0}, {10, 0}};
    make_log(&m, "multion");
    add(&m, MULTION(TWO, FOUND("true", "1", "0.5"), "false", "less", "last"), 3, row)->outcomes =
        "xx.";
    add(&m, MULTION(TWO, FOUND("true", "1", "0.5"), "false", "less", "all"), 3, row);
    add(&m, MULTION(TWO, FOUND("true", "1", "1.5"), "false", "less", "last"), 3, row);
    add(&m, MULTION(TWO, FOUND("true", "1", "1.5"), "false", "most", "last"), 3, row);
    add(&m,
        MULTION(TWO,
                FOUND("false", "0", "9") ", " FOUND("true", "1", "0") ", " FOUND("true", "3", "0"),
                "false", "less", "last"),
        3, row);
    static const double rows[][4] = {{0, 0.5, 0, 0.25},  // 2 m of 4 m, of two goals
                                     {0, 0.5, 0, 0.1},   // of all 10 m
                                     {0, 0, 0, 0},       // at the radius is not within it
                                     {0, 0.5, 0, 0.25},  // or is
                                     {1, 1, 0.6, 0.6}};  // 6 m of 10 m
    static const char* const names[] = {"success", "progress", "spl", "ppl"};
    wend_score_table t = compute(&m);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) CHECK_NEAR(value_of(&t, i, names[k]), rows[i][k], 1e-12);
    CHECK(value_of(&t, 0, "collisions") == 2 && value_of(&t, 0, "steps") == 3);
    CHECK_NEAR(value_of(&t, 0, "path_length"), 10, 1e-12);
    CHECK_TEXT(ending_of(&t, 0), "out of steps");
    CHECK_TEXT(ending_of(&t, 4), "all found");
    end(&m, &t);
}

TEST(multion_episodes_fail_for_one_reason) {
    made_log m;
    static const struct {
        const char *facts, *notes, *ending;
    } cases[] = {
        {MULTION(TWO, "", "true", "less", "last"), NULL, "out of steps"},  // seen; no notes
        {MULTION(TWO, FOUND("true", "1", "0"), "true", "less", "last"), NULL, "not seen"},
        {MULTION(TWO, FOUND("true", "1", "0"), "true", "less", "last"),
         "{\"recognised\": [1, null]}", "not seen"},
        {MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": [null, 3]}",
         "seen, not recognised"},
        {MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": []}", "seen, not recognised"},
        {MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": [20, null]}",
         "recognised, not reached"},  // 100 steps before the end
        {MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": [21, null]}", "out of steps"},
        {MULTION(TWO, FOUND("true", "1", "0"), "true", "less", "last"), "{\"recognised\": [1, 2]}",
         "recognised, not reached"},
        {MULTION(TWO, "", "false", "less", "last"), "{\"recognised\": [null]}", "out of steps"},
        {MULTION(TWO, FOUND("false", "1", "9"), "true", "less", "last"), NULL, "wrong FOUND"},
        {MULTION(TWO, FOUND("false", "1", "9"), "false", "less", "last"), NULL, "wrong FOUND"},
    };
    enum { COUNT = sizeof cases / sizeof *cases };
    make_log(&m, "multion");
    for (int i = 0; i < COUNT; i++) add(&m, cases[i].facts, 120, NULL)->notes = cases[i].notes;
    wend_score_table t = compute(&m);
    for (int i = 0; i < COUNT; i++) CHECK_TEXT(ending_of(&t, i), cases[i].ending);
    end(&m, &t);
}

TEST(finds_outside_the_episode_or_beyond_the_goals_are_refused) {
    static const char* const broken[] = {
        MULTION(TWO, FOUND("true", "4", "0"), "false", "less", "last"),
        MULTION(TWO, FOUND("true", "-1", "0"), "false", "less", "last"),
        MULTION("", "", "false", "less", "last"),
        MULTION("{\"leg\": 2}", FOUND("true", "1", "0") ", " FOUND("true", "2", "0"), "false",
                "less", "last"),
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        made_log m;
        wend_error error;
        wend_score_table table;
        make_log(&m, "multion");
        add(&m, broken[i], 3, NULL);
        CHECK(wend_score_compute(&m.log, "log", &table, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

// ---- instruction following ----------------------------------------------------------------------

#define PLACES(rules, stopped, nearest, distance)                                             \
    "{\"tour\": \"t\", \"language\": \"en\", \"benchmark\": \"ir2r-ce\", \"rules\": \"" rules \
    "\", \"stopped\": " stopped ", \"nearest\": " nearest ", \"distance\": " distance         \
    ", \"shortest\": 4, \"reference\": [[0, 0, 0], [4, 0, 0]]}"

TEST(continuous_paths_count_each_place_once_and_need_stop) {
    made_log m;
    const float rests[][2] = {{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 4}};
    make_log(&m, "r2r-ce");
    add(&m, PLACES("official", "true", "1", "2"), 4, rests);
    add(&m, PLACES("official", "false", "1", "2"), 4, rests);
    add(&m, PLACES("official", "true", "1", "4"), 4, rests);
    add(&m, PLACES("official", "true", "3", "4"), 4, rests);
    add(&m, PLACES("paper", "true", "3", "3"), 4, rests);
    static const struct {
        double success, oracle, spl;
        const char* ending;
    } rows[] = {{1, 1, 0.5, "reached"},
                {0, 1, 0, "out of steps"},
                {0, 1, 0, "passed by"},
                {0, 0, 0, "elsewhere"},
                {1, 1, 0.5, "reached"}};
    wend_score_table t = compute(&m);
    for (int i = 0; i < 5; i++) {
        CHECK(value_of(&t, i, "success") == rows[i].success);
        CHECK(value_of(&t, i, "oracle_success") == rows[i].oracle);
        CHECK_NEAR(value_of(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_NEAR(value_of(&t, i, "path_length"), 8, 1e-12);
        CHECK_NEAR(value_of(&t, i, "ndtw"), exp(-4.0 / 6), 1e-12);  // (4, 4) is 4 m away
        CHECK_NEAR(value_of(&t, i, "sdtw"), rows[i].success * exp(-4.0 / 6), 1e-12);
        CHECK_TEXT(ending_of(&t, i), rows[i].ending);
    }
    CHECK(t.tour_count == 0 && t.group_count == 1 && t.groups[0].rows == 5);
    end(&m, &t);
}

#define NODES(path, reference, stopped)                                             \
    "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"official\", "      \
    "\"stopped\": " stopped                                                         \
    ", \"viewpoints\": [\"a\", \"b\", \"c\", \"d\"], \"distances\": [2, 4, -1, 2, " \
    "-1, -1], \"path\": [" path "], \"reference\": [" reference "]}"

TEST(paths_on_a_graph_are_measured_by_the_distances_of_the_log) {
    made_log m;
    make_log(&m, "r2r");
    add(&m, NODES("0, 1", "0, 1, 2", "true"), 1, NULL);
    add(&m, NODES("0, 1, 0", "0, 1, 2", "false"), 2, NULL);
    add(&m, NODES("2, 1, 0", "2, 3", "true"), 2, NULL);
    wend_score_table t = compute(&m);
    CHECK(value_of(&t, 0, "success") == 1 && value_of(&t, 0, "distance_to_goal") == 2);
    CHECK(value_of(&t, 0, "spl") == 1 && value_of(&t, 0, "path_length") == 2);
    CHECK_NEAR(value_of(&t, 0, "ndtw"), exp(-2.0 / 9), 1e-12);
    CHECK(value_of(&t, 1, "success") == 0 && value_of(&t, 1, "oracle_success") == 1);
    CHECK(value_of(&t, 1, "distance_to_goal") == 4 && value_of(&t, 1, "path_length") == 4);
    CHECK_TEXT(ending_of(&t, 1), "out of steps");
    CHECK(isinf(value_of(&t, 2, "distance_to_goal")) && value_of(&t, 2, "ndtw") == 0);
    end(&m, &t);
    static const char* const broken[] = {NODES("0, 4", "0, 1", "true"),
                                         NODES("0, -1", "0, 1", "true"),
                                         NODES("0, 1", "0, 1", "true") "x"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wend_error error;
        make_log(&m, "r2r");
        add(&m, broken[i], 1, NULL);
        CHECK(wend_score_compute(&m.log, "log", &t, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

// ---- tours --------------------------------------------------------------------------------------

#define LEG(tour, rules, stopped)                                               \
    "{\"tour\": \"" tour                                                        \
    "\", \"language\": \"en\", \"benchmark\": \"ir2r-ce\", \"rules\": \"" rules \
    "\", \"stopped\": " stopped                                                 \
    ", \"nearest\": 0, \"distance\": 0, \"shortest\": 2, "                      \
    "\"reference\": [[0, 0, 0], [2, 0, 0]]}"

TEST(tours_of_a_log_are_aligned_in_the_order_they_were_played) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}, {2, 0}}, far[][2] = {{0, 0}, {2, 0}, {4, 0}};
    make_log(&m, "ir2r-ce");
    add(&m, LEG("x", "paper", "true"), 2, exact)->index = 3;
    add(&m, LEG("y", "paper", "true"), 2, exact)->index = 0;
    add(&m, LEG("x", "paper", "true"), 2, far)->index = 2;
    add(&m, LEG("x", "paper", "true"), 2, exact)->index = 4;
    m.records[1].scene = "house:2";
    wend_score_table t = compute(&m);
    CHECK_INT(t.tour_count, 2);
    CHECK_TEXT(t.tours[0].id, "y");
    CHECK(t.tours[0].rows == 1 && t.tours[0].ndtw == 1 && t.tours[0].weight == 1);
    CHECK(t.tours[0].scene != t.tours[1].scene);
    CHECK(t.tours[1].rows == 3 && t.tours[1].weight == 3 && !t.tours[1].infeasible);
    double x = exp(-2.0 / (3 * 6));  // 2 m against 6 points
    CHECK_NEAR(t.tours[1].ndtw, x, 1e-12);
    CHECK_NEAR(t.tour_ndtw.mean, (1 + 3 * x) / 4, 1e-12);
    CHECK(t.tour_ndtw.scenes == 2 && t.tour_ndtw.count == 2 && !t.tour_ndtw.proportion);
    end(&m, &t);
}

TEST(tours_of_a_log_that_are_all_exact_are_a_proportion) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    make_log(&m, "ir2r-ce");
    add(&m, LEG("x", "paper", "true"), 1, exact);
    add(&m, LEG("y", "paper", "true"), 1, exact);
    wend_score_table t = compute(&m);
    CHECK(t.tour_ndtw.mean == 1 && t.tour_ndtw.proportion && t.tour_ndtw.low < 0.5);
    end(&m, &t);
}

TEST(each_agent_error_takes_its_share_of_the_tour) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    make_log(&m, "ir2r-ce");
    for (int i = 0; i < 4; i++) add(&m, LEG("x", "paper", "true"), 1, exact);
    m.records[1].agent_error = "it raised";
    add(&m, LEG("y", "paper", "true"), 1, exact);
    wend_score_table t = compute(&m);
    CHECK_NEAR(t.tours[0].ndtw, 0.75, 1e-12);
    CHECK(t.tours[1].ndtw == 1);
    CHECK_NEAR(t.tour_ndtw.mean, (4 * 0.75 + 1) / 5, 1e-12);
    end(&m, &t);
}

TEST(an_infeasible_tour_leaves_the_mean_unless_the_agent_failed_in_it) {
    for (int fails = 0; fails < 2; fails++) {
        made_log m;
        const float exact[][2] = {{0, 0}, {2, 0}}, longer[][2] = {{0, 0}, {2, 0}, {4, 0}};
        make_log(&m, "ir2r-ce");
        // Pinned at both ends, three points cannot be paired with two.
        add(&m, LEG("x", "official", "true"), 1, exact);
        add(&m, LEG("x", "official", "true"), 2, longer);
        add(&m, LEG("x", "official", "true"), 1, exact);
        add(&m, LEG("y", "official", "true"), 1, exact);
        add(&m, LEG("y", "official", "true"), 1, exact);
        if (fails) m.records[2].agent_error = "it raised";
        wend_score_table t = compute(&m);
        CHECK_INT(t.tour_count, 2);
        CHECK(t.tours[0].infeasible == !fails && t.tours[0].ndtw == 0 && t.tours[0].weight == 2);
        CHECK_NEAR(t.tour_ndtw.mean, fails ? 1 / 3.0 : 1, 1e-12);
        CHECK_INT(t.tour_ndtw.count, fails ? 2 : 1);
        end(&m, &t);
    }
}

TEST(the_last_pose_of_a_leg_without_stop_is_left_out_by_the_official_rules) {
    static const struct {
        const char* facts;
        double dtw;
    } cases[] = {{LEG("x", "official", "true"), 2},
                 {LEG("x", "official", "false"), 0},
                 {LEG("x", "paper", "false"), 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        const float far[][2] = {{0, 0}, {2, 0}, {4, 0}};
        make_log(&m, "ir2r-ce");
        add(&m, cases[i].facts, 2, far);
        wend_score_table t = compute(&m);
        CHECK_NEAR(t.tours[0].ndtw, exp(-cases[i].dtw / 6), 1e-12);
        end(&m, &t);
    }
}

TEST(a_leg_without_stop_whose_last_action_did_not_move_keeps_its_last_place) {
    made_log m;
    const float turned[][2] = {{0, 0}, {2, 0}, {4, 0}, {4, 0}};
    make_log(&m, "ir2r-ce");
    add(&m, LEG("x", "official", "false"), 3, turned);
    wend_score_table t = compute(&m);
    CHECK_NEAR(t.tours[0].ndtw, exp(-2.0 / 6), 1e-12);
    end(&m, &t);
}

TEST(a_leg_of_one_step_without_stop_is_its_first_place) {
    static const struct {
        int steps;
        double dtw;
    } cases[] = {{0, 2}, {1, 2}, {2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        const float far[][2] = {{0, 0}, {2, 0}, {4, 0}};
        make_log(&m, "ir2r-ce");
        add(&m, LEG("x", "official", "false"), cases[i].steps, far);
        wend_score_table t = compute(&m);
        CHECK_NEAR(t.tours[0].ndtw, exp(-cases[i].dtw / 6), 1e-12);
        CHECK_INT(t.tours[0].weight, 0);  // IVLN-CE counts changes of the episode
        end(&m, &t);
    }
}

TEST(a_tour_with_a_long_name_is_one_tour) {
#define LONG_NAME "0123456789012345678901234567890123456789"
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    make_log(&m, "ir2r-ce");
    for (int i = 0; i < 3; i++) add(&m, LEG(LONG_NAME, "paper", "true"), 1, exact);
    add(&m, LEG("0123456789012345678901234567899", "paper", "true"), 1, exact);
    wend_score_table t = compute(&m);
    CHECK_INT(t.tour_count, 2);
    CHECK_TEXT(t.tours[0].id, "0123456789012345678901234567890");
    CHECK_TEXT(t.tours[1].id, "0123456789012345678901234567899");
    CHECK(t.tours[0].rows == 3 && t.tours[1].rows == 1);
    end(&m, &t);
}

TEST(every_tour_lies_in_the_scene_of_its_first_episode) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    make_log(&m, "ir2r-ce");
    for (int i = 0; i < 6; i++) {
        add(&m,
            i < 2   ? LEG("x", "paper", "true")
            : i < 4 ? LEG("y", "paper", "true")
                    : LEG("x", "paper", "true"),
            1, exact)
            ->index = 5 - i;
        m.records[i].scene = i < 2 ? "house:1" : "house:2";
    }
    wend_score_table t = compute(&m);
    CHECK_INT(t.tour_count, 3);  // the one that comes back is another
    CHECK(t.tours[0].scene == t.tours[1].scene && t.tours[1].scene != t.tours[2].scene);
    CHECK(t.tours[0].rows == 2 && t.tours[1].rows == 2 && t.tours[2].rows == 2);
    CHECK_INT(t.tour_ndtw.count, 3);
    CHECK_INT(t.tour_ndtw.scenes, 2);
    end(&m, &t);
}

// ---- every fact ---------------------------------------------------------------------------------

typedef struct fact_change {
    const char *from, *to;
    const char* says;
} fact_change;

// Each change of the facts must be refused with these words; as they are, they are scored.
static void check_facts(const char* task, const char* facts, const char* notes,
                        const fact_change* changes, size_t count) {
    for (size_t i = 0; i <= count; i++) {
        made_log m;
        wend_error error = {0};
        wend_score_table table;
        char changed[2000];
        make_log(&m, task);
        const fact_change* c = i < count ? &changes[i] : NULL;
        const char* at = c ? strstr(facts, c->from) : facts;
        CHECK(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - facts), facts, c ? c->to : "",
                 at + (c ? strlen(c->from) : 0));
        add(&m, changed, 2, NULL)->notes = notes;
        wend_status status = wend_score_compute(&m.log, "log", &table, &error);
        if (status != (c ? WEND_FORMAT : WEND_OK))
            test_fail(__FILE__, __LINE__, "%s: %s is '%s': %s", task, c ? c->to : "",
                      wend_status_name(status), error.message);
        if (c)
            CHECK_HAS(error.message, c->says);
        else
            wend_score_destroy(&table);
        arena_destroy(&m.memory);
    }
}

#define GONE(key) \
    { "\"" key "\":", "\"gone\":", "the field \"" key "\" is missing" }
#define CHECK_FACTS(task, facts, notes, changes) \
    check_facts(task, facts, notes, changes, sizeof(changes) / sizeof *(changes))

TEST(facts_that_are_missing_or_of_another_kind_are_told_by_name) {
    static const fact_change pointnav[] = {GONE("shortest"),
                                           GONE("distance"),
                                           GONE("radius"),
                                           GONE("stopped"),
                                           {"\"shortest\": 1", "\"shortest\": \"1\"", "shortest: "},
                                           {"\"distance\": 2", "\"distance\": true", "distance: "},
                                           {"\"radius\": 3", "\"radius\": []", "radius: "},
                                           {"true", "1", "stopped: "}};
    CHECK_FACTS("pointnav", "{\"shortest\": 1, \"distance\": 2, \"radius\": 3, \"stopped\": true}",
                NULL, pointnav);
    static const fact_change pasture[] = {
        GONE("shortest"),
        GONE("stopped"),
        GONE("visible"),
        {"\"shortest\": 1", "\"shortest\": {}", "shortest: "},
        {"\"distance\": 2", "\"distance\": \"far\"", "distance: "},
        {"true", "1", "stopped: "},
        {"false", "0", "visible: "}};
    CHECK_FACTS("pasture",
                "{\"split\": \"a\", \"shortest\": 1, \"distance\": 2, \"stopped\": true, "
                "\"visible\": false}",
                NULL, pasture);
    static const fact_change multion[] = {
        GONE("goals"),
        GONE("found"),
        GONE("sighted"),
        GONE("radius"),
        GONE("progress"),
        GONE("ppl"),
        {"\"leg\": 4", "\"log\": 4", "goals[1]: the field \"leg\" is missing"},
        {"\"leg\": 4", "\"leg\": \"4\"", "goals[1].leg: "},
        {"{\"leg\": 4}", "4", "goals[1]: an object expected"},
        {"\"correct\"", "\"carrot\"", "found[0]: the field \"correct\" is missing"},
        {"\"correct\": true", "\"correct\": 1", "found[0].correct: "},
        {"\"step\"", "\"stop\"", "found[0]: the field \"step\" is missing"},
        {"\"step\": 1", "\"step\": null", "found[0]: the field \"step\" is missing"},
        {"\"step\": 1", "\"step\": 3", "found[0]: step 3; the episode has 2"},
        {"\"step\": 1", "\"step\": -0.5", "found[0]: step -0.5; the episode has 2"},
        {"\"distance\"", "\"distant\"", "found[0]: the field \"distance\" is missing"},
        {"\"distance\": 0.5", "\"distance\": \"\"", "found[0].distance: "},
        {"\"sighted\": true", "\"sighted\": 1", "sighted: "},
        {"\"radius\": 1.5", "\"radius\": \"\"", "radius: "},
        {"\"less\"", "1", "progress: "},
        {"\"last\"", "2", "ppl: "},
        {"[{\"leg\": 2}, {\"leg\": 4}]", "7", "goals: an array expected"},
        {"[{\"leg\": 2}, {\"leg\": 4}]", "[]", "1 finds of 0 goals"},
        {"[{\"correct\": true, \"step\": 1, \"distance\": 0.5}]", "7", "found: an array expected"}};
    CHECK_FACTS("multion",
                "{\"goals\": [{\"leg\": 2}, {\"leg\": 4}], \"found\": [{\"correct\": true, "
                "\"step\": 1, \"distance\": 0.5}], \"sighted\": true, \"radius\": 1.5, "
                "\"progress\": \"less\", \"ppl\": \"last\"}",
                NULL, multion);
    static const fact_change rescue[] = {
        GONE("person"),
        GONE("stretcher"),
        GONE("period"),
        GONE("timeout"),
        GONE("carry_gate"),
        GONE("place_gate"),
        GONE("carried_at"),
        GONE("placed_at"),
        GONE("expert"),
        {"[1, 2, 3]", "[1, 2]", "person: "},
        {"[4, 5, 6]", "4", "stretcher: "},
        {"\"period\": 2", "\"period\": \"2\"", "period: "},
        {"\"timeout\": 60", "\"timeout\": true", "timeout: "},
        {"\"carry_gate\": 1.5", "\"carry_gate\": []", "carry_gate: "},
        {"\"place_gate\": 1.25", "\"place_gate\": {}", "place_gate: "},
        {"\"carried_at\": 1", "\"carried_at\": 1.5", "carried_at: "},
        {"\"placed_at\": 2", "\"placed_at\": \"2\"", "placed_at: "},
        {"\"seen_at\": 0", "\"seen_at\": \"0\"", "seen_at: "},
        {"\"carried_at\": 1", "\"carried_at\": 3", "carried at step 3 and put down at step 2 of 2"},
        {"\"placed_at\": 2", "\"placed_at\": 3", "carried at step 1 and put down at step 3 of 2"},
        {"\"carried_at\": 1", "\"carried_at\": -1",
         "carried at step -1 and put down at step 2 of 2"},
        {"[[7, 8, 9]]", "7", "expert: an array expected"},
        {"[7, 8, 9]", "[7, 8]", "expert[0]: "},
        {"[7, 8, 9]", "[7, 8, 9], 7", "expert[1]: "}};
    CHECK_FACTS("rescue",
                "{\"person\": [1, 2, 3], \"stretcher\": [4, 5, 6], \"period\": 2, \"timeout\": 60, "
                "\"carry_gate\": 1.5, \"place_gate\": 1.25, \"carried_at\": 1, \"placed_at\": 2, "
                "\"seen_at\": 0, \"expert\": [[7, 8, 9]]}",
                NULL, rescue);
    static const fact_change tour[] = {GONE("tour"), {"\"x\"", "7", "tour: a string expected"}};
    CHECK_FACTS("ir2r-ce", LEG("x", "paper", "true"), NULL, tour);
}

TEST(notes_of_an_agent_that_cannot_be_read_are_an_error) {
    static const struct {
        const char *task, *facts, *notes, *says;
    } cases[] = {
        {"pasture", PASTURE("a", "false", "true", ", \"seen\": 1"), "{", "notes:1"},
        {"pasture", PASTURE("a", "false", "true", ", \"seen\": 1"), "[]", "an object expected"},
        {"multion", MULTION(TWO, "", "true", "less", "last"), "{", "notes:1"},
        {"multion", MULTION(TWO, "", "true", "less", "last"), "[]", "an object expected"},
        {"multion", MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": 3}",
         "recognised: an array expected"},
        {"multion", MULTION(TWO, "", "true", "less", "last"), "{\"recognised\": [\"x\"]}",
         "recognised[0]: "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        wend_error error;
        wend_score_table table;
        make_log(&m, cases[i].task);
        add(&m, cases[i].facts, 0, NULL)->notes = cases[i].notes;
        CHECK_INT(wend_score_compute(&m.log, "log", &table, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
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
                 "], \"found\": [" FOUND("true", "0", "0") ", " FOUND(
                     "true", "2",
                     "0") "], \"sighted\": true, \"radius\": 1, \"progress\": \"less\", \"ppl\": "
                          "\"last\"}");
        const float line[][2] = {{0, 0}, {3, 0}, {8, 0}};
        make_log(&m, "multion");
        add(&m, facts, 2, line);
        wend_status status = wend_score_compute(&m.log, "log", &t, &error);
        CHECK_INT(status, goals == 64 ? WEND_OK : WEND_FORMAT);
        if (status == WEND_OK) {
            CHECK_NEAR(value_of(&t, 0, "progress"), 2 / 64.0, 1e-12);
            CHECK_NEAR(value_of(&t, 0, "ppl"), 2 / 64.0 * 2 / 8, 1e-12);
            wend_score_destroy(&t);
        } else {
            CHECK_HAS(error.message, "goals: 65; at most 64");
        }
        arena_destroy(&m.memory);
    }
}

TEST(a_pasture_episode_at_its_target_and_one_that_knows_its_distance) {
    static const char near[] =
        "{\"split\": \"a\", \"shortest\": 0, \"distance\": 0.75, \"stopped\": true, \"visible\": "
        "true}";
    made_log m;
    const float bent[][2] = {{0, 0}, {3, 0}, {3, 4}};
    make_log(&m, "pasture");
    add(&m, near, 0, NULL);
    add(&m, near, 2, bent);
    add(&m, PASTURE("a", "false", "true", ", \"seen\": 0"), 2, bent)->notes =
        "{\"localised\": null}";
    add(&m, PASTURE("a", "true", "false", ", \"seen\": 0"), 2, bent)->notes = "{\"localised\": 1}";
    wend_score_table t = compute(&m);
    CHECK(value_of(&t, 0, "spl") == 1 && value_of(&t, 0, "distance_to_goal") == 0.75);
    CHECK(value_of(&t, 1, "spl") == 0 && value_of(&t, 1, "path_length") == 7);
    CHECK(value_of(&t, 1, "steps") == 2);
    CHECK_TEXT(ending_of(&t, 2), "not localised");
    CHECK_TEXT(ending_of(&t, 3), "false positive");
    end(&m, &t);
}

TEST(a_walk_is_measured_up_to_a_step_and_no_farther_than_it_went) {
    const wend_pose poses[] = {{.feet = {0, 0, 0}}, {.feet = {2, 3, 6}}, {.feet = {2, 3, 5}}};
    wend_log_record record = {.poses = poses, .steps = 2, .outcomes = "xx"};
    CHECK(log_path_length(&record, 0) == 0 && log_path_length(&record, 1) == 7);
    CHECK(log_path_length(&record, 2) == 8 && log_path_length(&record, 3) == 8);
    CHECK_INT(log_collisions(&record), 2);
    record.steps = 1;
    CHECK_INT(log_collisions(&record), 1);
}

TEST(instructions_have_all_their_columns) {
    made_log m;
    const float rests[][2] = {{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 4}};
    make_log(&m, "r2r-ce");
    add(&m, PLACES("paper", "true", "1", "2.5"), 4, rests)->outcomes = "x.xx";
    wend_score_table t = compute(&m);
    CHECK(value_of(&t, 0, "steps") == 4 && value_of(&t, 0, "collisions") == 3);
    CHECK(value_of(&t, 0, "distance_to_goal") == 2.5 && value_of(&t, 0, "path_length") == 8);
    // Both reference points are on the path, so it is covered; 8 m where 4 m are due.
    CHECK_NEAR(value_of(&t, 0, "cls"), 4 / (4 + 4.0), 1e-12);
    end(&m, &t);
}
