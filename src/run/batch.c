// Vectorised environments: all take one step per call, in parallel on a thread pool, and write into
// buffers of the caller. An environment that ended begins its next episode with the next step.
#include <string.h>
#include <unistd.h>

#include "run/agent_tasks.h"
#include "run/player.h"
#include "run/world_store.h"

#include "wend/run.h"

typedef struct env {
    player* p;
    const wend_world* world;  // borrowed from the store
    int episode;              // index of the current one
    int next;                 // index of the next one
    bool over;                // ended: the next step begins another
    bool begun;               // an episode was begun
    wend_observation seen;    // of the last call
    wend_action expert;       // for the current state
    bool expert_sure;         // it has one
    wend_labels labels;
    wend_status status;
    wend_error error;
} env;

struct wend_batch {
    wend_batch_def def;
    wend_task* task;
    const wend_task_kind* kind;
    int episodes;
    int* starts;  // [tours] first episode of each
    int tours;
    world_store* worlds;
    wend_pool* pool;
    env* envs;
    char* images;        // [threads][image_bytes] for the observer alone; NULL: not needed
    size_t image_bytes;  // of one thread: depth, then RGB
    pid_t process;       // that created the batch: a forked child has no threads
    // Arguments of the current call, for the jobs.
    const wend_action* actions;  // NULL: a reset
    const wend_batch_out* out;
};

wend_batch_def wend_batch_default_def(void) {
    return (wend_batch_def){.play = wend_play_default_def(), .num_envs = 1, .uses_images = true};
}

int wend_batch_episodes(const wend_batch* batch) { return batch->episodes; }

int wend_batch_num_envs(const wend_batch* batch) { return batch->def.num_envs; }

void wend_batch_size(const wend_batch* batch, int* width, int* height) {
    const wend_camera* camera = player_camera(batch->envs[0].p);
    *width = camera->width;
    *height = camera->height;
}

// ---- one environment ----------------------------------------------------------------------------

static wend_task_tour batch_tour_of(const wend_batch* b, int episode) {
    return b->kind->tour ? b->kind->tour(wend_task_get(b->task), episode)
                         : (wend_task_tour){.count = 1};
}

// Environments take tours in turn; a task without tours has tours of one episode.
static int first_episode(const wend_batch* b, int i) { return b->starts[i % b->tours]; }

static int episode_after(const wend_batch* b, int i, int episode) {
    wend_task_tour tour = batch_tour_of(b, episode);
    if (tour.number + 1 < tour.count && episode + 1 < b->episodes) return episode + 1;
    int low = 0, high = b->tours - 1;  // binary search: the last tour that starts at or before it
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (b->starts[middle] <= episode)
            low = middle;
        else
            high = middle - 1;
    }
    return low + b->def.num_envs < b->tours ? b->starts[low + b->def.num_envs]
                                            : first_episode(b, i);
}

// In a tour an oracle guides the agent to the goal and to the next start.
static wend_status begin_or_go_on(wend_batch* b, env* s, int before, bool over, int episode) {
    bool goes_on = over && episode == before + 1 && batch_tour_of(b, episode).number > 0;
    if (!goes_on) return player_begin(s->p, episode, s->world, &s->error);
    WEND_TRY(player_guide(s->p, &s->error));
    return player_continue_tour(s->p, episode, s->world, &s->error);
}

static wend_status batch_begin(wend_batch* b, int i) {
    env* s = &b->envs[i];
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
    if (last) world_store_give(b->worlds, last);  // after taking the next: a tour stays in it
    if (status != WEND_OK)
        wend_error_prefix(&s->error, "episode %s",
                          b->kind->episode(wend_task_get(b->task), episode).id);
    return status;
}

// The slice of the caller's images for environment i; images for the observer alone are the
// thread's.
static wend_frame batch_frame_of(const wend_batch* b, int i, int worker) {
    const wend_camera* camera = player_camera(b->envs[i].p);
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    size_t at = pixels * (size_t)i * (b->def.panorama ? WEND_GRAPH_VIEWS : 1);
    const wend_batch_out* out = b->out;
    char* own = b->images ? b->images + (size_t)worker * b->image_bytes : NULL;
    wend_frame frame = {.rgb = out->rgb ? out->rgb + 3 * at : NULL,
                        .depth = out->depth ? out->depth + at : NULL,
                        .category = out->category ? out->category + at : NULL,
                        .object = out->object ? out->object + at : NULL};
    if (own && b->def.observer.depth && !frame.depth) frame.depth = (float*)own;
    if (own && b->def.observer.rgb && !frame.rgb)
        frame.rgb = (uint8_t*)own + b->image_bytes * 4 / 7;
    return frame;
}

