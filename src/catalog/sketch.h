// A model under construction. The function of a model gets pens, one per material, adds shapes with
// them and declares support surfaces. It builds to about `size`; the library then scales to the
// exact size.
#ifndef WEND_CATALOG_SKETCH_H
#define WEND_CATALOG_SKETCH_H

#include "catalog/model.h"
#include "catalog/picture.h"
#include "catalog/shape.h"

typedef struct sketch {
    wend_vec3 size;    // metres to fill: x and z centred at the origin, y from 0
    int shape;         // index among the shapes of the category
    int look;          // index among the looks of the shape
    wend_color color;  // of the main material
    wend_material_type material;
    bool dyed;  // `color` was requested and differs from the look's
    float detail;
    model* out;
    model_library* library;
    shape_mesh* meshes;  // [MODEL_MAX_PARTS], one per part
} sketch;

// Pens. Calls with the same material return the same part.
shape_pen sketch_main(sketch* s);  // colour and material in the description of the model
shape_pen sketch_paint(sketch* s, surface kind, uint32_t rgb);  // 0xRRGGBB
shape_pen sketch_thin(sketch* s, surface kind, uint32_t rgb);   // double-sided: leaves
shape_pen sketch_material(sketch* s, wend_material_type material, wend_color color);
shape_pen sketch_picture(sketch* s, picture kind, uint32_t variant);
shape_pen sketch_print(sketch* s, picture kind, uint32_t variant);  // tinted with the main colour

uint32_t sketch_rgb(wend_material_type material,
                    wend_color color);  // 0xRRGGBB of a material in a colour
uint32_t sketch_mix(uint32_t a, uint32_t b, float share_of_b);

// Declares a support surface: `foot` is its centre, `area` its extent in x and z, `clearance` the
// free height above it (INFINITY: open).
void sketch_place(sketch* s, wend_relation relation, wend_vec3 foot, wend_vec2 area,
                  float clearance);

#endif
