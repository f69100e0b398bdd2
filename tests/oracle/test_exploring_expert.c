// Experts that an agent can imitate: what they have seen decides where they go.
#include "fixture.h"
#include "oracle/depth_view.h"
#include "test.h"

enum { WIDTH = 64 };

// Two rooms, at x 0 to 8 and z 0 to 4, with a gap in the wall at x = 4, z 0 to 1.
static wend_scene* open_rooms(void) {
    uint32_t floor, grey;
    scene_builder b = fixture_begin(wend_v3(0, -0.2f, 0), wend_v3(8, 0, 4), &floor, &grey);
    fixture_box(&b, floor, grey, wend_v3(3.95f, 0, 1), wend_v3(4.05f, 2.5f, 4));
    fixture_box(&b, floor, grey, wend_v3(-0.1f, 0, -0.1f), wend_v3(0, 2.5f, 4.1f));
    fixture_box(&b, floor, grey, wend_v3(8, 0, -0.1f), wend_v3(8.1f, 2.5f, 4.1f));
    fixture_box(&b, floor, grey, wend_v3(0, 0, -0.1f), wend_v3(8, 2.5f, 0));
    fixture_box(&b, floor, grey, wend_v3(0, 0, 4), wend_v3(8, 2.5f, 4.1f));
    return fixture_finish(&b, "open rooms");
}

typedef struct exploring_case {
    wend_world* world;
    wend_sim* sim;
    void* memory;
    const wend_oracle_kind* kind;
    float depth[WIDTH * WIDTH];
    wend_vec3 goals[2];
    wend_oracle_truth truth;
} exploring_case;

static void exploring_open(exploring_case* c, const char* name, wend_vec3 start, float heading) {
    wend_error error;
    wend_sim_def def = wend_sim_default_def();
    memset(c, 0, sizeof *c);
    c->kind = wend_oracle_find(name);
    CHECK(c->kind != NULL);
    def.camera.width = def.camera.height = WIDTH;
    CHECK_OK(wend_world_create(open_rooms(), NULL, &c->world, &error));
    CHECK_OK(wend_sim_create(&def, &c->sim, &error));
    CHECK_OK(wend_sim_reset(c->sim, c->world, start, heading, wend_rng_make(1, 1), &error));
    c->memory = wend_alloc_zero(1, c->kind->memory);
    c->truth = (wend_oracle_truth){.sim = c->sim, .goals = {c->goals, 1}};
    c->truth.view = (wend_oracle_depth){c->depth, WIDTH, WIDTH, def.camera.hfov};
}

static void exploring_close(exploring_case* c) {
    wend_free(c->memory);
    wend_sim_destroy(c->sim);
    wend_world_destroy(c->world);
}

static float exploring_distance(const exploring_case* c) {
    wend_error error;
    float metres;
    CHECK_OK(wend_navmesh_distance(wend_sim_navmesh(c->sim), wend_sim_pose(c->sim).feet,
                                   (wend_vec3_span){c->goals, 1}, &metres, NULL));
    return metres;
}

static wend_action exploring_ask(exploring_case* c) {
    wend_error error;
    CHECK_OK(wend_sim_observe(c->sim, &(wend_frame){.depth = c->depth}, &error));
    c->truth.arrived = exploring_distance(c) <= 1.5f;
    wend_action action;
    CHECK_OK(c->kind->act(c->memory, &c->truth, &action, &error));
    return action;
}

// Steps until STOP, at most `max`.
static int exploring_walk(exploring_case* c, int max) {
    wend_error error;
    wend_outcome outcome;
    int steps = 0;
    for (; steps < max; steps++) {
        wend_action action = exploring_ask(c);
        if (action.kind == WEND_ACTION_STOP) break;
        CHECK_OK(wend_sim_step(c->sim, action, &outcome, &error));
        CHECK(!outcome.collided);
    }
    return steps;
}

TEST(the_approach_ends_well_within_the_success_distance) {
    static exploring_case c;
    exploring_open(&c, "approach", wend_v3(1, 0, 3), 0);
    c.goals[0] = wend_v3(7, 0, 3);
    CHECK(exploring_walk(&c, 200) < 100);
    CHECK(exploring_distance(&c) < 0.9f);
    exploring_close(&c);
}

