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

// Points of the grid, row by row. All in the body's frame: feet in the origin, -z ahead, +y up.
typedef struct glance_grid {
    int width, height, step;  // a grid point stands for step x step pixels
    float focal;              // grid points
    wend_vec3* points;        // [height][width]; depth not above 0: nothing is there
    wend_vec3* normals;       // unit, towards the eye
    float *depth, *inverse;   // metres, and one over them; 0: nothing is there
    uint8_t (*rgb)[3];
    uint8_t* grey;
    int32_t* labels;  // the segment of each point; -1: none
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

// Neighbouring points of two pieces.
typedef struct glance_contact {
    uint16_t touching;  // close in space too
    uint16_t standing;  // of these: one looks up and the other does not
} glance_contact;

struct wend_glance {
    int width, height;
    glance_grid grid;
    int32_t* parents;  // scratch of segments
    int32_t* sizes;
    uint8_t* links;
    glance_contact* contacts;  // [GLANCE_MAX_PIECES][GLANCE_MAX_PIECES], the smaller index first
    glance_piece pieces[GLANCE_MAX_PIECES];
    wend_region regions[GLANCE_MAX_REGIONS];
    struct {
        wend_guess items[WEND_MAX_GUESSES];
        int count;  // -1: not asked for yet
    } guesses[GLANCE_MAX_REGIONS];
    int count;
};

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
