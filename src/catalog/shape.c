#include "catalog/shape_mesh.h"

float shape_cos(float radians) { return cosf(radians); }

float shape_sin(float radians) { return sinf(radians); }

int shape_segments(const shape_pen* p, int fine) {
    float share = p->detail < 1 ? 0.22f + 0.78f * p->detail : 0.33f + 0.67f * p->detail;
    int count = (int)((float)fine * share + 0.5f);
    return count < 4 ? 4 : count > SHAPE_MAX_ROUND ? SHAPE_MAX_ROUND : count;
}

shape_pen shape_pen_moved(const shape_pen* p, wend_vec3 origin, float heading) {
    shape_pen moved = *p;
    wend_transform local = wend_transform_upright(heading, origin);
    moved.at = wend_transform_multiply(&p->at, &local);
    return moved;
}

shape_pen shape_pen_tilted(const shape_pen* p, wend_vec3 origin, float radians) {
    shape_pen moved = *p;
    float c = cosf(radians), s = sinf(radians);
    wend_transform local = {{1, 0, 0}, {0, c, s}, {0, -s, c}, origin};
    moved.at = wend_transform_multiply(&p->at, &local);
    return moved;
}

shape_pen shape_pen_rolled(const shape_pen* p, wend_vec3 origin, float radians) {
    shape_pen moved = *p;
    float c = cosf(radians), s = sinf(radians);
    wend_transform local = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}, origin};
    moved.at = wend_transform_multiply(&p->at, &local);
    return moved;
}

static float axis_of(wend_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static void shape_set_axis(wend_vec3* v, int axis, float value) {
    if (axis == 0) v->x = value;
    if (axis == 1) v->y = value;
    if (axis == 2) v->z = value;
}

// Box mapping: projects along the dominant axis of the normal.
static wend_vec2 box_uv(const shape_pen* p, wend_vec3 at, wend_vec3 normal, wend_vec3 size) {
    float nx = fabsf(normal.x), ny = fabsf(normal.y), nz = fabsf(normal.z);
    int axis = nx > ny && nx > nz ? 0 : ny >= nz ? 1 : 2;
    int u = axis == 0 ? 2 : 0, v = axis == 1 ? 2 : 1;
    if (p->stretch) {
        float s = axis_of(at, u) / axis_of(size, u) + 0.5f;
        float t = axis_of(at, v) / axis_of(size, v) + (v == 1 ? 0 : 0.5f);
        // Seen from outside, u runs right and v down. Horizontal faces are oriented for a viewer in
        // front.
        bool mirrored = axis == 0 ? normal.x > 0 : axis == 1 || normal.z < 0;
        return v2(mirrored ? 1 - s : s, 1 - t);
    }
    if (p->grain && axis_of(size, v) > axis_of(size, u)) {
        int swap = u;
        u = v;
        v = swap;
    }
    return v2(axis_of(at, u) / p->repeat, -axis_of(at, v) / p->repeat);
}

// ---- boxes --------------------------------------------------------------------------------------

// Subdivisions of a bevel; 0: sharp edge.
static int bevel_rounds(const shape_pen* p, float bevel) {
    if (bevel <= 0 || p->detail < 0.3f) return 0;
    return 1 + (int)(p->detail * 1.5f);
}

static void sharp_box(const shape_pen* p, wend_vec3 foot, wend_vec3 size) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            wend_vec3 normal = {0, 0, 0};
            shape_set_axis(&normal, axis, (float)side);
            uint32_t corner[4];
            for (int i = 0; i < 4; i++) {
                float s = i == 1 || i == 2 ? 0.5f : -0.5f, t = i >= 2 ? 0.5f : -0.5f;
                wend_vec3 unit = {0, 0, 0};
                shape_set_axis(&unit, axis, 0.5f * (float)side);
                shape_set_axis(&unit, (axis + 1) % 3, s);
                shape_set_axis(&unit, (axis + 2) % 3, t);
                wend_vec3 at = {unit.x * size.x, (unit.y + 0.5f) * size.y, unit.z * size.z};
                corner[i] = shape_mesh_vertex(p, wend_v3_add(foot, at), normal,
                                              box_uv(p, at, normal, size));
            }
            shape_mesh_quad(p, corner[0], corner[1], corner[2], corner[3]);
        }
}

typedef struct bevel_box {
    const shape_pen* p;
    wend_vec3 foot, size;
    float bevel;
    int rounds;
    uint32_t first;  // index of the first vertex
} bevel_box;

// Index of (i, j, rounds - i - j) among the vertices of a corner's triangular patch.
static uint32_t patch_index(int rounds, int i, int j) {
    return (uint32_t)(i * (rounds + 1) - i * (i - 1) / 2 + j);
}

