#include "perceive/glance.h"

#include <string.h>

#include "perceive/prototypes.h"

static wend_status make_grid(glance_grid* g, wend_error* error) {
    size_t points = (size_t)g->width * (size_t)g->height, margin = 2 * (size_t)g->width;
    float** const arrays[] = {&g->points.x,  &g->points.y,  &g->points.z, &g->normals.x,
                              &g->normals.y, &g->normals.z, &g->depth,    &g->inverse};
    size_t count = sizeof arrays / sizeof *arrays;
    g->memory = wend_alloc_zero(count * (points + 2 * margin), sizeof *g->memory);
    g->rgb = wend_alloc(points * sizeof *g->rgb);
    g->grey = wend_alloc(points);
    g->labels = wend_alloc(points * sizeof *g->labels);
    if (!g->memory || !g->rgb || !g->grey || !g->labels)
        return wend_fail(error, WEND_NO_MEMORY, "no memory to look at pictures");
    for (size_t i = 0; i < count; i++) *arrays[i] = g->memory + i * (points + 2 * margin) + margin;
    return WEND_OK;
}

wend_status wend_glance_create(int width, int height, wend_glance** out, wend_error* error) {
    *out = NULL;
    if (width < 8 || height < 8 || width > 4096 || height > 4096)
        return wend_fail(error, WEND_ARGUMENT, "a picture of %d x %d; sides are 8 to 4096", width,
                         height);
    wend_glance* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "no memory to look at pictures");
    int longer = width > height ? width : height;
    s->width = width;
    s->height = height;
    s->grid.step = (longer + GLANCE_MAX_SIDE - 1) / GLANCE_MAX_SIDE;
    s->grid.width = width / s->grid.step;
    s->grid.height = height / s->grid.step;
    size_t points = (size_t)s->grid.width * (size_t)s->grid.height;
    wend_status status = make_grid(&s->grid, error);
    s->links = wend_alloc(points);
    s->runs = wend_alloc(points / 2 * sizeof *s->runs);
    s->parents = wend_alloc(points / 2 * sizeof *s->parents);
    s->sizes = wend_alloc(points / 2 * sizeof *s->sizes);
    s->contacts = wend_alloc(sizeof *s->contacts * GLANCE_MAX_PIECES * GLANCE_MAX_PIECES);
    if (status == WEND_OK && !(s->links && s->runs && s->parents && s->sizes && s->contacts))
        status = wend_fail(error, WEND_NO_MEMORY, "no memory to look at pictures");
    if (status != WEND_OK) {
        wend_glance_destroy(s);
        return status;
    }
    *out = s;
    return WEND_OK;
}

void wend_glance_destroy(wend_glance* s) {
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

wend_status wend_glance_look(wend_glance* s, const wend_picture* picture, wend_error* error) {
    if (picture->width != s->width || picture->height != s->height)
        return wend_fail(error, WEND_ARGUMENT, "a picture of %d x %d for a glance of %d x %d",
                         picture->width, picture->height, s->width, s->height);
    glance_grid_fill(&s->grid, picture);
    s->count = segments_find(s);
    regions_describe(s);
    for (int i = 0; i < s->count; i++) s->guesses[i].count = -1;
    return WEND_OK;
}

int wend_glance_count(const wend_glance* s) { return s->count; }

const wend_region* wend_glance_at(const wend_glance* s, int index) { return &s->regions[index]; }

int wend_glance_region_at(const wend_glance* s, int x, int y) {
    int column = x / s->grid.step, row = y / s->grid.step;
    if (column >= s->grid.width || row >= s->grid.height) return -1;
    return s->grid.labels[row * s->grid.width + column];
}

int wend_glance_guess(wend_glance* s, int index, wend_guess guesses[WEND_MAX_GUESSES]) {
    if (s->guesses[index].count < 0)
        s->guesses[index].count =
            prototypes_guess(s->regions[index].features, s->guesses[index].items);
    memcpy(guesses, s->guesses[index].items, sizeof s->guesses[index].items);
    return s->guesses[index].count;
}

float wend_glance_is(wend_glance* s, int index, wend_category category) {
    wend_guess guesses[WEND_MAX_GUESSES];
    int count = wend_glance_guess(s, index, guesses);
    for (int i = 0; i < count; i++)
        if (guesses[i].category == category) return guesses[i].share;
    return 0;
}
