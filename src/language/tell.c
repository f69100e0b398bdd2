#include "language/tell.h"

#include <stdio.h>
#include <string.h>

#include "base/letter.h"

static const tell_language* const languages[WEND_LANGUAGE_COUNT] = {&tell_english, &tell_hindi,
                                                                    &tell_telugu};

const char* wend_language_code(wend_language language) { return languages[language]->code; }

wend_status wend_language_find(const char* code, wend_language* language, wend_error* error) {
    size_t size = strcspn(code, "-_");
    for (int i = 0; i < WEND_LANGUAGE_COUNT; i++)
        if (size == 2 && strncmp(languages[i]->code, code, 2) == 0) {
            *language = (wend_language)i;
            return WEND_OK;
        }
    return wend_fail(error, WEND_ARGUMENT, "language '%.20s'; there are en, hi and te", code);
}

const char* wend_tell_noun(wend_language language, wend_category category) {
    const char* noun = languages[language]->noun(category);
    return noun ? noun : "";
}

const char* wend_tell_room(wend_language language, wend_room_type room) {
    const char* word = languages[language]->room(room);
    return word ? word : "";
}

const char* tell_color_word(wend_language language, wend_color color) {
    const char* const* words = languages[language]->colors;
    return !words ? wend_color_name(color) : words[color] ? words[color] : "";
}

const char* tell_stuff_word(wend_language language, wend_stuff stuff) {
    const char* const* words = languages[language]->stuffs;
    return !words ? wend_stuff_name(stuff) : words[stuff] ? words[stuff] : "";
}

const char* tell_ordinal_word(wend_language language, int ordinal) {
    return languages[language]->ordinals[ordinal];
}

// ---- choosing a phrase --------------------------------------------------------------------------

static bool is_known(const tell_language* l, const wend_tell_step* s, char mark) {
    switch (mark) {
        case 'T':
        case 'O':
        case 'A':
        case 'H':
        case 'G':
        case 'K':
        case 'V':
            return l->noun(s->landmark.category) != NULL;
        case 'U':
            return s->reach && l->noun(s->landmark.category) != NULL;
        case 'S':
        case 'M':
            return s->landmark.side != WEND_SIDE_NONE;
        case 'D':
            return s->turn != WEND_TURN_NONE;
        default:
            return s->room != WEND_ROOM_UNKNOWN;
    }
}

// How many things the phrase mentions; -1 when one of them is not known.
static int mentions(const tell_language* l, const tell_phrase* p, const wend_tell_step* s) {
    int count = 0;
    for (const char* at = p->words; *at; at++) {
        if (*at != '%') continue;
        if (!is_known(l, s, *++at)) return -1;
        count += !strchr("HGKV", *at);  // they say nothing of their own
    }
    return count;
}

enum { MAX_PHRASES = 256 };

// A text being made.
typedef struct telling {
    const tell_language* l;
    bool dense;
    wend_rng rng;
    uint32_t voice;
    text_out out;
    uint8_t used[MAX_PHRASES];  // how often each phrase has been
    int acts;                   // in the sentence under way; 0: none is
    int between;                // with which words the last two of it were joined
} telling;

// Of the phrases that mention most of what is known, one of those used least so far.
static const tell_phrase* choose(telling* t, const wend_tell_step* s) {
    const tell_phrase* found[64];
    int most = -1, least = 0, count = 0;
    for (int i = 0; i < t->l->phrase_count; i++) {
        const tell_phrase* p = &t->l->phrases[i];
        if (p->kind != s->kind || (p->dense && (p->dense == 2) != t->dense)) continue;
        int said = mentions(t->l, p, s), used = t->used[i];
        if (said < 0 || said < most || (said == most && used > least)) continue;
        if (said > most || used < least) count = 0;
        most = said;
        least = used;
        if (count < 64) found[count++] = p;
    }
    if (!count) return NULL;
    const tell_phrase* p = found[wend_rng_below(&t->rng, (uint32_t)count)];
    t->used[p - t->l->phrases]++;
    return p;
}

// ---- putting it together ------------------------------------------------------------------------

static void put_turn(telling* t, wend_turn turn, const char* phrase) {
    const char* const* ways = t->l->turns[turn];
    uint32_t count = 1;
    while (count < TELL_TURN_WAYS && ways[count]) count++;
    uint32_t way = wend_rng_below(&t->rng, count);
    if (t->l->plain_turns && strchr(phrase, 'T')) way = 0;
    text_put(&t->out, "%s", ways[way]);
}

static void put_phrase(telling* t, const wend_tell_step* s, const char* words) {
    for (const char* at = words; *at; at++) {
        if (*at != '%') {
            text_put_bytes(&t->out, at, 1);
            continue;
        }
        char mark = *++at;
        if (mark == 'S')
            text_put(&t->out, "%s", t->l->sides[s->landmark.side]);
        else if (mark == 'M')
            text_put(&t->out, "%s", t->l->own_sides[s->landmark.side]);
        else if (mark == 'D')
            put_turn(t, s->turn, words);
        else if (strchr("TUOAHGKV", mark))
            t->l->put_landmark(&t->out, &s->landmark, mark == 'U' ? 'T' : mark, t->voice);
        else
            t->l->put_room(&t->out, s->room, mark, t->voice);
    }
}

