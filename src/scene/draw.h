// Plans with something drawn over them.
#ifndef WEND_SCENE_DRAW_H
#define WEND_SCENE_DRAW_H

#include "base/canvas.h"

#include "wend/scene.h"

// What draws over a plan: `low` of the scene (x and z, metres) is at `margin` pixels from the left
// and the top.
typedef struct draw_sheet {
    canvas* c;
    float scale;  // pixels a metre
    float margin;
    wend_vec2 low;
    int level;
    float floor;  // height of the level
} draw_sheet;

typedef void (*draw_over)(void* context, const draw_sheet* sheet);

// Where a point of the scene is on the drawing.
static inline wend_vec2 draw_sheet_at(const draw_sheet* s, wend_vec3 at) {
    return (wend_vec2){s->margin + (at.x - s->low.x) * s->scale,
                       s->margin + (at.z - s->low.y) * s->scale};
}

typedef struct draw_def {
    int level;
    float scale;     // pixels a metre
    draw_over over;  // Nullable
    void* context;
} draw_def;

wend_status draw_plan(const wend_scene* scene, const draw_def* def, const char* path,
                      wend_error* error);
// The same as an image of 3 channels. Nullable: sheet (where things are on it; its canvas is NULL).
wend_status draw_plan_image(const wend_scene* scene, const draw_def* def, wend_image* image,
                            draw_sheet* sheet, wend_error* error);

#endif
