// What the pieces of a glance share: the grid of points it works on, and its segments.
#ifndef WEND_PERCEIVE_GLANCE_H
#define WEND_PERCEIVE_GLANCE_H

#include "wend/perceive.h"

enum {
    GLANCE_MAX_SIDE = 336,    // of the grid
    GLANCE_MAX_PIECES = 512,  // the largest are kept
    GLANCE_MAX_REGIONS = 256,
    GLANCE_MIN_PIXELS = 12,
};

// Vectors of all points of a grid, side by side.
typedef struct glance_vectors {
    float *x, *y, *z;
} glance_vectors;

// Points of the grid, row by row. All in the body's frame: feet in the origin, -z ahead, +y up.
// Two rows before and after those of the picture may be read, but say nothing.
typedef struct glance_grid {
    int width, height, step;  // a grid point stands for step x step pixels
    float focal;              // grid points
    glance_vectors points;    // [height][width]; depth not above 0: nothing is there
    glance_vectors normals;   // unit, towards the eye
    float *depth, *inverse;   // metres, and one over them; 0: nothing is there
    uint8_t (*rgb)[3];
    uint8_t* grey;
    int32_t* labels;  // the segment of each point; -1: none
    float* memory;    // what the floats above point into
} glance_grid;

// A smooth or outward-folded piece of surface, before pieces of one thing are joined.
typedef struct glance_piece {
    int parent;  // in the union of pieces
    int points;
    wend_vec3 normal;  // sum
    wend_aabb box;
    float rgb[3];  // mean
    float size;    // metres: its longest side
} glance_piece;

// Points beside each other in a row that belong together, and those below them.
typedef struct glance_run {
    int first, last;  // points
} glance_run;

// Neighbouring points of two pieces.
typedef struct glance_contact {
    uint16_t touching;  // close in space too
    uint16_t standing;  // of these: one looks up and the other does not
} glance_contact;

struct wend_glance {
    int width, height;
    glance_grid grid;
    uint8_t* links;            // [points] scratch of segments
    glance_run* runs;          // at most one for two points
    int32_t *parents, *sizes;  // of runs
    glance_contact* contacts;  // [GLANCE_MAX_PIECES][GLANCE_MAX_PIECES], the smaller index first
    glance_piece pieces[GLANCE_MAX_PIECES];
    wend_region regions[GLANCE_MAX_REGIONS];
    struct {
        wend_guess items[WEND_MAX_GUESSES];
        int count;  // -1: not asked for yet
    } guesses[GLANCE_MAX_REGIONS];
    int count;
};

static inline wend_vec3 glance_vector(glance_vectors v, int i) {
    return wend_v3(v.x[i], v.y[i], v.z[i]);
}

// The end of the run of equal labels in one row that begins at a point.
static inline int glance_run_end(const glance_grid* g, int i) {
    int row_end = (i / g->width + 1) * g->width;
    int32_t label = g->labels[i++];
    while (i < row_end && g->labels[i] == label) i++;
    return i;
}

// As wend_aabb_add, without the calls that care for NAN.
static inline void glance_box_add(wend_aabb* box, wend_vec3 p) {
    if (p.x < box->low.x) box->low.x = p.x;
    if (p.y < box->low.y) box->low.y = p.y;
    if (p.z < box->low.z) box->low.z = p.z;
    if (p.x > box->high.x) box->high.x = p.x;
    if (p.y > box->high.y) box->high.y = p.y;
    if (p.z > box->high.z) box->high.z = p.z;
}

void glance_grid_fill(glance_grid* grid, const wend_picture* picture);
// Labels every point with its segment and returns how many there are, at most GLANCE_MAX_REGIONS.
int segments_find(wend_glance* glance);
void regions_describe(wend_glance* glance);

#endif
