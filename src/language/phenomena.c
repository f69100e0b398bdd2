// Counts linguistic phenomena by rules over the lexemes of a text.
#include <stdlib.h>
#include <string.h>

#include "language/instruction_parser.h"

#include "wend/language.h"

enum { MAX_WORDS = 2048 };

struct wend_phenomena_reader {
    parse_lexicon* lexicons[WEND_LANGUAGE_COUNT];
};

// ---- published counts ---------------------------------------------------------------------------

typedef struct published {
    const char* set;
    // Percentage of instructions, mean per instruction; in the order of the list, without COUNT.
    float share[WEND_PHENOMENON_COUNT], mean[WEND_PHENOMENON_COUNT];
} published;

static const published table3[] = {
    {"r2r",
     {100, 32, 4, 16, 20, 80, 100, 100, 28, 8},
     {3.7f, .5f, 0, .2f, .2f, 1.2f, 4, 2.8f, .4f, .1f}},
    {"hi-IN",
     {100, 40, 0, 24, 68, 96, 100, 96, 32, 72},
     {5.8f, .4f, 0, .2f, 2.1f, 2.9f, 5.6f, 5.8f, .4f, 1.7f}},
    {"te-IN",
     {100, 76, 4, 44, 76, 80, 100, 96, 36, 68},
     {6.6f, 2.9f, .1f, .6f, 3.2f, 2.3f, 6.5f, 4.9f, .7f, 1.6f}},
    {"en-IN",
     {100, 76, 4, 44, 92, 64, 100, 100, 44, 80},
     {6.4f, 6.4f, 0, .5f, 3.4f, 2.8f, 8.4f, 7, 1, 2.3f}},
    {"en-US",
     {100, 64, 8, 52, 76, 60, 100, 96, 52, 84},
     {8.3f, 5.3f, 0, .9f, 2.4f, 2.3f, 6.3f, 6.3f, .8f, 3.1f}},
};

bool wend_phenomenon_published(wend_phenomenon phenomenon, const char* set, double* share,
                               double* mean) {
    for (size_t i = 0; i < sizeof table3 / sizeof *table3; i++) {
        if (strcmp(table3[i].set, set) != 0 || phenomenon >= WEND_PHENOMENON_COUNT) continue;
        *share = (double)table3[i].share[phenomenon];
        *mean = (double)table3[i].mean[phenomenon];
        return true;
    }
    return false;
}

const char* wend_phenomenon_name(wend_phenomenon phenomenon) {
    static const char* const names[] = {
#define X(name, words, how) words,
        WEND_PHENOMENON_LIST(X)
#undef X
    };
    return names[phenomenon];
}

// ---- word lists ---------------------------------------------------------------------------------

typedef struct few_words {
    const char* comparison;
    const char* next;      // sequencing words before a noun
    const char* numbers;   // numerals from two
    const char* subject;   // subjects that make a verb declarative (English)
    const char* pointing;  // demonstratives
} few_words;

// Words separated by blanks.
static const few_words few[WEND_LANGUAGE_COUNT] = {
    {" larger smaller bigger taller longer shorter closer wider nearer largest smallest biggest "
     "tallest "
     "longest closest nearest farthest furthest than ",
     " next last final another ", " two three four five six seven eight nine ten 2 3 4 5 6 ",
     " you to will can should would could we i you'll must we'll you're are is by after before "
     "while ",
     " this these those "},
    {" सबसे ज़्यादा अधिक दोनों ", " अगला अगले अगली आखिरी आख़िरी आखरी अंतिम दूसरे ",
     " दो तीन चार पाँच पांच छह सात ", " ", " उस उसके उसकी उसी उन इस इसके इसकी इसी जिसके जिसकी जिसपर "},
    {" కంటే అతి రెండింటిలో ", " తరువాతి తర్వాతి మరో మరొక మరిక చివరి ", " రెండు మూడు నాలుగు ఐదు ఆరు ", " ",
     " ఆ ఈ అది దాని దానిని దీని "},
};

