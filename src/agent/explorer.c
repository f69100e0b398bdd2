#include "agent/explorer.h"

enum { MAX_FRONTIERS = 96, LEAST_CELLS = 4 };
static const float SIGHT = 5;      // metres looked ahead for what a frontier would show
static const float BEYOND = 2;     // metres of unknown ground taken for empty
static const float VAIN = 0.35f;   // metres around a frontier that was in vain
static const float DOOR = 0.55f;   // metres of clearance below which a way leads through a door
static const float DOOR_COST = 4;  // metres a door counts for, room by room
static const float STAY = 0.7f;    // share of its distance the last choice counts for
static const float LOYAL = 0.5f;   // and of its cost, to who would rather not turn

void explorer_reset(explorer* e) {
    *e = (explorer){.rule = e->rule, .promise = e->promise, .who = e->who};
}

void explorer_give_up(explorer* e) {
    if (e->has_target) e->vain[e->vain_count++ % EXPLORER_VAIN] = e->target;
    e->has_target = false;
}

static bool is_vain(const explorer* e, const wend_frontier* f) {
    int known = e->vain_count < EXPLORER_VAIN ? e->vain_count : EXPLORER_VAIN;
    for (int i = 0; i < known; i++)
        if (hypotf(e->vain[i].x - f->x, e->vain[i].y - f->z) < VAIN) return true;
    return false;
}

// How many doors a way leads through: places where it comes near to things and away again.
static int doors_to(const walker* w, wend_vec2 end) {
    wend_vec2 way[WALKER_WAY];
    int count = wend_route_way(w->route, end.x, end.y, way, WALKER_WAY), doors = 0;
    bool narrow = true;  // a start in a door is none
    for (int k = 1; k < count; k++) {
        float length = hypotf(way[k].x - way[k - 1].x, way[k].y - way[k - 1].y);
        int steps = (int)(length / 0.1f) + 1;
        for (int s = 1; s <= steps; s++) {
            float share = (float)s / (float)steps;
            float clear =
                wend_route_clearance(w->route, way[k - 1].x + (way[k].x - way[k - 1].x) * share,
                                     way[k - 1].y + (way[k].y - way[k - 1].y) * share);
            doors += clear < DOOR && !narrow;
            narrow = clear < DOOR;
        }
    }
    return doors;
}

// Less is better.
static float cost_of(const explorer* e, const walker* w, const wend_frontier* f, wend_vec2 end) {
    float distance = wend_route_distance(w->route, end.x, end.y);
    float moved = e->has_target ? hypotf(e->target.x - f->x, e->target.y - f->z) : INFINITY;
    bool same = moved < (w->steady ? 1 : 0.6f);
    if (e->rule == EXPLORE_ROOMS) distance += DOOR_COST * (float)doors_to(w, end);
    if (e->rule == EXPLORE_FARTHEST) return same ? -distance / STAY : -distance;
    if (same) distance *= STAY;
    if (e->rule != EXPLORE_GAIN) return distance;
    float gain = wend_map_gain(w->map, end.x, end.y, SIGHT, BEYOND);
    float promise = e->promise ? e->promise(e->who, f->x, f->z) : 1;
    return (same && w->steady ? LOYAL : 1) * (distance + 1) / (gain + 1) / promise;
}

wend_status explorer_choose(explorer* e, walker* w, bool* found, wend_error* error) {
    wend_frontier frontiers[MAX_FRONTIERS];
    int count = wend_map_frontiers(w->map, LEAST_CELLS, frontiers, MAX_FRONTIERS);
    *found = false;
    for (walker_manner manner = WALKER_EASY; manner < WALKER_MANNERS && count && !*found;
         manner++) {
        WEND_TRY(walker_look_ways(w, manner, error));
        float best = INFINITY;
        wend_vec2 goal = {0}, best_end = {0};
        for (int i = 0; i < count; i++) {
            const wend_frontier* f = &frontiers[i];
            wend_vec2 end = {f->x, f->z};
            if (is_vain(e, f)) continue;
            if (!isfinite(wend_route_distance(w->route, f->x, f->z)) &&
                !wend_route_nearest(w->route, f->x, f->z, 0.4f, &end))
                continue;
            float cost = cost_of(e, w, f, end);
            if (cost >= best) continue;
            best = cost;
            goal = (wend_vec2){f->x, f->z};
            best_end = end;
        }
        e->manner = manner;
        *found = best < INFINITY && walker_plan(w, best_end.x, best_end.y, 0);
        if (*found) e->target = goal;
        if (*found) e->has_target = true;
    }
    return WEND_OK;
}
