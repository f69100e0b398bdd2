#include "fixture.h"
#include "test.h"

#include "wend/sim.h"

static wend_world* make_world(bool open_door) {
    wend_error error;
    wend_world* world;
    CHECK_OK(wend_world_create(fixture_two_rooms(open_door ? 1 : 0), NULL, &world, &error));
    return world;
}

static wend_sim* make_sim(const wend_sim_def* def) {
    wend_error error;
    wend_sim* sim;
    CHECK_OK(wend_sim_create(def, &sim, &error));
    return sim;
}

static wend_outcome step(wend_sim* sim, wend_action_kind kind) {
    wend_error error;
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(sim, (wend_action){.kind = kind}, &outcome, &error));
    return outcome;
}

TEST(turning_is_exact_however_often) {
    wend_error error;
    wend_world* world = make_world(true);
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    wend_sim* sim = make_sim(&def);
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 2), 0.3f, wend_rng_make(1, 1), &error));
    float before = wend_body_pose_heading(&(wend_body_pose){.heading0 = 0.3f}, &def.body);
    for (int i = 0; i < 12 * 1000; i++) step(sim, WEND_ACTION_LEFT);
    wend_body_pose pose = wend_sim_pose(sim);
    CHECK(wend_body_pose_heading(&pose, &def.body) == before);
    step(sim, WEND_ACTION_LEFT);
    pose = wend_sim_pose(sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), 0.3 + WEND_PI / 6, 1e-6);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(forward_moves_until_a_wall_stops_the_agent) {
    wend_error error;
    wend_world* world = make_world(true);
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    wend_sim* sim = make_sim(&def);
    // Heading -90 degrees looks along +x, towards the wall between the rooms.
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 2.5f), -(float)WEND_PI / 2,
                            wend_rng_make(1, 1), &error));
    wend_outcome outcome = step(sim, WEND_ACTION_FORWARD);
    CHECK(!outcome.collided);
    CHECK_NEAR(wend_sim_pose(sim).feet.x, 2.25, 1e-3);
    CHECK_NEAR(wend_sim_pose(sim).feet.z, 2.5, 1e-3);
    for (int i = 0; i < 10; i++) outcome = step(sim, WEND_ACTION_FORWARD);
    CHECK(outcome.collided);
    CHECK(wend_sim_pose(sim).feet.x < 3.81f);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(velocity_drives_an_arc) {
    wend_error error;
    wend_world* world = make_world(true);
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    wend_sim* sim = make_sim(&def);
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 3.5f), 0, wend_rng_make(1, 1), &error));
    // A quarter of a circle of radius 1 to the left, from looking along -z.
    wend_action quarter = {.kind = WEND_ACTION_VELOCITY,
                           .forward = (float)WEND_PI / 2,
                           .turn = (float)WEND_PI / 2,
                           .seconds = 1};
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(sim, quarter, &outcome, &error));
    CHECK_NEAR(wend_sim_pose(sim).feet.x, 1, 0.01);
    CHECK_NEAR(wend_sim_pose(sim).feet.z, 2.5, 0.01);
    CHECK_NEAR(outcome.moved, WEND_PI / 2, 0.01);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(a_closed_door_blocks_motion_and_view_until_it_is_opened) {
    wend_error error;
    wend_world* world = make_world(false);
    wend_sim_def def = wend_sim_default_def();
    def.moves_doors = true;
    def.camera.width = def.camera.height = 32;
    wend_sim* sim = make_sim(&def);
    float depth[32 * 32];
    wend_frame frame = {.depth = depth};
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(3, 0, 0.5f), -(float)WEND_PI / 2,
                            wend_rng_make(1, 1), &error));
    CHECK_OK(wend_sim_observe(sim, &frame, &error));
    float blocked = depth[16 * 32 + 16];
    for (int i = 0; i < 8; i++) step(sim, WEND_ACTION_FORWARD);
    CHECK(wend_sim_pose(sim).feet.x < 4);
    wend_outcome outcome = step(sim, WEND_ACTION_DOOR);
    CHECK(outcome.changed);
    CHECK_NEAR(wend_sim_openness(sim, 0), 1, 0);
    CHECK_OK(wend_sim_observe(sim, &frame, &error));
    CHECK_NEAR(blocked, 0.98, 0.02);
    CHECK(depth[16 * 32 + 16] > 3);
    for (int i = 0; i < 8; i++) step(sim, WEND_ACTION_FORWARD);
    CHECK(wend_sim_pose(sim).feet.x > 4.5f);
    // And after a reset it is closed again.
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(3, 0, 0.5f), -(float)WEND_PI / 2,
                            wend_rng_make(1, 1), &error));
    for (int i = 0; i < 8; i++) step(sim, WEND_ACTION_FORWARD);
    CHECK(wend_sim_pose(sim).feet.x < 4);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(an_object_is_carried_and_put_down) {
    wend_error error;
    wend_world* world = make_world(true);
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    wend_sim* sim = make_sim(&def);
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(1, 0, 2), 0, wend_rng_make(1, 1), &error));
    uint32_t ball = wend_scene_find_object(wend_world_scene(world), "ball");
    CHECK_INT(step(sim, WEND_ACTION_PICK).object, ball);
    CHECK_INT(wend_sim_carried(sim), ball);
    for (int i = 0; i < 3; i++) step(sim, WEND_ACTION_RIGHT);
    for (int i = 0; i < 4; i++) step(sim, WEND_ACTION_FORWARD);
    CHECK_INT(step(sim, WEND_ACTION_PUT).object, ball);
    wend_vec3 at = wend_sim_object_at(sim, ball);
    CHECK_NEAR(at.x, 2.5, 0.02);
    CHECK_NEAR(at.y, 0.1, 0.06);
    CHECK_NEAR(at.z, 2, 0.02);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(motor_noise_has_the_size_it_was_given) {
    wend_error error;
    wend_world* world = make_world(true);
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    def.body = wend_body_robothor();
    wend_sim* sim = make_sim(&def);
    double sum = 0, squares = 0;
    for (int i = 0; i < 2000; i++) {
        char id[32];
        snprintf(id, sizeof id, "%d", i);
        CHECK_OK(
            wend_sim_reset(sim, world, wend_v3(2, 0, 2), 0, wend_rng_for(1, id, "noise"), &error));
        double moved = (double)step(sim, WEND_ACTION_FORWARD).moved;
        sum += moved;
        squares += moved * moved;
    }
    double mean = sum / 2000, sigma = sqrt(squares / 2000 - mean * mean);
    CHECK_NEAR(mean, 0.251, 0.0005);
    CHECK_NEAR(sigma, 0.005, 0.0005);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

static float goal_distance(const wend_sim* sim) {
    float metres = NAN;
    CHECK_INT(wend_sim_goal_distance(sim, &metres), WEND_OK);
    return metres;
}

TEST(the_remaining_distance_comes_from_a_field_until_a_door_moves) {
    wend_error error;
    wend_world *world, *plain;
    wend_sim *sim, *exact;
    wend_sim_def def = wend_sim_default_def();
    wend_world_def world_def = wend_world_default_def();
    world_def.uses_images = def.uses_images = false;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &world_def, &plain, &error));
    CHECK(!wend_world_fields(plain));
    world_def.fields = true;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &world_def, &world, &error));
    def.moves_doors = true;
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_OK(wend_sim_create(&def, &exact, &error));
    wend_vec3 start = {3.3f, 0, 0.5f}, goals[2] = {{7, 0, 3.5f}, {1, 0, 3.5f}};
    float heading = -(float)WEND_PI / 2;  // to the door
    wend_rng rng = wend_rng_make(1, 1);
    CHECK_INT(wend_sim_set_goals(sim, (wend_vec3_span){goals, 2}, &error), WEND_ARGUMENT);
    CHECK_OK(wend_sim_reset(sim, world, start, heading, rng, &error));
    CHECK_OK(wend_sim_reset(exact, plain, start, heading, rng, &error));
    CHECK(isinf(goal_distance(sim)));  // no goals yet
    CHECK_OK(wend_sim_set_goals(sim, (wend_vec3_span){goals, 1}, &error));
    CHECK_OK(wend_sim_set_goals(exact, (wend_vec3_span){goals, 1}, &error));
    CHECK(isinf(goal_distance(sim)) && isinf(goal_distance(exact)));
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(sim, (wend_action){.kind = WEND_ACTION_DOOR}, &outcome, &error));
    CHECK(outcome.changed);
    CHECK_NEAR(goal_distance(sim), hypotf(3.7f, 3), 0.3);
    CHECK_OK(wend_sim_set_goals(exact, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(goal_distance(exact), hypotf(2.3f, 3), 0.01);
    CHECK_OK(wend_sim_reset(sim, world, start, heading, rng, &error));
    CHECK_OK(wend_sim_set_goals(sim, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(goal_distance(sim), hypotf(2.3f, 3), 0.05);
    wend_world_destroy(world);  // the field the simulator holds may go later
    wend_sim_destroy(sim);
    wend_sim_destroy(exact);
    wend_world_destroy(plain);
}
