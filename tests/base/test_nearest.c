#include "test.h"

#include "wend/files.h"

static const char* guess(const char* given) {
    const char* const known[] = {"house", "apartment", "office", "town", "room"};
    wend_nearest best = {0};
    for (int i = 0; i < 5; i++) wend_nearest_try(&best, given, known[i]);
    return best.word ? best.word : "";
}

TEST(a_mistyped_word_finds_the_one_that_was_meant) {
    CHECK_TEXT(guess("hose"), "house");
    CHECK_TEXT(guess("huose"), "house");
    CHECK_TEXT(guess("HOUSE"), "house");
    CHECK_TEXT(guess("appartement"), "apartment");
    CHECK_TEXT(guess("twon"), "town");
}

TEST(a_word_unlike_all_others_has_no_suggestion) {
    char hint[64];
    CHECK_TEXT(guess("spaceship"), "");
    CHECK_TEXT(guess(""), "");
    char longest[500];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = 0;
    CHECK_TEXT(guess(longest), "");
    CHECK_TEXT(wend_nearest_hint(&(wend_nearest){0}, hint, sizeof hint), "");
    CHECK_TEXT(wend_nearest_hint(&(wend_nearest){"house", 1}, hint, sizeof hint),
               " (did you mean 'house'?)");
}
