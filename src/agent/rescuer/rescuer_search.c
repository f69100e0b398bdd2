// Exploration of the rescuer: frontiers, closed doors, stairs and uncertain detections, ranked by
// path length and by how well they fit the clue.
#include "agent/rescuer/rescuer_state.h"

enum {
    SPIN = 10,
    HALF = 12,
    ONWARD = 4,
};  // steps: min look-around; turn after looking down; straight ahead at the end of stairs
enum { TRIES = 12 };  // max targets tried per step: some are at the agent's position or unreachable

void rescuer_read_clue(rescuer* r) {
    if (r->reads && r->o->goal.instruction) r->clue = rescue_clue_read(r->o->goal.instruction);
    if (r->clue.inside && r->clue.floor == CLUE_UNSAID) r->clue.floor = 0;
    if (r->explore == EXPLORE_FRONTIER) r->clue = rescue_clue_none();
    if (r->explore == EXPLORE_ROOMS) {
        r->clue.toward = CLUE_UNSAID;
        r->clue.metres = 0;
    }
}

static bool is_searching(const rescuer* r) { return !r->o->carries; }

float rescuer_off_clue(const rescuer* r, float x, float z) {
    if (r->clue.toward == CLUE_UNSAID || !is_searching(r) || hypotf(x, z) < CLUE_MIN_DISTANCE)
        return 0;
    float said = (float)r->clue.toward * (float)(WEND_PI / 4);
    float off = fabsf(remainderf(atan2f(-x, -z) - said, (float)(2 * WEND_PI)));
    return fmaxf(off - (r->clue.coarse ? CLUE_SECTOR_COARSE : CLUE_SECTOR), 0);
}

float rescuer_off_ring(const rescuer* r, float x, float z) {
    if (!r->clue.metres || !is_searching(r)) return 0;
    float off = hypotf(x, z) - (float)r->clue.metres;
    return copysignf(fmaxf(fabsf(off) - CLUE_RING, 0), off);
}

// The clue describes a position outdoors: doors can stay closed.
static bool rescuer_search_is_outside(const rescuer* r) {
    return r->clue.toward != CLUE_UNSAID && !r->clue.inside && !r->clue.room &&
           r->clue.floor == CLUE_UNSAID;
}

bool rescuer_wants_doors(const rescuer* r) {
    return !rescuer_search_is_outside(r) || !is_searching(r);
}

// Metres by which a position lies outside of the area given by direction and distance of the clue;
// 0 if either is missing.
static float off_ground(const rescuer* r, float x, float z) {
    if (r->clue.toward == CLUE_UNSAID || !r->clue.metres || !is_searching(r)) return 0;
    float said = (float)r->clue.toward * (float)(WEND_PI / 4), metres = (float)r->clue.metres;
    float reach = CLUE_RING + (r->clue.coarse ? CLUE_SPREAD_COARSE : CLUE_SPREAD) * metres;
    return fmaxf(hypotf(x + metres * sinf(said), z + metres * cosf(said)) - reach, 0);
}

// Whether not even the far corner of a building with an entrance at `at` fits the clue.
static bool is_off(const rescuer* r, wend_vec3 at) {
    return off_ground(r, at.x, at.z) > HOUSE_DEPTH ||
           fabsf(rescuer_off_ring(r, at.x, at.z)) > HOUSE_DEPTH;
}

bool rescuer_is_before(const rescuer* r) { return !r->roofed || r->house < 0; }

bool rescuer_wants_in(const rescuer* r, wend_vec3 entrance) {
    return is_searching(r) && r->clue.inside && rescuer_is_before(r) && !is_off(r, entrance);
}

// Metres of height to the storey of the clue; negative: down. 0 if the clue names none.
static float climb_left(const rescuer* r) {
    if (r->clue.floor == CLUE_UNSAID || !is_searching(r)) return 0;
    return (float)r->clue.floor * STOREY - r->walker.pose.feet.y;
}

