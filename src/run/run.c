// Evaluates an agent on the episodes of a task, on several threads, into a resumable log.
//
// Jobs (an episode, or the episodes of a tour) are ordered by scene, so that few scenes are loaded
// at a time; the next scene is prefetched. Episodes that are already in the log are skipped.
#include "wend/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_set.h"
#include "log/log_append.h"
#include "run/agent_tasks.h"
#include "run/failure_list.h"
#include "run/player.h"
#include "run/run_header.h"
#include "run/run_share.h"
#include "run/source_hashes.h"
#include "run/world_store.h"

#include "wend/files.h"

wend_run_def wend_run_default_def(void) { return (wend_run_def){.play = wend_play_default_def()}; }

// A job of one thread: an episode, or the episodes of a tour.
typedef struct run_job {
    int index;  // of the first
    int count;
    world_place place;
    uint64_t variation;  // hash of the scene's changes; 0: none
} run_job;

typedef struct run {
    const wend_run_def* def;
    wend_task* task;
    player_def env;
    wend_log* log;
    world_store* worlds;
    wend_pool* pool;
    player** players;  // [threads]
    run_job* queue;    // jobs, ordered by scene
    int queue_count;
    int left;        // episodes to play
    bool* logged;    // [episodes] in the log
    bool* repeated;  // [episodes] duplicate id
    source_hashes sources;
    wend_run_summary* summary;
    failure_list failures;
    int done;
    wend_status unlogged;  // status of the last failed write
    wend_error refusal;    // a scene changed since the log was begun
    _Atomic bool lost;     // the log can no longer be written
    run_share share;       // with other ranks
    pthread_mutex_t lock;  // of summary, failures and the caller's functions
} run;

// ---- one episode --------------------------------------------------------------------------------

static bool run_is_halted(const run* r) {
    return r->def->halted && r->def->halted(r->def->context);
}

// Failures that may pass: missing files, disk space, memory.
static bool is_environment(wend_status status) {
    return status == WEND_IO || status == WEND_NO_MEMORY || status == WEND_NOT_FOUND;
}

static bool run_is_same_scene(const run_job* a, const run_job* b) {
    return strcmp(a->place.scene, b->place.scene) == 0 && a->variation == b->variation;
}

// The first job after `i` in another scene; NULL: none.
static const run_job* next_scene_job(const run* r, int i) {
    for (int k = i + 1; k < r->queue_count; k++)
        if (!run_is_same_scene(&r->queue[k], &r->queue[i])) return &r->queue[k];
    return NULL;
}

static wend_status fail_changed_scene(const run* r, const char* scene, const char* what,
                                      uint64_t before, uint64_t now, wend_error* error) {
    return wend_fail(error, WEND_ARGUMENT,
                     "%s contains a different run (scene %s: %s %016llx → %016llx); choose another "
                     "path or pass --overwrite",
                     r->def->out, scene, what, (unsigned long long)before, (unsigned long long)now);
}

// A file that the scene refers to may have changed since the log was begun, which shows only after
// the import. Ends the run.
static wend_status check_content(run* r, const char* scene, const wend_world* world,
                                 wend_error* error) {
    uint64_t before, now = world ? wend_scene_hash(wend_world_scene(world)) : 0;
    if (wend_task_get_kind(r->task)->variation || !world ||
        source_hashes_match(&r->sources, scene, now, &before))
        return WEND_OK;
    pthread_mutex_lock(&r->lock);
    (void)fail_changed_scene(r, scene, "scene_hash", before, now, &r->refusal);
    r->lost = true;
    pthread_mutex_unlock(&r->lock);
    return wend_fail(error, WEND_ARGUMENT, "%s", r->refusal.message);
}

static wend_status run_play(run* r, int i, int index, int worker, wend_log_record* record,
                            wend_error* error) {
    const wend_world* world;
    world_place place = r->queue[i].place;
    if (r->repeated[index])
        return wend_fail(error, WEND_FORMAT, "duplicate id; give each episode its own");
    uint64_t source = 0;
    if (!place.bare) WEND_TRY(source_hashes_get(&r->sources, place.scene, &source, error));
    WEND_TRY(world_store_take(r->worlds, place, &world, error));
    const run_job* next = next_scene_job(r, i);
    if (next) world_store_prefetch(r->worlds, next->place);
    wend_status status = check_content(r, place.scene, world, error);
    if (status == WEND_OK) status = player_play(r->players[worker], index, world, record, error);
    world_store_give(r->worlds, world);
    record->source_hash = source;
    return status;
}

