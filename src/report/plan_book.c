#include "report/plan_book.h"

#include <math.h>
#include <stdio.h>

#include "report/html.h"
#include "scene/draw.h"

enum { SIDE = 900, PARTS = 24 };    // pixels of a plan's longer side; pieces of a walk's colours
static const float MAX_SCALE = 48;  // pixels a metre
static const float SHEET_MARGIN = 46;

void plan_book_destroy(plan_book* book) {
    ARRAY_FREE(&book->pages);
    text_destroy(&book->symbols);
}

static float scale_for(float width, float height) {
    float longer = fmaxf(fmaxf(width, height), 0.5f);
    return fminf(MAX_SCALE, (SIDE - 2 * SHEET_MARGIN) / longer);
}

static wend_status put_symbol(plan_book* book, const plan_page* page, const wend_image* image,
                              wend_error* error) {
    uint8_t* bytes;
    size_t size;
    WEND_TRY(wend_image_encode_png(image, &bytes, &size, error));
    text_put(&book->symbols,
             "<symbol id='plan%d' viewBox='0 0 %d %d'><image width='%d' height='%d' href='",
             page->number, page->width, page->height, page->width, page->height);
    html_data_uri(&book->symbols, "image/png", bytes, size);
    text_put(&book->symbols, "'/></symbol>\n");
    wend_free(bytes);
    return WEND_OK;
}

wend_status plan_book_open(plan_book* book, const wend_scene* scene, int level, plan_page* page,
                           wend_error* error) {
    uint64_t hash = wend_scene_hash(scene);
    for (size_t i = 0; i < book->pages.count; i++) {
        *page = book->pages.items[i];
        if (page->scene == hash && page->level == level) return WEND_OK;
    }
    wend_vec3 size = wend_aabb_size(wend_scene_bounds(scene));
    draw_def def = {.level = level, .scale = scale_for(size.x, size.z)};
    wend_image image;
    draw_sheet sheet;
    WEND_TRY(draw_plan_image(scene, &def, &image, &sheet, error));
    *page = (plan_page){hash,         level,       (int)book->pages.count, image.width,
                        image.height, sheet.scale, sheet.margin,           sheet.low};
    plan_page* slot = ARRAY_PUSH(&book->pages);
    wend_status status = slot ? put_symbol(book, page, &image, error)
                              : wend_fail(error, WEND_NO_MEMORY, "no memory for a plan");
    if (slot) *slot = *page;
    wend_image_destroy(&image);
    return status;
}

