// The simulator at its limits: how near, how far, how often, with numbers known by hand.
#include <float.h>

#include "fixture.h"
#include "test.h"

#include "wend/sim.h"

static const float EAST = -(float)WEND_PI / 2;  // heading that looks along +x

typedef struct room {
    wend_world* world;
    wend_sim* sim;
} room;

static room enter_room(const wend_sim_def* def, float openness, wend_vec3 feet, float heading) {
    wend_error error;
    room r;
    wend_world_def world = wend_world_default_def();
    world.uses_images = def->uses_images;
    CHECK_OK(wend_world_create(fixture_two_rooms(openness), &world, &r.world, &error));
    CHECK_OK(wend_sim_create(def, &r.sim, &error));
    CHECK_OK(wend_sim_reset(r.sim, r.world, feet, heading, wend_rng_make(1, 1), &error));
    return r;
}

static void leave_room(room* r) {
    wend_sim_destroy(r->sim);
    wend_world_destroy(r->world);
}

static wend_sim_def blind(void) {
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    return def;
}

static wend_outcome step(wend_sim* sim, wend_action_kind kind) {
    wend_error error;
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(sim, (wend_action){.kind = kind}, &outcome, &error));
    return outcome;
}

static void put_at(room* r, wend_vec3 feet, float heading) {
    wend_error error;
    CHECK_OK(wend_sim_reset(r->sim, r->world, feet, heading, wend_rng_make(1, 1), &error));
}

// Where the wall between the rooms stops a body that walks along +x at z = 2.5.
static float wall_at(room* r) {
    put_at(r, wend_v3(3, 0, 2.5f), EAST);
    for (int i = 0; i < 8; i++) step(r->sim, WEND_ACTION_FORWARD);
    return wend_sim_pose(r->sim).feet.x;
}

// ---- walking ------------------------------------------------------------------------------------

TEST(a_step_that_is_cut_by_a_millimetre_is_a_collision_and_a_whole_one_is_none) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), EAST);
    float wall = wall_at(&r);
    CHECK(wall > 3.6f && wall < 3.95f);
    const struct {
        float gap, moved;
        bool collided;
    } cases[] = {{0.30f, 0.25f, false}, {0.2505f, 0.25f, false}, {0.249f, 0.249f, true},
                 {0.2f, 0.2f, true},    {0.06f, 0.06f, true},    {0, 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_at(&r, wend_v3(wall - cases[i].gap, 0, 2.5f), EAST);
        wend_outcome outcome = step(r.sim, WEND_ACTION_FORWARD);
        CHECK_INT(outcome.collided, cases[i].collided);
        CHECK_NEAR(outcome.moved, cases[i].moved, 3e-4);
        CHECK(!outcome.changed && outcome.object == 0 && !outcome.rested);
    }
    leave_room(&r);
}

TEST(robothors_body_does_not_take_a_step_that_is_blocked) {
    wend_sim_def def = blind();
    def.body.all_or_nothing = true;
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), EAST);
    float wall = wall_at(&r);  // it comes to a stop up to a step before the wall
    CHECK(wall > 3.5f && wall < 3.81f);
    put_at(&r, wend_v3(3.7f, 0, 2.5f), EAST);
    wend_outcome outcome = step(r.sim, WEND_ACTION_FORWARD);
    CHECK(outcome.collided);
    CHECK(outcome.moved == 0);
    CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 3.7, 1e-4);
    leave_room(&r);
}

TEST(a_body_slides_along_a_wall_only_if_it_may_and_it_is_a_collision_either_way) {
    for (int slide = 0; slide < 2; slide++) {
        wend_sim_def def = blind();
        def.body.slide = slide;
        room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), EAST);
        float wall = wall_at(&r);
        put_at(&r, wend_v3(wall, 0, 2.5f), EAST - (float)WEND_PI / 4);  // along +x and +z
        wend_outcome outcome = step(r.sim, WEND_ACTION_FORWARD);
        CHECK(outcome.collided);
        CHECK_NEAR(outcome.moved, slide ? 0.25 * sqrt(0.5) : 0, 2e-3);
        leave_room(&r);
    }
}

TEST(heads_turn_up_and_down_as_far_as_they_go_and_no_farther) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
    const int looks[] = {1, 2, 2, 2};
    for (int i = 0; i < 4; i++) {
        step(r.sim, WEND_ACTION_UP);
        CHECK_INT(wend_sim_pose(r.sim).looks, looks[i]);
    }
    wend_body_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_tilt(&pose, &def.body), WEND_PI / 3, 1e-6);
    for (int i = 0; i < 6; i++) step(r.sim, WEND_ACTION_DOWN);
    CHECK_INT(wend_sim_pose(r.sim).looks, -2);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &def.body).eye.y - pose.feet.y, 1.25, 1e-6);
    step(r.sim, WEND_ACTION_CROUCH);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &def.body).eye.y - pose.feet.y, 0.75, 1e-6);
    leave_room(&r);
}

