// Plates, sheets, lofts and leaves.
#include <string.h>

#include "catalog/shape_mesh.h"

enum { MAX_OUTLINE = 128 };

// ---- plates -------------------------------------------------------------------------------------

static float shape_plate_turn_of(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool inside_triangle(wend_vec2 q, wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return shape_plate_turn_of(a, b, q) >= 0 && shape_plate_turn_of(b, c, q) >= 0 &&
           shape_plate_turn_of(c, a, q) >= 0;
}

// Ear clipping of a polygon with positive winding. Writes three corner indices per triangle.
static int cut_ears(const wend_vec2* outline, int count, uint8_t* triangles) {
    uint8_t left[MAX_OUTLINE];
    int remaining = count, made = 0, tried = 0;
    for (int i = 0; i < count; i++) left[i] = (uint8_t)i;
    for (int i = 0; remaining > 2 && tried <= remaining;) {
        int before = (i + remaining - 1) % remaining, after = (i + 1) % remaining;
        uint8_t ia = left[before], ib = left[i], ic = left[after];
        wend_vec2 a = outline[ia], b = outline[ib], c = outline[ic];
        bool ear = shape_plate_turn_of(a, b, c) > 0;
        for (int k = 0; ear && k < remaining; k++)
            if (left[k] != ia && left[k] != ib && left[k] != ic)
                ear = !inside_triangle(outline[left[k]], a, b, c);
        // A polygon that touches itself may have no ear: then any corner is cut.
        if (ear || tried == remaining) {
            triangles[3 * made] = ia;
            triangles[3 * made + 1] = ib;
            triangles[3 * made++ + 2] = ic;
            memmove(left + i, left + i + 1, (size_t)(remaining - i - 1));
            remaining--;
            tried = 0;
            i = i % remaining;
        } else {
            tried++;
            i = after;
        }
    }
    return made;
}

static wend_vec2 outline_normal(const wend_vec2* outline, int count, int edge) {
    wend_vec2 a = outline[(edge + count) % count], b = outline[(edge + 1 + count) % count];
    return shape_mesh_edge_normal(a, b);
}

static void plate_sides(const shape_pen* p, const wend_vec2* outline, int count, wend_vec2 y) {
    float along = 0;
    for (int i = 0; i < count; i++) {
        wend_vec2 a = outline[i], b = outline[(i + 1) % count];
        wend_vec2 own = outline_normal(outline, count, i);
        wend_vec2 ends[2] = {shape_mesh_blend(own, outline_normal(outline, count, i - 1)),
                             shape_mesh_blend(own, outline_normal(outline, count, i + 1))};
        float length = sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        uint32_t corner[4];
        for (int k = 0; k < 4; k++) {
            bool far = k == 1 || k == 2, high = k >= 2;
            wend_vec2 at = far ? b : a, n = ends[far];
            float u = (along + (far ? length : 0)) / p->repeat;
            corner[k] = shape_mesh_vertex(p, v3(at.x, high ? y.y : y.x, at.y), v3(n.x, 0, n.y),
                                          v2(u, -(high ? y.y : y.x) / p->repeat));
        }
        along += length;
        shape_mesh_quad(p, corner[0], corner[1], corner[2], corner[3]);
    }
}

// Both faces of a plate and its sides; `triangles` has three corner indices per triangle.
static void draw_plate(const shape_pen* p, const wend_vec2* outline, int count,
                       const uint8_t* triangles, int made, wend_vec2 y) {
    wend_vec2 min = outline[0], max = outline[0];
    for (int i = 0; i < count; i++) {
        min = v2(fminf(min.x, outline[i].x), fminf(min.y, outline[i].y));
        max = v2(fmaxf(max.x, outline[i].x), fmaxf(max.y, outline[i].y));
    }
    for (int side = 0; side < 2; side++) {
        uint32_t first = (uint32_t)p->mesh->vertices.count;
        for (int i = 0; i < count; i++) {
            wend_vec2 at = outline[i], uv = v2(at.x / p->repeat, at.y / p->repeat);
            if (p->stretch)
                uv = v2((max.x - at.x) / (max.x - min.x), (max.y - at.y) / (max.y - min.y));
            shape_mesh_vertex(p, v3(at.x, side ? y.y : y.x, at.y), v3(0, side ? 1 : -1, 0), uv);
        }
        if (p->mesh->failed) return;
        for (int t = 0; t < made; t++) {  // positive winding is clockwise seen from above
            uint32_t a = first + triangles[3 * t], b = first + triangles[3 * t + 1];
            uint32_t c = first + triangles[3 * t + 2];
            shape_mesh_wound_triangle(p, a, side ? c : b, side ? b : c);
        }
    }
    plate_sides(p, outline, count, y);
}

void shape_plate(const shape_pen* p, const wend_vec2* given, int count, float low, float high) {
    wend_vec2 outline[MAX_OUTLINE];
    float twice = 0;
    for (int i = 0; i < count; i++) {
        wend_vec2 a = given[i], b = given[(i + 1) % count];
        twice += a.x * b.y - b.x * a.y;
    }
    for (int i = 0; i < count; i++) outline[i] = given[twice < 0 ? count - 1 - i : i];
    uint8_t triangles[3 * MAX_OUTLINE];
    int made = cut_ears(outline, count, triangles);
    draw_plate(p, outline, count, triangles, made, v2(low, high));
}

void shape_sheet(const shape_pen* p, const wend_vec2* line, int count, wend_vec2 low_high,
                 float thickness) {
    wend_vec2 outline[MAX_OUTLINE];
    for (int i = 0; i < count; i++) {
        wend_vec2 a = line[i > 0 ? i - 1 : 0], b = line[i + 1 < count ? i + 1 : count - 1];
        wend_vec2 n = shape_mesh_edge_normal(a, b);
        float h = thickness / 2;
        outline[i] = v2(line[i].x + n.x * h, line[i].y + n.y * h);
        outline[2 * count - 1 - i] = v2(line[i].x - n.x * h, line[i].y - n.y * h);
    }
    uint8_t triangles[3 * MAX_OUTLINE];
    for (int i = 0; i + 1 < count; i++) {
        uint8_t a = (uint8_t)i, b = (uint8_t)(2 * count - 1 - i);
        const uint8_t two[6] = {a, (uint8_t)(a + 1), (uint8_t)(b - 1), a, (uint8_t)(b - 1), b};
        memcpy(triangles + 6 * i, two, sizeof two);
    }
    draw_plate(p, outline, 2 * count, triangles, 2 * (count - 1), low_high);
}

// ---- lofts --------------------------------------------------------------------------------------

static wend_vec3 loft_point(const shape_loft_ring* r, int i) {
    return v3(r->outline[i].x * r->scale, r->y, r->outline[i].y * r->scale);
}

typedef struct loft {
    const shape_loft_ring* rings;
    int ring_count, corners;
    float side;  // 1, or -1 for outlines of negative winding
} loft;

// Outward normal between ring k and k + 1 at corner i.
static wend_vec3 loft_normal(const loft* l, int k, int i) {
    const shape_loft_ring *low = &l->rings[k], *high = &l->rings[k + 1];
    int n = l->corners;
    wend_vec3 along = wend_v3_sub(loft_point(low, (i + 1) % n), loft_point(low, (i + n - 1) % n));
    wend_vec3 up = wend_v3_sub(loft_point(high, i), loft_point(low, i));
    return wend_v3_scale(wend_v3_normalize(wend_v3_cross(up, along)), l->side);
}

// The same, averaged with step `other` if both are similar (SHAPE_SMOOTH_COSINE).
static wend_vec3 loft_blend(const loft* l, int k, int other, int i) {
    wend_vec3 own = loft_normal(l, k, i);
    if (other < 0 || other + 1 >= l->ring_count) return own;
    wend_vec3 next = loft_normal(l, other, i);
    return wend_v3_dot(own, next) > SHAPE_SMOOTH_COSINE ? wend_v3_add(own, next) : own;
}

static void loft_cap(const shape_pen* p, const shape_loft_ring* ring, int corners, float up) {
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    shape_mesh_vertex(p, v3(0, ring->y, 0), v3(0, up, 0), v2(0, 0));
    for (int i = 0; i < corners; i++) {
        wend_vec3 at = loft_point(ring, i);
        shape_mesh_vertex(p, at, v3(0, up, 0), v2(at.x / p->repeat, at.z / p->repeat));
    }
    if (p->mesh->failed) return;
    for (int i = 0; i < corners; i++)
        shape_mesh_triangle(p, first, first + 1 + (uint32_t)i,
                            first + 1 + (uint32_t)((i + 1) % corners));
}

void shape_loft(const shape_pen* p, const shape_loft_ring* rings, int ring_count, int corners) {
    float twice = 0;
    for (int i = 0; i < corners; i++) {
        wend_vec2 a = rings[0].outline[i], b = rings[0].outline[(i + 1) % corners];
        twice += a.x * b.y - b.x * a.y;
    }
    loft l = {rings, ring_count, corners, twice > 0 ? 1.0f : -1.0f};
    float v = 0;
    for (int k = 0; k + 1 < ring_count; k++) {
        uint32_t first = (uint32_t)p->mesh->vertices.count;
        const shape_loft_ring *low = &rings[k], *high = &rings[k + 1];
        float step = wend_v3_distance(loft_point(low, 0), loft_point(high, 0)), u = 0;
        for (int i = 0; i <= corners; i++) {
            int c = i % corners;
            wend_vec3 from = loft_point(low, c);
            shape_mesh_vertex(p, from, loft_blend(&l, k, k - 1, c),
                              v2(u / p->repeat, -v / p->repeat));
            shape_mesh_vertex(p, loft_point(high, c), loft_blend(&l, k, k + 1, c),
                              v2(u / p->repeat, -(v + step) / p->repeat));
            u += wend_v3_distance(from, loft_point(low, (c + 1) % corners));
        }
        if (p->mesh->failed) return;
        for (uint32_t i = 0; i < (uint32_t)corners; i++) {
            uint32_t at = first + 2 * i;
            shape_mesh_quad(p, at, at + 2, at + 3, at + 1);
        }
        v += step;
    }
    loft_cap(p, &rings[0], corners, -1);
    loft_cap(p, &rings[ring_count - 1], corners, 1);
}

// ---- leaves -------------------------------------------------------------------------------------

void shape_leaf(const shape_pen* p, wend_vec3 base, wend_vec3 tip, float width, float droop) {
    wend_vec3 along = wend_v3_sub(tip, base);
    wend_vec3 side = wend_v3_normalize(wend_v3_cross(along, v3(0, 1, 0)));
    if (wend_v3_length(side) == 0) side = v3(1, 0, 0);
    wend_vec3 normal = wend_v3_normalize(wend_v3_cross(side, along));
    int rows = p->detail < 0.3f ? 2 : 3 + (int)p->detail;
    uint32_t before[2] = {0, 0};
    for (int i = 0; i <= rows; i++) {
        float t = (float)i / (float)rows, half = width / 2 * sinf((float)WEND_PI * powf(t, 0.8f));
        if (i == 0 || i == rows) half = 0;
        wend_vec3 at = wend_v3_mad(base, along, t);
        at.y -= droop * t * t;
        uint32_t left =
            shape_mesh_vertex(p, wend_v3_mad(at, side, -half), normal, v2(0.5f - half, t));
        uint32_t right =
            half > 0 ? shape_mesh_vertex(p, wend_v3_mad(at, side, half), normal, v2(0.5f + half, t))
                     : left;
        if (p->mesh->failed) return;
        if (i > 0) {
            if (before[0] != before[1]) shape_mesh_triangle(p, before[0], before[1], right);
            if (left != right || before[0] != before[1])
                shape_mesh_triangle(p, before[0], right, left);
        }
        before[0] = left;
        before[1] = right;
    }
}
