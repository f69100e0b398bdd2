// Motion of the rescuer: paths over its map, doors, and recovery when stuck.
#include "agent/rescuer/rescuer_state.h"

wend_action rescuer_nod(rescuer* r, int up) {
    r->walker.stepping = false;
    r->nods = up;
    return (wend_action){.kind = up > 0 ? WEND_ACTION_UP : WEND_ACTION_DOWN};
}

void rescuer_drop_path(rescuer* r) {
    walker_drop_path(&r->walker);
    r->patience = 0;
}

wend_status rescuer_go_to(rescuer* r, wend_vec3 at, float within, bool unknown, bool* going,
                          wend_action* action, wend_error* error) {
    const walker_mode modes[2] = {WALKER_EASY, WALKER_UNKNOWN};
    *going = r->patience-- > 0 && walker_drive(&r->walker, action);
    if (*going) return WEND_OK;
    for (int i = 0; i < (unknown ? 2 : 1) && !*going; i++) {
        WEND_TRY(walker_compute_distances(&r->walker, modes[i], error));
        *going = walker_plan(&r->walker, at.x, at.z, within) && walker_drive(&r->walker, action);
    }
    r->patience = REPLAN_STEPS;
    return WEND_OK;
}

// ---- effects of actions -------------------------------------------------------------------------

static wend_vec3 rescuer_walk_ahead_of(const rescuer* r, float metres) {
    return wend_v3(r->walker.pose.feet.x - sinf(r->walker.pose.heading) * metres,
                   r->walker.pose.feet.y,
                   r->walker.pose.feet.z - cosf(r->walker.pose.heading) * metres);
}

// A known door has been opened. Targets the position behind it if the door was the target or leads
// into a building that fits the clue.
static void rescuer_walk_enter(rescuer* r, int door) {
    rescuer_door* d = &r->doors[door];
    bool aimed = r->aim == AIM_DOOR && r->aimed == door;
    d->tries += 10;
    if (!aimed && !rescuer_wants_in(r, wend_v3(d->x, d->y, d->z))) return;
    r->aim = AIM_BEYOND;
    r->target =
        (wend_vec2){d->x - sinf(d->turn) * DOOR_THROUGH, d->z - cosf(d->turn) * DOOR_THROUGH};
    if (rescuer_is_before(r)) r->house = door;
    r->empty = 0;
}

// An undetected door has been opened in passing: looks around to find it.
static void look_for_opening(rescuer* r) {
    wend_vec3 at = rescuer_walk_ahead_of(r, OPENING_AHEAD);
    if (!rescuer_wants_in(r, at)) return;
    position_list_add(&r->openings, at);
    r->aim = AIM_NONE;
    r->looked = r->walker.pose.feet;
    r->spin = WHOLE_TURN;
}

// Updates the map at an opened door: its cells become unknown, or occupied if no door is wanted.
static wend_status walk_in(rescuer* r, wend_error* error) {
    wend_map_cell state = rescuer_wants_doors(r) ? WEND_CELL_UNKNOWN : WEND_CELL_OCCUPIED;
    bool known = false;
    r->opened++;
    for (int i = 0; i < r->door_count; i++) {
        rescuer_door* d = &r->doors[i];
        wend_vec3 at = wend_v3(d->x, d->y, d->z);
        if (level_distance(at, r->walker.pose.feet) > OPENED_REACH ||
            fabsf(walker_bearing(&r->walker, d->x, d->z)) > OPENED_BEARING)
            continue;
        known = true;
        WEND_TRY(wend_map_mark(r->map, at, OPENED_RADIUS, state, error));
        rescuer_walk_enter(r, i);
    }
    if (!known || state == WEND_CELL_UNKNOWN)
        WEND_TRY(
            wend_map_mark(r->map, rescuer_walk_ahead_of(r, LEAF_AHEAD), LEAF_RADIUS, state, error));
    if (!known) look_for_opening(r);
    rescuer_drop_path(r);
    return WEND_OK;
}

// A forward action without motion, rotation or collision means that the environment has opened a
// door.
wend_status rescuer_notice(rescuer* r, wend_error* error) {
    float moved = wend_v3_distance(r->walker.pose.feet, r->last_feet);
    bool turned =
        fabsf(remainderf(r->walker.pose.heading - r->last_heading, (float)(2 * WEND_PI))) > TURNED;
    if (r->walker.stepping && moved < MOVED && !turned && !r->o->collided)
        WEND_TRY(walk_in(r, error));
    // Inside a gate the environment may replace the action by PICK, PUT or a turn. The tilt is
    // unchanged then.
    if (!turned && r->o->carries == r->carried) r->tilt += r->nods;
    r->nods = 0;
    r->blocked = r->walker.stepping && moved < BLOCKED_MOVE && !turned ? r->blocked + 1 : 0;
    return WEND_OK;
}

// Moves backwards and turns, alternating sides.
wend_action rescuer_back_out(rescuer* r) {
    r->back--;
    rescuer_drop_path(r);
    bool left = (r->stuck_count & 1) != 0;
    float turn = r->walker.def.drive.turn;
    return walker_set_velocity(&r->walker, r->back > BACK_TURNS ? BACK_SPEED : 0,
                               left ? turn : -turn);
}

wend_status rescuer_get_unstuck(rescuer* r, wend_error* error) {
    r->blocked = 0;
    r->stuck_count++;
    r->back = BACK_STEPS;
    if (r->aim == AIM_DOOR) r->doors[r->aimed].tries += 2;
    if (r->aim == AIM_HINT) r->hints[r->aimed].misses += 2;
    if (r->aim != AIM_NONE)
        position_list_add(&r->vain, wend_v3(r->target.x, r->walker.pose.feet.y, r->target.y));
    r->aim = AIM_NONE;
    return wend_map_mark(r->map, rescuer_walk_ahead_of(r, OBSTACLE_AHEAD), OBSTACLE_RADIUS,
                         WEND_CELL_OCCUPIED, error);
}
