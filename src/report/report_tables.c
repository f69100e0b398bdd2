// HTML tables of runs, results, scenes, episodes and failures.
#include "report/report_tables.h"

#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/html.h"

enum { MAX_SCENES = 60, MAX_EPISODES = 200, MAX_FAILURES = 50, LONGEST_NAME = 120 };

// ---- runs ---------------------------------------------------------------------------------------

void table_runs(wend_text_out* out, const report_run* runs, int count) {
    for (int i = 0; i < count; i++) {
        const report_run* run = &runs[i];
        wend_text_put(out, "<ul class='facts'><li>");
        chart_name(out, run);
        wend_text_put(out, "</li><li><b>%d</b> of <b>%d</b> episodes%s</li><li>rules <b>",
                      run->log.count, run->header.episodes,
                      run->log.complete ? "" : ": the run is not complete");
        html_text(out, run->header.rules);
        wend_text_put(out, "</b></li><li>seed <b>%llu</b></li>",
                      (unsigned long long)run->header.seed);
        if (run->header.max_steps)
            wend_text_put(out, "<li>at most <b>%d</b> steps</li>", run->header.max_steps);
        if (run->table.agent_errors)
            wend_text_put(out, "<li><b>%d</b> ended by an agent error (score 0)</li>",
                          run->table.agent_errors);
        if (run->table.failed)
            wend_text_put(
                out, "<li><b>%d</b> failed in the environment and are excluded from the means</li>",
                run->table.failed);
        wend_text_put(out, "</ul>\n");
    }
}

// ---- results ------------------------------------------------------------------------------------

// The run with the best mean among those without ground truth, if there are several.
static int best_run(const report_group* g, int column, int better) {
    int best = -1, choices = 0;
    for (int r = 0; better && r < g->run_count; r++) {
        const wend_score_table* t = &g->runs[r]->table;
        if (t->oracle || !t->rows) continue;
        choices++;
        if (best < 0 ||
            t->means[column].mean * better > g->runs[best]->table.means[column].mean * better)
            best = r;
    }
    return choices > 1 ? best : -1;
}

static void report_tables_put_ends(wend_text_out* out, const char* unit, bool has, double low,
                                   double high, const char* words) {
    if (!has) return;
    wend_text_put(out, "<small>");
    html_value(out, unit, low);
    wend_text_put(out, "–");
    html_value(out, unit, high);
    wend_text_put(out, "%s</small>", words);
}

static void put_mean(wend_text_out* out, const report_run* run, int column, const char* unit,
                     bool best) {
    const wend_interval* v = &run->table.means[column];
    wend_text_put(out, "<td%s>", best ? " class='best'" : "");
    if (!v->count) {
        wend_text_put(out, "–</td>");
        return;
    }
    html_value(out, unit, v->mean);
    report_tables_put_ends(out, unit, v->has_interval, v->low, v->high, "");
    report_tables_put_ends(out, unit, v->has_scene_interval, v->scene_low, v->scene_high,
                           " by scene");
    wend_text_put(out, "</td>");
}

void table_results(wend_text_out* out, const report_group* g) {
    const wend_score_table* first = &g->runs[0]->table;
    wend_text_put(out, "<div class='scroll' tabindex='0'><table><thead><tr><th>Agent</th>");
    for (int c = 0; c < first->columns; c++) {
        wend_score_meaning meaning = wend_score_meaning_of(first->names[c]);
        wend_text_put(out, "<th>");
        html_text(out, meaning.title);
        if (*meaning.unit) wend_text_put(out, ", %s", meaning.unit);
        if (meaning.better) wend_text_put(out, " %s", meaning.better > 0 ? "↑" : "↓");
        wend_text_put(out, "</th>");
    }
    wend_text_put(out, "<th>n</th></tr></thead><tbody>\n");
    for (int r = 0; r < g->run_count; r++) {
        wend_text_put(out, "<tr><td>");
        chart_name(out, g->runs[r]);
        wend_text_put(out, "</td>");
        for (int c = 0; c < first->columns; c++) {
            wend_score_meaning meaning = wend_score_meaning_of(first->names[c]);
            put_mean(out, g->runs[r], c, meaning.unit, best_run(g, c, meaning.better) == r);
        }
        wend_text_put(out, "<td>%d</td></tr>\n", g->runs[r]->table.rows);
    }
    wend_text_put(
        out,
        "</tbody></table></div>\n<p class='soft'>Means, and below them the 95 %% interval. ↑ "
        "higher is better, ↓ lower is better. Bold: the best without ground truth.</p>\n");
}

// ---- scenes -------------------------------------------------------------------------------------

// One episode of one run in a scene.
typedef struct visit {
    const char* scene;
    int run;
    double success;
} visit;

