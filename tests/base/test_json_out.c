#include "base/json.h"
#include "base/json_out.h"
#include "test.h"

TEST(written_json_is_read_as_the_same_values) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "words", "a \"b\" \\ \n \x01 \xe0\xa4\xb9");
    wend_json_out_number(&out, "pi", 3.141592653589793);
    wend_json_out_array(&out, "list");
    wend_json_out_int(&out, NULL, -7);
    wend_json_out_bool(&out, NULL, true);
    wend_json_out_null(&out, NULL);
    wend_json_out_object(&out, NULL);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    json_out_members(&out, "{\"x\": 1, \"y\": [2]}");
    json_out_members(&out, "{}");
    json_out_members(&out, NULL);
    wend_json_out_number(&out, "unreachable", INFINITY);
    wend_json_out_end(&out);
    CHECK_TEXT(out.text.items,
               "{\"words\": \"a \\\"b\\\" \\\\ \\n \\u0001 \xe0\xa4\xb9\", \"pi\": "
               "3.141592653589793, \"list\": [-7, true, null, {}], \"x\": 1, \"y\": [2], "
               "\"unreachable\": null}");
    json_document document;
    wend_error error;
    CHECK_OK(json_document_parse(out.text.items, out.text.count, "t", 1, &document, &error));
    json_document_destroy(&document);
    wend_json_out_destroy(&out);
}

TEST(a_number_is_written_as_briefly_as_it_can_be_read_back) {
    static const struct {
        double number;
        const char* words;
    } cases[] = {{0.1, "0.1"},
                 {42, "42"},
                 {-0.0, "-0.0"},
                 {1e300, "1e+300"},
                 {0.49999999999999983, "0.49999999999999983"},
                 {(double)15.0686f, "15.068599700927734"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out out = {0};
        wend_text_put_number(&out, cases[i].number);
        CHECK_TEXT(out.items, cases[i].words);
        CHECK(strtod(out.items, NULL) == cases[i].number);
        wend_text_destroy(&out);
    }
}

static wend_status write_again(void* path, wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_array(&out, NULL);
    for (int i = 0; i < 100; i++) wend_json_out_text(&out, NULL, "some words that need room");
    wend_json_out_end(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}

TEST(json_is_not_saved_with_a_hole_where_memory_ran_out) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(write_again, path, 1000);
}