// An error of the agent is a result with score 0: it is reported, and the run continues.
static void report_agent_error(run* r, const wend_episode* e, const char* agent_error) {
    wend_error error;
    (void)wend_fail(&error, WEND_OK, "agent error, scored 0: %s", agent_error);
    failure_list_add(&r->failures, e, error.message);
}

// Called with the lock held.
static void count_episode(run* r, const wend_episode* e, const wend_log_record* record,
                          wend_status played) {
    r->done++;
    r->summary->played += played == WEND_OK;
    r->summary->failed += played != WEND_OK;
    r->summary->environment += is_environment(played);
    r->summary->agent_errors += record->agent_error != NULL;
    r->summary->steps += (uint64_t)record->steps;
    if (record->failure) failure_list_add(&r->failures, e, record->failure);
    if (record->agent_error) report_agent_error(r, e, record->agent_error);
    if (r->def->progress) r->def->progress(r->def->context, r->done, r->left);
}

// `line`: the record as another rank formatted it. Nullable.
static void log_episode(run* r, const wend_episode* e, const wend_log_record* record,
                        const char* line, size_t size, wend_status played) {
    wend_error log_error = {0};
    wend_status logged = line ? log_append_line(r->log, record, line, size, &log_error)
                              : wend_log_append(r->log, record, &log_error);
    pthread_mutex_lock(&r->lock);
    if (logged == WEND_OK) {
        count_episode(r, e, record, played);
    } else {
        r->summary->unlogged++;
        r->unlogged = logged;
        r->lost |= wend_log_is_lost(r->log);
        failure_list_add(&r->failures, e, log_error.message);
    }
    pthread_mutex_unlock(&r->lock);
}

// Ranks other than 0 have no log: the record goes to rank 0.
static void send_episode(run* r, const wend_log_record* record, wend_status played) {
    wend_error error;
    wend_status sent = run_share_send(&r->share, record, played, &error);
    pthread_mutex_lock(&r->lock);
    if (sent != WEND_OK) {
        r->refusal = error;
        r->lost = true;
    }
    pthread_mutex_unlock(&r->lock);
}

static void run_take_episode(void* context, const wend_log_record* record, const char* line,
                             size_t size, wend_status played) {
    run* r = context;
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    // The list of failures keeps texts of the episode, and the record lives only for this call.
    wend_episode e = kind->episode(wend_task_get(r->task), record->index);
    log_episode(r, &e, record, line, size, played);
    if (r->lost) run_share_close(&r->share);
}

// Sets `*broken` when the environment failed: the rest of the tour is not played, because the next
// run repeats the tour from here.
static void play_episode(run* r, int i, int index, int worker, bool* broken) {
    wend_error error = {0};
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    wend_episode e = kind->episode(wend_task_get(r->task), index);
    wend_log_record record = {0};
    if (run_is_halted(r) || r->lost) return;
    wend_status played = WEND_OK;
    if (*broken)
        played = wend_fail(&error, WEND_IO, "an earlier episode of its tour failed");
    else
        played = run_play(r, i, index, worker, &record, &error);
    if ((played != WEND_OK || record.agent_error) && (run_is_halted(r) || r->lost)) return;
    *broken |= is_environment(played);
    if (r->logged[index]) return;  // repeated only for the rest of its tour
    if (played != WEND_OK)
        record = (wend_log_record){
            .index = e.index, .id = e.id, .scene = e.scene, .failure = error.message};
    if (wend_ranks_rank(r->def->ranks))
        send_episode(r, &record, played);
    else
        log_episode(r, &e, &record, NULL, 0, played);
}

static void play_job(void* context, int i, int worker) {
    run* r = context;
    bool broken = false;
    for (int k = 0; k < r->queue[i].count; k++)
        play_episode(r, i, r->queue[i].index + k, worker, &broken);
}

