// A text held against its walk: what is heeded of it is looked for along the way, step by step.
#include <stdio.h>
#include <string.h>

#include "wend/narrate.h"

typedef struct search {
    const wend_narration_judge* judge;
    const wend_scene_arrays* a;
    const wend_walk* walk;
    wend_narration* one;  // a narration of one step
    wend_narration_fault fault;
    uint32_t recent;     // what was mentioned last
    wend_landmark said;  // and how
} search;

static bool is_true_of(search* s, uint32_t object) {
    s->one->objects[0] = object;
    return wend_narration_is_true(s->judge, s->walk, s->one, &s->fault);
}

// "that sofa" need not tell it from others: it was told.
static bool is_true_of_recent(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    if (!s->recent || s->a->objects.items[s->recent].category != m->category) return false;
    m->again = WEND_AGAIN_THAT;
    bool holds = is_true_of(s, s->recent);
    m->again = WEND_AGAIN_NOT;
    return holds;
}

// Doors go by their rooms; people say door for a doorway too.
static bool is_true_of_door(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    wend_category said = m->category;
    if (is_true_of(s, 0)) return true;
    m->category = said == WEND_CATEGORY_DOOR ? WEND_CATEGORY_DOORFRAME : WEND_CATEGORY_DOOR;
    bool holds = said && is_true_of(s, 0);
    m->category = said;
    return holds;
}

// Whether the step is true at a place, of anything there.
static bool holds_at(search* s, int place) {
    const wend_tell_step* step = &s->one->steps[0];
    s->one->places[0] = place;
    bool door = step->landmark.category == WEND_CATEGORY_DOOR ||
                step->landmark.category == WEND_CATEGORY_DOORFRAME;
    if (step->kind == WEND_TELL_DOOR || (step->kind == WEND_TELL_PASS && door))
        return is_true_of_door(s);
    if (!step->landmark.category) return is_true_of(s, 0);
    snprintf(s->fault.words, sizeof s->fault.words, "there is no such thing");
    if (is_true_of_recent(s)) return true;
    for (uint32_t id = 1; id < s->a->objects.count; id++) {
        if (s->a->objects.items[id].category != step->landmark.category) continue;
        if (!is_true_of(s, id)) continue;
        s->recent = id;
        return true;
    }
    return false;
}

// The first place from `from` on at which it is true; -1: nowhere. One begins at the start and
// stops at the end.
static int find_place(search* s, int from) {
    int last = s->walk->count - 1;
    wend_tell_kind kind = s->one->steps[0].kind;
    if (kind == WEND_TELL_BEGIN) return holds_at(s, 0) ? 0 : -1;
    if (kind == WEND_TELL_STOP) return holds_at(s, last) ? last : -1;
    for (int place = from; place <= last; place++)
        if (holds_at(s, place)) return place;
    return -1;
}

// A bare noun is heeded as what was mentioned last; it may be another of its kind. False where
// there is nothing to take back.
static bool take_back_recent(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    bool same = m->category && m->category == s->said.category &&
                (m->color || m->stuff || m->placing) && m->color == s->said.color &&
                m->stuff == s->said.stuff;
    if (same) *m = (wend_landmark){.category = m->category, .side = m->side};
    return same;
}

static bool check_steps(search* s, const wend_heeded* h, wend_text_fault* fault) {
    int place = 0, turned = -1;
    for (int i = 0; i < h->count; i++) {
        s->one->steps[0] = h->steps[i].what;
        bool turns = h->steps[i].what.turn != WEND_TURN_NONE;
        int from = turns && turned == place ? place + 1 : place, at = find_place(s, from);
        if (at < 0 && take_back_recent(s)) at = find_place(s, from);
        if (at < 0) {
            *fault = (wend_text_fault){.step = i, .word = h->steps[i].word};
            snprintf(fault->words, sizeof fault->words, "%s", s->fault.words);
            return false;
        }
        if (turns) turned = at;
        if (h->steps[i].what.landmark.category) s->said = h->steps[i].what.landmark;
        place = at + (h->steps[i].what.kind == WEND_TELL_DOOR);
    }
    return true;
}

bool wend_text_is_true(const wend_narration_judge* judge, const wend_heed* heed,
                       const wend_walk* walk, const char* language, const char* text,
                       wend_text_fault* fault) {
    wend_heeded heeded;
    wend_narration one = {.count = 1};
    search s = {.judge = judge,
                .a = wend_scene_get(wend_narration_judge_scene(judge)),
                .walk = walk,
                .one = &one};
    *fault = (wend_text_fault){.step = -1};
    wend_heed_read(heed, language, text, &heeded);
    return check_steps(&s, &heeded, fault);
}
