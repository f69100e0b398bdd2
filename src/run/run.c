#include "wend/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text_set.h"
#include "run/agent_tasks.h"
#include "run/failure_list.h"
#include "run/player.h"
#include "run/run_header.h"
#include "run/source_hashes.h"
#include "run/world_store.h"

wend_run_def wend_run_default_def(void) { return (wend_run_def){.rules = "paper"}; }

// What one worker plays in one go: an episode, or the episodes of a tour.
typedef struct queued {
    int index;  // of the first
    int count;
    world_place place;
    uint64_t variation;  // hash of the place's; 0: none
} queued;

typedef struct run {
    const wend_run_def* def;
    wend_task* task;
    player_def seat;
    wend_log* log;
    world_store* worlds;
    wend_pool* pool;
    player** players;  // [threads]
    queued* queue;     // what is left to play, scene by scene
    int queue_count;
    int left;        // episodes that are not in the log yet
    bool* there;     // [episodes] it is in the log
    bool* repeated;  // [episodes] one before it has the same id
    source_hashes sources;
    wend_run_summary* summary;
    failure_list failures;
    int done;
    wend_status unlogged;  // why episodes could not be written
    wend_error refusal;    // why the log is of a different run, found while it was played
    _Atomic bool lost;     // nothing more can be logged
    pthread_mutex_t lock;  // for all of these and the caller's functions
} run;

// ---- one episode --------------------------------------------------------------------------------

static bool is_halted(const run* r) { return r->def->halted && r->def->halted(r->def->context); }

// Not the episode's fault: it may well be played when a file, disk or memory is there again.
static bool is_environment(wend_status status) {
    return status == WEND_IO || status == WEND_NO_MEMORY || status == WEND_NOT_FOUND;
}

static bool is_same_place(const queued* a, const queued* b) {
    return strcmp(a->place.scene, b->place.scene) == 0 && a->variation == b->variation;
}

// The first after episode `i` of the queue that is played elsewhere; NULL: none is.
static const queued* next_place(const run* r, int i) {
    for (int k = i + 1; k < r->queue_count; k++)
        if (!is_same_place(&r->queue[k], &r->queue[i])) return &r->queue[k];
    return NULL;
}

static wend_status refuse_scene(const run* r, const char* scene, const char* what, uint64_t before,
                                uint64_t now, wend_error* error) {
    return wend_fail(error, WEND_ARGUMENT,
                     "%s contains a different run (scene %s: %s %016llx → %016llx); choose another "
                     "path or pass --overwrite",
                     r->def->out, scene, what, (unsigned long long)before, (unsigned long long)now);
}

// A file beside the scene's own may have changed since episodes of the log were played in it, which
// shows when it is imported. The run ends then.
static wend_status check_content(run* r, const char* scene, const wend_world* world,
                                 wend_error* error) {
    uint64_t before, now = world ? wend_scene_hash(wend_world_scene(world)) : 0;
    if (wend_task_get_kind(r->task)->variation || !world ||
        source_hashes_match(&r->sources, scene, now, &before))
        return WEND_OK;
    pthread_mutex_lock(&r->lock);
    refuse_scene(r, scene, "scene_hash", before, now, &r->refusal);
    r->lost = true;
    pthread_mutex_unlock(&r->lock);
    return wend_fail(error, WEND_ARGUMENT, "%s", r->refusal.message);
}

static wend_status play(run* r, int i, int index, int worker, wend_log_record* record,
                        wend_error* error) {
    const wend_world* world;
    world_place place = r->queue[i].place;
    if (r->repeated[index])
        return wend_fail(error, WEND_FORMAT, "its id stands before; give each episode its own");
    uint64_t source = 0;
    if (!place.bare) WEND_TRY(source_hashes_get(&r->sources, place.scene, &source, error));
    WEND_TRY(world_store_take(r->worlds, place, &world, error));
    const queued* next = next_place(r, i);
    if (next) world_store_prefetch(r->worlds, next->place);
    wend_status status = check_content(r, place.scene, world, error);
    if (status == WEND_OK) status = player_play(r->players[worker], index, world, record, error);
    world_store_give(r->worlds, world);
    record->source_hash = source;
    return status;
}

