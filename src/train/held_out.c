#include "train/held_out.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/metrics.h"
#include "wend/run.h"

static double held_out_mean(const wend_score_table* table, const char* name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return table->means[i].mean;
    return (double)NAN;
}

// Hash of all scenes of a log.
static uint64_t hash_scenes(const wend_log_set* log) {
    uint64_t hash = 0;
    for (int i = 0; i < log->count; i++)
        hash = wend_hash(&log->records[i].scene_hash, sizeof hash, hash);
    return hash | 1;
}

wend_status held_out_score(const char* path, progress_mark* at, wend_train_report* report,
                           wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    WEND_TRY(wend_log_read(path, &log, error));
    uint64_t scenes = hash_scenes(&log);
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        report->evaluated = true;
        report->held_success = held_out_mean(&table, "success");
        report->held_spl = held_out_mean(&table, "spl");
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    if (status == WEND_OK && at->held_scenes && at->held_scenes != scenes)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: the content of the scenes of the held-out episodes changed since the "
                         "evaluation before; choose another folder or pass --overwrite",
                         path);
    if (status == WEND_OK && !isfinite(report->held_success))
        return wend_fail(error, WEND_FORMAT, "%s: the held-out episodes have no success", path);
    at->held_scenes = scenes;
    return status;
}

wend_status held_out_play(const trainee* t, const char* weights, const char* path,
                          wend_error* error) {
    const wend_train_def* def = t->def;
    wend_run_def run = wend_run_default_def();
    wend_run_summary summary;
    char agent[4300], name[64];
    t->kind->name_agent(t, name, sizeof name);
    snprintf(agent, sizeof agent, "%s:weights=%s", name, weights);
    run.play = def->play;
    run.play.episodes = def->held_out;
    run.agent = agent;
    run.out = path;
    run.threads = def->threads;
    run.ranks = def->ranks;
    run.limit = def->evaluate_episodes;
    run.snap = true;
    run.overwrite = true;
    run.halted = def->stop;
    run.warn = def->warn;
    run.context = def->context;
    WEND_TRY(wend_run(&run, &summary, error));
    if (summary.left) return wend_fail(error, WEND_IO, "%s: interrupted", path);
    if (summary.environment)
        return wend_fail(error, WEND_IO, "%s: %d of %d held-out episodes could not be played", path,
                         summary.environment, summary.episodes);
    return WEND_OK;
}
