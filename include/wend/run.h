// Runs: every episode of a task played by an agent, on all threads, into a log.
#ifndef WEND_RUN_H
#define WEND_RUN_H

#include "wend/agent.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_run_def {
    const char* task;                   // "pointnav", "multion:radius=1", …
    const char* agent;                  // an agent's or an oracle's name
    const wend_task_kind* custom_task;  // a task of the caller's own, in place of the named one.
                                        // Nullable
    const wend_agent_kind* custom;      // an agent of the caller's own, which plays in place of the
                                        // named one; `agent` is its name in the log. Nullable. Its
                                        // create is called on the thread that calls wend_run
    const char* episodes;               // file
    const char* scenes;  // folder that scene files of the episodes lie in; NULL: as they stand
    const char* graphs;  // folder of viewpoint graphs, for tasks on them; NULL: FILE.connectivity
                         // beside the episodes
    const char* tours;   // file of tours, for tasks with them; NULL: made from the episodes
    const char* cache;   // folder of files that make scenes open fast; NULL: none
    const char* out;     // the log; one that exists is continued if it is of this run
    const char* rules;   // "paper" or "official"
    uint64_t seed;
    int threads;     // 0: one per processor
    int max_steps;   // 0: as the task has it
    int limit;       // play the first so many episodes; 0: all
    int every;       // of these the first, and every so manieth after it; 0 and 1: all
    bool native;     // see wend_task_def
    bool snap;       // starts that lie off the navmesh are moved to it; default false: such an
                     // episode cannot be played
    bool lenient;    // a file with episodes that no rule allows (two of one id, one without a goal)
                     // is played without those; default false: it is refused
    bool overwrite;  // a log that exists is started over, whatever run it is of; default false
    bool retry_failed;  // episodes that ended in an agent's error are played again; those that
                        // could not be played always are. default false
    // Called after each episode, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    // Asked before each episode and each step, by any thread. Once it says yes no more are begun,
    // and the episodes under way are not logged: run it again to go on. Nullable.
    bool (*halted)(void* context);
    // Sentences about damaged lines of the log, and about episodes that could not be played or
    // logged: one for each cause. Nullable.
    wend_warn warn;
    void* context;  // for all three
} wend_run_def;

WEND_API wend_run_def wend_run_default_def(void);

typedef struct wend_run_summary {
    int episodes;      // in all
    int resumed;       // were in the log already
    int played;        // now
    int failed;        // could not be played: the log says why. The next run tries them again
    int environment;   // of these, for want of a file, disk or memory: not the episode's fault
    int agent_errors;  // in the log: an error of the agent ended them, and they score 0
    int unlogged;      // were played, but could not be written
    int left;          // neither played nor tried, because the run was halted
    uint64_t steps;
} wend_run_summary;

// WEND_ARGUMENT when the log is of a different run or no log, WEND_IO when another run writes it or
// some episodes could not be written: run it again to play those. The log is complete when no
// failure of the environment is left.
WEND_API wend_status wend_run(const wend_run_def* def, wend_run_summary* summary,
                              wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
