#include "sense/facet.h"

#include <stdlib.h>
#include <string.h>

enum {
    NONE = -1,
    MAX_FAN = 24,    // triangles around a vertex that can be removed
    MAX_USES = 192,  // vertices with more triangles are skipped: keeps the time linear
    MAX_PASSES = 8,  // over all vertices
    GRID_SIDE = 128  // cells of a grid of light
};

// Tolerance for coplanar and collinear vertices, relative to the largest coordinate of the mesh: a
// few float roundings.
static const double beside = 1e-6;
static const double straight = 2e-4;  // sine of the largest bend of a straight edge
static const double convex = 1e-3;    // sine of the smallest bend at a corner of a facet
static const double same_uv = 2e-4;   // texture repeats
static const double finer = 0.7;      // size of light cells, relative to the sides of the triangles

// The plane of a surface, from its first triangle, and its texture mapping.
typedef struct facet_plane {
    double origin[3], normal[3];
    double axis[2][3];          // unit vectors in the plane
    double uv[2], slope[2][2];  // of u and v: at the origin, and along both axes
} facet_plane;

typedef struct facet_work {
    const wend_vec3* points;
    const wend_vec2* uvs;
    const uint32_t* indices;
    uint32_t vertices, triangles;
    double tolerance;  // metres
    facet_merge merge;
    uint32_t* welded;  // [vertex]: the first vertex at the same position
    uint32_t* corner;  // [triangle][3], welded; changes as vertices are removed
    bool* is_alive;    // [triangle]
    int32_t* surface;  // [triangle]; NONE: not yet
    int32_t* head;     // [vertex]: first entry, 3 * triangle + corner, of its list of triangles
    int32_t* next;     // [3 * triangle + corner]
    uint32_t* uses;    // [vertex]: length of that list
    ARRAY_OF(facet_plane) planes;  // [surface]
    facet_mesh* out;
} facet_work;

// ---- vectors ----------------------------------------------------------------------------------

static void subtract(wend_vec3 p, const double q[3], double out[3]) {
    out[0] = p.x - q[0];
    out[1] = p.y - q[1];
    out[2] = p.z - q[2];
}
static void facet_between(wend_vec3 p, wend_vec3 q, double out[3]) {
    subtract(q, (double[3]){p.x, p.y, p.z}, out);
}
static double facet_dot(const double p[3], const double q[3]) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
static void facet_cross(const double p[3], const double q[3], double out[3]) {
    out[0] = p[1] * q[2] - p[2] * q[1];
    out[1] = p[2] * q[0] - p[0] * q[2];
    out[2] = p[0] * q[1] - p[1] * q[0];
}
static bool facet_normalize(double v[3]) {
    double length = sqrt(facet_dot(v, v));
    if (!(length > 0) || !isfinite(length)) return false;
    for (int k = 0; k < 3; k++) v[k] /= length;
    return true;
}

// ---- welding ----------------------------------------------------------------------------------

// Merges vertices at the same position: meshes repeat them where normals or uvs differ.
static bool weld(facet_work* w) {
    uint32_t size = 16;
    while (size < 2 * w->vertices) size *= 2;
    uint32_t* table = wend_alloc(size * sizeof *table);
    if (!table) return false;
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t i = 0; i < w->vertices; i++) {
        // Adding 0 turns -0 into 0.
        float key[3] = {w->points[i].x + 0, w->points[i].y + 0, w->points[i].z + 0};
        uint32_t at = (uint32_t)wend_hash(key, sizeof key, 0) & (size - 1);
        for (; table[at] != UINT32_MAX; at = (at + 1) & (size - 1)) {
            const wend_vec3* other = &w->points[table[at]];
            if (other->x == key[0] && other->y == key[1] && other->z == key[2]) break;
        }
        if (table[at] == UINT32_MAX) table[at] = i;
        w->welded[i] = table[at];
    }
    wend_free(table);
    return true;
}

static void link_corner(facet_work* w, uint32_t triangle, uint32_t k, uint32_t vertex) {
    uint32_t place = 3 * triangle + k;
    w->corner[place] = vertex;
    w->next[place] = w->head[vertex];
    w->head[vertex] = (int32_t)place;
    w->uses[vertex]++;
}

