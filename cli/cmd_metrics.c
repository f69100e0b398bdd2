// wend metrics
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "metrics_curve.h"
#include "options.h"

#include "wend/files.h"
#include "wend/metrics.h"

static void count_endings(const wend_score_table* t, int counts[WEND_SCORE_MAX_ENDINGS]) {
    memset(counts, 0, WEND_SCORE_MAX_ENDINGS * sizeof *counts);
    for (int i = 0; i < t->rows && t->ending_count; i++) counts[t->ended_as[i]]++;
}

static void print_endings(const wend_score_table* t) {
    int counts[WEND_SCORE_MAX_ENDINGS];
    count_endings(t, counts);
    if (t->ending_count && t->rows) printf("  end of episode\n");
    for (int i = 0; i < t->ending_count; i++)
        if (counts[i])
            printf("  %6d  %5.1f %%  %s\n", counts[i], 100.0 * counts[i] / t->rows, t->endings[i]);
}

// One line per group: the first two columns of the task, success and SPL.
static void print_groups(const wend_score_table* t) {
    if (t->group_count < 2) return;
    printf("\n  %-22s %6s   %-30s %s\n", "", "n", t->names[0], t->names[1]);
    for (int g = 0; g < t->group_count; g++) {
        const wend_score_group* group = &t->groups[g];
        printf("  %-22s %6d", group->name, group->rows);
        for (int i = 0; i < 2; i++)
            printf("   %.4f (%.4f to %.4f)%s", group->means[i].mean, group->means[i].low,
                   group->means[i].high, i ? "" : "   ");
        printf("\n");
    }
}

static void cmd_metrics_put_ends(wend_json_out* out, const char* name, bool has, double low,
                                 double high) {
    const double ends[2] = {low, high};
    if (has)
        wend_json_out_numbers(out, name, ends, 2);
    else
        wend_json_out_null(out, name);
}

static void put_intervals_by_scene(wend_json_out* out, const wend_score_table* t,
                                   const wend_interval* means) {
    wend_json_out_object(out, "intervals_by_scene");
    for (int i = 0; i < t->columns; i++)
        cmd_metrics_put_ends(out, t->names[i], means[i].has_scene_interval, means[i].scene_low,
                             means[i].scene_high);
    wend_json_out_end(out);
}

