// MultiON as a task: goals in a fixed order, each declared by FOUND; a wrong FOUND ends the
// episode. [Wani et al. 2020; saimwani/multiON; docs/benchmarks/multion.md]
#include "task/multion/multion.h"

#include <stdio.h>
#include <string.h>

#include "base/json_out.h"
#include "task/walk_goal.h"

#include "wend/habitat.h"

enum { MAX_GOALS = WEND_MULTION_MAX_GOALS, MAX_DISTRACTORS = WEND_MULTION_MAX_DISTRACTORS };
enum { MAX_THINGS = MAX_GOALS + MAX_DISTRACTORS };
enum { SIGHT = 2000 };  // a goal is seen when it fills one in so many pixels of the picture

static const float SLACK_REWARD = -0.01f, FIND_REWARD = 3;

typedef struct multion {
    wend_habitat_set set;
    wend_multion_rules rules;
    wend_guest* guests;
    int guest_count;
    uint32_t place_of[WEND_CATEGORY_COUNT];  // of a category's first guest; UINT32_MAX: none
} multion;

// A thing that was put into the scene: first the goals, then the distractors.
typedef struct thing {
    wend_category category;
    uint32_t object;
    wend_vec3 at;
} thing;

typedef struct declared {
    int step;        // how many actions were taken, this one included
    int goal;        // which was due
    float distance;  // to it, as the rules judge it
    int nearest;     // thing
    float nearest_distance;
    bool correct;
} declared;

typedef struct multion_state {
    thing things[MAX_THINGS];
    int goal_count, thing_count;
    wend_vec3 goals[MAX_GOALS];
    float legs[MAX_GOALS];  // walking distances start to goal 0, goal 0 to goal 1, …
    int seen[MAX_GOALS];    // actions taken when it first came into view; -1: not yet
    bool has_eyes;          // somebody looked, so `seen` means something
    int found;              // goals
    declared declarations[MAX_GOALS];
    int declaration_count;
    int steps;
    float left;  // metres to the goal that is due, by the field; where there are rewards
} multion_state;

// ---- loading ------------------------------------------------------------------------------------

static wend_category category_of(const wend_habitat_goal* goal) {
    return goal->category ? wend_category_find(goal->category) : WEND_CATEGORY_NONE;
}

// How many of each category one episode needs at most; false at a goal that is no category.
static bool count_things(const wend_habitat_episode* e, int most[WEND_CATEGORY_COUNT],
                         const char** unknown) {
    int own[WEND_CATEGORY_COUNT] = {0};
    for (int i = 0; i < e->goal_count + e->distractor_count; i++) {
        const wend_habitat_goal* goal =
            i < e->goal_count ? &e->goals[i] : &e->distractors[i - e->goal_count];
        wend_category category = category_of(goal);
        *unknown = goal->category ? goal->category : "";
        if (category == WEND_CATEGORY_NONE) return false;
        if (++own[category] > most[category]) most[category] = own[category];
    }
    return true;
}

// A lenient reader keeps what cannot be played, but everything needs a name.
static wend_status check_ids(const multion* task, const char* path, wend_error* error) {
    for (int i = 0; i < task->set.count; i++)
        if (!task->set.episodes[i].id.text)
            return wend_fail(error, WEND_FORMAT, "%s: episode %d has no id", path, i);
    return WEND_OK;
}

