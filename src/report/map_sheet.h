// An agent's map, aligned with the plan of the scene.
#ifndef WEND_REPORT_MAP_SHEET_H
#define WEND_REPORT_MAP_SHEET_H

#include "report/plan_set.h"

#include "wend/map.h"

// Image of the known cells, and its position on the page.
typedef struct map_sheet {
    wend_image image;  // one pixel per cell
    wend_vec2 at;      // position of its corner, in pixels of the page
    float pixel;       // size of a cell, in pixels of the page
    float turn;        // radians, clockwise around its corner
} map_sheet;

#define MAP_SHEET_UNKNOWN 0xcfd3daff  // colour of unknown cells

// Draws the agent's map of the page's floor. `start` is the pose at the origin of the map. The
// image is empty if no cell of that floor is known.
wend_status map_sheet_make(const wend_map* map, const plan_page* page, const wend_scene* scene,
                           const wend_pose* start, map_sheet* sheet, wend_error* error);
void map_sheet_destroy(map_sheet* sheet);  // safe on {0} and twice

// Writes the cells into an open SVG. The image must not be empty.
wend_status map_sheet_put_image(wend_text_out* out, const map_sheet* sheet, wend_error* error);
// Writes an inline SVG with the trajectory over the map.
wend_status map_sheet_put(wend_text_out* out, const map_sheet* sheet, const plan_page* page,
                          const wend_scene* scene, const plan_trajectory* trajectory,
                          wend_error* error);

#endif
