// The text of a DAE file as assimp can read it: numbers where it expects numbers (it loops without
// end on others), and no space before them (it refuses that).
#ifndef WEND_SCENE_DAE_TEXT_H
#define WEND_SCENE_DAE_TEXT_H

#include "scene/load.h"

// A copy without the space that begins a text. WEND_FORMAT where an attribute or an element that
// holds numbers holds something else. The caller destroys `clean`.
wend_status dae_text_clean(const import_source* source, file_bytes* clean, wend_error* error);

// The value of an attribute in the text of a tag, from behind its '<' to its '>'; false: none.
bool dae_attribute(const char* tag, const char* end, const char* name, const char** value,
                   size_t* size);
bool dae_is_tag(const char* tag, const char* end, const char* name);

#endif
