#include "scene/shape.h"

#include <string.h>

enum { MAX_OUTLINE = 128, MAX_ROUND = 96, MAX_PROFILE = 32 };

float shape_cos(float radians) { return cosf(radians); }

float shape_sin(float radians) { return sinf(radians); }

void shape_mesh_clear(shape_mesh* mesh) {
    mesh->vertices.count = mesh->indices.count = 0;
    mesh->failed = false;
}

void shape_mesh_destroy(shape_mesh* mesh) {
    ARRAY_FREE(&mesh->vertices);
    ARRAY_FREE(&mesh->indices);
}

int shape_segments(const shape_pen* p, int fine) {
    float share = p->detail < 1 ? 0.22f + 0.78f * p->detail : 0.33f + 0.67f * p->detail;
    int count = (int)((float)fine * share + 0.5f);
    return count < 4 ? 4 : count > MAX_ROUND ? MAX_ROUND : count;
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

// ---- vertices and triangles ---------------------------------------------------------------------

static uint32_t add_vertex(const shape_pen* p, wend_vec3 position, wend_vec3 normal, wend_vec2 uv) {
    shape_vertex* v = p->mesh->failed ? NULL : ARRAY_PUSH(&p->mesh->vertices);
    if (!v) {
        p->mesh->failed = true;
        return 0;
    }
    v->position = wend_transform_point(&p->at, position);
    v->normal = wend_v3_normalize(wend_transform_vector(&p->at, normal));
    v->uv = uv;
    return (uint32_t)p->mesh->vertices.count - 1;
}

// Corners counter-clockwise seen from outside.
static void add_wound_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k) {
    if (p->mesh->failed || !ARRAY_RESERVE(&p->mesh->indices, 3)) {
        p->mesh->failed = true;
        return;
    }
    uint32_t* out = p->mesh->indices.items + p->mesh->indices.count;
    out[0] = i;
    out[1] = j;
    out[2] = k;
    p->mesh->indices.count += 3;
}

// Corners in either direction: the normals say which side is outside, so that most shapes need not
// think about their winding.
static void add_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k) {
    if (p->mesh->failed) return;
    const shape_vertex* v = p->mesh->vertices.items;
    wend_vec3 a = v[i].position, b = v[j].position, c = v[k].position;
    wend_vec3 face = wend_v3_cross(wend_v3_sub(b, a), wend_v3_sub(c, a));
    if (wend_v3_length(face) == 0) return;
    wend_vec3 outside = wend_v3_add(v[i].normal, wend_v3_add(v[j].normal, v[k].normal));
    bool turned = wend_v3_dot(face, outside) < 0;
    add_wound_triangle(p, i, turned ? k : j, turned ? j : k);
}

// Corners in order around the quad.
static void add_quad(const shape_pen* p, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    add_triangle(p, a, b, c);
    add_triangle(p, a, c, d);
}

