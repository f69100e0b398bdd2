// What can only be said of episodes where their scenes are: starts and goals on the navmesh.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "task/episodes.h"

#include "wend/multion.h"

typedef struct placed {
    const wend_habitat_episode* episode;
    int index;
} placed;

// Scene by scene, so that each is opened once.
static int compare_placed(const void* a, const void* b) {
    const placed *x = a, *y = b;
    int by_scene = strcmp(x->episode->scene, y->episode->scene);
    return by_scene ? by_scene : (x->index > y->index) - (x->index < y->index);
}

static void name_episode(check* c, const placed* p) {
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
        check_say(c, WEND_RULE_OFF_MESH, "%s %.2f, %.2f, %.2f is nowhere near the navmesh", what,
                  (double)at.x, (double)at.y, (double)at.z);
    return near;
}

static float walk(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to) {
    float metres = INFINITY;
    wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL);
    return metres;
}

// MultiON wants every goal in turn, each a leg from the one before. [MultiON, section 3]
static void check_legs(check* c, const wend_navmesh* mesh, const wend_habitat_episode* e) {
    const float shortest = 2, longest = 20, tolerance = 0.01f;
    wend_vec3 from = wend_point_vec3(e->start);
    if (!is_on_mesh(c, mesh, "start", from)) return;
    for (int i = 0; i < e->goal_count; i++) {
        wend_vec3 goal = wend_point_vec3(e->goals[i].position);
        float metres = walk(mesh, from, goal);
        if (!e->goals[i].category || !wend_category_find(e->goals[i].category))
            check_say(c, WEND_RULE_UNKNOWN_THING, "goal %d is '%s'", i,
                      e->goals[i].category ? e->goals[i].category : "");
        if (!isfinite(metres))
            check_say(c, WEND_RULE_UNREACHABLE, "no way leads from the %s to goal %d",
                      i ? "goal before" : "start", i);
        else if (metres < shortest - tolerance || metres > longest + tolerance)
            check_say(c, WEND_RULE_LEG_RANGE,
                      "goal %d is a walk of %.2f m from the place before it", i, (double)metres);
        from = goal;
    }
}

// Goals that are things, not points, may stand where nobody can; one of them must be reached.
static void check_places(check* c, const wend_navmesh* mesh, const wend_habitat_episode* e) {
    int reached = 0;
    wend_vec3 start = wend_point_vec3(e->start);
    if (!is_on_mesh(c, mesh, "start", start)) return;
    for (int i = 0; i < e->goal_count; i++) {
        wend_vec3 goal = wend_point_vec3(e->goals[i].position);
        if (!e->goals[i].category) is_on_mesh(c, mesh, "goal", goal);
        reached += isfinite(walk(mesh, start, goal));
    }
    if (e->goal_count && !reached)
        check_say(c, WEND_RULE_UNREACHABLE, "no way leads from the start to %s",
                  e->goal_count == 1 ? "the goal" : "any of the goals");
}

// The episodes of one scene, from `first` to `end`. A scene that cannot be opened is told once.
static wend_status check_scene(check* c, const wend_world_source* where, const placed* first,
                               const placed* end) {
    wend_world* world;
    wend_error error = {0};
    wend_world_def def = wend_world_default_def();
    wend_world_source source = *where;
    source.scene = first->episode->scene;
    source.import.bake = false;
    def.sighted = false;
    bool multion = c->episodes->kind == WEND_EPISODES_MULTION;
    if (multion) {  // its body is slimmer than Habitat's usual one
        wend_multion_def body = wend_multion_default_def();
        def.navmesh.radius = body.body_radius;
        def.navmesh.height = body.body_height;
    }
    wend_status status = wend_world_open(&source, &def, &world, &error);
    if (status == WEND_NO_MEMORY) return wend_fail(c->error, status, "%s", error.message);
    name_episode(c, first);
    if (status != WEND_OK) {
        check_say(c, WEND_RULE_MISSING_SCENE, "%s (%d episode%s)", error.message,
                  (int)(end - first), end - first == 1 ? "" : "s");
        return WEND_OK;
    }
    for (const placed* p = first; p < end; p++) {
        name_episode(c, p);
        if (multion)
            check_legs(c, wend_world_navmesh(world), p->episode);
        else
            check_places(c, wend_world_navmesh(world), p->episode);
    }
    wend_world_destroy(world);
    return WEND_OK;
}

wend_status wend_episodes_check_worlds(const wend_episodes* episodes,
                                       const wend_world_source* where, wend_findings* problems,
                                       wend_error* error) {
    if (episodes->kind == WEND_EPISODES_RESCUE)
        return check_rescue_worlds(episodes, where, problems, error);
    const wend_habitat_set* set = &episodes->habitat;
    check c = {.episodes = episodes, .problems = problems, .error = error};
    if (episodes->kind == WEND_EPISODES_ROBOTHOR) return check_pasture_worlds(&c, where);
    if (episodes->kind == WEND_EPISODES_R2R || episodes->kind == WEND_EPISODES_RXR)
        return check_vln_worlds(&c, where);
    if (!set->count) return WEND_OK;
    placed* all = wend_alloc((size_t)set->count * sizeof *all);
    if (!all) return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to check it", episodes->path);
    int count = 0;
    for (int i = 0; i < set->count; i++)
        if (set->episodes[i].scene) all[count++] = (placed){&set->episodes[i], i};
    qsort(all, (size_t)count, sizeof *all, compare_placed);
    wend_status status = WEND_OK;
    for (int i = 0, end; status == WEND_OK && i < count; i = end) {
        end = i + 1;
        while (end < count && strcmp(all[end].episode->scene, all[i].episode->scene) == 0) end++;
        status = check_scene(&c, where, all + i, all + end);
    }
    wend_free(all);
    if (status == WEND_OK && problems->starved)
        status = wend_fail(error, WEND_NO_MEMORY, "%s: no memory for its problems", episodes->path);
    return status;
}
