#include <stdio.h>
#include <string.h>

#include "agent/guide_state.h"
#include "perceive/flush_doors.h"
#include "perceive/rescue_sights.h"

// Closed doors are walked through in these tasks: what a leaf covers is free.
static wend_status open_doors(guide* g, const wend_observation* o, const wend_map_pose* pose,
                              wend_error* error) {
    float s = sinf(pose->heading), c = cosf(pose->heading);
    if (g->semantics == SEMANTICS_TRUTH && o->category) {
        float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
        for (int y = 0; y < o->height; y += 6)
            for (int x = 0; x < o->width; x += 3) {
                float depth = o->depth[y * o->width + x];
                if (o->category[y * o->width + x] != WEND_CATEGORY_DOOR || !(depth < 6)) continue;
                float right = ((float)x + 0.5f - (float)o->width / 2) / focal * depth;
                wend_vec3 at = wend_v3(pose->feet.x - s * depth + c * right, pose->feet.y,
                                       pose->feet.z - c * depth - s * right);
                WEND_TRY(wend_map_mark(g->map, at, 0.08f, WEND_CELL_FREE, error));
            }
        return WEND_OK;
    }
    if (pose->tilt != 0) return WEND_OK;
    body_sight doors[16];
    int count = rescue_sights_doors(o, doors, 8);
    count += flush_doors_find(o, doors + count, 8);
    for (int i = 0; i < count; i++) {
        wend_vec3 at = wend_v3(pose->feet.x - s * doors[i].ahead + c * doors[i].right, pose->feet.y,
                               pose->feet.z - c * doors[i].ahead - s * doors[i].right);
        WEND_TRY(wend_map_mark(g->map, at, 0.35f, WEND_CELL_FREE, error));
    }
    return WEND_OK;
}

// Things are recognised in one picture of several: neighbours show the same.
static bool is_new_view(const guide* g, const wend_map_pose* pose) {
    float turned = fabsf(remainderf(pose->heading - g->seen_to, (float)(2 * WEND_PI)));
    float moved = hypotf(pose->feet.x - g->seen_at.x, pose->feet.z - g->seen_at.y);
    return turned > 0.5f || moved > 0.7f || g->seen_level != wend_map_level(g->map);
}

static wend_status see_from(guide* g, const wend_observation* o, const wend_map_pose* pose,
                            wend_error* error) {
    wend_map_frame frame = {
        .width = o->width, .height = o->height, .hfov = o->hfov, .depth = o->depth};
    if (is_new_view(g, pose)) {
        bool truth = g->semantics == SEMANTICS_TRUTH && o->category;
        WEND_TRY(guide_things_look(&g->things, o, pose, truth, error));
        frame.labels = g->things.labels;
        WEND_TRY(wend_map_integrate(g->map, &frame, pose, error));
        g->seen_at = (wend_vec2){pose->feet.x, pose->feet.z};
        g->seen_to = pose->heading;
        g->seen_level = wend_map_level(g->map);
        return open_doors(g, o, pose, error);
    }
    return wend_map_integrate(g->map, &frame, pose, error);
}

// A panorama: the twelve level views and the twelve that look down.
static wend_status see_around(guide* g, const wend_observation* o, wend_error* error) {
    static const float THIRTY = (float)(WEND_PI / 6);
    size_t pixels = (size_t)o->width * (size_t)o->height;
    for (int view = 0; view < 24; view++) {
        wend_observation one = *o;
        wend_map_pose pose = wend_map_pose_of(o);
        pose.heading = remainderf(pose.heading - THIRTY * (float)(view % 12 - o->view % 12),
                                  (float)(2 * WEND_PI));
        pose.tilt = view < 12 ? -THIRTY : 0;
        one.rgb = o->rgb + 3 * pixels * (size_t)view;
        one.depth = o->depth + pixels * (size_t)view;
        one.category = o->category ? o->category + pixels * (size_t)view : NULL;
        if (view >= 12) g->seen_level = -1;
        WEND_TRY(see_from(g, &one, &pose, error));
    }
    return WEND_OK;
}

// Who comes through what looks like a wall has found a door.
static wend_status note_door(guide* g, wend_vec3 from, wend_error* error) {
    static const float STEP = 0.5f, WIDE = 0.3f;  // metres: at most in one step; half a doorway
    const wend_vec3 to = g->walker.pose.feet;
    float length = hypotf(to.x - from.x, to.z - from.z);
    if (length < 0.05f || length > STEP) return WEND_OK;
    for (float share = 0.2f; share < 0.9f; share += 0.2f) {
        wend_vec3 at =
            wend_v3(from.x + (to.x - from.x) * share, to.y, from.z + (to.z - from.z) * share);
        if (wend_map_state(g->map, at.x, at.z) == WEND_CELL_OCCUPIED)
            WEND_TRY(wend_map_mark(g->map, at, WIDE, WEND_CELL_FREE, error));
    }
    return WEND_OK;
}

wend_status guide_see(guide* g, const wend_observation* o, wend_error* error) {
    if (!o->viewpoint) {
        const wend_vec3 from = g->walker.pose.feet;
        WEND_TRY(walker_sense(&g->walker, o, error));
        WEND_TRY(note_door(g, from, error));
        return see_from(g, o, &g->walker.pose, error);
    }
    g->walker.pose = wend_map_pose_of(o);
    if (strncmp(g->place, o->viewpoint, sizeof g->place - 1) == 0) return WEND_OK;
    snprintf(g->place, sizeof g->place, "%s", o->viewpoint);
    WEND_TRY(see_around(g, o, error));
    return wend_map_mark(g->map, g->walker.pose.feet, 0, WEND_CELL_FREE, error);
}
