// Replays an episode and writes its card: metrics, plans, frames and the agent's map.
#include "report/episode_card.h"

#include <stdio.h>
#include <string.h>

#include "metrics/facts.h"
#include "report/chart.h"
#include "report/html.h"
#include "report/map_sheet.h"
#include "report/rescue_stages.h"
#include "report/thumbnail.h"
#include "report/trajectory_marks.h"
#include "report/word_usage.h"

enum { FRAMES = 8, FRAME_SIDE = 176, MAX_LEVELS = 3 };

// The part of a card for one run.
typedef struct part {
    const card_maker* maker;
    const wend_log_record* record;
    bool success;
    wend_replay* replay;  // at the start of the episode; NULL: the episode cannot be replayed
    uint8_t* rgb;
    plan_trajectory trajectory;
    wend_text_out strip;
} part;

// ---- replay -------------------------------------------------------------------------------------

// Tints the agent's goal relevance orange, in proportion to its value.
static void episode_card_put_relevance(part* p) {
    int width, height;
    const wend_camera* camera = wend_replay_camera(p->replay);
    const float* relevance = wend_replay_relevance(p->replay, &width, &height);
    const int orange[3] = {255, 110, 0};
    for (int i = 0; relevance && i < camera->width * camera->height; i++) {
        int x = i % camera->width * width / camera->width;
        int y = i / camera->width * height / camera->height;
        float at = relevance[y * width + x];
        if (!(at > 0)) continue;
        float share = 0.25f + 0.5f * fminf(at, 1);
        for (int k = 0; k < 3; k++)
            p->rgb[3 * i + k] =
                (uint8_t)((float)p->rgb[3 * i + k] * (1 - share) + (float)orange[k] * share);
    }
}

static wend_status episode_card_look(part* p, wend_error* error) {
    wend_frame frame = {.rgb = p->rgb};
    return wend_replay_look(p->replay, &frame, error);
}

static wend_status put_frame(part* p, int step, wend_error* error) {
    const wend_camera* camera = wend_replay_camera(p->replay);
    char alt[64];
    bool last = step == p->record->steps;
    if (!last || (step && p->record->actions[step - 1] == 'S')) episode_card_put_relevance(p);
    snprintf(alt, sizeof alt, "image at step %d", step);
    wend_text_put(&p->strip, "<figure>");
    WEND_TRY(
        thumbnail_put(&p->strip, p->rgb, camera->width, camera->height, FRAME_SIDE, alt, error));
    wend_text_put(&p->strip, "<figcaption>%s%d</figcaption></figure>\n", step ? "" : "step ", step);
    return WEND_OK;
}

// Replays the episode and collects the frames of the card. A frame is added one step later, after
// the agent has processed it; the last frame is also added if the agent stopped, since STOP does
// not move.
static wend_status episode_card_watch(part* p, wend_error* error) {
    int steps = p->record->steps, shown = 0;
    int frames = steps + 1 < FRAMES ? steps + 1 : FRAMES;
    for (int at = 0;; at++) {
        int due = frames > 1 ? (int)((int64_t)shown * steps / (frames - 1)) : 0;
        bool is_due = shown < frames && at == due;
        if (is_due) WEND_TRY(episode_card_look(p, error));
        if (at < steps)
            WEND_TRY(
                trajectory_marks_step(&p->trajectory, p->record, p->replay, p->success, error));
        if (is_due) WEND_TRY(put_frame(p, at, error));
        shown += is_due;
        if (at == steps) return WEND_OK;
    }
}

static wend_status episode_card_begin(part* p, int run, wend_error* error) {
    wend_replay* replay = p->maker->replays[run];
    if (!replay) return WEND_OK;
    WEND_TRY(wend_replay_begin(replay, p->record, error));
    p->replay = replay;
    const wend_camera* camera = wend_replay_camera(replay);
    p->rgb = wend_alloc((size_t)camera->width * (size_t)camera->height * 3);
    if (!p->rgb) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a frame");
    WEND_TRY(trajectory_marks_begin(&p->trajectory, p->record, replay, error));
    return episode_card_watch(p, error);
}

// ---- output -------------------------------------------------------------------------------------

// The agent's map at the end of the episode.
static wend_status put_map(part* p, const plan_page* page, wend_text_out* out, wend_error* error) {
    const wend_scene* scene = wend_replay_scene(p->replay);
    wend_pose origin = wend_replay_origin(p->replay);
    map_sheet sheet;
    WEND_TRY(map_sheet_make(wend_replay_map(p->replay), page, scene, &origin, &sheet, error));
    wend_status status = map_sheet_put(out, &sheet, page, scene, &p->trajectory, error);
    map_sheet_destroy(&sheet);
    return status;
}

static wend_status episode_card_put_plans(part* p, wend_text_out* out, wend_error* error) {
    const wend_scene* scene = p->replay ? wend_replay_scene(p->replay) : NULL;
    int shown[MAX_LEVELS], count = 0;
    for (int i = 0; i <= p->record->steps && count < MAX_LEVELS; i++) {
        int level = plan_level_of(scene, p->record->poses[i].feet.y), k = 0;
        while (k < count && shown[k] != level) k++;
        if (k < count) continue;
        plan_page page = {0};
        shown[count++] = level;
        if (scene)
            WEND_TRY(plan_set_open(p->maker->plans, scene, level, &page, error));
        else
            page = plan_page_around(p->record);
        WEND_TRY(plan_page_put(out, &page, scene, &p->trajectory, error));
        if (p->replay && wend_replay_map(p->replay)) WEND_TRY(put_map(p, &page, out, error));
    }
    return WEND_OK;
}

