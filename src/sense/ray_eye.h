// The same pictures by rays, with Embree: what the rasteriser is tested against, and one of the
// peers it is measured against. Slow, and not deterministic to the last bit.
#ifndef WEND_SENSE_RAY_EYE_H
#define WEND_SENSE_RAY_EYE_H

#include "sense/view.h"

typedef struct ray_eye ray_eye;

// Everything in the view's scene, as it starts, triangle by triangle; the view must outlive it.
// `exact`: rays pass the backs of single-sided surfaces and the holes of cut-outs, as the eye does;
// that costs speed.
wend_status ray_eye_create(const wend_view* view, bool exact, ray_eye** out, wend_error* error);
void ray_eye_destroy(ray_eye* t);  // Nullable: t.

// Depth in metres (INFINITY: nothing) and object of every pixel; [height][width], from the top.
// Nullable: object.
typedef struct ray_eye_picture {
    float* depth;
    uint32_t* object;
} ray_eye_picture;
void ray_eye_render(const ray_eye* t, const wend_camera* camera, const wend_gaze* gaze,
                    const ray_eye_picture* picture);

// How a picture of the rasteriser differs from one by rays.
typedef struct ray_eye_difference {
    uint64_t pixels;
    uint64_t holes;   // nothing is seen where rays see something, there and close by on all sides
    uint64_t depths;  // more than 1 mm apart, or 1/1000 of the depth beyond 1 m
    uint64_t ids;     // another object, farther away or nearer than the ray's
    uint64_t ties;    // another object, but at the same depth: two surfaces lie in each other
} ray_eye_difference;
// `t` must be exact; `truth` is its picture from `gaze`.
void ray_eye_compare(const ray_eye* t, const wend_camera* camera, const wend_gaze* gaze,
                     const ray_eye_picture* truth, const wend_frame* frame,
                     ray_eye_difference* sum);

#endif
