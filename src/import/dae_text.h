// Prepares the text of a DAE file for assimp, which loops forever on text in place of numbers and
// rejects leading white space.
#ifndef WEND_IMPORT_DAE_TEXT_H
#define WEND_IMPORT_DAE_TEXT_H

#include "import/import_source.h"

// A copy without leading white space in element text. WEND_FORMAT if a numeric attribute or element
// contains anything but numbers. The caller destroys `clean`.
wend_status dae_text_clean(const import_source* source, wend_file_bytes* clean, wend_error* error);

// The value of an attribute in a tag; `tag` points behind its '<', `end` at its '>'. False: not
// present.
bool dae_attribute(const char* tag, const char* end, const char* name, const char** value,
                   size_t* size);
bool dae_is_tag(const char* tag, const char* end, const char* name);

#endif
