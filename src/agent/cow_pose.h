// Where a CoW is by its own account: from the actions it meant to take, and from pictures that show
// whether one failed. No gps, no compass, no sense of touch.
#ifndef WEND_AGENT_COW_POSE_H
#define WEND_AGENT_COW_POSE_H

#include "wend/agent.h"

// How it tells that an action failed.
typedef enum cow_test {
    COW_TEST_MATCH,  // a step: the picture before, carried one step ahead, fits worse than as it
                     // was
    COW_TEST_STILL,  // any action: depth hardly changed [cow: mean and deviation below 0.09 m]
} cow_test;

typedef struct cow_pose {
    cow_test test;
    wend_agent_body body;
    float x, z;  // metres in the frame of the start: -z ahead
    int turns;   // whole turns to the left since, 0 … body.turns - 1
    int looks;   // whole looks up
    wend_action_kind last;
    bool failed;    // the last action did nothing
    float* before;  // [pixels] depth of the picture before
    size_t pixels;
    bool has_before;
} cow_pose;

void cow_pose_destroy(cow_pose* p);  // safe on {0}
void cow_pose_reset(cow_pose* p, const wend_agent_body* body);
// Takes the last action into account, and says it as an observation with its own gps, compass and
// collision: what agents with such sensors are given.
wend_status cow_pose_notice(cow_pose* p, const wend_observation* seen, wend_observation* own,
                            wend_error* error);

float cow_pose_heading(const cow_pose* p);  // radians
float cow_pose_tilt(const cow_pose* p);     // radians
// From the frame of the body (feet in the origin, -z ahead) to that of the start.
wend_vec3 cow_pose_to_start(const cow_pose* p, wend_vec3 in_body);

#endif
