#include "task/vln/telling.h"

#include <string.h>

// R2R's instructions have 29 words (deviation 12), RxR's 78 on paths of 8 edges.
static const float R2R_WORDS = 22, R2R_SPREAD = 7, RXR_WORDS = 46, RXR_WORDS_AN_EDGE = 4.5f;

void telling_add(telling* t, int place, wend_tell_step step, uint32_t object, float worth) {
    int i = t->out->count;
    if (i == WEND_MAX_TOLD) return;
    t->out->places[i] = place;
    t->out->objects[i] = object;
    t->out->steps[i] = step;
    t->worth[i] = worth;
    t->out->count++;
}

const wend_tell_step* telling_last(const telling* t) {
    return t->out->count ? &t->out->steps[t->out->count - 1] : NULL;
}

// How many words a step has in English, about.
static float words_of(const wend_tell_step* s) {
    static const float bare[WEND_TELL_COUNT] = {4, 2.5f, 2.5f, 3, 3, 3, 5, 5, 4, 5};
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

// Two turns one after the other make no sense without something between them.
static bool holds_turns_apart(const telling* t, int i) {
    const wend_narration* n = t->out;
    return i > 0 && i + 1 < n->count && n->steps[i - 1].kind == WEND_TELL_TURN &&
           n->steps[i + 1].kind == WEND_TELL_TURN;
}

static void leave_out(telling* t, int i) {
    wend_narration* n = t->out;
    size_t after = (size_t)(n->count - i - 1);
    memmove(&n->steps[i], &n->steps[i + 1], after * sizeof *n->steps);
    memmove(&n->places[i], &n->places[i + 1], after * sizeof *n->places);
    memmove(&n->objects[i], &n->objects[i + 1], after * sizeof *n->objects);
    memmove(&t->worth[i], &t->worth[i + 1], after * sizeof *t->worth);
    n->count--;
}

static bool goes_on_foot(const wend_tell_step* s) {
    return s->kind != WEND_TELL_BEGIN && s->kind != WEND_TELL_SEE && s->kind != WEND_TELL_TURN &&
           s->kind != WEND_TELL_STOP;
}

// Without it nobody would move.
static bool is_only_walk(const telling* t, int i) {
    int walks = 0;
    for (int k = 0; k < t->out->count; k++) walks += goes_on_foot(&t->out->steps[k]);
    return walks == 1 && goes_on_foot(&t->out->steps[i]);
}

// The least worthy step that may go; -1: none.
static int least_worthy(const telling* t) {
    int least = -1;
    for (int i = 0; i < t->out->count; i++) {
        if (t->worth[i] >= TELLING_MUST || holds_turns_apart(t, i) || is_only_walk(t, i)) continue;
        if (least < 0 || t->worth[i] < t->worth[least]) least = i;
    }
    return least;
}

static float words_meant(telling* t) {
    float drawn = (float)wend_rng_normal(&t->rng);
    if (t->dense) {
        float mean = RXR_WORDS + RXR_WORDS_AN_EDGE * (float)(t->walk->count - 1);
        return mean * fminf(fmaxf(1 + 0.18f * drawn, 0.6f), 1.6f);
    }
    return R2R_WORDS + R2R_SPREAD * fminf(fmaxf(drawn, -2), 2);
}

static void keep_to(telling* t, float meant) {
    float words = 0;
    int least;
    for (int i = 0; i < t->out->count; i++) words += words_of(&t->out->steps[i]);
    while (words > meant && (least = least_worthy(t)) >= 0) {
        words -= words_of(&t->out->steps[least]);
        leave_out(t, least);
    }
    // "Go straight" before something that is walked to anyway says nothing.
    for (int i = t->out->count - 2; i >= 0; i--) {
        const wend_tell_step* s = &t->out->steps[i];
        wend_tell_kind next = s[1].kind;
        bool idle = s->kind == WEND_TELL_FORWARD && !s->landmark.category &&
                    next != WEND_TELL_TURN && next != WEND_TELL_SEE && !is_only_walk(t, i);
        if (idle && !t->dense) leave_out(t, i);
    }
}

// What has just been mentioned is "it".
static void refer_back(telling* t) {
    wend_narration* n = t->out;
    for (int i = 1; i < n->count; i++) {
        wend_landmark* m = &n->steps[i].landmark;
        bool same = n->objects[i] && n->objects[i] == n->objects[i - 1] && m->category &&
                    n->steps[i - 1].landmark.count < 2 && n->steps[i].kind != WEND_TELL_SEE;
        if (same) m->again = wend_rng_chance(&t->rng, 0.6f) ? WEND_AGAIN_IT : WEND_AGAIN_THAT;
    }
}

void telling_finish(telling* t) {
    keep_to(t, words_meant(t));
    refer_back(t);
}