static void play_share(void* context, int index, int worker) {
    run* r = context;
    (void)index;
    for (int i; (i = run_share_next(&r->share)) >= 0;) play_job(r, i, worker);
}

// ---- set-up -------------------------------------------------------------------------------------

static wend_status run_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the run");
}

static int compare_jobs(const void* a, const void* b) {
    const run_job *x = a, *y = b;
    int by_scene = strcmp(x->place.scene, y->place.scene);
    if (by_scene) return by_scene;
    if (x->variation != y->variation) return x->variation < y->variation ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int stride(const run* r) { return r->def->every > 1 ? r->def->every : 1; }

// One more than the index of the last episode of the run.
static int last_played(const run* r) {
    return r->summary->episodes ? (r->summary->episodes - 1) * stride(r) + 1 : 0;
}

// Number of episodes in the job that starts here. The agent's memory is not in the log, so an
// unfinished tour is repeated from its start.
static int count_together(const run* r, int index) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    int count = kind->tour ? kind->tour(wend_task_get(r->task), index).count : 1;
    int limit = last_played(r) - index;
    return count < 1 ? 1 : count < limit ? count : limit;
}

static void queue_job(run* r, int index, int count) {
    int missing = 0;
    for (int i = index; i < index + count; i++) missing += !r->logged[i];
    if (!missing) return;
    run_job* q = &r->queue[r->queue_count++];
    *q = (run_job){.index = index, .count = count, .place = world_place_of(r->task, index)};
    if (q->place.variation) q->variation = wend_variation_hash(q->place.variation);
    r->left += missing;
}

static wend_status find_repeated(run* r, wend_error* error) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    text_set ids = {0};
    bool out_of_memory = false;
    for (int i = 0; i < last_played(r); i++) {
        text_set_answer answer = text_set_add(&ids, kind->episode(wend_task_get(r->task), i).id);
        out_of_memory |= answer == TEXT_SET_NO_MEMORY;
        r->repeated[i] = answer == TEXT_SET_KNOWN;
    }
    text_set_destroy(&ids);
    return out_of_memory ? run_no_memory(error) : WEND_OK;
}

static wend_task_tour run_tour_of(const run* r, int index) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    return kind->tour ? kind->tour(wend_task_get(r->task), index) : (wend_task_tour){.count = 1};
}

static bool is_retried(const run* r, wend_log_kind kind) {
    return kind == WEND_LOG_FAILED || (kind == WEND_LOG_AGENT_ERROR && r->def->retry_failed);
}

// Drops records that are played again, with the rest of their tours.
static wend_status drop_retried(run* r, wend_error* error) {
    int count = wend_log_count(r->log), episodes = last_played(r);
    bool* again = wend_alloc_zero((size_t)episodes, sizeof *again);
    bool* drop = wend_alloc_zero((size_t)count, sizeof *drop);
    bool room = again && drop;
    for (int i = 0; room && i < count; i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        wend_task_tour tour = run_tour_of(r, entry.index);
        if (!is_retried(r, entry.kind)) continue;
        for (int k = entry.index; k < entry.index + tour.count - tour.number && k < episodes; k++)
            again[k] = true;
    }
    for (int i = 0; room && i < count; i++) drop[i] = again[wend_log_at(r->log, i).index];
    if (room) wend_log_drop(r->log, drop);
    wend_free(again);
    wend_free(drop);
    return room ? WEND_OK : run_no_memory(error);
}

static wend_status note_logged(run* r, wend_error* error) {
    WEND_TRY(drop_retried(r, error));
    r->summary->resumed = wend_log_count(r->log);
    for (int i = 0; i < r->summary->resumed; i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        r->logged[entry.index] = true;
        r->summary->agent_errors += entry.kind == WEND_LOG_AGENT_ERROR;
    }
    return WEND_OK;
}

