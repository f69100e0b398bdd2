// The rescuer: parses the clue, maps and explores, detects the person, and returns to the stretcher
// by its map or its own trail.
#include "agent/rescuer/rescuer.h"

#include "agent/rescuer/rescuer_state.h"
#include "base/json_out.h"
#include "base/settings.h"

static const walker_def walker_settings = {
    .modes = {[WALKER_EASY] = {.comfort = RESCUER_COMFORT, .limit = RESCUER_PATH_LIMIT},
              [WALKER_UNKNOWN] = {.comfort = RESCUER_COMFORT,
                                  .unknown = RESCUER_UNKNOWN,
                                  .limit = RESCUER_PATH_LIMIT}},
    .max_waypoints = MAX_WAYPOINTS,
    .snaps = true,
    .drive = {.speed = RESCUER_SPEED, .turn = RESCUER_TURN, .period = RESCUER_PERIOD}};

// ---- construction -------------------------------------------------------------------------------

static wend_status rescuer_create(void* state, const char* options, wend_error* error) {
    rescuer* r = state;
    int no_clue = 0;
    const setting list[] = {
        {"semantics", SETTING_WORD, &r->semantics, .words = {"rgbd", "truth"}},
        {"eyes", SETTING_WORD, &r->semantics, .words = {"rgbd", "truth"}, .old = true},
        {.key = "memory",
         .kind = SETTING_WORD,
         .value = &r->memory,
         .words = {"metric", "path", "none"}},
        {.key = "explore",
         .kind = SETTING_WORD,
         .value = &r->explore,
         .words = {"clue", "frontier", "rooms"}},
        {.key = "clue", .kind = SETTING_WORD, .value = &no_clue, .words = {"yes", "no"}},
    };
    WEND_TRY(
        settings_read("agent rescuer", options, list, (int)(sizeof list / sizeof *list), error));
    r->reads = !no_clue;
    wend_map_def def = wend_map_default_def();
    def.cell = RESCUER_CELL;
    def.range = RESCUER_RANGE;
    def.climb = true;
    def.step_height = def.drop_height = RESCUER_STEP_HEIGHT;
    def.level_gap = RESCUER_LEVEL_GAP;
    def.max_side = RESCUER_MAP_SIDE;
    WEND_TRY(wend_map_create(&def, &r->map, error));
    r->walker.def = walker_settings;
    WEND_TRY(walker_create(&r->walker, r->map, error));
    WEND_TRY(rescuer_edges_create(&r->edges, error));
    return rescue_detector_create(&r->detector, error);
}

static void rescuer_destroy(void* state) {
    rescuer* r = state;
    walker_destroy(&r->walker);
    wend_map_destroy(r->map);
    rescuer_edges_destroy(r->edges);
    rescue_detector_destroy(r->detector);
}

static bool rescuer_sees_truth(const void* state) {
    return ((const rescuer*)state)->semantics == SEMANTICS_TRUTH;
}

static wend_status rescuer_reset(void* state, const wend_agent_episode* episode,
                                 wend_error* error) {
    rescuer* r = state;
    (void)error;
    wend_map_reset(r->map);
    rescuer_trail_reset(&r->trail);
    rescuer_roofs_reset(&r->roofs);
    for (int i = 0; i < WALKER_MODES; i++)
        r->walker.def.modes[i].radius = episode->body.radius + RESCUER_MARGIN;
    walker_reset(&r->walker, &episode->body);
    r->rng = episode->rng;
    r->clue = rescue_clue_none();
    r->person = r->stretcher = -1;
    r->bed_count = 0;
    r->unreached = r->wait = 0;
    r->refuted.count = r->vain.count = r->openings.count = r->flights.count = r->spent.count = 0;
    r->door_count = r->hint_count = 0;
    r->aim = AIM_NONE;
    r->house = -1;
    r->misled = r->stay = r->blocked = r->back = r->nods = r->tilt = r->onward = 0;
    rescuer_drop_path(r);
    r->carried = r->home = r->returned = r->retraces = r->mapped = r->roofed = r->indoors =
        r->retreats = r->leaves = r->landed = r->peered = false;
    r->stuck_count = r->opened = r->level = 0;
    r->roof_steps = r->empty = 0;
    r->open = r->looked = wend_v3(0, 0, 0);
    return WEND_OK;
}

// ---- perception ---------------------------------------------------------------------------------

static wend_pose pose_of(const wend_observation* o) {
    wend_pose pose = wend_map_pose_of(o);
    if (isfinite(o->pose.altitude)) pose.feet.y = o->pose.altitude;
    return pose;
}

// Position of the stretcher, or of the start if no stretcher is known.
static wend_vec3 home_of(const rescuer* r) {
    return r->stretcher >= 0 ? r->beds[r->stretcher].at : wend_v3(0, 0, 0);
}

