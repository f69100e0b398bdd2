#include "test.h"

#include "wend/sim.h"

TEST(default_agents_match_habitat_and_robothors_locobot) {
    wend_body body = wend_body_default_def();
    CHECK_NEAR(body.eye_height, 1.25, 0);
    CHECK_NEAR(body.step, 0.25, 0);
    CHECK_INT(body.turns, 12);
    CHECK_NEAR(body.look, 30, 0);
    CHECK_NEAR(body.max_tilt, 60, 0);
    CHECK_NEAR(body.reach, 1.5, 0);
    CHECK(!body.slide && !body.all_or_nothing);
    CHECK(body.step_mean == 0 && body.step_sigma == 0);
    CHECK(body.drift_sigma == 0 && body.turn_sigma == 0);
    body = wend_body_robothor();
    CHECK_NEAR(body.eye_height, 0.8658, 1e-7);
    CHECK_NEAR(body.step, 0.25, 0);
    CHECK_NEAR(body.step_mean, 0.001, 1e-9);
    CHECK_NEAR(body.step_sigma, 0.005, 1e-9);
    CHECK_NEAR(body.drift_sigma, 0.25, 0);
    CHECK_NEAR(body.turn_sigma, 0.5, 0);
    CHECK(body.all_or_nothing);
}

TEST(headings_of_poses_are_within_half_a_circle_on_either_side) {
    const wend_body body = wend_body_default_def();
    const struct {
        double start;
        int turns;
        double heading;
    } rows[] = {{0, 0, 0},
                {0, 1, WEND_PI / 6},
                {0, -1, -WEND_PI / 6},
                {0, 12, 0},
                {0, -25, -WEND_PI / 6},
                {0, 5, 5 * WEND_PI / 6},
                {0, 6, -WEND_PI},
                {0, 7, -5 * WEND_PI / 6},
                {0, -7, 5 * WEND_PI / 6},
                {3, 1, 3 - 11 * WEND_PI / 6},
                {-3, -1, 11 * WEND_PI / 6 - 3},
                {10, 0, 10 - 4 * WEND_PI},
                {-10, 0, 4 * WEND_PI - 10}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_body_pose pose = {.heading0 = (float)rows[i].start, .turns = rows[i].turns};
        CHECK_NEAR(wend_body_pose_heading(&pose, &body), rows[i].heading, 2e-6);
    }
}

TEST(the_camera_of_a_crouched_agent_is_at_six_tenths_of_its_height) {
    const wend_body body = {.eye_height = 2, .turns = 4, .look = 45};
    wend_body_pose pose = {.feet = {1, 5, 3}, .turns = 1, .looks = -1};
    wend_camera_pose gaze = wend_body_pose_to_camera(&pose, &body);
    CHECK_NEAR(gaze.eye.x, 1, 0);
    CHECK_NEAR(gaze.eye.y, 7, 0);
    CHECK_NEAR(gaze.eye.z, 3, 0);
    CHECK_NEAR(gaze.heading, WEND_PI / 2, 1e-6);
    CHECK_NEAR(gaze.tilt, -WEND_PI / 4, 1e-6);
    pose.crouched = true;
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &body).eye.y, 6.2, 1e-6);
}
