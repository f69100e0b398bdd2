// Doors and objects in reach of the agent: which one is moved, from where, and how many.
#include "sim/sim_room.h"
#include "test.h"

// ---- doors --------------------------------------------------------------------------------------

// Walks from x = 3 towards the door at x = 4, opens it before and asks it to close there.
static bool closes_at(float distance) {
    wend_sim_def def = sim_room_blind();
    def.moves_doors = true;
    def.body.step = 1 - distance;
    sim_room r = sim_room_enter(&def, 0, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    CHECK(sim_room_step(r.sim, WEND_ACTION_DOOR).changed);
    CHECK_NEAR(wend_sim_openness(r.sim, 0), 1, 0);
    CHECK(!sim_room_step(r.sim, WEND_ACTION_FORWARD).collided);
    CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 4 - distance, 1e-3);
    bool closed = sim_room_step(r.sim, WEND_ACTION_DOOR).changed;
    CHECK_NEAR(wend_sim_openness(r.sim, 0), closed ? 0 : 1, 0);
    sim_room_leave(&r);
    return closed;
}

TEST(a_door_does_not_close_on_an_agent_in_it) {
    CHECK(closes_at(0.9f));
    CHECK(closes_at(0.47f));
    CHECK(!closes_at(0.43f));
    CHECK(!closes_at(0.2f));
    CHECK(!closes_at(0.05f));
}

TEST(a_door_is_moved_from_within_reach_and_in_front_only) {
    wend_sim_def def = sim_room_blind();
    def.moves_doors = true;
    sim_room r = sim_room_enter(&def, 0, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    const struct {
        float x, heading;
        bool near;
    } cases[] = {{2.52f, 0, true}, {2.48f, 0, false}, {3, 0.9f, true}, {3, -0.9f, true},
                 {3, 1.2f, false}, {3, -1.2f, false}, {3, 3.1f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sim_room_put(&r, wend_v3(cases[i].x, 0, 0.5f), SIM_ROOM_EAST + cases[i].heading);
        CHECK((wend_sim_door_in_front(r.sim) == 0) == cases[i].near);
        CHECK_INT(sim_room_step(r.sim, WEND_ACTION_DOOR).changed, cases[i].near);
    }
    CHECK_NEAR(wend_sim_openness(r.sim, 1), 0, 0);  // there is no such door
    sim_room_leave(&r);
}

TEST(without_moving_doors_a_door_stays_as_it_is) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 0, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    CHECK_INT(wend_sim_door_in_front(r.sim), 0);
    CHECK(!sim_room_step(r.sim, WEND_ACTION_DOOR).changed);
    CHECK_NEAR(wend_sim_openness(r.sim, 0), 0, 0);
    sim_room_leave(&r);
}

// ---- hands --------------------------------------------------------------------------------------

TEST(objects_are_picked_within_reach_in_front_and_one_at_a_time) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(1, 0, 3), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    const struct {
        float z, heading;
        bool near;
    } cases[] = {{2.48f, 0, true}, {2.52f, 0, false}, {2, 1, true},     {2, -1, true},
                 {2, 1.1f, false}, {2, -1.1f, false}, {2, 3.1f, false}, {1.15f, 3.1f, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sim_room_put(&r, wend_v3(1, 0, cases[i].z), cases[i].heading);
        CHECK_INT(sim_room_step(r.sim, WEND_ACTION_PICK).object, cases[i].near ? ball : 0);
        CHECK_INT(wend_sim_carried(r.sim), cases[i].near ? ball : 0);
        if (!cases[i].near) continue;
        CHECK(!sim_room_step(r.sim, WEND_ACTION_PICK).changed);
    }
    sim_room_put(&r, wend_v3(1, 0, 2), 0);
    CHECK(!sim_room_step(r.sim, WEND_ACTION_PUT).changed);  // empty hands
    sim_room_leave(&r);
}

TEST(a_carried_object_is_ahead_below_the_camera_and_is_put_an_arms_length_ahead) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(1, 0, 2), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    sim_room_step(r.sim, WEND_ACTION_PICK);
    wend_body_pose pose = wend_sim_pose(r.sim);
    wend_vec3 at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.x, 1, 1e-4);
    CHECK_NEAR(at.z, 2 - 0.4, 1e-4);
    CHECK_NEAR(at.y, (double)pose.feet.y + 0.6 * 1.25, 1e-4);
    sim_room_step(r.sim, WEND_ACTION_LEFT);  // it turns with the body: 30 degrees towards -x
    at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.x, 1 - 0.4 * 0.5, 1e-3);
    CHECK_NEAR(at.z, 2 - 0.4 * sqrt(0.75), 1e-3);
    sim_room_step(r.sim, WEND_ACTION_RIGHT);
    wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_PUT);
    CHECK(outcome.changed && !outcome.rested);
    at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.z, 1.5, 1e-3);
    CHECK_NEAR(at.y, (double)pose.feet.y + 0.1, 1e-3);
    CHECK_INT(wend_sim_carried(r.sim), 0);
    sim_room_leave(&r);
}

