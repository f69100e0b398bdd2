// Metrics of paths and tours, of logs (`wend metrics`) and of predictions (`wend score`).
//
// Owner: src/metrics
#ifndef WEND_METRICS_H
#define WEND_METRICS_H

#include "wend/base.h"
#include "wend/log.h"
#include "wend/nav.h"
#include "wend/ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== metrics ===================================================================================
// Metrics of instruction following, tours, MultiON and RescueBench, by the rules of the papers or
// of the official code, and confidence intervals of means.
//
// No metric is NaN: unreachable is INFINITY as a distance and 0 as a score; values of empty paths
// are defined below. Formulas and sources: docs/metrics.md.

// ---- rules --------------------------------------------------------------------------------------

#define WEND_RULES_LIST(X)                                                  \
    X(OFFICIAL, "official") /* as the published evaluation code computes */ \
    X(PAPER, "paper")       /* as the papers define it */

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

// A sequence of points: nodes of a graph, with geodesic distances; nodes of a distance table, where
// the graph is not available; or positions, with Euclidean distances.
typedef struct wend_path {
    const wend_graph* graph;  // NULL: a table, or positions
    const double* table;      // [side][side] metres from node to node; NULL: none
    int side;
    const int* nodes;           // [count]
    const double (*points)[3];  // [count] metres
    int count;
} wend_path;

// Metres from point i of a to point j of b. Both must be of the same kind and graph.
WEND_API double wend_path_distance(const wend_path* a, int i, const wend_path* b, int j);
// The sum of the distances between consecutive points; 0 for fewer than two points.
WEND_API double wend_path_length(const wend_path* path);

// ---- dynamic time warping -----------------------------------------------------------------------

// Scratch memory of one thread. It grows as needed and is reused.
typedef struct wend_dtw wend_dtw;

WEND_API wend_status wend_dtw_create(wend_dtw** dtw, wend_error* error);
WEND_API void wend_dtw_destroy(wend_dtw* dtw);  // Nullable: dtw.

// The minimum sum of distances over all monotonic alignments of `path` and `reference` with steps
// (1,0), (0,1) and (1,1) of weight 1. Exact. INFINITY when one of them is empty, or when aligned
// nodes are not connected; 0 when both are empty.
WEND_API wend_status wend_dtw_cost(wend_dtw* dtw, const wend_path* path, const wend_path* reference,
                                   double* cost, wend_error* error);

// The approximation of the Python package fastdtw: coarse to fine, within `radius` of the coarser
// alignment. Never below the exact cost. Positions only.
WEND_API wend_status wend_dtw_cost_fast(wend_dtw* dtw, const wend_path* path,
                                        const wend_path* reference, int radius, double* cost,
                                        wend_error* error);

// With `pin_start` the first reference point aligns only with the first point of the path, with
// `pin_end` the last only with the last. INFINITY if no such alignment exists. Without `pin_start`
// the first points always align, even if the reference is one point. [IVLN's tour window;
// dtw-python fills the first cell before it evaluates the window]
WEND_API wend_status wend_dtw_cost_pinned(wend_dtw* dtw, const wend_path* path,
                                          const wend_path* reference, bool pin_start, bool pin_end,
                                          double* cost, wend_error* error);

// Incremental, for rewards: after wend_dtw_begin, each wend_dtw_append adds one point of the path,
// given as its distances to the `count` reference points, and returns the cost of the path so far,
// equal to wend_dtw_cost. O(count), without allocation.
WEND_API wend_status wend_dtw_begin(wend_dtw* dtw, int count, wend_error* error);
WEND_API double wend_dtw_append(wend_dtw* dtw, const double* distances);

// exp(-cost / (points * radius)). Without reference points: 1 for a cost of 0, else 0.
WEND_API double wend_dtw_normalize(double cost, int points, double radius);

// ---- one path against its reference -------------------------------------------------------------

