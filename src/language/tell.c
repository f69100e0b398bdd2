#include "language/tell.h"

#include <ctype.h>
#include <string.h>

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
        case 'K':
        case 'V':
            return l->noun(s->landmark.category) != NULL;
        case 'S':
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
        count++;
    }
    return count;
}

// Of the phrases that mention most of what is known, any one.
static const char* choose(const tell_language* l, const wend_tell_step* s, bool dense,
                          wend_rng* rng) {
    const char* found[64];
    int most = -1, count = 0;
    for (int i = 0; i < l->phrase_count; i++) {
        const tell_phrase* p = &l->phrases[i];
        if (p->kind != s->kind || (p->dense && (p->dense == 2) != dense)) continue;
        int said = mentions(l, p, s);
        if (said < 0 || said < most) continue;
        if (said > most) count = 0;
        most = said;
        if (count < 64) found[count++] = p->words;
    }
    return count ? found[wend_rng_below(rng, (uint32_t)count)] : NULL;
}

// ---- putting it together ------------------------------------------------------------------------

static void put_phrase(text_out* out, const tell_language* l, const wend_tell_step* s,
                       const char* words) {
    for (const char* at = words; *at; at++) {
        if (*at != '%') {
            text_put_bytes(out, at, 1);
            continue;
        }
        switch (*++at) {
            case 'T':
            case 'O':
            case 'A':
            case 'K':
            case 'V':
                l->put_landmark(out, &s->landmark, *at);
                break;
            case 'S':
                text_put(out, "%s", l->sides[s->landmark.side]);
                break;
            case 'D':
                text_put(out, "%s", l->turns[s->turn]);
                break;
            default:
                l->put_room(out, s->room, *at);
        }
    }
}

static void put_sentence(text_out* out, const tell_language* l, const wend_tell_step* s,
                         const char* words, const wend_tell_def* def, bool first, wend_rng* rng) {
    if (out->count) text_put(out, " ");
    size_t start = out->count;
    int links = 0;
    while (links < 8 && l->links[links]) links++;
    bool acts = s->kind != WEND_TELL_BEGIN && s->kind != WEND_TELL_SEE;
    if (def->dense && !first && acts && links && wend_rng_chance(rng, 0.5f))
        text_put(out, "%s ", l->links[wend_rng_below(rng, (uint32_t)links)]);
    put_phrase(out, l, s, words);
    text_put(out, "%s", l->stop);
    if (!out->starved) out->items[start] = (char)toupper((unsigned char)out->items[start]);
}

static wend_status tell(text_out* out, const wend_tell_def* def, const wend_tell_step* steps,
                        int count, size_t* starts, wend_error* error) {
    const tell_language* l = languages[def->language];
    wend_rng rng = def->rng;
    for (int i = 0; i < count; i++) {
        const char* words = choose(l, &steps[i], def->dense, &rng);
        if (starts) starts[i] = out->count + (out->count > 0);
        if (!words)
            return wend_fail(error, WEND_ARGUMENT,
                             "step %d of the walk (kind %d) says nothing that can be told", i,
                             (int)steps[i].kind);
        put_sentence(out, l, &steps[i], words, def, i == 0, &rng);
    }
    return out->starved ? wend_fail(error, WEND_NO_MEMORY, "no memory to tell a walk") : WEND_OK;
}

wend_status wend_tell(const wend_tell_def* def, const wend_tell_step* steps, int count, char* text,
                      size_t size, size_t* starts, wend_error* error) {
    text_out out = {0};
    if ((unsigned)def->language >= WEND_LANGUAGE_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "language %d; there are %d", (int)def->language,
                         WEND_LANGUAGE_COUNT);
    wend_status status = tell(&out, def, steps, count, starts, error);
    if (status == WEND_OK && out.count + 1 > size)
        status =
            wend_fail(error, WEND_LIMIT, "a text of %zu bytes; %zu are there", out.count, size);
    if (status == WEND_OK) memcpy(text, count ? out.items : "", count ? out.count + 1 : 1);
    text_destroy(&out);
    return status;
}
