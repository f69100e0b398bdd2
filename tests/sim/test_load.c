#include "fixture.h"
#include "test.h"

#include "wend/sim.h"

// A body in the room with the ball, 0.8 m south of it and looking at it.
typedef struct stage {
    wend_world* world;
    wend_sim* sim;
    uint32_t ball;
} stage;

static stage make_stage(void) {
    wend_error error;
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = wend_sim_default_def();
    stage s;
    def.uses_images = body.uses_images = false;
    body.moves_doors = true;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &def, &s.world, &error));
    CHECK_OK(wend_sim_create(&body, &s.sim, &error));
    CHECK_OK(wend_sim_reset(s.sim, s.world, wend_v3(1, 0, 1.8f), 0, wend_rng_make(1, 1), &error));
    const wend_scene_arrays* a = wend_scene_get(wend_world_scene(s.world));
    for (uint32_t i = 1; i < a->objects.count; i++)
        if (a->objects.items[i].flags & WEND_OBJECT_MOVABLE) s.ball = i;
    return s;
}

static void destroy_stage(stage* s) {
    wend_sim_destroy(s->sim);
    wend_world_destroy(s->world);
}

static wend_outcome take(stage* s, wend_action_kind kind) {
    wend_outcome outcome;
    wend_error error;
    CHECK_OK(wend_sim_step(s->sim, (wend_action){.kind = kind}, &outcome, &error));
    return outcome;
}

TEST(a_load_is_picked_from_its_own_reach_only) {
    stage s = make_stage();
    wend_error error;
    wend_load load = {.object = s.ball, .reach = 0.5f, .rest = wend_v3(3, 0.5f, 3), .height = 2};
    load.rest_reach = 1;
    CHECK_OK(wend_sim_set_load(s.sim, &load, &error));
    CHECK(!take(&s, WEND_ACTION_PICK).changed);
    take(&s, WEND_ACTION_FORWARD);
    take(&s, WEND_ACTION_FORWARD);
    CHECK_INT(take(&s, WEND_ACTION_PICK).object, s.ball);
    destroy_stage(&s);
}

TEST(a_load_put_down_near_its_rest_lies_there_and_elsewhere_on_the_floor) {
    for (int near = 0; near < 2; near++) {
        stage s = make_stage();
        wend_error error;
        wend_load load = {.object = s.ball, .reach = 1, .height = 2, .rest_reach = 1.5f};
        load.rest = near ? wend_v3(1, 0.5f, 1) : wend_v3(3.5f, 0.5f, 3.5f);
        CHECK_OK(wend_sim_set_load(s.sim, &load, &error));
        CHECK(take(&s, WEND_ACTION_PICK).changed);
        wend_outcome outcome = take(&s, WEND_ACTION_PUT);
        CHECK_INT(outcome.rested, near);
        CHECK_INT(wend_sim_object_at(s.sim, s.ball).y > 0.4f, near);
        destroy_stage(&s);
    }
}

TEST(a_load_that_cannot_be_moved_is_refused) {
    stage s = make_stage();
    wend_error error;
    CHECK_INT(wend_sim_set_load(s.sim, &(wend_load){.object = 1}, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_set_load(s.sim, &(wend_load){.object = 4000}, &error), WEND_ARGUMENT);
    destroy_stage(&s);
}

TEST(crouching_lowers_the_camera_until_the_agent_stands) {
    stage s = make_stage();
    wend_body body = wend_body_default_def();
    wend_body_pose pose = wend_sim_pose(s.sim);
    float standing = wend_body_pose_to_camera(&pose, &body).eye.y;
    take(&s, WEND_ACTION_CROUCH);
    pose = wend_sim_pose(s.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &body).eye.y - pose.feet.y, 0.6 * 1.25, 1e-5);
    take(&s, WEND_ACTION_STAND);
    take(&s, WEND_ACTION_JUMP);
    pose = wend_sim_pose(s.sim);
    CHECK_NEAR(wend_body_pose_to_camera(&pose, &body).eye.y, standing, 1e-6);
    destroy_stage(&s);
}
