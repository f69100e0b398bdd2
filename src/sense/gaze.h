// A gaze as axes: what rasteriser, rays and panoramas have in common.
#ifndef WEND_SENSE_GAZE_H
#define WEND_SENSE_GAZE_H

#include "wend/sense.h"

// The point at depth d in pixel (x, y), counted from the middle of the picture, is
// eye + d * (forward + x / focal * right + y / focal * down).
typedef struct gaze_frame {
    wend_vec3 eye, right, down, forward;  // unit axes in the world
    float focal;                          // pixels
} gaze_frame;

static inline gaze_frame gaze_frame_make(const wend_camera* camera, const wend_gaze* gaze) {
    float ch = cosf(gaze->heading), sh = sinf(gaze->heading);
    float ct = cosf(gaze->tilt), st = sinf(gaze->tilt);
    gaze_frame f = {
        .eye = gaze->eye,
        .right = wend_v3(ch, 0, -sh),
        .down = wend_v3(-st * sh, -ct, -st * ch),
        .forward = wend_v3(-ct * sh, st, -ct * ch),
        .focal = 0.5f * (float)camera->width / tanf(camera->hfov * (float)(WEND_PI / 360))};
    return f;
}

#endif
