// A localizer without trained weights: it cuts the picture into regions, compares each with
// prototypes of the category a text names, and its looks with the words for colour, stuff and size.
#include "perceive/lexical.h"

#include "perceive/glance.h"

#include "wend/description.h"

static const float WORTH = 0.05f;  // less relevant regions are not named
// How much a word that does not fit at all takes from a region's relevance.
static const float COLOUR_COUNTS = 0.85f, STUFF_COUNTS = 0.15f, SIZE_COUNTS = 0.4f;

typedef struct lexical {
    wend_glance* glance;  // made for the size of the first picture
    wend_thing things[WEND_MAX_TEXTS];
    int count;
} lexical;

static void destroy(void* memory) { wend_glance_destroy(((lexical*)memory)->glance); }

static wend_status seek(void* memory, const char* const* texts, int count, wend_error* error) {
    lexical* l = memory;
    if (count > WEND_MAX_TEXTS)
        return wend_fail(error, WEND_LIMIT, "%d texts to look for; at most %d", count,
                         WEND_MAX_TEXTS);
    l->count = count;
    for (int i = 0; i < count; i++) l->things[i] = wend_description_read(texts[i]).target;
    return WEND_OK;
}

// The best of the colours named: "black and grey" is either, as far as a part of it shows.
static float colors_fit(const wend_region* region, const wend_thing* thing) {
    float best = thing->color_count ? 0 : 1;
    for (int i = 0; i < thing->color_count; i++)
        best = fmaxf(best, wend_region_color_fits(region, thing->colors[i]));
    return best;
}

static float relevance_of(lexical* l, int index, const wend_thing* thing) {
    const wend_region* region = wend_glance_at(l->glance, index);
    if (!thing->category || region->pixels < 16) return 0;
    float share = wend_glance_is(l->glance, index, thing->category);
    // What is said of its looks counts against it where it does not fit, as far as it can be
    // trusted: light and shade make colours uncertain, and stuffs are told by little.
    if (thing->stuff)
        share *= 1 - STUFF_COUNTS + STUFF_COUNTS * wend_region_stuff_fits(region, thing->stuff);
    if (thing->size)
        share *= 1 - SIZE_COUNTS + SIZE_COUNTS * wend_region_size_fits(region, thing->size);
    return share * (1 - COLOUR_COUNTS + COLOUR_COUNTS * colors_fit(region, thing));
}

static void keep(wend_finds* finds, const wend_find* find) {
    if (finds->count < WEND_MAX_FINDS) {
        finds->items[finds->count++] = *find;
        return;
    }
    int least = 0;
    for (int i = 1; i < finds->count; i++)
        if (finds->items[i].relevance < finds->items[least].relevance) least = i;
    if (finds->items[least].relevance < find->relevance) finds->items[least] = *find;
}

// The point of the region nearest to the middle of its box in the picture.
static void find_middle_pixel(const wend_glance* g, int index, wend_find* find) {
    const wend_region* r = wend_glance_at(g, index);
    int step = g->grid.step, mx = (r->left + r->right) / 2, my = (r->top + r->bottom) / 2;
    long nearest = -1;
    for (int y = r->top / step; y <= r->bottom / step; y++)
        for (int x = r->left / step; x <= r->right / step; x++) {
            if (g->grid.labels[y * g->grid.width + x] != index) continue;
            long dx = x * step + step / 2 - mx, dy = y * step + step / 2 - my;
            if (nearest >= 0 && dx * dx + dy * dy >= nearest) continue;
            nearest = dx * dx + dy * dy;
            find->x = x * step + step / 2;
            find->y = y * step + step / 2;
        }
}

static wend_status look(void* memory, const wend_picture* picture, wend_finds* finds,
                        wend_error* error) {
    lexical* l = memory;
    if (!l->glance)
        WEND_TRY(wend_glance_create(picture->width, picture->height, &l->glance, error));
    WEND_TRY(wend_glance_look(l->glance, picture, error));
    const glance_grid* g = &l->glance->grid;
    finds->count = 0;
    finds->mask = g->labels;
    finds->mask_width = g->width;
    finds->mask_height = g->height;
    finds->mask_step = g->step;
    for (int text = 0; text < l->count; text++)
        for (int i = 0; i < wend_glance_count(l->glance); i++) {
            float relevance = relevance_of(l, i, &l->things[text]);
            if (relevance < WORTH) continue;
            const wend_region* region = wend_glance_at(l->glance, i);
            wend_find find = {.text = text,
                              .relevance = relevance,
                              .region = i,
                              .box = region->box,
                              .middle = region->middle,
                              .nearest = region->nearest};
            find_middle_pixel(l->glance, i, &find);
            keep(finds, &find);
        }
    return WEND_OK;
}

const wend_localizer_kind lexical_localizer = {
    .name = "lexical",
    .summary = "regions by shape, size and colour beside prototypes; no trained weights",
    .memory = sizeof(lexical),
    .destroy = destroy,
    .seek = seek,
    .look = look,
};
