// Pictures of materials, made by code: pale ones that a colour is multiplied with, and a few
// (brick, roof tile, grass, leaves) that bring their colours along. All repeat in both directions.
#ifndef WEND_SCENE_TEXTURE_H
#define WEND_SCENE_TEXTURE_H

#include "scene/model.h"

enum { TEXTURE_MAX_PATTERNS = 3, TEXTURE_PAINTED_WOOD = 2 };  // the grain hardly shows

// One way a surface comes: a colour, and which of its patterns.
typedef struct texture_look {
    uint32_t rgb;  // 0xRRGGBB
    uint8_t pattern;
} texture_look;

texture_look texture_look_at(surface kind, uint32_t variant);  // variant modulo the looks there are
int texture_look_count(surface kind);

// Adds the picture to the builder. Returns what wend_material.texture wants; 0 for a plain surface.
uint32_t texture_make(scene_builder* b, surface kind, int pattern);

// Smooth noise in [0, 1) over the unit square, `fu` by `fv` cells, that repeats in both directions.
// Neither coordinate may be negative.
float texture_noise(wend_vec2 at, int fu, int fv, uint32_t seed);

#endif
