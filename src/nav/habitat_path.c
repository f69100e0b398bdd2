// Habitat's geodesic distance: the same floats as habitat-sim's PathFinder::findPath.
//
// Detour finds a corridor of polygons by A* over edge midpoints and string-pulls a path through it.
// Habitat sums the straight lines between the corners of that path in single precision. The result
// is not the shortest path in general, depends on the direction, and ignores slopes between
// corners. [facebookresearch/habitat-sim: src/esp/nav/PathFinder.cpp, findPath, findPathSetup,
// findPathInternal, projectToPoly]
#include "nav/navmesh.h"

// Magnum's fuzzy `==` of floats, with which Habitat compares two snapped points.
static bool habitat_equals(float a, float b) {
    const float epsilon = 1e-5f;
    float difference = fabsf(a - b);
    if (a == 0 || b == 0 || difference < epsilon) return difference < epsilon;
    return difference / (fabsf(a) + fabsf(b)) < epsilon;
}

static bool habitat_is_same(wend_vec3 a, wend_vec3 b) {
    return habitat_equals(a.x, b.x) && habitat_equals(a.y, b.y) && habitat_equals(a.z, b.z);
}

// Always the full search box: a smaller one may return a different polygon than Habitat's.
static bool habitat_project(const wend_navmesh* mesh, wend_vec3 at, detour_end* end) {
    *end = (detour_end){.given = at, .on_mesh = at};
    if (!wend_v3_is_finite(at)) return false;
    end->polygon = detour_nearest(mesh->d, at, NAVMESH_SNAP_REACH, &end->on_mesh);
    return end->polygon != 0;
}

static int habitat_island(const wend_navmesh* mesh, const detour_end* end) {
    return mesh->polygon_island[detour_polygon_index(mesh->d, end->polygon)];
}

static wend_status habitat_find(const wend_navmesh* mesh, const detour_end* from,
                                const detour_end* to, wend_vec3* corners, int capacity, int* count,
                                float* metres) {
    *count = 0;
    *metres = INFINITY;
    if (habitat_is_same(from->on_mesh, to->on_mesh)) {
        *metres = 0;
        *count = 2;
        for (int i = 0; i < 2 && i < capacity; i++) corners[i] = i ? to->on_mesh : from->on_mesh;
        return WEND_OK;
    }
    if (habitat_island(mesh, from) != habitat_island(mesh, to)) return WEND_OK;
    return detour_habitat_path(mesh->d, from, to, corners, capacity, count, metres);
}

wend_status wend_navmesh_habitat_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                                      wend_vec3* corners, int capacity, int* count, float* metres) {
    detour_end ends[2];
    *count = 0;
    *metres = INFINITY;
    if (!habitat_project(mesh, from, &ends[0]) || !habitat_project(mesh, to, &ends[1]))
        return WEND_OK;
    return habitat_find(mesh, &ends[0], &ends[1], corners, capacity, count, metres);
}

// The goal that follows `last` in the order of straight-line distance; -1: none.
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

// Goals are tried in order of straight-line distance. A goal whose straight-line distance exceeds
// the best path so far is skipped. With points off the mesh that can miss a shorter path, as in
// Habitat.
wend_status wend_navmesh_habitat_distance(const wend_navmesh* mesh, wend_vec3 from,
                                          wend_vec3_span goals, float* metres, int* nearest) {
    detour_end start, end;
    float straight = 0;
    *metres = INFINITY;
    if (nearest) *nearest = -1;
    if (!habitat_project(mesh, from, &start)) return WEND_OK;
    for (int i = habitat_next(from, goals, -1, &straight); i >= 0;
         i = habitat_next(from, goals, i, &straight)) {
        float length;
        int count;
        if (straight > *metres) break;
        if (!habitat_project(mesh, goals.items[i], &end)) continue;
        WEND_TRY(habitat_find(mesh, &start, &end, NULL, 0, &count, &length));
        if (!(length < *metres)) continue;
        *metres = length;
        if (nearest) *nearest = i;
    }
    return WEND_OK;
}

wend_status wend_navmesh_geodesic(const wend_navmesh* mesh, wend_geodesic kind, wend_vec3 from,
                                  wend_vec3 to, float* metres) {
    wend_vec3_span goals = {&to, 1};
    return kind == WEND_GEODESIC_HABITAT
               ? wend_navmesh_habitat_distance(mesh, from, goals, metres, NULL)
               : wend_navmesh_distance(mesh, from, goals, metres, NULL);
}
