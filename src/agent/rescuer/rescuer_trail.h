// Topological memory: the agent's past positions in order, connected where it passed near an
// earlier one. Needs no map; every edge has been traversed.
#ifndef WEND_AGENT_RESCUER_RESCUER_TRAIL_H
#define WEND_AGENT_RESCUER_RESCUER_TRAIL_H

#include "wend/base.h"

enum { TRAIL_MAX = 2048 };

typedef struct rescuer_trail {
    wend_vec3 places[TRAIL_MAX];
    int count;
    int16_t path[TRAIL_MAX];  // indices of the planned path, in order
    int path_count, path_next;
    int16_t before[TRAIL_MAX];  // predecessors of the search
    int16_t queue[TRAIL_MAX];
} rescuer_trail;

void rescuer_trail_reset(rescuer_trail* trail);
void rescuer_trail_note(rescuer_trail* trail, wend_vec3 feet);
// Plans the path with the fewest positions from the latest one to the one nearest to `to`.
void rescuer_trail_plan(rescuer_trail* trail, wend_vec3 to);
// Next position of the path; false at its end.
bool rescuer_trail_next(rescuer_trail* trail, wend_vec3 feet, wend_vec3* place);
// Remaining length of the planned path, in metres.
float rescuer_trail_left(const rescuer_trail* t);

#endif
