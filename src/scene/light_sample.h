// The points of a scene where light is worked out. Many vertices share one: those of a small thing
// share six, one a side; those of furniture that lie close and face the same way share theirs.
#ifndef WEND_SCENE_LIGHT_SAMPLE_H
#define WEND_SCENE_LIGHT_SAMPLE_H

#include "base/array.h"
#include "scene/rays.h"

typedef struct light_sample {
    wend_vec3 at, normal;  // just above the surface
    uint64_t key;          // what makes vertices share it
    uint32_t room, object;
    float direct;    // light straight from sun, sky, windows and lamps, for the bounce
    float gathered;  // from the sky and off other surfaces
    float light;     // all of it
    bool is_fine;    // part of the building, which gets more rays
    bool is_buried;
} light_sample;

typedef struct light_samples {
    ARRAY_OF(light_sample) list;
    uint32_t* of_vertex;  // [light]: the sample; of a small thing: the first of its six
    bool* is_small;       // [objects]
} light_samples;

wend_status light_samples_collect(const wend_scene* scene, const rays* r, light_samples* samples,
                                  wend_error* error);
void light_samples_destroy(light_samples* samples);  // safe on {0} and twice

// A cell of a grid and the side a surface there faces, as one number.
uint64_t light_cell_key(wend_vec3 at, float cell, wend_vec3 normal);
wend_vec3 light_world_normal(const wend_transform* t, wend_vec3 normal);  // unit; +y if degenerate

#endif
