// Resolves references to one of several objects of a category: the second of a row, the farther of
// two, the left one.
//
// Each function returns the cost of an object being the one meant, in [0, 1], as far as the other
// objects are known.
#ifndef WEND_AGENT_GUIDE_GUIDE_WHICH_H
#define WEND_AGENT_GUIDE_GUIDE_WHICH_H

#include "agent/guide/guide_ground.h"

// Seen from a position.
float guide_which_seen(const guide_ground* g, const guide_objects* t, int index,
                       const wend_landmark* landmark, wend_vec2 at);

// A line of motion: position, start and heading (radians, in the map's frame).
typedef struct guide_course {
    wend_vec2 at, start;
    float heading;
} guide_course;

// In passing, along a line of motion.
float guide_which_passed(const guide_ground* g, const guide_objects* t, int index,
                         const wend_landmark* landmark, guide_course course);

#endif
