#include "oracle/truth_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const float STOREY = 1, NEAR = 2.5f;  // metres

wend_status truth_map_begin(truth_map* m, const wend_world* world, const char* scene,
                            wend_vec3 feet, const wend_task_object* objects, int count,
                            wend_error* error) {
    wend_vec3 places[TRUTH_MAP_OBJECTS];
    int classes[TRUTH_MAP_OBJECTS];
    bool fits = m->map && strcmp(m->scene, scene) == 0 && fabsf(feet.y - m->floor) < STOREY / 2;
    if (!fits) {
        wend_oracle_map_destroy(m->map);
        m->map = NULL;
        WEND_TRY(wend_oracle_map_create(world, feet, NULL, &m->map, error));
        // A truncated name never compares equal: the map is then rebuilt for every episode.
        snprintf(m->scene, sizeof m->scene, "%s", scene);
        m->floor = feet.y;
    }
    m->count = count;
    for (int i = 0; i < count; i++) {
        m->what[i] = objects[i];
        places[i] = objects[i].at;
        classes[i] = objects[i].category < 255 ? objects[i].category - 1 : 253;
    }
    wend_oracle_map_set_goals(m->map, (wend_vec3_span){places, count}, classes);
    return WEND_OK;
}

// Training label of ObjRecogMap: the nearest object in the field of view within 2.5 m.
// [MultiON §4.2]
static uint16_t nearest_in_view(const truth_map* m, wend_vec3 feet, float heading,
                                float half_view) {
    uint16_t category = 0;
    float min = NEAR;
    for (int i = 0; i < m->count; i++) {
        wend_vec3 to = wend_v3_sub(m->what[i].at, feet);
        float ahead = -to.x * sinf(heading) - to.z * cosf(heading);
        float right = to.x * cosf(heading) - to.z * sinf(heading), away = hypotf(ahead, right);
        if (away > min || fabsf(to.y) > STOREY || fabsf(atan2f(right, ahead)) > half_view) continue;
        min = away;
        category = m->what[i].category;
    }
    return category;
}

void truth_map_look(truth_map* m, const wend_sim* sim, bool seen, const float* depth) {
    const wend_sim_def* def = wend_sim_get_def(sim);
    wend_body_pose pose = wend_sim_pose(sim);
    float heading = wend_body_pose_heading(&pose, &def->body);
    wend_oracle_depth picture = {depth, def->camera.width, def->camera.height, def->camera.hfov};
    if (seen) {
        wend_oracle_sight rule = depth ? WEND_ORACLE_SIGHT_DEPTH : WEND_ORACLE_SIGHT_WALLS;
        wend_oracle_map_see(m->map, rule, pose.feet, heading, depth ? &picture : NULL);
        wend_oracle_map_crop_seen(m->map, pose.feet, heading, m->ground, m->objects);
    } else {
        wend_oracle_map_crop(m->map, pose.feet, heading, m->ground, m->objects);
    }
    m->near = nearest_in_view(m, pose.feet, heading, def->camera.hfov * (float)(WEND_PI / 360));
}

void truth_map_destroy(truth_map* m) {
    if (!m) return;
    wend_oracle_map_destroy(m->map);
    wend_free(m);
}
