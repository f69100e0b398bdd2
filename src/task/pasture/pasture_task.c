// PASTURE and RoboTHOR ObjectNav: the agent searches for a described object; success is STOP within
// 1 m of it while it is visible. Rules and sources: docs/benchmarks/pasture.md
#include "task/pasture/pasture_task.h"

#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "base/query_pool.h"
#include "task/goal_distance.h"
#include "task/pasture/claims.h"
#include "task/pasture/visibility.h"

#include "wend/benchmarks/pasture.h"

enum { MAX_STEPS = 250, CHALLENGE_STEPS = 500, MAX_ALLOWED_STEPS = 2000 };
// metres from the floor to the agent's root [RoboTHOR val]
static const float ROOT_HEIGHT = 0.9009997f;

typedef struct pasture {
    wend_robothor_set set;
    wend_addition* added;        // of all episodes, concatenated
    wend_variation* variations;  // [set.count]
    int max_steps;
    bool official;   // official rules
    bool challenge;  // agent and camera of the RoboTHOR challenge instead of CoW's
    query_pool* judges;
} pasture;

typedef struct pasture_state {
    uint32_t target;  // object id; 0: any object of the category
    uint32_t hidden;  // hidden splits: the object in or under `target`; 0: none
    wend_category category;
    wend_vec3 goal;  // stop position, for oracles
    float left;      // metres to it by the distance field, for rewards
    int steps;
    bool stopped;
    wend_camera_pose gazes[MAX_ALLOWED_STEPS + 1];  // camera pose after each step
} pasture_state;

static void* judge_create(const void* task);  // NULL: out of memory
static void judge_destroy(void* judge);

// ---- episodes -----------------------------------------------------------------------------------

static void pasture_task_destroy(void* memory) {
    pasture* task = memory;
    query_pool_destroy(task->judges);
    wend_robothor_destroy(&task->set);
    wend_free(task->added);
    wend_free(task->variations);
    wend_free(task);
}

static wend_status make_variations(pasture* task, bool lenient, const char* path,
                                   wend_error* error) {
    size_t total = 0;
    for (int i = 0; i < task->set.count; i++) total += (size_t)task->set.episodes[i].added_count;
    task->added = wend_alloc(total * sizeof *task->added + 1);
    task->variations = wend_alloc_zero((size_t)task->set.count + 1, sizeof *task->variations);
    if (!task->added || !task->variations)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    wend_addition* next = task->added;
    for (int i = 0; i < task->set.count; i++) {
        const wend_robothor_episode* e = &task->set.episodes[i];
        wend_status status = wend_robothor_variation(e, next, &task->variations[i], error);
        if (status != WEND_OK && !lenient) {
            wend_error_prefix(error, "%s: episode %s", path, e->id);
            return status;
        }
        // An addition that cannot be converted makes its episode fail at begin.
        if (status != WEND_OK) task->variations[i] = (wend_variation){0};
        next += e->added_count;
    }
    return WEND_OK;
}