// Starts the return. With memory=none, map and detections are cleared.
static void pick_up(rescuer* r) {
    r->carried = true;
    r->stay = r->spin = 0;
    rescuer_drop_path(r);
    r->aim = AIM_NONE;
    r->retreats = r->leaves = false;
    r->vain.count = 0;
    wend_vec3 home = home_of(r);
    if (r->memory == MEMORY_NONE) {
        wend_map_reset(r->map);
        r->stretcher = -1;
        r->bed_count = r->door_count = 0;
        r->level = 0;
    } else {
        rescuer_trail_plan(&r->trail, home);
    }
}

static wend_status rescuer_see(rescuer* r, wend_error* error) {
    const wend_observation* o = r->o;
    r->walker.pose = pose_of(o);
    if (o->step > 0) WEND_TRY(rescuer_notice(r, error));
    r->walker.pose.tilt = (float)r->tilt * RESCUER_LOOK;
    r->before_feet = r->last_feet;
    r->last_feet = r->walker.pose.feet;
    r->last_heading = r->walker.pose.heading;
    if (o->carries && !r->carried) pick_up(r);
    wend_map_frame frame = {.width = o->camera.width,
                            .height = o->camera.height,
                            .hfov = o->camera.hfov,
                            .eye_height = o->camera.eye_height,
                            .depth = o->camera.depth};
    WEND_TRY(wend_map_integrate(r->map, &frame, &r->walker.pose, error));
    if (wend_map_level(r->map) != r->level) {
        r->level = wend_map_level(r->map);
        if (r->aim == AIM_STAIRS) r->patience = MAX_WAYPOINTS;  // to the end of the flight
        r->landed = true;
    }
    rescuer_trail_note(&r->trail, r->walker.pose.feet);
    if (!r->tilt) rescuer_look(r);
    return WEND_OK;
}

// ---- person and stretcher -----------------------------------------------------------------------

// At the person: picks it up, or rejects the detection.
static bool at_person(rescuer* r, wend_action* action) {
    wend_vec3 at = r->hints[r->person].at;
    float distance = level_distance(at, r->walker.pose.feet);
    if (distance > PERSON_REACHED) return false;
    float off = walker_bearing(&r->walker, at.x, at.z);
    if (++r->stay > PERSON_MAX_STAY) {
        rescuer_refute(r, r->person);
        r->stay = 0;
        return false;
    }
    *action = r->stay % 3 ? walker_drive_towards(&r->walker, at.x, at.z)
                          : (wend_action){.kind = WEND_ACTION_PICK};
    if (fabsf(off) > PICK_FACED && distance > PICK_UPON) *action = walker_turn(&r->walker, off);
    r->walker.stepping = false;
    return true;
}

static wend_status fetch(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    if (at_person(r, action)) return WEND_OK;
    if (r->person < 0) return rescuer_explore(r, action, error);
    wend_vec3 at = r->hints[r->person].at;
    WEND_TRY(rescuer_go_to(r, at, PERSON_PATH_END, true, &going, action, error));
    if (going) return WEND_OK;
    if (level_distance(at, r->walker.pose.feet) < PERSON_WALK_UP) {
        *action = walker_drive_towards(&r->walker, at.x, at.z);
        r->stay++;
        return WEND_OK;
    }
    // No path yet: explores around the person.
    r->wait = PERSON_WAIT;
    if (++r->unreached > PERSON_MAX_UNREACHED) {
        rescuer_refute(r, r->person);
        r->unreached = 0;
    }
    return rescuer_explore(r, action, error);
}

// At the stretcher: drives towards it; every third step is a PUT action. In assisted episodes the
// environment puts the person down itself.
static wend_status hand_over(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    wend_vec3 at = home_of(r);
    if (level_distance(at, r->walker.pose.feet) < BED_REACHED) {
        *action = ++r->stay % 3 ? walker_drive_towards(&r->walker, at.x, at.z)
                                : (wend_action){.kind = WEND_ACTION_PUT};
        r->walker.stepping = false;
        if (r->stay > BED_MAX_STAY) {
            rescuer_refute_bed(r, r->stretcher);
            r->stay = 0;
        }
        return WEND_OK;
    }
    WEND_TRY(rescuer_go_to(r, at, BED_PATH_END, true, &going, action, error));
    if (!going) *action = walker_drive_towards(&r->walker, at.x, at.z);
    return WEND_OK;
}

// No path over the map: continues along the trail. After three such failures the map is not used
// until the trail ends.
static void give_up_map(rescuer* r, wend_vec3 home) {
    rescuer_trail_plan(&r->trail, home);
    if (++r->misled >= 3) r->retraces = true;
}

// Whether the trail is so much longer than the straight line that a path through unobserved cells
// is worth one attempt.
static bool is_detour(const rescuer* r, float left) {
    return !r->misled && rescuer_trail_left(&r->trail) > DETOUR_EXTRA + DETOUR_FACTOR * left;
}

