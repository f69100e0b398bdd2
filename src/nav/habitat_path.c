// Habitat's geodesic distance, number for number: what habitat-sim's PathFinder::findPath returns.
//
// Detour finds a corridor of polygons by A* over the middles of their edges, pulls a string through
// it, and Habitat adds up the straight lines between the string's corners in single precision. The
// result is not the shortest path in general, depends on the direction, and cuts through the air
// between corners where the ground is not flat. [facebookresearch/habitat-sim:
// src/esp/nav/PathFinder.cpp, findPath, findPathSetup, findPathInternal, projectToPoly]
#include "nav/navmesh.h"

// Magnum's `==` of floats, by which Habitat takes two snapped points for the same.
static bool habitat_equals(float a, float b) {
    const float epsilon = 1e-5f;
    float difference = fabsf(a - b);
    if (a == 0 || b == 0 || difference < epsilon) return difference < epsilon;
    return difference / (fabsf(a) + fabsf(b)) < epsilon;
}

static bool habitat_is_same(wend_vec3 a, wend_vec3 b) {
    return habitat_equals(a.x, b.x) && habitat_equals(a.y, b.y) && habitat_equals(a.z, b.z);
}

// Always the whole box: a smaller one may prefer another polygon than Habitat does.
static bool habitat_project(const wend_navmesh* mesh, wend_vec3 at, detour_end* end) {
    *end = (detour_end){.given = at, .on_mesh = at};
    if (!wend_v3_is_finite(at)) return false;
    end->polygon = detour_nearest(mesh->d, at, NAVMESH_SNAP_REACH, &end->on_mesh);
    return end->polygon != 0;
}

static int habitat_island(const wend_navmesh* mesh, const detour_end* end) {
    return mesh->polygon_island[detour_polygon_index(mesh->d, end->polygon)];
}

static int habitat_find(const wend_navmesh* mesh, const detour_end* from, const detour_end* to,
                        wend_vec3* corners, int capacity, float* metres) {
    *metres = INFINITY;
    if (habitat_is_same(from->on_mesh, to->on_mesh)) {
        *metres = 0;
        for (int i = 0; i < 2 && i < capacity; i++) corners[i] = i ? to->on_mesh : from->on_mesh;
        return 2;
    }
    if (habitat_island(mesh, from) != habitat_island(mesh, to)) return 0;
    return detour_habitat_path(mesh->d, from, to, corners, capacity, metres);
}

int wend_navmesh_habitat_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                              wend_vec3* corners, int capacity, float* metres) {
    detour_end ends[2];
    *metres = INFINITY;
    if (!habitat_project(mesh, from, &ends[0]) || !habitat_project(mesh, to, &ends[1])) return 0;
    return habitat_find(mesh, &ends[0], &ends[1], corners, capacity, metres);
}

// The goal that comes after `last` in the order of straight distance; -1: none.
static int habitat_next(wend_vec3 from, wend_vec3_span goals, int last, float* straight) {
    float after = *straight;
    int next = -1;
    for (int i = 0; i < goals.count; i++) {
        float d = wend_v3_distance(goals.items[i], from);
        if (last >= 0 && !(d > after || (d == after && i > last))) continue;
        if (next >= 0 && !(d < *straight)) continue;
        if (!(d < INFINITY)) continue;
        next = i;
        *straight = d;
    }
    return next;
}

// Goals are tried from the nearest by air on, and one that is farther by air than the best path so
// far is long is not tried: with points off the mesh that can leave out a shorter path, as there.
float wend_navmesh_habitat_distance(const wend_navmesh* mesh, wend_vec3 from, wend_vec3_span goals,
                                    int* nearest) {
    detour_end start, end;
    float best = INFINITY, straight = 0;
    if (nearest) *nearest = -1;
    if (!habitat_project(mesh, from, &start)) return best;
    for (int i = habitat_next(from, goals, -1, &straight); i >= 0;
         i = habitat_next(from, goals, i, &straight)) {
        float metres;
        if (straight > best) break;
        if (!habitat_project(mesh, goals.items[i], &end)) continue;
        habitat_find(mesh, &start, &end, NULL, 0, &metres);
        if (!(metres < best)) continue;
        best = metres;
        if (nearest) *nearest = i;
    }
    return best;
}

float wend_navmesh_geodesic(const wend_navmesh* mesh, wend_geodesic kind, wend_vec3 from,
                            wend_vec3 to) {
    wend_vec3_span goals = {&to, 1};
    float metres = INFINITY;
    if (kind == WEND_GEODESIC_HABITAT)
        return wend_navmesh_habitat_distance(mesh, from, goals, NULL);
    wend_navmesh_distance(mesh, from, goals, &metres, NULL);
    return metres;
}