// An agent's error is a result, in the log and scored 0: it is told, and the run goes on.
static void tell_agent_error(run* r, const wend_episode* e, const char* agent_error) {
    wend_error error;
    wend_fail(&error, WEND_OK, "agent error, scored 0: %s", agent_error);
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
    if (record->agent_error) tell_agent_error(r, e, record->agent_error);
    if (r->def->progress) r->def->progress(r->def->context, r->done, r->left);
}

static void log_episode(run* r, const wend_episode* e, const wend_log_record* record,
                        wend_status played) {
    wend_error log_error = {0};
    wend_status logged = wend_log_append(r->log, record, &log_error);
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

// `*broken` is set when an episode of the tour could not be played for want of something that may
// be there next time: what comes after it in the tour is played then, too.
static void play_episode(run* r, int i, int index, int worker, bool* broken) {
    wend_error error = {0};
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    wend_episode e = kind->episode(wend_task_get(r->task), index);
    wend_log_record record = {0};
    if (is_halted(r) || r->lost) return;
    wend_status played = WEND_OK;
    if (*broken)
        played = wend_fail(&error, WEND_IO, "an episode before it in its tour could not be played");
    else
        played = play(r, i, index, worker, &record, &error);
    if ((played != WEND_OK || record.agent_error) && (is_halted(r) || r->lost)) return;
    *broken |= is_environment(played);
    if (r->there[index]) return;  // played again for what comes after it in the tour
    if (played != WEND_OK)
        record = (wend_log_record){
            .index = e.index, .id = e.id, .scene = e.scene, .failure = error.message};
    log_episode(r, &e, &record, played);
}

static void play_job(void* context, int i, int worker) {
    run* r = context;
    bool broken = false;
    for (int k = 0; k < r->queue[i].count; k++)
        play_episode(r, i, r->queue[i].index + k, worker, &broken);
}

// ---- what is to be done -------------------------------------------------------------------------

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the run");
}

static int compare_queued(const void* a, const void* b) {
    const queued *x = a, *y = b;
    int by_scene = strcmp(x->place.scene, y->place.scene);
    if (by_scene) return by_scene;
    if (x->variation != y->variation) return x->variation < y->variation ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int stride(const run* r) { return r->def->every > 1 ? r->def->every : 1; }

// How many episodes there are up to the last that is played.
static int last_played(const run* r) {
    return r->summary->episodes ? (r->summary->episodes - 1) * stride(r) + 1 : 0;
}

// How many episodes from this one on are played in one go. What an agent keeps over a tour is not
// in the log, so a tour that was not finished is played from its start.
static int count_together(const run* r, int index) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    int count = kind->tour ? kind->tour(wend_task_get(r->task), index).count : 1;
    int most = last_played(r) - index;
    return count < 1 ? 1 : count < most ? count : most;
}

static void queue_up(run* r, int index, int count) {
    int missing = 0;
    for (int i = index; i < index + count; i++) missing += !r->there[i];
    if (!missing) return;
    queued* q = &r->queue[r->queue_count++];
    *q = (queued){.index = index, .count = count, .place = world_place_of(r->task, index)};
    if (q->place.variation) q->variation = wend_variation_hash(q->place.variation);
    r->left += missing;
}

static wend_status find_repeated(run* r, wend_error* error) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    text_set ids = {0};
    bool starved = false;
    for (int i = 0; i < last_played(r); i++) {
        text_set_answer answer = text_set_add(&ids, kind->episode(wend_task_get(r->task), i).id);
        starved |= answer == TEXT_SET_NO_MEMORY;
        r->repeated[i] = answer == TEXT_SET_KNOWN;
    }
    text_set_destroy(&ids);
    return starved ? no_memory(error) : WEND_OK;
}

static wend_task_tour tour_of(const run* r, int index) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    return kind->tour ? kind->tour(wend_task_get(r->task), index) : (wend_task_tour){.count = 1};
}

static bool is_retried(const run* r, wend_log_kind kind) {
    return kind == WEND_LOG_FAILED || (kind == WEND_LOG_AGENT_ERROR && r->def->retry_failed);
}

