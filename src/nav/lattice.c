// Builds the lattice: a graph over the navmesh on which distance fields are computed (field.c).
//
// Nodes are the points of a horizontal grid that lie on the mesh, one per floor, plus the corners
// of all polygons and the midpoints of the portals between them. Grid nodes connect to 32
// directions where a raycast is free. Corners connect to all corners of their polygon and to the
// grid nodes around them, so the lattice is connected wherever the mesh is, however narrow the
// passage. The spacing grows until the grid fits MAX_NODES and MAX_CELLS.
#include "nav/lattice.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { MAX_NODES = 150000, MAX_CELLS = 1 << 22, MAX_CORNERS = 6 + DETOUR_MAX_NEIGHBOURS };
static const float SPACING = 0.1f;

// Half of the 32 directions (pairs without a common divisor, up to 3); the others are their
// opposites. On open floor the mean path is 0.5 % longer than a straight line; with 16 directions
// it is 1.4 %.
static const int moves[][2] = {{1, 0}, {0, 1},  {1, 1}, {-1, 1}, {2, 1}, {-2, 1}, {1, 2}, {-1, 2},
                               {3, 1}, {-3, 1}, {1, 3}, {-1, 3}, {3, 2}, {-3, 2}, {2, 3}, {-2, 3}};
enum { MOVES = sizeof moves / sizeof *moves };

typedef struct grid_point {
    int32_t cell, polygon;
    float y;
} grid_point;

typedef struct link {
    int32_t from, to;
    float metres;
} link;

typedef struct corner_use {
    int32_t polygon, node;
} corner_use;

typedef struct lattice_maker {
    wend_lattice* l;
    const detour* d;
    detour_poly* references;  // [polygons]
    ARRAY_OF(grid_point) points;
    ARRAY_OF(wend_vec3) at;
    ARRAY_OF(int32_t) polygon;
    ARRAY_OF(link) links;
    ARRAY_OF(corner_use) uses;
    int32_t* table;  // corner nodes by quantised position; open addressing
    size_t table_size;
} lattice_maker;

static wend_status lattice_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the lattice of a navmesh");
}

static wend_vec3 grid_place(const wend_lattice* l, int cell, float y) {
    return wend_v3(l->left + l->spacing * (float)(cell % l->columns), y,
                   l->front + l->spacing * (float)(cell / l->columns));
}

// ---- grid nodes --------------------------------------------------------------------------------

static bool choose_grid(wend_lattice* l, float spacing) {
    wend_aabb box = wend_navmesh_bounds(l->mesh);
    double area = wend_navmesh_area(l->mesh), h = (double)spacing;
    double width = (double)box.high.x - (double)box.low.x;
    double depth = (double)box.high.z - (double)box.low.z;
    if (wend_aabb_is_empty(box) || !(width < 1e7) || !(depth < 1e7)) return false;
    while (area / (h * h) > MAX_NODES || (width / h + 2) * (depth / h + 2) > MAX_CELLS) h *= 1.25;
    l->spacing = (float)h;
    l->left = box.low.x;
    l->front = box.low.z;
    l->columns = (int)(width / h) + 2;
    l->rows = (int)(depth / h) + 2;
    return true;
}

