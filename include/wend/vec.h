// Vectors, rotations, rigid transforms and boxes.
//
// Right-handed, metres, +y up, -z forward. Heading is counter-clockwise seen from above, 0 looks
// along -z. Only importers and exporters know other frames.
#ifndef WEND_VEC_H
#define WEND_VEC_H

#include <math.h>
#include <stdbool.h>

#define WEND_PI 3.14159265358979323846

typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

typedef struct wend_vec3 {
    float x, y, z;
} wend_vec3;

typedef struct wend_vec3_span {
    const wend_vec3* items;
    int count;
} wend_vec3_span;

typedef struct wend_quat {
    float x, y, z, w;
} wend_quat;

// Rotation, scale and translation as a 3x4 matrix: `at = axes * point + origin`.
typedef struct wend_transform {
    wend_vec3 x, y, z;  // where the three unit axes go: the columns of the matrix
    wend_vec3 origin;
} wend_transform;

// Empty while low > high; `wend_aabb_empty` is the start of every growing box.
typedef struct wend_aabb {
    wend_vec3 low, high;
} wend_aabb;

static inline wend_vec3 wend_v3(float x, float y, float z) {
    wend_vec3 v = {x, y, z};
    return v;
}
static inline wend_vec3 wend_v3_add(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline wend_vec3 wend_v3_sub(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline wend_vec3 wend_v3_scale(wend_vec3 a, float s) {
    return wend_v3(a.x * s, a.y * s, a.z * s);
}
static inline wend_vec3 wend_v3_mad(wend_vec3 a, wend_vec3 b, float s) {  // a + b * s
    return wend_v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline wend_vec3 wend_v3_lerp(wend_vec3 a, wend_vec3 b, float t) {
    return wend_v3_mad(a, wend_v3_sub(b, a), t);
}
static inline float wend_v3_dot(wend_vec3 a, wend_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline wend_vec3 wend_v3_cross(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline float wend_v3_length(wend_vec3 a) { return sqrtf(wend_v3_dot(a, a)); }
static inline float wend_v3_distance(wend_vec3 a, wend_vec3 b) {
    return wend_v3_length(wend_v3_sub(a, b));
}
static inline wend_vec3 wend_v3_min(wend_vec3 a, wend_vec3 b) {
    return wend_v3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
static inline wend_vec3 wend_v3_max(wend_vec3 a, wend_vec3 b) {
    return wend_v3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}
static inline bool wend_v3_is_finite(wend_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
// The zero vector stays zero.
static inline wend_vec3 wend_v3_normalize(wend_vec3 a) {
    float length = wend_v3_length(a);
    return length > 0 ? wend_v3_scale(a, 1 / length) : a;
}

static inline wend_quat wend_quat_identity(void) {
    wend_quat q = {0, 0, 0, 1};
    return q;
}
static inline wend_quat wend_quat_multiply(wend_quat a, wend_quat b) {  // first b, then a
    wend_quat q = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return q;
}
static inline wend_quat wend_quat_about(wend_vec3 unit_axis, float radians) {
    float s = sinf(radians / 2);
    wend_quat q = {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, cosf(radians / 2)};
    return q;
}
// The zero quaternion becomes the identity: real episode files hold some that are not unit.
static inline wend_quat wend_quat_normalize(wend_quat q) {
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0)) return wend_quat_identity();
    wend_quat unit = {q.x / length, q.y / length, q.z / length, q.w / length};
    return unit;
}
static inline wend_vec3 wend_quat_rotate(wend_quat q, wend_vec3 v) {
    wend_vec3 u = wend_v3(q.x, q.y, q.z);
    wend_vec3 t = wend_v3_scale(wend_v3_cross(u, v), 2);
    return wend_v3_add(wend_v3_mad(v, t, q.w), wend_v3_cross(u, t));
}

static inline wend_transform wend_transform_identity(void) {
    wend_transform t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    return t;
}
static inline wend_transform wend_transform_make(wend_quat q, wend_vec3 scale, wend_vec3 origin) {
    wend_transform t = {wend_quat_rotate(q, wend_v3(scale.x, 0, 0)),
                        wend_quat_rotate(q, wend_v3(0, scale.y, 0)),
                        wend_quat_rotate(q, wend_v3(0, 0, scale.z)), origin};
    return t;
}
// Turned by `heading` radians about +y, then moved to `origin`.
static inline wend_transform wend_transform_upright(float heading, wend_vec3 origin) {
    float c = cosf(heading), s = sinf(heading);
    wend_transform t = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}, origin};
    return t;
}
static inline wend_vec3 wend_transform_vector(const wend_transform* t, wend_vec3 v) {
    return wend_v3_mad(wend_v3_mad(wend_v3_scale(t->x, v.x), t->y, v.y), t->z, v.z);
}
static inline wend_vec3 wend_transform_point(const wend_transform* t, wend_vec3 p) {
    return wend_v3_add(wend_transform_vector(t, p), t->origin);
}
static inline wend_transform wend_transform_multiply(const wend_transform* a,
                                                     const wend_transform* b) {  // first b, then a
    wend_transform t = {wend_transform_vector(a, b->x), wend_transform_vector(a, b->y),
                        wend_transform_vector(a, b->z), wend_transform_point(a, b->origin)};
    return t;
}

static inline wend_aabb wend_aabb_empty(void) {
    wend_aabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return box;
}
static inline bool wend_aabb_is_empty(wend_aabb box) { return !(box.low.x <= box.high.x); }
static inline wend_aabb wend_aabb_add(wend_aabb box, wend_vec3 p) {
    wend_aabb grown = {wend_v3_min(box.low, p), wend_v3_max(box.high, p)};
    return grown;
}
static inline wend_aabb wend_aabb_join(wend_aabb a, wend_aabb b) {
    wend_aabb joined = {wend_v3_min(a.low, b.low), wend_v3_max(a.high, b.high)};
    return joined;
}
static inline wend_vec3 wend_aabb_center(wend_aabb box) {
    return wend_v3_scale(wend_v3_add(box.low, box.high), 0.5f);
}
static inline wend_vec3 wend_aabb_size(wend_aabb box) { return wend_v3_sub(box.high, box.low); }
static inline bool wend_aabb_overlaps(wend_aabb a, wend_aabb b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y &&
           a.low.z < b.high.z && b.low.z < a.high.z;
}
static inline bool wend_aabb_contains(wend_aabb box, wend_vec3 p) {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y &&
           p.z >= box.low.z && p.z <= box.high.z;
}

#endif
