// The episodes of a file grouped by building.
#ifndef WEND_DATA_SCAN_GROUPS_H
#define WEND_DATA_SCAN_GROUPS_H

#include "wend/benchmarks/vln.h"

// Buildings in order of first occurrence, episodes in file order.
typedef struct scan_groups {
    int count;     // buildings
    int* first;    // [count + 1] in members
    int* members;  // [episodes] indices
} scan_groups;

wend_status scan_groups_make(const wend_vln_episodes* episodes, scan_groups* groups,
                             wend_error* error);
void scan_groups_destroy(scan_groups* groups);  // safe on {0} and twice

#endif
