// What is taken and what must stay free in a room while it is furnished, in metres of the plan.
//
// Pieces are boxes along the axes. A grid of where the middle of somebody 0.7 m wide can be answers
// whether all doors, and all places from which furniture is used, still reach each other.
#ifndef WEND_SCENE_HOUSE_SPACE_H
#define WEND_SCENE_HOUSE_SPACE_H

#include "scene/house_site.h"

enum { SPACE_MAX_BOXES = 512, SPACE_MAX_STOPS = 128, SPACE_MAX_CELLS = 60000 };

#define SPACE_CELL 0.1f
#define SPACE_BODY 0.35f  // half the width of who must get through

typedef enum space_use {
    SPACE_SOLID,   // a thing stands here
    SPACE_CLEAR,   // no thing may stand here: doors, the space before a wardrobe
    SPACE_WINDOW,  // nothing may stand before it but curtains
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
    wend_vec2 stops[SPACE_MAX_STOPS];  // that must reach each other
    int stop_count;
    int columns, rows;
    uint8_t blocked[SPACE_MAX_CELLS];
    uint8_t trial[SPACE_MAX_CELLS];
    uint16_t queue[SPACE_MAX_CELLS];
} house_space;

// An empty room with what its doors and windows want.
void space_reset(house_space* space, const house_plan* plan, int room);

bool space_contains(const house_space* space, wend_aabb box);  // is it within the room's walls?
// Whether a thing may fill `box`: within the room, 1 mm from others at least.
// `at_window` things may hang before windows.
bool space_is_free(const house_space* space, wend_aabb box, bool at_window);
// Whether nothing solid is in `box` (space to keep clear may overlap other such space).
bool space_is_empty(const house_space* space, wend_aabb box);
// Whether everything still reaches everything, and `stop` too, when the boxes are filled.
// Nullable: stop.
bool space_keeps_ways(house_space* space, const wend_aabb* boxes, int count, const wend_vec2* stop);

void space_fill(house_space* space, wend_aabb box);
void space_keep_clear(house_space* space, wend_aabb box);
void space_add_stop(house_space* space, wend_vec2 stop);

#endif
