// What shapes are made of: vertices and triangles that a pen adds to its mesh.
#ifndef WEND_SCENE_SHAPE_MESH_H
#define WEND_SCENE_SHAPE_MESH_H

#include "scene/shape.h"

enum { SHAPE_MAX_ROUND = 96 };

#define SHAPE_SMOOTH_COSINE 0.7f  // edges flatter than about 45 degrees look round

// Returns the vertex's index; the mesh remembers when there was no memory for it.
uint32_t shape_mesh_vertex(const shape_pen* p, wend_vec3 position, wend_vec3 normal, wend_vec2 uv);
// Corners counter-clockwise seen from outside.
void shape_mesh_wound_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k);
// Corners in either direction: the normals say which side is outside, so that most shapes need not
// think about their winding.
void shape_mesh_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k);
void shape_mesh_quad(const shape_pen* p, uint32_t a, uint32_t b, uint32_t c,
                     uint32_t d);  // around it

// The unit normal of an outline's edge, to the right of its direction.
wend_vec2 shape_mesh_edge_normal(wend_vec2 a, wend_vec2 b);
// `own`, rounded off towards its neighbour where the two hardly differ. Not unit.
wend_vec2 shape_mesh_blend(wend_vec2 own, wend_vec2 other);

#endif
