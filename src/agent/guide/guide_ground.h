// The grid that instructions are grounded on: one level of the map in coarser cells aligned with
// the walls, divided into rooms, with evidence for each room's name.
#ifndef WEND_AGENT_GUIDE_GUIDE_GROUND_H
#define WEND_AGENT_GUIDE_GUIDE_GROUND_H

#include "agent/guide/guide_objects.h"

enum { GUIDE_REGIONS = 64 };  // rooms of a level; more are not distinguished

typedef enum guide_cell { GUIDE_BLOCKED, GUIDE_FREE, GUIDE_UNKNOWN } guide_cell;

enum { FINE_NONE, FINE_WALL, FINE_ROOM, FINE_DOORWAY };  // of the map's cells

typedef struct guide_region {
    float evidence[WEND_ROOM_TYPE_COUNT];  // for each room type; negative: against it
    float area;                            // square metres observed
} guide_region;

typedef struct guide_ground {
    float cell;         // metres
    float turn;         // radians: rows of cells are parallel to walls
    float x, z;         // metres: outer corner of cell (0, 0) in the turned frame
    int width, height;  // cells
    uint8_t* state;     // [height][width] guide_cell
    uint8_t* region;    // [height][width] room, from 1; 0: none
    uint8_t* unknown;   // [height][width] share of unobserved cells around, 0 … 255
    int8_t* rise;       // [height][width] height of the ground above the feet, decimetres
    guide_region regions[GUIDE_REGIONS];
    int region_count;  // including 0
    // Of the map's cells: [grid.height][grid.width].
    wend_map_grid grid;  // its arrays are valid during guide_ground_build only
    uint8_t* fine;       // FINE_NONE, …
    float* clear;        // metres to the nearest wall
    int32_t* mark;       // region
    int32_t* queue;
    size_t cells, fine_cells;  // allocated
} guide_ground;

void guide_ground_destroy(guide_ground* g);
// Builds the grid of the map's current level. `feet` is the agent's position; the grid covers the
// positions in `places`.
wend_status guide_ground_build(guide_ground* g, const wend_map* map, const guide_objects* objects,
                               wend_vec3 feet, const wend_vec2* places, int place_count,
                               wend_error* error);

// Divides the grid into rooms; walls must be marked. (guide_rooms.c)
wend_status guide_rooms_find(guide_ground* g, wend_error* error);

int guide_ground_at(const guide_ground* g, float x, float z);  // -1: outside
wend_vec2 guide_ground_middle(const guide_ground* g, int cell);
// Whether no observed wall is on the line between two positions.
bool guide_ground_sees(const guide_ground* g, wend_vec2 from, wend_vec2 to);
// Cost of a name for the room of a cell: 0 certain, 1 excluded.
float guide_ground_calls(const guide_ground* g, int cell, wend_room_type room);

#endif
