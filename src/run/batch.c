#include "wend/batch.h"

#include <string.h>
#include <unistd.h>

#include "run/player.h"
#include "run/world_store.h"

typedef struct seat {
    player* p;
    const wend_world* world;  // taken from the store
    int episode;              // index of the one that is played
    int next;                 // index of the one after it
    bool over;                // the next step begins another
    bool begun;               // an episode is under way, or over
    wend_observation seen;    // by the last call
    wend_status status;
    wend_error error;
} seat;

struct wend_batch {
    wend_batch_def def;
    wend_task* task;
    const wend_task_kind* kind;
    int episodes;
    int* starts;  // [tours] first episode of each
    int tours;
    world_store* worlds;
    wend_pool* pool;
    seat* seats;
    pid_t process;  // that made it: a forked child has none of its threads
    // Of the call under way, for the jobs.
    const wend_action* actions;  // NULL: a reset
    const wend_batch_out* out;
};

wend_batch_def wend_batch_default_def(void) {
    return (wend_batch_def){.rules = "paper", .seats = 1, .sighted = true};
}

int wend_batch_episodes(const wend_batch* batch) { return batch->episodes; }

int wend_batch_seats(const wend_batch* batch) { return batch->def.seats; }

void wend_batch_size(const wend_batch* batch, int* width, int* height) {
    const wend_camera* camera = player_camera(batch->seats[0].p);
    *width = camera->width;
    *height = camera->height;
}

// ---- one seat -----------------------------------------------------------------------------------

static wend_task_tour tour_of(const wend_batch* b, int episode) {
    return b->kind->tour ? b->kind->tour(wend_task_get(b->task), episode)
                         : (wend_task_tour){.count = 1};
}

// Seats share out tours; a task without them has tours of one episode.
static int first_episode(const wend_batch* b, int i) { return b->starts[i % b->tours]; }

static int episode_after(const wend_batch* b, int i, int episode) {
    wend_task_tour tour = tour_of(b, episode);
    if (tour.number + 1 < tour.count && episode + 1 < b->episodes) return episode + 1;
    int low = 0, high = b->tours - 1;  // the tour it is of: the last that starts no later
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (b->starts[middle] <= episode)
            low = middle;
        else
            high = middle - 1;
    }
    return low + b->def.seats < b->tours ? b->starts[low + b->def.seats] : first_episode(b, i);
}

// In a tour an oracle leads the body to the goal and to the next start.
static wend_status begin_or_go_on(wend_batch* b, seat* s, int before, bool over, int episode) {
    bool goes_on = over && episode == before + 1 && tour_of(b, episode).number > 0;
    if (!goes_on) return player_begin(s->p, episode, s->world, &s->error);
    WEND_TRY(player_lead(s->p, &s->error));
    return player_go_on(s->p, episode, s->world, &s->error);
}

static wend_status begin(wend_batch* b, int i) {
    seat* s = &b->seats[i];
    int episode = s->next, before = s->episode;
    bool over = s->over;
    const wend_world* last = s->world;
    s->world = NULL;
    s->over = false;
    s->episode = episode;
    s->next = episode_after(b, i, episode);
    wend_status status =
        world_store_take(b->worlds, world_place_of(b->task, episode), &s->world, &s->error);
    if (status == WEND_OK) {
        world_store_prefetch(b->worlds, world_place_of(b->task, s->next));
        status = begin_or_go_on(b, s, before, over, episode);
    }
    s->begun = status == WEND_OK;
    if (last) world_store_give(b->worlds, last);  // a tour goes on in it
    if (status != WEND_OK)
        wend_error_prefix(&s->error, "episode %s",
                          b->kind->episode(wend_task_get(b->task), episode).id);
    return status;
}

// The part of the caller's pictures that is this seat's.
static wend_frame frame_of(const wend_batch* b, int i) {
    const wend_camera* camera = player_camera(b->seats[i].p);
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    size_t at = pixels * (size_t)i * (b->def.panorama ? WEND_GRAPH_VIEWS : 1);
    const wend_batch_out* out = b->out;
    return (wend_frame){.rgb = out->rgb ? out->rgb + 3 * at : NULL,
                        .depth = out->depth ? out->depth + at : NULL,
                        .category = out->category ? out->category + at : NULL,
                        .object = out->object ? out->object + at : NULL};
}

