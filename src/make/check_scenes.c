// Checks episodes in their scenes, by format; Habitat's formats: starts and goals on the navmesh.
#include "make/check_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/multion.h"
#include "wend/make.h"

typedef struct placed {
    const wend_habitat_episode* episode;
    int index;
} placed;

// Sorts by scene, so that each is opened once.
static int check_scenes_compare_placed(const void* a, const void* b) {
    const placed *x = a, *y = b;
    int by_scene = strcmp(x->episode->scene, y->episode->scene);
    return by_scene ? by_scene : (x->index > y->index) - (x->index < y->index);
}

static void check_scenes_name_episode(check* c, const placed* p) {
    if (p->episode->id.text)
        snprintf(c->where, sizeof c->where, "episode %.100s", p->episode->id.text);
    else
        snprintf(c->where, sizeof c->where, "episodes[%d]", p->index);
}

static bool is_on_mesh(check* c, const wend_navmesh* mesh, const char* what, wend_vec3 at) {
    wend_vec3 on;
    bool near = wend_navmesh_snap(mesh, at, &on);
    float off = near ? wend_v3_distance(at, on) : INFINITY;
    if (off <= WEND_EPISODE_SLACK) return true;
    if (near)
        check_say(c, WEND_RULE_OFF_MESH, "%s %.2f, %.2f, %.2f is %.2f m off the navmesh", what,
                  (double)at.x, (double)at.y, (double)at.z, (double)off);
    else
        check_say(c, WEND_RULE_OFF_MESH, "%s %.2f, %.2f, %.2f is far from the navmesh", what,
                  (double)at.x, (double)at.y, (double)at.z);
    return near;
}

static wend_status check_scenes_distance(check* c, const wend_navmesh* mesh, wend_vec3 from,
                                         wend_vec3 to, float* metres) {
    if (wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, metres, NULL) == WEND_OK)
        return WEND_OK;
    return wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->episodes->path);
}

// MultiON's goals in order: each leg is 2 to 20 m long. [MultiON §5.1]
static wend_status check_legs(check* c, const wend_navmesh* mesh, const wend_habitat_episode* e) {
    const float shortest = 2, longest = 20, tolerance = 0.01f;
    wend_vec3 from = wend_dvec3_to_v3(e->start);
    if (!is_on_mesh(c, mesh, "start", from)) return WEND_OK;
    for (int i = 0; i < e->goal_count; i++) {
        wend_vec3 goal = wend_dvec3_to_v3(e->goals[i].position);
        float metres;
        WEND_TRY(check_scenes_distance(c, mesh, from, goal, &metres));
        if (!e->goals[i].category || !wend_category_find(e->goals[i].category))
            check_say(c, WEND_RULE_NO_MODEL, "goal %d is '%s'", i,
                      e->goals[i].category ? e->goals[i].category : "");
        if (!isfinite(metres))
            check_say(c, WEND_RULE_UNREACHABLE, "no path from the %s to goal %d",
                      i ? "goal before" : "start", i);
        else if (metres < shortest - tolerance || metres > longest + tolerance)
            check_say(c, WEND_RULE_LEG_RANGE,
                      "goal %d has a geodesic distance of %.2f m from the position before it", i,
                      (double)metres);
        from = goal;
    }
    return WEND_OK;
}

// Object goals may be off the navmesh; at least one goal must be reachable.
static wend_status check_places(check* c, const wend_navmesh* mesh, const wend_habitat_episode* e) {
    int reached = 0;
    wend_vec3 start = wend_dvec3_to_v3(e->start);
    if (!is_on_mesh(c, mesh, "start", start)) return WEND_OK;
    for (int i = 0; i < e->goal_count; i++) {
        wend_vec3 goal = wend_dvec3_to_v3(e->goals[i].position);
        if (!e->goals[i].category) is_on_mesh(c, mesh, "goal", goal);
        float metres;
        WEND_TRY(check_scenes_distance(c, mesh, start, goal, &metres));
        reached += isfinite(metres);
    }
    if (e->goal_count && !reached)
        check_say(c, WEND_RULE_UNREACHABLE, "no path from the start to %s",
                  e->goal_count == 1 ? "the goal" : "any of the goals");
    return WEND_OK;
}

// The episodes [first, end) of one scene. A scene that cannot be opened is reported once.
static wend_status check_scenes_check_scene(check* c, const wend_world_source* where,
                                            const placed* first, const placed* end) {
    wend_world* world;
    wend_error error = {0};
    wend_world_def def = wend_world_default_def();
    wend_world_source source = *where;
    source.scene = first->episode->scene;
    source.import.bake = false;
    def.uses_images = false;
    bool multion = c->episodes->format == &format_multion;
    if (multion) {  // MultiON's agent is thinner than Habitat's default
        wend_multion_def body = wend_multion_default_def();
        def.navmesh.radius = body.body_radius;
        def.navmesh.height = body.body_height;
    }
    wend_status status = wend_world_open(&source, &def, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    check_scenes_name_episode(c, first);
    if (status != WEND_OK) {
        check_say(c, WEND_RULE_MISSING_SCENE, "%s (%d episode%s)", error.message,
                  (int)(end - first), end - first == 1 ? "" : "s");
        return WEND_OK;
    }
    for (const placed* p = first; status == WEND_OK && p < end; p++) {
        check_scenes_name_episode(c, p);
        status = (multion ? check_legs : check_places)(c, wend_world_navmesh(world), p->episode);
    }
    wend_world_destroy(world);
    return status;
}

static wend_status check_habitat_worlds(check* c, const wend_world_source* where) {
    const wend_habitat_set* set = c->episodes->payload;
    if (!set->count) return WEND_OK;
    placed* all = wend_alloc((size_t)set->count * sizeof *all);
    if (!all) return wend_fail(c->error, WEND_NO_MEMORY, "%s: out of memory", c->episodes->path);
    int count = 0;
    for (int i = 0; i < set->count; i++)
        if (set->episodes[i].scene) all[count++] = (placed){&set->episodes[i], i};
    qsort(all, (size_t)count, sizeof *all, check_scenes_compare_placed);
    wend_status status = WEND_OK;
    for (int i = 0, end; status == WEND_OK && i < count; i = end) {
        end = i + 1;
        while (end < count && strcmp(all[end].episode->scene, all[i].episode->scene) == 0) end++;
        status = check_scenes_check_scene(c, where, all + i, all + end);
    }
    wend_free(all);
    return status;
}

static const struct {
    const format* format;
    wend_status (*check)(check* c, const wend_world_source* where);
} scene_checks[] = {
    {&format_habitat, check_habitat_worlds}, {&format_multion, check_habitat_worlds},
    {&format_vlnce, check_habitat_worlds},   {&format_robothor, check_pasture_worlds},
    {&format_r2r, check_vln_worlds},         {&format_rxr, check_vln_worlds},
    {&format_rescue, check_rescue_worlds},
};

wend_status wend_episodes_check_worlds(const wend_episodes* episodes,
                                       const wend_world_source* where, wend_findings* problems,
                                       wend_error* error) {
    check c = {.episodes = episodes, .problems = problems, .error = error};
    for (size_t i = 0; i < sizeof scene_checks / sizeof *scene_checks; i++)
        if (scene_checks[i].format == episodes->format) WEND_TRY(scene_checks[i].check(&c, where));
    if (problems->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its problems",
                         episodes->path);
    return WEND_OK;
}
