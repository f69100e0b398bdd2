// Grid of observed ceilings: positions below them are indoors.
#ifndef WEND_AGENT_RESCUER_RESCUER_ROOFS_H
#define WEND_AGENT_RESCUER_RESCUER_ROOFS_H

#include "wend/map.h"
#include "wend/observation.h"

enum { ROOFS_SIDE = 192 };  // metres, centred at the start; one cell per square metre

typedef struct rescuer_roofs {
    uint8_t seen[ROOFS_SIDE * ROOFS_SIDE];  // ceiling pixels above each cell, saturated at 255
} rescuer_roofs;

void rescuer_roofs_reset(rescuer_roofs* roofs);
// Adds the ceilings of one image. The camera must be level.
void rescuer_roofs_note(rescuer_roofs* roofs, const wend_observation* o, const wend_pose* pose);
// Whether a position, or one within a metre, is below a ceiling.
bool rescuer_roofs_has(const rescuer_roofs* roofs, float x, float z);

#endif
