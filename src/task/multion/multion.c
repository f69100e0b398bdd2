// MultiON: goals in a fixed order, each declared by FOUND; a wrong FOUND ends the episode. [Wani et
// al. 2020; saimwani/multiON; docs/benchmarks/multion.md]
#include "task/multion/multion.h"

#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "task/goal_distance.h"

#include "wend/benchmarks/habitat.h"

enum { MAX_GOALS = WEND_MULTION_MAX_GOALS, MAX_DISTRACTORS = WEND_MULTION_MAX_DISTRACTORS };
enum { MAX_OBJECTS = MAX_GOALS + MAX_DISTRACTORS };
enum { SIGHT = 2000 };  // a goal counts as seen when it covers 1 / SIGHT of the pixels

static const float SLACK_REWARD = -0.01f, FIND_REWARD = 3;

typedef struct multion {
    wend_habitat_set set;
    wend_multion_rules rules;
    wend_inserted_object* inserted;
    int inserted_count;
    // index of the category's first inserted object; UINT32_MAX: none
    uint32_t place_of[WEND_CATEGORY_COUNT];
} multion;

// An inserted object. Goals come first, then distractors.
typedef struct inserted_object {
    wend_category category;
    uint32_t object;
    wend_vec3 at;
} inserted_object;

typedef struct declared {
    int step;        // number of actions, this one included
    int goal;        // index of the current goal
    float distance;  // to the current goal by the rules, metres
    int nearest;     // index of the nearest inserted object
    float nearest_distance;
    bool correct;
} declared;

typedef struct multion_state {
    inserted_object objects[MAX_OBJECTS];
    int goal_count, object_count;
    wend_vec3 goals[MAX_GOALS];
    float legs[MAX_GOALS];  // geodesic distances start to goal 0, goal 0 to goal 1, …
    int seen[MAX_GOALS];    // step at which it was first visible; -1: not yet
    bool uses_images;       // the agent uses images, so `seen` is valid
    int found;              // number of goals found
    declared declarations[MAX_GOALS];
    int declaration_count;
    int steps;
    float left;  // metres to the current goal by the distance field, for rewards
} multion_state;

// ---- loading ------------------------------------------------------------------------------------

static wend_category multion_category_of(const wend_habitat_goal* goal) {
    return goal->category ? wend_category_find(goal->category) : WEND_CATEGORY_NONE;
}

// Max number of objects of each category in one episode. False: a goal has an unknown category.
static bool count_objects(const wend_habitat_episode* e, int max_count[WEND_CATEGORY_COUNT],
                          const char** unknown) {
    int own[WEND_CATEGORY_COUNT] = {0};
    for (int i = 0; i < e->goal_count + e->distractor_count; i++) {
        const wend_habitat_goal* goal =
            i < e->goal_count ? &e->goals[i] : &e->distractors[i - e->goal_count];
        wend_category category = multion_category_of(goal);
        *unknown = goal->category ? goal->category : "";
        if (category == WEND_CATEGORY_NONE) return false;
        if (++own[category] > max_count[category]) max_count[category] = own[category];
    }
    return true;
}

// Lenient loading keeps invalid episodes, but every episode needs an id.
static wend_status multion_check_ids(const multion* task, const char* path, wend_error* error) {
    for (int i = 0; i < task->set.count; i++)
        if (!task->set.episodes[i].id.text)
            return wend_fail(error, WEND_FORMAT, "%s: episode %d has no id", path, i);
    return WEND_OK;
}

static wend_status multion_check_episode(const multion* task, int index, const char* path,
                                         wend_error* error) {
    const wend_habitat_episode* e = &task->set.episodes[index];
    if (e->goal_count < 1)
        return wend_fail(error, WEND_FORMAT, "%s: episode %s has no goal", path, e->id.text);
    if (e->goal_count > MAX_GOALS || e->distractor_count > MAX_DISTRACTORS)
        return wend_fail(
            error, WEND_LIMIT, "%s: episode %s has %d goals and %d distractors; at most %d and %d",
            path, e->id.text, e->goal_count, e->distractor_count, MAX_GOALS, MAX_DISTRACTORS);
    return WEND_OK;
}