typedef struct wend_path_rules {
    double radius;          // success radius, metres; 3
    bool sr_at_most;        // success at distance <= radius, not < radius: SR, OS and SPL
    bool sdtw_at_most;      // the same for SDTW
    bool spl_by_reference;  // SPL against the length of the reference, not of the shortest path
    double spl_floor;       // minimum denominator of SPL, metres; 0: none
    bool spl_zero;          // SPL is 0 instead of success if start and goal are equal
    bool cls_one;           // CLS is 1 instead of the coverage if path and reference have length 0
    bool keep_repeats;      // DTW keeps consecutive repeats of a point
    bool fast_dtw;          // nDTW by fastdtw with radius 1; positions only
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
    const double* to_goal;  // [path.count] metres from each point to the goal, if different from
                            // the path's own distance; NULL: not different
    double shortest;        // metres from the start to the goal
    bool unstopped;         // success requires STOP and there was none: SR, SPL and SDTW are 0
    wend_path_rules rules;
} wend_path_case;

// An empty path, or an empty reference: ne and dtw are INFINITY, the rest is 0. An unreachable
// goal: ne is INFINITY. Consecutive points that are not connected: tl is INFINITY, spl and cls are
// 0. WEND_ARGUMENT for coordinates that are not finite and distances that are NaN.
WEND_API wend_status wend_path_score_compute(wend_dtw* dtw, const wend_path_case* given,
                                             wend_path_score* score, wend_error* error);

// ---- tours --------------------------------------------------------------------------------------

typedef struct wend_tour_rules {
    bool pinned;    // first and last points of inner episodes align only with each other
    bool less_one;  // the weight of a tour is its number of episodes minus one
    double radius;  // 3 m
} wend_tour_rules;

WEND_API wend_tour_rules wend_tour_rules_for(wend_benchmark benchmark, wend_rules rules);

typedef struct wend_tour_score {
    double dtw, ndtw;
    double weight;    // in the mean over tours
    bool infeasible;  // pinned, and no alignment exists: excluded from the mean and counted
} wend_tour_score;

// t-nDTW of a tour, given the paths and references of its episodes in order. Computed episode by
// episode, which equals the cost of IVLN's window over the whole tour.
WEND_API wend_status wend_tour_score_compute(wend_dtw* dtw, const wend_path* paths,
                                             const wend_path* references, int episodes,
                                             wend_tour_rules rules, wend_tour_score* score,
                                             wend_error* error);

// ---- MultiON ------------------------------------------------------------------------------------

typedef struct wend_multion_outcome {
    const double* legs;  // [goals] geodesic distances from start to goal 1, goal 1 to goal 2, …
    int goals;
    const double* lengths;    // [finds] path length at each correct FOUND
    const double* distances;  // [finds] to the goal at each; NULL: not known
    int finds;                // correct FOUND actions, at most `goals`
    double length;            // of the whole path
    double radius;            // within which FOUND is correct, metres; 0: 1.5
} wend_multion_outcome;

typedef struct wend_multion_score {
    double success, progress, spl, ppl;
} wend_multion_score;

WEND_API wend_multion_score wend_multion_score_compute(const wend_multion_outcome* outcome,
                                                       wend_rules rules);
// With each difference between paper and released code as its own flag: progress counts finds at
// less than the radius only; PPL uses the path length up to the last find.
WEND_API wend_multion_score wend_multion_score_by(const wend_multion_outcome* outcome,
                                                  bool strict_progress, bool ppl_to_last_find);

// ---- RescueBench --------------------------------------------------------------------------------

typedef struct wend_rescue_outcome {
    bool carried;    // the injured person was picked up
    bool completed;  // and put on the stretcher
    // Metres on the ground plane to the person (until carried) and to the stretcher (from then on),
    // by WEND_RESCUE_INITIAL, _BEST (minimum) and _FINAL of the stage.
    double person[3], stretcher[3];
} wend_rescue_outcome;

enum { WEND_RESCUE_INITIAL, WEND_RESCUE_BEST, WEND_RESCUE_FINAL };

typedef struct wend_rescue_score {
    double tcr;       // 1: all four stages completed
    double stage[4];  // 0 to 25 each
    double ts;        // their sum, 0 to 100
} wend_rescue_score;

WEND_API wend_rescue_score wend_rescue_score_compute(const wend_rescue_outcome* outcome,
                                                     wend_rules rules);

// ---- confidence intervals -----------------------------------------------------------------------