static void unlink_corner(facet_work* w, uint32_t place) {
    uint32_t vertex = w->corner[place];
    int32_t* at = &w->head[vertex];
    while (*at != (int32_t)place) at = &w->next[*at];
    *at = w->next[place];
    w->uses[vertex]--;
}

// The triangle across the edge from corner k to the next; NONE if there is none or several.
// Vertices with more than MAX_USES triangles are not searched.
static int32_t facet_across(const facet_work* w, uint32_t triangle, uint32_t k) {
    uint32_t from = w->corner[3 * triangle + k], to = w->corner[3 * triangle + (k + 1) % 3];
    uint32_t pivot = w->uses[from] <= w->uses[to] ? from : to;
    if (w->uses[pivot] > MAX_USES) return NONE;
    int32_t found = NONE;
    for (int32_t place = w->head[pivot]; place >= 0; place = w->next[place]) {
        uint32_t other = (uint32_t)place / 3;
        if (other == triangle) continue;
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t p = w->corner[3 * other + i], q = w->corner[3 * other + (i + 1) % 3];
            if (p == from && q == to) return NONE;
            if (p != to || q != from) continue;
            if (found != NONE) return NONE;
            found = (int32_t)other;
        }
    }
    return found;
}

// ---- surfaces ---------------------------------------------------------------------------------

static bool plane_of(const facet_work* w, uint32_t triangle, facet_plane* out) {
    const uint32_t* index = w->indices + 3 * triangle;
    wend_vec3 p = w->points[index[0]];
    double e[3], f[3];
    facet_between(p, w->points[index[1]], e);
    facet_between(p, w->points[index[2]], f);
    *out = (facet_plane){.origin = {p.x, p.y, p.z}};
    facet_cross(e, f, out->normal);
    memcpy(out->axis[0], e, sizeof e);
    if (!facet_normalize(out->normal) || !facet_normalize(out->axis[0])) return false;
    facet_cross(out->normal, out->axis[0], out->axis[1]);
    // In the plane's axes e is (a, 0) and f is (b, c).
    double a = facet_dot(e, out->axis[0]), b = facet_dot(f, out->axis[0]),
           c = facet_dot(f, out->axis[1]);
    for (int k = 0; k < 2; k++) {
        const float* uv[3];
        for (int i = 0; i < 3; i++) uv[i] = k ? &w->uvs[index[i]].y : &w->uvs[index[i]].x;
        double along = ((double)*uv[1] - *uv[0]) / a;
        out->uv[k] = *uv[0];
        out->slope[k][0] = along;
        out->slope[k][1] = ((double)*uv[2] - *uv[0] - b * along) / c;
        if (!isfinite(out->slope[k][0]) || !isfinite(out->slope[k][1])) return false;
    }
    return true;
}

static void on_plane(const facet_plane* plane, wend_vec3 p, double out[2]) {
    double v[3];
    subtract(p, plane->origin, v);
    out[0] = facet_dot(v, plane->axis[0]);
    out[1] = facet_dot(v, plane->axis[1]);
}

static wend_vec2 facet_uv_at(const facet_plane* plane, wend_vec3 p) {
    double at[2];
    on_plane(plane, p, at);
    return (wend_vec2){
        (float)(plane->uv[0] + plane->slope[0][0] * at[0] + plane->slope[0][1] * at[1]),
        (float)(plane->uv[1] + plane->slope[1][0] * at[0] + plane->slope[1][1] * at[1])};
}

// True if the triangle is in the plane, has the same orientation and, if required, the same texture
// mapping.
static bool facet_belongs(const facet_work* w, const facet_plane* plane, uint32_t triangle) {
    facet_plane own;
    if (!plane_of(w, triangle, &own) || facet_dot(own.normal, plane->normal) < 0.999) return false;
    for (int k = 0; k < 3; k++) {
        uint32_t vertex = w->indices[3 * triangle + (uint32_t)k];
        double v[3];
        subtract(w->points[vertex], plane->origin, v);
        if (!(fabs(facet_dot(v, plane->normal)) <= w->tolerance)) return false;
        if (w->merge == FACET_ANY_TEXTURE) continue;
        wend_vec2 uv = facet_uv_at(plane, w->points[vertex]);
        if (!(fabs((double)uv.x - w->uvs[vertex].x) <= same_uv) ||
            !(fabs((double)uv.y - w->uvs[vertex].y) <= same_uv))
            return false;
    }
    return true;
}

