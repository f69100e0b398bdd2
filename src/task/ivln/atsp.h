// What the files of the solver share.
#ifndef WEND_TASK_IVLN_ATSP_H
#define WEND_TASK_IVLN_ATSP_H

#include "wend/atsp.h"

// The assignment problem: a successor for every city, each city once, at the least cost; tours are
// assignments of one cycle, so its optimum is a bound for theirs.
typedef struct assignment {
    int* successor;         // [count]
    int64_t *row, *column;  // [count] dual prices: cost >= row + column, equal on what is assigned
    int64_t cost;
} assignment;

wend_status assignment_solve(const wend_atsp* problem, assignment* a, wend_error* error);
void assignment_destroy(assignment* a);  // safe on {0} and twice

#endif
