// Shared by the files of the segmentation: the grid of points, and its pieces.
#ifndef WEND_PERCEIVE_SEGMENTATION_H
#define WEND_PERCEIVE_SEGMENTATION_H

#include "wend/perceive.h"

enum {
    SEGMENT_MAX_SIDE = 336,    // of the grid
    SEGMENT_MAX_PIECES = 512,  // the largest are kept
    SEGMENT_MAX_REGIONS = 256,
    SEGMENT_MIN_PIXELS = 12,
};

// Vectors of all points of a grid, structure of arrays.
typedef struct segment_vectors {
    float *x, *y, *z;
} segment_vectors;

// Points of the grid, row by row, in the agent's frame: origin at the feet, -z ahead, +y up. Two
// rows before the first and after the last may be read; their values are meaningless.
typedef struct segment_grid {
    int width, height, step;  // a grid point stands for step x step pixels
    float focal;              // grid points
    segment_vectors points;   // [height][width]; invalid where depth is 0
    segment_vectors normals;  // unit vectors towards the camera
    float *depth, *inverse;   // metres, and their inverse; 0: invalid
    uint8_t (*rgb)[3];
    uint8_t* grey;
    int32_t* labels;  // region of each point; -1: none
    float* memory;    // owns the float arrays above
} segment_grid;

// A smooth or convex piece of surface, before pieces of one object are joined.
typedef struct segment_piece {
    int parent;  // union-find
    int points;
    wend_vec3 normal;  // sum
    wend_aabb box;
    float rgb[3];  // mean
    float size;    // metres: longest side
} segment_piece;

// Neighbouring points of a row that belong together, and those below them.
typedef struct segment_run {
    int first, last;  // points
} segment_run;

// Neighbouring points of two pieces.
typedef struct segment_contact {
    uint16_t touching;  // close in space too
    uint16_t standing;  // of these: one surface is horizontal, the other is not
} segment_contact;

struct wend_segmentation {
    int width, height;
    segment_grid grid;
    uint8_t* links;             // [points] scratch of segments
    segment_run* runs;          // at most one for two points
    int32_t *parents, *sizes;   // of runs
    segment_contact* contacts;  // [SEGMENT_MAX_PIECES][SEGMENT_MAX_PIECES], the smaller index first
    segment_piece pieces[SEGMENT_MAX_PIECES];
    wend_region regions[SEGMENT_MAX_REGIONS];
    struct {
        wend_guess items[WEND_MAX_GUESSES];
        int count;  // -1: not computed yet
    } guesses[SEGMENT_MAX_REGIONS];
    int count;
};

static inline wend_vec3 segment_vector(segment_vectors v, int i) {
    return wend_v3(v.x[i], v.y[i], v.z[i]);
}

// End of the run of equal labels in one row that begins at a point.
static inline int segment_run_end(const segment_grid* g, int i) {
    int row_end = (i / g->width + 1) * g->width;
    int32_t label = g->labels[i++];
    while (i < row_end && g->labels[i] == label) i++;
    return i;
}

// As wend_aabb_add, without the handling of NAN.
static inline void segment_box_add(wend_aabb* box, wend_vec3 p) {
    if (p.x < box->low.x) box->low.x = p.x;
    if (p.y < box->low.y) box->low.y = p.y;
    if (p.z < box->low.z) box->low.z = p.z;
    if (p.x > box->high.x) box->high.x = p.x;
    if (p.y > box->high.y) box->high.y = p.y;
    if (p.z > box->high.z) box->high.z = p.z;
}

void segment_grid_fill(segment_grid* grid, const wend_rgbd_image* picture);
// Labels every point with its region and returns the number of regions, at most
// SEGMENT_MAX_REGIONS.
int segments_find(wend_segmentation* segmentation);
void regions_describe(wend_segmentation* segmentation);

#endif
