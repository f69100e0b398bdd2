// Points of a scene at which light is computed. Vertices share samples: those of a small object
// share six, one per side; those of furniture share one per cell and facing direction.
#ifndef WEND_LIGHT_LIGHT_SAMPLE_H
#define WEND_LIGHT_LIGHT_SAMPLE_H

#include "base/array.h"
#include "scene/rays.h"

typedef struct light_sample {
    wend_vec3 at, normal;  // slightly above the surface
    uint64_t key;          // vertices with equal keys share the sample
    uint32_t room, object;
    float direct;    // from sun, sky, windows and lamps; source of the bounce
    float gathered;  // from the sky and from other surfaces
    float light;     // total
    bool is_fine;    // part of the building: uses more rays
    bool is_buried;
} light_sample;

typedef struct light_samples {
    ARRAY_OF(light_sample) list;
    uint32_t* of_vertex;  // [light]: sample; for small objects the first of six
    bool* is_small;       // [objects]
} light_samples;

wend_status light_samples_collect(const wend_scene* scene, const rays* r, light_samples* samples,
                                  wend_error* error);
void light_samples_destroy(light_samples* samples);  // safe on {0} and twice

// Hash of a grid cell and the facing direction of a surface.
uint64_t light_cell_key(wend_vec3 at, float cell, wend_vec3 normal);
wend_vec3 light_world_normal(const wend_transform* t, wend_vec3 normal);  // unit; +y if degenerate

#endif
