// Doors in a row: "the second door on your left".
#ifndef WEND_MAKE_DOOR_ROW_H
#define WEND_MAKE_DOOR_ROW_H

#include "wend/language.h"
#include "wend/scene.h"

// A straight run through a room, and one side of it.
typedef struct door_row {
    const wend_scene_arrays* a;
    uint32_t room;
    wend_vec3 feet;  // start of the run
    float heading;
    wend_side side;  // LEFT or RIGHT
} door_row;

// Ordinal of the door among the room's doors on that side, from 1; 0 if it is the only one, is not
// on that side, or the count is ambiguous: a door opposite, or a doorway without a leaf among
// doors.
int door_row_ordinal(const door_row* row, uint32_t door);

// Describes the doors on that side that are passed within `metres`: "the first door", "two doors".
// False if there is none or the count is ambiguous.
bool door_row_passed(const door_row* row, float metres, wend_landmark* said);

// Whether a door is among those that are passed.
bool door_row_passes(const door_row* row, float metres, uint32_t door);

#endif
