// Visibility of objects and valid stop positions: the ground truth of success in PASTURE.
#ifndef WEND_TASK_PASTURE_VISIBILITY_H
#define WEND_TASK_PASTURE_VISIBILITY_H

#include "base/array.h"

#include "wend/benchmarks/pasture.h"
#include "wend/sim.h"

// Images are 224 pixels wide, as the input of CoW's localizers. [cow]
enum { VISIBILITY_WIDTH = 224 };

typedef struct visibility visibility;  // not thread-safe

// `camera` gives field of view and aspect ratio.
wend_status visibility_create(const wend_camera* camera, visibility** out, wend_error* error);
void visibility_destroy(visibility* s);  // Nullable: s.
// Counts the pixels of the object.
wend_status visibility_pixels(visibility* s, const wend_view* view, const wend_camera_pose* gaze,
                              uint32_t object, int* pixels, wend_error* error);
// Counts the pixels of all objects with wanted[object]; `wanted` [objects of the scene].
wend_status visibility_count(visibility* s, const wend_view* view, const wend_camera_pose* gaze,
                             const bool* wanted, int* pixels, wend_error* error);

// Horizontal metres from the agent's centre to a box; INFINITY on another floor.
float visibility_ground_gap(wend_vec3 feet, wend_aabb box);

// A position from which STOP succeeds if the agent faces the target.
typedef struct stop_position {
    wend_vec3 feet;
    float gap;   // horizontal distance to the target, metres
    int around;  // number of valid positions among its 8 neighbours, 0.25 m apart
} stop_position;

typedef ARRAY_OF(stop_position) stop_positions;

// Appends every position of a 0.25 m grid on the island from which the target is visible at the
// heading that faces it best (visibility_heading_to).
wend_status visibility_find_stops(visibility* s, const wend_world* world, int island,
                                  uint32_t target, const wend_pasture_limits* limits,
                                  stop_positions* places, wend_error* error);
// Whether a stop position tolerates actuation noise.
bool visibility_has_room(const stop_positions* places, const wend_pasture_limits* limits);
// Margin of such a position to the limit in metres: actuation noise plus half a step.
#define VISIBILITY_MARGIN 0.2f
// The multiple of 30 degrees that is closest to the direction of a box.
float visibility_heading_to(wend_vec3 feet, wend_aabb box);

#endif