static void put_groups(wend_json_out* out, const wend_score_table* t) {
    if (t->group_count < 1) return;
    wend_json_out_object(out, "groups");
    for (int g = 0; g < t->group_count; g++) {
        wend_json_out_object(out, t->groups[g].name);
        wend_json_out_int(out, "n", t->groups[g].rows);
        for (int i = 0; i < t->columns; i++) {
            const wend_interval* mean = &t->groups[g].means[i];
            const double three[3] = {mean->mean, mean->low, mean->high};
            wend_json_out_numbers(out, t->names[i], three, 3);
        }
        put_intervals_by_scene(out, t, t->groups[g].means);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static int count_infeasible(const wend_score_table* t) {
    int count = 0;
    for (int i = 0; i < t->tour_count; i++) count += t->tours[i].infeasible;
    return count;
}

static void print_ends(bool has, double low, double high, bool last) {
    char words[64] = "-";
    if (has) snprintf(words, sizeof words, "%.4f to %.4f", low, high);
    printf(last ? "   %s" : "   %-20s", words);
}

static void print_mean(const char* name, const wend_interval* v, int scenes) {
    if (!v->count) {
        printf("  %-22s %10s\n", name, "-");
        return;
    }
    printf("  %-22s %10.4f", name, v->mean);
    print_ends(v->has_interval, v->low, v->high, scenes < 2);
    if (scenes > 1) print_ends(v->has_scene_interval, v->scene_low, v->scene_high, true);
    printf("\n");
}

static void print_tours(const wend_score_table* t) {
    if (!t->tour_count) return;
    int left_out = count_infeasible(t);
    print_mean("t_ndtw", &t->tour_ndtw, t->scene_count);
    printf("  %d tours", t->tour_count);
    if (left_out) printf("; %d could not be aligned by the official rules", left_out);
    printf("\n");
}

static void cmd_metrics_put_tours(wend_json_out* out, const wend_score_table* t) {
    if (!t->tour_count) return;
    const wend_interval* v = &t->tour_ndtw;
    const double three[3] = {v->mean, v->low, v->high};
    wend_json_out_int(out, "tours", t->tour_count);
    wend_json_out_int(out, "tours_not_aligned", count_infeasible(t));
    if (v->count)
        wend_json_out_numbers(out, "t_ndtw", three, 3);
    else
        wend_json_out_null(out, "t_ndtw");
    cmd_metrics_put_ends(out, "t_ndtw_by_scene", v->has_scene_interval, v->scene_low,
                         v->scene_high);
}

static void cmd_metrics_print_table(const wend_score_table* t) {
    printf("%s by %s%s: %d episodes", t->task, t->agent, t->oracle ? " (oracle)" : "", t->rows);
    if (t->agent_errors) printf(", %d ended by an agent error (score 0)", t->agent_errors);
    if (t->failed)
        printf("; %d more failed in the environment and are excluded from the means", t->failed);
    printf("\n  %-22s %10s   %s", "", "mean",
           t->scene_count > 1 ? "95 % interval          by scene" : "95 % interval");
    if (t->scene_count > 1) printf(" (%d scenes)", t->scene_count);
    printf("\n");
    for (int i = 0; i < t->columns; i++) print_mean(t->names[i], &t->means[i], t->scene_count);
    if (t->scene_count < 2) printf("  one scene: no interval by scene\n");
    print_tours(t);
    print_endings(t);
    print_groups(t);
}

static void put_rows(wend_json_out* out, const wend_score_table* t, const wend_log_set* log);

// Instruction following: the abbreviations of the papers and of `wend score` as well.
static void put_abbreviations(wend_json_out* out, const wend_score_table* t) {
    static const char* const names[][2] = {{"success", "sr"},
                                           {"oracle_success", "os"},
                                           {"distance_to_goal", "ne"},
                                           {"path_length", "tl"}};
    bool follows = false;
    for (int i = 0; i < t->columns; i++) follows = follows || strcmp(t->names[i], "ndtw") == 0;
    for (int i = 0; follows && i < t->columns; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(t->names[i], names[k][0]) == 0)
                wend_json_out_number(out, names[k][1],
                                     t->means[i].count ? t->means[i].mean : INFINITY);
}

// Nullable: log (episodes are not listed).
static int print_table_json(const wend_score_table* t, const wend_log_set* log) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "task", t->task);
    wend_json_out_text(&out, "agent", t->agent);
    wend_json_out_bool(&out, "oracle", t->oracle);
    wend_json_out_int(&out, "n", t->rows);
    wend_json_out_int(&out, "n_agent_errors", t->agent_errors);
    wend_json_out_int(&out, "n_failed", t->failed);
    wend_json_out_int(&out, "n_scenes", t->scene_count);
    for (int i = 0; i < t->columns; i++)  // the mean of an empty column is null
        wend_json_out_number(&out, t->names[i], t->means[i].count ? t->means[i].mean : INFINITY);
    put_abbreviations(&out, t);
    wend_json_out_object(&out, "intervals");
    for (int i = 0; i < t->columns; i++)
        cmd_metrics_put_ends(&out, t->names[i], t->means[i].has_interval, t->means[i].low,
                             t->means[i].high);
    wend_json_out_end(&out);
    if (t->scene_count > 1)
        put_intervals_by_scene(&out, t, t->means);
    else
        wend_json_out_null(&out, "intervals_by_scene");
    int counts[WEND_SCORE_MAX_ENDINGS];
    count_endings(t, counts);
    wend_json_out_object(&out, "endings");
    for (int i = 0; i < t->ending_count; i++) wend_json_out_int(&out, t->endings[i], counts[i]);
    wend_json_out_end(&out);
    put_groups(&out, t);
    cmd_metrics_put_tours(&out, t);
    if (log) put_rows(&out, t, log);
    wend_json_out_end(&out);
    return print_json(&out);
}

// Infinite values are written as empty fields.
static void print_rows(const wend_score_table* t, const wend_log_set* log) {
    wend_text_out out = {0};
    wend_text_put(&out, "id,scene");
    for (int i = 0; i < t->columns; i++) wend_text_put(&out, ",%s", t->names[i]);
    wend_text_put(&out, "\n");
    for (int r = 0; r < t->rows; r++) {
        const wend_log_record* record = &log->records[t->records[r]];
        wend_text_put_csv(&out, record->id);
        wend_text_put(&out, ",");
        wend_text_put_csv(&out, record->scene);
        for (int i = 0; i < t->columns; i++) {
            double value = t->values[r * t->columns + i];
            char words[40] = "";
            if (isfinite(value)) snprintf(words, sizeof words, "%.6g", value);
            wend_text_put(&out, ",%s", words);
        }
        wend_text_put(&out, "\n");
    }
    printf("%s", out.items ? out.items : "");
    wend_text_destroy(&out);
}

