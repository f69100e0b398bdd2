// When a CoW sets out for an object, gives it up, arrives and stops: each threshold from both
// sides.
#include "agent/cow/cow.h"
#include "agent/cow/cow_state.h"
#include "test.h"

static const wend_agent_body body = {0.25f, 12, 30, 0.18f, 1.5f};

static void stand_at(cow* c, float x, float z) {
    c->pose.x = c->walker.pose.feet.x = x;
    c->pose.z = c->walker.pose.feet.z = z;
    cow_come_to(c);
}

static cow* make_cow(const char* options) {
    wend_error error = {0};
    cow* c = wend_alloc_zero(1, sizeof *c);
    wend_agent_episode episode = {.body = body, .rng = wend_rng_make(2, 2)};
    CHECK_OK(cow_agent.create(c, options, &error));
    CHECK_OK(cow_agent.reset(c, &episode, &error));
    CHECK_INT(c->spin, 9);  // nine turns of 30 degrees and the 90 of the image
    c->mode = MODE_EXPLORE;
    c->eye_height = 1.5f;
    stand_at(c, 2, 0);
    return c;
}

static void free_cow(cow* c) {
    cow_agent.destroy(c);
    wend_free(c);
}

// A object straight ahead, seen from 3 m: 0.6 and the 0.4 of doubt make `score` its score.
static cow_object* put(cow* c, float ahead, float score) {
    cow_object* t = &c->memory.objects[c->memory.count++];
    wend_vec3 at = wend_v3(c->pose.x, 1, c->pose.z - ahead);
    *t = (cow_object){.box = {at, at}, .middle = at, .point = at, .side = at, .nearest = 3};
    t->weight = 0.6f;
    t->sum = score;
    return t;
}

static void free_ground(cow* c, float metres) {
    wend_error error = {0};
    CHECK_OK(wend_map_mark(c->map, c->walker.pose.feet, metres, WEND_CELL_FREE, &error));
    CHECK_OK(walker_compute_distances(&c->walker, WALKER_EASY, &error));
}

