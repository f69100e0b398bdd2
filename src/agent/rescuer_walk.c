// How a rescuer walks: along ways over its map, into doors, and out of where it is stuck.
#include "agent/rescuer_parts.h"

static const float top_speed = 1, top_turn = 1.43f;  // metres and radians a second
static const float period = 0.2f;                    // seconds an action takes

float rescuer_bearing(const rescuer* r, float x, float z) {
    return remainderf(atan2f(-(x - r->pose.feet.x), -(z - r->pose.feet.z)) - r->pose.heading,
                      (float)(2 * WEND_PI));
}

wend_action rescuer_drive(rescuer* r, float forward, float turn) {
    r->went = forward > 0.3f;
    return (wend_action){
        .kind = WEND_ACTION_VELOCITY, .forward = forward, .turn = turn, .seconds = period};
}

wend_action rescuer_nod(rescuer* r, int up) {
    r->went = false;
    r->nods = up;
    return (wend_action){.kind = up > 0 ? WEND_ACTION_UP : WEND_ACTION_DOWN};
}

wend_action rescuer_turn_to(rescuer* r, float off) {
    return rescuer_drive(r, 0, fminf(fmaxf(off / period, -top_turn), top_turn));
}

wend_action rescuer_walk_towards(rescuer* r, float x, float z) {
    float off = rescuer_bearing(r, x, z);
    float distance = hypotf(x - r->pose.feet.x, z - r->pose.feet.z);
    float turn = fminf(fmaxf(off / period, -top_turn), top_turn);
    float speed = fabsf(off) > 0.7f   ? 0
                  : fabsf(off) > 0.3f ? 0.5f * top_speed
                                      : fminf(top_speed, distance / period + 0.1f);
    return rescuer_drive(r, speed, turn);
}

// ---- ways ---------------------------------------------------------------------------------------

void rescuer_drop_way(rescuer* r) { r->way_count = r->way_next = r->patience = 0; }

bool rescuer_follow_way(rescuer* r, wend_action* action) {
    while (r->way_next < r->way_count && hypotf(r->way[r->way_next].x - r->pose.feet.x,
                                                r->way[r->way_next].y - r->pose.feet.z) < 0.25f)
        r->way_next++;
    if (r->way_next >= r->way_count) return false;
    *action = rescuer_walk_towards(r, r->way[r->way_next].x, r->way[r->way_next].y);
    return true;
}

wend_status rescuer_look_ways(rescuer* r, float unknown, wend_error* error) {
    wend_route_from from = wend_route_default_from();
    from.x = r->pose.feet.x;
    from.z = r->pose.feet.z;
    from.radius = r->body.radius + 0.04f;
    from.comfort = 0.45f;
    from.unknown = unknown;
    from.limit = 90;
    r->planned++;
    return wend_route_spread(r->route, r->map, &from, error);
}

bool rescuer_take_way(rescuer* r, float x, float z, float within) {
    wend_vec2 at;
    if (!wend_route_nearest(r->route, x, z, within, &at)) return false;
    r->way_count = wend_route_way(r->route, at.x, at.y, r->way, MAX_WAY);
    r->way_next = 0;
    return r->way_count > 0;
}

wend_status rescuer_go_to(rescuer* r, wend_vec3 at, float within, bool bold, bool* going,
                          wend_action* action, wend_error* error) {
    *going = r->patience-- > 0 && rescuer_follow_way(r, action);
    if (*going) return WEND_OK;
    for (int i = 0; i < (bold ? 2 : 1) && !*going; i++) {
        WEND_TRY(rescuer_look_ways(r, i ? 2.0f : 0, error));
        *going = rescuer_take_way(r, at.x, at.z, within) && rescuer_follow_way(r, action);
    }
    r->patience = 8;
    return WEND_OK;
}

// ---- what comes of walking ----------------------------------------------------------------------

static wend_vec3 ahead_of(const rescuer* r, float metres) {
    return wend_v3(r->pose.feet.x - sinf(r->pose.heading) * metres, r->pose.feet.y,
                   r->pose.feet.z - cosf(r->pose.heading) * metres);
}