static wend_status observe(wend_batch* b, int i, wend_verdict verdict) {
    seat* s = &b->seats[i];
    const wend_batch_out* out = b->out;
    wend_frame frame = frame_of(b, i);
    bool looks = b->def.sighted && (frame.rgb || frame.depth || frame.category || frame.object);
    WEND_TRY(player_observe(s->p, looks ? &frame : NULL, &s->seen, &s->error));
    const wend_observation* o = &s->seen;
    if (out->gps) memcpy(out->gps + 2 * i, o->gps, sizeof o->gps);
    if (out->compass) out->compass[i] = o->compass;
    if (out->pointgoal) memcpy(out->pointgoal + 2 * i, o->pointgoal, sizeof o->pointgoal);
    if (out->altitude) out->altitude[i] = o->altitude;
    if (out->goal) out->goal[i] = o->goal;
    if (out->goal_category) out->goal_category[i] = o->goal_category;
    if (out->carries) out->carries[i] = o->carries;
    if (out->seconds_left) out->seconds_left[i] = o->seconds_left;
    if (out->reward) out->reward[i] = verdict.reward;
    if (out->done) out->done[i] = verdict.done;
    if (out->timed_out) out->timed_out[i] = verdict.timed_out;
    if (out->collided) out->collided[i] = o->collided;
    if (out->episode) out->episode[i] = s->episode;
    return WEND_OK;
}

static void seat_job(void* context, int i, int worker) {
    wend_batch* b = context;
    seat* s = &b->seats[i];
    wend_verdict verdict = {0};
    (void)worker;
    if (!b->actions) {
        s->next = first_episode(b, i);
        s->over = false;
    }
    if (!b->actions || s->over)
        s->status = begin(b, i);
    else
        s->status = player_step(s->p, b->actions[i], &verdict, &s->error);
    s->over |= verdict.done;
    if (s->status == WEND_OK) s->status = observe(b, i, verdict);
}

static wend_status check_process(const wend_batch* b, wend_error* error) {
    if (b->process == getpid()) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "the environments were made by process %ld, and a forked child has none of "
                     "their threads; make them in the child",
                     (long)b->process);
}

// All of them before one environment steps: nothing changes where one is illegal.
static wend_status check_actions(const wend_batch* b, const wend_action* actions,
                                 wend_error* error) {
    for (int i = 0; i < b->def.seats; i++) {
        const seat* s = &b->seats[i];
        if (s->over || !s->begun) continue;
        wend_status status = player_check(s->p, actions[i], error);
        if (status == WEND_OK) continue;
        wend_error_prefix(error, "environment %d", i);
        return status;
    }
    return WEND_OK;
}

static wend_status run_seats(wend_batch* b, const wend_action* actions, const wend_batch_out* out,
                             wend_error* error) {
    WEND_TRY(check_process(b, error));
    if (actions) WEND_TRY(check_actions(b, actions, error));
    b->actions = actions;
    b->out = out;
    wend_pool_run(b->pool, b->def.seats, seat_job, b);
    for (int i = 0; i < b->def.seats; i++)
        if (b->seats[i].status != WEND_OK)
            return wend_fail(error, b->seats[i].status, "seat %d: %s", i,
                             b->seats[i].error.message);
    return WEND_OK;
}

wend_status wend_batch_reset(wend_batch* batch, const wend_batch_out* out, wend_error* error) {
    return run_seats(batch, NULL, out, error);
}

wend_status wend_batch_step(wend_batch* batch, const wend_action* actions,
                            const wend_batch_out* out, wend_error* error) {
    return run_seats(batch, actions, out, error);
}

wend_episode wend_batch_episode(const wend_batch* b, int episode) {
    return b->kind->episode(wend_task_get(b->task), episode);
}

wend_status wend_batch_seek(wend_batch* b, int i, int episode, wend_error* error) {
    if (i < 0 || i >= b->def.seats || episode < 0 || episode >= b->episodes)
        return wend_fail(error, WEND_ARGUMENT,
                         "seat %d, episode %d; there are %d seats and %d episodes", i, episode,
                         b->def.seats, b->episodes);
    b->seats[i].next = episode;
    return WEND_OK;
}

wend_status wend_batch_begin(wend_batch* b, int i, const wend_batch_out* out, wend_error* error) {
    WEND_TRY(check_process(b, error));
    b->out = out;
    wend_status status = begin(b, i);
    if (status == WEND_OK) status = observe(b, i, (wend_verdict){0});
    return status == WEND_OK
               ? WEND_OK
               : wend_fail(error, status, "seat %d: %s", i, b->seats[i].error.message);
}

