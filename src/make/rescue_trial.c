// Samples candidate rescue episodes, renders them and runs the expert.
#include "make/rescue_trial.h"

#include <string.h>

#include "wend/make.h"

// Metres. The official environment ends an episode when the person is within 2 m of the stretcher
// and not carried.
static const float shortest_path_back = 2.5f;
static const float lie_half = 0.8f;  // metres from the centre of a person to head and feet

// Constraints of a level on positions.
typedef struct trial_rule {
    bool outside;     // outside, if the scene has an outside
    bool inside;      // in a building, or behind a door
    bool same_room;   // in the room of the start
    float max_start;  // metres from start to stretcher
    float max_climb;  // metres of height over the path
    int min_clutter;  // objects within 5 m
    int sight;        // 1: visible from the start; -1: not visible; 0: either
} trial_rule;

static const trial_rule trial_rules[WEND_RESCUE_LEVELS] = {
    {.same_room = true, .max_start = 12, .max_climb = 1, .sight = 1},
    {.outside = true, .max_start = 6, .max_climb = 1, .min_clutter = 2},
    {.outside = true, .max_start = 6, .max_climb = 2.5f, .sight = -1},
    {.inside = true, .max_start = 6, .max_climb = 2.5f, .sight = -1},
    {.inside = true, .max_start = 12, .max_climb = INFINITY, .sight = -1},
};

static float rescue_trial_level_distance(wend_vec3 a, wend_vec3 b) {
    return hypotf(a.x - b.x, a.z - b.z);
}

// ---- site ---------------------------------------------------------------------------------------

static bool find_own(const wend_scene* scene, wend_category category, wend_vec3* at,
                     float* heading) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < wend_scene_first_inserted(scene); i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category != category) continue;
        *at = wend_aabb_center(o->bounds);
        at->y = o->bounds.low.y;
        *heading = o->heading;
        return true;
    }
    return false;
}

wend_status trial_site_open(const wend_world* world, int level, trial_site* site,
                            wend_error* error) {
    *site = (trial_site){.world = world, .scene = wend_world_scene(world), .level = level};
    wend_sim_def def = rescue_sim_def();
    size_t pixels = (size_t)def.camera.width * (size_t)def.camera.height;
    WEND_TRY(wend_sim_create(&def, &site->sim, error));
    WEND_TRY(wend_navmesh_clone(wend_world_navmesh(world), &site->open, error));
    const wend_scene_arrays* a = wend_scene_get(site->scene);
    for (uint32_t i = 0; i < a->doors.count; i++)
        if (a->doors.items[i].openable) wend_navmesh_set_door(site->open, i, false);
    site->has_stretcher =
        find_own(site->scene, WEND_CATEGORY_STRETCHER, &site->stretcher, &site->stretcher_heading);
    site->has_ambulance =
        find_own(site->scene, WEND_CATEGORY_AMBULANCE, &site->ambulance, &site->ambulance_heading);
    site->rgb = wend_alloc(pixels * 3);
    site->objects = wend_alloc(pixels * sizeof *site->objects);
    if (site->rgb && site->objects) return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for images of %s",
                     wend_scene_name(site->scene));
}

void trial_site_close(trial_site* site) {
    wend_sim_destroy(site->sim);
    wend_navmesh_destroy(site->open);
    wend_free(site->rgb);
    wend_free(site->objects);
    *site = (trial_site){0};
}

// ---- sampling -----------------------------------------------------------------------------------

static float any_heading(wend_rng* rng) {
    return wend_rng_between(rng, -(float)WEND_PI, (float)WEND_PI);
}

// A random position on the same floor within a ring around another.
static bool draw_around(trial_site* site, wend_rng* rng, wend_vec3 about, float min, float max,
                        wend_vec3* at) {
    for (int tries = 0; tries < 40; tries++) {
        float angle = any_heading(rng), metres = wend_rng_between(rng, min, max);
        wend_vec3 wanted =
            wend_v3(about.x + metres * sinf(angle), about.y, about.z + metres * cosf(angle));
        if (!wend_navmesh_snap(wend_world_navmesh(site->world), wanted, at)) continue;
        float off = rescue_trial_level_distance(*at, about), walk = INFINITY;
        if (off < min || off > max || fabsf(at->y - about.y) > 0.5f) continue;
        if (wend_navmesh_distance(wend_world_navmesh(site->world), *at, (wend_vec3_span){&about, 1},
                                  &walk, NULL) != WEND_OK)
            site->out_of_memory = true;
        if (walk <= 2 * max + 2) return true;
    }
    return false;
}

