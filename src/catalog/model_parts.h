// Parts shared by models: legs, fronts with knobs, handles, rows of books. Lengths in metres.
#ifndef WEND_CATALOG_MODEL_PARTS_H
#define WEND_CATALOG_MODEL_PARTS_H

#include "catalog/sketch.h"

// Four square legs at the corners of an area (x, z) centred at the origin, up to `height`. They
// taper downwards.
void parts_legs(const shape_pen* p, wend_vec2 area, float height, float thickness);
// The same with round legs; `splay` is the horizontal distance between their lower and upper ends.
void parts_splayed_legs(const shape_pen* p, wend_vec2 area, float height, float radius,
                        float splay);

// The front of a drawer or door on a box whose front is at z = foot.z. `foot` is the centre of its
// lower edge.
void parts_front(const shape_pen* p, wend_vec3 foot, wend_vec2 size);
// A thin board with an image on a front at z = foot.z; it protrudes by 0.8 mm.
void parts_picture(const shape_pen* p, wend_vec3 foot, wend_vec2 size);
// The same on a horizontal surface at y = middle.y; `size` is x and z.
void parts_print(const shape_pen* p, wend_vec3 middle, wend_vec2 size);
void parts_knob(const shape_pen* p, wend_vec3 at);  // protrudes along -z
void parts_bar(const shape_pen* p, wend_vec3 middle, float length, bool upright);  // bar handle
// Samples the quadratic Bezier curve from `a` to `b` with control point `bend` at `count` points.
void parts_curve(wend_vec3 a, wend_vec3 bend, wend_vec3 b, wend_vec3* points, int count);
// Books side by side from x = -w/2 to w/2 on `foot`, spines towards -z.
void parts_books(sketch* s, wend_vec3 foot, wend_vec3 size, uint32_t seed);
// Superellipse about the origin, to be used as the outline of a plate. Returns the number of
// corners.
int parts_oval(const shape_pen* p, wend_vec2 size, float firmness, wend_vec2* outline,
               int capacity);
// A wheel that rolls along z; `radius_width` is that of its tyre.
void parts_wheel(const shape_pen* tyre, const shape_pen* hub, wend_vec3 middle,
                 wend_vec2 radius_width);

#endif
