// Ground mesh: a grid whose lines follow the edges of all patches, one mesh per ground type, kerbs
// at height differences, and road markings.
#include "generate/town_ground.h"

#include <stdlib.h>
#include <string.h>

enum { NO_VERTEX = -1 };

typedef struct ground_row {
    surface surface;
    wend_category category;
    float height;
    const char* name;
} ground_row;

static const ground_row rows[] = {
#define X(name, surface, category, height, words) \
    {SURFACE_##surface, WEND_CATEGORY_##category, height, words},
    TOWN_GROUND_LIST(X)
#undef X
};

float town_ground_height(town_ground ground) {
    return ground < TOWN_HOLE ? rows[ground].height : TOWN_YARD_Y;
}

town_ground town_ground_at(const town_plan* plan, int x, int z) {
    for (size_t i = plan->patches.count; i-- > 0;) {
        const town_patch* p = &plan->patches.items[i];
        if (x >= p->rect.x0 && x < p->rect.x1 && z >= p->rect.z0 && z < p->rect.z1)
            return p->ground;
    }
    return TOWN_GRASS;
}

// ---- the grid -----------------------------------------------------------------------------------

typedef struct grid {
    const town_plan* plan;
    scene_builder* b;
    model_library* library;
    int *xs, *zs;
    int x_count, z_count;  // grid lines; one cell less per axis
    uint8_t* cells;        // [z][x] town_ground
    int32_t* vertices;     // [z][x] of grid lines: vertex in the current mesh
} grid;

static int by_value(const void* left, const void* right) {
    int l = *(const int*)left, r = *(const int*)right;
    return (l > r) - (l < r);
}

// The edges of all patches along one axis, with further lines in between so that the spacing is at
// most `step`. NULL if out of memory.
static int* make_lines(const town_plan* plan, bool along_x, int step, int* count) {
    size_t edges = 2 * plan->patches.count, used = 0;
    int* list = wend_alloc(edges * sizeof *list);
    if (!list) return NULL;
    for (size_t i = 0; i < plan->patches.count; i++) {
        town_rect r = plan->patches.items[i].rect;
        list[2 * i] = along_x ? r.x0 : r.z0;
        list[2 * i + 1] = along_x ? r.x1 : r.z1;
    }
    qsort(list, edges, sizeof *list, by_value);
    for (size_t i = 0; i < edges; i++)
        if (!used || list[i] != list[used - 1]) list[used++] = list[i];
    size_t room = used + (size_t)(list[used - 1] - list[0]) / (size_t)step + 1;
    int* lines = wend_alloc(room * sizeof *lines);
    *count = 0;
    for (size_t i = 0; lines && i < used; i++) {
        lines[(*count)++] = list[i];
        if (i + 1 == used) break;
        int gap = list[i + 1] - list[i], parts = (gap + step - 1) / step;
        for (int k = 1; k < parts; k++) lines[(*count)++] = list[i] + gap * k / parts;
    }
    wend_free(list);
    return lines;
}

static bool grid_make(grid* g, int step) {
    g->xs = make_lines(g->plan, true, step, &g->x_count);
    g->zs = make_lines(g->plan, false, step, &g->z_count);
    if (!g->xs || !g->zs) return false;
    size_t lines = (size_t)g->x_count * (size_t)g->z_count;
    g->cells = wend_alloc_zero(lines, 1);
    g->vertices = wend_alloc(lines * sizeof *g->vertices);
    if (!g->cells || !g->vertices) return false;
    for (int z = 0; z + 1 < g->z_count; z++)
        for (int x = 0; x + 1 < g->x_count; x++)
            g->cells[z * g->x_count + x] = (uint8_t)town_ground_at(
                g->plan, (g->xs[x] + g->xs[x + 1]) / 2, (g->zs[z] + g->zs[z + 1]) / 2);
    return true;
}

static void grid_destroy(grid* g) {
    wend_free(g->xs);
    wend_free(g->zs);
    wend_free(g->cells);
    wend_free(g->vertices);
}

// The ground type of a cell; TOWN_HOLE outside the town.
static town_ground town_ground_cell_at(const grid* g, int x, int z) {
    if (x < 0 || z < 0 || x + 1 >= g->x_count || z + 1 >= g->z_count) return TOWN_HOLE;
    return (town_ground)g->cells[z * g->x_count + x];
}

// ---- meshes -------------------------------------------------------------------------------------

static uint32_t corner(grid* g, const ground_row* row, int x, int z) {
    int32_t* slot = &g->vertices[z * g->x_count + x];
    if (*slot == NO_VERTEX) {
        float px = (float)g->xs[x] / 100, pz = (float)g->zs[z] / 100;
        float repeat = surface_repeat(row->surface);
        *slot = (int32_t)scene_builder_vertex(g->b, wend_v3(px, row->height, pz), wend_v3(0, 1, 0),
                                              (wend_vec2){px / repeat, pz / repeat});
    }
    return (uint32_t)*slot;
}

// A vertical quad from `from` to `to` (x, z in metres), facing left of the direction of travel.
static void town_ground_add_step(scene_builder* b, wend_vec2 from, wend_vec2 to, float low,
                                 float high) {
    wend_vec2 d = {to.x - from.x, to.y - from.y};
    float length = sqrtf(d.x * d.x + d.y * d.y), repeat = surface_repeat(SURFACE_CONCRETE);
    wend_vec3 normal = {d.y / length, 0, -d.x / length};
    float u = length / repeat, v = (high - low) / repeat;
    uint32_t k = scene_builder_vertex(b, wend_v3(from.x, low, from.y), normal, (wend_vec2){0, v});
    scene_builder_vertex(b, wend_v3(to.x, low, to.y), normal, (wend_vec2){u, v});
    scene_builder_vertex(b, wend_v3(to.x, high, to.y), normal, (wend_vec2){u, 0});
    scene_builder_vertex(b, wend_v3(from.x, high, from.y), normal, (wend_vec2){0, 0});
    scene_builder_triangle(b, k, k + 2, k + 1);
    scene_builder_triangle(b, k, k + 3, k + 2);
}

// Adds kerb faces towards lower neighbouring cells.
static void add_steps(grid* g, const ground_row* row, int x, int z) {
    static const int around[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    float x0 = (float)g->xs[x] / 100, x1 = (float)g->xs[x + 1] / 100;
    float z0 = (float)g->zs[z] / 100, z1 = (float)g->zs[z + 1] / 100;
    const wend_vec2 corners[5] = {{x0, z0}, {x0, z1}, {x1, z1}, {x1, z0}, {x0, z0}};
    for (int i = 0; i < 4; i++) {
        town_ground other = town_ground_cell_at(g, x + around[i][0], z + around[i][1]);
        if (other == TOWN_HOLE || rows[other].height >= row->height) continue;
        town_ground_add_step(g->b, corners[i + 1], corners[i], rows[other].height, row->height);
    }
}

static void build_kind(grid* g, town_ground kind) {
    const ground_row* row = &rows[kind];
    size_t lines = (size_t)g->x_count * (size_t)g->z_count;
    for (size_t i = 0; i < lines; i++) g->vertices[i] = NO_VERTEX;
    uint32_t mesh = scene_builder_mesh_begin(g->b, row->name);
    bool any = false;
    for (int z = 0; z + 1 < g->z_count; z++)
        for (int x = 0; x + 1 < g->x_count; x++) {
            if (town_ground_cell_at(g, x, z) != kind) continue;
            uint32_t a = corner(g, row, x, z), b = corner(g, row, x, z + 1);
            uint32_t c = corner(g, row, x + 1, z + 1), d = corner(g, row, x + 1, z);
            // Alternating diagonals avoid a directional pattern in the interpolated light.
            bool odd = (x + z) & 1;
            scene_builder_triangle(g->b, a, b, odd ? d : c);
            scene_builder_triangle(g->b, odd ? b : a, c, d);
            add_steps(g, row, x, z);
            any = true;
        }
    scene_builder_mesh_end(g->b);
    if (!any) return;
    static const uint8_t as_it_is[4] = {0, 0, 0, 0};
    wend_object fields = {.category = (uint16_t)row->category, .flags = WEND_OBJECT_STRUCTURE};
    uint32_t object = scene_builder_object(g->b, &fields, row->name);
    uint32_t material = surface_material(g->library, row->surface, 0, as_it_is);
    scene_builder_instance(g->b, object, mesh, material, wend_transform_identity());
}

// ---- road markings ------------------------------------------------------------------------------

enum { PAINT = 12, DASH = 180, DASH_STEP = 450, BAY_DEPTH = 190 };  // centimetres
enum { STRIPE = 50, ZEBRA = 300, STREET_END = 250 };

static void add_paint(scene_builder* b, town_rect r, float height) {
    float x0 = (float)r.x0 / 100, x1 = (float)r.x1 / 100;
    float z0 = (float)r.z0 / 100, z1 = (float)r.z1 / 100, y = height + 0.008f;
    const wend_vec3 corners[4] = {{x0, y, z0}, {x0, y, z1}, {x1, y, z1}, {x1, y, z0}};
    uint32_t k = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t vertex = scene_builder_vertex(b, corners[i], wend_v3(0, 1, 0),
                                               (wend_vec2){corners[i].x, corners[i].z});
        if (i == 0) k = vertex;
    }
    scene_builder_triangle(b, k, k + 1, k + 2);
    scene_builder_triangle(b, k, k + 2, k + 3);
}

// Distance from a point on the main street to the nearest crossing street; centimetres.
static int gap_to_crossing(const town_plan* plan, int x) {
    int min = 100000;
    for (int i = 1; i < plan->street_count; i++) {
        town_rect r = plan->streets[i].rect;
        int gap = x < r.x0 ? r.x0 - x : x > r.x1 ? x - r.x1 : 0;
        if (gap < min) min = gap;
    }
    return min;
}

static void paint_main_street(const town_plan* plan, scene_builder* b) {
    town_rect r = plan->streets[0].rect;
    for (int x = r.x0 + STREET_END; x + DASH < r.x1 - STREET_END; x += DASH_STEP)
        if (gap_to_crossing(plan, x) > 450 && gap_to_crossing(plan, x + DASH) > 450)
            add_paint(b, (town_rect){x, -PAINT / 2, x + DASH, PAINT / 2}, TOWN_STREET_Y);
    for (int x = r.x0 + TOWN_BAY_START; x < r.x1 - TOWN_BAY_START; x += TOWN_BAY) {
        if (gap_to_crossing(plan, x) < 900) continue;
        add_paint(b, (town_rect){x, r.z0 + 10, x + PAINT, r.z0 + BAY_DEPTH}, TOWN_STREET_Y);
        add_paint(b, (town_rect){x, r.z1 - BAY_DEPTH, x + PAINT, r.z1 - 10}, TOWN_STREET_Y);
    }
}

// Zebra crossings on each arm of a crossing, and the centre line of the side street.
static void paint_crossing(const town_plan* plan, const town_street* street, scene_builder* b) {
    town_rect m = plan->streets[0].rect, r = street->rect;
    int middle = (r.x0 + r.x1) / 2;
    for (int z = m.z0 + STRIPE; z + STRIPE <= m.z1; z += 2 * STRIPE) {
        add_paint(b, (town_rect){r.x0 - 60 - ZEBRA, z, r.x0 - 60, z + STRIPE}, TOWN_STREET_Y);
        add_paint(b, (town_rect){r.x1 + 60, z, r.x1 + 60 + ZEBRA, z + STRIPE}, TOWN_STREET_Y);
    }
    for (int x = r.x0 + STRIPE; x + STRIPE <= r.x1; x += 2 * STRIPE) {
        add_paint(b, (town_rect){x, m.z0 - 60 - ZEBRA, x + STRIPE, m.z0 - 60}, TOWN_STREET_Y);
        add_paint(b, (town_rect){x, m.z1 + 60, x + STRIPE, m.z1 + 60 + ZEBRA}, TOWN_STREET_Y);
    }
    for (int z = m.z1 + 500; z + DASH < r.z1 - STREET_END; z += DASH_STEP)
        add_paint(b, (town_rect){middle - PAINT / 2, z, middle + PAINT / 2, z + DASH},
                  TOWN_STREET_Y);
    for (int z = m.z0 - 500; z - DASH > r.z0 + STREET_END; z -= DASH_STEP)
        add_paint(b, (town_rect){middle - PAINT / 2, z - DASH, middle + PAINT / 2, z},
                  TOWN_STREET_Y);
}

// Lines between the stalls at both ends of a car park.
static void paint_car_park(const town_lot* lot, scene_builder* b) {
    town_rect r = town_rect_grown(lot->rect, -TOWN_YARD_EDGE);
    for (int x = r.x0 + TOWN_STALL_START; x + PAINT < r.x1; x += TOWN_STALL) {
        add_paint(b, (town_rect){x, r.z0 + 30, x + PAINT, r.z0 + 530}, TOWN_YARD_Y);
        add_paint(b, (town_rect){x, r.z1 - 530, x + PAINT, r.z1 - 30}, TOWN_YARD_Y);
    }
}

static void paint_streets(const town_plan* plan, scene_builder* b, model_library* library) {
    static const uint8_t white[4] = {226, 226, 220, 255};
    uint32_t mesh = scene_builder_mesh_begin(b, "road markings");
    paint_main_street(plan, b);
    for (int i = 1; i < plan->street_count; i++) paint_crossing(plan, &plan->streets[i], b);
    for (int i = 0; i < plan->lot_count; i++)
        if (plan->lots[i].kind == TOWN_PARKING) paint_car_park(&plan->lots[i], b);
    scene_builder_mesh_end(b);
    wend_object fields = {.category = WEND_CATEGORY_STREET, .flags = WEND_OBJECT_STRUCTURE};
    uint32_t object = scene_builder_object(b, &fields, "road markings");
    uint32_t material = surface_material(library, SURFACE_PLAIN, 0, white);
    scene_builder_instance(b, object, mesh, material, wend_transform_identity());
}

wend_status town_ground_build(const town_plan* plan, float cell, scene_builder* b,
                              model_library* library, wend_error* error) {
    grid g = {plan, b, library, .xs = NULL};
    bool done = grid_make(&g, (int)(cell * 100));
    for (int kind = 0; done && kind < TOWN_HOLE; kind++) build_kind(&g, (town_ground)kind);
    grid_destroy(&g);
    if (!done) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a town's ground");
    paint_streets(plan, b, library);
    return WEND_OK;
}

// ---- boxes --------------------------------------------------------------------------------------

// One face of a box: from `at` along u and v, divided into counts[0] x counts[1] quads.
static void town_ground_add_face(scene_builder* b, const town_box* box, wend_vec3 at, wend_vec3 u,
                                 wend_vec3 v) {
    int nu = 1 + (int)(wend_v3_length(u) / box->cell),
        nv = 1 + (int)(wend_v3_length(v) / box->cell);
    wend_vec3 normal = wend_v3_normalize(wend_v3_cross(u, v));
    uint32_t first = 0;
    for (int j = 0; j <= nv; j++)
        for (int i = 0; i <= nu; i++) {
            float s = (float)i / (float)nu, t = (float)j / (float)nv;
            wend_vec2 uv = {s * wend_v3_length(u) / box->repeat,
                            t * wend_v3_length(v) / box->repeat};
            uint32_t vertex =
                scene_builder_vertex(b, wend_v3_mad(wend_v3_mad(at, u, s), v, t), normal, uv);
            if (i == 0 && j == 0) first = vertex;
        }
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nu; i++) {
            uint32_t k = first + (uint32_t)(j * (nu + 1) + i), row = (uint32_t)nu + 1;
            scene_builder_triangle(b, k, k + 1, k + row + 1);
            scene_builder_triangle(b, k, k + row + 1, k + row);
        }
}

