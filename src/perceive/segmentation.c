#include "perceive/segmentation.h"

#include <string.h>

#include "perceive/prototypes.h"

static wend_status segment_make_grid(segment_grid* g, wend_error* error) {
    size_t points = (size_t)g->width * (size_t)g->height, margin = 2 * (size_t)g->width;
    float** const arrays[] = {&g->points.x,  &g->points.y,  &g->points.z, &g->normals.x,
                              &g->normals.y, &g->normals.z, &g->depth,    &g->inverse};
    size_t count = sizeof arrays / sizeof *arrays;
    g->memory = wend_alloc_zero(count * (points + 2 * margin), sizeof *g->memory);
    g->rgb = wend_alloc(points * sizeof *g->rgb);
    g->grey = wend_alloc(points);
    g->labels = wend_alloc(points * sizeof *g->labels);
    if (!g->memory || !g->rgb || !g->grey || !g->labels)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a segmentation");
    for (size_t i = 0; i < count; i++) *arrays[i] = g->memory + i * (points + 2 * margin) + margin;
    return WEND_OK;
}

wend_status wend_segmentation_create(int width, int height, wend_segmentation** out,
                                     wend_error* error) {
    *out = NULL;
    if (width < 8 || height < 8 || width > 4096 || height > 4096)
        return wend_fail(error, WEND_ARGUMENT, "image of %d x %d: sides must be in [8, 4096]",
                         width, height);
    wend_segmentation* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a segmentation");
    int longer = width > height ? width : height;
    s->width = width;
    s->height = height;
    s->grid.step = (longer + SEGMENT_MAX_SIDE - 1) / SEGMENT_MAX_SIDE;
    s->grid.width = width / s->grid.step;
    s->grid.height = height / s->grid.step;
    size_t points = (size_t)s->grid.width * (size_t)s->grid.height;
    wend_status status = segment_make_grid(&s->grid, error);
    s->links = wend_alloc(points);
    s->runs = wend_alloc(points / 2 * sizeof *s->runs);
    s->parents = wend_alloc(points / 2 * sizeof *s->parents);
    s->sizes = wend_alloc(points / 2 * sizeof *s->sizes);
    s->contacts = wend_alloc(sizeof *s->contacts * SEGMENT_MAX_PIECES * SEGMENT_MAX_PIECES);
    if (status == WEND_OK && !(s->links && s->runs && s->parents && s->sizes && s->contacts))
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for a segmentation");
    if (status != WEND_OK) {
        wend_segmentation_destroy(s);
        return status;
    }
    *out = s;
    return WEND_OK;
}

void wend_segmentation_destroy(wend_segmentation* s) {
    if (!s) return;
    wend_free(s->grid.memory);
    wend_free(s->grid.rgb);
    wend_free(s->grid.grey);
    wend_free(s->grid.labels);
    wend_free(s->links);
    wend_free(s->runs);
    wend_free(s->parents);
    wend_free(s->sizes);
    wend_free(s->contacts);
    wend_free(s);
}

wend_status wend_segmentation_look(wend_segmentation* s, const wend_rgbd_image* picture,
                                   wend_error* error) {
    if (picture->width != s->width || picture->height != s->height)
        return wend_fail(error, WEND_ARGUMENT,
                         "image of %d x %d for a segmentation of %d x %d: sizes must be equal",
                         picture->width, picture->height, s->width, s->height);
    segment_grid_fill(&s->grid, picture);
    s->count = segments_find(s);
    regions_describe(s);
    for (int i = 0; i < s->count; i++) s->guesses[i].count = -1;
    return WEND_OK;
}

int wend_segmentation_count(const wend_segmentation* s) { return s->count; }

const wend_region* wend_segmentation_at(const wend_segmentation* s, int index) {
    return &s->regions[index];
}

int wend_segmentation_region_at(const wend_segmentation* s, int x, int y) {
    int column = x / s->grid.step, row = y / s->grid.step;
    if (column >= s->grid.width || row >= s->grid.height) return -1;
    return s->grid.labels[row * s->grid.width + column];
}

int wend_segmentation_guess(wend_segmentation* s, int index, wend_guess guesses[WEND_MAX_GUESSES]) {
    if (s->guesses[index].count < 0)
        s->guesses[index].count =
            prototypes_guess(s->regions[index].features, s->guesses[index].items);
    memcpy(guesses, s->guesses[index].items, sizeof s->guesses[index].items);
    return s->guesses[index].count;
}

float wend_segmentation_is(wend_segmentation* s, int index, wend_category category) {
    wend_guess guesses[WEND_MAX_GUESSES];
    int count = wend_segmentation_guess(s, index, guesses);
    for (int i = 0; i < count; i++)
        if (guesses[i].category == category) return guesses[i].share;
    return 0;
}
