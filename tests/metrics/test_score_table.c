// The table that a log is scored into: its columns, groups, endings, means, and what is refused.
#include "base/arena.h"
#include "test.h"

#include "wend/metrics.h"

enum { MAX_RECORDS = 6 };
typedef struct made_log {
    wend_log_record records[MAX_RECORDS];
    char header[256];
    arena memory;
    wend_log_set log;
} made_log;

static const wend_pose poses[3] = {{.feet = {0, 0, 0}}, {.feet = {2, 0, 0}}, {.feet = {2, 0, 0}}};

static void make_log(made_log* m, const char* task) {
    memset(m, 0, sizeof *m);
    snprintf(m->header, sizeof m->header,
             "{\"task\": \"%s\", \"agent\": \"guide\", \"rules\": \"official\", \"episodes\": 1, "
             "\"max_steps\": 0, \"seed\": \"1\", \"episodes_hash\": \"0\"}",
             task);
    m->log = (wend_log_set){.header = m->header, .records = m->records, .memory = &m->memory};
}

static wend_log_record* add(made_log* m, const char* facts, const char* scene) {
    static const char* const ids[MAX_RECORDS] = {"e0", "e1", "e2", "e3", "e4", "e5"};
    int i = m->log.count++;
    m->records[i] = (wend_log_record){.index = i,
                                      .id = ids[i],
                                      .scene = scene,
                                      .actions = "..",
                                      .outcomes = "..",
                                      .poses = poses,
                                      .steps = 2,
                                      .facts = facts};
    return &m->records[i];
}

#define POINTNAV(shortest, distance)                       \
    "{\"shortest\": " shortest ", \"distance\": " distance \
    ", \"radius\": 0.25, \"stopped\": "                    \
    "true}"
#define PASTURE(split, visible) \
    "{\"split\": " split        \
    ", \"shortest\": 2, \"distance\": 1, \"stopped\": true, \"visible\": " visible "}"
#define LEG(tour, language)                                                                   \
    "{\"tour\": \"" tour "\", \"language\": " language                                        \
    ", \"benchmark\": \"ir2r-ce\", \"rules\": \"paper\", \"stopped\": true, \"nearest\": 0, " \
    "\"distance\": 0, \"shortest\": 2, \"reference\": [[0, 0, 0], [2, 0, 0]]}"

// ---- columns ------------------------------------------------------------------------------------

TEST(each_task_has_its_columns_and_endings) {
#define VLN                                                                                   \
    "success spl ndtw sdtw oracle_success cls distance_to_goal path_length steps collisions", \
        "reached, passed by, elsewhere, out of steps"
#define OBJECT                                                                          \
    "success spl distance_to_goal never_seen not_localised not_reached false_positive " \
    "official_exploration official_localisation official_planning steps path_length",   \
        "found, never seen, not localised, not reached, false positive"
    static const struct {
        const char *task, *columns, *endings;
    } tasks[] = {
        {"multion", "success progress spl ppl steps path_length collisions",
         "all found, not seen, seen, not recognised, recognised, not reached, wrong FOUND, out of "
         "steps"},
        {"objectnav", OBJECT},
        {"pasture", OBJECT},
        {"pointnav", "success spl soft_spl distance_to_goal collisions steps path_length",
         "reached, stopped elsewhere, out of steps"},
        {"ir2r", VLN},
        {"ir2r-ce", VLN},
        {"r2r", VLN},
        {"r2r-ce", VLN},
        {"rxr", VLN},
        {"rxr-ce", VLN},
        {"rescue",
         "tcr ts ts_official s1 s2 s3 s4 seconds seconds_to_carry collisions similarity "
         "effectiveness path_length steps",
         "rescued, exploration, recognition, interaction, time, memory, handover"},
    };
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        made_log m;
        wend_score_table t;
        wend_error error;
        char words[512] = "";
        make_log(&m, tasks[i].task);
        CHECK_OK(wend_score_compute(&m.log, "log", &t, &error));
        CHECK_TEXT(t.task, tasks[i].task);
        CHECK_TEXT(t.agent, "guide");
        for (int c = 0; c < t.columns; c++) {
            if (c) strcat(words, " ");
            strcat(words, t.names[c]);
        }
        CHECK_TEXT(words, tasks[i].columns);
        *words = 0;
        for (int e = 0; e < t.ending_count; e++) {
            if (e) strcat(words, ", ");
            strcat(words, t.endings[e]);
        }
        CHECK_TEXT(words, tasks[i].endings);
        CHECK(t.rows == 0 && t.failed == 0 && t.agent_errors == 0 && t.scene_count == 0);
        CHECK(t.group_count == 0 && t.tour_count == 0 && t.means[0].count == 0);
        wend_score_destroy(&t);
        CHECK(!t.values && !t.columns);
        arena_destroy(&m.memory);
    }
}

