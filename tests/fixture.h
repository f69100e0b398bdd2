// Small worlds for tests, made by code so that their distances are known by hand.
#ifndef WEND_TEST_FIXTURE_H
#define WEND_TEST_FIXTURE_H

#include "scene/builder.h"

// A box as one more instance of `object`.
void fixture_box(scene_builder* b, uint32_t object, uint32_t material, wend_vec3 low,
                 wend_vec3 high);

// Begins a scene with a grey material and a box as its floor; ends it under this name.
scene_builder fixture_begin(wend_vec3 low, wend_vec3 high, uint32_t* floor, uint32_t* material);
wend_scene* fixture_finish(scene_builder* b, const char* name);

// Two rooms of 4 x 4 m side by side (x from 0 to 8, z from 0 to 4), a wall between them at x = 4
// with a gap of 1 m at z = 0 … 1, a door in it, and a ball that can be carried at (1, 0.1, 1). The
// leaf lies in the gap whatever its openness, so the navmesh does not connect the rooms unless
// it is built with open doors or a simulator has moved the door.
wend_scene* fixture_two_rooms(float openness);

#endif
