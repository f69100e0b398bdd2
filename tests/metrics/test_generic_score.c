// Scores of tasks that are not built in: the caller's own, or the generic one.
#include "base/arena.h"
#include "metrics/facts.h"
#include "metrics/score_kinds.h"
#include "test.h"

enum { MAX_RECORDS = 4 };
typedef struct made_log {
    wend_log_record records[MAX_RECORDS];
    arena memory;
    wend_log_set log;
} made_log;

static const wend_pose poses[3] = {{.feet = {0, 0, 0}}, {.feet = {3, 0, 0}}, {.feet = {3, 0, 4}}};

static void make_log(made_log* m) {
    memset(m, 0, sizeof *m);
    m->log = (wend_log_set){
        .header =
            "{\"task\": \"rooms\", \"agent\": \"wall\", \"rules\": \"official\", "
            "\"episodes\": 1, \"max_steps\": 0, \"seed\": \"1\", \"episodes_hash\": \"0\"}",
        .records = m->records,
        .memory = &m->memory};
}

static wend_log_record* add(made_log* m, const char* facts) {
    static const char* const ids[MAX_RECORDS] = {"e0", "e1", "e2", "e3"};
    int i = m->log.count++;
    m->records[i] = (wend_log_record){.index = i,
                                      .id = ids[i],
                                      .scene = "a",
                                      .actions = "FF",
                                      .outcomes = ".x",
                                      .poses = poses,
                                      .steps = 2,
                                      .facts = facts};
    return &m->records[i];
}

static double mean_of(const wend_score_table* t, const char* name) {
    for (int c = 0; c < t->columns; c++)
        if (strcmp(t->names[c], name) == 0) return t->means[c].mean;
    test_fail(__FILE__, __LINE__, "there is no column '%s'", name);
    return 0;
}

TEST(numbers_and_booleans_of_the_facts_are_the_columns_of_a_task_without_a_score) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m);
    add(&m, NULL)->failure = "no scene";
    add(&m,
        "{\"rooms\": 3, \"distance\": 1.5, \"name\": \"x\", \"list\": [1], \"steps\": 99, "
        "\"text\": \"go\", \"success\": true}");
    add(&m, "{\"rooms\": 5, \"success\": false, \"distance\": null}");
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    static const char* const names[] = {"success", "rooms",       "distance_to_goal",
                                        "steps",   "path_length", "collisions"};
    CHECK_INT(t.columns, 6);
    for (int c = 0; c < 6; c++) CHECK_TEXT(t.names[c], names[c]);
    CHECK(t.rows == 2 && t.failed == 1);
    CHECK(mean_of(&t, "success") == 0.5 && mean_of(&t, "rooms") == 4);
    CHECK(mean_of(&t, "distance_to_goal") == 1.5);  // of the one episode that has it
    CHECK(mean_of(&t, "steps") == 2 && mean_of(&t, "path_length") == 7);
    CHECK(mean_of(&t, "collisions") == 1);
    CHECK_INT(t.ending_count, 2);
    CHECK_TEXT(t.endings[0], "success");
    CHECK_TEXT(t.endings[1], "failure");
    CHECK(t.ended_as[0] == 0 && t.ended_as[1] == 1);
    CHECK_TEXT(t.facts[0].text, "go");
    CHECK(!t.facts[1].text && !t.facts[0].root);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(facts_without_success_have_no_endings_but_agent_errors) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m);
    add(&m, "{}");
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    CHECK(t.columns == 3 && t.ending_count == 0);
    wend_score_destroy(&t);
    add(&m, "{}")->agent_error = "it raised";
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    CHECK(t.ending_count == 1 && t.agent_errors == 1);
    CHECK_TEXT(t.endings[t.ended_as[1]], "agent error");
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(a_log_of_an_unknown_task_in_which_nothing_was_played_has_no_result) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m);
    add(&m, NULL)->failure = "no scene";
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    CHECK_INT(wend_score_check_played(&m.log, "run.wlog", &t, &error), WEND_NOT_FOUND);
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(facts_have_13_columns_at_most) {
    made_log m;
    wend_score_table t;
    wend_error error;
    char facts[400] = "{";
    for (int i = 0; i < 20; i++)
        snprintf(facts + strlen(facts), sizeof facts - strlen(facts), "\"c%d\": %d, ", i, i);
    snprintf(facts + strlen(facts), sizeof facts - strlen(facts), "\"success\": 1}");
    make_log(&m);
    add(&m, facts);
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    CHECK_INT(t.columns, WEND_SCORE_MAX_COLUMNS);
    CHECK_TEXT(t.names[0], "success");
    CHECK_TEXT(t.names[12], "c11");
    CHECK_TEXT(t.names[15], "collisions");
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(one_episode_of_an_unknown_task_has_the_columns_with_a_title) {
    made_log m;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int count;
    wend_error error;
    make_log(&m);
    wend_log_record* r = add(&m, "{\"rooms\": 3, \"success\": true, \"reward\": 2.5}");
    CHECK_OK(wend_score_episode("rooms", r, names, values, &count, &error));
    CHECK_INT(count, 5);
    CHECK_TEXT(names[0], "success");
    CHECK_TEXT(names[1], "reward");
    CHECK(values[0] == 1 && values[1] == 2.5 && values[2] == 2);
}

// ---- a score of the caller's --------------------------------------------------------------------

static wend_status score_rooms(const wend_score_kind* kind, const wend_log_record* record,
                               const wend_facts* facts, double* values, int* ending,
                               wend_error* error) {
    double rooms, all;
    const char* floor;
    (void)kind;
    WEND_TRY(wend_facts_number(facts, "rooms", &rooms, error));
    WEND_TRY(wend_facts_number(facts, "of", &all, error));
    WEND_TRY(wend_facts_text(facts, "floor", &floor, error));
    values[0] = rooms / all;
    values[1] = record->steps;
    *ending = rooms < all ? wend_facts_has(facts, "door") ? 2 : 1 : 0;
    return WEND_OK;
}

static const wend_score_kind rooms_kind = {.task = "rooms",
                                           .columns = {"progress", "steps"},
                                           .endings = {"all seen", "some seen", "locked in"},
                                           .score = score_rooms,
                                           .group = "floor"};

TEST(a_task_brings_its_own_score) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m);
    add(&m, "{\"rooms\": 2, \"of\": 4, \"floor\": \"low\", \"door\": 1}");
    add(&m, "{\"rooms\": 4, \"of\": 4, \"floor\": \"high\", \"door\": null}");
    add(&m, "{\"rooms\": 0, \"of\": 4, \"floor\": \"low\", \"door\": null}");
    CHECK_OK(wend_score_compute_as(&rooms_kind, &m.log, "run.wlog", &t, &error));
    CHECK(t.columns == 2 && t.means[0].mean == 0.5);
    CHECK(t.ended_as[0] == 2 && t.ended_as[1] == 0 && t.ended_as[2] == 1);
    CHECK(t.group_count == 2 && t.groups[0].rows == 2);
    CHECK_TEXT(t.groups[1].name, "high");
    wend_score_destroy(&t);
    arena_destroy(&m.memory);
}

