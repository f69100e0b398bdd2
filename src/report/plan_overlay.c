// Overlays of a plan: the shortest path, the trajectory coloured by time, goals, start and marks.
#include <math.h>
#include <stdio.h>

#include "report/plan_set.h"

enum { PARTS = 24 };  // colour segments of a trajectory
static const uint32_t INK = 0x1d2026ff, WHITE = 0xffffffff;

uint32_t plan_time_color(double share) {
    static const uint8_t stops[4][3] = {
        {13, 8, 135}, {140, 20, 160}, {219, 92, 104}, {250, 160, 50}};
    double at = (share < 0 ? 0 : share > 1 ? 1 : share) * 3;
    int i = at >= 3 ? 2 : (int)at;
    uint32_t color = 0;
    for (int k = 0; k < 3; k++)
        color =
            color << 8 | (uint32_t)lround(stops[i][k] + (at - i) * (stops[i + 1][k] - stops[i][k]));
    return color << 8 | 255;
}

wend_vec2 plan_place(const plan_page* p, wend_vec3 at) {
    return (wend_vec2){p->margin + (at.x - p->low.x) * p->scale,
                       p->margin + (at.z - p->low.y) * p->scale};
}

// A trajectory on a page.
typedef struct sheet {
    canvas* c;
    const plan_page* page;
    const wend_scene* scene;
    const plan_trajectory* trajectory;
} sheet;

static bool plan_overlay_is_here(const sheet* s, wend_vec3 at) {
    return plan_level_of(s->scene, at.y) == s->page->level;
}

// Draws consecutive points on the level as one line.
void plan_line(canvas* c, const plan_page* page, const wend_scene* scene, const wend_vec3* first,
               size_t stride, int place_count, canvas_style style) {
    wend_vec2 points[128];
    int count = 0;
    for (int i = 0; i < place_count; i++) {
        wend_vec3 at = *(const wend_vec3*)(const void*)((const char*)first + (size_t)i * stride);
        bool here = plan_level_of(scene, at.y) == page->level;
        wend_vec2 p = plan_place(page, at);
        bool moved = !count || p.x != points[count - 1].x || p.y != points[count - 1].y;
        if (here && moved) points[count++] = p;
        if (count == 128 || (!here && count)) {
            canvas_polyline(c, points, count, style);
            points[0] = points[count - 1];
            count = here;
        }
    }
    if (count > 1) canvas_polyline(c, points, count, style);
}

// The part of the trajectory from step `from` to step `to`.
static void draw_steps(const sheet* s, int from, int to, canvas_style style) {
    const wend_pose* poses = s->trajectory->record->poses;
    plan_line(s->c, s->page, s->scene, &poses[from].feet, sizeof *poses, to - from + 1, style);
}

static void draw_trajectory(const sheet* s) {
    int steps = s->trajectory->record->steps, all = s->trajectory->steps;
    draw_steps(s, 0, steps, (canvas_style){.stroke = 0xffffffd8, .width = 8});
    for (int part = 0; part < PARTS; part++) {
        int from = (int)((int64_t)all * part / PARTS);
        int to = (int)((int64_t)all * (part + 1) / PARTS);
        canvas_style style = {.stroke = plan_time_color((part + 0.5) / PARTS), .width = 4.5f};
        if (from <= steps) draw_steps(s, from, to < steps ? to : steps, style);
    }
}

void plan_number(canvas* c, const plan_page* page, const wend_scene* scene, wend_vec3 at,
                 int number) {
    char digits[16];
    if (plan_level_of(scene, at.y) != page->level) return;
    wend_vec2 p = plan_place(page, at);
    canvas_circle(c, p, 13, (canvas_style){.fill = WHITE, .stroke = INK, .width = 3});
    snprintf(digits, sizeof digits, "%d", number);
    canvas_text(c, (wend_vec2){p.x, p.y + 6}, 17, CANVAS_MIDDLE, INK, 0, digits);
}

static void draw_goals(const sheet* s) {
    const plan_trajectory* w = s->trajectory;
    for (int i = 0; i < w->goal_count; i++)
        plan_number(s->c, s->page, s->scene, w->goals[i], i + 1);
}

// A declared STOP or FOUND: a tick if it was correct, a cross if not.
static void draw_mark(const sheet* s, wend_vec2 p, bool right) {
    static const wend_vec2 tick[3] = {{-5, 0}, {-1, 4}, {5, -4}};
    static const wend_vec2 cross[4] = {{-4, -4}, {4, 4}, {4, -4}, {-4, 4}};
    const wend_vec2 diamond[4] = {
        {p.x, p.y - 12}, {p.x + 12, p.y}, {p.x, p.y + 12}, {p.x - 12, p.y}};
    canvas_polygon(s->c, diamond, 4, (canvas_style){right ? 0x00795aff : 0xb3261eff, WHITE, 2, 0});
    const wend_vec2* sign = right ? tick : cross;
    canvas_style line = {.stroke = WHITE, .width = 2.5f};
    for (int i = 0; i + 1 < (right ? 3 : 4); i += right ? 1 : 2)
        canvas_line(s->c, (wend_vec2){p.x + sign[i].x, p.y + sign[i].y},
                    (wend_vec2){p.x + sign[i + 1].x, p.y + sign[i + 1].y}, line);
}

static void draw_marks(const sheet* s) {
    const plan_trajectory* w = s->trajectory;
    for (int i = 0; i < w->mark_count; i++) {
        wend_vec3 feet = w->record->poses[w->marks[i].step].feet;
        if (plan_overlay_is_here(s, feet))
            draw_mark(s, plan_place(s->page, feet), w->marks[i].right);
    }
}

// An arrow head in the direction of the heading.
static void draw_body(const sheet* s, const wend_pose* pose, uint32_t color) {
    static const wend_vec2 shape[4] = {{0, -16}, {9, 10}, {0, 5}, {-9, 10}};
    wend_vec2 points[4], p = plan_place(s->page, pose->feet);
    if (!plan_overlay_is_here(s, pose->feet)) return;
    float turned = -pose->heading;  // counter-clockwise, and y points down
    for (int i = 0; i < 4; i++)
        points[i] = (wend_vec2){p.x + shape[i].x * cosf(turned) - shape[i].y * sinf(turned),
                                p.y + shape[i].x * sinf(turned) + shape[i].y * cosf(turned)};
    canvas_polygon(s->c, points, 4, (canvas_style){color, WHITE, 2, 0});
}

void plan_draw(canvas* c, const plan_page* page, const wend_scene* scene,
               const plan_trajectory* trajectory) {
    sheet s = {c, page, scene, trajectory};
    const wend_log_record* record = trajectory->record;
    canvas_style dashes = {.stroke = INK, .width = 2.5f, .dash = 5};
    plan_line(c, page, scene, trajectory->shortest, sizeof *trajectory->shortest,
              trajectory->corner_count, dashes);
    draw_trajectory(&s);
    draw_goals(&s);
    draw_body(&s, &record->poses[0], 0x0d0887ff);
    draw_marks(&s);
    if (record->steps < trajectory->steps)
        draw_body(&s, &record->poses[record->steps],
                  plan_time_color((double)record->steps / trajectory->steps));
}
