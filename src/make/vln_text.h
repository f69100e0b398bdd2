// Generates the instructions of one path.
#ifndef WEND_MAKE_VLN_TEXT_H
#define WEND_MAKE_VLN_TEXT_H

#include "make/vln_part.h"

// A path as input of the planner and the guide.
typedef struct vln_text_path {
    wend_vec3 feet[VLN_PART_NODES], eyes[VLN_PART_NODES];
    const char* names[VLN_PART_NODES];
    wend_instruction_path walk;
} vln_text_path;

void vln_text_path_make(const vln_part* part, const vln_part_path* path, float heading,
                        vln_text_path* walk);

// Generates text `number` of the path; `thought` selects one of several alternatives.
wend_status vln_text_write(vln_part* part, const vln_text_path* walk, wend_language language,
                           int number, int thought, wend_vln_instruction* out, wend_error* error);

#endif