// What is played again, with all that comes after it in its tour, is dropped from the log.
static wend_status drop_retried(run* r, wend_error* error) {
    int count = wend_log_count(r->log), episodes = last_played(r);
    bool* again = wend_alloc_zero((size_t)episodes, sizeof *again);
    bool* drop = wend_alloc_zero((size_t)count, sizeof *drop);
    bool room = again && drop;
    for (int i = 0; room && i < count; i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        wend_task_tour tour = tour_of(r, entry.index);
        if (!is_retried(r, entry.kind)) continue;
        for (int k = entry.index; k < entry.index + tour.count - tour.number && k < episodes; k++)
            again[k] = true;
    }
    for (int i = 0; room && i < count; i++) drop[i] = again[wend_log_at(r->log, i).index];
    if (room) wend_log_drop(r->log, drop);
    wend_free(again);
    wend_free(drop);
    return room ? WEND_OK : no_memory(error);
}

static wend_status make_queue(run* r, wend_error* error) {
    int count = last_played(r);
    r->there = wend_alloc_zero((size_t)count, sizeof *r->there);
    r->repeated = wend_alloc_zero((size_t)count, sizeof *r->repeated);
    r->queue = wend_alloc((size_t)count * sizeof *r->queue);
    if (!r->there || !r->repeated || !r->queue) return no_memory(error);
    WEND_TRY(drop_retried(r, error));
    r->summary->resumed = wend_log_count(r->log);
    for (int i = 0; i < r->summary->resumed; i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        r->there[entry.index] = true;
        r->summary->agent_errors += entry.kind == WEND_LOG_AGENT_ERROR;
    }
    WEND_TRY(find_repeated(r, error));
    for (int i = 0, together; i < count; i += together * stride(r))
        queue_up(r, i, together = count_together(r, i));
    qsort(r->queue, (size_t)r->queue_count, sizeof *r->queue, compare_queued);
    return WEND_OK;
}

// Records of scenes whose files have changed since belong to a different run.
static wend_status check_sources(run* r, wend_error* error) {
    for (int i = 0; i < wend_log_count(r->log); i++) {
        wend_log_entry entry = wend_log_at(r->log, i);
        uint64_t now = 0;
        if (entry.source_hash) WEND_TRY(source_hashes_get(&r->sources, entry.scene, &now, error));
        if (now && now != entry.source_hash)
            return refuse_scene(r, entry.scene, "source_hash", entry.source_hash, now, error);
        WEND_TRY(source_hashes_note(&r->sources, entry.scene, entry.scene_hash, error));
    }
    return WEND_OK;
}

static wend_status open_log(run* r, wend_error* error) {
    json_out text = {0};
    run_header header = {.def = r->def,
                         .task = r->task,
                         .episodes = r->summary->episodes,
                         .every = stride(r),
                         .oracle = player_is_oracle(r->players[0]),
                         .agent_hash = player_agent_hash(r->players[0])};
    wend_status status = run_header_put(&header, &text, error);
    wend_log_def def = {.path = r->def->out,
                        .header = text.text.items,
                        .overwrite = r->def->overwrite,
                        .warn = r->def->warn,
                        .context = r->def->context};
    if (status == WEND_OK) status = wend_log_open(&def, &r->log, error);
    json_out_destroy(&text);
    return status == WEND_OK ? check_sources(r, error) : status;
}

static wend_status unknown_agent(const char* name, wend_error* error) {
    nearest best = {0};
    char hint[64];
    for (int i = 0; i < wend_agent_count(); i++) nearest_try(&best, name, wend_agent_at(i)->name);
    for (int i = 0; i < wend_oracle_count(); i++) nearest_try(&best, name, wend_oracle_at(i)->name);
    return wend_fail(error, WEND_ARGUMENT, "there is no agent '%s'%s; 'wend run --list' lists them",
                     name, nearest_hint(&best, hint, sizeof hint));
}

