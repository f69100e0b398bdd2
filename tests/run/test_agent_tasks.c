#include <unistd.h>

#include "run/agent_tasks.h"
#include "test.h"

#include "wend/oracle.h"
#include "wend/run.h"

static wend_status try_pair(const char* agent, const char* task, wend_error* error) {
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    def.play.task = task;
    def.agent = agent;
    def.play.episodes = test_path("none.json");
    def.out = test_path("none.wlog");
    return wend_run(&def, &summary, error);
}

TEST(an_agent_that_does_not_support_the_task_is_refused_before_files_are_read) {
    static const char* const wrong[][2] = {
        {"rescuer", "multion"}, {"rescuer:clue=no", "pointnav"}, {"goal", "objectnav"},
        {"mapper", "pointnav"}, {"cow", "multion:radius=1"},     {"guide-follower", "rescue"},
        {"expert", "r2r"},      {"reference-path", "multion"},   {"random+oracle-found", "r2r-ce"},
        {"nomap-rnn", "rxr"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wend_error error = {0};
        CHECK_INT(try_pair(wrong[i][0], wrong[i][1], &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, " plays ");
        CHECK_HAS(error.message, "agents for ");
        CHECK(access(test_path("none.wlog"), F_OK) != 0);
    }
    wend_error error = {0};
    CHECK(try_pair("rescuer", "rescue", &error) != WEND_ARGUMENT);
}

// Each name in a list is that of a task, and every task has an agent and an oracle.
static void count_tasks(const char* tasks, int* counts) {
    int named = 0, spaces = 0;
    for (int i = 0; i < wend_task_count(); i++) {
        bool has = wend_tasks_include(tasks, wend_task_at(i)->name);
        counts[i] += has;
        named += has;
    }
    for (const char* at = tasks; at && *at; at++) spaces += *at == ' ';
    if (tasks) CHECK_INT(named, spaces + 1);
}

TEST(agents_name_tasks_that_exist_and_every_task_has_agents_and_oracles) {
    int agents[64] = {0}, oracles[64] = {0};
    for (int i = 0; i < wend_agent_count(); i++) count_tasks(wend_agent_at(i)->tasks, agents);
    for (int i = 0; i < wend_oracle_count(); i++) count_tasks(wend_oracle_at(i)->tasks, oracles);
    for (int i = 0; i < wend_task_count(); i++) CHECK(agents[i] >= 3 && oracles[i] >= 1);
    CHECK(!wend_tasks_include("r2r-ce rxr", "r2r"));
    CHECK(wend_tasks_include("r2r-ce rxr", "rxr:a=b"));
    CHECK(!wend_tasks_include("", "rxr"));
}

TEST(weights_are_played_on_tasks_with_the_goal_they_were_trained_with) {
    wend_error error = {0};
    wend_agent* agent;
    CHECK_OK(wend_agent_create("nomap-rnn", NULL, &agent, &error));
    const wend_task_kind* pointnav = wend_task_find("pointnav");
    CHECK_INT(agent_tasks_check("nomap-rnn", wend_agent_tasks(agent), pointnav, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message,
              "agent 'nomap-rnn' with these weights plays multion, objectnav, not pointnav");
    CHECK_OK(
        agent_tasks_check("nomap-rnn", wend_agent_tasks(agent), wend_task_find("multion"), &error));
    wend_task_kind own = *pointnav;  // a caller's own task may have any sensors
    CHECK_OK(agent_tasks_check("nomap-rnn", wend_agent_tasks(agent), &own, &error));
    wend_agent_destroy(agent);
}