static bool is_among(const char* list, wend_word word) {
    char spaced[64];
    if (word.size + 3 > sizeof spaced) return false;
    spaced[0] = ' ';
    for (size_t i = 0; i < word.size; i++) {
        char c = word.start[i];
        spaced[i + 1] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    memcpy(spaced + word.size + 1, " ", 2);
    return strstr(list, spaced) != NULL;
}

// ---- lexemes of a text --------------------------------------------------------------------------

typedef struct row {
    const parse_language* language;
    const few_words* few;
    wend_word words[MAX_WORDS];
    bool gaps[MAX_WORDS];  // punctuation before the word
    int word_count;
    parse_lexeme items[MAX_WORDS];
    int count;
    int* counts;  // [WEND_PHENOMENON_COUNT_ALL]
} row;

static bool has_sign(const char* from, const char* to) {
    for (; from < to; from++)
        if (strchr(".,;:!?()\n", *from) || (unsigned char)*from >= 0x80) return true;
    return false;
}

static void phenomena_read_row(row* r, const parse_lexicon* lexicon, const char* text) {
    const char *at = text, *end = text;
    wend_word word;
    while (r->word_count < MAX_WORDS && wend_words_next(&at, &word)) {
        r->gaps[r->word_count] = has_sign(end, word.start);
        r->words[r->word_count++] = word;
        end = word.start + word.size;
    }
    for (int i = 0; i < r->word_count;) {
        int max = 1;
        while (i + max < r->word_count && !r->gaps[i + max] && max < PARSE_LONGEST) max++;
        parse_lexeme* x = &r->items[r->count++];
        *x = parse_lexicon_find(lexicon, r->words + i, max);
        x->first = i;
        x->comma = r->gaps[i];
        i += x->count;
    }
}

static bool phenomena_is_named(const parse_lexeme* x) {
    return x->kind == PARSE_NOUN || x->kind == PARSE_ROOM;
}

// "the kitchen table": the head is the table.
static bool phenomena_is_modifier(const row* r, int i) {
    return i + 1 < r->count && phenomena_is_named(&r->items[i]) &&
           phenomena_is_named(&r->items[i + 1]) && !r->items[i + 1].comma;
}

static bool phenomena_describes(const parse_lexeme* x) {
    return x->kind == PARSE_GLUE || x->kind == PARSE_COLOR || x->kind == PARSE_MATERIAL ||
           x->kind == PARSE_ORDINAL || x->kind == PARSE_UNKNOWN || x->kind == PARSE_IT;
}

// Whether a noun follows lexeme `i` after at most `max` attributes.
static int phenomena_find_name(const row* r, int i, int max) {
    for (int k = i + 1; k < r->count && k <= i + 1 + max; k++) {
        if (r->items[k].comma) return -1;
        if (phenomena_is_named(&r->items[k])) return k;
        if (!phenomena_describes(&r->items[k])) return -1;
    }
    return -1;
}

static bool is_verb(const parse_lexeme* x) { return x->kind == PARSE_VERB; }

// Whether a noun precedes lexeme `i` in the clause, nearer than the verb.
static bool follows_name(const row* r, int i) {
    for (int k = i - 1; k >= 0 && !r->items[k + 1].comma; k--) {
        if (phenomena_is_named(&r->items[k])) return true;
        if (is_verb(&r->items[k]) && r->items[k].value != VERB_SEE && r->items[k].value != VERB_BE)
            return false;
    }
    return false;
}

// Whether a noun follows in the clause before the verb.
static bool precedes_name(const row* r, int i) {
    for (int k = i + 1; k < r->count && !r->items[k].comma; k++) {
        if (phenomena_is_named(&r->items[k])) return true;
        if (is_verb(&r->items[k])) return false;
    }
    return false;
}

// ---- rules --------------------------------------------------------------------------------------

static void phenomena_count(row* r, wend_phenomenon p) { r->counts[p]++; }

// The first mention is a reference, later ones are coreferences.
static void phenomena_read_name(row* r, int i, uint8_t* seen) {
    const parse_lexeme* x = &r->items[i];
    if (phenomena_is_modifier(r, i)) return;
    uint8_t* known = &seen[(x->kind == PARSE_ROOM) * 256 + x->value];
    const parse_lexeme* before = i > 0 && !x->comma ? x - 1 : NULL;
    bool pointed =
        before && (before->kind == PARSE_IT || is_among(r->few->pointing, r->words[before->first]));
    if (!*known) phenomena_count(r, WEND_PHENOMENON_REFERENCE);
    if (*known && !pointed) phenomena_count(r, WEND_PHENOMENON_COREFERENCE);
    *known = 1;
}

// In English a side follows its noun, in Hindi and Telugu it precedes it.
static void read_side(row* r, int i) {
    bool of_thing = r->language->verb_last ? precedes_name(r, i) || follows_name(r, i)
                                           : follows_name(r, i) || precedes_name(r, i);
    bool ahead = r->items[i].value == WEND_SIDE_AHEAD;
    phenomena_count(r, of_thing || ahead ? WEND_PHENOMENON_EGOCENTRIC : WEND_PHENOMENON_DIRECTION);
}

static bool phenomena_ends_in(wend_word word, const char* ending) {
    size_t n = strlen(ending);
    return word.size > n && memcmp(word.start + word.size - n, ending, n) == 0;
}

// Participles: "going", "मुड़कर", "चलते".
static bool is_participle(const row* r, const parse_lexeme* x) {
    static const char* const endings[] = {"ing", "कर", "के", "ते", "ती", "ता", "ने", NULL};
    wend_word word = r->words[x->first + x->count - 1];
    for (int i = 0; endings[i]; i++)
        if (phenomena_ends_in(word, endings[i])) return true;
    return false;
}

static bool is_command(const row* r, int i) {
    const parse_lexeme* x = &r->items[i];
    wend_word word = r->words[x->first];
    if (x->value == VERB_NONE || is_participle(r, x)) return false;
    bool mentioned = x->first > 0 && !x->comma && is_among(r->few->subject, r->words[x->first - 1]);
    return !mentioned && !is_among(r->few->subject, word);
}

static bool is_state(const parse_lexeme* x) {
    return x->kind == PARSE_VERB && (x->value == VERB_SEE || x->value == VERB_BE);
}

// "You will see", "है". Two verbs of one statement count once; "जाना है" is an imperative.
static void read_verb(row* r, int i) {
    const parse_lexeme *x = &r->items[i], *before = i > 0 && !x->comma ? x - 1 : NULL;
    if (!is_state(x)) {
        if (is_command(r, i)) phenomena_count(r, WEND_PHENOMENON_IMPERATIVE);
        return;
    }
    bool must = before && is_verb(before) &&
                phenomena_ends_in(r->words[before->first + before->count - 1], "ना");
    if (!must && !(before && is_state(before))) phenomena_count(r, WEND_PHENOMENON_STATE);
}

// "the lamp next to the sofa", "मेज़ के बगल में लैंप": a spatial relation between two nouns of a
// clause.
static void read_role(row* r, int i) {
    static const char of_place[] = {ROLE_AT,    ROLE_PAST, ROLE_IN, ROLE_ASIDE,
                                    ROLE_ABOVE, ROLE_WITH, 0};
    const parse_lexeme* x = &r->items[i];
    if (x->value == ROLE_AFTER) phenomena_count(r, WEND_PHENOMENON_TEMPORAL);
    if (x->value == ROLE_TO) phenomena_count(r, WEND_PHENOMENON_DIRECTION);
    if (!strchr(of_place, x->value) || i == 0 || x->comma) return;
    bool after = phenomena_is_named(&r->items[i - 1]);
    bool before = r->language->verb_last ? precedes_name(r, i) : phenomena_find_name(r, i, 3) > 0;
    if (after && before) phenomena_count(r, WEND_PHENOMENON_ALLOCENTRIC);
}

static void phenomena_read_word(row* r, int i) {
    const parse_lexeme* x = &r->items[i];
    bool chooses = x->kind == PARSE_GLUE && x->value > PARSE_CHOICE;  // "the left one"
    if (chooses) phenomena_count(r, WEND_PHENOMENON_COMPARISON);
    for (int k = 0; k < x->count; k++) {
        wend_word word = r->words[x->first + k];
        if (!chooses && is_among(r->few->comparison, word))
            phenomena_count(r, WEND_PHENOMENON_COMPARISON);
        if (is_among(r->few->pointing, word)) phenomena_count(r, WEND_PHENOMENON_COREFERENCE);
        if (k != x->count - 1) continue;
        bool names = phenomena_find_name(r, i, 2) > 0;
        if (names && is_among(r->few->next, word)) phenomena_count(r, WEND_PHENOMENON_SEQUENCING);
        if (names && is_among(r->few->numbers, word)) phenomena_count(r, WEND_PHENOMENON_COUNT);
    }
}

static void read_lexeme(row* r, int i, uint8_t* seen) {
    const parse_lexeme* x = &r->items[i];
    switch (x->kind) {
        case PARSE_NOUN:
        case PARSE_ROOM:
            phenomena_read_name(r, i, seen);
            break;
        case PARSE_IT:
            phenomena_count(r, WEND_PHENOMENON_COREFERENCE);
            break;
        case PARSE_ORDINAL:
            if (phenomena_find_name(r, i, 2) > 0) phenomena_count(r, WEND_PHENOMENON_SEQUENCING);
            break;
        case PARSE_SIDE:
            read_side(r, i);
            break;
        case PARSE_TURN:
            phenomena_count(r, WEND_PHENOMENON_DIRECTION);
            break;
        case PARSE_UNTIL:
            phenomena_count(r, WEND_PHENOMENON_TEMPORAL);
            break;
        case PARSE_VERB:
            read_verb(r, i);
            break;
        case PARSE_ROLE:
            read_role(r, i);
            break;
        default:
            break;
    }
    phenomena_read_word(r, i);
}

// ---- reading ------------------------------------------------------------------------------------

static int compare_hashes(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

static int count_different(const row* r) {
    uint64_t hashes[MAX_WORDS];
    int different = 0;
    for (int i = 0; i < r->word_count; i++) hashes[i] = wend_words_hash(r->words[i]);
    qsort(hashes, (size_t)r->word_count, sizeof *hashes, compare_hashes);
    for (int i = 0; i < r->word_count; i++) different += i == 0 || hashes[i] != hashes[i - 1];
    return different;
}

wend_status wend_phenomena_reader_create(wend_phenomena_reader** out, wend_error* error) {
    *out = NULL;
    wend_phenomena_reader* reader = wend_alloc_zero(1, sizeof *reader);
    wend_status status =
        reader ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "out of memory for the words of languages");
    for (int i = 0; i < WEND_LANGUAGE_COUNT && status == WEND_OK; i++)
        status = parse_lexicon_create((wend_language)i, &reader->lexicons[i], error);
    if (status != WEND_OK) {
        wend_phenomena_reader_destroy(reader);
        return status;
    }
    *out = reader;
    return WEND_OK;
}

void wend_phenomena_reader_destroy(wend_phenomena_reader* reader) {
    if (!reader) return;
    for (int i = 0; i < WEND_LANGUAGE_COUNT; i++) parse_lexicon_destroy(reader->lexicons[i]);
    wend_free(reader);
}

void wend_phenomena_read(const wend_phenomena_reader* reader, const char* language,
                         const char* text, wend_phenomena* out) {
    static const parse_language* const languages[] = {&parse_english, &parse_hindi, &parse_telugu};
    uint8_t seen[512] = {0};
    *out = (wend_phenomena){0};
    out->known = (language && wend_language_parse(language, &out->language, NULL) == WEND_OK) ||
                 wend_language_guess(text, &out->language);
    row r = {
        .language = languages[out->language], .few = &few[out->language], .counts = out->counts};
    phenomena_read_row(&r, reader->lexicons[out->language], text);
    out->words = r.word_count;
    out->different = count_different(&r);
    for (int i = 0; i < r.count && out->known; i++) {
        if (phenomena_is_named(&r.items[i])) out->object_words += r.items[i].count;
        read_lexeme(&r, i, seen);
    }
}
