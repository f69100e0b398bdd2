// Generated paths in continuous space: VLN-CE episodes and expert actions.
#ifndef WEND_MAKE_VLNCE_MAKER_H
#define WEND_MAKE_VLNCE_MAKER_H

#include "base/arena.h"
#include "base/array.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/vln.h"
#include "wend/nav.h"

typedef struct vlnce_maker {
    bool is_rxr;  // RxR-Habitat's agent: turns of 30 degrees, no sliding; else R2R-CE's: 15 degrees
    ARRAY_OF(wend_habitat_episode) episodes;
    ARRAY_OF(wend_vlnce_truth) truths;
    arena memory;
    // The open scene.
    const char* reference;
    wend_navmesh* mesh;
} vlnce_maker;

// One path with its instructions.
typedef struct vlnce_path {
    int number;
    const wend_vec3* feet;  // [count]
    int count;
    float heading;  // radians
    const wend_vln_instruction* instructions;
    int instruction_count;
} vlnce_path;

// Builds the navmesh for the benchmark's agent with open doors. The reference must outlive the
// maker.
wend_status vlnce_maker_begin(vlnce_maker* m, const wend_scene* scene, const char* reference,
                              wend_error* error);
void vlnce_maker_end(vlnce_maker* m);  // closes the scene
// Adds an episode per instruction, without a number. A path that the agent cannot follow adds none.
wend_status vlnce_maker_add(vlnce_maker* m, const vlnce_path* path, wend_error* error);
// Appends the episodes of `from`, numbered consecutively from 1; `from` must outlive the maker.
wend_status vlnce_maker_take(vlnce_maker* m, const vlnce_maker* from, wend_error* error);
wend_status vlnce_maker_write(const vlnce_maker* m, const char* episodes, const char* truths,
                              wend_error* error);
void vlnce_maker_destroy(vlnce_maker* m);  // safe on {0}

#endif
