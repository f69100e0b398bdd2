// Verifies a text against its path: each parsed step must be true somewhere along the path, in
// order.
#include <stdio.h>
#include <string.h>

#include "wend/make.h"

typedef struct search {
    const wend_instruction_checker* judge;
    const wend_scene_arrays* a;
    const wend_instruction_path* path;
    wend_instruction_plan* one;  // a plan of one step
    wend_instruction_fault fault;
    uint32_t recent;     // the last mentioned object
    wend_landmark said;  // and its description
} search;

static bool is_true_of(search* s, uint32_t object) {
    s->one->objects[0] = object;
    return wend_instruction_plan_is_true(s->judge, s->path, s->one, &s->fault);
}

// "that sofa" refers to a known object and need not be unique.
static bool is_true_of_recent(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    if (!s->recent || s->a->objects.items[s->recent].category != m->category) return false;
    m->again = WEND_AGAIN_THAT;
    bool holds = is_true_of(s, s->recent);
    m->again = WEND_AGAIN_NOT;
    return holds;
}

// Doors are identified by their rooms; "door" also means a doorway.
static bool is_true_of_door(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    wend_category said = m->category;
    if (is_true_of(s, 0)) return true;
    m->category = said == WEND_CATEGORY_DOOR ? WEND_CATEGORY_DOORFRAME : WEND_CATEGORY_DOOR;
    bool holds = said && is_true_of(s, 0);
    m->category = said;
    return holds;
}

// Whether the step is true at a position for some object.
static bool holds_at(search* s, int position) {
    const wend_instruction_step* step = &s->one->steps[0];
    s->one->positions[0] = position;
    bool door = step->landmark.category == WEND_CATEGORY_DOOR ||
                step->landmark.category == WEND_CATEGORY_DOORFRAME;
    if (step->kind == WEND_STEP_DOOR || (step->kind == WEND_STEP_PASS && door))
        return is_true_of_door(s);
    if (!step->landmark.category) return is_true_of(s, 0);
    snprintf(s->fault.words, sizeof s->fault.words, "there is no such object");
    if (is_true_of_recent(s)) return true;
    for (uint32_t id = 1; id < s->a->objects.count; id++) {
        if (s->a->objects.items[id].category != step->landmark.category) continue;
        if (!is_true_of(s, id)) continue;
        s->recent = id;
        return true;
    }
    return false;
}

// First position from `from` on where the step is true; -1: none. BEGIN is at the start, STOP at
// the end.
static int text_check_find_place(search* s, int from) {
    int last = s->path->count - 1;
    wend_step_kind kind = s->one->steps[0].kind;
    if (kind == WEND_STEP_BEGIN) return holds_at(s, 0) ? 0 : -1;
    if (kind == WEND_STEP_STOP) return holds_at(s, last) ? last : -1;
    for (int position = from; position <= last; position++)
        if (holds_at(s, position)) return position;
    return -1;
}

// A bare noun is parsed as the last mentioned object, but may be another one of the category. False
// when there is no such reading.
static bool take_back_recent(search* s) {
    wend_landmark* m = &s->one->steps[0].landmark;
    bool same = m->category && m->category == s->said.category &&
                (m->color || m->material || m->placing) && m->color == s->said.color &&
                m->material == s->said.material;
    if (same) *m = (wend_landmark){.category = m->category, .side = m->side};
    return same;
}

static bool text_check_check_steps(search* s, const wend_parsed_instruction* h,
                                   wend_text_fault* fault) {
    int position = 0, turned = -1;
    for (int i = 0; i < h->count; i++) {
        s->one->steps[0] = h->steps[i].what;
        bool turns = h->steps[i].what.turn != WEND_TURN_NONE;
        int from = turns && turned == position ? position + 1 : position,
            at = text_check_find_place(s, from);
        if (at < 0 && take_back_recent(s)) at = text_check_find_place(s, from);
        if (at < 0) {
            *fault = (wend_text_fault){.step = i, .word = h->steps[i].word};
            snprintf(fault->words, sizeof fault->words, "%s", s->fault.words);
            return false;
        }
        if (turns) turned = at;
        if (h->steps[i].what.landmark.category) s->said = h->steps[i].what.landmark;
        position = at + (h->steps[i].what.kind == WEND_STEP_DOOR);
    }
    return true;
}

bool wend_instruction_is_true(const wend_instruction_checker* judge,
                              const wend_instruction_parser* parser,
                              const wend_instruction_path* path, const char* language,
                              const char* text, wend_text_fault* fault) {
    wend_parsed_instruction parsed;
    wend_instruction_plan one = {.count = 1};
    search s = {.judge = judge,
                .a = wend_scene_get(wend_instruction_checker_scene(judge)),
                .path = path,
                .one = &one};
    *fault = (wend_text_fault){.step = -1};
    wend_instruction_parse(parser, language, text, &parsed);
    return text_check_check_steps(&s, &parsed, fault);
}
