// Adds meshes of polygons to a builder. assimp's post-processing (triangulation, joining vertices,
// …) aborts on degenerate faces, so it is done here for all formats.
#include "import/polygon_mesh.h"

#include <string.h>

#include "scene/tessellate.h"

// A mesh being added.
typedef struct polygon_adder {
    scene_builder* b;
    const polygon_mesh* m;
    bool mirrored;
    size_t start;      // first vertex of the mesh in the builder
    uint32_t* joined;  // open addressing: vertex + 1
    size_t capacity;   // a power of two
} polygon_adder;

static uint32_t polygon_join_vertex(polygon_adder* a, wend_vec3 p, wend_vec3 n, wend_vec2 uv) {
    const float key[8] = {p.x, p.y, p.z, n.x, n.y, n.z, uv.x, uv.y};
    size_t mask = a->capacity - 1, slot = wend_hash(key, sizeof key, 0) & mask;
    for (; a->joined[slot]; slot = (slot + 1) & mask) {
        size_t v = a->start + a->joined[slot] - 1;
        if (memcmp(&a->b->positions.items[v], key, 12) == 0 &&
            memcmp(&a->b->normals.items[v], key + 3, 12) == 0 &&
            memcmp(&a->b->uvs.items[v], key + 6, 8) == 0)
            return a->joined[slot] - 1;
    }
    uint32_t v = scene_builder_vertex(a->b, p, n, uv);
    if (a->b->status == WEND_OK) a->joined[slot] = v + 1;
    return v;
}

static wend_vec3 polygon_position(const polygon_mesh* m, size_t corner) {
    const float* p = m->positions + (size_t)m->corners[corner] * 3;
    return wend_v3(p[0], p[1], p[2]);
}

static wend_vec2 polygon_uv(const polygon_mesh* m, size_t corner) {
    const float* t = m->corner_uvs ? m->corner_uvs + corner * 2
                     : m->uvs      ? m->uvs + (size_t)m->corners[corner] * m->uv_stride
                                   : NULL;
    if (!t || !isfinite(t[0]) || !isfinite(t[1])) return (wend_vec2){0, 0};
    return (wend_vec2){t[0], 1 - t[1]};  // v grows upwards in these formats and downwards in wend
}

// The normal of a vertex in the file, or of the face if it is missing.
static wend_vec3 polygon_normal(const polygon_mesh* m, size_t corner, wend_vec3 face) {
    if (!m->normals) return face;
    const float* p = m->normals + (size_t)m->corners[corner] * 3;
    wend_vec3 n = wend_v3_normalize(wend_v3(p[0], p[1], p[2]));
    return wend_v3_is_finite(n) && wend_v3_dot(n, n) > 0 ? n : face;
}

static void polygon_add_triangle(polygon_adder* a, size_t i, size_t j, size_t k,
                                 const wend_vec2* uv) {
    const size_t at[3] = {i, a->mirrored ? k : j, a->mirrored ? j : k};
    wend_vec3 p[3];
    uint32_t v[3];
    for (int c = 0; c < 3; c++) p[c] = polygon_position(a->m, at[c]);
    wend_vec3 face =
        wend_v3_normalize(wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0])));
    if (!wend_v3_is_finite(face) || wend_v3_dot(face, face) == 0 || a->b->status != WEND_OK) return;
    for (int c = 0; c < 3; c++)
        v[c] = polygon_join_vertex(a, p[c], polygon_normal(a->m, at[c], face),
                                   uv ? *uv : polygon_uv(a->m, at[c]));
    scene_builder_triangle(a->b, v[0], v[1], v[2]);
}

enum { POLYGON_MAX_SIDES = 64 };

// Projects the `n` corners along the dominant axis of their normal and triangulates them there.
// Returns the number of triangles; 0 if that fails.
static int polygon_cut(const polygon_mesh* m, size_t start, size_t n, uint32_t* cut) {
    wend_vec2 flat[POLYGON_MAX_SIDES];
    wend_vec3 normal = {0, 0, 0}, first = polygon_position(m, start);
    for (size_t i = 1; i + 1 < n; i++)
        normal = wend_v3_add(normal,
                             wend_v3_cross(wend_v3_sub(polygon_position(m, start + i), first),
                                           wend_v3_sub(polygon_position(m, start + i + 1), first)));
    bool x = fabsf(normal.x) >= fabsf(normal.y) && fabsf(normal.x) >= fabsf(normal.z);
    bool y = !x && fabsf(normal.y) >= fabsf(normal.z);
    float sign = (x ? normal.x : y ? normal.y : normal.z) < 0 ? -1.0f : 1.0f;
    for (size_t i = 0; i < n; i++) {
        wend_vec3 p = polygon_position(m, start + i);
        flat[i] = x   ? (wend_vec2){p.y * sign, p.z}
                  : y ? (wend_vec2){p.z * sign, p.x}
                      : (wend_vec2){p.x * sign, p.y};
    }
    return tessellate_outline(flat, (int)n, cut);
}