// Flood fill of a surface from a triangle.
static bool grow_surface(facet_work* w, uint32_t seed) {
    facet_plane* plane = ARRAY_PUSH(&w->planes);
    facet_surface* surface = ARRAY_PUSH(&w->out->surfaces);
    if (!plane || !surface) return false;
    int32_t number = (int32_t)w->out->surfaces.count - 1;
    uint32_t first = number ? surface[-1].first + surface[-1].count : 0;
    bool flat = plane_of(w, seed, plane) && w->merge != FACET_APART;
    uint32_t count = 0;
    uint32_t* list = w->out->triangles + first;
    w->surface[seed] = number;
    list[count++] = seed;
    for (uint32_t done = 0; flat && done < count; done++)
        for (uint32_t k = 0; k < 3; k++) {
            int32_t other = facet_across(w, list[done], k);
            if (other == NONE || w->surface[other] != NONE ||
                !facet_belongs(w, plane, (uint32_t)other))
                continue;
            w->surface[other] = number;
            list[count++] = (uint32_t)other;
        }
    *surface = (facet_surface){.first = first, .count = count};
    return true;
}

// ---- removing vertices ------------------------------------------------------------------------

// The triangles around a vertex, in order; each has the vertex, then `from`, then `to`.
typedef struct facet_fan {
    int count;
    bool is_closed;
    uint32_t triangle[MAX_FAN], from[MAX_FAN], to[MAX_FAN];
} facet_fan;

static bool gather_fan(const facet_work* w, uint32_t vertex, facet_fan* fan) {
    fan->count = 0;
    if (!w->uses[vertex] || w->uses[vertex] > MAX_FAN) return false;
    for (int32_t place = w->head[vertex]; place >= 0; place = w->next[place]) {
        uint32_t triangle = (uint32_t)place / 3, k = (uint32_t)place % 3;
        uint32_t from = w->corner[3 * triangle + (k + 1) % 3];
        uint32_t to = w->corner[3 * triangle + (k + 2) % 3];
        if (w->uses[from] > MAX_USES || w->uses[to] > MAX_USES) return false;
        fan->triangle[fan->count] = triangle;
        fan->from[fan->count] = from;
        fan->to[fan->count++] = to;
    }
    return true;
}

static void swap_spokes(facet_fan* fan, int i, int j) {
    uint32_t t = fan->triangle[i], from = fan->from[i], to = fan->to[i];
    fan->triangle[i] = fan->triangle[j], fan->from[i] = fan->from[j], fan->to[i] = fan->to[j];
    fan->triangle[j] = t, fan->from[j] = from, fan->to[j] = to;
}

static int find_spoke(const facet_fan* fan, int begin, uint32_t from) {
    int found = NONE;
    for (int i = begin; i < fan->count; i++)
        if (fan->from[i] == from) found = found == NONE ? i : fan->count;
    return found == fan->count ? NONE : found;
}

// Sorts the fan so that each triangle starts where the previous one ends. False if the triangles
// are not one fan.
static bool order_fan(facet_fan* fan) {
    for (int i = 0; i < fan->count; i++) {
        bool is_start = true;
        for (int j = 0; j < fan->count; j++) is_start &= fan->to[j] != fan->from[i];
        if (is_start) {
            swap_spokes(fan, 0, i);
            break;
        }
    }
    for (int i = 1; i < fan->count; i++) {
        int next = find_spoke(fan, i, fan->to[i - 1]);
        if (next == NONE) return false;
        swap_spokes(fan, i, next);
    }
    fan->is_closed = fan->to[fan->count - 1] == fan->from[0];
    return true;
}

// True if b is on the segment from a to c.
static bool is_straight(const facet_work* w, uint32_t a, uint32_t b, uint32_t c) {
    double p[3], q[3], n[3];
    facet_between(w->points[a], w->points[b], p);
    facet_between(w->points[b], w->points[c], q);
    facet_cross(p, q, n);
    double pp = facet_dot(p, p), qq = facet_dot(q, q), bend = sqrt(facet_dot(n, n));
    double line = sqrt(pp) + sqrt(qq);
    return facet_dot(p, q) > 0 && bend <= straight * sqrt(pp * qq) && bend <= w->tolerance * line;
}

