// The state machine of a rescue: assistance, limits of actions, phases and reasons of failure.
#include "task/rescue/rescue_stage.h"

#include <string.h>

#include "catalog/model.h"

enum {
    MAX_ATTEMPTS = 50,  // per phase [RescueBench: state machine]
    DOOR_REST = 12,     // steps between two doors opened by assistance [RescueBench: door assist]
};
static const float door_reach = 2;      // metres
static const float door_cone = 0.611f;  // radians: 35 degrees

wend_rescue_gates wend_rescue_gates_for(const char* rules, bool assisted) {
    bool official = rules && strcmp(rules, "official") == 0;
    return (wend_rescue_gates){official ? 1.0f : 1.5f, official ? 2.0f : 1.5f, 2.2f, assisted};
}

const char* wend_rescue_reason_name(wend_rescue_reason reason) {
    static const char* const names[] = {
#define X(name, word) word,
        WEND_RESCUE_REASON_LIST(X)
#undef X
    };
    return (unsigned)reason < WEND_RESCUE_REASON_COUNT ? names[reason] : "";
}

// ---- inserted objects ---------------------------------------------------------------------------

static const wend_inserted_object inserted[RESCUE_INSERTED] = {
#define LYING(look) \
    { .category = WEND_CATEGORY_PERSON, .variant = 4 * (look) + MODEL_PERSON_LYING }
    LYING(0),
    LYING(1),
    LYING(2),
    LYING(3),
    LYING(4),
    LYING(5),
    LYING(6),
    LYING(7),
    LYING(8),
    LYING(9),
    LYING(10),
    LYING(11),
    LYING(12),
    LYING(13),
    LYING(14),
    LYING(15),
    LYING(16),
    LYING(17),
    LYING(18),
    LYING(19),
#undef LYING
    {.category = WEND_CATEGORY_STRETCHER},
    {.category = WEND_CATEGORY_AMBULANCE},
};

const wend_inserted_object* rescue_inserted(void) { return inserted; }

wend_sim_def rescue_sim_def(void) {
    wend_sim_def def = wend_sim_default_def();
    def.moves_doors = true;
    def.body.eye_height = 1.6f;
    def.body.step = (float)(WEND_RESCUE_SPEED * WEND_RESCUE_PERIOD);
    def.body.turns = 22;  // 16.4 degrees: turn rate 30 over one period
    def.body.slide = true;
    def.body.reach = door_reach;
    def.camera.width = 256;
    def.camera.height = 192;
    def.camera.hfov = 110;  // [RescueBench: set at reset]
    def.camera.depth_max = 20;
    return def;
}

rescue_scene rescue_scene_of(const wend_rescue_episode* e, wend_rescue_gates gates) {
    return (rescue_scene){.person = wend_dvec3_to_v3(e->injured.at),
                          .stretcher = wend_dvec3_to_v3(e->stretcher.at),
                          .ambulance = wend_dvec3_to_v3(e->ambulance.at),
                          .person_heading = (float)e->injured.heading,
                          .stretcher_heading = (float)e->stretcher.heading,
                          .ambulance_heading = (float)e->ambulance.heading,
                          .look = (int)e->look,
                          .timeout = (float)e->timeout,
                          .gates = gates};
}

static float rescue_stage_level_distance(wend_vec3 a, wend_vec3 b) {
    return hypotf(a.x - b.x, a.z - b.z);
}

// The scene's own object of that category within 0.5 m; 0: none.
static uint32_t own_object(const wend_scene* scene, wend_category category, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < wend_scene_first_inserted(scene); i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category == category &&
            rescue_stage_level_distance(wend_aabb_center(o->bounds), at) < 0.5f)
            return i;
    }
    return 0;
}

