// Coverage on viewpoint graphs: the share of the next path and of the whole tour that was observed
// before.
#ifndef WEND_ANALYZE_TOUR_COVERAGE_H
#define WEND_ANALYZE_TOUR_COVERAGE_H

#include "wend/benchmarks/ivln.h"

// Visibility model: at a viewpoint, the agent observes it and the viewpoints visible from it within
// `range` and within `field` around the direction of motion.
typedef struct tour_sight {
    const char* name;
    double field;  // field of view, degrees; 0: only visited viewpoints
    double range;  // metres
    bool legs;     // the oracle's path to the next start is observed too
} tour_sight;

enum { TOUR_COVERAGE_MAX = 128 };

// Sums over tours by the number of completed episodes; copies of a tour count once.
typedef struct tour_coverage {
    int tours[TOUR_COVERAGE_MAX];     // tours with an episode left
    double next[TOUR_COVERAGE_MAX];   // share of the next path observed
    double whole[TOUR_COVERAGE_MAX];  // share of the whole tour observed
} tour_coverage;

// Simulates an oracle that follows every path of the plan, and the shortest path from each to the
// next, on the viewpoint graphs.
wend_status tour_coverage_make(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                               const wend_tour_plan* plan, const tour_sight* sight,
                               tour_coverage* coverage, wend_error* error);

#endif
