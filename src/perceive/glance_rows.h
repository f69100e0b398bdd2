// The work on a row of the grid that goes through eight points at a time. The loops are plain C
// without branches, which compilers make vectors of; compiled once for any processor and once for
// AVX2 (glance_rows_avx2.c), with the same result to the last bit.
#ifndef WEND_PERCEIVE_GLANCE_ROWS_H
#define WEND_PERCEIVE_GLANCE_ROWS_H

#include "perceive/glance.h"

// How a row of the grid was seen.
typedef struct glance_ray {
    const float* right;  // [width] sideways, a metre ahead
    float up;            // upwards, a metre ahead
    float sine, cosine;  // of the tilt
    float eye_height;    // metres
} glance_ray;

enum { VERDICT_APART, VERDICT_TOGETHER, VERDICT_ASK_COLOUR };

typedef struct glance_rows {
    // From depth to points; what is too near or too far is made to have none.
    void (*points)(glance_grid* g, int row, const glance_ray* ray);
    void (*normals)(glance_grid* g, int row);
    // 1 where something is that is not the floor, else 0.
    void (*solids)(const glance_grid* g, int row, uint8_t* solids);
    // Whether a point belongs with the one `offset` further, by shape; `count` of them from
    // `first`.
    void (*verdicts)(const glance_grid* g, int first, int count, int offset, int32_t* verdicts);
} glance_rows;

const glance_rows* glance_rows_best(void);
extern const glance_rows glance_rows_portable, glance_rows_avx2;

#endif
