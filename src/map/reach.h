// Which open cells of a grid hang together over their sides: the runs of each row, joined with
// those they touch in the row above. Tells that no way leads somewhere without looking for one.
#ifndef WEND_MAP_REACH_H
#define WEND_MAP_REACH_H

#include "wend/base.h"

// Open cells beside each other in a row.
typedef struct reach_run {
    int16_t first, last;
    int32_t group;  // the first run it hangs together with
} reach_run;

// Row j has the runs first[j] to first[j + 1] - 1, from left to right.
typedef struct reach_groups {
    int32_t* first;   // [height + 1]
    reach_run* runs;  // at most half as many as cells
} reach_groups;

// `open`: [height][width / 8], a bit a cell; the width is a multiple of 32.
void reach_join(reach_groups* r, const uint8_t* open, int width, int height);
// The group a cell is in; -1: it is not open.
int reach_group(const reach_groups* r, int i, int j);

#endif