// A mean with two 95 % intervals: over episodes, and over scenes, since episodes of one scene are
// not independent of each other.
typedef struct wend_interval {
    double mean;                   // weighted; 0 without any value
    double low, high;              // Wilson's for a proportion, otherwise bootstrap over rows
    double scene_low, scene_high;  // bootstrap over scenes
    int count;                     // finite values with positive weight
    int scenes;                    // scenes with such a value
    bool proportion;               // a share whose values are all 0 or 1
    bool has_interval;        // 2 values or more, or a proportion; else low and high are the mean
    bool has_scene_interval;  // 2 scenes or more; else its ends are the mean
} wend_interval;

typedef struct wend_bootstrap_def {
    const double* values;   // [count][columns]; INFINITY is left out of its column's mean
    const double* weights;  // [count]; NULL: all 1
    const bool* shares;     // [columns] whether its values are in [0, 1]; NULL: none
    const int* scenes;      // [count] the scene of each row, below scene_count; NULL: not known
    int scene_count;
    int count, columns;
    int resamples;  // default 1000; 0: no intervals
    uint64_t seed;  // default 1
} wend_bootstrap_def;

// The 95 % interval of a proportion of `count` trials. [Wilson 1927]
WEND_API void wend_wilson_interval(double share, double count, double* low, double* high);
WEND_API wend_bootstrap_def wend_bootstrap_default_def(void);
WEND_API wend_status wend_bootstrap_means(const wend_bootstrap_def* def, wend_interval* intervals,
                                          wend_error* error);

// ==== score =====================================================================================
// Metrics of a log, as `wend metrics` prints them. Only the log is read.

enum { WEND_SCORE_MAX_COLUMNS = 16, WEND_SCORE_MAX_ENDINGS = 12 };

// The meaning of a column. A name means the same in every task.
typedef struct wend_score_meaning {
    const char* name;   // "spl"
    const char* title;  // "SPL"
    const char* unit;   // "%": a share in [0, 1], displayed in per cent; "m"; "": a count
    int better;         // 1: higher is better; -1: lower; 0: neither
} wend_score_meaning;

// The title of an unknown name is the name itself.
WEND_API wend_score_meaning wend_score_meaning_of(const char* name);

// ---- scores of tasks ----------------------------------------------------------------------------

// Parsed facts that a task wrote about an episode (wend_task_kind.facts). Valid while its score is
// computed.
typedef struct wend_facts wend_facts;

WEND_API bool wend_facts_has(const wend_facts* facts,
                             const char* key);  // and the member is not null
// A number, or a boolean as 0 or 1. WEND_FORMAT when the member is missing or of another type.
WEND_API wend_status wend_facts_number(const wend_facts* facts, const char* key, double* value,
                                       wend_error* error);
WEND_API wend_status wend_facts_text(const wend_facts* facts, const char* key, const char** text,
                                     wend_error* error);

// The score of a task. To score a task of your own, fill in task, columns, endings and score and
// pass it to wend_score_compute_as or wend_report_def.
typedef struct wend_score_kind {
    const char* task;                             // name of the task in the header of the log
    const char* columns[WEND_SCORE_MAX_COLUMNS];  // "success", "spl", …; terminated by NULL
    // Endings of an episode: [0] is success, the others are reasons of failure. Terminated by NULL;
    // empty: endings are not distinguished.
    const char* endings[WEND_SCORE_MAX_ENDINGS];
    // Fills one value per column, and the index of the ending.
    wend_status (*score)(const struct wend_score_kind* kind, const wend_log_record* record,
                         const wend_facts* facts, double* values, int* ending, wend_error* error);
    const char* group;  // the member of the facts that names an episode's group. Nullable
    bool in_tours;      // the member "tour" of the facts names an episode's tour
    // Built-in tasks: parses the facts into the struct of the task. Nullable.
    wend_status (*read)(const wend_log_record* record, wend_facts* facts, wend_error* error);
} wend_score_kind;

// The score of a built-in task. NULL: the task has none.
WEND_API const wend_score_kind* wend_score_kind_find(const char* task);

// ---- the table ----------------------------------------------------------------------------------

enum { WEND_SCORE_MAX_GROUPS = 16 };

// Episodes of one group: a split of PASTURE, a language of RxR.
typedef struct wend_score_group {
    char name[32];
    int rows;
    wend_interval means[WEND_SCORE_MAX_COLUMNS];
} wend_score_group;

