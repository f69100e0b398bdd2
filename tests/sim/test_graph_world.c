#include "test.h"

#include "wend/graph_world.h"
#include "wend/sim.h"

// A cross seen from above, heading 0 up the page:
//         1 (0, 2, 0)
//   3     0     2 (2, 0, 2): east, and 2 m higher: 45 degrees up
//         4 (0.2, -2, 0): nearly south
static const struct {
    double x, y, z;
    int links;  // bit j: unobstructed to j
} cross[] = {{0, 0, 0, 0x1E}, {0, 2, 0, 1}, {2, 0, 2, 1}, {-2, 0, 0, 1}, {0.2, -2, 0, 1}};

static wend_graph* make_cross(void) {
    wend_error error;
    char text[4096];
    int at = 0;
    for (int i = 0; i < 5; i++) {
        at += sprintf(text + at,
                      "%s{\"image_id\":\"n%d\",\"pose\":[1,0,0,%g,0,1,0,%g,0,0,1,%g,0,0,0,1],"
                      "\"included\":true,\"height\":1.5,"
                      "\"visible\":[true,true,true,true,true],\"unobstructed\":[",
                      i ? "," : "[", i, cross[i].x, cross[i].y, cross[i].z);
        for (int j = 0; j < 5; j++)
            at += sprintf(text + at, "%s%s", j ? "," : "",
                          cross[i].links >> j & 1 ? "true" : "false");
        at += sprintf(text + at, "]}");
    }
    sprintf(text + at, "]");
    wend_graph* graph;
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "cross", NULL, WEND_POSITIONS_POSES, &graph, &error));
    return graph;
}

static wend_graph_world* make_world(const wend_graph* graph, float field) {
    wend_error error;
    wend_graph_world* world;
    wend_graph_world_def def = wend_graph_world_default_def();
    def.field = field;
    const wend_graph* graphs[2] = {graph, graph};
    CHECK_OK(wend_graph_world_create(graphs, 2, &def, &world, &error));
    return world;
}

static wend_walker after(const wend_graph_world* world, wend_walker walker, const char* actions) {
    for (; *actions; actions++) {
        uint8_t action = (uint8_t)(strchr("SFLRUD", *actions) - "SFLRUD");
        wend_graph_world_step(world, &walker, &action, 1);
    }
    return walker;
}

TEST(headings_snap_to_the_nearest_of_twelve) {
    wend_walker w = wend_walker_make(0, -0.1, 0);
    CHECK_INT(w.view, 12);
    CHECK_INT(wend_walker_make(0, 6.2, 0).view, 12);
    CHECK_INT(wend_walker_make(0, 0.3, 0).view, 13);
    CHECK_INT(wend_walker_make(0, 100 * 2 * WEND_PI + WEND_PI, 0.3).view, 30);
    CHECK_INT(wend_walker_make(0, 0, -0.3).view, 0);
    CHECK_NEAR(wend_walker_heading(&(wend_walker){.view = 15}), WEND_PI / 2, 1e-12);
    CHECK_NEAR(wend_walker_elevation(&(wend_walker){.view = 2}), -WEND_PI / 6, 1e-12);
}