// What the log of rank 0 says: the episodes that have a record, and the content of their scenes.
static wend_status share_logged(run* r, wend_error* error) {
    wend_ranks* ranks = r->def->ranks;
    uint64_t scenes = r->sources.played.count;
    WEND_TRY(ranks_broadcast(ranks, r->logged, (size_t)last_played(r) * sizeof *r->logged, error));
    WEND_TRY(ranks_broadcast(ranks, &scenes, sizeof scenes, error));
    if (!ARRAY_RESERVE(&r->sources.played, scenes - r->sources.played.count))
        return run_no_memory(error);
    r->sources.played.count = scenes;
    return ranks_broadcast(ranks, r->sources.played.items, scenes * sizeof *r->sources.played.items,
                           error);
}

// The jobs of the shard: a block of them, in the order of the file.
static void queue_shard(run* r) {
    int jobs = 0, count = last_played(r), shards = r->def->shards > 1 ? r->def->shards : 1;
    for (int i = 0; i < count; i += count_together(r, i) * stride(r)) jobs++;
    int first = (int)((int64_t)jobs * r->def->shard / shards);
    int end = (int)((int64_t)jobs * (r->def->shard + 1) / shards);
    if (shards == 1) first = 0, end = jobs;
    for (int i = 0, job = 0, together; i < count; i += together * stride(r), job++) {
        together = count_together(r, i);
        if (job >= first && job < end) queue_job(r, i, together);
    }
}

static wend_status make_queue(run* r, wend_error* error) {
    int count = last_played(r);
    r->logged = wend_alloc_zero((size_t)count, sizeof *r->logged);
    r->repeated = wend_alloc_zero((size_t)count, sizeof *r->repeated);
    r->queue = wend_alloc((size_t)count * sizeof *r->queue);
    if (!r->logged || !r->repeated || !r->queue) return run_no_memory(error);
    if (r->log) WEND_TRY(note_logged(r, error));
    return find_repeated(r, error);
}

static void fill_queue(run* r) {
    queue_shard(r);
    qsort(r->queue, (size_t)r->queue_count, sizeof *r->queue, compare_jobs);
}

// A log with records of changed scene files belongs to a different run.
static wend_status check_sources(run* r, wend_error* error) {
    for (int i = 0; i < wend_log_count(r->log); i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        uint64_t now = 0;
        if (entry.source_hash) WEND_TRY(source_hashes_get(&r->sources, entry.scene, &now, error));
        if (now && now != entry.source_hash)
            return fail_changed_scene(r, entry.scene, "source_hash", entry.source_hash, now, error);
        WEND_TRY(source_hashes_note(&r->sources, entry.scene, entry.scene_hash, error));
    }
    return WEND_OK;
}

static bool run_is_queued(const run* r, const char* scene) {
    for (int i = 0; i < r->queue_count; i++)
        if (strcmp(r->queue[i].place.scene, scene) == 0) return true;
    return false;
}

// Opens the scene of a record to compare its content, unless it is opened to be played.
static wend_status check_played_scene(run* r, const wend_log_entry* entry, wend_error* error) {
    world_place place = world_place_of(r->task, entry->index);
    wend_world_source source = wend_world_default_source();
    const wend_world* world;
    bool refers;
    source.scene = entry->scene;
    source.folder = r->def->play.scenes;
    if (place.bare || run_is_queued(r, entry->scene)) return WEND_OK;
    WEND_TRY(wend_world_source_refers(&source, &refers, error));
    if (!refers) return WEND_OK;
    WEND_TRY(world_store_take(r->worlds, place, &world, error));
    wend_status status = check_content(r, entry->scene, world, error);
    world_store_give(r->worlds, world);
    return status;
}

// Scenes of the log in which nothing is left to play: a file that they refer to may have changed.
static wend_status check_played_scenes(run* r, wend_error* error) {
    text_set checked = {0};
    wend_status status = WEND_OK;
    for (int i = 0; r->log && i < wend_log_count(r->log) && status == WEND_OK; i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        if (!entry.source_hash || !entry.scene_hash) continue;
        text_set_answer answer = text_set_add(&checked, entry.scene);
        if (answer == TEXT_SET_NO_MEMORY) status = run_no_memory(error);
        if (status == WEND_OK && answer != TEXT_SET_KNOWN)
            status = check_played_scene(r, &entry, error);
    }
    text_set_destroy(&checked);
    return status;
}

