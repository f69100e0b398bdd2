#include "wend/heed.h"

#include <string.h>
#include <utf8proc.h>

#include "language/heed_clause.h"

struct wend_heed {
    heed_lexicon* lexicons[WEND_LANGUAGE_COUNT];
};

static const heed_language* const languages[WEND_LANGUAGE_COUNT] = {&heed_english, &heed_hindi,
                                                                    &heed_telugu};

// ---- clauses
// -------------------------------------------------------------------------------------

static heed_verb verb_of(const heed_clause* c) {
    heed_verb verb = VERB_NONE;
    for (int i = 0; i < c->count; i++) {
        const heed_lexeme* x = &c->lexemes[i];
        heed_verb v = x->kind == HEED_VERB ? (heed_verb)x->value : VERB_NONE;
        if (!v) continue;
        bool light = verb == VERB_NONE || verb == VERB_GO || verb == VERB_BE;
        if (v == VERB_STOP || (light && !(verb && (v == VERB_GO || v == VERB_BE)))) verb = v;
    }
    return verb;
}

// ---- counting -----------------------------------------------------------------------------------

static void keep_left(wend_heeded* out, const wend_word* words, int count) {
    for (int i = 0; i < count; i++) {
        size_t have = strlen(out->left_words);
        if (have + words[i].size + 2 > sizeof out->left_words) return;
        if (have) out->left_words[have++] = ' ';
        memcpy(out->left_words + have, words[i].start, words[i].size);
        out->left_words[have + words[i].size] = 0;
    }
}

static void count_words(heed_reading* r, const heed_clause* c, const wend_word* words, bool made) {
    wend_heeded* out = r->out;
    for (int i = 0; i < c->count; i++) {
        const heed_lexeme* x = &c->lexemes[i];
        bool owned = c->owner[i] >= 0 && c->mentions[c->owner[i]].used;
        bool tells = x->kind == HEED_VERB ||
                     ((x->kind == HEED_TURN || x->kind == HEED_DEGREE || x->kind == HEED_SIDE) &&
                      c->way_used);
        bool number = x->kind == HEED_GLUE && x->value && owned;
        bool glue =
            (x->kind == HEED_GLUE && !number) || x->kind == HEED_LINK || x->kind == HEED_UNTIL;
        if (glue)
            out->glue += x->count;
        else if (x->kind != HEED_UNKNOWN && (owned || (tells && made)))
            out->used += x->count;
        else
            out->left += x->count, keep_left(out, words + x->first, x->count);
    }
}

static void read_clause(heed_reading* r, heed_lexeme* lexemes, int count, const wend_word* words,
                        int first_word) {
    heed_clause c = {.lexemes = lexemes, .count = count, .degree = -1};
    if (count == 0) return;
    for (int i = 0; i < count; i++) c.owner[i] = -1;
    int before = r->out->count;
    r->word = first_word + lexemes[0].first;
    c.verb = verb_of(&c);
    heed_read_parts(r, &c);
    heed_add_steps(r, &c);
    bool said = false, made = r->out->count > before || c.way_used || c.joined;
    for (int i = 0; i < c.mention_count; i++) made |= c.mentions[i].used;
    for (int i = 0; i < count; i++)
        said |= lexemes[i].kind != HEED_GLUE && lexemes[i].kind != HEED_LINK;
    r->out->clauses += said;
    r->out->idle += said && !made;
    count_words(r, &c, words, made);
}

// ---- sentences ----------------------------------------------------------------------------------

static bool is_noun_turn(const heed_lexeme* x, const heed_lexeme* before) {
    return x->kind == HEED_VERB && x->value == VERB_TURN && before &&
           (before->kind == HEED_TURN || before->kind == HEED_DEGREE ||
            before->kind == HEED_ORDINAL);
}

// Where the clause ends that begins at `from`.
static int clause_end(const heed_reading* r, const heed_lexeme* x, int from, int count) {
    bool verb = false, any = false;
    for (int i = from; i < count; i++) {
        bool is_verb = x[i].kind == HEED_VERB || (x[i].kind == HEED_UNTIL && x[i].value);
        if (r->language->verb_last) {
            if (verb && !is_verb) return i;
            verb |= is_verb;
            continue;
        }
        // A verb begins a clause; so does "until", and the verb behind it belongs to it.
        // "past the chairs and to the left" are two things to do.
        bool joined = i > from && any && (x[i].comma || x[i - 1].kind == HEED_LINK);
        bool aside = x[i].kind == HEED_SIDE && x[i].value != WEND_SIDE_AHEAD;
        if (joined && (aside || (x[i].kind == HEED_TURN && x[i].value <= WAY_AROUND))) return i;
        bool begins = (is_verb && verb && !is_noun_turn(&x[i], i > from ? &x[i - 1] : NULL)) ||
                      (x[i].kind == HEED_UNTIL && any);
        if (begins) return i;
        verb |= is_verb;
        any |= x[i].kind != HEED_GLUE && x[i].kind != HEED_LINK;
    }
    return count;
}

