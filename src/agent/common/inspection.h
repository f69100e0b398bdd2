// Grid of floor that was observed closely enough to exclude a goal on it.
//
// Frontiers are boundaries of unobserved space. Floor that was observed from far away, or between
// the legs of chairs, may still hide a goal: this grid marks the inspected cells. Cells of 0.25 m,
// 64 x 64 m around the start.
#ifndef WEND_AGENT_COMMON_INSPECTION_H
#define WEND_AGENT_COMMON_INSPECTION_H

#include "agent/common/walker.h"

enum { INSPECTION_SIDE = 256 };

typedef struct inspection {
    uint8_t done[INSPECTION_SIDE * INSPECTION_SIDE];
    int i0, j0, i1, j1;  // bounding rectangle of the inspected cells; i0 > i1: none
} inspection;

void inspection_reset(inspection* all);
// Marks the cells that are visible in the depth image. Must be called every step.
void inspection_look(inspection* all, const wend_observation* o, const wend_pose* pose);
// The free, uninspected cell with the shortest path by w->route, and a position to view it from.
// False if none is reachable.
bool inspection_next(const inspection* all, const walker* w, wend_vec2* at, wend_vec2* stand);
// Marks the cells around a position as inspected.
void inspection_finish(inspection* all, wend_vec2 at, float radius);

#endif
