// Clues that are true of a scene: made from it, held against it.
#ifndef WEND_TASK_RESCUE_CLUES_H
#define WEND_TASK_RESCUE_CLUES_H

#include "language/rescue_clue.h"
#include "task/rescue/rescue_stage.h"

// Who reads it, and where the person is.
typedef struct clue_case {
    const wend_scene* scene;
    int level;  // 0 to 4
    wend_vec3 start;
    float heading;  // radians, at the start
    wend_vec3 person, stretcher;
    int look;
    const wend_vec3*
        walked;  // [walked_count] the expert's feet from start to person, a period apart
    int walked_count;
} clue_case;

rescue_clue rescue_clue_make(const clue_case* given);
// Whether what the clue says of where (direction, floor, inside, room, things around) is so if the
// person lay at `place`. What it does not say is always so.
bool rescue_clue_holds(const rescue_clue* clue, const clue_case* given, wend_vec3 place);
// Whether the turns it says are those of the way the expert walked.
bool rescue_clue_leads(const rescue_clue* clue, const clue_case* given);

#endif
