#include <stdio.h>
#include <string.h>

#include "agent/cow/cow_learned.h"
#include "agent/cow/cow_memory.h"
#include "agent/cow/cow_pose.h"
#include "fixture.h"
#include "perceive/drawn_boxes.h"
#include "test.h"

#include "wend/agent.h"
#include "wend/sim.h"

static const wend_agent_body body = {0.25f, 12, 30, 0.18f, 1.5f};

// ---- where it is --------------------------------------------------------------------------------

static void notice(cow_pose* pose, const drawn_box* boxes, int count, wend_observation* own) {
    wend_error error = {0};
    static drawn_picture drawn;
    drawn_boxes(boxes, count, &drawn);
    wend_observation seen = {.camera.width = DRAWN_SIDE,
                             .camera.height = DRAWN_SIDE,
                             .camera.hfov = 90,
                             .camera.eye_height = 0.9f,
                             .camera.rgb = drawn.rgb,
                             .camera.depth = drawn.depth};
    CHECK_OK(cow_pose_notice(pose, &seen, own, &error));
}

TEST(a_step_that_changed_little_is_a_step_and_one_that_changed_nothing_is_none) {
    drawn_box wall = {{{-0.6f, 0, -8}, {0.6f, 2, -7.5f}}, {200, 200, 200}};
    drawn_box nearer = wall;
    nearer.box.low.z += 0.25f;
    nearer.box.high.z += 0.25f;
    for (int test = COW_TEST_MATCH; test <= COW_TEST_STILL; test++) {
        cow_pose pose = {.test = (cow_test)test};
        wend_observation own;
        cow_pose_reset(&pose, &body);
        notice(&pose, &wall, 1, &own);
        pose.last = WEND_ACTION_FORWARD;
        notice(&pose, &nearer, 1, &own);
        CHECK(!pose.failed && !own.collided);
        CHECK_NEAR(own.pose.gps[0], 0.25, 1e-6);
        notice(&pose, &nearer, 1, &own);
        CHECK(pose.failed && own.collided);
        CHECK_NEAR(own.pose.gps[0], 0.25, 1e-6);
        cow_pose_destroy(&pose);
    }
}

TEST(cow_uses_dead_reckoning_from_its_actions) {
    drawn_box box = {{{-0.6f, 0, -3}, {0.6f, 1, -2.5f}}, {200, 200, 200}};
    cow_pose pose = {.test = COW_TEST_MATCH};
    wend_observation own;
    cow_pose_reset(&pose, &body);
    notice(&pose, &box, 1, &own);
    for (int i = 0; i < 3; i++) {
        pose.last = WEND_ACTION_LEFT;
        notice(&pose, &box, 1, &own);
    }
    CHECK_NEAR(own.pose.compass, WEND_PI / 2, 1e-5);
    wend_vec3 ahead = cow_pose_to_start(&pose, wend_v3(0, 0, -1));
    CHECK_NEAR(ahead.x, -1, 1e-5);
    CHECK_NEAR(ahead.z, 0, 1e-5);
    cow_pose_destroy(&pose);
}

// ---- what it remembers --------------------------------------------------------------------------

static cow_object object_at(int text, float x, float y, float size) {
    wend_vec3 at = wend_v3(x, y + size / 2, -2), half = wend_v3(size / 2, size / 2, size / 2);
    return (cow_object){.text = text,
                        .box = {wend_v3_sub(at, half), wend_v3_add(at, half)},
                        .middle = at,
                        .point = at,
                        .sum = 8,
                        .weight = 10};
}

TEST(of_two_mugs_the_one_on_the_desk_is_selected) {
    cow_memory* m = wend_alloc_zero(1, sizeof *m);
    float score;
    cow_memory_seek(m, "mug on a desk near a laptop");
    CHECK_INT(m->text_count, 3);
    CHECK_TEXT(m->texts[0], "mug");
    CHECK_TEXT(m->texts[1], "desk");
    m->objects[m->count++] = object_at(0, 5, 0, 0.1f);      // on the floor
    m->objects[m->count++] = object_at(0, 0, 0.75f, 0.1f);  // on the desk
    m->objects[m->count++] = object_at(1, 0, 0, 0.75f);
    m->objects[m->count++] = object_at(2, 0.3f, 0.75f, 0.3f);
    CHECK_INT(cow_memory_best(m, true, &score), 1);
    CHECK_INT(cow_memory_best(m, false, &score), 0);  // without relations they are equal
    m->objects[1].rejected = true;
    CHECK_INT(cow_memory_best(m, true, &score), 0);
    wend_free(m);
}

