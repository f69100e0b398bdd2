// Light, worked out once a scene: one byte a vertex of each instance.
//
// What is counted: the sky and the sun through windows and openings, lamps, one bounce off the
// surfaces around, and a little light from nowhere that corners get less of. Each room is then
// exposed by itself, as eyes that walk into it would: its floor comes out near 128.
#ifndef WEND_SCENE_LIGHT_H
#define WEND_SCENE_LIGHT_H

#include "scene/scene.h"

// Strengths are irradiance over pi: an open field under the whole sky has 1 of it from a sky of 1.
typedef struct light_def {
    float sky;         // default 1
    float sun;         // on a surface that faces it; default 1.8
    wend_vec3 to_sun;  // unit; default high in the south-west
    float lamp;        // of a ceiling lamp, 1 m below it; default 0.35. Others are fractions of it
    float ambient;     // from nowhere, less in corners; default 0.03
} light_def;

light_def light_default_def(void);

// Bakes a scene that is finished and that nobody else has yet; its hash changes. The scene is as it
// was when something fails. Nullable: def.
wend_status light_bake(wend_scene* scene, const light_def* def, wend_error* error);

#endif