static wend_status find_names(run* r, wend_error* error) {
    const wend_run_def* def = r->def;
    const wend_task_kind* kind = def->custom_task;
    if (!kind) WEND_TRY(wend_task_require(def->task, &kind, error));
    r->seat.oracle = def->custom ? NULL : wend_oracle_find(def->agent);
    r->seat.custom = def->custom;
    if (!r->seat.oracle) r->seat.agent = def->agent;
    if (!r->seat.oracle && !def->custom && !wend_agent_find(def->agent))
        return unknown_agent(def->agent, error);
    WEND_TRY(agent_tasks_check(def->agent, agent_tasks_of(def->agent, def->custom), kind, error));
    wend_task_def task_def = wend_task_default_def();
    task_def.rules = def->rules;
    task_def.options = wend_task_options(def->task);
    task_def.graphs = def->graphs;
    task_def.tours = def->tours;
    task_def.max_steps = def->max_steps;
    task_def.native = def->native;
    task_def.lenient = def->lenient;
    WEND_TRY(wend_task_load(kind, def->episodes, &task_def, &r->task, error));
    r->seat.task = r->task;
    r->seat.seed = def->seed;
    r->seat.snap = def->snap;
    r->seat.halted = def->halted;
    r->seat.halted_context = def->context;
    r->summary->episodes = kind->count(wend_task_get(r->task));
    if (def->limit > 0 && def->limit < r->summary->episodes) r->summary->episodes = def->limit;
    if (stride(r) > 1 && kind->tour)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s is played tour by tour: one episode in %d cannot be picked",
                         kind->name, def->every);
    r->summary->episodes = (r->summary->episodes + stride(r) - 1) / stride(r);
    return WEND_OK;
}

static wend_status seat_players(run* r, wend_error* error) {
    WEND_TRY(wend_pool_create(r->def->threads, &r->pool, error));
    int threads = wend_pool_threads(r->pool);
    const wend_agent_kind* agent = r->def->custom;
    if (!agent && r->seat.agent) agent = wend_agent_find(r->seat.agent);
    bool sighted = agent && agent->sighted;
    world_store_def store = {.folder = r->def->scenes,
                             .cache = r->def->cache,
                             .world = wend_task_world(r->task),
                             .bake = sighted,
                             .capacity = threads + 2};
    store.world.sighted = sighted || wend_task_get_kind(r->task)->judges_by_sight;
    WEND_TRY(world_store_create(&store, &r->worlds, error));
    r->players = wend_alloc_zero((size_t)threads, sizeof *r->players);
    if (!r->players) return no_memory(error);
    for (int i = 0; i < threads; i++) WEND_TRY(player_create(&r->seat, &r->players[i], error));
    return WEND_OK;
}

static wend_status check_number(const char* name, int value, int max, wend_error* error) {
    if (value >= 0 && value <= max) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "%s is %d and must be in [0, %d]", name, value, max);
}

static wend_status check_numbers(const wend_run_def* def, wend_error* error) {
    WEND_TRY(check_number("threads", def->threads, 1024, error));
    WEND_TRY(check_number("max_steps", def->max_steps, INT32_MAX, error));
    WEND_TRY(check_number("limit", def->limit, INT32_MAX, error));
    return check_number("every", def->every, INT32_MAX, error);
}

static wend_status end_log(run* r, wend_error* error) {
    wend_run_summary* s = r->summary;
    s->left = r->left - r->done - s->unlogged;
    failure_list_tell(&r->failures, r->def->warn, r->def->context);
    if (r->refusal.status != WEND_OK)
        return wend_fail(error, r->refusal.status, "%s", r->refusal.message);
    if (s->unlogged && !r->lost)
        return wend_fail(error, r->unlogged,
                         "%s: %d episodes could not be written; make room and run it again",
                         r->def->out, s->unlogged);
    if (s->left && !r->lost) return WEND_OK;
    return wend_log_finish(r->log, s->environment == 0 && !s->unlogged && !s->left, error);
}

static wend_status run_all(run* r, wend_error* error) {
    WEND_TRY(check_numbers(r->def, error));
    WEND_TRY(find_names(r, error));
    WEND_TRY(seat_players(r, error));
    WEND_TRY(open_log(r, error));
    WEND_TRY(make_queue(r, error));
    wend_pool_run(r->pool, r->queue_count, play_job, r);
    return end_log(r, error);
}

wend_status wend_run(const wend_run_def* def, wend_run_summary* summary, wend_error* error) {
    *summary = (wend_run_summary){0};
    run r = {.def = def, .summary = summary};
    pthread_mutex_init(&r.lock, NULL);
    source_hashes_make(&r.sources, def->scenes);
    wend_status status = run_all(&r, error);
    for (int i = 0; r.players && i < wend_pool_threads(r.pool); i++) player_destroy(r.players[i]);
    wend_free(r.players);
    wend_free(r.queue);
    wend_free(r.there);
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
