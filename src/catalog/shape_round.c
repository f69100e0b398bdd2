// Solids of revolution, rods and tubes.
#include "catalog/shape_mesh.h"

enum { MAX_PROFILE = 32 };

// ---- solids of revolution -----------------------------------------------------------------------

typedef struct lathe_ring {
    wend_vec3 foot;
    wend_vec2 point, normal;
    float turns, v;  // repeats of the texture around; coordinate along the profile
    int segments;
} lathe_ring;

static uint32_t add_ring(const shape_pen* p, const lathe_ring* r) {
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    for (int i = 0; i <= r->segments; i++) {
        // The last vertex equals the first bit for bit, except for its uv.
        float angle = (float)(2 * WEND_PI) * (float)(i % r->segments) / (float)r->segments;
        float c = cosf(angle), s = sinf(angle);
        wend_vec3 at = v3(r->point.x * c, r->point.y, -r->point.x * s);
        wend_vec3 normal = v3(r->normal.x * c, r->normal.y, -r->normal.x * s);
        if (r->point.x == 0) normal = v3(0, r->normal.y < 0 ? -1 : 1, 0);
        float u = r->turns * (float)i / (float)r->segments;
        shape_mesh_vertex(p, wend_v3_add(r->foot, at), normal, v2(u, r->v));
    }
    return first;
}

// Max deviation of a simplified profile, metres; 0 from detail 0.4 on.
static float lathe_tolerance(const shape_pen* p, const wend_vec2* profile, int count) {
    wend_vec2 low = profile[0], high = profile[0];
    for (int i = 0; i < count; i++) {
        low = v2(fminf(low.x, profile[i].x), fminf(low.y, profile[i].y));
        high = v2(fmaxf(high.x, profile[i].x), fmaxf(high.y, profile[i].y));
    }
    return fmaxf(0, 0.4f - p->detail) * 0.25f * fminf(high.x, high.y - low.y);
}

// Simplifies a profile: drops points closer than `tolerance` to the line through their neighbours.
// Returns the number of points in `out`.
static int thin_profile(const wend_vec2* profile, int count, float tolerance, wend_vec2* out) {
    int kept = 0;
    out[kept++] = profile[0];
    for (int i = 1; i + 1 < count; i++) {
        wend_vec2 a = out[kept - 1], b = profile[i], c = profile[i + 1];
        wend_vec2 n = shape_mesh_edge_normal(a, c);
        float off = fabsf((b.x - a.x) * n.x + (b.y - a.y) * n.y);
        bool turns_back = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0;
        if (off >= tolerance || turns_back) out[kept++] = b;
    }
    out[kept++] = profile[count - 1];
    return kept;
}

void shape_lathe(const shape_pen* p, wend_vec3 foot, const wend_vec2* given, int given_count,
                 int fine) {
    wend_vec2 profile[MAX_PROFILE];
    float tolerance = lathe_tolerance(p, given, given_count);
    int count = thin_profile(given, given_count, tolerance, profile);
    bool loop = profile[0].x == profile[count - 1].x && profile[0].y == profile[count - 1].y &&
                profile[0].x > 0;
    float widest = 0, along = 0;
    for (int i = 0; i < count; i++) widest = fmaxf(widest, profile[i].x);
    float turns = fmaxf(1, floorf((float)(2 * WEND_PI) * widest / p->repeat + 0.5f));
    int edges = count - 1, segments = shape_segments(p, fine);
    for (int i = 0; i < edges; i++) {
        wend_vec2 a = profile[i], b = profile[i + 1], own = shape_mesh_edge_normal(a, b);
        wend_vec2 before = own, after = own;
        if (i > 0 || loop) {
            int k = i > 0 ? i - 1 : edges - 1;
            before = shape_mesh_edge_normal(profile[k], profile[k + 1]);
        }
        if (i + 1 < edges || loop) {
            int k = i + 1 < edges ? i + 1 : 0;
            after = shape_mesh_edge_normal(profile[k], profile[k + 1]);
        }
        float length = sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        lathe_ring low = {foot,    a, shape_mesh_blend(own, before), turns, -along / p->repeat,
                          segments};
        along += length;
        lathe_ring high = {foot,    b, shape_mesh_blend(own, after), turns, -along / p->repeat,
                           segments};
        uint32_t r0 = add_ring(p, &low), r1 = add_ring(p, &high);
        if (p->mesh->failed) return;
        for (uint32_t s = 0; s < (uint32_t)segments; s++) {
            if (a.x > 0) shape_mesh_triangle(p, r0 + s, r0 + s + 1, b.x > 0 ? r1 + s + 1 : r1 + s);
            if (b.x > 0) shape_mesh_triangle(p, r0 + s, r1 + s + 1, r1 + s);
        }
    }
}

