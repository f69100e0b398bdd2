// Colour histograms of the centre and the background of a reference image.
#include "agent/rescuer/rescue_palette.h"

#include <stdlib.h>

#include "agent/rescuer/rescuer_constants.h"

// Each pixel also counts for the neighbouring bins, because lighting depends on the viewpoint.
static void count_pixel(float* shares, const uint8_t* rgb) {
    int c[3];
    for (int k = 0; k < 3; k++) c[k] = rgb[k] * PALETTE_SIDE / 256;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            for (int k = -1; k <= 1; k++) {
                int r = c[0] + i, g = c[1] + j, b = c[2] + k;
                if (r < 0 || g < 0 || b < 0 || r >= PALETTE_SIDE || g >= PALETTE_SIDE ||
                    b >= PALETTE_SIDE)
                    continue;
                shares[(r * PALETTE_SIDE + g) * PALETTE_SIDE + b] +=
                    1.0f / (float)(1 << (abs(i) + abs(j) + abs(k)));
            }
}

void rescue_palette_learn(rescue_palette* p, const uint8_t* rgb, int width, int height) {
    float inner[PALETTE_BINS] = {0}, outer[PALETTE_BINS] = {0};
    int inside = 0, outside = 0;
    *p = (rescue_palette){0};
    if (!rgb) return;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            float off = hypotf((float)(column - width / 2), (float)(row - height / 2));
            const uint8_t* at = rgb + 3 * (row * width + column);
            if (off < PALETTE_MIDDLE * (float)height) {
                count_pixel(inner, at);
                inside++;
            } else if (off > PALETTE_BEYOND * (float)height) {
                count_pixel(outer, at);
                outside++;
            }
        }
    if (!inside || !outside) return;
    for (int i = 0; i < PALETTE_BINS; i++) {
        float here = inner[i] / (float)inside, there = outer[i] / (float)outside;
        p->has[i] = here > PALETTE_MIN_SHARE && here > PALETTE_RARER * there;
        p->known |= p->has[i];
    }
}
