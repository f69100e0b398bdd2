#include "base/json.h"
#include "test.h"

#include "wend/files.h"

static json_document parse(const char* text) {
    json_document document;
    wend_error error;
    CHECK_OK(json_document_parse(text, strlen(text), "f.json", 1, &document, &error));
    return document;
}

TEST(a_wrong_field_is_named_with_its_line) {
    json_document d = parse(
        "{\n \"a\": [1, 2],\n \"rooms\": [\n  {\"x\": 1},\n  {\"y\": 0, \"x\": \"no\"}\n ]\n}");
    wend_error error;
    json_at root = json_document_root(&d), rooms, room, x;
    double number;
    CHECK_OK(json_field(&root, "rooms", &rooms, &error));
    CHECK_OK(json_item(&rooms, 1, &room, &error));
    CHECK_OK(json_field(&room, "x", &x, &error));
    CHECK_INT(json_number(&x, &number, &error), WEND_FORMAT);
    CHECK_TEXT(error.message, "f.json:5: rooms[1].x: a number expected, this is a string");
    CHECK_INT(json_field(&room, "z", &x, &error), WEND_FORMAT);
    CHECK_TEXT(error.message, "f.json:5: rooms[1]: the field \"z\" is missing");
    json_document_destroy(&d);
}

TEST(broken_json_names_line_and_column) {
    json_document document;
    wend_error error;
    const char* text = "{\n \"a\": }";
    CHECK_INT(json_document_parse(text, strlen(text), "f.json", 1, &document, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "f.json:2:");
}

TEST(lines_are_numbered_and_blank_ones_passed_over) {
    const char* text = "{}\n\n  \n[1]\n";
    json_lines lines = json_lines_make(text, strlen(text));
    const char* line;
    size_t size;
    CHECK(json_lines_next(&lines, &line, &size));
    CHECK_INT(lines.number, 1);
    CHECK(json_lines_next(&lines, &line, &size));
    CHECK_INT(lines.number, 4);
    CHECK_INT(size, 3);
    CHECK(!json_lines_next(&lines, &line, &size));
}

static wend_status read_again(void* path, wend_error* error) {
    json_document document;
    WEND_TRY(json_document_read(path, &document, error));
    json_document_destroy(&document);
    return WEND_OK;
}

TEST(json_survives_every_failing_allocation) {
    wend_error error;
    const char* text = "{\"a\": [1, 2.5, {\"b\": \"text\"}], \"c\": {\"d\": null}}";
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json.gz"));
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    test_each_allocation(read_again, path, 1000);
}

TEST(memory_for_json_stays_below_128_times_the_text) {
    enum { COUNT = 20000 };
    const char* const pieces[] = {"[],", "{},", "1,", "\"\",", "{\"a\":{}},"};
    for (int p = 0; p < 5; p++) {
        size_t length = strlen(pieces[p]), size = 2 + COUNT * length;
        char* text = wend_alloc(size + 1);
        text[0] = '[';
        for (int i = 0; i < COUNT; i++) memcpy(text + 1 + (size_t)i * length, pieces[p], length);
        text[size - 2] = ']';
        wend_memory_reset_peak();
        wend_memory_stats before = wend_memory_get_stats();
        json_document document;
        wend_error error;
        CHECK_OK(json_document_parse(text, size - 1, "f", 1, &document, &error));
        CHECK(wend_memory_get_stats().peak_bytes - before.live_bytes < 128 * size);
        json_document_destroy(&document);
        wend_free(text);
    }
}

static wend_status parse_long_text(void* context, wend_error* error) {
    (void)context;
    static const char text[] =
        "{\"a text longer than the first buffer of the parser\": \"and its value, which is longer "
        "still and makes the buffer grow twice, so that the parser must ask for memory\"}";
    json_document document;
    WEND_TRY(json_document_parse(text, sizeof text - 1, "t", 1, &document, error));
    json_document_destroy(&document);
    return WEND_OK;
}

TEST(a_long_text_for_which_there_is_no_memory_is_an_error_and_no_crash) {
    test_each_allocation(parse_long_text, NULL, 1000);
}

TEST(json_that_unfolds_far_beyond_its_size_is_refused) {
    enum { COUNT = 1500000 };
    char* text = wend_alloc(3 * COUNT + 2);
    text[0] = '[';
    for (int i = 0; i < COUNT; i++) memcpy(text + 1 + 3 * i, "{},", 3);
    text[3 * COUNT] = ']';
    json_document document;
    wend_error error;
    wend_memory_reset_peak();
    CHECK_INT(json_document_parse(text, 3 * COUNT + 1, "f.json", 1, &document, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "f.json: its JSON needs more than");
    CHECK(wend_memory_get_stats().peak_bytes < 300u << 20);
    wend_free(text);
}
