// Climbing of the guide-follower: finds treads in the map and follows them up or down.
#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_state.h"

void guide_begin_climb(guide* g) {
    g->climbing = true;
    g->climbs++;
    g->climb_from = g->walker.pose.feet.y;
    g->looked_for_treads = false;
}

// The reachable cell with the largest height difference (up or down), less GUIDE_TREAD_WORTH per
// metre of path.
static bool find_tread(guide* g, bool up, wend_vec2* best) {
    wend_map_grid grid = wend_map_get_grid(g->map, wend_map_level(g->map));
    float max = GUIDE_TREAD_WORTH;
    for (int i = 0; i < grid.width * grid.height; i++) {
        if (grid.state[i] != WEND_CELL_FREE) continue;
        float x = grid.x + ((float)(i % grid.width) + 0.5f) * grid.cell;
        float z = grid.z + ((float)(i / grid.width) + 0.5f) * grid.cell;
        float rise = wend_map_ground(g->map, x, z) - g->walker.pose.feet.y;
        if (!up) rise = -rise;
        if (!(rise > GUIDE_TREAD_RISE) || rise > GUIDE_TREAD_MAX_RISE) continue;
        float route_length = wend_route_distance(g->walker.route, x, z),
              worth = rise - GUIDE_TREAD_WORTH * route_length;
        if (isfinite(route_length) && worth > max) {
            max = worth;
            *best = (wend_vec2){x, z};
        }
    }
    return max > GUIDE_TREAD_WORTH;
}

// The stairs are not at the expected position: marks it as rejected and plans again.
static void look_elsewhere(guide* g) {
    g->vain[g->vain_count++] = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
    g->climbing = g->planned = false;
}

wend_status guide_climb(guide* g, bool* acted, wend_action_kind* action, wend_error* error) {
    walker* w = &g->walker;
    bool up = g->steps[g->last].what.kind == WEND_STEP_UP;
    float risen = fabsf(w->pose.feet.y - g->climb_from);
    wend_vec2 tread;
    *acted = false;
    if (walker_has_path(w) && g->patience-- > 0 && walker_step(w, action)) {
        *acted = true;
        return WEND_OK;
    }
    bool found = false;
    for (walker_mode m = WALKER_EASY; m < WALKER_UNKNOWN && !found; m++) {
        WEND_TRY(walker_compute_distances(w, m, error));
        found = find_tread(g, up, &tread) && walker_plan(w, tread.x, tread.y, GUIDE_TREAD_SLACK);
    }
    g->patience = GUIDE_CLIMB_REPLAN;
    *acted = found && walker_step(w, action);
    if (*acted) {
        g->looked_for_treads = false;
        return WEND_OK;
    }
    // No higher ground: it is out of view, the next floor is reached, or there are no stairs.
    if (!g->looked_for_treads) {
        g->looked_for_treads = true;
        g->spin = guide_full_spin(g);
        g->spins++;
    } else if (risen > GUIDE_CLIMBED || g->vain_count == MAX_VAIN ||
               g->vain_climbs++ > GUIDE_MAX_VAIN_CLIMBS)
        guide_begin_stretch(g, g->last + 1 < g->step_count ? g->last + 1 : g->last);
    else
        look_elsewhere(g);
    return WEND_OK;
}