TEST(turns_go_left_and_right_by_a_twelfth_and_headings_stay_within_half_a_circle) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 3);
    step(r.sim, WEND_ACTION_RIGHT);
    wend_body_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), 3 - WEND_PI / 6, 1e-6);
    step(r.sim, WEND_ACTION_LEFT);
    step(r.sim, WEND_ACTION_LEFT);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, &def.body), 3 + WEND_PI / 6 - 2 * WEND_PI, 1e-6);
    leave_room(&r);
}

TEST(velocities_and_times_are_taken_up_to_their_limits) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), EAST);
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
        put_at(&r, wend_v3(2, 0, 2.5f), EAST);
        CHECK_INT(wend_sim_step(r.sim, action, &outcome, &error), cases[i].status);
        if (cases[i].status != WEND_OK) continue;
        double path = (double)(cases[i].forward * cases[i].seconds);
        CHECK_NEAR(outcome.moved, fabs(path), 1e-3);
        CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 2 + path, 1e-3);  // backwards, too
    }
    leave_room(&r);
}

TEST(bodies_out_of_range_are_refused_and_those_at_its_ends_are_not) {
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
        wend_sim_def def = blind();
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

TEST(what_needs_a_world_is_refused_before_the_first_reset) {
    wend_error error;
    wend_sim* sim;
    wend_outcome outcome;
    wend_sim_def def = blind();
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
    CHECK_HAS(error.message, "no eyes");
    wend_sim_destroy(sim);
    def.uses_images = true;
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_INT(wend_sim_observe(sim, &(wend_frame){0}, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "never reset");
    wend_sim_destroy(sim);
}

TEST(a_body_that_looks_needs_a_world_for_it_and_nobody_starts_off_the_mesh) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
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
    leave_room(&r);
}

TEST(actions_that_are_none_are_refused_and_some_change_nothing) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
    const wend_action_kind still[] = {WEND_ACTION_STOP, WEND_ACTION_FOUND, WEND_ACTION_JUMP};
    wend_body_pose before = wend_sim_pose(r.sim);
    for (int i = 0; i < 3; i++) {
        wend_outcome outcome = step(r.sim, still[i]);
        wend_body_pose after = wend_sim_pose(r.sim);
        CHECK(!outcome.collided && !outcome.changed && outcome.moved == 0);
        CHECK(memcmp(&before.feet, &after.feet, sizeof before.feet) == 0);
        CHECK_INT(after.turns, before.turns);
    }
    wend_outcome outcome;
    CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_GO}, &outcome, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "no viewpoint graph");
    CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = (wend_action_kind)WEND_ACTION_COUNT},
                            &outcome, &error),
              WEND_ARGUMENT);
    leave_room(&r);
}

static double spread_of_turns(float turn_sigma, float drift_sigma) {
    wend_sim_def def = blind();
    def.body.turn_sigma = turn_sigma;
    def.body.drift_sigma = drift_sigma;
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
    double squares = 0;
    wend_error error;
    for (int i = 0; i < 1000; i++) {
        CHECK_OK(wend_sim_reset(r.sim, r.world, wend_v3(2, 0, 2.5f), 0,
                                wend_rng_make((uint64_t)i, 7), &error));
        step(r.sim, drift_sigma > 0 ? WEND_ACTION_FORWARD : WEND_ACTION_LEFT);
        wend_body_pose pose = wend_sim_pose(r.sim);
        double off =
            (double)wend_body_pose_heading(&pose, &def.body) - (drift_sigma > 0 ? 0 : WEND_PI / 6);
        squares += off * off;
    }
    leave_room(&r);
    return sqrt(squares / 1000) * 180 / WEND_PI;
}

TEST(noise_of_turns_is_in_degrees_and_steps_drift_by_their_own) {
    CHECK_NEAR(spread_of_turns(0.5f, 0), 0.5, 0.05);
    CHECK_NEAR(spread_of_turns(0, 0.25f), 0.25, 0.025);
    CHECK_NEAR(spread_of_turns(0, 0), 0, 1e-5);
}

// ---- doors --------------------------------------------------------------------------------------

// Walks from x = 3 towards the door at x = 4, opens it before and asks it to close there.
static bool closes_at(float distance) {
    wend_sim_def def = blind();
    def.moves_doors = true;
    def.body.step = 1 - distance;
    room r = enter_room(&def, 0, wend_v3(3, 0, 0.5f), EAST);
    CHECK(step(r.sim, WEND_ACTION_DOOR).changed);
    CHECK_NEAR(wend_sim_openness(r.sim, 0), 1, 0);
    CHECK(!step(r.sim, WEND_ACTION_FORWARD).collided);
    CHECK_NEAR(wend_sim_pose(r.sim).feet.x, 4 - distance, 1e-3);
    bool closed = step(r.sim, WEND_ACTION_DOOR).changed;
    CHECK_NEAR(wend_sim_openness(r.sim, 0), closed ? 0 : 1, 0);
    leave_room(&r);
    return closed;
}

