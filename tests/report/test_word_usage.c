#include "report/word_usage.h"
#include "test.h"

static bool puts_line(const char* notes, const char* line) {
    wend_text_out out = {0};
    wend_error error;
    CHECK_OK(word_usage_put(&out, notes, &error));
    bool same = strcmp(out.count ? out.items : "", line) == 0;
    wend_text_destroy(&out);
    return same;
}

TEST(unused_words_are_shown_in_the_report) {
    wend_text_out out = {0};
    wend_error error;
    CHECK(puts_line("{\"words\": 9, \"left\": 2, \"left_words\": \"a<b frot\"}",
                    "<p class='words'>Of 9 words 2 were not used: a&lt;b frot.</p>\n"));
    CHECK(puts_line("{\"words\": 9, \"left\": 0, \"left_words\": \"\"}",
                    "<p class='words'>All 9 words were used.</p>\n"));
    CHECK(puts_line("{\"plans\": 3}", ""));
    CHECK(puts_line(NULL, ""));
    CHECK(word_usage_put(&out, "{", &error) != WEND_OK);
}
