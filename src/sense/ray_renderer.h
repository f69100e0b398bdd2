// Ray-cast images with Embree: the reference of the rasteriser's tests and a peer in its
// benchmarks. Slow, and not bit-identical between machines.
#ifndef WEND_SENSE_RAY_RENDERER_H
#define WEND_SENSE_RAY_RENDERER_H

#include "sense/view.h"

typedef struct ray_renderer ray_renderer;

// Uses all triangles of the view's scene in their initial place; the view must outlive it. `exact`:
// rays pass back faces of single-sided surfaces and holes of cut-outs, as in the rasteriser;
// slower.
wend_status ray_renderer_create(const wend_view* view, bool exact, ray_renderer** out,
                                wend_error* error);
void ray_renderer_destroy(ray_renderer* t);  // Nullable: t.

// Depth in metres (INFINITY: empty) and object of every pixel; [height][width], from the top.
// Nullable: object.
typedef struct ray_renderer_picture {
    float* depth;
    uint32_t* object;
} ray_renderer_picture;
void ray_renderer_render(const ray_renderer* t, const wend_camera* camera,
                         const wend_camera_pose* camera_pose, const ray_renderer_picture* picture);

// Differences between an image of the rasteriser and one of rays, in pixels.
typedef struct ray_renderer_difference {
    uint64_t pixels;
    uint64_t holes;   // empty where rays hit, there and close by on all sides
    uint64_t depths;  // more than 1 mm apart, or 1/1000 of the depth beyond 1 m
    uint64_t ids;     // different object at a different depth
    uint64_t ties;    // different object at the same depth: coplanar surfaces
} ray_renderer_difference;
// `t` must be exact; `truth` is its image from `camera_pose`.
void ray_renderer_compare(const ray_renderer* t, const wend_camera* camera,
                          const wend_camera_pose* camera_pose, const ray_renderer_picture* truth,
                          const wend_frame* frame, ray_renderer_difference* sum);

#endif