plan_page plan_page_around(const wend_log_record* record) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i <= record->steps; i++) box = wend_aabb_add(box, record->poses[i].feet);
    wend_vec3 size = wend_aabb_size(box);
    float scale = scale_for(size.x + 2, size.z + 2);
    return (plan_page){.width = (int)(2 * SHEET_MARGIN + scale * (size.x + 2)),
                       .height = (int)(2 * SHEET_MARGIN + scale * (size.z + 2)),
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

// ---- over it ------------------------------------------------------------------------------------

uint32_t plan_time_color(double share) {
    static const uint8_t stops[4][3] = {
        {13, 8, 135}, {140, 20, 160}, {219, 92, 104}, {250, 160, 50}};
    double at = (share < 0 ? 0 : share > 1 ? 1 : share) * 3;
    int i = at >= 3 ? 2 : (int)at;
    uint32_t color = 0;
    for (int k = 0; k < 3; k++)
        color =
            color << 8 | (uint32_t)lround(stops[i][k] + (at - i) * (stops[i + 1][k] - stops[i][k]));
    return color;
}

// What is being drawn: a walk on a page.
typedef struct sheet {
    text_out* out;
    const plan_page* page;
    const wend_scene* scene;
    const plan_walk* walk;
} sheet;

static wend_vec2 place(const sheet* s, wend_vec3 at) {
    const plan_page* p = s->page;
    return (wend_vec2){p->margin + (at.x - p->low.x) * p->scale,
                       p->margin + (at.z - p->low.y) * p->scale};
}

static bool is_here(const sheet* s, wend_vec3 at) {
    return plan_level_of(s->scene, at.y) == s->page->level;
}

static void put_point(const sheet* s, wend_vec3 at) {
    wend_vec2 p = place(s, at);
    text_put(s->out, "%.1f,%.1f ", (double)p.x, (double)p.y);
}

// A line through points [from, to] of the record where they are on this level.
static void put_line(const sheet* s, const char* style, int from, int to) {
    const wend_log_pose* poses = s->walk->record->poses;
    bool open = false;
    for (int i = from; i <= to; i++) {
        bool here = is_here(s, poses[i].feet);
        if (open && !here) text_put(s->out, "'/>");
        if (here && !open) text_put(s->out, "<polyline %s points='", style);
        if (here && (!open || wend_v3_distance(poses[i].feet, poses[i - 1].feet) > 0))
            put_point(s, poses[i].feet);
        open = here;
    }
    if (open) text_put(s->out, "'/>");
}

static void put_walk(const sheet* s) {
    int steps = s->walk->record->steps;
    put_line(s, "class='casing'", 0, steps);
    for (int part = 0; part < PARTS; part++) {
        int from = (int)((int64_t)steps * part / PARTS),
            to = (int)((int64_t)steps * (part + 1) / PARTS);
        char style[48];
        snprintf(style, sizeof style, "class='walk' stroke='#%06x'",
                 plan_time_color((part + 0.5) / PARTS));
        if (to > from) put_line(s, style, from, to);
    }
}

static void put_shortest(const sheet* s) {
    const plan_walk* w = s->walk;
    bool open = false;
    for (int i = 0; i < w->corner_count; i++) {
        bool here = is_here(s, w->shortest[i]);
        if (open && !here) text_put(s->out, "'/>");
        if (here && !open) text_put(s->out, "<polyline class='shortest' points='");
        if (here) put_point(s, w->shortest[i]);
        open = here;
    }
    if (open) text_put(s->out, "'/>");
}

static void put_goals(const sheet* s) {
    const plan_walk* w = s->walk;
    for (int i = 0; i < w->goal_count; i++) {
        if (!is_here(s, w->goals[i])) continue;
        wend_vec2 p = place(s, w->goals[i]);
        text_put(s->out,
                 "<circle class='goal' cx='%.1f' cy='%.1f' r='13'><title>goal %d</title></circle>",
                 (double)p.x, (double)p.y, i + 1);
        text_put(s->out, "<text class='goal-number' x='%.1f' y='%.1f'>%d</text>", (double)p.x,
                 (double)p.y + 6, i + 1);
    }
}

// Where something was declared: a tick if it was accepted, a cross if not.
static void put_marks(const sheet* s) {
    const plan_walk* w = s->walk;
    for (int i = 0; i < w->mark_count; i++) {
        plan_mark m = w->marks[i];
        wend_vec3 feet = w->record->poses[m.step].feet;
        if (!is_here(s, feet)) continue;
        wend_vec2 p = place(s, feet);
        text_put(s->out,
                 "<g class='mark %s' transform='translate(%.1f %.1f)'><title>%s at step "
                 "%d: %s</title><path d='M0 -12L12 0L0 12L-12 0Z'/><path class='sign' d='%s'/></g>",
                 m.right ? "right" : "wrong", (double)p.x, (double)p.y,
                 w->record->actions[m.step] == 'G' ? "FOUND" : "STOP", m.step + 1,
                 m.right ? "right" : "wrong", m.right ? "M-5 0L-1 4L5 -4" : "M-4 -4L4 4M4 -4L-4 4");
    }
}

static void put_start(const sheet* s) {
    const wend_log_pose* start = &s->walk->record->poses[0];
    if (!is_here(s, start->feet)) return;
    wend_vec2 p = place(s, start->feet);
    text_put(s->out,
             "<g transform='translate(%.1f %.1f) rotate(%.1f)'><title>start</title>"
             "<path class='start' d='M0 -16L9 10L0 5L-9 10Z'/></g>",
             (double)p.x, (double)p.y, -(double)start->heading * 180 / WEND_PI);
}

void plan_page_put(text_out* out, const plan_page* page, const wend_scene* scene,
                   const plan_walk* walk) {
    sheet s = {out, page, scene, walk};
    text_put(
        out,
        "<svg class='plan' viewBox='0 0 %d %d' role='img' aria-label='the walk seen from above'>",
        page->width, page->height);
    if (page->scene)
        text_put(out, "<use href='#plan%d' width='%d' height='%d'/>", page->number, page->width,
                 page->height);
    else
        text_put(out, "<rect class='paper' width='%d' height='%d'/>", page->width, page->height);
    put_shortest(&s);
    put_walk(&s);
    put_goals(&s);
    put_start(&s);
    put_marks(&s);
    text_put(out, "</svg>\n");
}
