#include "wend/field.h"

#include <stdatomic.h>
#include <string.h>

#include "nav/lattice.h"

enum { MAX_BUCKETS = 4096, NONE = -1 };
static const float NEAR_GOAL = 0.5f;  // metres around a goal that are measured straight

struct wend_field {
    const wend_lattice* lattice;
    atomic_int owners;
    int count, goal_count;
    float* metres;               // [count] INFINITY: cannot reach a goal
    int32_t* nearest;            // [count] the goal; -1: none
    wend_vec3* goals;            // [goal_count] on the mesh
    detour_poly* goal_polygons;  // [goal_count] 0: off the mesh
};

// ---- making -------------------------------------------------------------------------------------

// Nodes by their distance so far, in rings of `width` metres. A node is in one ring at most.
typedef struct rings {
    int32_t first[MAX_BUCKETS];
    int32_t *next, *previous;  // [count] previous of a first node is -2 - ring
    int32_t* ring;             // [count] -1: in none
    int count;                 // of rings, used round and round
    float width;
    int held;
} rings;

static void rings_take(rings* r, int node) {
    int ring = r->ring[node];
    if (ring < 0) return;
    int before = r->previous[node], after = r->next[node];
    if (before >= 0)
        r->next[before] = after;
    else
        r->first[ring] = after;
    if (after >= 0) r->previous[after] = before;
    r->ring[node] = NONE;
    r->held--;
}

static void rings_put(rings* r, int node, float metres) {
    rings_take(r, node);
    int ring = (int)((long long)(metres / r->width) % r->count);
    r->next[node] = r->first[ring];
    r->previous[node] = NONE;
    if (r->first[ring] >= 0) r->previous[r->first[ring]] = node;
    r->first[ring] = node;
    r->ring[node] = ring;
    r->held++;
}

static void reach(wend_field* f, rings* r, int node, float metres, int goal) {
    if (!(metres < f->metres[node])) return;
    f->metres[node] = metres;
    f->nearest[node] = goal;
    rings_put(r, node, metres);
}

// The nodes around a goal are as far as a straight walk.
static void start_at(wend_field* f, rings* r, int goal) {
    const wend_lattice* l = f->lattice;
    const detour* d = l->mesh->d;
    wend_vec3 at = f->goals[goal];
    detour_poly home = f->goal_polygons[goal];
    int polygon = detour_polygon_index(d, home);
    for (uint32_t k = l->first_corner[polygon]; k < l->first_corner[polygon + 1]; k++)
        reach(f, r, l->corners[k], wend_v3_distance(at, l->at[l->corners[k]]), goal);
    int around = (int)(NEAR_GOAL / l->spacing) + 1;
    int column = (int)((at.x - l->left) / l->spacing), row = (int)((at.z - l->front) / l->spacing);
    for (int dz = -around; dz <= around + 1; dz++)
        for (int dx = -around; dx <= around + 1; dx++) {
            int node = lattice_find(l, column + dx, row + dz, at.y, LATTICE_STOREY);
            if (node < 0) continue;
            if (l->polygon[node] == polygon || detour_raycast(d, home, at, l->at[node]) >= 1)
                reach(f, r, node, wend_v3_distance(at, l->at[node]), goal);
        }
}

// Outwards from the goals, ring after ring. Edges may be shorter than a ring is wide, so a ring is
// done when nothing is left in it.
static void spread(wend_field* f, rings* r) {
    const wend_lattice* l = f->lattice;
    for (int ring = 0; r->held > 0; ring = (ring + 1) % r->count)
        while (r->first[ring] >= 0) {
            int node = r->first[ring];
            rings_take(r, node);
            float metres = f->metres[node];
            int goal = f->nearest[node];
            for (uint32_t e = l->first_edge[node]; e < l->first_edge[node + 1]; e++)
                reach(f, r, l->edges[e].to, metres + l->edges[e].metres, goal);
        }
}

static bool fill(wend_field* f) {
    const wend_lattice* l = f->lattice;
    size_t count = (size_t)l->count + 1;
    rings* r = wend_alloc(sizeof *r);
    int32_t* lists = wend_alloc(3 * count * sizeof *lists);
    if (r && lists) {
        float far = fmaxf(l->longest, 2 * (NEAR_GOAL + 3 * l->spacing));
        *r = (rings){.next = lists, .previous = lists + count, .ring = lists + 2 * count};
        r->width = fmaxf(l->spacing, far / (MAX_BUCKETS - 4));
        r->count = (int)(far / r->width) + 3;
        for (int i = 0; i < r->count; i++) r->first[i] = NONE;
        memset(r->ring, 0xff, count * sizeof *r->ring);
        for (int i = 0; i < l->count; i++) f->metres[i] = INFINITY;
        memset(f->nearest, 0xff, count * sizeof *f->nearest);
        for (int i = 0; i < f->goal_count; i++)
            if (f->goal_polygons[i]) start_at(f, r, i);
        spread(f, r);
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
    if (!good || !fill(f)) {
        wend_field_destroy(f);
        return wend_fail(error, WEND_NO_MEMORY, "no memory for a distance field");
    }
    *out = f;
    return WEND_OK;
}

wend_field* wend_field_share(const wend_field* field) {
    wend_field* f = (wend_field*)field;  // counting owners does not change what it says
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

// ---- asking -------------------------------------------------------------------------------------

// Where a point lies among four nodes that see each other.
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

// What a straight walk from `at` on the mesh to the best node around gives.
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

// Beside walls: every node that may serve is tried with a walk.
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

// Close to a goal the way is straight, if it is free.
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

static int nearest_corner(const wend_field* f, const square* s) {
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
        if (!(metres < INFINITY)) metres = INFINITY;  // all four are: they are joined
        goal = f->nearest[nearest_corner(f, &s)];
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
