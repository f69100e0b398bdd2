// What an agent believed of the place, drawn where it is: its map lies on the page of a plan.
#ifndef WEND_REPORT_MAP_SHEET_H
#define WEND_REPORT_MAP_SHEET_H

#include "report/plan_book.h"

#include "wend/map.h"

// The cells an agent knows, as a picture, and where it lies on a page.
typedef struct map_sheet {
    wend_image image;  // a pixel a cell
    wend_vec2 at;      // of its corner on the page
    float pixel;       // of a cell on the page
    float turn;        // radians clockwise about its corner
} map_sheet;

#define MAP_SHEET_UNKNOWN 0xcfd3daff  // the colour of what it does not know

// The floor of `page` as the agent knows it, whose map begins at `start`. An image without pixels
// when it knows nothing of that floor.
wend_status map_sheet_make(const wend_map* map, const plan_page* page, const wend_scene* scene,
                           const wend_log_pose* start, map_sheet* sheet, wend_error* error);
void map_sheet_destroy(map_sheet* sheet);  // safe on {0} and twice

// The cells alone, into an open SVG. There must be pixels.
wend_status map_sheet_put_image(text_out* out, const map_sheet* sheet, wend_error* error);
// As inline SVG, with the walk over it.
wend_status map_sheet_put(text_out* out, const map_sheet* sheet, const plan_page* page,
                          const wend_scene* scene, const plan_walk* walk, wend_error* error);

#endif