static wend_status check_episode(const multion* task, int index, const char* path,
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

static wend_guest guest_of(const multion* task, wend_category category, int count) {
    wend_guest guest = {.category = category, .count = count};
    int class_id = wend_multion_class(category);
    if (class_id >= 0 && class_id < WEND_MULTION_CLASSES) {
        float height = task->rules.cylinder_height, width = height / 7.5f;
        guest.size = wend_v3(width, height, width);
    }
    return guest;
}

// Every cylinder is invited, so that files of one task share their worlds; of the rest, as many as
// an episode needs.
static wend_status invite(multion* task, bool lenient, const char* path, wend_error* error) {
    int most[WEND_CATEGORY_COUNT] = {0};
    const char* unknown;
    for (int i = 0; i < WEND_MULTION_CLASSES; i++) most[wend_multion_category(i)] = 1;
    for (int i = 0; i < task->set.count; i++)
        if (!count_things(&task->set.episodes[i], most, &unknown) && !lenient)
            return *unknown ? wend_fail(error, WEND_FORMAT,
                                        "%s: episode %s: there is no thing called '%s'; rename it, "
                                        "or pass --skip-bad",
                                        path, task->set.episodes[i].id.text, unknown)
                            : wend_fail(error, WEND_FORMAT,
                                        "%s: episode %s: its goals are no things to find; is this "
                                        "a file of another task? 'wend episodes stats' tells",
                                        path, task->set.episodes[i].id.text);
    task->guests = wend_alloc_zero(WEND_CATEGORY_COUNT, sizeof *task->guests);
    if (!task->guests) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to read it", path);
    uint32_t place = 0;
    for (int c = 0; c < WEND_CATEGORY_COUNT; c++) {
        task->place_of[c] = most[c] ? place : UINT32_MAX;
        if (most[c]) task->guests[task->guest_count++] = guest_of(task, (wend_category)c, most[c]);
        place += (uint32_t)most[c];
    }
    return WEND_OK;
}

static void destroy(void* memory) {
    multion* task = memory;
    wend_habitat_destroy(&task->set);
    wend_free(task->guests);
    wend_free(task);
}

static wend_status read_task(multion* task, const char* path, const wend_task_def* def,
                             wend_error* error) {
    WEND_TRY(wend_multion_rules_read(def->rules, def->options, &task->rules, error));
    if (def->max_steps > 0) task->rules.max_steps = def->max_steps;
    WEND_TRY(wend_habitat_read(path, &task->set, error));
    WEND_TRY(check_ids(task, path, error));
    for (int i = 0; i < task->set.count && !def->lenient; i++)
        WEND_TRY(check_episode(task, i, path, error));
    return invite(task, def->lenient, path, error);
}

static wend_status load(const char* path, const wend_task_def* def, void** out, wend_error* error) {
    *out = NULL;
    multion* task = wend_alloc_zero(1, sizeof *task);
    if (!task) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to read it", path);
    wend_status status = read_task(task, path, def, error);
    if (status != WEND_OK) {
        destroy(task);
        return status;
    }
    *out = task;
    return WEND_OK;
}

static int count(const void* task) { return ((const multion*)task)->set.count; }

static wend_episode episode(const void* task, int index) {
    const wend_habitat_episode* e = &((const multion*)task)->set.episodes[index];
    return (wend_episode){index, e->id.text, e->scene, wend_point_vec3(e->start),
                          (float)wend_habitat_heading(e->rotation)};
}

static wend_sim_def sim(const void* memory) {
    const wend_multion_rules* rules = &((const multion*)memory)->rules;
    wend_sim_def def = wend_sim_default_def();
    def.body.eye_height = rules->eye_height;
    def.body.slide = rules->slide;
    def.camera.hfov = rules->hfov;
    def.camera.depth_max = rules->depth_max;
    return def;
}

static wend_world_def world(const void* memory) {
    const multion* task = memory;
    wend_world_def def = wend_world_default_def();
    def.navmesh.radius = task->rules.body_radius;
    def.navmesh.height = task->rules.body_height;
    def.guests = task->guests;
    def.guest_count = task->guest_count;
    return def;
}

// ---- an episode ---------------------------------------------------------------------------------

static float walk(const multion* task, const wend_sim* s, wend_vec3 from, wend_vec3 to) {
    return wend_navmesh_geodesic(wend_sim_navmesh(s), task->rules.geodesic, from, to);
}

// A house's own tricycle is not the tricycle that is looked for.
static wend_status hide_own(wend_sim* s, wend_category category, wend_error* error) {
    const wend_scene* scene = wend_world_scene(wend_sim_world(s));
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < wend_scene_first_guest(scene); i++)
        if (a->objects.items[i].category == category && wend_object_can_move(&a->objects.items[i]))
            WEND_TRY(wend_sim_hide(s, i, error));
    return WEND_OK;
}

