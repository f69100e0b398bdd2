// A custom task and agent in a program outside of wend's tree. Copy it and change what you need.
//     cc own_task.c $(pkg-config --cflags --libs wend) -lm -o own_task && ./own_task
//
// The task: visit as many rooms as possible in 300 steps. The episode file has one line per
// episode:
//     SCENE X Y Z HEADING
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

enum { MAX_EPISODES = 100, MAX_ROOMS = 256, MAX_STEPS = 300 };

// ---- the task: loaded once, shared by all workers -----------------------------------------------

typedef struct rooms_task {
    wend_episode episodes[MAX_EPISODES];
    char ids[MAX_EPISODES][16], scenes[MAX_EPISODES][256];
    int count, max_steps;
} rooms_task;

static wend_status load(const char* path, const wend_task_def* def, void** out, wend_error* error) {
    rooms_task* t = calloc(1, sizeof *t);
    FILE* file = fopen(path, "r");
    if (!t || !file) {
        free(t);
        if (file) fclose(file);
        return wend_fail(error, WEND_IO, "%s: cannot be opened; check the path", path);
    }
    t->max_steps = def->max_steps ? def->max_steps : MAX_STEPS;
    while (t->count < MAX_EPISODES) {
        wend_episode* e = &t->episodes[t->count];
        if (fscanf(file, "%255s %f %f %f %f", t->scenes[t->count], &e->start.x, &e->start.y,
                   &e->start.z, &e->heading) != 5)
            break;
        snprintf(t->ids[t->count], sizeof t->ids[0], "%d", t->count);
        e->index = t->count;
        e->id = t->ids[t->count];
        e->scene = t->scenes[t->count];
        t->count++;
    }
    fclose(file);
    *out = t;
    return WEND_OK;
}

static void destroy(void* task) { free(task); }
static int count(const void* task) { return ((const rooms_task*)task)->count; }
static wend_episode episode(const void* task, int index) {
    return ((const rooms_task*)task)->episodes[index];
}

// Agent body and camera: Habitat's defaults.
static wend_sim_def sim(const void* task) {
    (void)task;
    return wend_sim_default_def();
}

// ---- the state of an episode: `state_size` bytes, zeroed before begin ---------------------------

typedef struct rooms_state {
    bool visited[MAX_ROOMS];
    int rooms, steps;
} rooms_state;

static bool enter(const wend_sim* s, rooms_state* state) {
    uint32_t room = wend_scene_room_at(wend_world_scene(wend_sim_world(s)), wend_sim_pose(s).feet);
    if (!room || room >= MAX_ROOMS || state->visited[room]) return false;
    state->visited[room] = true;
    state->rooms++;
    return true;
}

static wend_status begin(const void* task, int index, wend_sim* s, void* state, wend_error* error) {
    (void)task, (void)index, (void)error;
    enter(s, state);
    return WEND_OK;
}

// The rules: reward of the step, and whether the episode ends.
static wend_status step(const void* task, int index, const wend_sim* s, wend_action action,
                        const wend_outcome* outcome, void* memory, wend_verdict* verdict,
                        wend_error* error) {
    (void)index, (void)outcome, (void)error;
    rooms_state* state = memory;
    state->steps++;
    verdict->reward = enter(s, state) ? 1 : -0.01f;
    bool stopped = action.kind == WEND_ACTION_STOP;
    verdict->timed_out = !stopped && state->steps >= ((const rooms_task*)task)->max_steps;
    verdict->done = stopped || verdict->timed_out;
    verdict->success = stopped;
    return WEND_OK;
}

// Fields of the observation besides images: none in this task.
static void observe(const void* task, int index, const wend_sim* s, const void* state,
                    wend_observation* observation) {
    (void)task, (void)index, (void)s, (void)state, (void)observation;
}

// Goals, for oracles: there are none.
static wend_vec3_span goals(const void* task, int index, const void* state) {
    (void)task, (void)index, (void)state;
    return (wend_vec3_span){0};
}

