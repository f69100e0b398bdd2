// The light of a surface as a grid of points over its plane, from the light of its vertices.
#ifndef WEND_SENSE_LIGHT_GRID_H
#define WEND_SENSE_LIGHT_GRID_H

#include "sense/facet.h"
#include "sense/view.h"

typedef struct light_grid_point {
    uint32_t at;
    float light;
} light_grid_point;

// Scratch memory, reused from surface to surface.
typedef struct light_grid {
    ARRAY_OF(float) points;
    ARRAY_OF(light_grid_point) ring;
} light_grid;

void light_grid_destroy(light_grid* g);  // safe on {0} and twice

uint64_t light_grid_size(const facet_surface* s);  // cells
// Fills a surface's grid for one instance, and the functions and counts of `to` that lead there;
// `p` are the surface's corners in the world. False when out of memory.
bool light_grid_fill(light_grid* g, const wend_scene_arrays* a, const wend_instance* instance,
                     const facet_mesh* mesh, const facet_surface* s, const wend_vec3 p[3],
                     view_surface* to, uint32_t* out);

#endif
