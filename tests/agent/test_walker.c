#include "agent/common/walker.h"
#include "test.h"

static const wend_agent_body body = {0.25f, 12, 30, 0.18f, 1.5f};

typedef struct stroll {
    int turns, steps;
    float metres_off;  // from the goal, at the end
} stroll;

static void start_on_open_ground(walker* w) {
    wend_error error = {0};
    wend_map_def def = wend_map_default_def();
    CHECK_OK(wend_map_create(&def, &w->map, &error));
    CHECK_OK(wend_map_mark(w->map, wend_v3(0, 0, 0), 7, WEND_CELL_FREE, &error));
    CHECK_OK(walker_create(w, w->map, &error));
    walker_reset(w, &body);
}

static void end(walker* w) {
    walker_destroy(w);
    wend_map_destroy(w->map);
}

static void carry_out(wend_observation* o, wend_action_kind action) {
    if (action == WEND_ACTION_LEFT) o->pose.compass += (float)(WEND_PI / 6);
    if (action == WEND_ACTION_RIGHT) o->pose.compass -= (float)(WEND_PI / 6);
    if (action != WEND_ACTION_FORWARD) return;
    o->pose.gps[0] += 0.25f * cosf(o->pose.compass);  // ahead
    o->pose.gps[1] -= 0.25f * sinf(o->pose.compass);  // to the right
}

// Over open ground to a place that lies between two headings.
static stroll stroll_to(float x, float z, bool steady) {
    wend_error error = {0};
    walker w = {.def = walker_default_def()};
    w.def.steady = steady;
    stroll s = {0};
    wend_observation o = {0};
    start_on_open_ground(&w);
    for (int i = 0; i < 60; i++) {
        wend_action_kind action;
        o.step = i;
        CHECK_OK(walker_sense(&w, &o, &error));
        if (!walker_has_path(&w)) {
            CHECK_OK(walker_compute_distances(&w, WALKER_EASY, &error));
            CHECK(walker_plan(&w, x, z, 0.2f));
        }
        if (!walker_step(&w, &action)) break;
        s.turns += action != WEND_ACTION_FORWARD;
        s.steps += action == WEND_ACTION_FORWARD;
        carry_out(&o, action);
    }
    s.metres_off = hypotf(w.pose.feet.x - x, w.pose.feet.z - z);
    end(&w);
    return s;
}

TEST(a_steady_walker_turns_at_most_once_between_two_headings) {
    stroll restless = stroll_to(-1.3f, -5, false), steady = stroll_to(-1.3f, -5, true);
    CHECK(restless.metres_off < 0.3f && steady.metres_off < 0.3f);
    CHECK(steady.turns <= 2 && restless.turns > 2 * steady.turns);
    CHECK(steady.steps <= restless.steps + 1);
}

// One action towards a place, carried out.
static wend_action_kind act_towards(walker* w, wend_observation* o, float x, float z) {
    wend_error error = {0};
    wend_action_kind action = WEND_ACTION_STOP;
    o->step++;
    CHECK_OK(walker_sense(w, o, &error));
    CHECK_OK(walker_compute_distances(w, WALKER_EASY, &error));
    CHECK(walker_plan(w, x, z, 0.2f) && walker_step(w, &action));
    carry_out(o, action);
    return action;
}

TEST(a_steady_walker_does_not_repeat_a_reverted_step) {
    for (int steady = 0; steady < 2; steady++) {
        walker w = {.def = walker_default_def()};
        w.def.steady = steady;
        wend_observation o = {0};
        start_on_open_ground(&w);
        CHECK_INT(act_towards(&w, &o, 0, -3), WEND_ACTION_FORWARD);
        o.pose.compass = (float)WEND_PI;
        CHECK_INT(act_towards(&w, &o, 0, 3), WEND_ACTION_FORWARD);
        o.pose.compass = 0;
        CHECK(steady == (act_towards(&w, &o, 0, -3) != WEND_ACTION_FORWARD));
        end(&w);
    }
}

// ---- thresholds ---------------------------------------------------------------------------------

// On open ground with a way of one leg, to a point so many metres and degrees to the left ahead.
static bool steps_to(bool steady, float metres, float degrees, wend_action_kind* action) {
    walker w = {.def = walker_default_def()};
    w.def.steady = steady;
    wend_error error = {0};
    float angle = degrees * (float)(WEND_PI / 180);
    start_on_open_ground(&w);
    CHECK_OK(walker_sense(&w, &(wend_observation){0}, &error));
    w.path[1] = (wend_vec2){-metres * sinf(angle), -metres * cosf(angle)};
    w.path_count = 2;
    w.age = 0;
    w.radius = 0.1f;
    bool steps = walker_step(&w, action);
    end(&w);
    return steps;
}