static void read_sentence(heed_reading* r, const wend_word* words, const bool* commas, int count,
                          int first_word) {
    heed_lexeme lexemes[HEED_LEXEMES];
    int found = 0;
    for (int at = 0; at < count; found++) {
        int most = 1;  // no phrase reaches over a comma
        while (at + most < count && !commas[at + most] && most < HEED_LONGEST) most++;
        lexemes[found] = heed_lexicon_find(r->lexicon, words + at, most);
        lexemes[found].first = at;
        lexemes[found].comma = commas[at];
        at += lexemes[found].count;
    }
    r->sentence = r->out->count;
    for (int from = 0; from < found;) {
        int to = clause_end(r, lexemes, from, found);
        read_clause(r, lexemes + from, to - from, words, first_word);
        from = to;
    }
}

// What stands between two words: 2 ends a sentence, 1 is a comma, 0 neither.
static int gap_between(const char* from, const char* to) {
    int gap = 0;
    while (from < to) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)from, to - from, &c);
        if (taken <= 0) {
            from++;
            continue;
        }
        if (c == '.' || c == '!' || c == '?' || c == ';' || c == '\n' || c == 0x964 || c == 0x965)
            return 2;
        if (c == ',' || c == ':' || c == '(' || c == ')') gap = 1;
        from += taken;
    }
    return gap;
}

static void read_text(heed_reading* r, const char* text) {
    wend_word words[HEED_LEXEMES];
    bool commas[HEED_LEXEMES];
    int count = 0, first = 0;
    const char* at = text;
    const char* end = text;
    wend_word word;
    while (wend_words_next(&at, &word)) {
        int gap = gap_between(end, word.start);
        if ((gap == 2 && count) || count == HEED_LEXEMES) {
            read_sentence(r, words, commas, count, first);
            first += count;
            count = 0;
        }
        commas[count] = gap == 1;
        words[count++] = word;
        end = word.start + word.size;
    }
    if (count) read_sentence(r, words, commas, count, first);
    r->out->words = first + count;
}

// ---- reading ------------------------------------------------------------------------------------

bool wend_language_guess(const char* text, wend_language* language) {
    int letters[WEND_LANGUAGE_COUNT] = {0};
    int others = 0;
    while (*text) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)text, -1, &c);
        text += taken > 0 ? taken : 1;
        if (taken <= 0) continue;
        utf8proc_category_t category = utf8proc_category(c);
        bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        if (!letter) continue;
        if (c < 0x250)
            letters[WEND_ENGLISH]++;
        else if (c >= 0x900 && c < 0x980)
            letters[WEND_HINDI]++;
        else if (c >= 0xc00 && c < 0xc80)
            letters[WEND_TELUGU]++;
        else
            others++;
    }
    int best = 0;
    for (int i = 1; i < WEND_LANGUAGE_COUNT; i++)
        if (letters[i] > letters[best]) best = i;
    *language = (wend_language)best;
    return letters[best] > 0 && letters[best] >= others;
}

wend_status wend_heed_create(wend_heed** out, wend_error* error) {
    *out = NULL;
    wend_heed* heed = wend_alloc_zero(1, sizeof *heed);
    wend_status status =
        heed ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory for the words of languages");
    for (int i = 0; i < WEND_LANGUAGE_COUNT && status == WEND_OK; i++)
        status = heed_lexicon_create((wend_language)i, &heed->lexicons[i], error);
    if (status != WEND_OK) {
        wend_heed_destroy(heed);
        return status;
    }
    *out = heed;
    return WEND_OK;
}

void wend_heed_destroy(wend_heed* heed) {
    if (!heed) return;
    for (int i = 0; i < WEND_LANGUAGE_COUNT; i++) heed_lexicon_destroy(heed->lexicons[i]);
    wend_free(heed);
}

void wend_heed_read(const wend_heed* heed, const char* language, const char* text,
                    wend_heeded* out) {
    memset(out, 0, sizeof *out);
    out->known = (language && wend_language_find(language, &out->language, NULL) == WEND_OK) ||
                 wend_language_guess(text, &out->language);
    if (!out->known) {
        out->words = out->left = wend_words_count(text);
        return;
    }
    heed_reading r = {
        .lexicon = heed->lexicons[out->language], .language = languages[out->language], .out = out};
    read_text(&r, text);
}
