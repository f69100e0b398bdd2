// Replays an episode of a log: repeats its actions, renders it, and runs the agent again for its
// map.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "run/agent_fault.h"
#include "run/player.h"
#include "run/world_store.h"

#include "wend/run.h"

static const float SAME_PLACE = 1e-3f;  // metres and radians: tolerance of a repeated pose

enum { KEPT_WORLDS = 2 };

struct wend_replay {
    wend_log_header header;
    char log[4096], scenes[4096];
    wend_task* task;
    world_store* worlds;
    player* renderer;  // repeats the actions of the log and renders
    player* thinker;   // runs the agent again; NULL: it is not run
    bool thinks;       // the agent still chooses the actions of the log
    const wend_world* world;
    const wend_log_record* record;
    wend_pose origin;         // of the agent's frame
    int next_index;           // the episode after a finished replay; -1: none
    const char* instruction;  // as last observed; NULL: none
    int at;                   // number of actions taken
    int drives;               // VELOCITY actions among them
};

// ---- task, scenes and agent of the log ---------------------------------------------------------

static wend_status replay_check_episodes(const wend_replay* r, const char* path,
                                         wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    uint64_t hash = wend_hash(bytes.data, bytes.size, 0);
    wend_file_bytes_destroy(&bytes);
    if (hash == r->header.episodes_hash) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: not the episodes that %s was made of (hash %016llx, not %016llx); give "
                     "that file with --episodes",
                     path, r->log, (unsigned long long)hash,
                     (unsigned long long)r->header.episodes_hash);
}

static wend_status replay_find_episodes(const wend_replay* r, const char* given, char* path,
                                        size_t size, wend_error* error) {
    if (!given && !r->header.episodes_file)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: does not contain the path of its episodes; pass --episodes", r->log);
    if (given)
        snprintf(path, size, "%s", given);
    else
        WEND_TRY(file_beside(r->log, r->header.episodes_file, path, size, error));
    return replay_check_episodes(r, path, error);
}

// The path that was given, or else the one of the log's header, relative to the log's folder.
// Nullable: given, logged; NULL when both are.
static wend_status replay_find_file(const wend_replay* r, const char* given, const char* logged,
                                    char path[4096], const char** found, wend_error* error) {
    *found = given;
    if (given || !logged) return WEND_OK;
    WEND_TRY(file_beside(r->log, logged, path, 4096, error));
    *found = path;
    return WEND_OK;
}

static wend_status replay_load_task(wend_replay* r, const wend_play_def* play, wend_error* error) {
    char path[4096], graphs[4096], tours[4096], views[4096];
    const wend_log_header* h = &r->header;
    const wend_task_kind* kind = wend_task_find(h->task);
    if (!kind)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: there is no task '%s'", r->log, h->task);
    WEND_TRY(replay_find_episodes(r, play->episodes, path, sizeof path, error));
    wend_task_def def = wend_task_default_def();
    WEND_TRY(replay_find_file(r, play->graphs, h->graphs_folder, graphs, &def.graphs, error));
    WEND_TRY(
        replay_find_file(r, play->observations, h->observations, views, &def.observations, error));
    WEND_TRY(replay_find_file(r, play->tours, h->tours_file, tours, &def.tours, error));
    def.rules = h->rules;
    def.options = h->options;
    def.max_steps = h->max_steps;
    def.lenient = true;  // the log has only episodes that were played; indices stay the same
    return wend_task_load(kind, path, &def, &r->task, error);
}

static wend_status open_worlds(wend_replay* r, const wend_replay_def* def, wend_error* error) {
    const char* folder;
    WEND_TRY(
        replay_find_file(r, def->play.scenes, r->header.scenes_folder, r->scenes, &folder, error));
    world_store_def store = {.folder = folder,
                             .cache = def->play.cache,
                             .world = wend_task_world(r->task),
                             .bake = true,
                             .capacity = KEPT_WORLDS};
    return world_store_create(&store, &r->worlds, error);
}

// The task's camera, scaled to the longer side.
static void size_picture(const wend_replay* r, int side, player_def* env) {
    if (side <= 0) return;
    wend_camera camera = wend_task_get_kind(r->task)->sim(wend_task_get(r->task)).camera;
    int longer = camera.width > camera.height ? camera.width : camera.height;
    env->width = camera.width * side / longer;
    env->height = camera.height * side / longer;
}

// An agent that cannot be created (missing weights) is skipped: the replay then has no map.
static wend_status replay_create_agent(wend_replay* r, wend_error* error) {
    const wend_agent_kind* kind = wend_agent_find(r->header.agent);
    if (!kind || !kind->map) return WEND_OK;
    player_def env = {
        .task = r->task, .agent = r->header.agent, .seed = r->header.seed, .snap = r->header.snap};
    wend_status status = player_create(&env, &r->thinker, error);
    return status == WEND_NO_MEMORY ? status : WEND_OK;
}

