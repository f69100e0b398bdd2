// Small scene files made by hand, whole and broken, for the tests of importers.
#ifndef WEND_TESTS_MADE_FILES_H
#define WEND_TESTS_MADE_FILES_H

#include "open/load.h"

#include "wend/files.h"

// A GLB of these two chunks; `out` is the caller's to destroy.
void made_glb(const char* json, const void* binary, size_t size, wend_text_out* out);

// A GLB of one triangle as node "Chair_01". `edit` replaces the first `from` in its JSON by `to`,
// to break it in one place; Nullable: from.
void made_triangle_glb(const char* from, const char* to, wend_text_out* out);

// Loads bytes as if they were the file `name`, without light.
wend_status made_load(const char* name, const void* data, size_t size, wend_scene** scene,
                      wend_error* error);

// The text with its first `from` replaced; the caller frees it.
char* made_edited(const char* text, const char* from, const char* to);

extern const char made_obj[], made_ply[], made_dae[], made_house[];

#endif