static wend_inserted_object inserted_of(const multion* task, wend_category category, int count) {
    wend_inserted_object inserted = {.category = category, .count = count};
    int class_id = wend_multion_class(category);
    if (class_id >= 0 && class_id < WEND_MULTION_CLASSES) {
        float height = task->rules.cylinder_height, width = height / 7.5f;
        inserted.size = wend_v3(width, height, width);
    }
    return inserted;
}

// All cylinders are inserted, so that episode files share worlds. Of other categories, as many
// objects are inserted as one episode needs.
static wend_status invite(multion* task, bool lenient, const char* path, wend_error* error) {
    int max_count[WEND_CATEGORY_COUNT] = {0};
    const char* unknown;
    for (int i = 0; i < WEND_MULTION_CLASSES; i++) max_count[wend_multion_category(i)] = 1;
    for (int i = 0; i < task->set.count; i++)
        if (!count_objects(&task->set.episodes[i], max_count, &unknown) && !lenient)
            return *unknown
                       ? wend_fail(error, WEND_FORMAT,
                                   "%s: episode %s: there is no object category '%s'; rename it, "
                                   "or pass --skip-bad",
                                   path, task->set.episodes[i].id.text, unknown)
                       : wend_fail(error, WEND_FORMAT,
                                   "%s: episode %s: its goals are not objects; is this "
                                   "a file of another task? see 'wend episodes stats'",
                                   path, task->set.episodes[i].id.text);
    task->inserted = wend_alloc_zero(WEND_CATEGORY_COUNT, sizeof *task->inserted);
    if (!task->inserted)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    uint32_t place = 0;
    for (int c = 0; c < WEND_CATEGORY_COUNT; c++) {
        task->place_of[c] = max_count[c] ? place : UINT32_MAX;
        if (max_count[c])
            task->inserted[task->inserted_count++] =
                inserted_of(task, (wend_category)c, max_count[c]);
        place += (uint32_t)max_count[c];
    }
    return WEND_OK;
}

static void multion_destroy(void* memory) {
    multion* task = memory;
    wend_habitat_destroy(&task->set);
    wend_free(task->inserted);
    wend_free(task);
}

static wend_status read_task(multion* task, const char* path, const wend_task_def* def,
                             wend_error* error) {
    WEND_TRY(wend_multion_rules_read(def->rules, def->options, &task->rules, error));
    if (def->max_steps > 0) task->rules.max_steps = def->max_steps;
    WEND_TRY(wend_habitat_read(path, &task->set, error));
    WEND_TRY(multion_check_ids(task, path, error));
    for (int i = 0; i < task->set.count && !def->lenient; i++)
        WEND_TRY(multion_check_episode(task, i, path, error));
    return invite(task, def->lenient, path, error);
}