// The expert's action and the labels of the current state.
static wend_status batch_teach(const wend_batch* b, env* s) {
    s->expert_sure = false;
    if (b->def.expert && !s->over)
        WEND_TRY(player_expert(s->p, s->seen.camera.depth, &s->expert, &s->expert_sure, &s->error));
    return b->def.labels ? player_labels(s->p, s->seen.camera.depth, &s->labels, &s->error)
                         : WEND_OK;
}

// Passes the observation on, and clears the images of the thread.
static wend_status batch_notify(wend_batch* b, int i) {
    env* s = &b->envs[i];
    const wend_batch_observer* observer = &b->def.observer;
    if (!observer->observe) return WEND_OK;
    WEND_TRY(observer->observe(observer->context, i, &s->seen, &s->error));
    if (!b->out->rgb) s->seen.camera.rgb = NULL;
    if (!b->out->depth) s->seen.camera.depth = NULL;
    return WEND_OK;
}

static wend_status batch_observe(wend_batch* b, int i, wend_verdict verdict, int worker) {
    env* s = &b->envs[i];
    const wend_batch_out* out = b->out;
    wend_frame frame = batch_frame_of(b, i, worker);
    bool looks = b->def.uses_images && (frame.rgb || frame.depth || frame.category || frame.object);
    WEND_TRY(player_observe(s->p, looks ? &frame : NULL, &s->seen, &s->error));
    const wend_observation* o = &s->seen;
    if (out->gps) memcpy(out->gps + 2 * i, o->pose.gps, sizeof o->pose.gps);
    if (out->compass) out->compass[i] = o->pose.compass;
    if (out->pointgoal) memcpy(out->pointgoal + 2 * i, o->goal.point, sizeof o->goal.point);
    if (out->altitude) out->altitude[i] = o->pose.altitude;
    if (out->goal) out->goal[i] = o->goal.class_index;
    if (out->goal_category) out->goal_category[i] = o->goal.category;
    if (out->carries) out->carries[i] = o->carries;
    if (out->seconds_left) out->seconds_left[i] = o->seconds_left;
    if (out->reward) out->reward[i] = verdict.reward;
    if (out->done) out->done[i] = verdict.done;
    if (out->timed_out) out->timed_out[i] = verdict.timed_out;
    if (out->success) out->success[i] = verdict.success;
    if (out->collided) out->collided[i] = o->collided;
    if (out->episode) out->episode[i] = s->episode;
    WEND_TRY(batch_teach(b, s));
    return batch_notify(b, i);
}

static void env_job(void* context, int i, int worker) {
    wend_batch* b = context;
    env* s = &b->envs[i];
    wend_verdict verdict = {0};
    if (!b->actions) {
        s->next = first_episode(b, i);
        s->over = false;
    }
    if (!b->actions || s->over)
        s->status = batch_begin(b, i);
    else {
        if (s->expert_sure && b->actions[i].kind != s->expert.kind) player_replan(s->p);
        s->status = player_step(s->p, b->actions[i], &verdict, &s->error);
    }
    s->over |= verdict.done;
    if (s->status == WEND_OK && verdict.done && b->def.same_step) s->status = batch_begin(b, i);
    if (s->status == WEND_OK) s->status = batch_observe(b, i, verdict, worker);
}

static wend_status check_process(const wend_batch* b, wend_error* error) {
    if (b->process == getpid()) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "the environments were made by process %ld, and a forked child has none of "
                     "their threads; make them in the child",
                     (long)b->process);
}

// Checks all actions before any environment steps: an illegal one changes nothing.
static wend_status batch_check_actions(const wend_batch* b, const wend_action* actions,
                                       wend_error* error) {
    for (int i = 0; i < b->def.num_envs; i++) {
        const env* s = &b->envs[i];
        if (s->over || !s->begun) continue;
        wend_status status = player_check(s->p, actions[i], error);
        if (status == WEND_OK) continue;
        wend_error_prefix(error, "environment %d", i);
        return status;
    }
    return WEND_OK;
}

