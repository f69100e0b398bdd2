// The working memory of time warping, shared by its three ways.
#ifndef WEND_METRICS_DTW_H
#define WEND_METRICS_DTW_H

#include "wend/metrics.h"

struct wend_dtw {
    void* memory;     // of the call that runs; grows, is not kept between calls
    size_t capacity;  // bytes
    double* row;      // wend_dtw_begin's: the last row of the table, [count]
    int count, row_capacity;
    int appended;
    void* distinct;  // dtw_distinct's: points, bytes
    size_t distinct_capacity;
    bool wide;  // the processor has AVX2
};

// At least `bytes` of working memory, aligned to 64, uncleared; NULL and an error when there is
// none.
void* dtw_memory(wend_dtw* dtw, size_t bytes, wend_error* error);

// The path without the points that repeat the one before them; it lives until the next call.
wend_status dtw_distinct(wend_dtw* dtw, const wend_path* path, wend_path* distinct,
                         wend_error* error);

// The cost over places by anti-diagonals: the cells of one do not wait for each other.
wend_status dtw_diagonals(wend_dtw* dtw, const wend_path* a, const wend_path* b, double* cost,
                          wend_error* error);

#endif
