// Plans the tours of a building: groups of mutually reachable paths, their order, and the
// assignment of instructions.
#include <stdio.h>

#include "base/arena.h"
#include "base/array.h"
#include "data/scan_groups.h"

#include "wend/benchmarks/ivln.h"

enum { KICKS = 200 };  // per path; ten times as many shorten none of R2R's tours

struct wend_tour_plan {
    arena memory;
    ARRAY_OF(wend_vln_tour) tours;
    ARRAY_OF(const int*) orders;  // [tours] episode indices; copies share them
    wend_tour_plan_stats stats;
};

typedef struct planner {
    wend_tour_plan* plan;
    const wend_tour_plan_def* def;
    const wend_vln_episodes* episodes;
    const wend_graph* graph;
    const char* scan;
    wend_error* error;
} planner;

// The ends of a path.
typedef struct leg {
    int episode, start, end;
} leg;

wend_tour_plan_def wend_tour_plan_default_def(void) {
    return (wend_tour_plan_def){.seed = 1, .split = "train", .min_paths = 2};
}

static wend_status tour_plan_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for tours");
}

static wend_status make_leg(const planner* p, int episode, leg* l) {
    const wend_vln_episode* e = wend_vln_episodes_at(p->episodes, episode);
    *l = (leg){episode, -1, -1};
    if (e->path_count > 0) {
        l->start = wend_graph_find(p->graph, e->path[0]);
        l->end = wend_graph_find(p->graph, e->path[e->path_count - 1]);
    }
    if (l->start >= 0 && l->end >= 0) return WEND_OK;
    return wend_fail(p->error, WEND_FORMAT, "path %s: building %s does not have its %s viewpoint",
                     e->path_id, e->scan, l->start < 0 ? "first" : "last");
}

// ---- order of paths ---------------------------------------------------------------------------

static double metres_between(const planner* p, const leg* a, const leg* b) {
    return wend_graph_distance(p->graph, a->end, b->start);
}

// Costs in millimetres from each end to each start. An extra city with zero costs turns the round
// trip into an open path. [IVLN: the settings of LKH are not published]
static void fill_costs(const planner* p, const leg* legs, int count, wend_atsp* problem) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            double cost = round(1000 * metres_between(p, &legs[i], &legs[j]));
            problem->cost[(size_t)i * ((size_t)count + 1) + (size_t)j] =
                (int32_t)(cost < WEND_ATSP_MAX_COST ? cost : WEND_ATSP_MAX_COST);
        }
}

// Orders the legs by the solution, starting behind the extra city.
static void reorder(const leg* legs, const int* order, int count, leg* sorted) {
    int extra = 0;
    while (order[extra] != count) extra++;
    for (int i = 0; i < count; i++) sorted[i] = legs[order[(extra + 1 + i) % (count + 1)]];
}

static wend_status solve(const planner* p, const leg* legs, int count, leg* sorted) {
    wend_atsp problem;
    wend_atsp_result result;
    wend_atsp_def def = wend_atsp_default_def();
    def.seed = p->def->seed;
    def.kicks = KICKS * (int64_t)count;
    WEND_TRY(wend_atsp_create(count + 1, &problem, p->error));
    fill_costs(p, legs, count, &problem);
    int* order = wend_alloc(((size_t)count + 1) * sizeof *order);
    wend_status status = order ? wend_atsp_solve(&problem, &def, order, &result, p->error)
                               : tour_plan_no_memory(p->error);
    if (status == WEND_OK) reorder(legs, order, count, sorted);
    wend_free(order);
    wend_atsp_destroy(&problem);
    return status;
}

static double metres_of(const planner* p, const leg* legs, int count) {
    double metres = 0;
    for (int i = 0; i + 1 < count; i++) metres += metres_between(p, &legs[i], &legs[i + 1]);
    return metres;
}

// ---- copies of a tour -------------------------------------------------------------------------

// A random order of instructions for each leg; copy k of the tour takes the k-th.
// [count][copies]
static bool draw_instructions(const planner* p, const leg* legs, int count, int copies,
                              const char** ids) {
    for (int i = 0; i < count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(p->episodes, legs[i].episode);
        int* deck = wend_alloc((size_t)e->instruction_count * sizeof *deck);
        if (!deck) return false;
        wend_rng rng = wend_rng_for(p->def->seed, e->path_id, "tour instructions");
        for (int k = 0; k < e->instruction_count; k++) deck[k] = k;
        for (int k = 0; k < copies; k++) {
            int pick = k + (int)wend_rng_below(&rng, (uint32_t)(e->instruction_count - k));
            int taken = deck[pick];
            deck[pick] = deck[k];
            ids[(size_t)i * (size_t)copies + (size_t)k] = e->instructions[taken].id;
        }
        wend_free(deck);
    }
    return true;
}

static wend_status add_copy(planner* p, const char** ids, const int* order, int count) {
    char id[16];
    int length = snprintf(id, sizeof id, "%zu", p->plan->tours.count);
    const char* name = arena_text(&p->plan->memory, id, (size_t)length);
    if (!name || !ARRAY_RESERVE(&p->plan->tours, 1) || !ARRAY_RESERVE(&p->plan->orders, 1))
        return tour_plan_no_memory(p->error);
    p->plan->tours.items[p->plan->tours.count++] = (wend_vln_tour){.split = p->def->split,
                                                                   .scan = p->scan,
                                                                   .id = name,
                                                                   .episodes = ids,
                                                                   .episode_count = count};
    p->plan->orders.items[p->plan->orders.count++] = order;
    return WEND_OK;
}

static int count_copies(const planner* p, const leg* legs, int count) {
    int min = INT32_MAX;
    for (int i = 0; i < count; i++) {
        int own = wend_vln_episodes_at(p->episodes, legs[i].episode)->instruction_count;
        if (own < min) min = own;
    }
    return min;
}