// ---- targets ------------------------------------------------------------------------------------

// The cheapest target so far.
typedef struct choice {
    float cost;
    rescuer_aim aim;
    int index;
    wend_vec2 at;
} choice;

static void prefer(choice* best, float cost, rescuer_aim aim, int index, float x, float z) {
    if (cost < best->cost) *best = (choice){cost, aim, index, {x, z}};
}

// Path length to a position, or to the nearest reachable one within `beside` metres.
static float way_to(const rescuer* r, float x, float z, float beside) {
    float metres = wend_route_distance(r->walker.route, x, z);
    wend_vec2 at;
    if (isfinite(metres)) return metres;
    return wend_route_nearest(r->walker.route, x, z, beside, &at)
               ? wend_route_distance(r->walker.route, at.x, at.y)
               : INFINITY;
}

// Cost of a position by the clue, in metres of path.
static float against(const rescuer* r, float x, float z) {
    if (is_searching(r) &&
        r->person >= 0)  // explore around the detected person to find a path to it
        return 2 * level_distance(r->hints[r->person].at, wend_v3(x, 0, z));
    float inside = r->roofed && r->clue.inside ? COST_CLUE_INSIDE : 1, out = hypotf(x, z);
    float cost = inside * rescuer_off_clue(r, x, z) *
                 (COST_OFF_CLUE + COST_OFF_CLUE_SLOPE * fminf(out, COST_OFF_CLUE_RANGE));
    if (r->clue.metres) {
        cost *= COST_CLUE_DISTANCE;
        cost += 3 * off_ground(r, x, z) + COST_OFF_RING * inside * fabsf(rescuer_off_ring(r, x, z));
    } else if (is_searching(r) && r->reads) {
        cost += fmaxf(out - CLUE_MAX_DISTANCE, 0);
    }
    if (!is_searching(r) && r->memory != MEMORY_NONE) cost += COST_HOMEWARD * out;
    return cost;
}

// Cost of a height difference: negative if it leads towards the storey of the clue.
static float against_height(const rescuer* r, float x, float z) {
    float ground = wend_map_ground(r->map, x, z);
    if (!isfinite(ground) || r->clue.floor == CLUE_UNSAID || !is_searching(r)) return 0;
    float rise = ground - r->walker.pose.feet.y, left = climb_left(r);
    if (fabsf(left) < ON_STOREY) return 8 * fminf(fabsf(rise), 2);
    return -4 * fminf(fmaxf(left > 0 ? rise : -rise, -2), 2);
}

// Whether the agent is on the storey of the clue and the target is not.
static bool leaves_storey(const rescuer* r, float x, float z) {
    if (r->clue.floor == CLUE_UNSAID || !is_searching(r) || fabsf(climb_left(r)) > ON_STOREY)
        return false;
    wend_vec2 at;
    float ground = wend_map_ground(r->map, x, z);
    if (!isfinite(ground) && wend_route_nearest(r->walker.route, x, z, GROUND_SEARCH, &at))
        ground = wend_map_ground(r->map, at.x, at.y);
    return isfinite(ground) && fabsf(ground - r->walker.pose.feet.y) > ON_STOREY;
}

// Bonus for targets below a ceiling, if the clue says inside and the building fits it: the agent
// enters buildings and stays while targets are left there.
static float against_outside(const rescuer* r, wend_vec3 at) {
    if (!is_searching(r) || !r->clue.inside || fabsf(r->walker.pose.feet.y) > 1 || is_off(r, at))
        return 0;
    return rescuer_roofs_has(&r->roofs, at.x, at.z) ? -15 : 0;
}