static wend_status bring_back(rescuer* r, wend_action* action, wend_error* error) {
    wend_vec3 home = home_of(r), place;
    float left = level_distance(home, r->walker.pose.feet);
    float off = fabsf(home.y - r->walker.pose.feet.y);
    bool level = off < SAME_STOREY, going = false;
    if (r->memory == MEMORY_NONE)
        return r->stretcher >= 0 && level ? hand_over(r, action, error)
                                          : rescuer_explore(r, action, error);
    r->home |= r->stretcher < 0 && level && left < HOME_REACHED;
    r->returned |= r->stretcher >= 0 && level && left < HOME_NEAR;
    if (r->stretcher >= 0 && level && r->returned) return hand_over(r, action, error);
    if (r->home && r->stretcher < 0) return rescuer_explore(r, action, error);
    // On stairs only the trail is used: the map of a landing shows the floor below it, but no path
    // there.
    if (r->memory == MEMORY_METRIC && !r->retraces && off < HOME_LEVEL && left > HOME_MIN_DISTANCE)
        WEND_TRY(rescuer_go_to(r, home, HOME_PATH_END, is_detour(r, left), &going, action, error));
    if (!going && r->mapped) give_up_map(r, home);
    r->mapped = going;
    if (going) return WEND_OK;
    if (rescuer_trail_next(&r->trail, r->walker.pose.feet, &place)) {
        *action = walker_drive_towards(&r->walker, place.x, place.z);
        return WEND_OK;
    }
    r->retraces = false;
    r->returned = true;
    return r->stretcher >= 0 && level ? hand_over(r, action, error)
                                      : rescuer_explore(r, action, error);
}

// The map was wrong about the path back. The trail was traversed before, so it is free.
static void retrace(rescuer* r) {
    if (!r->carried || r->memory == MEMORY_NONE) return;
    r->retraces = true;
    rescuer_trail_plan(&r->trail, home_of(r));
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status rescuer_act(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    rescuer* r = state;
    if (!o->camera.depth || !o->camera.rgb || !isfinite(o->pose.gps[0]) ||
        !isfinite(o->pose.compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent rescuer needs colour, depth, gps and compass; task and run give "
                         "not all of them");
    r->o = o;
    if (o->step == 0) {
        rescuer_read_clue(r);
        rescue_detector_expect(r->detector, r->reads ? o->goal.reference_rgb : NULL,
                               o->goal.reference_width, o->goal.reference_height);
        r->spin = FIRST_TURN;
    }
    WEND_TRY(rescuer_see(r, error));
    if (r->blocked >= 4) {
        WEND_TRY(rescuer_get_unstuck(r, error));
        retrace(r);
    }
    if (r->back > 0) {
        *action = rescuer_back_out(r);
        return WEND_OK;
    }
    if (r->tilt && r->spin <= 0) {
        *action = rescuer_nod(r, 1);
        return WEND_OK;
    }
    if (r->carried) return bring_back(r, action, error);
    // The initial look-around finishes first: the stretcher's position is needed for the return.
    bool looks = r->spin > 0 && r->stretcher < 0;
    bool knows = r->person >= 0 && !looks && r->wait-- <= 0;
    return knows ? fetch(r, action, error) : rescuer_explore(r, action, error);
}

static wend_status rescuer_notes(const void* state, char* text, size_t size, wend_error* error) {
    const rescuer* r = state;
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "read_direction", r->clue.toward);
    wend_json_out_int(&out, "read_floor", r->clue.floor);
    wend_json_out_bool(&out, "read_inside", r->clue.inside);
    wend_json_out_int(&out, "person_seen_at", r->person >= 0 ? r->hints[r->person].step : -1);
    wend_json_out_int(&out, "stretcher_seen_at",
                      r->stretcher >= 0 ? r->beds[r->stretcher].step : -1);
    wend_json_out_int(&out, "heaps_that_were_nobody", r->refuted.count);
    wend_json_out_int(&out, "doors_seen", r->door_count);
    wend_json_out_int(&out, "doors_opened", r->opened);
    wend_json_out_int(&out, "levels", wend_map_level_count(r->map));
    wend_json_out_int(&out, "stuck", r->stuck_count);
    wend_json_out_end(&out);
    return wend_json_out_move(&out, text, size, "the notes of agent rescuer", error);
}

static const wend_map* rescuer_get_map(const void* state) { return ((const rescuer*)state)->map; }

const wend_agent_kind rescuer_agent = {
    .name = "rescuer",
    .summary = "rescue: parses the clue, explores, detects the injured person and returns",
    .options =
        "semantics=rgbd|truth, memory=metric|path|none, explore=clue|frontier|rooms, clue=yes|no",
    .uses_images = true,
    .tasks = "rescue",
    .memory = sizeof(rescuer),
    .create = rescuer_create,
    .destroy = rescuer_destroy,
    .sees_truth = rescuer_sees_truth,
    .reset = rescuer_reset,
    .act = rescuer_act,
    .notes = rescuer_notes,
    .map = rescuer_get_map,
};
