// Floor plans with an overlay.
#ifndef WEND_DRAW_SCENE_PLAN_H
#define WEND_DRAW_SCENE_PLAN_H

#include "draw/canvas.h"

#include "wend/scene.h"

// Coordinate frame of an overlay: `low` of the scene (x and z, metres) is `margin` pixels from the
// left and the top.
typedef struct draw_sheet {
    canvas* c;
    float scale;  // pixels per metre
    float margin;
    wend_vec2 low;
    int level;
    float floor;  // height of the level, metres
} draw_sheet;

typedef void (*draw_over)(void* context, const draw_sheet* sheet);

// Position of a scene point on the drawing, pixels.
static inline wend_vec2 draw_sheet_at(const draw_sheet* s, wend_vec3 at) {
    return (wend_vec2){s->margin + (at.x - s->low.x) * s->scale,
                       s->margin + (at.z - s->low.y) * s->scale};
}

typedef struct draw_def {
    int level;
    float scale;     // pixels per metre
    draw_over over;  // Nullable
    void* context;
} draw_def;

wend_status draw_plan(const wend_scene* scene, const draw_def* def, const char* path,
                      wend_error* error);
// The same as an image of 3 channels. Nullable: sheet (receives the coordinate frame; its canvas is
// NULL).
wend_status draw_plan_image(const wend_scene* scene, const draw_def* def, wend_image* image,
                            draw_sheet* sheet, wend_error* error);

#endif
