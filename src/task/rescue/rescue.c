// RescueBench in wend's scenes: find the injured person and carry them to the stretcher.
#include "task/rescue/rescue.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json_out.h"
#include "base/settings.h"
#include "data/rescue_expert.h"
#include "task/goal_distance.h"
#include "task/rescue/rescue_stage.h"

enum { UNSEEN = -1, NOT_LOOKED = -2 };
// the person counts as seen when they cover 1 / enough of the pixels
static const int enough = 1000;

typedef struct rescue {
    wend_rescue_set set;
    wend_rescue_expert* experts;  // [count]
    char (*ids)[24];              // [count]
    arena memory;
    wend_rescue_gates gates;
    char rules[16];
    char pictures[4096];  // folder of the reference images
    int max_steps;        // 0: only the time limit
} rescue;

typedef struct rescue_state {
    rescue_scene scene;
    rescue_progress progress;
    float start_height;
    wend_vec3 targets[2];  // the person, the stretcher
    int seen;              // step of the first image with the person; UNSEEN or NOT_LOOKED
    bool has_reference;
    uint8_t picture[WEND_RESCUE_IMAGE_WIDTH * WEND_RESCUE_IMAGE_HEIGHT * 3];
} rescue_state;

// ---- loading ------------------------------------------------------------------------------------

static void rescue_destroy(void* memory) {
    rescue* task = memory;
    wend_rescue_destroy(&task->set);
    wend_free(task->experts);
    wend_free(task->ids);
    arena_destroy(&task->memory);
    wend_free(task);
}

// Hash of the reference images. Missing images are skipped: their episodes have no image.
static wend_status rescue_hash(const void* memory, uint64_t* sum, wend_error* error) {
    const rescue* task = memory;
    *sum = 0;
    for (int i = 0; i < task->set.count; i++) {
        const wend_rescue_episode* e = &task->set.episodes[i];
        char path[4096];
        wend_file_bytes bytes;
        if (e->image_count < 1) continue;
        wend_status inside = file_inside(task->pictures, e->images[0], path, sizeof path, error);
        if (inside != WEND_OK || !wend_file_exists(path)) continue;
        WEND_TRY(wend_file_read(path, &bytes, error));
        *sum = wend_hash(bytes.data, bytes.size, wend_hash_text(e->images[0], *sum));
        wend_file_bytes_destroy(&bytes);
    }
    return WEND_OK;
}

static wend_status read_episodes(rescue* task, const char* path, wend_error* error) {
    WEND_TRY(wend_rescue_read(path, &task->set, error));
    size_t count = (size_t)task->set.count;
    task->experts = wend_alloc_zero(count, sizeof *task->experts);
    task->ids = wend_alloc_zero(count, sizeof *task->ids);
    if (!task->experts || !task->ids)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    for (int i = 0; i < task->set.count; i++) {
        const wend_rescue_episode* e = &task->set.episodes[i];
        WEND_TRY(rescue_expert_read(e, &task->memory, &task->experts[i], error));
        snprintf(task->ids[i], sizeof task->ids[i], "L%d-%d", (int)(e->level + 1) % 100, i);
    }
    return WEND_OK;
}