// A simple polygon in a surface's plane, counter-clockwise, and the triangles it is cut into.
typedef struct facet_polygon {
    int count;
    uint32_t vertex[MAX_FAN + 1];
    double at[MAX_FAN + 1][2];
    int triangle_count;
    uint32_t triangle[MAX_FAN][3];
} facet_polygon;

static double facet_turn(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}
static double squared(const double a[2], const double b[2]) {
    return (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
}

// Quality of the ear at i: height over longest side; 0: not an ear.
static double ear_quality(const facet_work* w, const facet_polygon* p, int i) {
    int h = (i + p->count - 1) % p->count, j = (i + 1) % p->count;
    const double *a = p->at[h], *b = p->at[i], *c = p->at[j];
    double area = facet_turn(a, b, c);
    double side = fmax(fmax(squared(a, b), squared(b, c)), squared(c, a));
    double slack = w->tolerance * sqrt(side);
    if (!(area > 4 * slack)) return 0;
    for (int k = 0; k < p->count; k++)
        if (k != h && k != i && k != j && facet_turn(a, b, p->at[k]) >= -slack &&
            facet_turn(b, c, p->at[k]) >= -slack && facet_turn(c, a, p->at[k]) >= -slack)
            return 0;
    return area / side;
}

// Ear clipping, best ear first; false if there is no ear.
static bool facet_clip_ears(const facet_work* w, facet_polygon* p) {
    p->triangle_count = 0;
    while (p->count > 2) {
        int best = NONE;
        double best_quality = 0;
        for (int i = 0; i < p->count; i++) {
            double quality = ear_quality(w, p, i);
            if (quality > best_quality) best = i, best_quality = quality;
        }
        if (best == NONE) return false;
        uint32_t* t = p->triangle[p->triangle_count++];
        t[0] = p->vertex[(best + p->count - 1) % p->count];
        t[1] = p->vertex[best];
        t[2] = p->vertex[(best + 1) % p->count];
        p->count--;
        memmove(p->vertex + best, p->vertex + best + 1,
                (size_t)(p->count - best) * sizeof *p->vertex);
        memmove(p->at + best, p->at + best + 1, (size_t)(p->count - best) * sizeof *p->at);
    }
    return true;
}

// The outline of `count` triangles of one surface from spoke `begin` of a fan, without the centre
// vertex.
static bool cut_part(const facet_work* w, const facet_fan* fan, int begin, int count, bool closed,
                     facet_polygon* out) {
    const facet_plane* plane = &w->planes.items[w->surface[fan->triangle[begin % fan->count]]];
    out->count = 0;
    for (int i = 0; i < count; i++) out->vertex[out->count++] = fan->from[(begin + i) % fan->count];
    if (!closed) out->vertex[out->count++] = fan->to[(begin + count - 1) % fan->count];
    for (int i = 0; i < out->count; i++) on_plane(plane, w->points[out->vertex[i]], out->at[i]);
    return facet_clip_ears(w, out);
}

// Replaces a part of the fan by the triangles of `cut`, which are fewer.
static void replace_part(facet_work* w, const facet_fan* fan, int begin, int count,
                         const facet_polygon* cut) {
    for (int i = 0; i < count; i++) {
        uint32_t triangle = fan->triangle[(begin + i) % fan->count];
        for (uint32_t k = 0; k < 3; k++) unlink_corner(w, 3 * triangle + k);
        w->is_alive[triangle] = i < cut->triangle_count;
        if (i < cut->triangle_count)
            for (uint32_t k = 0; k < 3; k++) link_corner(w, triangle, k, cut->triangle[i][k]);
    }
}

// Where the surface changes along the fan: the first spokes of up to two runs. Returns how many
// runs there are; 3 stands for more.
static int facet_find_runs(const facet_work* w, const facet_fan* fan, int start[2]) {
    int runs = 0;
    for (int i = 0; i < fan->count; i++) {
        int before = i ? i - 1 : fan->count - 1;
        bool changes = w->surface[fan->triangle[i]] != w->surface[fan->triangle[before]];
        if (!fan->is_closed && i == 0) changes = true;
        if (!changes) continue;
        if (runs == 2) return 3;
        start[runs++] = i;
    }
    if (!runs) start[runs++] = 0;
    return runs;
}

// Removes a vertex inside a surface, or on a straight edge of one surface or between two.
static bool facet_leave_out(facet_work* w, uint32_t vertex) {
    facet_fan fan = {0};
    if (!gather_fan(w, vertex, &fan) || !order_fan(&fan)) return false;
    int start[2], runs = facet_find_runs(w, &fan, start);
    facet_polygon cut[2];
    if (runs == 1) {
        if (!fan.is_closed && !is_straight(w, fan.from[0], vertex, fan.to[fan.count - 1]))
            return false;
        if (!cut_part(w, &fan, start[0], fan.count, fan.is_closed, &cut[0])) return false;
        replace_part(w, &fan, start[0], fan.count, &cut[0]);
        return true;
    }
    if (runs != 2 || !fan.is_closed) return false;
    int length = start[1] - start[0];
    if (!is_straight(w, fan.from[start[0]], vertex, fan.from[start[1]]) ||
        !cut_part(w, &fan, start[0], length, false, &cut[0]) ||
        !cut_part(w, &fan, start[1], fan.count - length, false, &cut[1]))
        return false;
    replace_part(w, &fan, start[0], length, &cut[0]);
    replace_part(w, &fan, start[1], fan.count - length, &cut[1]);
    return true;
}

static void simplify(facet_work* w) {
    bool again = true;
    for (int pass = 0; again && pass < MAX_PASSES; pass++) {
        again = false;
        for (uint32_t i = 0; i < w->vertices; i++)
            if (w->uses[i] && facet_leave_out(w, i)) again = true;
    }
}

// ---- facets -----------------------------------------------------------------------------------

typedef struct facet_edge {
    double length;   // squared
    uint32_t place;  // 3 * triangle + corner it begins at
    uint32_t other;  // triangle
} facet_edge;

static int compare_edges(const void* a, const void* b) {
    const facet_edge *p = a, *q = b;
    if (p->length != q->length) return p->length < q->length ? 1 : -1;
    return (p->place > q->place) - (p->place < q->place);
}

// The quadrilateral of two triangles that share an edge, if convex.
static bool join_triangles(const facet_work* w, const facet_edge* edge, uint32_t out[4]) {
    uint32_t triangle = edge->place / 3, k = edge->place % 3;
    uint32_t a = w->corner[edge->place], b = w->corner[3 * triangle + (k + 1) % 3];
    uint32_t c = w->corner[3 * triangle + (k + 2) % 3], d = c;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = w->corner[3 * edge->other + i];
        if (v != a && v != b) d = v;
    }
    uint32_t quad[4] = {a, d, b, c};
    const facet_plane* plane = &w->planes.items[w->surface[triangle]];
    double at[4][2];
    for (int i = 0; i < 4; i++) on_plane(plane, w->points[quad[i]], at[i]);
    for (int i = 0; i < 4; i++) {
        const double *p = at[i], *q = at[(i + 1) % 4], *r = at[(i + 2) % 4];
        if (!(facet_turn(p, q, r) > convex * sqrt(squared(p, q) * squared(q, r)))) return false;
    }
    memcpy(out, quad, sizeof quad);
    return true;
}