static wend_status multion_load(const char* path, const wend_task_def* def, void** out,
                                wend_error* error) {
    *out = NULL;
    multion* task = wend_alloc_zero(1, sizeof *task);
    if (!task) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", path);
    wend_status status = read_task(task, path, def, error);
    if (status != WEND_OK) {
        multion_destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

static int multion_count(const void* task) { return ((const multion*)task)->set.count; }

static wend_episode multion_episode(const void* task, int index) {
    const wend_habitat_episode* e = &((const multion*)task)->set.episodes[index];
    return (wend_episode){index, e->id.text, e->scene, wend_dvec3_to_v3(e->start),
                          (float)wend_habitat_heading(e->rotation)};
}

static wend_sim_def multion_sim(const void* memory) {
    const wend_multion_rules* rules = &((const multion*)memory)->rules;
    wend_sim_def def = wend_sim_default_def();
    def.body.eye_height = rules->eye_height;
    def.body.slide = rules->slide;
    def.camera.hfov = rules->hfov;
    def.camera.depth_max = rules->depth_max;
    return def;
}

static wend_world_def multion_world(const void* memory) {
    const multion* task = memory;
    wend_world_def def = wend_world_default_def();
    def.navmesh.radius = task->rules.body_radius;
    def.navmesh.height = task->rules.body_height;
    def.inserted = task->inserted;
    def.inserted_count = task->inserted_count;
    return def;
}

// ---- episode ------------------------------------------------------------------------------------

static wend_status multion_geodesic(const multion* task, const wend_sim* s, wend_vec3 from,
                                    wend_vec3 to, float* metres, wend_error* error) {
    if (wend_navmesh_geodesic(wend_sim_navmesh(s), task->rules.geodesic, from, to, metres) ==
        WEND_OK)
        return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a geodesic distance");
}

// Hides the scene's own objects of a goal's category; only the inserted object is a goal.
static wend_status hide_own(wend_sim* s, wend_category category, wend_error* error) {
    const wend_scene* scene = wend_world_scene(wend_sim_world(s));
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < wend_scene_first_inserted(scene); i++)
        if (a->objects.items[i].category == category && wend_object_can_move(&a->objects.items[i]))
            WEND_TRY(wend_sim_hide(s, i, error));
    return WEND_OK;
}

static wend_status multion_put_objects(const multion* task, const wend_habitat_episode* e,
                                       wend_sim* s, multion_state* state, wend_error* error) {
    uint32_t first = wend_scene_first_inserted(wend_world_scene(wend_sim_world(s)));
    wend_rng rng = wend_rng_for(0, e->id.text, "multion headings");
    state->goal_count = e->goal_count;
    state->object_count = e->goal_count + e->distractor_count;
    for (int i = 0; i < state->object_count; i++) {
        const wend_habitat_goal* goal =
            i < e->goal_count ? &e->goals[i] : &e->distractors[i - e->goal_count];
        wend_category category = multion_category_of(goal);
        uint32_t object = first + task->place_of[category];
        for (int k = 0; k < i; k++) object += state->objects[k].category == category;
        if (category == WEND_CATEGORY_NONE)
            return wend_fail(error, WEND_FORMAT, "there is no object category '%s'",
                             goal->category ? goal->category : "");
        state->objects[i] = (inserted_object){category, object, wend_dvec3_to_v3(goal->position)};
        WEND_TRY(hide_own(s, category, error));
        float heading = wend_rng_between(&rng, -(float)WEND_PI, (float)WEND_PI);
        WEND_TRY(wend_sim_place(s, object, state->objects[i].at, heading, error));
    }
    return WEND_OK;
}

static wend_status measure_legs(const multion* task, const wend_sim* s, multion_state* state,
                                wend_error* error) {
    wend_vec3 from = wend_sim_pose(s).feet;
    for (int i = 0; i < state->goal_count; i++) {
        state->goals[i] = state->objects[i].at;
        state->seen[i] = -1;
        WEND_TRY(multion_geodesic(task, s, from, state->goals[i], &state->legs[i], error));
        if (!isfinite(state->legs[i]))
            return wend_fail(error, WEND_FORMAT,
                             "goal %d at %.2f, %.2f, %.2f cannot be reached from the position "
                             "before it",
                             i, (double)state->goals[i].x, (double)state->goals[i].y,
                             (double)state->goals[i].z);
        from = state->goals[i];
    }
    return WEND_OK;
}

static wend_status multion_begin(const void* memory, int index, wend_sim* s, void* state_memory,
                                 wend_error* error) {
    const multion* task = memory;
    multion_state* state = state_memory;
    const wend_habitat_episode* e = &task->set.episodes[index];
    WEND_TRY(multion_check_episode(task, index, "the file", error));
    WEND_TRY(multion_put_objects(task, e, s, state, error));
    WEND_TRY(measure_legs(task, s, state, error));
    if (!goal_distance_is_rewarded(s)) return WEND_OK;
    WEND_TRY(wend_sim_set_route(s, (wend_vec3_span){state->goals, state->goal_count}, error));
    return wend_sim_route_distance(s, 0, &state->left) == WEND_OK ? WEND_OK
                                                                  : goal_distance_no_memory(error);
}

// ---- rules --------------------------------------------------------------------------------------

// Distance from the agent to the current goal by the rules, metres.
static wend_status distance_to_goal(const multion* task, const wend_sim* s,
                                    const multion_state* state, float* metres, wend_error* error) {
    wend_vec3 feet = wend_sim_pose(s).feet, goal = state->goals[state->found];
    if (!task->rules.euclidean) return multion_geodesic(task, s, feet, goal, metres, error);
    *metres = wend_v3_distance(feet, goal);
    return WEND_OK;
}

static bool multion_is_near(const multion* task, float distance) {
    return task->rules.strict ? distance < task->rules.radius : distance <= task->rules.radius;
}

static wend_status arrived(const void* memory, int index, const wend_sim* s,
                           const void* state_memory, bool* correct, wend_error* error) {
    const multion_state* state = state_memory;
    float metres;
    (void)index;
    *correct = false;
    if (state->found == state->goal_count) return WEND_OK;
    WEND_TRY(distance_to_goal(memory, s, state, &metres, error));
    *correct = multion_is_near(memory, metres);
    return WEND_OK;
}

// STOP is replaced by FOUND, for agents without FOUND.
static wend_action multion_admit(const void* task, int index, const wend_sim* s, void* state,
                                 wend_action wanted) {
    (void)task;
    (void)index;
    (void)s;
    (void)state;
    if (wanted.kind == WEND_ACTION_STOP) wanted.kind = WEND_ACTION_FOUND;
    return wanted;
}

static wend_status declare(const multion* task, const wend_sim* s, multion_state* state,
                           bool* correct, wend_error* error) {
    declared d = {.step = state->steps, .goal = state->found, .nearest_distance = INFINITY};
    WEND_TRY(distance_to_goal(task, s, state, &d.distance, error));
    d.correct = multion_is_near(task, d.distance);
    for (int i = 0; i < state->object_count; i++) {
        float distance = wend_v3_distance(wend_sim_pose(s).feet, state->objects[i].at);
        if (distance >= d.nearest_distance) continue;
        d.nearest_distance = distance;
        d.nearest = i;
    }
    if (d.correct || !task->rules.forgiving) state->declarations[state->declaration_count++] = d;
    state->found += d.correct;
    *correct = d.correct;
    return WEND_OK;
}

// r = -0.01 + progress + 3 per goal found. In the released code the first step after a correct
// FOUND still uses the distance to the previous goal, so its progress jumps; later versions use the
// distance to the next goal. [saimwani/multiON: rl_env; multion-challenge 2022]
static wend_status give_reward(const multion* task, const wend_sim* s, multion_state* state,
                               int due, bool wrong, float* reward, wend_error* error) {
    float now;
    if (wend_sim_route_distance(s, due, &now) != WEND_OK) return goal_distance_no_memory(error);
    float progress = state->left - now;
    bool find = state->found > due;
    state->left = now;
    if (find && !task->rules.reward_jumps && state->found < state->goal_count)
        if (wend_sim_route_distance(s, state->found, &state->left) != WEND_OK)
            return goal_distance_no_memory(error);
    *reward = SLACK_REWARD + (isfinite(progress) ? progress : 0) + (find ? FIND_REWARD : 0) -
              (wrong ? task->rules.false_penalty : 0);
    return WEND_OK;
}

static wend_status multion_step(const void* memory, int index, const wend_sim* s,
                                wend_action action, const wend_outcome* outcome, void* state_memory,
                                wend_verdict* verdict, wend_error* error) {
    const multion* task = memory;
    multion_state* state = state_memory;
    int due = state->found;
    (void)index;
    (void)outcome;
    bool correct = true;
    state->steps++;
    // A wrong FOUND ends the episode, also on the last step: the episode has failed, not timed out.
    // FOUND counts as a step. [MultiON §3 and §5.2; saimwani/multiON]
    if (action.kind == WEND_ACTION_FOUND) WEND_TRY(declare(task, s, state, &correct, error));
    bool wrong = !correct;
    verdict->reward = 0;
    if (goal_distance_is_rewarded(s))
        WEND_TRY(give_reward(task, s, state, due, wrong, &verdict->reward, error));
    bool over = (wrong && !task->rules.forgiving) || state->found == state->goal_count;
    verdict->timed_out = !over && state->steps >= task->rules.max_steps;
    verdict->done = over || verdict->timed_out;
    verdict->success = state->found == state->goal_count;
    return WEND_OK;
}

// ---- visibility ---------------------------------------------------------------------------------

// Whether any pixel has an object id of at least `min`. No early exit, so that it vectorises.
static bool any_from(const uint32_t* objects, size_t count, uint32_t min) {
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) any |= objects[i] >= min;
    return any;
}