TEST(objects_that_cannot_be_moved_are_refused_and_those_out_of_range_are_nowhere) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(1, 0, 2), 0);
    const wend_scene* scene = wend_world_scene(r.world);
    uint32_t ball = wend_scene_find_object(scene, "ball");
    uint32_t door = wend_scene_find_object(scene, "door");
    uint32_t count = wend_scene_get(scene)->objects.count;
    wend_vec3 at = {2, 0, 2};
    CHECK_INT(wend_sim_place(r.sim, 0, at, 0, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_place(r.sim, count, at, 0, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_place(r.sim, door, at, 0, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_place(r.sim, ball, wend_v3(NAN, 0, 0), 0, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_place(r.sim, ball, at, INFINITY, &error), WEND_ARGUMENT);
    CHECK(!wend_sim_is_there(r.sim, 0) && !wend_sim_is_there(r.sim, count));
    CHECK(wend_sim_is_there(r.sim, ball));
    CHECK_OK(wend_sim_hide(r.sim, ball, &error));
    CHECK(!wend_sim_is_there(r.sim, ball));
    CHECK_OK(wend_sim_place(r.sim, ball, at, 0, &error));
    CHECK(wend_sim_is_there(r.sim, ball));
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).y, 0.1, 1e-6);
    CHECK_NEAR(wend_sim_object_at(r.sim, count).x, 0, 0);
    CHECK_NEAR(wend_sim_object_at(r.sim, count + 1).x, 0, 0);
    // A reset puts it back.
    sim_room_put(&r, wend_v3(1, 0, 2), 0);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, 1, 1e-6);
    sim_room_leave(&r);
}

TEST(the_nearest_door_that_opens_is_moved_and_no_other) {
    wend_sim_def def = sim_room_blind();
    def.moves_doors = true;
    def.body.reach = 3;
    sim_floor m = sim_floor_make();
    sim_floor_door(&m, 6.2f, false, true);  // no leaf
    sim_floor_door(&m, 6.3f, true, false);  // never opens
    sim_floor_door(&m, 7.5f, true, true);
    sim_floor_door(&m, 8, true, true);
    sim_floor_door(&m, 7, true, true);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(5.6f, 0, 2), SIM_ROOM_EAST);
    CHECK_INT(wend_sim_door_in_front(r.sim), 4);
    wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_DOOR);
    CHECK(outcome.changed);
    CHECK_INT(outcome.object, wend_scene_get(wend_world_scene(r.world))->doors.items[4].object);
    for (uint32_t i = 0; i < 5; i++) CHECK_NEAR(wend_sim_openness(r.sim, i), i == 4, 0);
    CHECK(sim_room_step(r.sim, WEND_ACTION_DOOR).changed);
    for (uint32_t i = 0; i < 6; i++) CHECK_NEAR(wend_sim_openness(r.sim, i), 0, 0);
    sim_room_leave(&r);
}

TEST(the_nearest_object_is_picked_and_each_is_where_it_was_put) {
    wend_sim_def def = sim_room_blind();
    sim_floor m = sim_floor_make();
    const float at[] = {6.8f, 6.9f, 6.7f, 2};
    uint32_t balls[4];
    for (int i = 0; i < 4; i++) balls[i] = sim_floor_ball(&m, at[i], 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    CHECK_INT(sim_room_step(r.sim, WEND_ACTION_PICK).object, balls[2]);
    for (int i = 0; i < 4; i++)
        if (i != 2) CHECK_NEAR(wend_sim_object_at(r.sim, balls[i]).x, at[i], 1e-5);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).x, 6.4, 1e-4);
    sim_room_step(r.sim, WEND_ACTION_LEFT);
    sim_room_step(r.sim, WEND_ACTION_PUT);
    sim_room_step(r.sim, WEND_ACTION_RIGHT);
    CHECK_INT(sim_room_step(r.sim, WEND_ACTION_PICK).object, balls[2]);  // 0.5 m away
    for (int i = 0; i < 3; i++) sim_room_step(r.sim, WEND_ACTION_RIGHT);
    sim_room_step(r.sim, WEND_ACTION_PUT);  // behind a shoulder
    for (int i = 0; i < 3; i++) sim_room_step(r.sim, WEND_ACTION_LEFT);
    CHECK_INT(sim_room_step(r.sim, WEND_ACTION_PICK).object, balls[0]);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).x, 6, 1e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).z, 1.5, 1e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[1]).x, 6.9, 1e-5);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[3]).x, 2, 1e-5);
    sim_room_leave(&r);
}

