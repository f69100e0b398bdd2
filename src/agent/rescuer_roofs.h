// Where a rescuer has seen ceilings: what lies under them is inside.
#ifndef WEND_AGENT_RESCUER_ROOFS_H
#define WEND_AGENT_RESCUER_ROOFS_H

#include "wend/map.h"
#include "wend/observation.h"

enum { ROOFS_SIDE = 192 };  // metres about the start

typedef struct rescuer_roofs {
    uint8_t seen[ROOFS_SIDE * ROOFS_SIDE];  // pixels of ceiling above each square metre, up to 255
} rescuer_roofs;

void rescuer_roofs_reset(rescuer_roofs* roofs);
// What one level picture shows of ceilings.
void rescuer_roofs_note(rescuer_roofs* roofs, const wend_observation* o, const wend_map_pose* pose);
// Whether a place, or one within a metre, is under a ceiling.
bool rescuer_roofs_has(const rescuer_roofs* roofs, float x, float z);

#endif
