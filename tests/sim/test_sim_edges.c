// The simulator at its limits: steps, turns, velocities and noise, with numbers known by hand.
#include <float.h>

#include "sim/sim_room.h"
#include "test.h"

// ---- walking ------------------------------------------------------------------------------------

TEST(a_step_that_is_cut_by_a_millimetre_is_a_collision_and_a_whole_one_is_none) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
    float wall = sim_room_wall(&r);
    CHECK(wall > 3.6f && wall < 3.95f);
    const struct {
        float gap, moved;
        bool collided;
    } cases[] = {{0.30f, 0.25f, false}, {0.2505f, 0.25f, false}, {0.249f, 0.249f, true},
                 {0.2f, 0.2f, true},    {0.06f, 0.06f, true},    {0, 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sim_room_put(&r, wend_v3(wall - cases[i].gap, 0, 2.5f), SIM_ROOM_EAST);
        wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_FORWARD);
        CHECK_INT(outcome.collided, cases[i].collided);
        CHECK_NEAR(outcome.moved, cases[i].moved, 3e-4);
        CHECK(!outcome.changed && outcome.object == 0 && !outcome.rested);
    }
    sim_room_leave(&r);
}

TEST(robothors_body_does_not_take_a_step_that_is_blocked) {
    wend_sim_def def = sim_room_blind();
    def.body.all_or_nothing = true;
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
    float wall = sim_room_wall(&r);  // it comes to a stop up to a step before the wall
    CHECK(wall > 3.5f && wall < 3.81f);
    sim_room_put(&r, wend_v3(3.7f, 0, 2.5f), SIM_ROOM_EAST);
    wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_FORWARD);
    CHECK(outcome.collided);
    CHECK(outcome.moved == 0);
    CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 3.7, 1e-4);
    sim_room_leave(&r);
}

TEST(an_agent_slides_along_a_wall_only_if_allowed_and_it_is_a_collision_either_way) {
    for (int slide = 0; slide < 2; slide++) {
        wend_sim_def def = sim_room_blind();
        def.body.slide = slide;
        sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
        float wall = sim_room_wall(&r);
        sim_room_put(&r, wend_v3(wall, 0, 2.5f),
                     SIM_ROOM_EAST - (float)WEND_PI / 4);  // along +x and +z
        wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_FORWARD);
        CHECK(outcome.collided);
        CHECK_NEAR(outcome.moved, slide ? 0.25 * sqrt(0.5) : 0, 2e-3);
        sim_room_leave(&r);
    }
}

TEST(the_camera_tilts_up_and_down_to_its_limits) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
    const int looks[] = {1, 2, 2, 2};
    for (int i = 0; i < 4; i++) {
        sim_room_step(r.sim, WEND_ACTION_UP);
        CHECK_INT(wend_sim_pose(r.sim).looks, looks[i]);
    }
    wend_body_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_tilt(&pose, &def.body), WEND_PI / 3, 1e-6);
    for (int i = 0; i < 6; i++) sim_room_step(r.sim, WEND_ACTION_DOWN);
    CHECK_INT(wend_sim_pose(r.sim).looks, -2);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &def.body).eye.y - pose.feet.y, 1.25, 1e-6);
    sim_room_step(r.sim, WEND_ACTION_CROUCH);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &def.body).eye.y - pose.feet.y, 0.75, 1e-6);
    sim_room_leave(&r);
}

TEST(turns_go_left_and_right_by_a_twelfth_and_headings_stay_within_half_a_circle) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 3);
    sim_room_step(r.sim, WEND_ACTION_RIGHT);
    wend_body_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), 3 - WEND_PI / 6, 1e-6);
    sim_room_step(r.sim, WEND_ACTION_LEFT);
    sim_room_step(r.sim, WEND_ACTION_LEFT);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), 3 + WEND_PI / 6 - 2 * WEND_PI, 1e-6);
    sim_room_leave(&r);
}

