// Detects MultiON's goals, upright cylinders of known size in eight colours, from RGB and depth. A
// detection must stand on the floor, have the height and width of a cylinder, and nothing on top,
// so a red sofa is not detected.
#ifndef WEND_AGENT_MAPPER_CYLINDERS_H
#define WEND_AGENT_MAPPER_CYLINDERS_H

#include "wend/observation.h"

// In the order of MultiON's object ids. [saimwani/multiON, object ids 0 … 7]
#define CYLINDER_COLOR_LIST(X) X(RED) X(GREEN) X(BLUE) X(YELLOW) X(WHITE) X(PINK) X(BLACK) X(CYAN)

typedef enum cylinder_color {
#define X(name) CYLINDER_##name,
    CYLINDER_COLOR_LIST(X)
#undef X
        CYLINDER_COLORS,
    CYLINDER_NONE = CYLINDER_COLORS
} cylinder_color;

typedef struct cylinder_detection {
    cylinder_color color;
    float ahead, right;  // metres from the camera to its axis, on the floor plan
    bool sure;  // visible from the floor to the top and, for white and black, round; otherwise
                // a closer view is needed
} cylinder_detection;

// Cylinders in an RGB-D image of a level camera, from left to right. Writes at most `max`.
int cylinders_find(const wend_observation* o, cylinder_detection* found, int max);

// The cylinder colour of a pixel; CYLINDER_NONE: none.
cylinder_color cylinder_color_of(int r, int g, int b);

#endif
