// From a picture to points in space with colours and normals.
#include <string.h>

#include "perceive/glance.h"

#define FAR 10.0f  // metres; what is further away is not looked at

static void fill_points(glance_grid* g, const wend_picture* p) {
    float focal = (float)p->width / 2 / tanf(p->hfov * (float)(WEND_PI / 360));
    float sine = sinf(p->tilt), cosine = cosf(p->tilt);
    g->focal = focal / (float)g->step;
    for (int row = 0; row < g->height; row++)
        for (int column = 0; column < g->width; column++) {
            int i = row * g->width + column;
            int x = column * g->step + g->step / 2, y = row * g->step + g->step / 2;
            size_t from = (size_t)y * (size_t)p->width + (size_t)x;
            float d = p->depth[from];
            bool seen = d > 0.02f && d < FAR;
            g->depth[i] = seen ? d : 0;
            g->inverse[i] = seen ? 1 / d : 0;
            float right = ((float)x + 0.5f - (float)p->width / 2) / focal * d;
            float up = ((float)p->height / 2 - (float)y - 0.5f) / focal * d;
            g->points[i] =
                wend_v3(right, p->eye_height + up * cosine + d * sine, up * sine - d * cosine);
            const uint8_t* c = p->rgb + 3 * from;
            memcpy(g->rgb[i], c, 3);
            g->grey[i] = (uint8_t)((77 * c[0] + 150 * c[1] + 29 * c[2]) >> 8);
        }
}

// How far three points in a row are from a straight line, in inverse depth, where planes are
// straight.
static float bend(const float* inverse, int offset) {
    float b = inverse[offset], c = inverse[2 * offset];
    if (!(b > 0)) return INFINITY;
    return c > 0 ? fabsf(inverse[0] - 2 * b + c) : fabsf(inverse[0] - b);
}

// The way to the neighbour on that side where the surface goes on: at the edge of a thing this
// stays on it. `at` of `count` points in a row.
static wend_vec3 slope(const glance_grid* g, int i, int offset, int at, int count) {
    float back = at > 1 ? bend(g->inverse + i, -offset) : INFINITY;
    float next = at + 2 < count ? bend(g->inverse + i, offset) : INFINITY;
    if (back == INFINITY && next == INFINITY) return wend_v3(0, 0, 0);
    return next <= back ? wend_v3_sub(g->points[i + offset], g->points[i])
                        : wend_v3_sub(g->points[i], g->points[i - offset]);
}

static void fill_normals(glance_grid* g) {
    for (int row = 0; row < g->height; row++)
        for (int column = 0; column < g->width; column++) {
            int i = row * g->width + column;
            g->normals[i] = wend_v3(0, 0, 0);
            if (!(g->depth[i] > 0)) continue;
            wend_vec3 right = slope(g, i, 1, column, g->width);
            wend_vec3 down = slope(g, i, g->width, row, g->height);
            wend_vec3 n = wend_v3_cross(down, right);
            float length = wend_v3_length(n);
            if (length > 0) g->normals[i] = wend_v3_scale(n, 1 / length);
        }
}

void glance_grid_fill(glance_grid* g, const wend_picture* picture) {
    fill_points(g, picture);
    fill_normals(g);
}
