#include "catalog/shape_mesh.h"

void shape_mesh_clear(shape_mesh* mesh) {
    mesh->vertices.count = mesh->indices.count = 0;
    mesh->failed = false;
}

void shape_mesh_destroy(shape_mesh* mesh) {
    ARRAY_FREE(&mesh->vertices);
    ARRAY_FREE(&mesh->indices);
}

uint32_t shape_mesh_vertex(const shape_pen* p, wend_vec3 position, wend_vec3 normal, wend_vec2 uv) {
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

void shape_mesh_wound_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k) {
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

void shape_mesh_triangle(const shape_pen* p, uint32_t i, uint32_t j, uint32_t k) {
    if (p->mesh->failed) return;
    const shape_vertex* v = p->mesh->vertices.items;
    wend_vec3 a = v[i].position, b = v[j].position, c = v[k].position;
    wend_vec3 face = wend_v3_cross(wend_v3_sub(b, a), wend_v3_sub(c, a));
    if (wend_v3_length(face) == 0) return;
    wend_vec3 outside = wend_v3_add(v[i].normal, wend_v3_add(v[j].normal, v[k].normal));
    bool turned = wend_v3_dot(face, outside) < 0;
    shape_mesh_wound_triangle(p, i, turned ? k : j, turned ? j : k);
}

void shape_mesh_quad(const shape_pen* p, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    shape_mesh_triangle(p, a, b, c);
    shape_mesh_triangle(p, a, c, d);
}

wend_vec2 shape_mesh_edge_normal(wend_vec2 a, wend_vec2 b) {
    float x = b.y - a.y, y = a.x - b.x, length = sqrtf(x * x + y * y);
    return length > 0 ? v2(x / length, y / length) : v2(0, 0);
}

wend_vec2 shape_mesh_blend(wend_vec2 own, wend_vec2 other) {
    bool smooth = own.x * other.x + own.y * other.y > SHAPE_SMOOTH_COSINE;
    return smooth ? v2(own.x + other.x, own.y + other.y) : own;
}
