// Phrases for landmarks: "the second door on your left", "two blue lounge chairs", "the treadmill".
//
// English: a run of adjectives, colours, ordinals and nouns; its last noun is the head. A word that
// is in no table counts as a noun when an article, an adjective or a preposition precedes it, so
// that landmarks are not limited to the categories. Hindi and Telugu: the words of the tables only.
#include <string.h>

#include "language/parse_clause.h"

static bool landmark_is_named(const parse_lexeme* x) {
    return x->kind == PARSE_NOUN || x->kind == PARSE_ROOM;
}

static bool is_region(const parse_lexeme* x) {
    return x->kind == PARSE_GLUE && x->value == PARSE_REGION;
}

static bool is_determiner(const parse_lexeme* x) {
    return x->kind == PARSE_GLUE && x->value == PARSE_DETERMINER;
}

static bool is_attribute(const parse_lexeme* x) {
    bool glue =
        x->kind == PARSE_GLUE && (x->value == PARSE_ADJECTIVE || (x->value >= 2 && x->value <= 4) ||
                                  x->value > PARSE_CHOICE);
    bool side =
        x->kind == PARSE_TURN && (x->value == DIRECTION_LEFT || x->value == DIRECTION_RIGHT);
    return glue || side || x->kind == PARSE_COLOR || x->kind == PARSE_MATERIAL ||
           x->kind == PARSE_ORDINAL;
}

// A word in no table that can be a noun: not an adverb ("quickly"), not a number.
static bool may_be_noun(const parse_reading* r, const parse_lexeme* x) {
    const wend_word* w = &r->words[x->first];
    if (x->kind != PARSE_UNKNOWN || r->language->verb_last) return false;
    if (w->size < 3 || (w->start[0] >= '0' && w->start[0] <= '9')) return false;
    return memcmp(w->start + w->size - 2, "ly", 2) != 0;
}

// A participle behind a noun starts a side remark: "the door leading outside".
static bool landmark_is_participle(const parse_reading* r, const parse_lexeme* x) {
    const wend_word* w = &r->words[x->first];
    return x->kind == PARSE_UNKNOWN &&
           ((w->size > 4 && memcmp(w->start + w->size - 3, "ing", 3) == 0) ||
            (w->size > 4 && memcmp(w->start + w->size - 2, "ed", 2) == 0));
}

// Whether a noun can follow lexeme `i`, so that an unknown word there is one.
static bool introduces(const parse_clause* c, int i) {
    if (i < 0) return false;
    const parse_lexeme* x = &c->lexemes[i];
    return is_determiner(x) || is_attribute(x) || landmark_is_named(x) || x->kind == PARSE_ROLE ||
           x->kind == PARSE_IT || is_region(x);
}

// The step of the clause that has the landmark; otherwise the first one.
static int step_of(const wend_parsed_instruction* out, const parse_lexeme* head, int first_step) {
    for (int i = first_step; first_step >= 0 && i < out->count; i++) {
        const wend_instruction_step* s = &out->steps[i].what;
        bool same = head->kind == PARSE_NOUN ? (int)s->landmark.category == head->value
                                             : (int)s->room == head->value && s->room;
        if (landmark_is_named(head) && same) return i;
    }
    return first_step;
}

static wend_side side_behind(const parse_clause* c, int from, int to) {
    for (int i = from; i < to; i++)
        if (c->lexemes[i].kind == PARSE_TURN)
            return c->lexemes[i].value == DIRECTION_LEFT ? WEND_SIDE_LEFT : WEND_SIDE_RIGHT;
    const parse_lexeme* next = to < c->count ? &c->lexemes[to] : NULL;
    return next && next->kind == PARSE_SIDE && !next->comma ? (wend_side)next->value
                                                            : WEND_SIDE_NONE;
}

