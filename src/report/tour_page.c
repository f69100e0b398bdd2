// Writes tables, plans and maps of tours.
#include "report/tour_page.h"

#include <string.h>

#include "base/array.h"
#include "metrics/facts.h"
#include "report/chart.h"
#include "report/html.h"
#include "report/map_sheet.h"

enum { MAX_LEVELS = 3, MAX_SHEETS = 12, MAX_ROWS = 60, WORDS = 220 };

static const canvas_style TO_GOAL = {.stroke = 0xb3261eff, .width = 3, .dash = 4};
static const canvas_style TO_START = {.stroke = 0x5b6270ff, .width = 2.5f, .dash = 2};

// The first tour of a run.
typedef struct tour_page {
    const report_run* run;
    wend_replay* replay;
    plan_set* plans;
    const wend_log_record** records;  // [count] its episodes, in order
    int* rows;                        // [count] of the run's table
    wend_vec3* goals;                 // [count]
    bool* has_goal;                   // [count]
    int count;
    ARRAY_OF(wend_pose) places;  // poses of the whole tour
    wend_text_out sheets;        // the agent's map after each episode
} tour_page;

static wend_status tour_page_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a tour");
}

static int led_count(const wend_log_record* r) {
    return r->to_goal ? (int)(strlen(r->to_goal) + strlen(r->to_start)) : 0;
}

// ---- the plan -----------------------------------------------------------------------------------

static void tour_page_draw_episode(const tour_page* t, canvas* c, const plan_page* page,
                                   const wend_scene* scene, int i) {
    const wend_log_record* r = t->records[i];
    int goal = r->to_goal ? (int)strlen(r->to_goal) : 0, all = led_count(r);
    size_t stride = sizeof *r->poses;
    canvas_style trajectory = {.stroke = plan_time_color((i + 0.5) / t->count), .width = 4.5f};
    canvas_style rim = {.stroke = 0xffffffd8, .width = 8};
    if (goal) plan_line(c, page, scene, &r->led[0].feet, stride, goal, TO_GOAL);
    if (all > goal) plan_line(c, page, scene, &r->led[goal].feet, stride, all - goal, TO_START);
    plan_line(c, page, scene, &r->poses[0].feet, stride, r->steps + 1, rim);
    plan_line(c, page, scene, &r->poses[0].feet, stride, r->steps + 1, trajectory);
}

static wend_status put_sheet(const tour_page* t, const plan_page* page, const wend_scene* scene,
                             int from, int to, wend_text_out* out, wend_error* error) {
    canvas* c;
    WEND_TRY(canvas_create(CANVAS_SVG, page->width, page->height, 0, &c, error));
    for (int i = from; i < to; i++) tour_page_draw_episode(t, c, page, scene, i);
    for (int i = from; i < to; i++)
        if (t->has_goal[i]) plan_number(c, page, scene, t->goals[i], i + 1);
    const char* drawn = canvas_svg(c);
    if (drawn) wend_text_put_bytes(out, drawn, strlen(drawn));
    canvas_destroy(c);
    return drawn ? WEND_OK : tour_page_no_memory(error);
}

static wend_status open_page(const tour_page* t, const wend_scene* scene, int level,
                             plan_page* page, wend_error* error) {
    if (scene) return plan_set_open(t->plans, scene, level, page, error);
    const wend_log_record all = {.poses = t->places.items, .steps = (int)t->places.count - 1};
    *page = plan_page_around(&all);
    return WEND_OK;
}

static wend_status tour_page_put_plans(const tour_page* t, wend_text_out* out, wend_error* error) {
    const wend_scene* scene = t->replay ? wend_replay_scene(t->replay) : NULL;
    int shown[MAX_LEVELS], count = 0;
    wend_text_put(out, "<div class='plans'>");
    for (size_t i = 0; i < t->places.count && count < MAX_LEVELS; i++) {
        int level = plan_level_of(scene, t->places.items[i].feet.y), k = 0;
        while (k < count && shown[k] != level) k++;
        if (k < count) continue;
        plan_page page = {0};
        shown[count++] = level;
        WEND_TRY(open_page(t, scene, level, &page, error));
        plan_page_open(out, &page, "the tour seen from above");
        if (page.scene)
            wend_text_put(out, "<use href='#plan%d' width='%d' height='%d'/>", page.number,
                          page.width, page.height);
        WEND_TRY(put_sheet(t, &page, scene, 0, t->count, out, error));
        wend_text_put(out, "</svg>\n");
    }
    wend_text_put(out, "</div>\n");
    return WEND_OK;
}

