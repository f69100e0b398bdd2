// Writes the HTML report.
#include "wend/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/checkpoint_videos.h"
#include "report/episode_card.h"
#include "report/html.h"
#include "report/learning.h"
#include "report/page_style.h"
#include "report/report_tables.h"
#include "report/tour_page.h"

enum { MAX_LOGS = 64, MAX_NAMED = 4 };  // max number of curves named in the title

wend_report_def wend_report_default_def(void) {
    return (wend_report_def){.sample = 12, .videos = 3, .max_bytes = 12 << 20};
}

typedef struct report {
    const wend_report_def* def;
    report_run* runs;
    int run_count;
    learning_curve* curves;
    int curve_count;
    wend_text_out page;
    plan_set plans;
} report;

static void report_warn(const report* r, const char* sentence) {
    if (r->def->warn) r->def->warn(r->def->context, sentence);
}

// ---- names --------------------------------------------------------------------------------------

static const char* file_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Logs of the same agent are distinguished by their file names.
static void name_runs(report* r) {
    for (int i = 0; i < r->run_count; i++) {
        report_run* run = &r->runs[i];
        run->color = i;
        for (int k = 0; k < r->run_count; k++)
            if (k != i && strcmp(r->runs[k].header.agent, run->header.agent) == 0 &&
                strcmp(r->runs[k].header.task, run->header.task) == 0)
                snprintf(run->name, sizeof run->name, "%.90s (%.60s)", run->header.agent,
                         file_name(run->path));
    }
}

static bool begins_group(const report* r, int i) {
    for (int k = 0; k < i; k++)
        if (report_runs_match(&r->runs[k], &r->runs[i])) return false;
    return true;
}

// "pointnav by goal, random and shortest-path; learning of oracle-map", or "of 10 runs"
static void put_title(report* r, wend_text_out* out) {
    for (int i = 0; i < r->run_count; i++) {
        if (!begins_group(r, i)) continue;
        if (i) wend_text_put(out, "; ");
        html_text(out, r->runs[i].header.task);
        wend_text_put(out, " by ");
        int left = 0, first = 1;
        for (int k = i; k < r->run_count; k++) left += report_runs_match(&r->runs[k], &r->runs[i]);
        for (int k = i; k < r->run_count; k++) {
            if (!report_runs_match(&r->runs[k], &r->runs[i])) continue;
            left--;
            if (!first) wend_text_put(out, left ? ", " : " and ");
            first = 0;
            html_text(out, r->runs[k].name);
        }
    }
    if (r->curve_count > MAX_NAMED) {
        wend_text_put(out, "%s of %d runs", r->run_count ? "; learning" : "Learning",
                      r->def->curve_count);
        return;
    }
    for (int i = 0; i < r->curve_count; i++) {
        wend_text_put(out, "%s", i ? ", " : r->run_count ? "; learning of " : "Learning of ");
        html_text(out, r->curves[i].name);
    }
}

// ---- images -------------------------------------------------------------------------------------

typedef struct gallery {
    report* report;
    const report_group* group;
    wend_replay** replays;  // [runs of the group]
    int chosen[REPORT_MAX_SAMPLE];
    wend_text_out cards[REPORT_MAX_SAMPLE];
    int count;
} gallery;

// A log that cannot be replayed gets one warning and no images.
static wend_status open_replays(gallery* a, wend_text_out* out, wend_error* error) {
    const wend_report_def* def = a->report->def;
    for (int i = 0; i < a->group->run_count; i++) {
        wend_error reason = {0};
        const report_run* run = a->group->runs[i];
        wend_replay_def replay = {.log = run->path, .play = def->play, .think = true};
        wend_status status = wend_replay_create(&replay, &run->log, &a->replays[i], &reason);
        if (status == WEND_NO_MEMORY) return wend_fail(error, status, "%s", reason.message);
        if (status == WEND_OK) continue;
        report_warn(a->report, reason.message);
        wend_text_put(out, "<p class='trouble'>Without images: ");
        html_text(out, reason.message);
        wend_text_put(out, "</p>\n");
    }
    return WEND_OK;
}

static int compare_by_scene(const void* x, const void* y, void* context) {
    const report_group* g = ((gallery*)context)->group;
    const int *i = x, *k = y;
    int by_scene = strcmp(g->episodes[((gallery*)context)->chosen[*i]].scene,
                          g->episodes[((gallery*)context)->chosen[*k]].scene);
    return by_scene ? by_scene : *i - *k;
}

static size_t bytes_so_far(const gallery* a, const wend_text_out* out) {
    size_t bytes = out->count + a->report->plans.symbols.count;
    for (int i = 0; i < a->count; i++) bytes += a->cards[i].count;
    return bytes;
}

// Cards are made in the order of scenes, so that each scene is loaded once, and shown worst first.
static wend_status make_cards(gallery* a, const wend_text_out* out, wend_error* error) {
    int order[REPORT_MAX_SAMPLE];
    for (int i = 0; i < a->count; i++) order[i] = i;
    qsort_r(order, (size_t)a->count, sizeof *order, compare_by_scene, a);
    card_maker maker = {.group = a->group, .replays = a->replays, .plans = &a->report->plans};
    for (int i = 0; i < a->count; i++) {
        int k = order[i];
        maker.pictures = bytes_so_far(a, out) < a->report->def->max_bytes;
        WEND_TRY(episode_card_put(&maker, &a->group->episodes[a->chosen[k]], a->chosen[k],
                                  &a->cards[k], error));
    }
    return WEND_OK;
}

