#include "agent/walker.h"

#include <stdlib.h>
#include <string.h>

static const float EASY_RADIUS = 0.2f, NARROW_RADIUS = 0.1f;  // metres a way keeps from things
static const float ARRIVED = 0.15f;
static const float STEADY = 0.9f;  // turns that a heading may be off and still be kept

wend_status walker_create(walker* w, wend_map* map, wend_error* error) {
    w->map = map;
    for (int i = 0; i < WALKER_MANNERS; i++) WEND_TRY(wend_route_create(&w->routes[i], error));
    w->route = w->routes[WALKER_EASY];
    return WEND_OK;
}

void walker_destroy(walker* w) {
    for (int i = 0; i < WALKER_MANNERS; i++) wend_route_destroy(w->routes[i]);
}

void walker_reset(walker* w, const wend_agent_body* body) {
    walker fresh = {
        .body = *body, .map = w->map, .route = w->route, .steady = w->steady, .age = -1, .aim = -1};
    memcpy(fresh.routes, w->routes, sizeof w->routes);
    *w = fresh;
    for (int i = 0; i < 2; i++) w->steps[i].x = INFINITY;
}

static float turn_of(const walker* w) { return (float)(2 * WEND_PI) / (float)w->body.turns; }

static int wrap(const walker* w, int heading) {
    int turns = w->body.turns;
    return (heading % turns + turns) % turns;
}

// ---- sensing ------------------------------------------------------------------------------------

static wend_vec2 ahead_of(const walker* w, int heading, float metres) {
    // Headings are whole turns from the start, but the start is 0 in the map's frame.
    float angle = (float)heading * turn_of(w);
    return (wend_vec2){w->pose.feet.x - metres * sinf(angle),
                       w->pose.feet.z - metres * cosf(angle)};
}

static walker_move step_here(const walker* w) {
    return (walker_move){w->pose.feet.x, w->pose.feet.z, w->heading};
}

static bool is_here(const walker* w, const walker_move* b) {
    return hypotf(b->x - w->pose.feet.x, b->z - w->pose.feet.z) < 0.08f;
}

static wend_status note_bump(walker* w, wend_error* error) {
    w->bumps[w->bump_count++ % WALKER_BUMPS] = step_here(w);
    w->age = -1;
    // What stopped it was not in the map, or the map's cells are too coarse to tell.
    wend_vec2 there = ahead_of(w, w->heading, w->body.radius + 0.1f);
    if (wend_map_state(w->map, there.x, there.y) == WEND_CELL_OCCUPIED) return WEND_OK;
    return wend_map_mark(w->map, wend_v3(there.x, 0, there.y), 0, WEND_CELL_OCCUPIED, error);
}

// A step there and a step back: the way there only seems to lead on, so it is not taken again.
static void note_return(walker* w) {
    if (is_here(w, &w->steps[1])) w->bumps[w->bump_count++ % WALKER_BUMPS] = w->steps[1];
}

wend_status walker_sense(walker* w, const wend_observation* o, wend_error* error) {
    w->pose = wend_map_pose_of(o);
    w->heading = wrap(w, (int)lrintf(w->pose.heading / turn_of(w)));
    if (w->age >= 0) w->age++;
    if (o->collided && w->stepping && o->step > 0) WEND_TRY(note_bump(w, error));
    if (!o->collided && w->stepping && w->steady) note_return(w);
    w->stepping = false;
    // Where the body is nothing else can be.
    return wend_map_mark(w->map, w->pose.feet, 0, WEND_CELL_FREE, error);
}

static bool was_bumped(const walker* w, int heading) {
    int known = w->bump_count < WALKER_BUMPS ? w->bump_count : WALKER_BUMPS;
    for (int i = 0; i < known; i++) {
        const walker_move* b = &w->bumps[i];
        if (b->heading == heading && is_here(w, b)) return true;
    }
    return false;
}

// ---- planning -----------------------------------------------------------------------------------

wend_status walker_look_ways(walker* w, walker_manner manner, wend_error* error) {
    wend_route_from from = wend_route_default_from();
    from.x = w->pose.feet.x;
    from.z = w->pose.feet.z;
    from.radius = manner == WALKER_EASY ? EASY_RADIUS : manner == WALKER_TIGHT ? 0 : NARROW_RADIUS;
    from.comfort = manner == WALKER_EASY ? 0.4f : 0.25f;
    from.unknown = manner == WALKER_BOLD ? 3 : 0;
    w->radius = from.radius;
    w->bold = manner == WALKER_BOLD;
    w->age = -1;
    w->route = w->routes[manner];
    return wend_route_spread(w->route, w->map, &from, error);
}