void shape_cone(const shape_pen* p, wend_vec3 foot, float low_radius, float high_radius,
                float height) {
    const wend_vec2 profile[4] = {{0, 0}, {low_radius, 0}, {high_radius, height}, {0, height}};
    shape_lathe(p, foot, profile, high_radius > 0 ? 4 : 3, 20);
}

void shape_cylinder(const shape_pen* p, wend_vec3 foot, float radius, float height) {
    shape_cone(p, foot, radius, radius, height);
}

// Thin rods and wires have fewer sides than thick ones.
static int sides_for(float radius, int fine) {
    return (int)((float)fine * fminf(0.55f + 12 * radius, 1));
}

// A frame with the given y axis and arbitrary orthogonal x and z axes.
static wend_transform frame_along(wend_vec3 origin, wend_vec3 y) {
    wend_vec3 other = fabsf(y.y) < 0.9f ? v3(0, 1, 0) : v3(1, 0, 0);
    wend_vec3 x = wend_v3_normalize(wend_v3_cross(y, other));
    return (wend_transform){x, y, wend_v3_cross(x, y), origin};
}

// A pen whose +y points from `from` to `to`; `*length` is their distance.
static shape_pen pen_along(const shape_pen* p, wend_vec3 from, wend_vec3 to, float* length) {
    wend_vec3 along = wend_v3_sub(to, from);
    *length = wend_v3_length(along);
    wend_transform local = frame_along(from, wend_v3_scale(along, 1 / *length));
    shape_pen turned = *p;
    turned.at = wend_transform_multiply(&p->at, &local);
    return turned;
}

void shape_rod(const shape_pen* p, wend_vec3 from, wend_vec3 to, float radius) {
    float length;
    shape_pen turned = pen_along(p, from, to, &length);
    const wend_vec2 profile[4] = {{0, 0}, {radius, 0}, {radius, length}, {0, length}};
    shape_lathe(&turned, v3(0, 0, 0), profile, 4, sides_for(radius, 12));
}

void shape_limb(const shape_pen* p, wend_vec3 from, wend_vec3 to, float from_radius,
                float to_radius) {
    float length, a = from_radius, b = to_radius;
    shape_pen turned = pen_along(p, from, to, &length);
    const wend_vec2 profile[6] = {{0, -a},     {0.71f * a, -0.71f * a},         {a, 0},
                                  {b, length}, {0.71f * b, length + 0.71f * b}, {0, length + b}};
    shape_lathe(&turned, v3(0, 0, 0), profile, 6, sides_for(fmaxf(a, b), 12));
}

typedef struct tube_path {
    const wend_vec3* points;
    int count, sides;
    float radius;
    bool closed;
} tube_path;

static wend_vec3 tube_direction(const tube_path* t, int i) {
    int before = i > 0 ? i - 1 : t->closed ? t->count - 1 : 0;
    int after = i + 1 < t->count ? i + 1 : t->closed ? 0 : t->count - 1;
    return wend_v3_normalize(wend_v3_sub(t->points[after], t->points[before]));
}