// A position with clearance on the lowest floor, for scenes without a stretcher.
static bool draw_stretcher(const trial_site* site, wend_rng* rng, rescue_scene* s) {
    float low = wend_navmesh_bounds(site->open).low.y;
    for (int tries = 0; tries < 60; tries++) {
        if (!wend_navmesh_random_point(site->open, rng, -1, &s->stretcher)) return false;
        float room = wend_navmesh_obstacle_distance(site->open, s->stretcher, 1, NULL);
        if (s->stretcher.y > low + 0.6f || room < 0.6f) continue;
        s->stretcher_heading = any_heading(rng);
        return true;
    }
    return false;
}

// Beside the stretcher if there is room for a car, otherwise outside the scene.
static void draw_ambulance(trial_site* site, wend_rng* rng, rescue_scene* s) {
    s->ambulance_heading = any_heading(rng);
    for (int tries = 0; tries < 40; tries++)
        if (draw_around(site, rng, s->stretcher, 3.6f, 6, &s->ambulance) &&
            wend_navmesh_obstacle_distance(site->open, s->ambulance, 4, NULL) > 3.2f)
            return;
    wend_aabb box = wend_scene_bounds(site->scene);
    s->ambulance = wend_v3(box.high.x + 5, s->stretcher.y, s->stretcher.z);
}

static bool is_blocked_by_ambulance(const rescue_scene* s, wend_vec3 at) {
    return rescue_trial_level_distance(s->ambulance, at) < 3.3f;
}

static bool draw_places(trial_site* site, wend_rng* rng, trial* t) {
    rescue_scene* s = &t->scene;
    s->stretcher = site->stretcher;
    s->stretcher_heading = site->stretcher_heading;
    s->ambulance = site->ambulance;
    s->ambulance_heading = site->ambulance_heading;
    if (!site->has_stretcher && !draw_stretcher(site, rng, s)) return false;
    if (!site->has_ambulance) draw_ambulance(site, rng, s);
    t->heading = any_heading(rng);
    return draw_around(site, rng, s->stretcher, 1.8f, trial_rules[site->level].max_start,
                       &t->start) &&
           (site->has_ambulance || !is_blocked_by_ambulance(s, t->start));
}

// Head and feet are free and at the height of the centre.
static bool draw_lying(const trial_site* site, wend_rng* rng, rescue_scene* s) {
    float first = any_heading(rng);
    if (wend_navmesh_obstacle_distance(site->open, s->person, 1, NULL) < 0.3f) return false;
    for (int i = 0; i < 6; i++) {
        float h = first + (float)i * (float)(WEND_PI / 6);
        wend_vec3 along = wend_v3(-sinf(h) * lie_half, 0, -cosf(h) * lie_half);
        if (wend_navmesh_is_on(site->open, wend_v3_add(s->person, along), 0.08f) &&
            wend_navmesh_is_on(site->open, wend_v3_sub(s->person, along), 0.08f)) {
            s->person_heading = remainderf(h, (float)(2 * WEND_PI));
            return true;
        }
    }
    return false;
}

static int clutter_around(const trial_site* site, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(site->scene);
    int count = 0;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN)) continue;
        wend_vec3 size = wend_aabb_size(o->bounds);
        if (fmaxf(fmaxf(size.x, size.y), size.z) < 0.4f || o->bounds.low.y > at.y + 1) continue;
        float x = fmaxf(fmaxf(o->bounds.low.x - at.x, at.x - o->bounds.high.x), 0);
        float z = fmaxf(fmaxf(o->bounds.low.z - at.z, at.z - o->bounds.high.z), 0);
        count += hypotf(x, z) < 5;
    }
    return count;
}

// Whether the position satisfies the level. In scenes without an outside all people are inside.
static bool is_place_for(const trial_site* site, const trial* t) {
    const trial_rule* rule = &trial_rules[site->level];
    uint32_t room = wend_scene_room_at(site->scene, t->scene.person);
    uint32_t from = wend_scene_room_at(site->scene, t->start);
    if (rule->same_room) return room && room == from;
    if (rule->outside && !from) return !room;
    if (rule->inside) return room && room != from;
    return true;
}

// Number of closed doors along the path.
static int closed_doors_on(const trial_site* site, const wend_vec3* path, int count) {
    const wend_scene_arrays* a = wend_scene_get(site->scene);
    int closed = 0;
    for (uint32_t d = 0; d < a->doors.count; d++) {
        const wend_door* door = &a->doors.items[d];
        if (!door->object || !door->openable || door->openness >= 0.5f) continue;
        bool crossed = false;
        for (int i = 0; i + 1 < count && !crossed; i++) {
            wend_vec3 to = wend_v3_sub(path[i + 1], path[i]),
                      c = wend_v3_sub(door->center, path[i]);
            float length = fmaxf(to.x * to.x + to.z * to.z, 1e-6f);
            float share = fminf(fmaxf((c.x * to.x + c.z * to.z) / length, 0), 1);
            wend_vec3 near = wend_v3_mad(path[i], to, share);
            crossed = rescue_trial_level_distance(near, door->center) < 0.5f * door->width &&
                      fabsf(near.y - door->center.y) < 1;
        }
        closed += crossed;
    }
    return closed;
}

