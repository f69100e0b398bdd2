// The clue of a rescue in words: what it says, how it is said, and what a reader makes of it.
//
// Directions are those of who reads it at the start: eighths of a circle, counter-clockwise from
// straight ahead (2 is to the left, 4 behind, 6 to the right).
#ifndef WEND_LANGUAGE_RESCUE_CLUE_H
#define WEND_LANGUAGE_RESCUE_CLUE_H

#include "wend/category.h"

enum { CLUE_UNSAID = -1, CLUE_THINGS = 2, CLUE_TURNS = 3, CLUE_MAX_TEXT = 600 };
enum { CLUE_RIGHT = -1, CLUE_STRAIGHT = 0, CLUE_LEFT = 1 };

// The turns of a piece of way, in the order one takes them; only the first can be straight on.
typedef struct clue_turns {
    int items[CLUE_TURNS];  // CLUE_RIGHT, CLUE_STRAIGHT, CLUE_LEFT
    int count;              // 0: nothing is said
} clue_turns;

typedef struct clue_thing {
    wend_category category;  // 0: not said
    wend_color color;        // 0: not said
} clue_thing;

typedef struct rescue_clue {
    int level;                       // 0 to 4: in which manner it is said; a reader leaves it 0
    int toward;                      // eighth, CLUE_UNSAID
    bool coarse;                     // a quarter of the circle is meant, not an eighth
    int metres;                      // 0: not said
    int stretcher;                   // eighth where the stretcher stands, CLUE_UNSAID
    bool inside;                     // in a building that one stands before
    bool shut;                       // behind a closed door
    int floor;                       // 0 the ground floor, 1 the one above; CLUE_UNSAID
    clue_turns to_stairs;            // from the door of the building to the first flight
    clue_turns from_stairs;          // from the end of the last one to the person
    wend_room_type room;             // 0: not said
    clue_thing things[CLUE_THINGS];  // beside the person
    wend_color top, trousers;        // 0: not said
    bool skirt;
    const char* hair;  // "long brown"; NULL: not said
} rescue_clue;

rescue_clue rescue_clue_none(void);
// A sentence or three in the manner of the level, at most CLUE_MAX_TEXT bytes.
void rescue_clue_say(const rescue_clue* clue, char* text, size_t size);
// What can be understood of any text: direction and distance of the person, floor, inside, room,
// turns, colour of the top, and whether directions are coarse. Nothing else is filled in.
rescue_clue rescue_clue_read(const char* text);

#endif
