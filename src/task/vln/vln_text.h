// Telling one path of a scene.
#ifndef WEND_TASK_VLN_TEXT_H
#define WEND_TASK_VLN_TEXT_H

#include "task/vln/vln_part.h"

// A path as the narrator and the guide know it.
typedef struct told_walk {
    wend_vec3 feet[VLN_PART_NODES], eyes[VLN_PART_NODES];
    const char* names[VLN_PART_NODES];
    wend_walk walk;
} told_walk;

void told_walk_make(const vln_part* part, const told_path* path, float heading, told_walk* walk);

// The text `number` of the path; `thought` tells which of those that could be told it is.
wend_status vln_text_tell(vln_part* part, const told_walk* walk, wend_language language, int number,
                          int thought, wend_vln_instruction* out, wend_error* error);

#endif