static void weigh_edges(rescuer* r, choice* best) {
    rescuer_edge edges[MAX_EDGES];
    int count = rescuer_edges_find(r->edges, r->map, edges, MAX_EDGES);
    for (int i = 0; i < count; i++) {
        const rescuer_edge* e = &edges[i];
        wend_vec3 at = wend_v3(e->x, r->walker.pose.feet.y, e->z);
        if (position_list_has(&r->vain, at, FRONTIER_VAIN)) continue;
        float cost = way_to(r, e->x, e->z, FRONTIER_END);
        if (!isfinite(cost) || leaves_storey(r, e->x, e->z)) continue;
        cost += against(r, e->x, e->z) + against_height(r, e->x, e->z) - FRONTIER_GAIN * e->unknown;
        cost += FRONTIER_TURN * fabsf(walker_bearing(&r->walker, e->x, e->z));
        cost += against_outside(r, at);
        if (r->aim == AIM_FRONTIER &&
            hypotf(r->target.x - e->x, r->target.y - e->z) < FRONTIER_SAME)
            cost -= 3;
        prefer(best, cost, AIM_FRONTIER, i, e->x, e->z);
    }
}

static wend_vec2 stand_before(const rescuer_door* d) {
    return (wend_vec2){d->x + sinf(d->turn) * DOOR_STAND, d->z + cosf(d->turn) * DOOR_STAND};
}

static void weigh_doors(const rescuer* r, choice* best) {
    if (!rescuer_wants_doors(r)) return;
    for (int i = 0; i < r->door_count; i++) {
        const rescuer_door* d = &r->doors[i];
        if (d->tries >= DOOR_MAX_TRIES || fabsf(d->y - r->walker.pose.feet.y) > 1 ||
            d->views < DOOR_MIN_VIEWS)
            continue;
        wend_vec2 stand = stand_before(d);
        float cost = way_to(r, stand.x, stand.y, DOOR_END) + 4 * (float)d->tries;
        bool wanted = r->clue.inside && rescuer_is_before(r) && is_searching(r);
        cost += against(r, d->x, d->z) + (wanted ? -15 : r->roofed ? 3 : 12);
        if (is_off(r, wend_v3(d->x, 0, d->z))) cost += 40;
        prefer(best, cost, AIM_DOOR, i, stand.x, stand.y);
    }
}

static void weigh_hints(const rescuer* r, choice* best) {
    if (!is_searching(r)) return;
    for (int i = 0; i < r->hint_count; i++) {
        const rescuer_hint* h = &r->hints[i];
        if (!rescuer_hint_is_open(h) || h->views < 2 || fabsf(h->at.y - r->walker.pose.feet.y) > 1)
            continue;
        float cost = way_to(r, h->at.x, h->at.z, 2);
        cost += against(r, h->at.x, h->at.z) + (2 * h->alike > h->views ? -6 : 8);
        prefer(best, cost, AIM_HINT, i, h->at.x, h->at.z);
    }
}

// If the clue names another storey: the highest (or lowest) reachable ground within 9 m.
static void weigh_stairs(const rescuer* r, choice* best) {
    const float reach = STAIRS_REACH, cell = STAIRS_CELL;
    float left = climb_left(r), sign = left > 0 ? 1 : -1;
    if (!r->roofed || fabsf(left) < ON_STOREY) return;
    for (float z = -reach; z <= reach; z += cell)
        for (float x = -reach; x <= reach; x += cell) {
            float at_x = r->walker.pose.feet.x + x, at_z = r->walker.pose.feet.z + z;
            float rise = sign * (wend_map_ground(r->map, at_x, at_z) - r->walker.pose.feet.y);
            if (!(rise > STAIRS_MIN_RISE)) continue;
            float route_length = wend_route_distance(r->walker.route, at_x, at_z);
            wend_vec3 at = wend_v3(at_x, r->walker.pose.feet.y, at_z);
            if (!isfinite(route_length) || position_list_has(&r->vain, at, STAIRS_VAIN) ||
                position_list_has(&r->spent, at, 1))
                continue;
            prefer(best, route_length - 12 * fminf(rise, fabsf(left)) - 20, AIM_STAIRS, 0, at_x,
                   at_z);
        }
}

