// From an RGB-D image to points with colours and normals.
#include <string.h>

#include "perceive/segment_rows.h"

// Depth and colour of the points of a row, from the central pixel of each step x step block.
static void segment_grid_take_row(segment_grid* g, const wend_rgbd_image* p, int row) {
    int first = row * g->width, y = row * g->step + g->step / 2;
    size_t from = (size_t)y * (size_t)p->width + (size_t)(g->step / 2);
    for (int i = first; i < first + g->width; i++, from += (size_t)g->step) {
        const uint8_t* c = p->rgb + 3 * from;
        g->depth[i] = p->depth[from];
        memcpy(g->rgb[i], c, 3);
        g->grey[i] = (uint8_t)((77 * c[0] + 150 * c[1] + 29 * c[2]) >> 8);
    }
}

void segment_grid_fill(segment_grid* g, const wend_rgbd_image* p) {
    const segment_rows* rows = segment_rows_best();
    float focal = (float)p->width / 2 / tanf(p->hfov * (float)(WEND_PI / 360));
    float right[SEGMENT_MAX_SIDE];
    segment_ray ray = {.right = right,
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
        segment_grid_take_row(g, p, row);
        rows->points(g, row, &ray);
        if (row >= 2) rows->normals(g, row - 2);
    }
    for (int row = g->height - 2; row < g->height; row++) rows->normals(g, row);
}
