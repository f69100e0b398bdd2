// Curricula: one run per stage, each in a folder of its own, each from the last weights of the one
// before. A stage is complete when its checkpoint says so, so a killed run resumes inside any
// stage.
#include "train/stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train/auxiliary.h"
#include "train/train_fields.h"
#include "train/train_folder.h"

#include "wend/files.h"

wend_status stages_folder(const wend_train_def* def, int stage, char* path, size_t size,
                          wend_error* error) {
    char name[64];
    snprintf(name, sizeof name, "stage_%d_%.*s", stage + 1, TRAIN_STAGE_NAME,
             def->stages[stage].name);
    return wend_file_join(def->out, name, path, size, error);
}

static wend_status stages_check(const wend_train_def* def, wend_error* error) {
    for (int i = 0; i < def->stage_count; i++)
        if (!def->stages[i].name || !train_stage_name_fits(def->stages[i].name))
            return wend_fail(error, WEND_ARGUMENT,
                             "stage %d: its name must have 1 to %d letters, digits, '-' and '_'",
                             i + 1, TRAIN_STAGE_NAME);
    return WEND_OK;
}

// ---- reports ------------------------------------------------------------------------------------

// Passes the functions of the whole run on, with the stage in each report.
typedef struct stage_context {
    const wend_train_def* whole;
    int stage;
} stage_context;

static void stages_report(void* context, const wend_train_report* report) {
    const stage_context* c = context;
    wend_train_report r = *report;
    r.stage = c->whole->stages[c->stage].name;
    r.stage_number = c->stage + 1;
    r.stage_count = c->whole->stage_count;
    if (c->whole->report) c->whole->report(c->whole->context, &r);
}

static void stages_warn(void* context, const char* sentence) {
    const stage_context* c = context;
    if (c->whole->warn) c->whole->warn(c->whole->context, sentence);
}

static bool stages_stop(void* context) {
    const stage_context* c = context;
    return c->whole->stop && c->whole->stop(c->whole->context);
}

// ---- the stages ---------------------------------------------------------------------------------

static wend_status stages_run_one(const wend_train_def* def, int stage, const char* from,
                                  wend_error* error) {
    char out[4096];
    stage_context context = {def, stage};
    wend_train_def own = def->stages[stage].def;
    WEND_TRY(stages_folder(def, stage, out, sizeof out, error));
    own.agent = def->agent;
    const wend_policy_def* found = def->policy ? def->policy : wend_policy_find(def->agent);
    wend_policy_def policy = found ? *found : (wend_policy_def){.aux = 0};
    // Weights go from stage to stage: a head of any stage is in all of them.
    for (int i = 0; i < def->stage_count; i++) policy.aux |= auxiliary_mask(def->stages[i].def.aux);
    own.policy = found ? &policy : NULL;
    own.play.seed = def->play.seed;
    own.ranks = def->ranks;
    own.out = out;
    own.from = from;
    own.overwrite = def->overwrite;
    own.stages = NULL;
    own.stage_count = 0;
    own.report = stages_report;
    own.warn = stages_warn;
    own.stop = stages_stop;
    own.context = &context;
    wend_status status = train_run(&own, error);
    if (status != WEND_OK)
        wend_error_prefix(error, "stage %d (%s)", stage + 1, def->stages[stage].name);
    return status;
}

