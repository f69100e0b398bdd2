// The episodes of a file, building by building.
#ifndef WEND_TASK_VLN_SCAN_GROUPS_H
#define WEND_TASK_VLN_SCAN_GROUPS_H

#include "wend/vln.h"

// Buildings in the order the file first names them, episodes of each in the file's order.
typedef struct scan_groups {
    int count;     // buildings
    int* first;    // [count + 1] in members
    int* members;  // [episodes] indices
} scan_groups;

wend_status scan_groups_make(const wend_vln_episodes* episodes, scan_groups* groups,
                             wend_error* error);
void scan_groups_destroy(scan_groups* groups);  // safe on {0} and twice

#endif