TEST(objects_under_furniture_are_searched_at_the_furniture) {
    cow_memory* m = wend_alloc_zero(1, sizeof *m);
    cow_memory_seek(m, "apple under the blue sofa");
    CHECK(m->hidden);
    CHECK_INT(m->text_count, 1);
    CHECK_TEXT(m->texts[0], "blue sofa");
    cow_memory_seek(m, "apple in a bowl");  // which hides nothing
    CHECK(!m->hidden);
    CHECK_TEXT(m->texts[0], "apple");
    wend_free(m);
}

// ---- what it does -------------------------------------------------------------------------------

enum { SIDE = 96, MAX_ALLOWED_STEPS = 60 };

typedef struct walk {
    uint8_t rgb[SIDE * SIDE * 3], mask[SIDE * SIDE];
    float depth[SIDE * SIDE];
    uint32_t object[SIDE * SIDE];
    int steps;
    int turns;  // to the left, the last ones in a row
    wend_vec3 feet;
    char notes[1000];
} walk;

// An agent that plays one episode after the other in two rooms.
typedef struct stay {
    wend_world* world;
    wend_sim* sim;
    wend_agent* agent;
    float blind;  // metres from the ball within which it is not in the mask
    float hold;   // and within which the agent does not move
    float taken;  // metres from the door leaf until which the leaf is marked instead of the ball
} stay;

static wend_sim_def stay_def(void) {
    wend_sim_def def = wend_sim_default_def();
    def.body = wend_body_robothor();
    def.camera.width = def.camera.height = SIDE;
    return def;
}

static stay stay_begin(const char* name) {
    wend_error error = {0};
    stay s = {0};
    wend_sim_def def = stay_def();
    CHECK_OK(wend_world_create(fixture_two_rooms(1), NULL, &s.world, &error));
    CHECK_OK(wend_sim_create(&def, &s.sim, &error));
    CHECK_OK(wend_agent_create(name, NULL, &s.agent, &error));
    return s;
}

static void stay_end(stay* s) {
    wend_agent_destroy(s->agent);
    wend_sim_destroy(s->sim);
    wend_world_destroy(s->world);
}

static float metres_to(const stay* s, float x, float z) {
    wend_vec3 feet = wend_sim_pose(s->sim).feet;
    return hypotf(feet.x - x, feet.z - z);
}

// The mask of the ball: the open door until the agent is near.
static uint32_t masked_object(stay* s) {
    if (metres_to(s, 4, 0.5f) <= s->taken) s->taken = 0;
    return wend_scene_find_object(wend_world_scene(s->world), s->taken > 0 ? "door" : "ball");
}

