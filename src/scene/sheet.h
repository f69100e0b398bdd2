// Flat pieces of buildings: rectangles divided into a grid, with rectangular holes, and boxes.
//
// Light is kept per vertex, so large surfaces are divided. Grid lines run through the whole sheet
// and through every edge of a hole: no vertex lies on the middle of another cell's edge.
#ifndef WEND_SCENE_SHEET_H
#define WEND_SCENE_SHEET_H

#include "scene/builder.h"

enum { SHEET_MAX_LINES = 400, SHEET_MAX_HOLES = 48 };

// Coordinates of grid lines, ascending and distinct (by more than a millimetre).
typedef struct sheet_lines {
    float at[SHEET_MAX_LINES];
    int count;
} sheet_lines;

void sheet_lines_add(sheet_lines* lines, float at);
// Adds lines so that none are further apart than `step`.
void sheet_lines_divide(sheet_lines* lines, float step);
// The lines from `low` to `high`, both included.
sheet_lines sheet_lines_between(const sheet_lines* lines, float low, float high);

typedef enum sheet_axis { SHEET_X, SHEET_Y, SHEET_Z } sheet_axis;

typedef struct sheet_hole {
    float u0, v0, u1, v1;
} sheet_hole;

// The plane where the third axis is `w`, between the first and last line of `us` and `vs`.
typedef struct sheet {
    sheet_axis u, v;
    float w;
    bool backwards;  // seen from lower w, else from higher
    const sheet_lines *us, *vs;
    const sheet_hole* holes;  // Nullable
    int hole_count;
    float repeat;  // metres one repeat of the texture covers
} sheet;

// Both add to the mesh that is open in the builder.
void sheet_emit(scene_builder* b, const sheet* s);
// A box of six undivided faces.
void sheet_box(scene_builder* b, wend_vec3 low, wend_vec3 high, float repeat);
// A quadrilateral, counter-clockwise; the texture lies along the two largest axes.
void sheet_quad(scene_builder* b, const wend_vec3 corners[4], float repeat);

#endif
