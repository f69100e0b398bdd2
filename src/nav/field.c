// Distance fields: geodesic distances from every node of a lattice to the nearest of some goals.
//
// Problem: rewards need the distance to the goal after every step of every environment. An exact
// search costs about 12 microseconds (geodesic.c); a field answers in 60 to 140 nanoseconds.
//
// Method: Dijkstra's algorithm from the goals outwards over the lattice (lattice.c), with a
// circular array of buckets in place of a heap (Dial 1969; Delta-stepping without threads). A
// bucket holds the nodes of a range of distances; edges may be shorter than a bucket is wide, so a
// bucket is processed until it is empty and a node may be relaxed twice.
//
// clang-format off
//     distance   0 ...  w ... 2w ... 3w ...          w = bucket width, at least the node spacing
//     buckets  [ 0 ][ 1 ][ 2 ] ... [ n-1 ] -> [ 0 ]  n * w exceeds the longest edge, so a node that
//                     |                              is reached always fits into the next n buckets
//                     +-> node <-> node <-> node     doubly linked: a node moves when it gets nearer
//
//     query     n0 ------- n1        On open floor the four nodes around the point see each other:
//               |   x(u,v) |         bilinear interpolation. Beside walls: the best node to which a
//               n2 ------- n3        straight line is free. Within 0.5 m of a visible goal: the
//                                    straight line.
// clang-format on
//
// Distances are a little longer than the exact ones and never lead through a wall. Errors, times
// and memory for three scenes: docs/navigation.md.
#include <stdatomic.h>
#include <string.h>

#include "nav/lattice.h"

#include "wend/nav.h"

enum { MAX_BUCKETS = 4096, NONE = -1 };
static const float NEAR_GOAL = 0.5f;  // metres: straight lines are used within this distance

struct wend_field {
    const wend_lattice* lattice;
    atomic_int owners;
    int count, goal_count;
    float* metres;               // [count] INFINITY: cannot reach a goal
    int32_t* nearest;            // [count] the goal; -1: none
    wend_vec3* goals;            // [goal_count] on the mesh
    detour_poly* goal_polygons;  // [goal_count] 0: off the mesh
};

// ---- construction -------------------------------------------------------------------------------

// Nodes by their tentative distance, in buckets of `width` metres. A node is in at most one bucket.
typedef struct buckets {
    int32_t first[MAX_BUCKETS];
    int32_t *next, *previous;  // [count] -1: none
    int32_t* bucket;           // [count] -1: in none
    int count;                 // of buckets, used circularly
    float width;
    int held;  // nodes in all buckets
} buckets;

static void buckets_remove(buckets* r, int node) {
    int bucket = r->bucket[node];
    if (bucket < 0) return;
    int before = r->previous[node], after = r->next[node];
    if (before >= 0)
        r->next[before] = after;
    else
        r->first[bucket] = after;
    if (after >= 0) r->previous[after] = before;
    r->bucket[node] = NONE;
    r->held--;
}

static void buckets_insert(buckets* r, int node, float metres) {
    buckets_remove(r, node);
    int bucket = (int)((long long)(metres / r->width) % r->count);
    r->next[node] = r->first[bucket];
    r->previous[node] = NONE;
    if (r->first[bucket] >= 0) r->previous[r->first[bucket]] = node;
    r->first[bucket] = node;
    r->bucket[node] = bucket;
    r->held++;
}

static void field_reach(wend_field* f, buckets* r, int node, float metres, int goal) {
    if (!(metres < f->metres[node])) return;
    f->metres[node] = metres;
    f->nearest[node] = goal;
    buckets_insert(r, node, metres);
}

// Nodes around a goal start with the length of a free straight line to it.
static void start_at(wend_field* f, buckets* r, int goal) {
    const wend_lattice* l = f->lattice;
    const detour* d = l->mesh->d;
    wend_vec3 at = f->goals[goal];
    detour_poly home = f->goal_polygons[goal];
    int polygon = detour_polygon_index(d, home);
    for (uint32_t k = l->first_corner[polygon]; k < l->first_corner[polygon + 1]; k++)
        field_reach(f, r, l->corners[k], wend_v3_distance(at, l->at[l->corners[k]]), goal);
    int around = (int)(NEAR_GOAL / l->spacing) + 1;
    int column = (int)((at.x - l->left) / l->spacing), row = (int)((at.z - l->front) / l->spacing);
    for (int dz = -around; dz <= around + 1; dz++)
        for (int dx = -around; dx <= around + 1; dx++) {
            int node = lattice_find(l, column + dx, row + dz, at.y, LATTICE_STOREY);
            if (node < 0) continue;
            if (l->polygon[node] == polygon || detour_raycast(d, home, at, l->at[node]) >= 1)
                field_reach(f, r, node, wend_v3_distance(at, l->at[node]), goal);
        }
}