TEST(a_score_is_refused_for_another_task_and_for_facts_that_are_missing) {
    made_log m;
    wend_score_table t;
    wend_error error;
    make_log(&m);
    add(&m, "{\"rooms\": 2, \"of\": \"four\"}");
    CHECK_INT(wend_score_compute_as(&pointnav_score_kind, &m.log, "run.wlog", &t, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "run.wlog: the task is 'rooms'; the score given is for 'pointnav'");
    CHECK_INT(wend_score_compute_as(&rooms_kind, &m.log, "run.wlog", &t, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "of: a number expected");
    CHECK(!t.values && !t.facts && !t.memory);
    arena_destroy(&m.memory);
}

TEST(runs_with_other_columns_do_not_compare) {
    made_log m, other;
    wend_score_table t, u;
    wend_score_contrast contrast;
    wend_error error;
    make_log(&m);
    make_log(&other);
    add(&m, "{\"rooms\": 2}");
    add(&other, "{\"doors\": 2}");
    CHECK_OK(wend_score_compute(&m.log, "run.wlog", &t, &error));
    CHECK_OK(wend_score_compute(&other.log, "run.wlog", &u, &error));
    CHECK_OK(wend_score_compare(&m.log, &t, &m.log, &t, &contrast, &error));
    CHECK_INT(wend_score_compare(&m.log, &t, &other.log, &u, &contrast, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "different columns");
    wend_score_destroy(&t);
    wend_score_destroy(&u);
    arena_destroy(&m.memory);
    arena_destroy(&other.memory);
}

TEST(every_built_in_task_has_its_score) {
    static const char* const tasks[] = {"multion", "objectnav", "pasture", "pointnav",
                                        "rescue",  "ir2r",      "ir2r-ce", "r2r",
                                        "r2r-ce",  "rxr",       "rxr-ce"};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        const wend_score_kind* kind = wend_score_kind_find(tasks[i]);
        CHECK(kind && strcmp(kind->task, tasks[i]) == 0 && kind->score && kind->read);
    }
    CHECK(!wend_score_kind_find("rooms"));
}
