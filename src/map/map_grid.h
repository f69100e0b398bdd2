// Fields of a map, shared by the files of this folder.
#ifndef WEND_MAP_MAP_GRID_H
#define WEND_MAP_MAP_GRID_H

#include "wend/map.h"

// Lowest and highest point seen in a cell, millimetres in the map's frame. None yet: low > top.
typedef struct cell_heights {
    int16_t low, top;
} cell_heights;

static const cell_heights NO_HEIGHTS = {INT16_MAX, INT16_MIN};

// Bits of a cell besides its heights.
enum {
    MARK_ASSUMED = 1,   // between the feet and the nearest point: assumed free
    MARK_FREE = 2,      // marked free by the caller
    MARK_OCCUPIED = 4,  // marked occupied by the caller
};

enum { LEVEL_GROWTH = 32 };  // cells; the size of levels is a multiple of it

// All arrays are [height][width] plus one cell, the target of pixels outside of the level.
typedef struct map_level {
    float base;         // height of its ground, metres
    int32_t i0, j0;     // cell (0, 0) in cells from the map's origin, along x and z
    int width, height;  // cells; multiples of LEVEL_GROWTH
    cell_heights* heights;
    uint8_t* state;  // wend_map_cell, derived from heights and marks
    uint8_t* marks;
    uint8_t* changed;  // [(height * width) / 8 + 1] per eight consecutive cells: heights or marks
                       // changed but `state` did not yet; only during integration
    uint8_t* label;
    uint8_t* relevance;
    int16_t* label_top;  // height of the point that gave the label
    int32_t* scratch;    // for flood fills
} map_level;

typedef struct map_link {
    int from, to;
    wend_vec3 at;
} map_link;

enum { MAP_MAX_LINKS = 64 };

// State of eight image columns during integration, from row to row.
typedef struct map_columns {
    float side_x[8], side_z[8];    // cells per metre of depth, sideways
    float nearest[8];              // metres to the nearest point, and its position
    int32_t run[8];                // current cell of the column
    float run_low[8], run_top[8];  // pending heights, millimetres from the eye
    float nearest_x[8], nearest_z[8];
    float last_x[8], last_z[8];  // point of the row below, in cells of the level
    int32_t last_height[8];      // its height, millimetres
} map_columns;

typedef struct map_rows {
    int columns, blocks;      // pixels of a row; groups of eight, the last may be partial
    map_columns* memory;      // [blocks]
    int32_t *index, *height;  // [blocks][8] cell and height (mm) of the row's points, for labels
} map_rows;

struct wend_map {
    wend_map_def def;
    map_level levels[WEND_MAP_MAX_LEVELS];
    int level_count, level;
    map_link links[MAP_MAX_LINKS];  // in order of time
    int link_count;
    wend_vec3 last_feet;  // of the last image
    int flat;             // consecutive images at one height from different positions
    map_rows rows;
};

static inline int32_t map_cell_of(const wend_map* map, float metres) {
    return (int32_t)floorf(metres / map->def.cell);
}

// Index of the cell that contains a point; -1: outside of the level.
static inline int level_index(const wend_map* map, const map_level* level, float x, float z) {
    if (!(fabsf(x) < 1e5f && fabsf(z) < 1e5f)) return -1;
    int32_t i = map_cell_of(map, x) - level->i0, j = map_cell_of(map, z) - level->j0;
    bool inside = i >= 0 && j >= 0 && i < level->width && j < level->height;
    return inside ? j * level->width + i : -1;
}

static inline wend_vec2 level_middle(const wend_map* map, const map_level* level, int index) {
    int i = index % level->width, j = index / level->width;
    return (wend_vec2){((float)(level->i0 + i) + 0.5f) * map->def.cell,
                       ((float)(level->j0 + j) + 0.5f) * map->def.cell};
}

static inline const map_level* map_current(const wend_map* map) { return &map->levels[map->level]; }

// A rectangle of cells relative to the map's origin: i0 <= i < i1, j0 <= j < j1.
typedef struct cell_box {
    int32_t i0, j0, i1, j1;
} cell_box;

// Grows a level to cover a box, up to max_side.
wend_status level_cover(const wend_map* map, map_level* level, cell_box box, wend_error* error);
// Recomputes `state` within a box: all of it, or only cells in `changed`. Clears `changed`.
void level_refresh(const wend_map* map, map_level* level, cell_box box, bool all);
// The level of feet at this height, created if needed. Updates links and ground heights.
map_level* map_enter_level(wend_map* map, wend_vec3 feet);
bool map_place_is_sane(wend_vec3 at);

// Tenths of a cell; clearances are limited to CLEARANCE_MOST.
enum { CLEARANCE_STRAIGHT = 10, CLEARANCE_DIAGONAL = 14, CLEARANCE_MOST = 1000 };
// Distance of each cell to the nearest occupied one, centre to centre: [height + 2][width + 2],
// with a border of one cell that has CLEARANCE_MOST.
void level_clearance(const map_level* level, int16_t* clear);

#endif
