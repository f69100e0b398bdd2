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

// A frontier that can be reached, and what it is worth besides its distance.
typedef struct candidate {
    wend_vec2 at, end;  // end: where the way to it ends
    bool same;          // the last choice
    float gain;         // of EXPLORE_GAIN: square metres, and what the agent expects of them
    float promise;
    float least;  // what it costs for sure
    bool weighed;
} candidate;

// What a candidate costs at a distance; less is better. The longer the way, the more.
static float cost_at(const explorer* e, const walker* w, const candidate* c, float distance) {
    if (e->rule == EXPLORE_FARTHEST) return c->same ? -distance / STAY : -distance;
    if (c->same) distance *= STAY;
    if (e->rule != EXPLORE_GAIN) return distance;
    return (c->same && w->steady ? LOYAL : 1) * (distance + 1) / (c->gain + 1) / c->promise;
}

static float cost_of(const explorer* e, const walker* w, const candidate* c) {
    float distance = wend_route_distance(w->route, c->end.x, c->end.y);
    if (e->rule == EXPLORE_ROOMS) distance += DOOR_COST * (float)doors_to(w, c->end);
    return cost_at(e, w, c, distance);
}

// False when no way leads to a frontier or near it.
static bool make_candidate(const explorer* e, const walker* w, const wend_frontier* f,
                           candidate* c) {
    *c = (candidate){.at = {f->x, f->z}, .end = {f->x, f->z}};
    if (!wend_route_reaches(w->route, f->x, f->z) &&
        !wend_route_nearest(w->route, f->x, f->z, 0.4f, &c->end))
        return false;
    float moved = e->has_target ? hypotf(e->target.x - f->x, e->target.y - f->z) : INFINITY;
    c->same = moved < (w->steady ? 1 : 0.6f);
    if (e->rule == EXPLORE_GAIN) {
        c->gain = wend_map_gain(w->map, c->end.x, c->end.y, SIGHT, BEYOND);
        c->promise = e->promise ? e->promise(e->who, f->x, f->z) : 1;
    }
    c->least = e->rule == EXPLORE_FARTHEST
                   ? -INFINITY
                   : cost_at(e, w, c, wend_route_least(w->route, c->end.x, c->end.y));
    return true;
}

// The one that may cost least of those that were not weighed yet; NULL: none could cost less than
// `best`, or as much.
static candidate* next_candidate(candidate* all, int count, float best) {
    candidate* next = NULL;
    for (int i = 0; i < count; i++) {
        if (all[i].weighed || all[i].least > best || (next && all[i].least >= next->least))
            continue;
        next = &all[i];
    }
    return next;
}

// The cheapest; of equal ones the first. Ways are measured no farther than that takes.
static const candidate* cheapest(const explorer* e, const walker* w, candidate* all, int count) {
    const candidate* chosen = NULL;
    candidate* c;
    float best = INFINITY;
    while ((c = next_candidate(all, count, best))) {
        float cost = cost_of(e, w, c);
        c->weighed = true;
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
    int count = wend_map_frontiers(w->map, LEAST_CELLS, frontiers, MAX_FRONTIERS);
    *found = false;
    for (walker_manner manner = WALKER_EASY; manner < WALKER_MANNERS && count && !*found;
         manner++) {
        int reached = 0;
        WEND_TRY(walker_look_ways(w, manner, error));
        for (int i = 0; i < count; i++)
            if (!is_vain(e, &frontiers[i]))
                reached += make_candidate(e, w, &frontiers[i], &candidates[reached]);
        const candidate* chosen = cheapest(e, w, candidates, reached);
        e->manner = manner;
        *found = chosen && walker_plan(w, chosen->end.x, chosen->end.y, 0);
        if (*found) e->target = chosen->at;
        if (*found) e->has_target = true;
    }
    return WEND_OK;
}