// One tour per instruction that all paths have.
static wend_status add_copies(planner* p, const leg* legs, int count) {
    int copies = count_copies(p, legs, count);
    size_t n = (size_t)count, total = n * (size_t)copies;
    int* order = arena_alloc(&p->plan->memory, n * sizeof *order);
    const char** drawn = wend_alloc((total + 1) * sizeof *drawn);
    wend_status status = order && drawn && draw_instructions(p, legs, count, copies, drawn)
                             ? WEND_OK
                             : tour_plan_no_memory(p->error);
    for (int i = 0; i < count && status == WEND_OK; i++) order[i] = legs[i].episode;
    for (int k = 0; k < copies && status == WEND_OK; k++) {
        const char** ids = arena_alloc(&p->plan->memory, n * sizeof *ids);
        for (size_t i = 0; ids && i < n; i++) ids[i] = drawn[i * (size_t)copies + (size_t)k];
        status = ids ? add_copy(p, ids, order, count) : tour_plan_no_memory(p->error);
    }
    wend_free(drawn);
    return status;
}

// ---- groups of paths --------------------------------------------------------------------------

static wend_status plan_group(planner* p, const leg* legs, int count, leg* sorted) {
    if (count < p->def->min_paths) {
        p->plan->stats.left_out += count;
        return WEND_OK;
    }
    WEND_TRY(solve(p, legs, count, sorted));
    p->plan->stats.metres += metres_of(p, sorted, count);
    p->plan->stats.metres_as_read += metres_of(p, legs, count);
    return add_copies(p, sorted, count);
}

// Edges are undirected, so paths of one connected component can follow each other. A path across
// two components is in no tour.
static int take_group(const planner* p, const leg* legs, int count, int component, leg* group) {
    int taken = 0;
    for (int i = 0; i < count; i++)
        if (wend_graph_component(p->graph, legs[i].start) == component &&
            wend_graph_component(p->graph, legs[i].end) == component)
            group[taken++] = legs[i];
    return taken;
}

static wend_status tour_plan_plan_building(planner* p, const int* members, int count) {
    leg* legs = wend_alloc(3 * (size_t)count * sizeof *legs);
    if (!legs) return tour_plan_no_memory(p->error);
    leg *group = legs + count, *sorted = group + count;
    wend_status status = WEND_OK;
    size_t before = p->plan->tours.count;
    int grouped = 0;
    for (int i = 0; i < count && status == WEND_OK; i++) status = make_leg(p, members[i], &legs[i]);
    for (int c = 0; c < wend_graph_component_count(p->graph) && status == WEND_OK; c++) {
        int taken = take_group(p, legs, count, c, group);
        grouped += taken;
        if (taken > 0) status = plan_group(p, group, taken, sorted);
    }
    p->plan->stats.left_out += count - grouped;
    p->plan->stats.scenes += p->plan->tours.count > before;
    wend_free(legs);
    return status;
}

static void fill_stats(wend_tour_plan* plan) {
    wend_tour_plan_stats* s = &plan->stats;
    s->tours = (int)plan->tours.count;
    for (int i = 0; i < s->tours; i++) {
        int length = plan->tours.items[i].episode_count;
        s->episodes += length;
        if (i == 0 || length < s->min) s->min = length;
        if (i == 0 || length > s->max) s->max = length;
    }
    s->mean = s->tours ? (double)s->episodes / s->tours : 0;
    double squares = 0;
    for (int i = 0; i < s->tours; i++) {
        double off = plan->tours.items[i].episode_count - s->mean;
        squares += off * off;
    }
    s->deviation = s->tours ? sqrt(squares / s->tours) : 0;
}

static wend_status plan_groups(planner* p, wend_graph_set* graphs, const scan_groups* groups) {
    for (int g = 0; g < groups->count; g++) {
        const int* members = groups->members + groups->first[g];
        p->scan = wend_vln_episodes_at(p->episodes, members[0])->scan;
        WEND_TRY(wend_graph_set_get(graphs, p->scan, &p->graph, p->error));
        WEND_TRY(tour_plan_plan_building(p, members, groups->first[g + 1] - groups->first[g]));
    }
    return WEND_OK;
}

wend_status wend_tour_plan_build(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                                 const wend_tour_plan_def* def, wend_tour_plan** plan,
                                 wend_error* error) {
    *plan = NULL;
    wend_tour_plan* out = wend_alloc_zero(1, sizeof *out);
    if (!out) return tour_plan_no_memory(error);
    planner p = {.plan = out, .def = def, .episodes = episodes, .error = error};
    scan_groups groups;
    wend_status status = scan_groups_make(episodes, &groups, error);
    if (status == WEND_OK) status = plan_groups(&p, graphs, &groups);
    scan_groups_destroy(&groups);
    if (status != WEND_OK) {
        wend_tour_plan_destroy(out);
        return status;
    }
    fill_stats(out);
    *plan = out;
    return WEND_OK;
}

void wend_tour_plan_destroy(wend_tour_plan* plan) {
    if (!plan) return;
    ARRAY_FREE(&plan->tours);
    ARRAY_FREE(&plan->orders);
    arena_destroy(&plan->memory);
    wend_free(plan);
}

const wend_vln_tour* wend_tour_plan_tours(const wend_tour_plan* plan, int* count) {
    *count = (int)plan->tours.count;
    return plan->tours.items;
}

const int* wend_tour_plan_order(const wend_tour_plan* plan, int tour) {
    return plan->orders.items[tour];
}

wend_tour_plan_stats wend_tour_plan_get_stats(const wend_tour_plan* plan) { return plan->stats; }
