// Guide-follower on viewpoint graphs: chooses the edge along the planned path.
#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_state.h"

static float off_path(const guide* g, float x, float z, int* at) {
    float min = INFINITY;
    *at = 0;
    for (int i = 0; i < g->path.count; i++) {
        float metres = hypotf(g->path.points[i].x - x, g->path.points[i].z - z);
        if (metres < min - GUIDE_NEARER || (metres < GUIDE_ON_PATH && metres < min + GUIDE_LATER)) {
            min = fminf(min, metres);
            *at = i;
        }
    }
    return min;
}

// Metres along the path between two of its points.
static float along_path(const guide* g, int from, int to) {
    float length = 0;
    for (int i = from; i < to; i++)
        length += hypotf(g->path.points[i + 1].x - g->path.points[i].x,
                         g->path.points[i + 1].z - g->path.points[i].z);
    return length;
}

static void score_neighbour(guide* g, wend_action* action) {
    const wend_vec3 feet = g->walker.pose.feet;
    int here, end = g->path.count - 1;
    float best = off_path(g, feet.x, feet.z, &here) + along_path(g, here, end);
    for (int i = 0; i < g->o->graph.neighbour_count; i++) {
        const wend_neighbour* w = &g->o->graph.neighbours[i];
        float heading = g->walker.pose.heading + w->heading;
        float flat = w->distance * cosf(w->elevation);
        int at;
        float off = off_path(g, feet.x - sinf(heading) * flat, feet.z - cosf(heading) * flat, &at);
        float left = GUIDE_OFF_PATH * off + along_path(g, at, end) + GUIDE_EDGE_COST;
        if (left >= best) continue;
        best = left;
        *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = i};
    }
}

// Takes the steepest edge up or down.
static bool climb_way(guide* g, wend_action* action) {
    bool up = g->steps[g->last].what.kind == WEND_STEP_UP;
    float max = GUIDE_VIEWPOINT_RISE;
    for (int i = 0; i < g->o->graph.neighbour_count; i++) {
        float rise = g->o->graph.neighbours[i].distance *
                     sinf(g->o->graph.neighbours[i].elevation) * (up ? 1.0f : -1.0f);
        if (rise <= max) continue;
        max = rise;
        *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = i};
    }
    return max > GUIDE_VIEWPOINT_RISE;
}

wend_status guide_choose_neighbour(guide* g, wend_action* action, wend_error* error) {
    if (g->o->camera.no_images) {
        int chosen = guide_captions_choose(&g->captions, g->parser, g->o);
        if (chosen >= 0) *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = chosen};
        return WEND_OK;
    }
    if (!g->o->graph.neighbour_count) return WEND_OK;
    if (guide_is_stairs(&g->steps[g->last]) && climb_way(g, action)) {
        g->climbing = true;
        g->climbs++;
        return WEND_OK;
    }
    if (g->climbing && g->last + 1 < g->step_count) guide_begin_stretch(g, g->last + 1);
    WEND_TRY(guide_think(g, error));
    if (g->path.count) score_neighbour(g, action);
    if (action->kind == WEND_ACTION_STOP) guide_finish(g);
    return WEND_OK;
}
