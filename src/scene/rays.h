// Ray casts in a scene with Embree: nearest hit and occlusion.
//
// Rays pass through glass. Objects have their initial poses.
//
// Embree runs with one thread and one instruction set: a wider one rounds differently, and baked
// light must be bit-identical on every machine.
#ifndef WEND_SCENE_RAYS_H
#define WEND_SCENE_RAYS_H

#include "wend/scene.h"

typedef struct rays rays;

// `scene` must outlive the rays. It may have no triangles.
wend_status rays_create(const wend_scene* scene, rays** out, wend_error* error);
void rays_destroy(rays* r);  // Nullable: r.

// World positions of the vertices; index = first_light of the instance + vertex.
const wend_vec3* rays_positions(const rays* r);

typedef struct rays_hit {
    float distance;     // INFINITY: nothing was hit
    uint32_t instance;  // what was hit
    wend_vec3 normal;   // of the triangle, unit, to its front
} rays_hit;

// Casts `count` rays (unit directions) from one point. Packets of four are traced together, so
// neighbouring directions should be similar for speed.
void rays_cast(const rays* r, wend_vec3 from, const wend_vec3* directions, int count,
               rays_hit* hits);
// Number of unoccluded rays of `count` from one point; ray i ends after `lengths[i]` metres.
// `open[i]` is true for them. Nullable: open.
int rays_open(const rays* r, wend_vec3 from, const wend_vec3* directions, const float* lengths,
              int count, bool* open);

#endif
