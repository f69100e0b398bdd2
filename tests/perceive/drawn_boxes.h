// Images of boxes on a floor, drawn by rays: the expected segmentation is known by hand.
#ifndef WEND_TEST_DRAWN_BOXES_H
#define WEND_TEST_DRAWN_BOXES_H

#include "wend/perceive.h"

typedef struct drawn_box {
    wend_aabb box;  // in the frame of the body: feet in the origin, -z ahead
    uint8_t rgb[3];
} drawn_box;

enum { DRAWN_SIDE = 224 };

typedef struct drawn_picture {
    uint8_t rgb[DRAWN_SIDE * DRAWN_SIDE * 3];
    float depth[DRAWN_SIDE * DRAWN_SIDE];
    wend_rgbd_image picture;
} drawn_picture;

// A camera 0.9 m above the floor with 90 degrees; a grey floor, and nothing (depth 100) beyond.
void drawn_boxes(const drawn_box* boxes, int count, drawn_picture* out);

#endif
