// Exact shortest paths on a navmesh.
//
// Problem: Detour runs A* over the midpoints of polygon edges and pulls the string afterwards. The
// result depends on the direction and can be longer than the shortest path. Metrics such as SPL
// divide by this length, so it has to be exact and symmetric.
//
// Method: Polyanya (Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation mesh, IJCAI
// 2017). A search node is not a point but an interval of a portal, the part of an edge between two
// polygons, together with a root: the last corner of the path. Every point of the interval is
// visible from the root, so the path to it is g(root) plus a straight line.
//
// clang-format off
//                   left_vertex
//                        o---------o       A node: root r, interval [left, right] of the portal that
//                   left +         |       leads into `polygon`.
//              . - '     |         |       f = g + the shortest length from r through the interval
//     r  o  `            | polygon |           to the goal, walls beyond the interval ignored: a lower
//              ` - .     |         |           bound, so A* on f is optimal.
//                  right +         |
//                        o---------o
//                   right_vertex
//
//   expand(node): each portal of `polygon` splits into at most three intervals
//       visible part            same root
//       part left of the cone   root = left end, if a corner is there
//       part right of the cone  root = right end, if a corner is there
// clang-format on
//
// Pruning: `best[v]` is the smallest g with which vertex v became a root; worse nodes are dropped.
// Corners are vertices where a wall ends or bends, or a closed door begins; shortest paths turn
// nowhere else. The search runs in the plane of x and z. Afterwards the path is cut where it
// crosses portals, and its length is measured along the surface.
//
// Exactness: a result equals the reverse query within 1e-3 m and never exceeds Detour's path seen
// from above (tests/nav). Coordinates are doubles: the sign of a cross product decides on which
// side of a corner a point lies, and floats are too coarse for that in large scenes.
//
// Threads: a search borrows its arrays from a query_pool and allocates only to grow them.
#include "nav/geodesic.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/query_pool.h"

enum { MAX_NODES = 1 << 20 };
static const double NEAR = 1e-7;  // metres; rounding, not geometry

// A point of the plane. Doubles, see above; results are rounded to wend_vec3.
typedef struct point {
    double x, z;
} point;

// The part of an edge across which two polygons meet, seen from inside the first.
typedef struct portal {
    int to;
    int left, right;  // vertices
} portal;

typedef struct vertex {
    point at;
    double y;
    bool wall;    // a wall ends or bends here
    bool corner;  // the same, or a closed door: shortest paths turn nowhere else
} vertex;

typedef struct node {
    int polygon;                    // the interval leads into
    int from;                       // polygon the interval leads out of
    int left_vertex, right_vertex;  // ends of the portal
    point left, right;              // the interval: the part of the portal visible from the root
    int root;                       // vertex; -1: the start
    double g, f;                    // metres to the root; lower bound to the goal
    int parent;                     // node; -1: none
    bool goal;
    int turn;  // goal nodes: the vertex the last leg turns at; -1: none
} node;

typedef struct heap_entry {
    double f;
    int node;
} heap_entry;

// The working memory of one search.
typedef struct search {
    ARRAY_OF(node) nodes;
    ARRAY_OF(heap_entry) heap;
    ARRAY_OF(wend_vec3) points;  // of the path that was found
    double* best;                // [vertices] min metres to a vertex as a root
    uint32_t* stamp;             // [vertices] the search `best` is of
    uint32_t round;
} search;

struct geodesic {
    vertex* vertices;
    int vertex_count;
    portal* portals;
    int* first_portal;  // [polygons + 1]
    bool* walkable;     // [polygons]
    int polygons;
    query_pool* searches;
};

// ---- construction -------------------------------------------------------------------------------

typedef struct geodesic_builder {
    geodesic* g;
    const detour* d;
    int* table;  // open addressing over quantised positions
    size_t table_size;
    int vertex_capacity;
    int portal_capacity, portal_count;
} geodesic_builder;

