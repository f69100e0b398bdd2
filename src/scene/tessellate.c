// Polygons: ear clipping, then uniform subdivision. In each round every side longer than `step` is
// divided at its midpoint. Adjacent triangles share the midpoint, so there are no T-junctions; a
// triangle becomes 1, 2, 3 or 4 triangles.
//
// Walls: a grid whose lines include the edges of the hole; cells inside of the hole are left out.
#include "scene/tessellate.h"

#include <string.h>

#include "base/array.h"

enum { MAX_CORNERS = 4096, MAX_CUTS = 72, MAX_ROUNDS = 12, MAX_TRIANGLES = 1 << 17 };

// ---- ear clipping -------------------------------------------------------------------------------

static double tessellate_cross(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

static bool same_point(wend_vec2 a, wend_vec2 b) { return a.x == b.x && a.y == b.y; }

static bool in_triangle(wend_vec2 p, wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    if (same_point(p, a) || same_point(p, b) || same_point(p, c)) return false;
    return tessellate_cross(a, b, p) >= 0 && tessellate_cross(b, c, p) >= 0 &&
           tessellate_cross(c, a, p) >= 0;
}

// Remaining outline as a ring of indices, counter-clockwise in (x, y).
typedef struct ring {
    const wend_vec2* corners;
    int* at;
    int count;
} ring;

static bool is_ear(const ring* r, int i) {
    wend_vec2 a = r->corners[r->at[(i + r->count - 1) % r->count]], b = r->corners[r->at[i]];
    wend_vec2 c = r->corners[r->at[(i + 1) % r->count]];
    if (tessellate_cross(a, b, c) <= 0) return false;
    for (int k = 0; k < r->count; k++)
        if (in_triangle(r->corners[r->at[k]], a, b, c)) return false;
    return true;
}

// Returns the ear with the shortest diagonal, which avoids slivers: they are shaded badly. A
// degenerate corner (a repeated point or a spike) is returned first, with `*empty` set. -1: neither
// exists.
static int find_cut(const ring* r, bool* empty) {
    int best = -1;
    double shortest = INFINITY;
    for (int i = 0; i < r->count; i++) {
        wend_vec2 a = r->corners[r->at[(i + r->count - 1) % r->count]], b = r->corners[r->at[i]];
        wend_vec2 c = r->corners[r->at[(i + 1) % r->count]];
        *empty = tessellate_cross(a, b, c) == 0 &&
                 (same_point(a, b) || same_point(a, c) || same_point(b, c));
        if (*empty) return i;
        double cut = hypot((double)c.x - a.x, (double)c.y - a.y);
        if (cut >= shortest || !is_ear(r, i)) continue;
        shortest = cut;
        best = i;
    }
    *empty = false;
    return best;
}

typedef ARRAY_OF(uint32_t) index_array;

static bool push_triangle(index_array* out, uint32_t i, uint32_t j, uint32_t k) {
    if (!ARRAY_RESERVE(out, 3)) return false;
    out->items[out->count++] = i;
    out->items[out->count++] = j;
    out->items[out->count++] = k;
    return true;
}

static wend_status tessellate_clip_ears(ring* r, index_array* out, wend_error* error) {
    while (r->count >= 3) {
        bool empty;
        int i = find_cut(r, &empty);
        if (i < 0) {
            // Only collinear corners are left: no area.
            double left = 0;
            for (int k = 1; k + 1 < r->count; k++)
                left += tessellate_cross(r->corners[r->at[0]], r->corners[r->at[k]],
                                         r->corners[r->at[k + 1]]);
            if (fabs(left) < 1e-6) return WEND_OK;
            return wend_fail(error, WEND_FORMAT, "the outline of %d corners crosses itself",
                             r->count);
        }
        uint32_t a = (uint32_t)r->at[(i + r->count - 1) % r->count],
                 c = (uint32_t)r->at[(i + 1) % r->count];
        if (!empty && !push_triangle(out, a, (uint32_t)r->at[i], c))
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for a floor");
        memmove(r->at + i, r->at + i + 1, (size_t)(r->count - i - 1) * sizeof *r->at);
        r->count--;
    }
    return WEND_OK;
}

int tessellate_outline(const wend_vec2* corners, int count, uint32_t* out) {
    int at[MAX_CORNERS];
    if (count < 3 || count > MAX_CORNERS) return 0;
    for (int i = 0; i < count; i++) at[i] = i;
    ring r = {corners, at, count};
    index_array triangles = {out, 0, 3 * (size_t)count};  // large enough, never grows
    return tessellate_clip_ears(&r, &triangles, NULL) == WEND_OK ? (int)triangles.count / 3 : 0;
}

// ---- subdivision --------------------------------------------------------------------------------

typedef struct flat_mesh {
    ARRAY_OF(wend_vec2) points;
    index_array triangles, divided;
    // Hash table with open addressing: from the two ends of a divided side to its midpoint.
    struct {
        uint32_t low, high, middle;
    } * sides;
    size_t side_capacity, side_count;
} flat_mesh;

static bool is_long(const flat_mesh* m, uint32_t i, uint32_t j, float step) {
    wend_vec2 a = m->points.items[i], b = m->points.items[j];
    return hypotf(a.x - b.x, a.y - b.y) > step;
}

// Midpoint of a side, shared by both adjacent triangles. UINT32_MAX when out of memory.
static uint32_t side_middle(flat_mesh* m, uint32_t i, uint32_t j) {
    const uint32_t ends[2] = {i < j ? i : j, i < j ? j : i};
    size_t mask = m->side_capacity - 1, slot = wend_hash(ends, sizeof ends, 0) & mask;
    for (; m->sides[slot].middle; slot = (slot + 1) & mask)
        if (m->sides[slot].low == ends[0] && m->sides[slot].high == ends[1])
            return m->sides[slot].middle;
    wend_vec2 a = m->points.items[ends[0]], b = m->points.items[ends[1]];
    wend_vec2* p = ARRAY_PUSH(&m->points);
    if (!p) return UINT32_MAX;
    *p = (wend_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
    m->sides[slot].low = ends[0];
    m->sides[slot].high = ends[1];
    m->sides[slot].middle = (uint32_t)m->points.count - 1;
    return m->sides[slot].middle;
}

static bool divide_triangle(flat_mesh* m, const uint32_t t[3], float step) {
    uint32_t mid[3];
    int longs = 0, first = 0;
    for (int i = 0; i < 3; i++) {
        mid[i] = 0;
        if (!is_long(m, t[i], t[(i + 1) % 3], step)) continue;
        mid[i] = side_middle(m, t[i], t[(i + 1) % 3]);
        if (mid[i] == UINT32_MAX) return false;
        longs++;
    }
    if (longs == 0) return push_triangle(&m->divided, t[0], t[1], t[2]);
    if (longs == 3)
        return push_triangle(&m->divided, t[0], mid[0], mid[2]) &&
               push_triangle(&m->divided, t[1], mid[1], mid[0]) &&
               push_triangle(&m->divided, t[2], mid[2], mid[1]) &&
               push_triangle(&m->divided, mid[0], mid[1], mid[2]);
    // Rotates the triangle such that side 0 is divided and side 2 is not.
    while (!(mid[first] && !mid[(first + 2) % 3])) first++;
    uint32_t a = t[first], b = t[(first + 1) % 3], c = t[(first + 2) % 3];
    uint32_t ab = mid[first], bc = mid[(first + 1) % 3];
    if (longs == 1)
        return push_triangle(&m->divided, a, ab, c) && push_triangle(&m->divided, ab, b, c);
    return push_triangle(&m->divided, a, ab, c) && push_triangle(&m->divided, ab, bc, c) &&
           push_triangle(&m->divided, ab, b, bc);
}

static bool tessellate_divide(flat_mesh* m, float step) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
        size_t count = m->triangles.count, before = m->points.count;
        if (count / 3 > MAX_TRIANGLES / 4) return true;
        m->side_capacity = 16;
        while (m->side_capacity < 2 * count) m->side_capacity *= 2;
        wend_free(m->sides);
        m->sides = wend_alloc_zero(m->side_capacity, sizeof *m->sides);
        if (!m->sides) return false;
        m->divided.count = 0;
        for (size_t i = 0; i < count; i += 3)
            if (!divide_triangle(m, m->triangles.items + i, step)) return false;
        index_array swap = m->triangles;
        m->triangles = m->divided;
        m->divided = swap;
        if (m->points.count == before) return true;
    }
    return true;
}