static void report_put_key(wend_text_out* out) {
    static const char key[] =
        "<p class='key-line'><span><i class='key'></i>the trajectory, from its start to its "
        "end</span>"
        "<span><svg viewBox='0 0 28 28'><path d='M2 14H26' fill='none' stroke='currentColor' "
        "stroke-width='2.5' stroke-dasharray='5'/></svg>the shortest path</span>"
        "<span><svg viewBox='0 0 28 28'><circle cx='14' cy='14' r='11' fill='#fff' "
        "stroke='#1d2026' stroke-width='3'/><text x='14' y='20' font-size='17' "
        "text-anchor='middle' fill='#1d2026'>1</text></svg>goals, in order</span>"
        "<span><svg viewBox='-14 -14 28 28'><path d='M0 -12L12 0L0 12L-12 0Z' fill='#00795a'/>"
        "<path d='M-5 0L-1 4L5 -4' fill='none' stroke='#fff' stroke-width='2.5'/></svg>"
        "correct STOP or FOUND</span>"
        "<span><svg viewBox='-14 -14 28 28'><path d='M0 -12L12 0L0 12L-12 0Z' fill='#b3261e'/>"
        "<path d='M-4 -4L4 4M4 -4L-4 4' stroke='#fff' stroke-width='2.5'/></svg>wrong STOP "
        "or FOUND</span>"
        "<span><i class='swatch' style='background:#fdfdfb'></i><i class='swatch' "
        "style='background:#3d4048'></i><i class='swatch' style='background:#cfd3da'></i>in the "
        "agent's map: free, occupied, unknown</span><span><i class='swatch' "
        "style='background:#e8590c'></i>goal relevance, in images and "
        "map</span></p>\n";
    wend_text_put_bytes(out, key, sizeof key - 1);
}

static wend_status put_gallery(gallery* a, wend_text_out* out, wend_error* error) {
    wend_text_put(out,
                  "<h2>Episodes</h2>\n<p class='soft'>%d of %d: the worst half of them by "
                  "the first run, the others evenly from the rest; worst first.</p>\n",
                  a->count, a->group->episode_count);
    report_put_key(out);
    WEND_TRY(make_cards(a, out, error));
    for (int i = 0; i < a->count; i++) {
        wend_text_put_bytes(out, a->cards[i].items, a->cards[i].count);
        if (a->cards[i].out_of_memory) out->out_of_memory = true;
    }
    return WEND_OK;
}

static wend_status report_put_tours(const gallery* a, wend_text_out* out, wend_error* error) {
    bool any = false;
    for (int i = 0; i < a->group->run_count; i++) any |= a->group->runs[i]->table.tour_count > 0;
    if (any) wend_text_put(out, "<h2>A tour</h2>\n");
    for (int i = 0; i < a->group->run_count; i++)
        WEND_TRY(tour_page_put(out, a->group->runs[i], a->replays[i], &a->report->plans, error));
    return WEND_OK;
}

static wend_status put_pictures(report* r, const report_group* g, wend_text_out* out,
                                wend_error* error) {
    gallery* a = wend_alloc_zero(1, sizeof *a);
    wend_replay** replays = wend_alloc_zero((size_t)g->run_count, sizeof *replays);
    wend_status status = WEND_OK;
    if (a && replays) {
        *a = (gallery){.report = r, .group = g, .replays = replays};
        a->count = report_group_sample(g, r->def->sample, a->chosen);
        status = open_replays(a, out, error);
        if (status == WEND_OK) status = report_put_tours(a, out, error);
        if (status == WEND_OK && a->count) status = put_gallery(a, out, error);
        for (int i = 0; i < a->count; i++) wend_text_destroy(&a->cards[i]);
    } else {
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for the report");
    }
    for (int i = 0; replays && i < g->run_count; i++) wend_replay_destroy(replays[i]);
    wend_free(replays);
    wend_free(a);
    return status;
}

// ---- the page -----------------------------------------------------------------------------------

// The column that best distinguishes successful episodes.
static int finest_column(const report_group* g) {
    static const char* const names[] = {"ppl", "spl", "ndtw", "progress"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int column = report_group_column(g, names[i]);
        if (column >= 0) return column;
    }
    return -1;
}

static wend_status put_group(report* r, const report_group* g, wend_text_out* out,
                             wend_error* error) {
    table_results(out, g);
    chart_bars(out, g);
    if (g->runs[0]->table.ending_count) {
        wend_text_put(out, "<h2>How episodes ended</h2>\n");
        chart_endings(out, g);
    }
    wend_text_put(out, "<div class='charts'>\n");
    WEND_TRY(chart_steps(out, g, error));
    if (finest_column(g) >= 0) WEND_TRY(chart_reach(out, g, finest_column(g), error));
    wend_text_put(out, "</div>\n");
    WEND_TRY(table_scenes(out, g, error));
    WEND_TRY(put_pictures(r, g, out, error));
    table_episodes(out, g, r->def->sample);
    table_failures(out, g);
    return WEND_OK;
}

