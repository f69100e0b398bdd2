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
    world.sighted = def->sighted;
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
    def.sighted = false;
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
    wend_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_pose_tilt(&pose, &def.body), WEND_PI / 3, 1e-6);
    for (int i = 0; i < 6; i++) step(r.sim, WEND_ACTION_DOWN);
    CHECK_INT(wend_sim_pose(r.sim).looks, -2);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_pose_gaze(&pose, &def.body).eye.y - pose.feet.y, 1.25, 1e-6);
    step(r.sim, WEND_ACTION_CROUCH);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_pose_gaze(&pose, &def.body).eye.y - pose.feet.y, 0.75, 1e-6);
    leave_room(&r);
}

TEST(turns_go_left_and_right_by_a_twelfth_and_headings_stay_within_half_a_circle) {
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(2, 0, 2.5f), 3);
    step(r.sim, WEND_ACTION_RIGHT);
    wend_pose pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_pose_heading(&pose, &def.body), 3 - WEND_PI / 6, 1e-6);
    step(r.sim, WEND_ACTION_LEFT);
    step(r.sim, WEND_ACTION_LEFT);
    pose = wend_sim_pose(r.sim);
    CHECK_NEAR(wend_pose_heading(&pose, &def.body), 3 + WEND_PI / 6 - 2 * WEND_PI, 1e-6);
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
    def.sighted = true;
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
    def.sighted = true;
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
    wend_pose before = wend_sim_pose(r.sim);
    for (int i = 0; i < 3; i++) {
        wend_outcome outcome = step(r.sim, still[i]);
        wend_pose after = wend_sim_pose(r.sim);
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
        wend_pose pose = wend_sim_pose(r.sim);
        double off =
            (double)wend_pose_heading(&pose, &def.body) - (drift_sigma > 0 ? 0 : WEND_PI / 6);
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
    wend_pose pose = wend_sim_pose(r.sim);
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

TEST(the_way_left_is_to_the_nearest_goal_and_a_routes_to_each_by_its_number) {
    wend_error error;
    wend_sim_def def = blind();
    room r = enter_room(&def, 1, wend_v3(1, 0, 3), 0);
    const wend_vec3 goals[2] = {{3, 0, 3}, {1, 0, 2}};
    CHECK(isinf(wend_sim_goal_distance(r.sim)));
    CHECK(isinf(wend_sim_route_distance(r.sim, 0)));
    CHECK_OK(wend_sim_set_goals(r.sim, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(wend_sim_goal_distance(r.sim), 1, 1e-3);
    CHECK_OK(wend_sim_set_route(r.sim, (wend_vec3_span){goals, 2}, &error));
    CHECK_NEAR(wend_sim_route_distance(r.sim, 0), 2, 1e-3);
    CHECK_NEAR(wend_sim_route_distance(r.sim, 1), 1, 1e-3);
    CHECK(isinf(wend_sim_route_distance(r.sim, 2)) && isinf(wend_sim_route_distance(r.sim, -1)));
    CHECK(isinf(wend_sim_goal_distance(r.sim)));
    put_at(&r, wend_v3(1, 0, 3), 0);  // forgotten
    CHECK(isinf(wend_sim_route_distance(r.sim, 0)));
    leave_room(&r);
}