// Until it stops, or for so many steps, showing it where the ball is.
static void play_on(stay* s, const char* text, int most_steps, walk* out) {
    wend_error error = {0};
    wend_sim_def def = stay_def();
    CHECK_OK(wend_sim_reset(s->sim, s->world, wend_v3(3, 0, 3), 0, wend_rng_make(1, 1), &error));
    wend_agent_episode episode = {.body = body, .rng = wend_rng_make(2, 2)};
    CHECK_OK(wend_agent_reset(s->agent, &episode, &error));
    for (out->steps = 0; out->steps < most_steps; out->steps++) {
        wend_frame frame = {.rgb = out->rgb, .depth = out->depth, .object = out->object};
        wend_action action;
        wend_outcome outcome;
        CHECK_OK(wend_sim_observe(s->sim, &frame, &error));
        float away = metres_to(s, 1, 1);
        bool shown = away > s->blind, held = away < s->hold;
        uint32_t ball = masked_object(s);
        for (int i = 0; i < SIDE * SIDE; i++)
            out->mask[i] = shown && out->object[i] == ball ? 255 : 0;
        wend_observation o = {.step = out->steps,
                              .camera.width = SIDE,
                              .camera.height = SIDE,
                              .camera.hfov = 90,
                              .camera.eye_height = def.body.eye_height,
                              .camera.rgb = out->rgb,
                              .camera.depth = out->depth,
                              .privileged.goal_mask = out->mask,
                              .pose.gps = {NAN, NAN},
                              .pose.compass = NAN,
                              .goal.instruction = text};
        CHECK_OK(wend_agent_act(s->agent, &o, &action, &error));
        if (action.kind == WEND_ACTION_STOP) break;
        out->turns = action.kind == WEND_ACTION_LEFT ? out->turns + 1 : 0;
        if (held && action.kind == WEND_ACTION_FORWARD) continue;
        CHECK_OK(wend_sim_step(s->sim, action, &outcome, &error));
    }
    out->feet = wend_sim_pose(s->sim).feet;
    CHECK_OK(wend_agent_notes(s->agent, out->notes, sizeof out->notes, &error));
    CHECK_HAS(out->notes, out->steps < most_steps ? "\"found\"" : "\"steps\"");
}

static void play(const char* name, const char* text, walk* out) {
    stay s = stay_begin(name);
    play_on(&s, text, MAX_ALLOWED_STEPS, out);
    stay_end(&s);
}

TEST(cow_with_ground_truth_localization_reaches_the_ball_and_stops) {
    static walk w;
    play("cow:localizer=truth", "ball", &w);
    CHECK(w.steps < MAX_ALLOWED_STEPS);
    CHECK(hypotf(w.feet.x - 1, w.feet.z - 1) < 1.1f);
}

TEST(cow_looks_around_before_stop_when_its_target_is_not_visible) {
    static walk w;
    stay s = stay_begin("cow:localizer=truth");
    s.blind = 1.4f;
    play_on(&s, "ball", 2 * MAX_ALLOWED_STEPS, &w);
    stay_end(&s);
    CHECK(w.turns >= body.turns);
    CHECK(hypotf(w.feet.x - 1, w.feet.z - 1) < 1.1f);
}

TEST(cow_stops_when_it_gets_no_nearer) {
    static walk w;
    stay s = stay_begin("cow:localizer=truth");
    s.hold = 1.4f;
    play_on(&s, "ball", 2 * MAX_ALLOWED_STEPS, &w);
    stay_end(&s);
    CHECK(w.steps < 2 * MAX_ALLOWED_STEPS);
}

TEST(cow_continues_when_its_target_is_seen_at_another_position) {
    static walk w;
    stay s = stay_begin("cow:localizer=truth");
    s.taken = 1.2f;
    play_on(&s, "ball", 2 * MAX_ALLOWED_STEPS, &w);
    CHECK(s.taken == 0);
    stay_end(&s);
    CHECK(w.steps < 2 * MAX_ALLOWED_STEPS);
    CHECK(hypotf(w.feet.x - 1, w.feet.z - 1) < 1.1f);
}

TEST(cow_searches_a_missing_object_until_the_step_limit) {
    static walk w;
    play("cow:steps=0", "zebra", &w);
    CHECK_INT(w.steps, MAX_ALLOWED_STEPS);
    play("cow:explore=toggle,post=centre", "", &w);
    CHECK_INT(w.steps, MAX_ALLOWED_STEPS);
}

TEST(cow_with_centre_pixels_finds_the_ball) {
    static walk w;
    play("cow:localizer=truth,post=centre", "ball", &w);
    CHECK(w.steps < MAX_ALLOWED_STEPS);
    CHECK(hypotf(w.feet.x - 1, w.feet.z - 1) < 1.1f);
}

TEST(cow_with_toggle_exploration_begins_each_episode_alike) {
    static walk one, two;
    stay s = stay_begin("cow:explore=toggle,steps=0");
    play_on(&s, "zebra", MAX_ALLOWED_STEPS, &one);
    CHECK_HAS(one.notes, "\"restarts\": 1");  // an odd number: the order has turned
    play_on(&s, "zebra", MAX_ALLOWED_STEPS, &two);
    CHECK(one.feet.x == two.feet.x && one.feet.z == two.feet.z);
    stay_end(&s);
}

