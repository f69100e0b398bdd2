// A rescuer: reads the clue, maps and explores, recognises who lies there, and finds the way back
// by what it remembers.
#include "agent/rescuer.h"

#include "agent/rescuer_parts.h"
#include "base/json_out.h"
#include "base/settings.h"

static const float nod = (float)(WEND_PI / 6);  // radians that a look up or down is

// ---- making -------------------------------------------------------------------------------------

static wend_status create(void* state, const char* options, wend_error* error) {
    rescuer* r = state;
    int no_clue = 0;
    const setting list[] = {
        {.key = "eyes", .kind = SETTING_WORD, .value = &r->eyes, .words = {"rgbd", "truth"}},
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
    def.cell = 0.15f;
    def.range = 10;
    def.climb = true;
    // Cells are finer than treads are deep: two of them may lie in one.
    def.step_height = 0.32f;
    def.drop_height = 0.32f;
    // Less than half a storey: the landing of a winding staircase has a grid of its own, so that
    // the flight above does not lie in the cells of the one below. Not much less: the grid begins
    // where the landing does, and the flight that led there was seen as a whole in the other.
    def.level_gap = 1.15f;
    def.max_side = 1600;
    WEND_TRY(wend_map_create(&def, &r->map, error));
    WEND_TRY(wend_route_create(&r->route, error));
    WEND_TRY(rescuer_edges_create(&r->edges, error));
    return rescue_sights_create(&r->sights, error);
}

static void destroy(void* state) {
    rescuer* r = state;
    wend_map_destroy(r->map);
    wend_route_destroy(r->route);
    rescuer_edges_destroy(r->edges);
    rescue_sights_destroy(r->sights);
}

static bool sees_truth(const void* state) { return ((const rescuer*)state)->eyes == EYES_TRUTH; }

static wend_status reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    rescuer* r = state;
    (void)error;
    wend_map_reset(r->map);
    rescuer_trail_reset(&r->trail);
    rescuer_roofs_reset(&r->roofs);
    r->body = episode->body;
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
    rescuer_drop_way(r);
    r->carried = r->home = r->returned = r->retraces = r->mapped = r->went = r->roofed =
        r->indoors = r->retreats = r->leaves = r->landed = r->peered = false;
    r->stuck_count = r->opened = r->planned = r->level = 0;
    r->roof_steps = r->empty = 0;
    r->open = r->looked = wend_v3(0, 0, 0);
    return WEND_OK;
}

// ---- seeing -------------------------------------------------------------------------------------

static wend_map_pose pose_of(const wend_observation* o) {
    wend_map_pose pose = wend_map_pose_of(o);
    if (isfinite(o->altitude)) pose.feet.y = o->altitude;
    return pose;
}

// The stretcher, or where it began.
static wend_vec3 home_of(const rescuer* r) {
    return r->stretcher >= 0 ? r->beds[r->stretcher].at : wend_v3(0, 0, 0);
}