// ---- polygons -----------------------------------------------------------------------------------

static void add_flat_mesh(scene_builder* b, const flat_mesh* m, const tessellate_polygon_def* def) {
    wend_vec3 normal = wend_v3(0, def->looks_down ? -1 : 1, 0);
    uint32_t first = 0;
    for (size_t i = 0; i < m->points.count; i++) {
        wend_vec2 p = m->points.items[i];
        uint32_t v = scene_builder_vertex(b, wend_v3(p.x, def->height, p.y), normal, p);
        if (i == 0) first = v;
    }
    // Counter-clockwise in (x, z) is clockwise seen from above, because z points towards the
    // reader.
    for (size_t i = 0; i < m->triangles.count; i += 3) {
        const uint32_t* t = m->triangles.items + i;
        uint32_t j = t[def->looks_down ? 1 : 2], k = t[def->looks_down ? 2 : 1];
        scene_builder_triangle(b, first + t[0], first + j, first + k);
    }
}

static wend_status build_flat_mesh(const tessellate_polygon_def* def, flat_mesh* m,
                                   wend_error* error) {
    int at[MAX_CORNERS];
    double twice = 0, around = 0;
    for (int i = 0; i < def->count; i++) {
        wend_vec2 p = def->corners[i], q = def->corners[(i + 1) % def->count];
        twice += (double)p.x * q.y - (double)q.x * p.y;
        around += hypot((double)p.x - q.x, (double)p.y - q.y);
        wend_vec2* point = ARRAY_PUSH(&m->points);
        if (!point) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a floor");
        *point = p;
    }
    for (int i = 0; i < def->count; i++) at[i] = twice < 0 ? def->count - 1 - i : i;
    ring r = {def->corners, at, def->count};
    WEND_TRY(tessellate_clip_ears(&r, &m->triangles, error));
    float step = fmaxf(def->step, (float)around / 400);
    if (!tessellate_divide(m, step))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a floor");
    return WEND_OK;
}

