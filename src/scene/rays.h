// Straight lines through a scene: what a ray hits and whether it is blocked, with Embree.
//
// Glass is not there for a ray. Things stand as the scene starts.
//
// Embree is held to one thread and one instruction set, because a wider one rounds differently, and
// the same scene must give the same bytes on every machine.
#ifndef WEND_SCENE_RAYS_H
#define WEND_SCENE_RAYS_H

#include "wend/scene.h"

typedef struct rays rays;

// `scene` must outlive the rays. A scene without triangles is fine: nothing is hit then.
wend_status rays_create(const wend_scene* scene, rays** out, wend_error* error);
void rays_destroy(rays* r);  // Nullable: r.

// Where a vertex of an instance is in the world: index = instance's first_light + vertex.
const wend_vec3* rays_positions(const rays* r);

typedef struct rays_hit {
    float distance;     // INFINITY: nothing was hit
    uint32_t instance;  // what was hit
    wend_vec3 normal;   // of the triangle, unit, to its front
} rays_hit;

// From one point into `count` directions (unit). Neighbours in the list should be neighbours in
// space: four are followed together, which is only a matter of speed.
void rays_cast(const rays* r, wend_vec3 from, const wend_vec3* directions, int count,
               rays_hit* hits);
// How many of `count` lines from one point get through; line i ends after `lengths[i]` metres.
// `open[i]` tells which. Nullable: open.
int rays_open(const rays* r, wend_vec3 from, const wend_vec3* directions, const float* lengths,
              int count, bool* open);

#endif
