// Instruction grounding, part 2: the path that fits an instruction best, over observed and
// unobserved cells.
//
// A solution (guide_path) is a path of cells on which the steps of the instruction are done in
// order. Each step costs its mismatch: a turn its angle, a landmark its distance and its fit to the
// description, a door the name of the room behind it. A landmark that is missing costs much on
// observed ground and little on unobserved ground, so that the agent explores where the instruction
// may continue. Turns and doors that no step mentions cost too, and so does every metre.
//
//     state = (steps done, cell, heading of 8)             e.g. 8 steps x 96 x 96 cells x 8 = 590k
//
//     done 0   o--o--o                                     moves: to a neighbour, METRE + BENDS
//                    | turn left: TURN, mismatch of angle
//     done 1         o--o--o                               steps: done + 1 at the same cell, or
//                          | past the table: near_cost            after a short straight leg
//     done 2               o--o  STOP
//
// The cheapest path is found by Dijkstra's algorithm over these states. It is planned again every
// 0.9 m from the start of the current part of the instruction, so that later observations correct
// earlier decisions.
#ifndef WEND_AGENT_GUIDE_GUIDE_PLAN_H
#define WEND_AGENT_GUIDE_GUIDE_PLAN_H

#include "agent/guide/guide_ground.h"

#include "wend/language.h"

enum { GUIDE_MAX_PATH = 1024 };

typedef struct guide_point {
    float x, z;
    int done;    // number of completed instruction steps
    bool known;  // the cell is observed
} guide_point;

typedef struct guide_path {
    guide_point points[GUIDE_MAX_PATH];
    int count;  // 0: no path
    float cost;
} guide_path;

typedef struct guide_planner {
    float* cost;      // [states]
    int32_t* parent;  // [states]
    uint8_t* closed;  // [states] closed set
    struct guide_heap {
        float cost;
        int32_t state;
    } * heap;
    size_t heap_count, heap_capacity, capacity;
    // [steps][cells] cost of the best object for the step's landmark, and its index; -1: missing.
    float* near;
    int16_t* which;
    size_t near_capacity;
} guide_planner;

void guide_planner_destroy(guide_planner* p);

typedef struct guide_task {
    const guide_ground* ground;
    const guide_objects* objects;
    const wend_parsed_step* steps;  // [count]; the last one is STOP, UP or DOWN
    int count;
    wend_vec2 from;
    float heading;  // radians
    bool whole;     // `steps` are all steps of the instruction
} guide_task;

wend_status guide_planner_find(guide_planner* p, const guide_task* task, guide_path* path,
                               wend_error* error);

#endif
