// How well a path follows another: the metrics of instruction following, tours, MultiON and
// RescueBench, by the rules of the papers or of the official code, and how sure a mean is.
//
// Nothing here is ever NaN: unreachable is INFINITY as a distance and 0 as a score, and empty paths
// have the values written below. docs/metrics.md has every formula and its source.
#ifndef WEND_METRICS_H
#define WEND_METRICS_H

#include "wend/base.h"
#include "wend/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- rules --------------------------------------------------------------------------------------

#define WEND_RULES_LIST(X)                                                  \
    X(OFFICIAL, "official") /* as the published evaluation code computes */ \
    X(PAPER, "paper")       /* as the papers write it down */

typedef enum wend_rules {
#define X(name, word) WEND_RULES_##name,
    WEND_RULES_LIST(X)
#undef X
} wend_rules;

WEND_API wend_status wend_rules_parse(const char* name, wend_rules* rules, wend_error* error);
WEND_API const char* wend_rules_name(wend_rules rules);

#define WEND_BENCHMARK_LIST(X) \
    X(R2R, "r2r")              \
    X(R4R, "r4r")              \
    X(RXR, "rxr")              \
    X(IR2R, "ir2r")            \
    X(R2R_CE, "r2r-ce")        \
    X(IR2R_CE, "ir2r-ce")      \
    X(RXR_CE, "rxr-ce")        \
    X(MULTION, "multion")      \
    X(RESCUE, "rescue")        \
    X(OBJECTNAV, "objectnav")  \
    X(ROBOTHOR, "robothor")    \
    X(PASTURE, "pasture")

typedef enum wend_benchmark {
#define X(name, word) WEND_BENCHMARK_##name,
    WEND_BENCHMARK_LIST(X)
#undef X
} wend_benchmark;

WEND_API wend_status wend_benchmark_parse(const char* name, wend_benchmark* benchmark,
                                          wend_error* error);
WEND_API const char* wend_benchmark_name(wend_benchmark benchmark);

// ---- paths --------------------------------------------------------------------------------------

// Points one after the other: nodes of a graph, and distances are walks along it; nodes of a table
// of distances, where the graph is not at hand; or places, and distances are straight lines.
typedef struct wend_path {
    const wend_graph* graph;  // NULL: a table, or places
    const double* table;      // [side][side] metres from node to node; NULL: none
    int side;
    const int* nodes;           // [count]
    const double (*places)[3];  // [count] metres
    int count;
} wend_path;

// Metres from point i of a to point j of b, which lie in the same graph or are both places.
WEND_API double wend_path_distance(const wend_path* a, int i, const wend_path* b, int j);
// The sum of its steps; 0 for less than two points.
WEND_API double wend_path_length(const wend_path* path);

// ---- dynamic time warping -----------------------------------------------------------------------

// Working memory of one thread; it grows as needed and is used again.
typedef struct wend_dtw wend_dtw;

WEND_API wend_status wend_dtw_create(wend_dtw** dtw, wend_error* error);
WEND_API void wend_dtw_destroy(wend_dtw* dtw);  // Nullable: dtw.

// The least sum of distances over all ways to pair the points of `path` and `reference` in order,
// steps (1,0), (0,1) and (1,1) counting once. Exact. INFINITY when just one of them is empty, or
// when a graph has no way between two of them; 0 when both are empty.
WEND_API wend_status wend_dtw_cost(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                                   double* cost, wend_error* error);

// As the Python package fastdtw computes it: coarse to fine within `radius` of the coarser answer,
// so never below the exact cost and sometimes above. Places alone.
WEND_API wend_status wend_dtw_cost_fast(wend_dtw* dtw, const wend_path* path,
                                        const wend_path* reference, int radius, double* cost,
                                        wend_error* error);

// With `pin_start` the first reference point pairs with the first point of the path alone, with
// `pin_end` the last with the last. INFINITY when that cannot be done. Without `pin_start` the
// first points always pair, also where the reference is one point. [IVLN's tour window; dtw-python
// fills the first cell before it asks the window]
WEND_API wend_status wend_dtw_cost_pinned(wend_dtw* dtw, const wend_path* path,
                                          const wend_path* reference, bool pin_start, bool pin_end,
                                          double* cost, wend_error* error);

