#include "run/run_header.h"

#include <stdio.h>

#include "base/file.h"

// Paths of the files relative to the log, so that a folder can be moved as a whole. Paths that
// cannot be expressed are left out.
static void run_header_put_places(const wend_run_def* def, wend_json_out* out) {
    char episodes[4096], scenes[4096], graphs[4096], tours[4096], views[4096];
    bool has_episodes = file_seen_from(def->out, def->play.episodes, episodes, sizeof episodes);
    bool has_scenes =
        def->play.scenes && file_seen_from(def->out, def->play.scenes, scenes, sizeof scenes);
    wend_json_out_object(out, "places");
    if (has_episodes) wend_json_out_text(out, "episodes", episodes);
    if (has_scenes) wend_json_out_text(out, "scenes", scenes);
    if (def->play.graphs && file_seen_from(def->out, def->play.graphs, graphs, sizeof graphs))
        wend_json_out_text(out, "graphs", graphs);
    if (def->play.tours && file_seen_from(def->out, def->play.tours, tours, sizeof tours))
        wend_json_out_text(out, "tours", tours);
    if (def->play.observations &&
        file_seen_from(def->out, def->play.observations, views, sizeof views))
        wend_json_out_text(out, "observations", views);
    wend_json_out_end(out);
}

static void run_header_put_hash(wend_json_out* out, const char* key, uint64_t hash) {
    char digits[20];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    wend_json_out_text(out, key, digits);
}

// Nullable: path; then nothing is written.
static wend_status run_header_put_file(wend_json_out* out, const char* key, const char* path,
                                       wend_error* error) {
    wend_file_bytes bytes;
    if (!path) return WEND_OK;
    WEND_TRY(wend_file_read(path, &bytes, error));
    run_header_put_hash(out, key, wend_hash(bytes.data, bytes.size, 0));
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}

static wend_status run_header_put_task_files(const run_header* h, wend_json_out* out,
                                             wend_error* error) {
    const wend_task_kind* kind = wend_task_get_kind(h->task);
    uint64_t hash = 0;
    if (kind->hash) WEND_TRY(kind->hash(wend_task_get(h->task), &hash, error));
    if (hash) run_header_put_hash(out, "task_files_hash", hash);
    return WEND_OK;
}

// wend_log_merge removes this member.
static void run_header_put_shard(wend_json_out* out, int shard, int shards) {
    char text[32];
    snprintf(text, sizeof text, "%d/%d", shard, shards);
    wend_json_out_text(out, "shard", text);
}

wend_status run_header_put(const run_header* h, wend_json_out* out, wend_error* error) {
    const wend_run_def* def = h->def;
    char seed[24];
    const char* options = wend_task_options(def->play.task);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)def->play.seed);
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "wend", "log");
    wend_json_out_int(out, "version", WEND_LOG_VERSION);
    wend_json_out_text(out, "wend_version", WEND_VERSION);
    wend_json_out_text(out, "task", wend_task_get_kind(h->task)->name);
    if (*options) wend_json_out_text(out, "options", options);
    wend_json_out_text(out, "agent", def->agent);
    if (h->agent_hash) run_header_put_hash(out, "agent_hash", h->agent_hash);
    wend_json_out_bool(out, "oracle", h->oracle);
    wend_json_out_text(out, "rules", def->play.rules);
    WEND_TRY(run_header_put_file(out, "episodes_hash", def->play.episodes, error));
    WEND_TRY(run_header_put_file(out, "tours_hash", def->play.tours, error));
    WEND_TRY(run_header_put_task_files(h, out, error));
    wend_json_out_int(out, "episodes", h->episodes);
    wend_json_out_text(out, "seed", seed);
    wend_json_out_int(out, "max_steps", def->play.max_steps);
    if (h->every > 1) wend_json_out_int(out, "every", h->every);
    if (def->snap) wend_json_out_bool(out, "snap", true);
    if (def->shards > 1) run_header_put_shard(out, def->shard, def->shards);
    run_header_put_places(def, out);
    wend_json_out_end(out);
    return out->text.out_of_memory ? wend_fail(error, WEND_NO_MEMORY, "out of memory for the run")
                                   : WEND_OK;
}