static void put_rows(wend_json_out* out, const wend_score_table* t, const wend_log_set* log) {
    wend_json_out_array(out, "episodes");
    for (int r = 0; r < t->rows; r++) {
        const wend_log_record* record = &log->records[t->records[r]];
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "id", record->id);
        wend_json_out_text(out, "scene", record->scene);
        for (int i = 0; i < t->columns; i++)
            wend_json_out_number(out, t->names[i], t->values[r * t->columns + i]);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

// ---- two runs -----------------------------------------------------------------------------------

static void print_difference(const char* name, double first, double second,
                             const wend_interval* d) {
    bool differs = d->has_interval && (d->low > 0 || d->high < 0);
    bool by_scene = d->has_scene_interval && (d->scene_low > 0 || d->scene_high < 0);
    printf("  %-22s %10.4f %10.4f %+10.4f", name, first, second, d->mean);
    if (d->has_interval)
        printf("   %+.4f to %+.4f%s", d->low, d->high, differs ? " *" : "  ");
    else
        printf("   %-20s", "-");
    if (d->has_scene_interval)
        printf("   %+.4f to %+.4f%s", d->scene_low, d->scene_high, by_scene ? " *" : "");
    printf("\n");
}

static void print_contrast(const wend_score_table* first, const wend_score_table* second,
                           const wend_score_contrast* c) {
    printf("%s, %d episodes in both runs\n", first->task, c->pairs);
    printf("  first:  %s%s\n", first->agent, first->oracle ? " (oracle)" : "");
    printf("  second: %s%s\n", second->agent, second->oracle ? " (oracle)" : "");
    bool by_scene = c->scenes > 1;
    printf("  %-22s %10s %10s %10s   %s", "", "first", "second", "difference",
           by_scene ? "95 % interval          by scene" : "95 % interval");
    if (by_scene) printf(" (%d scenes)", c->scenes);
    printf("\n");
    for (int i = 0; i < first->columns; i++)
        print_difference(first->names[i], c->first[i], c->second[i], &c->differences[i]);
    if (c->tour_pairs)
        print_difference("t_ndtw", c->tour_first, c->tour_second, &c->tour_difference);
    printf("  * zero is outside the interval\n");
}

static void put_difference(wend_json_out* out, const char* name, double first, double second,
                           const wend_interval* d) {
    wend_json_out_object(out, name);
    wend_json_out_number(out, "first", first);
    wend_json_out_number(out, "second", second);
    wend_json_out_number(out, "difference", d->mean);
    cmd_metrics_put_ends(out, "interval", d->has_interval, d->low, d->high);
    cmd_metrics_put_ends(out, "interval_by_scene", d->has_scene_interval, d->scene_low,
                         d->scene_high);
    wend_json_out_end(out);
}

static int print_contrast_json(const wend_score_table* first, const wend_score_table* second,
                               const wend_score_contrast* c) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "task", first->task);
    wend_json_out_text(&out, "first", first->agent);
    wend_json_out_text(&out, "second", second->agent);
    wend_json_out_int(&out, "pairs", c->pairs);
    wend_json_out_int(&out, "n_scenes", c->scenes);
    wend_json_out_object(&out, "metrics");
    for (int i = 0; i < first->columns; i++)
        put_difference(&out, first->names[i], c->first[i], c->second[i], &c->differences[i]);
    if (c->tour_pairs)
        put_difference(&out, "t_ndtw", c->tour_first, c->tour_second, &c->tour_difference);
    wend_json_out_end(&out);
    wend_json_out_end(&out);
    return print_json(&out);
}

static wend_status read_run(const char* path, wend_log_set* log, wend_score_table* table,
                            wend_error* error) {
    WEND_TRY(wend_log_read(path, log, error));
    wend_status status = wend_score_compute(log, path, table, error);
    if (status == WEND_OK) status = wend_score_check_played(log, path, table, error);
    if (status != WEND_OK) {
        wend_score_destroy(table);
        wend_log_destroy(log);
    }
    if (status == WEND_OK && table->failed)
        fprintf(stderr,
                "wend: warning: %s: %d of %d episodes failed in the environment and are excluded "
                "from the means; run the same command again to retry them\n",
                path, table->failed, table->failed + table->rows);
    if (status == WEND_OK && !log->complete)
        fprintf(stderr, "wend: warning: %s: the run is incomplete, %d episodes so far\n", path,
                log->count);
    return status;
}

