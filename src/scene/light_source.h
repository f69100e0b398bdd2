// Where light comes from: windows and lamps, listed by the room they shine into.
#ifndef WEND_SCENE_LIGHT_SOURCE_H
#define WEND_SCENE_LIGHT_SOURCE_H

#include "base/array.h"
#include "scene/light.h"
#include "scene/rays.h"

typedef struct light_source {
    uint32_t room;  // it shines into; 0: outdoors, or the scene has no rooms
    uint32_t order;
    bool is_window;
    wend_vec3 at;      // the middle of the pane; the lamp's bulb
    wend_vec3 inward;  // windows: unit normal of the pane, into the room
    wend_vec3 u, v;    // windows: half sides of the pane
    float area;        // windows: square metres
    float power;       // lamps
    float radius;      // lamps: what is nearer than this to the bulb is the lamp itself
} light_source;

enum {
    LIGHT_NEIGHBORS = 6,      // rooms whose sources also count, through doors that stand open
    LIGHT_MOST_SOURCES = 64,  // of one room; a scene without rooms is one
};

typedef struct light_sources {
    ARRAY_OF(light_source) list;             // sorted by room, the strongest first
    uint32_t* first;                         // [rooms + 1]: where a room's sources begin
    uint32_t (*neighbors)[LIGHT_NEIGHBORS];  // [rooms], 0: none
    uint32_t room_count;
} light_sources;

wend_status light_sources_find(const wend_scene* scene, const rays* r, const light_def* def,
                               light_sources* sources, wend_error* error);
void light_sources_destroy(light_sources* sources);  // safe on {0} and twice

// Calls for the sources that may shine on a point of `room`, until `visit` returns false.
typedef bool (*light_visit)(void* context, const light_source* source);
void light_sources_visit(const light_sources* sources, uint32_t room, light_visit visit,
                         void* context);

// Whether this is the part of a lamp that glows.
bool light_glows(const wend_object* object, wend_vec3 point);

// `count` directions of a hemisphere around +z, spread evenly by the cosine; neighbours first.
void light_hemisphere(int rings, int sectors, wend_vec3* directions);
// Turns directions around +z into directions around `normal` (unit).
void light_turn(wend_vec3 normal, const wend_vec3* directions, int count, wend_vec3* turned);

#endif