static bool rescue_trial_reject(wend_rescue_rejection* reason, wend_rescue_rejection why) {
    *reason = why;
    return false;
}

bool trial_draw(trial_site* site, wend_rng* rng, trial* t, wend_rescue_rejection* reason) {
    const wend_rescue_rule* rule = wend_rescue_rule_of(site->level);
    t->scene = (rescue_scene){.look = (int)wend_rng_below(rng, WEND_RESCUE_LOOKS),
                              .timeout = (float)rule->timeout,
                              .gates = {1.0f, 1.5f, 2.2f, true}};
    t->expert = (wend_rescue_expert){.path = t->path};
    t->step_count = 0;
    if (!draw_places(site, rng, t) ||
        !wend_navmesh_random_point(site->open, rng, -1, &t->scene.person))
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_UNREACHABLE);
    float metres = rescue_trial_level_distance(t->start, t->scene.person);
    if (metres < (float)rule->min_distance || metres > (float)rule->max_distance)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_DISTANCE);
    if (!is_place_for(site, t)) return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_PLACE);
    if (!draw_lying(site, rng, &t->scene) ||
        rescue_trial_level_distance(t->scene.person, t->scene.stretcher) < shortest_path_back ||
        (!site->has_ambulance && is_blocked_by_ambulance(&t->scene, t->scene.person)))
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_NO_ROOM);
    if (clutter_around(site, t->scene.person) < trial_rules[site->level].min_clutter)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_CLUTTER);
    int count = 0;
    float path = INFINITY;
    if (wend_navmesh_path(site->open, t->start, t->scene.person, t->path, TRIAL_MAX_PATH, &count,
                          &path) != WEND_OK)
        site->out_of_memory = true;
    if (count < 2 || count > TRIAL_MAX_PATH)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_UNREACHABLE);
    t->expert.out = count;
    if ((closed_doors_on(site, t->path, count) > 0) != rule->needs_doors)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_DOORS);
    if (fabsf(t->start.y - t->scene.person.y) < (float)rule->min_elevation)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_ELEVATION);
    return true;
}

bool trial_obeys(const trial_site* site, const trial* t, wend_rescue_rejection* reason) {
    const wend_rescue_rule* rule = wend_rescue_rule_of(site->level);
    const trial_rule* own = &trial_rules[site->level];
    if (own->sight < 0 && t->expert.seen)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_VISIBLE);
    if (own->sight > 0 && !t->expert.seen)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_HIDDEN);
    if (!(t->expert.seconds > 0)) return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_EXPERT);
    if (t->expert.seconds > 0.6f * (float)rule->timeout)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_SLOW);
    if (t->expert.climb > own->max_climb || t->expert.climb < (float)rule->min_elevation)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_ELEVATION);
    if ((t->expert.doors > 0) != rule->needs_doors)
        return rescue_trial_reject(reason, WEND_RESCUE_REJECTED_DOORS);
    return true;
}

// ---- rendering ----------------------------------------------------------------------------------

static wend_status rescue_trial_look(const trial_site* site, const trial* t, wend_vec3 feet,
                                     float heading, bool down, int* pixels, wend_error* error) {
    const wend_camera* camera = &wend_sim_get_def(site->sim)->camera;
    wend_outcome outcome;
    uint32_t person = wend_scene_first_inserted(site->scene) + (uint32_t)t->scene.look;
    WEND_TRY(wend_sim_reset(site->sim, site->world, feet, heading, (wend_rng){0}, error));
    WEND_TRY(rescue_scene_set(&t->scene, site->sim, error));
    if (down)
        WEND_TRY(
            wend_sim_step(site->sim, (wend_action){.kind = WEND_ACTION_DOWN}, &outcome, error));
    wend_frame frame = {.rgb = site->rgb, .object = site->objects};
    WEND_TRY(wend_sim_observe(site->sim, &frame, error));
    *pixels = 0;
    for (int i = 0; i < camera->width * camera->height; i++) *pixels += site->objects[i] == person;
    return WEND_OK;
}

wend_status trial_look(const trial_site* site, trial* t, wend_error* error) {
    t->expert.seen = 0;
    for (int i = 0; i < 4; i++) {
        int pixels;
        WEND_TRY(rescue_trial_look(site, t, t->start, t->heading + (float)i * (float)(WEND_PI / 2),
                                   false, &pixels, error));
        t->expert.seen += pixels;
    }
    return WEND_OK;
}