static bool is_act(const wend_tell_step* s) {
    return s->kind != WEND_TELL_BEGIN && s->kind != WEND_TELL_SEE;
}

static bool ends_with(const text_out* out, const char* end) {
    size_t n = strlen(end);
    return !out->starved && out->count >= n && memcmp(out->items + out->count - n, end, n) == 0;
}

static void end_sentence(telling* t) {
    if (t->acts) text_put(&t->out, "%s", t->l->stop);
    t->acts = 0;
}

// The form the sentence's last words take before another act. Nullable: the answer.
static const tell_joint* find_joint(const telling* t) {
    for (const tell_joint* j = t->l->joints; j && j->last; j++)
        if (ends_with(&t->out, j->last)) return j;
    return NULL;
}

// Goes on in the sentence that ends with the step before: "A and B, then C", "A, then B and C".
static void join(telling* t, const char* before) {
    const tell_joint* joint = find_joint(t);
    if (joint && (t->acts == 1 || t->l->chains)) {
        t->out.count -= strlen(joint->last);
        text_put(&t->out, "%s ", joint->joined);
        return;
    }
    bool there = strstr(before, t->l->between[0]) != NULL;
    bool second = t->acts > 1 ? !t->between : wend_rng_chance(&t->rng, 0.3f);
    t->between = there || second;
    text_put(&t->out, "%s", t->l->between[t->between]);
}

// "Now" may stand before anything that is done, "after that" only after something was.
static void put_link(telling* t, const wend_tell_step* before, const wend_tell_step* s) {
    if (!before || !is_act(s) || s->kind == WEND_TELL_STOP) return;
    uint32_t links = 0;
    while (links < 8 && t->l->links[links]) links++;
    float often = !t->dense ? 0.2f : is_act(before) ? 0.45f : 0.25f;
    if (!is_act(before) && links) links = 1;
    if (!links || !wend_rng_chance(&t->rng, often)) return;
    text_put(&t->out, "%s ", t->l->links[wend_rng_below(&t->rng, links)]);
}

// Where the sentence begins, with its link.
static size_t begin_sentence(telling* t, const wend_tell_step* before, const wend_tell_step* s) {
    end_sentence(t);
    if (before) text_put(&t->out, " ");
    size_t start = t->out.count;
    put_link(t, before, s);
    return start;
}

// "…जाकर … जाकर": the phrase has the very form that the one before it would take.
static bool repeats(const tell_joint* joint, const char* phrase) {
    char form[64];
    snprintf(form, sizeof form, "%.*s", (int)strcspn(joint->joined, ","), joint->joined);
    return strstr(phrase, form) != NULL;
}

// At most three acts share a sentence; what is only seen stands alone, and so does what has a
// clause of its own.
static bool goes_on(telling* t, const wend_tell_step* before, const wend_tell_step* s,
                    const char* words, const char* phrase) {
    if (!before || !is_act(before) || !is_act(s) || t->acts >= 3) return false;
    if (before->kind == WEND_TELL_STOP || strchr(words, ',') || strstr(words, "until"))
        return false;
    const tell_joint* joint = find_joint(t);
    if (t->l->joints && (!joint || repeats(joint, phrase))) return false;
    return wend_rng_chance(&t->rng, t->dense ? 0.5f : 0.6f);
}

static wend_status tell(telling* t, const wend_tell_step* steps, int count, size_t* starts,
                        wend_error* error) {
    const char* before = NULL;
    for (int i = 0; i < count; i++) {
        const wend_tell_step* s = &steps[i];
        const tell_phrase* phrase = choose(t, s);
        if (!phrase)
            return wend_fail(error, WEND_ARGUMENT,
                             "step %d of the walk (kind %d) says nothing that can be told", i,
                             (int)s->kind);
        bool on = goes_on(t, i ? s - 1 : NULL, s, before, phrase->words);
        if (on) join(t, before);
        size_t start = on ? t->out.count : begin_sentence(t, i ? s - 1 : NULL, s);
        if (starts) starts[i] = start;
        put_phrase(t, s, phrase->words);
        if (!on && !t->out.starved) t->out.items[start] = letter_upper(t->out.items[start]);
        before = phrase->words;
        t->acts++;
    }
    end_sentence(t);
    return t->out.starved ? wend_fail(error, WEND_NO_MEMORY, "no memory to tell a walk") : WEND_OK;
}

wend_status wend_tell(const wend_tell_def* def, const wend_tell_step* steps, int count, char* text,
                      size_t size, size_t* starts, wend_error* error) {
    if ((unsigned)def->language >= WEND_LANGUAGE_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "language %d; there are %d", (int)def->language,
                         WEND_LANGUAGE_COUNT);
    telling t = {.l = languages[def->language], .dense = def->dense, .rng = def->rng};
    t.voice = wend_rng_u32(&t.rng);
    wend_status status = tell(&t, steps, count, starts, error);
    if (status == WEND_OK && t.out.count + 1 > size)
        status =
            wend_fail(error, WEND_LIMIT, "a text of %zu bytes; %zu are there", t.out.count, size);
    if (status == WEND_OK) memcpy(text, count ? t.out.items : "", count ? t.out.count + 1 : 1);
    text_destroy(&t.out);
    return status;
}
