// Emits tessellated rectangles with holes, boxes and quads into the builder's current mesh.
#include "generate/sheet.h"

#include <string.h>

static const float same = 0.001f;

void sheet_lines_add(sheet_lines* lines, float at) {
    int i = 0;
    while (i < lines->count && lines->at[i] < at - same) i++;
    if (i < lines->count && lines->at[i] <= at + same) return;
    if (lines->count == SHEET_MAX_LINES) return;
    memmove(lines->at + i + 1, lines->at + i, (size_t)(lines->count - i) * sizeof *lines->at);
    lines->at[i] = at;
    lines->count++;
}

void sheet_lines_divide(sheet_lines* lines, float step) {
    sheet_lines cut = *lines;
    for (int i = 0; i + 1 < cut.count; i++) {
        float low = cut.at[i], high = cut.at[i + 1];
        int parts = (int)ceilf((high - low) / step - 0.01f);
        for (int k = 1; k < parts; k++)
            sheet_lines_add(lines, low + (high - low) * (float)k / (float)parts);
    }
}

sheet_lines sheet_lines_between(const sheet_lines* lines, float low, float high) {
    sheet_lines part;
    part.count = 0;
    for (int i = 0; i < lines->count; i++)
        if (lines->at[i] >= low - same && lines->at[i] <= high + same)
            part.at[part.count++] = lines->at[i];
    return part;
}

static bool sheet_is_hole(const sheet* s, int i, int k) {
    float u = (s->us->at[i] + s->us->at[i + 1]) / 2, v = (s->vs->at[k] + s->vs->at[k + 1]) / 2;
    for (int h = 0; h < s->hole_count; h++)
        if (u > s->holes[h].u0 && u < s->holes[h].u1 && v > s->holes[h].v0 && v < s->holes[h].v1)
            return true;
    return false;
}

static void sheet_set_axis(wend_vec3* p, sheet_axis axis, float value) {
    if (axis == SHEET_X) p->x = value;
    if (axis == SHEET_Y) p->y = value;
    if (axis == SHEET_Z) p->z = value;
}

// Creates vertices on first use, so that holes contain no unused vertices.
static uint32_t vertex(scene_builder* b, const sheet* s, uint32_t* row, int i, int k) {
    if (row[i] != UINT32_MAX) return row[i];
    sheet_axis third = (sheet_axis)(3 - (int)s->u - (int)s->v);
    wend_vec3 p = {0, 0, 0}, n = {0, 0, 0};
    sheet_set_axis(&p, s->u, s->us->at[i]);
    sheet_set_axis(&p, s->v, s->vs->at[k]);
    sheet_set_axis(&p, third, s->w);
    sheet_set_axis(&n, third, s->backwards ? -1 : 1);
    wend_vec2 uv = {s->us->at[i] / s->repeat, -s->vs->at[k] / s->repeat};
    return row[i] = scene_builder_vertex(b, p, n, uv);
}

void sheet_emit(scene_builder* b, const sheet* s) {
    uint32_t rows[2][SHEET_MAX_LINES];
    memset(rows, 255, sizeof rows);
    // u x v points along the third axis if (u, v) is in cyclic order (x, y, z, x).
    bool flip = (((int)s->v - (int)s->u + 3) % 3 == 1) == s->backwards;
    for (int k = 0; k + 1 < s->vs->count; k++) {
        uint32_t *low = rows[k & 1], *high = rows[~k & 1];
        memset(high, 255, sizeof rows[0]);
        for (int i = 0; i + 1 < s->us->count; i++) {
            if (sheet_is_hole(s, i, k)) continue;
            uint32_t p = vertex(b, s, low, i, k), q = vertex(b, s, low, i + 1, k);
            uint32_t r = vertex(b, s, high, i + 1, k + 1), t = vertex(b, s, high, i, k + 1);
            scene_builder_triangle(b, p, flip ? r : q, flip ? q : r);
            scene_builder_triangle(b, p, flip ? t : r, flip ? r : t);
        }
    }
}

void sheet_box(scene_builder* b, wend_vec3 low, wend_vec3 high, float repeat) {
    const sheet_lines lines[3] = {{{low.x, high.x}, 2}, {{low.y, high.y}, 2}, {{low.z, high.z}, 2}};
    const float ends[3][2] = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
    for (int face = 0; face < 6; face++) {
        int w = face >> 1, u = w == SHEET_X ? SHEET_Z : SHEET_X, v = 3 - u - w;
        sheet s = {.u = (sheet_axis)u,
                   .v = (sheet_axis)v,
                   .w = ends[w][face & 1],
                   .backwards = !(face & 1),
                   .us = &lines[u],
                   .vs = &lines[v],
                   .repeat = repeat};
        sheet_emit(b, &s);
    }
}

void sheet_quad(scene_builder* b, const wend_vec3 c[4], float repeat) {
    wend_vec3 n =
        wend_v3_normalize(wend_v3_cross(wend_v3_sub(c[1], c[0]), wend_v3_sub(c[2], c[0])));
    uint32_t v[4];
    for (int i = 0; i < 4; i++) {
        wend_vec2 uv = {c[i].x, c[i].z};
        if (fabsf(n.x) > fabsf(n.y) && fabsf(n.x) >= fabsf(n.z))
            uv = (wend_vec2){c[i].z, -c[i].y};
        else if (fabsf(n.z) > fabsf(n.y))
            uv = (wend_vec2){c[i].x, -c[i].y};
        v[i] = scene_builder_vertex(b, c[i], n, (wend_vec2){uv.x / repeat, uv.y / repeat});
    }
    scene_builder_triangle(b, v[0], v[1], v[2]);
    scene_builder_triangle(b, v[0], v[2], v[3]);
}
