// The list of agents, and dispatch to the functions of an agent's kind.
#include "wend/agent.h"

#include <stdio.h>
#include <string.h>

#include "agent/baselines/simple_agents.h"
#include "agent/cow/cow.h"
#include "agent/guide/guide.h"
#include "agent/learned/learned.h"
#include "agent/mapper/mapper.h"
#include "agent/rescuer/rescuer.h"
#include "base/settings.h"

static const wend_agent_kind* const kinds[] = {
    &random_agent,        &forward_agent,         &goal_agent,           &mapper_agent,
    &cow_agent,           &nomap_rnn_agent,       &frmqn_agent,          &smt_agent,
    &oracle_map_agent,    &oracle_map_occ_agent,  &oracle_map_obj_agent, &oracle_ego_map_agent,
    &obj_recog_map_agent, &proj_neural_map_agent, &ego_map_agent,        &cow_explorer_agent,
    &rescuer_agent,       &guide_agent,           &straight_agent,       &seq2seq_agent,
    &hamt_agent,          &graph_map_agent};

int wend_agent_count(void) { return (int)(sizeof kinds / sizeof *kinds); }

const wend_agent_kind* wend_agent_at(int index) { return kinds[index]; }

const wend_agent_kind* wend_agent_find(const char* name) {
    size_t size = strcspn(name, ":");
    for (int i = 0; i < wend_agent_count(); i++)
        if (strlen(kinds[i]->name) == size && strncmp(kinds[i]->name, name, size) == 0)
            return kinds[i];
    return NULL;
}

bool wend_tasks_include(const char* tasks, const char* task) {
    size_t size = strcspn(task, ":");
    while (tasks && *tasks) {
        size_t length = strcspn(tasks, " ");
        if (length == size && strncmp(tasks, task, size) == 0) return true;
        tasks += length + (tasks[length] == ' ');
    }
    return !tasks;
}

// ---- one agent ----------------------------------------------------------------------------------

struct wend_agent {
    const wend_agent_kind* kind;
    void* state;
};

static wend_status agent_make(wend_agent* agent, const char* name, wend_error* error) {
    const wend_agent_kind* kind = agent->kind;
    const char* colon = strchr(name, ':');
    const char* options = colon ? colon + 1 : "";
    char owner[128];
    snprintf(owner, sizeof owner, "agent %s", kind->name);
    agent->state = wend_alloc_zero(1, kind->memory ? kind->memory : 1);
    if (!agent->state) return wend_fail(error, WEND_NO_MEMORY, "out of memory for agent %s", name);
    return kind->create ? kind->create(agent->state, options, error)
                        : settings_read(owner, options, NULL, 0, error);
}

wend_status wend_agent_create(const char* name, const wend_agent_kind* kind, wend_agent** out,
                              wend_error* error) {
    *out = NULL;
    if (!kind) kind = wend_agent_find(name);
    if (!kind) return wend_fail(error, WEND_ARGUMENT, "there is no agent '%s'", name);
    wend_agent* agent = wend_alloc_zero(1, sizeof *agent);
    if (!agent) return wend_fail(error, WEND_NO_MEMORY, "out of memory for agent %s", name);
    agent->kind = kind;
    wend_status status = agent_make(agent, name, error);
    if (status != WEND_OK) {
        wend_agent_destroy(agent);
        return status;
    }
    *out = agent;
    return WEND_OK;
}

void wend_agent_destroy(wend_agent* agent) {
    if (!agent) return;
    if (agent->state && agent->kind->destroy) agent->kind->destroy(agent->state);
    wend_free(agent->state);
    wend_free(agent);
}

const wend_agent_kind* wend_agent_get_kind(const wend_agent* agent) { return agent->kind; }

const char* wend_agent_tasks(const wend_agent* agent) {
    return agent->kind->plays ? agent->kind->plays(agent->state) : agent->kind->tasks;
}

uint64_t wend_agent_hash(const wend_agent* agent) {
    return agent->kind->hash ? agent->kind->hash(agent->state) : 0;
}

bool wend_agent_sees_truth(const wend_agent* agent) {
    return agent->kind->sees_truth && agent->kind->sees_truth(agent->state);
}

wend_agent_truth wend_agent_asks_truth(const wend_agent* agent) {
    bool asks = wend_agent_sees_truth(agent) && agent->kind->truth;
    return asks ? agent->kind->truth(agent->state) : (wend_agent_truth){.goal = false};
}

void wend_agent_image_size(const wend_agent* agent, int* width, int* height) {
    if (agent->kind->image_size) agent->kind->image_size(agent->state, width, height);
}

wend_status wend_agent_reset(wend_agent* agent, const wend_agent_episode* episode,
                             wend_error* error) {
    return agent->kind->reset(agent->state, episode, error);
}

wend_status wend_agent_act(wend_agent* agent, const wend_observation* observation,
                           wend_action* action, wend_error* error) {
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    return agent->kind->act(agent->state, observation, action, error);
}

wend_status wend_agent_watch(wend_agent* agent, const wend_observation* observation,
                             wend_action led, wend_error* error) {
    return agent->kind->watch ? agent->kind->watch(agent->state, observation, led, error) : WEND_OK;
}

wend_status wend_agent_notes(const wend_agent* agent, char* text, size_t size, wend_error* error) {
    *text = 0;
    return agent->kind->notes ? agent->kind->notes(agent->state, text, size, error) : WEND_OK;
}

const wend_map* wend_agent_map(const wend_agent* agent) {
    return agent->kind->map ? agent->kind->map(agent->state) : NULL;
}

const float* wend_agent_relevance(const wend_agent* agent, int* width, int* height) {
    return agent->kind->relevance ? agent->kind->relevance(agent->state, width, height) : NULL;
}