static wend_status put_things(const multion* task, const wend_habitat_episode* e, wend_sim* s,
                              multion_state* state, wend_error* error) {
    uint32_t first = wend_scene_first_guest(wend_world_scene(wend_sim_world(s)));
    wend_rng rng = wend_rng_for(0, e->id.text, "multion headings");
    state->goal_count = e->goal_count;
    state->thing_count = e->goal_count + e->distractor_count;
    for (int i = 0; i < state->thing_count; i++) {
        const wend_habitat_goal* goal =
            i < e->goal_count ? &e->goals[i] : &e->distractors[i - e->goal_count];
        wend_category category = category_of(goal);
        uint32_t object = first + task->place_of[category];
        for (int k = 0; k < i; k++) object += state->things[k].category == category;
        if (category == WEND_CATEGORY_NONE)
            return wend_fail(error, WEND_FORMAT, "there is no thing called '%s'",
                             goal->category ? goal->category : "");
        state->things[i] = (thing){category, object, wend_point_vec3(goal->position)};
        WEND_TRY(hide_own(s, category, error));
        float heading = wend_rng_between(&rng, -(float)WEND_PI, (float)WEND_PI);
        WEND_TRY(wend_sim_place(s, object, state->things[i].at, heading, error));
    }
    return WEND_OK;
}

static wend_status measure_legs(const multion* task, const wend_sim* s, multion_state* state,
                                wend_error* error) {
    wend_vec3 from = wend_sim_pose(s).feet;
    for (int i = 0; i < state->goal_count; i++) {
        state->goals[i] = state->things[i].at;
        state->seen[i] = -1;
        state->legs[i] = walk(task, s, from, state->goals[i]);
        if (!isfinite(state->legs[i]))
            return wend_fail(error, WEND_FORMAT,
                             "goal %d at %.2f, %.2f, %.2f cannot be reached from the place before "
                             "it",
                             i, (double)state->goals[i].x, (double)state->goals[i].y,
                             (double)state->goals[i].z);
        from = state->goals[i];
    }
    return WEND_OK;
}

static wend_status begin(const void* memory, int index, wend_sim* s, void* state_memory,
                         wend_error* error) {
    const multion* task = memory;
    multion_state* state = state_memory;
    const wend_habitat_episode* e = &task->set.episodes[index];
    WEND_TRY(check_episode(task, index, "the file", error));
    WEND_TRY(put_things(task, e, s, state, error));
    WEND_TRY(measure_legs(task, s, state, error));
    if (!walk_is_rewarded(s)) return WEND_OK;
    WEND_TRY(wend_sim_set_route(s, (wend_vec3_span){state->goals, state->goal_count}, error));
    state->left = wend_sim_route_distance(s, 0);
    return WEND_OK;
}

// ---- rules --------------------------------------------------------------------------------------

// From the body to the goal that is due.
static float judged_distance(const multion* task, const wend_sim* s, const multion_state* state) {
    wend_vec3 feet = wend_sim_pose(s).feet, goal = state->goals[state->found];
    return task->rules.euclidean ? wend_v3_distance(feet, goal) : walk(task, s, feet, goal);
}

static bool is_near(const multion* task, float distance) {
    return task->rules.strict ? distance < task->rules.radius : distance <= task->rules.radius;
}

static bool arrived(const void* memory, int index, const wend_sim* s, const void* state_memory) {
    const multion_state* state = state_memory;
    (void)index;
    return state->found < state->goal_count && is_near(memory, judged_distance(memory, s, state));
}

// Agents that know no FOUND say STOP.
static wend_action admit(const void* task, int index, const wend_sim* s, void* state,
                         wend_action wanted) {
    (void)task;
    (void)index;
    (void)s;
    (void)state;
    if (wanted.kind == WEND_ACTION_STOP) wanted.kind = WEND_ACTION_FOUND;
    return wanted;
}

static bool declare(const multion* task, const wend_sim* s, multion_state* state) {
    declared d = {.step = state->steps, .goal = state->found, .nearest_distance = INFINITY};
    d.distance = judged_distance(task, s, state);
    d.correct = is_near(task, d.distance);
    for (int i = 0; i < state->thing_count; i++) {
        float distance = wend_v3_distance(wend_sim_pose(s).feet, state->things[i].at);
        if (distance >= d.nearest_distance) continue;
        d.nearest_distance = distance;
        d.nearest = i;
    }
    if (d.correct || !task->rules.forgiving) state->declarations[state->declaration_count++] = d;
    state->found += d.correct;
    return d.correct;
}