static bool add_facet(facet_work* w, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                      uint32_t triangle) {
    facet* f = ARRAY_PUSH(&w->out->facets);
    if (f) *f = (facet){{a, b, c, d}, (uint32_t)w->surface[triangle]};
    return f != NULL;
}

// Pairs triangles to quadrilaterals over their longest edges first; the rest stay triangles.
static bool cut_facets(facet_work* w) {
    ARRAY_OF(facet_edge) edges = {0};
    bool good = true;
    for (uint32_t t = 0; t < w->triangles && good; t++)
        for (uint32_t k = 0; w->is_alive[t] && k < 3 && good; k++) {
            int32_t other = facet_across(w, t, k);
            if (other <= (int32_t)t || w->surface[other] != w->surface[t]) continue;
            double e[3];
            facet_between(w->points[w->corner[3 * t + k]],
                          w->points[w->corner[3 * t + (k + 1) % 3]], e);
            facet_edge* edge = ARRAY_PUSH(&edges);
            if (edge) *edge = (facet_edge){facet_dot(e, e), 3 * t + k, (uint32_t)other};
            good = edge != NULL;
        }
    if (edges.count) qsort(edges.items, edges.count, sizeof *edges.items, compare_edges);
    for (size_t i = 0; i < edges.count && good; i++) {
        uint32_t t = edges.items[i].place / 3, other = edges.items[i].other, q[4];
        if (!w->is_alive[t] || !w->is_alive[other] || !join_triangles(w, &edges.items[i], q))
            continue;
        w->is_alive[t] = w->is_alive[other] = false;
        good = add_facet(w, q[0], q[1], q[2], q[3], t);
    }
    for (uint32_t t = 0; t < w->triangles && good; t++) {
        const uint32_t* c = w->corner + 3 * t;
        if (w->is_alive[t]) good = add_facet(w, c[0], c[1], c[2], c[2], t);
    }
    ARRAY_FREE(&edges);
    return good;
}