static void multion_look(const void* memory, int index, const wend_sim* s, const wend_frame* frame,
                         void* state_memory) {
    enum { STRETCH = 128 };  // pixels per block
    multion_state* state = state_memory;
    const wend_camera* camera = &wend_sim_get_def(s)->camera;
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    uint32_t min_object = UINT32_MAX;
    uint32_t counts[MAX_GOALS] = {0};
    (void)memory;
    (void)index;
    state->uses_images = true;
    for (int i = 0; i < state->goal_count; i++)
        if (state->seen[i] < 0 && state->objects[i].object < min_object)
            min_object = state->objects[i].object;
    if (min_object == UINT32_MAX) return;  // all goals were seen
    for (size_t p = 0; p < pixels; p += STRETCH) {
        size_t count = pixels - p < STRETCH ? pixels - p : STRETCH;
        if (!any_from(frame->object + p, count, min_object)) continue;
        for (size_t k = 0; k < count; k++)
            for (int i = 0; i < state->goal_count; i++)
                counts[i] += frame->object[p + k] == state->objects[i].object;
    }
    for (int i = 0; i < state->goal_count; i++)
        if (state->seen[i] < 0 && counts[i] && counts[i] >= pixels / SIGHT)
            state->seen[i] = state->steps;
}

static void multion_observe(const void* task, int index, const wend_sim* s, const void* memory,
                            wend_observation* o) {
    const multion* set = task;
    const multion_state* state = memory;
    (void)index;
    (void)s;
    int due = state->found < state->goal_count ? state->found : state->goal_count - 1;
    o->goal.category = (uint16_t)state->objects[due].category;
    o->goal.class_index = wend_multion_class(state->objects[due].category);
    if (o->goal.class_index >= 0 && o->goal.class_index < WEND_MULTION_CLASSES)
        o->goal.height = set->rules.cylinder_height;
    o->goal.number = state->found;
    o->goal.count = state->goal_count;
}

