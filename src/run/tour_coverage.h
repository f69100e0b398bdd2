// How much of what is coming an agent has seen already, while it walks a tour.
#ifndef WEND_RUN_TOUR_COVERAGE_H
#define WEND_RUN_TOUR_COVERAGE_H

#include "wend/vln_make.h"

// What is observed from a viewpoint: itself, and the viewpoints visible from it that lie within
// `range` and at most half of `field` off the way the walker moves.
typedef struct tour_sight {
    const char* name;
    double field;  // degrees; 0: viewpoints stood on alone
    double range;  // metres
    bool legs;     // the oracle's way to the next start is observed too
} tour_sight;

enum { TOUR_COVERAGE_MAX = 128 };

// Sums over tours, by how many episodes were performed; one copy of each tour counts.
typedef struct tour_coverage {
    int tours[TOUR_COVERAGE_MAX];     // that have an episode left
    double next[TOUR_COVERAGE_MAX];   // share of the next path observed
    double whole[TOUR_COVERAGE_MAX];  // share of the whole tour observed
} tour_coverage;

// An oracle follows every path of the plan, and the shortest way from each to the next, on the
// graph world.
wend_status tour_coverage_make(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                               const wend_tour_plan* plan, const tour_sight* sight,
                               tour_coverage* coverage, wend_error* error);

#endif
