// Colour palette of the person in a reference image: colours of its centre that are rare in its
// background.
#ifndef WEND_AGENT_RESCUER_RESCUE_PALETTE_H
#define WEND_AGENT_RESCUER_RESCUE_PALETTE_H

#include "wend/base.h"

enum { PALETTE_SIDE = 12, PALETTE_BINS = PALETTE_SIDE * PALETTE_SIDE * PALETTE_SIDE };

typedef struct rescue_palette {
    bool known;  // a reference image was given and its centre differs from the background
    bool has[PALETTE_BINS];
} rescue_palette;

// rgb[height][width][3], the person in the centre. Nullable: rgb.
void rescue_palette_learn(rescue_palette* palette, const uint8_t* rgb, int width, int height);

static inline int rescue_palette_bin(const uint8_t* rgb) {
    return (rgb[0] * PALETTE_SIDE / 256 * PALETTE_SIDE + rgb[1] * PALETTE_SIDE / 256) *
               PALETTE_SIDE +
           rgb[2] * PALETTE_SIDE / 256;
}

#endif
