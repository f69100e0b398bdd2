// Path planning over the map, and path following with discrete actions.
#include "agent/common/walker.h"

#include <stdlib.h>
#include <string.h>

static const float ARRIVED = 0.15f;    // metres from the end of a path at which it is complete
static const float STEADY = 0.9f;      // max heading error, in turns, at which the heading is kept
static const float SAME_SPOT = 0.08f;  // metres between positions that count as one
static const float BUMP_AHEAD =
    0.1f;  // metres beyond the agent's radius at which an obstacle is marked
static const float LINE_CLEARANCE = 0.9f;  // factor on the path's clearance for straight lines

walker_def walker_default_def(void) {
    return (walker_def){.modes = {[WALKER_EASY] = {.radius = 0.2f, .comfort = 0.4f},
                                  [WALKER_NARROW] = {.radius = 0.1f, .comfort = 0.25f},
                                  [WALKER_TIGHT] = {.radius = 0, .comfort = 0.25f},
                                  [WALKER_UNKNOWN] = {0.1f, 0.25f, .unknown = 3}},
                        .max_waypoints = WALKER_MAX_WAYPOINTS};
}

wend_status walker_create(walker* w, wend_map* map, wend_error* error) {
    w->map = map;
    for (int i = 0; i < WALKER_MODES; i++) WEND_TRY(wend_route_create(&w->routes[i], error));
    w->route = w->routes[WALKER_EASY];
    return WEND_OK;
}

void walker_destroy(walker* w) {
    for (int i = 0; i < WALKER_MODES; i++) wend_route_destroy(w->routes[i]);
}

void walker_reset(walker* w, const wend_agent_body* body) {
    walker fresh = {
        .def = w->def, .body = *body, .map = w->map, .route = w->route, .age = -1, .aim = -1};
    memcpy(fresh.routes, w->routes, sizeof w->routes);
    *w = fresh;
    for (int i = 0; i < 2; i++) w->steps[i].x = INFINITY;
}

static float walker_turn_of(const walker* w) { return (float)(2 * WEND_PI) / (float)w->body.turns; }

static int walker_wrap(const walker* w, int heading) {
    int turns = w->body.turns;
    return (heading % turns + turns) % turns;
}

// ---- pose ---------------------------------------------------------------------------------------

static wend_vec2 walker_ahead_of(const walker* w, int heading, float metres) {
    // The heading of the start is 0 in the map's frame.
    float angle = (float)heading * walker_turn_of(w);
    return (wend_vec2){w->pose.feet.x - metres * sinf(angle),
                       w->pose.feet.z - metres * cosf(angle)};
}

static walker_move step_here(const walker* w) {
    return (walker_move){w->pose.feet.x, w->pose.feet.z, w->heading};
}

static bool walker_is_here(const walker* w, const walker_move* b) {
    return hypotf(b->x - w->pose.feet.x, b->z - w->pose.feet.z) < SAME_SPOT;
}

static wend_status record_collision(walker* w, wend_error* error) {
    w->bumps[w->bump_count++ % WALKER_BUMPS] = step_here(w);
    w->age = -1;
    // The obstacle is not in the map, or the map's cells are too coarse.
    wend_vec2 there = walker_ahead_of(w, w->heading, w->body.radius + BUMP_AHEAD);
    if (wend_map_state(w->map, there.x, there.y) == WEND_CELL_OCCUPIED) return WEND_OK;
    return wend_map_mark(w->map, wend_v3(there.x, 0, there.y), 0, WEND_CELL_OCCUPIED, error);
}

// A step and its reverse: the first one is treated as a collision, so that it is not repeated.
static void record_return(walker* w) {
    if (walker_is_here(w, &w->steps[1])) w->bumps[w->bump_count++ % WALKER_BUMPS] = w->steps[1];
}

wend_status walker_sense(walker* w, const wend_observation* o, wend_error* error) {
    w->pose = wend_map_pose_of(o);
    w->heading = walker_wrap(w, (int)lrintf(w->pose.heading / walker_turn_of(w)));
    if (w->age >= 0) w->age++;
    if (o->collided && w->stepping && o->step > 0) WEND_TRY(record_collision(w, error));
    if (!o->collided && w->stepping && w->def.steady) record_return(w);
    w->stepping = false;
    // The agent's own cell is free.
    return wend_map_mark(w->map, w->pose.feet, 0, WEND_CELL_FREE, error);
}

static bool was_bumped(const walker* w, int heading) {
    int known = w->bump_count < WALKER_BUMPS ? w->bump_count : WALKER_BUMPS;
    for (int i = 0; i < known; i++) {
        const walker_move* b = &w->bumps[i];
        if (b->heading == heading && walker_is_here(w, b)) return true;
    }
    return false;
}

// ---- planning -----------------------------------------------------------------------------------

wend_status walker_compute_distances(walker* w, walker_mode mode, wend_error* error) {
    const walker_mode_def* def = &w->def.modes[mode];
    wend_route_from from = wend_route_default_from();
    from.x = w->pose.feet.x;
    from.z = w->pose.feet.z;
    from.radius = def->radius;
    from.comfort = def->comfort;
    from.unknown = def->unknown;
    if (def->limit > 0) from.limit = def->limit;
    w->radius = from.radius;
    w->crosses_unknown = mode == WALKER_UNKNOWN;
    w->age = -1;
    w->route = w->routes[mode];
    return wend_route_spread(w->route, w->map, &from, error);
}