// Vertices of neighbouring polygons and tiles are welded within a tenth of a millimetre.
static int find_vertex(geodesic_builder* m, wend_vec3 at) {
    int64_t key[3] = {llround((double)at.x * 1e4), llround((double)at.y * 20),
                      llround((double)at.z * 1e4)};
    size_t i = wend_hash(key, sizeof key, 0) & (m->table_size - 1);
    for (; m->table[i] >= 0; i = (i + 1) & (m->table_size - 1)) {
        const vertex* v = &m->g->vertices[m->table[i]];
        if (llround(v->at.x * 1e4) == key[0] && llround(v->at.z * 1e4) == key[2] &&
            llround(v->y * 20) == key[1])
            return m->table[i];
    }
    int id = m->g->vertex_count++;
    m->g->vertices[id] = (vertex){{(double)at.x, (double)at.z}, (double)at.y, false, false};
    m->table[i] = id;
    return id;
}

// Twice the signed area of a, b, c: positive when c lies to the left of a-b (x right, z up the
// page).
static double geodesic_cross(point a, point b, point c) {
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

static double geodesic_distance(point a, point b) { return hypot(a.x - b.x, a.z - b.z); }

static void add_polygon(geodesic_builder* m, int index) {
    detour_polygon p;
    detour_portal portals[DETOUR_MAX_NEIGHBOURS];
    detour_polygon_at(m->d, index, &p);
    int count = detour_portals_at(m->d, index, portals, DETOUR_MAX_NEIGHBOURS);
    m->g->first_portal[index] = m->portal_count;
    wend_vec3 middle = {0, 0, 0};
    for (int k = 0; k < p.vertex_count; k++)
        middle = wend_v3_mad(middle, p.vertices[k], 1 / (float)p.vertex_count);
    point inside = {(double)middle.x, (double)middle.z};
    for (int k = 0; k < count && m->portal_count < m->portal_capacity; k++) {
        int a = find_vertex(m, portals[k].ends[0]), b = find_vertex(m, portals[k].ends[1]);
        if (a == b) continue;
        // Looking out from inside, the end to the left is the one with the other to its right.
        bool swap = geodesic_cross(inside, m->g->vertices[a].at, m->g->vertices[b].at) > 0;
        m->g->portals[m->portal_count++] = (portal){portals[k].polygon, swap ? b : a, swap ? a : b};
    }
    for (int k = 0; k < p.vertex_count; k++) {
        if (!detour_edge_is_wall(m->d, index, k)) continue;
        m->g->vertices[find_vertex(m, p.vertices[k])].wall = true;
        m->g->vertices[find_vertex(m, p.vertices[(k + 1) % p.vertex_count])].wall = true;
    }
}

// A wall may begin at the end of a portal that covers only part of an edge (between tiles).
static void mark_partial_ends(geodesic* g, const detour* d) {
    detour_polygon p;
    for (int i = 0; i < g->polygons; i++) {
        detour_polygon_at(d, i, &p);
        for (int k = g->first_portal[i]; k < g->first_portal[i + 1]; k++) {
            bool left = false, right = false;
            for (int v = 0; v < p.vertex_count; v++) {
                point at = {(double)p.vertices[v].x, (double)p.vertices[v].z};
                left |= geodesic_distance(at, g->vertices[g->portals[k].left].at) < 1e-4;
                right |= geodesic_distance(at, g->vertices[g->portals[k].right].at) < 1e-4;
            }
            g->vertices[g->portals[k].left].wall |= !left;
            g->vertices[g->portals[k].right].wall |= !right;
        }
    }
}

void geodesic_refresh(geodesic* g, const detour* d) {
    detour_polygon p;
    for (int i = 0; i < g->polygons; i++) {
        detour_polygon_at(d, i, &p);
        g->walkable[i] = p.walkable;
    }
    for (int i = 0; i < g->vertex_count; i++) g->vertices[i].corner = g->vertices[i].wall;
    for (int i = 0; i < g->polygons; i++)
        for (int k = g->first_portal[i]; !g->walkable[i] && k < g->first_portal[i + 1]; k++) {
            g->vertices[g->portals[k].left].corner = true;
            g->vertices[g->portals[k].right].corner = true;
        }
}

static void search_destroy(void* item) {
    search* s = item;
    ARRAY_FREE(&s->nodes);
    ARRAY_FREE(&s->heap);
    ARRAY_FREE(&s->points);
    wend_free(s->best);
    wend_free(s->stamp);
    wend_free(s);
}

static void* search_create(const void* context) {
    const geodesic* g = context;
    search* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return NULL;
    s->best = wend_alloc((size_t)g->vertex_count * sizeof *s->best);
    s->stamp = wend_alloc_zero((size_t)g->vertex_count, sizeof *s->stamp);
    if (s->best && s->stamp) return s;
    search_destroy(s);
    return NULL;
}

wend_status geodesic_create(const detour* d, geodesic** out, wend_error* error) {
    *out = NULL;
    geodesic_builder m = {.d = d, .g = wend_alloc_zero(1, sizeof *m.g)};
    int polygons = detour_polygon_count(d);
    m.portal_capacity = polygons * DETOUR_MAX_NEIGHBOURS;
    m.vertex_capacity = polygons * (6 + 2 * DETOUR_MAX_NEIGHBOURS) + 1;
    m.table_size = 16;
    while (m.table_size < 2 * (size_t)m.vertex_capacity) m.table_size *= 2;
    m.table = wend_alloc(m.table_size * sizeof *m.table);
    if (m.g) {
        m.g->polygons = polygons;
        m.g->vertices = wend_alloc((size_t)m.vertex_capacity * sizeof *m.g->vertices);
        m.g->portals = wend_alloc((size_t)m.portal_capacity * sizeof *m.g->portals);
        m.g->first_portal = wend_alloc_zero((size_t)polygons + 1, sizeof *m.g->first_portal);
        m.g->walkable = wend_alloc_zero((size_t)polygons, sizeof *m.g->walkable);
        m.g->searches = query_pool_create(&(query_pool_def){search_create, search_destroy, m.g});
    }
    if (!m.g || !m.table || !m.g->vertices || !m.g->portals || !m.g->first_portal ||
        !m.g->walkable || !m.g->searches) {
        wend_free(m.table);
        geodesic_destroy(m.g);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the navmesh");
    }
    memset(m.table, 0xff, m.table_size * sizeof *m.table);
    for (int i = 0; i < polygons; i++) add_polygon(&m, i);
    m.g->first_portal[polygons] = m.portal_count;
    mark_partial_ends(m.g, d);
    geodesic_refresh(m.g, d);
    wend_free(m.table);
    *out = m.g;
    return WEND_OK;
}

void geodesic_destroy(geodesic* g) {
    if (!g) return;
    query_pool_destroy(g->searches);
    wend_free(g->vertices);
    wend_free(g->portals);
    wend_free(g->first_portal);
    wend_free(g->walkable);
    wend_free(g);
}

// ---- search ------------------------------------------------------------------------------------

typedef struct task {
    const geodesic* g;
    search* s;
    point start, goal;
    int goal_polygon;
    bool out_of_memory;
} task;

static point geodesic_root_of(const task* t, const node* n) {
    return n->root < 0 ? t->start : t->g->vertices[n->root].at;
}

static void geodesic_heap_push(task* t, int index) {
    search* s = t->s;
    heap_entry* slot = ARRAY_PUSH(&s->heap);
    if (!slot) {
        t->out_of_memory = true;
        return;
    }
    heap_entry e = {s->nodes.items[index].f, index};
    size_t i = s->heap.count - 1;
    while (i > 0) {
        size_t up = (i - 1) / 2;
        heap_entry* above = &s->heap.items[up];
        if (above->f < e.f || (above->f == e.f && above->node < e.node)) break;
        s->heap.items[i] = *above;
        i = up;
    }
    s->heap.items[i] = e;
}

static int geodesic_heap_pop(search* s) {
    heap_entry top = s->heap.items[0], last = s->heap.items[--s->heap.count];
    size_t i = 0, count = s->heap.count;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= count) break;
        heap_entry *a = &s->heap.items[child], *b = a + 1;
        if (child + 1 < count && (b->f < a->f || (b->f == a->f && b->node < a->node)))
            child++, a = b;
        if (last.f < a->f || (last.f == a->f && last.node < a->node)) break;
        s->heap.items[i] = *a;
        i = child;
    }
    if (count) s->heap.items[i] = last;
    return top.node;
}

