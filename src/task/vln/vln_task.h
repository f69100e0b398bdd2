// The tasks of instruction following, and what those in continuous space and those on viewpoint
// graphs share.
#ifndef WEND_TASK_VLN_TASK_H
#define WEND_TASK_VLN_TASK_H

#include "base/json_out.h"
#include "task/vln/vln_book.h"

#include "wend/task.h"

extern const wend_task_kind r2r_task, rxr_task, r2r_ce_task, rxr_ce_task, ir2r_task, ir2r_ce_task;

typedef struct vln_task {
    vln_book book;
    const char* benchmark;   // "r2r-ce": whose rules hold
    const char* rules;       // "paper" or "official"
    wend_geodesic geodesic;  // of the rules, in continuous space
    bool on_graph;
    bool is_rxr;  // RxR-Habitat's body and camera
    int max_steps;
    wend_task_tour* tours;  // [book.count]; NULL: there are none
} vln_task;

typedef struct vln_task_def {
    const char* benchmark;
    bool on_graph, is_rxr, in_tours;
    int max_steps;   // where the caller says nothing
    int most_steps;  // that facts have room for
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

// The item at `index`; fails, with the reason, where it cannot be played.
wend_status vln_task_item(const vln_task* task, int index, const vln_item** item,
                          wend_error* error);
void vln_task_tell(const vln_task* task, int index, wend_observation* observation);
// What all of them log, into the open object.
void vln_task_put(const vln_task* task, int index, bool stopped, json_out* out);

#endif
