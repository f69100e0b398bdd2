// Embodiments of the agents of the benchmarks, and the heading of a pose.
#include "wend/sim.h"

wend_body wend_body_default_def(void) {
    return (wend_body){
        .eye_height = 1.25f, .step = 0.25f, .turns = 12, .look = 30, .max_tilt = 60, .reach = 1.5f};
}

// [ai2thor, agentType stochastic: Gaussian errors of the LoCoBot]
wend_body wend_body_robothor(void) {
    wend_body body = wend_body_default_def();
    body.eye_height = 0.8658f;
    body.step_mean = 0.001f;
    body.step_sigma = 0.005f;
    body.drift_sigma = 0.25f;
    body.turn_sigma = 0.5f;
    body.all_or_nothing = true;
    return body;
}

// Turn actions are counted as integers modulo a full circle, so that turning left and back is
// exact.
float wend_body_pose_heading(const wend_body_pose* pose, const wend_body* body) {
    int32_t turns = pose->turns % body->turns;
    double angle = (double)pose->heading0 + 2 * WEND_PI * turns / body->turns;
    return (float)(angle - 2 * WEND_PI * floor((angle + WEND_PI) / (2 * WEND_PI)));
}

float wend_body_pose_tilt(const wend_body_pose* pose, const wend_body* body) {
    return (float)((double)pose->looks * (double)body->look * WEND_PI / 180);
}

wend_camera_pose wend_body_pose_to_camera(const wend_body_pose* pose, const wend_body* body) {
    wend_vec3 eye = pose->feet;
    eye.y += body->eye_height * (pose->crouched ? 0.6f : 1);
    return (wend_camera_pose){eye, wend_body_pose_heading(pose, body),
                              wend_body_pose_tilt(pose, body)};
}