static int compare_visits(const void* a, const void* b) {
    return strcmp(((const visit*)a)->scene, ((const visit*)b)->scene);
}

// The visits [first, first + count) of one scene.
typedef struct scene_row {
    int first, count;
    double worst;  // mean success of the first run in the scene
} scene_row;

static int compare_scene_rows(const void* a, const void* b) {
    const scene_row *x = a, *y = b;
    if (x->worst != y->worst) return x->worst < y->worst ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static double report_tables_mean_of(const visit* visits, const scene_row* row, int run, int* n) {
    double sum = 0;
    *n = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        if (visits[i].run != run) continue;
        sum += visits[i].success;
        ++*n;
    }
    return *n ? sum / *n : 0;
}

static int collect_visits(const report_group* g, int column, visit* visits) {
    int count = 0;
    for (int r = 0; r < g->run_count; r++) {
        const report_run* run = g->runs[r];
        for (int i = 0; i < run->table.rows; i++)
            visits[count++] =
                (visit){run->log.records[run->table.records[i]].scene, r,
                        run->table.values[(size_t)i * (size_t)run->table.columns + (size_t)column]};
    }
    qsort(visits, (size_t)count, sizeof *visits, compare_visits);
    return count;
}

static int collect_rows(const visit* visits, int count, scene_row* rows) {
    int scenes = 0, n;
    for (int i = 0; i < count; i++) {
        if (i == 0 || strcmp(visits[i].scene, visits[i - 1].scene) != 0)
            rows[scenes++] = (scene_row){i, 0, 0};
        rows[scenes - 1].count++;
    }
    for (int i = 0; i < scenes; i++) rows[i].worst = report_tables_mean_of(visits, &rows[i], 0, &n);
    qsort(rows, (size_t)scenes, sizeof *rows, compare_scene_rows);
    return scenes;
}

static void report_tables_put_scene(wend_text_out* out, const report_group* g, const visit* visits,
                                    const scene_row* row) {
    wend_text_put(out, "<tr><td class='wrap'>");
    html_text_short(out, visits[row->first].scene, LONGEST_NAME);
    wend_text_put(out, "</td>");
    int max = 0;
    for (int r = 0; r < g->run_count; r++) {
        int n;
        double mean = report_tables_mean_of(visits, row, r, &n);
        if (n > max) max = n;
        wend_text_put(out, "<td data-sort='%.6f'>", n ? mean : -1);
        if (n)
            chart_share(out, g->runs[r]->color, mean);
        else
            wend_text_put(out, "–");
        wend_text_put(out, "</td>");
    }
    wend_text_put(out, "<td>%d</td></tr>\n", max);
}

static void put_scenes(wend_text_out* out, const report_group* g, const visit* visits,
                       const scene_row* rows, int scenes, const char* title) {
    wend_text_put(out, "<h2>Scene by scene</h2>\n<p class='soft'>");
    html_text(out, title);
    wend_text_put(out, " of each run, hardest scenes of the first run first");
    if (scenes > MAX_SCENES) wend_text_put(out, ": %d of %d scenes", MAX_SCENES, scenes);
    wend_text_put(out,
                  ".</p>\n<div class='scroll' tabindex='0'><table "
                  "class='sortable'><thead><tr><th><button>Scene"
                  "</button></th>");
    for (int r = 0; r < g->run_count; r++) {
        wend_text_put(out, "<th><button>");
        chart_name(out, g->runs[r]);
        wend_text_put(out, "</button></th>");
    }
    wend_text_put(out, "<th><button>n</button></th></tr></thead><tbody>\n");
    for (int i = 0; i < scenes && i < MAX_SCENES; i++)
        report_tables_put_scene(out, g, visits, &rows[i]);
    wend_text_put(out, "</tbody></table></div>\n");
}

wend_status table_scenes(wend_text_out* out, const report_group* g, wend_error* error) {
    const wend_score_table* first = &g->runs[0]->table;
    int column = report_group_success(g), count = 0;
    if (column < 0 || first->columns == 0) return WEND_OK;
    for (int r = 0; r < g->run_count; r++) count += g->runs[r]->table.rows;
    if (!count) return WEND_OK;
    visit* visits = wend_alloc((size_t)count * sizeof *visits);
    scene_row* rows = wend_alloc((size_t)count * sizeof *rows);
    if (visits && rows) {
        count = collect_visits(g, column, visits);
        put_scenes(out, g, visits, rows, collect_rows(visits, count, rows),
                   wend_score_meaning_of(first->names[column]).title);
    }
    bool out_of_memory = !visits || !rows;
    wend_free(visits);
    wend_free(rows);
    return out_of_memory ? wend_fail(error, WEND_NO_MEMORY, "out of memory for a report") : WEND_OK;
}