// ---- episodes -----------------------------------------------------------------------------------

static void put_caption(const tour_page* t, int i, wend_text_out* out) {
    const wend_score_table* table = &t->run->table;
    wend_text_put(out, "<figcaption><b>%d</b> ", i + 1);
    const char* text = table->facts[t->rows[i]].text;
    if (text) html_text_short(out, text, WORDS);
    for (int c = 0; c < table->columns; c++) {
        if (strcmp(table->names[c], "ndtw") != 0) continue;
        wend_text_put(out, " <span class='ending'>nDTW ");
        html_value(out, "%",
                   table->values[(size_t)t->rows[i] * (size_t)table->columns + (size_t)c]);
        wend_text_put(out, " %%, %d steps, guided %d</span>", t->records[i]->steps,
                      led_count(t->records[i]));
    }
    wend_text_put(out, "</figcaption>");
}

// The agent's map after an episode, or the plan if the agent has no map.
static wend_status put_agent_map(tour_page* t, int i, wend_error* error) {
    const wend_scene* scene = wend_replay_scene(t->replay);
    const wend_map* map = wend_replay_map(t->replay);
    const wend_log_record* r = t->records[i];
    plan_page page = {0};
    wend_text_out* out = &t->sheets;
    WEND_TRY(open_page(t, scene, plan_level_of(scene, r->poses[r->steps].feet.y), &page, error));
    wend_text_put(out, "<figure class='leg'>");
    plan_page_open(out, &page, map ? "map of the agent after this episode" : "this episode");
    if (map && scene) {
        wend_pose origin = wend_replay_origin(t->replay);
        map_sheet sheet;
        WEND_TRY(map_sheet_make(map, &page, scene, &origin, &sheet, error));
        wend_text_put(out, "<rect class='unknown' width='%d' height='%d'/>", page.width,
                      page.height);
        wend_status status = sheet.image.pixels ? map_sheet_put_image(out, &sheet, error) : WEND_OK;
        map_sheet_destroy(&sheet);
        WEND_TRY(status);
    } else if (page.scene) {
        wend_text_put(out, "<use href='#plan%d' width='%d' height='%d'/>", page.number, page.width,
                      page.height);
    }
    WEND_TRY(put_sheet(t, &page, scene, i, i + 1, out, error));
    wend_text_put(out, "</svg>");
    put_caption(t, i, out);
    wend_text_put(out, "</figure>\n");
    return WEND_OK;
}

static bool tour_page_is_shown(const tour_page* t, int i) {
    if (t->count <= MAX_SHEETS) return true;
    int before = (int)((int64_t)i * MAX_SHEETS / t->count);
    int here = (int)((int64_t)(i + 1) * MAX_SHEETS / t->count);
    return here > before;
}

static wend_status replay_all(tour_page* t, wend_error* error) {
    for (int i = 0; i < t->count; i++) {
        WEND_TRY(wend_replay_begin(t->replay, t->records[i], error));
        wend_vec3_span goals = wend_replay_goals(t->replay);
        t->has_goal[i] = goals.count > 0;
        if (goals.count) t->goals[i] = goals.items[goals.count - 1];
        while (wend_replay_at(t->replay) < t->records[i]->steps)
            WEND_TRY(wend_replay_step(t->replay, error));
        if (tour_page_is_shown(t, i)) WEND_TRY(put_agent_map(t, i, error));
    }
    return WEND_OK;
}

// ---- episodes of the tour -----------------------------------------------------------------------

static wend_status tour_page_add_places(tour_page* t, const wend_pose* poses, int count,
                                        wend_error* error) {
    if (count < 1) return WEND_OK;
    if (!ARRAY_RESERVE(&t->places, (size_t)count)) return tour_page_no_memory(error);
    memcpy(t->places.items + t->places.count, poses, (size_t)count * sizeof *poses);
    t->places.count += (size_t)count;
    return WEND_OK;
}

static wend_status tour_page_find_episodes(tour_page* t, wend_error* error) {
    const wend_score_table* table = &t->run->table;
    size_t max = (size_t)table->rows + 1;
    t->records = wend_alloc(max * sizeof *t->records);
    t->rows = wend_alloc(max * sizeof *t->rows);
    t->goals = wend_alloc_zero(max, sizeof *t->goals);
    t->has_goal = wend_alloc_zero(max, sizeof *t->has_goal);
    if (!t->records || !t->rows || !t->goals || !t->has_goal) return tour_page_no_memory(error);
    for (int i = 0; i < table->rows; i++) {
        const wend_log_record* r = &t->run->log.records[table->records[i]];
        if (strncmp(table->facts[i].tour, table->tours[0].id, 31) != 0) continue;
        t->records[t->count] = r;
        t->rows[t->count++] = i;
        WEND_TRY(tour_page_add_places(t, r->poses, r->steps + 1, error));
        WEND_TRY(tour_page_add_places(t, r->led, led_count(r), error));
    }
    return WEND_OK;
}