static wend_status replay_set_up(wend_replay* r, const wend_replay_def* def,
                                 const wend_log_set* log, wend_error* error) {
    if (strlen(def->log) >= sizeof r->log)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", def->log);
    snprintf(r->log, sizeof r->log, "%s", def->log);
    WEND_TRY(wend_log_read_header(log, def->log, &r->header, error));
    WEND_TRY(replay_load_task(r, &def->play, error));
    WEND_TRY(open_worlds(r, def, error));
    player_def env = {
        .task = r->task, .seed = r->header.seed, .snap = r->header.snap, .uses_images = true};
    size_picture(r, def->side, &env);
    WEND_TRY(player_create(&env, &r->renderer, error));
    return def->think ? replay_create_agent(r, error) : WEND_OK;
}

wend_status wend_replay_create(const wend_replay_def* def, const wend_log_set* log,
                               wend_replay** out, wend_error* error) {
    *out = NULL;
    wend_replay* r = wend_alloc_zero(1, sizeof *r);
    if (!r) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its replay", def->log);
    wend_status status = replay_set_up(r, def, log, error);
    if (status != WEND_OK) {
        wend_replay_destroy(r);
        return status;
    }
    *out = r;
    return WEND_OK;
}

static void release_world(wend_replay* r) {
    if (r->world) world_store_give(r->worlds, r->world);
    r->world = NULL;
    r->record = NULL;
}

void wend_replay_destroy(wend_replay* r) {
    if (!r) return;
    release_world(r);
    player_destroy(r->renderer);
    player_destroy(r->thinker);
    world_store_destroy(r->worlds);
    wend_task_destroy(r->task);
    wend_free(r);
}

// ---- one episode --------------------------------------------------------------------------------

// The scene must be that of the log, apart from baked light: runs without images have none.
static wend_status replay_check_scene(const wend_replay* r, const wend_log_record* record,
                                      wend_error* error) {
    if (!r->world) return WEND_OK;  // viewpoint graph without a scene
    const wend_scene* scene = wend_world_scene(r->world);
    uint64_t hash = wend_scene_hash(scene);
    if (hash != record->scene_hash) WEND_TRY(wend_scene_unlit_hash(scene, &hash, error));
    if (hash == record->scene_hash) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "the scene %s is not what it was when %s was made (hash %016llx, not "
                     "%016llx); run the episode again, or restore the old file",
                     record->scene, r->log, (unsigned long long)hash,
                     (unsigned long long)record->scene_hash);
}

static bool is_at(const wend_replay* r, wend_pose now) {
    const wend_pose then = r->record->poses[r->at];
    float turned = remainderf(now.heading - then.heading, (float)(2 * WEND_PI));
    return wend_v3_distance(now.feet, then.feet) <= SAME_PLACE && fabsf(turned) <= SAME_PLACE &&
           fabsf(now.tilt - then.tilt) <= SAME_PLACE;
}

static wend_status check_pose(const wend_replay* r, wend_error* error) {
    const wend_pose now = player_pose(r->renderer), then = r->record->poses[r->at];
    if (is_at(r, now)) return WEND_OK;
    return wend_fail(
        error, WEND_FORMAT,
        "the episode cannot be replayed: after %d steps the agent is at %.3f, %.3f, %.3f, "
        "in the log at %.3f, %.3f, %.3f; was the log made by another wend?",
        r->at, (double)now.feet.x, (double)now.feet.y, (double)now.feet.z, (double)then.feet.x,
        (double)then.feet.y, (double)then.feet.z);
}

// In a tour the agent continues only after a complete replay of the episode before: its memory is
// not in the log.
static wend_status replay_reset_agent(wend_replay* r, int index, wend_error* error) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    int number = kind->tour ? kind->tour(wend_task_get(r->task), index).number : 0;
    bool goes_on = r->thinks && r->next_index == index;
    r->thinks = r->thinker && (number == 0 || goes_on);
    if (number == 0) r->origin = player_pose(r->renderer);
    if (!r->thinks) return WEND_OK;
    if (number > 0) WEND_TRY(player_guide(r->thinker, error));
    WEND_TRY(player_continue_tour(r->thinker, index, r->world, error));
    r->thinks = !agent_fault_is_noted(r->thinker);
    return WEND_OK;
}

