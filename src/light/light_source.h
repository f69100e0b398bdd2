// Light sources: windows and lamps, listed by the room they illuminate.
#ifndef WEND_LIGHT_LIGHT_SOURCE_H
#define WEND_LIGHT_LIGHT_SOURCE_H

#include "base/array.h"
#include "light/light.h"
#include "scene/rays.h"

typedef struct light_source {
    uint32_t room;  // the room it illuminates; 0: outdoors, or the scene has no rooms
    uint32_t order;
    bool is_window;
    wend_vec3 at;      // centre of the pane; bulb of the lamp
    wend_vec3 inward;  // windows: unit normal of the pane, into the room
    wend_vec3 u, v;    // windows: half side vectors of the pane
    float area;        // windows: square metres
    float power;       // lamps: as light_def.lamp
    float radius;  // lamps: geometry nearer than this to the bulb is the lamp itself and casts no
                   // shadow
} light_source;

enum {
    LIGHT_NEIGHBORS = 6,     // adjacent rooms whose sources also count, through open doors
    LIGHT_MAX_SOURCES = 64,  // per room; a scene without rooms counts as one
};

typedef struct light_sources {
    ARRAY_OF(light_source) list;             // sorted by room, strongest first
    uint32_t* first;                         // [rooms + 1]: index of the first source of a room
    uint32_t (*neighbors)[LIGHT_NEIGHBORS];  // [rooms]; 0: none
    uint32_t room_count;
} light_sources;

wend_status light_sources_find(const wend_scene* scene, const rays* r, const light_def* def,
                               light_sources* sources, wend_error* error);
void light_sources_destroy(light_sources* sources);  // safe on {0} and twice

// Visits the sources that may illuminate a point of `room`, until `visit` returns false.
typedef bool (*light_visit)(void* context, const light_source* source);
void light_sources_visit(const light_sources* sources, uint32_t room, light_visit visit,
                         void* context);

// Tests whether a point is on the glowing part of a lamp.
bool light_glows(const wend_object* object, wend_vec3 point);

// Writes rings * sectors cosine-distributed directions of the hemisphere around +z; adjacent ones
// are consecutive.
void light_hemisphere(int rings, int sectors, wend_vec3* directions);
// Rotates directions around +z to directions around `normal` (unit).
void light_turn(wend_vec3 normal, const wend_vec3* directions, int count, wend_vec3* turned);

#endif