static uint32_t bevel_index(const bevel_box* b, int corner, int x, int y) {
    uint32_t per_corner = (uint32_t)((b->rounds + 1) * (b->rounds + 2) / 2);
    return b->first + (uint32_t)corner * per_corner + patch_index(b->rounds, x, y);
}

// Vertex of a corner's patch in direction (x, y, z), in units of 1 / rounds.
static uint32_t bevel_vertex(const bevel_box* b, int corner, const int parts[3]) {
    return bevel_index(b, corner, parts[0], parts[1]);
}

static void bevel_corners(const bevel_box* b) {
    int n = b->rounds;
    for (int corner = 0; corner < 8; corner++) {
        wend_vec3 sign = {corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f,
                          corner & 4 ? 1.0f : -1.0f};
        wend_vec3 inner = {sign.x * (b->size.x / 2 - b->bevel), sign.y * (b->size.y / 2 - b->bevel),
                           sign.z * (b->size.z / 2 - b->bevel)};
        for (int i = 0; i <= n; i++)
            for (int j = 0; i + j <= n; j++) {
                wend_vec3 to = {sign.x * (float)i, sign.y * (float)j, sign.z * (float)(n - i - j)};
                wend_vec3 normal = wend_v3_normalize(to);
                wend_vec3 at = wend_v3_mad(inner, normal, b->bevel);
                at.y += b->size.y / 2;
                shape_mesh_vertex(b->p, wend_v3_add(b->foot, at), normal,
                                  box_uv(b->p, at, normal, b->size));
            }
    }
    for (int corner = 0; corner < 8; corner++)
        for (int i = 0; i < n; i++)
            for (int j = 0; i + j < n; j++) {
                shape_mesh_triangle(b->p, bevel_index(b, corner, i, j),
                                    bevel_index(b, corner, i + 1, j),
                                    bevel_index(b, corner, i, j + 1));
                if (i + j + 1 < n)
                    shape_mesh_triangle(b->p, bevel_index(b, corner, i + 1, j),
                                        bevel_index(b, corner, i + 1, j + 1),
                                        bevel_index(b, corner, i, j + 1));
            }
}

// The bevel of one edge along `axis`, from corner `low` to the corner with that bit set.
static void bevel_edge(const bevel_box* b, int axis, int low) {
    int n = b->rounds, high = low | 1 << axis;
    for (int t = 0; t < n; t++) {
        int from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
        from[(axis + 1) % 3] = t;
        from[(axis + 2) % 3] = n - t;
        to[(axis + 1) % 3] = t + 1;
        to[(axis + 2) % 3] = n - t - 1;
        shape_mesh_quad(b->p, bevel_vertex(b, low, from), bevel_vertex(b, high, from),
                        bevel_vertex(b, high, to), bevel_vertex(b, low, to));
    }
}

void shape_box(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float bevel) {
    bevel = fminf(bevel, 0.499f * fminf(size.x, fminf(size.y, size.z)));
    int rounds = bevel_rounds(p, bevel);
    if (!rounds) {
        sharp_box(p, foot, size);
        return;
    }
    bevel_box b = {p, foot, size, bevel, rounds, (uint32_t)p->mesh->vertices.count};
    bevel_corners(&b);
    if (p->mesh->failed) return;
    for (int axis = 0; axis < 3; axis++) {
        int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
        for (int i = 0; i < 4; i++) bevel_edge(&b, axis, (i & 1 ? u : 0) | (i & 2 ? v : 0));
        for (int side = 0; side < 2; side++) {
            int parts[3] = {0, 0, 0}, base = side ? 1 << axis : 0;
            parts[axis] = rounds;
            shape_mesh_quad(p, bevel_vertex(&b, base, parts), bevel_vertex(&b, base | u, parts),
                            bevel_vertex(&b, base | u | v, parts),
                            bevel_vertex(&b, base | v, parts));
        }
    }
}

