// Depth images of rooms known by hand: a floor at height 0, a ceiling, four walls and boxes.
#ifndef WEND_TEST_PAINTED_ROOM_H
#define WEND_TEST_PAINTED_ROOM_H

#include "wend/map.h"

enum { PAINTED_SIDE = 128 };

typedef struct painted_room {
    wend_aabb walls;  // seen from inside
    wend_aabb boxes[8];
    int box_count;
} painted_room;

// What a camera of `side` x `side` pixels and 90 degrees sees; labels: number of the box, from 1,
// or 0. Nullable: labels.
void painted_room_look(const painted_room* room, const wend_pose* pose, float eye_height, int side,
                       float* depth, uint8_t* labels);
// Renders from an eye height of 1 m and integrates the image.
void painted_room_map(const painted_room* room, const wend_pose* pose, wend_map* map);
// The same in `turns` directions all around.
void painted_room_map_around(const painted_room* room, wend_vec3 feet, int turns, wend_map* map);

#endif