static wend_status load_as(const char* path, const wend_task_def* def, bool challenge, void** out,
                           wend_error* error) {
    *out = NULL;
    if (def->max_steps > MAX_ALLOWED_STEPS)
        return wend_fail(error, WEND_ARGUMENT, "%d steps; this task plays at most %d",
                         def->max_steps, MAX_ALLOWED_STEPS);
    pasture* task = wend_alloc_zero(1, sizeof *task);
    if (!task) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    task->official = def->rules && strcmp(def->rules, "official") == 0;
    task->challenge = challenge && task->official;
    task->max_steps = def->max_steps > 0 ? def->max_steps
                      : task->challenge  ? CHALLENGE_STEPS
                                         : MAX_STEPS;
    wend_status status = wend_robothor_read(path, &task->set, error);
    if (status == WEND_OK) status = make_variations(task, def->lenient, path, error);
    task->judges = query_pool_create(&(query_pool_def){judge_create, judge_destroy, task});
    if (status == WEND_OK && !task->judges)
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    if (status != WEND_OK) {
        pasture_task_destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

static wend_status load_pasture(const char* path, const wend_task_def* def, void** out,
                                wend_error* error) {
    return load_as(path, def, false, out, error);
}

static wend_status load_objectnav(const char* path, const wend_task_def* def, void** out,
                                  wend_error* error) {
    return load_as(path, def, true, out, error);
}

static int pasture_task_count(const void* task) { return ((const pasture*)task)->set.count; }

static wend_episode pasture_task_episode(const void* task, int index) {
    const wend_robothor_episode* e = &((const pasture*)task)->set.episodes[index];
    wend_vec3 start = wend_dvec3_to_v3(e->start);
    start.y -= ROOT_HEIGHT;
    return (wend_episode){index, e->id, e->scene, start, (float)(e->heading * WEND_PI / 180)};
}

static const wend_variation* variation(const void* task, int index) {
    return &((const pasture*)task)->variations[index];
}

// ---- agent and camera ---------------------------------------------------------------------------

static wend_camera pasture_task_camera_of(const pasture* task) {
    wend_camera camera = wend_camera_default_def();
    camera.width = task->challenge ? 640 : 672;
    camera.height = task->challenge ? 480 : 672;
    camera.hfov = task->challenge ? 79 : 90;
    return camera;
}

static wend_sim_def pasture_task_sim(const void* memory) {
    const pasture* task = memory;
    wend_sim_def def = wend_sim_default_def();
    def.body = wend_body_robothor();
    // [PASTURE §4.1: agent height 0.9 m; released code: 0.8658 m]
    if (!task->official) def.body.eye_height = 0.9f;
    def.camera = pasture_task_camera_of(task);
    return def;
}

// ---- episode ------------------------------------------------------------------------------------

static const wend_scene* pasture_task_scene_of(const wend_sim* s) {
    return wend_world_scene(wend_sim_world(s));
}

static void note_gaze(pasture_state* state, const wend_sim* s) {
    wend_body_pose pose = wend_sim_pose(s);
    state->gazes[state->steps] = wend_body_pose_to_camera(&pose, &wend_sim_get_def(s)->body);
}

// Targets by object id if the episode has one, otherwise by category.
static wend_status find_targets(const wend_robothor_episode* e, const wend_scene* scene,
                                pasture_state* state, wend_error* error) {
    state->category = wend_category_find(e->object_type);
    if (state->category == WEND_CATEGORY_NONE)
        return wend_fail(error, WEND_FORMAT, "'%s' is no type of object", e->object_type);
    if (e->object_id && !(state->target = wend_scene_find_object(scene, e->object_id)))
        return wend_fail(error, WEND_FORMAT, "there is no object '%s' in the scene", e->object_id);
    if (e->target_id && !(state->hidden = wend_scene_find_object(scene, e->target_id)))
        return wend_fail(error, WEND_FORMAT, "there is no object '%s' in the scene", e->target_id);
    if (state->target) return WEND_OK;
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < a->objects.count; i++)
        if (a->objects.items[i].category == state->category) return WEND_OK;
    return wend_fail(error, WEND_FORMAT, "there is no %s in the scene",
                     wend_category_at(state->category)->name);
}

static wend_status pasture_task_begin(const void* memory, int index, wend_sim* s, void* into,
                                      wend_error* error) {
    const pasture* task = memory;
    const wend_robothor_episode* e = &task->set.episodes[index];
    pasture_state* state = into;
    WEND_TRY(find_targets(e, pasture_task_scene_of(s), state, error));
    const wend_dvec3* last =
        e->shortest.count ? &e->shortest.items[e->shortest.count - 1] : &e->start;
    state->goal = wend_dvec3_to_v3(isnan(e->stop.x) ? *last : e->stop);
    // CoW ignores the horizon of the file; the RoboTHOR challenge uses it.
    if (task->challenge && e->horizon >= 15) {
        wend_outcome outcome;
        WEND_TRY(wend_sim_step(s, (wend_action){.kind = WEND_ACTION_DOWN}, &outcome, error));
    }
    note_gaze(state, s);
    return goal_distance_set(s, state->goal, &state->left, error);
}

// ---- judgement ----------------------------------------------------------------------------------

// Ground truth of one step.
typedef struct judgement {
    float distance;  // horizontal metres to the nearest target
    bool seen;       // visible in the image
    bool reached;    // visible and within reach
} judgement;

// Renders the camera poses of an episode to judge visibility. A task has a pool of them, so that
// STOP allocates nothing after the first episodes of a thread, unless a scene has more objects.
typedef struct judge {
    visibility* eye;
    bool* all;   // [capacity] targets, by object id
    bool* near;  // [capacity] targets within reach
    size_t capacity;
    // of the episode
    const wend_scene* scene;
    const wend_view* view;
    wend_pasture_limits limits;
    float eye_height;
} judge;

static void judge_destroy(void* item) {
    judge* j = item;
    visibility_destroy(j->eye);
    wend_free(j->all);
    wend_free(j->near);
    wend_free(j);
}

static void* judge_create(const void* task) {
    wend_camera camera = pasture_task_camera_of(task);
    judge* j = wend_alloc_zero(1, sizeof *j);
    if (j && visibility_create(&camera, &j->eye, NULL) == WEND_OK) return j;
    if (j) judge_destroy(j);
    return NULL;
}

static bool judge_reserve(judge* j, size_t objects) {
    if (j->capacity >= objects) return true;
    wend_free(j->all);
    wend_free(j->near);
    j->all = wend_alloc_zero(objects, sizeof *j->all);
    j->near = wend_alloc_zero(objects, sizeof *j->near);
    j->capacity = j->all && j->near ? objects : 0;
    return j->capacity > 0;
}

// Borrows a judge for the episode of the simulator. `*slot` must be returned to the pool.
static wend_status judge_open(const pasture* task, const wend_sim* s, const pasture_state* state,
                              query_slot** slot, judge** out, wend_error* error) {
    const wend_scene* scene = pasture_task_scene_of(s);
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_view* view = wend_world_view(wend_sim_world(s));
    if (!view)
        return wend_fail(error, WEND_ARGUMENT,
                         "success needs visibility: the world has no renderer data");
    *slot = query_pool_borrow(task->judges);
    judge* j = *slot ? query_slot_item(*slot) : NULL;
    if (!j || !judge_reserve(j, a->objects.count)) {
        if (*slot) query_pool_return(*slot);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while judging an episode");
    }
    j->scene = scene;
    j->view = view;
    j->limits = wend_pasture_default_limits();
    j->eye_height = wend_sim_get_def(s)->body.eye_height;
    for (uint32_t i = 0; i < a->objects.count; i++) {
        j->near[i] = false;
        j->all[i] =
            i > 0 && (state->target ? i == state->target || (state->hidden && i == state->hidden)
                                    : a->objects.items[i].category == state->category);
    }
    *out = j;
    return WEND_OK;
}

static wend_status judge_look(judge* j, const wend_camera_pose* gaze, judgement* out,
                              wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(j->scene);
    wend_vec3 feet = wend_v3_sub(gaze->eye, wend_v3(0, j->eye_height, 0));
    int pixels;
    bool any_near = false;
    *out = (judgement){.distance = INFINITY};
    for (uint32_t i = 1; i < a->objects.count; i++) {
        if (!j->all[i]) continue;
        float gap = visibility_ground_gap(feet, a->objects.items[i].bounds);
        out->distance = fminf(out->distance, gap);
        j->near[i] = gap <= j->limits.reach;
        any_near |= j->near[i];
    }
    WEND_TRY(visibility_count(j->eye, j->view, gaze, j->all, &pixels, error));
    out->seen = pixels >= j->limits.min_pixels;
    if (!out->seen || !any_near) return WEND_OK;
    WEND_TRY(visibility_count(j->eye, j->view, gaze, j->near, &pixels, error));
    out->reached = pixels >= j->limits.min_pixels;
    return WEND_OK;
}

static wend_status judge_stop(const pasture* task, const wend_sim* s, const pasture_state* state,
                              bool* success, wend_error* error) {
    query_slot* slot;
    judge* j;
    judgement now;
    WEND_TRY(judge_open(task, s, state, &slot, &j, error));
    wend_status status = judge_look(j, &state->gazes[state->steps], &now, error);
    *success = status == WEND_OK && now.reached;
    query_pool_return(slot);
    return status;
}

static wend_status pasture_task_step(const void* memory, int index, const wend_sim* s,
                                     wend_action action, const wend_outcome* outcome, void* into,
                                     wend_verdict* verdict, wend_error* error) {
    const pasture* task = memory;
    pasture_state* state = into;
    (void)index;
    state->steps++;
    note_gaze(state, s);
    state->stopped = action.kind == WEND_ACTION_STOP;
    verdict->timed_out = !state->stopped && state->steps >= task->max_steps;
    verdict->done = state->stopped || verdict->timed_out;
    verdict->success = false;
    if (state->stopped) WEND_TRY(judge_stop(task, s, state, &verdict->success, error));
    // Success gives 10. [AllenAct: RoboTHOR ObjectNav]
    verdict->reward = 0;
    if (!goal_distance_is_rewarded(s)) return WEND_OK;
    return goal_distance_reward(s, outcome, verdict->success ? 10 : 0, &state->left,
                                &verdict->reward, error);
}

// No GPS and no compass: CoW estimates its pose from the intended actions. [PASTURE §4.1]
static void pasture_task_observe(const void* memory, int index, const wend_sim* s, const void* from,
                                 wend_observation* o) {
    const wend_robothor_episode* e = &((const pasture*)memory)->set.episodes[index];
    const pasture_state* state = from;
    (void)s;
    o->pose.gps[0] = o->pose.gps[1] = o->pose.compass = NAN;
    o->goal.instruction = e->text ? e->text : claims_name(state->category);
    if (!e->object_id) o->goal.category = (uint16_t)state->category;
}

static wend_vec3_span pasture_task_goals(const void* task, int index, const void* state) {
    (void)task;
    (void)index;
    return (wend_vec3_span){&((const pasture_state*)state)->goal, 1};
}

static uint32_t pasture_task_goal_object(const void* task, int index, const wend_sim* s,
                                         const void* from) {
    const pasture_state* state = from;
    (void)task;
    (void)index;
    if (state->target) return state->target;
    // The nearest of several targets.
    const wend_scene_arrays* a = wend_scene_get(pasture_task_scene_of(s));
    wend_vec3 feet = wend_sim_pose(s).feet;
    uint32_t best = 0;
    float min = INFINITY;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        if (a->objects.items[i].category != state->category) continue;
        float metres = wend_v3_distance(feet, wend_aabb_center(a->objects.items[i].bounds));
        if (metres < min) min = metres, best = i;
    }
    return best;
}

