// Light baking: computes one byte per vertex of each instance, once per scene (light.c describes
// the method).
#ifndef WEND_LIGHT_LIGHT_H
#define WEND_LIGHT_LIGHT_H

#include "scene/scene.h"

// Strengths are irradiance / pi: a horizontal surface under an unobstructed sky of 1 receives 1.
typedef struct light_def {
    float sky;         // default 1
    float sun;         // on a surface perpendicular to it; default 1.8
    wend_vec3 to_sun;  // unit direction; default high in the south-west
    float lamp;        // of a ceiling lamp, 1 m below it; default 0.35. Others are fractions of it
    float ambient;     // constant term, times ambient occlusion; default 0.03
} light_def;

light_def light_default_def(void);

// Bakes a finished scene that is not shared yet; its hash changes. On failure the scene is
// unchanged. Nullable: def.
wend_status light_bake(wend_scene* scene, const light_def* def, wend_error* error);

#endif