// Back at the start without a detected stretcher: visits two circles around the start, since the
// stretcher is occluded by something near.
static void weigh_rounds(const rescuer* r, choice* best) {
    enum { ROUND = 8 };
    if (!r->carried || !r->home || r->stretcher >= 0) return;
    for (int i = 0; i < 2 * ROUND; i++) {
        float radius = i < ROUND ? 5 : 10, angle = (float)i * (float)(2 * WEND_PI / ROUND);
        float x = radius * sinf(angle), z = radius * cosf(angle);
        if (position_list_has(&r->vain, wend_v3(x, r->walker.pose.feet.y, z), 1)) continue;
        prefer(best, way_to(r, x, z, ROUND_END) + radius - 20, AIM_ROUND, i, x, z);
    }
}

// Chooses the cheapest target by the current route distances and plans a path to it.
static bool rescuer_search_choose(rescuer* r) {
    choice best = {.cost = INFINITY};
    weigh_edges(r, &best);
    weigh_doors(r, &best);
    weigh_hints(r, &best);
    weigh_stairs(r, &best);
    weigh_rounds(r, &best);
    r->aim = best.aim;
    r->aimed = best.index;
    r->target = best.at;
    r->patience = best.aim == AIM_STAIRS ? CLIMB_STEPS : REPLAN_STEPS;
    return best.aim != AIM_NONE && walker_plan(&r->walker, best.at.x, best.at.y, 2);
}

// ---- doors --------------------------------------------------------------------------------------

// In front of a door: turns to it and takes the DOOR action, at most DOOR_MAX_TRIES times.
static bool try_door(rescuer* r, wend_action* action) {
    if (r->aim != AIM_DOOR) return false;
    rescuer_door* d = &r->doors[r->aimed];
    float distance = hypotf(d->x - r->walker.pose.feet.x, d->z - r->walker.pose.feet.z);
    if (distance > DOOR_REACHED) return false;
    float off = walker_bearing(&r->walker, d->x, d->z);
    if (fabsf(off) > DOOR_FACED) {
        *action = walker_turn(&r->walker, off);
        return true;
    }
    if (d->tries >= DOOR_MAX_TRIES) {
        r->aim = AIM_NONE;
        return false;
    }
    d->tries++;
    *action = (wend_action){.kind = WEND_ACTION_DOOR};
    r->walker.stepping = true;
    return true;
}

// Walks through an opened door, over unobserved cells if necessary.
static wend_status rescuer_search_walk_through(rescuer* r, bool* going, wend_action* action,
                                               wend_error* error) {
    wend_vec3 at = wend_v3(r->target.x, r->walker.pose.feet.y, r->target.y);
    *going = false;
    if (level_distance(at, r->walker.pose.feet) < THROUGH_REACHED) {
        r->aim = AIM_NONE;
        rescuer_drop_path(r);
        return WEND_OK;
    }
    WEND_TRY(rescuer_go_to(r, at, THROUGH_END, true, going, action, error));
    bool around = wend_route_distance(r->walker.route, at.x, at.z) >
                  8;  // the path leads around, not through the door
    if (around) *going = false;
    if (!*going) r->aim = AIM_NONE;
    return WEND_OK;
}

// ---- retreat ------------------------------------------------------------------------------------

static void retreat_to(rescuer* r, wend_vec3 place) {
    r->retreats = true;
    r->spin = 0;
    r->aim = AIM_NONE;
    rescuer_drop_path(r);
    rescuer_trail_plan(&r->trail, place);
}

// The door by which the agent entered the building, or its last position outdoors.
static wend_vec3 entrance_of(const rescuer* r) {
    const rescuer_door* d = &r->doors[r->house < 0 ? 0 : r->house];
    return r->house < 0 ? r->open : wend_v3(d->x, d->y, d->z);
}

