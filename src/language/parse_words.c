// The lexicon of a language: a hash table from phrases to their kind and value. Keys are built from
// stems, for the entries and for the words of a text, so that inflected forms need no entries.
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "language/instruction_parser.h"
#include "language/vocabulary.h"

enum { MAX_STEM = 96 };  // bytes; longer words are truncated
// Typing errors: letters of the shortest word that is corrected, or in which two are swapped, and
// the number of words compared with.
enum { MIN_CORRECTED = 5, MIN_SWAPPED = 4, MAX_SPELLINGS = 2048 };

typedef struct lexicon_entry {
    uint64_t key;  // 0: empty
    uint8_t kind, value;
} lexicon_entry;

// A word as written, with its entry.
typedef struct lexicon_spelling {
    char word[16];
    uint8_t size, kind, value;
} lexicon_spelling;

struct parse_lexicon {
    const parse_language* language;
    lexicon_entry* entries;  // [capacity] a power of two
    size_t capacity, count;
    lexicon_spelling* spellings;  // [spelling_count] words that typing errors are compared with
    size_t spelling_count;
};

static const parse_language* const languages[WEND_LANGUAGE_COUNT] = {&parse_english, &parse_hindi,
                                                                     &parse_telugu};

// ---- stems --------------------------------------------------------------------------------------

// Normalises spelling variants: nuktas and joiners are removed, candrabindu becomes anusvara.
static int32_t plain_sign(int32_t c) {
    static const int32_t without_nukta[] = {0x915, 0x916, 0x917, 0x91c, 0x921, 0x922, 0x92b, 0x92f};
    if (c == 0x93c || c == 0x200c || c == 0x200d) return 0;
    if (c == 0x901) return 0x902;
    if (c == 0x2019) return '\'';
    if (c >= 0x958 && c <= 0x95f) return without_nukta[c - 0x958];
    return utf8proc_tolower(c);
}

static size_t normalise(wend_word word, char out[MAX_STEM]) {
    size_t size = 0;
    for (size_t at = 0; at < word.size && size + 8 < MAX_STEM;) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)word.start + at,
                                                  (utf8proc_ssize_t)(word.size - at), &c);
        if (taken <= 0) break;  // words are valid UTF-8
        at += (size_t)taken;
        c = plain_sign(c);
        if (c) size += (size_t)utf8proc_encode_char(c, (uint8_t*)out + size);
    }
    out[size] = 0;
    return size;
}

static int parse_words_letters_of(const char* text, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i++) count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool take_ending(const parse_language* l, int i, char* word, size_t* size,
                        parse_role* role) {
    const parse_ending* e = &l->endings[i];
    size_t n = strlen(e->ending), m = strlen(e->instead);
    if (n >= *size || memcmp(word + *size - n, e->ending, n) != 0) return false;
    if (parse_words_letters_of(word, *size - n) < l->min) return false;
    memcpy(word + *size - n, e->instead, m + 1);
    *size += m - n;
    if (e->role && !*role) *role = (parse_role)e->role;
    return true;
}

// Removes the longest ending, up to `rounds` times; returns the remaining bytes.
static size_t stem(const parse_language* l, char* word, size_t size, parse_role* role) {
    *role = ROLE_BARE;
    for (int round = 0; round < l->rounds; round++) {
        int i = 0;
        while (i < l->ending_count && !take_ending(l, i, word, &size, role)) i++;
        if (i == l->ending_count) break;
    }
    return size;
}

static uint64_t add_to_key(uint64_t key, const char* word, size_t size) {
    uint64_t next = wend_hash(word, size, key + 1);
    return next ? next : 1;
}

// ---- hash table ---------------------------------------------------------------------------------

static lexicon_entry* parse_words_slot_of(const parse_lexicon* lexicon, uint64_t key) {
    size_t at = (size_t)key & (lexicon->capacity - 1);
    while (lexicon->entries[at].key && lexicon->entries[at].key != key)
        at = (at + 1) & (lexicon->capacity - 1);
    return &lexicon->entries[at];
}

