// What can be seen from where, and where an agent may stop: the truth behind PASTURE's success.
#ifndef WEND_TASK_PASTURE_LOOKOUT_H
#define WEND_TASK_PASTURE_LOOKOUT_H

#include "base/array.h"

#include "wend/pasture.h"

// Pictures are looked at 224 pixels wide, as CoW's localizers have them.
enum { LOOKOUT_WIDTH = 224 };

typedef struct lookout lookout;  // belongs to one thread

// `camera` gives the field of view and the shape of the picture.
wend_status lookout_create(const wend_camera* camera, lookout** out, wend_error* error);
void lookout_destroy(lookout* s);  // Nullable: s.
// How many pixels show the object.
wend_status lookout_pixels(lookout* s, const wend_view* view, const wend_gaze* gaze,
                           uint32_t object, int* pixels, wend_error* error);
// How many pixels show any of the objects that are `wanted`, [objects] of the scene.
wend_status lookout_count(lookout* s, const wend_view* view, const wend_gaze* gaze,
                          const bool* wanted, int* pixels, wend_error* error);

// Metres on the ground from a body's middle to a box; INFINITY when it is on another floor.
float lookout_ground_gap(wend_vec3 feet, wend_aabb box);

// A place where STOP counts when the body looks at the target.
typedef struct stop_place {
    wend_vec3 feet;
    float gap;   // metres on the ground to the target
    int around;  // of its 8 neighbours, 0.25 m apart, so many are such places too
} stop_place;

typedef ARRAY_OF(stop_place) stop_places;

// Every place of a grid of 0.25 m, on the island of the navmesh, from which the target can be
// seen at one of the twelve headings. Adds to `places`.
wend_status lookout_find_stops(lookout* s, const wend_world* world, int island, uint32_t target,
                               const wend_pasture_limits* limits, stop_places* places,
                               wend_error* error);
// Whether there is one with room for a body that does not stand quite where it wants to.
bool lookout_has_room(const stop_places* places, const wend_pasture_limits* limits);
// How much nearer than it must such a place is, in metres: a step's noise and the half of a step.
#define LOOKOUT_MARGIN 0.2f
// The heading a body turns to, a multiple of 30 degrees, to look at a box.
float lookout_heading_to(wend_vec3 feet, wend_aabb box);

#endif