TEST(candidates_have_compass_angles_and_their_nearest_view) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_graph_candidates all = wend_graph_world_candidates(world, 0);
    CHECK_INT(all.count, 4);
    CHECK_NEAR(all.items[0].heading, 0, 1e-6);
    CHECK_INT(all.items[0].view, 12);
    CHECK_NEAR(all.items[1].heading, WEND_PI / 2, 1e-6);
    CHECK_NEAR(all.items[1].elevation, WEND_PI / 4, 1e-6);
    CHECK_NEAR(all.items[1].distance, sqrt(8), 1e-6);
    CHECK_INT(all.items[1].view, 27);
    CHECK_INT(all.items[2].view, 21);
    CHECK_INT(all.items[3].view, 18);
    CHECK_INT(wend_graph_world_candidates(world, 1).count, 1);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(forward_goes_where_the_view_is_centred) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_walker start = wend_walker_make(0, 0, 0);
    CHECK_INT(after(world, start, "F").node, 1);
    CHECK_INT(after(world, start, "RRRF").node, 2);
    CHECK_INT(after(world, start, "RF").node, 1);
    CHECK_INT(after(world, start, "RRF").node, 2);
    CHECK_INT(after(world, start, "LLLF").node, 3);
    CHECK_INT(after(world, start, "LLLLLLF").node, 4);
    // The view does not turn with a move, and there is nothing ahead any more.
    wend_walker moved = after(world, start, "FF");
    CHECK_INT(moved.node, 1);
    CHECK_INT(moved.view, 12);
    CHECK_INT(moved.steps, 2);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(turning_goes_round_and_looking_up_ends_at_the_top) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_walker start = wend_walker_make(0, 0, 0);
    CHECK_INT(after(world, start, "L").view, 23);
    CHECK_INT(after(world, start, "RRRRRRRRRRRR").view, 12);
    CHECK_INT(after(world, start, "UUU").view, 24);
    CHECK_INT(after(world, start, "UDDDL").view, 11);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(a_stopped_walker_stands_still) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_walker w = after(world, wend_walker_make(0, 0, 0), "SFR");
    CHECK(w.stopped);
    CHECK_INT(w.node, 0);
    CHECK_INT(w.steps, 1);
    int16_t choice = 1;
    CHECK_INT(wend_graph_world_move(world, &w, &choice, 1), 0);
    CHECK_INT(w.node, 0);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(a_narrow_field_hides_what_is_beside_it) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 30);
    CHECK_INT(after(world, wend_walker_make(0, 0, 0), "RF").node, 0);
    wend_graph_world_destroy(world);
    wend_error error;
    wend_graph_world_def def = {.field = 0};
    const wend_graph* graphs[1] = {graph};
    CHECK_INT(wend_graph_world_create(graphs, 1, &def, &world, &error), WEND_ARGUMENT);
    wend_graph_destroy(graph);
}

TEST(what_is_navigable_is_sorted_from_the_centre) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 300);
    wend_graph_sight sights[4];
    wend_walker w = wend_walker_make(0, WEND_PI / 3, 0);
    CHECK_INT(wend_graph_world_navigable(world, &w, sights, 4), 4);
    CHECK_INT(sights[0].candidate, 1);
    CHECK_NEAR(sights[0].heading, WEND_PI / 6, 1e-6);
    CHECK_NEAR(sights[0].elevation, WEND_PI / 4, 1e-6);
    CHECK_INT(sights[1].candidate, 0);
    CHECK_NEAR(sights[1].heading, -WEND_PI / 3, 1e-6);
    CHECK_INT(sights[2].candidate, 3);
    CHECK_INT(sights[3].candidate, 2);
    wend_graph_sight one[1];
    CHECK_INT(wend_graph_world_navigable(world, &w, one, 1), 4);
    CHECK_INT(one[0].candidate, 1);
    CHECK_INT(wend_graph_world_navigable(world, &w, one, 0), 4);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(a_panoramic_move_turns_to_the_candidate_and_refuses_what_is_none) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_walker w[3] = {wend_walker_make(0, 0, 0), wend_walker_make(5, 0, 0),
                        wend_walker_make(0, 0, 0)};
    int16_t choices[3] = {1, 3, 4};
    CHECK_INT(wend_graph_world_move(world, w, choices, 3), 1);
    CHECK_INT(w[0].node, 2);
    CHECK_INT(w[0].view, 27);
    CHECK_INT(w[1].node, 9);
    CHECK_INT(w[2].node, 0);
    CHECK_INT(w[2].steps, 0);
    int graph_index;
    CHECK_INT(wend_graph_world_viewpoint(world, 9, &graph_index), 4);
    CHECK_INT(graph_index, 1);
    CHECK_INT(wend_graph_world_node(world, 1, 4), 9);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

static wend_status create(void* context, wend_error* error) {
    const wend_graph* graphs[1] = {context};
    wend_graph_world_def def = wend_graph_world_default_def();
    wend_graph_world* world;
    WEND_TRY(wend_graph_world_create(graphs, 1, &def, &world, error));
    wend_graph_world_destroy(world);
    return WEND_OK;
}

TEST(a_graph_world_gives_everything_back_when_memory_ends) {
    wend_graph* graph = make_cross();
    test_each_allocation(create, graph, 50);
    wend_graph_destroy(graph);
}

// ---- a body on the graph ------------------------------------------------------------------------

typedef struct hopper {
    wend_graph* graph;
    wend_graph_world* world;
    wend_sim* sim;
} hopper;

static hopper make_hopper(int turns, float look) {
    wend_error error;
    hopper h = {.graph = make_cross()};
    wend_sim_def def = wend_sim_default_def();
    def.sighted = false;
    def.body.turns = turns;
    def.body.look = look;
    h.world = make_world(h.graph, 60);
    CHECK_OK(wend_sim_create(&def, &h.sim, &error));
    return h;
}