static int compare_runs(const wend_score_table* first, const wend_log_set* log, const char* path,
                        bool json) {
    wend_error error;
    wend_log_set other;
    wend_score_table second;
    wend_score_contrast contrast;
    if (read_run(path, &other, &second, &error) != WEND_OK) return report_error(&error);
    wend_status status = wend_score_compare(log, first, &other, &second, &contrast, &error);
    int exit_status = status == WEND_OK ? EXIT_OK : report_error(&error);
    if (status == WEND_OK && json)
        exit_status = print_contrast_json(first, &second, &contrast);
    else if (status == WEND_OK)
        print_contrast(first, &second, &contrast);
    wend_score_destroy(&second);
    wend_log_destroy(&other);
    return exit_status;
}

// ---- curves -------------------------------------------------------------------------------------

// Folders of training runs have curves over training; logs have them over goals by default.
static int draw_curves(const arguments* a, metrics_curve_def def, const char* over) {
    wend_error error;
    int folders = 0;
    def.inputs = a->given;
    def.count = a->given_count;
    for (int i = 0; i < def.count; i++) folders += wend_file_is_folder(def.inputs[i]);
    def.over = folders ? METRICS_OVER_TRAINING : METRICS_OVER_GOALS;
    if (over && !metrics_curve_find_over(over, &def.over))
        return report_misuse(a, "--over is goals, steps or training, not '%s'", over);
    if ((def.over == METRICS_OVER_TRAINING) != (folders == def.count))
        return report_misuse(a, "curves over training need folders of wend train, others logs");
    if (def.over == METRICS_OVER_GOALS && (def.csv || !def.plot))
        return report_misuse(a, "--csv has curves over steps or training; add --over steps");
    if (!def.metric) def.metric = "ppl";
    return metrics_curve(&def, &error) == WEND_OK ? EXIT_OK : report_error(&error);
}

// ---- the command --------------------------------------------------------------------------------

int command_metrics(int argc, char** argv) {
    bool json = false, rows = false;
    const char *against = NULL, *over = NULL, *tour_log = NULL, *tour_gt = NULL;
    metrics_curve_def curve = {0};
    const option options[] = {
        {"--compare", OPTION_TEXT, &against, "LOG",
         "paired differences to another run on the same episodes", .old = "--against"},
        {"--curve", OPTION_TEXT, &curve.plot, "FILE",
         "plot several logs, or folders of training runs, as SVG or PNG"},
        {"--over", OPTION_TEXT, &over, "WHAT",
         "of the curves: goals or steps of MultiON logs, or training (of folders)"},
        {"--metric", OPTION_TEXT, &curve.metric, "NAME",
         "that is plotted over steps or training; default ppl"},
        {"--csv", OPTION_TEXT, &curve.csv, "FILE", "values of the curves, of all metrics"},
        {"--tour-log", OPTION_TEXT, &tour_log, "FILE",
         "tours: write the steps in IVLN-CE's format"},
        {"--tour-gt", OPTION_TEXT, &tour_gt, "FILE",
         "tours: write the reference paths as gt_ndtw.json"},
        JSON_OPTION(json),
        {"--per-episode", OPTION_FLAG, &rows, NULL, "one CSV row per episode; with --json a list"},
    };
    arguments a = {.command = "metrics",
                   .summary = "Computes the metrics of a run from its log.",
                   .operands = "LOG",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = METRICS_CURVE_LOGS};
    int status;
    wend_error error;
    wend_log_set log;
    wend_score_table table;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (curve.plot || curve.csv) return draw_curves(&a, curve, over);
    if (over || curve.metric) return report_misuse(&a, "--over and --metric need --curve FILE");
    if (a.given_count > 1) return report_misuse(&a, "several logs need --curve FILE");
    if (read_run(a.given[0], &log, &table, &error) != WEND_OK) return report_error(&error);
    bool written = (!tour_log || wend_score_write_tours(&log, &table, a.given[0], false, tour_log,
                                                        &error) == WEND_OK) &&
                   (!tour_gt || wend_score_write_tours(&log, &table, a.given[0], true, tour_gt,
                                                       &error) == WEND_OK);
    status = written ? EXIT_OK : report_error(&error);
    if (against && written)
        status = compare_runs(&table, &log, against, json);
    else if (json && written)
        status = print_table_json(&table, rows ? &log : NULL);
    else if (rows && written)
        print_rows(&table, &log);
    else if (written)
        cmd_metrics_print_table(&table);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return status;
}