// Point by point, for rewards: after wend_dtw_begin each wend_dtw_append adds one point of the
// path, given as its distances to the `count` reference points, and returns the cost of the path so
// far (as wend_dtw_cost would). Costs O(count) and allocates nothing.
WEND_API wend_status wend_dtw_begin(wend_dtw* dtw, int count, wend_error* error);
WEND_API double wend_dtw_append(wend_dtw* dtw, const double* distances);

// exp(-cost / (points * radius)). Without reference points: 1 for a cost of 0, else 0.
WEND_API double wend_dtw_normalize(double cost, int points, double radius);

// ---- one path against its reference -------------------------------------------------------------

typedef struct wend_path_rules {
    double radius;          // of success, metres. 3
    bool sr_at_most;        // success at exactly the radius too: SR, OS and SPL
    bool sdtw_at_most;      // the same for SDTW
    bool spl_by_reference;  // SPL against the length of the reference, not of the shortest path
    double spl_floor;       // least denominator of SPL, metres; 0: none
    bool spl_zero;          // SPL is 0, not success, where start and goal are the same
    bool cls_one;           // CLS is 1, not the coverage, where path and reference are 0 m long
    bool keep_repeats;      // DTW counts a point that repeats the one before it as another point
    bool fast_dtw;          // nDTW by fastdtw with radius 1; places alone
} wend_path_rules;

WEND_API wend_path_rules wend_path_rules_for(wend_benchmark benchmark, wend_rules rules);

// X(field, "NAME", "unit", what it is)
#define WEND_PATH_SCORE_LIST(X)                                         \
    X(tl, "TL", "m", "length of the path")                              \
    X(ne, "NE", "m", "from the path's end to the goal")                 \
    X(sr, "SR", "", "ends within 3 m of the goal")                      \
    X(os, "OS", "", "comes within 3 m of the goal")                     \
    X(spl, "SPL", "", "success times shortest length over length")      \
    X(dtw, "DTW", "m", "cost of the best alignment with the reference") \
    X(ndtw, "nDTW", "", "exp(-DTW / (3 m times reference points))")     \
    X(sdtw, "SDTW", "", "success times nDTW")                           \
    X(cls, "CLS", "", "coverage of the reference times length score")   \
    X(coverage, "PC", "", "mean over reference points of exp(-nearest point / 3 m)")

typedef struct wend_path_score {
#define X(field, name, unit, words) double field;
    WEND_PATH_SCORE_LIST(X)
#undef X
} wend_path_score;

enum {
    WEND_PATH_SCORE_COUNT = 0
#define X(field, name, unit, words) +1
    WEND_PATH_SCORE_LIST(X)
#undef X
};

typedef struct wend_path_case {
    wend_path path, reference;
    wend_path goal;         // one point; none: the reference's last point
    const double* to_goal;  // [path.count] metres from each point to the goal, where that is not
                            // the path's own distance; NULL: it is
    double shortest;        // metres from the start to the goal
    bool unstopped;         // success needs STOP and there was none: SR, SPL and SDTW are 0
    wend_path_rules rules;
} wend_path_case;

// An empty path has ne INFINITY and otherwise 0 everywhere (dtw INFINITY); so has every path when
// the reference is empty. Where the goal cannot be reached ne is INFINITY; where a step of the path
// has no way tl is INFINITY, spl and cls are 0. WEND_ARGUMENT for a coordinate or a distance that
// is NaN, and for a coordinate that is infinite.
WEND_API wend_status wend_path_score_compute(wend_dtw* dtw, const wend_path_case* given,
                                             wend_path_score* score, wend_error* error);

// ---- tours --------------------------------------------------------------------------------------

typedef struct wend_tour_rules {
    bool pinned;    // first and last points of inner episodes pair with each other alone
    bool less_one;  // a tour weighs its episodes less one
    double radius;  // 3 m
} wend_tour_rules;

