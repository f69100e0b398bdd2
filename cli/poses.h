// Camera poses for commands and benchmarks.
#ifndef WEND_CLI_POSES_H
#define WEND_CLI_POSES_H

#include "wend/sense.h"

// Parses "x,y,z,heading[,tilt]": feet in metres, angles in degrees.
bool poses_parse(const char* text, float eye_height, wend_camera_pose* gaze);

// Samples `count` poses on the floor: any heading, positions on the navmesh of an agent of radius
// 0.18 m.
wend_status poses_random(const wend_scene* scene, uint64_t seed, float eye_height, int count,
                         wend_camera_pose* gazes, wend_error* error);

// True if the camera is in the bounding box of the scene. Otherwise `sentence` names the box and a
// navigable point near the pose.
bool poses_inside(const wend_scene* scene, const wend_camera_pose* gaze, char* sentence,
                  size_t size);

#endif
