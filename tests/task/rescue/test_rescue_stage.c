#include "catalog/model.h"
#include "fixture.h"
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
    source.import.bake = def.uses_images = body.uses_images = false;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED;
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

static void move_to(stage* s, wend_vec3 at, int most) {
    rescue_phase phase = s->progress.phase;
    for (int i = 0; i < most && s->progress.phase == phase; i++)
        take(s, wend_rescue_follow_path(s->sim, (wend_vec3_span){&at, 1}));
}

TEST(in_assisted_mode_the_agent_only_moves) {
    stage s = make_stage(true);
    move_to(&s, s.scene.person, 60);
    CHECK_INT(s.progress.phase, RESCUE_TO_STRETCHER);
    move_to(&s, s.scene.stretcher, 80);
    CHECK_INT(s.progress.phase, RESCUE_OVER);
    CHECK(s.progress.placed > s.progress.carried && s.progress.carried > 0);
    CHECK_INT(s.progress.reason, WEND_RESCUE_NONE);
    destroy_stage(&s);
}

TEST(in_native_mode_the_agent_picks_and_puts) {
    stage s = make_stage(false);
    move_to(&s, s.scene.person, 30);
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
    // [RescueBench: ahead, back, ahead and turning, turning on the spot, standing]
    const double moves[7][2] = {{0, 100}, {0, -100}, {15, 50}, {-15, 50},
                                {30, 0},  {-30, 0},  {0, 0}};
    for (int i = 0; i < 7; i++) {
        const double* move = moves[i];
        mixed = (wend_rescue_action){.move = {move[0], move[1]}};
        CHECK_INT(wend_rescue_action_parts(&mixed, parts), 1);
        CHECK_NEAR(parts[0].forward, 0.00994 * move[1], 1e-6);
    }
}

// ---- doors, gates and hands ---------------------------------------------------------------------

static const float EAST = -(float)WEND_PI / 2;  // heading that looks along +x

// Two rooms with a door between them at (4, 0, 0.5).
typedef struct rooms {
    wend_world* world;
    wend_sim* sim;
} rooms;

// `through`: agents pass closed doors.
static rooms enter_rooms(wend_scene* scene, bool through) {
    wend_error error;
    rooms r;
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    def.uses_images = body.uses_images = false;
    def.navmesh.open_doors = through;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED;
    CHECK_OK(wend_world_create(scene, &def, &r.world, &error));
    CHECK_OK(wend_sim_create(&body, &r.sim, &error));
    return r;
}

static rooms open_rooms(wend_scene* scene) { return enter_rooms(scene, false); }

static void stand_at(rooms* r, float x, float z, float heading) {
    wend_error error;
    CHECK_OK(
        wend_sim_reset(r->sim, r->world, wend_v3(x, 0, z), heading, wend_rng_make(1, 1), &error));
}

static void close_rooms(rooms* r) {
    wend_sim_destroy(r->sim);
    wend_world_destroy(r->world);
}

static const rescue_scene far_away = {
    .person = {7, 0, 3}, .stretcher = {7, 0, 2}, .timeout = 30, .gates = {1.5f, 1.5f, 2.2f, true}};

static wend_action of_kind(wend_action_kind kind) { return (wend_action){.kind = kind}; }

static bool is_standing(wend_action a) {
    return a.kind == WEND_ACTION_VELOCITY && a.forward == 0 && a.turn == 0 &&
           fabsf(a.seconds - 0.2f) < 1e-6f;
}

