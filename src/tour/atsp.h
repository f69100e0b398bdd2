// Shared by the solver (atsp.c) and its lower bound (assignment.c).
#ifndef WEND_TOUR_ATSP_H
#define WEND_TOUR_ATSP_H

#include "wend/benchmarks/ivln.h"

// The assignment problem: a successor for every city, every city once, at minimal cost. A tour is
// an assignment with one cycle, so the optimum is a lower bound for tours.
typedef struct assignment {
    int* successor;  // [count]
    int64_t *row,
        *column;  // [count] dual prices: cost >= row + column, with equality on assigned arcs
    int64_t cost;
} assignment;

wend_status assignment_solve(const wend_atsp* problem, assignment* a, wend_error* error);
void assignment_destroy(assignment* a);  // safe on {0} and twice

#endif