// ---- light grids ------------------------------------------------------------------------------

static double area_of(const facet_work* w, const uint32_t corner[3]) {
    double e[3], f[3], n[3];
    facet_between(w->points[corner[0]], w->points[corner[1]], e);
    facet_between(w->points[corner[0]], w->points[corner[2]], f);
    facet_cross(e, f, n);
    return sqrt(facet_dot(n, n)) / 2;
}

// Shifts uvs by whole repeats so that no coordinate of the surface is negative.
static wend_vec2 whole_repeats(const facet_work* w, const facet_surface* s) {
    wend_vec2 low = {INFINITY, INFINITY};
    for (uint32_t i = 0; i < 3 * s->count; i++) {
        const wend_vec2* uv = &w->uvs[w->indices[3 * w->out->triangles[s->first + i / 3] + i % 3]];
        low.x = fminf(low.x, uv->x);
        low.y = fminf(low.y, uv->y);
    }
    return (wend_vec2){floorf(low.x), floorf(low.y)};
}

// The largest triangle of corners is what the surface's functions are worked out from. A single
// triangle keeps its own vertices, which have their own light.
static bool choose_corners(facet_work* w) {
    double* best = wend_alloc_zero(w->out->surfaces.count + 1, sizeof *best);
    if (!best) return false;
    for (size_t i = 0; i < w->out->facets.count; i++) {
        const facet* f = &w->out->facets.items[i];
        double area = area_of(w, f->corner);
        if (area <= best[f->surface]) continue;
        best[f->surface] = area;
        memcpy(w->out->surfaces.items[f->surface].corner, f->corner, 3 * sizeof *f->corner);
    }
    wend_free(best);
    for (size_t i = 0; i < w->out->surfaces.count; i++) {
        facet_surface* s = &w->out->surfaces.items[i];
        const uint32_t* first = w->indices + 3 * w->out->triangles[s->first];
        if (s->count == 1) memcpy(s->corner, first, sizeof s->corner);
        wend_vec2 whole = whole_repeats(w, s);
        for (int k = 0; k < 3; k++) {
            wend_vec2 uv = s->count == 1
                               ? w->uvs[s->corner[k]]
                               : facet_uv_at(&w->planes.items[i], w->points[s->corner[k]]);
            s->uv[k] = (wend_vec2){uv.x - whole.x, uv.y - whole.y};
        }
    }
    return true;
}

static void span_of(const facet_work* w, const facet_surface* s, const double direction[3],
                    double* low, double* high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = 0; i < 3 * s->count; i++) {
        uint32_t triangle = w->out->triangles[s->first + i / 3];
        double v[3];
        subtract(w->points[w->indices[3 * triangle + i % 3]], s->origin, v);
        double at = facet_dot(v, direction);
        *low = fmin(*low, at);
        *high = fmax(*high, at);
    }
}

