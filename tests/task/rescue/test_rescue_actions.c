// RescueBench's actions and its expert trajectory in numbers.
#include "fixture.h"
#include "task/played_task.h"
#include "task/rescue/rescue_stage.h"
#include "test.h"

#include "wend/benchmarks/rescue.h"

static wend_action move_part(double angle, double speed) {
    wend_rescue_action a = {.move = {angle, speed}};
    wend_action parts[3];
    CHECK_INT(wend_rescue_action_parts(&a, parts), 1);
    CHECK_INT(parts[0].kind, WEND_ACTION_VELOCITY);
    CHECK_NEAR(parts[0].seconds, 0.2, 1e-6);
    return parts[0];
}

// 30 is 82 degrees a second to the right, and 100 is 0.994 m/s; more is no more than that.
TEST(moves_of_a_rescue_are_shares_of_its_speed_and_turn_clipped_at_both_ends) {
    const struct {
        double angle, speed, right, forward;  // degrees and metres a second
    } rows[] = {{0, 100, 0, 0.994},   {0, -100, 0, -0.994}, {0, 50, 0, 0.497}, {0, 101, 0, 0.994},
                {0, -250, 0, -0.994}, {30, 0, 82, 0},       {-30, 0, -82, 0},  {45, 0, 82, 0},
                {-45, 0, -82, 0},     {15, 50, 41, 0.497},  {0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_action part = move_part(rows[i].angle, rows[i].speed);
        CHECK_NEAR(part.forward, rows[i].forward, 1e-5);
        CHECK_NEAR(part.turn, -rows[i].right * WEND_PI / 180, 1e-5);
    }
}

TEST(parts_of_an_action_are_moves_the_head_and_the_hands_that_do_something) {
    static const wend_action_kind hands[] = {WEND_ACTION_STAND,  WEND_ACTION_JUMP,
                                             WEND_ACTION_CROUCH, WEND_ACTION_PICK,
                                             WEND_ACTION_PUT,    WEND_ACTION_DOOR};
    wend_action parts[3];
    for (int animation = -1; animation < 7; animation++)
        for (int head = -1; head < 4; head++) {
            wend_rescue_action a = {.head = head, .animation = animation};
            bool looks = head == 1 || head == 2, acts = animation > 0 && animation < 6;
            CHECK_INT(wend_rescue_action_parts(&a, parts), looks || acts ? looks + acts : 1);
            if (looks) CHECK_INT(parts[0].kind, head == 1 ? WEND_ACTION_UP : WEND_ACTION_DOWN);
            if (acts) CHECK_INT(parts[looks].kind, hands[animation]);
            if (!looks && !acts) CHECK_INT(parts[0].kind, WEND_ACTION_VELOCITY);
            a.move[head > 0] = 1;  // turning or walking is a part of its own
            CHECK_INT(wend_rescue_action_parts(&a, parts), 1 + looks + acts);
            CHECK_INT(parts[0].kind, WEND_ACTION_VELOCITY);
        }
}

// In (1, 0, 2), looking along +x.
static played_task* stand(void) {
    wend_error error;
    const char* text =
        "{\"env_id\": \"floor\", \"level\": 0, \"agent_loc\": [-200, 100, 0, 0, 90, 0], "
        "\"injured_player_loc\": [-200, 600, 0, 0, 0, 0], \"injured_agent_id\": 3, "
        "\"stretcher_loc\": [-200, 900, 0, 0, 0, 0], \"ambulance_loc\": [-350, 1100, 0, 0, 0, 0], "
        "\"reference_text\": [\"There.\"], \"reference_image_path\": [], \"timeout\": 60}\n";
    played_task* p = played_open(&(played_def){.task = "rescue",
                                               .rules = "paper",
                                               .episodes = played_write("line.jsonl", text),
                                               .scene = played_floor()});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

TEST(the_expert_of_a_rescue_turns_to_its_waypoint_and_then_moves) {
    played_task* p = stand();
    const double most = 82 * WEND_PI / 180;
    const struct {
        double metres, angle;  // of the waypoint, ahead and to the left
        double forward, turn;
    } rows[] = {{5, 0, 0.994, 0},     {0.1, 0, 0.5, 0},         {0.19, 0, 0.95, 0},
                {5, 0.1, 0.994, 0.5}, {5, -0.1, 0.994, -0.5},   {1, 0.49, 0.994, most},
                {1, 0.51, 0, most},   {1, -0.49, 0.994, -most}, {1, -0.51, 0, -most},
                {1, 3, 0, most},      {1, -2.5, 0, -most}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_vec3 at = {1 + (float)(rows[i].metres * cos(rows[i].angle)), 0,
                        2 - (float)(rows[i].metres * sin(rows[i].angle))};
        wend_action walk = wend_rescue_follow_path(p->sim, (wend_vec3_span){&at, 1});
        CHECK_INT(walk.kind, WEND_ACTION_VELOCITY);
        CHECK_NEAR(walk.seconds, 0.2, 1e-6);
        CHECK_NEAR(walk.forward, rows[i].forward, 0.01);
        CHECK_NEAR(walk.turn, rows[i].turn, 0.01);
    }
    played_close(p);
}

TEST(the_expert_of_a_rescue_skips_waypoints_within_5_cm_but_the_last) {
    played_task* p = stand();
    wend_vec3 way[2] = {{1, 0, 2.04f}, {1, 0, 1}};  // right here, and to the left
    const double most = 82 * WEND_PI / 180;
    CHECK_NEAR(wend_rescue_follow_path(p->sim, (wend_vec3_span){way, 2}).turn, most, 1e-4);
    way[0].z = 2.06f;  // to the right
    CHECK_NEAR(wend_rescue_follow_path(p->sim, (wend_vec3_span){way, 2}).turn, -most, 1e-4);
    way[1] = wend_v3(1.02f, 0, 2);
    way[0] = wend_v3(0.98f, 0, 2);
    CHECK_NEAR(wend_rescue_follow_path(p->sim, (wend_vec3_span){way, 2}).forward, 0.1, 1e-3);
    wend_action none = wend_rescue_follow_path(p->sim, (wend_vec3_span){NULL, 0});
    CHECK_INT(none.kind, WEND_ACTION_VELOCITY);
    CHECK(none.forward == 0 && none.turn == 0);
    played_close(p);
}

// ---- doors on the expert's way ------------------------------------------------------------------

static const float EAST = -(float)WEND_PI / 2;  // heading that looks along +x

// What the expert does at (x, 0, z), with a closed door of 1 m in the middle of x = 4, z = 0 … 1,
// when it looks along +x and its waypoint is so many metres away, `left` radians to the left.
static wend_action at_the_door(float openness, float x, float z, double metres, double left) {
    wend_error error;
    wend_world* world;
    wend_sim* sim;
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    body.uses_images = def.uses_images = false;
    CHECK_OK(wend_world_create(fixture_two_rooms(openness), &def, &world, &error));
    CHECK_OK(wend_sim_create(&body, &sim, &error));
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(x, 0, z), EAST, wend_rng_make(1, 1), &error));
    wend_vec3 at = {x + (float)(metres * cos(left)), 0, z - (float)(metres * sin(left))};
    wend_action action = wend_rescue_follow_path(sim, (wend_vec3_span){&at, 1});
    wend_sim_destroy(sim);
    wend_world_destroy(world);
    return action;
}