TEST(a_door_does_not_close_on_somebody_in_it) {
    CHECK(closes_at(0.9f));
    CHECK(closes_at(0.47f));
    CHECK(!closes_at(0.43f));
    CHECK(!closes_at(0.2f));
    CHECK(!closes_at(0.05f));
}

TEST(a_door_is_moved_from_within_reach_and_in_front_only) {
    wend_sim_def def = blind();
    def.moves_doors = true;
    room r = enter_room(&def, 0, wend_v3(3, 0, 0.5f), EAST);
    const struct {
        float x, heading;
        bool near;
    } cases[] = {{2.52f, 0, true}, {2.48f, 0, false}, {3, 0.9f, true}, {3, -0.9f, true},
                 {3, 1.2f, false}, {3, -1.2f, false}, {3, 3.1f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_at(&r, wend_v3(cases[i].x, 0, 0.5f), EAST + cases[i].heading);
        CHECK((wend_sim_door_in_front(r.sim) == 0) == cases[i].near);
        CHECK_INT(step(r.sim, WEND_ACTION_DOOR).changed, cases[i].near);
    }
    CHECK_NEAR(wend_sim_openness(r.sim, 1), 0, 0);  // there is no such door
    leave_room(&r);
}

TEST(without_moving_doors_a_door_stays_as_it_is) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 0, wend_v3(3, 0, 0.5f), EAST);
    CHECK_INT(wend_sim_door_in_front(r.sim), 0);
    CHECK(!step(r.sim, WEND_ACTION_DOOR).changed);
    CHECK_NEAR(wend_sim_openness(r.sim, 0), 0, 0);
    leave_room(&r);
}

// ---- hands --------------------------------------------------------------------------------------

TEST(a_thing_is_picked_from_within_reach_and_in_front_only_and_one_at_a_time) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 3), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    const struct {
        float z, heading;
        bool near;
    } cases[] = {{2.48f, 0, true}, {2.52f, 0, false}, {2, 1, true},     {2, -1, true},
                 {2, 1.1f, false}, {2, -1.1f, false}, {2, 3.1f, false}, {1.15f, 3.1f, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_at(&r, wend_v3(1, 0, cases[i].z), cases[i].heading);
        CHECK_INT(step(r.sim, WEND_ACTION_PICK).object, cases[i].near ? ball : 0);
        CHECK_INT(wend_sim_carried(r.sim), cases[i].near ? ball : 0);
        if (!cases[i].near) continue;
        CHECK(!step(r.sim, WEND_ACTION_PICK).changed);
    }
    put_at(&r, wend_v3(1, 0, 2), 0);
    CHECK(!step(r.sim, WEND_ACTION_PUT).changed);  // empty hands
    leave_room(&r);
}

TEST(a_carried_thing_is_held_ahead_below_the_eye_and_put_an_arms_length_ahead) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 2), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    step(r.sim, WEND_ACTION_PICK);
    wend_body_pose pose = wend_sim_pose(r.sim);
    wend_vec3 at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.x, 1, 1e-4);
    CHECK_NEAR(at.z, 2 - 0.4, 1e-4);
    CHECK_NEAR(at.y, (double)pose.feet.y + 0.6 * 1.25, 1e-4);
    step(r.sim, WEND_ACTION_LEFT);  // it turns with the body: 30 degrees towards -x
    at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.x, 1 - 0.4 * 0.5, 1e-3);
    CHECK_NEAR(at.z, 2 - 0.4 * sqrt(0.75), 1e-3);
    step(r.sim, WEND_ACTION_RIGHT);
    wend_outcome outcome = step(r.sim, WEND_ACTION_PUT);
    CHECK(outcome.changed && !outcome.rested);
    at = wend_sim_object_at(r.sim, ball);
    CHECK_NEAR(at.z, 1.5, 1e-3);
    CHECK_NEAR(at.y, (double)pose.feet.y + 0.1, 1e-3);
    CHECK_INT(wend_sim_carried(r.sim), 0);
    leave_room(&r);
}

TEST(objects_that_cannot_be_moved_are_refused_and_those_out_of_range_are_nowhere) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 2), 0);
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
    put_at(&r, wend_v3(1, 0, 2), 0);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, 1, 1e-6);
    leave_room(&r);
}

// ---- goals --------------------------------------------------------------------------------------

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

