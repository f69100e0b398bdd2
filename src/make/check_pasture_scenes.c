// Checks PASTURE's episodes in their scenes: true and unique descriptions, stop positions at a
// valid distance.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make/check_scenes.h"
#include "task/pasture/claims.h"
#include "task/pasture/visibility.h"

#include "wend/language.h"

static const double ROOT_HEIGHT = 0.9009997;  // metres of RoboTHOR's agent centre above the floor

// An episode and its index in the file; sorted so that each varied scene is opened once.
typedef struct placed {
    const wend_robothor_episode* episode;
    int index;
    wend_variation variation;
    uint64_t hash;
} placed;

static int check_pasture_scenes_compare_placed(const void* a, const void* b) {
    const placed *x = a, *y = b;
    int by_scene = strcmp(x->episode->scene, y->episode->scene);
    if (by_scene) return by_scene;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    const char *s = x->episode->object_id, *t = y->episode->object_id;
    int by_target = strcmp(s ? s : "", t ? t : "");
    if (by_target) return by_target;
    int by_type = strcmp(x->episode->object_type, y->episode->object_type);
    if (by_type) return by_type;
    return (x->index > y->index) - (x->index < y->index);
}

typedef struct world_check {
    check* c;
    const wend_world* world;
    const wend_scene* scene;
    visibility* eye;
    wend_pasture_limits limits;
    stop_positions stops;  // of `target`
    uint32_t target;       // 0: none yet
} world_check;

// ---- description --------------------------------------------------------------------------------

static bool is_split(const wend_robothor_episode* e, const char* part) {
    return e->split && strstr(e->split, part) != NULL;
}

static void check_pasture_scenes_check_text(const world_check* w, const wend_robothor_episode* e,
                                            uint32_t object) {
    claims said;
    char why[300];
    if (!e->text) return;
    if (wend_words_count(e->text) == 0) {
        check_say(w->c, WEND_RULE_NO_TEXT, "the description has no words");
        return;
    }
    if (!claims_read(e->text, &said, why, sizeof why)) {
        check_say(w->c, WEND_RULE_UNCLEAR, "'%s': %s", e->text, why);
        return;
    }
    if (!claims_hold(&said, w->scene, object, &w->limits)) {
        check_say(w->c, WEND_RULE_UNTRUE, "'%s' is not true of '%s'", e->text,
                  wend_scene_text(w->scene, wend_scene_get(w->scene)->objects.items[object].name));
        return;
    }
    int count = claims_count(&said, w->scene, &w->limits);
    if (count > 1)
        check_say(w->c, WEND_RULE_AMBIGUOUS, "'%s' is true of %d objects", e->text, count);
    if (said.definite && claims_count_furniture(&said, w->scene, &w->limits) > 1)
        check_say(w->c, WEND_RULE_AMBIGUOUS, "'%s': there is more than one such object", e->text);
}

// Distractors exist if the split has them, at a sufficient distance.
static void check_distractors(const world_check* w, const wend_robothor_episode* e,
                              uint32_t object) {
    if (!is_split(e, "_distract")) return;
    const wend_scene_arrays* a = wend_scene_get(w->scene);
    wend_vec3 at = wend_aabb_center(a->objects.items[object].bounds);
    int others = 0;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        if (i == object || a->objects.items[i].category != a->objects.items[object].category)
            continue;
        wend_vec3 other = wend_aabb_center(a->objects.items[i].bounds);
        float apart = hypotf(other.x - at.x, other.z - at.z);
        others++;
        if (!e->target_id && fabsf(other.y - at.y) < 2 && apart < w->limits.far - 0.01f)
            check_say(w->c, WEND_RULE_DISTRACTOR, "a double is %.2f m away, not %.2f",
                      (double)apart, (double)w->limits.far);
    }
    if (!others) check_say(w->c, WEND_RULE_DISTRACTOR, "there is nothing to mistake it for");
}

// ---- shortest path ------------------------------------------------------------------------------

static wend_status check_pasture_scenes_find_stops(world_check* w, uint32_t target,
                                                   wend_vec3 start) {
    if (w->target == target) return WEND_OK;
    w->stops.count = 0;
    w->target = target;
    int island = wend_navmesh_island_at(wend_world_navmesh(w->world), start);
    return visibility_find_stops(w->eye, w->world, island, target, &w->limits, &w->stops,
                                 w->c->error);
}

