// The way an agent has come: its own places in order, joined where it passed near an earlier one.
// A topological memory: no map, only where one has been able to walk.
#ifndef WEND_AGENT_RESCUER_TRAIL_H
#define WEND_AGENT_RESCUER_TRAIL_H

#include "wend/base.h"

enum { TRAIL_MAX = 2048 };

typedef struct rescuer_trail {
    wend_vec3 places[TRAIL_MAX];
    int count;
    int16_t way[TRAIL_MAX];  // places to walk through, in order
    int way_count, way_next;
    int16_t before[TRAIL_MAX];  // of the search
    int16_t queue[TRAIL_MAX];
} rescuer_trail;

void rescuer_trail_reset(rescuer_trail* trail);
void rescuer_trail_note(rescuer_trail* trail, wend_vec3 feet);
// Finds the way over the fewest places from the latest one to the one nearest to `to`.
void rescuer_trail_plan(rescuer_trail* trail, wend_vec3 to);
// The place to walk to now; false when the end is reached.
bool rescuer_trail_next(rescuer_trail* trail, wend_vec3 feet, wend_vec3* place);
// Metres of the planned way that are still ahead.
float rescuer_trail_left(const rescuer_trail* t);

#endif
