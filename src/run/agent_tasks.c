#include "run/agent_tasks.h"

#include <string.h>

#include "wend/files.h"
#include "wend/oracle.h"

const char* agent_tasks_of(const char* agent, const wend_agent_kind* custom) {
    if (custom) return custom->tasks;
    const wend_oracle_kind* oracle = wend_oracle_find(agent);
    if (oracle) return oracle->tasks;
    const wend_agent_kind* kind = wend_agent_find(agent);
    return kind ? kind->tasks : NULL;
}

static void agent_tasks_list(wend_text_out* out, const char* tasks) {
    for (; *tasks; tasks++)
        if (*tasks == ' ')
            wend_text_put_bytes(out, ", ", 2);
        else
            wend_text_put_bytes(out, tasks, 1);
}

static void agent_tasks_list_agents(wend_text_out* out, const char* task) {
    int count = 0;
    for (int i = 0; i < wend_agent_count(); i++)
        if (wend_tasks_include(wend_agent_at(i)->tasks, task))
            wend_text_put(out, "%s%s", count++ ? ", " : "", wend_agent_at(i)->name);
    for (int i = 0; i < wend_oracle_count(); i++)
        if (wend_tasks_include(wend_oracle_at(i)->tasks, task))
            wend_text_put(out, "%s%s", count++ ? ", " : "", wend_oracle_at(i)->name);
}

wend_status agent_tasks_check(const char* agent, const char* tasks, const wend_task_kind* task,
                              wend_error* error) {
    bool own = wend_task_find(task->name) == task;
    if (!own || wend_tasks_include(tasks, task->name)) return WEND_OK;
    wend_text_out plays = {0}, others = {0};
    agent_tasks_list(&plays, tasks);
    agent_tasks_list_agents(&others, task->name);
    const wend_agent_kind* kind = wend_agent_find(agent);
    bool by_weights = kind && wend_tasks_include(kind->tasks, task->name);
    wend_status status = wend_fail(
        error, WEND_ARGUMENT, "agent '%.200s'%s plays %s, not %s; agents for %s: %s", agent,
        by_weights ? " with these weights" : "", plays.items ? plays.items : "other tasks",
        task->name, task->name, others.items ? others.items : "see 'wend run --list'");
    wend_text_destroy(&plays);
    wend_text_destroy(&others);
    return status;
}
