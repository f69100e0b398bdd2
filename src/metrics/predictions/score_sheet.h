// Shared by the scorers of predictions: score tables, and problems found in the data.
#ifndef WEND_METRICS_PREDICTIONS_SCORE_SHEET_H
#define WEND_METRICS_PREDICTIONS_SCORE_SHEET_H

#include "base/arena.h"
#include "base/array.h"
#include "metrics/score_table.h"
#include "ranks/shares.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/vln.h"
#include "wend/files.h"
#include "wend/metrics.h"
#include "wend/nav.h"

// Problems of predictions and annotations, and their effect on the metrics.
// X(NAME, "JSON key", "description", "effect")
#define SCORE_PROBLEM_LIST(X)                                                                    \
    X(UNKNOWN_SCAN, "unknown_scan", "instructions in buildings without a connectivity file",     \
      "left out")                                                                                \
    X(UNKNOWN_PATH, "unknown_path", "instructions whose path is not in the graph", "left out")   \
    X(NO_GOAL, "no_goal", "instructions without a path or a goal", "left out")                   \
    X(NO_TRUTH, "no_truth", "episodes without a reference in the --gt file", "left out")         \
    X(OTHER_TRUTH, "other_truth", "references that begin elsewhere than their episode",          \
      "scored as they are")                                                                      \
    X(MISSING, "missing", "instructions without a prediction",                                   \
      "scored 0, as if the agent had stayed at the start")                                       \
    X(EMPTY, "empty", "empty trajectories", "scored 0, as if the agent had stayed at the start") \
    X(UNKNOWN_VIEWPOINT, "unknown_viewpoint",                                                    \
      "trajectories with a viewpoint that is not in the graph",                                  \
      "scored 0, as if the agent had stayed at the start")                                       \
    X(WRONG_START, "wrong_start", "trajectories that begin elsewhere than the instruction",      \
      "scored as they are")                                                                      \
    X(NO_STOP, "no_stop", "predictions without \"stop\" in the last record",                     \
      "SR, SPL and SDTW are 0, as without STOP")                                                 \
    X(UNSTOPPED, "unstopped", "episodes recorded as success whose last action is not Stop",      \
      "scored as failures")                                                                      \
    X(DISPUTED, "disputed", "runs that their record and the gates judge differently",            \
      "judged by the gates")                                                                     \
    X(JUMP, "jump", "trajectories that jump where there is no edge",                             \
      "scored as they are, a jump being as long as the shortest path; without one, left out of " \
      "TL")                                                                                      \
    X(UNREACHABLE, "unreachable", "trajectories that end where the goal is unreachable",         \
      "left out of NE, 0 in the scores")                                                         \
    X(DUPLICATE, "duplicate", "second predictions for the same instruction", "the first counts") \
    X(REPEATED, "repeated", "episodes that are in the file twice", "each counts")                \
    X(UNKNOWN_ID, "unknown_id", "predictions for instructions that are not in the annotations",  \
      "left out")                                                                                \
    X(MISSING_TOUR, "missing_tour", "tours without a prediction", "scored 0")                    \
    X(OTHER_EPISODES, "other_episodes", "tours whose episodes are not the reference's in order", \
      "scored 0")                                                                                \
    X(UNKNOWN_EPISODE, "unknown_episode", "episodes of tours that are not in the annotations",   \
      "their tours are left out")

typedef enum score_problem {
#define X(name, key, what, effect) SCORE_##name,
    SCORE_PROBLEM_LIST(X)
#undef X
        SCORE_PROBLEM_COUNT
} score_problem;

enum { SCORE_GROUPS = 64 };

// A run whose recorded result disagrees with the rules.
typedef struct score_dispute {
    char words[160];  // the run, its recorded result, and the reason
} score_dispute;

typedef struct score_sheet {
    wend_score_table episodes, tours;  // without columns: not used
    const char* counts;                // unit of the rows of `episodes`: "instructions"
    const char* group_key;             // JSON key of the means of groups: "by_language"
    int scenes;                        // scenes of the episodes, else of the tours; 0: unknown
    int infeasible;                    // tours without a value
    arena memory;                      // ids and scenes of the rows
    ranks_shares shares;               // path scores are computed by all ranks
    struct {
        int asked, matched;  // episodes (or tours) to score, and those with a prediction
        char first_asked[64];
    } match;
    ARRAY_OF(score_dispute) disputes;
    struct {
        int count;
        char example[160];
    } problems[SCORE_PROBLEM_COUNT];
} score_sheet;