void town_box_build(scene_builder* b, const town_box* box) {
    float x0 = (float)box->rect.x0 / 100, x1 = (float)box->rect.x1 / 100;
    float z0 = (float)box->rect.z0 / 100, z1 = (float)box->rect.z1 / 100;
    wend_vec3 x = {x1 - x0, 0, 0}, y = {0, box->high - box->low, 0}, z = {0, 0, z1 - z0};
    wend_vec3 low = {x0, box->low, z0};
    uint32_t mesh = scene_builder_mesh_begin(b, box->name);
    town_ground_add_face(b, box, wend_v3(x0, box->high, z0), z, x);
    town_ground_add_face(b, box, wend_v3(x0, box->low, z1), x, y);
    town_ground_add_face(b, box, low, z, y);
    town_ground_add_face(b, box, wend_v3(x1, box->low, z0), wend_v3_scale(x, -1), y);
    town_ground_add_face(b, box, wend_v3(x1, box->low, z1), wend_v3_scale(z, -1), y);
    scene_builder_mesh_end(b);
    wend_object fields = {.category = (uint16_t)box->category, .color = (uint8_t)box->color};
    uint32_t object = scene_builder_object(b, &fields, box->name);
    scene_builder_instance(b, object, mesh, box->material, wend_transform_identity());
}