static wend_status replay_begin(wend_replay* r, const wend_log_record* record, wend_error* error) {
    const wend_task_kind* kind = wend_task_get_kind(r->task);
    const void* task = wend_task_get(r->task);
    if (record->failure)
        return wend_fail(error, WEND_FORMAT, "it failed in the run: %s", record->failure);
    if (record->index >= kind->count(task) ||
        strcmp(kind->episode(task, record->index).id, record->id) != 0)
        return wend_fail(error, WEND_FORMAT, "the episode file has none of this id at %d",
                         record->index);
    WEND_TRY(world_store_take(r->worlds, world_place_of(r->task, record->index), &r->world, error));
    WEND_TRY(replay_check_scene(r, record, error));
    WEND_TRY(player_begin_at(r->renderer, record->index, r->world, &record->poses[0], error));
    WEND_TRY(replay_reset_agent(r, record->index, error));
    r->record = record;
    r->instruction = NULL;
    r->at = r->drives = 0;
    r->next_index = -1;
    return check_pose(r, error);
}

wend_status wend_replay_begin(wend_replay* r, const wend_log_record* record, wend_error* error) {
    release_world(r);
    wend_status status = replay_begin(r, record, error);
    if (status != WEND_OK) {
        release_world(r);
        wend_error_prefix(error, "episode %s", record->id);
    }
    return status;
}

// One step of the agent. Its map is valid as long as its poses equal the log's.
static wend_status replay_think(wend_replay* r, wend_error* error) {
    wend_action wanted;
    wend_verdict verdict;
    wend_status status = player_decide(r->thinker, &wanted, error);
    if (status == WEND_OK) status = player_step(r->thinker, wanted, &verdict, error);
    r->thinks =
        status == WEND_OK && !agent_fault_is_noted(r->thinker) && is_at(r, player_pose(r->thinker));
    return status == WEND_NO_MEMORY ? status : WEND_OK;
}

// The next action of the log; false: the log lacks its arguments.
static bool replay_next_action(wend_replay* r, wend_action* action) {
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    if (!wend_action_from_letter(r->record->actions[r->at], &action->kind)) return false;
    if (action->kind == WEND_ACTION_GO)
        return player_find_neighbour(r->renderer, r->record->poses[r->at + 1].feet,
                                     &action->neighbour);
    if (action->kind != WEND_ACTION_VELOCITY) return true;
    if (!r->record->drives) return false;
    const wend_log_drive* drive = &r->record->drives[r->drives++];
    action->forward = drive->forward;
    action->turn = drive->turn;
    action->seconds = drive->seconds;
    return true;
}

wend_status wend_replay_step(wend_replay* r, wend_error* error) {
    wend_action action;
    wend_verdict verdict;
    if (!r->record || r->at >= r->record->steps)
        return wend_fail(error, WEND_ARGUMENT, "%s: no step is left to play again", r->log);
    if (!replay_next_action(r, &action))
        return wend_fail(error, WEND_FORMAT,
                         "episode %s: the log does not contain enough of step %d to replay it",
                         r->record->id, r->at + 1);
    WEND_TRY(player_step(r->renderer, action, &verdict, error));
    r->at++;
    if (r->at == r->record->steps) r->next_index = r->record->index + 1;
    wend_status status = check_pose(r, error);
    if (status == WEND_OK && r->thinks) status = replay_think(r, error);
    if (status != WEND_OK) wend_error_prefix(error, "episode %s", r->record->id);
    return status;
}

int wend_replay_at(const wend_replay* r) { return r->at; }

// ---- queries -----------------------------------------------------------------------------------

wend_status wend_replay_look(wend_replay* r, const wend_frame* frame, wend_error* error) {
    wend_observation seen;
    if (!r->world)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: its episodes were run on viewpoint graphs without images", r->log);
    WEND_TRY(player_observe(r->renderer, frame, &seen, error));
    r->instruction = seen.goal.instruction;
    return WEND_OK;
}

wend_status wend_replay_observe(wend_replay* r, const wend_frame* frame,
                                wend_observation* observation, wend_error* error) {
    return player_observe(r->renderer, r->world ? frame : NULL, observation, error);
}

const char* wend_replay_instruction(const wend_replay* r) { return r->instruction; }
const wend_camera* wend_replay_camera(const wend_replay* r) { return player_camera(r->renderer); }
const wend_scene* wend_replay_scene(const wend_replay* r) {
    return r->world ? wend_world_scene(r->world) : NULL;
}
const wend_navmesh* wend_replay_navmesh(const wend_replay* r) {
    return r->world ? wend_world_navmesh(r->world) : NULL;
}
wend_vec3_span wend_replay_goals(const wend_replay* r) { return player_goals(r->renderer); }

const wend_map* wend_replay_map(const wend_replay* r) {
    return r->thinks ? player_map(r->thinker) : NULL;
}

wend_pose wend_replay_origin(const wend_replay* r) { return r->origin; }

const float* wend_replay_relevance(const wend_replay* r, int* width, int* height) {
    return r->thinks && r->at > 0 ? player_relevance(r->thinker, width, height) : NULL;
}

wend_status wend_replay_record(wend_replay* r, wend_log_record* record, wend_error* error) {
    return player_record(r->renderer, record, error);
}
