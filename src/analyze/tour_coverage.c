// Simulates an oracle on viewpoint graphs and accumulates coverage per completed episode.
#include "analyze/tour_coverage.h"

#include <string.h>

#include "wend/sim.h"

// Simulation of one tour.
typedef struct tour_trajectory {
    const wend_graph* graph;
    wend_graph_world* world;
    const wend_vln_episodes* episodes;
    const tour_sight* sight;
    wend_walker walker;
    double heading;  // radians: heading of the last move
    int count;       // viewpoints
    bool* observed;  // [count] observed so far
    bool* path;      // [count] observable on the current path
    bool* whole;     // [count] observable on the whole tour
} tour_trajectory;

static double heading_to(const tour_trajectory* s, int from, int to) {
    const double *a = wend_graph_matterport_position(s->graph, from),
                 *b = wend_graph_matterport_position(s->graph, to);
    return atan2(b[0] - a[0], b[1] - a[1]);
}

// Adds the viewpoints observable from `from` when moving along `heading`.
static void tour_coverage_look(const tour_trajectory* s, int from, double heading, bool* set) {
    set[from] = true;
    if (s->sight->field <= 0) return;
    double widest = cos(s->sight->field * WEND_PI / 360);
    const double* a = wend_graph_matterport_position(s->graph, from);
    for (int to = 0; to < s->count; to++) {
        if (set[to] || !wend_graph_is_visible(s->graph, from, to)) continue;
        if (!wend_graph_viewpoint(s->graph, to)->included) continue;
        const double* b = wend_graph_matterport_position(s->graph, to);
        double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        if (x * x + y * y + z * z > s->sight->range * s->sight->range) continue;
        set[to] = cos(heading_to(s, from, to) - heading) >= widest;
    }
}

static int tour_coverage_find(const tour_trajectory* s, const wend_vln_episode* e, int at) {
    return wend_graph_find(s->graph, e->path[at]);
}

// Viewpoints observable on an episode's path. The heading at its end is that of the last move.
static void tour_coverage_fill_path(const tour_trajectory* s, const wend_vln_episode* e,
                                    bool* set) {
    double heading = 0;
    for (int i = 0; i < e->path_count; i++) {
        int node = tour_coverage_find(s, e, i),
            next = i + 1 < e->path_count ? tour_coverage_find(s, e, i + 1) : -1;
        if (node < 0) continue;
        if (next >= 0) heading = heading_to(s, node, next);
        tour_coverage_look(s, node, heading, set);
    }
}

static double tour_coverage_share(const tour_trajectory* s, const bool* wanted) {
    int all = 0, have = 0;
    for (int i = 0; i < s->count; i++) {
        all += wanted[i];
        have += wanted[i] && s->observed[i];
    }
    return all ? (double)have / all : 0;
}

// Moves along the shortest path to `goal`; with `looking` it observes at every viewpoint it leaves.
static void tour_coverage_go_to(tour_trajectory* s, int goal, bool looking) {
    while ((int)s->walker.node != goal) {
        int here = (int)s->walker.node, next = wend_graph_next(s->graph, here, goal);
        wend_graph_candidates all = wend_graph_world_candidates(s->world, s->walker.node);
        int16_t choice = 0;
        while (choice < all.count && (int)all.items[choice].node != next) choice++;
        if (choice == all.count) return;
        s->heading = heading_to(s, here, next);
        if (looking) tour_coverage_look(s, here, s->heading, s->observed);
        wend_graph_world_move(s->world, &s->walker, &choice, 1);
    }
}

static void perform(tour_trajectory* s, const wend_vln_episode* e) {
    for (int i = 0; i < e->path_count; i++) {
        int node = tour_coverage_find(s, e, i);
        if (node >= 0) tour_coverage_go_to(s, node, i > 0 || s->sight->legs);
    }
    tour_coverage_look(s, (int)s->walker.node, s->heading, s->observed);
}

static void collect_tour(tour_trajectory* s, const int* order, int length, tour_coverage* c) {
    const wend_vln_episode* first = wend_vln_episodes_at(s->episodes, order[0]);
    s->walker = wend_walker_make((uint32_t)tour_coverage_find(s, first, 0), 0, 0);
    for (int i = 0; i < length; i++)
        tour_coverage_fill_path(s, wend_vln_episodes_at(s->episodes, order[i]), s->whole);
    for (int i = 0; i < length && i < TOUR_COVERAGE_MAX; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(s->episodes, order[i]);
        memset(s->path, 0, (size_t)s->count);
        tour_coverage_fill_path(s, e, s->path);
        c->tours[i]++;
        c->next[i] += tour_coverage_share(s, s->path);
        c->whole[i] += tour_coverage_share(s, s->whole);
        perform(s, e);
    }
}

static wend_status tour_trajectory_make(tour_trajectory* s, const wend_graph* graph,
                                        wend_error* error) {
    wend_graph_world_def def = wend_graph_world_default_def();
    s->graph = graph;
    s->count = wend_graph_count(graph);
    WEND_TRY(wend_graph_world_create(&graph, 1, &def, &s->world, error));
    s->observed = wend_alloc_zero(3, (size_t)s->count + 1);
    if (!s->observed) {
        wend_graph_world_destroy(s->world);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the coverage of a tour");
    }
    s->path = s->observed + s->count;
    s->whole = s->path + s->count;
    return WEND_OK;
}

wend_status tour_coverage_make(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                               const wend_tour_plan* plan, const tour_sight* sight,
                               tour_coverage* coverage, wend_error* error) {
    int count;
    const wend_vln_tour* tours = wend_tour_plan_tours(plan, &count);
    *coverage = (tour_coverage){0};
    for (int i = 0; i < count; i++) {
        // Copies of a tour have the same paths in the same order, so they are skipped.
        if (i > 0 && wend_tour_plan_order(plan, i) == wend_tour_plan_order(plan, i - 1)) continue;
        const wend_graph* graph;
        tour_trajectory s = {.episodes = episodes, .sight = sight};
        WEND_TRY(wend_graph_set_get(graphs, tours[i].scan, &graph, error));
        WEND_TRY(tour_trajectory_make(&s, graph, error));
        collect_tour(&s, wend_tour_plan_order(plan, i), tours[i].episode_count, coverage);
        wend_free(s.observed);
        wend_graph_world_destroy(s.world);
    }
    return WEND_OK;
}
