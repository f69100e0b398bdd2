// Connected components (4-connected) of the open cells of a grid: runs of each row, merged with the
// runs they touch in the row above. Answers reachability without a search.
#ifndef WEND_MAP_REACH_H
#define WEND_MAP_REACH_H

#include "wend/base.h"

// A run of consecutive open cells in a row.
typedef struct reach_run {
    int16_t first, last;
    int32_t group;  // component: index of its first run
} reach_run;

// Row j has the runs first[j] … first[j + 1] - 1, from left to right.
typedef struct reach_groups {
    int32_t* first;   // [height + 1]
    reach_run* runs;  // at most half as many as cells
} reach_groups;

// `open`: [height][width / 8], one bit per cell; the width is a multiple of 32.
void reach_join(reach_groups* r, const uint8_t* open, int width, int height);
// Component of a cell; -1: it is not open.
int reach_group(const reach_groups* r, int i, int j);

#endif
