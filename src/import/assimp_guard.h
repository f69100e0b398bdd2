// Validates a file before assimp reads it: rejects input that is known to crash it, to loop forever
// or to allocate without bound.
#ifndef WEND_IMPORT_ASSIMP_GUARD_H
#define WEND_IMPORT_ASSIMP_GUARD_H

#include "import/import_source.h"

wend_status assimp_guard_check(const import_source* source, scene_format format, wend_error* error);

#endif