// Sum of the straight segments of a path, as files store it. The surface distance may be longer.
static wend_status straight_length(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                   double* sum) {
    enum { MOST_CORNERS = 256 };
    wend_vec3 corners[MOST_CORNERS];
    int count = 0;
    float metres;
    *sum = 0;
    WEND_TRY(wend_navmesh_path(mesh, from, to, corners, MOST_CORNERS, &count, &metres));
    for (int i = 1; i < count && i < MOST_CORNERS; i++)
        *sum += (double)wend_v3_distance(corners[i - 1], corners[i]);
    return WEND_OK;
}

static wend_status check_pasture_scenes_no_memory(const world_check* w) {
    return wend_fail(w->c->error, WEND_NO_MEMORY, "%s: out of memory", w->c->episodes->path);
}

static wend_status check_pasture_scenes_check_reachable(world_check* w,
                                                        const wend_robothor_episode* e,
                                                        uint32_t target) {
    const wend_navmesh* mesh = wend_world_navmesh(w->world);
    wend_vec3 start = wend_dvec3_to_v3(e->start), on;
    start.y -= (float)ROOT_HEIGHT;
    if (!wend_navmesh_snap(mesh, start, &on) || wend_v3_distance(start, on) > WEND_EPISODE_SLACK) {
        check_say(w->c, WEND_RULE_OFF_MESH, "the start %.2f, %.2f, %.2f is off the navmesh",
                  (double)start.x, (double)start.y, (double)start.z);
        return WEND_OK;
    }
    WEND_TRY(check_pasture_scenes_find_stops(w, target, on));
    float best = INFINITY;
    wend_vec3 nearest = {0};
    for (size_t i = 0; i < w->stops.count; i++) {
        float metres = INFINITY;
        if (wend_v3_distance(on, w->stops.items[i].feet) >= best) continue;
        if (wend_navmesh_distance(mesh, on, (wend_vec3_span){&w->stops.items[i].feet, 1}, &metres,
                                  NULL) != WEND_OK)
            return check_pasture_scenes_no_memory(w);
        if (!(metres < best)) continue;
        best = metres;
        nearest = w->stops.items[i].feet;
    }
    double straight = INFINITY;
    if (!isinf(best) && straight_length(mesh, on, nearest, &straight) != WEND_OK)
        return check_pasture_scenes_no_memory(w);
    if (isinf(best))
        check_say(w->c, WEND_RULE_UNREACHABLE,
                  "the target is visible from no position that the start can reach");
    else if (e->split &&
             (best < w->limits.min_distance - 0.05f || best > w->limits.max_distance + 0.05f))
        check_say(w->c, WEND_RULE_START_DISTANCE, "the start is %.2f m from where STOP counts",
                  (double)best);
    else if (!isnan(e->shortest_length) && fabs(e->shortest_length - straight) > 0.05)
        check_say(w->c, WEND_RULE_NOT_SHORTEST, "the stored path is %.2f m, the shortest %.2f m",
                  e->shortest_length, straight);
    return WEND_OK;
}

// A hidden object must not be visible from stop positions.
static wend_status check_hidden(const world_check* w, uint32_t object, uint32_t furniture) {
    const wend_body body = wend_body_robothor();
    wend_aabb box = wend_scene_get(w->scene)->objects.items[furniture].bounds;
    for (size_t i = 0; i < w->stops.count; i++) {
        wend_vec3 feet = w->stops.items[i].feet;
        wend_camera_pose gaze = {wend_v3_add(feet, wend_v3(0, body.eye_height, 0)),
                                 visibility_heading_to(feet, box), 0};
        int pixels;
        WEND_TRY(visibility_pixels(w->eye, wend_world_view(w->world), &gaze, object, &pixels,
                                   w->c->error));
        if (pixels < w->limits.min_pixels) continue;
        check_say(w->c, WEND_RULE_NOT_HIDDEN, "it can be seen from %.2f, %.2f, %.2f",
                  (double)feet.x, (double)feet.y, (double)feet.z);
        return WEND_OK;
    }
    return WEND_OK;
}

// ---- episode ------------------------------------------------------------------------------------

// Finds the object by name, otherwise the first of the type; 0 with a finding when there is none.
static uint32_t find_object(const world_check* w, const wend_robothor_episode* e,
                            const char* name) {
    if (name) {
        uint32_t id = wend_scene_find_object(w->scene, name);
        if (!id) check_say(w->c, WEND_RULE_NO_OBJECT, "the scene has no object '%s'", name);
        return id;
    }
    wend_category category = wend_category_find(e->object_type);
    const wend_scene_arrays* a = wend_scene_get(w->scene);
    for (uint32_t i = 1; category && i < a->objects.count; i++)
        if (a->objects.items[i].category == category) return i;
    check_say(w->c, WEND_RULE_NO_OBJECT, "the scene has no %s", e->object_type);
    return 0;
}

