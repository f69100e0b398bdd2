// A detection relative to the agent.
#ifndef WEND_PERCEIVE_EGO_DETECTION_H
#define WEND_PERCEIVE_EGO_DETECTION_H

#include "wend/base.h"

typedef struct ego_detection {
    float right, ahead, up;  // metres; up: above the feet
    float turn;  // doors: radians, counter-clockwise from ahead: direction through the door
    int pixels;  // that show it
    bool alike;  // people: in the colours of the reference image, or there is none
} ego_detection;

#endif
