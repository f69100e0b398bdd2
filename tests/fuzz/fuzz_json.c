#include <stdlib.h>
#include <string.h>

#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Visits every value, and asks for its place in the text as an error message would.
static void visit(const json_at* at, int depth) {
    wend_error error;
    size_t count = 0;
    json_fail(at, &error, "seen");
    if (depth > 8) return;
    if (json_is_array(at->value) && json_count(at, &count, &error) == WEND_OK)
        for (size_t i = 0; i < count && i < 20; i++) {
            json_at item = {0};
            if (json_item(at, i, &item, &error) == WEND_OK) visit(&item, depth + 1);
        }
    const char* key;
    json_t* value;
    json_object_foreach((json_t*)at->value, key, value) {
        json_at field = {0};
        if (json_optional(at, key, &field, &error) == WEND_OK && field.value)
            visit(&field, depth + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    json_document document;
    wend_error error = {0};
    char* text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (json_document_parse(text, size, "fuzz", 1, &document, &error) == WEND_OK) {
        json_at root = json_document_root(&document);
        visit(&root, 0);
    } else if (!*error.message) {
        abort();
    }
    json_document_destroy(&document);
    free(text);
    return 0;
}
