// Drawings: plans, maps and plots, written as SVG or PNG from the same calls.
//
// Coordinates are pixels from the top left, x to the right, y down. Colours are 0xRRGGBBAA.
#ifndef WEND_BASE_CANVAS_H
#define WEND_BASE_CANVAS_H

#include "wend/base.h"

typedef struct canvas canvas;

typedef enum canvas_kind { CANVAS_SVG, CANVAS_PNG } canvas_kind;
typedef enum canvas_anchor { CANVAS_LEFT, CANVAS_MIDDLE, CANVAS_RIGHT } canvas_anchor;

// A colour of 0 is not drawn.
typedef struct canvas_style {
    uint32_t fill, stroke;
    float width;  // of the stroke, in pixels
    float dash;   // length of dashes and gaps; 0: a full line
} canvas_style;

// Sides from 1 to 16384. A background of 0 is none. `canvas_kind_of` reads the kind off the path
// the drawing will go to.
wend_status canvas_create(canvas_kind kind, int width, int height, uint32_t background,
                          canvas** out, wend_error* error);
void canvas_destroy(canvas* c);  // Nullable: c.
canvas_kind canvas_kind_of(const char* path);

void canvas_polygon(canvas* c, const wend_vec2* points, int count, canvas_style style);
void canvas_polyline(canvas* c, const wend_vec2* points, int count, canvas_style style);
void canvas_line(canvas* c, wend_vec2 from, wend_vec2 to, canvas_style style);
void canvas_rect(canvas* c, wend_vec2 low, wend_vec2 high, canvas_style style);
void canvas_circle(canvas* c, wend_vec2 center, float radius, canvas_style style);
// `size` is the height of a line, `text` UTF-8, turned by
// `quarter_turns` * 90 degrees against the clock about its anchor.
void canvas_text(canvas* c, wend_vec2 at, float size, canvas_anchor anchor, uint32_t color,
                 int quarter_turns, const char* text);

// A picture of 3 channels, its upper left corner at `at`, `width` by `height` pixels, turned about
// that corner by `turn` radians with the clock; PNG canvases only.
void canvas_picture(canvas* c, wend_vec2 at, float width, float height, float turn,
                    const wend_image* image);

// What was drawn, as elements to be put into an <svg> of another page. SVG canvases only; NULL when
// memory ran out while drawing. Good until the next call.
const char* canvas_svg(canvas* c);

// Out of memory while drawing is reported here.
wend_status canvas_save(canvas* c, const char* path, wend_error* error);
// The drawing as an image of 3 channels; PNG canvases only.
wend_status canvas_image(canvas* c, wend_image* image, wend_error* error);

#endif