static uint32_t cells_for(double length, double step, uint32_t min) {
    double cells = floor(length / step + 0.5);
    return cells > GRID_SIDE ? GRID_SIDE : cells < min ? min : (uint32_t)cells;
}

// The second longest side: the longest side of half a rectangle is its diagonal.
static void choose_side(const facet_work* w, const facet_surface* s, double out[3]) {
    double side[3][3];
    int longest = 0, chosen = NONE;
    for (int k = 0; k < 3; k++) {
        facet_between(w->points[s->corner[k]], w->points[s->corner[(k + 1) % 3]], side[k]);
        if (facet_dot(side[k], side[k]) > facet_dot(side[longest], side[longest])) longest = k;
    }
    for (int k = 0; k < 3; k++)
        if (k != longest &&
            (chosen == NONE || facet_dot(side[k], side[k]) > facet_dot(side[chosen], side[chosen])))
            chosen = k;
    memcpy(out, side[chosen], sizeof side[chosen]);
}

// Aligns the grid with a side of the largest triangle of the surface; its cells are slightly finer
// than the triangles.
static void lay_grid(const facet_work* w, facet_surface* s, uint32_t min) {
    double area = 0, low[2], high[2];
    choose_side(w, s, s->across);
    for (uint32_t i = 0; i < s->count; i++)
        area += area_of(w, w->indices + 3 * w->out->triangles[s->first + i]);
    const facet_plane* plane = &w->planes.items[w->surface[w->out->triangles[s->first]]];
    if (!facet_normalize(s->across)) memcpy(s->across, plane->axis[0], sizeof s->across);
    facet_cross(plane->normal, s->across, s->down);
    memcpy(s->origin, plane->origin, sizeof s->origin);
    span_of(w, s, s->across, &low[0], &high[0]);
    span_of(w, s, s->down, &low[1], &high[1]);
    double step = finer * sqrt(2 * area / s->count);
    // Limits the cells of a thin surface that is diagonal in its rectangle.
    double cells = (high[0] - low[0]) * (high[1] - low[1]) / (step * step);
    if (cells > 8 * s->count) step *= sqrt(cells / (8 * s->count));
    s->columns = cells_for(high[0] - low[0], step, min);
    s->rows = cells_for(high[1] - low[1], step, min);
    for (int k = 0; k < 3; k++) {
        s->origin[k] += low[0] * s->across[k] + low[1] * s->down[k];
        s->across[k] *= s->columns / fmax(high[0] - low[0], 1e-12);
        s->down[k] *= s->rows / fmax(high[1] - low[1], 1e-12);
    }
}

// A parallelogram of two triangles gets one sheared cell with the light of its corners.
static bool lay_corners(const facet_work* w, const facet* f, facet_surface* s) {
    double e[3], g[3], diagonal[3];
    wend_vec3 p = w->points[f->corner[0]];
    facet_between(p, w->points[f->corner[1]], e);
    facet_between(p, w->points[f->corner[3]], g);
    facet_between(p, w->points[f->corner[2]], diagonal);
    double ee = facet_dot(e, e), eg = facet_dot(e, g), gg = facet_dot(g, g),
           det = ee * gg - eg * eg;
    double off = 0;
    for (int k = 0; k < 3; k++) off = fmax(off, fabs(diagonal[k] - e[k] - g[k]));
    if (s->count != 2 || f->corner[2] == f->corner[3] || !(det > 1e-6 * ee * gg) ||
        off > 1e-3 * sqrt(fmin(ee, gg)))
        return false;
    s->columns = s->rows = 1;
    s->origin[0] = p.x, s->origin[1] = p.y, s->origin[2] = p.z;
    for (int k = 0; k < 3; k++) {
        s->across[k] = (e[k] * gg - g[k] * eg) / det;
        s->down[k] = (g[k] * ee - e[k] * eg) / det;
    }
    return true;
}

static void lay_grids(facet_work* w) {
    for (size_t i = 0; i < w->out->facets.count; i++) {
        const facet* f = &w->out->facets.items[i];
        facet_surface* s = &w->out->surfaces.items[f->surface];
        if (s->count > 1 && !s->columns && !lay_corners(w, f, s))
            lay_grid(w, s, s->count < 8 ? 3 : 1);
    }
    // Degenerate slivers may result in no facet.
    for (size_t i = 0; i < w->out->surfaces.count; i++) {
        facet_surface* s = &w->out->surfaces.items[i];
        if (s->count > 1 && !s->columns) s->columns = s->rows = 1;
    }
}