void shape_taper(const shape_pen* p, wend_vec3 foot, wend_vec3 size, wend_vec2 top,
                 wend_vec2 lean) {
    wend_vec3 corner[8];
    for (int i = 0; i < 8; i++) {
        bool high = i & 4;
        float x = (high ? top.x : size.x) / 2, z = (high ? top.y : size.z) / 2;
        corner[i] = v3((i & 1 ? x : -x) + (high ? lean.x : 0), high ? size.y : 0,
                       (i & 2 ? z : -z) + (high ? lean.y : 0));
    }
    static const uint8_t faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                        {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (int f = 0; f < 6; f++) {
        const uint8_t* q = faces[f];
        wend_vec3 normal = wend_v3_normalize(wend_v3_cross(
            wend_v3_sub(corner[q[2]], corner[q[0]]), wend_v3_sub(corner[q[3]], corner[q[1]])));
        uint32_t index[4];
        for (int i = 0; i < 4; i++)
            index[i] = shape_mesh_vertex(p, wend_v3_add(foot, corner[q[i]]), normal,
                                         box_uv(p, corner[q[i]], normal, size));
        shape_mesh_quad(p, index[0], index[1], index[2], index[3]);
    }
}

// ---- superellipsoids ----------------------------------------------------------------------------

// Radial scale of a lump in direction `d`, in [0.85, 1.15]. Low frequencies, to suit a coarse grid.
static float bump(wend_vec3 d, uint32_t seed) {
    float a = (float)(seed % 61) * 0.37f, b = (float)(seed / 61 % 53) * 0.53f;
    return 1 + 0.08f * sinf(5 * d.x + 3 * d.y + a) + 0.07f * cosf(7 * d.z - 4 * d.x + b);
}

typedef struct soft_grid {
    wend_vec3 middle, radii;
    float firmness;
    int side;  // quads along an edge of the cube
    uint32_t seed;
} soft_grid;

// Projects a point of the cube's surface onto the superellipsoid |x|^k + |y|^k + |z|^k = 1.
static void soft_vertex(const shape_pen* p, const soft_grid* g, wend_vec3 cube) {
    float k = g->firmness;
    float sum = powf(fabsf(cube.x), k) + powf(fabsf(cube.y), k) + powf(fabsf(cube.z), k);
    wend_vec3 d = wend_v3_scale(cube, powf(sum, -1 / k));
    wend_vec3 n = {copysignf(powf(fabsf(d.x), k - 1), d.x) / g->radii.x,
                   copysignf(powf(fabsf(d.y), k - 1), d.y) / g->radii.y,
                   copysignf(powf(fabsf(d.z), k - 1), d.z) / g->radii.z};
    if (g->seed) d = wend_v3_scale(d, bump(d, g->seed));
    wend_vec3 at = {d.x * g->radii.x, d.y * g->radii.y, d.z * g->radii.z};
    wend_vec3 size = wend_v3_scale(g->radii, 2), low = {at.x, at.y + g->radii.y, at.z};
    shape_mesh_vertex(p, wend_v3_add(g->middle, at), n, box_uv(p, low, cube, size));
}

static void soft_draw(const shape_pen* p, const soft_grid* g) {
    int m = g->side;
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            uint32_t first = (uint32_t)p->mesh->vertices.count;
            for (int i = 0; i <= m; i++)
                for (int j = 0; j <= m; j++) {
                    wend_vec3 cube = {0, 0, 0};
                    shape_set_axis(&cube, axis, (float)side);
                    // s and t are quotients of integers, so that adjacent faces have identical
                    // points on their edge. The cubic below approximates tan and evens out the
                    // grid.
                    float s = (float)(2 * i - m) / (float)m, t = (float)(2 * j - m) / (float)m;
                    shape_set_axis(&cube, (axis + 1) % 3, s * (0.8f + 0.2f * s * s));
                    shape_set_axis(&cube, (axis + 2) % 3, t * (0.8f + 0.2f * t * t));
                    soft_vertex(p, g, cube);
                }
            if (p->mesh->failed) return;
            for (int i = 0; i < m; i++)
                for (int j = 0; j < m; j++) {
                    uint32_t at = first + (uint32_t)(i * (m + 1) + j), row = (uint32_t)m + 1;
                    shape_mesh_quad(p, at, at + row, at + row + 1, at + 1);
                }
        }
}

// Quads per edge: two for small shapes such as eyes and castors, at least three for tree crowns.
static int soft_side(const shape_pen* p, wend_vec3 radii) {
    float widest = fmaxf(radii.x, fmaxf(radii.y, radii.z));
    float share = fminf(fmaxf(widest / 0.11f, 0.3f), 1);
    int side = 1 + (int)(p->detail * share * 3 + 0.9f),
        min = widest > 0.4f && p->detail > 0 ? 3 : 2;
    return side < min ? min : side > 12 ? 12 : side;
}

void shape_soft(const shape_pen* p, wend_vec3 foot, wend_vec3 size, float firmness) {
    wend_vec3 radii = wend_v3_scale(size, 0.5f);
    soft_grid g = {v3(foot.x, foot.y + radii.y, foot.z), radii, firmness, soft_side(p, radii), 0};
    soft_draw(p, &g);
}

void shape_ball(const shape_pen* p, wend_vec3 middle, wend_vec3 radii) {
    soft_grid g = {middle, radii, 2, soft_side(p, radii), 0};
    soft_draw(p, &g);
}

void shape_lump(const shape_pen* p, wend_vec3 middle, wend_vec3 radii, uint32_t seed) {
    soft_grid g = {middle, radii, 2, soft_side(p, radii), seed + 1};
    soft_draw(p, &g);
}
