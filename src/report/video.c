// Renders one episode as a video: RGB, depth, the trajectory on the plan, the agent's map, and the
// metrics at each step.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "report/map_sheet.h"
#include "report/report_group.h"
#include "report/thumbnail.h"
#include "report/trajectory_marks.h"
#include "report/video_file.h"

#include "wend/metrics.h"
#include "wend/report.h"
#include "wend/run.h"

enum { WIDTH = 1280, HEIGHT = 720, TOP = 64, EDGE = 20, GAP = 16 };
enum {
    EYE = 300,
    PLAN = 564,
    MAP = 328
};  // sides of the images in pixels: cameras, plan, agent's map
enum { MAX_FRAMES = 1500, MAX_GIF_FRAMES = 400, MAX_LINES = 13, MAX_FPS = 60 };

static const uint32_t PAPER = 0x15171bff, INK = 0xe8eaeeff, SOFT = 0xa2a8b3ff, RAIL = 0x343943ff;
static const float FARTHEST = 8;  // metres: depth at the end of the colour scale

wend_video_def wend_video_default_def(void) { return (wend_video_def){.fps = 10}; }

typedef struct video {
    const wend_video_def* def;
    wend_log_set log;
    wend_log_header header;
    const wend_log_record* record;
    bool success;  // success of the whole episode
    wend_replay* replay;
    plan_trajectory trajectory;
    wend_image rgb, depth, plan;
    float* metres;  // depth of the current frame
    plan_page page;
    int level;  // level of the plan; -1: none yet
    video_file video_file;
    bool small;  // half the resolution, for GIF
} video;

// ---- parts of a frame ---------------------------------------------------------------------------

static wend_status video_look(video* v, wend_error* error) {
    wend_frame frame = {.rgb = v->rgb.pixels, .depth = v->metres};
    WEND_TRY(wend_replay_look(v->replay, &frame, error));
    for (size_t i = 0; i < (size_t)v->depth.width * (size_t)v->depth.height; i++) {
        float share = v->metres[i] / FARTHEST;
        uint32_t color = plan_time_color(1 - (double)(share < 1 ? share : 1));
        for (int k = 0; k < 3; k++)
            v->depth.pixels[3 * i + (size_t)k] = (uint8_t)(color >> (24 - 8 * k));
    }
    return WEND_OK;
}

static wend_status open_plan(video* v, const wend_scene* scene, int level, wend_error* error) {
    if (level == v->level) return WEND_OK;
    wend_image_destroy(&v->plan);
    v->level = level;
    return plan_page_draw(scene, level, PLAN, &v->page, &v->plan, error);
}

static wend_status draw_map(video* v, canvas* to, wend_vec2 at, wend_error* error) {
    const wend_scene* scene = wend_replay_scene(v->replay);
    plan_page page = plan_page_at(&v->page, 0, 0, MAP);
    wend_pose origin = wend_replay_origin(v->replay);
    map_sheet sheet;
    canvas* c;
    wend_image image = {0};
    WEND_TRY(map_sheet_make(wend_replay_map(v->replay), &page, scene, &origin, &sheet, error));
    wend_status status =
        canvas_create(CANVAS_PNG, page.width, page.height, MAP_SHEET_UNKNOWN, &c, error);
    if (status == WEND_OK) {
        if (sheet.image.pixels)
            canvas_picture(c, sheet.at, sheet.pixel * (float)sheet.image.width,
                           sheet.pixel * (float)sheet.image.height, sheet.turn, &sheet.image);
        plan_draw(c, &page, scene, &v->trajectory);
        status = canvas_image(c, &image, error);
        canvas_destroy(c);
    }
    if (status == WEND_OK) canvas_picture(to, at, (float)page.width, (float)page.height, 0, &image);
    wend_image_destroy(&image);
    map_sheet_destroy(&sheet);
    return status;
}

// ---- text ---------------------------------------------------------------------------------------

static void write_line(canvas* c, float x, float y, const char* title, const char* value) {
    canvas_text(c, (wend_vec2){x, y}, 15, CANVAS_LEFT, SOFT, 0, title);
    canvas_text(c, (wend_vec2){WIDTH - EDGE, y}, 15, CANVAS_RIGHT, INK, 0, value);
}

static void format_value(const wend_score_meaning* m, double value, char* text, size_t size) {
    if (!isfinite(value))
        snprintf(text, size, "∞");
    else if (strcmp(m->unit, "%") == 0)
        number_print(text, size, "%.1f %%", 100 * value);
    else
        number_print(text, size, "%.4g%s%s", value, *m->unit ? " " : "", m->unit);
}

