// Pre-training of hamt: the expert walks, and each update learns one of the proxy tasks from its
// paths.  [Chen et al. 2021; cshizhe/VLN-HAMT]
//
//     masked words        15 % of the words (at least one) are hidden: 80 % by MASK, 10 % by
//     another
//                         word, 10 % by themselves; cross-entropy, from text and the whole path
//     next action         cross-entropy of the expert's action at one step of the path
//     spatial relation    squared error of the directions of all sectors relative to one of them
//     matching            cross-entropy of the path among paths of two other episodes and two with
//                         shuffled steps
//
// In the tasks of one step, all words of the views are hidden with probability 0.3, else all
// directions with probability 0.43.
#include <math.h>
#include <string.h>

#include "model/hamt.h"
#include "train/graph_walk.h"

typedef struct proxy_chunk {
    graph_chunk base;
    const hamt* h;
    graph_walk walk;
    hamt_run run;
    view_input* views;         // [count] the views of one step, as they are shown
    const view_input** shown;  // [count]
    hamt_past* past;           // [count * GRAPH_STEPS]
    int* at;                   // [count] the step of an episode that is learnt
} proxy_chunk;

static proxy_chunk* proxy_chunk_of(graph_chunk* c) { return (proxy_chunk*)c; }

static bool proxy_chunk_create(const graph_learner* learner, const void* model, graph_chunk* base) {
    proxy_chunk* c = proxy_chunk_of(base);
    size_t envs = (size_t)base->count;
    (void)learner;
    c->h = model;
    c->views = wend_alloc_zero(envs, sizeof *c->views);
    c->shown = wend_alloc_zero(envs, sizeof *c->shown);
    c->past = wend_alloc_zero(envs * GRAPH_STEPS, sizeof *c->past);
    c->at = wend_alloc_zero(envs, sizeof *c->at);
    return graph_walk_create(base->count, &c->walk) && c->views && c->shown && c->past && c->at;
}

static void proxy_chunk_destroy(graph_chunk* base) {
    proxy_chunk* c = proxy_chunk_of(base);
    graph_walk_destroy(&c->walk);
    wend_free(c->views);
    wend_free((void*)c->shown);
    wend_free(c->past);
    wend_free(c->at);
}

static void proxy_chunk_begin(graph_chunk* base) {
    graph_walk_begin(base, &proxy_chunk_of(base)->walk);
}

static void proxy_chunk_act(graph_chunk* base, const graph_objective* objective,
                            const uint8_t* active, wend_action* actions) {
    proxy_chunk* c = proxy_chunk_of(base);
    graph_walk_act(base, &c->walk, &c->h->words, !c->h->def.blind, objective, active, actions);
}

// ---- inputs -------------------------------------------------------------------------------------

// The steps before `until` of each episode; NULL: all moves. Returns their number.
static int proxy_chunk_past(proxy_chunk* c, const int* until) {
    int count = 0;
    for (int i = 0; i < c->base.count; i++)
        for (int k = 0; k < (until ? until[i] : c->walk.counts[i]); k++) {
            int at = i * GRAPH_STEPS + k;
            if (c->walk.taken[at] >= 0)
                c->past[count++] = (hamt_past){.view = &c->walk.views[at],
                                               .episode = i,
                                               .taken = c->walk.taken[at],
                                               .position = k};
        }
    return count;
}

// Chooses a step of each episode, and shows its view without words or without directions at times.
static void proxy_chunk_look(proxy_chunk* c) {
    wend_rng* rng = &c->base.rng;
    bool no_words = wend_rng_chance(rng, 0.3f),
         no_angles = !no_words && wend_rng_chance(rng, 0.43f);
    for (int i = 0; i < c->base.count; i++) {
        c->at[i] = (int)wend_rng_below(rng, (uint32_t)c->walk.counts[i]);
        view_input* view = &c->views[i];
        *view = c->walk.views[i * GRAPH_STEPS + c->at[i]];
        c->shown[i] = view;
        if (no_words) memset(view->first, 0, sizeof view->first);
        if (no_angles) {
            memset(view->angle, 0, sizeof view->angle);
            memset(view->geometry, 0, sizeof view->geometry);
        }
    }
}