TEST(the_way_left_is_to_the_nearest_goal_and_a_routes_to_each_by_its_number) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 3), 0);
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
    put_at(&r, wend_v3(1, 0, 3), 0);  // forgotten
    CHECK(isinf(route_distance(r.sim, 0)));
    leave_room(&r);
}

// Without fields the distance is exact, and the first search in a navmesh allocates.
TEST(a_distance_without_memory_is_an_error_and_not_infinite) {
    wend_error error;
    wend_sim_def def = blind();
    const wend_vec3 goal = {6, 0, 1};
    for (int route = 0; route < 2; route++) {
        wend_status status = WEND_NO_MEMORY;
        int failures = 0;
        for (uint64_t n = 1; status != WEND_OK && n < 100; n++) {
            room r;
            float metres;
            wend_world_def world = wend_world_default_def();
            world.uses_images = false;
            world.navmesh.open_doors = true;
            CHECK_OK(wend_world_create(fixture_two_rooms(0), &world, &r.world, &error));
            CHECK_OK(wend_sim_create(&def, &r.sim, &error));
            put_at(&r, wend_v3(1, 0, 3), 0);
            CHECK_OK(route ? wend_sim_set_route(r.sim, (wend_vec3_span){&goal, 1}, &error)
                           : wend_sim_set_goals(r.sim, (wend_vec3_span){&goal, 1}, &error));
            wend_memory_fail_at(n, true);
            status = route ? wend_sim_route_distance(r.sim, 0, &metres)
                           : wend_sim_goal_distance(r.sim, &metres);
            wend_memory_fail_at(0, false);
            CHECK(status == WEND_NO_MEMORY || isfinite(metres));
            failures += status == WEND_NO_MEMORY;
            leave_room(&r);
        }
        CHECK_INT(status, WEND_OK);
        CHECK(failures > 0);
    }
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
        wend_sim_def def = blind();
        def.body.step_mean = rows[i].mean;
        def.body.step_sigma = rows[i].sigma;
        def.body.drift_sigma = rows[i].drift;
        def.body.turn_sigma = rows[i].turn;
        room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
        wend_rng rng = wend_rng_make(1, 1);
        wend_outcome outcome = step(r.sim, rows[i].kind);
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
        leave_room(&r);
    }
}

TEST(a_head_may_tilt_a_thousandth_of_a_degree_farther_than_its_limit) {
    const struct {
        float look;
        int looks;  // of 60 degrees
    } rows[] = {{20, 3}, {20.0002f, 3}, {20.002f, 2}, {60, 1}, {61, 0}, {7, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int up = 0; up < 2; up++) {
            wend_sim_def def = blind();
            def.body.look = rows[i].look;
            room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 0);
            for (int k = 0; k < 12; k++) step(r.sim, up ? WEND_ACTION_UP : WEND_ACTION_DOWN);
            CHECK_INT(wend_sim_pose(r.sim).looks, up ? rows[i].looks : -rows[i].looks);
            leave_room(&r);
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
        wend_sim_def def = blind();
        room r = enter_room(&def, 1, wend_v3(2.3f, 0, 2.9f), 0);
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
        leave_room(&r);
    }
}

TEST(who_drives_comes_up_to_the_wall_also_with_a_body_that_takes_whole_steps) {
    for (int whole = 0; whole < 2; whole++) {
        wend_sim_def def = blind();
        room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), EAST);
        float wall = wall_at(&r);
        leave_room(&r);
        def.body.all_or_nothing = whole;
        r = enter_room(&def, 1, wend_v3(3, 0, 2.5f), EAST);
        wend_outcome outcome = drive(r.sim, 2, 0, 1);
        CHECK(outcome.collided);
        CHECK_NEAR(wend_sim_pose(r.sim).feet.x, wall, 1e-3);
        CHECK_NEAR(outcome.moved, wall - 3, 1e-3);
        outcome = drive(r.sim, -1, 0, 0.5);
        CHECK(!outcome.collided);  // it is of this action, not of the one before
        leave_room(&r);
    }
}

// ---- several doors and things -------------------------------------------------------------------

// A floor of 12 x 4 m with doors at z = 2 and balls at z = 1.
typedef struct many {
    scene_builder b;
    uint32_t material;
} many;

