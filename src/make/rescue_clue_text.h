// The writer of rescue clues: facts of an episode as English text.
//
// It shares no words with the reader (language/rescue_clue.h) except the names of categories, rooms
// and colours.
//
// Directions are seen from the start: eighths of a circle, counter-clockwise from straight ahead
// (2 is left, 4 behind, 6 right).
#ifndef WEND_MAKE_RESCUE_CLUE_TEXT_H
#define WEND_MAKE_RESCUE_CLUE_TEXT_H

#include "wend/category.h"

enum { FACT_UNKNOWN = -1, FACT_OBJECTS = 2, FACT_TURNS = 3, CLUE_TEXT_SIZE = 600 };
enum { FACT_RIGHT = -1, FACT_STRAIGHT = 0, FACT_LEFT = 1 };

// Turns in the order they are taken; only the first can be FACT_STRAIGHT.
typedef struct fact_turns {
    int items[FACT_TURNS];
    int count;  // 0: unknown
} fact_turns;

typedef struct fact_object {
    wend_category category;  // 0: none
    wend_color color;        // 0: unknown
} fact_object;

typedef struct clue_facts {
    int level;                          // 0 to 4: selects the style
    int toward;                         // eighth of the person, FACT_UNKNOWN
    int metres;                         // to the person; 0: unknown
    int stretcher;                      // eighth of the stretcher, FACT_UNKNOWN
    bool inside;                        // in a building, seen from outside
    int floor;                          // 0 the ground floor, 1 the one above; FACT_UNKNOWN
    fact_turns to_stairs;               // from the door of the building to the first flight
    fact_turns from_stairs;             // from the end of the last flight to the person
    wend_room_type room;                // 0: unknown
    fact_object objects[FACT_OBJECTS];  // beside the person
    wend_color top, trousers;           // 0: unknown
    bool skirt;
    const char* hair;  // "has short brown hair"
} clue_facts;

clue_facts clue_facts_none(void);
// One to three sentences in the style of the level, with a final NUL; cut at `size` bytes. Texts
// are shorter than CLUE_TEXT_SIZE.
void clue_text_write(const clue_facts* facts, char* text, size_t size);

#endif
