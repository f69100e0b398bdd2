// The floor that has been in view since the start of an episode, as a grid, and routes through it.
//
// Cells that were in view are free or blocked as the navmesh says; all others are unknown, and
// routes take them for free, as a planner does that has only its own observations. So a route leads
// straight to its target until an obstacle has been seen.
#ifndef WEND_ORACLE_SEEN_GRID_H
#define WEND_ORACLE_SEEN_GRID_H

#include "wend/oracle.h"

// 48 m a side around the start. Doors are at least two cells wide.
enum { SEEN_GRID_SIDE = 192, SEEN_GRID_CELLS = SEEN_GRID_SIDE * SEEN_GRID_SIDE };

// Plain memory: zeroed, it is a grid of which nothing was seen.
typedef struct seen_grid {
    const wend_navmesh* mesh;
    wend_vec3 origin;                    // feet at the start
    uint8_t cells[SEEN_GRID_CELLS];      // flags
    uint16_t search;                     // number of the last search
    uint16_t stamp[SEEN_GRID_CELLS];     // search in which the cell was reached
    uint16_t cost[SEEN_GRID_CELLS];      // from the start of that search
    uint8_t came_from[SEEN_GRID_CELLS];  // direction
    int heap_count;
    uint32_t heap[SEEN_GRID_CELLS];  // cost << 16 | cell
} seen_grid;

void seen_grid_begin(seen_grid* g, const wend_navmesh* mesh, wend_vec3 origin);
// Floor around the feet, and up to the farthest pixel of each column of the view: walls fill a
// column.
void seen_grid_look(seen_grid* g, const wend_oracle_depth* view, wend_vec3 feet, float heading);
bool seen_grid_is_seen(const seen_grid* g, wend_vec3 at);
void seen_grid_set_seen(seen_grid* g, wend_vec3 at);

// The nearest cell on unseen floor that borders on seen floor; false: none is left.
bool seen_grid_frontier(seen_grid* g, wend_vec3 feet, wend_vec3* at);
// The place to go to next on the shortest route from `feet` to `to`: the farthest one in a straight
// line over cells that are not blocked. False: no route.
bool seen_grid_route(seen_grid* g, wend_vec3 feet, wend_vec3 to, wend_vec3* next);

#endif
