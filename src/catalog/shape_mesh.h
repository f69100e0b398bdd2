// Vertices and triangles that a pen adds to its mesh.
#ifndef WEND_CATALOG_SHAPE_MESH_H
#define WEND_CATALOG_SHAPE_MESH_H

#include "catalog/shape.h"

enum { SHAPE_MAX_ROUND = 96 };

#define SHAPE_SMOOTH_COSINE 0.7f  // edges below about 45 degrees are shaded smoothly

// Returns the index of the vertex. Out of memory sets `failed` of the mesh.
uint32_t shape_mesh_vertex(const shape_pen* p, wend_vec3 position, wend_vec3 normal, wend_vec2 uv);
// Corners must be counter-clockwise seen from outside.
void shape_mesh_wound_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k);
// Corners in either winding: the vertex normals determine the outside.
void shape_mesh_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k);
void shape_mesh_quad(const shape_pen* p, uint32_t a, uint32_t b, uint32_t c,
                     uint32_t d);  // corners in order around the quad

// Unit normal of an edge, to the right of its direction.
wend_vec2 shape_mesh_edge_normal(wend_vec2 a, wend_vec2 b);
// `own`, or its sum with `other` if both are similar (SHAPE_SMOOTH_COSINE). Not normalised.
wend_vec2 shape_mesh_blend(wend_vec2 own, wend_vec2 other);

#endif