TEST(default_thresholds_of_cow_depend_on_its_localizer) {
    const struct {
        const char* options;
        float go, stop;
        int relations;
    } rows[] = {
        {"", 0.5f, 0.5f, 1},
        {"localizer=truth", 0.1f, 0.1f, 0},
        {"localizer=truth+noise", 0.35f, 0.35f, 0},
        {"localizer=truth,go=0,relations=1", 0, 0.1f, 0},
        {"stop=0,relations=0", 0.5f, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cow* c = make_cow(rows[i].options);
        CHECK_NEAR(c->def.go, rows[i].go, 1e-6);
        CHECK_NEAR(c->def.stop, rows[i].stop, 1e-6);
        CHECK_INT(c->def.relations, rows[i].relations);
        CHECK_NEAR(c->def.look, 0.25, 1e-6);
        CHECK_NEAR(c->def.detour, 2, 1e-6);
        CHECK_NEAR(c->def.reach, 0.75, 1e-6);
        CHECK_INT(c->def.max_steps, 250);
        CHECK_INT(c->def.confirm, 1);
        free_cow(c);
    }
}

// ---- setting out --------------------------------------------------------------------------------

static bool sets_out(const char* options, float ahead, float score, float nearest, int step) {
    cow* c = make_cow(options);
    put(c, ahead, score)->nearest = nearest;
    cow_choose_target(c, step);
    bool out = c->target == 0;
    CHECK(out == (c->mode == MODE_APPROACH));
    if (out) CHECK_INT(c->localized, step);
    free_cow(c);
    return out;
}

TEST(cow_approaches_detections_above_its_threshold) {
    CHECK(sets_out("", 5, 0.5f, 3, 7));
    CHECK(!sets_out("", 5, 0.49f, 3, 7));
    CHECK(sets_out("go=0.4", 5, 0.4f, 3, 7));
    CHECK(!sets_out("go=0.6", 5, 0.59f, 3, 7));
}

TEST(cow_inspects_nearby_detections_that_were_seen_only_from_afar) {
    CHECK(sets_out("", 2, 0.25f, 3, 7));
    CHECK(!sets_out("", 2.01f, 0.25f, 3, 7));
    CHECK(!sets_out("", 2, 0.24f, 3, 7));
    CHECK(sets_out("", 2, 0.25f, 1.5f, 7));
    CHECK(!sets_out("", 2, 0.25f, 1.49f, 7));
    CHECK(sets_out("detour=4,look=0.2", 4, 0.2f, 3, 7));
    CHECK(!sets_out("confirm=0", 2, 0.25f, 3, 7));
}

// Straight to it and back are 2 m: 14 steps, and 12 turns.
TEST(cow_goes_to_its_best_detection_when_just_enough_steps_are_left) {
    CHECK(sets_out("confirm=0", 1, 0.05f, 3, 224));
    CHECK(!sets_out("confirm=0", 1, 0.05f, 3, 223));
    CHECK(!sets_out("confirm=0", 1, 0.049f, 3, 249));
    CHECK(!sets_out("confirm=0,steps=0", 1, 0.05f, 3, 249));
    CHECK(sets_out("confirm=0,steps=100", 1, 0.05f, 3, 74));
    CHECK(!sets_out("confirm=0,steps=100", 1, 0.05f, 3, 73));
}

// The first step at which there is just time to get to an object, with so much free ground around.
static int latest_start(float ahead, float ground) {
    cow* c = make_cow("confirm=0");
    int step = 0;
    put(c, ahead, 0.1f);
    free_ground(c, ground);
    for (; c->target < 0 && step < 300; step++) cow_choose_target(c, step);
    CHECK(c->last_chance);
    free_cow(c);
    return step - 1;
}

TEST(the_time_to_a_position_is_that_of_the_route_where_one_exists) {
    CHECK_NEAR(latest_start(4, 6), 250 - (28 + 12), 2);     // 4 m and some
    CHECK_NEAR(latest_start(4, 2.9f), 250 - (19 + 12), 3);  // a way that ends 1.3 m from it
    CHECK_INT(latest_start(4, 2.4f), 250 - (57 + 12));      // and 1.8 m from it
    CHECK_INT(latest_start(4, 1), 250 - (57 + 12));         // no way near it: twice 4 m
    CHECK_INT(latest_start(1.2f, 0.3f), 250 - (17 + 12));   // a way that ends half way is none
}

TEST(detections_above_the_go_threshold_are_never_last_resorts) {
    cow* c = make_cow("");
    put(c, 1, 0.5f);
    c->stay = 7;
    cow_choose_target(c, 249);
    CHECK_INT(c->stay, 0);
    CHECK(c->target == 0 && !c->last_chance);
    free_cow(c);
}

// At (2, 4) an object at (5, 0) is 5 m away: 72 steps, and 12 turns.
TEST(distances_are_measured_from_the_position_of_the_cow) {
    for (int step = 165; step < 167; step++) {
        cow* c = make_cow("confirm=0");
        stand_at(c, 2, 4);
        put(c, 4, 0.05f)->point.x += 3;
        c->patience = c->trouble = 5;
        cow_choose_target(c, step);
        CHECK_INT(c->target, step - 166);
        CHECK_INT(c->patience, step == 166 ? 0 : 5);
        CHECK_INT(c->trouble, step == 166 ? 0 : 5);
        free_cow(c);
    }
}

// ---- arriving -----------------------------------------------------------------------------------

// On its way to an object ahead that is as sure as `score`.
static cow* set_out_for(const char* options, float ahead, float score) {
    cow* c = make_cow(options);
    put(c, ahead, score);
    c->target = 0;
    c->mode = MODE_APPROACH;
    c->memory.step = 40;
    return c;
}

static void approach(cow* c) {
    wend_error error = {0};
    wend_action_kind action = WEND_ACTION_STOP;
    CHECK_OK(cow_approach(c, &action, &error));
}

static cow_mode mode_at(const char* options, float ahead, float score, bool last, bool* refused) {
    cow* c = set_out_for(options, ahead, score);
    c->last_chance = last;
    free_ground(c, 3);
    approach(c);
    cow_mode mode = c->mode;
    *refused = c->memory.objects[0].rejected;
    if (mode == MODE_STOP) {
        CHECK_TEXT(c->reason, last ? "best guess" : "found");
        CHECK_NEAR(c->score, score, 1e-6);
        CHECK_INT(c->search, 12);
    }
    CHECK((c->target < 0) == (mode == MODE_EXPLORE));
    free_cow(c);
    return mode;
}

TEST(cow_stops_within_reach_of_a_confident_detection_and_rejects_others) {
    bool refused;
    CHECK_INT(mode_at("", 0.75f, 0.5f, false, &refused), MODE_STOP);
    CHECK_INT(mode_at("", 0.76f, 0.5f, false, &refused), MODE_APPROACH);
    CHECK_INT(mode_at("reach=1.5", 1.5f, 0.5f, false, &refused), MODE_STOP);
    CHECK(!refused);
    CHECK_INT(mode_at("", 0.75f, 0.49f, false, &refused), MODE_EXPLORE);
    CHECK(refused);
    CHECK_INT(mode_at("stop=0.3", 0.75f, 0.3f, false, &refused), MODE_STOP);
    CHECK_INT(mode_at("", 0.75f, 0.06f, true, &refused), MODE_STOP);
    CHECK_INT(mode_at("confirm=0", 0.75f, 0.06f, false, &refused), MODE_STOP);
    CHECK(!refused);
}

TEST(cow_approaches_the_near_side_of_an_object) {
    for (int far = 0; far < 2; far++) {
        wend_error error = {0};
        cow* c = make_cow("");
        stand_at(c, 2, 4);
        put(c, 0.5f, 0.5f)->side = wend_v3(1.4f, 1, far ? 3.2f : 3.6f);
        c->memory.objects[0].point = wend_v3(9, 1, 9);
        c->target = 0;
        c->mode = MODE_APPROACH;
        CHECK_OK(wend_map_mark(c->map, c->walker.pose.feet, 3, WEND_CELL_FREE, &error));
        approach(c);
        CHECK_INT(c->mode, far ? MODE_APPROACH : MODE_STOP);
        free_cow(c);
    }
}

TEST(cow_rejects_an_inspected_target_below_half_of_the_look_threshold) {
    bool refused;
    CHECK_INT(mode_at("", 2, 0.125f, false, &refused), MODE_APPROACH);
    CHECK_INT(mode_at("", 2, 0.124f, false, &refused), MODE_EXPLORE);
    CHECK(refused);
    CHECK_INT(mode_at("look=0.5", 2, 0.24f, false, &refused), MODE_EXPLORE);
    CHECK_INT(mode_at("", 2, 0.06f, true, &refused), MODE_APPROACH);
    CHECK_INT(mode_at("confirm=0", 2, 0.06f, false, &refused), MODE_APPROACH);
    CHECK(!refused);
}

TEST(cow_is_stuck_when_it_stays_within_60_cm_for_24_steps) {
    cow* c = make_cow("");
    for (int i = 0; i < 24; i++) CHECK(!cow_is_stuck(c));
    CHECK(cow_is_stuck(c));
    for (int i = 0; i < 24; i++) CHECK(!cow_is_stuck(c));  // anew from there
    c->pose.z = 0.6f;
    CHECK(cow_is_stuck(c));
    for (int i = 0; i < 24; i++) CHECK(!cow_is_stuck(c));
    c->pose.z = -0.01f;  // somewhere else
    for (int i = 0; i < 24; i++) CHECK(!cow_is_stuck(c));
    CHECK(cow_is_stuck(c));
    free_cow(c);
}

TEST(a_stuck_cow_stops_within_130_cm_and_postpones_farther_targets) {
    cow* c = set_out_for("", 1.3f, 0.5f);
    c->stay = 24;
    approach(c);
    CHECK_INT(c->mode, MODE_STOP);
    free_cow(c);
    c = set_out_for("", 1.31f, 0.5f);
    for (int attempt = 1; attempt <= 3; attempt++) {
        c->target = 0;
        c->mode = MODE_APPROACH;
        c->stay = 24;
        approach(c);
        CHECK(c->mode == MODE_EXPLORE && c->target == -1);
        CHECK_INT(c->memory.objects[0].attempts, attempt);
        CHECK_INT(c->memory.objects[0].again, 70);
        CHECK(c->memory.objects[0].rejected == (attempt == 3));
    }
    free_cow(c);
}

TEST(postponed_targets_are_retried_at_their_step) {
    cow* c = make_cow("");
    put(c, 5, 0.9f)->again = 70;
    c->memory.step = 69;
    cow_choose_target(c, 69);
    CHECK_INT(c->target, -1);
    c->memory.step = 70;
    cow_choose_target(c, 70);
    CHECK_INT(c->target, 0);
    free_cow(c);
}

// An island of ground; beyond it, all is occupied.
static void wall_in(cow* c) {
    wend_error error = {0};
    CHECK_OK(wend_map_mark(c->map, c->walker.pose.feet, 4, WEND_CELL_OCCUPIED, &error));
    CHECK_OK(wend_map_mark(c->map, c->walker.pose.feet, 0.15f, WEND_CELL_FREE, &error));
}

TEST(without_a_path_cow_stops_within_130_cm_and_else_tries_20_steps) {
    cow* c = set_out_for("", 1.29f, 0.5f);
    wall_in(c);
    approach(c);
    CHECK_INT(c->mode, MODE_STOP);
    free_cow(c);
    c = set_out_for("", 1.3f, 0.5f);
    wall_in(c);
    for (int i = 0; i < 20; i++) {
        approach(c);
        CHECK_INT(c->mode, MODE_APPROACH);
    }
    approach(c);
    CHECK_INT(c->mode, MODE_EXPLORE);
    CHECK_INT(c->memory.objects[0].attempts, 1);
    free_cow(c);
}

// ---- stopping -----------------------------------------------------------------------------------

static cow* arrived_at(const char* options, float height) {
    cow* c = set_out_for(options, 1, 0.5f);
    c->memory.objects[0].point.y = height;
    c->mode = MODE_STOP;
    c->search = 12;
    c->detections.count = 1;
    c->detections.items[0] = (wend_detection){.relevance = 0.25f, .nearest = {0, 0, -1.3f}};
    return c;
}

static wend_action_kind look_and_stop(cow* c, int step) {
    wend_error error = {0};
    wend_action_kind action = WEND_ACTION_FOUND;
    CHECK_OK(cow_look_and_stop(c, step, &action, &error));
    return action;
}

// A metre away, 0.75 m above or below the camera is 0.64 rad, and 0.77 m is 0.66.
TEST(cow_tilts_once_towards_a_target_outside_of_the_image) {
    const struct {
        float height;
        int looks;
        wend_action_kind action;
    } rows[] = {{1.5f - 0.75f, 0, WEND_ACTION_STOP}, {1.5f - 0.77f, 0, WEND_ACTION_DOWN},
                {1.5f + 0.75f, 0, WEND_ACTION_STOP}, {1.5f + 0.77f, 0, WEND_ACTION_UP},
                {1.5f - 0.77f, 1, WEND_ACTION_STOP}, {1.5f + 0.77f, -1, WEND_ACTION_STOP}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cow* c = arrived_at("", rows[i].height);
        c->pose.looks = rows[i].looks;
        CHECK_INT(look_and_stop(c, 50), rows[i].action);
        free_cow(c);
    }
}

TEST(cow_faces_its_target_before_stop) {
    cow* c = arrived_at("", 1);
    c->memory.objects[0].point = wend_v3(1, 1, 0);
    CHECK_INT(look_and_stop(c, 50), WEND_ACTION_LEFT);
    c->memory.objects[0].point = wend_v3(3, 1, 0);
    CHECK_INT(look_and_stop(c, 50), WEND_ACTION_RIGHT);
    free_cow(c);
}

TEST(cow_stops_only_at_visible_near_targets_or_at_the_step_limit) {
    const struct {
        float relevance, ahead;
        int text, step;
        wend_action_kind action;
    } rows[] = {
        {0.25f, 1.3f, 0, 50, WEND_ACTION_STOP},  {0.24f, 1.3f, 0, 50, WEND_ACTION_LEFT},
        {0.25f, 1.31f, 0, 50, WEND_ACTION_LEFT}, {0.9f, 0.5f, 1, 50, WEND_ACTION_LEFT},
        {0.24f, 1.3f, 0, 248, WEND_ACTION_LEFT}, {0.24f, 1.3f, 0, 249, WEND_ACTION_STOP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cow* c = arrived_at("", 1);
        c->detections.items[0].relevance = rows[i].relevance;
        c->detections.items[0].nearest.z = -rows[i].ahead;
        c->detections.items[0].text = rows[i].text;
        CHECK_INT(look_and_stop(c, rows[i].step), rows[i].action);
        free_cow(c);
    }
    cow* c = arrived_at("steps=0", 1);  // there is always time
    c->detections.count = 0;
    CHECK_INT(look_and_stop(c, 5000), WEND_ACTION_LEFT);
    free_cow(c);
}

TEST(cow_without_a_visible_target_looks_around_once_and_stops) {
    cow* c = arrived_at("", 1);
    c->detections.count = 0;
    wall_in(c);
    c->memory.objects[0].from = (wend_vec2){0, -3};
    for (int i = 0; i < 12; i++) CHECK_INT(look_and_stop(c, 50), WEND_ACTION_LEFT);
    CHECK(!c->aside);
    CHECK_INT(look_and_stop(c, 50), WEND_ACTION_STOP);
    CHECK(c->aside);
    CHECK_INT(c->mode, MODE_STOP);
    free_cow(c);
}

// Beside the object, a reach from it towards where it was seen from.
TEST(cow_steps_aside_to_the_position_of_the_detection) {
    const struct {
        wend_vec2 from, to;
    } rows[] = {{{5, -1}, {2.75f, -1}},
                {{2.5f, -1}, {2.5f, -1}},
                {{2, -4}, {2, -1.75f}},
                {{0.5f, -3}, {2 - 0.45f, -1.6f}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cow* c = arrived_at("", 1);
        c->detections.count = c->search = 0;
        free_ground(c, 5);
        c->memory.objects[0].from = rows[i].from;
        CHECK(look_and_stop(c, 50) != WEND_ACTION_STOP);
        CHECK_INT(c->mode, MODE_ASIDE);
        CHECK_NEAR(c->walker.target.x, rows[i].to.x, 0.01);
        CHECK_NEAR(c->walker.target.y, rows[i].to.y, 0.01);
        CHECK_INT(c->search, 12);
        CHECK(look_and_stop(c, 51) != WEND_ACTION_STOP);
        CHECK_INT(c->mode, MODE_ASIDE);
        CHECK_INT(look_and_stop(c, 249), WEND_ACTION_STOP);
        CHECK_INT(c->mode, MODE_STOP);
        free_cow(c);
    }
}

TEST(cow_steps_aside_by_at_most_half_a_metre) {
    for (int far = 0; far < 2; far++) {
        cow* c = arrived_at("", 1);
        c->detections.count = c->search = 0;
        free_ground(c, 3);
        c->memory.objects[0].point = wend_v3(2, 1, far ? -3.8f : -3.3f);
        c->memory.objects[0].from = (wend_vec2){2, far ? -3.8f : -3.3f};
        CHECK((look_and_stop(c, 50) == WEND_ACTION_STOP) == far);
        CHECK_INT(c->mode, far ? MODE_STOP : MODE_ASIDE);
        free_cow(c);
    }
}

// Whether it leaves what it arrived at for a second object.
static bool goes_on(float now, float score, int text, bool refused) {
    cow* c = arrived_at("", 1);
    c->detections.count = 0;
    free_ground(c, 5);
    cow_object* other = put(c, 3, score);
    other->now = now;
    other->text = text;
    other->rejected = refused;
    look_and_stop(c, 50);
    bool left = c->target == 1;
    CHECK(left == c->memory.objects[0].rejected);
    free_cow(c);
    return left;
}

TEST(cow_goes_to_a_detection_of_the_current_image_at_another_position) {
    CHECK(goes_on(0.5f, 0.125f, 0, false));
    CHECK(!goes_on(0.49f, 0.125f, 0, false));
    CHECK(!goes_on(0.5f, 0.124f, 0, false));
    CHECK(!goes_on(0.5f, 0.5f, 1, false));
    CHECK(!goes_on(0.5f, 0.5f, 0, true));
}
