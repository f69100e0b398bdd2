// Something seen, where it is from the body that saw it.
#ifndef WEND_PERCEIVE_BODY_SIGHT_H
#define WEND_PERCEIVE_BODY_SIGHT_H

#include "wend/base.h"

typedef struct body_sight {
    float right, ahead, up;  // metres; up: above the feet
    float turn;  // doors: radians to the left of straight ahead that the way through it points
    int pixels;  // that show it
    bool alike;  // people: of the colours of who is looked for, or nobody knows those
} body_sight;

#endif