// Appends a copy of the row to `table`, which must be one of the sheet's tables.
wend_status score_add(score_sheet* sheet, wend_score_table* table, const score_row* row,
                      wend_error* error);
void score_report(score_sheet* sheet, score_problem problem, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Disputes are listed individually, in addition to SCORE_DISPUTED.
wend_status score_dispute_add(score_sheet* sheet, wend_error* error, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Sets every score in [0, 1] to 0 and keeps lengths. Used for missing predictions.
void score_void(wend_path_score* score);
void score_destroy(score_sheet* sheet);

// The path metrics as columns.
extern const wend_score_meaning score_path_columns[WEND_PATH_SCORE_COUNT];

// Computes the means of both tables and the number of scenes.
wend_status score_sheet_compute_means(score_sheet* sheet, const wend_predictions_def* def,
                                      wend_error* error);
// Append the sheet as a JSON object, as a table for a terminal, and one problem as a sentence.
void score_write_json(const score_sheet* sheet, const wend_predictions_def* def,
                      wend_text_out* out);
void score_write_table(const score_sheet* sheet, const wend_predictions_def* def,
                       wend_text_out* out);
// A CSV header, then one line per episode, or per tour if there are no episodes.
void score_write_csv(const score_sheet* sheet, wend_text_out* out);
void score_write_problem(const score_sheet* sheet, score_problem problem, wend_text_out* out);

// Fail for files of a format that the benchmark does not accept, and name the accepted one.
wend_status score_check_kinds(const wend_predictions_def* def, wend_error* error);
wend_status score_check_points(const wend_predictions_def* def, const wend_vln_results* results,
                               wend_error* error);
wend_status score_check_joints(const wend_predictions_def* def, const wend_vln_episodes* episodes,
                               wend_error* error);
wend_status score_check_languages(const wend_predictions_def* def, const wend_habitat_set* set,
                                  wend_error* error);
// Counts one more episode to score.
void score_ask(score_sheet* sheet, const char* id);
// WEND_NOT_FOUND if nothing was scored or no prediction matched; WEND_FORMAT if most episodes do
// not begin at the start of their references or predictions.
wend_status score_check_match(const wend_predictions_def* def, const score_sheet* sheet,
                              wend_error* error);

// Index of predictions by instruction id.
typedef struct score_index {
    ARRAY_OF(int) order;  // indices of results sorted by id; the first one of each id
    const wend_vln_results* results;
    bool* used;  // [count]
} score_index;

// Reports duplicates.
wend_status score_index_build(const wend_vln_results* results, score_index* index,
                              score_sheet* sheet, wend_error* error);
// NULL: none.
const wend_vln_result* score_index_find(score_index* index, const char* id);
// Reports predictions for unknown ids.
void score_index_report(const score_index* index, score_sheet* sheet);
void score_index_destroy(score_index* index);

// The navmeshes of a folder, read on first use.
typedef struct score_navmesh score_navmesh;
typedef struct score_navmeshes {
    const char* folder;
    wend_geodesic geodesic;
    score_navmesh* items;
    size_t count, capacity;
} score_navmeshes;

// Geodesic distance from every point of the path to the goal. metres: [path->count]
wend_status score_navmeshes_measure(score_navmeshes* all, const char* scene, const wend_path* path,
                                    const double goal[3], double* metres, wend_error* error);
void score_navmeshes_destroy(score_navmeshes* all);

// The scorers.
wend_status score_graph(const wend_predictions_def* def, score_sheet* sheet, wend_error* error);
wend_status score_positions(const wend_predictions_def* options, score_sheet* sheet,
                            wend_error* error);
wend_status score_tour_logs(const wend_predictions_def* options, score_sheet* sheet,
                            wend_error* error);
wend_status score_multion(const wend_predictions_def* options, score_sheet* sheet,
                          wend_error* error);
wend_status score_objects(const wend_predictions_def* options, score_sheet* sheet,
                          wend_error* error);
wend_status score_rescue(const wend_predictions_def* options, score_sheet* sheet,
                         wend_error* error);

#endif
