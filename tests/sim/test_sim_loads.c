// Loads, goals, changes of the world and failing allocations of a simulator.
#include "sim/sim_room.h"
#include "test.h"

// ---- loads --------------------------------------------------------------------------------------

static wend_load load_of(uint32_t object) {
    return (wend_load){.object = object,
                       .reach = 0.5f,
                       .height = 1,
                       .rest = {7, 0.5f, 3},
                       .rest_heading = 1,
                       .rest_reach = 0.25f};
}

static float goal_distance(const wend_sim* sim) {
    float metres = NAN;
    CHECK_INT(wend_sim_goal_distance(sim, &metres), WEND_OK);
    return metres;
}

static float route_distance(const wend_sim* sim, int number) {
    float metres = NAN;
    CHECK_INT(wend_sim_route_distance(sim, number, &metres), WEND_OK);
    return metres;
}

TEST(loads_are_objects_that_can_move) {
    wend_error error = {0};
    wend_sim_def def = sim_room_blind();
    sim_floor m = sim_floor_make();
    uint32_t ball = sim_floor_ball(&m, 2, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    const struct {
        uint32_t object;
        wend_status status;
    } rows[] = {{0, WEND_ARGUMENT},
                {1, WEND_ARGUMENT},
                {ball, WEND_OK},
                {ball + 1, WEND_ARGUMENT},
                {ball + 2, WEND_ARGUMENT}};
    CHECK_INT(wend_scene_get(wend_world_scene(r.world))->objects.count, ball + 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_load load = load_of(rows[i].object);
        CHECK_INT(wend_sim_set_load(r.sim, &load, &error), rows[i].status);
    }
    sim_room_leave(&r);
}

TEST(a_load_is_picked_within_its_reach_and_height_and_in_front) {
    wend_sim_def def = sim_room_blind();
    def.body.reach = 0.1f;  // for other objects
    const struct {
        wend_vec3 at;  // of its underside; the middle is 0.1 m above
        bool picked;
    } rows[] = {{{6.49f, 0, 1}, true},     {{6.51f, 0, 1}, false},    {{6.4f, 0.85f, 1}, true},
                {{6.4f, 0.95f, 1}, false}, {{6.4f, -1.05f, 1}, true}, {{6.4f, -1.15f, 1}, false},
                {{6, 0, 1.49f}, false},    {{6, 0, 1.15f}, true},     {{5.6f, 0, 1}, false}};
    sim_floor m = sim_floor_make();
    uint32_t ball = sim_floor_ball(&m, 2, 1), other = sim_floor_ball(&m, 6.3f, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_load load = load_of(ball);
        sim_room_put(&r, wend_v3(6, 0, 1), SIM_ROOM_EAST);
        CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
        CHECK_OK(wend_sim_place(r.sim, ball, rows[i].at, 0, &error));
        wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_PICK);
        if (outcome.changed != rows[i].picked) test_fail(__FILE__, __LINE__, "row %zu", i);
        CHECK_INT(outcome.object, rows[i].picked ? ball : 0);
        CHECK(wend_sim_carried(r.sim) != other);
    }
    wend_error error;
    wend_load load = load_of(ball);
    sim_room_put(&r, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
    CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(6.3f, 0, 1), 0, &error));
    CHECK_OK(wend_sim_hide(r.sim, ball, &error));
    CHECK(!sim_room_step(r.sim, WEND_ACTION_PICK).changed);
    sim_room_leave(&r);
}

TEST(a_load_is_on_the_back_until_it_is_put_and_rests_within_reach_of_its_rest) {
    const struct {
        float x, height;  // of the rest, ahead of the body at (6, 0, 1)
        bool rests;
    } rows[] = {{6.24f, 0.5f, true}, {6.26f, 0.5f, false}, {5.76f, 0.5f, true},
                {6.2f, 0.95f, true}, {6.2f, 1.05f, false}, {6, 0, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_sim_def def = sim_room_blind();
        sim_floor m = sim_floor_make();
        uint32_t ball = sim_floor_ball(&m, 2, 1);
        sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
        wend_load load = load_of(ball);
        load.rest = wend_v3(rows[i].x, rows[i].height, 1);
        CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
        CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(6.3f, 0, 1), 0, &error));
        CHECK(sim_room_step(r.sim, WEND_ACTION_PICK).changed);
        CHECK(!sim_room_step(r.sim, WEND_ACTION_PICK).changed);
        float floor = wend_sim_pose(r.sim).feet.y;
        CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, 6 - 0.45, 1e-4);
        CHECK_NEAR(wend_sim_object_at(r.sim, ball).y, (double)floor + 0.75, 1e-4);
        wend_outcome outcome = sim_room_step(r.sim, WEND_ACTION_PUT);
        CHECK(outcome.changed);
        CHECK_INT(outcome.rested, rows[i].rests);
        CHECK_INT(outcome.object, ball);
        wend_vec3 at = wend_sim_object_at(r.sim, ball);
        CHECK_NEAR(at.x, rows[i].rests ? rows[i].x : 6.5, 1e-3);
        CHECK_NEAR(at.y, (rows[i].rests ? rows[i].height : floor) + 0.1, 1e-3);
        sim_room_leave(&r);
    }
}

