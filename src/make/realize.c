// Realises steps as text: selects phrases, fills in placeholders, joins sentences.
#include "make/realize.h"

#include <stdio.h>
#include <string.h>

#include "base/letter.h"

static const realize_language* const languages[WEND_LANGUAGE_COUNT] = {
    &realize_english, &realize_hindi, &realize_telugu};

// ---- phrase selection ---------------------------------------------------------------------------

static bool realize_has_noun(const realize_language* l, wend_category category) {
    return *wend_instruction_noun(l->language, category) != 0;
}

static bool realize_is_known(const realize_language* l, const wend_instruction_step* s, char mark) {
    switch (mark) {
        case 'T':
        case 'O':
        case 'A':
        case 'H':
        case 'G':
        case 'K':
        case 'V':
            return realize_has_noun(l, s->landmark.category);
        case 'U':
            return s->reach && realize_has_noun(l, s->landmark.category);
        case 'S':
        case 'M':
            return s->landmark.side != WEND_SIDE_NONE;
        case 'D':
            return s->turn != WEND_TURN_NONE;
        default:
            return s->room != WEND_ROOM_UNKNOWN;
    }
}

// Number of facts that the phrase mentions; -1 when the step lacks one of them.
static int mentions(const realize_language* l, const realize_phrase* p,
                    const wend_instruction_step* s) {
    int count = 0;
    for (const char* at = p->words; *at; at++) {
        if (*at != '%') continue;
        if (!realize_is_known(l, s, *++at)) return -1;
        count += !strchr("HGKV", *at);  // agreement markers carry no fact
    }
    return count;
}

enum { MAX_PHRASES = 256 };

// State of one text.
typedef struct selection {
    const realize_language* l;
    bool dense;
    wend_rng rng;
    uint32_t voice;
    wend_text_out out;
    uint8_t used[MAX_PHRASES];  // uses of each phrase
    int acts;                   // steps in the open sentence; 0: no sentence is open
    int between;                // index of the conjunction between its last two steps
} selection;

// Among the phrases that mention the max number of facts, draws one of those used least often.
static const realize_phrase* realize_choose(selection* t, const wend_instruction_step* s) {
    const realize_phrase* found[64];
    int max_mentions = -1, min_used = 0, count = 0;
    for (int i = 0; i < t->l->phrase_count; i++) {
        const realize_phrase* p = &t->l->phrases[i];
        if (p->kind != s->kind || (p->dense && (p->dense == 2) != t->dense)) continue;
        int said = mentions(t->l, p, s), used = t->used[i];
        if (said < 0 || said < max_mentions || (said == max_mentions && used > min_used)) continue;
        if (said > max_mentions || used < min_used) count = 0;
        max_mentions = said;
        min_used = used;
        if (count < 64) found[count++] = p;
    }
    if (!count) return NULL;
    const realize_phrase* p = found[wend_rng_below(&t->rng, (uint32_t)count)];
    t->used[p - t->l->phrases]++;
    return p;
}

// ---- sentences ----------------------------------------------------------------------------------

static void put_turn(selection* t, wend_turn turn, const char* phrase) {
    const char* const* forms = t->l->turns[turn];
    uint32_t count = 1;
    while (count < REALIZE_TURN_FORMS && forms[count]) count++;
    uint32_t form = wend_rng_below(&t->rng, count);
    if (t->l->plain_turns && strchr(phrase, 'T')) form = 0;
    wend_text_put(&t->out, "%s", forms[form]);
}

static void put_phrase(selection* t, const wend_instruction_step* s, const char* words) {
    for (const char* at = words; *at; at++) {
        if (*at != '%') {
            wend_text_put_bytes(&t->out, at, 1);
            continue;
        }
        char mark = *++at;
        if (mark == 'S')
            wend_text_put(&t->out, "%s", t->l->sides[s->landmark.side]);
        else if (mark == 'M')
            wend_text_put(&t->out, "%s", t->l->own_sides[s->landmark.side]);
        else if (mark == 'D')
            put_turn(t, s->turn, words);
        else if (strchr("TUOAHGKV", mark))
            t->l->put_landmark(&t->out, &s->landmark, mark == 'U' ? 'T' : mark, t->voice);
        else
            t->l->put_room(&t->out, s->room, mark, t->voice);
    }
}

static bool is_act(const wend_instruction_step* s) {
    return s->kind != WEND_STEP_BEGIN && s->kind != WEND_STEP_SEE;
}

static bool realize_ends_with(const wend_text_out* out, const char* end) {
    size_t n = strlen(end);
    return !out->out_of_memory && out->count >= n &&
           memcmp(out->items + out->count - n, end, n) == 0;
}

static void end_sentence(selection* t) {
    if (t->acts) wend_text_put(&t->out, "%s", t->l->stop);
    t->acts = 0;
}