// ---- episodes -----------------------------------------------------------------------------------

static void put_cell(wend_text_out* out, const report_run* run, int row) {
    const wend_score_table* t = &run->table;
    if (row < 0) {
        wend_text_put(out, "<td class='text' data-sort='-1'>–</td>");
        return;
    }
    const double* values = t->values + (size_t)row * (size_t)t->columns;
    wend_text_put(out, "<td class='text' data-sort='%.6f'>", values[0]);
    if (t->ending_count) {
        wend_text_put(out, "<i class='dot e%d'></i>", t->ended_as[row] % CHART_COLORS);
        html_text(out, t->endings[t->ended_as[row]]);
    }
    for (int c = t->ending_count ? 1 : 0; c < t->columns; c++) {
        wend_score_meaning meaning = wend_score_meaning_of(t->names[c]);
        if (!meaning.better || strcmp(meaning.unit, "%") != 0) continue;
        wend_text_put(out, "%s<small>", c ? " " : "");
        html_text(out, meaning.title);
        wend_text_put(out, " ");
        html_value(out, meaning.unit, values[c]);
        wend_text_put(out, " %%</small>");
        break;
    }
    wend_text_put(out, "</td>");
}

// The id of an episode, linked to its card if it has one.
static void put_id(wend_text_out* out, const report_group* g, int i, bool has_card) {
    wend_text_put(out, "<td class='wrap'>");
    if (has_card) wend_text_put(out, "<a href='#episode%d-%d'>", g->runs[0]->color, i);
    html_text_short(out, g->episodes[i].id, LONGEST_NAME);
    wend_text_put(out, "%s</td>", has_card ? "</a>" : "");
}

void table_episodes(wend_text_out* out, const report_group* g, int sample) {
    int chosen[REPORT_MAX_SAMPLE], next = 0, cards = report_group_sample(g, sample, chosen);
    int shown = g->episode_count < MAX_EPISODES ? g->episode_count : MAX_EPISODES;
    if (!shown) return;
    wend_text_put(
        out,
        "<h2>Every episode</h2>\n<p class='soft'>%s%d of %d, worst first. <code>wend metrics "
        "--per-episode</code> has them all.</p>\n",
        shown < g->episode_count ? "The worst " : "", shown, g->episode_count);
    wend_text_put(
        out,
        "<input class='filter' type='search' data-list='episodes%d' placeholder='filter: "
        "scene, id, ending' aria-label='filter the episodes'>\n"
        "<div class='scroll' tabindex='0'><table class='sortable' id='episodes%d'><thead><tr>"
        "<th><button>Episode</button></th><th class='text'><button>Scene</button></th>",
        g->runs[0]->color, g->runs[0]->color);
    for (int r = 0; r < g->run_count; r++) {
        wend_text_put(out, "<th class='text'><button>");
        chart_name(out, g->runs[r]);
        wend_text_put(out, "</button></th>");
    }
    wend_text_put(out, "</tr></thead><tbody>\n");
    for (int i = 0; i < shown; i++) {
        const report_episode* e = &g->episodes[i];
        bool has_card = next < cards && chosen[next] == i;
        next += has_card;
        wend_text_put(out, "<tr>");
        put_id(out, g, i, has_card);
        wend_text_put(out, "<td class='text wrap'>");
        html_text_short(out, e->scene, LONGEST_NAME);
        wend_text_put(out, "</td>");
        for (int r = 0; r < g->run_count; r++) put_cell(out, g->runs[r], e->rows[r]);
        wend_text_put(out, "</tr>\n");
    }
    wend_text_put(out, "</tbody></table></div>\n");
}

void table_failures(wend_text_out* out, const report_group* g) {
    int failed = 0, shown = 0;
    for (int r = 0; r < g->run_count; r++) failed += g->runs[r]->table.failed;
    if (!failed) return;
    wend_text_put(out,
                  "<h2>Environment failures</h2>\n<p class='soft'>%d in all; excluded from the "
                  "means.</p>\n<ul>\n",
                  failed);
    for (int r = 0; r < g->run_count; r++)
        for (int i = 0; i < g->runs[r]->log.count && shown < MAX_FAILURES; i++) {
            const wend_log_record* record = &g->runs[r]->log.records[i];
            if (!record->failure) continue;
            shown++;
            wend_text_put(out, "<li>");
            chart_name(out, g->runs[r]);
            wend_text_put(out, ", episode ");
            html_text_short(out, record->id, LONGEST_NAME);
            wend_text_put(out, ": ");
            html_text_short(out, record->failure, 400);
            wend_text_put(out, "</li>\n");
        }
    if (failed > shown) wend_text_put(out, "<li>and %d more</li>\n", failed - shown);
    wend_text_put(out, "</ul>\n");
}