// Weights of a cow-explorer that prefers STOP to everything, then the given action (1: FORWARD, 2:
// LEFT).
static const char* write_explorer(const char* file, int action) {
    static char paths[4][512];
    static int turn;
    wend_error error;
    wend_policy policy;
    char* path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s", test_path(file));
    CHECK_OK(wend_policy_create(wend_policy_find("cow-explorer-small"), 1, &policy, &error));
    float* weights = wend_network_weights(policy.network);
    memset(weights, 0, wend_network_weight_count(policy.network) * sizeof *weights);
    for (int i = 0; i < wend_network_parameter_count(policy.network); i++) {
        const wend_parameter* p = wend_network_parameter(policy.network, i);
        if (strcmp(p->name, "actor.bias") != 0) continue;
        weights[p->offset] = 100;
        weights[p->offset + (size_t)action] = 50;
    }
    CHECK_OK(wend_policy_save(&policy, path, &error));
    wend_policy_destroy(&policy);
    return path;
}

TEST(cow_with_learned_exploration_takes_the_motions_of_the_policy_and_does_not_stop) {
    static walk w;
    char name[600];
    snprintf(name, sizeof name, "cow:explore=learned,steps=0,weights=%s",
             write_explorer("left.safetensors", 2));
    play(name, "zebra", &w);
    CHECK_INT(w.steps, MAX_ALLOWED_STEPS);
    CHECK_INT(w.turns, MAX_ALLOWED_STEPS);
    snprintf(name, sizeof name, "cow:explore=learned,steps=0,weights=%s",
             write_explorer("ahead.safetensors", 1));
    play(name, "zebra", &w);
    CHECK_INT(w.steps, MAX_ALLOWED_STEPS);
    CHECK_INT(w.turns, 0);
    CHECK(hypotf(w.feet.x - 3, w.feet.z - 3) > 0.5f);
    snprintf(name, sizeof name, "cow:explore=learned,localizer=truth,weights=%s",
             write_explorer("left.safetensors", 2));
    play(name, "ball", &w);  // in view after the first look around
    CHECK(w.steps < MAX_ALLOWED_STEPS);
    CHECK(hypotf(w.feet.x - 1, w.feet.z - 1) < 1.1f);
}

// 128 x 192 pixels with their number as depth: the middle of 2 x 3 pixels each.
TEST(images_of_the_learned_exploration_are_the_middle_pixels) {
    enum { WIDTH = 128, HEIGHT = 192 };
    static uint8_t rgb[WIDTH * HEIGHT * 3];
    static float depth[WIDTH * HEIGHT];
    wend_error error;
    cow_learned l = {0};
    wend_action_kind action;
    wend_rng rng = wend_rng_make(2, 2);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        depth[i] = (float)i;
        for (int k = 0; k < 3; k++) rgb[3 * i + k] = (uint8_t)(i % 100 + k);
    }
    CHECK_OK(cow_learned_create(&l, write_explorer("left.safetensors", 2), &error));
    CHECK_INT(l.width, 64);
    CHECK_OK(cow_learned_reset(&l, &(wend_agent_episode){.body = body}, &rng, &error));
    wend_observation o = {.camera.width = WIDTH,
                          .camera.height = HEIGHT,
                          .camera.rgb = rgb,
                          .camera.depth = depth,
                          .goal.point = {NAN, NAN}};
    CHECK_OK(cow_learned_act(&l, &o, &action, &error));
    CHECK_INT(action, WEND_ACTION_LEFT);
    for (int row = 0; row < 64; row++)
        for (int column = 0; column < 64; column++) {
            int from = (3 * row + 1) * WIDTH + 2 * column + 1, to = 64 * row + column;
            CHECK_NEAR(l.depth[to], from, 0);
            CHECK_INT(l.rgb[3 * to + 2], from % 100 + 2);
        }
    cow_learned_destroy(&l);
    cow_learned_destroy(&l);
}