static void destroy_hopper(hopper* h) {
    wend_sim_destroy(h->sim);
    wend_graph_world_destroy(h->world);
    wend_graph_destroy(h->graph);
}

static wend_outcome hop(hopper* h, wend_action action) {
    wend_error error;
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(h->sim, action, &outcome, &error));
    return outcome;
}

TEST(a_body_on_a_graph_needs_twelve_turns_looks_of_thirty_degrees_and_a_viewpoint) {
    const struct {
        int turns;
        float look, heading;
        uint32_t node;
        wend_status status;
    } cases[] = {{12, 30, 0, 0, WEND_OK},         {12, 30, 100, 9, WEND_OK},
                 {24, 30, 0, 0, WEND_ARGUMENT},   {12, 15, 0, 0, WEND_ARGUMENT},
                 {12, 30, NAN, 0, WEND_ARGUMENT}, {12, 30, 0, 10, WEND_ARGUMENT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        hopper h = make_hopper(cases[i].turns, cases[i].look);
        CHECK_INT(
            wend_sim_reset_graph(h.sim, NULL, h.world, cases[i].node, cases[i].heading, &error),
            cases[i].status);
        if (cases[i].status == WEND_OK) CHECK_INT(wend_sim_walker(h.sim).node, cases[i].node);
        destroy_hopper(&h);
    }
}

TEST(a_body_on_a_graph_turns_looks_and_goes_and_its_pose_says_so) {
    wend_error error;
    hopper h = make_hopper(12, 30);
    const wend_body* body = &wend_sim_get_def(h.sim)->body;
    CHECK_OK(wend_sim_reset_graph(h.sim, NULL, h.world, 0, (float)WEND_PI / 2, &error));
    CHECK(wend_sim_graph(h.sim) == h.world);
    wend_pose pose = wend_sim_pose(h.sim);
    CHECK_NEAR(wend_pose_heading(&pose, body), WEND_PI / 2, 1e-6);  // west
    CHECK_INT(pose.looks, 0);
    hop(&h, (wend_action){.kind = WEND_ACTION_RIGHT});
    pose = wend_sim_pose(h.sim);
    CHECK_NEAR(wend_pose_heading(&pose, body), WEND_PI / 3, 1e-6);
    hop(&h, (wend_action){.kind = WEND_ACTION_LEFT});
    hop(&h, (wend_action){.kind = WEND_ACTION_UP});
    CHECK_INT(wend_sim_pose(h.sim).looks, 1);
    hop(&h, (wend_action){.kind = WEND_ACTION_UP});
    CHECK_INT(wend_sim_pose(h.sim).looks, 1);
    for (int i = 0; i < 3; i++) hop(&h, (wend_action){.kind = WEND_ACTION_DOWN});
    CHECK_INT(wend_sim_pose(h.sim).looks, -1);
    hop(&h, (wend_action){.kind = WEND_ACTION_UP});
    wend_outcome outcome = hop(&h, (wend_action){.kind = WEND_ACTION_FORWARD});  // to 3, 2 m west
    CHECK_INT(wend_sim_walker(h.sim).node, 3);
    CHECK_NEAR(outcome.moved, 2, 1e-4);
    CHECK(!outcome.collided);
    CHECK_NEAR(wend_sim_pose(h.sim).feet.x, -2, 1e-4);
    outcome = hop(&h, (wend_action){.kind = WEND_ACTION_FORWARD});  // nothing lies there
    CHECK(outcome.collided && outcome.moved == 0);
    outcome = hop(&h, (wend_action){.kind = WEND_ACTION_LEFT});
    CHECK(!outcome.collided && outcome.moved == 0);
    hop(&h, (wend_action){.kind = WEND_ACTION_STOP});  // only a task ends an episode
    outcome = hop(&h, (wend_action){.kind = WEND_ACTION_GO, .way = 0});
    CHECK_INT(wend_sim_walker(h.sim).node, 0);
    CHECK_NEAR(outcome.moved, 2, 1e-4);
    wend_outcome none;
    CHECK_INT(wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_GO, .way = 4}, &none, &error),
              WEND_ARGUMENT);
    CHECK_INT(wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_GO, .way = -1}, &none, &error),
              WEND_ARGUMENT);
    CHECK_INT(wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_PICK}, &none, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "viewpoint graph");
    CHECK_INT(wend_sim_observe(h.sim, &(wend_frame){0}, &error), WEND_ARGUMENT);
    destroy_hopper(&h);
}
