#include "agent/guide_state.h"

static const float CLIMBED = 0.35f;  // metres: who has risen so far was on stairs

void guide_begin_climb(guide* g) {
    g->climbing = true;
    g->climbs++;
    g->climb_from = g->walker.pose.feet.y;
    g->looked_for_treads = false;
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

// The stairs are not where they were thought to be.
static void look_elsewhere(guide* g) {
    g->vain[g->vain_count++] = (wend_vec2){g->walker.pose.feet.x, g->walker.pose.feet.z};
    g->climbing = g->planned = false;
}

wend_status guide_climb(guide* g, bool* acted, wend_action_kind* action, wend_error* error) {
    walker* w = &g->walker;
    bool up = g->steps[g->last].what.kind == WEND_TELL_UP;
    float risen = fabsf(w->pose.feet.y - g->climb_from);
    wend_vec2 tread;
    *acted = false;
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
    if (*acted) {
        g->looked_for_treads = false;
        return WEND_OK;
    }
    // Nothing is higher: not in sight, on the next floor, or no stairs at all.
    if (!g->looked_for_treads) {
        g->looked_for_treads = true;
        g->spin = guide_full_spin(g);
        g->spins++;
    } else if (risen > CLIMBED || g->vain_count == MAX_VAIN || g->vain_climbs++ > 2)
        guide_begin_stretch(g, g->last + 1 < g->step_count ? g->last + 1 : g->last);
    else
        look_elsewhere(g);
    return WEND_OK;
}
