// The plans of a report: each floor of each scene drawn once, as a symbol that every episode in it
// uses; and what is drawn over them, which is the episode's own.
#ifndef WEND_REPORT_PLAN_BOOK_H
#define WEND_REPORT_PLAN_BOOK_H

#include "base/array.h"
#include "base/canvas.h"
#include "base/text.h"

#include "wend/log.h"
#include "wend/scene.h"

// Where things are on a plan: pixels a metre, and where the scene's lowest x and z are.
typedef struct plan_page {
    uint64_t scene;  // hash; 0: a bare sheet around a walk, without a plan
    int level;
    int number;  // of its symbol
    int width, height;
    float scale, margin;
    wend_vec2 low;
} plan_page;

typedef struct plan_book {
    ARRAY_OF(plan_page) pages;
    text_out symbols;  // to be put into the page once
} plan_book;

void plan_book_destroy(plan_book* book);  // safe on {0} and twice

// Draws a floor, at most `side` pixels a side; the image is the caller's.
wend_status plan_page_draw(const wend_scene* scene, int level, int side, plan_page* page,
                           wend_image* image, wend_error* error);
// The page moved to `x`, `y` of a picture it lies in, its longer side made `side` pixels long.
plan_page plan_page_at(const plan_page* page, float x, float y, float side);
// The page of a floor, drawn if it is not there yet.
wend_status plan_book_open(plan_book* book, const wend_scene* scene, int level, plan_page* page,
                           wend_error* error);
// A sheet that holds the walk, for scenes that cannot be opened.
plan_page plan_page_around(const wend_log_record* record);

// The floor a height belongs to; 0 where the scene has no floors.
int plan_level_of(const wend_scene* scene, float height);  // Nullable: scene

// ---- what is drawn over a plan ------------------------------------------------------------------

enum { PLAN_MAX_GOALS = 32, PLAN_MAX_MARKS = 128, PLAN_MAX_CORNERS = 512 };

typedef struct plan_mark {
    int step;    // the action that declared something: FOUND, STOP
    bool right;  // and it was accepted
} plan_mark;

// One episode as one agent walked it.
typedef struct plan_walk {
    const wend_log_record* record;    // as far as it has been walked
    int steps;                        // of the whole walk, which colours it
    wend_vec3 goals[PLAN_MAX_GOALS];  // in order, as the episode begins
    int goal_count;
    wend_vec3 shortest[PLAN_MAX_CORNERS];  // from the start by all goals
    int corner_count;
    plan_mark marks[PLAN_MAX_MARKS];
    int mark_count;
} plan_walk;

// Where a point of the scene is on a page.
wend_vec2 plan_place(const plan_page* page, wend_vec3 at);
// A line through `count` places, `stride` bytes apart, where they are on the page's level.
// Nullable: scene (no plan).
void plan_line(canvas* c, const plan_page* page, const wend_scene* scene, const wend_vec3* first,
               size_t stride, int count, canvas_style style);
// A number in a circle: a goal. Nullable: scene.
void plan_number(canvas* c, const plan_page* page, const wend_scene* scene, wend_vec3 at,
                 int number);
// Draws the walk's part on the page's level. Nullable: scene (no plan).
void plan_draw(canvas* c, const plan_page* page, const wend_scene* scene, const plan_walk* walk);
// Begins a page as inline SVG; `what` says what it shows.
void plan_page_open(text_out* out, const plan_page* page, const char* what);
// The page as inline SVG with the walk over it.
wend_status plan_page_put(text_out* out, const plan_page* page, const wend_scene* scene,
                          const plan_walk* walk, wend_error* error);

// The colour of a moment, 0 the start … 1 the end: dark blue, purple, orange; told apart by those
// who see no red or no green, since it also grows lighter.
uint32_t plan_time_color(double share);

#endif
