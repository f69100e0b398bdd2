// Numbers from a log: what `wend metrics` prints. Nothing but the log is read.
#ifndef WEND_SCORE_H
#define WEND_SCORE_H

#include "wend/log.h"
#include "wend/metrics.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_SCORE_MAX_COLUMNS = 16, WEND_SCORE_MAX_ENDINGS = 12 };

// What a column says. The same name means the same in every task.
typedef struct wend_score_meaning {
    const char* name;   // "spl"
    const char* title;  // "SPL"
    const char* unit;   // "%": a share from 0 to 1, to be shown in per cent; "m"; "": a count
    int better;         // 1: more is better; -1: less is; 0: neither
} wend_score_meaning;

// Nothing is known of a name that is not in the table: its title is the name itself.
WEND_API wend_score_meaning wend_score_meaning_of(const char* name);

enum { WEND_SCORE_MAX_GROUPS = 16 };

// Episodes that a task looks at together: PASTURE's splits.
typedef struct wend_score_group {
    char name[32];
    int rows;
    wend_interval means[WEND_SCORE_MAX_COLUMNS];
} wend_score_group;

// Episodes that were played one after the other in one building.
typedef struct wend_score_tour {
    char id[32];
    int rows;         // episodes of it in the table
    int scene;        // as in the table's `scenes`
    double ndtw;      // over the tour as a whole
    double weight;    // in the mean
    bool infeasible;  // by the official rules its points cannot be paired: it is not in the mean
} wend_score_tour;

// Values of every episode that was played, and their means.
typedef struct wend_score_table {
    const char* names[WEND_SCORE_MAX_COLUMNS];  // "success", "spl", …
    int columns, rows;
    double* values;      // [rows][columns]
    const int* records;  // [rows]: which record of the log
    const int* scenes;   // [rows]: which scene, below scene_count
    int scene_count;
    wend_interval means[WEND_SCORE_MAX_COLUMNS];
    int failed;        // records of episodes that the environment could not play: in no mean
    int agent_errors;  // rows that an error of the agent ended: 0 in every score
    // How episodes ended: 0 is success, the others say why there was none. The last is "agent
    // error" where there are such.
    const char* endings[WEND_SCORE_MAX_ENDINGS];
    wend_score_group* groups;  // [group_count], in the order they were met; 0: the task has none
    int group_count;
    wend_score_tour* tours;  // [tour_count]; 0: the task has none
    int tour_count;
    wend_interval tour_ndtw;    // t-nDTW
    int ending_count;           // 0: the task does not tell
    const uint8_t* ended_as;    // [rows]; NULL: the task does not tell
    char task[32], agent[256];  // agent: with its options
    bool oracle;
} wend_score_table;

WEND_API wend_status wend_score_compute(const wend_log_set* log, const char* path,
                                        wend_score_table* table, wend_error* error);
// WEND_NOT_FOUND, with the reason, when no episode was played: then there is no result.
WEND_API wend_status wend_score_check_played(const wend_log_set* log, const char* path,
                                             const wend_score_table* table, wend_error* error);
// One episode by itself, or its beginning: a record that is cut off after some steps, with the
// facts of that moment. The names are those of the task's columns.
WEND_API wend_status wend_score_episode(const char* task, const wend_log_record* record,
                                        const char* names[WEND_SCORE_MAX_COLUMNS],
                                        double values[WEND_SCORE_MAX_COLUMNS], int* columns,
                                        wend_error* error);
WEND_API void wend_score_destroy(wend_score_table* table);  // safe on {0} and twice

// Two runs of the same episodes. Some episodes are hard for everybody, so differences episode by
// episode tell two agents apart where the intervals of their means still overlap.
typedef struct wend_score_contrast {
    int pairs;   // episodes that both played
    int scenes;  // that have one of them
    double first[WEND_SCORE_MAX_COLUMNS], second[WEND_SCORE_MAX_COLUMNS];  // means over the pairs
    wend_interval differences[WEND_SCORE_MAX_COLUMNS];                     // first less second
    int tour_pairs;  // tours of which both played all; 0: the task has none
    double tour_first, tour_second;
    wend_interval tour_difference;  // of t-nDTW
} wend_score_contrast;

// Episodes are the same by scene and id. Runs of different tasks, or without one episode in common,
// are refused. A value that is infinite in either run is in neither mean.
WEND_API wend_status wend_score_compare(const wend_log_set* first_log,
                                        const wend_score_table* first,
                                        const wend_log_set* second_log,
                                        const wend_score_table* second,
                                        wend_score_contrast* contrast, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