// The instruction, wrapped, below the plan.
static void write_instruction(const video* v, canvas* c, float x, float y) {
    enum { LINE = 70 };  // bytes per line
    const char* at = wend_replay_instruction(v->replay);
    for (; at && *at && y < HEIGHT - 40; y += 22) {
        char line[LINE + 1];
        size_t size = strlen(at), cut = size;
        if (size > LINE) {
            cut = LINE;
            while (cut > 0 && at[cut] != ' ') cut--;
            if (!cut)  // one long word: cut between characters
                for (cut = LINE; ((uint8_t)at[cut] & 0xc0) == 0x80; cut--)
                    ;
        }
        snprintf(line, sizeof line, "%.*s", (int)cut, at);
        canvas_text(c, (wend_vec2){x, y}, 15, CANVAS_LEFT, INK, 0, line);
        at += cut;
        while (*at == ' ') at++;
    }
}

// Writes the metrics as if the episode ended at this step.
static wend_status write_numbers(video* v, canvas* c, float x, float y, wend_error* error) {
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    wend_log_record now;
    char text[64];
    int columns;
    WEND_TRY(wend_replay_record(v->replay, &now, error));
    WEND_TRY(wend_score_episode(v->header.task, &now, names, values, &columns, error));
    int left = wend_replay_goals(v->replay).count;
    snprintf(text, sizeof text, "%d of %d", left, v->trajectory.goal_count);
    write_line(c, x, y, "Goals left", text);
    for (int i = 0; i < columns && i < MAX_LINES; i++) {
        wend_score_meaning m = wend_score_meaning_of(names[i]);
        format_value(&m, values[i], text, sizeof text);
        write_line(c, x, y + 22 * (float)(i + 1), m.title, text);
    }
    return WEND_OK;
}

static void write_heading(const video* v, canvas* c) {
    char text[256];
    int at = wend_replay_at(v->replay);
    wend_action_kind kind = WEND_ACTION_STOP;
    snprintf(text, sizeof text, "%.60s by %.60s", v->header.task, v->header.agent);
    canvas_text(c, (wend_vec2){EDGE, 40}, 22, CANVAS_LEFT, INK, 0, text);
    snprintf(text, sizeof text, "episode %.40s, %.80s", v->record->id, v->record->scene);
    canvas_text(c, (wend_vec2){EDGE + EYE + GAP, 40}, 16, CANVAS_LEFT, SOFT, 0, text);
    if (at && wend_action_from_letter(v->record->actions[at - 1], &kind))
        snprintf(text, sizeof text, "step %d of %d: %s", at, v->record->steps,
                 wend_action_name(kind));
    else
        snprintf(text, sizeof text, "step 0 of %d", v->record->steps);
    canvas_text(c, (wend_vec2){WIDTH - EDGE, 40}, 16, CANVAS_RIGHT, INK, 0, text);
}

static void draw_progress(const video* v, canvas* c) {
    int steps = v->record->steps ? v->record->steps : 1;
    float y = HEIGHT - 16, long_side = WIDTH - 2 * EDGE;
    canvas_rect(c, (wend_vec2){EDGE, y}, (wend_vec2){EDGE + long_side, y + 6},
                (canvas_style){.fill = RAIL});
    for (int i = 0; i < 48; i++) {
        float from = (float)i / 48, to = (float)(i + 1) / 48;
        float done = (float)wend_replay_at(v->replay) / (float)steps;
        if (from >= done) break;
        to = to < done ? to : done;
        canvas_rect(c, (wend_vec2){EDGE + from * long_side, y},
                    (wend_vec2){EDGE + to * long_side, y + 6},
                    (canvas_style){.fill = plan_time_color((from + to) / 2)});
    }
}

// ---- one frame ----------------------------------------------------------------------------------

static void draw_eyes(const video* v, canvas* c) {
    const wend_image* images[2] = {&v->rgb, &v->depth};
    static const char* const names[2] = {"what it sees", "depth, to 8 m"};
    for (int i = 0; i < 2; i++) {
        wend_vec2 at = {EDGE, TOP + (float)i * (EYE + 16)};
        float w = (float)images[i]->width, h = (float)images[i]->height;
        canvas_picture(c, at, w, h, 0, images[i]);
        canvas_text(c, (wend_vec2){at.x + 8, at.y + h - 8}, 13, CANVAS_LEFT, 0xffffffff, 0,
                    names[i]);
    }
}

static wend_status video_draw(video* v, canvas* c, wend_error* error) {
    const wend_scene* scene = wend_replay_scene(v->replay);
    const wend_log_record* record = v->record;
    int at = wend_replay_at(v->replay);
    wend_log_record so_far = *record;
    so_far.steps = at;
    v->trajectory.record = &so_far;
    WEND_TRY(video_look(v, error));
    WEND_TRY(open_plan(v, scene, plan_level_of(scene, record->poses[at].feet.y), error));
    write_heading(v, c);
    draw_eyes(v, c);
    float x = EDGE + EYE + GAP;
    plan_page page = plan_page_at(&v->page, x, TOP, PLAN);
    canvas_picture(c, (wend_vec2){x, TOP}, (float)page.width, (float)page.height, 0, &v->plan);
    plan_draw(c, &page, scene, &v->trajectory);
    write_instruction(v, c, x, TOP + (float)page.height + 28);
    x += PLAN + GAP;
    float y = TOP + 16;
    if (wend_replay_map(v->replay)) {
        WEND_TRY(draw_map(v, c, (wend_vec2){x, TOP}, error));
        y = TOP + (float)plan_page_at(&v->page, 0, 0, MAP).height + 32;
    }
    WEND_TRY(write_numbers(v, c, x, y, error));
    draw_progress(v, c);
    return WEND_OK;
}

