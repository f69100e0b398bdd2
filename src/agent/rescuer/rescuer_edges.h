// Frontiers in blocks: a long frontier around the agent is split into many targets instead of one.
#ifndef WEND_AGENT_RESCUER_RESCUER_EDGES_H
#define WEND_AGENT_RESCUER_RESCUER_EDGES_H

#include "wend/map.h"

typedef struct rescuer_edge {
    float x, z;     // metres: a free cell beside unknown ones
    float unknown;  // square metres of unobserved cells around it, at most 13
} rescuer_edge;

// Scratch memory; one per agent.
typedef struct rescuer_edges rescuer_edges;

wend_status rescuer_edges_create(rescuer_edges** edges, wend_error* error);
void rescuer_edges_destroy(rescuer_edges* edges);  // Nullable: edges.
// Writes the frontiers of the current level, at most `max`, and returns their number.
int rescuer_edges_find(rescuer_edges* edges, const wend_map* map, rescuer_edge* list, int max);

#endif