TEST(shares_of_zeros_and_ones_are_proportions_and_counts_are_not) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pointnav");
    add(&m, POINTNAV("2", "0"), "b");
    add(&m, POINTNAV("2", "1"), "a");
    CHECK_OK(wend_score_compute(&m.log, "log", &t, &error));
    CHECK(t.means[0].proportion && t.means[0].mean == 0.5);             // success
    CHECK(!t.means[3].proportion && t.means[3].mean == 0.5);            // 0 m and 1 m
    CHECK(!t.means[4].proportion && t.means[4].mean == 0);              // no collisions
    CHECK(t.means[5].mean == 2 && t.means[6].mean == 2);                // steps, path_length
    CHECK(t.scene_count == 2 && t.scenes[0] == 1 && t.scenes[1] == 0);  // by name
    CHECK_INT(t.means[0].scenes, 2);
    CHECK(t.means[0].has_interval && t.means[0].has_scene_interval);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

// ---- groups -------------------------------------------------------------------------------------

TEST(rows_of_groups_may_come_in_turn) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pasture");
    add(&m, PASTURE("\"x\"", "true"), "a");
    add(&m, PASTURE("\"y\"", "false"), "b");
    add(&m, PASTURE("\"x\"", "false"), "c");
    add(&m, PASTURE("\"y\"", "false"), "b");
    add(&m, PASTURE("\"x\"", "true"), "d");
    CHECK_OK(wend_score_compute(&m.log, "log", &t, &error));
    CHECK_INT(t.group_count, 2);
    CHECK_TEXT(t.groups[0].name, "x");
    CHECK_TEXT(t.groups[1].name, "y");
    CHECK(t.groups[0].rows == 3 && t.groups[1].rows == 2);
    CHECK_NEAR(t.groups[0].means[0].mean, 2 / 3.0, 1e-12);
    CHECK(t.groups[1].means[0].mean == 0 && t.groups[1].means[2].mean == 1);
    CHECK(t.groups[0].means[0].scenes == 3 && t.groups[1].means[0].scenes == 1);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(groups_of_a_log_are_the_same_in_their_first_31_bytes) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pasture");
    add(&m, PASTURE("\"0123456789012345678901234567890\"", "true"), "a");
    add(&m, PASTURE("\"0123456789012345678901234567890x\"", "true"), "a");
    add(&m, PASTURE("\"012345678901234567890123456789y\"", "true"), "a");
    CHECK_OK(wend_score_compute(&m.log, "log", &t, &error));
    CHECK_INT(t.group_count, 2);
    CHECK_TEXT(t.groups[0].name, "0123456789012345678901234567890");
    CHECK(t.groups[0].rows == 2 && t.groups[1].rows == 1);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

// ---- what is refused ----------------------------------------------------------------------------

