// Words of a text, as its readers count them: in English, Hindi and Telugu.
//
// Words stand between white space and punctuation; the danda (।) ends a sentence like a full stop.
// Vowel signs, nuktas and viramas are marks on a letter, never ends of a word. Apostrophes and
// hyphens inside a word belong to it ("don't", "in-front"), and so do points and commas between
// digits ("2.5"). What has no letter and no digit is no word.
#ifndef WEND_WORDS_H
#define WEND_WORDS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_word {
    const char* start;  // in the text; no NUL after it
    size_t size;        // bytes
} wend_word;

// The next word of the UTF-8 `*text`, which moves behind it; false when there is none left.
// Bytes that are not UTF-8 separate words.
WEND_API bool wend_words_next(const char** text, wend_word* word);
WEND_API int wend_words_count(const char* text);
// The same for words that differ in upper and lower case only.
WEND_API uint64_t wend_words_hash(wend_word word);
// "a" or "an", by the first letter of the English word that follows.
WEND_API const char* wend_article(const char* word);

#ifdef __cplusplus
}
#endif
#endif