// ---- all of it --------------------------------------------------------------------------------

static bool is_sound(const facet_work* w, uint32_t triangle) {
    const uint32_t* index = w->indices + 3 * triangle;
    const uint32_t* c = w->corner + 3 * triangle;
    for (int k = 0; k < 3; k++)
        if (!wend_v3_is_finite(w->points[index[k]])) return false;
    double area = area_of(w, index);
    return area > 0 && isfinite(area) && c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
}

static bool facet_allocate(facet_work* w) {
    size_t v = w->vertices + 1, t = w->triangles + 1;
    w->welded = wend_alloc(v * sizeof *w->welded);
    w->head = wend_alloc(v * sizeof *w->head);
    w->uses = wend_alloc_zero(v, sizeof *w->uses);
    w->corner = wend_alloc(3 * t * sizeof *w->corner);
    w->next = wend_alloc(3 * t * sizeof *w->next);
    w->surface = wend_alloc(t * sizeof *w->surface);
    w->is_alive = wend_alloc_zero(t, sizeof *w->is_alive);
    w->out->triangles = wend_alloc(t * sizeof *w->out->triangles);
    return w->welded && w->head && w->uses && w->corner && w->next && w->surface && w->is_alive &&
           w->out->triangles;
}

static bool take_triangles(facet_work* w) {
    if (!weld(w)) return false;
    float largest = 0;
    for (uint32_t i = 0; i < w->vertices; i++) {
        w->head[i] = NONE;
        const wend_vec3* p = &w->points[i];
        if (wend_v3_is_finite(*p))
            largest = fmaxf(largest, fmaxf(fmaxf(fabsf(p->x), fabsf(p->y)), fabsf(p->z)));
    }
    w->tolerance = beside * largest;
    for (uint32_t t = 0; t < w->triangles; t++) {
        w->surface[t] = NONE;
        for (uint32_t k = 0; k < 3; k++) w->corner[3 * t + k] = w->welded[w->indices[3 * t + k]];
        w->is_alive[t] = is_sound(w, t);
        for (uint32_t k = 0; k < 3 && w->is_alive[t]; k++)
            link_corner(w, t, k, w->corner[3 * t + k]);
    }
    return true;
}

bool facet_mesh_build(const wend_scene_arrays* a, const wend_mesh* mesh, facet_merge merge,
                      facet_mesh* out) {
    *out = (facet_mesh){0};
    facet_work w = {.points = a->positions.items + mesh->first_vertex,
                    .uvs = a->uvs.items + mesh->first_vertex,
                    .indices = a->indices.items + mesh->first_index,
                    .vertices = mesh->vertex_count,
                    .triangles = mesh->index_count / 3,
                    .merge = merge,
                    .out = out};
    bool good = facet_allocate(&w) && take_triangles(&w);
    for (uint32_t t = 0; t < w.triangles && good; t++)
        if (w.is_alive[t] && w.surface[t] == NONE) good = grow_surface(&w, t);
    if (good && merge != FACET_APART) simplify(&w);
    good = good && cut_facets(&w);
    good = good && choose_corners(&w);
    if (good) lay_grids(&w);
    wend_free(w.welded);
    wend_free(w.head);
    wend_free(w.uses);
    wend_free(w.corner);
    wend_free(w.next);
    wend_free(w.surface);
    wend_free(w.is_alive);
    ARRAY_FREE(&w.planes);
    if (!good) facet_mesh_destroy(out);
    return good;
}

void facet_normal(const wend_vec3 p[4], double out[3]) {
    double e[3], f[3];
    facet_between(p[0], p[2], e);
    facet_between(p[1], p[3], f);
    facet_cross(e, f, out);
    if (!facet_normalize(out)) out[0] = out[1] = out[2] = 0;
}

void facet_mesh_destroy(facet_mesh* m) {
    ARRAY_FREE(&m->facets);
    ARRAY_FREE(&m->surfaces);
    wend_free(m->triangles);
    m->triangles = NULL;
}
