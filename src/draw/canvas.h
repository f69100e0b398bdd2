// Canvas for plans, maps and plots. The same calls produce SVG or PNG.
//
// Coordinates are pixels from the top left, x to the right, y down. Colours are 0xRRGGBBAA.
#ifndef WEND_DRAW_CANVAS_H
#define WEND_DRAW_CANVAS_H

#include "wend/base.h"

typedef struct canvas canvas;

typedef enum canvas_kind { CANVAS_SVG, CANVAS_PNG } canvas_kind;
typedef enum canvas_anchor { CANVAS_LEFT, CANVAS_MIDDLE, CANVAS_RIGHT } canvas_anchor;

// A colour of 0 means none.
typedef struct canvas_style {
    uint32_t fill, stroke;
    float width;  // of the stroke, in pixels
    float dash;   // length of dashes and gaps, pixels; 0: solid
} canvas_style;

// Sides in [1, 16384] pixels. Background 0: transparent. `canvas_kind_of` gives the kind for a
// path.
wend_status canvas_create(canvas_kind kind, int width, int height, uint32_t background,
                          canvas** out, wend_error* error);
void canvas_destroy(canvas* c);  // Nullable: c.
canvas_kind canvas_kind_of(const char* path);

void canvas_polygon(canvas* c, const wend_vec2* points, int count, canvas_style style);
void canvas_polyline(canvas* c, const wend_vec2* points, int count, canvas_style style);
void canvas_line(canvas* c, wend_vec2 from, wend_vec2 to, canvas_style style);
void canvas_rect(canvas* c, wend_vec2 low, wend_vec2 high, canvas_style style);
void canvas_circle(canvas* c, wend_vec2 center, float radius, canvas_style style);
// Draws UTF-8 text. `size` is the line height in pixels. The text is rotated counter-clockwise
// about its anchor by `quarter_turns` * 90 degrees.
void canvas_text(canvas* c, wend_vec2 at, float size, canvas_anchor anchor, uint32_t color,
                 int quarter_turns, const char* text);

// Draws an image of 3 channels, scaled to `width` x `height` pixels. `at` is its top left corner;
// it is rotated about this corner by `turn` radians clockwise. PNG canvases only.
void canvas_picture(canvas* c, wend_vec2 at, float width, float height, float turn,
                    const wend_image* image);

// The drawing as SVG elements to embed in another <svg>. SVG canvases only. NULL when out of
// memory. Valid until the next call.
const char* canvas_svg(canvas* c);

// Reports out of memory of earlier drawing calls, too.
wend_status canvas_save(canvas* c, const char* path, wend_error* error);
// The drawing as an image of 3 channels; PNG canvases only.
wend_status canvas_image(canvas* c, wend_image* image, wend_error* error);

#endif
