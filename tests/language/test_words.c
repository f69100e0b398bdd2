#include "test.h"

#include "wend/language.h"

TEST(words_are_separated_by_white_space_and_punctuation) {
    CHECK_INT(wend_words_count(""), 0);
    CHECK_INT(wend_words_count(" . , ! -- ' \n"), 0);
    CHECK_INT(wend_words_count("Walk past the bed."), 4);
    CHECK_INT(wend_words_count("Turn left.Go on,then stop"), 6);
    CHECK_INT(wend_words_count("  the  door  "), 2);
    CHECK_INT(wend_words_count("stairs (on the right)/left"), 5);
}

TEST(apostrophes_hyphens_and_decimal_points_stay_inside_words) {
    CHECK_INT(wend_words_count("don't stop in-front of the king\xe2\x80\x99s bed"), 7);
    CHECK_INT(wend_words_count("the 'end' - here"), 3);
    CHECK_INT(wend_words_count("go 2.5 metres, 1,000 times. 3. Stop"), 7);
}

TEST(hindi_words_end_at_the_danda_and_not_at_vowel_signs) {
    // Seven words, two dandas, signs above, below and beside the letters, and a nukta.
    CHECK_INT(wend_words_count("आप एक कमरे में हैं। बाएँ मुड़ें॥"), 7);
    CHECK_INT(wend_words_count("रुकें।चलें"), 2);
    CHECK_INT(wend_words_count("क्\xe2\x80\x8dषा"), 1);  // a conjunct held apart by a joiner
    CHECK_INT(wend_words_count("10 क़दम चलो"), 3);
}

TEST(telugu_words_are_not_split_at_vowel_signs_or_viramas) {
    CHECK_INT(wend_words_count("మీరు గదిలో ఉన్నారు. ఎడమవైపుకు తిరగండి"), 5);
    CHECK_INT(wend_words_count("కార్\xe2\x80\x8cనర్"), 1);  // a non-joiner inside a word
}

TEST(a_word_is_given_as_a_piece_of_its_text) {
    const char* text = "(हैं। the)";
    wend_word word;
    CHECK(wend_words_next(&text, &word));
    CHECK_INT(word.size, strlen("हैं"));
    CHECK(strncmp(word.start, "हैं", word.size) == 0);
    CHECK(wend_words_next(&text, &word));
    CHECK(strncmp(word.start, "the", 3) == 0 && word.size == 3);
    CHECK(!wend_words_next(&text, &word));
}

TEST(bytes_that_are_not_utf8_separate_words) {
    CHECK_INT(wend_words_count("a\xff"
                               "b \xe0\xa4 c"),
              3);
}

TEST(words_that_differ_in_case_only_have_one_hash) {
    wend_word a = {"Door", 4}, b = {"dOOR", 4}, c = {"doors", 5};
    CHECK(wend_words_hash(a) == wend_words_hash(b));
    CHECK(wend_words_hash(a) != wend_words_hash(c));
}

TEST(the_article_goes_by_the_first_letter) {
    CHECK_TEXT(wend_article("alarm clock"), "an");
    CHECK_TEXT(wend_article("Espresso machine"), "an");
    CHECK_TEXT(wend_article("mug"), "a");
    CHECK_TEXT(wend_article(""), "a");
}