static wend_vec3_span multion_goals(const void* task, int index, const void* memory) {
    const multion_state* state = memory;
    (void)task;
    (void)index;
    return (wend_vec3_span){state->goals + state->found, state->goal_count - state->found};
}

static int multion_list_objects(const void* task, int index, const void* memory,
                                wend_task_object* out, int max) {
    const multion_state* state = memory;
    int count = state->goal_count < max ? state->goal_count : max;
    (void)task;
    (void)index;
    for (int i = 0; i < count; i++)
        out[i] = (wend_task_object){state->objects[i].at, (uint16_t)state->objects[i].category};
    return count;
}

static uint32_t multion_goal_object(const void* task, int index, const wend_sim* s,
                                    const void* memory) {
    const multion_state* state = memory;
    (void)task;
    (void)index;
    (void)s;
    return state->found < state->goal_count ? state->objects[state->found].object : 0;
}

// ---- facts --------------------------------------------------------------------------------------

static void multion_put_point(wend_json_out* out, const char* key, wend_vec3 at) {
    const double numbers[3] = {(double)at.x, (double)at.y, (double)at.z};
    wend_json_out_numbers(out, key, numbers, 3);
}

static void multion_put_object(wend_json_out* out, const inserted_object* t) {
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "category", wend_category_at(t->category)->name);
    wend_json_out_int(out, "object", t->object);
    multion_put_point(out, "at", t->at);
}

