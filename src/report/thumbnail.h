#ifndef WEND_REPORT_THUMBNAIL_H
#define WEND_REPORT_THUMBNAIL_H

#include "wend/files.h"

// Box filter: each pixel of `small` (3 channels, not larger than the source) is the mean of the
// pixels that it covers.
void thumbnail_shrink(const uint8_t* rgb, int width, int height, wend_image* small);

// An image [height][width][3] as an <img> of at most `side` pixels per side, box-filtered. `alt` is
// its alternative text.
wend_status thumbnail_put(wend_text_out* out, const uint8_t* rgb, int width, int height, int side,
                          const char* alt, wend_error* error);

#endif