// The first entry of a key wins: the parser's own words precede the vocabulary.
static void parse_words_put(parse_lexicon* lexicon, uint64_t key, uint8_t kind, uint8_t value) {
    lexicon_entry* slot = parse_words_slot_of(lexicon, key);
    if (slot->key || 2 * lexicon->count >= lexicon->capacity) return;
    *slot = (lexicon_entry){key, kind, value};
    lexicon->count++;
}

static void add_spelling(parse_lexicon* lexicon, const char* word, size_t size, uint8_t kind,
                         uint8_t value) {
    bool fits = size + 1 >= MIN_CORRECTED && size < sizeof lexicon->spellings->word;
    if (!fits || lexicon->language->verb_last || lexicon->spelling_count == MAX_SPELLINGS) return;
    lexicon_spelling* s = &lexicon->spellings[lexicon->spelling_count++];
    memcpy(s->word, word, size);
    s->size = (uint8_t)size;
    s->kind = kind;
    s->value = value;
}

// Adds a phrase as written or by its stems.
static void add_phrase(parse_lexicon* lexicon, const char* text, size_t size, uint8_t kind,
                       uint8_t value, bool stems) {
    char copy[256], word[MAX_STEM];
    if (!size || size >= sizeof copy) return;
    memcpy(copy, text, size);
    copy[size] = 0;
    const char* at = copy;
    wend_word w;
    uint64_t key = 0;
    size_t n = 0;
    int count = 0;
    for (; wend_words_next(&at, &w); count++) {
        parse_role role;
        n = normalise(w, word);
        if (stems) n = stem(lexicon->language, word, n, &role);
        key = add_to_key(key, word, n);
    }
    if (!stems && count == 1) add_spelling(lexicon, word, n, kind, value);
    if (key) parse_words_put(lexicon, key, kind, value);
}

static void add_words(parse_lexicon* lexicon, const char* words, parse_kind kind, int value,
                      bool stems) {
    while (*words) {
        size_t size = strcspn(words, "|");
        add_phrase(lexicon, words, size, (uint8_t)kind, (uint8_t)value, stems);
        words += size + (words[size] == '|');
    }
}

static void parse_words_fill(parse_lexicon* lexicon, wend_language language, bool stems) {
    const parse_language* l = lexicon->language;
    for (int i = 0; i < l->word_count; i++)
        add_words(lexicon, l->words[i].words, (parse_kind)l->words[i].kind, l->words[i].value,
                  stems);
    for (int i = 1; i < WEND_CATEGORY_COUNT; i++)
        add_words(lexicon, wend_instruction_noun(language, (wend_category)i), PARSE_NOUN, i, stems);
    for (int i = 0; i < WEND_ROOM_TYPE_COUNT; i++)
        add_words(lexicon, wend_instruction_room(language, (wend_room_type)i), PARSE_ROOM, i,
                  stems);
    for (int i = 1; i < WEND_COLOR_COUNT; i++)
        add_words(lexicon, vocabulary_color(language, (wend_color)i), PARSE_COLOR, i, stems);
    for (int i = 1; i < WEND_MATERIAL_TYPE_COUNT; i++)
        add_words(lexicon, vocabulary_material(language, (wend_material_type)i), PARSE_MATERIAL, i,
                  stems);
    for (int i = 1; i <= 5; i++)
        add_words(lexicon, vocabulary_ordinal(language, i), PARSE_ORDINAL, i, stems);
}

wend_status parse_lexicon_create(wend_language language, parse_lexicon** out, wend_error* error) {
    *out = NULL;
    parse_lexicon* lexicon = wend_alloc_zero(1, sizeof *lexicon);
    if (!lexicon)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the lexicon of a language");
    lexicon->language = languages[language];
    lexicon->capacity = 8192;
    lexicon->entries = wend_alloc_zero(lexicon->capacity, sizeof *lexicon->entries);
    lexicon->spellings = wend_alloc_zero(MAX_SPELLINGS, sizeof *lexicon->spellings);
    if (!lexicon->entries || !lexicon->spellings) {
        parse_lexicon_destroy(lexicon);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for words");
    }
    parse_words_fill(lexicon, language, false);
    parse_words_fill(lexicon, language, true);
    *out = lexicon;
    return WEND_OK;
}

