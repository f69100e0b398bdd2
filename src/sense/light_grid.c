#include "sense/light_grid.h"

#include <string.h>

void light_grid_destroy(light_grid* g) {
    ARRAY_FREE(&g->points);
    ARRAY_FREE(&g->ring);
}

uint64_t light_grid_size(const facet_surface* s) {
    return s->count == 1 ? 1 : (uint64_t)s->columns * s->rows;
}

static float clamp_light(float light) { return fminf(fmaxf(light, 0), 255); }

static uint32_t light_grid_byte_of(float light) { return (uint32_t)(clamp_light(light) + 0.5f); }

// A single triangle: one cell whose column is the light value. Tile corners may be outside of the
// triangle, so the range is extended by its double on both sides.
static void fill_line(const uint8_t* light, const facet_surface* s, const wend_vec3 p[3],
                      view_surface* to, uint32_t* out) {
    float value[3], low = 255, high = 0;
    for (int k = 0; k < 3; k++) {
        value[k] = light[s->corner[k]];
        low = fminf(low, value[k]);
        high = fmaxf(high, value[k]);
    }
    float range = high - low;
    uint32_t from = light_grid_byte_of(low - 2 * range), end = light_grid_byte_of(high + 2 * range);
    for (int k = 0; k < 3; k++)
        value[k] = end > from ? (value[k] - (float)from) / (float)(end - from) : 0;
    view_set_function(p, value, VIEW_COLUMN, to);
    view_set_function(p, (const float[3]){0, 0, 0}, VIEW_ROW, to);
    to->columns = to->rows = 1;
    *out = (from | end << 8) * 0x10001;
}

static void light_grid_place_of(const facet_surface* s, wend_vec3 p, double at[2]) {
    double v[3] = {p.x - s->origin[0], p.y - s->origin[1], p.z - s->origin[2]};
    at[0] = v[0] * s->across[0] + v[1] * s->across[1] + v[2] * s->across[2];
    at[1] = v[0] * s->down[0] + v[1] * s->down[1] + v[2] * s->down[2];
}

static double light_grid_turn(const double a[2], const double b[2], double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int clamp_index(double v, uint32_t cells) {
    return v <= 0 ? 0 : v >= cells ? (int)cells : (int)v;
}

// Interpolates the light of the grid points inside a triangle.
static void fill_triangle(float* points, const facet_surface* s, const double at[3][2],
                          const float light[3]) {
    double area = light_grid_turn(at[0], at[1], at[2][0], at[2][1]);
    if (!(fabs(area) > 0)) return;
    double low[2], high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = fmin(fmin(at[0][k], at[1][k]), at[2][k]) - 0.01;
        high[k] = fmax(fmax(at[0][k], at[1][k]), at[2][k]) + 0.01;
    }
    int x0 = clamp_index(ceil(low[0]), s->columns), x1 = clamp_index(high[0], s->columns);
    int y0 = clamp_index(ceil(low[1]), s->rows), y1 = clamp_index(high[1], s->rows);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            double share[3];
            for (int k = 0; k < 3; k++)
                share[k] = light_grid_turn(at[(k + 1) % 3], at[(k + 2) % 3], x, y) / area;
            if (share[0] < -0.01 || share[1] < -0.01 || share[2] < -0.01) continue;
            points[(uint32_t)y * (s->columns + 1) + (uint32_t)x] =
                (float)(share[0] * light[0] + share[1] * light[1] + share[2] * light[2]);
        }
}

// Mean of the known neighbours; negative if there is none.
static float mean_around(const float* points, const facet_surface* s, uint32_t at) {
    uint32_t width = s->columns + 1, x = at % width, y = at / width;
    float sum = 0;
    int known = 0;
    for (int k = 0; k < 4; k++) {
        uint32_t nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
        if (nx > s->columns || ny > s->rows || points[ny * width + nx] < 0) continue;
        sum += points[ny * width + nx];
        known++;
    }
    return known ? sum / (float)known : -1;
}

// Extrapolates to points outside of the surface, ring by ring.
static bool fill_rest(light_grid* g, const facet_surface* s, float otherwise) {
    float* points = g->points.items;
    uint32_t count = (s->columns + 1) * (s->rows + 1);
    if (!ARRAY_RESERVE(&g->ring, count)) return false;
    for (uint32_t ring = 1; ring;) {
        ring = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (points[i] >= 0) continue;
            float light = mean_around(points, s, i);
            if (light >= 0) g->ring.items[ring++] = (light_grid_point){i, light};
        }
        for (uint32_t i = 0; i < ring; i++) points[g->ring.items[i].at] = g->ring.items[i].light;
    }
    for (uint32_t i = 0; i < count; i++)
        if (points[i] < 0) points[i] = otherwise;
    return true;
}

static bool fill_grid(light_grid* g, const wend_scene_arrays* a, const wend_instance* instance,
                      const facet_mesh* mesh, const facet_surface* s, uint32_t* out) {
    const wend_mesh* m = &a->meshes.items[instance->mesh];
    const uint8_t* vertex_light = a->light.items + instance->first_light;
    uint32_t count = (s->columns + 1) * (s->rows + 1);
    if (!ARRAY_RESERVE(&g->points, count)) return false;
    for (uint32_t i = 0; i < count; i++) g->points.items[i] = -1;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t* index =
            a->indices.items + m->first_index + 3 * mesh->triangles[s->first + i];
        double at[3][2];
        float light[3];
        for (int k = 0; k < 3; k++) {
            light_grid_place_of(s, a->positions.items[m->first_vertex + index[k]], at[k]);
            light[k] = vertex_light[index[k]];
        }
        fill_triangle(g->points.items, s, at, light);
    }
    if (!fill_rest(g, s, vertex_light[s->corner[0]])) return false;
    for (uint32_t y = 0; y < s->rows; y++)
        for (uint32_t x = 0; x < s->columns; x++) {
            const float* upper = g->points.items + y * (s->columns + 1) + x;
            const float* lower = upper + s->columns + 1;
            *out++ = light_grid_byte_of(upper[0]) | light_grid_byte_of(upper[1]) << 8 |
                     light_grid_byte_of(lower[0]) << 16 | light_grid_byte_of(lower[1]) << 24;
        }
    return true;
}

bool light_grid_fill(light_grid* g, const wend_scene_arrays* a, const wend_instance* instance,
                     const facet_mesh* mesh, const facet_surface* s, const wend_vec3 p[3],
                     view_surface* to, uint32_t* out) {
    if (s->count == 1) {
        fill_line(a->light.items + instance->first_light, s, p, to, out);
        return true;
    }
    uint32_t first = a->meshes.items[instance->mesh].first_vertex;
    float column[3], row[3];
    for (int k = 0; k < 3; k++) {
        double at[2];
        light_grid_place_of(s, a->positions.items[first + s->corner[k]], at);
        column[k] = (float)at[0];
        row[k] = (float)at[1];
    }
    view_set_function(p, column, VIEW_COLUMN, to);
    view_set_function(p, row, VIEW_ROW, to);
    to->columns = (uint16_t)s->columns;
    to->rows = (uint16_t)s->rows;
    return fill_grid(g, a, instance, mesh, s, out);
}