// Episodes played consecutively in one scene.
typedef struct wend_score_tour {
    char id[32];
    int rows;         // episodes of it in the table
    int scene;        // as in the table's `scenes`
    double ndtw;      // t-nDTW
    double weight;    // in the mean
    bool infeasible;  // no alignment exists by the official rules: not in the mean
} wend_score_tour;

// Scores of episodes that were played, or of predictions, and their means.
typedef struct wend_score_table {
    const char* names[WEND_SCORE_MAX_COLUMNS];  // "success", "spl", …
    wend_score_meaning meanings[WEND_SCORE_MAX_COLUMNS];
    int columns, rows, capacity;
    double* values;            // [rows][columns]
    double* weights;           // [rows] in the means
    const char** ids;          // [rows] live as long as the log
    const char** scene_names;  // [rows] NULL: not known
    uint8_t* row_groups;       // [rows] index of the group, where there are groups
    int* records;              // [rows] index of the log's record
    int* scenes;               // [rows] index of the scene, below scene_count
    int scene_count;
    wend_interval means[WEND_SCORE_MAX_COLUMNS];
    int failed;        // episodes that the environment could not play: excluded from all means
    int agent_errors;  // rows that end with an agent error: 0 in every score
    // How episodes ended: [0] is success, the others are reasons of failure; the last is "agent
    // error" if there are any.
    const char* endings[WEND_SCORE_MAX_ENDINGS];
    wend_score_group* groups;  // [group_count], in order of appearance; 0: the task has none
    int group_count;
    wend_score_tour* tours;  // [tour_count]; 0: the task has none
    int tour_count;
    wend_interval tour_ndtw;    // t-nDTW
    int ending_count;           // 0: endings are not distinguished
    uint8_t* ended_as;          // [rows] index of the ending
    wend_facts* facts;          // [rows] for reports and analyses of the library
    wend_arena* memory;         // of facts and names
    char task[32], agent[256];  // agent: with its options
    bool oracle;
} wend_score_table;

// Uses the score of the log's task. For a task without one, columns are the numbers and booleans of
// its facts, and steps, path_length and collisions.
WEND_API wend_status wend_score_compute(const wend_log_set* log, const char* path,
                                        wend_score_table* table, wend_error* error);
// Uses the caller's score. WEND_ARGUMENT if it is for another task. Nullable: kind (as
// wend_score_compute).
WEND_API wend_status wend_score_compute_as(const wend_score_kind* kind, const wend_log_set* log,
                                           const char* path, wend_score_table* table,
                                           wend_error* error);
// WEND_NOT_FOUND, with the reason, when no episode was played.
WEND_API wend_status wend_score_check_played(const wend_log_set* log, const char* path,
                                             const wend_score_table* table, wend_error* error);
// The score of one episode, or of its beginning: a record truncated after some steps, with the
// facts of that step. `names` are the columns of the task.
WEND_API wend_status wend_score_episode(const char* task, const wend_log_record* record,
                                        const char* names[WEND_SCORE_MAX_COLUMNS],
                                        double values[WEND_SCORE_MAX_COLUMNS], int* columns,
                                        wend_error* error);
WEND_API void wend_score_destroy(wend_score_table* table);  // safe on {0} and twice

// Goals of a MultiON episode; 0 for other tasks. `row` is in [0, table->rows).
WEND_API int wend_score_count_goals(const wend_score_table* table, int row);
// MultiON's score of an episode if its limit had been `steps`; false for other tasks. `table` is
// the score of `log`, and `row` is in [0, table->rows).
WEND_API bool wend_score_multion_within(const wend_score_table* table, const wend_log_set* log,
                                        int row, int steps, wend_multion_score* score);
// Writes the tours of a run in the format of IVLN-CE: {tour: [{position, phase, episode_id}, …]},
// one record per action with the position before it. With `reference`: the expert trajectories, as
// in gt_ndtw.json. `table` is the score of `log`; `name` identifies the log in errors.
// WEND_UNSUPPORTED if the log has no tours.
WEND_API wend_status wend_score_write_tours(const wend_log_set* log, const wend_score_table* table,
                                            const char* name, bool reference, const char* path,
                                            wend_error* error);