static void proxy_chunk_read(proxy_chunk* c) {
    hamt_begin(c->h, &c->base.t, c->base.count, c->base.text, c->base.lengths, &c->run);
}

// Cross-entropy of one row of logits.
static void proxy_chunk_class(graph_chunk* c, int logits, int row, int label, float weight) {
    if (c->t.failed) return;
    int classes = c->t.nodes.items[logits].size;
    size_t at = (size_t)row * (size_t)classes;
    c->sums.policy += (double)graph_cross_entropy(classes, tape_value(&c->t, logits) + at, label,
                                                  weight, tape_gradient(&c->t, logits) + at);
    c->sums.steps++;
}

// ---- tasks --------------------------------------------------------------------------------------

// Replaces a chosen word; returns whether it was chosen.
static bool proxy_chunk_hide(proxy_chunk* c, bool must, int32_t* word) {
    wend_rng* rng = &c->base.rng;
    if (!must && !wend_rng_chance(rng, 0.15f)) return false;
    double how = wend_rng_double(rng);
    if (how < 0.8)
        *word = hamt_mask(c->h);
    else if (how < 0.9)
        *word = (int32_t)wend_rng_below(rng, (uint32_t)c->h->words.count);
    return true;
}

static void proxy_chunk_words(proxy_chunk* c, const graph_objective* objective) {
    graph_chunk* base = &c->base;
    size_t most = (size_t)base->count * WORD_TABLE_MAX_READ;
    int32_t* rows = tape_take(&base->t, most, sizeof *rows);
    int32_t* labels = tape_take(&base->t, most, sizeof *labels);
    int count = 0, first = 0;
    for (int i = 0; rows && labels && i < base->count; i++) {
        int must = (int)wend_rng_below(&base->rng, (uint32_t)base->lengths[i]);
        for (int k = 0; k < base->lengths[i]; k++) {
            int32_t* word = &base->text[i * WORD_TABLE_MAX_READ + k];
            labels[count] = *word;
            rows[count] = first + 1 + k;  // after CLS
            count += proxy_chunk_hide(c, k == must, word);
        }
        first += base->lengths[i] + 1;
    }
    proxy_chunk_read(c);
    hamt_remember(c->h, &base->t, &c->run, c->past, proxy_chunk_past(c, NULL));
    int logits = hamt_guess_words(c->h, &base->t, &c->run, rows, count);
    // As many words count as much as one episode's action.
    float weight = objective->weight * (float)base->count / (float)count;
    for (int i = 0; i < count; i++) proxy_chunk_class(base, logits, i, labels[i], weight);
}

static void proxy_chunk_action(proxy_chunk* c, const graph_objective* objective) {
    graph_chunk* base = &c->base;
    graph_step step;
    proxy_chunk_look(c);
    proxy_chunk_read(c);
    hamt_remember(c->h, &base->t, &c->run, c->past, proxy_chunk_past(c, c->at));
    hamt_forward(c->h, &base->t, &c->run, c->shown, &step);
    for (int i = 0; i < base->count && !base->t.failed; i++) {
        float logits[WEND_MAX_NEIGHBOURS + 1], d[WEND_MAX_NEIGHBOURS + 1] = {0};
        int taken = c->walk.taken[i * GRAPH_STEPS + c->at[i]];
        int count = graph_step_logits(&base->t, &step, i, logits);
        base->sums.policy += (double)graph_cross_entropy(
            count + 1, logits, taken < 0 ? count : taken, objective->weight, d);
        base->sums.steps++;
        graph_step_add(&base->t, &step, i, d);
    }
}

// Half turns from one sector to another, to the left; sectors are numbered clockwise.
static float proxy_chunk_turn(int from, int to) {
    int left = (from - to + VIEW_SECTORS) % VIEW_SECTORS;
    if (left > VIEW_SECTORS / 2) left -= VIEW_SECTORS;
    return (float)left / (VIEW_SECTORS / 2);
}