const wend_observation* wend_batch_observation(const wend_batch* b, int i) {
    return &b->seats[i].seen;
}

wend_task_tour wend_batch_tour(const wend_batch* b, int i) {
    return tour_of(b, b->seats[i].episode);
}

const wend_scene* wend_batch_scene(const wend_batch* b, int i) {
    return b->seats[i].world ? wend_world_scene(b->seats[i].world) : NULL;
}

wend_vec3_span wend_batch_goals(const wend_batch* b, int i) { return player_goals(b->seats[i].p); }

wend_status wend_batch_record(wend_batch* b, int i, wend_log_record* record, wend_error* error) {
    return player_record(b->seats[i].p, record, error);
}

// ---- life ---------------------------------------------------------------------------------------

static wend_status load_task(wend_batch* b, wend_error* error) {
    wend_task_def def = wend_task_default_def();
    WEND_TRY(wend_task_require(b->def.task, &b->kind, error));
    def.rules = b->def.rules;
    def.options = wend_task_options(b->def.task);
    def.max_steps = b->def.max_steps;
    def.native = b->def.native;
    def.graphs = b->def.graphs;
    def.tours = b->def.tours;
    WEND_TRY(wend_task_load(b->kind, b->def.episodes, &def, &b->task, error));
    if (b->def.panorama && !b->kind->viewpoint)
        return wend_fail(error, WEND_ARGUMENT, "panoramas are for tasks on viewpoint graphs");
    b->episodes = b->kind->count(wend_task_get(b->task));
    b->starts = wend_alloc(((size_t)b->episodes + 1) * sizeof *b->starts);
    if (!b->starts)
        return wend_fail(error, WEND_NO_MEMORY, "no memory for %d episodes", b->episodes);
    for (int i = 0; i < b->episodes; i++)
        if (tour_of(b, i).number == 0) b->starts[b->tours++] = i;
    return WEND_OK;
}

static wend_status fill(wend_batch* b, wend_error* error) {
    WEND_TRY(load_task(b, error));
    WEND_TRY(wend_pool_create(b->def.threads, &b->pool, error));
    world_store_def store = {.folder = b->def.scenes,
                             .cache = b->def.cache,
                             .world = wend_task_world(b->task),
                             .bake = b->def.sighted,
                             .capacity = b->def.seats + 1 + (b->kind->tour ? b->def.seats : 0)};
    store.world.sighted = b->def.sighted || b->kind->judges_by_sight;
    store.world.fields = true;  // who steps a batch learns from rewards
    WEND_TRY(world_store_create(&store, &b->worlds, error));
    player_def seat_def = {.task = b->task,
                           .seed = b->def.seed,
                           .width = b->def.width,
                           .height = b->def.height,
                           .snap = true,
                           .sighted = b->def.sighted,
                           .panorama = b->def.panorama,
                           .map = b->def.map};
    b->seats = wend_alloc_zero((size_t)b->def.seats, sizeof *b->seats);
    if (!b->seats) return wend_fail(error, WEND_NO_MEMORY, "no memory for %d seats", b->def.seats);
    for (int i = 0; i < b->def.seats; i++)
        WEND_TRY(player_create(&seat_def, &b->seats[i].p, error));
    return WEND_OK;
}

wend_status wend_batch_create(const wend_batch_def* def, wend_batch** out, wend_error* error) {
    *out = NULL;
    if (def->seats < 1 || def->seats > 65536)
        return wend_fail(error, WEND_ARGUMENT, "%d seats; 1 to 65536 are possible", def->seats);
    wend_batch* b = wend_alloc_zero(1, sizeof *b);
    if (!b) return wend_fail(error, WEND_NO_MEMORY, "no memory for a batch");
    b->def = *def;
    b->process = getpid();
    wend_status status = fill(b, error);
    if (status != WEND_OK) {
        wend_batch_destroy(b);
        return status;
    }
    *out = b;
    return WEND_OK;
}

void wend_batch_destroy(wend_batch* b) {
    if (!b) return;
    if (b->process != getpid()) return;  // it is the parent's, and so are its threads
    for (int i = 0; b->seats && i < b->def.seats; i++) player_destroy(b->seats[i].p);
    wend_free(b->seats);
    wend_free(b->starts);
    world_store_destroy(b->worlds);
    wend_pool_destroy(b->pool);
    wend_task_destroy(b->task);
    wend_free(b);
}