TEST(other_weights_of_the_exploration_are_another_agent) {
    wend_error error = {0};
    wend_agent *agents[3], *none;
    char names[2][600];
    snprintf(names[0], sizeof names[0], "cow:explore=learned,weights=%s",
             write_explorer("a.safetensors", 1));
    snprintf(names[1], sizeof names[1], "cow:explore=learned,weights=%s",
             write_explorer("b.safetensors", 2));
    for (int i = 0; i < 3; i++)
        CHECK_OK(wend_agent_create(i < 2 ? names[i] : "cow", NULL, &agents[i], &error));
    CHECK(wend_agent_hash(agents[0]) != wend_agent_hash(agents[1]));
    CHECK(wend_agent_hash(agents[2]) == 0);
    for (int i = 0; i < 3; i++) wend_agent_destroy(agents[i]);
    CHECK_INT(wend_agent_create("cow:weights=x.safetensors", NULL, &none, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "weights=x.safetensors are those of explore=learned");
    CHECK(wend_agent_create("cow:explore=learned,weights=missing.safetensors", NULL, &none,
                            &error) != WEND_OK);
    CHECK_HAS(error.message, "missing.safetensors");
}

static wend_status create_learned(void* context, wend_error* error) {
    wend_agent* agent;
    WEND_TRY(wend_agent_create(context, NULL, &agent, error));
    wend_agent_destroy(agent);
    return WEND_OK;
}

TEST(cow_with_learned_exploration_survives_every_failing_allocation) {
    static char name[600];
    snprintf(name, sizeof name, "cow:explore=learned,localizer=truth,weights=%s",
             write_explorer("left.safetensors", 2));
    test_each_allocation(create_learned, name, 100);
}

TEST(cow_with_a_room_prior_needs_its_own_localizer) {
    wend_agent* agent;
    wend_error error = {0};
    CHECK_INT(wend_agent_create("cow:explore=prior,localizer=truth", NULL, &agent, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "localizer=lexical");
}

static int count_text(const cow_memory* m, int link) {
    int count = 0;
    for (int i = 0; i < m->text_count; i++) count += m->links[i] == link;
    return count;
}

TEST(a_frontier_near_a_toilet_scores_higher_for_a_bathtub) {
    static cow_memory m;
    cow_memory_seek(&m, "mug in the bathtub");
    CHECK_HAS(m.texts[0], "bathtub");
    CHECK_INT(count_text(&m, COW_ROOM_CLUE), 0);
    CHECK_NEAR(cow_memory_promise(&m, 0, 0), 1, 0.05);
    cow_memory_seek_rooms(&m);
    CHECK_INT(count_text(&m, COW_ROOM_CLUE), 12);
    for (int i = 0; i < m.text_count; i++)
        if (m.categories[i] == WEND_CATEGORY_TOILET)
            m.objects[m.count++] = (cow_object){.text = i, .sum = 9, .weight = 9.5f};
    CHECK_INT(m.count, 1);
    CHECK(cow_memory_promise(&m, 0.5f, 0) > 1.5f);
    CHECK_NEAR(cow_memory_promise(&m, 6, 0), 1, 0.05);
}

TEST(cow_without_depth_is_an_error) {
    wend_agent* agent;
    wend_action action;
    wend_error error = {0};
    CHECK_OK(wend_agent_create("cow", NULL, &agent, &error));
    CHECK(!wend_agent_sees_truth(agent));
    wend_observation o = {.camera.width = 8, .camera.height = 8};
    CHECK_INT(wend_agent_act(agent, &o, &action, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "depth");
    wend_agent_destroy(agent);
    CHECK_OK(wend_agent_create("cow:localizer=truth+noise,false_negatives=0.25,false_positives=0.5",
                               NULL, &agent, &error));
    wend_agent_truth truth = wend_agent_asks_truth(agent);
    CHECK(wend_agent_sees_truth(agent) && truth.goal);
    CHECK_NEAR(truth.false_negative_rate, 0.25, 1e-6);
    CHECK_NEAR(truth.false_positive_rate, 0.5, 1e-6);
    wend_agent_destroy(agent);
}
