// Policies on viewpoint graphs in training: their episodes on a tape, and the losses.
//
//     imitation    L = sum over steps of -log pi(expert's action)
//     A2C          L = sum over steps of -(R - V) log pi(action) + c_v (R - V)^2 - c_e H,
//                  R = r + gamma R'
//
// Rewards of A2C: +1 for a step that shortens the way to the goal, else -1; +3 for STOP at the
// goal, else -3, also at the step limit.  [Tan et al. 2019, EnvDrop]
#include <math.h>
#include <string.h>

#include "train/graph_learner.h"

typedef struct policy_chunk {
    graph_chunk base;
    const graph_policy* policy;
    const void* model;
    bool sees;  // words of views
    const word_table* words;
    void* run;                 // of the policy
    view_input* views;         // [count]
    const view_input** shown;  // [count] NULL: the episode has ended
    graph_step steps[GRAPH_STEPS];
    int32_t *taken, *label;  // [GRAPH_STEPS][count] rows of logits; -1: the episode has ended
    float* returns;          // [count]
} policy_chunk;

static policy_chunk* policy_chunk_of(graph_chunk* c) { return (policy_chunk*)c; }

static bool policy_chunk_create(const graph_learner* learner, const void* model,
                                graph_chunk* base) {
    policy_chunk* c = policy_chunk_of(base);
    size_t envs = (size_t)base->count, rows = envs * GRAPH_STEPS;
    c->policy = learner->policy;
    c->model = model;
    c->sees = learner->model->needs_views(model);
    c->words = learner->model->view((void*)(uintptr_t)model).words;
    c->run = wend_alloc_zero(1, c->policy->run_size);
    c->views = wend_alloc_zero(envs, sizeof *c->views);
    c->shown = wend_alloc_zero(envs, sizeof *c->shown);
    c->taken = wend_alloc_zero(rows, sizeof *c->taken);
    c->label = wend_alloc_zero(rows, sizeof *c->label);
    c->returns = wend_alloc_zero(envs, sizeof *c->returns);
    return c->run && c->views && c->shown && c->taken && c->label && c->returns;
}

static void policy_chunk_destroy(graph_chunk* base) {
    policy_chunk* c = policy_chunk_of(base);
    void* rest[] = {(void*)c->shown, c->run, c->views, c->taken, c->label, c->returns};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
}

// ---- playing ------------------------------------------------------------------------------------

static void policy_chunk_begin(graph_chunk* base) {
    policy_chunk* c = policy_chunk_of(base);
    c->policy->begin(c->model, &base->t, base->count, base->text, base->lengths, c->run);
}

static void policy_chunk_choose(policy_chunk* c, const graph_objective* objective,
                                wend_action* actions, int32_t* rows) {
    const graph_step* s = &c->steps[c->base.step_count];
    int32_t *taken = c->taken + c->base.step_count * c->base.count,
            *label = c->label + c->base.step_count * c->base.count;
    float logits[WEND_MAX_NEIGHBOURS + 1];
    for (int i = 0; i < c->base.count; i++) {
        actions[c->base.first + i] = (wend_action){.kind = WEND_ACTION_STOP};
        taken[i] = label[i] = rows[i] = -1;
        if (!c->shown[i]) continue;
        int count = graph_step_logits(&c->base.t, s, i, logits);
        bool asks = objective->follows_expert || objective->imitates;
        label[i] = asks ? graph_chunk_expert(&c->base, i, count) : count;
        taken[i] = objective->follows_expert ? label[i]
                                             : wend_sample_action(count + 1, logits, &c->base.rng);
        if (taken[i] == count) continue;
        actions[c->base.first + i] = (wend_action){.kind = WEND_ACTION_GO, .neighbour = taken[i]};
        rows[i] = s->first[i] + taken[i];
    }
}

