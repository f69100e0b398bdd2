// Draws floor plans and projects positions onto them.
#include "report/plan_set.h"

#include <math.h>
#include <string.h>

#include "draw/scene_plan.h"
#include "report/html.h"

enum { SIDE = 900, PARTS = 24 };  // pixels of a plan's longer side; colour segments of a trajectory
static const float MAX_SCALE = 48;  // pixels per metre
static const float SHEET_MARGIN = 46;

void plan_set_destroy(plan_set* plans) {
    ARRAY_FREE(&plans->pages);
    wend_text_destroy(&plans->symbols);
}

static float plan_set_scale_for(float width, float height, int side) {
    float longer = fmaxf(fmaxf(width, height), 0.5f);
    return fminf(MAX_SCALE, ((float)side - 2 * SHEET_MARGIN) / longer);
}

wend_status plan_page_draw(const wend_scene* scene, int level, int side, plan_page* page,
                           wend_image* image, wend_error* error) {
    wend_vec3 size = wend_aabb_size(wend_scene_bounds(scene));
    draw_def def = {.level = level, .scale = plan_set_scale_for(size.x, size.z, side)};
    draw_sheet sheet;
    WEND_TRY(draw_plan_image(scene, &def, image, &sheet, error));
    *page = (plan_page){.scene = wend_scene_hash(scene),
                        .level = level,
                        .width = image->width,
                        .height = image->height,
                        .scale = sheet.scale,
                        .margin = sheet.margin,
                        .low = sheet.low};
    return WEND_OK;
}

plan_page plan_page_at(const plan_page* page, float x, float y, float side) {
    float grow = side / (float)(page->width > page->height ? page->width : page->height);
    plan_page p = *page;
    p.scale *= grow;
    p.margin *= grow;
    p.low.x -= x / p.scale;
    p.low.y -= y / p.scale;
    p.width = (int)((float)page->width * grow);
    p.height = (int)((float)page->height * grow);
    return p;
}

static wend_status put_symbol(plan_set* plans, const plan_page* page, const wend_image* image,
                              wend_error* error) {
    uint8_t* bytes;
    size_t size;
    WEND_TRY(wend_image_encode_png(image, &bytes, &size, error));
    wend_text_put(&plans->symbols,
                  "<symbol id='plan%d' viewBox='0 0 %d %d'><image width='%d' height='%d' href='",
                  page->number, page->width, page->height, page->width, page->height);
    html_data_uri(&plans->symbols, "image/png", bytes, size);
    wend_text_put(&plans->symbols, "'/></symbol>\n");
    wend_free(bytes);
    return WEND_OK;
}

wend_status plan_set_open(plan_set* plans, const wend_scene* scene, int level, plan_page* page,
                          wend_error* error) {
    uint64_t hash = wend_scene_hash(scene);
    for (size_t i = 0; i < plans->pages.count; i++) {
        *page = plans->pages.items[i];
        if (page->scene == hash && page->level == level) return WEND_OK;
    }
    wend_image image;
    WEND_TRY(plan_page_draw(scene, level, SIDE, page, &image, error));
    page->number = (int)plans->pages.count;
    plan_page* slot = ARRAY_PUSH(&plans->pages);
    wend_status status = slot ? put_symbol(plans, page, &image, error)
                              : wend_fail(error, WEND_NO_MEMORY, "out of memory for a plan");
    if (slot) *slot = *page;
    wend_image_destroy(&image);
    return status;
}

// Side of a sheet in pixels, limited for trajectories with extreme coordinates.
static int pixels_of(float metres, float scale) {
    float pixels = 2 * SHEET_MARGIN + scale * metres;
    return pixels >= 1 && pixels <= SIDE ? (int)pixels : SIDE;
}

plan_page plan_page_around(const wend_log_record* record) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i <= record->steps; i++) box = wend_aabb_add(box, record->poses[i].feet);
    wend_vec3 size = wend_aabb_size(box);
    float scale = plan_set_scale_for(size.x + 2, size.z + 2, SIDE);
    return (plan_page){.width = pixels_of(size.x + 2, scale),
                       .height = pixels_of(size.z + 2, scale),
                       .scale = scale,
                       .margin = SHEET_MARGIN,
                       .low = {box.low.x - 1, box.low.z - 1}};
}

int plan_level_of(const wend_scene* scene, float height) {
    int level = 0;
    if (!scene) return 0;
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 0; i < a->levels.count; i++)
        if (height >= a->levels.items[i].floor - 0.5f) level = (int)i;
    return level;
}

void plan_page_open(wend_text_out* out, const plan_page* page, const char* what) {
    wend_text_put(out, "<svg class='plan' viewBox='0 0 %d %d' role='img' aria-label='", page->width,
                  page->height);
    html_text(out, what);
    wend_text_put(out, "'>");
}

wend_status plan_page_put(wend_text_out* out, const plan_page* page, const wend_scene* scene,
                          const plan_trajectory* trajectory, wend_error* error) {
    canvas* c;
    WEND_TRY(canvas_create(CANVAS_SVG, page->width, page->height, 0, &c, error));
    plan_draw(c, page, scene, trajectory);
    const char* drawn = canvas_svg(c);
    if (drawn) {
        plan_page_open(out, page, "the trajectory seen from above");
        if (page->scene)
            wend_text_put(out, "<use href='#plan%d' width='%d' height='%d'/>", page->number,
                          page->width, page->height);
        wend_text_put_bytes(out, drawn, strlen(drawn));
        wend_text_put(out, "</svg>\n");
    }
    canvas_destroy(c);
    return drawn ? WEND_OK
                 : wend_fail(error, WEND_NO_MEMORY, "out of memory while drawing a trajectory");
}
