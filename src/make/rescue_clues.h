// Facts of a rescue episode from its scene, and the verification of facts against it.
#ifndef WEND_MAKE_RESCUE_CLUES_H
#define WEND_MAKE_RESCUE_CLUES_H

#include "make/rescue_clue_text.h"
#include "task/rescue/rescue_stage.h"

// An episode: start pose, person, expert trajectory.
typedef struct clue_case {
    const wend_scene* scene;
    int level;  // 0 to 4
    wend_vec3 start;
    float heading;  // radians, at the start
    wend_vec3 person, stretcher;
    int look;
    const wend_vec3*
        walked;  // [walked_count] expert positions from start to person, one per period
    int walked_count;
} clue_case;

clue_facts rescue_clue_make(const clue_case* given);
// Whether direction, distance, floor, inside, room and objects are true for a person at `place`.
// Facts that are not mentioned count as true.
bool rescue_clue_holds(const clue_facts* clue, const clue_case* given, wend_vec3 place);
// Whether the turns are those of the expert trajectory. Turns that are not mentioned count as true.
bool rescue_clue_leads(const clue_facts* clue, const clue_case* given);

#endif
