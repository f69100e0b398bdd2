#include "wend/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_out.h"
#include "base/nearest.h"
#include "base/text_set.h"
#include "run/agent_tasks.h"
#include "run/player.h"
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
    wend_run_summary* summary;
    int done;
    pthread_mutex_t lock;  // for the summary and the caller's functions
} run;

// ---- one episode --------------------------------------------------------------------------------

static bool is_halted(const run* r) { return r->def->halted && r->def->halted(r->def->context); }

// Names the scene as well, unless the error begins with it.
static void warn(run* r, const wend_episode* e, const wend_error* error) {
    char sentence[1300];
    bool named = strncmp(error->message, e->scene, strlen(e->scene)) == 0;
    snprintf(sentence, sizeof sentence, "episode %s%s%.120s: %s", e->id, named ? "" : " in ",
             named ? "" : e->scene, error->message);
    if (r->def->warn) r->def->warn(r->def->context, sentence);
}

// An agent's error is a result, in the log and scored 0: it is told, and the run goes on.
static void warn_of_agent(run* r, const wend_episode* e, const char* agent_error) {
    wend_error error;
    wend_fail(&error, WEND_OK, "agent error, scored 0: %s", agent_error);
    warn(r, e, &error);
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

static wend_status play(run* r, int i, int index, int worker, wend_log_record* record,
                        wend_error* error) {
    const wend_world* world;
    if (r->repeated[index])
        return wend_fail(error, WEND_FORMAT, "its id stands before; give each episode its own");
    WEND_TRY(world_store_take(r->worlds, r->queue[i].place, &world, error));
    const queued* next = next_place(r, i);
    if (next) world_store_prefetch(r->worlds, next->place);
    wend_status status = player_play(r->players[worker], index, world, record, error);
    world_store_give(r->worlds, world);
    return status;
}

static void play_episode(run* r, int i, int index, int worker) {
    wend_error error = {0};
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    wend_episode e = kind->episode(wend_task_get(r->task), index);
    wend_log_record record;
    if (is_halted(r)) return;
    wend_status played = play(r, i, index, worker, &record, &error);
    if (played != WEND_OK && is_halted(r)) return;
    if (r->there[index]) return;  // played again for what comes after it in the tour
    if (played != WEND_OK)
        record = (wend_log_record){
            .index = e.index, .id = e.id, .scene = e.scene, .failure = error.message};
    wend_error log_error = {0};
    wend_status logged = wend_log_append(r->log, &record, &log_error);
    pthread_mutex_lock(&r->lock);
    r->done++;
    r->summary->played += logged == WEND_OK;
    r->summary->unlogged += logged != WEND_OK;
    r->summary->failed += played != WEND_OK;
    r->summary->steps += (uint64_t)record.steps;
    r->summary->agent_errors += record.agent_error != NULL;
    if (played != WEND_OK) warn(r, &e, &error);
    if (record.agent_error) warn_of_agent(r, &e, record.agent_error);
    if (logged != WEND_OK) warn(r, &e, &log_error);
    if (r->def->progress) r->def->progress(r->def->context, r->done, r->left);
    pthread_mutex_unlock(&r->lock);
}

static void play_job(void* context, int i, int worker) {
    run* r = context;
    for (int k = 0; k < r->queue[i].count; k++) play_episode(r, i, r->queue[i].index + k, worker);
}

// ---- what is to be done -------------------------------------------------------------------------

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory for the run");
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

static wend_status make_queue(run* r, wend_error* error) {
    int count = last_played(r);
    r->there = wend_alloc_zero((size_t)count, sizeof *r->there);
    r->repeated = wend_alloc_zero((size_t)count, sizeof *r->repeated);
    r->queue = wend_alloc((size_t)count * sizeof *r->queue);
    if (!r->there || !r->repeated || !r->queue) return no_memory(error);
    for (int i = 0; i < wend_log_count(r->log); i++) {
        int index = wend_log_index_at(r->log, i);
        if (index < count && !r->there[index]) r->summary->resumed++;
        if (index < count) r->there[index] = true;
    }
    WEND_TRY(find_repeated(r, error));
    for (int i = 0, together; i < count; i += together * stride(r))
        queue_up(r, i, together = count_together(r, i));
    qsort(r->queue, (size_t)r->queue_count, sizeof *r->queue, compare_queued);
    return WEND_OK;
}

// Where the files lie, seen from the log, so that a folder that is moved as a whole stays whole.
// What cannot be told is left out: whoever reads the log can be told by others.
static void put_places(const wend_run_def* def, json_out* out) {
    char episodes[4096], scenes[4096], graphs[4096], tours[4096];
    bool has_episodes = file_seen_from(def->out, def->episodes, episodes, sizeof episodes);
    bool has_scenes = def->scenes && file_seen_from(def->out, def->scenes, scenes, sizeof scenes);
    json_out_object(out, "places");
    if (has_episodes) json_out_text(out, "episodes", episodes);
    if (has_scenes) json_out_text(out, "scenes", scenes);
    if (def->graphs && file_seen_from(def->out, def->graphs, graphs, sizeof graphs))
        json_out_text(out, "graphs", graphs);
    if (def->tours && file_seen_from(def->out, def->tours, tours, sizeof tours))
        json_out_text(out, "tours", tours);
    json_out_end(out);
}

static wend_status hash_file(const char* path, char digits[20], wend_error* error) {
    file_bytes bytes;
    WEND_TRY(file_read(path, &bytes, error));
    snprintf(digits, 20, "%016llx", (unsigned long long)wend_hash(bytes.data, bytes.size, 0));
    file_bytes_destroy(&bytes);
    return WEND_OK;
}

// What the run is: a log with another header is another run.
static wend_status make_header(const run* r, json_out* out, wend_error* error) {
    const wend_run_def* def = r->def;
    char hash[20], tours_hash[20];
    WEND_TRY(hash_file(def->episodes, hash, error));
    if (def->tours) WEND_TRY(hash_file(def->tours, tours_hash, error));
    json_out_object(out, NULL);
    json_out_text(out, "wend", "log");
    json_out_int(out, "version", 1);
    json_out_text(out, "task", wend_task_get_kind(r->task)->name);
    if (*wend_task_options(def->task)) json_out_text(out, "options", wend_task_options(def->task));
    json_out_text(out, "agent", def->agent);
    json_out_bool(out, "oracle", player_is_oracle(r->players[0]));
    json_out_text(out, "rules", def->rules);
    json_out_text(out, "episodes_hash", hash);
    if (def->tours) json_out_text(out, "tours_hash", tours_hash);
    json_out_int(out, "episodes", r->summary->episodes);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)def->seed);
    json_out_text(out, "seed", seed);
    json_out_int(out, "max_steps", def->max_steps);
    if (stride(r) > 1) json_out_int(out, "every", stride(r));
    if (def->snap) json_out_bool(out, "snap", true);
    if (def->native) json_out_bool(out, "native", true);
    put_places(def, out);
    json_out_end(out);
    return out->text.starved ? no_memory(error) : WEND_OK;
}

static wend_status open_log(run* r, wend_error* error) {
    json_out header = {0};
    wend_status status = make_header(r, &header, error);
    if (status == WEND_OK) status = wend_log_open(r->def->out, header.text.items, &r->log, error);
    json_out_destroy(&header);
    return status;
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

static wend_status run_all(run* r, wend_error* error) {
    WEND_TRY(find_names(r, error));
    WEND_TRY(seat_players(r, error));
    WEND_TRY(open_log(r, error));
    WEND_TRY(make_queue(r, error));
    wend_pool_run(r->pool, r->queue_count, play_job, r);
    if (r->summary->unlogged)
        return wend_fail(error, WEND_IO,
                         "%s: %d episodes could not be written; make room and run it again",
                         r->def->out, r->summary->unlogged);
    return r->done < r->left ? WEND_OK : wend_log_finish(r->log, error);
}

wend_status wend_run(const wend_run_def* def, wend_run_summary* summary, wend_error* error) {
    *summary = (wend_run_summary){0};
    run r = {.def = def, .summary = summary};
    pthread_mutex_init(&r.lock, NULL);
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
    pthread_mutex_destroy(&r.lock);
    return status;
}
