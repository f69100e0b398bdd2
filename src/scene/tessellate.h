// Tessellates planar parts of buildings (walls with a hole, polygonal floors) into triangles small
// enough for light per vertex, without T-junctions.
#ifndef WEND_SCENE_TESSELLATE_H
#define WEND_SCENE_TESSELLATE_H

#include "scene/builder.h"

// Adds a horizontal polygon at `height` to the open mesh, subdivided until no side is longer than
// about `step` metres. The outline may be concave and have either winding. It faces up, or down for
// a ceiling. uv are metres. WEND_FORMAT if the outline intersects itself such that no ear is left.
typedef struct tessellate_polygon_def {
    const wend_vec2* corners;  // x and z, metres
    int count;                 // in [3, 4096]
    float height, step;
    bool looks_down;
} tessellate_polygon_def;
wend_status tessellate_polygon(scene_builder* b, const tessellate_polygon_def* def,
                               wend_error* error);

// Triangulates a counter-clockwise outline without new vertices. `out` must hold 3 * count indices.
// Returns the number of triangles; 0 if the outline intersects itself.
int tessellate_outline(const wend_vec2* corners, int count, uint32_t* out);

// Adds a vertical rectangle with at most one hole to the open mesh. Seen from its front, `along`
// points right. uv are metres, v downwards from the top.
typedef struct tessellate_wall_def {
    wend_vec3 corner;  // lower left corner, seen from the front
    wend_vec3 along;   // unit vector to the lower right corner
    float start, end;  // metres along; start may be negative
    float height;
    float step;                                        // approximate side of the cells, metres
    float hole_left, hole_right, hole_low, hole_high;  // metres; no hole if left >= right
} tessellate_wall_def;
void tessellate_wall(scene_builder* b, const tessellate_wall_def* def);

#endif
