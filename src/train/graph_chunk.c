#include <math.h>
#include <string.h>

#include "train/graph_learner.h"

bool graph_chunk_create(const wend_batch* batch, int first, int count, size_t weights,
                        graph_chunk* c) {
    size_t envs = (size_t)count;
    *c = (graph_chunk){.batch = batch, .first = first, .count = count};
    c->gradients = wend_alloc_zero(weights, sizeof *c->gradients);
    c->text = wend_alloc_zero(envs * WORD_TABLE_MAX_READ, sizeof *c->text);
    c->lengths = wend_alloc_zero(envs, sizeof *c->lengths);
    c->hides = wend_alloc_zero(envs, sizeof *c->hides);
    c->rewards = wend_alloc_zero(envs * GRAPH_STEPS, sizeof *c->rewards);
    return c->gradients && c->text && c->lengths && c->hides && c->rewards;
}

void graph_chunk_destroy(graph_chunk* c) {
    tape_destroy(&c->t);
    view_words_destroy(&c->words);
    void* rest[] = {c->gradients, c->text, c->lengths, c->hides, c->rewards};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *c = (graph_chunk){0};
}

void graph_chunk_out_of_memory(graph_chunk* c) {
    if (c->status == WEND_OK)
        c->status =
            wend_fail(&c->error, WEND_NO_MEMORY,
                      "out of memory for %d episodes at once; use fewer (--num-envs)", c->count);
}

void graph_chunk_begin(graph_chunk* c, const graph_model* model, bool needs_views, wend_rng rng) {
    c->status = WEND_OK;
    c->sums = (graph_sums){0};
    c->step_count = 0;
    c->rng = rng;
    for (int i = 0; i < c->count; i++) {
        const wend_observation* o = wend_batch_observation(c->batch, c->first + i);
        c->hides[i] = wend_rng_u32(&c->rng);
        if (!o->goal.instruction || !o->graph.viewpoint || (needs_views && !o->graph.panorama)) {
            c->status =
                wend_fail(&c->error, WEND_ARGUMENT,
                          "followers and speakers learn from instructions on viewpoint graphs with "
                          "captions of the views; choose the task r2r and give --observations");
            return;
        }
        c->lengths[i] = word_table_read(model->words, o->goal.instruction,
                                        c->text + (size_t)i * WORD_TABLE_MAX_READ);
    }
    c->t.learning = true;
    c->t.rng = wend_rng_make(wend_rng_u32(&c->rng), 1);
    tape_begin(&c->t, model->p, c->gradients);
}

void graph_chunk_view(graph_chunk* c, const word_table* table, bool with_words, int i,
                      float environment_dropout, view_input* view) {
    c->status = view_input_read(table, &c->words, with_words,
                                wend_batch_observation(c->batch, c->first + i), view, &c->error);
    if (c->status == WEND_OK && environment_dropout > 0)
        view_input_hide(view, c->hides[i], environment_dropout);
}

int graph_chunk_expert(graph_chunk* c, int i, int neighbours) {
    wend_action expert;
    if (!wend_batch_expert(c->batch, c->first + i, &expert) ||
        (expert.kind != WEND_ACTION_STOP && expert.neighbour >= neighbours)) {
        c->status = wend_fail(&c->error, WEND_ARGUMENT,
                              "the expert has no action on the graph; choose shortest-path");
        return neighbours;
    }
    return expert.kind == WEND_ACTION_STOP ? neighbours : expert.neighbour;
}

int graph_step_logits(const tape* t, const graph_step* s, int i,
                      float logits[WEND_MAX_NEIGHBOURS + 1]) {
    const float* all = tape_value(t, s->logits);
    int count = s->first[i + 1] - s->first[i];
    memcpy(logits, all + s->first[i], (size_t)count * sizeof *logits);
    logits[count] = all[s->count + i];
    return count;
}

void graph_step_add(tape* t, const graph_step* s, int i, const float* d) {
    float* all = tape_gradient(t, s->logits);
    int count = s->first[i + 1] - s->first[i];
    for (int k = 0; k < count; k++) all[s->first[i] + k] += d[k];
    all[s->count + i] += d[count];
}

float graph_cross_entropy(int classes, const float* logits, int label, float weight, float* d) {
    float top = logits[0], sum = 0;
    for (int k = 1; k < classes; k++) top = fmaxf(top, logits[k]);
    for (int k = 0; k < classes; k++) sum += expf(logits[k] - top);
    for (int k = 0; k < classes; k++)
        d[k] += weight * (expf(logits[k] - top) / sum - (float)(k == label));
    return logf(sum) + top - logits[label];
}
