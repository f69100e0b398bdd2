// Parses rescue clues, human or generated: what a text says about the position of the
// injured person. It shares no words with the generator (make/rescue_clue_text.h) except the names
// of categories, rooms and colours.
//
// Directions are seen from the start: eighths of a circle, counter-clockwise from straight ahead
// (2 is left, 4 behind, 6 right).
#ifndef WEND_LANGUAGE_RESCUE_CLUE_H
#define WEND_LANGUAGE_RESCUE_CLUE_H

#include "wend/category.h"

enum { CLUE_UNSAID = -1, CLUE_TURNS = 3 };
enum { CLUE_RIGHT = -1, CLUE_STRAIGHT = 0, CLUE_LEFT = 1 };

// Turns in the order they are taken.
typedef struct clue_turns {
    int items[CLUE_TURNS];  // CLUE_RIGHT, CLUE_STRAIGHT, CLUE_LEFT
    int count;              // 0: not mentioned
} clue_turns;

typedef struct rescue_clue {
    int toward;              // eighth, CLUE_UNSAID
    bool coarse;             // `toward` means a quarter of the circle, not an eighth
    int metres;              // 0: not mentioned
    bool inside;             // in a building
    int floor;               // 0 the ground floor, 1 the one above; CLUE_UNSAID
    clue_turns to_stairs;    // from the door of the building to the first flight
    clue_turns from_stairs;  // from the end of the last flight to the person
    wend_room_type room;     // 0: not mentioned
    wend_color top;          // colour of the clothes; 0: not mentioned
} rescue_clue;

rescue_clue rescue_clue_none(void);
// Accepts any text. Facts that are not recognised keep the values of rescue_clue_none.
rescue_clue rescue_clue_read(const char* text);

#endif
