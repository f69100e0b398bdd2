// The working memory of dynamic time warping, shared by its three implementations.
#ifndef WEND_METRICS_DTW_H
#define WEND_METRICS_DTW_H

#include "wend/metrics.h"

struct wend_dtw {
    void* memory;     // scratch of the current call; grows and is reused
    size_t capacity;  // bytes
    double* row;      // wend_dtw_begin: the last row of the table, [count]
    int count, row_capacity;
    int appended;
    void* distinct;  // dtw_distinct: the points of the result
    size_t distinct_capacity;
    bool wide;  // the processor has AVX2
};

// At least `bytes` of scratch memory, aligned to 64, not cleared. NULL and an error if out of
// memory.
void* dtw_memory(wend_dtw* dtw, size_t bytes, wend_error* error);

// The path without consecutive repeats of a point. Valid until the next call.
wend_status dtw_distinct(wend_dtw* dtw, const wend_path* path, wend_path* distinct,
                         wend_error* error);

// DTW cost of paths of positions, computed along anti-diagonals, whose cells are independent.
wend_status dtw_diagonals(wend_dtw* dtw, const wend_path* a, const wend_path* b, double* cost,
                          wend_error* error);

#endif