static wend_status stages_copy(const char* from, const char* to, wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(from, &bytes, error));
    wend_status status = wend_file_write(to, bytes.data, bytes.size, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

// Appends the lines of a stage's curve, with updates, steps and episodes counted on.
static void stages_join_lines(wend_text_out* out, const char* text, int64_t counts[3]) {
    int64_t last[3] = {0};
    const char* at = strchr(text, '\n');
    if (!out->count && at) wend_text_put_bytes(out, text, (size_t)(at + 1 - text));
    for (at = at ? at + 1 : ""; *at;) {
        const char* end = at + strcspn(at, "\n");
        char* behind = (char*)at;
        for (int k = 0; k < 3; k++) {
            last[k] = strtoll(behind, &behind, 10);
            wend_text_put(out, "%lld", (long long)(counts[k] + last[k]));
            if (k < 2) wend_text_put(out, ",");
            if (k < 2 && *behind == ',') behind++;
        }
        wend_text_put_bytes(out, behind, (size_t)(end - behind));
        wend_text_put(out, "\n");
        at = end + (*end == '\n');
    }
    for (int k = 0; k < 3; k++) counts[k] += last[k];
}

static wend_status stages_join_curves(const wend_train_def* def, const char* path,
                                      wend_error* error) {
    wend_text_out out = {0};
    int64_t counts[3] = {0};
    wend_status status = WEND_OK;
    for (int i = 0; i < def->stage_count && status == WEND_OK; i++) {
        char folder[4096], curve[4096];
        wend_file_bytes bytes;
        status = stages_folder(def, i, folder, sizeof folder, error);
        if (status == WEND_OK)
            status = wend_file_join(folder, "curve.csv", curve, sizeof curve, error);
        if (status == WEND_OK) status = wend_file_read(curve, &bytes, error);
        if (status != WEND_OK) break;
        stages_join_lines(&out, bytes.data, counts);
        wend_file_bytes_destroy(&bytes);
    }
    if (status == WEND_OK) status = wend_text_save(&out, path, error);
    wend_text_destroy(&out);
    return status;
}

static wend_status stages_finish(const wend_train_def* def, const train_folder* folder,
                                 wend_error* error) {
    char last[4096], path[4096];
    WEND_TRY(stages_folder(def, def->stage_count - 1, last, sizeof last, error));
    WEND_TRY(stages_join_curves(def, folder->curve, error));
    WEND_TRY(wend_file_join(last, "best.safetensors", path, sizeof path, error));
    WEND_TRY(stages_copy(path, folder->best, error));
    WEND_TRY(wend_file_join(last, "last.safetensors", path, sizeof path, error));
    return stages_copy(path, folder->last, error);
}

static wend_status stages_begin(const wend_train_def* def, train_folder* folder,
                                wend_error* error) {
    WEND_TRY(train_folder_open(def->out, folder, error));
    WEND_TRY(train_folder_guard(folder, error));
    WEND_TRY(train_folder_check(folder, def->from, true, error));
    if (def->overwrite) WEND_TRY(train_folder_clear(folder, error));
    WEND_TRY(train_folder_check_stages(folder, true, error));
    return train_folder_config(folder, def, error);
}

// Rank 0 writes the files of the curriculum; every rank runs every stage.
static wend_status stages_run_all(const wend_train_def* def, train_folder* folder,
                                  wend_error* error) {
    char from[4096];
    bool first = wend_ranks_rank(def->ranks) == 0;
    wend_status status = first ? stages_begin(def, folder, error) : WEND_OK;
    WEND_TRY(wend_ranks_agree(def->ranks, status, error));
    for (int i = 0; i < def->stage_count; i++) {
        char before[4096];
        if (i > 0) {
            WEND_TRY(stages_folder(def, i - 1, before, sizeof before, error));
            WEND_TRY(wend_file_join(before, "last.safetensors", from, sizeof from, error));
        }
        WEND_TRY(stages_run_one(def, i, i > 0 ? from : def->from, error));
        // The next stage reads the last checkpoint, which rank 0 writes.
        WEND_TRY(wend_ranks_agree(def->ranks, WEND_OK, error));
    }
    return first ? stages_finish(def, folder, error) : WEND_OK;
}

wend_status stages_run(const wend_train_def* def, wend_error* error) {
    if (!def->out || !def->agent)
        return wend_fail(error, WEND_ARGUMENT, "agent and out are required");
    WEND_TRY(stages_check(def, error));
    train_folder* folder = wend_alloc_zero(1, sizeof *folder);
    if (!folder) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_status status = stages_run_all(def, folder, error);
    train_folder_close(folder);
    wend_free(folder);
    return status;
}