static many make_many(void) {
    many m = {.b = scene_builder_make()};
    const uint8_t grey[4] = {128, 128, 128, 255};
    m.material = scene_builder_material(&m.b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    uint32_t floor = scene_builder_object(&m.b, &fields, "floor");
    fixture_box(&m.b, floor, m.material, wend_v3(0, -0.1f, 0), wend_v3(12, 0, 4));
    return m;
}

static uint32_t add_leaf(many* m, float x) {
    wend_object fields = {.category = WEND_CATEGORY_DOOR, .flags = WEND_OBJECT_DOOR};
    uint32_t leaf = scene_builder_object(&m->b, &fields, "leaf");
    fixture_box(&m->b, leaf, m->material, wend_v3(x - 0.02f, 0, 1.6f), wend_v3(x + 0.02f, 2, 2.4f));
    return leaf;
}

static void add_door(many* m, float x, bool has_leaf, bool openable) {
    wend_door door = {.object = has_leaf ? add_leaf(m, x) : 0,
                      .center = {x, 0, 2},
                      .heading = (float)WEND_PI / 2,
                      .width = 0.8f,
                      .height = 2,
                      .hinge = {x, 0, 1.6f},
                      .open_angle = (float)WEND_PI / 2,
                      .openable = openable};
    scene_builder_door(&m->b, &door);
}

static uint32_t add_ball(many* m, float x, int pieces) {
    wend_object fields = {.category = WEND_CATEGORY_BASKETBALL, .flags = WEND_OBJECT_MOVABLE};
    uint32_t ball = scene_builder_object(&m->b, &fields, "ball");
    for (int i = 0; i < pieces; i++)
        fixture_box(&m->b, ball, m->material, wend_v3(x - 0.1f, 0, 0.9f),
                    wend_v3(x + 0.1f, 0.2f, 1.1f));
    return ball;
}

static room enter_many(many* m, const wend_sim_def* def, wend_vec3 feet, float heading) {
    wend_error error;
    room r;
    wend_scene* scene;
    wend_world_def world = wend_world_default_def();
    world.uses_images = def->uses_images;
    CHECK_OK(scene_builder_finish(&m->b, "many", "test", &scene, &error));
    CHECK_OK(wend_world_create(scene, &world, &r.world, &error));
    CHECK_OK(wend_sim_create(def, &r.sim, &error));
    CHECK_OK(wend_sim_reset(r.sim, r.world, feet, heading, wend_rng_make(1, 1), &error));
    return r;
}

TEST(the_nearest_door_that_opens_is_moved_and_no_other) {
    wend_sim_def def = blind();
    def.moves_doors = true;
    def.body.reach = 3;
    many m = make_many();
    add_door(&m, 6.2f, false, true);  // no leaf
    add_door(&m, 6.3f, true, false);  // never opens
    add_door(&m, 7.5f, true, true);
    add_door(&m, 8, true, true);
    add_door(&m, 7, true, true);
    room r = enter_many(&m, &def, wend_v3(5.6f, 0, 2), EAST);
    CHECK_INT(wend_sim_door_in_front(r.sim), 4);
    wend_outcome outcome = step(r.sim, WEND_ACTION_DOOR);
    CHECK(outcome.changed);
    CHECK_INT(outcome.object, wend_scene_get(wend_world_scene(r.world))->doors.items[4].object);
    for (uint32_t i = 0; i < 5; i++) CHECK_NEAR(wend_sim_openness(r.sim, i), i == 4, 0);
    CHECK(step(r.sim, WEND_ACTION_DOOR).changed);
    for (uint32_t i = 0; i < 6; i++) CHECK_NEAR(wend_sim_openness(r.sim, i), 0, 0);
    leave_room(&r);
}

TEST(the_nearest_thing_is_picked_up_and_each_is_where_it_was_put) {
    wend_sim_def def = blind();
    many m = make_many();
    const float at[] = {6.8f, 6.9f, 6.7f, 2};
    uint32_t balls[4];
    for (int i = 0; i < 4; i++) balls[i] = add_ball(&m, at[i], 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    CHECK_INT(step(r.sim, WEND_ACTION_PICK).object, balls[2]);
    for (int i = 0; i < 4; i++)
        if (i != 2) CHECK_NEAR(wend_sim_object_at(r.sim, balls[i]).x, at[i], 1e-5);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).x, 6.4, 1e-4);
    step(r.sim, WEND_ACTION_LEFT);
    step(r.sim, WEND_ACTION_PUT);
    step(r.sim, WEND_ACTION_RIGHT);
    CHECK_INT(step(r.sim, WEND_ACTION_PICK).object, balls[2]);  // 0.5 m away
    for (int i = 0; i < 3; i++) step(r.sim, WEND_ACTION_RIGHT);
    step(r.sim, WEND_ACTION_PUT);  // behind a shoulder
    for (int i = 0; i < 3; i++) step(r.sim, WEND_ACTION_LEFT);
    CHECK_INT(step(r.sim, WEND_ACTION_PICK).object, balls[0]);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).x, 6, 1e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[2]).z, 1.5, 1e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[1]).x, 6.9, 1e-5);
    CHECK_NEAR(wend_sim_object_at(r.sim, balls[3]).x, 2, 1e-5);
    leave_room(&r);
}