TEST(the_expert_of_a_rescue_opens_a_closed_door_between_it_and_its_waypoint) {
    const struct {
        float openness, x, z;
        double metres, left;
        bool opens;
    } rows[] = {
        {0, 3, 0.5f, 3, 0, true},
        {0.4f, 3, 0.5f, 3, 0, true},   // still more closed than open
        {0.5f, 3, 0.5f, 3, 0, false},  // half open
        {1, 3, 0.5f, 3, 0, false},
        {0, 2.05f, 0.5f, 5, 0, true},  // as far as hands reach
        {0, 1.95f, 0.5f, 5, 0, false},
        {0, 3, 0.5f, 0.72, 0, true},  // the waypoint may be 0.3 m this side of it
        {0, 3, 0.5f, 0.68, 0, false},
        {0, 3.5f, 0.5f, 3, 0, true},
        {0, 3, 1.27f, 3, 0, true},  // aside by less than 0.6 of its width and 0.2 m
        {0, 3, 1.33f, 3, 0, false},
        {0, 2.2f, 0.5f, 5, 0.45, true},   // 1.8 m away: aside by 0.783
        {0, 2.2f, 0.5f, 5, 0.47, false},  // by 0.815
        {0, 2.2f, 0.5f, 5, -0.45, true},
        {0, 2.2f, 0.5f, 5, -0.47, false},
        {0, 3, 0.5f, 3, 0.49, true},  // an agent that still turns to the waypoint continues to turn
        {0, 3, 0.5f, 3, 0.51, false},
        {0, 3, 0.5f, 3, -0.49, true},
        {0, 3, 0.5f, 3, -0.51, false},
        {0, 3, 0.5f, 0, 0, false},  // where it is going to, it is
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_action action =
            at_the_door(rows[i].openness, rows[i].x, rows[i].z, rows[i].metres, rows[i].left);
        if ((action.kind == WEND_ACTION_DOOR) != rows[i].opens)
            test_fail(__FILE__, __LINE__, "row %zu: %s", i, wend_action_name(action.kind));
        CHECK(rows[i].opens || action.kind == WEND_ACTION_VELOCITY);
    }
}

// Beside the door at (4, 0, 0.5), looking along +z, with the waypoint right here or 0.1 m ahead.
TEST(the_expert_of_a_rescue_opens_no_door_without_a_waypoint) {
    wend_error error;
    wend_world* world;
    wend_sim* sim;
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    body.uses_images = def.uses_images = false;
    CHECK_OK(wend_world_create(fixture_two_rooms(0), &def, &world, &error));
    CHECK_OK(wend_sim_create(&body, &sim, &error));
    for (int i = 0; i < 2; i++) {
        CHECK_OK(wend_sim_reset(sim, world, wend_v3(3.7f, 0, 0.26f), (float)WEND_PI,
                                wend_rng_make(1, 1), &error));
        wend_vec3 at = wend_sim_pose(sim).feet;
        CHECK_NEAR(at.z, 0.26, 0.01);
        CHECK_INT(wend_sim_door_in_front(sim), 0);
        at.z += 0.1f * (float)i;
        CHECK_INT(wend_rescue_follow_path(sim, (wend_vec3_span){&at, 1}).kind,
                  i ? WEND_ACTION_DOOR : WEND_ACTION_VELOCITY);
    }
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}
