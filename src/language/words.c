// Word segmentation by Unicode categories.
#include <string.h>
#include <utf8proc.h>

#include "wend/language.h"

typedef enum sign {
    SIGN_END,
    SIGN_GAP,
    SIGN_LETTER,
    SIGN_DIGIT,
    SIGN_MARK,
    SIGN_HYPHEN,
    SIGN_POINT
} sign;

static bool is_hyphen(int32_t c) {
    return c == '\'' || c == '-' || c == 0x2019 || c == 0x2010 || c == 0x2011;
}

// The class of the first character and its number of bytes.
static sign sign_at(const char* text, size_t* size) {
    *size = 0;
    if (!*text) return SIGN_END;
    int32_t c;
    utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)text, -1, &c);
    *size = taken > 0 ? (size_t)taken : 1;
    if (taken <= 0) return SIGN_GAP;
    if (is_hyphen(c)) return SIGN_HYPHEN;
    if (c == '.' || c == ',') return SIGN_POINT;
    switch (utf8proc_category(c)) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return SIGN_LETTER;
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return SIGN_DIGIT;
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_PC:
            return SIGN_MARK;
        default:
            return c == 0x200c || c == 0x200d ? SIGN_MARK : SIGN_GAP;  // (non-)joiners of conjuncts
    }
}

static bool is_content(sign s) { return s == SIGN_LETTER || s == SIGN_DIGIT; }

bool wend_words_next(const char** text, wend_word* word) {
    const char* p = *text;
    size_t size;
    sign s;
    while (!is_content(s = sign_at(p, &size)) && s != SIGN_END) p += size;
    word->start = p;
    sign last = s;  // base character of the following marks
    while (s != SIGN_END && s != SIGN_GAP) {
        if (s == SIGN_HYPHEN || s == SIGN_POINT) {
            size_t unused;
            sign after = sign_at(p + size, &unused);
            if (s == SIGN_HYPHEN ? !is_content(after) : last != SIGN_DIGIT || after != SIGN_DIGIT)
                break;
        }
        if (is_content(s)) last = s;
        p += size;
        s = sign_at(p, &size);
    }
    word->size = (size_t)(p - word->start);
    *text = p;
    return word->size > 0;
}

int wend_words_count(const char* text) {
    wend_word word;
    int count = 0;
    while (wend_words_next(&text, &word)) count++;
    return count;
}

size_t wend_words_valid(const char* text, size_t size) {
    size_t at = 0;
    while (at < size) {
        int32_t c;
        utf8proc_ssize_t taken =
            utf8proc_iterate((const uint8_t*)text + at, (utf8proc_ssize_t)(size - at), &c);
        if (taken <= 0 || c == 0) break;
        at += (size_t)taken;
    }
    return at;
}

uint64_t wend_words_hash(wend_word word) {
    uint64_t hash = 0;
    for (size_t at = 0; at < word.size;) {
        int32_t c;
        utf8proc_ssize_t taken = utf8proc_iterate((const uint8_t*)word.start + at,
                                                  (utf8proc_ssize_t)(word.size - at), &c);
        if (taken <= 0) break;  // words are valid UTF-8
        int32_t lower = utf8proc_tolower(c);
        hash = wend_hash(&lower, sizeof lower, hash);
        at += (size_t)taken;
    }
    return hash;
}

const char* wend_article(const char* word) {
    return *word && strchr("aeiouAEIOU", *word) ? "an" : "a";
}
