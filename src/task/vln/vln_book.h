// Episodes of instruction following as a task plays them, whichever file they come from: R2R, R4R
// and RxR with their viewpoint graphs, or VLN-CE's.
#ifndef WEND_TASK_VLN_BOOK_H
#define WEND_TASK_VLN_BOOK_H

#include "base/arena.h"

#include "wend/graph_world.h"
#include "wend/habitat.h"
#include "wend/vln.h"

// One instruction.
typedef struct vln_item {
    const char* id;        // R2R "4332_0", RxR "46944", VLN-CE's episode_id
    const char* path_id;   // instructions of one path share it; NULL: not said
    const char* scene;     // a reference, or the building's name where there is none
    const char* text;      // UTF-8; "" where the file has none
    const char* language;  // NULL: not said
    wend_vec3 start;
    float heading;  // radians
    wend_points
        reference;  // places on the floor to pass, the first is the start, the last the goal
    const wend_vec3* route;  // [reference.count] the same, as the simulator has them
    wend_points walked;      // what an expert walked, step by step; none: items NULL
    const int* nodes;        // [reference.count] viewpoints of its graph; NULL: a place each
    int graph;               // its place in the book's world
    bool pictured;           // `scene` can be opened
    bool hidden;             // the goal is not told: a test split
} vln_item;

typedef struct vln_book {
    vln_item* items;
    int count;
    wend_graph_world* world;  // NULL: the file has no viewpoints
    // Where the items come from.
    wend_vln_episodes* episodes;
    wend_habitat_set habitat;
    wend_vlnce_truth_set truth;
    wend_graph_set* graphs;
    arena memory;
} vln_book;

// `graphs` is the folder of viewpoint graphs; NULL: `path`.connectivity, or `connectivity` beside
// it. An expert's walk is taken from VLN-CE's "…_gt.json.gz" where that lies beside the file.
wend_status vln_book_read(const char* path, const char* graphs, vln_book* book, wend_error* error);
void vln_book_destroy(vln_book* book);  // safe on {0} and twice

// The scene that a record names in "scene_id" among its unknown fields, copied; NULL: none.
// Nullable: extra.
wend_status vln_book_scene(const char* extra, arena* memory, const char** scene, wend_error* error);

#endif
