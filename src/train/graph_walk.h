// The expert's trajectories of a chunk, for models that learn from whole paths.
#ifndef WEND_TRAIN_GRAPH_WALK_H
#define WEND_TRAIN_GRAPH_WALK_H

#include "train/graph_learner.h"

typedef struct graph_walk {
    view_input* views;  // [count][GRAPH_STEPS]
    int* taken;         // [count][GRAPH_STEPS] neighbour taken there; -1: the path ends
    int* counts;        // [count] steps of an environment
} graph_walk;

bool graph_walk_create(int count, graph_walk* w);  // false: out of memory
void graph_walk_destroy(graph_walk* w);            // safe on {0} and after a failed create
void graph_walk_begin(const graph_chunk* c, graph_walk* w);
// Chooses the expert's actions and stores the steps.
void graph_walk_act(graph_chunk* c, graph_walk* w, const word_table* words, bool with_words,
                    const graph_objective* objective, const uint8_t* active, wend_action* actions);

#endif
