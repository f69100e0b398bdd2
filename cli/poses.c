#include "poses.h"

#include <stdio.h>
#include <stdlib.h>

#include "wend/nav.h"

bool poses_parse(const char* text, float eye_height, wend_camera_pose* gaze) {
    float v[5] = {0};
    int count = 0;
    for (; count < 5 && *text; count++) {
        char* end;
        v[count] = strtof(text, &end);
        if (end == text || !isfinite(v[count])) return false;
        text = end;
        while (*text == ' ' || *text == '\t' || *text == '\r') text++;
        if (*text == ',') text++;
    }
    const float degree = (float)(WEND_PI / 180);
    *gaze =
        (wend_camera_pose){wend_v3(v[0], v[1] + eye_height, v[2]), v[3] * degree, v[4] * degree};
    return count >= 4 && !*text;
}

// True in a room or on the ground outside; false on a roof or a table top.
static bool poses_is_floor(const wend_scene* scene, wend_vec3 feet) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    if (a->rooms.count < 2) return true;
    if (a->levels.count && feet.y < a->levels.items[0].floor + 0.3f) return true;
    uint32_t room = wend_scene_room_at(scene, feet);
    return room && feet.y < a->rooms.items[room].floor + 0.3f;
}

static bool random_feet(const wend_scene* scene, const wend_navmesh* mesh, wend_rng* rng,
                        wend_vec3* feet) {
    // Without rooms, the largest island counts as the floor.
    int island = wend_scene_get(scene)->rooms.count < 2 ? 0 : -1;
    for (int attempt = 0; attempt < 200; attempt++) {
        if (!wend_navmesh_random_point(mesh, rng, island, feet)) return false;
        if (poses_is_floor(scene, *feet)) return true;
    }
    return true;
}

wend_status poses_random(const wend_scene* scene, uint64_t seed, float eye_height, int count,
                         wend_camera_pose* gazes, wend_error* error) {
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    wend_navmesh* mesh;
    WEND_TRY(wend_navmesh_build(scene, &def, &mesh, error));
    wend_rng rng = wend_rng_for(seed, wend_scene_name(scene), "poses");
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++) {
        wend_vec3 feet = {0, 0, 0};
        float heading = wend_rng_between(&rng, 0, (float)(2 * WEND_PI));
        if (!random_feet(scene, mesh, &rng, &feet))
            status = wend_fail(error, WEND_NOT_FOUND,
                               "%s: the scene has no navigable floor; pass --pose instead",
                               wend_scene_name(scene));
        gazes[i] = (wend_camera_pose){wend_v3(feet.x, feet.y + eye_height, feet.z), heading, 0};
    }
    wend_navmesh_destroy(mesh);
    return status;
}

// Finds the nearest to `point` among random points of the navmesh.
static bool find_navigable(const wend_scene* scene, wend_vec3 point, wend_vec3* found) {
    enum { POINTS = 4096 };
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    wend_navmesh* mesh;
    if (wend_navmesh_build(scene, &def, &mesh, NULL) != WEND_OK) return false;
    wend_rng rng = wend_rng_for(0, wend_scene_name(scene), "navigable");
    float best = INFINITY;
    for (int i = 0; i < POINTS; i++) {
        wend_vec3 at;
        if (!wend_navmesh_random_point(mesh, &rng, -1, &at)) break;
        float distance = wend_v3_distance(at, point);
        if (distance < best && poses_is_floor(scene, at)) {
            best = distance;
            *found = at;
        }
    }
    wend_navmesh_destroy(mesh);
    return isfinite(best);
}

bool poses_inside(const wend_scene* scene, const wend_camera_pose* gaze, char* sentence,
                  size_t size) {
    wend_aabb box = wend_scene_bounds(scene);
    wend_vec3 eye = gaze->eye, near = eye;
    if (eye.x >= box.low.x && eye.x <= box.high.x && eye.y >= box.low.y && eye.y <= box.high.y &&
        eye.z >= box.low.z && eye.z <= box.high.z)
        return true;
    int n =
        snprintf(sentence, size,
                 "the camera at %.2f,%.2f,%.2f is outside the scene: x must be in [%.2f, %.2f], y "
                 "in [%.2f, %.2f], z in [%.2f, %.2f]",
                 (double)eye.x, (double)eye.y, (double)eye.z, (double)box.low.x, (double)box.high.x,
                 (double)box.low.y, (double)box.high.y, (double)box.low.z, (double)box.high.z);
    if (n > 0 && (size_t)n < size && find_navigable(scene, eye, &near))
        snprintf(sentence + n, size - (size_t)n, "; the nearest navigable point is %.2f,%.2f,%.2f",
                 (double)near.x, (double)near.y, (double)near.z);
    return false;
}
