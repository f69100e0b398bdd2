// Data sets made from graphs and paths: R4R (pairs of R2R paths), IVLN's tours, RxR's paths.
#ifndef WEND_VLN_MAKE_H
#define WEND_VLN_MAKE_H

#include "wend/graph.h"
#include "wend/vln.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- R4R --------------------------------------------------------------------------------------

// Every ordered pair of R2R paths of a building (a path with itself too) where the second starts
// within `distance` of where the first ends, joined by the shortest path between the two.
// [Jain et al. 2019; google-research/r4r]
typedef struct wend_r4r_def {
    double distance;  // metres; default 3
    bool texts;       // join the instructions' texts too; default true
} wend_r4r_def;

WEND_API wend_r4r_def wend_r4r_default_def(void);

// What the authors' script prints. Means over paths; steps are viewpoints.
typedef struct wend_r4r_stats {
    int64_t instructions, paths, too_far;
    double distance, shortest_distance;  // metres
    double steps, shortest_steps;
} wend_r4r_stats;

typedef struct wend_r4r wend_r4r;  // never changes

// Uses the graphs for distances between paths, and R2R's stored distance for the paths themselves.
// Both must outlive the result.
WEND_API wend_status wend_r4r_build(wend_graph_set* graphs, const wend_vln_episodes* r2r,
                                    const wend_r4r_def* def, wend_r4r** r4r, wend_error* error);
WEND_API void wend_r4r_destroy(wend_r4r* r4r);  // Nullable: r4r.
// Buildings in the order R2R first names them, pairs in R2R's order. [count]
WEND_API const wend_vln_episode* wend_r4r_episodes(const wend_r4r* r4r, int* count);
WEND_API wend_r4r_stats wend_r4r_get_stats(const wend_r4r* r4r);

// ---- tours ------------------------------------------------------------------------------------

// The paths of a building, grouped so that each can be reached from each, ordered by the shortest
// way between the end of one and the start of the next; one tour per instruction of the paths.
// [IVLN §3]
typedef struct wend_tour_plan_def {
    uint64_t seed;      // which instruction goes into which copy, and the solver's
    const char* split;  // name of the split; default "train"
    int min_paths;      // smaller groups make no tour; default 2
} wend_tour_plan_def;

WEND_API wend_tour_plan_def wend_tour_plan_default_def(void);

// Columns of IVLN's Table 1; lengths are episodes in a tour, deviation is the population's.
typedef struct wend_tour_plan_stats {
    int scenes, episodes, tours;
    double mean, deviation;
    int min, max;
    int left_out;           // paths in groups too small for a tour
    double metres;          // walked between episodes, one copy of each tour
    double metres_as_read;  // the same if the paths were left in the order of the file
} wend_tour_plan_stats;

typedef struct wend_tour_plan wend_tour_plan;  // never changes

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

// ---- RxR's paths ------------------------------------------------------------------------------

// Two-level sampling: all simple paths through rooms; in each the shortest panorama path between
// two random ends; then greedily the path with the least
//     shortest / length + mean over its panoramas of the paths already through them.  [RxR §3]
typedef struct wend_rxr_paths_def {
    uint64_t seed;
    int min_rooms, max_rooms;  // of a room path; default 2 … 5
    int max_levels;            // floors of the building a room path may touch; default 2
    double max_length;         // metres; default 40
    int max_paths;             // of one building; default 500
    int total;                 // of all buildings together; 0: as many as there are. Default 0
    bool one_way;  // take a room path in one direction only, whichever starts at the lower room
} wend_rxr_paths_def;

WEND_API wend_rxr_paths_def wend_rxr_paths_default_def(void);

typedef struct wend_rxr_path {
    int graph;              // index into the graphs given
    const uint16_t* nodes;  // [count]
    int count, rooms;
    double length, shortest;  // metres: of the path, and between its ends
} wend_rxr_path;

typedef struct wend_rxr_paths wend_rxr_paths;  // never changes

// The graphs must know their rooms. Paths come in the order of selection.
WEND_API wend_status wend_rxr_paths_sample(const wend_graph* const* graphs, int graph_count,
                                           const wend_rxr_paths_def* def, wend_rxr_paths** paths,
                                           wend_error* error);
WEND_API void wend_rxr_paths_destroy(wend_rxr_paths* paths);  // Nullable: paths.
WEND_API const wend_rxr_path* wend_rxr_paths_items(const wend_rxr_paths* paths, int* count);
WEND_API int wend_rxr_paths_pool(
    const wend_rxr_paths* paths);  // how many there were to choose from

// ---- instructions for any scene ---------------------------------------------------------------

// Paths over the scene's viewpoint graph and instructions built from what is seen along them.
typedef struct wend_vln_generate_def {
    wend_vln_kind kind;  // R2R: shortest paths, short texts; RXR: paths through rooms, dense texts
    int count;           // paths a scene; default 10
    uint64_t seed;
    int min_edges, max_edges;  // R2R: of a path; default 4 … 6
    float min_distance;        // R2R: metres from start to goal; default 5
    int instructions;          // of a path, in each language; default R2R 3, RxR 1
    const char* languages;     // "en,hi,te"; default R2R "en", RxR all
    const char* split;         // name of the split; default "generated"
    bool traces;               // RxR: the guides' pose traces too; default false
    bool continuous;           // the same paths as VLN-CE has them, with an expert's walk of each;
                               // default false
    int threads;  // 0: one per processor; they change nothing in what is written. Default 0
    // Which of several texts for one and the same walk is written: 0 the first that comes to mind,
    // 1, 2, … others; less than 0: none. `number` counts the texts of a path, languages in turn.
    // Called once for each, always in the same order, by the caller's thread. Nullable: the first.
    int (*choose)(void* context, int path, int number);
    // Something to say of a text in its record, under "follower": a JSON object that lives until
    // the next call. Called after `choose`, for the same text if it is written. Nullable.
    const char* (*remark)(void* context, int path, int number);
    void* context;  // of both
} wend_vln_generate_def;

WEND_API wend_vln_generate_def wend_vln_generate_default_def(wend_vln_kind kind);
// Writes the episodes to the file `path`, the graphs in Matterport's form into the folder
// `path`.connectivity, traces into `path`.pose_traces and {split}.json.gz with {split}_gt.json.gz
// (RxR: {split}_guide…) into `path`.vlnce. A `path` that is a folder or ends in a
// slash is laid out as the data sets are released:
//     R2R  R2R_{split}.json, connectivity/, R2R_VLNCE_v1-3/{split}/{split}[_gt].json.gz
//     RxR  rxr_{split}_guide.jsonl.gz, connectivity/,
//     RxR_VLNCE_v0/{split}/{split}_guide[_gt].json.gz,
//          pose_traces/rxr_{split}/{instruction:06}_guide_pose_trace.npz
// Each record says by "scene_id" which scene its scan is. Scenes are references.
WEND_API wend_status wend_vln_generate(const char* const* scenes, int scene_count,
                                       const wend_vln_generate_def* def, const char* path,
                                       int* records, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
