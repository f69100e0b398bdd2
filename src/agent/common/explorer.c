// Costs of frontiers by rule; the smallest wins:
//
//     NEAREST    distance                                   all distances are path lengths
//     ROOMS      distance + 4 m per door
//     GAIN       (distance + 1) / (new floor + 1) / weight
//     FARTHEST   - distance
//
// The last choice is cheaper, so that the agent does not alternate between two frontiers. Path
// lengths are expensive: candidates are evaluated in the order of their lower bounds (straight
// distance) until no bound is below the best cost.
#include "agent/common/explorer.h"

enum { MAX_FRONTIERS = 96, MIN_CELLS = 4 };
static const float SIGHT = 5;      // metres of visibility assumed at a frontier
static const float BEYOND = 2;     // metres of unobserved floor assumed to be free
static const float SAME = 0.35f;   // metres: frontiers this near to a rejected one are rejected too
static const float DOOR = 0.55f;   // metres of clearance below which a path is in a door
static const float DOOR_COST = 4;  // metres that a door costs with EXPLORE_ROOMS
static const float STAY = 0.7f;    // factor on the distance of the last choice (hysteresis)
static const float LOYAL = 0.5f;   // factor on its cost with `steady`

void explorer_reset(explorer* e) {
    *e = (explorer){.rule = e->rule, .promise = e->promise, .context = e->context};
}

void explorer_give_up(explorer* e) {
    if (e->has_target) e->vain[e->vain_count++ % EXPLORER_MAX_REJECTED] = e->target;
    e->has_target = false;
}

static bool is_rejected(const explorer* e, const wend_frontier* f) {
    int known = e->vain_count < EXPLORER_MAX_REJECTED ? e->vain_count : EXPLORER_MAX_REJECTED;
    for (int i = 0; i < known; i++)
        if (hypotf(e->vain[i].x - f->x, e->vain[i].y - f->z) < SAME) return true;
    return false;
}

// Doors on a path: intervals of small clearance.
static int doors_to(const walker* w, wend_vec2 end) {
    wend_vec2 path[WALKER_MAX_WAYPOINTS];
    int count = wend_route_path(w->route, end.x, end.y, path, WALKER_MAX_WAYPOINTS), doors = 0;
    bool narrow = true;  // a start in a door does not count
    for (int k = 1; k < count; k++) {
        float length = hypotf(path[k].x - path[k - 1].x, path[k].y - path[k - 1].y);
        int steps = (int)(length / 0.1f) + 1;
        for (int s = 1; s <= steps; s++) {
            float share = (float)s / (float)steps;
            float clear =
                wend_route_clearance(w->route, path[k - 1].x + (path[k].x - path[k - 1].x) * share,
                                     path[k - 1].y + (path[k].y - path[k - 1].y) * share);
            doors += clear < DOOR && !narrow;
            narrow = clear < DOOR;
        }
    }
    return doors;
}

// A reachable frontier.
typedef struct candidate {
    wend_vec2 at, end;  // end: end of the path to it
    bool same;          // it is the last choice
    float gain;         // EXPLORE_GAIN: square metres of new floor
    float promise;
    float bound;  // lower bound of the cost
    bool evaluated;
} candidate;

// Cost of a candidate at a distance; increases with the distance.
static float cost_at(const explorer* e, const walker* w, const candidate* c, float distance) {
    if (e->rule == EXPLORE_FARTHEST) return c->same ? -distance / STAY : -distance;
    if (c->same) distance *= STAY;
    if (e->rule != EXPLORE_GAIN) return distance;
    return (c->same && w->def.steady ? LOYAL : 1) * (distance + 1) / (c->gain + 1) / c->promise;
}

static float explorer_cost_of(const explorer* e, const walker* w, const candidate* c) {
    float distance = wend_route_distance(w->route, c->end.x, c->end.y);
    if (e->rule == EXPLORE_ROOMS) distance += DOOR_COST * (float)doors_to(w, c->end);
    return cost_at(e, w, c, distance);
}

// False if no path leads to the frontier or near it.
static bool make_candidate(const explorer* e, const walker* w, const wend_frontier* f,
                           candidate* c) {
    *c = (candidate){.at = {f->x, f->z}, .end = {f->x, f->z}};
    if (!wend_route_reaches(w->route, f->x, f->z) &&
        !wend_route_nearest(w->route, f->x, f->z, 0.4f, &c->end))
        return false;
    float moved = e->has_target ? hypotf(e->target.x - f->x, e->target.y - f->z) : INFINITY;
    c->same = moved < (w->def.steady ? 1 : 0.6f);
    if (e->rule == EXPLORE_GAIN) {
        c->gain = wend_map_gain(w->map, c->end.x, c->end.y, SIGHT, BEYOND);
        c->promise = e->promise ? e->promise(e->context, f->x, f->z) : 1;
    }
    c->bound = e->rule == EXPLORE_FARTHEST
                   ? -INFINITY
                   : cost_at(e, w, c, wend_route_lower_bound(w->route, c->end.x, c->end.y));
    return true;
}

// The unevaluated candidate of the smallest bound; NULL: all bounds exceed `best`.
static candidate* next_candidate(candidate* all, int count, float best) {
    candidate* next = NULL;
    for (int i = 0; i < count; i++) {
        if (all[i].evaluated || all[i].bound > best || (next && all[i].bound >= next->bound))
            continue;
        next = &all[i];
    }
    return next;
}

// The cheapest candidate; of equal ones the first.
static const candidate* cheapest(const explorer* e, const walker* w, candidate* all, int count) {
    const candidate* chosen = NULL;
    candidate* c;
    float best = INFINITY;
    while ((c = next_candidate(all, count, best))) {
        float cost = explorer_cost_of(e, w, c);
        c->evaluated = true;
        if (cost < best || (chosen && cost == best && c < chosen)) {
            best = cost;
            chosen = c;
        }
    }
    return chosen;
}

wend_status explorer_choose(explorer* e, walker* w, bool* found, wend_error* error) {
    wend_frontier frontiers[MAX_FRONTIERS];
    candidate candidates[MAX_FRONTIERS];
    int count = wend_map_frontiers(w->map, MIN_CELLS, frontiers, MAX_FRONTIERS);
    *found = false;
    for (walker_mode mode = WALKER_EASY; mode < WALKER_MODES && count && !*found; mode++) {
        int reached = 0;
        WEND_TRY(walker_compute_distances(w, mode, error));
        for (int i = 0; i < count; i++)
            if (!is_rejected(e, &frontiers[i]))
                reached += make_candidate(e, w, &frontiers[i], &candidates[reached]);
        const candidate* chosen = cheapest(e, w, candidates, reached);
        e->mode = mode;
        *found = chosen && walker_plan(w, chosen->end.x, chosen->end.y, 0);
        if (*found) e->target = chosen->at;
        if (*found) e->has_target = true;
    }
    return WEND_OK;
}
