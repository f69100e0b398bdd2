// Imports through assimp in a child process (base/child.h).
#ifndef WEND_IMPORT_IMPORT_APART_H
#define WEND_IMPORT_IMPORT_APART_H

#include "import/import_source.h"

// Reads an OBJ or DAE source into an unlit scene, in a child process whose memory and time are
// bounded by the size of the source. Warnings and companion records are passed on. The result is
// validated like a file.
wend_status import_apart(const import_source* source, scene_format format, const char* name,
                         wend_scene** scene, wend_error* error);

// Parses the message of the child. Exposed for tests.
wend_status import_apart_take(const char* bytes, size_t size, const import_source* source,
                              const char* name, wend_scene** scene, wend_error* error);

#endif
