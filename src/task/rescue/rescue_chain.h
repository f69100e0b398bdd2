// The chain of turns by which a way leads into a building, up its stairs, and on from there.
#ifndef WEND_TASK_RESCUE_CHAIN_H
#define WEND_TASK_RESCUE_CHAIN_H

#include "language/rescue_clue.h"
#include "task/rescue/rescue_stage.h"

typedef struct rescue_chain {
    clue_turns to_stairs;    // none where the way does not come from outside
    clue_turns from_stairs;  // none where it stays on one storey
} rescue_chain;

// Of the way of somebody's feet, as dense or uneven as they were noted.
rescue_chain rescue_chain_of(const wend_scene* scene, const wend_vec3* feet, int count);

#endif
