// How much of what is coming an agent has seen already, while it walks a tour.
#ifndef WEND_RUN_TOUR_COVERAGE_H
#define WEND_RUN_TOUR_COVERAGE_H

#include "wend/vln_make.h"

// What counts as observed, and what there is to observe on a path.
typedef enum tour_sight {
    TOUR_SIGHT_STOOD,    // viewpoints the walker stood on; those of the path
    TOUR_SIGHT_VISIBLE,  // viewpoints visible from there; those visible from the path
} tour_sight;

enum { TOUR_COVERAGE_MAX = 128 };

// Sums over tours, by how many episodes were performed; one copy of each tour counts.
typedef struct tour_coverage {
    int tours[TOUR_COVERAGE_MAX];     // that have an episode left
    double next[TOUR_COVERAGE_MAX];   // share of the next path observed
    double whole[TOUR_COVERAGE_MAX];  // share of the whole tour observed
} tour_coverage;

// An oracle follows every path of the plan, and the shortest way from each to the next, on the graph
// world.
wend_status tour_coverage_make(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                               const wend_tour_plan* plan, tour_sight sight,
                               tour_coverage* coverage, wend_error* error);

#endif