wend_status rescue_scene_set(const rescue_scene* s, wend_sim* sim, wend_error* error) {
    const wend_scene* scene = wend_world_scene(wend_sim_world(sim));
    uint32_t first = wend_scene_first_inserted(scene);
    if (wend_scene_get(scene)->objects.count < first + RESCUE_INSERTED)
        return wend_fail(error, WEND_ARGUMENT, "%s: the world has no inserted objects for a rescue",
                         wend_scene_name(scene));
    uint32_t person = first + (uint32_t)s->look;
    WEND_TRY(wend_sim_place(sim, person, s->person, s->person_heading, error));
    if (!own_object(scene, WEND_CATEGORY_STRETCHER, s->stretcher))
        WEND_TRY(wend_sim_place(sim, first + WEND_RESCUE_LOOKS, s->stretcher, s->stretcher_heading,
                                error));
    if (!own_object(scene, WEND_CATEGORY_AMBULANCE, s->ambulance))
        WEND_TRY(wend_sim_place(sim, first + WEND_RESCUE_LOOKS + 1, s->ambulance,
                                s->ambulance_heading, error));
    wend_load load = {.object = person,
                      .reach = s->gates.carry,
                      .rest = s->stretcher,
                      .rest_heading = s->stretcher_heading,
                      .rest_reach = s->gates.place,
                      .height = s->gates.height};
    load.rest.y += 0.75f;  // top of the stretcher
    return wend_sim_set_load(sim, &load, error);
}

// ---- assistance and limits of actions -----------------------------------------------------------

rescue_progress rescue_progress_start(void) {
    return (rescue_progress){.carried = -1, .placed = -1};
}

// Whether the agent is within the gate. Beyond RescueBench's distances, the geodesic distance
// excludes positions behind a wall.
static bool is_in_gate(const wend_sim* sim, rescue_progress* p, wend_vec3 at, float radius,
                       float height) {
    wend_vec3 feet = wend_sim_pose(sim).feet;
    float metres = INFINITY;
    if (rescue_stage_level_distance(feet, at) >= radius || fabsf(feet.y - at.y) >= height)
        return false;
    if (wend_navmesh_distance(wend_sim_navmesh(sim), feet, (wend_vec3_span){&at, 1}, &metres,
                              NULL) != WEND_OK)
        p->out_of_memory = true;
    return metres <= 2 * radius + 0.5f;
}

static float rescue_stage_bearing(const wend_sim* sim, wend_vec3 at) {
    wend_body_pose pose = wend_sim_pose(sim);
    wend_vec3 to = wend_v3_sub(at, pose.feet);
    float heading = wend_body_pose_heading(&pose, &wend_sim_get_def(sim)->body);
    return remainderf(atan2f(-to.x, -to.z) - heading, (float)(2 * WEND_PI));
}

static wend_action stand(void) {
    return (wend_action){.kind = WEND_ACTION_VELOCITY, .seconds = (float)WEND_RESCUE_PERIOD};
}

static float rescue_stage_clip(float value, float max) { return fminf(fmaxf(value, -max), max); }

// Whether a closed door within `cone` radians of the heading is in reach.
static bool faces_closed_door(const wend_sim* sim, float cone) {
    uint32_t door = wend_sim_door_in_front(sim);
    if (door == WEND_NO_DOOR || wend_sim_openness(sim, door) >= 0.5f) return false;
    const wend_door* d = &wend_scene_get(wend_world_scene(wend_sim_world(sim)))->doors.items[door];
    return fabsf(rescue_stage_bearing(sim, d->center)) <= cone;
}

static bool is_hand(wend_action_kind kind) {
    return kind == WEND_ACTION_PICK || kind == WEND_ACTION_PUT || kind == WEND_ACTION_DOOR ||
           kind == WEND_ACTION_CROUCH || kind == WEND_ACTION_JUMP;
}

// Within the gate: turns to the target, then picks up or puts down. Counts attempts.
static wend_action rescue_stage_reach(const wend_sim* sim, rescue_progress* p, wend_vec3 at,
                                      wend_action_kind hands) {
    float to = rescue_stage_bearing(sim, at);
    bool near = rescue_stage_level_distance(wend_sim_pose(sim).feet, at) < 0.2f;
    p->attempts++;
    if (hands == WEND_ACTION_PICK && !near && fabsf(to) > 0.9f)
        return (wend_action){.kind = to > 0 ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT};
    return (wend_action){.kind = hands};
}

