// Approach of a detected object, and STOP.
#include "agent/cow/cow_constants.h"
#include "agent/cow/cow_state.h"

static float cow_approach_distance_to(const cow* c, const cow_object* t) {
    return hypotf(t->point.x - c->pose.x, t->point.z - c->pose.z);
}

// Distance to the nearest point of the object: a bed is reached long before its centre.
static float distance_to_side(const cow* c, const cow_object* t) {
    return hypotf(t->side.x - c->pose.x, t->side.z - c->pose.z);
}

static float score_of(const cow* c, int object) {
    return cow_memory_score(&c->memory, &c->memory.objects[object], c->def.relations);
}

static void start_approach(cow* c, int object, int step) {
    c->target = object;
    c->localized = step;
    c->patience = c->trouble = 0;
    c->mode = MODE_APPROACH;
    cow_come_to(c);
}

// Estimated steps to an object: by the current route distances, else by twice the straight line.
static int steps_to(const cow* c, const cow_object* t) {
    wend_vec2 at;
    float straight = cow_approach_distance_to(c, t), metres = 2 * straight;
    if (wend_route_nearest(c->walker.route, t->point.x, t->point.z, COW_PATH_SEARCH, &at)) {
        float route_length = wend_route_distance(c->walker.route, at.x, at.y);
        if (route_length >= straight / 2 && route_length < 4 * straight) metres = route_length;
    }
    return (int)(COW_STEPS_PER_METRE * metres / c->pose.body.step) + c->pose.body.turns;
}

void cow_choose_target(cow* c, int step) {
    float score, doubt;
    int best = cow_memory_best(&c->memory, c->def.relations, &score);
    if (best < 0) return;
    bool late = c->def.max_steps > 0 && score >= COW_MIN_GUESS &&
                step + steps_to(c, &c->memory.objects[best]) >= c->def.max_steps;
    c->last_chance = late && score < c->def.go;
    if (score >= c->def.go || late) {
        start_approach(c, best, step);
        return;
    }
    int near_by =
        cow_memory_doubtful(&c->memory, &c->pose, c->def.relations, c->def.detour, &doubt);
    if (c->def.confirm && near_by >= 0 && doubt >= c->def.look) start_approach(c, near_by, step);
}

static void cow_approach_leave(cow* c) {
    c->target = -1;
    c->mode = MODE_EXPLORE;
}

// Postpones the target: later there may be a path from another position.
static void postpone(cow* c) {
    cow_object* t = &c->memory.objects[c->target];
    t->again = c->memory.step + COW_RETRY_STEPS;
    t->rejected = ++t->attempts >= COW_MAX_ATTEMPTS;
    cow_approach_leave(c);
}

static void cow_approach_reject(cow* c) {
    c->memory.objects[c->target].rejected = true;
    cow_approach_leave(c);
}

// At the object, or as near as possible.
static void cow_approach_arrive(cow* c) {
    c->score = score_of(c, c->target);
    if (c->def.confirm && !c->last_chance && c->score < c->def.stop) {
        cow_approach_reject(c);
        return;
    }
    c->reason = c->last_chance ? "best guess" : "found";
    c->mode = MODE_STOP;
    c->search = c->pose.body.turns;
    c->aside = false;
}

static wend_status cow_approach_plan_to(cow* c, const cow_object* t, bool* planned,
                                        wend_error* error) {
    *planned = false;
    for (walker_mode mode = WALKER_EASY; mode < WALKER_MODES && !*planned; mode++) {
        WEND_TRY(walker_compute_distances(&c->walker, mode, error));
        *planned = walker_plan(&c->walker, t->side.x, t->side.z, 1);
    }
    c->patience = COW_APPROACH_REPLAN;
    return WEND_OK;
}

// Whether the score has become too low to continue the approach.
static bool is_doubtful(const cow* c, int object) {
    return c->def.confirm && !c->last_chance &&
           score_of(c, object) < COW_GIVE_UP_SHARE * c->def.look;
}