// A position of the trail so far before the entrance that the door can be marked as closed.
static wend_vec3 place_outside(const rescuer* r) {
    wend_vec3 entrance = entrance_of(r);
    int i = r->trail.count - 1;
    while (i > 0 && wend_v3_distance(r->trail.places[i], entrance) > 1) i--;
    while (i > 0 && wend_v3_distance(r->trail.places[i], entrance) < OUTSIDE_DISTANCE) i--;
    return i > 0 ? r->trail.places[i] : wend_v3(0, 0, 0);
}

static void rescuer_search_leave(rescuer* r) {
    r->leaves = true;
    retreat_to(r, place_outside(r));
}

// The building is searched completely: its door becomes an obstacle and its stairs are ignored.
static wend_status shut_building(rescuer* r, wend_error* error) {
    wend_vec3 entrance = entrance_of(r);
    bool known = r->house >= 0;
    for (int i = 0; i < r->flights.count; i++) position_list_add(&r->spent, r->flights.items[i]);
    r->flights.count = 0;
    r->leaves = r->roofed = false;
    r->empty = 0;
    r->house = -1;
    return known ? wend_map_mark(r->map, entrance, SHUT_RADIUS, WEND_CELL_OCCUPIED, error)
                 : WEND_OK;
}

// Follows the trail back.
static wend_status retreat(rescuer* r, bool* going, wend_action* action, wend_error* error) {
    wend_vec3 place;
    *going = rescuer_trail_next(&r->trail, r->walker.pose.feet, &place);
    if (*going) {
        *action = walker_drive_towards(&r->walker, place.x, place.z);
        return WEND_OK;
    }
    r->retreats = false;
    r->vain.count = 0;
    return r->leaves ? shut_building(r, error) : WEND_OK;
}

// Whether the agent is in a building that does not fit the clue or is searched completely.
static bool is_wrong_building(const rescuer* r) {
    if (!is_searching(r) || !r->roofed || r->indoors ||
        level_distance(r->open, r->walker.pose.feet) <= OPEN_DISTANCE)
        return false;
    bool off = r->house >= 0 && is_off(r, entrance_of(r)) && is_off(r, r->walker.pose.feet);
    return rescuer_search_is_outside(r) || (r->clue.inside && (r->empty > 1 || off));
}

// The last position of the trail on another storey or more than 5 m away.
static wend_vec3 place_before(const rescuer* r) {
    for (int i = r->trail.count - 1; i >= 0; i--) {
        wend_vec3 at = r->trail.places[i];
        if (fabsf(at.y - r->walker.pose.feet.y) > BEFORE_RISE ||
            level_distance(at, r->walker.pose.feet) > 5)
            return at;
    }
    return wend_v3(0, 0, 0);
}

// Looks down and around: the first treads of a flight are below the level image.
static wend_action peer(rescuer* r) {
    r->aim = AIM_NONE;
    r->spin = HALF;
    r->peered = true;
    return rescuer_nod(r, -1);
}

// Whether to look around for doors: walking along a wall, the camera sees its doors at too flat an
// angle.
static bool wants_door(const rescuer* r) {
    return is_searching(r) && r->clue.inside && !r->roofed &&
           (r->aim == AIM_NONE || r->aim == AIM_FRONTIER) &&
           level_distance(r->looked, r->walker.pose.feet) > 6 &&
           rescuer_off_clue(r, r->walker.pose.feet.x, r->walker.pose.feet.z) < DOOR_LOOK_CLUE &&
           fabsf(rescuer_off_ring(r, r->walker.pose.feet.x, r->walker.pose.feet.z)) < HOUSE_DEPTH;
}

// No target is left: clears rejected positions and failed doors, because other viewpoints may show
// more. Every third time it goes back along the trail.
static wend_action rescuer_search_start_over(rescuer* r) {
    r->empty++;
    r->vain.count = 0;
    for (int i = 0; i < r->door_count; i++)
        if (r->doors[i].tries < 8) r->doors[i].tries = 0;
    r->spin = SPIN + (int)wend_rng_below(&r->rng, 12);
    if (r->empty % 3 == 0) retreat_to(r, place_before(r));
    return walker_set_velocity(&r->walker, 0, r->walker.def.drive.turn);
}

