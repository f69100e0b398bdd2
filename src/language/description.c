// Parses descriptions of an object: phrases of adjectives and a noun, separated by link words.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/letter.h"

#include "wend/language.h"

typedef struct link_word {
    const char* word;
    wend_link_kind kind;
} link_word;

static const link_word link_words[] = {
    {"on", WEND_LINK_ON},
    {"atop", WEND_LINK_ON},
    {"in", WEND_LINK_IN},
    {"inside", WEND_LINK_IN},
    {"within", WEND_LINK_IN},
    {"under", WEND_LINK_UNDER},
    {"underneath", WEND_LINK_UNDER},
    {"below", WEND_LINK_UNDER},
    {"beneath", WEND_LINK_UNDER},
    {"near", WEND_LINK_NEAR},
    {"beside", WEND_LINK_NEAR},
    {"by", WEND_LINK_NEAR},
    {"next", WEND_LINK_NEAR},
    {"with", WEND_LINK_WITH},
    {"having", WEND_LINK_WITH},
    {"behind", WEND_LINK_OTHER},
    {"above", WEND_LINK_OTHER},
    {"saying", WEND_LINK_OTHER},
};

static const char* const number_words[] = {"no", "one", "two", "three", "four", "five"};

// A run of words without a link word: the description of one object.
typedef struct phrase {
    char words[12][32];
    int count;
} phrase;

// Removes accents of loanwords; the tables have none.
static void phrase_add(phrase* p, const char* word) {
    if (p->count == 12) return;
    char* out = p->words[p->count++];
    size_t size = 0;
    for (; *word && size + 1 < sizeof p->words[0]; word++) {
        bool accent = strncmp(word, "\xc3\xa9", 2) == 0;
        out[size++] = accent ? 'e' : *word;
        word += accent;
    }
    out[size] = 0;
}

// The longest run of words that names a category; among equals the last, as English nouns end a
// phrase.
static wend_category find_noun(const phrase* p) {
    for (int length = p->count < 4 ? p->count : 4; length > 0; length--)
        for (int first = p->count - length; first >= 0; first--) {
            char joined[4 * 32] = "";
            for (int i = 0; i < length; i++) {
                strcat(joined, p->words[first + i]);
                if (i + 1 < length) strcat(joined, " ");
            }
            wend_category found = wend_category_find(joined);
            size_t end = strlen(joined);
            if (!found && end > 3 && joined[end - 1] == 's') {  // plural
                joined[end - 1] = 0;
                found = wend_category_find(joined);
            }
            if (found) return found;
        }
    return WEND_CATEGORY_NONE;
}

static int find_number(const char* word) {
    for (int i = 0; i < (int)(sizeof number_words / sizeof *number_words); i++)
        if (letter_same(word, number_words[i])) return i;
    return letter_same(word, "single") ? 1 : -1;
}

static wend_described_object read_described_object(const phrase* p) {
    wend_described_object object = {.category = find_noun(p), .number = -1};
    for (int i = 0; i < p->count; i++) {
        wend_color color = wend_color_find(p->words[i]);
        if (color && object.color_count < WEND_MAX_COLORS)
            object.colors[object.color_count++] = color;
        if (!object.material) object.material = wend_material_type_find(p->words[i]);
        if (!object.material && letter_same(p->words[i], "metal"))
            object.material = WEND_MATERIAL_TYPE_METALLIC;
        if (!object.size) object.size = wend_size_find(p->words[i]);
        if (object.number < 0) object.number = find_number(p->words[i]);
    }
    return object;
}

// Parser state: the open phrase and its link.
typedef struct reader {
    wend_description out;
    phrase now;
    bool linked;  // the phrase belongs to a link, otherwise to the target
    wend_link_kind kind;
    int of;
} reader;

static void finish_phrase(reader* r) {
    if (!r->now.count) return;
    wend_described_object object = read_described_object(&r->now);
    r->now.count = 0;
    if (!r->linked)
        r->out.target = object;
    else if (object.category && r->out.link_count < WEND_MAX_LINKS)
        r->out.links[r->out.link_count++] = (wend_link){r->kind, r->of, object};
}

// "with" refers to the object before it; in "apple on a plate on a table" both links refer to the
// apple.
static void begin_link(reader* r, wend_link_kind kind) {
    finish_phrase(r);
    r->of = kind == WEND_LINK_WITH ? r->out.link_count - 1 : -1;
    r->linked = true;
    r->kind = kind;
}

static bool find_link(const char* word, wend_link_kind* kind) {
    for (int i = 0; i < (int)(sizeof link_words / sizeof *link_words); i++)
        if (letter_same(word, link_words[i].word)) {
            *kind = link_words[i].kind;
            return true;
        }
    return false;
}

// Commas and "and" separate the objects of a list ("near a laptop, chair"), but only the adjectives
// of the target ("small, red apple").
static bool parts(const char* from, const char* to, const char* word) {
    return letter_same(word, "and") || memchr(from, ',', (size_t)(to - from));
}

wend_description wend_description_read(const char* text) {
    reader r = {.out.target.number = -1, .of = -1};
    wend_word word;
    const char* before = text;
    while (wend_words_next(&text, &word)) {
        char spelt[32];
        wend_link_kind kind;
        snprintf(spelt, sizeof spelt, "%.*s", (int)(word.size < 31 ? word.size : 31), word.start);
        if (r.linked && parts(before, word.start, spelt)) finish_phrase(&r);
        if (find_link(spelt, &kind))
            begin_link(&r, kind);
        else
            phrase_add(&r.now, spelt);
        before = word.start + word.size;
    }
    finish_phrase(&r);
    return r.out;
}
