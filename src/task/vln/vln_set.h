// Instruction-following episodes from any file format: R2R, R4R and RxR with viewpoint graphs, or
// VLN-CE.
#ifndef WEND_TASK_VLN_VLN_SET_H
#define WEND_TASK_VLN_VLN_SET_H

#include "base/arena.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/vln.h"
#include "wend/sim.h"

// One instruction.
typedef struct vln_item {
    const char* id;        // R2R "4332_0", RxR "46944", VLN-CE's episode_id
    const char* path_id;   // shared by the instructions of a path; NULL: missing
    const char* scene;     // scene reference; the scan's name where the file has no scene
    const char* text;      // UTF-8; "" where the file has none
    const char* language;  // NULL: missing
    wend_vec3 start;
    float heading;              // radians
    wend_dvec3_span reference;  // reference path on the floor, from start to goal
    const wend_vec3* route;     // [reference.count] the same as floats
    wend_dvec3_span walked;     // expert trajectory; items NULL: none
    const int* nodes;           // [reference.count] viewpoints of its graph; NULL: continuous
    int graph;                  // index in the world of the set
    bool has_scene;             // `scene` can be opened and rendered
    bool hidden;                // test split without goals
} vln_item;

typedef struct vln_set {
    vln_item* items;
    int count;
    wend_graph_world* world;  // NULL: the file has no viewpoints
    // Sources of the items.
    wend_vln_episodes* episodes;
    wend_habitat_set habitat;
    wend_vlnce_truth_set truth;
    wend_graph_set* graphs;
    wend_views* views;         // perception of the viewpoints; NULL: none
    wend_panorama* panoramas;  // [nodes of the world]
    arena memory;
} vln_set;

// `graphs` is the folder of viewpoint graphs; NULL: `path`.connectivity, or `connectivity` beside
// it. Expert trajectories come from VLN-CE's "…_gt.json.gz" beside the file.
wend_status vln_set_read(const char* path, const char* graphs, vln_set* set, wend_error* error);
// Opens the perception of every viewpoint of the set's graphs. WEND_NOT_FOUND names the first
// included viewpoint without one.
wend_status vln_set_read_views(const char* path, vln_set* set, wend_error* error);
void vln_set_destroy(vln_set* set);  // safe on {0} and twice

#endif