// The joined form of the last phrase. Returns NULL when there is none.
static const realize_joint* find_joint(const selection* t) {
    for (const realize_joint* j = t->l->joints; j && j->last; j++)
        if (realize_ends_with(&t->out, j->last)) return j;
    return NULL;
}

// Continues the sentence of the previous step: "A and B, then C", "A, then B and C".
static void realize_join(selection* t, const char* before) {
    const realize_joint* joint = find_joint(t);
    if (joint && (t->acts == 1 || t->l->chains)) {
        t->out.count -= strlen(joint->last);
        wend_text_put(&t->out, "%s ", joint->joined);
        return;
    }
    bool there = strstr(before, t->l->between[0]) != NULL;
    bool second = t->acts > 1 ? !t->between : wend_rng_chance(&t->rng, 0.3f);
    t->between = there || second;
    wend_text_put(&t->out, "%s", t->l->between[t->between]);
}

// "Now" may start any sentence, "after that" only one behind a step that moves.
static void put_link(selection* t, const wend_instruction_step* before,
                     const wend_instruction_step* s) {
    if (!before || !is_act(s) || s->kind == WEND_STEP_STOP) return;
    uint32_t links = 0;
    while (links < 8 && t->l->links[links]) links++;
    float often = !t->dense ? 0.2f : is_act(before) ? 0.45f : 0.25f;
    if (!is_act(before) && links) links = 1;
    if (!links || !wend_rng_chance(&t->rng, often)) return;
    wend_text_put(&t->out, "%s ", t->l->links[wend_rng_below(&t->rng, links)]);
}

// Starts a sentence with its link; returns its byte offset.
static size_t begin_sentence(selection* t, const wend_instruction_step* before,
                             const wend_instruction_step* s) {
    end_sentence(t);
    if (before) wend_text_put(&t->out, " ");
    size_t start = t->out.count;
    put_link(t, before, s);
    return start;
}

// "…जाकर … जाकर": the phrase contains the joined form that the previous one would take.
static bool repeats(const realize_joint* joint, const char* phrase) {
    char form[64];
    snprintf(form, sizeof form, "%.*s", (int)strcspn(joint->joined, ","), joint->joined);
    return strstr(phrase, form) != NULL;
}

// At most three steps share a sentence. SEE steps and phrases with a subordinate clause stand
// alone.
static bool realize_goes_on(selection* t, const wend_instruction_step* before,
                            const wend_instruction_step* s, const char* words, const char* phrase) {
    if (!before || !is_act(before) || !is_act(s) || t->acts >= 3) return false;
    if (before->kind == WEND_STEP_STOP || strchr(words, ',') || strstr(words, "until"))
        return false;
    const realize_joint* joint = find_joint(t);
    if (t->l->joints && (!joint || repeats(joint, phrase))) return false;
    return wend_rng_chance(&t->rng, t->dense ? 0.5f : 0.6f);
}

static wend_status realize_step(selection* t, const wend_instruction_step* steps, int count,
                                size_t* starts, wend_error* error) {
    const char* before = NULL;
    for (int i = 0; i < count; i++) {
        const wend_instruction_step* s = &steps[i];
        const realize_phrase* phrase = realize_choose(t, s);
        if (!phrase)
            return wend_fail(error, WEND_ARGUMENT,
                             "step %d (kind %d) has no fact that a phrase can mention", i,
                             (int)s->kind);
        bool on = realize_goes_on(t, i ? s - 1 : NULL, s, before, phrase->words);
        if (on) realize_join(t, before);
        size_t start = on ? t->out.count : begin_sentence(t, i ? s - 1 : NULL, s);
        if (starts) starts[i] = start;
        put_phrase(t, s, phrase->words);
        if (!on && !t->out.out_of_memory) t->out.items[start] = letter_upper(t->out.items[start]);
        before = phrase->words;
        t->acts++;
    }
    end_sentence(t);
    return t->out.out_of_memory
               ? wend_fail(error, WEND_NO_MEMORY, "out of memory for an instruction")
               : WEND_OK;
}

wend_status wend_instruction_generate(const wend_instruction_def* def,
                                      const wend_instruction_step* steps, int count, char* text,
                                      size_t size, size_t* starts, wend_error* error) {
    if ((unsigned)def->language >= WEND_LANGUAGE_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "language %d; there are %d", (int)def->language,
                         WEND_LANGUAGE_COUNT);
    selection t = {.l = languages[def->language], .dense = def->dense, .rng = def->rng};
    t.voice = wend_rng_u32(&t.rng);
    wend_status status = realize_step(&t, steps, count, starts, error);
    if (status == WEND_OK && t.out.count + 1 > size)
        status =
            wend_fail(error, WEND_LIMIT, "a text of %zu bytes; %zu are there", t.out.count, size);
    if (status == WEND_OK) memcpy(text, count ? t.out.items : "", count ? t.out.count + 1 : 1);
    wend_text_destroy(&t.out);
    return status;
}
