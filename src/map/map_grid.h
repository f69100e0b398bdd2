// The inside of a map, shared by the files of this folder.
#ifndef WEND_MAP_MAP_GRID_H
#define WEND_MAP_MAP_GRID_H

#include "wend/map.h"

// Heights of what was seen in a cell, millimetres in the map's frame. Nothing yet: low > top.
typedef struct cell_heights {
    int16_t low, top;
} cell_heights;

static const cell_heights NO_HEIGHTS = {INT16_MAX, INT16_MIN};

// What is known of a cell other than by its heights.
enum {
    MARK_ASSUMED = 1,   // between the feet and what was seen: taken for free
    MARK_FREE = 2,      // said to be free, or
    MARK_OCCUPIED = 4,  // occupied, by the caller
};

enum { LEVEL_GROWTH = 32 };  // cells: levels grow by whole multiples of it

// All arrays are [height][width], and one cell longer: pixels that are nowhere go to the last.
typedef struct map_level {
    float base;         // height of its ground, metres
    int32_t i0, j0;     // cell (0, 0) in cells from the map's origin, along x and z
    int width, height;  // cells; multiples of LEVEL_GROWTH
    cell_heights* heights;
    uint8_t* state;  // wend_map_cell: always what heights and marks say
    uint8_t* marks;
    uint8_t* changed;  // [(height * width) / 8 + 1] whether heights or marks of eight cells beside
                       // each other have changed and `state` has not: only during a picture
    uint8_t* label;
    uint8_t* relevance;
    int16_t* label_top;  // height of the point that gave the label
    int32_t* scratch;    // for floods
} map_level;

typedef struct map_link {
    int from, to;
    wend_vec3 at;
} map_link;

enum { MAP_MAX_LINKS = 64 };

// What integrate keeps of eight columns of a picture from row to row.
typedef struct map_columns {
    float side_x[8], side_z[8];  // cells that a metre of depth leads sideways
    float nearest[8];            // metres to the point that is nearest to the feet, and where it is
    int32_t run[8];              // cell that the column is in
    float run_low[8], run_top[8];  // heights there that are not put yet, millimetres from the eye
    float nearest_x[8], nearest_z[8];
    float last_x[8], last_z[8];  // point of the row below, in cells of the level
    int32_t last_height[8];      // and its height, millimetres
} map_columns;

typedef struct map_rows {
    int columns, blocks;      // pixels of a row, and eights of them, the last one perhaps not full
    map_columns* memory;      // [blocks]
    int32_t *index, *height;  // [blocks][8] of the row's points, for labels: cell, and millimetres
} map_rows;

struct wend_map {
    wend_map_def def;
    map_level levels[WEND_MAP_MAX_LEVELS];
    int level_count, level;
    map_link links[MAP_MAX_LINKS];  // the latest last
    int link_count;
    wend_vec3 last_feet;  // of the last picture
    int flat;             // pictures in a row at one height, at different places
    map_rows rows;
};

static inline int32_t map_cell_of(const wend_map* map, float metres) {
    return (int32_t)floorf(metres / map->def.cell);
}

// Index of the cell a point is in; -1: outside what the level has.
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

// A rectangle of cells, counted from the map's origin: i0 <= i < i1.
typedef struct cell_box {
    int32_t i0, j0, i1, j1;
} cell_box;

// Makes a level cover a box, as far as max_side lets it.
wend_status level_cover(const wend_map* map, map_level* level, cell_box box, wend_error* error);
// Brings `state` up to date within a box: in all of it, or where `changed` says so; it then no
// longer does.
void level_refresh(const wend_map* map, map_level* level, cell_box box, bool all);
// The level of feet at this height, made if need be; keeps note of links and heights.
map_level* map_enter_level(wend_map* map, wend_vec3 feet);
bool map_place_is_sane(wend_vec3 at);

// Tenths of a cell; more than CLEARANCE_MOST is not measured.
enum { CLEARANCE_STRAIGHT = 10, CLEARANCE_DIAGONAL = 14, CLEARANCE_MOST = 1000 };
// How far each cell is from the nearest occupied one, middle to middle: [height + 2][width + 2], a
// cell more on each side of the level, which has CLEARANCE_MOST.
void level_clearance(const map_level* level, int16_t* clear);

#endif
