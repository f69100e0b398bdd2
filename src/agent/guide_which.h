// Which of several of a kind is meant: the second of a row, the farther of two, the left one.
//
// Each answer is what speaks against a thing being the one, 0 … 1, as far as the others are known.
#ifndef WEND_AGENT_GUIDE_WHICH_H
#define WEND_AGENT_GUIDE_WHICH_H

#include "agent/guide_ground.h"

// By who looks at it from a place.
float guide_which_seen(const guide_ground* g, const guide_things* t, int index,
                       const wend_landmark* landmark, wend_vec2 at);

// Who walks on from a place with a heading (radians, in the map's frame), and where it set out.
typedef struct guide_course {
    wend_vec2 at, start;
    float heading;
} guide_course;

// By who comes by it.
float guide_which_passed(const guide_ground* g, const guide_things* t, int index,
                         const wend_landmark* landmark, guide_course course);

#endif
