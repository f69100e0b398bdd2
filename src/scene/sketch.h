// A model while it is drawn. A drawing function asks for pens, one a material, draws with them, and
// says where things can stand. It draws at about `size`; the library then fits the drawing to the
// size exactly.
#ifndef WEND_SCENE_SKETCH_H
#define WEND_SCENE_SKETCH_H

#include "scene/model.h"
#include "scene/picture.h"
#include "scene/shape.h"

typedef struct sketch {
    wend_vec3 size;    // what it should fill: x and z about the origin, y from 0 up
    int shape;         // which of the category's shapes
    int look;          // which of the shape's looks
    wend_color color;  // of the main material
    wend_stuff stuff;
    bool dyed;  // the colour was asked for, and is not that of the look
    float detail;
    model* out;
    model_library* library;
    shape_mesh* meshes;  // [MODEL_MAX_PARTS], one a part
} sketch;

// Pens. Two calls with the same material give the same part.
shape_pen sketch_main(sketch* s);  // the colour and material the model is named by
shape_pen sketch_paint(sketch* s, surface kind, uint32_t rgb);  // 0xRRGGBB
shape_pen sketch_thin(sketch* s, surface kind, uint32_t rgb);   // seen from both sides: leaves
shape_pen sketch_stuff(sketch* s, wend_stuff stuff, wend_color color);
shape_pen sketch_picture(sketch* s, picture kind, uint32_t variant);
shape_pen sketch_print(sketch* s, picture kind, uint32_t variant);  // in the main colour

uint32_t sketch_rgb(wend_stuff stuff, wend_color color);  // what a coloured thing of it looks like
uint32_t sketch_mix(uint32_t a, uint32_t b, float share_of_b);

// Things can stand here: `foot` is the middle of the area, `area` its x and z extent, `clearance`
// the free height above (INFINITY: open).
void sketch_place(sketch* s, wend_relation relation, wend_vec3 foot, wend_vec2 area,
                  float clearance);

#endif