// ---- exploration --------------------------------------------------------------------------------

static bool has_arrived(const rescuer* r) {
    float metres = hypotf(r->target.x - r->walker.pose.feet.x, r->target.y - r->walker.pose.feet.z);
    if (r->aim == AIM_HINT) return !rescuer_hint_is_open(&r->hints[r->aimed]);
    if (r->aim == AIM_STAIRS) return metres < STAIRS_REACHED;
    if (r->aim == AIM_ROUND) return metres < ROUND_REACHED;
    return r->aim == AIM_FRONTIER && metres < FRONTIER_REACHED;
}

// Walks straight ahead while the height changes: the last treads of a flight are hidden by its
// edge.
static wend_action climb_on(rescuer* r) {
    bool rises = fabsf(r->walker.pose.feet.y - r->before_feet.y) > CLIMB_MIN_RISE;
    r->onward = rises ? ONWARD : r->onward - 1;
    return walker_set_velocity(&r->walker, 1, 0);
}

static wend_status search_on(rescuer* r, wend_action* action, wend_error* error) {
    bool going = false;
    if (r->aim == AIM_BEYOND) {
        WEND_TRY(rescuer_search_walk_through(r, &going, action, error));
        if (going) return WEND_OK;
    }
    if (try_door(r, action)) return WEND_OK;
    if (has_arrived(r)) {
        if (r->aim == AIM_STAIRS) {
            r->onward = ONWARD;
            float foot = r->walker.pose.feet.y - copysignf(FLIGHT / 2, climb_left(r));
            position_list_add(&r->flights, wend_v3(r->target.x, foot, r->target.y));
        }
        wend_vec3 at = wend_v3(r->target.x, r->walker.pose.feet.y, r->target.y);
        position_list_add(&r->vain, at);
        r->aim = AIM_NONE;
        // Beside an opened door: looks around, because it is not visible in passing.
        if (position_list_has(&r->openings, at, 2) && rescuer_wants_in(r, at)) r->spin = WHOLE_TURN;
    }
    if (r->onward > 0) {
        *action = climb_on(r);
        return WEND_OK;
    }
    if (r->aim != AIM_NONE && r->patience-- > 0 && walker_drive(&r->walker, action)) return WEND_OK;
    if (r->landed) {
        r->landed = false;
        *action = peer(r);
        return WEND_OK;
    }
    if (wants_door(r)) {
        r->looked = r->walker.pose.feet;
        r->spin = WHOLE_TURN;
    }
    WEND_TRY(walker_compute_distances(&r->walker, WALKER_EASY, error));
    for (int tries = 0; tries < TRIES; tries++) {
        if (rescuer_search_choose(r) && walker_drive(&r->walker, action)) {
            r->peered = false;
            return WEND_OK;
        }
        if (r->aim == AIM_NONE) break;
        if (try_door(r, action)) return WEND_OK;
        position_list_add(&r->vain, wend_v3(r->target.x, r->walker.pose.feet.y, r->target.y));
        if (r->aim == AIM_HINT) rescuer_refute(r, r->aimed);
        if (r->aim == AIM_DOOR) r->doors[r->aimed].tries++;
    }
    *action = r->peered ? rescuer_search_start_over(r) : peer(r);
    return WEND_OK;
}

wend_status rescuer_explore(rescuer* r, wend_action* action, wend_error* error) {
    if (!r->retreats && is_wrong_building(r)) {
        rescuer_search_leave(r);
    }
    if (r->retreats) {
        bool going;
        WEND_TRY(retreat(r, &going, action, error));
        if (going) return WEND_OK;
    }
    if (r->spin > 0) {
        r->spin--;
        *action = walker_set_velocity(&r->walker, 0, r->walker.def.drive.turn);
        return WEND_OK;
    }
    return search_on(r, action, error);
}
