#include "agent/walker.h"
#include "test.h"

static const wend_agent_body body = {0.25f, 12, 30, 0.18f, 1.5f};

typedef struct stroll {
    int turns, steps;
    float metres_off;  // from the goal, at the end
} stroll;

// Over open ground to a place that lies between two headings.
static stroll stroll_to(float x, float z, bool steady) {
    wend_error error = {0};
    wend_map_def def = wend_map_default_def();
    walker w = {.steady = steady};
    stroll s = {0};
    wend_observation o = {0};
    CHECK_OK(wend_map_create(&def, &w.map, &error));
    CHECK_OK(wend_map_mark(w.map, wend_v3(0, 0, 0), 7, WEND_CELL_FREE, &error));
    CHECK_OK(walker_create(&w, w.map, &error));
    walker_reset(&w, &body);
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
        if (action == WEND_ACTION_LEFT) o.compass += (float)(WEND_PI / 6);
        if (action == WEND_ACTION_RIGHT) o.compass -= (float)(WEND_PI / 6);
        if (action != WEND_ACTION_FORWARD) continue;
        o.gps[0] += 0.25f * cosf(o.compass);  // ahead
        o.gps[1] -= 0.25f * sinf(o.compass);  // to the right
    }
    s.metres_off = hypotf(w.pose.feet.x - x, w.pose.feet.z - z);
    walker_destroy(&w);
    wend_map_destroy(w.map);
    return s;
}

TEST(who_walks_steadily_turns_once_between_two_headings_and_goes_no_farther) {
    stroll restless = stroll_to(-1.3f, -5, false), steady = stroll_to(-1.3f, -5, true);
    CHECK(restless.metres_off < 0.3f && steady.metres_off < 0.3f);
    CHECK(steady.turns <= 2 && restless.turns > 2 * steady.turns);
    CHECK(steady.steps <= restless.steps + 1);
}
