// What the scorers share: the sheet of scores, and what was wrong in the data.
#ifndef WEND_PREDICTIONS_SCORE_SHEET_H
#define WEND_PREDICTIONS_SCORE_SHEET_H

#include "base/arena.h"
#include "base/array.h"
#include "base/text.h"

#include "wend/habitat.h"
#include "wend/navmesh.h"
#include "wend/predictions.h"
#include "wend/vln.h"

// What can be wrong in predictions and annotations, and what it does to the numbers.
// X(NAME, "json name", "what it is", "what it does")
#define SCORE_PROBLEM_LIST(X)                                                                      \
    X(UNKNOWN_SCAN, "unknown_scan", "instructions in buildings without a connectivity file",       \
      "left out")                                                                                  \
    X(UNKNOWN_PATH, "unknown_path", "instructions whose path is not in the graph", "left out")     \
    X(NO_GOAL, "no_goal", "instructions without a path or a goal", "left out")                     \
    X(NO_TRUTH, "no_truth", "episodes without a reference in the --gt file", "left out")           \
    X(OTHER_TRUTH, "other_truth", "references that begin elsewhere than their episode",            \
      "scored as they are")                                                                        \
    X(MISSING, "missing", "instructions without a prediction",                                     \
      "scored 0, as if the agent had stayed at the start")                                         \
    X(EMPTY, "empty", "empty trajectories", "scored 0, as if the agent had stayed at the start")   \
    X(UNKNOWN_VIEWPOINT, "unknown_viewpoint",                                                      \
      "trajectories with a viewpoint that is not in the graph",                                    \
      "scored 0, as if the agent had stayed at the start")                                         \
    X(WRONG_START, "wrong_start", "trajectories that begin elsewhere than the instruction",        \
      "scored as they are")                                                                        \
    X(NO_STOP, "no_stop", "predictions whose last record does not say \"stop\"",                   \
      "SR, SPL and SDTW are 0, as without STOP")                                                   \
    X(UNSTOPPED, "unstopped", "episodes recorded as success whose last action is not Stop",        \
      "scored as failures")                                                                        \
    X(DISPUTED, "disputed", "runs that their record and the gates judge differently",              \
      "judged by the gates")                                                                       \
    X(JUMP, "jump", "trajectories that jump where there is no edge",                               \
      "scored as they are, a jump being as long as the shortest way; without one, left out of TL") \
    X(UNREACHABLE, "unreachable", "trajectories that end where no way leads to the goal",          \
      "left out of NE, 0 in the scores")                                                           \
    X(DUPLICATE, "duplicate", "second predictions for the same instruction", "the first counts")   \
    X(REPEATED, "repeated", "episodes that stand in the file twice", "each counts")                \
    X(UNKNOWN_ID, "unknown_id", "predictions for instructions that are not asked", "left out")     \
    X(MISSING_TOUR, "missing_tour", "tours without a prediction", "scored 0")                      \
    X(OTHER_EPISODES, "other_episodes", "tours whose episodes are not the reference's in order",   \
      "scored 0")                                                                                  \
    X(UNKNOWN_EPISODE, "unknown_episode", "episodes of tours that are not in the annotations",     \
      "their tours are left out")

typedef enum score_problem {
#define X(name, key, what, effect) SCORE_##name,
    SCORE_PROBLEM_LIST(X)
#undef X
        SCORE_PROBLEM_COUNT
} score_problem;

typedef struct score_column {
    const char* key;   // in JSON
    const char* name;  // in the table
    const char* unit;  // "": a share from 0 to 1
} score_column;

enum { SCORE_COLUMNS = 16, SCORE_GROUPS = 64 };

// One episode, run or tour.
typedef struct score_row {
    const char* id;
    const char* scene;     // NULL: the files do not say
    const char* group;     // NULL: none
    const double* values;  // [columns]; INFINITY does not count
    double weight;         // 0: 1
} score_row;

// Rows of scores with the same columns, one mean each.
typedef struct score_table {
    const score_column* columns;
    int column_count;
    const char* counts;                 // what the rows are: "instructions"
    const char* count_key;              // in JSON: "n"
    const char* group_key;              // in JSON: "by_language", the groups' own means
    ARRAY_OF(double) values;            // [rows][columns]
    ARRAY_OF(double) weights;           // [rows]
    ARRAY_OF(uint8_t) groups;           // [rows] index in group_names
    ARRAY_OF(const char*) ids, scenes;  // [rows]
    bool sceneless;                     // some row has no scene
    char group_names[SCORE_GROUPS][32];
    int group_count;
} score_table;

