// Dead reckoning: the pose from the intended actions and from depth images, which show whether an
// action failed. No gps, compass or collision sensor.
#ifndef WEND_AGENT_COW_COW_POSE_H
#define WEND_AGENT_COW_COW_POSE_H

#include "wend/agent.h"

// Detection of failed actions.
typedef enum cow_test {
    COW_TEST_MATCH,  // FORWARD: the last depth image fits better unmoved than moved by a step
    COW_TEST_STILL,  // any action: depth hardly changed [cow: mean and deviation below 0.09 m]
} cow_test;

typedef struct cow_pose {
    cow_test test;
    wend_agent_body body;
    float x, z;  // metres in the frame of the start: -z ahead
    int turns;   // turns to the left since the start, 0 … body.turns - 1
    int looks;   // number of UP minus number of DOWN actions
    wend_action_kind last;
    bool failed;    // the last action had no effect
    float* before;  // [pixels] the last depth image
    size_t pixels;
    bool has_before;
} cow_pose;

void cow_pose_destroy(cow_pose* p);  // safe on {0}
void cow_pose_reset(cow_pose* p, const wend_agent_body* body);
// Updates the pose by the last action and writes it as an observation with estimated gps, compass
// and collision.
wend_status cow_pose_notice(cow_pose* p, const wend_observation* seen, wend_observation* own,
                            wend_error* error);

float cow_pose_heading(const cow_pose* p);  // radians
float cow_pose_tilt(const cow_pose* p);     // radians
// From the agent's frame (origin at the feet, -z ahead) to the frame of the start.
wend_vec3 cow_pose_to_start(const cow_pose* p, wend_vec3 in_body);

#endif