// The goal seen through the interval: mirrored to the far side when it lies on the root's.
static point mirrored(point p, point a, point b) {
    double dx = b.x - a.x, dz = b.z - a.z, length = dx * dx + dz * dz;
    if (!(length > 0)) return p;
    double twice = 2 * geodesic_cross(a, b, p) / length;
    return (point){p.x + twice * dz, p.z - twice * dx};
}

// Metres from the root through the interval to the goal, walls beyond it ignored.
static double lower_bound(point root, point left, point right, point goal) {
    if (geodesic_distance(left, right) < NEAR)
        return geodesic_distance(root, left) + geodesic_distance(left, goal);
    double root_side = geodesic_cross(left, right, root),
           goal_side = geodesic_cross(left, right, goal);
    if (root_side * goal_side > 0) goal = mirrored(goal, left, right);
    // Is the goal left of the left end, or right of the right end, seen from the root?
    double past_left = geodesic_cross(root, left, goal),
           past_right = geodesic_cross(root, right, goal);
    double turn = geodesic_cross(root, left, right);  // negative: right of left, as it should be
    if (fabs(turn) < NEAR * NEAR) {
        double by_left = geodesic_distance(root, left) + geodesic_distance(left, goal);
        double by_right = geodesic_distance(root, right) + geodesic_distance(right, goal);
        double straight = geodesic_distance(root, goal);
        bool between = geodesic_distance(root, left) + geodesic_distance(root, right) <=
                       geodesic_distance(left, right) + NEAR;
        return between ? straight : by_left < by_right ? by_left : by_right;
    }
    if (past_left > 0) return geodesic_distance(root, left) + geodesic_distance(left, goal);
    if (past_right < 0) return geodesic_distance(root, right) + geodesic_distance(right, goal);
    return geodesic_distance(root, goal);
}

