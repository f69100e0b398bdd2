// From a picture to points in space with colours and normals.
#include <string.h>

#include "perceive/glance_rows.h"

// Depth and colour of a row's points, from the middle pixel each stands for.
static void take_row(glance_grid* g, const wend_picture* p, int row) {
    int first = row * g->width, y = row * g->step + g->step / 2;
    size_t from = (size_t)y * (size_t)p->width + (size_t)(g->step / 2);
    for (int i = first; i < first + g->width; i++, from += (size_t)g->step) {
        const uint8_t* c = p->rgb + 3 * from;
        g->depth[i] = p->depth[from];
        memcpy(g->rgb[i], c, 3);
        g->grey[i] = (uint8_t)((77 * c[0] + 150 * c[1] + 29 * c[2]) >> 8);
    }
}

void glance_grid_fill(glance_grid* g, const wend_picture* p) {
    const glance_rows* rows = glance_rows_best();
    float focal = (float)p->width / 2 / tanf(p->hfov * (float)(WEND_PI / 360));
    float right[GLANCE_MAX_SIDE];
    glance_ray ray = {.right = right,
                      .sine = sinf(p->tilt),
                      .cosine = cosf(p->tilt),
                      .eye_height = p->eye_height};
    g->focal = focal / (float)g->step;
    for (int column = 0; column < g->width; column++) {
        int x = column * g->step + g->step / 2;
        right[column] = ((float)x + 0.5f - (float)p->width / 2) / focal;
    }
    for (int row = 0; row < g->height; row++) {
        int y = row * g->step + g->step / 2;
        ray.up = ((float)p->height / 2 - (float)y - 0.5f) / focal;
        take_row(g, p, row);
        rows->points(g, row, &ray);
        if (row >= 2) rows->normals(g, row - 2);
    }
    for (int row = g->height - 2; row < g->height; row++) rows->normals(g, row);
}
