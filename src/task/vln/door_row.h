// Doors in a row: "the second door on your left".
#ifndef WEND_TASK_DOOR_ROW_H
#define WEND_TASK_DOOR_ROW_H

#include "wend/scene.h"
#include "wend/tell.h"

// Where one walks straight on through a room, and on which side of the way the door is.
typedef struct door_row {
    const wend_scene_arrays* a;
    uint32_t room;
    wend_vec3 feet;  // where the straight way begins
    float heading;
    wend_side side;  // LEFT or RIGHT
} door_row;

// Which of the room's doors on that side it is as one goes, from 1; 0 where it is the only one, is
// not on that side, or where a person could count otherwise: another opposite to it, or a doorway
// without a leaf among doors.
int door_row_ordinal(const door_row* row, uint32_t door);

// What one can say of the room's doors on that side that are passed within so many metres: "the
// first door", "two doors". False where none is, or a person could count otherwise.
bool door_row_passed(const door_row* row, float metres, wend_landmark* said);

// Whether a door is one of those that are passed.
bool door_row_passes(const door_row* row, float metres, uint32_t door);

#endif