// Runs the job for each environment, on all threads.
static wend_status run_jobs(wend_batch* b, wend_job job, wend_error* error) {
    wend_pool_run(b->pool, b->def.num_envs, job, b);
    for (int i = 0; i < b->def.num_envs; i++)
        if (b->envs[i].status != WEND_OK)
            return wend_fail(error, b->envs[i].status, "environment %d: %s", i,
                             b->envs[i].error.message);
    return WEND_OK;
}

static wend_status run_envs(wend_batch* b, const wend_action* actions, const wend_batch_out* out,
                            wend_error* error) {
    WEND_TRY(check_process(b, error));
    if (actions) WEND_TRY(batch_check_actions(b, actions, error));
    b->actions = actions;
    b->out = out;
    return run_jobs(b, env_job, error);
}

wend_status wend_batch_reset(wend_batch* batch, const wend_batch_out* out, wend_error* error) {
    return run_envs(batch, NULL, out, error);
}

wend_status wend_batch_step(wend_batch* batch, const wend_action* actions,
                            const wend_batch_out* out, wend_error* error) {
    return run_envs(batch, actions, out, error);
}

wend_episode wend_batch_episode(const wend_batch* b, int episode) {
    return b->kind->episode(wend_task_get(b->task), episode);
}

wend_status wend_batch_seek(wend_batch* b, int i, int episode, wend_error* error) {
    if (i < 0 || i >= b->def.num_envs || episode < 0 || episode >= b->episodes)
        return wend_fail(error, WEND_ARGUMENT,
                         "environment %d, episode %d; there are %d environments and %d episodes", i,
                         episode, b->def.num_envs, b->episodes);
    b->envs[i].next = episode;
    return WEND_OK;
}

wend_status wend_batch_begin(wend_batch* b, int i, const wend_batch_out* out, wend_error* error) {
    WEND_TRY(check_process(b, error));
    b->out = out;
    wend_status status = batch_begin(b, i);
    if (status == WEND_OK) status = batch_observe(b, i, (wend_verdict){0}, 0);
    return status == WEND_OK
               ? WEND_OK
               : wend_fail(error, status, "environment %d: %s", i, b->envs[i].error.message);
}

static void begin_job(void* context, int i, int worker) {
    wend_batch* b = context;
    env* s = &b->envs[i];
    s->status = batch_begin(b, i);
    if (s->status == WEND_OK) s->status = batch_observe(b, i, (wend_verdict){0}, worker);
}

wend_status wend_batch_begin_all(wend_batch* b, const wend_batch_out* out, wend_error* error) {
    WEND_TRY(check_process(b, error));
    b->out = out;
    return run_jobs(b, begin_job, error);
}

const wend_observation* wend_batch_observation(const wend_batch* b, int i) {
    return &b->envs[i].seen;
}

wend_task_tour wend_batch_tour(const wend_batch* b, int i) {
    return batch_tour_of(b, b->envs[i].episode);
}

const wend_scene* wend_batch_scene(const wend_batch* b, int i) {
    return b->envs[i].world ? wend_world_scene(b->envs[i].world) : NULL;
}

wend_vec3_span wend_batch_goals(const wend_batch* b, int i) { return player_goals(b->envs[i].p); }

bool wend_batch_expert(const wend_batch* b, int i, wend_action* action) {
    *action = b->envs[i].expert;
    return b->envs[i].expert_sure;
}

wend_labels wend_batch_labels(const wend_batch* b, int i) { return b->envs[i].labels; }

wend_status wend_batch_record(wend_batch* b, int i, wend_log_record* record, wend_error* error) {
    return player_record(b->envs[i].p, record, error);
}

// ---- create and destroy
// ---------------------------------------------------------------------------------------

