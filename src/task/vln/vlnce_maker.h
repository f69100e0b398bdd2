// Generated paths in continuous space: episodes in VLN-CE's form and what an expert did in each.
#ifndef WEND_TASK_VLNCE_MAKER_H
#define WEND_TASK_VLNCE_MAKER_H

#include "base/arena.h"
#include "base/array.h"

#include "wend/habitat.h"
#include "wend/navmesh.h"
#include "wend/vln.h"

typedef struct vlnce_maker {
    bool is_rxr;  // RxR-Habitat's body: 30 degrees a turn, no sliding; else R2R-CE's, 15 degrees
    ARRAY_OF(wend_habitat_episode) episodes;
    ARRAY_OF(wend_vlnce_truth) truths;
    arena memory;
    // The scene under way.
    const char* reference;
    wend_navmesh* mesh;
} vlnce_maker;

// One path with what is said of it.
typedef struct vlnce_path {
    int number;
    const wend_vec3* feet;  // [count]
    int count;
    float heading;  // radians
    const wend_vln_instruction* instructions;
    int instruction_count;
} vlnce_path;

// The navmesh of the benchmark's body, doors open. The reference must outlive the maker.
wend_status vlnce_maker_begin(vlnce_maker* m, const wend_scene* scene, const char* reference,
                              wend_error* error);
void vlnce_maker_end(vlnce_maker* m);  // of the scene
// An episode for each instruction, without a number yet. A path that the body cannot walk adds
// none.
wend_status vlnce_maker_add(vlnce_maker* m, const vlnce_path* path, wend_error* error);
// Goes on with another's episodes, numbered through from 1; the other must outlive it.
wend_status vlnce_maker_take(vlnce_maker* m, const vlnce_maker* from, wend_error* error);
wend_status vlnce_maker_write(const vlnce_maker* m, const char* episodes, const char* truths,
                              wend_error* error);
void vlnce_maker_destroy(vlnce_maker* m);  // safe on {0}

#endif
