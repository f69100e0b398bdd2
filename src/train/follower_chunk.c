#include "train/follower_chunk.h"

#include <math.h>
#include <string.h>

// ---- create and destroy -------------------------------------------------------------------------

bool follower_chunk_create(const follower* f, const wend_batch* batch, int first, int count,
                           follower_chunk* c) {
    size_t envs = (size_t)count, rows = envs * FOLLOWER_STEPS;
    *c = (follower_chunk){.f = f, .batch = batch, .first = first, .count = count};
    c->gradients = wend_alloc_zero(f->p.size, sizeof *c->gradients);
    c->views = wend_alloc_zero(envs, sizeof *c->views);
    c->shown = wend_alloc_zero(envs, sizeof *c->shown);
    c->text = wend_alloc_zero(envs * FOLLOWER_MAX_WORDS, sizeof *c->text);
    c->lengths = wend_alloc_zero(envs, sizeof *c->lengths);
    c->hides = wend_alloc_zero(envs, sizeof *c->hides);
    c->taken = wend_alloc_zero(rows, sizeof *c->taken);
    c->label = wend_alloc_zero(rows, sizeof *c->label);
    c->rewards = wend_alloc_zero(rows, sizeof *c->rewards);
    c->returns = wend_alloc_zero(envs, sizeof *c->returns);
    return c->gradients && c->views && c->shown && c->text && c->lengths && c->hides && c->taken &&
           c->label && c->rewards && c->returns;
}

void follower_chunk_destroy(follower_chunk* c) {
    tape_destroy(&c->t);
    follower_words_destroy(&c->words);
    void* rest[] = {c->gradients, (void*)c->shown, c->views, c->text,    c->lengths,
                    c->hides,     c->taken,        c->label, c->rewards, c->returns};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *c = (follower_chunk){0};
}

static void follower_chunk_fail(follower_chunk* c) {
    if (c->status == WEND_OK)
        c->status =
            wend_fail(&c->error, WEND_NO_MEMORY,
                      "out of memory for %d episodes at once; use fewer (--num-envs)", c->count);
}

// ---- playing ------------------------------------------------------------------------------------

void follower_chunk_begin(follower_chunk* c, wend_rng rng) {
    c->status = WEND_OK;
    c->sums = (follower_sums){0};
    c->step_count = 0;
    c->rng = rng;
    for (int i = 0; i < c->count; i++) {
        const wend_observation* o = wend_batch_observation(c->batch, c->first + i);
        c->hides[i] = wend_rng_u32(&c->rng);
        if (!o->goal.instruction || !o->graph.viewpoint ||
            !(o->graph.panorama || c->f->def.blind)) {
            c->status = wend_fail(
                &c->error, WEND_ARGUMENT,
                "followers learn from instructions on viewpoint graphs with captions of the views; "
                "choose the task r2r and give --observations");
            return;
        }
        c->lengths[i] =
            follower_read(c->f, o->goal.instruction, c->text + (size_t)i * FOLLOWER_MAX_WORDS);
    }
    c->t.learning = true;
    c->t.rng = wend_rng_make(wend_rng_u32(&c->rng), 1);
    tape_begin(&c->t, &c->f->p, c->gradients);
    follower_begin(c->f, &c->t, c->count, c->text, c->lengths, &c->run);
    if (c->t.failed) follower_chunk_fail(c);
}

// The logits of an episode as one array: its neighbours, then STOP. Returns the number of
// neighbours.
static int follower_chunk_logits(const follower_chunk* c, const follower_step* s, int i,
                                 float logits[WEND_MAX_NEIGHBOURS + 1]) {
    const float* all = tape_value(&c->t, s->logits);
    int count = s->first[i + 1] - s->first[i];
    memcpy(logits, all + s->first[i], (size_t)count * sizeof *logits);
    logits[count] = all[s->count + i];
    return count;
}

// The expert's action as an index of follower_chunk_logits.
static int follower_chunk_expert(follower_chunk* c, int i, int neighbours) {
    wend_action expert;
    if (!wend_batch_expert(c->batch, c->first + i, &expert) ||
        (expert.kind != WEND_ACTION_STOP && expert.neighbour >= neighbours)) {
        c->status = wend_fail(&c->error, WEND_ARGUMENT,
                              "the expert has no action on the graph; choose shortest-path");
        return neighbours;
    }
    return expert.kind == WEND_ACTION_STOP ? neighbours : expert.neighbour;
}

