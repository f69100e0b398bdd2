// Parts that many models share: legs, fronts with knobs, handles, rows of books.
#ifndef WEND_SCENE_MODEL_PARTS_H
#define WEND_SCENE_MODEL_PARTS_H

#include "scene/sketch.h"

// Four square legs at the corners of an area (x, z) about the origin, up to `height`; they get
// thinner downwards.
void parts_legs(const shape_pen* p, wend_vec2 area, float height, float thickness);
// The same, round, splayed outwards by `splay` at the floor.
void parts_splayed_legs(const shape_pen* p, wend_vec2 area, float height, float radius,
                        float splay);

// A board that closes a drawer or door, in front of a box whose front is at z: `foot` is the middle
// of its lower edge on that front.
void parts_front(const shape_pen* p, wend_vec3 foot, wend_vec2 size);
// A thin board with a picture, let into a front at z = foot.z so that it stands out by a hair.
void parts_picture(const shape_pen* p, wend_vec3 foot, wend_vec2 size);
// The same on a top at y = middle.y; `size` is x and z.
void parts_print(const shape_pen* p, wend_vec3 middle, wend_vec2 size);
void parts_knob(const shape_pen* p, wend_vec3 at);  // sticks out along -z
void parts_bar(const shape_pen* p, wend_vec3 middle, float length, bool upright);  // a bar handle
// A slow curve from `a` to `b` by way of `bend`, as `count` points.
void parts_curve(wend_vec3 a, wend_vec3 bend, wend_vec3 b, wend_vec3* points, int count);
// Books standing side by side from x = -w/2 to w/2 on `foot`, their spines towards -z.
void parts_books(sketch* s, wend_vec3 foot, wend_vec3 size, uint32_t seed);
// A rounded outline of a plate about the origin; returns its corners.
int parts_oval(const shape_pen* p, wend_vec2 size, float firmness, wend_vec2* outline,
               int capacity);
// A wheel that rolls along z, at x = middle.x; `radius_width` of its tyre.
void parts_wheel(const shape_pen* tyre, const shape_pen* hub, wend_vec3 middle,
                 wend_vec2 radius_width);

#endif