// One ring of the tube around point i. `x` is transported along the path, which avoids twist.
static uint32_t tube_ring(const shape_pen* p, const tube_path* t, int i, wend_vec3* x, float v) {
    wend_vec3 y = tube_direction(t, i);
    *x = wend_v3_normalize(wend_v3_mad(*x, y, -wend_v3_dot(*x, y)));
    wend_vec3 z = wend_v3_cross(*x, y);
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    for (int s = 0; s <= t->sides; s++) {
        float angle = (float)(2 * WEND_PI) * (float)(s % t->sides) / (float)t->sides;
        wend_vec3 normal = wend_v3_mad(wend_v3_scale(*x, cosf(angle)), z, sinf(angle));
        shape_mesh_vertex(p, wend_v3_mad(t->points[i], normal, t->radius), normal,
                          v2((float)s / (float)t->sides, v));
    }
    return first;
}

static void tube_cap(const shape_pen* p, const tube_path* t, int i, uint32_t ring, float side) {
    if (p->mesh->failed) return;
    wend_vec3 normal = wend_v3_scale(tube_direction(t, i), side);
    shape_pen plain = *p;
    plain.at = wend_transform_identity();
    normal = wend_v3_normalize(wend_transform_vector(&p->at, normal));
    uint32_t middle = shape_mesh_vertex(p, t->points[i], v3(0, 1, 0), v2(0, 0));
    uint32_t first = middle + 1;
    for (int s = 0; s < t->sides && !p->mesh->failed; s++)
        shape_mesh_vertex(&plain, p->mesh->vertices.items[ring + (uint32_t)s].position, normal,
                          v2(0, 0));
    if (p->mesh->failed) return;
    p->mesh->vertices.items[middle].normal = normal;
    for (int s = 0; s < t->sides; s++)
        shape_mesh_triangle(p, middle, first + (uint32_t)s, first + (uint32_t)((s + 1) % t->sides));
}

void shape_tube(const shape_pen* p, const wend_vec3* given, int count, float radius, bool closed) {
    wend_vec3 points[SHAPE_MAX_ROUND];
    // At low detail every second point of an open path is used.
    int step = p->detail < 0.2f && !closed && count > 6 ? 2 : 1, last = count - 1;
    count = 0;
    for (int i = 0; i < last; i += step) points[count++] = given[i];
    points[count++] = given[last];
    tube_path t = {points, count, shape_segments(p, sides_for(radius, 10)), radius, closed};
    wend_transform start = frame_along(points[0], tube_direction(&t, 0));
    wend_vec3 x = start.x;
    float along = 0;
    uint32_t first = tube_ring(p, &t, 0, &x, 0), ring = first;
    for (int i = 1; i <= (closed ? count : count - 1); i++) {
        along += wend_v3_distance(points[i % count], points[i - 1]);
        // A planar path returns without twist, so the first ring is also the last.
        uint32_t next = i < count ? tube_ring(p, &t, i, &x, along / p->repeat) : first;
        if (p->mesh->failed) return;
        // In narrow bends the normals do not determine the outside; the order of the rings does.
        for (uint32_t s = 0; s < (uint32_t)t.sides; s++) {
            shape_mesh_wound_triangle(p, ring + s, next + s, next + s + 1);
            shape_mesh_wound_triangle(p, ring + s, next + s + 1, ring + s + 1);
        }
        ring = next;
    }
    if (closed) return;
    tube_cap(p, &t, 0, first, -1);
    tube_cap(p, &t, count - 1, ring, 1);
}

void shape_torus(const shape_pen* p, wend_vec3 middle, float radius, float tube) {
    wend_vec3 points[SHAPE_MAX_ROUND];
    int count = shape_segments(p, 24);
    for (int i = 0; i < count; i++) {
        float angle = (float)(2 * WEND_PI) * (float)i / (float)count;
        points[i] = wend_v3_add(middle, v3(radius * cosf(angle), 0, -radius * sinf(angle)));
    }
    shape_tube(p, points, count, tube, true);
}
