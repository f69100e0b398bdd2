#include "run/tour_coverage.h"

#include <string.h>

#include "wend/graph_world.h"

// One tour being walked.
typedef struct stroll {
    const wend_graph* graph;
    wend_graph_world* world;
    const wend_vln_episodes* episodes;
    tour_sight sight;
    wend_walker walker;
    int count;       // viewpoints
    bool* observed;  // [count] so far
    bool* path;      // [count] what there is on one path
    bool* whole;     // [count] what there is on the tour
} stroll;

// Adds what can be observed from a viewpoint.
static void look(const stroll* s, int from, bool* set) {
    set[from] = true;
    if (s->sight == TOUR_SIGHT_STOOD) return;
    for (int to = 0; to < s->count; to++)
        if (wend_graph_viewpoint(s->graph, to)->included && wend_graph_is_visible(s->graph, from, to))
            set[to] = true;
}

static int find(const stroll* s, const wend_vln_episode* e, int at) {
    return wend_graph_find(s->graph, e->path[at]);
}

// What there is to observe on an episode's path.
static void fill_path(const stroll* s, const wend_vln_episode* e, bool* set) {
    for (int i = 0; i < e->path_count; i++) {
        int node = find(s, e, i);
        if (node >= 0) look(s, node, set);
    }
}

static double share(const stroll* s, const bool* wanted) {
    int all = 0, have = 0;
    for (int i = 0; i < s->count; i++) {
        all += wanted[i];
        have += wanted[i] && s->observed[i];
    }
    return all ? (double)have / all : 0;
}

// Moves the walker along the shortest way to `goal`, looking around on every viewpoint.
static void go_to(stroll* s, int goal) {
    while ((int)s->walker.node != goal) {
        int next = wend_graph_next(s->graph, (int)s->walker.node, goal);
        wend_graph_candidates all = wend_graph_world_candidates(s->world, s->walker.node);
        int16_t choice = 0;
        while (choice < all.count && (int)all.items[choice].node != next) choice++;
        if (wend_graph_world_move(s->world, &s->walker, &choice, 1) > 0) return;
        look(s, (int)s->walker.node, s->observed);
    }
}

static void perform(stroll* s, const wend_vln_episode* e) {
    for (int i = 0; i < e->path_count; i++) {
        int node = find(s, e, i);
        if (node >= 0) go_to(s, node);
    }
}

static void walk_tour(stroll* s, const int* order, int length, tour_coverage* c) {
    const wend_vln_episode* first = wend_vln_episodes_at(s->episodes, order[0]);
    s->walker = wend_walker_make((uint32_t)find(s, first, 0), 0, 0);
    for (int i = 0; i < length; i++)
        fill_path(s, wend_vln_episodes_at(s->episodes, order[i]), s->whole);
    for (int i = 0; i < length && i < TOUR_COVERAGE_MAX; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(s->episodes, order[i]);
        memset(s->path, 0, (size_t)s->count);
        fill_path(s, e, s->path);
        c->tours[i]++;
        c->next[i] += share(s, s->path);
        c->whole[i] += share(s, s->whole);
        if (i == 0) look(s, (int)s->walker.node, s->observed);
        perform(s, e);
    }
}

static wend_status stroll_make(stroll* s, const wend_graph* graph, wend_error* error) {
    wend_graph_world_def def = wend_graph_world_default_def();
    s->graph = graph;
    s->count = wend_graph_count(graph);
    WEND_TRY(wend_graph_world_create(&graph, 1, &def, &s->world, error));
    s->observed = wend_alloc_zero(3, (size_t)s->count + 1);
    if (!s->observed) {
        wend_graph_world_destroy(s->world);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for what is seen");
    }
    s->path = s->observed + s->count;
    s->whole = s->path + s->count;
    return WEND_OK;
}

wend_status tour_coverage_make(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                               const wend_tour_plan* plan, tour_sight sight,
                               tour_coverage* coverage, wend_error* error) {
    int count;
    const wend_vln_tour* tours = wend_tour_plan_tours(plan, &count);
    *coverage = (tour_coverage){0};
    for (int i = 0; i < count; i++) {
        // Copies of a tour walk the same paths in the same order.
        if (i > 0 && wend_tour_plan_order(plan, i) == wend_tour_plan_order(plan, i - 1)) continue;
        const wend_graph* graph;
        stroll s = {.episodes = episodes, .sight = sight};
        WEND_TRY(wend_graph_set_get(graphs, tours[i].scan, &graph, error));
        WEND_TRY(stroll_make(&s, graph, error));
        walk_tour(&s, wend_tour_plan_order(plan, i), tours[i].episode_count, coverage);
        wend_free(s.observed);
        wend_graph_world_destroy(s.world);
    }
    return WEND_OK;
}