void parse_lexicon_destroy(parse_lexicon* lexicon) {
    if (!lexicon) return;
    wend_free(lexicon->entries);
    wend_free(lexicon->spellings);
    wend_free(lexicon);
}

// Removes the i-th ending (-1: none); returns 0 when the word does not have it.
static size_t parse_words_bend(const parse_language* l, const char* whole, size_t size, int i,
                               char out[MAX_STEM], parse_role* role) {
    *role = ROLE_BARE;
    memcpy(out, whole, size + 1);
    if (i < 0) return size;
    return take_ending(l, i, out, &size, role) ? size : 0;
}

// ---- typing errors ------------------------------------------------------------------------------

// Whether one letter is missing, added or changed, or two neighbours are swapped.
static bool is_one_off(const char* a, size_t n, const char* b, size_t m) {
    size_t same = 0, least = n < m ? n : m;
    while (same < least && a[same] == b[same]) same++;
    a += same, b += same, n -= same, m -= same;
    if (n != m && same + n < MIN_CORRECTED) return false;
    if (n == m + 1) return memcmp(a + 1, b, m) == 0;
    if (m == n + 1) return memcmp(a, b + 1, n) == 0;
    if (n != m || n == 0) return false;
    if (memcmp(a + 1, b + 1, n - 1) == 0) return same + n > MIN_CORRECTED;  // not "chain"
    return n > 1 && a[0] == b[1] && a[1] == b[0] && memcmp(a + 2, b + 2, n - 2) == 0;
}

parse_lexeme parse_lexicon_correct(const parse_lexicon* lexicon, wend_word word) {
    parse_lexeme found = {.kind = PARSE_UNKNOWN, .count = 1};
    char typed[MAX_STEM];
    size_t size = normalise(word, typed);
    if (size < MIN_SWAPPED) return found;
    for (size_t i = 0; i < lexicon->spelling_count; i++) {
        const lexicon_spelling* s = &lexicon->spellings[i];
        // The first letter is seldom wrong, and "s" at the end is another form.
        if (s->word[0] != typed[0] || !is_one_off(typed, size, s->word, s->size)) continue;
        found.kind = (parse_kind)s->kind;
        found.value = s->value;
        return found;
    }
    return found;
}

parse_lexeme parse_lexicon_find(const parse_lexicon* lexicon, const wend_word* words, int count) {
    const parse_language* l = lexicon->language;
    parse_lexeme found = {.kind = PARSE_UNKNOWN, .count = 1};
    uint64_t exact = 0, stems = 0;  // keys of the words so far, as written and by stems
    if (count > PARSE_LONGEST) count = PARSE_LONGEST;
    for (int n = 1; n <= count; n++) {
        char whole[MAX_STEM], bent[MAX_STEM];
        parse_role role;
        size_t size = normalise(words[n - 1], whole);
        // The last word of a phrase is inflected most, and several endings may fit it: all are
        // tried, then the stem.
        const lexicon_entry* entry = NULL;
        for (int i = -1; i < l->ending_count && !(entry && entry->key); i++) {
            size_t left = parse_words_bend(l, whole, size, i, bent, &role);
            if (!left) continue;
            entry = parse_words_slot_of(lexicon, add_to_key(exact, bent, left));
            if (!entry->key) entry = parse_words_slot_of(lexicon, add_to_key(stems, bent, left));
        }
        parse_role given = role;
        exact = add_to_key(exact, whole, size);
        stems = add_to_key(stems, whole, stem(l, whole, size, &role));
        if (!entry || !entry->key) {
            entry = parse_words_slot_of(lexicon, stems);
            given = role;
        }
        if (!entry->key) continue;
        found = (parse_lexeme){
            .kind = (parse_kind)entry->kind, .value = entry->value, .role = given, .count = n};
    }
    return found;
}