static wend_status rescue_load(const char* path, const wend_task_def* def, void** out,
                               wend_error* error) {
    *out = NULL;
    bool native = false;  // the agent picks up, puts down and opens doors itself
    const setting settings[] = {{.key = "native", .kind = SETTING_FLAG, .value = &native}};
    WEND_TRY(settings_read("task rescue", def->options ? def->options : "", settings, 1, error));
    rescue* task = wend_alloc_zero(1, sizeof *task);
    if (!task) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    task->max_steps = def->max_steps;
    task->gates = wend_rescue_gates_for(def->rules, !native);
    snprintf(task->rules, sizeof task->rules, "%s", def->rules ? def->rules : "paper");
    snprintf(task->pictures, sizeof task->pictures, "%s.images", path);
    wend_status status = read_episodes(task, path, error);
    if (status != WEND_OK) {
        rescue_destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

static int rescue_count(const void* task) { return ((const rescue*)task)->set.count; }

static wend_episode rescue_episode(const void* memory, int index) {
    const rescue* task = memory;
    const wend_rescue_episode* e = &task->set.episodes[index];
    return (wend_episode){index, task->ids[index], e->world, wend_dvec3_to_v3(e->agent.at),
                          (float)e->agent.heading};
}

static wend_sim_def rescue_sim(const void* task) {
    (void)task;
    return rescue_sim_def();
}

static wend_world_def rescue_world(const void* task) {
    wend_world_def def = wend_world_default_def();
    (void)task;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED;
    return def;
}

// ---- episode ------------------------------------------------------------------------------------

// Checks that a position is on the navmesh. It may be on another island, as doors can be opened.
static wend_status check_place(const wend_sim* s, const char* what, wend_vec3 at, float slack,
                               wend_error* error) {
    wend_vec3 on;
    bool near = wend_navmesh_snap(wend_sim_navmesh(s), at, &on);
    float off = near ? wend_v3_distance(at, on) : INFINITY;
    if (off <= slack) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s at %.2f, %.2f, %.2f is %s; there is no navigable point next to it", what,
                     (double)at.x, (double)at.y, (double)at.z,
                     near ? "in a wall or in the air" : "far from the navmesh");
}

// Checks that, with all doors open, the person and the stretcher are reachable from the start.
static wend_status check_ways(const rescue_scene* scene, const wend_sim* s, wend_error* error) {
    wend_navmesh* open;
    float out = INFINITY, back = INFINITY;
    WEND_TRY(wend_navmesh_clone(wend_sim_navmesh(s), &open, error));
    const wend_scene_arrays* a = wend_scene_get(wend_world_scene(wend_sim_world(s)));
    for (uint32_t i = 0; i < a->doors.count; i++)
        if (a->doors.items[i].openable) wend_navmesh_set_door(open, i, false);
    wend_status status = wend_navmesh_distance(open, wend_sim_pose(s).feet,
                                               (wend_vec3_span){&scene->person, 1}, &out, NULL);
    if (status == WEND_OK)
        status = wend_navmesh_distance(open, scene->person, (wend_vec3_span){&scene->stretcher, 1},
                                       &back, NULL);
    wend_navmesh_destroy(open);
    if (status != WEND_OK) return wend_fail(error, status, "out of memory for a geodesic distance");
    if (isfinite(out) && isfinite(back)) return WEND_OK;
    return wend_fail(
        error, WEND_FORMAT, "no path from the %s, even with all doors open",
        isfinite(out) ? "injured person to the stretcher" : "start to the injured person");
}

static wend_status check_line(const wend_rescue_episode* e, wend_error* error) {
    if (e->level < 0 || e->level >= WEND_RESCUE_LEVELS)
        return wend_fail(error, WEND_FORMAT, "its level is %lld; there are 0 to 4",
                         (long long)e->level);
    if (e->look < 0 || e->look >= WEND_RESCUE_LOOKS)
        return wend_fail(error, WEND_FORMAT, "injured_agent_id is %lld; there are 0 to 19",
                         (long long)e->look);
    if (e->text_count < 1 || !*e->texts[0])
        return wend_fail(error, WEND_FORMAT, "it has no text clue (reference_text)");
    if (!(e->timeout > 0 && e->timeout <= 3600))
        return wend_fail(error, WEND_FORMAT, "its time limit is %g s; give 1 to 3600", e->timeout);
    return WEND_OK;
}

// Reads the reference image, scaled by nearest neighbour. Without a file there is no image; an
// invalid file is an error.
static wend_status rescue_read_picture(const rescue* task, const wend_rescue_episode* e,
                                       rescue_state* state, wend_error* error) {
    char path[4096];
    wend_file_bytes bytes;
    wend_image image = {0};
    if (e->image_count < 1) return WEND_OK;
    WEND_TRY(file_inside(task->pictures, e->images[0], path, sizeof path, error));
    if (!wend_file_exists(path)) return WEND_OK;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_image_decode(bytes.data, bytes.size, path, 16u << 20, &image, error);
    wend_file_bytes_destroy(&bytes);
    if (status != WEND_OK) return status;
    for (int y = 0; y < WEND_RESCUE_IMAGE_HEIGHT; y++)
        for (int x = 0; x < WEND_RESCUE_IMAGE_WIDTH; x++) {
            int from_x = x * image.width / WEND_RESCUE_IMAGE_WIDTH,
                from_y = y * image.height / WEND_RESCUE_IMAGE_HEIGHT;
            const uint8_t* from =
                image.pixels +
                ((size_t)from_y * (size_t)image.width + (size_t)from_x) * (size_t)image.channels;
            uint8_t* to = state->picture + (y * WEND_RESCUE_IMAGE_WIDTH + x) * 3;
            for (int c = 0; c < 3; c++) to[c] = from[image.channels >= 3 ? c : 0];
        }
    state->has_reference = true;
    wend_image_destroy(&image);
    return WEND_OK;
}

static wend_status rescue_begin(const void* memory, int index, wend_sim* s, void* state_memory,
                                wend_error* error) {
    const rescue* task = memory;
    const wend_rescue_episode* e = &task->set.episodes[index];
    rescue_state* state = state_memory;
    WEND_TRY(check_line(e, error));
    state->scene = rescue_scene_of(e, task->gates);
    state->progress = rescue_progress_start();
    state->targets[0] = state->scene.person;
    state->targets[1] = state->scene.stretcher;
    state->start_height = wend_sim_pose(s).feet.y;
    state->seen = NOT_LOOKED;
    WEND_TRY(check_place(s, "the injured person", state->scene.person, 0.6f, error));
    WEND_TRY(check_place(s, "the stretcher", state->scene.stretcher, 1.5f, error));
    WEND_TRY(check_ways(&state->scene, s, error));
    WEND_TRY(rescue_read_picture(task, e, state, error));
    return rescue_scene_set(&state->scene, s, error);
}

static wend_action rescue_admit_episode(const void* task, int index, const wend_sim* s,
                                        void* memory, wend_action wanted) {
    rescue_state* state = memory;
    (void)task;
    (void)index;
    return rescue_admit(&state->scene, s, &state->progress, wanted);
}

static wend_status rescue_step(const void* memory, int index, const wend_sim* s, wend_action action,
                               const wend_outcome* outcome, void* state_memory,
                               wend_verdict* verdict, wend_error* error) {
    const rescue* task = memory;
    rescue_state* state = state_memory;
    rescue_phase before = state->progress.phase;
    (void)index;
    (void)s;
    if (state->progress.out_of_memory) return goal_distance_no_memory(error);
    rescue_follow(&state->scene, action, outcome, &state->progress);
    bool over = state->progress.phase == RESCUE_OVER;
    bool full = task->max_steps > 0 && state->progress.steps >= task->max_steps;
    bool late = over && (state->progress.reason == WEND_RESCUE_TIMEOUT_PHASE1 ||
                         state->progress.reason == WEND_RESCUE_TIMEOUT_PHASE2);
    verdict->timed_out = over ? late : full;
    verdict->done = over || full;
    // 0.5 for the first pick-up and 0.5 for the placement. [RescueBench: reward of the environment]
    bool picked = before == RESCUE_TO_PERSON && state->progress.phase == RESCUE_TO_STRETCHER;
    bool placed = before != RESCUE_OVER && state->progress.placed >= 0;
    verdict->reward = 0.5f * (float)(picked + placed);
    verdict->success = verdict->done && state->progress.placed >= 0;
    return WEND_OK;
}

static void rescue_observe(const void* memory, int index, const wend_sim* s,
                           const void* state_memory, wend_observation* o) {
    const rescue* task = memory;
    const rescue_state* state = state_memory;
    o->goal.instruction = task->set.episodes[index].texts[0];
    o->pose.altitude = wend_sim_pose(s).feet.y - state->start_height;
    o->carries = wend_sim_carried(s) != 0;
    o->seconds_left = state->scene.timeout - (float)(state->progress.steps * WEND_RESCUE_PERIOD);
    if (state->has_reference) {
        o->goal.reference_rgb = state->picture;
        o->goal.reference_width = WEND_RESCUE_IMAGE_WIDTH;
        o->goal.reference_height = WEND_RESCUE_IMAGE_HEIGHT;
    }
}

static void rescue_look(const void* task, int index, const wend_sim* s, const wend_frame* frame,
                        void* memory) {
    rescue_state* state = memory;
    (void)task;
    (void)index;
    if (state->seen >= 0) return;
    const wend_camera* camera = &wend_sim_get_def(s)->camera;
    const wend_scene* scene = wend_world_scene(wend_sim_world(s));
    uint32_t person = wend_scene_first_inserted(scene) + (uint32_t)state->scene.look;
    int all = camera->width * camera->height, pixels = 0;
    for (int i = 0; i < all; i++) pixels += frame->object[i] == person;
    state->seen = pixels * enough >= all ? state->progress.steps : UNSEEN;
}

static wend_vec3_span rescue_goals(const void* task, int index, const void* memory) {
    const rescue_state* state = memory;
    int done = state->progress.placed >= 0 ? 2 : state->progress.carried >= 0;
    (void)task;
    (void)index;
    return (wend_vec3_span){state->targets + done, 2 - done};
}

// The expert's path to the person and back.
static wend_vec3_span route(const void* memory, int index) {
    const wend_rescue_expert* x = &((const rescue*)memory)->experts[index];
    return (wend_vec3_span){x->path, x->out + x->back};
}

// ---- facts --------------------------------------------------------------------------------------

static void rescue_put_point(wend_json_out* out, const char* key, wend_vec3 p) {
    const double numbers[3] = {round((double)p.x * 1000) / 1000, round((double)p.y * 1000) / 1000,
                               round((double)p.z * 1000) / 1000};
    wend_json_out_numbers(out, key, numbers, 3);
}

static void rescue_put_facts(wend_json_out* out, const rescue* task, int index,
                             const rescue_state* state) {
    const wend_rescue_episode* e = &task->set.episodes[index];
    const wend_rescue_expert* x = &task->experts[index];
    const rescue_progress* p = &state->progress;
    wend_json_out_object(out, NULL);
    wend_json_out_int(out, "level", e->level);
    wend_json_out_text(out, "rules", task->rules);
    wend_json_out_bool(out, "assisted", task->gates.assisted);
    rescue_put_point(out, "person", state->scene.person);
    rescue_put_point(out, "stretcher", state->scene.stretcher);
    wend_json_out_number(out, "carry_gate", (double)task->gates.carry);
    wend_json_out_number(out, "place_gate", (double)task->gates.place);
    wend_json_out_number(out, "period", WEND_RESCUE_PERIOD);
    wend_json_out_number(out, "timeout", e->timeout);
    if (state->seen != NOT_LOOKED) wend_json_out_int(out, "seen_at", state->seen);
    wend_json_out_int(out, "carried_at", p->carried);
    wend_json_out_int(out, "placed_at", p->placed);
    wend_json_out_text(
        out, "reason",
        p->phase == RESCUE_OVER && p->placed < 0 ? wend_rescue_reason_name(p->reason) : "");
    wend_json_out_array(out, "expert");
    for (int i = 0; i < x->out + x->back; i++) rescue_put_point(out, NULL, x->path[i]);
    wend_json_out_end(out);
    wend_json_out_end(out);
}

static wend_status rescue_facts(const void* task, int index, const wend_sim* s, const void* memory,
                                char* text, size_t size, wend_error* error) {
    wend_json_out out = {0};
    (void)s;
    rescue_put_facts(&out, task, index, memory);
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

const wend_task_kind rescue_task = {.name = "rescue",
                                    .summary = "find an injured person, carry them to a stretcher",
                                    .options = "native",
                                    .state_size = sizeof(rescue_state),
                                    .load = rescue_load,
                                    .destroy = rescue_destroy,
                                    .hash = rescue_hash,
                                    .count = rescue_count,
                                    .episode = rescue_episode,
                                    .sim = rescue_sim,
                                    .world = rescue_world,
                                    .begin = rescue_begin,
                                    .admit = rescue_admit_episode,
                                    .step = rescue_step,
                                    .observe = rescue_observe,
                                    .look = rescue_look,
                                    .goals = rescue_goals,
                                    .route = route,
                                    .facts = rescue_facts};
