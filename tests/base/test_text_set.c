#include "base/text_set.h"
#include "test.h"

TEST(a_set_of_texts_contains_what_was_added) {
    text_set set = {0};
    char text[16];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 1000; i++) {
            snprintf(text, sizeof text, "%d", i);
            CHECK_INT(text_set_add(&set, text), round == 0 ? TEXT_SET_NEW : TEXT_SET_KNOWN);
        }
    CHECK_INT(set.count, 1000);
    CHECK_INT(text_set_add_hash(&set, 0), TEXT_SET_NEW);
    CHECK_INT(text_set_add_hash(&set, 0), TEXT_SET_KNOWN);
    text_set_destroy(&set);
}

TEST(a_set_of_texts_without_memory_is_an_error) {
    text_set set = {0};
    wend_memory_fail_at(1, false);
    CHECK_INT(text_set_add(&set, "a"), TEXT_SET_NO_MEMORY);
    CHECK_INT(text_set_add(&set, "a"), TEXT_SET_NEW);
    text_set_destroy(&set);
}