static wend_status video_add_picture(video* v, int times, wend_error* error) {
    canvas* c;
    wend_image image = {0}, half = {0};
    WEND_TRY(canvas_create(CANVAS_PNG, WIDTH, HEIGHT, PAPER, &c, error));
    wend_status status = video_draw(v, c, error);
    if (status == WEND_OK) status = canvas_image(c, &image, error);
    canvas_destroy(c);
    if (status == WEND_OK && v->small) {
        status = wend_image_create(WIDTH / 2, HEIGHT / 2, 3, &half, error);
        if (status == WEND_OK) thumbnail_shrink(image.pixels, WIDTH, HEIGHT, &half);
    }
    for (int i = 0; status == WEND_OK && i < times; i++)
        status = video_file_add(&v->video_file, v->small ? &half : &image, error);
    wend_image_destroy(&image);
    wend_image_destroy(&half);
    return status;
}

// ---- the video ----------------------------------------------------------------------------------

static wend_status find_record(video* v, wend_error* error) {
    for (int i = 0; i < v->log.count; i++)
        if (strcmp(v->log.records[i].id, v->def->episode) == 0) {
            v->record = &v->log.records[i];
            return WEND_OK;
        }
    return wend_fail(error, WEND_NOT_FOUND,
                     "%s: has no episode '%s'; wend metrics --per-episode "
                     "lists them",
                     v->def->log, v->def->episode);
}

static wend_status score_whole(video* v, wend_error* error) {
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
    WEND_TRY(wend_score_episode(v->header.task, v->record, names, values, &columns, error));
    int column = report_success_column(names, columns);
    v->success = column >= 0 && values[column] > 0;
    return WEND_OK;
}

static wend_status video_set_up(video* v, wend_error* error) {
    const wend_video_def* def = v->def;
    if (def->fps < 1 || def->fps > MAX_FPS)
        return wend_fail(error, WEND_ARGUMENT, "%d frames per second; must be in [1, %d]", def->fps,
                         MAX_FPS);
    WEND_TRY(wend_log_read(def->log, &v->log, error));
    WEND_TRY(wend_log_read_header(&v->log, def->log, &v->header, error));
    WEND_TRY(find_record(v, error));
    WEND_TRY(score_whole(v, error));
    wend_replay_def replay = {.log = def->log, .play = def->play, .side = EYE, .think = true};
    WEND_TRY(wend_replay_create(&replay, &v->log, &v->replay, error));
    WEND_TRY(wend_replay_begin(v->replay, v->record, error));
    WEND_TRY(trajectory_marks_begin(&v->trajectory, v->record, v->replay, error));
    const wend_camera* camera = wend_replay_camera(v->replay);
    WEND_TRY(wend_image_create(camera->width, camera->height, 3, &v->rgb, error));
    WEND_TRY(wend_image_create(camera->width, camera->height, 3, &v->depth, error));
    v->metres = wend_alloc((size_t)camera->width * (size_t)camera->height * sizeof *v->metres);
    return v->metres ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory for a video");
}

static wend_status shoot(video* v, wend_error* error) {
    int steps = v->record->steps, max = v->small ? MAX_GIF_FRAMES : MAX_FRAMES;
    int every = (steps + max - 1) / max;
    for (int at = 0;; at++) {
        bool last = at == steps;
        if (last || at % (every > 0 ? every : 1) == 0)
            WEND_TRY(video_add_picture(v, last ? v->def->fps * 3 / 2 + 1 : 1, error));
        if (last) return video_file_end(&v->video_file, error);
        WEND_TRY(trajectory_marks_step(&v->trajectory, v->record, v->replay, v->success, error));
    }
}

wend_status wend_video_write(const wend_video_def* def, wend_error* error) {
    video v = {.def = def, .level = -1};
    size_t length = strlen(def->out);
    v.small = length > 4 && strcmp(def->out + length - 4, ".gif") == 0;
    int shrink = v.small ? 2 : 1;
    wend_status status = video_set_up(&v, error);
    if (status == WEND_OK)
        status = video_file_open(def->out, WIDTH / shrink, HEIGHT / shrink, def->fps, &v.video_file,
                                 error);
    if (status == WEND_OK) status = shoot(&v, error);
    video_file_close(&v.video_file);
    wend_replay_destroy(v.replay);
    wend_image_destroy(&v.rgb);
    wend_image_destroy(&v.depth);
    wend_image_destroy(&v.plan);
    wend_free(v.metres);
    wend_log_destroy(&v.log);
    return status;
}
