// Sums over rows, shared by layers.
#ifndef WEND_NET_ROWS_H
#define WEND_NET_ROWS_H

// y[rows][size] += b[size]
static inline void rows_add(int rows, int size, const float* b, float* y) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < size; j++) y[(long)i * size + j] += b[j];
}

// sum[size] += x[rows][size], row after row
static inline void rows_sum(int rows, int size, const float* x, float* sum) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < size; j++) sum[j] += x[(long)i * size + j];
}

#endif