// Of the agent, or of observations made from annotations.
static bool run_has_truth(const run* r) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    return player_is_oracle(r->players[0]) ||
           (kind->observes_truth && kind->observes_truth(wend_task_get(r->task)));
}

static wend_status open_log(run* r, wend_error* error) {
    wend_json_out text = {0};
    run_header header = {.def = r->def,
                         .task = r->task,
                         .episodes = r->summary->episodes,
                         .every = stride(r),
                         .oracle = run_has_truth(r),
                         .agent_hash = player_agent_hash(r->players[0])};
    wend_status status = run_header_put(&header, &text, error);
    wend_log_def def = {.path = r->def->out,
                        .header = text.text.items,
                        .overwrite = r->def->overwrite,
                        .warn = r->def->warn,
                        .context = r->def->context};
    if (status == WEND_OK) status = wend_log_open(&def, &r->log, error);
    wend_json_out_destroy(&text);
    return status == WEND_OK ? check_sources(r, error) : status;
}

static wend_status unknown_agent(const char* name, wend_error* error) {
    wend_nearest best = {0};
    char hint[64];
    for (int i = 0; i < wend_agent_count(); i++)
        wend_nearest_try(&best, name, wend_agent_at(i)->name);
    for (int i = 0; i < wend_oracle_count(); i++)
        wend_nearest_try(&best, name, wend_oracle_at(i)->name);
    return wend_fail(error, WEND_ARGUMENT, "there is no agent '%s'%s; 'wend run --list' lists them",
                     name, wend_nearest_hint(&best, hint, sizeof hint));
}

static wend_status find_names(run* r, wend_error* error) {
    const wend_run_def* def = r->def;
    const wend_task_kind* kind = def->custom_task;
    if (!kind) WEND_TRY(wend_task_require(def->play.task, &kind, error));
    r->env.oracle = def->custom ? NULL : wend_oracle_find(def->agent);
    r->env.custom = def->custom;
    if (!r->env.oracle) r->env.agent = def->agent;
    if (!r->env.oracle && !def->custom && !wend_agent_find(def->agent))
        return unknown_agent(def->agent, error);
    WEND_TRY(agent_tasks_check(def->agent, agent_tasks_of(def->agent, def->custom), kind, error));
    WEND_TRY(wend_task_open(&def->play, kind, def->lenient, &r->task, error));
    r->env.task = r->task;
    r->env.seed = def->play.seed;
    r->env.snap = def->snap;
    r->env.halted = def->halted;
    r->env.halted_context = def->context;
    r->summary->episodes = kind->count(wend_task_get(r->task));
    if (def->limit > 0 && def->limit < r->summary->episodes) r->summary->episodes = def->limit;
    if (stride(r) > 1 && kind->tour)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s is played tour by tour: one episode in %d cannot be picked",
                         kind->name, def->every);
    r->summary->episodes = (r->summary->episodes + stride(r) - 1) / stride(r);
    return WEND_OK;
}

static wend_status create_players(run* r, wend_error* error) {
    WEND_TRY(wend_pool_create(r->def->threads, &r->pool, error));
    int threads = wend_pool_threads(r->pool);
    const wend_agent_kind* agent = r->def->custom;
    if (!agent && r->env.agent) agent = wend_agent_find(r->env.agent);
    bool uses_images = agent && agent->uses_images;
    world_store_def store = {.folder = r->def->play.scenes,
                             .cache = r->def->play.cache,
                             .world = wend_task_world(r->task),
                             .bake = uses_images,
                             .capacity = threads + 2};
    bool oracle_sees = r->env.oracle && r->env.oracle->uses_images;
    store.world.uses_images =
        uses_images || oracle_sees || wend_task_get_kind(r->task)->judges_by_sight;
    WEND_TRY(world_store_create(&store, &r->worlds, error));
    r->players = wend_alloc_zero((size_t)threads, sizeof *r->players);
    if (!r->players) return run_no_memory(error);
    for (int i = 0; i < threads; i++) WEND_TRY(player_create(&r->env, &r->players[i], error));
    return WEND_OK;
}

