// Compares two headers and names the differences.
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/json_out.h"
#include "log/log_lines.h"

static const char NOT_COMPARED[] = "places";

// A value for an error message: strings without quotes; "none" when missing.
static void log_header_put_value(wend_text_out* out, const json_t* value) {
    enum { MOST = 80 };
    if (json_is_string(value)) {
        const char* text = json_string_value(value);
        int size = (int)strlen(text);
        // Long texts are shortened at the front: paths usually differ at their end.
        wend_text_put(out, "%s%s", size > MOST ? "…" : "", size > MOST ? text + size - MOST : text);
        return;
    }
    if (!value) {
        wend_text_put(out, "none");
        return;
    }
    wend_json_out json = {0};
    json_out_value(&json, NULL, value);
    if (json.text.out_of_memory)
        out->out_of_memory = true;
    else
        wend_text_put(out, "%s", json.text.items);
    wend_json_out_destroy(&json);
}

static void log_header_put_difference(wend_text_out* out, const char* key, const json_t* have,
                                      const json_t* want) {
    if (strcmp(key, NOT_COMPARED) == 0 || (have && want && json_equal(have, want))) return;
    wend_text_put(out, "%s%s ", out->count ? ", " : "", key);
    log_header_put_value(out, have);
    wend_text_put(out, " → ");
    log_header_put_value(out, want);
}

static void log_header_put_all(wend_text_out* out, const json_t* have, const json_t* want) {
    const char* key;
    json_t* value;
    json_object_foreach((json_t*)want, key, value)
        log_header_put_difference(out, key, json_object_get(have, key), value);
    json_object_foreach((json_t*)have, key, value) if (!json_object_get(want, key))
        log_header_put_difference(out, key, value, NULL);
}

wend_status log_header_compare(const char* have, size_t have_size, const char* want,
                               const char* path, bool* same, char* text, size_t size,
                               wend_error* error) {
    json_document old, now;
    WEND_TRY(json_document_parse(have, have_size, path, 1, &old, error));
    wend_status status = json_document_parse(want, strlen(want), path, 1, &now, error);
    if (status == WEND_OK) {
        wend_text_out out = {0};
        log_header_put_all(&out, old.root, now.root);
        if (out.out_of_memory)
            status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the log", path);
        *same = !out.count;
        snprintf(text, size, "%s", out.count ? out.items : "");
        wend_text_destroy(&out);
    }
    json_document_destroy(&now);
    json_document_destroy(&old);
    return status;
}