TEST(velocities_and_times_are_taken_up_to_their_limits) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
    const struct {
        float forward, turn, seconds;
        wend_status status;
    } cases[] = {{0.5f, 0, 1, WEND_OK},
                 {-0.5f, 0, 1, WEND_OK},
                 {0, WEND_MAX_TURN, 0.001f, WEND_OK},
                 {WEND_MAX_FORWARD, 0, 0, WEND_OK},
                 {0, 0, WEND_MAX_SECONDS, WEND_OK},
                 {nextafterf(WEND_MAX_FORWARD, FLT_MAX), 0, 0, WEND_ARGUMENT},
                 {0, -nextafterf(WEND_MAX_TURN, FLT_MAX), 0, WEND_ARGUMENT},
                 {0, 0, nextafterf(WEND_MAX_SECONDS, FLT_MAX), WEND_ARGUMENT},
                 {0, 0, -0.01f, WEND_ARGUMENT},
                 {NAN, 0, 1, WEND_ARGUMENT},
                 {0, NAN, 1, WEND_ARGUMENT},
                 {0, 0, NAN, WEND_ARGUMENT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_action action = {.kind = WEND_ACTION_VELOCITY,
                              .forward = cases[i].forward,
                              .turn = cases[i].turn,
                              .seconds = cases[i].seconds};
        wend_outcome outcome;
        sim_room_put(&r, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
        CHECK_INT(wend_sim_step(r.sim, action, &outcome, &error), cases[i].status);
        if (cases[i].status != WEND_OK) continue;
        double path = (double)(cases[i].forward * cases[i].seconds);
        CHECK_NEAR(outcome.moved, fabs(path), 1e-3);
        CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 2 + path, 1e-3);  // backwards, too
    }
    sim_room_leave(&r);
}

