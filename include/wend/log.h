// The log of a run: one line an episode, checked, appended and synced as the episode ends.
//
// A run that was killed goes on where it was: what is in the log is not done again. When all
// episodes are there the log is put in order, so that its bytes do not depend on threads, order or
// kills. The format, precise enough for a reader in another language: docs/formats/wlog.md
#ifndef WEND_LOG_H
#define WEND_LOG_H

#include "wend/action.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where the body stood before the first action, and after each one.
typedef struct wend_log_pose {
    wend_vec3 feet;
    float heading, tilt;  // radians
} wend_log_pose;

// A VELOCITY action.
typedef struct wend_log_drive {
    float forward, turn, seconds;  // metres and radians a second; see wend_action
} wend_log_drive;

// One episode as it went.
typedef struct wend_log_record {
    int index;  // of the episode in its file, from 0
    const char* id;
    const char* scene;    // the reference as the episode has it
    uint64_t scene_hash;  // of the scene's bytes; 0 when it could not be read
    const char* failure;  // why the environment could not run it; NULL: it ran
    // The agent returned an error, raised an exception or took an illegal action, which ended the
    // episode here: a sentence. The record is otherwise as usual; scores are 0. NULL: it did not.
    const char* agent_error;
    const char* actions;   // [steps] a letter each (wend_action_letter)
    const char* outcomes;  // [steps] '.' nothing to say, 'x' collided, 'c' something was changed
    const wend_log_pose* poses;  // [steps + 1], or none when it failed
    int steps;
    const wend_log_drive* drives;  // one for each VELOCITY among the actions; NULL: none, or a log
                                   // of before they were written down
    // Tours: what an oracle did with the body after the episode, a letter each, and where it stood
    // after each of them. NULL: it was not led.
    const char *to_goal, *to_start;
    const wend_log_pose* led;  // [strlen(to_goal) + strlen(to_start)]
    const char* facts;         // a JSON object: what the task needs to score the episode again
    const char* notes;         // a JSON object: what the agent says of the episode; NULL: nothing
} wend_log_record;

// ---- writing ------------------------------------------------------------------------------------

typedef struct wend_log wend_log;

// `header` is a JSON object that says what the run is. If `path` exists it must hold the same
// header, and its records are kept; a line that a kill left half written is cut off. WEND_ARGUMENT
// when the file holds another run. A last member "places" says where files lay, not what the run
// is: it is not compared, and the first one stays.
WEND_API wend_status wend_log_open(const char* path, const char* header, wend_log** log,
                                   wend_error* error);
// Closes the file; the log stays as it is, to be opened again.
WEND_API void wend_log_close(wend_log* log);  // Nullable: log.
WEND_API int wend_log_count(const wend_log* log);
WEND_API int wend_log_index_at(const wend_log* log, int i);  // of the i-th record in the file
// Any thread may append. When the disk is full the record is not there, the log is whole, and a
// later call may succeed.
WEND_API wend_status wend_log_append(wend_log* log, const wend_log_record* record,
                                     wend_error* error);
// Puts the records in the order of their index and marks the log as complete.
WEND_API wend_status wend_log_finish(wend_log* log, wend_error* error);

// ---- reading ------------------------------------------------------------------------------------

typedef struct wend_log_set {
    const char* header;        // JSON
    wend_log_record* records;  // in the order of the file
    int count;
    bool complete;  // the run has finished
    struct arena* memory;
} wend_log_set;

WEND_API wend_status wend_log_read(const char* path, wend_log_set* set, wend_error* error);

// What a run was, from the first line of its log. Texts live as long as the set.
typedef struct wend_log_header {
    const char *task, *agent, *rules;
    const char* options;  // of the task, as they stood behind its name; ""
    bool oracle;          // the agent was shown the truth
    bool snap;            // starts off the navmesh were moved to it
    bool native;          // rescue: the agent picks, puts and opens doors itself
    int episodes;         // of the run, played or not
    int max_steps;        // 0: as the task has it
    uint64_t seed;
    uint64_t episodes_hash;
    // Where the files lay, seen from the folder of the log; NULL: the log does not say.
    const char *episodes_file, *scenes_folder, *graphs_folder, *tours_file;
} wend_log_header;

// `path` is what errors call the log.
WEND_API wend_status wend_log_read_header(const wend_log_set* set, const char* path,
                                          wend_log_header* header, wend_error* error);
WEND_API void wend_log_destroy(wend_log_set* set);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
