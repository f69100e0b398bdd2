#include "agent/walker.h"
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
    if (action == WEND_ACTION_LEFT) o->compass += (float)(WEND_PI / 6);
    if (action == WEND_ACTION_RIGHT) o->compass -= (float)(WEND_PI / 6);
    if (action != WEND_ACTION_FORWARD) return;
    o->gps[0] += 0.25f * cosf(o->compass);  // ahead
    o->gps[1] -= 0.25f * sinf(o->compass);  // to the right
}

// Over open ground to a place that lies between two headings.
static stroll stroll_to(float x, float z, bool steady) {
    wend_error error = {0};
    walker w = {.steady = steady};
    stroll s = {0};
    wend_observation o = {0};
    start_on_open_ground(&w);
    for (int i = 0; i < 60; i++) {
        wend_action_kind action;
        o.step = i;
        CHECK_OK(walker_sense(&w, &o, &error));
        if (!walker_has_way(&w)) {
            CHECK_OK(walker_look_ways(&w, WALKER_EASY, &error));
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

TEST(who_walks_steadily_turns_once_between_two_headings_and_goes_no_farther) {
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
    CHECK_OK(walker_look_ways(w, WALKER_EASY, &error));
    CHECK(walker_plan(w, x, z, 0.2f) && walker_step(w, &action));
    carry_out(o, action);
    return action;
}

TEST(a_step_that_was_taken_back_is_not_taken_again_by_who_walks_steadily) {
    for (int steady = 0; steady < 2; steady++) {
        walker w = {.steady = steady};
        wend_observation o = {0};
        start_on_open_ground(&w);
        CHECK_INT(act_towards(&w, &o, 0, -3), WEND_ACTION_FORWARD);
        o.compass = (float)WEND_PI;
        CHECK_INT(act_towards(&w, &o, 0, 3), WEND_ACTION_FORWARD);
        o.compass = 0;
        CHECK(steady == (act_towards(&w, &o, 0, -3) != WEND_ACTION_FORWARD));
        end(&w);
    }
}