// r = -0.01 + progress + 3 for a find. Released code keeps the distance to the goal that was just
// found as the "previous" one of the next step, which then jumps; the fixed form measures the way
// to the next goal at once. [saimwani/multiON: rl_env; multion-challenge 2022]
static float reward(const multion* task, const wend_sim* s, multion_state* state, int due,
                    bool wrong) {
    float now = wend_sim_route_distance(s, due), progress = state->left - now;
    bool find = state->found > due;
    state->left = now;
    if (find && !task->rules.reward_jumps && state->found < state->goal_count)
        state->left = wend_sim_route_distance(s, state->found);
    return SLACK_REWARD + (isfinite(progress) ? progress : 0) + (find ? FIND_REWARD : 0) -
           (wrong ? task->rules.false_penalty : 0);
}

static wend_status step(const void* memory, int index, const wend_sim* s, wend_action action,
                        const wend_outcome* outcome, void* state_memory, wend_verdict* verdict,
                        wend_error* error) {
    const multion* task = memory;
    multion_state* state = state_memory;
    int due = state->found;
    (void)index;
    (void)outcome;
    (void)error;
    state->steps++;
    // A wrong FOUND ends the episode, also on the last step: such an agent has failed, it has not
    // run out of steps. [MultiON §3; saimwani/multiON: FOUND counts as a step]
    bool wrong = action.kind == WEND_ACTION_FOUND && !declare(task, s, state);
    verdict->reward = walk_is_rewarded(s) ? reward(task, s, state, due, wrong) : 0;
    bool over = (wrong && !task->rules.forgiving) || state->found == state->goal_count;
    verdict->timed_out = !over && state->steps >= task->rules.max_steps;
    verdict->done = over || verdict->timed_out;
    return WEND_OK;
}

// ---- what is seen -------------------------------------------------------------------------------

// Whether any of so many pixels shows an object with this number or a higher one. Without a way out
// of the loop, so that it becomes vectors.
static bool any_from(const uint32_t* objects, size_t count, uint32_t least) {
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) any |= objects[i] >= least;
    return any;
}

static void look(const void* memory, int index, const wend_sim* s, const wend_frame* frame,
                 void* state_memory) {
    enum { STRETCH = 128 };  // pixels that are looked at in one go
    multion_state* state = state_memory;
    const wend_camera* camera = &wend_sim_get_def(s)->camera;
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    uint32_t least = UINT32_MAX;
    uint32_t counts[MAX_GOALS] = {0};
    (void)memory;
    (void)index;
    state->has_eyes = true;
    for (int i = 0; i < state->goal_count; i++)
        if (state->seen[i] < 0 && state->things[i].object < least) least = state->things[i].object;
    if (least == UINT32_MAX) return;  // all were seen before
    for (size_t p = 0; p < pixels; p += STRETCH) {
        size_t count = pixels - p < STRETCH ? pixels - p : STRETCH;
        if (!any_from(frame->object + p, count, least)) continue;
        for (size_t k = 0; k < count; k++)
            for (int i = 0; i < state->goal_count; i++)
                counts[i] += frame->object[p + k] == state->things[i].object;
    }
    for (int i = 0; i < state->goal_count; i++)
        if (state->seen[i] < 0 && counts[i] && counts[i] >= pixels / SIGHT)
            state->seen[i] = state->steps;
}

static void observe(const void* task, int index, const wend_sim* s, const void* memory,
                    wend_observation* o) {
    const multion* book = task;
    const multion_state* state = memory;
    (void)index;
    (void)s;
    int due = state->found < state->goal_count ? state->found : state->goal_count - 1;
    o->goal_category = (uint16_t)state->things[due].category;
    o->goal = wend_multion_class(state->things[due].category);
    if (o->goal >= 0 && o->goal < WEND_MULTION_CLASSES)
        o->goal_height = book->rules.cylinder_height;
    o->goal_number = state->found;
    o->goal_count = state->goal_count;
}

static wend_vec3_span goals(const void* task, int index, const void* memory) {
    const multion_state* state = memory;
    (void)task;
    (void)index;
    return (wend_vec3_span){state->goals + state->found, state->goal_count - state->found};
}

static int things(const void* task, int index, const void* memory, wend_task_thing* out, int most) {
    const multion_state* state = memory;
    int count = state->goal_count < most ? state->goal_count : most;
    (void)task;
    (void)index;
    for (int i = 0; i < count; i++)
        out[i] = (wend_task_thing){state->things[i].at, (uint16_t)state->things[i].category};
    return count;
}