// The goal is in the other room. The shortest path turns to the gap; the explorer, with the back to
// its own room, looks at that first.
TEST(an_explorer_goes_to_unseen_floor_until_the_goal_was_in_view) {
    static exploring_case shortest, explorer;
    float away = (float)WEND_PI / 2;  // to -x, at the wall
    exploring_open(&shortest, "approach", wend_v3(0.6f, 0, 3.4f), away);
    exploring_open(&explorer, "explorer", wend_v3(0.6f, 0, 3.4f), away);
    shortest.goals[0] = explorer.goals[0] = wend_v3(7, 0, 3);
    int straight = exploring_walk(&shortest, 300), exploring = exploring_walk(&explorer, 300);
    CHECK(exploring < 300);
    CHECK(exploring > straight);
    CHECK(exploring_distance(&explorer) < 0.9f);
    exploring_close(&shortest);
    exploring_close(&explorer);
}

// Once it was in view the explorer acts as the other expert, also when it no longer is.
TEST(an_explorer_remembers_goals_that_it_has_seen) {
    static exploring_case c, other;
    wend_error error;
    wend_outcome outcome;
    exploring_open(&c, "explorer", wend_v3(1, 0, 2), (float)-WEND_PI / 2);
    exploring_open(&other, "approach", wend_v3(1, 0, 2), (float)WEND_PI / 2);
    c.goals[0] = c.goals[1] = wend_v3(1, 0, 0.5f);  // now beside the view
    c.goals[1] = other.goals[0] = wend_v3(3.4f, 0, 2);
    c.truth.goals.count = 2;
    exploring_ask(&c);  // the second goal is in view
    c.goals[0] = c.goals[1];
    c.truth.goals.count = 1;
    for (int i = 0; i < 6; i++)
        CHECK_OK(wend_sim_step(c.sim, (wend_action){.kind = WEND_ACTION_LEFT}, &outcome, &error));
    for (int i = 0; i < 10; i++) {
        wend_action a = exploring_ask(&c), b = exploring_ask(&other);
        CHECK_INT(a.kind, b.kind);
        CHECK_OK(wend_sim_step(c.sim, a, &outcome, &error));
        CHECK_OK(wend_sim_step(other.sim, b, &outcome, &error));
    }
    exploring_close(&c);
    exploring_close(&other);
}

// A goal that cannot be seen from anywhere, as without images, is approached once all floor is.
TEST(an_explorer_ends_when_no_floor_is_unseen) {
    static exploring_case c;
    exploring_open(&c, "explorer", wend_v3(1, 0, 3), 0);
    c.goals[0] = wend_v3(7, 0, 3);
    c.truth.view.metres = NULL;
    CHECK(exploring_walk(&c, 2000) < 2000);
    CHECK(exploring_distance(&c) < 0.9f);
    exploring_close(&c);
}

TEST(a_depth_image_shows_what_nothing_is_in_front_of) {
    float depth[16];
    wend_oracle_depth view = {depth, 4, 4, 90};  // focal length 2 pixels
    for (int i = 0; i < 16; i++) depth[i] = 3;
    CHECK(depth_view_shows(&view, wend_v3(0, 0, 2.9f), 0));
    CHECK(!depth_view_shows(&view, wend_v3(0, 0, 3.2f), 0.1f));
    CHECK(depth_view_shows(&view, wend_v3(0, 0, 3.2f), 0.3f));
    CHECK(!depth_view_shows(&view, wend_v3(3.1f, 0, 2.9f), 0));  // beside the image
    CHECK(depth_view_shows(&view, wend_v3(0, -9, 2.9f), 0));     // below it
    CHECK(!depth_view_shows(&view, wend_v3(0, 0, -1), 5));       // behind
    depth[2 * 4 + 3] = 1;
    CHECK(!depth_view_shows(&view, wend_v3(1.5f, -0.5f, 2), 0));
    wend_vec3 at = depth_view_place(wend_v3(1, 0.5f, 1), (float)WEND_PI / 2, wend_v3(0, 1, -1));
    CHECK_NEAR(at.z, 1, 1e-6);  // heading 90 degrees looks to -x
    CHECK_NEAR(at.x, 2, 1e-6);
    CHECK_NEAR(at.y, 0.5, 1e-6);
}