TEST(hands_reach_two_and_a_half_metres_up_and_down_and_20_cm_behind) {
    wend_sim_def def = blind();
    const struct {
        wend_vec3 at;  // of the ball's underside; its middle is 0.1 m above
        bool picked;
    } rows[] = {{{6.5f, 2.35f, 1}, true},   {{6.5f, 2.45f, 1}, false}, {{6.5f, -2.55f, 1}, true},
                {{6.5f, -2.65f, 1}, false}, {{5.81f, 0, 1}, true},     {{5.79f, 0, 1}, false},
                {{6.5f, 0, 1.85f}, true},   {{6.5f, 0, 1.89f}, false},  // 59.5 and 60.7 degrees
                {{6.5f, 0, 0.15f}, true},   {{6.5f, 0, 0.11f}, false}};
    many m = make_many();
    uint32_t ball = add_ball(&m, 2, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        put_at(&r, wend_v3(6, 0, 1), EAST);
        CHECK_OK(wend_sim_place(r.sim, ball, rows[i].at, 0, &error));
        if (step(r.sim, WEND_ACTION_PICK).changed != rows[i].picked)
            test_fail(__FILE__, __LINE__, "row %zu", i);
    }
    leave_room(&r);
}

TEST(what_is_put_down_at_a_wall_lies_where_the_hand_met_it) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 2), 0);
    uint32_t ball = wend_scene_find_object(wend_world_scene(r.world), "ball");
    wend_error error;
    float wall = wall_at(&r), x = wall - 0.1f;
    put_at(&r, wend_v3(x, 0, 2.5f), EAST - (float)WEND_PI / 4);  // along +x and +z
    CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(x + 0.1f, 0, 2.6f), 0, &error));
    CHECK(step(r.sim, WEND_ACTION_PICK).changed);
    CHECK(step(r.sim, WEND_ACTION_PUT).changed);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, wall, 5e-3);
    CHECK_NEAR(wend_sim_object_at(r.sim, ball).z, 2.6, 5e-3);
    leave_room(&r);
}

TEST(at_most_128_objects_move_and_one_that_has_may_move_again) {
    wend_error error = {0};
    wend_sim_def def = blind();
    many m = make_many();
    uint32_t first = add_ball(&m, 1, 1);
    for (int i = 1; i < 129; i++) add_ball(&m, 1, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    for (uint32_t i = 0; i < 128; i++) CHECK_OK(wend_sim_hide(r.sim, first + i, &error));
    CHECK_INT(wend_sim_hide(r.sim, first + 128, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "128");
    CHECK(wend_sim_is_there(r.sim, first + 128));
    CHECK_OK(wend_sim_place(r.sim, first + 127, wend_v3(3, 0, 3), 0, &error));
    for (uint32_t i = 0; i < 129; i++) CHECK_INT(wend_sim_is_there(r.sim, first + i), i >= 127);
    CHECK_NEAR(wend_sim_object_at(r.sim, first + 127).x, 3, 1e-5);
    leave_room(&r);
}

TEST(at_most_511_pieces_move) {
    wend_error error = {0};
    wend_sim_def def = blind();
    many m = make_many();
    uint32_t big = add_ball(&m, 1, 510), one = add_ball(&m, 1, 1), more = add_ball(&m, 1, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    CHECK_OK(wend_sim_hide(r.sim, big, &error));
    CHECK_OK(wend_sim_hide(r.sim, one, &error));
    CHECK_INT(wend_sim_hide(r.sim, more, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "511");
    leave_room(&r);
}

TEST(a_door_of_too_many_pieces_with_what_has_moved_is_refused_too) {
    wend_error error = {0};
    wend_outcome outcome;
    wend_sim_def def = blind();
    def.moves_doors = true;
    for (int pieces = 510; pieces < 512; pieces++) {
        many m = make_many();
        add_door(&m, 7, true, true);  // one piece
        uint32_t big = add_ball(&m, 1, pieces);
        room r = enter_many(&m, &def, wend_v3(6, 0, 2), EAST);
        CHECK_OK(wend_sim_hide(r.sim, big, &error));
        CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_DOOR}, &outcome, &error),
                  pieces == 510 ? WEND_OK : WEND_LIMIT);
        leave_room(&r);
        m = make_many();
        uint32_t leaf = add_leaf(&m, 7);
        for (int i = 0; i < pieces; i++)
            fixture_box(&m.b, leaf, m.material, wend_v3(6.98f, 0, 1.6f), wend_v3(7.02f, 2, 2.4f));
        scene_builder_door(&m.b, &(wend_door){.object = leaf,
                                              .center = {7, 0, 2},
                                              .width = 0.8f,
                                              .height = 2,
                                              .hinge = {7, 0, 1.6f},
                                              .open_angle = 1,
                                              .openable = true});
        r = enter_many(&m, &def, wend_v3(6, 0, 2), EAST);
        CHECK_INT(wend_sim_step(r.sim, (wend_action){.kind = WEND_ACTION_DOOR}, &outcome, &error),
                  pieces == 510 ? WEND_OK : WEND_LIMIT);
        leave_room(&r);
    }
}

// ---- loads --------------------------------------------------------------------------------------

static wend_load load_of(uint32_t object) {
    return (wend_load){.object = object,
                       .reach = 0.5f,
                       .height = 1,
                       .rest = {7, 0.5f, 3},
                       .rest_heading = 1,
                       .rest_reach = 0.25f};
}

TEST(loads_are_objects_that_can_move) {
    wend_error error = {0};
    wend_sim_def def = blind();
    many m = make_many();
    uint32_t ball = add_ball(&m, 2, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
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
    leave_room(&r);
}

TEST(a_load_is_picked_within_its_reach_and_height_and_in_front) {
    wend_sim_def def = blind();
    def.body.reach = 0.1f;  // of other things
    const struct {
        wend_vec3 at;  // of its underside; the middle is 0.1 m above
        bool picked;
    } rows[] = {{{6.49f, 0, 1}, true},     {{6.51f, 0, 1}, false},    {{6.4f, 0.85f, 1}, true},
                {{6.4f, 0.95f, 1}, false}, {{6.4f, -1.05f, 1}, true}, {{6.4f, -1.15f, 1}, false},
                {{6, 0, 1.49f}, false},    {{6, 0, 1.15f}, true},     {{5.6f, 0, 1}, false}};
    many m = make_many();
    uint32_t ball = add_ball(&m, 2, 1), other = add_ball(&m, 6.3f, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_load load = load_of(ball);
        put_at(&r, wend_v3(6, 0, 1), EAST);
        CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
        CHECK_OK(wend_sim_place(r.sim, ball, rows[i].at, 0, &error));
        wend_outcome outcome = step(r.sim, WEND_ACTION_PICK);
        if (outcome.changed != rows[i].picked) test_fail(__FILE__, __LINE__, "row %zu", i);
        CHECK_INT(outcome.object, rows[i].picked ? ball : 0);
        CHECK(wend_sim_carried(r.sim) != other);
    }
    wend_error error;
    wend_load load = load_of(ball);
    put_at(&r, wend_v3(6, 0, 1), EAST);
    CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
    CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(6.3f, 0, 1), 0, &error));
    CHECK_OK(wend_sim_hide(r.sim, ball, &error));
    CHECK(!step(r.sim, WEND_ACTION_PICK).changed);
    leave_room(&r);
}

