#include "agent/guide_state.h"

static const float STOREY = 2.2f;  // metres: a storey is higher

void guide_begin_climb(guide* g) {
    g->climbing = true;
    g->climbs++;
    g->climb_from = g->last_altitude = g->walker.pose.feet.y;
    g->flat = 0;
}

// The reachable place that lies highest (lowest), near ones first.
static bool find_tread(guide* g, bool up, wend_vec2* best) {
    wend_map_grid grid = wend_map_get_grid(g->map, wend_map_level(g->map));
    float most = 0.12f;
    for (int i = 0; i < grid.width * grid.height; i++) {
        if (grid.state[i] != WEND_CELL_FREE) continue;
        float x = grid.x + ((float)(i % grid.width) + 0.5f) * grid.cell;
        float z = grid.z + ((float)(i / grid.width) + 0.5f) * grid.cell;
        float rise = wend_map_ground(g->map, x, z) - g->walker.pose.feet.y;
        if (!up) rise = -rise;
        if (!(rise > 0.1f) || rise > 3) continue;
        float way = wend_route_distance(g->walker.route, x, z), worth = rise - 0.12f * way;
        if (isfinite(way) && worth > most) {
            most = worth;
            *best = (wend_vec2){x, z};
        }
    }
    return most > 0.12f;
}

wend_status guide_climb(guide* g, bool* acted, wend_action_kind* action, wend_error* error) {
    walker* w = &g->walker;
    bool up = g->steps[g->last].what.kind == WEND_TELL_UP;
    float altitude = w->pose.feet.y, risen = fabsf(altitude - g->climb_from);
    wend_vec2 tread;
    *acted = false;
    g->flat = fabsf(altitude - g->last_altitude) < 0.04f ? g->flat + 1 : 0;
    g->last_altitude = altitude;
    if (walker_has_way(w) && g->patience-- > 0 && walker_step(w, action)) {
        *acted = true;
        return WEND_OK;
    }
    bool found = false;
    for (walker_manner m = WALKER_EASY; m < WALKER_BOLD && !found; m++) {
        WEND_TRY(walker_look_ways(w, m, error));
        found = find_tread(g, up, &tread) && walker_plan(w, tread.x, tread.y, 0.2f);
    }
    g->patience = 6;
    *acted = found && walker_step(w, action);
    if (*acted) return WEND_OK;
    // Nothing is higher: on the next floor, or not yet in sight.
    if (risen > STOREY || g->stuck > 6 || g->last + 1 >= g->step_count) {
        guide_begin_stretch(g, g->last + 1 < g->step_count ? g->last + 1 : g->last);
        return WEND_OK;
    }
    g->stuck++;
    g->spin = guide_full_spin(g);
    g->spins++;
    return WEND_OK;
}