TEST(body_settings_out_of_range_are_refused_and_those_at_its_ends_are_not) {
    const struct {
        int turns;
        float step, eye, look, tilt;
        wend_status status;
    } cases[] = {{1, 10, 10, 90, 90, WEND_OK},          {3600, 0.01f, 0, 0, 0, WEND_OK},
                 {0, 1, 1, 30, 60, WEND_ARGUMENT},      {3601, 1, 1, 30, 60, WEND_ARGUMENT},
                 {12, 0, 1, 30, 60, WEND_ARGUMENT},     {12, 10.01f, 1, 30, 60, WEND_ARGUMENT},
                 {12, 1, -0.1f, 30, 60, WEND_ARGUMENT}, {12, 1, 10.1f, 30, 60, WEND_ARGUMENT},
                 {12, 1, 1, -1, 60, WEND_ARGUMENT},     {12, 1, 1, 91, 60, WEND_ARGUMENT},
                 {12, 1, 1, 30, -1, WEND_ARGUMENT},     {12, 1, 1, 30, 91, WEND_ARGUMENT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_sim* sim;
        wend_sim_def def = sim_room_blind();
        def.body.turns = cases[i].turns;
        def.body.step = cases[i].step;
        def.body.eye_height = cases[i].eye;
        def.body.look = cases[i].look;
        def.body.max_tilt = cases[i].tilt;
        CHECK_INT(wend_sim_create(&def, &sim, &error), cases[i].status);
        CHECK((sim != NULL) == (cases[i].status == WEND_OK));
        wend_sim_destroy(sim);
    }
}

TEST(calls_that_need_a_world_are_refused_before_the_first_reset) {
    wend_error error;
    wend_sim* sim;
    wend_outcome outcome;
    wend_sim_def def = sim_room_blind();
    wend_vec3 goal = {1, 0, 1};
    wend_load load = {.object = 1};
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK(!wend_sim_world(sim));
    CHECK_INT(wend_sim_step(sim, (wend_action){.kind = WEND_ACTION_LEFT}, &outcome, &error),
              WEND_ARGUMENT);
    CHECK_INT(wend_sim_set_goals(sim, (wend_vec3_span){&goal, 1}, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_set_route(sim, (wend_vec3_span){&goal, 1}, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_place(sim, 1, goal, 0, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_hide(sim, 1, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_set_load(sim, &load, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_observe(sim, &(wend_frame){0}, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "no camera");
    wend_sim_destroy(sim);
    def.uses_images = true;
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_INT(wend_sim_observe(sim, &(wend_frame){0}, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "never reset");
    wend_sim_destroy(sim);
}

TEST(a_sim_with_images_needs_a_world_with_a_view_and_no_start_is_off_the_mesh) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
    wend_sim* seer;
    def.uses_images = true;
    CHECK_OK(wend_sim_create(&def, &seer, &error));
    CHECK_INT(wend_sim_reset(seer, r.world, wend_v3(2, 0, 2.5f), 0, wend_rng_make(1, 1), &error),
              WEND_ARGUMENT);
    wend_sim_destroy(seer);
    CHECK_INT(wend_sim_reset(r.sim, r.world, wend_v3(50, 0, 0), 0, wend_rng_make(1, 1), &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "two rooms");
    CHECK_INT(wend_sim_reset(r.sim, r.world, wend_v3(2, 0, 2), NAN, wend_rng_make(1, 1), &error),
              WEND_FORMAT);
    sim_room_leave(&r);
}

TEST(actions_that_are_none_are_refused_and_some_change_nothing) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
    const wend_action_kind still[] = {WEND_ACTION_STOP, WEND_ACTION_FOUND, WEND_ACTION_JUMP};
    wend_body_pose before = wend_sim_pose(r.sim);
    for (int i = 0; i < 3; i++) {
        wend_outcome outcome = sim_room_step(r.sim, still[i]);
        wend_body_pose after = wend_sim_pose(r.sim);
        CHECK(!outcome.collided && !outcome.changed && outcome.moved == 0);
        CHECK(memcmp(&before.feet, &after.feet, sizeof before.feet) == 0);
        CHECK_INT(after.turns, before.turns);
    }
    wend_outcome outcome;
    CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_GO}, &outcome, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "without a viewpoint graph");
    CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = (wend_action_kind)WEND_ACTION_COUNT},
                            &outcome, &error),
              WEND_ARGUMENT);
    sim_room_leave(&r);
}

static double spread_of_turns(float turn_sigma, float drift_sigma) {
    wend_sim_def def = sim_room_blind();
    def.body.turn_sigma = turn_sigma;
    def.body.drift_sigma = drift_sigma;
    sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
    double squares = 0;
    wend_error error;
    for (int i = 0; i < 1000; i++) {
        CHECK_OK(wend_sim_reset(r.sim, r.world, wend_v3(2, 0, 2.5f), 0,
                                wend_rng_make((uint64_t)i, 7), &error));
        sim_room_step(r.sim, drift_sigma > 0 ? WEND_ACTION_FORWARD : WEND_ACTION_LEFT);
        wend_body_pose pose = wend_sim_pose(r.sim);
        double off =
            (double)wend_body_pose_heading(&pose, &def.body) - (drift_sigma > 0 ? 0 : WEND_PI / 6);
        squares += off * off;
    }
    sim_room_leave(&r);
    return sqrt(squares / 1000) * 180 / WEND_PI;
}

TEST(noise_of_turns_is_in_degrees_and_steps_drift_by_their_own) {
    CHECK_NEAR(spread_of_turns(0.5f, 0), 0.5, 0.05);
    CHECK_NEAR(spread_of_turns(0, 0.25f), 0.25, 0.025);
    CHECK_NEAR(spread_of_turns(0, 0), 0, 1e-5);
}

// ---- motors to the last digit -------------------------------------------------------------------

TEST(noise_is_drawn_once_for_each_motor_that_has_some_and_added) {
    const struct {
        float mean, sigma, drift, turn;
        wend_action_kind kind;
    } rows[] = {{0.05f, 0, 0, 0, WEND_ACTION_FORWARD},     {0, 0.02f, 0, 0, WEND_ACTION_FORWARD},
                {0.05f, 0.02f, 0, 0, WEND_ACTION_FORWARD}, {0, 0, 5, 0, WEND_ACTION_FORWARD},
                {0.05f, 0.02f, 5, 0, WEND_ACTION_FORWARD}, {0, 0, 0, 5, WEND_ACTION_LEFT},
                {0.05f, 0.02f, 5, 5, WEND_ACTION_RIGHT},   {0, 0, 0, 0, WEND_ACTION_FORWARD}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_sim_def def = sim_room_blind();
        def.body.step_mean = rows[i].mean;
        def.body.step_sigma = rows[i].sigma;
        def.body.drift_sigma = rows[i].drift;
        def.body.turn_sigma = rows[i].turn;
        sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
        wend_rng rng = wend_rng_make(1, 1);
        wend_outcome outcome = sim_room_step(r.sim, rows[i].kind);
        bool forward = rows[i].kind == WEND_ACTION_FORWARD;
        double heading = forward ? 0 : rows[i].kind == WEND_ACTION_LEFT ? 30 : -30, moved = 0;
        float sigma = forward ? rows[i].drift : rows[i].turn;  // drawn before the step
        if (sigma > 0) heading += (double)sigma * wend_rng_normal(&rng);
        if (forward) moved = 0.25 + (double)rows[i].mean;
        if (forward && (rows[i].sigma > 0 || rows[i].mean != 0))
            moved += (double)rows[i].sigma * wend_rng_normal(&rng);
        wend_body_pose pose = wend_sim_pose(r.sim);
        CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), heading * WEND_PI / 180, 1e-5);
        CHECK_NEAR(outcome.moved, moved, 1e-4);
        CHECK_NEAR(pose.feet.x, 2 - moved * sin(heading * WEND_PI / 180), 1e-4);
        CHECK_NEAR(pose.feet.z, 2.5 - moved * cos(heading * WEND_PI / 180), 1e-4);
        sim_room_leave(&r);
    }
}

