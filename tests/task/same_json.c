#include "task/same_json.h"

#include "base/json.h"
#include "test.h"

#include "wend/files.h"

static void differ(const char* path, const char* why) {
    test_fail(__FILE__, __LINE__, "the two files differ at %s: %s", *path ? path : "the root", why);
}

static void compare(const json_t* a, const json_t* b, const char* path) {
    char below[1024];
    if (json_is_number(a) && json_is_number(b)) {
        if (json_number_value(a) != json_number_value(b)) differ(path, "numbers");
        return;
    }
    if (json_typeof(a) != json_typeof(b)) differ(path, "types");
    if (json_is_string(a) && strcmp(json_string_value(a), json_string_value(b)) != 0)
        differ(path, "texts");
    if (json_is_array(a)) {
        if (json_array_size(a) != json_array_size(b)) differ(path, "lengths");
        for (size_t i = 0; i < json_array_size(a); i++) {
            snprintf(below, sizeof below, "%s[%zu]", path, i);
            compare(json_array_get(a, i), json_array_get(b, i), below);
        }
    }
    if (!json_is_object(a)) return;
    if (json_object_size(a) != json_object_size(b)) differ(path, "numbers of members");
    const char* key;
    json_t* value;
    json_object_foreach((json_t*)a, key, value) {
        snprintf(below, sizeof below, "%s.%s", path, key);
        const json_t* other = json_object_get(b, key);
        if (!other) differ(below, "missing in the second");
        compare(value, other, below);
    }
}

static bool next_document(json_lines* lines, bool whole, json_document* document) {
    wend_error error;
    const char* text = lines->next;
    size_t size = (size_t)(lines->end - lines->next);
    if (whole)
        lines->next = lines->end;
    else if (!json_lines_next(lines, &text, &size))
        return false;
    if (size == 0) return false;
    CHECK_OK(json_document_parse(text, size, "file", 1, document, &error));
    return true;
}

void check_same_json(const char* path, const char* other, bool lines) {
    wend_error error;
    wend_file_bytes a, b;
    CHECK_OK(wend_file_read(path, &a, &error));
    CHECK_OK(wend_file_read(other, &b, &error));
    json_lines in = json_lines_make(a.data, a.size), out = json_lines_make(b.data, b.size);
    json_document first, second;
    while (next_document(&in, !lines, &first)) {
        CHECK(next_document(&out, !lines, &second));
        compare(first.root, second.root, "");
        json_document_destroy(&first);
        json_document_destroy(&second);
    }
    CHECK(!next_document(&out, !lines, &second));
    wend_file_bytes_destroy(&a);
    wend_file_bytes_destroy(&b);
}
