// Small worlds for tests, made by code so that their distances are known by hand.
#ifndef WEND_TEST_FIXTURE_H
#define WEND_TEST_FIXTURE_H

#include "scene/builder.h"

// A box as one more instance of `object`.
void fixture_box(scene_builder* b, uint32_t object, uint32_t material, wend_vec3 low,
                 wend_vec3 high);

#endif
