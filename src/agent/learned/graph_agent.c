// Agents that follow instructions on viewpoint graphs with a trained network
// (model/graph_policy.h).
#include "agent/learned/graph_agent.h"

#include <stdio.h>

#include "agent/learned/learned.h"
#include "agent/learned/shipped.h"
#include "base/file.h"
#include "base/settings.h"

typedef struct graph_agent {
    const graph_policy* policy;
    char weights[SETTING_SIZE];
    int sample;  // 1: samples actions; 0: takes the best one
    void* model;
    graph_model parts;  // of the model
    bool sees;          // needs captions
    view_words words;
    tape t;
    void* run;
    view_input view;
    int32_t text[WORD_TABLE_MAX_READ];
    bool begun;
    wend_rng rng;
} graph_agent;

static wend_status graph_agent_parse(const graph_policy* policy, const void* bytes, size_t size,
                                     const char* name, void** model, wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_parse(bytes, size, name, &file, error));
    wend_status status = policy->model.read(&file, name, model, error);
    wend_tensors_destroy(&file);
    return status;
}

wend_status graph_agent_load(const graph_policy* policy, const char* path, void** model,
                             wend_error* error) {
    const char* agent = policy->model.agent;
    shipped_weights weights;
    char name[80];
    *model = NULL;
    snprintf(name, sizeof name, "the shipped weights of %s", agent);
    if (!*path) {
        if (!shipped_find(agent, &weights))
            return wend_fail(error, WEND_ARGUMENT,
                             "wend has no weights for %s; give %s:weights=FILE, which wend train "
                             "writes",
                             agent, agent);
        return graph_agent_parse(policy, weights.bytes, weights.size, name, model, error);
    }
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = graph_agent_parse(policy, bytes.data, bytes.size, path, model, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static wend_status graph_agent_create(graph_agent* s, const graph_policy* policy,
                                      const char* options, wend_error* error) {
    char owner[64];
    const setting table[] = {
        {"weights", SETTING_TEXT, s->weights, {0}, 0, 0, NULL},
        {"act", SETTING_WORD, &s->sample, {"best", "sample"}, 0, 0, NULL},
    };
    s->policy = policy;
    snprintf(owner, sizeof owner, "agent %s", policy->model.agent);
    WEND_TRY(settings_read(owner, options, table, 2, error));
    WEND_TRY(graph_agent_load(policy, s->weights, &s->model, error));
    s->parts = policy->model.view(s->model);
    s->sees = policy->model.needs_views(s->model);
    s->run = wend_alloc_zero(1, policy->run_size);
    return s->run ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory");
}

static void graph_agent_destroy(void* state) {
    graph_agent* s = state;
    tape_destroy(&s->t);
    view_words_destroy(&s->words);
    if (s->policy) s->policy->model.destroy(s->model);
    wend_free(s->run);
}

static uint64_t graph_agent_hash(const void* state) {
    return graph_model_hash(&((const graph_agent*)state)->parts);
}

static wend_status graph_agent_reset(void* state, const wend_agent_episode* episode,
                                     wend_error* error) {
    graph_agent* s = state;
    (void)error;
    s->rng = episode->rng;
    s->begun = false;
    return WEND_OK;
}

static wend_status graph_agent_check(const graph_agent* s, const wend_observation* o,
                                     wend_error* error) {
    const char* agent = s->policy->model.agent;
    if (!o->goal.instruction || !o->graph.viewpoint)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s follows instructions on viewpoint graphs; this task has none", agent);
    if (!o->graph.panorama && s->sees)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s needs captions of the viewpoints; give them with --observations",
                         agent);
    return WEND_OK;
}

// The row of the best neighbour, or count for STOP.
static int graph_agent_choose(graph_agent* s, const float* logits, int count) {
    if (s->sample) return wend_sample_action(count + 1, logits, &s->rng);
    int best = 0;
    for (int i = 1; i <= count; i++)
        if (logits[i] > logits[best]) best = i;
    return best;
}

static wend_status graph_agent_act(void* state, const wend_observation* o, wend_action* action,
                                   wend_error* error) {
    graph_agent* s = state;
    const view_input* views[1] = {&s->view};
    const graph_policy* p = s->policy;
    graph_step step;
    WEND_TRY(graph_agent_check(s, o, error));
    if (!s->begun) {
        int length = word_table_read(s->parts.words, o->goal.instruction, s->text);
        tape_begin(&s->t, s->parts.p, NULL);
        p->begin(s->model, &s->t, 1, s->text, &length, s->run);
        s->begun = true;
    }
    WEND_TRY(view_input_read(s->parts.words, &s->words, s->sees, o, &s->view, error));
    WEND_TRY(graph_model_check_view(&p->model, s->model, &s->view, error));
    p->forward(s->model, &s->t, s->run, views, &step);
    if (s->t.failed) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an episode");
    int chosen = graph_agent_choose(s, tape_value(&s->t, step.logits), step.count);
    const int32_t row = chosen < step.count ? chosen : -1;
    p->take(s->model, &s->t, s->run, &step, &row);
    *action = (wend_action){.kind = row < 0 ? WEND_ACTION_STOP : WEND_ACTION_GO,
                            .neighbour = row < 0 ? 0 : chosen};
    return WEND_OK;
}

#define GRAPH_AGENT(title, of, says)                                                      \
    static wend_status of##_create(void* state, const char* options, wend_error* error) { \
        return graph_agent_create(state, &of, options, error);                            \
    }                                                                                     \
    const wend_agent_kind title##_agent = {                                               \
        .name = #title,                                                                   \
        .summary = says,                                                                  \
        .tasks = "ir2r r2r rxr",                                                          \
        .options = "weights=FILE,act=best|sample",                                        \
        .memory = sizeof(graph_agent),                                                    \
        .memory_is_environment = true,                                                    \
        .create = of##_create,                                                            \
        .destroy = graph_agent_destroy,                                                   \
        .hash = graph_agent_hash,                                                         \
        .reset = graph_agent_reset,                                                       \
        .act = graph_agent_act,                                                           \
    };

GRAPH_AGENT(seq2seq, follower_policy, "learned: follows instructions by captions of the views")
GRAPH_AGENT(hamt, hamt_policy,
            "learned: a transformer over instruction, history and views, from captions")
