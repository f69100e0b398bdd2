// The log of a run: one checksummed line per episode, appended and synced when the episode ends.
//
// Runs are resumable: episodes with a record are not played again. At the end of the run the
// records are sorted by index, so the bytes do not depend on the thread count or on kills. The
// format: docs/formats/wlog.md
//
// Owner: src/log
#ifndef WEND_LOG_H
#define WEND_LOG_H

#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

// Version of written logs. Logs of version 1 can be read.
enum { WEND_LOG_VERSION = 2 };

// A VELOCITY action.
typedef struct wend_log_drive {
    float forward, turn, seconds;  // metres and radians a second; see wend_action
} wend_log_drive;

// The record of one episode.
typedef struct wend_log_record {
    int index;  // of the episode in its file, from 0
    const char* id;
    const char* scene;     // the reference as the episode has it
    uint64_t scene_hash;   // of the scene's bytes; 0 when it could not be read
    uint64_t source_hash;  // of the file the scene came from; 0: it was generated, or not read
    const char* failure;   // why the environment could not run it; NULL: it ran
    // The agent returned an error, raised an exception or took an illegal action, which ended the
    // episode here: a sentence. The record is otherwise as usual; scores are 0. NULL: it did not.
    const char* agent_error;
    const char* actions;     // [steps] a letter each (wend_action_letter)
    const char* outcomes;    // [steps] '.' none, 'x' collided, 'c' the scene changed
    const wend_pose* poses;  // [steps + 1] before the first action and after each; none when it
                             // failed
    int steps;
    const wend_log_drive* drives;  // one per VELOCITY action; NULL: none, or an older log
    // Tours: the actions of the oracle after the episode, a letter each, and the pose after each.
    // NULL: none.
    const char *to_goal, *to_start;
    const wend_pose* led;  // [strlen(to_goal) + strlen(to_start)]
    const char* facts;     // a JSON object: everything the task needs to score the episode
    const char* notes;     // a JSON object written by the agent; NULL: none
} wend_log_record;

// ---- writing ------------------------------------------------------------------------------------

typedef struct wend_log wend_log;

typedef struct wend_log_def {
    const char* path;    // missing folders are created
    const char* header;  // a JSON object that identifies the run. A last member "places" has the
                         // paths of the input files: it is not compared, and the first one is kept
    bool overwrite;      // an existing log is replaced, also of a different run; default false
    // Called with a sentence for each damaged line. Nullable.
    wend_warn warn;
    void* context;
} wend_log_def;

// Opens the log at `path` and locks it until it is closed. A log with the same header is
// resumed: its records are kept, a partially written last line is truncated, damaged lines are
// ignored. Other files are not changed: WEND_ARGUMENT when the log is of a different run (the error
// names each difference) or the file is no log, WEND_IO when another run has it locked,
// WEND_FORMAT when its header is damaged or an index is not of the run or occurs twice.
WEND_API wend_status wend_log_open(const wend_log_def* def, wend_log** log, wend_error* error);
// Closes the file. The log can be opened again.
WEND_API void wend_log_close(wend_log* log);  // Nullable: log.

typedef enum wend_log_kind {
    WEND_LOG_PLAYED,
    WEND_LOG_AGENT_ERROR,  // played until the agent's error
    WEND_LOG_FAILED,       // not played
} wend_log_kind;

// Summary of a record.
typedef struct wend_log_entry {
    int index;
    wend_log_kind kind;
    const char* scene;  // lives as long as the log
    uint64_t scene_hash, source_hash;
} wend_log_entry;

WEND_API int wend_log_count(const wend_log* log);
WEND_API wend_log_entry wend_log_at(const wend_log* log, int i);  // the i-th record of the file
// Whether the file was deleted, replaced or changed by another program: appending fails from then
// on.
WEND_API bool wend_log_is_lost(const wend_log* log);
// Removes records, so that these episodes can be appended again. drop: [wend_log_count]. The
// file changes with the next append or finish.
WEND_API void wend_log_drop(wend_log* log, const bool* drop);
// Any thread may append. When the disk is full the record is not written, the log stays valid, and
// a later call may succeed. WEND_IO also when the file was deleted, replaced or changed by another
// program.
WEND_API wend_status wend_log_append(wend_log* log, const wend_log_record* record,
                                     wend_error* error);
// Sorts the records by index, marks the log as complete or not, and verifies that the path still
// refers to this file and that its content is what was written.
WEND_API wend_status wend_log_finish(wend_log* log, bool complete, wend_error* error);

// ---- merging ------------------------------------------------------------------------------------

// Joins the logs of all shards of a run (wend_run_def.shards) into the log of the whole run, with
// the bytes that one process writes. WEND_ARGUMENT, with a sentence that names the files, when the
// logs are of different runs, a shard is given twice, missing or incomplete, or `out` exists with
// other content and `overwrite` is false. `*records` is the number of records.
WEND_API wend_status wend_log_merge(const char* const* paths, int count, const char* out,
                                    bool overwrite, int* records, wend_error* error);

// ---- reading ------------------------------------------------------------------------------------

typedef struct wend_log_set {
    const char* header;        // JSON
    wend_log_record* records;  // in the order of the file
    int count;
    bool complete;  // the run has finished
    wend_arena* memory;
} wend_log_set;

WEND_API wend_status wend_log_read(const char* path, wend_log_set* set, wend_error* error);

// The header of a log. Texts live as long as the set.
typedef struct wend_log_header {
    const char *task, *agent, *rules;
    const char* options;  // of the task, after its name; ""
    bool oracle;          // the agent had access to the ground truth
    bool snap;            // starts off the navmesh were moved to it
    int episodes;         // of the run, played or not
    int max_steps;        // 0: as the task has it
    uint64_t seed;
    uint64_t episodes_hash;
    // Paths of the files, relative to the folder of the log; NULL: not recorded.
    const char *episodes_file, *scenes_folder, *graphs_folder, *tours_file, *observations;
} wend_log_header;

// `path` identifies the log in errors.
WEND_API wend_status wend_log_read_header(const wend_log_set* set, const char* path,
                                          wend_log_header* header, wend_error* error);
WEND_API void wend_log_destroy(wend_log_set* set);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
