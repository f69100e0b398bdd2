// Viewpoints that an agent has observed: their views, and where their neighbours are. The 36 views
// are numbered from north, so that a viewpoint can be seen again, in memory, from any side.
#ifndef WEND_AGENT_LEARNED_VIEW_MEMORY_H
#define WEND_AGENT_LEARNED_VIEW_MEMORY_H

#include "base/array.h"
#include "base/hash_index.h"
#include "model/view_input.h"

typedef struct view_memory_node {
    view_input view;             // words; directions as on the first visit
    wend_neighbour* neighbours;  // [count] heading to the left of north; viewpoint is unused
    uint64_t* targets;           // [count] hashes of their names
    int count;
} view_memory_node;

// A viewpoint and the direction that the agent faces there.
typedef struct view_memory_pose {
    int node;
    int view;  // of the 36 the one straight ahead
} view_memory_pose;

typedef struct view_memory {
    ARRAY_OF(view_memory_node) nodes;
    hash_index map;  // of names
    view_memory_pose here;
} view_memory;

void view_memory_destroy(view_memory* m);  // safe on {0} and twice
void view_memory_clear(view_memory* m);

// Adds what the agent observes, and sets `here`.
wend_status view_memory_observe(view_memory* m, const word_table* table, view_words* words,
                                const wend_observation* o, wend_error* error);
// The viewpoint that a neighbour is; -1: never visited.
int view_memory_find(const view_memory* m, int node, int neighbour);
// The pose after going to a neighbour; `node` is -1 where it was never visited.
view_memory_pose view_memory_go(const view_memory* m, const view_memory_pose* from, int neighbour);
// What a network receives there.
void view_memory_look(const view_memory* m, const view_memory_pose* at, view_input* view);

#endif
