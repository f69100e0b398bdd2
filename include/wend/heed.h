// Heeding an instruction: what a text in English, Hindi or Telugu asks for, step by step. It is
// wend_tell the other way round, for texts by anyone.
//
// Words are looked up by their stems, alone and in phrases, in one table a language; clauses are
// made around verbs, which come first in English and last in Hindi and Telugu; nouns play the part
// that the word before them (English), the word behind them (Hindi) or their ending (Telugu) gives
// them. What no step came of is counted and kept, not guessed at.
//
//     wend_heed_create(&heed, &error);
//     wend_heed_read(heed, "en-IN", text, &heeded);
//     for (int i = 0; i < heeded.count; i++) follow(&heeded.steps[i].what);
#ifndef WEND_HEED_H
#define WEND_HEED_H

#include "wend/tell.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_MAX_HEEDED = 96, WEND_HEEDED_LEFT = 480 };

typedef struct wend_heeded_step {
    wend_tell_step what;  // DOOR: its landmark is the door, if anything is said of it
    int word;             // which word of the text its clause begins with, from 0
} wend_heeded_step;

typedef struct wend_heeded {
    bool known;  // the text is in a language there are words of; else no step comes of it
    wend_language language;
    wend_heeded_step steps[WEND_MAX_HEEDED];
    int count;
    // Every word is used (a step would be another without it), glue (articles, pronouns, links) or
    // left: unknown, or known and of no use where it stands.
    int words, used, glue, left;
    int clauses, idle;                  // clauses, and those no step came of
    char left_words[WEND_HEEDED_LEFT];  // the first of the words left, with blanks between
} wend_heeded;

typedef struct wend_heed wend_heed;  // the words of all languages; shared by threads

WEND_API wend_status wend_heed_create(wend_heed** heed, wend_error* error);
WEND_API void wend_heed_destroy(wend_heed* heed);  // Nullable: heed.

// `language` is a code ("hi", "en-US"). NULL, or one there are no words of: the script tells, and
// a text in none of the three scripts is not known. Any bytes may be in the text; those that are
// not UTF-8 separate words. Steps past WEND_MAX_HEEDED are dropped, and their words left.
// Nullable: language.
WEND_API void wend_heed_read(const wend_heed* heed, const char* language, const char* text,
                             wend_heeded* heeded);

// The language that most letters of a text are written in the script of; false when none is.
WEND_API bool wend_language_guess(const char* text, wend_language* language);

#ifdef __cplusplus
}
#endif
#endif