static wend_status report_put_body(report* r, wend_text_out* out, wend_error* error) {
    for (int i = 0; i < r->run_count; i++) {
        if (!begins_group(r, i)) continue;
        report_group group;
        WEND_TRY(report_group_make(r->runs, r->run_count, i, &group, error));
        wend_text_put(out, "<section>\n<h2>Results%s",
                      r->run_count > group.run_count ? " of " : "");
        if (r->run_count > group.run_count) html_text(out, group.runs[0]->header.task);
        wend_text_put(out, "</h2>\n");
        wend_status status = put_group(r, &group, out, error);
        report_group_destroy(&group);
        WEND_TRY(status);
        wend_text_put(out, "</section>\n");
    }
    return WEND_OK;
}

static wend_status report_put_learning(report* r, wend_text_out* out, wend_error* error) {
    wend_text_put(out, "<section>\n<h2>Learning</h2>\n");
    learning_put(out, r->curves, r->curve_count);
    for (int i = 0; i < r->def->curve_count; i++)
        WEND_TRY(checkpoint_videos_put(out, r->def, r->def->curves[i], file_name(r->def->curves[i]),
                                       error));
    wend_text_put(out, "</section>\n");
    return WEND_OK;
}

static wend_status report_put_page(report* r, wend_error* error) {
    wend_text_out* out = &r->page;
    wend_text_put(out,
                  "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n<meta "
                  "name='viewport' content='width=device-width, initial-scale=1'>\n<title>");
    put_title(r, out);
    wend_text_put(out, "</title>\n<style>\n");
    wend_text_put_bytes(out, page_style, strlen(page_style));
    wend_text_put(out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    put_title(r, out);
    wend_text_put(out, "</h1>\n");
    table_runs(out, r->runs, r->run_count);
    if (r->curve_count) WEND_TRY(report_put_learning(r, out, error));
    WEND_TRY(report_put_body(r, out, error));
    wend_text_put(out, "<svg width='0' height='0' style='position:absolute' aria-hidden='true'>\n");
    wend_text_put_bytes(out, r->plans.symbols.items, r->plans.symbols.count);
    wend_text_put(
        out,
        "</svg>\n<footer>Made by wend %s from the logs alone; the numbers are those of "
        "<code>wend metrics</code>, with 95 %% intervals of means (bootstrap). Rows marked "
        "oracle have ground truth.</footer>\n</main>\n<script>\n",
        WEND_VERSION);
    wend_text_put_bytes(out, page_script, strlen(page_script));
    wend_text_put(out, "</script>\n</body>\n</html>\n");
    if (r->plans.symbols.out_of_memory) out->out_of_memory = true;
    return wend_text_save(out, r->def->out, error);
}

static wend_status report_read_all(report* r, wend_error* error) {
    const wend_report_def* def = r->def;
    r->runs = wend_alloc_zero((size_t)def->log_count + 1, sizeof *r->runs);
    r->curves = wend_alloc_zero((size_t)def->curve_count + 1, sizeof *r->curves);
    if (!r->runs || !r->curves)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the report");
    for (int i = 0; i < def->curve_count; i++) {
        WEND_TRY(learning_curve_read(def->curves[i], &r->curves[i], error));
        r->curve_count++;
    }
    if (def->join_seeds) WEND_TRY(learning_curves_join(r->curves, &r->curve_count, error));
    for (int i = 0; i < def->log_count; i++) {
        r->run_count++;
        WEND_TRY(report_run_read(def->logs[i], def, &r->runs[i], error));
    }
    return WEND_OK;
}

// Fails if no episode was played.
static wend_status check_played(const report* r, wend_error* error) {
    wend_status status = WEND_OK;
    for (int i = 0; i < r->run_count; i++) {
        const report_run* run = &r->runs[i];
        status = wend_score_check_played(&run->log, run->path, &run->table, error);
        if (status == WEND_OK) return WEND_OK;
    }
    return status;
}

wend_status wend_report_write(const wend_report_def* def, wend_error* error) {
    int count = def->log_count + def->curve_count;
    if (count < 1 || count > MAX_LOGS)
        return wend_fail(error, WEND_ARGUMENT, "%d logs and curves; a report is of 1 to %d", count,
                         MAX_LOGS);
    report r = {.def = def};
    wend_status status = report_read_all(&r, error);
    if (status == WEND_OK) status = check_played(&r, error);
    if (status == WEND_OK) {
        name_runs(&r);
        status = report_put_page(&r, error);
    }
    for (int i = 0; i < r.run_count; i++) report_run_destroy(&r.runs[i]);
    for (int i = 0; i < r.curve_count; i++) learning_curve_destroy(&r.curves[i]);
    wend_free(r.runs);
    wend_free(r.curves);
    plan_set_destroy(&r.plans);
    wend_text_destroy(&r.page);
    return status;
}