// A face that cannot be triangulated, or has too many sides, becomes a fan.
static void polygon_add_face(polygon_adder* a, size_t start, size_t n, const wend_vec2* uv) {
    uint32_t cut[3 * POLYGON_MAX_SIDES];
    int triangles = n > 3 && n <= POLYGON_MAX_SIDES ? polygon_cut(a->m, start, n, cut) : 0;
    for (int t = 0; t < triangles; t++)
        polygon_add_triangle(a, start + cut[3 * t], start + cut[3 * t + 1], start + cut[3 * t + 2],
                             uv);
    for (size_t i = 1; !triangles && i + 1 < n; i++)
        polygon_add_triangle(a, start, start + i, start + i + 1, uv);
}

// Scans have vertex colours and no texture. A texture with one texel per face is made; all corners
// of a face have the uv of its texel.
typedef struct polygon_palette {
    uint8_t* pixels;  // Nullable: no vertex colours
    size_t side;
} polygon_palette;

static void polygon_color_face(const polygon_palette* p, const polygon_mesh* m, size_t face,
                               size_t start, wend_vec2* uv) {
    // Meshes with more faces than texels (2^20) share texels between neighbouring faces.
    size_t texels = p->side * p->side, n = m->ends[face] - start;
    size_t texel = m->face_count > texels ? face * texels / m->face_count : face;
    float sum[3] = {0, 0, 0};
    for (size_t k = start; k < m->ends[face]; k++)
        for (int c = 0; c < 3; c++)
            sum[c] += m->colors[(size_t)m->corners[k] * m->color_stride + (size_t)c];
    for (int c = 0; c < 3; c++)
        p->pixels[texel * 4 + (size_t)c] = import_color_byte(sum[c] / (float)n);
    p->pixels[texel * 4 + 3] = 255;
    *uv = (wend_vec2){((float)(texel % p->side) + 0.5f) / (float)p->side,
                      ((float)(texel / p->side) + 0.5f) / (float)p->side};
}

static void polygon_add_faces(polygon_adder* a, const polygon_palette* p) {
    size_t start = 0;
    for (size_t i = 0; i < a->m->face_count && a->b->status == WEND_OK; start = a->m->ends[i++]) {
        wend_vec2 uv;
        size_t n = a->m->ends[i] - start;
        if (n < 3) continue;
        if (p->pixels) polygon_color_face(p, a->m, i, start, &uv);
        polygon_add_face(a, start, n, p->pixels ? &uv : NULL);
    }
}

static uint64_t polygon_count_triangles(const polygon_mesh* m) {
    uint64_t triangles = 0;
    size_t start = 0;
    for (size_t i = 0; i < m->face_count; start = m->ends[i++])
        if (m->ends[i] - start > 2) triangles += m->ends[i] - start - 2;
    return triangles;
}

wend_status polygon_mesh_add(const polygon_mesh* m, scene_builder* b, import_budget* budget,
                             bool mirrored, uint32_t* color_material, wend_error* error) {
    enum { PALETTE_SIDE = 1024 };
    static const uint8_t white[4] = {255, 255, 255, 255};
    polygon_adder a = {b, m, mirrored, b->positions.count, NULL, 16};
    polygon_palette p = {NULL, 1};
    bool colored = color_material && m->colors;
    uint64_t vertices = 3 * polygon_count_triangles(m);  // if no two are joined
    WEND_TRY(import_spend(budget, m->face_count ? m->ends[m->face_count - 1] : 0, 64, error));
    while (a.capacity < 2 * vertices) a.capacity *= 2;
    while (p.side < PALETTE_SIDE && p.side * p.side < m->face_count) p.side *= 2;
    a.joined = wend_alloc_zero(a.capacity, sizeof *a.joined);
    if (colored) p.pixels = wend_alloc_zero(p.side * p.side, 4);
    wend_status status =
        a.joined && (!colored || p.pixels) ? WEND_OK : import_no_memory(budget->source, error);
    if (status == WEND_OK) polygon_add_faces(&a, &p);
    if (status == WEND_OK && colored && !*color_material) {
        uint32_t texture =
            scene_builder_texture(b, "vertex colours", (int)p.side, (int)p.side, p.pixels);
        *color_material = 1 + scene_builder_material(b, "vertex colours", white, texture,
                                                     WEND_MATERIAL_DOUBLE_SIDED);
    }
    wend_free(a.joined);
    wend_free(p.pixels);
    return status;
}