static wend_status check_number(const char* name, int value, int max, wend_error* error) {
    if (value >= 0 && value <= max) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "%s is %d and must be in [0, %d]", name, value, max);
}

static wend_status run_check_numbers(const wend_run_def* def, wend_error* error) {
    WEND_TRY(check_number("threads", def->threads, 1024, error));
    WEND_TRY(check_number("max_steps", def->play.max_steps, INT32_MAX, error));
    WEND_TRY(check_number("limit", def->limit, INT32_MAX, error));
    WEND_TRY(check_number("shards", def->shards, 1000000, error));
    WEND_TRY(check_number("shard", def->shard, def->shards > 1 ? def->shards - 1 : 0, error));
    if (def->shards > 1 && def->ranks)
        return wend_fail(error, WEND_ARGUMENT, "a run has shards or ranks, not both");
    return check_number("every", def->every, INT32_MAX, error);
}

static wend_status end_log(run* r, wend_error* error) {
    wend_run_summary* s = r->summary;
    s->left = r->left - r->done - s->unlogged;
    failure_list_report(&r->failures, r->def->warn, r->def->context);
    if (r->refusal.status != WEND_OK)
        return wend_fail(error, r->refusal.status, "%s", r->refusal.message);
    if (s->unlogged && !r->lost)
        return wend_fail(error, r->unlogged,
                         "%s: %d episodes could not be written; free disk space and run it again",
                         r->def->out, s->unlogged);
    if (s->left && !r->lost) return WEND_OK;
    return wend_log_finish(r->log, s->environment == 0 && !s->unlogged && !s->left, error);
}

static wend_status run_prepare(run* r, wend_error* error) {
    WEND_TRY(run_check_numbers(r->def, error));
    WEND_TRY(find_names(r, error));
    WEND_TRY(create_players(r, error));
    if (!wend_ranks_rank(r->def->ranks)) WEND_TRY(open_log(r, error));
    return make_queue(r, error);
}

// Plays together with the other ranks.
static wend_status play_with_ranks(run* r, wend_error* error) {
    WEND_TRY(share_logged(r, error));
    fill_queue(r);
    WEND_TRY(wend_ranks_agree(r->def->ranks, check_played_scenes(r, error), error));
    WEND_TRY(run_share_start(&r->share, r->def->ranks, r->queue_count, r->def->out,
                             run_take_episode, r, error));
    wend_pool_run(r->pool, wend_pool_threads(r->pool), play_share, r);
    bool first = !wend_ranks_rank(r->def->ranks);
    wend_status mine = WEND_OK;
    if (!first && r->refusal.status != WEND_OK)
        mine = wend_fail(error, r->refusal.status, "%s", r->refusal.message);
    WEND_TRY(run_share_end(&r->share, mine, error));
    return first ? end_log(r, error) : WEND_OK;
}

static wend_status run_all_episodes(run* r, wend_error* error) {
    WEND_TRY(wend_ranks_agree(r->def->ranks, run_prepare(r, error), error));
    if (r->def->ranks) return play_with_ranks(r, error);
    fill_queue(r);
    WEND_TRY(check_played_scenes(r, error));
    wend_pool_run(r->pool, r->queue_count, play_job, r);
    return end_log(r, error);
}

wend_status wend_run(const wend_run_def* def, wend_run_summary* summary, wend_error* error) {
    *summary = (wend_run_summary){0};
    run r = {.def = def, .summary = summary};
    pthread_mutex_init(&r.lock, NULL);
    source_hashes_make(&r.sources, def->play.scenes);
    wend_status status = run_all_episodes(&r, error);
    for (int i = 0; r.players && i < wend_pool_threads(r.pool); i++) player_destroy(r.players[i]);
    wend_free(r.players);
    wend_free(r.queue);
    wend_free(r.logged);
    wend_free(r.repeated);
    world_store_destroy(r.worlds);
    wend_pool_destroy(r.pool);
    wend_log_close(r.log);
    wend_task_destroy(r.task);
    source_hashes_destroy(&r.sources);
    failure_list_destroy(&r.failures);
    pthread_mutex_destroy(&r.lock);
    return status;
}
