#include "task/rescue/rescue_stage.h"
#include "test.h"

// A rescuer in a single room, the person 4 m ahead, the stretcher 3 m behind.
typedef struct stage {
    wend_world* world;
    wend_sim* sim;
    rescue_scene scene;
    rescue_progress progress;
} stage;

static stage make_stage(bool assisted) {
    stage s = {.progress = rescue_progress_start()};
    wend_error error;
    wend_world_source source = wend_world_default_source();
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    source.scene = "room:3";
    source.import.bake = def.sighted = body.sighted = false;
    def.guests = rescue_guests();
    def.guest_count = RESCUE_GUESTS;
    CHECK_OK(wend_world_open(&source, &def, &s.world, &error));
    CHECK_OK(wend_sim_create(&body, &s.sim, &error));
    CHECK_OK(wend_sim_reset(s.sim, s.world, wend_v3(0, 0, 0), 0, wend_rng_make(1, 1), &error));
    s.scene = (rescue_scene){.person = wend_v3(0, 0, -4),
                             .stretcher = wend_v3(0, 0, 3),
                             .ambulance = wend_v3(0, 0, 5),
                             .look = 7,
                             .timeout = 30,
                             .gates = wend_rescue_gates_for("paper", assisted)};
    CHECK_OK(rescue_scene_set(&s.scene, s.sim, &error));
    return s;
}

static void destroy_stage(stage* s) {
    wend_sim_destroy(s->sim);
    wend_world_destroy(s->world);
}

static wend_action take(stage* s, wend_action wanted) {
    wend_outcome outcome;
    wend_error error;
    wend_action taken = rescue_admit(&s->scene, s->sim, &s->progress, wanted);
    CHECK_OK(wend_sim_step(s->sim, taken, &outcome, &error));
    rescue_follow(&s->scene, taken, &outcome, &s->progress);
    return taken;
}

static wend_action drive(float forward, float turn) {
    return (wend_action){
        .kind = WEND_ACTION_VELOCITY, .forward = forward, .turn = turn, .seconds = 5};
}

static void walk_to(stage* s, wend_vec3 at, int most) {
    rescue_phase phase = s->progress.phase;
    for (int i = 0; i < most && s->progress.phase == phase; i++)
        take(s, wend_rescue_walk(s->sim, (wend_vec3_span){&at, 1}));
}

TEST(a_rescuer_that_is_helped_only_has_to_walk) {
    stage s = make_stage(true);
    walk_to(&s, s.scene.person, 60);
    CHECK_INT(s.progress.phase, RESCUE_TO_STRETCHER);
    walk_to(&s, s.scene.stretcher, 80);
    CHECK_INT(s.progress.phase, RESCUE_OVER);
    CHECK(s.progress.placed > s.progress.carried && s.progress.carried > 0);
    CHECK_INT(s.progress.reason, WEND_RESCUE_NONE);
    destroy_stage(&s);
}

TEST(a_rescuer_on_its_own_has_to_pick_and_put) {
    stage s = make_stage(false);
    walk_to(&s, s.scene.person, 30);
    CHECK_INT(s.progress.phase, RESCUE_TO_PERSON);
    take(&s, (wend_action){.kind = WEND_ACTION_PICK});
    CHECK_INT(s.progress.phase, RESCUE_TO_STRETCHER);
    take(&s, (wend_action){.kind = WEND_ACTION_PUT});
    CHECK_INT(s.progress.reason, WEND_RESCUE_DROP_OUT_OF_RANGE);
    CHECK_INT(s.progress.placed, -1);
    destroy_stage(&s);
}

TEST(no_action_is_faster_or_longer_than_a_rescuer) {
    stage s = make_stage(false);
    wend_action taken = take(&s, drive(50, -40));
    CHECK_NEAR(taken.forward, 0.994, 1e-6);
    CHECK_NEAR(taken.turn, -82 * WEND_PI / 180, 1e-5);
    CHECK_NEAR(taken.seconds, 0.2, 1e-6);
    CHECK_NEAR(take(&s, drive(NAN, 0)).forward, 0, 0);
    CHECK_INT(take(&s, (wend_action){.kind = WEND_ACTION_STOP}).kind, WEND_ACTION_VELOCITY);
    destroy_stage(&s);
}

TEST(a_rescue_ends_when_its_simulated_time_is_over) {
    stage s = make_stage(true);
    for (int i = 0; i < 149; i++) take(&s, drive(0, 0));
    CHECK_INT(s.progress.phase, RESCUE_TO_PERSON);
    take(&s, drive(0, 0));
    CHECK_INT(s.progress.phase, RESCUE_OVER);
    CHECK_INT(s.progress.reason, WEND_RESCUE_TIMEOUT_PHASE1);
    destroy_stage(&s);
}

TEST(mixed_actions_become_the_simulators_own) {
    wend_action parts[WEND_RESCUE_PARTS];
    wend_rescue_action mixed = {.move = {30, 200}, .head = 2, .animation = 3};
    CHECK_INT(wend_rescue_action_parts(&mixed, parts), 3);
    CHECK_NEAR(parts[0].forward, 0.994, 1e-6);
    CHECK_NEAR(parts[0].turn, -82 * WEND_PI / 180, 1e-5);
    CHECK_INT(parts[1].kind, WEND_ACTION_DOWN);
    CHECK_INT(parts[2].kind, WEND_ACTION_PICK);
    for (int i = 0; i < WEND_RESCUE_MOVES; i++) {
        const double* move = wend_rescue_move_at(i);
        mixed = (wend_rescue_action){.move = {move[0], move[1]}};
        CHECK_INT(wend_rescue_action_parts(&mixed, parts), 1);
        CHECK_NEAR(parts[0].forward, 0.00994 * move[1], 1e-6);
    }
}