static wend_status check_pasture_scenes_check_episode(world_check* w,
                                                      const wend_robothor_episode* e) {
    snprintf(w->c->where, sizeof w->c->where, "%.120s", e->id);
    uint32_t target = find_object(w, e, e->object_id);
    uint32_t object = e->target_id ? find_object(w, e, e->target_id) : target;
    if (!target || !object) return WEND_OK;
    check_pasture_scenes_check_text(w, e, object);
    check_distractors(w, e, object);
    bool known = w->target == target;
    WEND_TRY(check_pasture_scenes_check_reachable(w, e, target));
    return e->target_id && !known ? check_hidden(w, object, target) : WEND_OK;
}

// ---- all episodes -------------------------------------------------------------------------------

static wend_status check_pasture_scenes_check_world(check* c, const wend_world_source* where,
                                                    visibility* eye, const placed* first,
                                                    const placed* end) {
    wend_world* world;
    wend_error error = {0};
    wend_world_source source = *where;
    source.scene = first->episode->scene;
    source.variation = &first->variation;
    source.import.bake = false;
    wend_status status = wend_world_open(&source, NULL, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    snprintf(c->where, sizeof c->where, "%.120s", first->episode->id);
    if (status != WEND_OK) {
        check_say(c, WEND_RULE_MISSING_SCENE, "%s (%d episode%s)", error.message,
                  (int)(end - first), end - first == 1 ? "" : "s");
        return WEND_OK;
    }
    world_check w = {.c = c,
                     .world = world,
                     .scene = wend_world_scene(world),
                     .eye = eye,
                     .limits = wend_pasture_default_limits()};
    for (const placed* p = first; status == WEND_OK && p < end; p++)
        status = check_pasture_scenes_check_episode(&w, p->episode);
    ARRAY_FREE(&w.stops);
    wend_world_destroy(world);
    return status;
}

static wend_status check_pasture_scenes_place_episodes(check* c, placed* all, wend_addition* added,
                                                       int* count) {
    const wend_robothor_set* set = c->episodes->payload;
    *count = 0;
    for (int i = 0; i < set->count; i++) {
        placed* p = &all[*count];
        wend_error error = {0};
        *p = (placed){.episode = &set->episodes[i], .index = i};
        snprintf(c->where, sizeof c->where, "%.120s", p->episode->id);
        if (wend_robothor_variation(p->episode, added, &p->variation, &error) != WEND_OK) {
            check_say(c, WEND_RULE_NO_OBJECT, "%s", error.message);
            continue;
        }
        added += p->episode->added_count;
        p->hash = wend_variation_hash(&p->variation);
        ++*count;
    }
    qsort(all, (size_t)*count, sizeof *all, check_pasture_scenes_compare_placed);
    return WEND_OK;
}

static wend_status check_placed(check* c, const wend_world_source* where, placed* all, int count) {
    visibility* eye;
    wend_camera camera = wend_camera_default_def();
    WEND_TRY(visibility_create(&camera, &eye, c->error));
    wend_status status = WEND_OK;
    for (int i = 0, end; status == WEND_OK && i < count; i = end) {
        end = i + 1;
        while (end < count && all[end].hash == all[i].hash &&
               strcmp(all[end].episode->scene, all[i].episode->scene) == 0)
            end++;
        status = check_pasture_scenes_check_world(c, where, eye, all + i, all + end);
    }
    visibility_destroy(eye);
    return status;
}

wend_status check_pasture_worlds(check* c, const wend_world_source* where) {
    const wend_robothor_set* set = c->episodes->payload;
    if (!set->count) return WEND_OK;
    size_t added = 0;
    for (int i = 0; i < set->count; i++) added += (size_t)set->episodes[i].added_count;
    placed* all = wend_alloc((size_t)set->count * sizeof *all + 1);
    wend_addition* additions = wend_alloc(added * sizeof *additions + 1);
    int count;
    wend_status status =
        all && additions
            ? check_pasture_scenes_place_episodes(c, all, additions, &count)
            : wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->episodes->path);
    if (status == WEND_OK) status = check_placed(c, where, all, count);
    wend_free(all);
    wend_free(additions);
    return status;
}