static float axis_of(wend_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static void set_axis(wend_vec3* v, int axis, float value) {
    if (axis == 0) v->x = value;
    if (axis == 1) v->y = value;
    if (axis == 2) v->z = value;
}

// Seen along the axis the normal points to most.
static wend_vec2 box_uv(const shape_pen* p, wend_vec3 at, wend_vec3 normal, wend_vec3 size) {
    float nx = fabsf(normal.x), ny = fabsf(normal.y), nz = fabsf(normal.z);
    int axis = nx > ny && nx > nz ? 0 : ny >= nz ? 1 : 2;
    int u = axis == 0 ? 2 : 0, v = axis == 1 ? 2 : 1;
    if (p->stretch) {
        float s = axis_of(at, u) / axis_of(size, u) + 0.5f;
        float t = axis_of(at, v) / axis_of(size, v) + (v == 1 ? 0 : 0.5f);
        // Seen from outside, u runs to the right and v down; what lies is read from the front.
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

// Rounds of triangles a bevel is made of; 0 keeps the edge sharp.
static int bevel_rounds(const shape_pen* p, float bevel) {
    if (bevel <= 0 || p->detail < 0.3f) return 0;
    return 1 + (int)(p->detail * 1.5f);
}

static void sharp_box(const shape_pen* p, wend_vec3 foot, wend_vec3 size) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            wend_vec3 normal = {0, 0, 0};
            set_axis(&normal, axis, (float)side);
            uint32_t corner[4];
            for (int i = 0; i < 4; i++) {
                float s = i == 1 || i == 2 ? 0.5f : -0.5f, t = i >= 2 ? 0.5f : -0.5f;
                wend_vec3 unit = {0, 0, 0};
                set_axis(&unit, axis, 0.5f * (float)side);
                set_axis(&unit, (axis + 1) % 3, s);
                set_axis(&unit, (axis + 2) % 3, t);
                wend_vec3 at = {unit.x * size.x, (unit.y + 0.5f) * size.y, unit.z * size.z};
                corner[i] =
                    add_vertex(p, wend_v3_add(foot, at), normal, box_uv(p, at, normal, size));
            }
            add_quad(p, corner[0], corner[1], corner[2], corner[3]);
        }
}

typedef struct bevel_box {
    const shape_pen* p;
    wend_vec3 foot, size;
    float bevel;
    int rounds;
    uint32_t first;  // index of the first vertex
} bevel_box;

// Where (i, j, rounds - i - j) of a corner's patch stands among the patch's vertices.
static uint32_t patch_index(int rounds, int i, int j) {
    return (uint32_t)(i * (rounds + 1) - i * (i - 1) / 2 + j);
}

static uint32_t bevel_index(const bevel_box* b, int corner, int x, int y) {
    uint32_t per_corner = (uint32_t)((b->rounds + 1) * (b->rounds + 2) / 2);
    return b->first + (uint32_t)corner * per_corner + patch_index(b->rounds, x, y);
}

// The vertex of a corner's patch whose direction has parts (x, y, z) by axis.
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
                add_vertex(b->p, wend_v3_add(b->foot, at), normal,
                           box_uv(b->p, at, normal, b->size));
            }
    }
    for (int corner = 0; corner < 8; corner++)
        for (int i = 0; i < n; i++)
            for (int j = 0; i + j < n; j++) {
                add_triangle(b->p, bevel_index(b, corner, i, j), bevel_index(b, corner, i + 1, j),
                             bevel_index(b, corner, i, j + 1));
                if (i + j + 1 < n)
                    add_triangle(b->p, bevel_index(b, corner, i + 1, j),
                                 bevel_index(b, corner, i + 1, j + 1),
                                 bevel_index(b, corner, i, j + 1));
            }
}

// The strip of one edge: along `axis`, between the corners `low` and `low` with that bit set.
static void bevel_edge(const bevel_box* b, int axis, int low) {
    int n = b->rounds, high = low | 1 << axis;
    for (int t = 0; t < n; t++) {
        int from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
        from[(axis + 1) % 3] = t;
        from[(axis + 2) % 3] = n - t;
        to[(axis + 1) % 3] = t + 1;
        to[(axis + 2) % 3] = n - t - 1;
        add_quad(b->p, bevel_vertex(b, low, from), bevel_vertex(b, high, from),
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
            add_quad(p, bevel_vertex(&b, base, parts), bevel_vertex(&b, base | u, parts),
                     bevel_vertex(&b, base | u | v, parts), bevel_vertex(&b, base | v, parts));
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
            index[i] = add_vertex(p, wend_v3_add(foot, corner[q[i]]), normal,
                                  box_uv(p, corner[q[i]], normal, size));
        add_quad(p, index[0], index[1], index[2], index[3]);
    }
}

// ---- soft things --------------------------------------------------------------------------------

// How far out the bumps of a lump are in a direction: 0.85 … 1.15, smooth enough for its grid.
static float bump(wend_vec3 d, uint32_t seed) {
    float a = (float)(seed % 61) * 0.37f, b = (float)(seed / 61 % 53) * 0.53f;
    return 1 + 0.08f * sinf(5 * d.x + 3 * d.y + a) + 0.07f * cosf(7 * d.z - 4 * d.x + b);
}

typedef struct soft_grid {
    wend_vec3 middle, radii;
    float firmness;
    int side;  // squares along a face's side
    uint32_t seed;
} soft_grid;

// A point of a cube's surface, pulled onto the superellipsoid; scaled as tan to even out the grid.
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
    add_vertex(p, wend_v3_add(g->middle, at), n, box_uv(p, low, cube, size));
}