static wend_action assist(const rescue_scene* s, const wend_sim* sim, rescue_progress* p,
                          wend_action wanted) {
    bool out = p->phase == RESCUE_TO_PERSON;
    wend_vec3 at = out ? s->person : s->stretcher;
    if (is_in_gate(sim, p, at, out ? s->gates.carry : s->gates.place, s->gates.height))
        return rescue_stage_reach(sim, p, at, out ? WEND_ACTION_PICK : WEND_ACTION_PUT);
    bool ahead = wanted.kind == WEND_ACTION_FORWARD || wanted.kind == WEND_ACTION_DOOR ||
                 (wanted.kind == WEND_ACTION_VELOCITY && wanted.forward > 0.001f);
    if (ahead && p->rest == 0 && faces_closed_door(sim, door_cone)) {
        p->rest = DOOR_REST;
        return (wend_action){.kind = WEND_ACTION_DOOR};
    }
    return is_hand(wanted.kind) ? stand() : wanted;
}

// Clips speed and turn rate to the rescuer's limits and sets the duration to one period. STOP and
// FOUND do not end the episode, and doors are opened only.
wend_action rescue_admit(const rescue_scene* s, const wend_sim* sim, rescue_progress* p,
                         wend_action wanted) {
    if (p->rest > 0) p->rest--;
    if (s->gates.assisted) wanted = assist(s, sim, p, wanted);
    switch (wanted.kind) {
        case WEND_ACTION_VELOCITY:
            if (!isfinite(wanted.forward + wanted.turn)) return stand();
            wanted.forward = rescue_stage_clip(wanted.forward, (float)WEND_RESCUE_SPEED);
            wanted.turn =
                rescue_stage_clip(wanted.turn, (float)(WEND_RESCUE_TURN_RATE * WEND_PI / 180));
            wanted.seconds = (float)WEND_RESCUE_PERIOD;
            return wanted;
        case WEND_ACTION_STOP:
        case WEND_ACTION_FOUND:
            return stand();
        case WEND_ACTION_JUMP:
            return wend_sim_carried(sim) ? stand() : wanted;
        case WEND_ACTION_DOOR:
            return faces_closed_door(sim, (float)WEND_PI) ? wanted : stand();
        default:
            return wanted;
    }
}

// ---- phases -------------------------------------------------------------------------------------

static void end(rescue_progress* p, wend_rescue_reason reason) {
    p->phase = RESCUE_OVER;
    p->reason = reason;
}

void rescue_follow(const rescue_scene* s, wend_action taken, const wend_outcome* outcome,
                   rescue_progress* p) {
    p->steps++;
    if (outcome->changed && taken.kind == WEND_ACTION_DOOR) p->doors++;
    if (outcome->changed && taken.kind == WEND_ACTION_PICK) {
        p->phase = RESCUE_TO_STRETCHER;
        p->carried = p->steps;
        p->attempts = 0;
    } else if (outcome->changed && taken.kind == WEND_ACTION_PUT) {
        if (outcome->rested) p->placed = p->steps;
        end(p, outcome->rested ? WEND_RESCUE_NONE : WEND_RESCUE_DROP_OUT_OF_RANGE);
    } else if (p->attempts > MAX_ATTEMPTS) {
        end(p, p->carried < 0 ? WEND_RESCUE_CARRY_FAILED : WEND_RESCUE_DROP_FAILED);
    } else if ((double)p->steps * WEND_RESCUE_PERIOD >= (double)s->timeout - 1e-6) {
        end(p, p->carried < 0 ? WEND_RESCUE_TIMEOUT_PHASE1 : WEND_RESCUE_TIMEOUT_PHASE2);
    }
}