static void put_numbers(wend_text_out* out, const report_run* run, int row) {
    const wend_score_table* t = &run->table;
    wend_text_put(out, "<dl class='numbers'>");
    for (int c = 0; c < t->columns; c++) {
        wend_score_meaning meaning = wend_score_meaning_of(t->names[c]);
        wend_text_put(out, "<div><dt>");
        html_text(out, meaning.title);
        wend_text_put(out, "</dt><dd>");
        html_value(out, meaning.unit, t->values[(size_t)row * (size_t)t->columns + (size_t)c]);
        wend_text_put(out, "%s%s</dd></div>", *meaning.unit ? " " : "", meaning.unit);
    }
    wend_text_put(out, "</dl>\n");
}

static void put_head(wend_text_out* out, const report_run* run, int row) {
    const wend_score_table* t = &run->table;
    wend_text_put(out, "<h4>");
    chart_name(out, run);
    if (t->ending_count && row >= 0) {
        int ending = t->ended_as[row];
        wend_text_put(out, " <span class='ending'><i class='dot e%d'></i>", ending % CHART_COLORS);
        html_text(out, t->endings[ending]);
        wend_text_put(out, "</span>");
    }
    wend_text_put(out, "</h4>\n");
}

static void put_trouble(wend_text_out* out, const char* sentence) {
    wend_text_put(out, "<p class='trouble'>");
    html_text_short(out, sentence, 400);
    wend_text_put(out, "</p>\n");
}

static wend_status episode_card_show(part* p, int run, wend_text_out* out, wend_error* error) {
    wend_error reason = {0};
    wend_status status = p->maker->pictures ? episode_card_begin(p, run, &reason) : WEND_OK;
    if (status == WEND_NO_MEMORY) return wend_fail(error, status, "%s", reason.message);
    wend_text_put(out, "<div class='plans'>");
    WEND_TRY(episode_card_put_plans(p, out, error));
    wend_text_put(out, "</div>\n");
    if (p->strip.count) {
        wend_text_put(out, "<div class='strip'>");
        wend_text_put_bytes(out, p->strip.items, p->strip.count);
        wend_text_put(out, "</div>\n");
    }
    if (p->strip.out_of_memory) out->out_of_memory = true;
    if (status != WEND_OK) put_trouble(out, reason.message);
    return WEND_OK;
}

static bool is_success(const report_run* run, int row) {
    return row >= 0 && run->table.ending_count && run->table.ended_as[row] == 0;
}

// Parts of a card that are specific to one task.
static const struct {
    const char* task;
    void (*put)(wend_text_out* out, const wend_log_record* record, const wend_facts* facts);
} task_parts[] = {{"rescue", rescue_stages_put}};

static void put_task_part(wend_text_out* out, const report_run* run, const wend_log_record* record,
                          int row) {
    for (size_t i = 0; i < sizeof task_parts / sizeof *task_parts; i++)
        if (strcmp(task_parts[i].task, run->table.task) == 0)
            task_parts[i].put(out, record, &run->table.facts[row]);
}

static wend_status episode_card_put_part(const card_maker* maker, const report_episode* e, int run,
                                         wend_text_out* out, wend_error* error) {
    const report_run* r = maker->group->runs[run];
    if (e->records[run] < 0) return WEND_OK;
    const wend_log_record* record = &r->log.records[e->records[run]];
    wend_text_put(out, "<div class='part'>");
    put_head(out, r, e->rows[run]);
    wend_status status = WEND_OK;
    if (record->failure) {
        put_trouble(out, record->failure);
    } else {
        part p = {.maker = maker,
                  .record = record,
                  .success = is_success(r, e->rows[run]),
                  .trajectory = {.record = record, .steps = record->steps}};
        if (record->agent_error) put_trouble(out, record->agent_error);
        if (e->rows[run] >= 0) put_numbers(out, r, e->rows[run]);
        if (e->rows[run] >= 0) put_task_part(out, r, record, e->rows[run]);
        status = word_usage_put(out, record->notes, error);
        if (status == WEND_OK) status = episode_card_show(&p, run, out, error);
        wend_free(p.rgb);
        wend_text_destroy(&p.strip);
    }
    wend_text_put(out, "</div>\n");
    return status;
}

// The instruction or the goal's description, from the first run that has one.
static void card_put_instruction(const card_maker* maker, const report_episode* e,
                                 wend_text_out* out) {
    for (int r = 0; r < maker->group->run_count; r++) {
        const wend_facts* facts = maker->group->runs[r]->table.facts;
        if (e->rows[r] < 0 || !facts[e->rows[r]].text) continue;
        wend_text_put(out, "<p class='instruction'>“");
        html_text_short(out, facts[e->rows[r]].text, 300);
        wend_text_put(out, "”</p>\n");
        return;
    }
}

wend_status episode_card_put(const card_maker* maker, const report_episode* e, int number,
                             wend_text_out* out, wend_error* error) {
    wend_text_put(out, "<article class='card' id='episode%d-%d'><h3>Episode ",
                  maker->group->runs[0]->color, number);
    html_text_short(out, e->id, 80);
    wend_text_put(out, " <small>");
    html_text_short(out, e->scene, 120);
    wend_text_put(out, "</small></h3>\n");
    card_put_instruction(maker, e, out);
    wend_text_put(out, "<div class='parts'>\n");
    for (int r = 0; r < maker->group->run_count; r++)
        WEND_TRY(episode_card_put_part(maker, e, r, out, error));
    wend_text_put(out, "</div></article>\n");
    return WEND_OK;
}