bool walker_plan(walker* w, float x, float z, float within) {
    wend_vec2 end = {x, z};
    bool exact = !w->def.snaps && wend_route_reaches(w->route, x, z);
    w->age = -1;
    if (!exact && !wend_route_nearest(w->route, x, z, within, &end)) return false;
    w->path_count = wend_route_path(w->route, end.x, end.y, w->path, w->def.max_waypoints);
    w->path_next = 0;
    w->target = end;
    if (w->path_count > 0) w->age = 0;
    return w->path_count > 0;
}

void walker_drop_path(walker* w) {
    w->path_count = w->path_next = 0;
    w->age = -1;
}

bool walker_has_path(const walker* w) { return w->age >= 0; }

// ---- following ----------------------------------------------------------------------------------

// The farthest waypoint in a straight line; beside walls with less and less clearance. 0: none.
static int walker_point_ahead(const walker* w) {
    const float clear[3] = {LINE_CLEARANCE * w->radius, 0.5f * w->body.radius, 0};
    for (int i = 0; i < 3; i++)
        for (int k = w->path_count - 1; k > 0; k--)
            if (wend_map_is_clear(w->map, w->pose.feet.x, w->pose.feet.z, w->path[k].x,
                                  w->path[k].y, clear[i], w->crosses_unknown))
                return k;
    return 0;
}

static int walker_turns_between(const walker* w, int from, int to) {
    int by = walker_wrap(w, to - from);
    return by > w->body.turns / 2 ? by - w->body.turns : by;
}

static wend_action_kind turn_or_step(walker* w, int heading) {
    int by = walker_turns_between(w, w->heading, heading);
    w->aim = by ? heading : -1;
    w->stepping = by == 0;
    if (w->stepping) {
        w->steps[1] = w->steps[0];
        w->steps[0] = step_here(w);
    }
    return by > 0 ? WEND_ACTION_LEFT : by < 0 ? WEND_ACTION_RIGHT : WEND_ACTION_FORWARD;
}

static float bearing_to(const walker* w, float x, float z) {
    return atan2f(-(x - w->pose.feet.x), -(z - w->pose.feet.z));
}

// Whether a step keeps `radius` from the obstacles of the map.
static bool walker_can_step(const walker* w, int heading, float radius) {
    wend_vec2 to = walker_ahead_of(w, heading, w->body.step);
    return !was_bumped(w, heading) && wend_map_is_clear(w->map, w->pose.feet.x, w->pose.feet.z,
                                                        to.x, to.y, radius, w->crosses_unknown);
}

// Between two discrete headings any order of steps is equally long: keeping the heading as long as
// the path continues needs one turn instead of one after every step.
static bool continues_path(const walker* w, wend_vec2 to, float bearing) {
    float off = remainderf(bearing - (float)w->heading, (float)w->body.turns);
    wend_vec2 next = walker_ahead_of(w, w->heading, w->body.step);
    return fabsf(off) < STEADY && walker_can_step(w, w->heading, w->body.radius) &&
           wend_map_is_clear(w->map, next.x, next.y, to.x, to.y, LINE_CLEARANCE * w->radius,
                             w->crosses_unknown);
}

bool walker_step(walker* w, wend_action_kind* action) {
    int k = walker_has_path(w) ? walker_point_ahead(w) : 0;
    if (k == 0) return false;
    wend_vec2 to = w->path[k];
    float left = hypotf(to.x - w->pose.feet.x, to.y - w->pose.feet.z);
    if (left < ARRIVED && k == w->path_count - 1) return false;
    if (left < ARRIVED) to = w->path[k + 1];  // at a corner: aims at the next waypoint
    float bearing = bearing_to(w, to.x, to.y) / walker_turn_of(w);
    int nearest = (int)lrintf(bearing), side = bearing > (float)nearest ? 1 : -1;
    // After a turn, a step follows if the heading is still nearly the best one.
    if (w->aim == w->heading && abs(walker_turns_between(w, nearest, w->aim)) <= 1 &&
        walker_can_step(w, w->aim, 0)) {
        *action = turn_or_step(w, w->aim);
        return true;
    }
    if (w->def.steady && continues_path(w, to, bearing)) {
        *action = turn_or_step(w, w->heading);
        return true;
    }
    const int tries[5] = {nearest, nearest + side, nearest - side, nearest + 2 * side,
                          nearest - 2 * side};
    for (int i = 0; i < 10; i++) {  // first with the clearance of the agent's radius, then without
        int heading = walker_wrap(w, tries[i % 5]);
        if (!walker_can_step(w, heading, i < 5 ? w->body.radius : 0)) continue;
        *action = turn_or_step(w, heading);
        return true;
    }
    return false;
}

bool walker_face(walker* w, float x, float z, wend_action_kind* action) {
    int heading = walker_wrap(w, (int)lrintf(bearing_to(w, x, z) / walker_turn_of(w)));
    int by = walker_turns_between(w, w->heading, heading);
    if (by) *action = by > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
    return by != 0;
}

wend_action_kind walker_escape(walker* w, wend_rng* rng) {
    int first = (int)wend_rng_below(rng, (uint32_t)w->body.turns);
    if (w->aim >= 0 && !was_bumped(w, w->aim)) return turn_or_step(w, w->aim);
    for (int i = 0; i < w->body.turns; i++) {
        int heading = walker_wrap(w, first + i);
        if (!was_bumped(w, heading)) return turn_or_step(w, heading);
    }
    w->bump_count = 0;  // all headings collided: clear the list
    return turn_or_step(w, first);
}
