// Shared by the instruction-following tasks in continuous space and on viewpoint graphs.
#ifndef WEND_TASK_VLN_TASK_H
#define WEND_TASK_VLN_TASK_H

#include "task/vln/vln_set.h"

#include "wend/files.h"
#include "wend/task.h"

extern const wend_task_kind r2r_task, rxr_task, r2r_ce_task, rxr_ce_task, ir2r_task, ir2r_ce_task;

typedef struct vln_task {
    vln_set set;
    const char* benchmark;   // name of the benchmark with its rules: "r2r-ce"
    const char* rules;       // "paper" or "official"
    wend_geodesic geodesic;  // geodesic distance of the rules, in continuous space
    bool on_graph;
    bool is_rxr;  // RxR-Habitat's agent and camera
    int max_steps;
    wend_task_tour* tours;  // [set.count]; NULL: none
} vln_task;

typedef struct vln_task_def {
    const char* benchmark;
    bool on_graph, is_rxr, in_tours;
    int max_steps;          // default step limit
    int max_allowed_steps;  // max value of the step limit
} vln_task_def;

wend_status vln_task_load(const char* path, const vln_task_def* kind, const wend_task_def* def,
                          void** out, wend_error* error);
void vln_task_destroy(void* task);
wend_status vln_task_hash(const void* task, uint64_t* hash, wend_error* error);
int vln_task_count(const void* task);
wend_episode vln_task_episode(const void* task, int index);

wend_vec3_span vln_task_route(const void* task, int index);
wend_task_tour vln_task_tour(const void* task, int index);
wend_task_lead vln_task_lead(const void* task);

// The item at `index`. WEND_FORMAT for an item of a test split, which has no goal.
wend_status vln_task_item(const vln_task* task, int index, const vln_item** item,
                          wend_error* error);
// Success by distance to the goal: <= 3 m by paper rules, < 3 m by official rules.
bool vln_task_is_near(const vln_task* task, double metres);
void vln_task_observe(const vln_task* task, int index, wend_observation* observation);
// Writes the facts common to all VLN tasks into the open JSON object.
void vln_task_put(const vln_task* task, int index, bool stopped, wend_json_out* out);

#endif