// ---- the page -----------------------------------------------------------------------------------

static void put_table(wend_text_out* out, const report_run* run) {
    const wend_score_table* table = &run->table;
    wend_text_put(
        out,
        "<details><summary>%d tours</summary><table><thead><tr><th>tour</th><th>episodes</th>"
        "<th>t-nDTW, %%</th></tr></thead><tbody>\n",
        table->tour_count);
    for (int i = 0; i < table->tour_count && i < MAX_ROWS; i++) {
        wend_text_put(out, "<tr><td>");
        html_text(out, table->tours[i].id);
        wend_text_put(out, "</td><td>%d</td><td>", table->tours[i].rows);
        html_value(out, "%", table->tours[i].ndtw);
        wend_text_put(out, "</td></tr>\n");
    }
    wend_text_put(out, "</tbody></table></details>\n");
}

static void tour_page_put_key(wend_text_out* out) {
    wend_text_put(
        out,
        "<p class='key-line'><span><i class='key'></i>walked by the agent, first to last "
        "episode</span><span><svg viewBox='0 0 28 28'><path d='M2 14H26' fill='none' "
        "stroke='#b3261e' stroke-width='3' stroke-dasharray='4'/></svg>guided to the goal it "
        "missed</span><span><svg viewBox='0 0 28 28'><path d='M2 14H26' fill='none' "
        "stroke='#5b6270' stroke-width='2.5' stroke-dasharray='2'/></svg>guided to the next "
        "start</span></p>\n");
}

static wend_status put_tour(tour_page* t, wend_text_out* out, wend_error* error) {
    wend_error reason = {0};
    const wend_score_tour* tour = &t->run->table.tours[0];
    WEND_TRY(tour_page_find_episodes(t, error));
    wend_status status = t->replay ? replay_all(t, &reason) : WEND_OK;
    if (status == WEND_NO_MEMORY) return wend_fail(error, status, "%s", reason.message);
    wend_text_put(out, "<article class='card'><h3>Tour ");
    html_text(out, tour->id);
    wend_text_put(out, " <small>");
    if (t->count) html_text_short(out, t->records[0]->scene, 120);
    wend_text_put(out, ", %d episodes</small></h3>\n<h4>", t->count);
    chart_name(out, t->run);
    wend_text_put(out, " <span class='ending'>t-nDTW ");
    html_value(out, "%", tour->ndtw);
    const wend_interval* all = &t->run->table.tour_ndtw;
    wend_text_put(out, " %%; all %d tours: ", t->run->table.tour_count);
    if (all->count) {
        html_value(out, "%", all->mean);
        wend_text_put(out, " %%");
    } else {
        wend_text_put(out, "–");
    }
    if (all->has_interval) {
        wend_text_put(out, " (");
        html_value(out, "%", all->low);
        wend_text_put(out, "–");
        html_value(out, "%", all->high);
        wend_text_put(out, ")");
    }
    wend_text_put(out, "</span></h4>\n");
    if (t->count) WEND_TRY(tour_page_put_plans(t, out, error));
    tour_page_put_key(out);
    wend_text_put(out, "<div class='legs'>\n");
    wend_text_put_bytes(out, t->sheets.items, t->sheets.count);
    wend_text_put(out, "</div>\n");
    if (t->sheets.out_of_memory) out->out_of_memory = true;
    if (status != WEND_OK) {
        wend_text_put(out, "<p class='trouble'>");
        html_text_short(out, reason.message, 400);
        wend_text_put(out, "</p>\n");
    }
    put_table(out, t->run);
    wend_text_put(out, "</article>\n");
    return WEND_OK;
}

wend_status tour_page_put(wend_text_out* out, const report_run* run, wend_replay* replay,
                          plan_set* plans, wend_error* error) {
    if (!run->table.tour_count) return WEND_OK;
    tour_page t = {.run = run, .replay = replay, .plans = plans};
    wend_status status = put_tour(&t, out, error);
    wend_free(t.records);
    wend_free(t.rows);
    wend_free(t.goals);
    wend_free(t.has_goal);
    ARRAY_FREE(&t.places);
    wend_text_destroy(&t.sheets);
    return status;
}