// ---- facts --------------------------------------------------------------------------------------

// Step at which the target was first visible, and first within reach; -1: never.
typedef struct firsts {
    int seen, reached;
} firsts;

// Renders the poses again instead of using the images of the agent: the facts must not depend on
// whether the agent has images, nor on their size.
static wend_status look_back(judge* j, const pasture_state* state, firsts* f, judgement* end,
                             wend_error* error) {
    *f = (firsts){-1, -1};
    for (int i = 0; i <= state->steps && (f->seen < 0 || f->reached < 0); i++) {
        judgement then;
        WEND_TRY(judge_look(j, &state->gazes[i], &then, error));
        if (then.seen && f->seen < 0) f->seen = i;
        if (then.reached && f->reached < 0) f->reached = i;
    }
    return judge_look(j, &state->gazes[state->steps], end, error);
}

static void pasture_task_put_step(wend_json_out* out, const char* key, int number) {
    if (number < 0)
        wend_json_out_null(out, key);
    else
        wend_json_out_int(out, key, number);
}

static void pasture_task_put_facts(wend_json_out* out, const pasture* task,
                                   const wend_robothor_episode* e, const pasture_state* state,
                                   const firsts* f, const judgement* end) {
    double shortest = e->shortest.items ? wend_dvec3_span_length(e->shortest) : e->shortest_length;
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "split", e->split ? e->split : "robothor");
    wend_json_out_text(out, "text", e->text ? e->text : claims_name(state->category));
    wend_json_out_text(out, "object_type", e->object_type);
    if (e->object_id) wend_json_out_text(out, "target", e->object_id);
    if (e->target_id) wend_json_out_text(out, "hidden", e->target_id);
    wend_json_out_number(out, "shortest", isnan(shortest) ? 0 : shortest);
    wend_json_out_number(out, "distance", (double)end->distance);
    wend_json_out_bool(out, "visible", end->reached);
    wend_json_out_bool(out, "in_view", end->seen);
    pasture_task_put_step(out, "seen", f->seen);
    pasture_task_put_step(out, "reached", f->reached);
    wend_json_out_bool(out, "stopped", state->stopped);
    wend_json_out_int(out, "max_steps", task->max_steps);
    wend_json_out_end(out);
}