static void follower_chunk_choose(follower_chunk* c, const follower_objective* objective,
                                  wend_action* actions, int32_t* rows) {
    const follower_step* s = &c->steps[c->step_count];
    int32_t *taken = c->taken + c->step_count * c->count,
            *label = c->label + c->step_count * c->count;
    float logits[WEND_MAX_NEIGHBOURS + 1];
    for (int i = 0; i < c->count; i++) {
        actions[c->first + i] = (wend_action){.kind = WEND_ACTION_STOP};
        taken[i] = label[i] = rows[i] = -1;
        if (!c->shown[i]) continue;
        int count = follower_chunk_logits(c, s, i, logits);
        bool asks = objective->follows_expert || objective->imitates;
        label[i] = asks ? follower_chunk_expert(c, i, count) : count;
        taken[i] =
            objective->follows_expert ? label[i] : wend_sample_action(count + 1, logits, &c->rng);
        if (taken[i] == count) continue;
        actions[c->first + i] = (wend_action){.kind = WEND_ACTION_GO, .neighbour = taken[i]};
        rows[i] = s->first[i] + taken[i];
    }
}

void follower_chunk_act(follower_chunk* c, const follower_objective* objective,
                        const uint8_t* active, wend_action* actions) {
    follower_step* s = &c->steps[c->step_count];
    for (int i = 0; i < c->count && c->status == WEND_OK; i++) {
        c->shown[i] = active[c->first + i] ? &c->views[i] : NULL;
        if (!c->shown[i]) continue;
        c->status = follower_see(c->f, &c->words, wend_batch_observation(c->batch, c->first + i),
                                 &c->views[i], &c->error);
        if (objective->environment_dropout > 0)
            follower_hide_words(&c->views[i], c->hides[i], objective->environment_dropout);
    }
    int32_t* rows = tape_take(&c->t, (size_t)c->count, sizeof *rows);
    follower_forward(c->f, &c->t, &c->run, c->shown, s);
    if (c->t.failed) follower_chunk_fail(c);
    if (c->status != WEND_OK) return;
    follower_chunk_choose(c, objective, actions, rows);
    follower_take(&c->t, &c->run, s, rows);
    c->step_count++;
}

// ---- losses -------------------------------------------------------------------------------------

// Softmax in place; returns the entropy.
static float follower_chunk_softmax(int count, float* p) {
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
static void follower_chunk_policy_gradient(const follower_objective* objective, int count,
                                           int chosen, float advantage, const float* p,
                                           float entropy, float* d) {
    for (int k = 0; k < count; k++) {
        d[k] = advantage * (p[k] - (k == chosen));
        if (!objective->imitates && p[k] > 1e-8f)
            d[k] += objective->entropy_weight * p[k] * (logf(p[k]) + entropy);
    }
}

static void follower_chunk_learn_one(follower_chunk* c, const follower_objective* objective,
                                     int step, int i) {
    const follower_step* s = &c->steps[step];
    float p[WEND_MAX_NEIGHBOURS + 1], d[WEND_MAX_NEIGHBOURS + 1], advantage = 1;
    int at = step * c->count + i, count = follower_chunk_logits(c, s, i, p) + 1;
    int chosen = objective->imitates ? c->label[at] : c->taken[at];
    float entropy = follower_chunk_softmax(count, p);
    if (!objective->imitates) {
        float value = tape_value(&c->t, s->values)[i];
        c->returns[i] = c->rewards[at] + objective->gamma * c->returns[i];
        advantage = c->returns[i] - value;
        tape_gradient(&c->t, s->values)[i] -=
            objective->weight * objective->value_weight * 2 * advantage;
        c->sums.value += (double)(objective->value_weight * advantage * advantage);
    }
    follower_chunk_policy_gradient(objective, count, chosen, advantage, p, entropy, d);
    float* dl = tape_gradient(&c->t, s->logits);
    for (int k = 0; k < count; k++)
        dl[k == count - 1 ? s->count + i : s->first[i] + k] += objective->weight * d[k];
    c->sums.policy -= (double)(advantage * logf(p[chosen] + 1e-9f));
    c->sums.entropy += (double)entropy;
    c->sums.steps++;
}

void follower_chunk_learn(follower_chunk* c, const follower_objective* objective) {
    memset(c->returns, 0, (size_t)c->count * sizeof *c->returns);
    for (int s = c->step_count - 1; s >= 0; s--)
        for (int i = 0; i < c->count; i++)
            if (c->taken[s * c->count + i] >= 0) follower_chunk_learn_one(c, objective, s, i);
    tape_backward(&c->t);
}