// From now on it wants to go back; without memory it knows nothing of where it was.
static void pick_up(rescuer* r) {
    r->carried = true;
    r->stay = r->spin = 0;
    rescuer_drop_way(r);
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

static wend_status see(rescuer* r, wend_error* error) {
    const wend_observation* o = r->o;
    r->pose = pose_of(o);
    if (o->step > 0) WEND_TRY(rescuer_notice(r, error));
    r->pose.tilt = (float)r->tilt * nod;
    r->before_feet = r->last_feet;
    r->last_feet = r->pose.feet;
    r->last_heading = r->pose.heading;
    if (o->carries && !r->carried) pick_up(r);
    wend_map_frame frame = {
        .width = o->width, .height = o->height, .hfov = o->hfov, .depth = o->depth};
    WEND_TRY(wend_map_integrate(r->map, &frame, &r->pose, error));
    if (wend_map_level(r->map) != r->level) {
        r->level = wend_map_level(r->map);
        if (r->aim == AIM_STAIRS) r->patience = MAX_WAY;  // to the end of the flight
        r->landed = true;
    }
    rescuer_trail_note(&r->trail, r->pose.feet);
    if (!r->tilt) rescuer_look(r);
    return WEND_OK;
}

// ---- the two ends -------------------------------------------------------------------------------

// At the person: take it, or see that it is nobody.
static bool at_person(rescuer* r, wend_action* action) {
    wend_vec3 at = r->hints[r->person].at;
    float distance = level_distance(at, r->pose.feet);
    if (distance > 1.0f) return false;
    float off = rescuer_bearing(r, at.x, at.z);
    if (++r->stay > 10) {
        rescuer_refute(r, r->person);
        r->stay = 0;
        return false;
    }
    *action =
        r->stay % 3 ? rescuer_walk_towards(r, at.x, at.z) : (wend_action){.kind = WEND_ACTION_PICK};
    if (fabsf(off) > 0.5f && distance > 0.3f) *action = rescuer_turn_to(r, off);
    r->went = false;
    return true;
}

static wend_status fetch(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    if (at_person(r, action)) return WEND_OK;
    if (r->person < 0) return rescuer_explore(r, action, error);
    wend_vec3 at = r->hints[r->person].at;
    WEND_TRY(rescuer_go_to(r, at, 1.2f, true, &going, action, error));
    if (going) return WEND_OK;
    if (level_distance(at, r->pose.feet) < 1.6f) {
        *action = rescuer_walk_towards(r, at.x, at.z);
        r->stay++;
        return WEND_OK;
    }
    // No way to it yet: it looks for one around there.
    r->wait = 20;
    if (++r->unreached > 8) {
        rescuer_refute(r, r->person);
        r->unreached = 0;
    }
    return rescuer_explore(r, action, error);
}

// At the stretcher the environment takes over, or the hands do.
static wend_status hand_over(rescuer* r, wend_action* action, wend_error* error) {
    bool going;
    wend_vec3 at = home_of(r);
    if (level_distance(at, r->pose.feet) < 1.1f) {
        *action = ++r->stay % 3 ? rescuer_walk_towards(r, at.x, at.z)
                                : (wend_action){.kind = WEND_ACTION_PUT};
        r->went = false;
        if (r->stay > 12) {
            rescuer_refute_bed(r, r->stretcher);
            r->stay = 0;
        }
        return WEND_OK;
    }
    WEND_TRY(rescuer_go_to(r, at, 1.4f, true, &going, action, error));
    if (!going) *action = rescuer_walk_towards(r, at.x, at.z);
    return WEND_OK;
}

// The map's way has ended: back by the trail. A map that promised ways and took them back again
// and again is not believed a further time.
static void give_up_map(rescuer* r, wend_vec3 home) {
    rescuer_trail_plan(&r->trail, home);
    if (++r->misled >= 3) r->retraces = true;
}

// Whether the trail leads so far around that a way through the unknown is worth trying, once.
static bool is_detour(const rescuer* r, float left) {
    return !r->misled && rescuer_trail_left(&r->trail) > 10 + 2.5f * left;
}

static wend_status bring_back(rescuer* r, wend_action* action, wend_error* error) {
    wend_vec3 home = home_of(r), place;
    float left = level_distance(home, r->pose.feet);
    float off = fabsf(home.y - r->pose.feet.y);
    bool level = off < 1.5f, going = false;
    if (r->memory == MEMORY_NONE)
        return r->stretcher >= 0 && level ? hand_over(r, action, error)
                                          : rescuer_explore(r, action, error);
    r->home |= r->stretcher < 0 && level && left < 1.5f;
    r->returned |= r->stretcher >= 0 && level && left < 6;
    if (r->stretcher >= 0 && level && r->returned) return hand_over(r, action, error);
    if (r->home && r->stretcher < 0) return rescuer_explore(r, action, error);
    // On stairs the trail leads: a landing's map shows the floor below it, and no way there.
    if (r->memory == MEMORY_METRIC && !r->retraces && off < 0.8f && left > 1.2f)
        WEND_TRY(rescuer_go_to(r, home, 1.5f, is_detour(r, left), &going, action, error));
    if (!going && r->mapped) give_up_map(r, home);
    r->mapped = going;
    if (going) return WEND_OK;
    if (rescuer_trail_next(&r->trail, r->pose.feet, &place)) {
        *action = rescuer_walk_towards(r, place.x, place.z);
        return WEND_OK;
    }
    r->retraces = false;
    r->returned = true;
    return r->stretcher >= 0 && level ? hand_over(r, action, error)
                                      : rescuer_explore(r, action, error);
}

// The map was wrong about the way back: the way it came is one, for sure.
static void retrace(rescuer* r) {
    if (!r->carried || r->memory == MEMORY_NONE) return;
    r->retraces = true;
    rescuer_trail_plan(&r->trail, home_of(r));
}

// ---- acting -------------------------------------------------------------------------------------

static wend_status act(void* state, const wend_observation* o, wend_action* action,
                       wend_error* error) {
    rescuer* r = state;
    if (!o->depth || !o->rgb || !isfinite(o->gps[0]) || !isfinite(o->compass))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent rescuer needs colour, depth, gps and compass; task and run give "
                         "not all of them");
    r->o = o;
    if (o->step == 0) {
        rescuer_read_clue(r);
        rescue_sights_expect(r->sights, r->reads ? o->reference_rgb : NULL, o->reference_width,
                             o->reference_height);
        r->spin = 22;
    }
    WEND_TRY(see(r, error));
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
    // First it looks around: where the stretcher stands is worth knowing before leaving.
    bool looks = r->spin > 0 && r->stretcher < 0;
    bool knows = r->person >= 0 && !looks && r->wait-- <= 0;
    return knows ? fetch(r, action, error) : rescuer_explore(r, action, error);
}

static wend_status notes(const void* state, char* text, size_t size, wend_error* error) {
    const rescuer* r = state;
    json_out out = {0};
    json_out_object(&out, NULL);
    json_out_int(&out, "read_direction", r->clue.toward);
    json_out_int(&out, "read_floor", r->clue.floor);
    json_out_bool(&out, "read_inside", r->clue.inside);
    json_out_int(&out, "person_seen_at", r->person >= 0 ? r->hints[r->person].step : -1);
    json_out_int(&out, "stretcher_seen_at", r->stretcher >= 0 ? r->beds[r->stretcher].step : -1);
    json_out_int(&out, "heaps_that_were_nobody", r->refuted.count);
    json_out_int(&out, "doors_seen", r->door_count);
    json_out_int(&out, "doors_opened", r->opened);
    json_out_int(&out, "levels", wend_map_level_count(r->map));
    json_out_int(&out, "stuck", r->stuck_count);
    json_out_end(&out);
    return json_out_move(&out, text, size, "the notes of agent rescuer", error);
}

static const wend_map* get_map(const void* state) { return ((const rescuer*)state)->map; }

const wend_agent_kind rescuer_agent = {
    .name = "rescuer",
    .summary = "rescue: reads the clue, explores, recognises who lies there, and finds back",
    .options = "eyes=rgbd|truth, memory=metric|path|none, explore=clue|frontier|rooms, clue=yes|no",
    .sighted = true,
    .tasks = "rescue",
    .memory = sizeof(rescuer),
    .create = create,
    .destroy = destroy,
    .sees_truth = sees_truth,
    .reset = reset,
    .act = act,
    .notes = notes,
    .map = get_map,
};