bool walker_plan(walker* w, float x, float z, float within) {
    wend_vec2 end = {x, z};
    w->age = -1;
    if (!wend_route_reaches(w->route, x, z) && !wend_route_nearest(w->route, x, z, within, &end))
        return false;
    w->way_count = wend_route_way(w->route, end.x, end.y, w->way, WALKER_WAY);
    w->target = end;
    if (w->way_count > 0) w->age = 0;
    return w->way_count > 0;
}

bool walker_has_way(const walker* w) { return w->age >= 0; }

// ---- walking ------------------------------------------------------------------------------------

// The point of the way to make for: the farthest one in a straight line. Beside a wall no line is
// clear of it: then one that is less so will do.
static int point_ahead(const walker* w) {
    const float clear[3] = {0.9f * w->radius, 0.5f * w->body.radius, 0};
    for (int i = 0; i < 3; i++)
        for (int k = w->way_count - 1; k > 0; k--)
            if (wend_map_is_clear(w->map, w->pose.feet.x, w->pose.feet.z, w->way[k].x, w->way[k].y,
                                  clear[i], w->bold))
                return k;
    return 0;
}

static int turns_between(const walker* w, int from, int to) {
    int by = wrap(w, to - from);
    return by > w->body.turns / 2 ? by - w->body.turns : by;
}

static wend_action_kind turn_or_step(walker* w, int heading) {
    int by = turns_between(w, w->heading, heading);
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

// Whether a step that way keeps `radius` from things, as far as the map tells.
static bool can_step(const walker* w, int heading, float radius) {
    wend_vec2 to = ahead_of(w, heading, w->body.step);
    return !was_bumped(w, heading) &&
           wend_map_is_clear(w->map, w->pose.feet.x, w->pose.feet.z, to.x, to.y, radius, w->bold);
}

// Between two headings any order of steps is as long: it goes on as it goes while that leads on,
// and turns once instead of after every step.
static bool leads_on(const walker* w, wend_vec2 to, float bearing) {
    float off = remainderf(bearing - (float)w->heading, (float)w->body.turns);
    wend_vec2 next = ahead_of(w, w->heading, w->body.step);
    return fabsf(off) < STEADY && can_step(w, w->heading, w->body.radius) &&
           wend_map_is_clear(w->map, next.x, next.y, to.x, to.y, 0.9f * w->radius, w->bold);
}

bool walker_step(walker* w, wend_action_kind* action) {
    int k = walker_has_way(w) ? point_ahead(w) : 0;
    if (k == 0) return false;
    wend_vec2 to = w->way[k];
    float left = hypotf(to.x - w->pose.feet.x, to.y - w->pose.feet.z);
    if (left < ARRIVED && k == w->way_count - 1) return false;
    if (left < ARRIVED) to = w->way[k + 1];  // at a corner: a step would lead past it
    float bearing = bearing_to(w, to.x, to.y) / turn_of(w);
    int nearest = (int)lrintf(bearing), side = bearing > (float)nearest ? 1 : -1;
    // What it has turned to it also does, if that is nearly as good.
    if (w->aim == w->heading && abs(turns_between(w, nearest, w->aim)) <= 1 &&
        can_step(w, w->aim, 0)) {
        *action = turn_or_step(w, w->aim);
        return true;
    }
    if (w->steady && leads_on(w, to, bearing)) {
        *action = turn_or_step(w, w->heading);
        return true;
    }
    const int tries[5] = {nearest, nearest + side, nearest - side, nearest + 2 * side,
                          nearest - 2 * side};
    for (int i = 0; i < 10; i++) {  // with room for the body; then, beside walls, at all
        int heading = wrap(w, tries[i % 5]);
        if (!can_step(w, heading, i < 5 ? w->body.radius : 0)) continue;
        *action = turn_or_step(w, heading);
        return true;
    }
    return false;
}

bool walker_face(walker* w, float x, float z, wend_action_kind* action) {
    int heading = wrap(w, (int)lrintf(bearing_to(w, x, z) / turn_of(w)));
    int by = turns_between(w, w->heading, heading);
    if (by) *action = by > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
    return by != 0;
}

wend_action_kind walker_escape(walker* w, wend_rng* rng) {
    int first = (int)wend_rng_below(rng, (uint32_t)w->body.turns);
    if (w->aim >= 0 && !was_bumped(w, w->aim)) return turn_or_step(w, w->aim);
    for (int i = 0; i < w->body.turns; i++) {
        int heading = wrap(w, first + i);
        if (!was_bumped(w, heading)) return turn_or_step(w, heading);
    }
    w->bump_count = 0;  // all around it: forget, and try again
    return turn_or_step(w, first);
}