// Paired comparison of two runs of the same episodes. Since difficulty varies between episodes,
// paired differences separate agents whose intervals overlap.
typedef struct wend_score_contrast {
    int pairs;   // episodes that both played
    int scenes;  // scenes with such an episode
    double first[WEND_SCORE_MAX_COLUMNS], second[WEND_SCORE_MAX_COLUMNS];  // means over the pairs
    wend_interval differences[WEND_SCORE_MAX_COLUMNS];                     // first minus second
    int tour_pairs;  // tours that both played completely; 0: the task has none
    double tour_first, tour_second;
    wend_interval tour_difference;  // of t-nDTW
} wend_score_contrast;

// Episodes are matched by scene and id. WEND_ARGUMENT for runs of different tasks or columns, or
// without a common episode. A value that is infinite in either run is in neither mean.
WEND_API wend_status wend_score_compare(const wend_log_set* first_log,
                                        const wend_score_table* first,
                                        const wend_log_set* second_log,
                                        const wend_score_table* second,
                                        wend_score_contrast* contrast, wend_error* error);

// ==== predictions ===============================================================================
// Scores predictions in the submission formats of the benchmarks, as `wend score` prints them.

typedef struct wend_predictions_def {
    wend_benchmark benchmark;
    const char* results;       // the predictions; objectnav, robothor, pasture: a folder too
    const char* annotations;   // the episodes (all but ir2r-ce and multion); objectnav, robothor,
                               // pasture: may be NULL, and robothor's may be a folder
    const char* connectivity;  // folder of the graphs (r2r, r4r, rxr, ir2r)
    const char* rooms;      // viewpoint_rooms.json, for panoramas; NULL: ../rooms beside the graphs
    const char* truth;      // references (ir2r-ce: gt_ndtw.json; r2r-ce, rxr-ce: _gt file)
    const char* tours;      // tours.json (ir2r)
    const char* split;      // of the tours or of the references; NULL: the only one
    const char* navmeshes;  // folder of Habitat's .navmesh files, for geodesic distances
    wend_positions positions;  // of the graphs' nodes; default poses
    wend_rules rules;          // default official
    bool geodesic;             // r2r-ce, rxr-ce: distances to goals are geodesic; default Euclidean
    bool per_episode;          // the JSON lists every episode (and tour); default no
    int resamples;             // of the bootstrap, 0 to 100000; default 1000; 0: no intervals
    uint64_t seed;             // of the bootstrap; default 1
    wend_ranks* ranks;         // score together with the other ranks, which pass the same def; the
                               // texts are on rank 0. Nullable
} wend_predictions_def;

WEND_API wend_predictions_def wend_predictions_default_def(wend_benchmark benchmark);
// WEND_ARGUMENT if a required argument is missing, or one is given that the benchmark does not use.
WEND_API wend_status wend_predictions_check(const wend_predictions_def* def, wend_error* error);

typedef struct wend_predictions wend_predictions;  // scored

// Checks, reads and scores. Invalid single predictions are not errors: they are counted as problems
// and have a defined effect on the metrics.
WEND_API wend_status wend_predictions_score(const wend_predictions_def* def,
                                            wend_predictions** scored, wend_error* error);
WEND_API void wend_predictions_destroy(wend_predictions* scored);  // Nullable: scored.

// All live as long as the scores.
WEND_API const char* wend_predictions_json(const wend_predictions* scored);   // one object
WEND_API const char* wend_predictions_table(const wend_predictions* scored);  // for a terminal
WEND_API const char* wend_predictions_csv(
    const wend_predictions* scored);  // one line per episode; "" without per_episode
WEND_API int wend_predictions_problem_count(const wend_predictions* scored);
WEND_API const char* wend_predictions_problem_at(const wend_predictions* scored, int index);

// ==== generated instructions ====================================================================

enum { WEND_BLEU_ORDERS = 4 };

typedef struct wend_bleu {
    double bleu[WEND_BLEU_ORDERS];  // BLEU-1 … BLEU-4, in [0, 1]
    int texts;
    double words, reference_words;  // mean length of a text and of a reference
} wend_bleu;

// Corpus BLEU without smoothing of the instructions of one file in R2R's format, against those of
// another for the same paths. Words ignore case and punctuation.
WEND_API wend_status wend_bleu_score(const char* generated, const char* human, wend_bleu* bleu,
                                     wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
