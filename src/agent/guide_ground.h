// The ground a follower plans on: the map of one level in coarser cells, along its walls, cut into
// rooms at narrow places between them, with what speaks for each room's name.
#ifndef WEND_AGENT_GUIDE_GROUND_H
#define WEND_AGENT_GUIDE_GROUND_H

#include "agent/guide_things.h"

enum { GUIDE_REGIONS = 64 };  // more are not told apart

typedef enum guide_cell { GUIDE_BLOCKED, GUIDE_FREE, GUIDE_UNKNOWN } guide_cell;

enum { FINE_NONE, FINE_WALL, FINE_ROOM, FINE_DOORWAY };  // of the map's own cells

typedef struct guide_region {
    float evidence[WEND_ROOM_TYPE_COUNT];  // for each name; less than 0 speaks against it
    float area;                            // square metres seen
} guide_region;

typedef struct guide_ground {
    float cell;         // metres
    float turn;         // radians: rows of cells run along walls
    float x, z;         // of the outer corner of cell (0, 0), in the turned frame
    int width, height;  // cells
    uint8_t* state;     // [height][width] guide_cell
    uint8_t* region;    // which room it is of, from 1; 0: none
    uint8_t* unknown;   // share of unknown cells around, 0 … 255
    int8_t* rise;       // ground above (below) the feet, decimetres: stairs
    guide_region regions[GUIDE_REGIONS];
    int region_count;  // with 0
    // The map's own cells.
    wend_map_grid grid;  // its arrays are not to be looked at later
    uint8_t* fine;       // guide_fine
    float* clear;        // metres to the nearest wall
    int32_t* mark;       // region
    int32_t* queue;
    size_t cells, fine_cells;  // that there is room for
} guide_ground;

void guide_ground_destroy(guide_ground* g);
// Of the map's current level. `feet` is where the body stands; `from` and `to` are places that must
// be on it.
wend_status guide_ground_build(guide_ground* g, const wend_map* map, const guide_things* things,
                               wend_vec3 feet, const wend_vec2* places, int place_count,
                               wend_error* error);

// Cuts the ground into rooms, where walls are marked. (guide_rooms.c)
wend_status guide_rooms_find(guide_ground* g, wend_error* error);

int guide_ground_at(const guide_ground* g, float x, float z);  // -1: outside
wend_vec2 guide_ground_middle(const guide_ground* g, int cell);
// Whether one sees from one place to the other, as far as walls are known.
bool guide_ground_sees(const guide_ground* g, wend_vec2 from, wend_vec2 to);
// What it costs to call the room of a cell so: 0 as good as sure, 1 surely not.
float guide_ground_calls(const guide_ground* g, int cell, wend_room_type room);

#endif
