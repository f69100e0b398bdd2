// The vectorised loops over a row of the grid: plain C without branches, compiled for any processor
// and for AVX2 (segment_rows_avx2.c), with bit-identical results.
#ifndef WEND_PERCEIVE_SEGMENT_ROWS_H
#define WEND_PERCEIVE_SEGMENT_ROWS_H

#include "perceive/segmentation.h"

// Rays of a row of the grid.
typedef struct segment_ray {
    const float* right;  // [width] metres to the right per metre of depth
    float up;            // metres up per metre of depth
    float sine, cosine;  // of the tilt
    float eye_height;    // metres
} segment_ray;

enum { VERDICT_APART, VERDICT_TOGETHER, VERDICT_ASK_COLOUR };

typedef struct segment_rows {
    // From depth to points; too near and too far depth becomes invalid.
    void (*points)(segment_grid* g, int row, const segment_ray* ray);
    void (*normals)(segment_grid* g, int row);
    // 1: valid and not floor.
    void (*solids)(const segment_grid* g, int row, uint8_t* solids);
    // Whether points [first, first + count) belong with the points `offset` further, by shape.
    void (*verdicts)(const segment_grid* g, int first, int count, int offset, int32_t* verdicts);
} segment_rows;

const segment_rows* segment_rows_best(void);
extern const segment_rows segment_rows_portable, segment_rows_avx2;

#endif