TEST(the_environment_opens_a_closed_door_in_front_of_the_agent) {
    const struct {
        float openness, x, aside;  // radians
        wend_action wanted;
        bool opens;
    } rows[] = {
        {0, 2.5f, 0, {.kind = WEND_ACTION_VELOCITY, .forward = 0.5f}, true},
        {0, 2.5f, 0, {.kind = WEND_ACTION_VELOCITY, .forward = 0.00105f}, true},
        {0, 2.5f, 0, {.kind = WEND_ACTION_VELOCITY, .forward = 0.001f}, false},
        {0, 2.5f, 0, {.kind = WEND_ACTION_VELOCITY, .forward = -0.5f}, false},
        {0, 2.5f, 0, {.kind = WEND_ACTION_VELOCITY, .turn = 1}, false},
        {0, 2.5f, 0, {.kind = WEND_ACTION_FORWARD}, true},
        {0, 2.5f, 0, {.kind = WEND_ACTION_DOOR}, true},
        {0, 2.5f, 0, {.kind = WEND_ACTION_LEFT}, false},
        {0, 2.5f, 0, {.kind = WEND_ACTION_UP}, false},
        {0.4f, 2.5f, 0, {.kind = WEND_ACTION_FORWARD}, true},
        {0.5f, 2.5f, 0, {.kind = WEND_ACTION_FORWARD}, false},  // half open is open
        {1, 2.5f, 0, {.kind = WEND_ACTION_FORWARD}, false},
        {0, 2.02f, 0, {.kind = WEND_ACTION_FORWARD}, true},  // within 2 m
        {0, 1.98f, 0, {.kind = WEND_ACTION_FORWARD}, false},
        {0, 2.5f, 0.60f, {.kind = WEND_ACTION_FORWARD}, true},  // within 35 degrees
        {0, 2.5f, 0.62f, {.kind = WEND_ACTION_FORWARD}, false},
        {0, 2.5f, -0.60f, {.kind = WEND_ACTION_FORWARD}, true},
        {0, 2.5f, -0.62f, {.kind = WEND_ACTION_FORWARD}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rooms r = open_rooms(fixture_two_rooms(rows[i].openness));
        rescue_progress p = rescue_progress_start();
        stand_at(&r, rows[i].x, 0.5f, EAST + rows[i].aside);
        wend_action taken = rescue_admit(&far_away, r.sim, &p, rows[i].wanted);
        CHECK_INT(taken.kind, rows[i].opens ? WEND_ACTION_DOOR : rows[i].wanted.kind);
        CHECK_INT(p.rest, rows[i].opens ? 12 : 0);
        CHECK_INT(p.attempts, 0);
        close_rooms(&r);
    }
}

TEST(the_environment_opens_the_next_door_12_steps_later_at_the_earliest) {
    rooms r = open_rooms(fixture_two_rooms(0));
    rescue_progress p = rescue_progress_start();
    stand_at(&r, 2.5f, 0.5f, EAST);
    for (int i = 0; i < 25; i++) {  // the door is not moved: it stays closed
        wend_action taken = rescue_admit(&far_away, r.sim, &p, of_kind(WEND_ACTION_DOOR));
        if (i % 12 == 0)
            CHECK_INT(taken.kind, WEND_ACTION_DOOR);
        else
            CHECK(is_standing(taken));
    }
    close_rooms(&r);
}

TEST(assisted_rescuers_use_no_hand_actions_and_native_ones_open_doors) {
    const struct {
        wend_action_kind wanted;
        bool helped, alone;  // whether it is done: far from everything
    } rows[] = {{WEND_ACTION_PICK, false, true},   {WEND_ACTION_PUT, false, true},
                {WEND_ACTION_CROUCH, false, true}, {WEND_ACTION_JUMP, false, true},
                {WEND_ACTION_DOOR, false, false},  {WEND_ACTION_STOP, false, false},
                {WEND_ACTION_FOUND, false, false}, {WEND_ACTION_STAND, true, true},
                {WEND_ACTION_FORWARD, true, true}, {WEND_ACTION_LEFT, true, true},
                {WEND_ACTION_RIGHT, true, true},   {WEND_ACTION_UP, true, true},
                {WEND_ACTION_DOWN, true, true}};
    rooms r = open_rooms(fixture_two_rooms(0));
    stand_at(&r, 1.5f, 2.5f, EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int helped = 0; helped < 2; helped++) {
            rescue_progress p = rescue_progress_start();
            rescue_scene scene = far_away;
            scene.gates.assisted = helped;
            wend_action taken = rescue_admit(&scene, r.sim, &p, of_kind(rows[i].wanted));
            if (helped ? rows[i].helped : rows[i].alone)
                CHECK_INT(taken.kind, rows[i].wanted);
            else
                CHECK(is_standing(taken));
        }
    rescue_scene alone = far_away;
    alone.gates.assisted = false;
    for (int open = 0; open < 2; open++) {
        rooms at = open_rooms(fixture_two_rooms(open));
        rescue_progress p = rescue_progress_start();
        stand_at(&at, 2.5f, 0.5f, EAST + 1);  // in front, as far as hands go
        wend_action taken = rescue_admit(&alone, at.sim, &p, of_kind(WEND_ACTION_DOOR));
        CHECK(open ? is_standing(taken) : taken.kind == WEND_ACTION_DOOR);
        CHECK_INT(p.rest, 0);
        close_rooms(&at);
    }
    close_rooms(&r);
}

TEST(speeds_of_a_rescuer_are_clipped_at_both_ends_and_none_is_no_number) {
    const double most = 82 * WEND_PI / 180;
    const struct {
        float forward, turn;
        double taken[2];
    } rows[] = {{0.5f, 0.5f, {0.5, 0.5}}, {-0.5f, -0.5f, {-0.5, -0.5}},
                {2, 2, {0.994, most}},    {-2, -2, {-0.994, -most}},
                {NAN, 1, {0, 0}},         {1, NAN, {0, 0}},
                {INFINITY, 1, {0, 0}},    {1, -INFINITY, {0, 0}}};
    rooms r = open_rooms(fixture_two_rooms(1));
    rescue_scene alone = far_away;
    alone.gates.assisted = false;
    stand_at(&r, 1.5f, 2.5f, EAST);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rescue_progress p = rescue_progress_start();
        wend_action taken = rescue_admit(&alone, r.sim, &p, drive(rows[i].forward, rows[i].turn));
        CHECK_INT(taken.kind, WEND_ACTION_VELOCITY);
        CHECK_NEAR(taken.forward, rows[i].taken[0], 1e-6);
        CHECK_NEAR(taken.turn, rows[i].taken[1], 1e-6);
        CHECK_NEAR(taken.seconds, 0.2, 1e-6);
    }
    close_rooms(&r);
}

