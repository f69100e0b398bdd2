// Which ground was looked at closely enough to know that nothing as tall as a goal stands on it.
//
// A frontier says where nothing was seen at all. But ground seen from afar, or between the legs of
// chairs, may still hide something: this remembers what is left to look at. Cells of 0.25 m, 64 m
// around the start.
#ifndef WEND_AGENT_INSPECTION_H
#define WEND_AGENT_INSPECTION_H

#include "agent/walker.h"

enum { INSPECTION_SIDE = 256 };

typedef struct inspection {
    uint8_t done[INSPECTION_SIDE * INSPECTION_SIDE];
    int i0, j0, i1, j1;  // the rectangle that was looked at so far; i0 > i1: none
} inspection;

void inspection_reset(inspection* all);
// Every step: what the picture shows of the ground around.
void inspection_look(inspection* all, const wend_observation* o, const wend_map_pose* pose);
// Of the free ground that was not looked at the part nearest to walk to, by the ways w->route has.
// False when nothing is left that a way leads near to.
bool inspection_next(const inspection* all, const walker* w, wend_vec2* at, wend_vec2* stand);
// Looked at as well as can be.
void inspection_finish(inspection* all, wend_vec2 at, float radius);

#endif