// A run that its own record judges otherwise.
typedef struct score_dispute {
    char words[160];  // which, what the record says, and why it is not so
} score_dispute;

typedef struct score_sheet {
    score_table episodes, tours;  // `columns` NULL: not used
    int infeasible;               // tours, which are rows without a value
    arena memory;                 // ids and scenes of the rows
    struct {
        int asked, matched;  // episodes (or tours) to score, and those that have a prediction
        char first_asked[64];
    } match;
    ARRAY_OF(score_dispute) disputes;
    struct {
        int count;
        char example[160];
    } problems[SCORE_PROBLEM_COUNT];
} score_sheet;

wend_status score_add(score_sheet* sheet, score_table* table, const score_row* row,
                      wend_error* error);
void score_report(score_sheet* sheet, score_problem problem, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Disputes are told one by one, beside being reported as SCORE_DISPUTED.
wend_status score_dispute_add(score_sheet* sheet, wend_error* error, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Every score between 0 and 1 becomes 0; lengths stay. For predictions that are not there.
void score_void(wend_path_score* score);
void score_destroy(score_sheet* sheet);

// The path metrics as columns.
extern const score_column score_path_columns[WEND_PATH_SCORE_COUNT];

// Means with their intervals.
typedef struct score_means {
    wend_interval episodes[SCORE_COLUMNS], tours[SCORE_COLUMNS];
    int scenes;  // 0: not known
} score_means;

wend_status score_means_compute(const score_sheet* sheet, const wend_predictions_def* def,
                                score_means* means, wend_error* error);
// The sheet as one JSON object, as lines to read, and one problem as a sentence; texts are
// appended.
void score_write_json(const score_sheet* sheet, const wend_predictions_def* def,
                      const score_means* means, text_out* out);
void score_write_table(const score_sheet* sheet, const wend_predictions_def* def,
                       const score_means* means, text_out* out);
// Every row as a line of CSV, after a line of names: episodes, or tours where there are none.
void score_write_csv(const score_sheet* sheet, text_out* out);
void score_write_problem(const score_sheet* sheet, score_problem problem, text_out* out);

// Files of a kind that the benchmark does not take, with a sentence about what does.
wend_status score_check_kinds(const wend_predictions_def* def, wend_error* error);
wend_status score_check_points(const wend_predictions_def* def, const wend_vln_results* results,
                               wend_error* error);
wend_status score_check_joints(const wend_predictions_def* def, const wend_vln_episodes* episodes,
                               wend_error* error);
wend_status score_check_languages(const wend_predictions_def* def, const wend_habitat_set* set,
                                  wend_error* error);
// One more episode is asked for.
void score_ask(score_sheet* sheet, const char* id);
// WEND_NOT_FOUND when nothing was scored or no prediction matched; WEND_FORMAT when most episodes
// begin elsewhere than their references or predictions.
wend_status score_check_match(const wend_predictions_def* def, const score_sheet* sheet,
                              wend_error* error);

// Predictions by the id of their instruction.
typedef struct score_index {
    ARRAY_OF(int) order;  // results sorted by id; of the same id the first one
    const wend_vln_results* results;
    uint8_t* used;  // [count]
} score_index;

// Reports duplicates.
wend_status score_index_build(const wend_vln_results* results, score_index* index,
                              score_sheet* sheet, wend_error* error);
// Nullable: the answer, when there is none.
const wend_vln_result* score_index_find(score_index* index, const char* id);
// Reports the predictions nobody asked for.
void score_index_report(const score_index* index, score_sheet* sheet);
void score_index_destroy(score_index* index);

// The navmeshes of a folder, read when first asked for.
typedef struct score_navmesh score_navmesh;
typedef struct score_navmeshes {
    const char* folder;
    wend_geodesic geodesic;
    score_navmesh* items;
    size_t count, capacity;
} score_navmeshes;

// Walking distance from every point of the path to the goal. [path->count]
wend_status score_navmeshes_measure(score_navmeshes* all, const char* scene, const wend_path* path,
                                    const double goal[3], double* metres, wend_error* error);
void score_navmeshes_destroy(score_navmeshes* all);

// One benchmark each.
wend_status score_graph(const wend_predictions_def* def, score_sheet* sheet, wend_error* error);
wend_status score_places(const wend_predictions_def* options, score_sheet* sheet,
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
