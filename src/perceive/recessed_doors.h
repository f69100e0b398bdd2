// Detects closed doors that are set back in their wall, from depth alone. The camera is level.
#ifndef WEND_PERCEIVE_RECESSED_DOORS_H
#define WEND_PERCEIVE_RECESSED_DOORS_H

#include "perceive/ego_detection.h"

#include "wend/observation.h"

// Niches in a wall that are as wide and high as a door. Writes at most `max`; returns how many.
int recessed_doors_detect(const wend_observation* o, ego_detection* doors, int max);

#endif
