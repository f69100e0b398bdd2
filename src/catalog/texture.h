// Procedural textures of materials: pale ones that are multiplied with a colour, and some (brick,
// roof tile, grass, leaves) with their own colours. All repeat in both directions.
#ifndef WEND_CATALOG_TEXTURE_H
#define WEND_CATALOG_TEXTURE_H

#include "catalog/model.h"

enum { TEXTURE_MAX_PATTERNS = 3, TEXTURE_PAINTED_WOOD = 2 };  // with weak grain

// One look of a surface: a colour and one of its patterns.
typedef struct texture_look {
    uint32_t rgb;  // 0xRRGGBB
    uint8_t pattern;
} texture_look;

texture_look texture_look_at(surface kind, uint32_t variant);  // variant modulo the number of looks
int texture_look_count(surface kind);

// Adds the texture to the builder. Returns index + 1, as in wend_material.texture; 0 for a plain
// surface.
uint32_t texture_make(scene_builder* b, surface kind, int pattern);

// Smooth noise in [0, 1) over the unit square with `fu` x `fv` cells, periodic in both directions.
// Coordinates must not be negative.
float texture_noise(wend_vec2 at, int fu, int fv, uint32_t seed);

#endif
