// What one scene gives to a generated data set: its graph, paths over it, and what is said of them.
#ifndef WEND_TASK_VLN_PART_H
#define WEND_TASK_VLN_PART_H

#include "base/arena.h"
#include "base/array.h"
#include "task/vln/vlnce_maker.h"

#include "wend/narrate.h"
#include "wend/vln_make.h"

enum { VLN_PART_NODES = 256 };  // of a path

// Where things go.
typedef struct vln_layout {
    char episodes[4096], graphs[4096], traces[4096];
    char continuous[4096], truths[4096];
} vln_layout;

// What is the same for all scenes.
typedef struct vln_plan {
    const wend_vln_generate_def* def;
    vln_layout to;
    wend_language languages[WEND_LANGUAGE_COUNT];
    int language_count;
    wend_heed* heed;  // reads texts again, to hold them against the scene
} vln_plan;

typedef struct told_path {
    int nodes[VLN_PART_NODES];
    int count;
    double length;
} told_path;

// Which of the texts that could be told is, and what is remarked of it.
typedef struct told_choice {
    int telling;         // less than 0: none
    const char* remark;  // JSON. Nullable
} told_choice;

// Belongs to one thread at a time: it is opened, its texts are chosen, it tells them, and only what
// came of it stays.
typedef struct vln_part {
    const vln_plan* plan;
    const char* reference;
    wend_status status;
    wend_error error;
    ARRAY_OF(wend_vln_episode) episodes;
    vlnce_maker continuous;
    arena memory;
    int first_path, first_text;  // ids
    told_path* paths;
    int path_count, text_count;  // texts that were chosen
    told_choice* choices;        // [paths][texts of a path]
    // The scene under way.
    int path, told;  // the ids of what is told now
    wend_narration* narration;
    wend_scene* scene;
    wend_view* view;
    wend_graph* graph;
    wend_narrator* narrator;
    wend_narration_judge* judge;
    wend_rng rng;
} vln_part;

int vln_plan_texts(const vln_plan* plan);  // of a path, all languages

// Opens the scene, draws its paths and writes its graph. What goes wrong is in the part's status.
void vln_part_open(vln_part* part);
// Asks which texts are wanted; ids are counted on from `*paths` and `*texts`.
void vln_part_choose(vln_part* part, int* paths, int* texts);
// Tells them and closes the scene. A part that failed before only closes.
void vln_part_tell(vln_part* part);
void vln_part_destroy(vln_part* part);  // safe on {0} and twice

#endif
