// Speakers in training: the expert walks, its steps are kept, and the loss is the cross-entropy of
// the words of the instruction, averaged over the words of a text.
#include <math.h>

#include "model/speaker.h"
#include "train/graph_learner.h"

typedef struct speaker_chunk {
    graph_chunk base;
    const speaker* s;
    view_input* views;    // [count][GRAPH_STEPS]
    speaker_step* steps;  // [count][GRAPH_STEPS]
    int* counts;          // [count]
} speaker_chunk;

static speaker_chunk* speaker_chunk_of(graph_chunk* c) { return (speaker_chunk*)c; }

static bool speaker_chunk_create(const graph_learner* learner, const void* model,
                                 graph_chunk* base) {
    speaker_chunk* c = speaker_chunk_of(base);
    size_t envs = (size_t)base->count;
    (void)learner;
    c->s = model;
    c->views = wend_alloc_zero(envs * GRAPH_STEPS, sizeof *c->views);
    c->steps = wend_alloc_zero(envs * GRAPH_STEPS, sizeof *c->steps);
    c->counts = wend_alloc_zero(envs, sizeof *c->counts);
    return c->views && c->steps && c->counts;
}

static void speaker_chunk_destroy(graph_chunk* base) {
    speaker_chunk* c = speaker_chunk_of(base);
    wend_free(c->views);
    wend_free(c->steps);
    wend_free(c->counts);
}

// ---- walking ------------------------------------------------------------------------------------

static void speaker_chunk_begin(graph_chunk* base) {
    speaker_chunk* c = speaker_chunk_of(base);
    for (int i = 0; i < base->count; i++) c->counts[i] = 0;
}

static void speaker_chunk_act(graph_chunk* base, const graph_objective* objective,
                              const uint8_t* active, wend_action* actions) {
    speaker_chunk* c = speaker_chunk_of(base);
    for (int i = 0; i < base->count && base->status == WEND_OK; i++) {
        actions[base->first + i] = (wend_action){.kind = WEND_ACTION_STOP};
        if (!active[base->first + i]) continue;
        int at = i * GRAPH_STEPS + c->counts[i]++;
        view_input* view = &c->views[at];
        graph_chunk_view(base, &c->s->words, true, i, objective->environment_dropout, view);
        if (base->status != WEND_OK) return;
        int taken = graph_chunk_expert(base, i, view->count);
        c->steps[at] = (speaker_step){view, taken < view->count ? taken : -1};
        if (taken < view->count)
            actions[base->first + i] = (wend_action){.kind = WEND_ACTION_GO, .neighbour = taken};
    }
    base->step_count++;
}

// ---- loss ---------------------------------------------------------------------------------------

// Cross-entropy of one word; the gradient of its logits is added to d. Returns the loss.
static float speaker_chunk_word(int classes, const float* logits, int word, float weight,
                                float* d) {
    float top = logits[0], sum = 0;
    for (int k = 1; k < classes; k++) top = fmaxf(top, logits[k]);
    for (int k = 0; k < classes; k++) sum += expf(logits[k] - top);
    for (int k = 0; k < classes; k++)
        d[k] += weight * (expf(logits[k] - top) / sum - (float)(k == word));
    return logf(sum) + top - logits[word];
}

static void speaker_chunk_learn(graph_chunk* base, const graph_objective* objective) {
    speaker_chunk* c = speaker_chunk_of(base);
    speaker_run run;
    packing p;
    int classes = speaker_classes(c->s);
    int* lengths = tape_take(&base->t, (size_t)base->count, sizeof *lengths);
    for (int i = 0; lengths && i < base->count; i++)
        lengths[i] =
            base->lengths[i] < WORD_TABLE_MAX_READ ? base->lengths[i] + 1 : WORD_TABLE_MAX_READ;
    speaker_begin(c->s, &base->t, base->count, c->steps, GRAPH_STEPS, c->counts, &run);
    int logits = speaker_forward(c->s, &base->t, &run, base->text, lengths, &p);
    if (base->t.failed) return;
    for (int i = 0; i < base->count; i++)
        for (int k = 0; k < lengths[i]; k++) {
            size_t at = (size_t)packing_row(&p, i, k) * (size_t)classes;
            int word =
                k == base->lengths[i] ? speaker_end(c->s) : base->text[i * WORD_TABLE_MAX_READ + k];
            base->sums.policy += (double)speaker_chunk_word(
                classes, tape_value(&base->t, logits) + at, word,
                objective->weight / (float)lengths[i], tape_gradient(&base->t, logits) + at);
            base->sums.steps++;
        }
    tape_backward(&base->t);
}

const graph_learner speaker_learner = {
    .model = &speaker_model,
    .chunk_size = sizeof(speaker_chunk),
    .chunk_create = speaker_chunk_create,
    .chunk_destroy = speaker_chunk_destroy,
    .begin = speaker_chunk_begin,
    .act = speaker_chunk_act,
    .learn = speaker_chunk_learn,
};