// `distances` [goals]: from the agent, metres.
static void multion_put_goals(wend_json_out* out, const multion_state* state,
                              const float* distances) {
    wend_json_out_array(out, "goals");
    for (int i = 0; i < state->goal_count; i++) {
        multion_put_object(out, &state->objects[i]);
        wend_json_out_number(out, "leg", (double)state->legs[i]);
        wend_json_out_number(out, "distance", (double)distances[i]);
        if (state->uses_images && state->seen[i] >= 0)
            wend_json_out_int(out, "seen", state->seen[i]);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
    if (state->object_count > state->goal_count) wend_json_out_array(out, "distractors");
    for (int i = state->goal_count; i < state->object_count; i++) {
        multion_put_object(out, &state->objects[i]);
        wend_json_out_end(out);
    }
    if (state->object_count > state->goal_count) wend_json_out_end(out);
}

static void put_declarations(wend_json_out* out, const multion_state* state) {
    wend_json_out_array(out, "found");
    for (int i = 0; i < state->declaration_count; i++) {
        const declared* d = &state->declarations[i];
        wend_json_out_object(out, NULL);
        wend_json_out_int(out, "step", d->step);
        wend_json_out_int(out, "goal", d->goal);
        wend_json_out_bool(out, "correct", d->correct);
        wend_json_out_number(out, "distance", (double)d->distance);
        wend_json_out_text(out, "nearest",
                           wend_category_at(state->objects[d->nearest].category)->name);
        wend_json_out_number(out, "nearest_distance", (double)d->nearest_distance);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static wend_status multion_facts(const void* memory, int index, const wend_sim* s,
                                 const void* state_memory, char* text, size_t size,
                                 wend_error* error) {
    const multion* task = memory;
    const multion_state* state = state_memory;
    float distances[MAX_GOALS];
    wend_vec3 feet = wend_sim_pose(s).feet;
    wend_json_out out = {0};
    (void)index;
    for (int i = 0; i < state->goal_count; i++)
        WEND_TRY(multion_geodesic(task, s, feet, state->goals[i], &distances[i], error));
    wend_json_out_object(&out, NULL);
    multion_put_goals(&out, state, distances);
    put_declarations(&out, state);
    wend_json_out_bool(&out, "sighted", state->uses_images);
    wend_json_out_number(&out, "radius", (double)task->rules.radius);
    wend_json_out_int(&out, "max_steps", task->rules.max_steps);
    wend_json_out_text(&out, "ppl", task->rules.ppl_to_last_find ? "last" : "whole");
    wend_json_out_text(&out, "progress", task->rules.strict_progress ? "less" : "at-most");
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the facts of an episode", error);
}

const wend_task_kind multion_task = {
    .name = "multion",
    .summary = "find several objects in a given order, FOUND at each",
    .options =
        "year=2021|2022|2023|2024, distance=geodesic|euclidean, radius=M, "
        "within=at-most|less, progress=at-most|less, ppl=whole|last, body=M, height=M, "
        "eye=M, hfov=DEG, depth=M, cylinder=M, slide=no|yes, reward=fixed|released, "
        "penalty=X, wrong=ends|goes-on",
    .state_size = sizeof(multion_state),
    .actions = WEND_ACTIONS_MOVES | 1u << WEND_ACTION_FOUND,
    .load = multion_load,
    .destroy = multion_destroy,
    .count = multion_count,
    .episode = multion_episode,
    .sim = multion_sim,
    .world = multion_world,
    .begin = multion_begin,
    .admit = multion_admit,
    .step = multion_step,
    .observe = multion_observe,
    .goals = multion_goals,
    .goal_object = multion_goal_object,
    .objects = multion_list_objects,
    .arrived = arrived,
    .look = multion_look,
    .facts = multion_facts};
