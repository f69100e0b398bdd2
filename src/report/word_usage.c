#include "report/word_usage.h"

#include <string.h>

#include "base/json.h"
#include "report/html.h"

static bool word_usage_read_number(const json_at* notes, const char* key, double* number) {
    json_at field;
    return json_optional(notes, key, &field, NULL) == WEND_OK && field.value &&
           json_number(&field, number, NULL) == WEND_OK;
}

static void put_line(wend_text_out* out, const json_at* notes) {
    double words, left;
    json_at field;
    const char* which = "";
    if (!word_usage_read_number(notes, "words", &words) ||
        !word_usage_read_number(notes, "left", &left))
        return;
    if (left < 1) {
        wend_text_put(out, "<p class='words'>All %.0f words were used.</p>\n", words);
        return;
    }
    wend_text_put(out, "<p class='words'>Of %.0f words %.0f %s not used", words, left,
                  left > 1 ? "were" : "was");
    if (json_optional(notes, "left_words", &field, NULL) == WEND_OK && field.value &&
        json_text(&field, &which, NULL) == WEND_OK && *which) {
        wend_text_put(out, ": ");
        html_text_short(out, which, 200);
    }
    wend_text_put(out, ".</p>\n");
}

wend_status word_usage_put(wend_text_out* out, const char* notes, wend_error* error) {
    json_document document;
    if (!notes) return WEND_OK;
    WEND_TRY(json_document_parse(notes, strlen(notes), "notes", 1, &document, error));
    json_at root = json_document_root(&document);
    put_line(out, &root);
    json_document_destroy(&document);
    return WEND_OK;
}
