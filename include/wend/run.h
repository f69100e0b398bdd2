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
    const char* out;     // the log; one that exists is continued
    const char* rules;   // "paper" or "official"
    uint64_t seed;
    int threads;    // 0: one per processor
    int max_steps;  // 0: as the task has it
    int limit;      // play the first so many episodes; 0: all
    int every;      // of these the first, and every so manieth after it; 0 and 1: all
    bool native;    // see wend_task_def
    bool snap;      // starts that lie off the navmesh are moved to it; default false: such an
                    // episode cannot be played
    bool lenient;   // a file with episodes that no rule allows (two of one id, one without a goal)
                    // is played without those; default false: it is refused
    // Called after each episode, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    // Asked before and after each episode, by any thread. Once it says yes no more are begun, and
    // what fails then is not logged: run it again to go on. Nullable.
    bool (*halted)(void* context);
    // A sentence about an episode that could not be played or logged. Nullable.
    wend_warn warn;
    void* context;  // for all three
} wend_run_def;

WEND_API wend_run_def wend_run_default_def(void);

typedef struct wend_run_summary {
    int episodes;      // in all
    int resumed;       // were in the log already
    int played;        // now
    int failed;        // could not be played by the environment: the log says why
    int agent_errors;  // among those played: an error of the agent ended them, and they score 0
    int unlogged;      // were played, but could not be written
    uint64_t steps;
} wend_run_summary;

// WEND_IO when some episodes could not be written: run it again to play those.
WEND_API wend_status wend_run(const wend_run_def* def, wend_run_summary* summary,
                              wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
