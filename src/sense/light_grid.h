// Resamples the baked light of the vertices of a surface to a regular grid over its plane.
#ifndef WEND_SENSE_LIGHT_GRID_H
#define WEND_SENSE_LIGHT_GRID_H

#include "sense/facet.h"
#include "sense/view.h"

typedef struct light_grid_point {
    uint32_t at;
    float light;
} light_grid_point;

// Scratch memory, reused for all surfaces.
typedef struct light_grid {
    ARRAY_OF(float) points;
    ARRAY_OF(light_grid_point) ring;
} light_grid;

void light_grid_destroy(light_grid* g);  // safe on {0} and twice

uint64_t light_grid_size(const facet_surface* s);  // cells
// Fills the grid of a surface for one instance and sets the light functions and counts of `to`; `p`
// are the corners of the surface in the world. False when out of memory.
bool light_grid_fill(light_grid* g, const wend_scene_arrays* a, const wend_instance* instance,
                     const facet_mesh* mesh, const facet_surface* s, const wend_vec3 p[3],
                     view_surface* to, uint32_t* out);

#endif