static void policy_chunk_act(graph_chunk* base, const graph_objective* objective,
                             const uint8_t* active, wend_action* actions) {
    policy_chunk* c = policy_chunk_of(base);
    for (int i = 0; i < base->count && base->status == WEND_OK; i++) {
        c->shown[i] = active[base->first + i] ? &c->views[i] : NULL;
        if (c->shown[i])
            graph_chunk_view(base, c->words, c->sees, i, objective->environment_dropout,
                             &c->views[i]);
        if (c->shown[i] && base->status == WEND_OK)
            base->status =
                graph_model_check_view(&c->policy->model, c->model, &c->views[i], &base->error);
    }
    int32_t* rows = tape_take(&base->t, (size_t)base->count, sizeof *rows);
    graph_step* s = &c->steps[base->step_count];
    c->policy->forward(c->model, &base->t, c->run, c->shown, s);
    if (base->t.failed) graph_chunk_out_of_memory(base);
    if (base->status != WEND_OK) return;
    policy_chunk_choose(c, objective, actions, rows);
    c->policy->take(c->model, &base->t, c->run, s, rows);
    base->step_count++;
}

// ---- losses -------------------------------------------------------------------------------------

// Softmax in place; returns the entropy.
static float policy_chunk_softmax(int count, float* p) {
    float top = p[0], sum = 0, entropy = 0;
    for (int k = 1; k < count; k++) top = fmaxf(top, p[k]);
    for (int k = 0; k < count; k++) sum += p[k] = expf(p[k] - top);
    for (int k = 0; k < count; k++) {
        p[k] /= sum;
        entropy -= p[k] > 1e-8f ? p[k] * logf(p[k]) : 0;
    }
    return entropy;
}

// d loss / d logits of one episode of one step.
static void policy_chunk_policy_gradient(const graph_objective* objective, int count, int chosen,
                                         float advantage, const float* p, float entropy, float* d) {
    for (int k = 0; k < count; k++) {
        d[k] = advantage * (p[k] - (k == chosen));
        if (!objective->imitates && p[k] > 1e-8f)
            d[k] += objective->entropy_weight * p[k] * (logf(p[k]) + entropy);
    }
}

static void policy_chunk_learn_one(policy_chunk* c, const graph_objective* objective, int step,
                                   int i) {
    const graph_step* s = &c->steps[step];
    float p[WEND_MAX_NEIGHBOURS + 1], d[WEND_MAX_NEIGHBOURS + 1], advantage = 1;
    int at = step * c->base.count + i, count = graph_step_logits(&c->base.t, s, i, p) + 1;
    int chosen = objective->imitates ? c->label[at] : c->taken[at];
    float entropy = policy_chunk_softmax(count, p);
    if (!objective->imitates) {
        float value = tape_value(&c->base.t, s->values)[i];
        c->returns[i] = c->base.rewards[at] + objective->gamma * c->returns[i];
        advantage = c->returns[i] - value;
        tape_gradient(&c->base.t, s->values)[i] -=
            objective->weight * objective->value_weight * 2 * advantage;
        c->base.sums.value += (double)(objective->value_weight * advantage * advantage);
    }
    policy_chunk_policy_gradient(objective, count, chosen, advantage, p, entropy, d);
    for (int k = 0; k < count; k++) d[k] *= objective->weight;
    graph_step_add(&c->base.t, s, i, d);
    c->base.sums.policy -= (double)(advantage * logf(p[chosen] + 1e-9f));
    c->base.sums.entropy += (double)entropy;
    c->base.sums.steps++;
}

static void policy_chunk_learn(graph_chunk* base, const graph_objective* objective) {
    policy_chunk* c = policy_chunk_of(base);
    memset(c->returns, 0, (size_t)c->base.count * sizeof *c->returns);
    for (int s = c->base.step_count - 1; s >= 0; s--)
        for (int i = 0; i < c->base.count; i++)
            if (c->taken[s * c->base.count + i] >= 0) policy_chunk_learn_one(c, objective, s, i);
    tape_backward(&c->base.t);
}

#define POLICY_LEARNER(kind)                                                              \
    {                                                                                     \
        .model = &(kind).model, .policy = &(kind), .chunk_size = sizeof(policy_chunk),    \
        .chunk_create = policy_chunk_create, .chunk_destroy = policy_chunk_destroy,       \
        .begin = policy_chunk_begin, .act = policy_chunk_act, .learn = policy_chunk_learn \
    }

const graph_learner follower_learner = POLICY_LEARNER(follower_policy);
const graph_learner hamt_learner = POLICY_LEARNER(hamt_policy);