static void soft_draw(const shape_pen* p, const soft_grid* g) {
    int m = g->side;
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            uint32_t first = (uint32_t)p->mesh->vertices.count;
            for (int i = 0; i <= m; i++)
                for (int j = 0; j <= m; j++) {
                    wend_vec3 cube = {0, 0, 0};
                    set_axis(&cube, axis, (float)side);
                    // Whole numbers below, so that both faces of an edge give the same point.
                    float s = (float)(2 * i - m) / (float)m, t = (float)(2 * j - m) / (float)m;
                    set_axis(&cube, (axis + 1) % 3, s * (0.8f + 0.2f * s * s));
                    set_axis(&cube, (axis + 2) % 3, t * (0.8f + 0.2f * t * t));
                    soft_vertex(p, g, cube);
                }
            if (p->mesh->failed) return;
            for (int i = 0; i < m; i++)
                for (int j = 0; j < m; j++) {
                    uint32_t at = first + (uint32_t)(i * (m + 1) + j), row = (uint32_t)m + 1;
                    add_quad(p, at, at + row, at + row + 1, at + 1);
                }
        }
}

// Eyes and castors need no more than two squares a side, cushions a few, treetops no less.
static int soft_side(const shape_pen* p, wend_vec3 radii) {
    float widest = fmaxf(radii.x, fmaxf(radii.y, radii.z));
    float share = fminf(fmaxf(widest / 0.11f, 0.3f), 1);
    int side = 1 + (int)(p->detail * share * 3 + 0.9f),
        least = widest > 0.4f && p->detail > 0 ? 3 : 2;
    return side < least ? least : side > 12 ? 12 : side;
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

// ---- round things -------------------------------------------------------------------------------

static const float smooth_cosine = 0.7f;  // edges flatter than about 45 degrees look round

// The normal of a profile's edge, in (radius, height).
static wend_vec2 edge_normal(wend_vec2 a, wend_vec2 b) {
    float x = b.y - a.y, y = a.x - b.x, length = sqrtf(x * x + y * y);
    return length > 0 ? v2(x / length, y / length) : v2(0, 0);
}

static wend_vec2 blend_normals(wend_vec2 own, wend_vec2 other) {
    bool smooth = own.x * other.x + own.y * other.y > smooth_cosine;
    return smooth ? v2(own.x + other.x, own.y + other.y) : own;
}

typedef struct lathe_ring {
    wend_vec3 foot;
    wend_vec2 point, normal;
    float turns, v;  // texture repeats around, and along
    int segments;
} lathe_ring;

static uint32_t add_ring(const shape_pen* p, const lathe_ring* r) {
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    for (int i = 0; i <= r->segments; i++) {
        // The last is the first again, to the bit: only its uv differs.
        float angle = (float)(2 * WEND_PI) * (float)(i % r->segments) / (float)r->segments;
        float c = cosf(angle), s = sinf(angle);
        wend_vec3 at = v3(r->point.x * c, r->point.y, -r->point.x * s);
        wend_vec3 normal = v3(r->normal.x * c, r->normal.y, -r->normal.x * s);
        if (r->point.x == 0) normal = v3(0, r->normal.y < 0 ? -1 : 1, 0);
        float u = r->turns * (float)i / (float)r->segments;
        add_vertex(p, wend_v3_add(r->foot, at), normal, v2(u, r->v));
    }
    return first;
}

// Where a profile may be thinned out, in metres: nothing from detail 0.4 on.
static float lathe_tolerance(const shape_pen* p, const wend_vec2* profile, int count) {
    wend_vec2 low = profile[0], high = profile[0];
    for (int i = 0; i < count; i++) {
        low = v2(fminf(low.x, profile[i].x), fminf(low.y, profile[i].y));
        high = v2(fmaxf(high.x, profile[i].x), fmaxf(high.y, profile[i].y));
    }
    return fmaxf(0, 0.4f - p->detail) * 0.25f * fminf(high.x, high.y - low.y);
}

// Drops the corners of a profile that stand out least: coarse things need few rings. Returns how
// many are left in `out`.
static int thin_profile(const wend_vec2* profile, int count, float tolerance, wend_vec2* out) {
    int kept = 0;
    out[kept++] = profile[0];
    for (int i = 1; i + 1 < count; i++) {
        wend_vec2 a = out[kept - 1], b = profile[i], c = profile[i + 1];
        wend_vec2 n = edge_normal(a, c);
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
        wend_vec2 a = profile[i], b = profile[i + 1], own = edge_normal(a, b);
        wend_vec2 before = own, after = own;
        if (i > 0 || loop) {
            int k = i > 0 ? i - 1 : edges - 1;
            before = edge_normal(profile[k], profile[k + 1]);
        }
        if (i + 1 < edges || loop) {
            int k = i + 1 < edges ? i + 1 : 0;
            after = edge_normal(profile[k], profile[k + 1]);
        }
        float length = sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        lathe_ring low = {foot, a, blend_normals(own, before), turns, -along / p->repeat, segments};
        along += length;
        lathe_ring high = {foot, b, blend_normals(own, after), turns, -along / p->repeat, segments};
        uint32_t r0 = add_ring(p, &low), r1 = add_ring(p, &high);
        if (p->mesh->failed) return;
        for (uint32_t s = 0; s < (uint32_t)segments; s++) {
            if (a.x > 0) add_triangle(p, r0 + s, r0 + s + 1, b.x > 0 ? r1 + s + 1 : r1 + s);
            if (b.x > 0) add_triangle(p, r0 + s, r1 + s + 1, r1 + s);
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

// Any two directions square to `y` and to each other.
static wend_transform frame_along(wend_vec3 origin, wend_vec3 y) {
    wend_vec3 other = fabsf(y.y) < 0.9f ? v3(0, 1, 0) : v3(1, 0, 0);
    wend_vec3 x = wend_v3_normalize(wend_v3_cross(y, other));
    return (wend_transform){x, y, wend_v3_cross(x, y), origin};
}

// A pen whose +y points from one point to the other; the distance between them goes to `length`.
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

// One ring of the tube around point i; `x` is carried along the path so that it does not twist.
static uint32_t tube_ring(const shape_pen* p, const tube_path* t, int i, wend_vec3* x, float v) {
    wend_vec3 y = tube_direction(t, i);
    *x = wend_v3_normalize(wend_v3_mad(*x, y, -wend_v3_dot(*x, y)));
    wend_vec3 z = wend_v3_cross(*x, y);
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    for (int s = 0; s <= t->sides; s++) {
        float angle = (float)(2 * WEND_PI) * (float)(s % t->sides) / (float)t->sides;
        wend_vec3 normal = wend_v3_mad(wend_v3_scale(*x, cosf(angle)), z, sinf(angle));
        add_vertex(p, wend_v3_mad(t->points[i], normal, t->radius), normal,
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
    uint32_t middle = add_vertex(p, t->points[i], v3(0, 1, 0), v2(0, 0));
    uint32_t first = middle + 1;
    for (int s = 0; s < t->sides && !p->mesh->failed; s++)
        add_vertex(&plain, p->mesh->vertices.items[ring + (uint32_t)s].position, normal, v2(0, 0));
    if (p->mesh->failed) return;
    p->mesh->vertices.items[middle].normal = normal;
    for (int s = 0; s < t->sides; s++)
        add_triangle(p, middle, first + (uint32_t)s, first + (uint32_t)((s + 1) % t->sides));
}

void shape_tube(const shape_pen* p, const wend_vec3* given, int count, float radius, bool closed) {
    wend_vec3 points[MAX_ROUND];
    // Coarse and bent: every other point will do.
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
        // A path in a plane comes back untwisted; the first ring then serves as the last.
        uint32_t next = i < count ? tube_ring(p, &t, i, &x, along / p->repeat) : first;
        if (p->mesh->failed) return;
        // In a narrow bend the normals are no guide; the order of the rings is.
        for (uint32_t s = 0; s < (uint32_t)t.sides; s++) {
            add_wound_triangle(p, ring + s, next + s, next + s + 1);
            add_wound_triangle(p, ring + s, next + s + 1, ring + s + 1);
        }
        ring = next;
    }
    if (closed) return;
    tube_cap(p, &t, 0, first, -1);
    tube_cap(p, &t, count - 1, ring, 1);
}

void shape_torus(const shape_pen* p, wend_vec3 middle, float radius, float tube) {
    wend_vec3 points[MAX_ROUND];
    int count = shape_segments(p, 24);
    for (int i = 0; i < count; i++) {
        float angle = (float)(2 * WEND_PI) * (float)i / (float)count;
        points[i] = wend_v3_add(middle, v3(radius * cosf(angle), 0, -radius * sinf(angle)));
    }
    shape_tube(p, points, count, tube, true);
}

// ---- plates -------------------------------------------------------------------------------------

static float turn_of(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool inside_triangle(wend_vec2 q, wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return turn_of(a, b, q) >= 0 && turn_of(b, c, q) >= 0 && turn_of(c, a, q) >= 0;
}

// Cuts ears off a polygon that runs with positive turns; writes corner numbers, 3 a triangle.
static int cut_ears(const wend_vec2* outline, int count, uint8_t* triangles) {
    uint8_t left[MAX_OUTLINE];
    int remaining = count, made = 0, tried = 0;
    for (int i = 0; i < count; i++) left[i] = (uint8_t)i;
    for (int i = 0; remaining > 2 && tried <= remaining;) {
        int before = (i + remaining - 1) % remaining, after = (i + 1) % remaining;
        uint8_t ia = left[before], ib = left[i], ic = left[after];
        wend_vec2 a = outline[ia], b = outline[ib], c = outline[ic];
        bool ear = turn_of(a, b, c) > 0;
        for (int k = 0; ear && k < remaining; k++)
            if (left[k] != ia && left[k] != ib && left[k] != ic)
                ear = !inside_triangle(outline[left[k]], a, b, c);
        // A polygon that touches itself may have no clean ear: then any corner is taken.
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
    return edge_normal(a, b);
}

static void plate_sides(const shape_pen* p, const wend_vec2* outline, int count, wend_vec2 y) {
    float along = 0;
    for (int i = 0; i < count; i++) {
        wend_vec2 a = outline[i], b = outline[(i + 1) % count];
        wend_vec2 own = outline_normal(outline, count, i);
        wend_vec2 ends[2] = {blend_normals(own, outline_normal(outline, count, i - 1)),
                             blend_normals(own, outline_normal(outline, count, i + 1))};
        float length = sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        uint32_t corner[4];
        for (int k = 0; k < 4; k++) {
            bool far = k == 1 || k == 2, high = k >= 2;
            wend_vec2 at = far ? b : a, n = ends[far];
            float u = (along + (far ? length : 0)) / p->repeat;
            corner[k] = add_vertex(p, v3(at.x, high ? y.y : y.x, at.y), v3(n.x, 0, n.y),
                                   v2(u, -(high ? y.y : y.x) / p->repeat));
        }
        along += length;
        add_quad(p, corner[0], corner[1], corner[2], corner[3]);
    }
}

// Both faces of a plate and its sides; `triangles` holds corner numbers, 3 each.
static void draw_plate(const shape_pen* p, const wend_vec2* outline, int count,
                       const uint8_t* triangles, int made, wend_vec2 y) {
    wend_vec2 least = outline[0], most = outline[0];
    for (int i = 0; i < count; i++) {
        least = v2(fminf(least.x, outline[i].x), fminf(least.y, outline[i].y));
        most = v2(fmaxf(most.x, outline[i].x), fmaxf(most.y, outline[i].y));
    }
    for (int side = 0; side < 2; side++) {
        uint32_t first = (uint32_t)p->mesh->vertices.count;
        for (int i = 0; i < count; i++) {
            wend_vec2 at = outline[i], uv = v2(at.x / p->repeat, at.y / p->repeat);
            if (p->stretch)
                uv = v2((most.x - at.x) / (most.x - least.x), (most.y - at.y) / (most.y - least.y));
            add_vertex(p, v3(at.x, side ? y.y : y.x, at.y), v3(0, side ? 1 : -1, 0), uv);
        }
        if (p->mesh->failed) return;
        for (int t = 0; t < made; t++) {  // positive turns are clockwise seen from above
            uint32_t a = first + triangles[3 * t], b = first + triangles[3 * t + 1];
            uint32_t c = first + triangles[3 * t + 2];
            add_wound_triangle(p, a, side ? c : b, side ? b : c);
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
        wend_vec2 n = edge_normal(a, b);
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
    float side;  // -1 where the outlines run the other way round
} loft;

// The outside of the step from ring k to the next, at corner i.
static wend_vec3 loft_normal(const loft* l, int k, int i) {
    const shape_loft_ring *low = &l->rings[k], *high = &l->rings[k + 1];
    int n = l->corners;
    wend_vec3 along = wend_v3_sub(loft_point(low, (i + 1) % n), loft_point(low, (i + n - 1) % n));
    wend_vec3 up = wend_v3_sub(loft_point(high, i), loft_point(low, i));
    return wend_v3_scale(wend_v3_normalize(wend_v3_cross(up, along)), l->side);
}

// The same, rounded off towards the step `other` where the two hardly differ.
static wend_vec3 loft_blend(const loft* l, int k, int other, int i) {
    wend_vec3 own = loft_normal(l, k, i);
    if (other < 0 || other + 1 >= l->ring_count) return own;
    wend_vec3 next = loft_normal(l, other, i);
    return wend_v3_dot(own, next) > smooth_cosine ? wend_v3_add(own, next) : own;
}

static void loft_cap(const shape_pen* p, const shape_loft_ring* ring, int corners, float up) {
    uint32_t first = (uint32_t)p->mesh->vertices.count;
    add_vertex(p, v3(0, ring->y, 0), v3(0, up, 0), v2(0, 0));
    for (int i = 0; i < corners; i++) {
        wend_vec3 at = loft_point(ring, i);
        add_vertex(p, at, v3(0, up, 0), v2(at.x / p->repeat, at.z / p->repeat));
    }
    if (p->mesh->failed) return;
    for (int i = 0; i < corners; i++)
        add_triangle(p, first, first + 1 + (uint32_t)i, first + 1 + (uint32_t)((i + 1) % corners));
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
            add_vertex(p, from, loft_blend(&l, k, k - 1, c), v2(u / p->repeat, -v / p->repeat));
            add_vertex(p, loft_point(high, c), loft_blend(&l, k, k + 1, c),
                       v2(u / p->repeat, -(v + step) / p->repeat));
            u += wend_v3_distance(from, loft_point(low, (c + 1) % corners));
        }
        if (p->mesh->failed) return;
        for (uint32_t i = 0; i < (uint32_t)corners; i++) {
            uint32_t at = first + 2 * i;
            add_quad(p, at, at + 2, at + 3, at + 1);
        }
        v += step;
    }
    loft_cap(p, &rings[0], corners, -1);
    loft_cap(p, &rings[ring_count - 1], corners, 1);
}

// ---- flat things --------------------------------------------------------------------------------

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
        uint32_t left = add_vertex(p, wend_v3_mad(at, side, -half), normal, v2(0.5f - half, t));
        uint32_t right =
            half > 0 ? add_vertex(p, wend_v3_mad(at, side, half), normal, v2(0.5f + half, t))
                     : left;
        if (p->mesh->failed) return;
        if (i > 0) {
            if (before[0] != before[1]) add_triangle(p, before[0], before[1], right);
            if (left != right || before[0] != before[1]) add_triangle(p, before[0], right, left);
        }
        before[0] = left;
        before[1] = right;
    }
}
