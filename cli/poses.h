// Where commands and benchmarks look from.
#ifndef WEND_CLI_POSES_H
#define WEND_CLI_POSES_H

#include "wend/sense.h"

// Reads "x,y,z,heading[,tilt]": feet in metres, angles in degrees.
bool poses_parse(const char* text, float eye_height, wend_gaze* gaze);

// `count` poses on the floor, where a body of 18 cm has room: anywhere on the navmesh, any heading.
wend_status poses_random(const wend_scene* scene, uint64_t seed, float eye_height, int count,
                         wend_gaze* gazes, wend_error* error);

// Whether the eye is in the scene's box. Else `sentence` says where the box is, and a point near
// the pose that a body can stand on.
bool poses_inside(const wend_scene* scene, const wend_gaze* gaze, char* sentence, size_t size);

#endif
