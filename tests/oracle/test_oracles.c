// Oracles and the leader of tours without memory: an error, never an action that is made of it.
#include <stdlib.h>

#include "fixture.h"
#include "run/leader.h"
#include "test.h"

#include "wend/oracle.h"

// A lane of 12 x 2 m along +x, and a room at its end: the goal is around a corner.
static wend_scene* lane(void) {
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(12, 0, 2), &floor, &material);
    fixture_box(&b, floor, material, wend_v3(10, -0.1f, -4), wend_v3(12, 0, 2));
    return fixture_finish(&b, "lane");
}

typedef struct walker {
    wend_world* world;
    wend_sim* sim;
} walker;

// At the lane's beginning, on a navmesh that has answered no query yet.
static walker stand(float step, float heading) {
    wend_error error;
    walker w;
    wend_world_def world = wend_world_default_def();
    wend_sim_def def = wend_sim_default_def();
    world.uses_images = def.uses_images = false;
    def.body.step = step;
    CHECK_OK(wend_world_create(lane(), &world, &w.world, &error));
    CHECK_OK(wend_sim_create(&def, &w.sim, &error));
    CHECK_OK(
        wend_sim_reset(w.sim, w.world, wend_v3(1, 0, 1), heading, wend_rng_make(1, 1), &error));
    return w;
}

static void walker_destroy(walker* w) {
    wend_sim_destroy(w->sim);
    wend_world_destroy(w->world);
}

typedef struct oracle_case {
    const char* oracle;
    float step, heading;
    wend_vec3 route[3];
    int route_count;
    wend_action_kind action;  // with memory
} oracle_case;

// The status of the first action with the n-th allocation failing; `*reached`: there was an n-th.
static wend_status act_without(const oracle_case* c, uint64_t n, wend_action* action,
                               bool* reached) {
    const wend_oracle_kind* kind = wend_oracle_find(c->oracle);
    wend_error error = {0};
    wend_vec3 goal = {11, 0, -3};
    walker w = stand(c->step, c->heading);
    void* state = calloc(1, kind->memory);
    wend_oracle_truth truth = {
        .sim = w.sim, .goals = {&goal, 1}, .route = {c->route, c->route_count}};
    uint64_t before = wend_memory_get_stats().calls;
    wend_memory_fail_at(n, false);
    wend_status status = kind->act(state, &truth, action, &error);
    wend_memory_fail_at(0, false);
    *reached = n && wend_memory_get_stats().calls - before >= n;
    CHECK(status == WEND_OK || *error.message);
    free(state);
    walker_destroy(&w);
    return status;
}

static const float east = -(float)WEND_PI / 2;

TEST(an_oracle_without_memory_for_a_distance_or_a_plan_gives_an_error_and_no_action) {
    const wend_vec3 near = {1.2f, 0, 1}, far = {11, 0, -3};
    const oracle_case cases[] = {
        {"shortest-path", 0.25f, east, {far}, 0, WEND_ACTION_FORWARD},
        {"reference-path", 0.25f, east, {far}, 0, WEND_ACTION_FORWARD},
        {"reference-path", 0.25f, east, {near, near, far}, 3, WEND_ACTION_FORWARD},
        // Steps of 5 m at 15 degrees to the lane collide: it looks ahead and gives up.
        {"shortest-path", 5, east + 15 * (float)WEND_PI / 180, {far}, 0, WEND_ACTION_STOP}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_action action;
        bool reached;
        int failures = 0;
        CHECK_INT(act_without(&cases[i], 0, &action, &reached), WEND_OK);
        CHECK_INT(action.kind, cases[i].action);
        for (uint64_t n = 1;; n++, failures++) {
            wend_status status = act_without(&cases[i], n, &action, &reached);
            if (!reached) break;
            CHECK_INT(status, WEND_NO_MEMORY);
        }
        CHECK(failures >= (i == 3 ? 7 : 6));
    }
}

TEST(the_leader_of_a_tour_without_memory_gives_an_error_and_does_not_end_the_tour) {
    int failures = 0;
    for (uint64_t n = 1;; n++, failures++) {
        wend_error error = {0};
        wend_action action = {0};
        leader* l;
        bool over = false;
        walker w = stand(0.25f, east);
        CHECK_OK(leader_create(&l, &error));
        leader_begin(l, wend_v3(11, 0, -3), 0.25f, 1000);
        uint64_t before = wend_memory_get_stats().calls;
        wend_memory_fail_at(n, false);
        wend_status status = leader_next(l, w.sim, &action, &over, &error);
        wend_memory_fail_at(0, false);
        bool reached = wend_memory_get_stats().calls - before >= n;
        CHECK(!over && !leader_has_arrived(l));
        CHECK_INT(status, reached ? WEND_NO_MEMORY : WEND_OK);
        if (!reached) CHECK_INT(action.kind, WEND_ACTION_FORWARD);
        leader_destroy(l);
        walker_destroy(&w);
        if (!reached) break;
    }
    CHECK(failures >= 6);
}