TEST(the_camera_may_tilt_a_thousandth_of_a_degree_beyond_its_limit) {
    const struct {
        float look;
        int looks;  // of 60 degrees
    } rows[] = {{20, 3}, {20.0002f, 3}, {20.002f, 2}, {60, 1}, {61, 0}, {7, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int up = 0; up < 2; up++) {
            wend_sim_def def = sim_room_blind();
            def.body.look = rows[i].look;
            sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), 0);
            for (int k = 0; k < 12; k++)
                sim_room_step(r.sim, up ? WEND_ACTION_UP : WEND_ACTION_DOWN);
            CHECK_INT(wend_sim_pose(r.sim).looks, up ? rows[i].looks : -rows[i].looks);
            sim_room_leave(&r);
        }
}

static wend_outcome drive(wend_sim* sim, double forward, double turn, double seconds) {
    wend_error error;
    wend_outcome outcome;
    wend_action action = {.kind = WEND_ACTION_VELOCITY,
                          .forward = (float)forward,
                          .turn = (float)turn,
                          .seconds = (float)seconds};
    CHECK_OK(wend_sim_step(sim, action, &outcome, &error));
    return outcome;
}

// Each piece is straight, as long as its arc, and has at most 0.05 m and 0.05 rad: a polygon around
// a circle, wider than it by x / sin x, x the half of a piece's angle.
TEST(an_arc_is_driven_in_pieces_of_five_centimetres_and_a_twentieth_of_a_radian) {
    const struct {
        double radius, angle, seconds;
        int pieces;
    } rows[] = {{1, WEND_PI / 2, 1, 32},  // 31.4 and one
                {0.025, WEND_PI / 2, 1, 32},
                {1, -WEND_PI / 2, 2, 32},
                {-1, 1.01, 0.5, 21},  // backwards
                {2, 0.502, 1, 21}};   // 20.08 by its length
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_sim_def def = sim_room_blind();
        sim_room r = sim_room_enter(&def, 1, wend_v3(2.3f, 0, 2.9f), 0);
        double radius = rows[i].radius, angle = rows[i].angle;
        double path = radius * fabs(angle), half = angle / 2 / rows[i].pieces;
        wend_outcome outcome =
            drive(r.sim, path / rows[i].seconds, angle / rows[i].seconds, rows[i].seconds);
        double wide = radius * half / sin(half), left = (1 - cos(angle)) * (angle < 0 ? -1 : 1);
        wend_body_pose pose = wend_sim_pose(r.sim);
        CHECK(!outcome.collided);
        CHECK_NEAR(outcome.moved, fabs(path), 1e-4);
        CHECK_NEAR(pose.feet.x, 2.3 - wide * left, 8e-6);
        CHECK_NEAR(pose.feet.z, 2.9 - wide * fabs(sin(angle)), 8e-6);
        CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), angle, 1e-5);
        sim_room_leave(&r);
    }
}

TEST(velocity_moves_up_to_the_wall_even_with_whole_steps) {
    for (int whole = 0; whole < 2; whole++) {
        wend_sim_def def = sim_room_blind();
        sim_room r = sim_room_enter(&def, 1, wend_v3(2, 0, 2.5f), SIM_ROOM_EAST);
        float wall = sim_room_wall(&r);
        sim_room_leave(&r);
        def.body.all_or_nothing = whole;
        r = sim_room_enter(&def, 1, wend_v3(3, 0, 2.5f), SIM_ROOM_EAST);
        wend_outcome outcome = drive(r.sim, 2, 0, 1);
        CHECK(outcome.collided);
        CHECK_NEAR(wend_sim_pose(r.sim).feet.x, wall, 1e-3);
        CHECK_NEAR(outcome.moved, wall - 3, 1e-3);
        outcome = drive(r.sim, -1, 0, 0.5);
        CHECK(!outcome.collided);  // it is of this action, not of the one before
        sim_room_leave(&r);
    }
}