TEST(episodes_that_cannot_be_scored_are_named) {
    static const struct {
        const char *task, *facts;
        wend_status status;
        const char* words;
    } cases[] = {
        {"chess", "{", WEND_FORMAT, "not JSON"},
        {"pointnav", "{", WEND_FORMAT, "run.jsonl: episode e1:1:1: not JSON"},
        {"pointnav", "{}", WEND_FORMAT, "run.jsonl: episode e1:1: the field \""},
        {"pasture", "{\"shortest\": 2, \"distance\": 1, \"stopped\": true, \"visible\": true}",
         WEND_FORMAT, "the field \"split\" is missing"},
        {"pasture", PASTURE("7", "true"), WEND_FORMAT, "split: a string expected"},
        {"ir2r-ce", LEG("t", "7"), WEND_FORMAT, "language: a string expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        wend_score_table t;
        wend_error error;
        make_log(&m, cases[i].task);
        add(&m, NULL, "a")->failure = "no scene";
        add(&m, cases[i].facts, "a");
        CHECK_INT(wend_score_compute(&m.log, "run.jsonl", &t, &error), cases[i].status);
        CHECK_HAS(error.message, cases[i].words);
        CHECK(!t.values && !t.groups && !t.records && !t.rows);
        arena_destroy(&m.memory);
    }
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pointnav");
    m.log.header = "{\"task\": 7}";
    CHECK_INT(wend_score_compute(&m.log, "run.jsonl", &t, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "run.jsonl");
    arena_destroy(&m.memory);
}

TEST(a_log_without_an_episode_that_was_played_is_no_result) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pointnav");
    CHECK_OK(wend_score_compute(&m.log, "run.jsonl", &t, &error));
    CHECK_INT(wend_score_check_played(&m.log, "run.jsonl", &t, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "run.jsonl: no episode was played, so there is no result");
    CHECK(!strstr(error.message, "could not be"));
    wend_score_destroy(&t);
    add(&m, NULL, "a")->failure = "no scene";
    add(&m, NULL, "a")->failure = "no disk";
    CHECK_OK(wend_score_compute(&m.log, "run.jsonl", &t, &error));
    CHECK_INT(t.failed, 2);
    CHECK_INT(wend_score_check_played(&m.log, "run.jsonl", &t, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "2 could not be, such as 'e0': no scene");
    wend_score_destroy(&t);
    add(&m, POINTNAV("2", "0"), "a");
    CHECK_OK(wend_score_compute(&m.log, "run.jsonl", &t, &error));
    CHECK_OK(wend_score_check_played(&m.log, "run.jsonl", &t, &error));
    CHECK(t.rows == 1 && t.failed == 2 && t.records[0] == 2);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(agent_errors_are_an_ending_of_their_own_where_there_are_any) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m, "pasture");
    add(&m, PASTURE("\"x\"", "false"), "a");
    add(&m, PASTURE("\"x\"", "true"), "a")->agent_error = "it raised";
    add(&m, PASTURE("\"x\"", "true"), "a");
    CHECK_OK(wend_score_compute(&m.log, "log", &t, &error));
    CHECK(t.agent_errors == 1 && t.ending_count == 6);
    CHECK_TEXT(t.endings[5], "agent error");
    CHECK(t.ended_as[1] == 5 && t.ended_as[2] == 0 && t.ended_as[0] != 0);
    for (int c = 0; c < t.columns; c++) {  // success and SPL are 0, what was measured stays
        double value = t.values[t.columns + c], other = t.values[2 * t.columns + c];
        CHECK(value == (wend_score_meaning_of(t.names[c]).better > 0 ? 0 : other));
    }
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

// ---- memory -------------------------------------------------------------------------------------

static wend_status score_again(void* context, wend_error* error) {
    made_log* m = context;
    wend_score_table t;
    WEND_TRY(wend_score_compute(&m->log, "log", &t, error));
    wend_score_destroy(&t);
    return WEND_OK;
}

TEST(scoring_a_log_survives_every_failing_allocation) {
    made_log m;
    make_log(&m, "pasture");
    add(&m, PASTURE("\"x\"", "true"), "a");
    add(&m, PASTURE("\"y\"", "false"), "b");
    test_each_allocation(score_again, &m, 1000);
    arena_destroy(&m.memory);
    make_log(&m, "ir2r-ce");
    add(&m, LEG("t", "\"en\""), "a");
    add(&m, LEG("t", "\"en\""), "a");
    add(&m, LEG("u", "\"te\""), "b");
    test_each_allocation(score_again, &m, 1000);
    arena_destroy(&m.memory);
}
