// MultiON's goals in a picture: upright cylinders of a known size and eight plain colours, found
// from colour and depth alone. A red sofa is not a red cylinder: what is found stands on the floor,
// is as tall and as wide as they are, and has nothing on top.
#ifndef WEND_PERCEIVE_CYLINDERS_H
#define WEND_PERCEIVE_CYLINDERS_H

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

typedef struct cylinder_sight {
    cylinder_color color;
    float ahead, right;  // metres from the eye to its axis, over the floor
    bool sure;           // from the floor to the top, and round where colour does not tell; else
                         // one should look again, from nearer
} cylinder_sight;

// Those in a picture, from left to right; at most `max`. Needs rgb and depth; a level gaze.
int cylinders_find(const wend_observation* o, cylinder_sight* sights, int max);

// What colour of a cylinder a pixel's could be.
cylinder_color cylinder_color_of(int r, int g, int b);

#endif
