// The words of a language by their stems. Stems are what is left of a word without its endings, on
// both sides: of the words that are looked for and of those in the table, so that no form has to be
// listed.
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "language/heed.h"
#include "language/tell.h"

enum { MAX_STEM = 96 };  // bytes; of a longer word only the beginning counts

typedef struct lexicon_entry {
    uint64_t key;  // 0: empty
    uint8_t kind, value;
} lexicon_entry;

struct heed_lexicon {
    const heed_language* language;
    lexicon_entry* entries;  // [capacity] a power of two
    size_t capacity, count;
};

static const heed_language* const languages[WEND_LANGUAGE_COUNT] = {&heed_english, &heed_hindi,
                                                                    &heed_telugu};

// ---- stems --------------------------------------------------------------------------------------

// Spellings that people mix: nuktas are left out as often as written, candrabindu and anusvara
// stand for each other, joiners do not sound.
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
        if (taken <= 0) break;  // a word holds UTF-8 only
        at += (size_t)taken;
        c = plain_sign(c);
        if (c) size += (size_t)utf8proc_encode_char(c, (uint8_t*)out + size);
    }
    out[size] = 0;
    return size;
}

static int letters_of(const char* text, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i++) count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool take_ending(const heed_language* l, int i, char* word, size_t* size, heed_role* role) {
    const heed_ending* e = &l->endings[i];
    size_t n = strlen(e->ending), m = strlen(e->instead);
    if (n >= *size || memcmp(word + *size - n, e->ending, n) != 0) return false;
    if (letters_of(word, *size - n) < l->least) return false;
    memcpy(word + *size - n, e->instead, m + 1);
    *size += m - n;
    if (e->role && !*role) *role = (heed_role)e->role;
    return true;
}

