// One episode of a task, run action by action by the test itself: the functions of the task on a
// simulator, without agents, batches or logs.
#ifndef WEND_TEST_PLAYED_TASK_H
#define WEND_TEST_PLAYED_TASK_H

#include "wend/sim.h"
#include "wend/task.h"

typedef struct played_task {
    wend_task* task;
    const wend_task_kind* kind;
    const void* set;
    wend_world* world;  // NULL: on a viewpoint graph without images
    wend_sim* sim;
    void* state;
    int index;
    wend_verdict verdict;  // of the last action
    wend_outcome outcome;
    char facts[1 << 16];
} played_task;

typedef struct played_def {
    const char *task, *rules, *episodes, *graphs;
    wend_scene* scene;  // taken over; NULL: none
    bool rewarded;      // the world has fields
    bool uses_images;
    bool lenient;  // episodes that cannot be run are read
    int max_steps;
} played_def;

// Reads the task and opens its world. `begin` may then be called for any of its episodes.
played_task* played_open(const played_def* def);
wend_status played_begin(played_task* p, int index, wend_error* error);
void played_close(played_task* p);

void played_act(played_task* p, wend_action_kind kind);
// Moves straight ahead by so many metres; at most ten.
void played_drive(played_task* p, float metres);
void played_do(played_task* p, wend_action action);

// A number, truth value (0 or 1) or length of a list of the facts, by keys and numbers
// ("goals.0.leg"); -1: null. Fails where there is none. The whole text is in `facts` then.
double played_fact(played_task* p, const char* key);

// A floor of 12 x 4 m (x from 0, z from 0, height 0) without walls.
wend_scene* played_floor(void);
// Writes a file into the test's folder and returns its path, which lives until the next call but
// three.
const char* played_write(const char* name, const char* text);

#endif
