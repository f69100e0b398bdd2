#ifndef WEND_REPORT_THUMBNAIL_H
#define WEND_REPORT_THUMBNAIL_H

#include "base/text.h"

// Each pixel of `small`, which has 3 channels and is no larger, becomes the mean of those it stands
// for.
void thumbnail_shrink(const uint8_t* rgb, int width, int height, wend_image* small);

// A picture [height][width][3] as an <img> of at most `side` pixels a side, each the mean of those
// it stands for. `alt` says what it shows.
wend_status thumbnail_put(text_out* out, const uint8_t* rgb, int width, int height, int side,
                          const char* alt, wend_error* error);

#endif
