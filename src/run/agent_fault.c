#include "run/agent_fault.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "base/json.h"
#include "base/json_out.h"

enum { NOTES_NESTING = 100 };  // less than readers of logs accept (PULL_DEPTH)

// The log is UTF-8: invalid bytes, such as a truncated character, become '?'.
static void agent_fault_mend(char* text) {
    utf8proc_uint8_t* at = (utf8proc_uint8_t*)text;
    utf8proc_ssize_t left = (utf8proc_ssize_t)strlen(text);
    while (left > 0) {
        utf8proc_int32_t point;
        utf8proc_ssize_t size = utf8proc_iterate(at, left, &point);
        if (size <= 0) {
            *at = '?';
            size = 1;
        }
        at += size;
        left -= size;
    }
}

void agent_fault_set(player* p, const wend_error* error) {
    snprintf(p->agent_error, sizeof error->message, "%s",
             error && *error->message ? error->message : "the agent returned an error");
    agent_fault_mend(p->agent_error);
}

bool agent_fault_is_noted(const player* p) { return p->agent_error && *p->agent_error; }

wend_status agent_fault_note(player* p, wend_status status, const wend_error* error) {
    bool ours = !p->def.custom || p->def.custom->memory_is_environment;
    if (status == WEND_OK || (status == WEND_NO_MEMORY && ours)) return status;
    agent_fault_set(p, error);
    return WEND_OK;
}

// Containers inside each other; of more than `limit` the answer is limit + 1.
static int notes_nesting(const json_t* value, int limit) {
    const char* key;
    json_t* inner;
    size_t i;
    int deepest = 0;
    if (!json_is_object(value) && !json_is_array(value)) return 0;
    if (!limit) return 1;
    json_object_foreach((json_t*)value, key, inner) {
        int depth = notes_nesting(inner, limit - 1);
        if (depth > deepest) deepest = depth;
    }
    json_array_foreach(value, i, inner) {
        int depth = notes_nesting(inner, limit - 1);
        if (depth > deepest) deepest = depth;
    }
    return deepest + 1;
}

wend_status agent_fault_check_notes(char* notes, size_t size, wend_error* error) {
    json_document document;
    wend_json_out out = {0};
    if (!*notes) return WEND_OK;
    WEND_TRY(json_document_parse(notes, strlen(notes), "the agent's notes", 1, &document, error));
    json_at root = json_document_root(&document);
    bool right = json_is_object(root.value),
         deep = notes_nesting(root.value, NOTES_NESTING) > NOTES_NESTING;
    if (right && !deep) json_out_value(&out, NULL, root.value);
    json_document_destroy(&document);
    if (deep)
        return wend_fail(error, WEND_LIMIT, "the agent's notes are nested deeper than %d",
                         NOTES_NESTING);
    return right ? wend_json_out_move(&out, notes, size, "the agent's notes", error)
                 : wend_fail(error, WEND_FORMAT, "the agent's notes are no JSON object");
}
