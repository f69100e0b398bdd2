// How a CoW walks up to what it takes for the thing, and stops there.
#include "agent/cow_parts.h"

static const float NEAR_ENOUGH = 1.3f;  // metres at which it stops if it cannot get nearer
static const float LOOK_AWAY = 0.65f;   // radians above or below ahead: nearly out of the picture
static const float WORTH_A_GUESS = 0.05f;  // less sure than this it goes on looking to the end
enum { MAX_ATTEMPTS = 3, LATER = 30 };     // to reach a thing; steps between them
enum { MAX_TROUBLE = 20 };                 // steps without a way before it gives a thing up

static float distance_to(const cow* c, const cow_thing* t) {
    return hypotf(t->point.x - c->pose.x, t->point.z - c->pose.z);
}

// To its near side: a bed is reached long before its middle.
static float distance_to_side(const cow* c, const cow_thing* t) {
    return hypotf(t->side.x - c->pose.x, t->side.z - c->pose.z);
}

static float score_of(const cow* c, int thing) {
    return cow_memory_score(&c->memory, &c->memory.things[thing], c->def.relations);
}

static void set_out(cow* c, int thing, int step) {
    c->target = thing;
    c->localized = step;
    c->patience = c->trouble = 0;
    c->mode = MODE_APPROACH;
    cow_come_to(c);
}

// Steps to a thing by the ways last looked at, straight where they do not lead there, and some.
static int steps_to(const cow* c, const cow_thing* t) {
    wend_vec2 at;
    float straight = distance_to(c, t), metres = 2 * straight;
    if (wend_route_nearest(c->walker.route, t->point.x, t->point.z, 1.5f, &at)) {
        float way = wend_route_distance(c->walker.route, at.x, at.y);
        if (way >= straight / 2 && way < 4 * straight) metres = way;
    }
    return (int)(1.8f * metres / c->pose.body.step) + c->pose.body.turns;
}

void cow_choose_target(cow* c, int step) {
    float score, doubt;
    int best = cow_memory_best(&c->memory, c->def.relations, &score);
    if (best < 0) return;
    bool late = c->def.max_steps > 0 && score >= WORTH_A_GUESS &&
                step + steps_to(c, &c->memory.things[best]) >= c->def.max_steps;
    c->last_chance = late && score < c->def.go;
    if (score >= c->def.go || late) {
        set_out(c, best, step);
        return;
    }
    int near_by =
        cow_memory_doubtful(&c->memory, &c->pose, c->def.relations, c->def.detour, &doubt);
    if (c->def.confirm && near_by >= 0 && doubt >= c->def.look) set_out(c, near_by, step);
}

static void leave(cow* c) {
    c->target = -1;
    c->mode = MODE_EXPLORE;
}

// From elsewhere there may be a way.
static void put_off(cow* c) {
    cow_thing* t = &c->memory.things[c->target];
    t->again = c->memory.step + LATER;
    t->refused = ++t->attempts >= MAX_ATTEMPTS;
    leave(c);
}

static void refuse(cow* c) {
    c->memory.things[c->target].refused = true;
    leave(c);
}

// At the thing, or as near as it gets.
static void arrive(cow* c) {
    c->score = score_of(c, c->target);
    if (c->def.confirm && !c->last_chance && c->score < c->def.stop) {
        refuse(c);
        return;
    }
    c->reason = c->last_chance ? "best guess" : "found";
    c->mode = MODE_STOP;
    c->search = c->pose.body.turns;
    c->aside = false;
}

static wend_status plan_to(cow* c, const cow_thing* t, bool* planned, wend_error* error) {
    *planned = false;
    for (walker_manner manner = WALKER_EASY; manner < WALKER_MANNERS && !*planned; manner++) {
        WEND_TRY(walker_look_ways(&c->walker, manner, error));
        *planned = walker_plan(&c->walker, t->side.x, t->side.z, 1);
    }
    c->patience = 4;
    return WEND_OK;
}

// Seen so often without being taken for it that it is not worth the way.
static bool is_doubtful(const cow* c, int thing) {
    return c->def.confirm && !c->last_chance && score_of(c, thing) < 0.5f * c->def.look;
}

wend_status cow_approach(cow* c, wend_action_kind* action, wend_error* error) {
    const cow_thing* t = &c->memory.things[c->target];
    bool planned = walker_has_way(&c->walker) && c->patience-- > 0;
    if (is_doubtful(c, c->target)) {
        refuse(c);
        return WEND_OK;
    }
    bool stuck = cow_is_stuck(c);
    if (distance_to_side(c, t) <= (stuck ? NEAR_ENOUGH : c->def.reach)) {
        arrive(c);
        return WEND_OK;
    }
    if (stuck) {
        put_off(c);
        return WEND_OK;
    }
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    WEND_TRY(plan_to(c, t, &planned, error));
    if (planned && walker_step(&c->walker, action)) return WEND_OK;
    if (distance_to_side(c, t) < NEAR_ENOUGH) {
        arrive(c);
    } else if (c->trouble++ < MAX_TROUBLE) {
        *action = walker_escape(&c->walker, &c->rng);
    } else {
        put_off(c);
    }
    return WEND_OK;
}

// What it looks for is in this very picture, and near.
static bool is_in_view(const cow* c) {
    for (int i = 0; i < c->finds.count; i++) {
        const wend_find* f = &c->finds.items[i];
        if (f->text == 0 && f->relevance >= 0.5f * c->def.go &&
            hypotf(f->nearest.x, f->nearest.z) <= NEAR_ENOUGH)
            return true;
    }
    return false;
}

// Plans to the place beside the thing from where it was seen: nothing stands between there.
static wend_status plan_aside(cow* c, bool* planned, wend_error* error) {
    const cow_thing* t = &c->memory.things[c->target];
    float x = t->from.x - t->point.x, z = t->from.y - t->point.z, away = hypotf(x, z);
    float part = away > c->def.reach ? c->def.reach / away : 1;
    WEND_TRY(walker_look_ways(&c->walker, WALKER_NARROW, error));
    *planned = walker_plan(&c->walker, t->point.x + part * x, t->point.z + part * z, 0.5f);
    return WEND_OK;
}

// What it looks for is in this very picture, but elsewhere: steps failed that it took for walked.
// It goes there.
static bool goes_on(cow* c, int step) {
    for (int i = 0; i < c->memory.count; i++) {
        const cow_thing* t = &c->memory.things[i];
        if (i == c->target || t->text != 0 || t->refused || t->now < c->def.go) continue;
        if (is_doubtful(c, i)) continue;
        refuse(c);
        set_out(c, i, step);
        return true;
    }
    return false;
}

wend_status cow_look_and_stop(cow* c, int step, wend_action_kind* action, wend_error* error) {
    const cow_thing* t = &c->memory.things[c->target];
    bool in_time = c->def.max_steps == 0 || step + 1 < c->def.max_steps, planned;
    float down = atan2f(c->eye_height - t->point.y, distance_to(c, t));
    if (c->mode == MODE_ASIDE && in_time && walker_step(&c->walker, action)) return WEND_OK;
    c->mode = MODE_STOP;
    if (c->search == c->pose.body.turns) {
        if (walker_face(&c->walker, t->point.x, t->point.z, action)) return WEND_OK;
        *action = down > 0 ? WEND_ACTION_DOWN : WEND_ACTION_UP;
        if (fabsf(down) > LOOK_AWAY && c->pose.looks == 0) return WEND_OK;
    }
    *action = WEND_ACTION_STOP;
    if (is_in_view(c) || !in_time) return WEND_OK;
    if (goes_on(c, step)) return cow_approach(c, action, error);
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
