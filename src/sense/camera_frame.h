// A camera pose as axes, for rasteriser, ray renderer and panoramas.
#ifndef WEND_SENSE_CAMERA_FRAME_H
#define WEND_SENSE_CAMERA_FRAME_H

#include "wend/sense.h"

// Pixel (x, y), counted from the image centre, shows at depth d the point
// eye + d * (forward + x / focal * right + y / focal * down).
typedef struct camera_frame {
    wend_vec3 eye, right, down, forward;  // unit axes in the world
    float focal;                          // pixels
} camera_frame;

static inline camera_frame camera_frame_make(const wend_camera* camera,
                                             const wend_camera_pose* camera_pose) {
    float ch = cosf(camera_pose->heading), sh = sinf(camera_pose->heading);
    float ct = cosf(camera_pose->tilt), st = sinf(camera_pose->tilt);
    camera_frame f = {
        .eye = camera_pose->eye,
        .right = wend_v3(ch, 0, -sh),
        .down = wend_v3(-st * sh, -ct, -st * ch),
        .forward = wend_v3(-ct * sh, st, -ct * ch),
        .focal = 0.5f * (float)camera->width / tanf(camera->hfov * (float)(WEND_PI / 360))};
    return f;
}

#endif
