// What the parts of `wend score` share: the options, the sheet of scores, what was wrong in the
// data.
#ifndef WEND_CLI_SCORE_H
#define WEND_CLI_SCORE_H

#include "base/array.h"

#include "wend/metrics.h"
#include "wend/vln.h"

typedef struct score_options {
    const char *connectivity, *rooms, *annotations, *results, *truth, *tours, *split, *navmeshes;
    bool geodesic;  // …-ce: distances to the goal are walks over the navmesh
    wend_benchmark benchmark;
    wend_positions positions;
    wend_rules rules;
    uint64_t seed;
    int resamples;
} score_options;

// What can be wrong in predictions and annotations, and what it does to the numbers.
// X(NAME, "json name", "what it is", "what it does")
#define SCORE_PROBLEM_LIST(X)                                                                      \
    X(UNKNOWN_SCAN, "unknown_scan", "instructions in buildings without a connectivity file",       \
      "left out")                                                                                  \
    X(UNKNOWN_PATH, "unknown_path", "instructions whose path is not in the graph", "left out")     \
    X(NO_GOAL, "no_goal", "instructions without a path to a goal", "left out")                     \
    X(NO_TRUTH, "no_truth", "episodes without a reference in the --gt file", "left out")           \
    X(MISSING, "missing", "instructions without a prediction",                                     \
      "scored 0, as if the agent had stayed at the start")                                         \
    X(EMPTY, "empty", "empty trajectories", "scored 0, as if the agent had stayed at the start")   \
    X(UNKNOWN_VIEWPOINT, "unknown_viewpoint",                                                      \
      "trajectories with a viewpoint that is not in the graph",                                    \
      "scored 0, as if the agent had stayed at the start")                                         \
    X(WRONG_START, "wrong_start", "trajectories that begin elsewhere than the instruction",        \
      "scored as they are")                                                                        \
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
    const char* unit;
} score_column;

enum { SCORE_COLUMNS = 16, SCORE_GROUPS = 8 };

// Rows of scores with the same columns, one mean each.
typedef struct score_table {
    const score_column* columns;
    int column_count;
    const char* counts;        // what the rows are: "instructions"
    const char* count_key;     // in JSON: "n"
    const char* group_key;     // in JSON: "by_language", the groups' own means
    ARRAY_OF(double) values;   // [rows][columns]
    ARRAY_OF(double) weights;  // [rows]
    ARRAY_OF(uint8_t) groups;  // [rows] index in group_names
    char group_names[SCORE_GROUPS][16];
    int group_count;
} score_table;

typedef struct score_sheet {
    score_table episodes, tours;  // `columns` NULL: not used
    int infeasible;               // tours
    struct {
        int count;
        char example[160];
    } problems[SCORE_PROBLEM_COUNT];
} score_sheet;

wend_status score_add(score_table* table, const double* values, double weight, wend_error* error);
// The same in a group of its own mean (a language).
wend_status score_add_to(score_table* table, const char* group, const double* values,
                         wend_error* error);
void score_report(score_sheet* sheet, score_problem problem, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// Every score between 0 and 1 becomes 0; lengths stay. For predictions that are not there.
void score_void(wend_path_score* score);
bool score_has_problems(const score_sheet* sheet);
void score_destroy(score_sheet* sheet);

// The path metrics as columns.
extern const score_column score_path_columns[WEND_PATH_SCORE_COUNT];

// Prints the sheet, as a table or as one JSON object; problems go to stderr.
wend_status score_print(const score_sheet* sheet, const score_options* options, bool json,
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
    score_navmesh* items;
    size_t count, capacity;
} score_navmeshes;

// Walking distance from every point of the path to the goal. [path->count]
wend_status score_navmeshes_measure(score_navmeshes* all, const char* scene, const wend_path* path,
                                    const double goal[3], double* metres, wend_error* error);
void score_navmeshes_destroy(score_navmeshes* all);

// One benchmark each.
wend_status score_graph(const score_options* options, score_sheet* sheet, wend_error* error);
wend_status score_places(const score_options* options, score_sheet* sheet, wend_error* error);
wend_status score_tour_logs(const score_options* options, score_sheet* sheet, wend_error* error);
wend_status score_multion(const score_options* options, score_sheet* sheet, wend_error* error);
wend_status score_rescue(const score_options* options, score_sheet* sheet, wend_error* error);

#endif