// Takes off the longest ending, as often as the language has it; returns the bytes that are left.
static size_t stem(const heed_language* l, char* word, size_t size, heed_role* role) {
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

// ---- the table ----------------------------------------------------------------------------------

static lexicon_entry* slot_of(const heed_lexicon* lexicon, uint64_t key) {
    size_t at = (size_t)key & (lexicon->capacity - 1);
    while (lexicon->entries[at].key && lexicon->entries[at].key != key)
        at = (at + 1) & (lexicon->capacity - 1);
    return &lexicon->entries[at];
}

// What comes first stays: the table of the reader comes before the words of tell.
static void put(heed_lexicon* lexicon, uint64_t key, uint8_t kind, uint8_t value) {
    lexicon_entry* slot = slot_of(lexicon, key);
    if (slot->key || 2 * lexicon->count >= lexicon->capacity) return;
    *slot = (lexicon_entry){key, kind, value};
    lexicon->count++;
}

// A phrase as it is written, and by its stems.
static void add_phrase(heed_lexicon* lexicon, const char* text, size_t size, uint8_t kind,
                       uint8_t value, bool stems) {
    char copy[256], word[MAX_STEM];
    if (!size || size >= sizeof copy) return;
    memcpy(copy, text, size);
    copy[size] = 0;
    const char* at = copy;
    wend_word w;
    uint64_t key = 0;
    while (wend_words_next(&at, &w)) {
        heed_role role;
        size_t n = normalise(w, word);
        if (stems) n = stem(lexicon->language, word, n, &role);
        key = add_to_key(key, word, n);
    }
    if (key) put(lexicon, key, kind, value);
}

static void add_words(heed_lexicon* lexicon, const char* words, heed_kind kind, int value,
                      bool stems) {
    while (*words) {
        size_t size = strcspn(words, "|");
        add_phrase(lexicon, words, size, (uint8_t)kind, (uint8_t)value, stems);
        words += size + (words[size] == '|');
    }
}

static void fill(heed_lexicon* lexicon, wend_language language, bool stems) {
    const heed_language* l = lexicon->language;
    for (int i = 0; i < l->word_count; i++)
        add_words(lexicon, l->words[i].words, (heed_kind)l->words[i].kind, l->words[i].value,
                  stems);
    for (int i = 1; i < WEND_CATEGORY_COUNT; i++)
        add_words(lexicon, wend_tell_noun(language, (wend_category)i), HEED_NOUN, i, stems);
    for (int i = 0; i < WEND_ROOM_TYPE_COUNT; i++)
        add_words(lexicon, wend_tell_room(language, (wend_room_type)i), HEED_ROOM, i, stems);
    for (int i = 1; i < WEND_COLOR_COUNT; i++)
        add_words(lexicon, tell_color_word(language, (wend_color)i), HEED_COLOR, i, stems);
    for (int i = 1; i < WEND_STUFF_COUNT; i++)
        add_words(lexicon, tell_stuff_word(language, (wend_stuff)i), HEED_STUFF, i, stems);
    for (int i = 1; i <= 5; i++)
        add_words(lexicon, tell_ordinal_word(language, i), HEED_ORDINAL, i, stems);
}

wend_status heed_lexicon_create(wend_language language, heed_lexicon** out, wend_error* error) {
    *out = NULL;
    heed_lexicon* lexicon = wend_alloc_zero(1, sizeof *lexicon);
    if (!lexicon) return wend_fail(error, WEND_NO_MEMORY, "no memory for words");
    lexicon->language = languages[language];
    lexicon->capacity = 8192;
    lexicon->entries = wend_alloc_zero(lexicon->capacity, sizeof *lexicon->entries);
    if (!lexicon->entries) {
        heed_lexicon_destroy(lexicon);
        return wend_fail(error, WEND_NO_MEMORY, "no memory for words");
    }
    fill(lexicon, language, false);
    fill(lexicon, language, true);
    *out = lexicon;
    return WEND_OK;
}

void heed_lexicon_destroy(heed_lexicon* lexicon) {
    if (!lexicon) return;
    wend_free(lexicon->entries);
    wend_free(lexicon);
}

// A word with the i-th ending taken off, or as it stands (-1); 0 when it does not end so.
static size_t bend(const heed_language* l, const char* whole, size_t size, int i,
                   char out[MAX_STEM], heed_role* role) {
    *role = ROLE_BARE;
    memcpy(out, whole, size + 1);
    if (i < 0) return size;
    return take_ending(l, i, out, &size, role) ? size : 0;
}

heed_lexeme heed_lexicon_find(const heed_lexicon* lexicon, const wend_word* words, int count) {
    const heed_language* l = lexicon->language;
    heed_lexeme found = {.kind = HEED_UNKNOWN, .count = 1};
    uint64_t exact = 0, stems = 0;  // keys of the words so far, as they stand and by their stems
    if (count > HEED_LONGEST) count = HEED_LONGEST;
    for (int n = 1; n <= count; n++) {
        char whole[MAX_STEM], bent[MAX_STEM];
        heed_role role;
        size_t size = normalise(words[n - 1], whole);
        // The last word of a phrase is the one that bends most, and two endings may fit it: all
        // are tried. Then the stems.
        const lexicon_entry* entry = NULL;
        for (int i = -1; i < l->ending_count && !(entry && entry->key); i++) {
            size_t left = bend(l, whole, size, i, bent, &role);
            if (!left) continue;
            entry = slot_of(lexicon, add_to_key(exact, bent, left));
            if (!entry->key) entry = slot_of(lexicon, add_to_key(stems, bent, left));
        }
        heed_role given = role;
        exact = add_to_key(exact, whole, size);
        stems = add_to_key(stems, whole, stem(l, whole, size, &role));
        if (!entry || !entry->key) {
            entry = slot_of(lexicon, stems);
            given = role;
        }
        if (!entry->key) continue;
        found = (heed_lexeme){
            .kind = (heed_kind)entry->kind, .value = entry->value, .role = given, .count = n};
    }
    return found;
}
