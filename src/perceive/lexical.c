// A localizer without trained weights: it segments the image, compares each region with prototypes
// of the category a text names, and multiplies by how well colour, material and size words fit.
#include "perceive/lexical.h"

#include "perceive/segmentation.h"

#include "wend/language.h"

static const float WORTH = 0.05f;  // less relevant regions are dropped
// Share of the relevance that is lost if a word does not fit at all.
static const float COLOUR_COUNTS = 0.85f, MATERIAL_COUNTS = 0.15f, SIZE_COUNTS = 0.4f;

typedef struct lexical {
    wend_segmentation* segmentation;  // for the size of the first image
    wend_described_object objects[WEND_MAX_TEXTS];
    int count;
} lexical;

static void lexical_destroy(void* memory) {
    wend_segmentation_destroy(((lexical*)memory)->segmentation);
}

static wend_status lexical_seek(void* memory, const char* const* texts, int count,
                                wend_error* error) {
    lexical* l = memory;
    if (count > WEND_MAX_TEXTS)
        return wend_fail(error, WEND_LIMIT, "localizer lexical: %d texts; at most %d", count,
                         WEND_MAX_TEXTS);
    l->count = count;
    for (int i = 0; i < count; i++) l->objects[i] = wend_description_read(texts[i]).target;
    return WEND_OK;
}

// The best fit of the named colours: a view of a "black and grey" object may show either.
static float colors_fit(const wend_region* region, const wend_described_object* object) {
    float best = object->color_count ? 0 : 1;
    for (int i = 0; i < object->color_count; i++)
        best = fmaxf(best, wend_region_color_fits(region, object->colors[i]));
    return best;
}

static float relevance_of(lexical* l, int index, const wend_described_object* object) {
    const wend_region* region = wend_segmentation_at(l->segmentation, index);
    if (!object->category || region->pixels < 16) return 0;
    float share = wend_segmentation_is(l->segmentation, index, object->category);
    // Words that do not fit reduce the relevance by their reliability: lighting changes colours,
    // and images show little of materials.
    if (object->material)
        share *= 1 - MATERIAL_COUNTS +
                 MATERIAL_COUNTS * wend_region_material_fits(region, object->material);
    if (object->size)
        share *= 1 - SIZE_COUNTS + SIZE_COUNTS * wend_region_size_fits(region, object->size);
    return share * (1 - COLOUR_COUNTS + COLOUR_COUNTS * colors_fit(region, object));
}

static void lexical_add_detection(wend_detections* detections, const wend_detection* detection) {
    if (detections->count < WEND_MAX_DETECTIONS) {
        detections->items[detections->count++] = *detection;
        return;
    }
    int weakest = 0;
    for (int i = 1; i < detections->count; i++)
        if (detections->items[i].relevance < detections->items[weakest].relevance) weakest = i;
    if (detections->items[weakest].relevance < detection->relevance)
        detections->items[weakest] = *detection;
}

// The region's pixel nearest to the centre of its box.
static void find_middle_pixel(const wend_segmentation* g, int index, wend_detection* detection) {
    const wend_region* r = wend_segmentation_at(g, index);
    int step = g->grid.step, mx = (r->left + r->right) / 2, my = (r->top + r->bottom) / 2;
    long nearest = -1;
    for (int y = r->top / step; y <= r->bottom / step; y++)
        for (int x = r->left / step; x <= r->right / step; x++) {
            if (g->grid.labels[y * g->grid.width + x] != index) continue;
            long dx = x * step + step / 2 - mx, dy = y * step + step / 2 - my;
            if (nearest >= 0 && dx * dx + dy * dy >= nearest) continue;
            nearest = dx * dx + dy * dy;
            detection->x = x * step + step / 2;
            detection->y = y * step + step / 2;
        }
}

static wend_status lexical_look(void* memory, const wend_rgbd_image* picture,
                                wend_detections* detections, wend_error* error) {
    lexical* l = memory;
    if (!l->segmentation)
        WEND_TRY(
            wend_segmentation_create(picture->width, picture->height, &l->segmentation, error));
    WEND_TRY(wend_segmentation_look(l->segmentation, picture, error));
    const segment_grid* g = &l->segmentation->grid;
    detections->count = 0;
    detections->mask = g->labels;
    detections->mask_width = g->width;
    detections->mask_height = g->height;
    detections->mask_step = g->step;
    for (int text = 0; text < l->count; text++)
        for (int i = 0; i < wend_segmentation_count(l->segmentation); i++) {
            float relevance = relevance_of(l, i, &l->objects[text]);
            if (relevance < WORTH) continue;
            const wend_region* region = wend_segmentation_at(l->segmentation, i);
            wend_detection detection = {.text = text,
                                        .relevance = relevance,
                                        .region = i,
                                        .box = region->box,
                                        .middle = region->middle,
                                        .nearest = region->nearest};
            find_middle_pixel(l->segmentation, i, &detection);
            lexical_add_detection(detections, &detection);
        }
    return WEND_OK;
}

const wend_localizer_kind lexical_localizer = {
    .name = "lexical",
    .summary = "regions by shape, size and colour compared with prototypes; no trained weights",
    .memory = sizeof(lexical),
    .destroy = lexical_destroy,
    .seek = lexical_seek,
    .look = lexical_look,
};