wend_status trial_picture(const trial_site* site, const trial* t, wend_rng* rng, int* pixels,
                          wend_error* error) {
    enum { TRIES = 12, ENOUGH = 250 };
    wend_vec3 best = t->scene.person, at;
    float best_heading = 0;
    int max = 0;
    for (int i = 0; i < TRIES && max < ENOUGH; i++) {
        wend_vec3 person = t->scene.person;
        float angle = any_heading(rng), metres = wend_rng_between(rng, 2, 3.2f);
        at = wend_v3(person.x + metres * sinf(angle), person.y, person.z + metres * cosf(angle));
        if (!wend_navmesh_snap(site->open, at, &at) || fabsf(at.y - person.y) > 0.5f ||
            rescue_trial_level_distance(at, person) < 1.5f)
            continue;
        float heading = atan2f(at.x - person.x, at.z - person.z);
        WEND_TRY(rescue_trial_look(site, t, at, heading, true, pixels, error));
        if (*pixels <= max) continue;
        max = *pixels;
        best = at;
        best_heading = heading;
    }
    *pixels = max;
    return max ? rescue_trial_look(site, t, best, best_heading, true, pixels, error) : WEND_OK;
}

// ---- expert run ---------------------------------------------------------------------------------

static wend_status rescue_trial_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a geodesic distance");
}

static wend_status find_path_back(const trial_site* site, trial* t, wend_error* error) {
    float metres;
    wend_vec3 feet = wend_sim_pose(site->sim).feet;
    int room = 2 * TRIAL_MAX_PATH - t->expert.out;
    if (wend_navmesh_path(site->open, feet, t->scene.stretcher, t->path + t->expert.out, room,
                          &t->expert.back, &metres) != WEND_OK)
        return rescue_trial_no_memory(error);
    if (t->expert.back > room) t->expert.back = 0;
    return WEND_OK;
}

static void rescue_trial_note_step(const trial_site* site, trial* t, wend_action action,
                                   bool picked) {
    wend_body_pose pose = wend_sim_pose(site->sim);
    if (t->step_count == TRIAL_MAX_STEPS) return;
    t->steps[t->step_count++] =
        (trial_step){pose.feet, wend_body_pose_heading(&pose, &wend_sim_get_def(site->sim)->body),
                     action, picked};
}

static void rescue_trial_measure(trial* t, const rescue_progress* p) {
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < t->step_count; i++) {
        low = fminf(low, t->steps[i].feet.y);
        high = fmaxf(high, t->steps[i].feet.y);
    }
    t->expert.climb = high - low;
    t->expert.doors = p->doors;
    t->expert.carried = (float)(p->carried * WEND_RESCUE_PERIOD);
    t->expert.seconds = p->placed >= 0 ? (float)(p->placed * WEND_RESCUE_PERIOD) : 0;
}

wend_status trial_walk(const trial_site* site, trial* t, wend_error* error) {
    rescue_progress p = rescue_progress_start();
    int passed = 0;
    t->step_count = 0;
    WEND_TRY(wend_sim_reset(site->sim, site->world, t->start, t->heading, (wend_rng){0}, error));
    WEND_TRY(rescue_scene_set(&t->scene, site->sim, error));
    rescue_trial_note_step(site, t, (wend_action){.kind = WEND_ACTION_STOP}, false);
    while (p.phase != RESCUE_OVER && t->step_count < TRIAL_MAX_STEPS) {
        bool out = p.phase == RESCUE_TO_PERSON;
        const wend_vec3* path = out ? t->path : t->path + t->expert.out;
        int count = out ? t->expert.out : t->expert.back;
        if (!count) break;
        wend_vec3 feet = wend_sim_pose(site->sim).feet;
        if (passed + 1 < count && rescue_trial_level_distance(path[passed], feet) < 0.2f) passed++;
        wend_outcome outcome;
        wend_action action = rescue_admit(
            &t->scene, site->sim, &p,
            wend_rescue_follow_path(site->sim, (wend_vec3_span){path + passed, count - passed}));
        if (p.out_of_memory) return rescue_trial_no_memory(error);
        WEND_TRY(wend_sim_step(site->sim, action, &outcome, error));
        rescue_follow(&t->scene, action, &outcome, &p);
        rescue_trial_note_step(site, t, action, wend_sim_carried(site->sim) != 0);
        if (out && p.phase == RESCUE_TO_STRETCHER) {
            passed = 0;
            WEND_TRY(find_path_back(site, t, error));
        }
    }
    rescue_trial_measure(t, &p);
    return WEND_OK;
}

int trial_path_out(const trial* t, wend_vec3* feet) {
    int count = 0;
    for (int i = 0; i < t->step_count && !t->steps[i].picked; i++) feet[count++] = t->steps[i].feet;
    return count;
}
