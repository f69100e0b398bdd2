// Primitive shapes of models: boxes, solids of revolution, tubes, plates, cushions, leaves.
//
// A pen adds shapes to a mesh in its own frame. Every shape except the leaf is closed, with
// triangles counter-clockwise seen from outside and uvs in metres / repeat of the material.
#ifndef WEND_CATALOG_SHAPE_H
#define WEND_CATALOG_SHAPE_H

#include "base/array.h"

#include "wend/base.h"

typedef struct shape_vertex {
    wend_vec3 position, normal;
    wend_vec2 uv;
} shape_vertex;

typedef struct shape_mesh {
    ARRAY_OF(shape_vertex) vertices;
    ARRAY_OF(uint32_t) indices;
    bool failed;  // out of memory: the mesh is incomplete
} shape_mesh;

void shape_mesh_clear(shape_mesh* mesh);    // keeps the memory
void shape_mesh_destroy(shape_mesh* mesh);  // safe on {0} and when called twice

typedef struct shape_pen {
    shape_mesh* mesh;
    wend_transform at;  // from pen to mesh frame; rotation, translation, uniform scale
    float detail;       // in [0, 4]: 0 coarse, 4 very fine
    float repeat;       // metres per repeat of the texture
    bool grain;         // u runs along the longer side of a box: wood, brushed metal
    bool stretch;       // uv in [0, 1] over each face, upright seen from -z: images
} shape_pen;

static inline wend_vec3 v3(float x, float y, float z) { return wend_v3(x, y, z); }
// cosf and sinf, evaluated at run time. Compilers fold constant angles and differ in the last bit;
// a seed must give the same bytes with every compiler.
float shape_cos(float radians);
float shape_sin(float radians);

static inline wend_vec2 v2(float x, float y) { return (wend_vec2){x, y}; }

// Segments of a circle that has `fine` segments at detail 1; at least 4.
int shape_segments(const shape_pen* p, int fine);
// A copy of `p` whose frame is translated to `origin` and rotated about +y.
shape_pen shape_pen_moved(const shape_pen* p, wend_vec3 origin, float heading);
// Translated and rotated about x: +y leans towards +z for positive angles.
shape_pen shape_pen_tilted(const shape_pen* p, wend_vec3 origin, float radians);
// Translated and rotated about z: +x rises towards +y for positive angles.
shape_pen shape_pen_rolled(const shape_pen* p, wend_vec3 origin, float radians);

// A box; `foot` is the centre of its base, `bevel` the radius of its edges.
void shape_box(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float bevel);
// A frustum: `top` is the size (x, z) of the upper face, `lean` its offset (x, z).
void shape_taper(const shape_pen* p, wend_vec3 foot, wend_vec3 size, wend_vec2 top, wend_vec2 lean);
// A superellipsoid in a box of `size`. `firmness` is the exponent: 2 ellipsoid, 4 pillow, 8 firm
// seat.
void shape_soft(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float firmness);
void shape_ball(const shape_pen* p, wend_vec3 middle, wend_vec3 radii);
// An ellipsoid with bumps that depend on `seed`: foliage, stones, lettuce.
void shape_lump(const shape_pen* p, wend_vec3 middle, wend_vec3 radii, uint32_t seed);

// Solid of revolution about +y. `profile` holds (radius, height): from the axis (radius 0) at the
// bottom along the outside back to the axis, or a closed loop. At most 32 points.
void shape_lathe(const shape_pen* p, wend_vec3 foot, const wend_vec2* profile, int count, int fine);
void shape_cone(const shape_pen* p, wend_vec3 foot, float low_radius, float high_radius,
                float height);
void shape_cylinder(const shape_pen* p, wend_vec3 foot, float radius, float height);
void shape_rod(const shape_pen* p, wend_vec3 from, wend_vec3 to, float radius);
// A rod with round ends and linearly varying radius: arms, legs, branches.
void shape_limb(const shape_pen* p, wend_vec3 from, wend_vec3 to, float from_radius,
                float to_radius);
// A round tube through at most 96 points. `closed`: the last point is joined to the first.
void shape_tube(const shape_pen* p, const wend_vec3* points, int count, float radius, bool closed);
// A torus around +y.
void shape_torus(const shape_pen* p, wend_vec3 middle, float radius, float tube);

// Extrudes an outline (x, z) of either winding from y = `low` to `high`. At most 128 corners.
void shape_plate(const shape_pen* p, const wend_vec2* outline, int count, float low, float high);
// Extrudes a polyline (x, z) with `thickness` vertically: curtains, cloth. At most 64 points.
void shape_sheet(const shape_pen* p, const wend_vec2* line, int count, wend_vec2 low_high,
                 float thickness);

// Lofts a surface through rings with the same number of corners. The first and the last ring are
// closed with triangle fans and must be star-shaped about the origin.
typedef struct shape_loft_ring {
    const wend_vec2* outline;  // x, z
    float scale, y;
} shape_loft_ring;
void shape_loft(const shape_pen* p, const shape_loft_ring* rings, int ring_count, int corners);

// A flat leaf from `base` to `tip`. The material must be double-sided.
void shape_leaf(const shape_pen* p, wend_vec3 base, wend_vec3 tip, float width, float droop);

#endif