wend_status tessellate_polygon(scene_builder* b, const tessellate_polygon_def* def,
                               wend_error* error) {
    if (def->count < 3 || def->count > MAX_CORNERS)
        return wend_fail(error, WEND_FORMAT, "an outline of %d corners; 3 to %d are possible",
                         def->count, MAX_CORNERS);
    flat_mesh m = {0};
    wend_status status = build_flat_mesh(def, &m, error);
    if (status == WEND_OK) add_flat_mesh(b, &m, def);
    ARRAY_FREE(&m.points);
    ARRAY_FREE(&m.triangles);
    ARRAY_FREE(&m.divided);
    wend_free(m.sides);
    return status;
}

// ---- walls --------------------------------------------------------------------------------------

// Cuts along an axis: at the ends, at the edges of the hole, and evenly between.
typedef struct cut_list {
    float at[MAX_CUTS];
    int count;
} cut_list;

static void cut_between(cut_list* cuts, float from, float to, float step) {
    float pieces = ceilf((to - from) / step - 0.01f);
    int count = pieces < 1 ? 1 : pieces > 22 ? 22 : (int)pieces;
    for (int i = 1; i <= count; i++)
        cuts->at[cuts->count++] = i == count ? to : from + (to - from) * (float)i / (float)count;
}

static cut_list make_cuts(float from, float to, float low, float high, float step) {
    cut_list cuts = {{from}, 1};
    float at = from;
    if (low > from && low < to) cut_between(&cuts, at, low, step), at = low;
    if (high > at && high < to) cut_between(&cuts, at, high, step), at = high;
    if (to > at) cut_between(&cuts, at, to, step);
    return cuts;
}

void tessellate_wall(scene_builder* b, const tessellate_wall_def* def) {
    bool holed = def->hole_left < def->hole_right && def->hole_low < def->hole_high;
    float none = def->start - 1;
    cut_list xs = make_cuts(def->start, def->end, holed ? def->hole_left : none,
                            holed ? def->hole_right : none, def->step);
    cut_list ys = make_cuts(0, def->height, holed ? def->hole_low : -1, holed ? def->hole_high : -1,
                            def->step);
    wend_vec3 normal = wend_v3_cross(def->along, wend_v3(0, 1, 0));
    uint32_t first = 0;
    for (int y = 0; y < ys.count; y++)
        for (int x = 0; x < xs.count; x++) {
            wend_vec3 p = wend_v3_mad(def->corner, def->along, xs.at[x]);
            p.y += ys.at[y];
            uint32_t v =
                scene_builder_vertex(b, p, normal, (wend_vec2){xs.at[x], def->height - ys.at[y]});
            if (x == 0 && y == 0) first = v;
        }
    for (int y = 0; y + 1 < ys.count; y++)
        for (int x = 0; x + 1 < xs.count; x++) {
            float mx = (xs.at[x] + xs.at[x + 1]) / 2, my = (ys.at[y] + ys.at[y + 1]) / 2;
            if (holed && mx > def->hole_left && mx < def->hole_right && my > def->hole_low &&
                my < def->hole_high)
                continue;
            uint32_t v = first + (uint32_t)(y * xs.count + x), above = v + (uint32_t)xs.count;
            scene_builder_triangle(b, v, v + 1, above + 1);
            scene_builder_triangle(b, v, above + 1, above);
        }
}