TEST(a_load_is_on_the_back_until_it_is_put_and_rests_within_reach_of_its_rest) {
    const struct {
        float x, height;  // of the rest, ahead of the body at (6, 0, 1)
        bool rests;
    } rows[] = {{6.24f, 0.5f, true}, {6.26f, 0.5f, false}, {5.76f, 0.5f, true},
                {6.2f, 0.95f, true}, {6.2f, 1.05f, false}, {6, 0, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_sim_def def = blind();
        many m = make_many();
        uint32_t ball = add_ball(&m, 2, 1);
        room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
        wend_load load = load_of(ball);
        load.rest = wend_v3(rows[i].x, rows[i].height, 1);
        CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
        CHECK_OK(wend_sim_place(r.sim, ball, wend_v3(6.3f, 0, 1), 0, &error));
        CHECK(step(r.sim, WEND_ACTION_PICK).changed);
        CHECK(!step(r.sim, WEND_ACTION_PICK).changed);
        float floor = wend_sim_pose(r.sim).feet.y;
        CHECK_NEAR(wend_sim_object_at(r.sim, ball).x, 6 - 0.45, 1e-4);
        CHECK_NEAR(wend_sim_object_at(r.sim, ball).y, (double)floor + 0.75, 1e-4);
        wend_outcome outcome = step(r.sim, WEND_ACTION_PUT);
        CHECK(outcome.changed);
        CHECK_INT(outcome.rested, rows[i].rests);
        CHECK_INT(outcome.object, ball);
        wend_vec3 at = wend_sim_object_at(r.sim, ball);
        CHECK_NEAR(at.x, rows[i].rests ? rows[i].x : 6.5, 1e-3);
        CHECK_NEAR(at.y, (rows[i].rests ? rows[i].height : floor) + 0.1, 1e-3);
        leave_room(&r);
    }
}

TEST(a_reset_forgets_the_load) {
    wend_error error;
    wend_sim_def def = blind();
    many m = make_many();
    uint32_t far = add_ball(&m, 2, 1), near = add_ball(&m, 6.7f, 1);
    room r = enter_many(&m, &def, wend_v3(6, 0, 1), EAST);
    wend_load load = load_of(far);
    CHECK_OK(wend_sim_set_load(r.sim, &load, &error));
    CHECK(!step(r.sim, WEND_ACTION_PICK).changed);
    put_at(&r, wend_v3(6, 0, 1), EAST);
    CHECK_INT(step(r.sim, WEND_ACTION_PICK).object, near);
    put_at(&r, wend_v3(6, 0, 1), EAST);
    CHECK_INT(wend_sim_carried(r.sim), 0);
    leave_room(&r);
}

TEST(scenes_of_up_to_1024_doors_are_entered) {
    for (int doors = 1024; doors < 1026; doors++) {
        wend_error error = {0};
        wend_world* world;
        wend_scene* scene;
        wend_sim* sim;
        wend_sim_def def = blind();
        wend_world_def blind_world = wend_world_default_def();
        many m = make_many();
        for (int i = 0; i < doors; i++) add_door(&m, 6, false, i == 1023);
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

// ---- worlds one after the other -----------------------------------------------------------------

TEST(a_body_that_moves_doors_walks_on_the_mesh_of_the_world_it_is_in) {
    wend_error error;
    wend_sim_def def = blind();
    def.moves_doors = true;
    room small = enter_room(&def, 0, wend_v3(3, 0, 0.5f), EAST);
    many m = make_many();
    room large = enter_many(&m, &def, wend_v3(10, 0, 2), EAST);
    CHECK_OK(wend_sim_reset(small.sim, large.world, wend_v3(10, 0, 2), EAST, wend_rng_make(1, 1),
                            &error));
    CHECK_NEAR(wend_sim_pose(small.sim).feet.x, 10, 1e-3);
    CHECK(wend_sim_world(small.sim) == large.world);
    CHECK(!step(small.sim, WEND_ACTION_DOOR).changed);
    // And back: its door is closed, opens, and is closed again.
    for (int i = 0; i < 2; i++) {
        put_at(&small, wend_v3(3, 0, 0.5f), EAST);
        CHECK_NEAR(wend_sim_openness(small.sim, 0), 0, 0);
        CHECK(step(small.sim, WEND_ACTION_FORWARD).changed == 0);
        CHECK(step(small.sim, WEND_ACTION_DOOR).changed);
    }
    put_at(&small, wend_v3(3, 0, 0.5f), EAST);
    uint64_t calls = wend_memory_get_stats().calls;
    put_at(&small, wend_v3(3, 0, 0.5f), EAST);
    CHECK_INT(wend_memory_get_stats().calls, calls);  // nothing moved: nothing is copied
    leave_room(&large);
    leave_room(&small);
}

// ---- when memory ends ---------------------------------------------------------------------------

static wend_status enter_and_leave(void* context, wend_error* error) {
    wend_sim* sim;
    wend_sim_def def = wend_sim_default_def();
    def.moves_doors = true;
    def.uses_images = false;
    WEND_TRY(wend_sim_create(&def, &sim, error));
    wend_status status = wend_sim_reset(sim, ((room*)context)->world, wend_v3(1, 0, 3), 0,
                                        wend_rng_make(1, 1), error);
    wend_sim_destroy(sim);
    return status;
}

TEST(simulators_say_when_memory_ends) {
    wend_error error = {0};
    wend_sim_def def = blind();
    room r = {0};
    wend_world_def world = wend_world_default_def();
    world.uses_images = false;
    world.fields = true;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &world, &r.world, &error));
    CHECK_OK(wend_sim_create(&def, &r.sim, &error));
    put_at(&r, wend_v3(1, 0, 3), 0);
    for (uint64_t n = 1; n < 4; n++)  // the first is the simulator's, then come those of fields
        for (int route = 0; route < 2; route++) {
            const wend_vec3 goal = {1 + 0.1f * (float)n, 0, 2 + 0.1f * (float)route};
            wend_vec3_span goals = {&goal, 1};
            wend_memory_fail_at(n, false);
            wend_status status = route ? wend_sim_set_route(r.sim, goals, &error)
                                       : wend_sim_set_goals(r.sim, goals, &error);
            wend_memory_fail_at(0, false);
            CHECK_INT(status, WEND_NO_MEMORY);
            CHECK_HAS(error.message, "no memory for");
            CHECK_OK(wend_sim_set_goals(r.sim, goals, &error));
            CHECK(goal_distance(r.sim) < 1.2f);
        }
    for (uint64_t n = 1; n < 8; n++) {  // the simulator, then its own navmesh
        wend_memory_fail_at(n, false);
        wend_status status = enter_and_leave(&r, &error);
        wend_memory_fail_at(0, false);
        CHECK_INT(status, WEND_NO_MEMORY);
    }
    leave_room(&r);
}