static wend_status batch_load_task(wend_batch* b, wend_error* error) {
    WEND_TRY(wend_task_open(&b->def.play, NULL, false, &b->task, error));
    b->kind = wend_task_get_kind(b->task);
    if (b->def.panorama && !b->kind->viewpoint)
        return wend_fail(error, WEND_ARGUMENT, "panoramas are for tasks on viewpoint graphs");
    b->episodes = b->kind->count(wend_task_get(b->task));
    b->starts = wend_alloc(((size_t)b->episodes + 1) * sizeof *b->starts);
    if (!b->starts)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d episodes", b->episodes);
    for (int i = 0; i < b->episodes; i++)
        if (batch_tour_of(b, i).number == 0) b->starts[b->tours++] = i;
    return WEND_OK;
}

static wend_status find_expert(const wend_batch* b, const wend_oracle_kind** oracle,
                               wend_error* error) {
    *oracle = wend_oracle_find(b->def.expert);
    if (!*oracle)
        return wend_fail(error, WEND_ARGUMENT,
                         "'%s' is not an oracle; 'wend run --list' marks the oracles",
                         b->def.expert);
    return agent_tasks_check(b->def.expert, (*oracle)->tasks, b->kind, error);
}

static wend_status batch_make_images(wend_batch* b, wend_error* error) {
    const wend_batch_observer* observer = &b->def.observer;
    const wend_camera* camera = player_camera(b->envs[0].p);
    if (!observer->observe || !(observer->rgb || observer->depth)) return WEND_OK;
    b->image_bytes = (size_t)camera->width * (size_t)camera->height * (sizeof(float) + 3) *
                     (b->def.panorama ? WEND_GRAPH_VIEWS : 1);
    b->image_bytes = (b->image_bytes + 27) / 28 * 28;  // the depth of the next thread is aligned
    b->images = wend_alloc_zero((size_t)wend_pool_threads(b->pool), b->image_bytes);
    return b->images ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory for images");
}

static wend_status batch_fill(wend_batch* b, wend_error* error) {
    WEND_TRY(batch_load_task(b, error));
    WEND_TRY(wend_pool_create(b->def.threads, &b->pool, error));
    world_store_def store = {
        .folder = b->def.play.scenes,
        .cache = b->def.play.cache,
        .world = wend_task_world(b->task),
        .bake = b->def.uses_images,
        .capacity = b->def.num_envs + 1 + (b->kind->tour ? b->def.num_envs : 0)};
    store.world.uses_images = b->def.uses_images || b->kind->judges_by_sight;
    store.world.fields = true;  // distance fields, for rewards
    WEND_TRY(world_store_create(&store, &b->worlds, error));
    player_def env_def = {.task = b->task,
                          .seed = b->def.play.seed,
                          .width = b->def.width,
                          .height = b->def.height,
                          .snap = true,
                          .uses_images = b->def.uses_images,
                          .panorama = b->def.panorama,
                          .map = b->def.map,
                          .reward = b->def.reward};
    if (b->def.expert) WEND_TRY(find_expert(b, &env_def.oracle, error));
    b->envs = wend_alloc_zero((size_t)b->def.num_envs, sizeof *b->envs);
    if (!b->envs)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d environments",
                         b->def.num_envs);
    for (int i = 0; i < b->def.num_envs; i++)
        WEND_TRY(player_create(&env_def, &b->envs[i].p, error));
    return batch_make_images(b, error);
}

wend_status wend_batch_create(const wend_batch_def* def, wend_batch** out, wend_error* error) {
    *out = NULL;
    if (def->num_envs < 1 || def->num_envs > 65536)
        return wend_fail(error, WEND_ARGUMENT, "num_envs is %d and must be in [1, 65536]",
                         def->num_envs);
    wend_batch* b = wend_alloc_zero(1, sizeof *b);
    if (!b) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a batch");
    b->def = *def;
    b->process = getpid();
    wend_status status = batch_fill(b, error);
    if (status != WEND_OK) {
        wend_batch_destroy(b);
        return status;
    }
    *out = b;
    return WEND_OK;
}

void wend_batch_destroy(wend_batch* b) {
    if (!b) return;
    if (b->process != getpid())
        return;  // a forked child: the batch and its threads are the parent's
    for (int i = 0; b->envs && i < b->def.num_envs; i++) player_destroy(b->envs[i].p);
    wend_free(b->envs);
    wend_free(b->starts);
    wend_free(b->images);
    world_store_destroy(b->worlds);
    wend_pool_destroy(b->pool);
    wend_task_destroy(b->task);
    wend_free(b);
}
