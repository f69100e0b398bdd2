// Floor plans of a report: each floor of each scene is drawn once, as an SVG symbol that episodes
// refer to; overlays are drawn per episode.
#ifndef WEND_REPORT_PLAN_SET_H
#define WEND_REPORT_PLAN_SET_H

#include "base/array.h"
#include "draw/canvas.h"

#include "wend/files.h"
#include "wend/log.h"
#include "wend/scene.h"

// Projection of a plan: pixels per metre, and the scene's minimum x and z.
typedef struct plan_page {
    uint64_t scene;  // hash; 0: an empty sheet around a trajectory, without a plan
    int level;
    int number;  // index of its symbol
    int width, height;
    float scale, margin;
    wend_vec2 low;
} plan_page;

typedef struct plan_set {
    ARRAY_OF(plan_page) pages;
    wend_text_out symbols;  // SVG symbols, written once per report
} plan_set;

void plan_set_destroy(plan_set* plans);  // safe on {0} and twice

// Draws a floor with at most `side` pixels per side. The caller destroys the image.
wend_status plan_page_draw(const wend_scene* scene, int level, int side, plan_page* page,
                           wend_image* image, wend_error* error);
// The page scaled to `side` pixels on its longer side and moved to `x`, `y` of a larger image.
plan_page plan_page_at(const plan_page* page, float x, float y, float side);
// The page of a floor; drawn on first use.
wend_status plan_set_open(plan_set* plans, const wend_scene* scene, int level, plan_page* page,
                          wend_error* error);
// An empty sheet around the trajectory, for scenes that cannot be loaded.
plan_page plan_page_around(const wend_log_record* record);

// The floor of a height; 0 if the scene has no floors.
int plan_level_of(const wend_scene* scene, float height);  // Nullable: scene

// ---- overlays -----------------------------------------------------------------------------------

enum { PLAN_MAX_GOALS = 32, PLAN_MAX_MARKS = 128, PLAN_MAX_CORNERS = 512 };

typedef struct plan_mark {
    int step;    // of the FOUND or STOP action
    bool right;  // the declaration was correct
} plan_mark;

// The trajectory of one agent in one episode, and its overlays.
typedef struct plan_trajectory {
    const wend_log_record* record;    // record up to the current step
    int steps;                        // steps of the whole trajectory: range of the colour scale
    wend_vec3 goals[PLAN_MAX_GOALS];  // in order, at the start of the episode
    int goal_count;
    wend_vec3 shortest[PLAN_MAX_CORNERS];  // path from the start through all goals
    int corner_count;
    plan_mark marks[PLAN_MAX_MARKS];
    int mark_count;
} plan_trajectory;

// Projects a point of the scene onto a page.
wend_vec2 plan_place(const plan_page* page, wend_vec3 at);
// Draws a line through those of `count` positions, `stride` bytes apart, that are on the page's
// level. Nullable: scene (no plan).
void plan_line(canvas* c, const plan_page* page, const wend_scene* scene, const wend_vec3* first,
               size_t stride, int count, canvas_style style);
// Draws a goal: a number in a circle. Nullable: scene.
void plan_number(canvas* c, const plan_page* page, const wend_scene* scene, wend_vec3 at,
                 int number);
// Draws the part of the trajectory on the page's level. Nullable: scene (no plan).
void plan_draw(canvas* c, const plan_page* page, const wend_scene* scene,
               const plan_trajectory* trajectory);
// Begins a page as inline SVG; `what` is its alternative text.
void plan_page_open(wend_text_out* out, const plan_page* page, const char* what);
// The page as inline SVG with the trajectory over it.
wend_status plan_page_put(wend_text_out* out, const plan_page* page, const wend_scene* scene,
                          const plan_trajectory* trajectory, wend_error* error);

// Colour of a time in [0, 1], from start to end: dark blue, purple, orange, of increasing lightness
// (safe for colour blindness).
uint32_t plan_time_color(double share);

#endif
