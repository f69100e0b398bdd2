// Occupied and free space of a room during furnishing, in metres of the plan frame.
//
// Furniture is represented by axis-aligned boxes. A grid of the valid positions of an agent 0.7 m
// wide tests whether all doors and all access points (in front of furniture) stay connected.
#ifndef WEND_GENERATE_HOUSE_SPACE_H
#define WEND_GENERATE_HOUSE_SPACE_H

#include "generate/house_site.h"

enum { SPACE_MAX_BOXES = 512, SPACE_MAX_STOPS = 128, SPACE_MAX_CELLS = 60000 };

#define SPACE_CELL 0.1f
#define SPACE_BODY 0.35f  // agent radius, metres

typedef enum space_use {
    SPACE_SOLID,   // occupied by an object
    SPACE_CLEAR,   // must stay free: door zones, access space in front of furniture
    SPACE_WINDOW,  // only curtains are allowed
} space_use;

typedef struct space_box {
    wend_aabb box;
    space_use use;
} space_box;

typedef struct house_space {
    house_rect inside;
    float floor, ceiling;
    space_box boxes[SPACE_MAX_BOXES];
    int box_count;
    wend_vec2 stops[SPACE_MAX_STOPS];  // access points that must stay connected
    int stop_count;
    int columns, rows;
    uint8_t blocked[SPACE_MAX_CELLS];
    uint8_t trial[SPACE_MAX_CELLS];
    uint16_t queue[SPACE_MAX_CELLS];
} house_space;

// Initialises an empty room with the zones of its doors and windows.
void space_reset(house_space* space, const house_plan* plan, int room);

bool space_contains(const house_space* space, wend_aabb box);  // inside the walls of the room?
// Tests whether an object may occupy `box`: inside the room and at least 1 mm from others. With
// `at_window` it may be in front of a window.
bool space_is_free(const house_space* space, wend_aabb box, bool at_window);
// Tests whether `box` contains nothing solid. It may overlap space that must stay clear.
bool space_is_empty(const house_space* space, wend_aabb box);
// Tests whether all access points, and `stop`, stay connected when the boxes are occupied.
// Nullable: stop.
bool space_keeps_passages(house_space* space, const wend_aabb* boxes, int count,
                          const wend_vec2* stop);

void space_fill(house_space* space, wend_aabb box);
void space_keep_clear(house_space* space, wend_aabb box);
void space_add_stop(house_space* space, wend_vec2 stop);

#endif
