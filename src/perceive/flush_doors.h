// Closed doors that lie in the plane of their wall, from depth alone.
#ifndef WEND_PERCEIVE_FLUSH_DOORS_H
#define WEND_PERCEIVE_FLUSH_DOORS_H

#include "perceive/ego_detection.h"

#include "wend/observation.h"

// Upright surfaces as wide as a door in the plane of the wall above them, with the head of a frame
// that stands out in between: a property of wend's generated doors. The camera must be level.
// Writes at most `max` doors and returns their number.
int flush_doors_find(const wend_observation* o, ego_detection* doors, int max);

#endif
