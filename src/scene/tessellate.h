// Flat shapes of buildings as triangles small enough for light that is baked a vertex at a time:
// walls with a hole, floors of any outline. No vertex lies inside another triangle's edge.
#ifndef WEND_SCENE_TESSELLATE_H
#define WEND_SCENE_TESSELLATE_H

#include "scene/builder.h"

// Adds a polygon at `height` to the open mesh, divided until no side is longer than about `step`
// metres. The outline may be concave and given in either direction. It looks up, or down for a
// ceiling. uv are metres.
// WEND_FORMAT when the outline crosses itself so badly that no triangle can be cut off.
typedef struct tessellate_polygon_def {
    const wend_vec2* corners;  // x and z
    int count;                 // 3 to 4096
    float height, step;
    bool looks_down;
} tessellate_polygon_def;
wend_status tessellate_polygon(scene_builder* b, const tessellate_polygon_def* def,
                               wend_error* error);

// Cuts an outline (counter-clockwise) into triangles of its corners: `out` has room for three
// times as many. Returns how many triangles; 0 when it crosses itself.
int tessellate_outline(const wend_vec2* corners, int count, uint32_t* out);

// Adds an upright rectangle to the open mesh: `along` runs right as one looks at its front, `up`
// upwards. It may have one hole. uv are metres, v downwards from the top.
typedef struct tessellate_wall_def {
    wend_vec3 corner;  // lower left one, seen from the front
    wend_vec3 along;   // unit vector to the lower right one
    float start, end;  // metres along: the wall may begin before its corner
    float height;
    float step;                                        // about as large as its squares become
    float hole_left, hole_right, hole_low, hole_high;  // along and up; none when left >= right
} tessellate_wall_def;
void tessellate_wall(scene_builder* b, const tessellate_wall_def* def);

#endif
