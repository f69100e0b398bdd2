// The part of a generated VLN data set that comes from one scene: graph, paths, instructions.
#ifndef WEND_MAKE_VLN_PART_H
#define WEND_MAKE_VLN_PART_H

#include "base/arena.h"
#include "base/array.h"
#include "make/vlnce_maker.h"
#include "ranks/shares.h"

#include "wend/make.h"

enum { VLN_PART_NODES = 256 };  // of a path

// Output paths.
typedef struct vln_layout {
    char episodes[4096], graphs[4096], traces[4096];
    char continuous[4096], truths[4096];
} vln_layout;

// Shared by all scenes.
typedef struct vln_plan {
    const wend_vln_generate_def* def;
    vln_layout to;
    wend_language languages[WEND_LANGUAGE_COUNT];
    int language_count;
    wend_instruction_parser* parser;  // parses generated texts again for verification
} vln_plan;

typedef struct vln_part_path {
    int nodes[VLN_PART_NODES];
    int count;
    double length;
} vln_part_path;

// The selected text of a path, and its field "follower".
typedef struct vln_part_choice {
    int selection;       // negative: none
    const char* remark;  // JSON. Nullable
} vln_part_choice;

// Used by one thread at a time: open, choose, write. The scene is closed after writing; the records
// remain.
typedef struct vln_part {
    const vln_plan* plan;
    const char* reference;
    bool is_mine;  // this rank generates it
    wend_status status;
    wend_error error;
    ARRAY_OF(wend_vln_episode) episodes;
    vlnce_maker continuous;
    arena memory;
    int first_path, first_text;  // ids
    vln_part_path* paths;
    int path_count, text_count;  // selected texts
    vln_part_choice* choices;    // [paths][texts of a path]
    // Records of another rank, which `episodes` and `continuous` refer to.
    wend_vln_episodes* received;
    wend_habitat_set received_habitat;
    wend_vlnce_truth_set received_truths;
    // The open scene.
    int path, text;  // ids of the current path and text
    wend_instruction_plan* instruction;
    wend_scene* scene;
    wend_view* view;
    wend_graph* graph;
    wend_instruction_planner* planner;
    wend_instruction_checker* judge;
    wend_rng rng;
} vln_part;

int vln_plan_texts(const vln_plan* plan);  // texts per path, all languages

// Opens the scene, samples its paths and writes its graph. Errors are in the part's status.
void vln_part_open(vln_part* part);
// Calls `choose` and `remark`; ids continue from `*paths` and `*texts`.
void vln_part_choose(vln_part* part, int* paths, int* texts);
// Generates the selected texts and closes the scene. A part with an error only closes.
void vln_part_write(vln_part* part);
// Rank 0 gets the records of a part from the rank that has made it. Every rank calls it for every
// part in order.
wend_status vln_part_share(vln_part* part, ranks_shares* shares, wend_error* error);
void vln_part_destroy(vln_part* part);  // safe on {0} and twice

#endif
