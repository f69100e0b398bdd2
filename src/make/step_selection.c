// Selects the steps of an instruction by worth until they fit the word budget of the style.
#include "make/step_selection.h"

#include <string.h>

// Word budgets by the estimate of words_of. R2R's instructions have 29 words (deviation 12), RxR's
// 78 on paths of 8 edges.
static const float R2R_WORDS = 22, R2R_SPREAD = 7, RXR_WORDS = 46, RXR_WORDS_AN_EDGE = 4.5f;

void step_selection_add(selection* t, int position, wend_instruction_step step, uint32_t object,
                        float worth) {
    int i = t->out->count;
    if (i == WEND_MAX_PLAN_STEPS) return;
    t->out->positions[i] = position;
    t->out->objects[i] = object;
    t->out->steps[i] = step;
    t->worth[i] = worth;
    t->out->count++;
}

const wend_instruction_step* step_selection_last(const selection* t) {
    return t->out->count ? &t->out->steps[t->out->count - 1] : NULL;
}

// Estimated number of English words of a step.
static float words_of(const wend_instruction_step* s) {
    static const float bare[WEND_STEP_COUNT] = {4, 2.5f, 2.5f, 3, 3, 3, 5, 5, 4, 5};
    float words = bare[s->kind];
    if (s->landmark.category) words += 2.5f;
    if (s->landmark.color) words += 1;
    if (s->landmark.side) words += 3;
    if (s->landmark.placing) words += 4;
    if (s->room) words += 2.5f;
    if (s->landmark.ordinal || s->landmark.count > 1) words += 1;
    if (s->landmark.choice) words += 3;
    return words;
}

// Two consecutive turns need a step between them.
static bool separates_turns(const selection* t, int i) {
    const wend_instruction_plan* n = t->out;
    return i > 0 && i + 1 < n->count && n->steps[i - 1].kind == WEND_STEP_TURN &&
           n->steps[i + 1].kind == WEND_STEP_TURN;
}

static void step_selection_leave_out(selection* t, int i) {
    wend_instruction_plan* n = t->out;
    size_t after = (size_t)(n->count - i - 1);
    memmove(&n->steps[i], &n->steps[i + 1], after * sizeof *n->steps);
    memmove(&n->positions[i], &n->positions[i + 1], after * sizeof *n->positions);
    memmove(&n->objects[i], &n->objects[i + 1], after * sizeof *n->objects);
    memmove(&t->worth[i], &t->worth[i + 1], after * sizeof *t->worth);
    n->count--;
}

static bool is_move(const wend_instruction_step* s) {
    return s->kind != WEND_STEP_BEGIN && s->kind != WEND_STEP_SEE && s->kind != WEND_STEP_TURN &&
           s->kind != WEND_STEP_STOP;
}

// The last step that moves is never dropped.
static bool is_only_move(const selection* t, int i) {
    int moves = 0;
    for (int k = 0; k < t->out->count; k++) moves += is_move(&t->out->steps[k]);
    return moves == 1 && is_move(&t->out->steps[i]);
}

// The droppable step with the smallest worth; -1: none.
static int min_worth_step(const selection* t) {
    int min = -1;
    for (int i = 0; i < t->out->count; i++) {
        if (t->worth[i] >= STEP_SELECTION_MUST || separates_turns(t, i) || is_only_move(t, i))
            continue;
        if (min < 0 || t->worth[i] < t->worth[min]) min = i;
    }
    return min;
}

static float word_budget(selection* t) {
    float drawn = (float)wend_rng_normal(&t->rng);
    if (t->dense) {
        float mean = RXR_WORDS + RXR_WORDS_AN_EDGE * (float)(t->path->count - 1);
        return mean * fminf(fmaxf(1 + 0.18f * drawn, 0.6f), 1.6f);
    }
    return R2R_WORDS + R2R_SPREAD * fminf(fmaxf(drawn, -2), 2);
}

static void trim_to(selection* t, float budget) {
    float words = 0;
    int min;
    for (int i = 0; i < t->out->count; i++) words += words_of(&t->out->steps[i]);
    while (words > budget && (min = min_worth_step(t)) >= 0) {
        words -= words_of(&t->out->steps[min]);
        step_selection_leave_out(t, min);
    }
    // "Go straight" is redundant before another step that moves.
    for (int i = t->out->count - 2; i >= 0; i--) {
        const wend_instruction_step* s = &t->out->steps[i];
        wend_step_kind next = s[1].kind;
        bool idle = s->kind == WEND_STEP_FORWARD && !s->landmark.category &&
                    next != WEND_STEP_TURN && next != WEND_STEP_SEE && !is_only_move(t, i);
        if (idle && !t->dense) step_selection_leave_out(t, i);
    }
}

// A landmark that the previous step mentioned becomes "it" or "that sofa".
static void refer_back(selection* t) {
    wend_instruction_plan* n = t->out;
    for (int i = 1; i < n->count; i++) {
        wend_landmark* m = &n->steps[i].landmark;
        bool same = n->objects[i] && n->objects[i] == n->objects[i - 1] && m->category &&
                    n->steps[i - 1].landmark.count < 2 && n->steps[i].kind != WEND_STEP_SEE;
        if (same) m->again = wend_rng_chance(&t->rng, 0.6f) ? WEND_AGAIN_IT : WEND_AGAIN_THAT;
    }
}

void step_selection_finish(selection* t) {
    trim_to(t, word_budget(t));
    refer_back(t);
}
