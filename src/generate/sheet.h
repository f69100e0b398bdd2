// Planar parts of buildings: rectangles divided into a grid, with rectangular holes, and boxes.
//
// Light is baked per vertex, so large surfaces are tessellated. Grid lines cross the whole sheet
// and follow every edge of a hole, so there are no T-junctions.
#ifndef WEND_GENERATE_SHEET_H
#define WEND_GENERATE_SHEET_H

#include "scene/builder.h"

enum { SHEET_MAX_LINES = 400, SHEET_MAX_HOLES = 48 };

// Coordinates of grid lines: ascending, more than 1 mm apart.
typedef struct sheet_lines {
    float at[SHEET_MAX_LINES];
    int count;
} sheet_lines;

void sheet_lines_add(sheet_lines* lines, float at);
// Adds lines so that the spacing is at most `step`.
void sheet_lines_divide(sheet_lines* lines, float step);
// The lines from `low` to `high`, both included.
sheet_lines sheet_lines_between(const sheet_lines* lines, float low, float high);

typedef enum sheet_axis { SHEET_X, SHEET_Y, SHEET_Z } sheet_axis;

typedef struct sheet_hole {
    float u0, v0, u1, v1;
} sheet_hole;

// The plane where the third axis equals `w`, between the first and last line of `us` and `vs`.
typedef struct sheet {
    sheet_axis u, v;
    float w;
    bool backwards;  // faces lower w; default: faces higher w
    const sheet_lines *us, *vs;
    const sheet_hole* holes;  // Nullable
    int hole_count;
    float repeat;  // metres per repeat of the texture
} sheet;

// These functions add to the builder's current mesh.
void sheet_emit(scene_builder* b, const sheet* s);
// A box of six undivided faces.
void sheet_box(scene_builder* b, wend_vec3 low, wend_vec3 high, float repeat);
// A quadrilateral, corners counter-clockwise; the texture is projected along the normal's dominant
// axis.
void sheet_quad(scene_builder* b, const wend_vec3 corners[4], float repeat);

#endif
