// Shapes that models are drawn with: boxes, round things, tubes, plates, soft things, leaves.
//
// A pen draws into a mesh, in a frame of its own. Every shape but the leaf is closed, its triangles
// run counter-clockwise seen from outside, and its uvs count metres by the repeat of the material.
#ifndef WEND_SCENE_SHAPE_H
#define WEND_SCENE_SHAPE_H

#include "base/array.h"

#include "wend/base.h"

typedef struct shape_vertex {
    wend_vec3 position, normal;
    wend_vec2 uv;
} shape_vertex;

typedef struct shape_mesh {
    ARRAY_OF(shape_vertex) vertices;
    ARRAY_OF(uint32_t) indices;
    bool failed;  // out of memory: the mesh is not complete
} shape_mesh;

void shape_mesh_clear(shape_mesh* mesh);    // empty, but keeps its memory
void shape_mesh_destroy(shape_mesh* mesh);  // safe on {0} and twice

typedef struct shape_pen {
    shape_mesh* mesh;
    wend_transform at;  // the shape's frame to the mesh's; turns and moves, scales evenly
    float detail;       // 0 coarse … 4 very fine
    float repeat;       // metres a texture repeats in
    bool grain;         // u follows the longer side of a box: wood, brushed metal
    bool stretch;       // uvs run once from 0 to 1 over each face, upright for one who stands in
                        // front (at -z): pictures
} shape_pen;

static inline wend_vec3 v3(float x, float y, float z) { return wend_v3(x, y, z); }
// cosf and sinf as they are at run time. Compilers work out constant angles themselves, and do not
// agree on the last bit; the same seed must give the same bytes with any of them.
float shape_cos(float radians);
float shape_sin(float radians);

static inline wend_vec2 v2(float x, float y) { return (wend_vec2){x, y}; }

// Segments of a full circle that has `fine` of them at detail 1; never less than 4.
int shape_segments(const shape_pen* p, int fine);
// A pen like `p` whose frame is moved to `origin` and turned about +y.
shape_pen shape_pen_moved(const shape_pen* p, wend_vec3 origin, float heading);
// The same, then tilted about its x axis: +y leans towards +z for positive angles.
shape_pen shape_pen_tilted(const shape_pen* p, wend_vec3 origin, float radians);
// The same, rolled about its z axis: +x rises towards +y for positive angles.
shape_pen shape_pen_rolled(const shape_pen* p, wend_vec3 origin, float radians);

// Boxes stand on `foot`, the middle of their bottom; `bevel` is the radius of their edges.
void shape_box(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float bevel);
// A box that is `top` (x, z) wide above, and there moved by `lean` (x, z).
void shape_taper(const shape_pen* p, wend_vec3 foot, wend_vec3 size, wend_vec2 top, wend_vec2 lean);
// A box as soft as a cushion: 2 is an ellipsoid, 4 a pillow, 8 a firm seat.
void shape_soft(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float firmness);
void shape_ball(const shape_pen* p, wend_vec3 middle, wend_vec3 radii);
// A ball with bumps, by `seed`: foliage, stones, lettuce.
void shape_lump(const shape_pen* p, wend_vec3 middle, wend_vec3 radii, uint32_t seed);

// Turned about +y: `profile` holds radius and height, from the axis (radius 0) at the bottom round
// the outside to the axis again, or back to its own beginning. At most 32 points.
void shape_lathe(const shape_pen* p, wend_vec3 foot, const wend_vec2* profile, int count, int fine);
void shape_cone(const shape_pen* p, wend_vec3 foot, float low_radius, float high_radius,
                float height);
void shape_cylinder(const shape_pen* p, wend_vec3 foot, float radius, float height);
void shape_rod(const shape_pen* p, wend_vec3 from, wend_vec3 to, float radius);
// A rod with round ends that changes its radius from one to the other: arms, legs, branches.
void shape_limb(const shape_pen* p, wend_vec3 from, wend_vec3 to, float from_radius,
                float to_radius);
// A round tube through at most 96 points; closed: the last meets the first.
void shape_tube(const shape_pen* p, const wend_vec3* points, int count, float radius, bool closed);
// A ring around +y.
void shape_torus(const shape_pen* p, wend_vec3 middle, float radius, float tube);

// A plate: an outline (x, z), in either direction, drawn up from `low` to `high`. At most 128
// corners.
void shape_plate(const shape_pen* p, const wend_vec2* outline, int count, float low, float high);
// A standing sheet along a line of points (x, z), `thickness` thick: curtains, cloth. At most 64.
void shape_sheet(const shape_pen* p, const wend_vec2* line, int count, wend_vec2 low_high,
                 float thickness);

// A bowl or shell between rings of equally many corners, lofted from one to the next; the first and
// the last are closed with a fan, so both must be star-shaped about their middle.
typedef struct shape_loft_ring {
    const wend_vec2* outline;  // x, z
    float scale, y;
} shape_loft_ring;
void shape_loft(const shape_pen* p, const shape_loft_ring* rings, int ring_count, int corners);

// A flat leaf from `base` to `tip`, seen from both sides (its material must be double-sided).
void shape_leaf(const shape_pen* p, wend_vec3 base, wend_vec3 tip, float width, float droop);

#endif
