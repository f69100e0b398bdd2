// Closed doors that lie in the plane of their wall, from depth alone.
#ifndef WEND_PERCEIVE_FLUSH_DOORS_H
#define WEND_PERCEIVE_FLUSH_DOORS_H

#include "perceive/body_sight.h"

#include "wend/observation.h"

// Upright surfaces as wide as a door, flat with the wall above them, with the head of a frame
// standing out between the two. The camera is level. At most `max`; returns how many.
int flush_doors_find(const wend_observation* o, body_sight* doors, int max);

#endif
