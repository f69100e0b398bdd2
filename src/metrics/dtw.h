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
    bool wide;  // the processor has AVX2
};

// At least `bytes` of working memory, aligned to 64, uncleared; NULL and an error when there is
// none.
void* dtw_memory(wend_dtw* dtw, size_t bytes, wend_error* error);

// The cost over places by anti-diagonals: the cells of one do not wait for each other.
wend_status dtw_diagonals(wend_dtw* dtw, const wend_path* a, const wend_path* b, double* cost,
                          wend_error* error);

#endif
