// The clue of a rescue in words: what it says, how it is said, and what a reader makes of it.
//
// Directions are those of who reads it at the start: eighths of a circle, counter-clockwise from
// straight ahead (2 is to the left, 4 behind, 6 to the right).
#ifndef WEND_LANGUAGE_RESCUE_CLUE_H
#define WEND_LANGUAGE_RESCUE_CLUE_H

#include "wend/category.h"

enum { CLUE_UNSAID = -1, CLUE_THINGS = 2, CLUE_MAX_TEXT = 600 };

typedef struct clue_thing {
    wend_category category;  // 0: not said
    wend_color color;        // 0: not said
} clue_thing;

typedef struct rescue_clue {
    int level;      // 0 to 4: in which manner it is said; a reader leaves it 0
    int toward;     // eighth, CLUE_UNSAID
    bool coarse;    // a quarter of the circle is meant, not an eighth
    int metres;     // 0: not said
    int stretcher;  // eighth where the stretcher stands, CLUE_UNSAID
    bool inside;    // in a building that one stands before
    bool shut;      // behind a closed door
    int floor;      // 0 the ground floor, 1 the one above; CLUE_UNSAID
    int turn;       // at the top of the stairs: 1 left, -1 right, 0 straight on; CLUE_UNSAID - 1
    wend_room_type room;             // 0: not said
    clue_thing things[CLUE_THINGS];  // beside the person
    wend_color top, trousers;        // 0: not said
    bool skirt;
    const char* hair;  // "long brown"; NULL: not said
} rescue_clue;

enum { CLUE_NO_TURN = -2 };

rescue_clue rescue_clue_none(void);
// A sentence or three in the manner of the level, at most CLUE_MAX_TEXT bytes.
void rescue_clue_say(const rescue_clue* clue, char* text, size_t size);
// What can be understood of any text: directions to the person, floor, inside, room, turn, colour
// of the top, and whether directions are coarse. Nothing else is filled in.
rescue_clue rescue_clue_read(const char* text);

#endif
