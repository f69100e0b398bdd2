// The turns of a path into a building, up its stairs, and on from there.
#ifndef WEND_MAKE_RESCUE_CHAIN_H
#define WEND_MAKE_RESCUE_CHAIN_H

#include "make/rescue_clue_text.h"
#include "task/rescue/rescue_stage.h"

typedef struct rescue_chain {
    fact_turns to_stairs;    // empty if the path does not start outside
    fact_turns from_stairs;  // empty if the path stays on one floor
} rescue_chain;

// `feet` are positions along the path at any spacing.
rescue_chain rescue_chain_of(const wend_scene* scene, const wend_vec3* feet, int count);

#endif
