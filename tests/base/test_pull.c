#include "base/pull.h"
#include "test.h"

static pull start(const char* text, wend_error* error) {
    return pull_make(text, strlen(text), "f.json", 1, error);
}

TEST(a_document_is_read_straight_down) {
    wend_error error;
    pull p = start(" {\"a\": [1, 2.5, -3e2], \"b\": {\"c\": [[], {}]}, \"d\": null, \"e\": true} ",
                   &error);
    pull_span key;
    double numbers[3];
    bool flag = false, was_null = false;
    for (pull_object(&p); pull_key(&p, &key);) {
        if (pull_is(key, "a"))
            pull_numbers(&p, 3, numbers);
        else if (pull_is(key, "d"))
            was_null = pull_null(&p);
        else if (pull_is(key, "e"))
            pull_bool(&p, &flag);
        else
            pull_skip(&p);
    }
    CHECK_OK(pull_finish(&p));
    CHECK(numbers[0] == 1 && numbers[1] == 2.5 && numbers[2] == -300);
    CHECK(flag && was_null);
}

TEST(strings_are_given_with_their_escapes_undone) {
    wend_error error;
    arena memory = {0};
    const char* text;
    pull p = start("\"a\\n\\\"\\u00e9\\ud83d\\ude00\"", &error);
    CHECK(pull_text(&p, &memory, &text));
    CHECK_OK(pull_finish(&p));
    CHECK_TEXT(text, "a\n\"\xc3\xa9\xf0\x9f\x98\x80");
    arena_destroy(&memory);
}

TEST(numbers_are_read_as_strtod_reads_them) {
    static const char* const texts[] = {"0",
                                        "-0",
                                        "0.1",
                                        "4.71238898038469",
                                        "1e22",
                                        "1e-300",
                                        "123456789012345678",
                                        "5e-324",
                                        "0.30000000000000004",
                                        "-2.75254",
                                        "1000000000000000.5"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wend_error error;
        double number;
        pull p = start(texts[i], &error);
        CHECK(pull_number(&p, &number));
        CHECK_OK(pull_finish(&p));
        CHECK(number == strtod(texts[i], NULL));
    }
}

static void check_broken(const char* text, const char* words) {
    wend_error error;
    pull p = start(text, &error);
    pull_skip(&p);
    CHECK_INT(pull_finish(&p), WEND_FORMAT);
    CHECK_HAS(error.message, words);
}

TEST(invalid_json_is_refused_with_its_position) {
    check_broken("{\"a\": [1, {\"b\": 01}]}", "f.json:1: a[1].b: '}' or a comma expected");
    check_broken("[1,\n2,\n]", "f.json:3: [2]: a value expected, this is not JSON");
    check_broken("[1e999]", "too large for a double");
    check_broken("[1.]", "a number that is not JSON");
    check_broken("[\"\\x\"]", "a wrong escape");
    check_broken("[\"\\ud800\"]", "a wrong escape");
    check_broken("[\"\xff\"]", "not UTF-8");
    check_broken("[\"a\nb\"]", "a control character");
    check_broken("[\"abc", "a string does not end before the file does");
    check_broken("[] []", "text after the end of the JSON");
    check_broken("", "a value expected, this is the end of the file");
    check_broken("{\"a\" 1}", "a colon expected");
    check_broken("[tru]", "true or false expected");
    char deep[200];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    check_broken(deep, "nested deeper than 128");
}