// The data in the log from which the episode is scored.
static wend_status facts(const void* task, int index, const wend_sim* s, const void* memory,
                         char* text, size_t size, wend_error* error) {
    (void)task, (void)index;
    const wend_scene* scene = wend_world_scene(wend_sim_world(s));
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "rooms", ((const rooms_state*)memory)->rooms);
    wend_json_out_int(&out, "of", wend_scene_get(scene)->rooms.count - 1);
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

static const wend_task_kind rooms = {
    .name = "rooms",
    .summary = "visit as many rooms as possible",
    .state_size = sizeof(rooms_state),
    .load = load,
    .destroy = destroy,
    .count = count,
    .episode = episode,
    .sim = sim,
    .begin = begin,
    .step = step,
    .observe = observe,
    .goals = goals,
    .facts = facts,
};

// ---- the agent: follows the wall by depth -------------------------------------------------------

static wend_status reset(void* state, const wend_agent_episode* e, wend_error* error) {
    (void)error;
    *(wend_rng*)state = e->rng;
    return WEND_OK;
}

static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    (void)error;
    const float* middle = o->camera.depth + o->camera.height / 2 * o->camera.width;
    float ahead = middle[o->camera.width / 2], left = middle[o->camera.width / 8];
    if (ahead > 0.8f && !o->collided)
        action->kind =
            left > 2 && wend_rng_chance(state, 0.15f) ? WEND_ACTION_LEFT : WEND_ACTION_FORWARD;
    else
        action->kind = WEND_ACTION_RIGHT;
    return WEND_OK;
}

static const wend_agent_kind wall = {.name = "wall",
                                     .summary = "follows the wall",
                                     .uses_images = true,
                                     .memory = sizeof(wend_rng),
                                     .reset = reset,
                                     .act = act};

// ---- episodes, a run and its log ----------------------------------------------------------------

static wend_status write_episodes(const char* path, wend_error* error) {
    FILE* file = fopen(path, "w");
    if (!file) return wend_fail(error, WEND_IO, "%s: cannot be written", path);
    for (int i = 1; i <= 2; i++) {
        char name[32];
        wend_scene* scene;
        wend_navmesh* mesh;
        wend_vec3 at = {0};
        snprintf(name, sizeof name, "apartment:%d", i);
        WEND_TRY(wend_scene_open(name, NULL, &scene, error));
        WEND_TRY(wend_navmesh_build(scene, NULL, &mesh, error));
        wend_rng rng = wend_rng_for(1, name, "starts");
        for (int k = 0; k < 3 && wend_navmesh_random_point(mesh, &rng, 0, &at); k++)
            fprintf(file, "%s %.9g %.9g %.9g %d\n", name, (double)at.x, (double)at.y, (double)at.z,
                    k);
        wend_navmesh_destroy(mesh);
        wend_scene_destroy(scene);
    }
    fclose(file);
    return WEND_OK;
}

static wend_status run_all(wend_error* error) {
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_log_set log;
    WEND_TRY(write_episodes("rooms.txt", error));
    def.play.task = "rooms";
    def.custom_task = &rooms;
    def.agent = "wall";
    def.custom = &wall;
    def.play.episodes = "rooms.txt";
    def.out = "rooms.wlog";  // resumable: the same call continues an interrupted run
    WEND_TRY(wend_run(&def, &summary, error));
    WEND_TRY(wend_log_read("rooms.wlog", &log, error));
    for (int i = 0; i < log.count; i++)
        printf("%s episode %s: %d steps, %s\n", log.records[i].scene, log.records[i].id,
               log.records[i].steps,
               log.records[i].failure ? log.records[i].failure : log.records[i].facts);
    wend_log_destroy(&log);
    return WEND_OK;
}

int main(void) {
    wend_error error;
    if (run_all(&error) == WEND_OK) return 0;
    fprintf(stderr, "own_task: %s\n", error.message);
    return 1;
}