static const wend_preposition prepositions[] = {
    [ROLE_BARE] = WEND_PREPOSITION_NONE,       [ROLE_TO] = WEND_PREPOSITION_TO,
    [ROLE_UPTO] = WEND_PREPOSITION_TO,         [ROLE_PAST] = WEND_PREPOSITION_PAST,
    [ROLE_THROUGH] = WEND_PREPOSITION_THROUGH, [ROLE_INTO] = WEND_PREPOSITION_INTO,
    [ROLE_OUT] = WEND_PREPOSITION_OUT,         [ROLE_AT] = WEND_PREPOSITION_AT,
    [ROLE_IN] = WEND_PREPOSITION_IN,           [ROLE_AFTER] = WEND_PREPOSITION_AFTER,
    [ROLE_ALONG] = WEND_PREPOSITION_ALONG,     [ROLE_WITH] = WEND_PREPOSITION_WITH,
    [ROLE_FACE] = WEND_PREPOSITION_TO,         [ROLE_ASIDE] = WEND_PREPOSITION_WITH,
    [ROLE_ABOVE] = WEND_PREPOSITION_WITH,      [ROLE_END] = WEND_PREPOSITION_END};

// The preposition before lexeme `from`, with nothing but articles between; of verbs the one that
// they imply. "and" keeps the preposition of the landmark before.
static wend_preposition preposition_before(const parse_clause* c, int from,
                                           wend_preposition shared) {
    for (int i = from - 1; i >= 0; i--) {
        const parse_lexeme* x = &c->lexemes[i];
        if (x->kind == PARSE_ROLE) return prepositions[x->value];
        if (x->kind == PARSE_LINK) return shared;
        if (x->kind == PARSE_TURN && x->value >= DIRECTION_UP) return WEND_PREPOSITION_ALONG;
        if (x->kind == PARSE_VERB)
            return x->value == VERB_PASS    ? WEND_PREPOSITION_PAST
                   : x->value == VERB_ENTER ? WEND_PREPOSITION_INTO
                   : x->value == VERB_LEAVE ? WEND_PREPOSITION_OUT
                   : x->value == VERB_REACH ? WEND_PREPOSITION_TO
                                            : WEND_PREPOSITION_NONE;
        if (x->kind != PARSE_GLUE && x->kind != PARSE_TURN) return WEND_PREPOSITION_NONE;
    }
    return WEND_PREPOSITION_NONE;
}

const char* wend_preposition_name(wend_preposition preposition) {
    static const char* const names[] = {
#define X(name, word) word,
        WEND_PREPOSITION_LIST(X)
#undef X
    };
    return names[preposition];
}

static void keep_landmark(parse_reading* r, const parse_clause* c, int from, int head,
                          int first_step, wend_preposition preposition) {
    wend_parsed_instruction* out = r->out;
    const parse_lexeme* x = &c->lexemes[head];
    if (out->landmark_count == WEND_MAX_PARSED_LANDMARKS) {
        out->truncated = true;
        return;
    }
    int last = r->first_word + x->first + x->count - 1;
    out->landmarks[out->landmark_count++] = (wend_parsed_landmark){
        .word = r->first_word + c->lexemes[from].first,
        .last = last,
        .head = last,
        .step = step_of(out, x, first_step),
        .category = x->kind == PARSE_NOUN ? (wend_category)x->value : WEND_CATEGORY_NONE,
        .room = x->kind == PARSE_ROOM ? (wend_room_type)x->value : WEND_ROOM_UNKNOWN,
        .side = side_behind(c, from, head + 1),
        .preposition = preposition};
}

// The end of the run of attributes and nouns from lexeme `at` on; `*head` is its last noun, or -1.
static int run_end(const parse_reading* r, const parse_clause* c, int at, int* head) {
    *head = -2;
    int i = at;
    for (; i < c->count; i++) {
        const parse_lexeme* x = &c->lexemes[i];
        bool noun = landmark_is_named(x) || is_region(x) ||
                    (may_be_noun(r, x) && (introduces(c, i - 1) || *head == i - 1) &&
                     !(*head >= 0 && landmark_is_participle(r, x)));
        if ((i > at && x->comma) || (!noun && !is_attribute(x))) break;
        if (*head >= 0 && is_attribute(x)) break;  // "the sofa white table"
        if (noun) *head = i;
    }
    return i;
}

void parse_add_landmarks(parse_reading* r, const parse_clause* c, int first_step) {
    wend_preposition preposition = WEND_PREPOSITION_NONE;
    for (int i = 0; i < c->count;) {
        int head, end = run_end(r, c, i, &head);
        if (head >= 0) {
            preposition = preposition_before(c, i, preposition);
            keep_landmark(r, c, i, head, first_step, preposition);
        }
        i = end > i ? end : i + 1;
    }
}
