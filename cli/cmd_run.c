// wend run and wend metrics
#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "commands.h"
#include "metrics_curve.h"
#include "metrics_tours.h"
#include "options.h"

#include "wend/agent.h"
#include "wend/oracle.h"
#include "wend/run.h"
#include "wend/score.h"

typedef struct watcher {
    progress bar;
    bool started;
} watcher;

static void show_progress(void* context, int done, int total) {
    watcher* w = context;
    if (!w->started) w->bar = progress_start("episodes", total);
    w->started = true;
    progress_show(&w->bar, done);
}

static void show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: %s\n", sentence);
}

static void list_names(FILE* out) {
    fprintf(out, "tasks:\n");
    for (int i = 0; i < wend_task_count(); i++) {
        const wend_task_kind* task = wend_task_at(i);
        fprintf(out, "  %-16s %s\n", task->name, task->summary);
        if (task->options)
            fprintf(out, "  %-16s options, as %s:KEY=VALUE,…: %s\n", "", task->name, task->options);
    }
    fprintf(out, "agents:\n");
    for (int i = 0; i < wend_agent_count(); i++) {
        const wend_agent_kind* agent = wend_agent_at(i);
        fprintf(out, "  %-16s %s\n", agent->name, agent->summary);
        if (agent->options)
            fprintf(out, "  %-16s options, as %s:KEY=VALUE,…: %s\n", "", agent->name,
                    agent->options);
    }
    fprintf(out, "oracles (shown the truth; reports mark them):\n");
    for (int i = 0; i < wend_oracle_count(); i++)
        fprintf(out, "  %-16s %s\n", wend_oracle_at(i)->name, wend_oracle_at(i)->summary);
}

static int play(wend_run_def* def) {
    wend_error error;
    wend_run_summary summary;
    watcher w = {.started = false};
    def->progress = show_progress;
    def->warn = show_warning;
    def->context = &w;
    double start = seconds_now();
    wend_status result = wend_run(def, &summary, &error);
    if (w.started) progress_end(&w.bar);
    if (result != WEND_OK) return report_error(&error);
    double spent = seconds_now() - start;
    fprintf(stderr, "%d episodes in %.1f s, %.0f steps/s\n", summary.played, spent,
            (double)summary.steps / (spent + 1e-9));
    printf("%s: %d episodes, %d resumed, %d failed\n", def->out, summary.episodes, summary.resumed,
           summary.failed);
    return summary.failed && !def->lenient ? EXIT_DATA : EXIT_OK;
}