static uint32_t goal_object(const void* task, int index, const wend_sim* s, const void* memory) {
    const multion_state* state = memory;
    (void)task;
    (void)index;
    (void)s;
    return state->found < state->goal_count ? state->things[state->found].object : 0;
}

// ---- facts --------------------------------------------------------------------------------------

static void put_point(json_out* out, const char* key, wend_vec3 at) {
    const double numbers[3] = {(double)at.x, (double)at.y, (double)at.z};
    json_out_numbers(out, key, numbers, 3);
}

static void put_thing(json_out* out, const thing* t) {
    json_out_object(out, NULL);
    json_out_text(out, "category", wend_category_at(t->category)->name);
    json_out_int(out, "object", t->object);
    put_point(out, "at", t->at);
}

static void put_goals(json_out* out, const multion* task, const wend_sim* s,
                      const multion_state* state) {
    json_out_array(out, "goals");
    for (int i = 0; i < state->goal_count; i++) {
        put_thing(out, &state->things[i]);
        json_out_number(out, "leg", (double)state->legs[i]);
        json_out_number(out, "distance",
                        (double)walk(task, s, wend_sim_pose(s).feet, state->goals[i]));
        if (state->has_eyes && state->seen[i] >= 0) json_out_int(out, "seen", state->seen[i]);
        json_out_end(out);
    }
    json_out_end(out);
    if (state->thing_count > state->goal_count) json_out_array(out, "distractors");
    for (int i = state->goal_count; i < state->thing_count; i++) {
        put_thing(out, &state->things[i]);
        json_out_end(out);
    }
    if (state->thing_count > state->goal_count) json_out_end(out);
}

static void put_declarations(json_out* out, const multion_state* state) {
    json_out_array(out, "found");
    for (int i = 0; i < state->declaration_count; i++) {
        const declared* d = &state->declarations[i];
        json_out_object(out, NULL);
        json_out_int(out, "step", d->step);
        json_out_int(out, "goal", d->goal);
        json_out_bool(out, "correct", d->correct);
        json_out_number(out, "distance", (double)d->distance);
        json_out_text(out, "nearest", wend_category_at(state->things[d->nearest].category)->name);
        json_out_number(out, "nearest_distance", (double)d->nearest_distance);
        json_out_end(out);
    }
    json_out_end(out);
}

static wend_status facts(const void* memory, int index, const wend_sim* s, const void* state_memory,
                         char* text, size_t size, wend_error* error) {
    const multion* task = memory;
    const multion_state* state = state_memory;
    json_out out = {0};
    (void)index;
    json_out_object(&out, NULL);
    put_goals(&out, task, s, state);
    put_declarations(&out, state);
    json_out_bool(&out, "sighted", state->has_eyes);
    json_out_number(&out, "radius", (double)task->rules.radius);
    json_out_int(&out, "max_steps", task->rules.max_steps);
    json_out_text(&out, "ppl", task->rules.ppl_to_last_find ? "last" : "whole");
    json_out_text(&out, "progress", task->rules.strict_progress ? "less" : "at-most");
    json_out_end(&out);
    return json_out_move(&out, text, size, "the facts of an episode", error);
}

const wend_task_kind multion_task = {
    .name = "multion",
    .summary = "find several things in a given order, FOUND at each",
    .options =
        "year=2021|2022|2023|2024, distance=geodesic|euclidean, radius=M, "
        "within=at-most|less, progress=at-most|less, ppl=whole|last, body=M, height=M, "
        "eye=M, hfov=DEG, depth=M, cylinder=M, slide=no|yes, reward=fixed|released, "
        "penalty=X, wrong=ends|goes-on",
    .state_size = sizeof(multion_state),
    .actions = WEND_ACTIONS_MOVES | 1u << WEND_ACTION_FOUND,
    .load = load,
    .destroy = destroy,
    .count = count,
    .episode = episode,
    .sim = sim,
    .world = world,
    .begin = begin,
    .admit = admit,
    .step = step,
    .observe = observe,
    .goals = goals,
    .goal_object = goal_object,
    .things = things,
    .arrived = arrived,
    .look = look,
    .facts = facts};