// A door that it knows has been opened: through it, if it is the one it wanted, or leads into a
// building where it wants to be.
static void enter(rescuer* r, int door) {
    rescuer_door* d = &r->doors[door];
    bool aimed = r->aim == AIM_DOOR && r->aimed == door;
    d->tries += 10;
    if (!aimed && !rescuer_wants_in(r, wend_v3(d->x, d->y, d->z))) return;
    r->aim = AIM_BEYOND;
    r->target = (wend_vec2){d->x - sinf(d->turn) * 1.3f, d->z - cosf(d->turn) * 1.3f};
    if (rescuer_is_before(r)) r->house = door;
    r->empty = 0;
}

// A door that it did not know of has been opened while it walked by: it looks for it. The open leaf
// is no other door.
static void look_for_opening(rescuer* r) {
    wend_vec3 at = ahead_of(r, 1.2f);
    if (!rescuer_wants_in(r, at)) return;
    place_list_add(&r->openings, at);
    r->aim = AIM_NONE;
    r->looked = r->pose.feet;
    r->spin = WHOLE_TURN;
}

// What the map knows of the way ahead is no longer so; and it goes through. A door that nobody
// wanted open stays a wall.
static wend_status walk_in(rescuer* r, wend_error* error) {
    wend_map_cell state = rescuer_wants_doors(r) ? WEND_CELL_UNKNOWN : WEND_CELL_OCCUPIED;
    bool known = false;
    r->opened++;
    for (int i = 0; i < r->door_count; i++) {
        rescuer_door* d = &r->doors[i];
        wend_vec3 at = wend_v3(d->x, d->y, d->z);
        if (level_distance(at, r->pose.feet) > 2.6f || fabsf(rescuer_bearing(r, d->x, d->z)) > 0.8f)
            continue;
        known = true;
        WEND_TRY(wend_map_mark(r->map, at, 0.6f, state, error));
        enter(r, i);
    }
    if (!known || state == WEND_CELL_UNKNOWN)
        WEND_TRY(wend_map_mark(r->map, ahead_of(r, 1.3f), 0.8f, state, error));
    if (!known) look_for_opening(r);
    rescuer_drop_way(r);
    return WEND_OK;
}

// It wanted to go ahead, and neither went, nor turned, nor bumped: the environment has opened a
// door.
wend_status rescuer_notice(rescuer* r, wend_error* error) {
    float moved = wend_v3_distance(r->pose.feet, r->last_feet);
    bool turned =
        fabsf(remainderf(r->pose.heading - r->last_heading, (float)(2 * WEND_PI))) > 0.01f;
    if (r->went && moved < 0.01f && !turned && !r->o->collided) WEND_TRY(walk_in(r, error));
    // In a gate the environment may have used the hands, or turned to use them, instead.
    if (!turned && r->o->carries == r->carried) r->tilt += r->nods;
    r->nods = 0;
    r->blocked = r->went && moved < 0.05f && !turned ? r->blocked + 1 : 0;
    return WEND_OK;
}

// Backs out of where it is stuck, turning.
wend_action rescuer_back_out(rescuer* r) {
    r->back--;
    rescuer_drop_way(r);
    bool left = (r->stuck_count & 1) != 0;
    return rescuer_drive(r, r->back > 3 ? -0.6f : 0, left ? top_turn : -top_turn);
}

wend_status rescuer_get_unstuck(rescuer* r, wend_error* error) {
    r->blocked = 0;
    r->stuck_count++;
    r->back = 7;
    if (r->aim == AIM_DOOR) r->doors[r->aimed].tries += 2;
    if (r->aim == AIM_HINT) r->hints[r->aimed].misses += 2;
    if (r->aim != AIM_NONE)
        place_list_add(&r->vain, wend_v3(r->target.x, r->pose.feet.y, r->target.y));
    r->aim = AIM_NONE;
    return wend_map_mark(r->map, ahead_of(r, 0.35f), 0.1f, WEND_CELL_OCCUPIED, error);
}
