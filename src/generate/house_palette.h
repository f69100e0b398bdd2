// The style of a building: colours and materials that match.
#ifndef WEND_GENERATE_HOUSE_PALETTE_H
#define WEND_GENERATE_HOUSE_PALETTE_H

#include "catalog/model.h"

// A surface, its variant and its tint ({0, 0, 0, 0}: none).
typedef struct house_finish {
    surface kind;
    uint32_t variant;
    uint8_t tint[4];
} house_finish;

typedef struct house_palette {
    house_finish walls[WEND_ROOM_TYPE_COUNT], floors[WEND_ROOM_TYPE_COUNT];
    house_finish ceiling, facade, roof, frame, leaf, metal, stairs, railing;
    wend_color wood;    // of furniture
    wend_color fabric;  // of sofas, curtains, rugs
    wend_color accent;  // of cushions, vases, bed covers
    uint32_t variant;   // offset of model variants, so that e.g. all chairs of a house match
} house_palette;

house_palette house_palette_make(wend_scene_kind kind, wend_rng* rng);

uint32_t house_finish_material(model_library* library, const house_finish* finish);

#endif