TEST(a_reset_forgets_the_load) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_floor m = sim_floor_make();
    uint32_t far = sim_floor_ball(&m, 2, 1), near = sim_floor_ball(&m, 6.7f, 1);
    sim_room r = sim_floor_enter(&m, &def, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    wend_load load = load_of(far);
    CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
    CHECK(!sim_room_step(r.sim, WEND_ACTION_PICK).changed);
    sim_room_put(&r, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    CHECK_INT(sim_room_step(r.sim, WEND_ACTION_PICK).object, near);
    sim_room_put(&r, wend_v3(6, 0, 1), SIM_ROOM_EAST);
    CHECK_INT(wend_sim_carried(r.sim), 0);
    sim_room_leave(&r);
}

TEST(scenes_of_up_to_1024_doors_are_entered) {
    for (int doors = 1024; doors < 1026; doors++) {
        wend_error error = {0};
        wend_world* world;
        wend_scene* scene;
        wend_sim* sim;
        wend_sim_def def = sim_room_blind();
        wend_world_def blind_world = wend_world_default_def();
        sim_floor m = sim_floor_make();
        for (int i = 0; i < doors; i++) sim_floor_door(&m, 6, false, i == 1023);
        blind_world.uses_images = false;
        CHECK_OK(scene_builder_finish(&m.b, "many", "test", &scene, &error));
        CHECK_OK(wend_world_create(scene, &blind_world, &world, &error));
        CHECK_OK(wend_sim_create(&def, &sim, &error));
        CHECK_INT(wend_sim_reset(sim, world, wend_v3(2, 0, 2), 0, wend_rng_make(1, 1), &error),
                  doors == 1024 ? WEND_OK : WEND_LIMIT);
        if (doors > 1024) CHECK_HAS(error.message, "many: 1025 doors, at most 1024 can move");
        wend_sim_destroy(sim);
        wend_world_destroy(world);
    }
}

// ---- goals --------------------------------------------------------------------------------------

TEST(the_remaining_distance_is_to_the_nearest_goal_and_of_a_route_to_each) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    sim_room r = sim_room_enter(&def, 1, wend_v3(1, 0, 3), 0);
    const wend_vec3 goals[2] = {{3, 0, 3}, {1, 0, 2}};
    CHECK(isinf(goal_distance(r.sim)));
    CHECK(isinf(route_distance(r.sim, 0)));
    CHECK_OK(wend_sim_set_goals(r.sim, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(goal_distance(r.sim), 1, 1e-3);
    CHECK_OK(wend_sim_set_route(r.sim, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(route_distance(r.sim, 0), 2, 1e-3);
    CHECK_NEAR(route_distance(r.sim, 1), 1, 1e-3);
    CHECK(isinf(route_distance(r.sim, 2)) && isinf(route_distance(r.sim, -1)));
    CHECK(isinf(goal_distance(r.sim)));
    sim_room_put(&r, wend_v3(1, 0, 3), 0);  // forgotten
    CHECK(isinf(route_distance(r.sim, 0)));
    sim_room_leave(&r);
}

// ---- worlds one after the other -----------------------------------------------------------------

TEST(a_sim_that_moves_doors_uses_the_navmesh_of_its_current_world) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    def.moves_doors = true;
    sim_room small = sim_room_enter(&def, 0, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    sim_floor m = sim_floor_make();
    sim_room large = sim_floor_enter(&m, &def, wend_v3(10, 0, 2), SIM_ROOM_EAST);
    CHECK_OK(wend_sim_reset(small.sim, large.world, wend_v3(10, 0, 2), SIM_ROOM_EAST,
                            wend_rng_make(1, 1), &error));
    CHECK_NEAR(wend_sim_pose(small.sim).feet.x, 10, 1e-3);
    CHECK(wend_sim_world(small.sim) == large.world);
    CHECK(!sim_room_step(small.sim, WEND_ACTION_DOOR).changed);
    // And back: its door is closed, opens, and is closed again.
    for (int i = 0; i < 2; i++) {
        sim_room_put(&small, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
        CHECK_NEAR(wend_sim_openness(small.sim, 0), 0, 0);
        CHECK(sim_room_step(small.sim, WEND_ACTION_FORWARD).changed == 0);
        CHECK(sim_room_step(small.sim, WEND_ACTION_DOOR).changed);
    }
    sim_room_put(&small, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    uint64_t calls = wend_memory_get_stats().calls;
    sim_room_put(&small, wend_v3(3, 0, 0.5f), SIM_ROOM_EAST);
    CHECK_INT(wend_memory_get_stats().calls, calls);  // nothing moved: nothing is copied
    sim_room_leave(&large);
    sim_room_leave(&small);
}

// ---- when memory ends ---------------------------------------------------------------------------

static wend_status enter_and_leave(void* context, wend_error* error) {
    wend_sim* sim;
    wend_sim_def def = wend_sim_default_def();
    def.moves_doors = true;
    def.uses_images = false;
    WEND_TRY(wend_sim_create(&def, &sim, error));
    wend_status status = wend_sim_reset(sim, ((sim_room*)context)->world, wend_v3(1, 0, 3), 0,
                                        wend_rng_make(1, 1), error);
    wend_sim_destroy(sim);
    return status;
}

// Without fields the distance is exact, and the first search in a navmesh allocates.
TEST(a_distance_without_memory_is_an_error_and_not_infinite) {
    wend_error error;
    wend_sim_def def = sim_room_blind();
    const wend_vec3 goal = {6, 0, 1};
    for (int route = 0; route < 2; route++) {
        wend_status status = WEND_NO_MEMORY;
        int failures = 0;
        for (uint64_t n = 1; status != WEND_OK && n < 100; n++) {
            sim_room r;
            float metres;
            wend_world_def world = wend_world_default_def();
            world.uses_images = false;
            world.navmesh.open_doors = true;
            CHECK_OK(wend_world_create(fixture_two_rooms(0), &world, &r.world, &error));
            CHECK_OK(wend_sim_create(&def, &r.sim, &error));
            sim_room_put(&r, wend_v3(1, 0, 3), 0);
            CHECK_OK(route ? wend_sim_set_route(r.sim, (wend_vec3_span){&goal, 1}, &error)
                           : wend_sim_set_goals(r.sim, (wend_vec3_span){&goal, 1}, &error));
            wend_memory_fail_at(n, true);
            status = route ? wend_sim_route_distance(r.sim, 0, &metres)
                           : wend_sim_goal_distance(r.sim, &metres);
            wend_memory_fail_at(0, false);
            CHECK(status == WEND_NO_MEMORY || isfinite(metres));
            failures += status == WEND_NO_MEMORY;
            sim_room_leave(&r);
        }
        CHECK_INT(status, WEND_OK);
        CHECK(failures > 0);
    }
}

TEST(simulators_without_memory_are_errors) {
    wend_error error = {0};
    wend_sim_def def = sim_room_blind();
    sim_room r = {0};
    wend_world_def world = wend_world_default_def();
    world.uses_images = false;
    world.fields = true;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &world, &r.world, &error));
    CHECK_OK(wend_sim_create(&def, &r.sim, &error));
    sim_room_put(&r, wend_v3(1, 0, 3), 0);
    for (uint64_t n = 1; n < 4; n++)  // the first is the simulator's, then come those of fields
        for (int route = 0; route < 2; route++) {
            const wend_vec3 goal = {1 + 0.1f * (float)n, 0, 2 + 0.1f * (float)route};
            wend_vec3_span goals = {&goal, 1};
            wend_memory_fail_at(n, false);
            wend_status status = route ? wend_sim_set_route(r.sim, goals, &error)
                                       : wend_sim_set_goals(r.sim, goals, &error);
            wend_memory_fail_at(0, false);
            CHECK_INT(status, WEND_NO_MEMORY);
            CHECK_HAS(error.message, "out of memory for");
            CHECK_OK(wend_sim_set_goals(r.sim, goals, &error));
            CHECK(goal_distance(r.sim) < 1.2f);
        }
    for (uint64_t n = 1; n < 8; n++) {  // the simulator, then its own navmesh
        wend_memory_fail_at(n, false);
        wend_status status = enter_and_leave(&r, &error);
        wend_memory_fail_at(0, false);
        CHECK_INT(status, WEND_NO_MEMORY);
    }
    sim_room_leave(&r);
}