int command_run(int argc, char** argv) {
    wend_run_def def = wend_run_default_def();
    bool list = false;
    const option options[] = {
        {"--agent", OPTION_TEXT, &def.agent, "NAME",
         "who plays; some take options: NAME:KEY=VALUE,…"},
        {"--episodes", OPTION_TEXT, &def.episodes, "FILE", "the task's episodes"},
        {"--scenes", OPTION_TEXT, &def.scenes, "DIR", "where scene files of the episodes lie"},
        {"--connectivity", OPTION_TEXT, &def.graphs, "DIR",
         "viewpoint graphs; default FILE.connectivity beside the episodes"},
        {"--tours", OPTION_TEXT, &def.tours, "FILE",
         "tours of the episodes, as 'wend tours make' writes them; default: made now"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR",
         "keep scenes, navmeshes and views here: the next opening takes milliseconds"},
        {"--snap", OPTION_FLAG, &def.snap, NULL, "move starts that lie off the navmesh to it"},
        {"--native", OPTION_FLAG, &def.native, NULL,
         "rescue: the agent picks, puts and opens doors itself"},
        {"--skip-bad", OPTION_FLAG, &def.lenient, NULL,
         "episodes that cannot be played are left out, and do not fail the command"},
        {"--seed", OPTION_U64, &def.seed, "N", "of everything random"},
        {"--threads", OPTION_INT, &def.threads, "T", "0: one per processor"},
        {"--rules", OPTION_TEXT, &def.rules, "R", "paper or official"},
        {"--max-steps", OPTION_INT, &def.max_steps, "N", "0: as the task has it"},
        {"--limit", OPTION_INT, &def.limit, "N", "only the first so many; 0: all"},
        {"--every", OPTION_INT, &def.every, "N", "of these the first, then every N-th; 0: all"},
        {"--list", OPTION_FLAG, &list, NULL, "list tasks and agents"},
        {"-o", OPTION_TEXT, &def.out, "FILE", "the log; one that exists is continued"},
    };
    arguments a = {.command = "run",
                   .summary =
                       "Plays every episode of a task into a log. Killed, it goes on where it "
                       "was when run again.",
                   .operands = "TASK",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (list) {
        list_names(stdout);
        return EXIT_OK;
    }
    if (!a.given_count || !def.agent || !def.episodes || !def.out)
        return report_misuse(&a, "TASK, --agent, --episodes and -o are needed");
    def.task = a.given[0];
    return play(&def);
}

// ---- metrics ------------------------------------------------------------------------------------

static void count_endings(const wend_score_table* t, int counts[WEND_SCORE_MAX_ENDINGS]) {
    memset(counts, 0, WEND_SCORE_MAX_ENDINGS * sizeof *counts);
    for (int i = 0; i < t->rows && t->ending_count; i++) counts[t->ended_as[i]]++;
}

static void print_endings(const wend_score_table* t) {
    int counts[WEND_SCORE_MAX_ENDINGS];
    count_endings(t, counts);
    if (t->ending_count && t->rows) printf("  how they ended\n");
    for (int i = 0; i < t->ending_count; i++)
        if (counts[i])
            printf("  %6d  %5.1f %%  %s\n", counts[i], 100.0 * counts[i] / t->rows, t->endings[i]);
}

// A line a group, with the task's first two columns: success and SPL.
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

static void put_groups(json_out* out, const wend_score_table* t) {
    if (t->group_count < 1) return;
    json_out_object(out, "groups");
    for (int g = 0; g < t->group_count; g++) {
        json_out_object(out, t->groups[g].name);
        json_out_int(out, "n", t->groups[g].rows);
        for (int i = 0; i < t->columns; i++) {
            const wend_interval* mean = &t->groups[g].means[i];
            const double three[3] = {mean->mean, mean->low, mean->high};
            json_out_numbers(out, t->names[i], three, 3);
        }
        json_out_end(out);
    }
    json_out_end(out);
}

static int count_infeasible(const wend_score_table* t) {
    int count = 0;
    for (int i = 0; i < t->tour_count; i++) count += t->tours[i].infeasible;
    return count;
}

static void print_tours(const wend_score_table* t) {
    if (!t->tour_count) return;
    int left_out = count_infeasible(t);
    printf("  %-18s %10.4f   %.4f to %.4f, over %d tours", "t_ndtw", t->tour_ndtw.mean,
           t->tour_ndtw.low, t->tour_ndtw.high, t->tour_count);
    if (left_out) printf("; %d could not be aligned by the official rules", left_out);
    printf("\n");
}

static void put_tours(json_out* out, const wend_score_table* t) {
    if (!t->tour_count) return;
    const double three[3] = {t->tour_ndtw.mean, t->tour_ndtw.low, t->tour_ndtw.high};
    json_out_int(out, "tours", t->tour_count);
    json_out_int(out, "tours_not_aligned", count_infeasible(t));
    json_out_numbers(out, "t_ndtw", three, 3);
}

static void print_table(const wend_score_table* t) {
    printf("%s by %s%s: %d episodes", t->task, t->agent, t->oracle ? " (oracle)" : "", t->rows);
    if (t->failed) printf(", %d could not be played", t->failed);
    printf("\n  %-18s %10s   95 %% interval\n", "", "mean");
    for (int i = 0; i < t->columns; i++)
        printf("  %-18s %10.4f   %.4f to %.4f\n", t->names[i], t->means[i].mean, t->means[i].low,
               t->means[i].high);
    print_tours(t);
    print_endings(t);
    print_groups(t);
}

static void print_table_json(const wend_score_table* t) {
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_text(&out, "task", t->task);
    json_out_text(&out, "agent", t->agent);
    json_out_bool(&out, "oracle", t->oracle);
    json_out_int(&out, "n", t->rows);
    json_out_int(&out, "n_failed", t->failed);
    for (int i = 0; i < t->columns; i++) json_out_number(&out, t->names[i], t->means[i].mean);
    json_out_object(&out, "intervals");
    for (int i = 0; i < t->columns; i++) {
        const double ends[2] = {t->means[i].low, t->means[i].high};
        json_out_numbers(&out, t->names[i], ends, 2);
    }
    json_out_end(&out);
    int counts[WEND_SCORE_MAX_ENDINGS];
    count_endings(t, counts);
    json_out_object(&out, "endings");
    for (int i = 0; i < t->ending_count; i++) json_out_int(&out, t->endings[i], counts[i]);
    json_out_end(&out);
    put_groups(&out, t);
    put_tours(&out, t);
    json_out_end(&out);
    printf("%s\n", out.text.items ? out.text.items : "");
    json_out_destroy(&out);
}

static void print_rows(const wend_score_table* t, const wend_log_set* log) {
    printf("id,scene");
    for (int i = 0; i < t->columns; i++) printf(",%s", t->names[i]);
    printf("\n");
    for (int r = 0; r < t->rows; r++) {
        const wend_log_record* record = &log->records[t->records[r]];
        printf("%s,%s", record->id, record->scene);
        for (int i = 0; i < t->columns; i++) printf(",%.6g", t->values[r * t->columns + i]);
        printf("\n");
    }
}

int command_metrics(int argc, char** argv) {
    bool json = false, rows = false;
    const char *curve = NULL, *tour_log = NULL, *tour_gt = NULL;
    const option options[] = {
        {"--curve", OPTION_TEXT, &curve, "FILE",
         "MultiON: draw logs of different numbers of goals as SVG"},
        {"--tour-log", OPTION_TEXT, &tour_log, "FILE",
         "tours: write what was done step by step, as IVLN-CE does"},
        {"--tour-gt", OPTION_TEXT, &tour_gt, "FILE",
         "tours: write what should have been, as gt_ndtw.json"},
        {"--json", OPTION_FLAG, &json, NULL, "one JSON object"},
        {"--per-episode", OPTION_FLAG, &rows, NULL, "a line of CSV an episode"},
    };
    arguments a = {.command = "metrics",
                   .summary = "Computes a run's metrics from its log alone.",
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
    if (curve)
        return metrics_curve(a.given, a.given_count, curve, &error) == WEND_OK
                   ? EXIT_OK
                   : report_error(&error);
    if (a.given_count > 1) return report_misuse(&a, "one log at a time, or --curve FILE");
    if (wend_log_read(a.given[0], &log, &error) != WEND_OK) return report_error(&error);
    if (wend_score_compute(&log, a.given[0], &table, &error) != WEND_OK) {
        wend_log_destroy(&log);
        return report_error(&error);
    }
    bool written =
        (!tour_log || metrics_tours_write(&log, a.given[0], false, tour_log, &error) == WEND_OK) &&
        (!tour_gt || metrics_tours_write(&log, a.given[0], true, tour_gt, &error) == WEND_OK);
    if (!written) status = report_error(&error);
    if (!log.complete)
        fprintf(stderr, "wend: warning: %s: the run is not complete, %d episodes so far\n",
                a.given[0], log.count);
    if (json)
        print_table_json(&table);
    else if (rows)
        print_rows(&table, &log);
    else
        print_table(&table);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return written ? EXIT_OK : status;
}
