// Speakers in training: the expert walks, its steps are kept, and the loss is the cross-entropy of
// the words of the instruction, averaged over the words of a text.
#include "model/speaker.h"
#include "train/graph_walk.h"

typedef struct speaker_chunk {
    graph_chunk base;
    const speaker* s;
    graph_walk walk;
    speaker_step* steps;  // [count][GRAPH_STEPS] of it
} speaker_chunk;

static speaker_chunk* speaker_chunk_of(graph_chunk* c) { return (speaker_chunk*)c; }

static bool speaker_chunk_create(const graph_learner* learner, const void* model,
                                 graph_chunk* base) {
    speaker_chunk* c = speaker_chunk_of(base);
    (void)learner;
    c->s = model;
    c->steps = wend_alloc_zero((size_t)base->count * GRAPH_STEPS, sizeof *c->steps);
    return graph_walk_create(base->count, &c->walk) && c->steps;
}

static void speaker_chunk_destroy(graph_chunk* base) {
    speaker_chunk* c = speaker_chunk_of(base);
    graph_walk_destroy(&c->walk);
    wend_free(c->steps);
}

static void speaker_chunk_begin(graph_chunk* base) {
    graph_walk_begin(base, &speaker_chunk_of(base)->walk);
}

static void speaker_chunk_act(graph_chunk* base, const graph_objective* objective,
                              const uint8_t* active, wend_action* actions) {
    speaker_chunk* c = speaker_chunk_of(base);
    graph_walk_act(base, &c->walk, &c->s->words, true, objective, active, actions);
}

// ---- loss ---------------------------------------------------------------------------------------

static void speaker_chunk_learn(graph_chunk* base, const graph_objective* objective) {
    speaker_chunk* c = speaker_chunk_of(base);
    speaker_run run;
    packing p;
    int classes = speaker_classes(c->s);
    int* lengths = tape_take(&base->t, (size_t)base->count, sizeof *lengths);
    for (int i = 0; lengths && i < base->count; i++)
        lengths[i] =
            base->lengths[i] < WORD_TABLE_MAX_READ ? base->lengths[i] + 1 : WORD_TABLE_MAX_READ;
    for (int i = 0; i < base->count * GRAPH_STEPS; i++)
        c->steps[i] = (speaker_step){&c->walk.views[i], c->walk.taken[i]};
    speaker_begin(c->s, &base->t, base->count, c->steps, GRAPH_STEPS, c->walk.counts, &run);
    int logits = speaker_forward(c->s, &base->t, &run, base->text, lengths, &p);
    if (base->t.failed) return;
    for (int i = 0; i < base->count; i++)
        for (int k = 0; k < lengths[i]; k++) {
            size_t at = (size_t)packing_row(&p, i, k) * (size_t)classes;
            int word =
                k == base->lengths[i] ? speaker_end(c->s) : base->text[i * WORD_TABLE_MAX_READ + k];
            base->sums.policy += (double)graph_cross_entropy(
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
