// The edge of what is known, piece by piece: a ring around the agent is many places to look from,
// not one.
#ifndef WEND_AGENT_RESCUER_EDGES_H
#define WEND_AGENT_RESCUER_EDGES_H

#include "wend/map.h"

typedef struct rescuer_edge {
    float x, z;     // a free cell beside unknown ones
    float unknown;  // square metres around it that nobody has seen, at most 13
} rescuer_edge;

// Memory of one agent.
typedef struct rescuer_edges rescuer_edges;

wend_status rescuer_edges_create(rescuer_edges** edges, wend_error* error);
void rescuer_edges_destroy(rescuer_edges* edges);  // Nullable: edges.
// The edges of the current level that are worth a look, at most `max`; returns how many.
int rescuer_edges_find(rescuer_edges* edges, const wend_map* map, rescuer_edge* list, int max);

#endif