TEST(an_agent_that_carries_a_person_does_not_jump) {
    stage s = make_stage(false);
    move_to(&s, s.scene.person, 30);
    CHECK_INT(take(&s, of_kind(WEND_ACTION_JUMP)).kind, WEND_ACTION_JUMP);
    take(&s, of_kind(WEND_ACTION_PICK));
    CHECK(wend_sim_carried(s.sim));
    CHECK(is_standing(take(&s, of_kind(WEND_ACTION_JUMP))));
    destroy_stage(&s);
}

// At (2, 0, 2), looking along +x.
static wend_action in_gate(rescue_phase phase, wend_vec3 at, float heading, rescue_progress* p) {
    rooms r = open_rooms(fixture_two_rooms(0));
    rescue_scene scene = far_away;
    *p = rescue_progress_start();
    p->phase = phase;
    *(phase == RESCUE_TO_PERSON ? &scene.person : &scene.stretcher) = at;
    scene.gates.place = 1;
    stand_at(&r, 2, 2, heading);
    wend_action taken = rescue_admit(&scene, r.sim, p, of_kind(WEND_ACTION_UP));
    close_rooms(&r);
    return taken;
}

TEST(within_the_gate_the_rescuer_turns_to_the_person_and_picks) {
    const struct {
        rescue_phase phase;
        wend_vec3 at;
        float aside;  // radians to the left
        wend_action_kind taken;
    } rows[] = {
        {RESCUE_TO_PERSON, {3.49f, 0, 2}, 0, WEND_ACTION_PICK},
        {RESCUE_TO_PERSON, {3.51f, 0, 2}, 0, WEND_ACTION_UP},
        {RESCUE_TO_PERSON, {3, 0, 2}, 0.88f, WEND_ACTION_PICK},
        {RESCUE_TO_PERSON, {3, 0, 2}, 0.92f, WEND_ACTION_RIGHT},
        {RESCUE_TO_PERSON, {3, 0, 2}, -0.88f, WEND_ACTION_PICK},
        {RESCUE_TO_PERSON, {3, 0, 2}, -0.92f, WEND_ACTION_LEFT},
        {RESCUE_TO_PERSON, {3, 0, 2}, 3, WEND_ACTION_RIGHT},
        {RESCUE_TO_PERSON, {2.19f, 0, 2}, 3, WEND_ACTION_PICK},  // right here
        {RESCUE_TO_PERSON, {2.21f, 0, 2}, 3, WEND_ACTION_RIGHT},
        {RESCUE_TO_STRETCHER, {2.99f, 0, 2}, 0, WEND_ACTION_PUT},
        {RESCUE_TO_STRETCHER, {3.01f, 0, 2}, 0, WEND_ACTION_UP},
        {RESCUE_TO_STRETCHER, {2.9f, 0, 2}, 3, WEND_ACTION_PUT},  // over the shoulder
        {RESCUE_TO_PERSON, {3, 0.5f, 2}, 0, WEND_ACTION_PICK},
        {RESCUE_TO_PERSON, {3, 2.3f, 2}, 0, WEND_ACTION_UP},  // a storey above
        {RESCUE_TO_PERSON, {3, -2.3f, 2}, 0, WEND_ACTION_UP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rescue_progress p;
        wend_action taken = in_gate(rows[i].phase, rows[i].at, EAST + rows[i].aside, &p);
        if (taken.kind != rows[i].taken)
            test_fail(__FILE__, __LINE__, "row %zu: %s", i, wend_action_name(taken.kind));
        CHECK_INT(p.attempts, rows[i].taken != WEND_ACTION_UP);
    }
}

// Behind the wall at x = 4, around its end through the open door: a gate of 1.5 m counts 3.5 m.
TEST(a_gate_ends_at_a_wall_beyond_a_detour_of_twice_its_radius_and_half_a_metre) {
    rooms r = enter_rooms(fixture_two_rooms(0), true);
    int in = 0, out = 0;
    for (float z = 1.5f; z < 3.5f; z += 0.02f) {
        rescue_progress p = rescue_progress_start();
        rescue_scene scene = far_away;
        float metres;
        scene.person = wend_v3(4.5f, 0, z);
        stand_at(&r, 3.5f, z, EAST);
        CHECK(wend_navmesh_distance(wend_sim_navmesh(r.sim), wend_sim_pose(r.sim).feet,
                                    (wend_vec3_span){&scene.person, 1}, &metres, NULL) == WEND_OK);
        wend_action taken = rescue_admit(&scene, r.sim, &p, of_kind(WEND_ACTION_UP));
        CHECK_INT(taken.kind, metres <= 3.5f ? WEND_ACTION_PICK : WEND_ACTION_UP);
        in += metres <= 3.5f;
        out += metres > 3.5f;
    }
    CHECK(in > 20 && out > 20);
    close_rooms(&r);
}

// ---- what came of it ----------------------------------------------------------------------------

TEST(a_rescue_ends_when_it_is_completed_failed_or_out_of_time) {
    const struct {
        rescue_progress before;  // steps, carried, placed, attempts
        wend_action_kind taken;
        bool changed, rested;
        rescue_progress after;
    } rows[] = {
        {{.steps = 6, .carried = -1, .placed = -1, .attempts = 9},
         WEND_ACTION_PICK,
         true,
         false,
         {.phase = RESCUE_TO_STRETCHER, .steps = 7, .carried = 7, .placed = -1}},
        {{.steps = 6, .carried = -1, .placed = -1, .attempts = 9},
         WEND_ACTION_PICK,
         false,
         false,
         {.steps = 7, .carried = -1, .placed = -1, .attempts = 9}},
        {{.steps = 6, .carried = -1, .placed = -1},
         WEND_ACTION_DOOR,
         true,
         false,
         {.steps = 7, .carried = -1, .placed = -1, .doors = 1}},
        {{.steps = 6, .carried = -1, .placed = -1},
         WEND_ACTION_DOOR,
         false,
         false,
         {.steps = 7, .carried = -1, .placed = -1}},
        {{.steps = 6, .carried = 3, .placed = -1, .phase = RESCUE_TO_STRETCHER},
         WEND_ACTION_PUT,
         true,
         true,
         {.phase = RESCUE_OVER, .steps = 7, .carried = 3, .placed = 7}},
        {{.steps = 6, .carried = 3, .placed = -1, .phase = RESCUE_TO_STRETCHER},
         WEND_ACTION_PUT,
         true,
         false,
         {.phase = RESCUE_OVER,
          .reason = WEND_RESCUE_DROP_OUT_OF_RANGE,
          .steps = 7,
          .carried = 3,
          .placed = -1}},
        {{.steps = 6, .carried = 3, .placed = -1, .phase = RESCUE_TO_STRETCHER},
         WEND_ACTION_PUT,
         false,
         false,
         {.phase = RESCUE_TO_STRETCHER, .steps = 7, .carried = 3, .placed = -1}},
        {{.steps = 70, .carried = -1, .placed = -1, .attempts = 50},
         WEND_ACTION_LEFT,
         false,
         false,
         {.steps = 71, .carried = -1, .placed = -1, .attempts = 50}},
        {{.steps = 70, .carried = -1, .placed = -1, .attempts = 51},
         WEND_ACTION_LEFT,
         false,
         false,
         {.phase = RESCUE_OVER,
          .reason = WEND_RESCUE_CARRY_FAILED,
          .steps = 71,
          .carried = -1,
          .placed = -1,
          .attempts = 51}},
        {{.steps = 70, .carried = 0, .placed = -1, .attempts = 51, .phase = RESCUE_TO_STRETCHER},
         WEND_ACTION_PUT,
         false,
         false,
         {.phase = RESCUE_OVER,
          .reason = WEND_RESCUE_DROP_FAILED,
          .steps = 71,
          .placed = -1,
          .attempts = 51}},
        {{.steps = 148, .carried = -1, .placed = -1},  // of 30 s, a fifth each
         WEND_ACTION_LEFT,
         false,
         false,
         {.steps = 149, .carried = -1, .placed = -1}},
        {{.steps = 149, .carried = -1, .placed = -1},
         WEND_ACTION_LEFT,
         false,
         false,
         {.phase = RESCUE_OVER,
          .reason = WEND_RESCUE_TIMEOUT_PHASE1,
          .steps = 150,
          .carried = -1,
          .placed = -1}},
        {{.steps = 149, .carried = 0, .placed = -1, .phase = RESCUE_TO_STRETCHER},
         WEND_ACTION_LEFT,
         false,
         false,
         {.phase = RESCUE_OVER, .reason = WEND_RESCUE_TIMEOUT_PHASE2, .steps = 150, .placed = -1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rescue_progress p = rows[i].before, want = rows[i].after;
        wend_outcome outcome = {.changed = rows[i].changed, .rested = rows[i].rested};
        rescue_follow(&far_away, of_kind(rows[i].taken), &outcome, &p);
        CHECK_INT(p.phase, want.phase);
        CHECK_INT(p.reason, want.reason);
        CHECK_INT(p.steps, want.steps);
        CHECK_INT(p.carried, want.carried);
        CHECK_INT(p.placed, want.placed);
        CHECK_INT(p.attempts, want.attempts);
        CHECK_INT(p.doors, want.doors);
    }
}

TEST(reasons_have_the_names_of_the_benchmark) {
    CHECK_TEXT(wend_rescue_reason_name(WEND_RESCUE_NONE), "");
    CHECK_TEXT(wend_rescue_reason_name(WEND_RESCUE_CARRY_FAILED), "CARRY_FAILED");
    CHECK_TEXT(wend_rescue_reason_name(WEND_RESCUE_DROP_OUT_OF_RANGE), "DROP_OUT_OF_RANGE");
    CHECK_TEXT(wend_rescue_reason_name(WEND_RESCUE_REASON_COUNT), "");
}

// ---- people -------------------------------------------------------------------------------------

TEST(gates_and_the_body_of_a_rescuer_are_those_of_the_rules) {
    wend_rescue_gates paper = wend_rescue_gates_for("paper", true);
    wend_rescue_gates official = wend_rescue_gates_for("official", false);
    wend_sim_def def = rescue_sim_def();
    CHECK_NEAR(paper.carry, 1.5, 0);
    CHECK_NEAR(paper.place, 1.5, 0);
    CHECK_NEAR(paper.height, 2.2, 1e-6);
    CHECK(paper.assisted);
    CHECK_NEAR(wend_rescue_gates_for(NULL, true).carry, 1.5, 0);
    CHECK_NEAR(official.carry, 1, 0);
    CHECK_NEAR(official.place, 2, 0);
    CHECK_NEAR(official.height, 2.2, 1e-6);
    CHECK(!official.assisted);
    CHECK(def.moves_doors && def.body.slide);
    CHECK_NEAR(def.body.eye_height, 1.6, 1e-6);
    CHECK_NEAR(def.body.step, 0.1988, 1e-6);
    CHECK_INT(def.body.turns, 22);
    CHECK_NEAR(def.body.reach, 2, 0);
    CHECK_INT(def.camera.width, 256);
    CHECK_INT(def.camera.height, 192);
    CHECK_NEAR(def.camera.hfov, 110, 0);
    CHECK_NEAR(def.camera.depth_max, 20, 0);
}

TEST(inserted_objects_of_a_rescue_are_20_lying_people_a_stretcher_and_an_ambulance) {
    const wend_inserted_object* inserted = rescue_inserted();
    for (uint32_t i = 0; i < 20; i++) {
        CHECK_INT(inserted[i].category, WEND_CATEGORY_PERSON);
        CHECK_INT(inserted[i].variant, 4 * i + MODEL_PERSON_LYING);
    }
    CHECK_INT(inserted[20].category, WEND_CATEGORY_STRETCHER);
    CHECK_INT(inserted[21].category, WEND_CATEGORY_AMBULANCE);
}

TEST(everything_of_a_line_is_in_its_scene) {
    const wend_rescue_episode e = {.injured = {.at = {1, 2, 3}, .heading = 0.1},
                                   .stretcher = {.at = {4, 5, 6}, .heading = 0.2},
                                   .ambulance = {.at = {7, 8, 9}, .heading = 0.3},
                                   .look = 11,
                                   .timeout = 90};
    rescue_scene s = rescue_scene_of(&e, wend_rescue_gates_for("official", true));
    CHECK_NEAR(s.person.x, 1, 0);
    CHECK_NEAR(s.person.z, 3, 0);
    CHECK_NEAR(s.stretcher.y, 5, 0);
    CHECK_NEAR(s.ambulance.x, 7, 0);
    CHECK_NEAR(s.person_heading, 0.1, 1e-6);
    CHECK_NEAR(s.stretcher_heading, 0.2, 1e-6);
    CHECK_NEAR(s.ambulance_heading, 0.3, 1e-6);
    CHECK_INT(s.look, 11);
    CHECK_NEAR(s.timeout, 90, 0);
    CHECK_NEAR(s.gates.place, 2, 0);
}

// A floor with a stretcher at x = 3 and an ambulance at x = 6, both at z = 2.
static wend_scene* ward(void) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_STRETCHER};
    fixture_box(&b, scene_builder_object(&b, &fields, "bed"), material, wend_v3(2.5f, 0, 1.5f),
                wend_v3(3.5f, 0.5f, 2.5f));
    fields.category = WEND_CATEGORY_AMBULANCE;
    fixture_box(&b, scene_builder_object(&b, &fields, "van"), material, wend_v3(5.5f, 0, 1.5f),
                wend_v3(6.5f, 1, 2.5f));
    fields = (wend_object){.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    fixture_box(&b, scene_builder_object(&b, &fields, "floor"), material, wend_v3(0, -0.1f, 0),
                wend_v3(12, 0, 4));
    CHECK_OK(scene_builder_finish(&b, "ward", "test", &scene, &error));
    return scene;
}

TEST(a_scenes_own_stretcher_and_ambulance_serve_within_half_a_metre) {
    const struct {
        float stretcher, ambulance;
        bool brought[2];
    } rows[] = {{3, 6, {false, false}},       {3.48f, 5.52f, {false, false}},
                {3.52f, 6, {true, false}},    {3, 5.48f, {false, true}},
                {2.48f, 6.52f, {true, true}}, {6, 3, {true, true}},
                {3.5f, 5.5f, {true, true}}};
    rooms r = open_rooms(ward());
    uint32_t first = wend_scene_first_inserted(wend_world_scene(r.world));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        rescue_scene s = {.person = wend_v3(9, 0, 1),
                          .stretcher = wend_v3(rows[i].stretcher, 0, 2),
                          .ambulance = wend_v3(rows[i].ambulance, 0, 2),
                          .look = 7};
        stand_at(&r, 10, 2, 0);
        CHECK_OK(rescue_scene_set(&s, r.sim, &error));
        for (uint32_t k = 0; k < 20; k++) CHECK_INT(wend_sim_is_there(r.sim, first + k), k == 7);
        CHECK_INT(wend_sim_is_there(r.sim, first + 20), rows[i].brought[0]);
        CHECK_INT(wend_sim_is_there(r.sim, first + 21), rows[i].brought[1]);
        CHECK_NEAR(wend_sim_object_at(r.sim, first + 7).x, 9, 1e-5);
        if (rows[i].brought[0])
            CHECK_NEAR(wend_sim_object_at(r.sim, first + 20).x, rows[i].stretcher, 1e-5);
        if (rows[i].brought[1])
            CHECK_NEAR(wend_sim_object_at(r.sim, first + 21).x, rows[i].ambulance, 1e-5);
    }
    close_rooms(&r);
}

// The person is picked from 1.4 m and lies on top of the stretcher, 0.75 m high, afterwards.
TEST(a_person_put_down_at_the_stretcher_lies_on_it) {
    stage s = make_stage(true);
    uint32_t person = wend_scene_first_inserted(wend_world_scene(s.world)) + 7;
    float half =
        0.5f *
        wend_aabb_size(wend_scene_get(wend_world_scene(s.world))->objects.items[person].bounds).y;
    move_to(&s, s.scene.person, 60);
    move_to(&s, s.scene.stretcher, 80);
    CHECK_INT(s.progress.phase, RESCUE_OVER);
    wend_vec3 at = wend_sim_object_at(s.sim, person);
    CHECK_NEAR(at.x, 0, 1e-5);
    CHECK_NEAR(at.y, 0.75 + (double)half, 1e-5);
    CHECK_NEAR(at.z, 3, 1e-5);
    destroy_stage(&s);
}

TEST(rescues_in_a_world_without_inserted_objects_or_with_invalid_positions_are_refused) {
    wend_error error = {0};
    wend_world* world;
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    wend_sim* sim;
    def.uses_images = body.uses_images = false;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED - 1;
    CHECK_OK(wend_world_create(fixture_two_rooms(1), &def, &world, &error));
    CHECK_OK(wend_sim_create(&body, &sim, &error));
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(1, 0, 2), 0, wend_rng_make(1, 1), &error));
    CHECK_INT(rescue_scene_set(&far_away, sim, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "two rooms: the world has no inserted objects for a rescue");
    wend_sim_destroy(sim);
    wend_world_destroy(world);
    rooms r = open_rooms(fixture_two_rooms(1));
    for (int i = 0; i < 4; i++) {
        rescue_scene s = far_away;
        stand_at(&r, 1, 2, 0);
        if (i) (i == 1 ? &s.person : i == 2 ? &s.stretcher : &s.ambulance)->x = NAN;
        CHECK_INT(rescue_scene_set(&s, r.sim, &error), i ? WEND_ARGUMENT : WEND_OK);
    }
    close_rooms(&r);
}
