// The colours of somebody in a picture: those of its middle that are rare around it.
#ifndef WEND_PERCEIVE_RESCUE_PALETTE_H
#define WEND_PERCEIVE_RESCUE_PALETTE_H

#include "wend/base.h"

enum { PALETTE_SIDE = 12, PALETTE_BINS = PALETTE_SIDE * PALETTE_SIDE * PALETTE_SIDE };

typedef struct rescue_palette {
    bool known;  // there was a picture, and something in its middle
    bool has[PALETTE_BINS];
} rescue_palette;

// rgb[height][width][3]; somebody lies in the middle of it. Nullable: rgb.
void rescue_palette_learn(rescue_palette* palette, const uint8_t* rgb, int width, int height);

static inline int rescue_palette_bin(const uint8_t* rgb) {
    return (rgb[0] * PALETTE_SIDE / 256 * PALETTE_SIDE + rgb[1] * PALETTE_SIDE / 256) *
               PALETTE_SIDE +
           rgb[2] * PALETTE_SIDE / 256;
}

#endif