// From the goals outwards, bucket after bucket.
static void field_spread(wend_field* f, buckets* r) {
    const wend_lattice* l = f->lattice;
    for (int bucket = 0; r->held > 0; bucket = (bucket + 1) % r->count)
        while (r->first[bucket] >= 0) {
            int node = r->first[bucket];
            buckets_remove(r, node);
            float metres = f->metres[node];
            int goal = f->nearest[node];
            for (uint32_t e = l->first_edge[node]; e < l->first_edge[node + 1]; e++)
                field_reach(f, r, l->edges[e].to, metres + l->edges[e].metres, goal);
        }
}

static bool field_fill(wend_field* f) {
    const wend_lattice* l = f->lattice;
    size_t count = (size_t)l->count + 1;
    buckets* r = wend_alloc(sizeof *r);
    int32_t* lists = wend_alloc(3 * count * sizeof *lists);
    if (r && lists) {
        float far = fmaxf(l->longest, 2 * (NEAR_GOAL + 3 * l->spacing));
        *r = (buckets){.next = lists, .previous = lists + count, .bucket = lists + 2 * count};
        r->width = fmaxf(l->spacing, far / (MAX_BUCKETS - 4));
        r->count = (int)(far / r->width) + 3;
        for (int i = 0; i < r->count; i++) r->first[i] = NONE;
        memset(r->bucket, 0xff, count * sizeof *r->bucket);
        for (int i = 0; i < l->count; i++) f->metres[i] = INFINITY;
        memset(f->nearest, 0xff, count * sizeof *f->nearest);
        for (int i = 0; i < f->goal_count; i++)
            if (f->goal_polygons[i]) start_at(f, r, i);
        field_spread(f, r);
    }
    bool filled = r && lists;
    wend_free(lists);
    wend_free(r);
    return filled;
}

wend_status wend_field_create(const wend_lattice* lattice, wend_vec3_span goals, wend_field** out,
                              wend_error* error) {
    *out = NULL;
    wend_field* f = wend_alloc_zero(1, sizeof *f);
    size_t count = (size_t)lattice->count + 1, goal_count = (size_t)goals.count + 1;
    if (f) {
        f->lattice = lattice;
        atomic_init(&f->owners, 1);
        f->count = lattice->count;
        f->goal_count = goals.count;
        f->metres = wend_alloc(count * sizeof *f->metres);
        f->nearest = wend_alloc(count * sizeof *f->nearest);
        f->goals = wend_alloc(goal_count * sizeof *f->goals);
        f->goal_polygons = wend_alloc_zero(goal_count, sizeof *f->goal_polygons);
    }
    bool good = f && f->metres && f->nearest && f->goals && f->goal_polygons;
    for (int i = 0; good && i < goals.count; i++)
        if (wend_v3_is_finite(goals.items[i]))
            f->goal_polygons[i] = navmesh_nearest(lattice->mesh, goals.items[i], &f->goals[i]);
    if (!good || !field_fill(f)) {
        wend_field_destroy(f);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a distance field");
    }
    *out = f;
    return WEND_OK;
}

wend_field* wend_field_share(const wend_field* field) {
    wend_field* f = (wend_field*)field;  // counting owners does not change its answers
    atomic_fetch_add_explicit(&f->owners, 1, memory_order_relaxed);
    return f;
}

void wend_field_destroy(wend_field* f) {
    if (!f || atomic_fetch_sub_explicit(&f->owners, 1, memory_order_acq_rel) > 1) return;
    wend_free(f->metres);
    wend_free(f->nearest);
    wend_free(f->goals);
    wend_free(f->goal_polygons);
    wend_free(f);
}

size_t wend_field_memory(const wend_field* f) {
    return sizeof *f + (size_t)f->count * (sizeof *f->metres + sizeof *f->nearest) +
           (size_t)f->goal_count * (sizeof *f->goals + sizeof *f->goal_polygons);
}

// ---- queries ------------------------------------------------------------------------------------

// The position of a point between four nodes that see each other.
typedef struct square {
    int nodes[4];  // left front, right front, left back, right back
    float u, v;    // from the first to the right and to the back, 0 … 1
} square;

static bool find_square(const wend_lattice* l, wend_vec3 at, square* s) {
    float x = (at.x - l->left) / l->spacing, z = (at.z - l->front) / l->spacing;
    if (!(x >= 0 && z >= 0 && x < (float)l->columns && z < (float)l->rows)) return false;
    int column = (int)x, row = (int)z;
    int node = lattice_find(l, column, row, at.y, 0.3f);
    if (node < 0 || l->square[node][0] < 0) return false;
    *s = (square){{node, l->square[node][0], l->square[node][1], l->square[node][2]},
                  x - (float)column,
                  z - (float)row};
    return true;
}

