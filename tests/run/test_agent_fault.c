// An agent gains nothing by an error, an illegal action or never stopping.
#include <unistd.h>

#include "test.h"

#include "wend/files.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/run.h"

// What the agent under test does wrong, and at which step; before that it turns.
typedef enum fault {
    FAULT_NONE,
    FAULT_NONE_DEEP,
    FAULT_RESET,
    FAULT_ACT,
    FAULT_IO,
    FAULT_NO_MEMORY,
    FAULT_KIND,
    FAULT_NOT_OFFERED,
    FAULT_NAN,
    FAULT_WAY,
    FAULT_NOTES,
    FAULT_NO_JSON,
    FAULT_DEEP,
    FAULT_SILENT,
    FAULT_BYTES,
} fault;

static fault at_fault;
enum { WHEN = 3 };

static wend_status faulty_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)state;
    (void)episode;
    if (at_fault == FAULT_RESET) return wend_fail(error, WEND_FORMAT, "reset went wrong");
    return WEND_OK;
}

static wend_status faulty_act(void* state, const wend_observation* o, wend_action* action,
                              wend_error* error) {
    (void)state;
    action->kind = WEND_ACTION_LEFT;
    if (o->step < WHEN) return WEND_OK;
    switch (at_fault) {
        case FAULT_ACT:
            return wend_fail(error, WEND_ARGUMENT, "act went wrong");
        case FAULT_IO:
            return wend_fail(error, WEND_IO, "no such file");
        case FAULT_NO_MEMORY:
            return wend_fail(error, WEND_NO_MEMORY, "too much memory");
        case FAULT_KIND:
            action->kind = (wend_action_kind)99;
            return WEND_OK;
        case FAULT_NOT_OFFERED:
            action->kind = WEND_ACTION_PICK;
            return WEND_OK;
        case FAULT_NAN:
            *action = (wend_action){.kind = WEND_ACTION_VELOCITY, .forward = NAN, .seconds = 1};
            return WEND_OK;
        case FAULT_WAY:
            *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = 1000};
            return WEND_OK;
        case FAULT_SILENT:
            return WEND_LIMIT;
        case FAULT_BYTES:
            return wend_fail(error, WEND_ARGUMENT, "a \xff\xfe \"byte\" \xe2\x82");
        default:
            action->kind = WEND_ACTION_STOP;
            return WEND_OK;
    }
}

static wend_status faulty_notes(const void* state, char* text, size_t size, wend_error* error) {
    (void)state;
    if (at_fault == FAULT_NOTES) return wend_fail(error, WEND_LIMIT, "notes went wrong");
    snprintf(text, size, "%s", at_fault == FAULT_NO_JSON ? "not JSON" : "{\n\"a\":\n1}");
    // One more than notes may be nested, or as much.
    int arrays = at_fault == FAULT_DEEP ? 100 : at_fault == FAULT_NONE_DEEP ? 99 : 0;
    if (arrays) {
        char brackets[201] = "";
        memset(brackets, '[', (size_t)arrays);
        memset(brackets + arrays, ']', (size_t)arrays);
        snprintf(text, size, "{\"a\": %s}", brackets);
    }
    return WEND_OK;
}

static const wend_agent_kind faulty = {
    .name = "faulty", .memory = 1, .reset = faulty_reset, .act = faulty_act, .notes = faulty_notes};

static const char* make_walks(void) {
    wend_error error;
    static char path[1024];
    const char* scenes[1] = {"apartment:1"};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 4;
    snprintf(path, sizeof path, "%s", test_path("e.json"));
    CHECK_OK(wend_pointnav_generate(scenes, 1, &def, path, &error));
    return path;
}

// Runs all episodes with the faulty agent.
static void play(const char* task, const char* episodes, fault which, wend_run_summary* summary,
                 wend_log_set* set, wend_score_table* table) {
    wend_error error;
    wend_run_def def = wend_run_default_def();
    at_fault = which;
    def.play.task = task;
    def.agent = "faulty";
    def.custom = &faulty;
    def.play.episodes = episodes;
    def.out = test_path("run.wlog");
    unlink(def.out);
    CHECK_OK(wend_run(&def, summary, &error));
    CHECK_OK(wend_log_read(def.out, set, &error));
    CHECK_OK(wend_score_compute(set, def.out, table, &error));
    CHECK(set->complete);
}

TEST(every_error_of_an_agent_is_a_result_with_score_0) {
    static const struct {
        fault which;
        int steps;
        const char* words;
    } cases[] = {
        {FAULT_RESET, 0, "reset went wrong"},
        {FAULT_ACT, WHEN, "act went wrong"},
        {FAULT_IO, WHEN, "no such file"},
        {FAULT_NO_MEMORY, WHEN, "too much memory"},
        {FAULT_KIND, WHEN, "illegal action: number 99; must be in [0, 14]"},
        {FAULT_NOT_OFFERED, WHEN, "pointnav does not offer 'pick'; its actions are stop, forward"},
        {FAULT_NAN, WHEN, "pointnav does not offer 'velocity'"},
        {FAULT_WAY, WHEN, "pointnav does not offer 'go'"},
        {FAULT_NOTES, WHEN + 1, "notes went wrong"},
        {FAULT_NO_JSON, WHEN + 1, "the agent's notes"},
        {FAULT_DEEP, WHEN + 1, "the agent's notes are nested deeper than 100"},
        {FAULT_SILENT, WHEN, "the agent returned an error"},
        {FAULT_BYTES, WHEN, "a ?? \"byte\" ?"},
    };
    const char* episodes = make_walks();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        wend_run_summary summary;
        wend_log_set set;
        wend_score_table table;
        play("pointnav", episodes, cases[c].which, &summary, &set, &table);
        CHECK_INT(summary.failed, 0);
        CHECK_INT(summary.agent_errors, 4);
        CHECK_INT(table.rows, 4);
        CHECK_INT(table.agent_errors, 4);
        for (int i = 0; i < set.count; i++) {
            CHECK(!set.records[i].failure);
            CHECK_HAS(set.records[i].agent_error, cases[c].words);
            CHECK_INT(set.records[i].steps, cases[c].steps);
            CHECK_TEXT(table.endings[table.ended_as[i]], "agent error");
        }
        for (int k = 0; k < table.columns; k++)
            if (wend_score_meaning_of(table.names[k]).better > 0) CHECK(table.means[k].mean == 0);
        CHECK_TEXT(table.names[3], "distance_to_goal");
        CHECK(table.means[3].mean > 0);
        wend_score_destroy(&table);
        wend_log_destroy(&set);
    }
}

TEST(notes_of_an_agent_are_one_line_and_errors_are_recorded_only_if_any) {
    wend_run_summary summary;
    wend_log_set set;
    wend_score_table table;
    play("pointnav", make_walks(), FAULT_NONE, &summary, &set, &table);
    CHECK_INT(summary.agent_errors, 0);
    CHECK_INT(table.agent_errors, 0);
    CHECK(!set.records[0].agent_error);
    CHECK_TEXT(set.records[0].notes, "{\"a\": 1}");
    CHECK_TEXT(table.endings[table.ending_count - 1], "out of steps");
    wend_score_destroy(&table);
    wend_log_destroy(&set);
    play("pointnav", make_walks(), FAULT_NONE_DEEP, &summary, &set, &table);
    CHECK_INT(summary.agent_errors, 0);
    CHECK_HAS(set.records[0].notes, "[[[]]]");
    wend_score_destroy(&table);
    wend_log_destroy(&set);
}
