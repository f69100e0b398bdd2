// IVLN: tours through the episodes of a building, planned with an asymmetric travelling-salesperson
// solver.
//
// Owner: src/tour
#ifndef WEND_BENCHMARKS_IVLN_H
#define WEND_BENCHMARKS_IVLN_H

#include "wend/benchmarks/vln.h"
#include "wend/nav.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- tours ------------------------------------------------------------------------------------

// Groups the paths of a building by connected component and orders each group such that the total
// distance between the end of a path and the start of the next is minimal; one tour per instruction
// of the paths. [IVLN §3]
typedef struct wend_tour_plan_def {
    uint64_t seed;      // assignment of instructions to tours, and the solver
    const char* split;  // name of the split; default "train"
    int min_paths;      // smaller groups give no tour; default 2
} wend_tour_plan_def;

WEND_API wend_tour_plan_def wend_tour_plan_default_def(void);

// The columns of IVLN's Table 1. Tour lengths are in episodes; population standard deviation.
typedef struct wend_tour_plan_stats {
    int scenes, episodes, tours;
    double mean, deviation;
    int min, max;
    int left_out;           // paths in groups that are too small
    double metres;          // between episodes, one copy of each tour
    double metres_as_read;  // the same in file order
} wend_tour_plan_stats;

typedef struct wend_tour_plan wend_tour_plan;  // immutable

// `episodes` must outlive the plan.
WEND_API wend_status wend_tour_plan_build(wend_graph_set* graphs, const wend_vln_episodes* episodes,
                                          const wend_tour_plan_def* def, wend_tour_plan** plan,
                                          wend_error* error);
WEND_API void wend_tour_plan_destroy(wend_tour_plan* plan);  // Nullable: plan.
// For wend_vln_tours_write. [count]
WEND_API const wend_vln_tour* wend_tour_plan_tours(const wend_tour_plan* plan, int* count);
// The episodes of a tour as indices into `episodes`, in order. [tours[tour].episode_count]
WEND_API const int* wend_tour_plan_order(const wend_tour_plan* plan, int tour);
WEND_API wend_tour_plan_stats wend_tour_plan_get_stats(const wend_tour_plan* plan);

// ---- asymmetric travelling salesperson ----------------------------------------------------------

// The cheapest round trip through all cities with asymmetric costs. IVLN orders the episodes of a
// tour with it. The method is described in src/tour/atsp.c.

enum {
    WEND_ATSP_MAX_CITIES = 4096,
    WEND_ATSP_MAX_COST = 1000000000,  // of one arc; TSPLIB writes 100000000 for a missing arc
};

typedef struct wend_atsp {
    char name[64];
    int count;      // cities, 1 … WEND_ATSP_MAX_CITIES
    int32_t* cost;  // [count][count], from row to column; the diagonal is ignored
} wend_atsp;

// All costs are initialised with 0.
WEND_API wend_status wend_atsp_create(int count, wend_atsp* problem, wend_error* error);
WEND_API void wend_atsp_destroy(wend_atsp* problem);  // safe on {0} and twice

// Reads a TSPLIB file: EDGE_WEIGHT_TYPE EXPLICIT, EDGE_WEIGHT_FORMAT FULL_MATRIX.
WEND_API wend_status wend_atsp_read(const char* path, wend_atsp* problem, wend_error* error);
// Parses text in memory; text[size] must be 0. `name` identifies it in errors.
WEND_API wend_status wend_atsp_parse(const char* text, size_t size, const char* name,
                                     wend_atsp* problem, wend_error* error);

typedef struct wend_atsp_def {
    uint64_t seed;
    // Maximal number of perturbations (kicks); 0, the default, means 60,000: about 0.2 s on one
    // core for 50 cities. There is no time limit, so the result is the same on every machine.
    int64_t kicks;
} wend_atsp_def;

WEND_API wend_atsp_def wend_atsp_default_def(void);

typedef struct wend_atsp_result {
    int64_t cost;   // of the round trip
    int64_t bound;  // lower bound; cost == bound proves optimality
    int64_t kicks;  // used; fewer than the maximum when the bound was reached
} wend_atsp_result;

// Writes the cities in visiting order, beginning with city 0, into `order` [count].
WEND_API wend_status wend_atsp_solve(const wend_atsp* problem, const wend_atsp_def* def, int* order,
                                     wend_atsp_result* result, wend_error* error);

WEND_API int64_t wend_atsp_cost(const wend_atsp* problem, const int* order);

#ifdef __cplusplus
}
#endif
#endif