static void proxy_chunk_relation(proxy_chunk* c, const graph_objective* objective) {
    graph_chunk* base = &c->base;
    int32_t* anchors = tape_take(&base->t, (size_t)base->count, sizeof *anchors);
    proxy_chunk_look(c);
    for (int i = 0; anchors && i < base->count; i++)
        anchors[i] = (int32_t)wend_rng_below(&base->rng, VIEW_SECTORS);
    proxy_chunk_read(c);
    hamt_remember(c->h, &base->t, &c->run, c->past, proxy_chunk_past(c, c->at));
    int turns = hamt_relate_views(c->h, &base->t, &c->run, c->shown, anchors);
    if (base->t.failed) return;
    for (int i = 0; i < base->count * VIEW_SECTORS; i++) {
        float wrong = tape_value(&base->t, turns)[i] -
                      proxy_chunk_turn(anchors[i / VIEW_SECTORS], i % VIEW_SECTORS);
        tape_gradient(&base->t, turns)[i] += objective->weight * 2 * wrong / VIEW_SECTORS;
        base->sums.policy += (double)(wrong * wrong);
        base->sums.steps++;
    }
}

// The steps of each episode get each other's positions.
static void proxy_chunk_shuffle(proxy_chunk* c, int count) {
    for (int first = 0, end; first < count; first = end) {
        for (end = first; end < count && c->past[end].episode == c->past[first].episode;) end++;
        for (int i = end - 1; i > first; i--) {
            int other = first + (int)wend_rng_below(&c->base.rng, (uint32_t)(i - first) + 1);
            int kept = c->past[i].position;
            c->past[i].position = c->past[other].position;
            c->past[other].position = kept;
        }
    }
}

enum { PROXY_OTHERS = 2, PROXY_SHUFFLED = 2 };

static void proxy_chunk_matching(proxy_chunk* c, const graph_objective* objective) {
    graph_chunk* base = &c->base;
    tape* t = &base->t;
    int columns[1 + PROXY_OTHERS + PROXY_SHUFFLED], n = 0;
    proxy_chunk_read(c);
    hamt_run alone = c->run;
    int count = proxy_chunk_past(c, NULL);
    hamt_remember(c->h, t, &c->run, c->past, count);
    columns[n++] = hamt_match_paths(c->h, t, &c->run, NULL);
    for (int k = 1; k <= PROXY_OTHERS && k < base->count; k++) {
        int32_t* paths = tape_take(t, (size_t)base->count, sizeof *paths);
        for (int i = 0; paths && i < base->count; i++) paths[i] = (i + k) % base->count;
        columns[n++] = hamt_match_paths(c->h, t, &c->run, paths);
    }
    for (int k = 0; k < PROXY_SHUFFLED; k++) {
        hamt_run shuffled = alone;
        proxy_chunk_shuffle(c, count);
        hamt_remember(c->h, t, &shuffled, c->past, count);
        columns[n++] = hamt_match_paths(c->h, t, &shuffled, NULL);
    }
    int logits = tape_concat(t, columns, n);
    for (int i = 0; i < base->count; i++) proxy_chunk_class(base, logits, i, 0, objective->weight);
}

static void proxy_chunk_learn(graph_chunk* base, const graph_objective* objective) {
    static void (*const tasks[WEND_TRAIN_PROXY_COUNT])(proxy_chunk*, const graph_objective*) = {
        [WEND_TRAIN_PROXY_MASKED_WORDS] = proxy_chunk_words,
        [WEND_TRAIN_PROXY_NEXT_ACTION] = proxy_chunk_action,
        [WEND_TRAIN_PROXY_SPATIAL_RELATION] = proxy_chunk_relation,
        [WEND_TRAIN_PROXY_MATCHING] = proxy_chunk_matching};
    tasks[objective->proxy](proxy_chunk_of(base), objective);
    tape_backward(&base->t);
}

const graph_learner proxy_learner = {
    .model = &hamt_policy.model,
    .policy = &hamt_policy,
    .chunk_size = sizeof(proxy_chunk),
    .chunk_create = proxy_chunk_create,
    .chunk_destroy = proxy_chunk_destroy,
    .begin = proxy_chunk_begin,
    .act = proxy_chunk_act,
    .learn = proxy_chunk_learn,
};
