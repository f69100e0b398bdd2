// Parts of the JSON writer (wend/files.h) that the library alone uses.
#ifndef WEND_BASE_JSON_OUT_H
#define WEND_BASE_JSON_OUT_H

#include <jansson.h>

#include "wend/files.h"

// Copies the members of an object given as JSON text "{…}" into the open object.
// Nullable: members.
void json_out_members(wend_json_out* out, const char* members);

// A value that was read, as text. Unlike json_dumps it notices every failed allocation.
void json_out_value(wend_json_out* out, const char* key, const json_t* value);

#endif