static wend_status pasture_task_facts(const void* memory, int index, const wend_sim* s,
                                      const void* from, char* text, size_t size,
                                      wend_error* error) {
    const pasture* task = memory;
    const pasture_state* state = from;
    query_slot* slot;
    judge* j;
    firsts f;
    judgement end;
    WEND_TRY(judge_open(task, s, state, &slot, &j, error));
    wend_status status = look_back(j, state, &f, &end, error);
    query_pool_return(slot);
    if (status != WEND_OK) return status;
    wend_json_out out = {0};
    pasture_task_put_facts(&out, task, &task->set.episodes[index], state, &f, &end);
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

#define PASTURE_KIND(its_name, its_summary, its_load)                                            \
    {                                                                                            \
        .name = its_name, .summary = its_summary, .state_size = sizeof(pasture_state),           \
        .actions = WEND_ACTIONS_MOVES, .load = its_load, .destroy = pasture_task_destroy,        \
        .count = pasture_task_count, .episode = pasture_task_episode, .sim = pasture_task_sim,   \
        .variation = variation, .judges_by_sight = true, .begin = pasture_task_begin,            \
        .step = pasture_task_step, .observe = pasture_task_observe, .goals = pasture_task_goals, \
        .goal_object = pasture_task_goal_object, .facts = pasture_task_facts                     \
    }

const wend_task_kind pasture_task =
    PASTURE_KIND("pasture", "find the object that a text describes, as in PASTURE", load_pasture);
const wend_task_kind objectnav_task =
    PASTURE_KIND("objectnav", "find an object of a category, as in RoboTHOR", load_objectnav);