WEND_API wend_tour_rules wend_tour_rules_for(wend_benchmark benchmark, wend_rules rules);

typedef struct wend_tour_score {
    double dtw, ndtw;
    double weight;    // in the mean over tours
    bool infeasible;  // pinned, and there is no way to pair the points: to be left out and counted
} wend_tour_score;

// Paths and references of a tour's episodes, in order. Done episode by episode, which gives exactly
// the cost of IVLN's window over the whole tour.
WEND_API wend_status wend_tour_score_compute(wend_dtw* dtw, const wend_path* paths,
                                             const wend_path* references, int episodes,
                                             wend_tour_rules rules, wend_tour_score* score,
                                             wend_error* error);

// ---- MultiON ------------------------------------------------------------------------------------

typedef struct wend_multion_outcome {
    const double* legs;  // [goals] walking distances start to goal 1, goal 1 to goal 2, …
    int goals;
    const double* lengths;    // [finds] path length at each correct FOUND
    const double* distances;  // [finds] to the goal at each; NULL: not known
    int finds;                // correct ones, at most `goals`
    double length;            // of the whole path
    double radius;            // metres within which FOUND was right; 0: 1.5
} wend_multion_outcome;

typedef struct wend_multion_score {
    double success, progress, spl, ppl;
} wend_multion_score;

WEND_API wend_multion_score wend_multion_score_compute(const wend_multion_outcome* outcome,
                                                       wend_rules rules);
// The same with each difference between paper and released code on its own: whether progress counts
// finds at less than the radius only, and whether PPL charges the path up to the last find only.
WEND_API wend_multion_score wend_multion_score_by(const wend_multion_outcome* outcome,
                                                  bool strict_progress, bool ppl_to_last_find);

// ---- RescueBench --------------------------------------------------------------------------------

typedef struct wend_rescue_outcome {
    bool carried;    // the injured person was picked up
    bool completed;  // and put on the stretcher
    // Metres on the ground plane, to the person while not carried, then to the stretcher: at the
    // start of the stage, the least, and at the end.
    double person[3], stretcher[3];
} wend_rescue_outcome;

enum { WEND_RESCUE_INITIAL, WEND_RESCUE_BEST, WEND_RESCUE_FINAL };

typedef struct wend_rescue_score {
    double tcr;       // 1: all four stages done
    double stage[4];  // 0 to 25 each
    double ts;        // their sum, 0 to 100
} wend_rescue_score;

WEND_API wend_rescue_score wend_rescue_score_compute(const wend_rescue_outcome* outcome,
                                                     wend_rules rules);

// ---- how sure a mean is -------------------------------------------------------------------------

// A mean with two 95 % intervals: over episodes, and over scenes, since episodes of one scene are
// not independent of each other.
typedef struct wend_interval {
    double mean;                   // weighted; 0 when nothing counts
    double low, high;              // Wilson's for a proportion, else of samples of the rows
    double scene_low, scene_high;  // of samples of whole scenes
    int count;                     // values that count: finite ones of a weight above 0
    int scenes;                    // scenes that have one of them
    bool proportion;               // a share of which every value that counts is 0 or 1
    bool has_interval;        // 2 values or more, or a proportion; else low and high are the mean
    bool has_scene_interval;  // 2 scenes or more; else its ends are the mean
} wend_interval;

typedef struct wend_bootstrap_def {
    const double* values;   // [count][columns]; INFINITY is left out of its column's mean
    const double* weights;  // [count]; NULL: all 1
    const bool* shares;     // [columns] which are from 0 to 1; NULL: none
    const int* scenes;      // [count] the scene of each row, below scene_count; NULL: not known
    int scene_count;
    int count, columns;
    int resamples;  // default 1000; 0: no intervals
    uint64_t seed;  // default 1
} wend_bootstrap_def;

// 95 % of a share of `count` trials. [Wilson 1927]
WEND_API void wend_wilson_interval(double share, double count, double* low, double* high);
WEND_API wend_bootstrap_def wend_bootstrap_def_default(void);
WEND_API wend_status wend_bootstrap_means(const wend_bootstrap_def* def, wend_interval* intervals,
                                          wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