static bool root_is_worse(task* t, int root, double g) {
    if (root < 0) return false;
    search* s = t->s;
    if (s->stamp[root] == s->round && g > s->best[root] + NEAR) return true;
    if (s->stamp[root] != s->round || g < s->best[root]) {
        s->stamp[root] = s->round;
        s->best[root] = g;
    }
    return false;
}

static void geodesic_push(task* t, node n) {
    if (t->s->nodes.count >= MAX_NODES || root_is_worse(t, n.root, n.g)) return;
    node* slot = ARRAY_PUSH(&t->s->nodes);
    if (!slot) {
        t->out_of_memory = true;
        return;
    }
    n.f = n.g + lower_bound(geodesic_root_of(t, &n), n.left, n.right, t->goal);
    *slot = n;
    geodesic_heap_push(t, (int)t->s->nodes.count - 1);
}

static point geodesic_between(point a, point b, double share) {
    return (point){a.x + (b.x - a.x) * share, a.z + (b.z - a.z) * share};
}

// Where the segment a-b meets the line from `from` through `to`, as a share of a-b in 0 … 1.
static double meeting(point a, point b, point from, point to) {
    double ca = geodesic_cross(from, to, a), cb = geodesic_cross(from, to, b);
    double d = ca - cb;
    double share = fabs(d) > 0 ? ca / d : 0;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

// The part of a portal inside the cone from the root, as fractions from left to right. Before
// `seen_from` lies the part left of the cone, after `seen_to` the part right of it.
typedef struct split {
    double seen_from, seen_to;
} split;

static split split_portal(point root, const node* n, point left, point right) {
    split s = {0, 1};
    double left_of_left = geodesic_cross(root, n->left, left),
           right_of_left = geodesic_cross(root, n->left, right);
    double left_of_right = geodesic_cross(root, n->right, left);
    double right_of_right = geodesic_cross(root, n->right, right);
    if (right_of_left >= 0)
        s.seen_from = 1;  // all of it lies around the left end, though it may begin there
    else if (left_of_left > 0)
        s.seen_from = meeting(left, right, root, n->left);
    if (left_of_right <= 0)
        s.seen_to = 0;
    else if (right_of_right < 0)
        s.seen_to = meeting(left, right, root, n->right);
    return s;
}

static bool geodesic_is_corner(const task* t, int v, point at) {
    return t->g->vertices[v].corner && geodesic_distance(t->g->vertices[v].at, at) < NEAR;
}

typedef enum view { VIEW_CONE, VIEW_ALL, VIEW_LEFT_EDGE, VIEW_RIGHT_EDGE } view;

// How the root sees the next polygon through its interval: as a cone; all of it, when the root lies
// on the interval; or not at all, when the root lies on the interval's line: then the polygon is
// reached around the nearer end only.
static view view_of(point root, const node* n) {
    double to_left = geodesic_distance(root, n->left), to_right = geodesic_distance(root, n->right);
    double width = geodesic_distance(n->left, n->right);
    if (to_left < NEAR || to_right < NEAR) return VIEW_ALL;
    if (fabs(geodesic_cross(root, n->left, n->right)) > NEAR * width) return VIEW_CONE;
    if (to_left + to_right <= width + NEAR) return VIEW_ALL;
    return to_left < to_right ? VIEW_LEFT_EDGE : VIEW_RIGHT_EDGE;
}

// Adds the part of a portal between two fractions as a node, unless it is a point.
static void push_part(task* t, node next, const portal* p, double from, double to) {
    point left = t->g->vertices[p->left].at, right = t->g->vertices[p->right].at;
    next.left = from > 0 ? geodesic_between(left, right, from) : left;
    next.right = to < 1 ? geodesic_between(left, right, to) : right;
    if (geodesic_distance(next.left, next.right) > NEAR) geodesic_push(t, next);
}

static void push_through(task* t, int parent, const portal* p) {
    node n = t->s->nodes.items[parent];  // a copy: the array may move
    point root = geodesic_root_of(t, &n);
    node next = {.polygon = p->to,
                 .from = n.polygon,
                 .left_vertex = p->left,
                 .right_vertex = p->right,
                 .root = n.root,
                 .g = n.g,
                 .parent = parent};
    node by_left = next, by_right = next;
    by_left.root = n.left_vertex;
    by_left.g += geodesic_distance(root, n.left);
    by_right.root = n.right_vertex;
    by_right.g += geodesic_distance(root, n.right);
    bool turns_left = geodesic_is_corner(t, n.left_vertex, n.left);
    bool turns_right = geodesic_is_corner(t, n.right_vertex, n.right);
    switch (view_of(root, &n)) {
        case VIEW_ALL:
            push_part(t, next, p, 0, 1);
            return;
        case VIEW_LEFT_EDGE:
            if (turns_left) push_part(t, by_left, p, 0, 1);
            return;
        case VIEW_RIGHT_EDGE:
            if (turns_right) push_part(t, by_right, p, 0, 1);
            return;
        case VIEW_CONE:
            break;
    }
    split s = split_portal(root, &n, t->g->vertices[p->left].at, t->g->vertices[p->right].at);
    if (s.seen_to > s.seen_from) push_part(t, next, p, s.seen_from, s.seen_to);
    if (s.seen_from > 0 && turns_left) push_part(t, by_left, p, 0, s.seen_from);
    if (s.seen_to < 1 && turns_right) push_part(t, by_right, p, s.seen_to, 1);
}

// The last leg: straight to the goal, or around an end of the interval if a corner is there.
// Otherwise the goal is reached through another interval.
static void push_goal(task* t, int parent) {
    node n = t->s->nodes.items[parent];
    point root = geodesic_root_of(t, &n);
    view v = view_of(root, &n);
    bool left =
        v == VIEW_LEFT_EDGE || (v == VIEW_CONE && geodesic_cross(root, n.left, t->goal) > 0);
    bool right =
        v == VIEW_RIGHT_EDGE || (v == VIEW_CONE && geodesic_cross(root, n.right, t->goal) < 0);
    if (left && !geodesic_is_corner(t, n.left_vertex, n.left)) return;
    if (right && !geodesic_is_corner(t, n.right_vertex, n.right)) return;
    n.goal = true;
    n.parent = parent;
    n.turn = left ? n.left_vertex : right ? n.right_vertex : -1;
    point by = n.turn < 0 ? root : t->g->vertices[n.turn].at;
    n.f = n.g + geodesic_distance(root, by) + geodesic_distance(by, t->goal);
    node* added = ARRAY_PUSH(&t->s->nodes);
    if (!added) {
        t->out_of_memory = true;
        return;
    }
    *added = n;
    geodesic_heap_push(t, (int)t->s->nodes.count - 1);
}

static void expand(task* t, int index) {
    int polygon = t->s->nodes.items[index].polygon, from = t->s->nodes.items[index].from;
    if (polygon == t->goal_polygon) push_goal(t, index);
    const geodesic* g = t->g;
    for (int k = g->first_portal[polygon]; k < g->first_portal[polygon + 1]; k++) {
        const portal* p = &g->portals[k];
        if (p->to != from && g->walkable[p->to]) push_through(t, index, p);
    }
}

static void push_start(task* t, int polygon) {
    const geodesic* g = t->g;
    for (int k = g->first_portal[polygon]; k < g->first_portal[polygon + 1]; k++) {
        const portal* p = &g->portals[k];
        if (!g->walkable[p->to]) continue;
        geodesic_push(t, (node){.polygon = p->to,
                                .from = polygon,
                                .left_vertex = p->left,
                                .right_vertex = p->right,
                                .left = g->vertices[p->left].at,
                                .right = g->vertices[p->right].at,
                                .root = -1,
                                .parent = -1});
    }
}

// The node that reaches the goal, or -1.
static int find_goal_node(task* t, int start_polygon) {
    push_start(t, start_polygon);
    while (t->s->heap.count && !t->out_of_memory) {
        int index = geodesic_heap_pop(t->s);
        const node* n = &t->s->nodes.items[index];
        if (n->goal) return index;
        if (n->root >= 0 && t->s->stamp[n->root] == t->s->round &&
            n->g > t->s->best[n->root] + NEAR)
            continue;
        expand(t, index);
    }
    return -1;
}

// ---- path --------------------------------------------------------------------------------------

static wend_vec3 vertex_point(const geodesic* g, int v) {
    return wend_v3((float)g->vertices[v].at.x, (float)g->vertices[v].y, (float)g->vertices[v].at.z);
}

static void geodesic_add_point(task* t, wend_vec3 at) {
    wend_vec3* slot = ARRAY_PUSH(&t->s->points);
    if (slot) *slot = at;
    t->out_of_memory |= !slot;
}

// The corners from the goal back to the start.
static void collect_corners(task* t, int goal_node, geodesic_end from, geodesic_end to) {
    const node* n = &t->s->nodes.items[goal_node];
    int root = n->root;
    t->s->points.count = 0;
    geodesic_add_point(t, to.at);
    if (n->turn >= 0) geodesic_add_point(t, vertex_point(t->g, n->turn));
    for (int i = goal_node; i >= 0; i = t->s->nodes.items[i].parent) {
        int own = t->s->nodes.items[i].root;
        if (own == root) continue;
        if (root >= 0) geodesic_add_point(t, vertex_point(t->g, root));
        root = own;
    }
    if (root >= 0) geodesic_add_point(t, vertex_point(t->g, root));
    geodesic_add_point(t, from.at);
}

// The share of left-right that is nearest to `at`.
static double nearest_share(point left, point right, point at) {
    double dx = right.x - left.x, dz = right.z - left.z, length = dx * dx + dz * dz;
    double share = length > 0 ? ((at.x - left.x) * dx + (at.z - left.z) * dz) / length : 0;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

// Where the leg a-b crosses a portal; its height is the portal's own, between its ends. A leg that
// runs along the portal crosses it at the point nearest to the previous one.
static wend_vec3 crossing(const geodesic* g, const node* n, wend_vec3 a, wend_vec3 b,
                          wend_vec3 before) {
    const double along = 1e-5;  // metres off the leg's line
    const vertex *left = &g->vertices[n->left_vertex], *right = &g->vertices[n->right_vertex];
    point pa = {(double)a.x, (double)a.z}, pb = {(double)b.x, (double)b.z};
    double off = along * geodesic_distance(pa, pb);
    bool parallel = fabs(geodesic_cross(pa, pb, left->at)) <= off &&
                    fabs(geodesic_cross(pa, pb, right->at)) <= off;
    double share =
        parallel ? nearest_share(left->at, right->at, (point){(double)before.x, (double)before.z})
                 : meeting(left->at, right->at, pa, pb);
    point at = geodesic_between(left->at, right->at, share);
    return wend_v3((float)at.x, (float)(left->y + (right->y - left->y) * share), (float)at.z);
}

static bool is_portal_end(const geodesic* g, const node* n, wend_vec3 at) {
    return wend_v3_distance(at, vertex_point(g, n->left_vertex)) < 1e-4f ||
           wend_v3_distance(at, vertex_point(g, n->right_vertex)) < 1e-4f;
}

// Appends the same path with the points where it crosses portals, from the goal back: each leg is
// cut at its crossings, and a corner on a portal ends the leg. Returns the index of the first
// appended point.
static size_t collect_crossings(task* t, int goal_node) {
    size_t leg = 0, last = t->s->points.count - 1, first = t->s->points.count;
    geodesic_add_point(t, t->s->points.items[0]);
    for (int i = t->s->nodes.items[goal_node].parent; i >= 0 && !t->out_of_memory;
         i = t->s->nodes.items[i].parent) {
        const node* n = &t->s->nodes.items[i];
        const wend_vec3* corners = t->s->points.items;
        wend_vec3 at =
            crossing(t->g, n, corners[leg + 1], corners[leg], corners[t->s->points.count - 1]);
        while (leg + 1 < last && is_portal_end(t->g, n, corners[leg + 1])) {
            leg++;
            at = corners[leg];
        }
        geodesic_add_point(t, at);
    }
    while (++leg <= last && !t->out_of_memory) geodesic_add_point(t, t->s->points.items[leg]);
    return first;
}

static double length_between(wend_vec3 a, wend_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y + ((double)a.z - (double)b.z) * ((double)a.z - (double)b.z));
}

// Removes points where the path does not bend. The remaining points are moved to the front of the
// array. Returns the length of the path.
static double straighten(task* t, size_t first) {
    const double bend = 1e-6;  // metres by which a point must make the path longer
    wend_vec3* p = t->s->points.items;
    size_t count = t->s->points.count, kept = 0;
    double length = 0;
    for (size_t i = first; i < count; i++) {
        bool inner = i > first && i + 1 < count;
        if (inner && length_between(p[kept - 1], p[i]) + length_between(p[i], p[i + 1]) <=
                         length_between(p[kept - 1], p[i + 1]) + bend)
            continue;
        if (kept) length += length_between(p[kept - 1], p[i]);
        p[kept++] = p[i];
    }
    t->s->points.count = kept;
    return length;
}

// Stores the path in the search's points, from the goal back. False: no path, or out of memory.
static bool geodesic_find_path(task* t, geodesic_end from, geodesic_end to, double* metres) {
    t->s->nodes.count = t->s->heap.count = t->s->points.count = 0;
    t->s->round++;
    int goal = find_goal_node(t, from.polygon);
    if (goal < 0) return false;
    collect_corners(t, goal, from, to);
    if (t->out_of_memory) return false;
    size_t first = collect_crossings(t, goal);
    if (t->out_of_memory) return false;
    *metres = straighten(t, first);
    return true;
}

wend_status geodesic_path(const geodesic* g, geodesic_end from, geodesic_end to, wend_vec3* points,
                          int capacity, int* count, double* metres) {
    *count = 0;
    *metres = INFINITY;
    if (from.polygon == to.polygon) {
        for (int i = 0; i < 2 && i < capacity; i++) points[i] = i ? to.at : from.at;
        *metres = length_between(from.at, to.at);
        *count = 2;
        return WEND_OK;
    }
    query_slot* slot = query_pool_borrow(g->searches);
    if (!slot) return WEND_NO_MEMORY;
    task t = {.g = g,
              .s = query_slot_item(slot),
              .start = {(double)from.at.x, (double)from.at.z},
              .goal = {(double)to.at.x, (double)to.at.z},
              .goal_polygon = to.polygon};
    if (geodesic_find_path(&t, from, to, metres)) *count = (int)t.s->points.count;
    for (int i = 0; i < *count && i < capacity; i++) points[i] = t.s->points.items[*count - 1 - i];
    query_pool_return(slot);
    return t.out_of_memory ? WEND_NO_MEMORY : WEND_OK;
}