// The node that gives the shortest distance by a straight line from `at`.
typedef struct best_node {
    wend_vec3 at;  // on the mesh
    float metres;
    int node;  // -1: none
} best_node;

static void offer(const wend_field* f, best_node* best, int node) {
    float metres = f->metres[node] + wend_v3_distance(best->at, f->lattice->at[node]);
    if (!(metres < best->metres)) return;
    best->metres = metres;
    best->node = node;
}

// Beside walls: tries the nodes around with raycasts.
static best_node find_best(const wend_field* f, wend_vec3 given) {
    const wend_lattice* l = f->lattice;
    const detour* d = l->mesh->d;
    best_node best = {given, INFINITY, NONE};
    if (!wend_v3_is_finite(given)) return best;
    detour_poly home = navmesh_nearest(l->mesh, given, &best.at);
    if (!home) return best;
    wend_vec3 at = best.at;
    int polygon = detour_polygon_index(d, home);
    for (uint32_t k = l->first_corner[polygon]; k < l->first_corner[polygon + 1]; k++)
        offer(f, &best, l->corners[k]);
    int column = (int)((at.x - l->left) / l->spacing), row = (int)((at.z - l->front) / l->spacing);
    for (int dz = -1; dz <= 2; dz++)
        for (int dx = -1; dx <= 2; dx++) {
            int node = lattice_find(l, column + dx, row + dz, at.y, LATTICE_STOREY);
            if (node < 0) continue;
            if (f->metres[node] + wend_v3_distance(at, l->at[node]) >= best.metres) continue;
            if (l->polygon[node] == polygon || detour_raycast(d, home, at, l->at[node]) >= 1)
                offer(f, &best, node);
        }
    return best;
}

// Whether a goal within NEAR_GOAL is reached in a straight line.
static bool sees_goal(const wend_field* f, wend_vec3 at, int goal, float* metres) {
    wend_vec3 point;
    float straight = wend_v3_distance(at, f->goals[goal]);
    if (straight > NEAR_GOAL) return false;
    detour_poly home = navmesh_nearest(f->lattice->mesh, at, &point);
    if (!home) return false;
    if (home != f->goal_polygons[goal] &&
        detour_raycast(f->lattice->mesh->d, home, point, f->goals[goal]) < 1)
        return false;
    *metres = wend_v3_distance(point, f->goals[goal]);
    return true;
}

static int field_nearest_corner(const wend_field* f, const square* s) {
    int best = 0;
    for (int k = 1; k < 4; k++)
        if (f->metres[s->nodes[k]] < f->metres[s->nodes[best]]) best = k;
    return s->nodes[best];
}

float wend_field_distance(const wend_field* f, wend_vec3 at, int* nearest) {
    square s;
    float metres;
    int goal;
    if (find_square(f->lattice, at, &s)) {
        const float* m = f->metres;
        float front = m[s.nodes[0]] + (m[s.nodes[1]] - m[s.nodes[0]]) * s.u;
        float back = m[s.nodes[2]] + (m[s.nodes[3]] - m[s.nodes[2]]) * s.u;
        metres = front + (back - front) * s.v;
        if (!(metres < INFINITY)) metres = INFINITY;  // all four are infinite: they are connected
        goal = f->nearest[field_nearest_corner(f, &s)];
    } else {
        best_node best = find_best(f, at);
        metres = best.metres;
        goal = best.node < 0 ? NONE : f->nearest[best.node];
    }
    if (goal >= 0 && metres < 2 * NEAR_GOAL) sees_goal(f, at, goal, &metres);
    if (nearest) *nearest = goal;
    return metres;
}

bool wend_field_direction(const wend_field* f, wend_vec3 at, wend_vec3* direction) {
    square s;
    wend_vec3 way;
    int goal;
    float metres = wend_field_distance(f, at, &goal);
    if (goal < 0) return false;
    if (metres < NEAR_GOAL && sees_goal(f, at, goal, &metres)) {
        way = wend_v3_sub(f->goals[goal], at);
    } else if (find_square(f->lattice, at, &s)) {
        const float* m = f->metres;
        way.x = (m[s.nodes[0]] - m[s.nodes[1]]) * (1 - s.v) + (m[s.nodes[2]] - m[s.nodes[3]]) * s.v;
        way.z = (m[s.nodes[0]] - m[s.nodes[2]]) * (1 - s.u) + (m[s.nodes[1]] - m[s.nodes[3]]) * s.u;
    } else {
        best_node best = find_best(f, at);
        way = wend_v3_sub(f->lattice->at[best.node], at);
    }
    way.y = 0;
    float length = wend_v3_length(way);
    if (!(length > 1e-6f)) return false;
    *direction = wend_v3_scale(way, 1 / length);
    return true;
}