TEST(pick_reaches_two_and_a_half_metres_up_and_down_and_20_cm_behind) {
    wend_sim_def def = sim_room_blind();
    const struct {
        wend_vec3 at;  // of the ball's underside; its middle is 0.1 m above
        bool picked;
    } rows[] = {{{6.5f, 2.35f, 1}, true},   {{6.5f, 2.45f, 1}, false}, {{6.5f, -2.55f, 1}, true},
                {{6.5f, -2.65f, 1}, false}, {{5.81f, 0, 1}, true},     {{5.79f, 0, 1}, false},
                {{6.5f, 0, 1.85f}, true},   {{6.5f, 0, 1.89f}, false},  // 59.5 and 60.7 degrees
                {{6.5f, 0, 0.15f}, true},   {{6.5f, 0, 0.11f}, false}};
    sim_floor m = sim_floor_make();
    uint32_t ball = sim_floor_ball(&m, 2, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        sim_room_put(&r, wend_v3(6, 0, 1), SIM_ROOM_EAST);
        CHECK_OK(wend_sim_place(r.sim, ball, rows[i].at, 0, &error));
        if (sim_room_step(r.sim, WEND_ACTION_PICK).changed != rows[i].picked)
            test_fail(__FILE__, __LINE__, "row %zu", i);
    }
    sim_room_leave(&r);
}

TEST(an_object_put_down_at_a_wall_lies_before_the_wall) {
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(1, 0, 2), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    wend_error error;
    float wall = sim_room_wall(&r), x = wall - 0.1f;
    sim_room_put(&r, wend_v3(x, 0, 2.5f), SIM_ROOM_EAST - (float)WEND_PI / 4);  // along +x and +z
    CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(x + 0.1f, 0, 2.6f), 0, &error));
    CHECK(sim_room_step(r.sim, WEND_ACTION_PICK).changed);
    CHECK(sim_room_step(r.sim, WEND_ACTION_PUT).changed);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, wall, 5e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).z, 2.6, 5e-3);
    sim_room_leave(&r);
}

TEST(at_most_128_objects_move_and_one_that_has_may_move_again) {
    wend_error error = {0};
    wend_sim_def def = sim_room_blind();
    sim_floor m = sim_floor_make();
    uint32_t first = sim_floor_ball(&m, 1, 1);
    for (int i = 1; i < 129; i++) sim_floor_ball(&m, 1, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    for (uint32_t i = 0; i < 128; i++) CHECK_OK(wend_sim_hide(r.sim, first + i, &error));
    CHECK_INT(wend_sim_hide(r.sim, first + 128, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "128");
    CHECK(wend_sim_is_there(r.sim, first + 128));
    CHECK_OK(wend_sim_place(r.sim, first + 127, wend_v3(3, 0, 3), 0, &error));
    for (uint32_t i = 0; i < 129; i++) CHECK_INT(wend_sim_is_there(r.sim, first + i), i >= 127);
    CHECK_NEAR(wend_sim_object_at(r.sim, first + 127).x, 3, 1e-5);
    sim_room_leave(&r);
}

TEST(at_most_511_pieces_move) {
    wend_error error = {0};
    wend_sim_def def = sim_room_blind();
    sim_floor m = sim_floor_make();
    uint32_t big = sim_floor_ball(&m, 1, 510), one = sim_floor_ball(&m, 1, 1),
             more = sim_floor_ball(&m, 1, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    CHECK_OK(wend_sim_hide(r.sim, big, &error));
    CHECK_OK(wend_sim_hide(r.sim, one, &error));
    CHECK_INT(wend_sim_hide(r.sim, more, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "511");
    sim_room_leave(&r);
}

TEST(doors_and_moved_objects_share_the_limit_of_pieces) {
    wend_error error = {0};
    wend_outcome outcome;
    wend_sim_def def = sim_room_blind();
    def.moves_doors = true;
    for (int pieces = 510; pieces < 512; pieces++) {
        sim_floor m = sim_floor_make();
        sim_floor_door(&m, 7, true, true);  // one piece
        uint32_t big = sim_floor_ball(&m, 1, pieces);
        sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 2), SIM_ROOM_EAST);
        CHECK_OK(wend_sim_hide(r.sim, big, &error));
        CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_DOOR}, &outcome, &error),
                  pieces == 510 ? WEND_OK : WEND_LIMIT);
        sim_room_leave(&r);
        m = sim_floor_make();
        uint32_t leaf = sim_floor_leaf(&m, 7);
        for (int i = 0; i < pieces; i++)
            fixture_box(&m.b, leaf, m.material, wend_v3(6.98f, 0, 1.6f), wend_v3(7.02f, 2, 2.4f));
        scene_builder_door(&m.b, &(wend_door){.object = leaf,
                                              .center = {7, 0, 2},
                                              .width = 0.8f,
                                              .height = 2,
                                              .hinge = {7, 0, 1.6f},
                                              .open_angle = 1,
                                              .openable = true});
        r = sim_floor_enter(&m, &def, wend_v3(6, 0, 2), SIM_ROOM_EAST);
        CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_DOOR}, &outcome, &error),
                  pieces == 510 ? WEND_OK : WEND_LIMIT);
        sim_room_leave(&r);
    }
}