TEST(a_path_is_completed_within_15_cm_of_its_end) {
    wend_action_kind action = WEND_ACTION_STOP;
    CHECK(!steps_to(false, 0.14f, 0, &action));
    CHECK_INT(action, WEND_ACTION_STOP);
    CHECK(steps_to(false, 0.16f, 0, &action));
    CHECK_INT(action, WEND_ACTION_FORWARD);
}

// Turns are 30 degrees: 15 of them select the nearest heading, 27 in steady mode.
TEST(a_steady_walker_keeps_a_heading_up_to_nine_tenths_of_a_turn_off) {
    const struct {
        bool steady;
        float degrees;
        wend_action_kind action;
    } rows[] = {{false, 14, WEND_ACTION_FORWARD}, {false, 16, WEND_ACTION_LEFT},
                {false, -16, WEND_ACTION_RIGHT},  {true, 26.7f, WEND_ACTION_FORWARD},
                {true, 27.3f, WEND_ACTION_LEFT},  {true, -26.7f, WEND_ACTION_FORWARD},
                {true, -27.3f, WEND_ACTION_RIGHT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_action_kind action;
        CHECK(steps_to(rows[i].steady, 3, rows[i].degrees, &action));
        CHECK_INT(action, rows[i].action);
    }
}

TEST(a_walker_faces_a_point_as_well_as_turns_allow) {
    walker w = {.def = walker_default_def()};
    wend_error error = {0};
    wend_action_kind action;
    start_on_open_ground(&w);
    CHECK_OK(walker_sense(&w, &(wend_observation){0}, &error));
    const float degrees[] = {14, -14, 16, -16, 179, -149};
    const int turns[] = {0, 0, 1, -1, 1, -1};
    for (int i = 0; i < 6; i++) {
        float angle = degrees[i] * (float)(WEND_PI / 180);
        action = WEND_ACTION_STOP;
        CHECK(walker_face(&w, -sinf(angle), -cosf(angle), &action) == (turns[i] != 0));
        CHECK_INT(action, turns[i] > 0   ? WEND_ACTION_LEFT
                          : turns[i] < 0 ? WEND_ACTION_RIGHT
                                         : WEND_ACTION_STOP);
    }
    end(&w);
}

TEST(a_collision_is_remembered_within_8_cm_and_marks_the_map_10_cm_ahead) {
    wend_error error = {0};
    for (int away = 0; away < 2; away++) {
        walker w = {.def = walker_default_def()};
        wend_rng rng = wend_rng_make(1, 1);
        wend_observation o = {.step = 1, .collided = true};
        start_on_open_ground(&w);
        w.stepping = true;
        CHECK_OK(walker_sense(&w, &o, &error));
        CHECK_INT(w.bump_count, 1);
        CHECK_INT(wend_map_state(w.map, 0, -0.28f), WEND_CELL_OCCUPIED);
        CHECK_INT(wend_map_state(w.map, 0, -0.5f), WEND_CELL_FREE);
        o = (wend_observation){.step = 2, .pose.gps = {0, away ? 0.09f : 0.07f}};
        CHECK_OK(walker_sense(&w, &o, &error));
        w.aim = 0;
        CHECK((walker_escape(&w, &rng) == WEND_ACTION_FORWARD) == away);
        end(&w);
    }
}

TEST(collisions_count_only_after_steps_and_not_at_the_start) {
    wend_error error = {0};
    for (int step = 0; step < 2; step++)
        for (int stepping = 0; stepping < 2; stepping++) {
            walker w = {.def = walker_default_def()};
            start_on_open_ground(&w);
            w.stepping = stepping;
            w.age = 3;
            CHECK_OK(walker_sense(&w, &(wend_observation){.step = step, .collided = true}, &error));
            CHECK_INT(w.bump_count, step && stepping);
            CHECK_INT(w.age, step && stepping ? -1 : 4);
            CHECK(!w.stepping);
            end(&w);
        }
}

TEST(motion_modes_differ_in_clearance_and_in_unknown_ground) {
    wend_error error = {0};
    walker w = {.def = walker_default_def()};
    const float radii[WALKER_MODES] = {0.2f, 0.1f, 0, 0.1f};
    start_on_open_ground(&w);
    CHECK_OK(walker_sense(&w, &(wend_observation){0}, &error));
    for (int mode = 0; mode < WALKER_MODES; mode++) {
        w.age = 2;
        CHECK_OK(walker_compute_distances(&w, (walker_mode)mode, &error));
        CHECK_NEAR(w.radius, radii[mode], 1e-6);
        CHECK(w.crosses_unknown == (mode == WALKER_UNKNOWN));
        CHECK(!walker_has_path(&w));
        CHECK(walker_plan(&w, 0, -4, 0.3f) && walker_has_path(&w));
        CHECK_NEAR(w.target.y, -4, 0.2);
        CHECK(!walker_plan(&w, 0, -40, 0.3f) && !walker_has_path(&w));
    }
    end(&w);
}