wend_status cow_approach(cow* c, wend_action_kind* action, wend_error* error) {
    const cow_object* t = &c->memory.objects[c->target];
    bool planned = walker_has_path(&c->walker) && c->patience-- > 0;
    if (is_doubtful(c, c->target)) {
        cow_approach_reject(c);
        return WEND_OK;
    }
    bool stuck = cow_is_stuck(c);
    if (distance_to_side(c, t) <= (stuck ? COW_STOP_DISTANCE : c->def.reach)) {
        cow_approach_arrive(c);
        return WEND_OK;
    }
    if (stuck) {
        postpone(c);
        return WEND_OK;
    }
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    WEND_TRY(cow_approach_plan_to(c, t, &planned, error));
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    if (distance_to_side(c, t) < COW_STOP_DISTANCE) {
        cow_approach_arrive(c);
    } else if (c->trouble++ < COW_MAX_TROUBLE) {
        *action = walker_escape(&c->walker, &c->rng);
    } else {
        postpone(c);
    }
    return WEND_OK;
}

// Whether the goal is detected in this image at most COW_STOP_DISTANCE away.
static bool cow_approach_is_in_view(const cow* c) {
    for (int i = 0; i < c->detections.count; i++) {
        const wend_detection* f = &c->detections.items[i];
        if (f->text == 0 && f->relevance >= COW_IN_VIEW_SHARE * c->def.go &&
            hypotf(f->nearest.x, f->nearest.z) <= COW_STOP_DISTANCE)
            return true;
    }
    return false;
}

// Plans a path to the side from which the object was detected: it is not occluded there.
static wend_status plan_aside(cow* c, bool* planned, wend_error* error) {
    const cow_object* t = &c->memory.objects[c->target];
    float x = t->from.x - t->point.x, z = t->from.y - t->point.z, away = hypotf(x, z);
    float part = away > c->def.reach ? c->def.reach / away : 1;
    WEND_TRY(walker_compute_distances(&c->walker, WALKER_NARROW, error));
    *planned =
        walker_plan(&c->walker, t->point.x + part * x, t->point.z + part * z, COW_ASIDE_SEARCH);
    return WEND_OK;
}

// The goal is detected in this image at another position, because of undetected failed steps:
// approaches that detection.
static bool cow_approach_goes_on(cow* c, int step) {
    for (int i = 0; i < c->memory.count; i++) {
        const cow_object* t = &c->memory.objects[i];
        if (i == c->target || t->text != 0 || t->rejected || t->now < c->def.go) continue;
        if (is_doubtful(c, i)) continue;
        cow_approach_reject(c);
        start_approach(c, i, step);
        return true;
    }
    return false;
}

wend_status cow_look_and_stop(cow* c, int step, wend_action_kind* action, wend_error* error) {
    const cow_object* t = &c->memory.objects[c->target];
    bool in_time = c->def.max_steps == 0 || step + 1 < c->def.max_steps, planned;
    float down = atan2f(c->eye_height - t->point.y, cow_approach_distance_to(c, t));
    if (c->mode == MODE_ASIDE && in_time && walker_step(&c->walker, action)) return WEND_OK;
    c->mode = MODE_STOP;
    if (c->search == c->pose.body.turns) {
        if (walker_face(&c->walker, t->point.x, t->point.z, action)) return WEND_OK;
        *action = down > 0 ? WEND_ACTION_DOWN : WEND_ACTION_UP;
        if (fabsf(down) > COW_LOOK_ANGLE && c->pose.looks == 0) return WEND_OK;
    }
    *action = WEND_ACTION_STOP;
    if (cow_approach_is_in_view(c) || !in_time) return WEND_OK;
    if (cow_approach_goes_on(c, step)) return cow_approach(c, action, error);
    *action = WEND_ACTION_LEFT;
    if (c->search-- > 0) return WEND_OK;
    *action = WEND_ACTION_STOP;
    if (c->aside) return WEND_OK;
    c->aside = true;
    c->search = c->pose.body.turns;
    WEND_TRY(plan_aside(c, &planned, error));
    if (!planned || !walker_step(&c->walker, action)) return WEND_OK;
    c->mode = MODE_ASIDE;
    return WEND_OK;
}