static bool contains(const detour_polygon* p, float x, float z) {
    int left = 0, right = 0;
    for (int k = 0; k < p->vertex_count; k++) {
        wend_vec3 a = p->vertices[k], b = p->vertices[(k + 1) % p->vertex_count];
        float side = (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
        left += side >= -1e-6f;
        right += side <= 1e-6f;
    }
    return left == p->vertex_count || right == p->vertex_count;
}

static int cells_to(float from, float to, float spacing) { return (int)((to - from) / spacing); }

static bool add_grid_points(lattice_maker* m, int index, const detour_polygon* p) {
    const wend_lattice* l = m->l;
    wend_aabb box = wend_aabb_empty();
    for (int k = 0; k < p->vertex_count; k++) box = wend_aabb_add(box, p->vertices[k]);
    int last_row = cells_to(l->front, box.high.z, l->spacing) + 1;
    int last_column = cells_to(l->left, box.high.x, l->spacing) + 1;
    for (int row = cells_to(l->front, box.low.z, l->spacing); row <= last_row; row++)
        for (int col = cells_to(l->left, box.low.x, l->spacing); col <= last_column; col++) {
            if (row >= l->rows || col >= l->columns) continue;
            int cell = row * l->columns + col;
            wend_vec3 at = grid_place(l, cell, box.low.y);
            if (!contains(p, at.x, at.z) || !detour_height(m->d, p->reference, at, &at.y)) continue;
            grid_point* slot = ARRAY_PUSH(&m->points);
            if (!slot) return false;
            *slot = (grid_point){cell, index, at.y};
        }
    return true;
}

static int lattice_compare_points(const void* a, const void* b) {
    const grid_point *p = a, *q = b;
    if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
    if (p->y != q->y) return p->y < q->y ? -1 : 1;
    return (p->polygon > q->polygon) - (p->polygon < q->polygon);
}

static bool lattice_add_node(lattice_maker* m, wend_vec3 at, int polygon) {
    wend_vec3* place = ARRAY_PUSH(&m->at);
    int32_t* home = place ? ARRAY_PUSH(&m->polygon) : NULL;
    if (!home) return false;
    *place = at;
    *home = polygon;
    return true;
}

// Sorts the points by cell and height. A point on an edge shared by two polygons is kept once.
static bool make_grid_nodes(lattice_maker* m) {
    wend_lattice* l = m->l;
    int cells = l->columns * l->rows;
    l->first_in_cell = wend_alloc(((size_t)cells + 1) * sizeof *l->first_in_cell);
    if (!l->first_in_cell) return false;
    if (m->points.count)
        qsort(m->points.items, m->points.count, sizeof *m->points.items, lattice_compare_points);
    int cell = 0;
    for (size_t i = 0; i < m->points.count; i++) {
        const grid_point* p = &m->points.items[i];
        bool same = i > 0 && p[-1].cell == p->cell && p->y - p[-1].y < LATTICE_STOREY;
        if (same) continue;
        while (cell <= p->cell) l->first_in_cell[cell++] = (int32_t)m->at.count;
        if (!lattice_add_node(m, grid_place(l, p->cell, p->y), p->polygon)) return false;
    }
    while (cell <= cells) l->first_in_cell[cell++] = (int32_t)m->at.count;
    l->grid_count = (int)m->at.count;
    return true;
}

// ---- corners and portals -----------------------------------------------------------------------

// Corners within a millimetre (50 mm in height) are one node.
static int find_corner(lattice_maker* m, wend_vec3 at, int polygon) {
    int64_t key[3] = {llround((double)at.x * 1e3), llround((double)at.y * 20),
                      llround((double)at.z * 1e3)};
    size_t i = wend_hash(key, sizeof key, 0) & (m->table_size - 1);
    for (; m->table[i] >= 0; i = (i + 1) & (m->table_size - 1)) {
        wend_vec3 other = m->at.items[m->table[i]];
        if (llround((double)other.x * 1e3) == key[0] && llround((double)other.z * 1e3) == key[2] &&
            llround((double)other.y * 20) == key[1])
            return m->table[i];
    }
    if (!lattice_add_node(m, at, polygon)) return -1;
    m->table[i] = (int32_t)m->at.count - 1;
    return m->table[i];
}

static bool use_corner(lattice_maker* m, int polygon, wend_vec3 at) {
    int node = find_corner(m, at, polygon);
    corner_use* slot = node >= 0 ? ARRAY_PUSH(&m->uses) : NULL;
    if (!slot) return false;
    *slot = (corner_use){polygon, node};
    return true;
}

// Adds the polygon's corners, and the midpoints of its portals to polygons of higher index, for
// both polygons.
static bool add_corners(lattice_maker* m, int index, const detour_polygon* p) {
    detour_portal portals[DETOUR_MAX_NEIGHBOURS];
    detour_polygon other;
    for (int k = 0; k < p->vertex_count; k++)
        if (!use_corner(m, index, p->vertices[k])) return false;
    int count = detour_portals_at(m->d, index, portals, DETOUR_MAX_NEIGHBOURS);
    for (int k = 0; k < count && k < DETOUR_MAX_NEIGHBOURS; k++) {
        if (portals[k].polygon <= index) continue;
        detour_polygon_at(m->d, portals[k].polygon, &other);
        if (!other.walkable) continue;
        wend_vec3 middle = wend_v3_lerp(portals[k].ends[0], portals[k].ends[1], 0.5f);
        if (!use_corner(m, index, middle) || !use_corner(m, portals[k].polygon, middle))
            return false;
    }
    return true;
}

static int compare_uses(const void* a, const void* b) {
    const corner_use *p = a, *q = b;
    if (p->polygon != q->polygon) return p->polygon < q->polygon ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

static bool list_corners(lattice_maker* m) {
    wend_lattice* l = m->l;
    size_t polygons = (size_t)m->l->mesh->polygons, held = 0;
    l->first_corner = wend_alloc_zero(polygons + 1, sizeof *l->first_corner);
    l->corners = wend_alloc((m->uses.count + 1) * sizeof *l->corners);
    if (!l->first_corner || !l->corners) return false;
    if (m->uses.count) qsort(m->uses.items, m->uses.count, sizeof *m->uses.items, compare_uses);
    size_t polygon = 0;
    for (size_t i = 0; i < m->uses.count; i++) {
        const corner_use* u = &m->uses.items[i];
        if (i > 0 && u[-1].polygon == u->polygon && u[-1].node == u->node) continue;
        while (polygon <= (size_t)u->polygon) l->first_corner[polygon++] = (uint32_t)held;
        l->corners[held++] = u->node;
    }
    while (polygon <= polygons) l->first_corner[polygon++] = (uint32_t)held;
    return true;
}

static bool make_nodes(lattice_maker* m) {
    detour_polygon p;
    int polygons = m->l->mesh->polygons;
    for (int i = 0; i < polygons; i++) {
        detour_polygon_at(m->d, i, &p);
        m->references[i] = p.reference;
        if (p.walkable && !add_grid_points(m, i, &p)) return false;
    }
    if (!make_grid_nodes(m)) return false;
    for (int i = 0; i < polygons; i++) {
        detour_polygon_at(m->d, i, &p);
        if (p.walkable && !add_corners(m, i, &p)) return false;
    }
    m->l->count = (int)m->at.count;
    m->l->at = m->at.items;
    m->l->polygon = m->polygon.items;
    m->at.items = NULL;
    m->polygon.items = NULL;
    return list_corners(m);
}

// ---- edges --------------------------------------------------------------------------------------

static bool lattice_add_link(lattice_maker* m, int a, int b) {
    link* slot = ARRAY_PUSH(&m->links);
    if (!slot) return false;
    *slot = (link){a, b, wend_v3_distance(m->l->at[a], m->l->at[b])};
    m->l->longest = fmaxf(m->l->longest, slot->metres);
    return true;
}

// Polygons are convex, so a line inside one is free. A line between polygons is free if the raycast
// succeeds in either direction: Detour's raycast can fail in one of them at a polygon edge.
static bool lattice_is_free(const lattice_maker* m, int a, int b) {
    const wend_lattice* l = m->l;
    if (l->polygon[a] == l->polygon[b]) return true;
    return detour_raycast(m->d, m->references[l->polygon[a]], l->at[a], l->at[b]) >= 1 ||
           detour_raycast(m->d, m->references[l->polygon[b]], l->at[b], l->at[a]) >= 1;
}

static bool link_grid(lattice_maker* m) {
    const wend_lattice* l = m->l;
    for (int cell = 0; cell < l->columns * l->rows; cell++)
        for (int a = l->first_in_cell[cell]; a < l->first_in_cell[cell + 1]; a++)
            for (int k = 0; k < MOVES; k++) {
                int column = cell % l->columns + moves[k][0], row = cell / l->columns + moves[k][1];
                // Height difference: a slope of 45 degrees plus a step of 0.2 m.
                float slack = l->spacing * hypotf((float)moves[k][0], (float)moves[k][1]) + 0.2f;
                int b = lattice_find(l, column, row, l->at[a].y, slack);
                if (b >= 0 && lattice_is_free(m, a, b) && !lattice_add_link(m, a, b)) return false;
            }
    return true;
}

// Connects a corner with the grid nodes of the same polygon that are at most three cells away.
static bool link_corner_to_grid(lattice_maker* m, int polygon, int corner) {
    const wend_lattice* l = m->l;
    wend_vec3 at = l->at[corner];
    int column = (int)lroundf((at.x - l->left) / l->spacing);
    int row = (int)lroundf((at.z - l->front) / l->spacing);
    for (int dz = -3; dz <= 3; dz++)
        for (int dx = -3; dx <= 3; dx++) {
            int b = lattice_find(l, column + dx, row + dz, at.y, LATTICE_STOREY);
            if (b >= 0 && l->polygon[b] == polygon && !lattice_add_link(m, corner, b)) return false;
        }
    return true;
}

// Connects the corners of each polygon with each other.
static bool link_corners(lattice_maker* m) {
    const wend_lattice* l = m->l;
    for (int i = 0; i < l->mesh->polygons; i++)
        for (uint32_t a = l->first_corner[i]; a < l->first_corner[i + 1]; a++) {
            if (!link_corner_to_grid(m, i, l->corners[a])) return false;
            for (uint32_t b = a + 1; b < l->first_corner[i + 1]; b++)
                if (!lattice_add_link(m, l->corners[a], l->corners[b])) return false;
        }
    return true;
}

// Connects every grid node without an edge to a corner of its polygon.
static bool link_lonely(lattice_maker* m) {
    const wend_lattice* l = m->l;
    bool* linked = wend_alloc_zero((size_t)l->count + 1, sizeof *linked);
    if (!linked) return false;
    for (size_t i = 0; i < m->links.count; i++)
        linked[m->links.items[i].from] = linked[m->links.items[i].to] = true;
    bool good = true;
    for (int i = 0; good && i < l->grid_count; i++)
        for (uint32_t k = l->first_corner[l->polygon[i]];
             good && !linked[i] && k < l->first_corner[l->polygon[i] + 1]; k++)
            good = lattice_add_link(m, i, l->corners[k]);
    wend_free(linked);
    return good;
}

static bool store_edges(lattice_maker* m) {
    wend_lattice* l = m->l;
    l->first_edge = wend_alloc_zero((size_t)l->count + 2, sizeof *l->first_edge);
    l->edges = wend_alloc((2 * m->links.count + 1) * sizeof *l->edges);
    if (!l->first_edge || !l->edges) return false;
    uint32_t* next = l->first_edge + 1;  // shifted by one while counting
    for (size_t i = 0; i < m->links.count; i++) {
        next[m->links.items[i].from]++;
        next[m->links.items[i].to]++;
    }
    for (int i = 1; i <= l->count; i++) l->first_edge[i] += l->first_edge[i - 1];
    memmove(next, l->first_edge, (size_t)l->count * sizeof *next);
    l->first_edge[0] = 0;
    for (size_t i = 0; i < m->links.count; i++) {
        link e = m->links.items[i];
        l->edges[next[e.from]++] = (lattice_edge){e.to, e.metres};
        l->edges[next[e.to]++] = (lattice_edge){e.from, e.metres};
    }
    return true;
}

static bool lattice_joined(const wend_lattice* l, int a, int b) {
    for (uint32_t e = l->first_edge[a]; e < l->first_edge[a + 1]; e++)
        if (l->edges[e].to == b) return true;
    return false;
}

static bool make_squares(wend_lattice* l) {
    l->square = wend_alloc(((size_t)l->grid_count + 1) * sizeof *l->square);
    if (!l->square) return false;
    for (int cell = 0; cell < l->columns * l->rows; cell++)
        for (int a = l->first_in_cell[cell]; a < l->first_in_cell[cell + 1]; a++) {
            int column = cell % l->columns, row = cell / l->columns;
            float y = l->at[a].y;
            int b = lattice_find(l, column + 1, row, y, LATTICE_STOREY);
            int c = lattice_find(l, column, row + 1, y, LATTICE_STOREY);
            int d = lattice_find(l, column + 1, row + 1, y, LATTICE_STOREY);
            bool open = b >= 0 && c >= 0 && d >= 0 && lattice_joined(l, a, b) &&
                        lattice_joined(l, a, c) && lattice_joined(l, a, d) &&
                        lattice_joined(l, b, c) && lattice_joined(l, b, d) &&
                        lattice_joined(l, c, d);
            l->square[a][0] = open ? b : -1;
            l->square[a][1] = open ? c : -1;
            l->square[a][2] = open ? d : -1;
        }
    return true;
}

// ---- create and destroy ------------------------------------------------------------------------

static bool lattice_make(lattice_maker* m) {
    size_t polygons = (size_t)m->l->mesh->polygons;
    m->references = wend_alloc((polygons + 1) * sizeof *m->references);
    m->table_size = 16;
    while (m->table_size < 2 * polygons * MAX_CORNERS) m->table_size *= 2;
    m->table = wend_alloc(m->table_size * sizeof *m->table);
    if (!m->references || !m->table) return false;
    memset(m->table, 0xff, m->table_size * sizeof *m->table);
    return make_nodes(m) && link_grid(m) && link_corners(m) && link_lonely(m) && store_edges(m) &&
           make_squares(m->l);
}

wend_status wend_lattice_create(const wend_navmesh* mesh, float spacing, wend_lattice** out,
                                wend_error* error) {
    *out = NULL;
    if (!(spacing >= 0 && spacing <= 10))
        return wend_fail(error, WEND_ARGUMENT, "a lattice every %g m; 0 (for 0.1) to 10",
                         (double)spacing);
    lattice_maker m = {.d = mesh->d, .l = wend_alloc_zero(1, sizeof *m.l)};
    if (!m.l) return lattice_no_memory(error);
    m.l->mesh = mesh;
    if (!choose_grid(m.l, fmaxf(spacing > 0 ? spacing : SPACING, 0.02f))) {
        wend_lattice_destroy(m.l);
        return wend_fail(error, WEND_FORMAT, "the navmesh is empty or has no size: no lattice");
    }
    bool made = lattice_make(&m);
    wend_free(m.references);
    wend_free(m.table);
    ARRAY_FREE(&m.points);
    ARRAY_FREE(&m.at);
    ARRAY_FREE(&m.polygon);
    ARRAY_FREE(&m.links);
    ARRAY_FREE(&m.uses);
    if (!made) {
        wend_lattice_destroy(m.l);
        return lattice_no_memory(error);
    }
    *out = m.l;
    return WEND_OK;
}

void wend_lattice_destroy(wend_lattice* l) {
    if (!l) return;
    wend_free(l->at);
    wend_free(l->polygon);
    wend_free(l->first_in_cell);
    wend_free(l->square);
    wend_free(l->first_edge);
    wend_free(l->edges);
    wend_free(l->first_corner);
    wend_free(l->corners);
    wend_free(l);
}

int wend_lattice_count(const wend_lattice* l) { return l->count; }

size_t wend_lattice_memory(const wend_lattice* l) {
    size_t nodes = (size_t)l->count, cells = (size_t)l->columns * (size_t)l->rows;
    size_t polygons = (size_t)l->mesh->polygons;
    return sizeof *l + nodes * (sizeof *l->at + sizeof *l->polygon + sizeof *l->first_edge) +
           (cells + 1) * sizeof *l->first_in_cell + (size_t)l->grid_count * sizeof *l->square +
           l->first_edge[l->count] * sizeof *l->edges + (polygons + 1) * sizeof *l->first_corner +
           l->first_corner[polygons] * sizeof *l->corners;
}
