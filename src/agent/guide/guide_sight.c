// Perception of the guide-follower: updates the map, doors and objects from observations.
#include <stdio.h>
#include <string.h>

#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_state.h"
#include "perceive/flush_doors.h"
#include "perceive/recessed_doors.h"

// Closed doors do not block the agent in these tasks: cells covered by a door are marked free.
static wend_status open_doors(guide* g, const wend_observation* o, const wend_pose* pose,
                              wend_error* error) {
    float s = sinf(pose->heading), c = cosf(pose->heading);
    if (g->semantics == SEMANTICS_TRUTH && o->privileged.category) {
        float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
        for (int y = 0; y < o->camera.height; y += 6)
            for (int x = 0; x < o->camera.width; x += 3) {
                float depth = o->camera.depth[y * o->camera.width + x];
                if (o->privileged.category[y * o->camera.width + x] != WEND_CATEGORY_DOOR ||
                    !(depth < GUIDE_DOOR_RANGE))
                    continue;
                float right = ((float)x + 0.5f - (float)o->camera.width / 2) / focal * depth;
                wend_vec3 at = wend_v3(pose->feet.x - s * depth + c * right, pose->feet.y,
                                       pose->feet.z - c * depth - s * right);
                WEND_TRY(wend_map_mark(g->map, at, GUIDE_DOOR_PIXEL, WEND_CELL_FREE, error));
            }
        return WEND_OK;
    }
    if (pose->tilt != 0) return WEND_OK;
    ego_detection doors[16];
    int count = recessed_doors_detect(o, doors, 8);
    count += flush_doors_find(o, doors + count, 8);
    for (int i = 0; i < count; i++) {
        wend_vec3 at = wend_v3(pose->feet.x - s * doors[i].ahead + c * doors[i].right, pose->feet.y,
                               pose->feet.z - c * doors[i].ahead - s * doors[i].right);
        WEND_TRY(wend_map_mark(g->map, at, GUIDE_DOOR_RADIUS, WEND_CELL_FREE, error));
    }
    return WEND_OK;
}

// Objects are detected in one of several images, because consecutive images show the same.
static bool is_new_view(const guide* g, const wend_pose* pose) {
    float turned = fabsf(remainderf(pose->heading - g->seen_to, (float)(2 * WEND_PI)));
    float moved = hypotf(pose->feet.x - g->seen_at.x, pose->feet.z - g->seen_at.y);
    return turned > GUIDE_VIEW_TURN || moved > GUIDE_VIEW_MOVE ||
           g->seen_level != wend_map_level(g->map);
}

static wend_status see_from(guide* g, const wend_observation* o, const wend_pose* pose,
                            wend_error* error) {
    wend_map_frame frame = {.width = o->camera.width,
                            .height = o->camera.height,
                            .hfov = o->camera.hfov,
                            .eye_height = o->camera.eye_height,
                            .depth = o->camera.depth};
    if (is_new_view(g, pose)) {
        bool truth = g->semantics == SEMANTICS_TRUTH && o->privileged.category;
        WEND_TRY(guide_objects_look(&g->objects, o, pose, truth, error));
        frame.labels = g->objects.labels;
        WEND_TRY(wend_map_integrate(g->map, &frame, pose, error));
        g->seen_at = (wend_vec2){pose->feet.x, pose->feet.z};
        g->seen_to = pose->heading;
        g->seen_level = wend_map_level(g->map);
        return open_doors(g, o, pose, error);
    }
    return wend_map_integrate(g->map, &frame, pose, error);
}

// Processes a panorama: the twelve level views and the twelve that look down.
static wend_status see_around(guide* g, const wend_observation* o, wend_error* error) {
    static const float THIRTY = (float)(WEND_PI / 6);
    size_t pixels = (size_t)o->camera.width * (size_t)o->camera.height;
    for (int view = 0; view < 24; view++) {
        wend_observation one = *o;
        wend_pose pose = wend_map_pose_of(o);
        pose.heading = remainderf(pose.heading - THIRTY * (float)(view % 12 - o->graph.view % 12),
                                  (float)(2 * WEND_PI));
        pose.tilt = view < 12 ? -THIRTY : 0;
        one.camera.rgb = o->camera.rgb + 3 * pixels * (size_t)view;
        one.camera.depth = o->camera.depth + pixels * (size_t)view;
        one.privileged.category =
            o->privileged.category ? o->privileged.category + pixels * (size_t)view : NULL;
        if (view >= 12) g->seen_level = -1;
        WEND_TRY(see_from(g, &one, &pose, error));
    }
    return WEND_OK;
}

// Passing through an apparent wall means that there is a door: marks the cells as free.
static wend_status note_door(guide* g, wend_vec3 from, wend_error* error) {
    const wend_vec3 to = g->walker.pose.feet;
    float length = hypotf(to.x - from.x, to.z - from.z);
    if (length < GUIDE_MIN_MOVE || length > GUIDE_MAX_STEP) return WEND_OK;
    for (float share = 0.2f; share < 0.9f; share += 0.2f) {
        wend_vec3 at =
            wend_v3(from.x + (to.x - from.x) * share, to.y, from.z + (to.z - from.z) * share);
        if (wend_map_state(g->map, at.x, at.z) == WEND_CELL_OCCUPIED)
            WEND_TRY(wend_map_mark(g->map, at, GUIDE_DOORWAY, WEND_CELL_FREE, error));
    }
    return WEND_OK;
}

wend_status guide_see(guide* g, const wend_observation* o, wend_error* error) {
    if (!o->graph.viewpoint) {
        const wend_vec3 from = g->walker.pose.feet;
        WEND_TRY(walker_sense(&g->walker, o, error));
        WEND_TRY(note_door(g, from, error));
        return see_from(g, o, &g->walker.pose, error);
    }
    g->walker.pose = wend_map_pose_of(o);
    if (strncmp(g->place, o->graph.viewpoint, sizeof g->place - 1) == 0) return WEND_OK;
    snprintf(g->place, sizeof g->place, "%s", o->graph.viewpoint);
    WEND_TRY(see_around(g, o, error));
    return wend_map_mark(g->map, g->walker.pose.feet, 0, WEND_CELL_FREE, error);
}
