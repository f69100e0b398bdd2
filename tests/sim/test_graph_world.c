#include "fixture.h"
#include "test.h"

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
    CHECK_INT(after(world, wend_walker_make(5, 0, 0), "LLLF").node, 8);  // the other graph's
    CHECK_INT(after(world, wend_walker_make(3, 0, 0), "RRRF").node, 0);
    // The view does not turn with a move, and there is nothing ahead any more.
    wend_walker moved = after(world, start, "FF");
    CHECK_INT(moved.node, 1);
    CHECK_INT(moved.view, 12);
    CHECK_INT(moved.steps, 2);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(turning_wraps_around_and_looking_up_ends_at_the_top) {
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

TEST(a_stopped_walker_does_not_move) {
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

TEST(navigable_neighbours_are_sorted_from_the_centre) {
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

TEST(a_graph_world_survives_failing_allocations) {
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
    def.uses_images = false;
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

TEST(an_agent_on_a_graph_needs_twelve_turns_tilts_of_thirty_degrees_and_a_viewpoint) {
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

TEST(the_pose_of_an_agent_on_a_graph_follows_its_turns_tilts_and_moves) {
    wend_error error;
    hopper h = make_hopper(12, 30);
    const wend_body* body = &wend_sim_get_def(h.sim)->body;
    CHECK_OK(wend_sim_reset_graph(h.sim, NULL, h.world, 0, (float)WEND_PI / 2, &error));
    CHECK(wend_sim_graph(h.sim) == h.world);
    wend_body_pose pose = wend_sim_pose(h.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, body), WEND_PI / 2, 1e-6);  // west
    CHECK_INT(pose.looks, 0);
    hop(&h, (wend_action){.kind = WEND_ACTION_RIGHT});
    pose = wend_sim_pose(h.sim);
    CHECK_NEAR(wend_body_pose_heading(&pose, body), WEND_PI / 3, 1e-6);
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
    outcome = hop(&h, (wend_action){.kind = WEND_ACTION_GO, .neighbour = 0});
    CHECK_INT(wend_sim_walker(h.sim).node, 0);
    CHECK_NEAR(outcome.moved, 2, 1e-4);
    wend_outcome none;
    CHECK_INT(
        wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_GO, .neighbour = 4}, &none, &error),
        WEND_ARGUMENT);
    CHECK_INT(
        wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_GO, .neighbour = -1}, &none, &error),
        WEND_ARGUMENT);
    CHECK_INT(wend_sim_step(h.sim, (wend_action){.kind = WEND_ACTION_PICK}, &none, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "viewpoint graph");
    CHECK_INT(wend_sim_observe(h.sim, &(wend_frame){0}, &error), WEND_ARGUMENT);
    destroy_hopper(&h);
}

// ---- angles, views and neighbours at their limits -----------------------------------------------

TEST(views_of_a_graph_are_80_degrees_wide) {
    CHECK_NEAR(wend_graph_world_default_def().field, 80, 0);
}

TEST(views_change_at_15_degrees_from_their_middle) {
    const struct {
        double heading, elevation;  // degrees
        int view;
    } rows[] = {{14.9, 0, 12},  {15.1, 0, 13}, {-14.9, 0, 12}, {-15.1, 0, 23}, {344.9, 0, 23},
                {345.1, 0, 12}, {359, 0, 12},  {0, 14.9, 12},  {0, 15.1, 24},  {0, -14.9, 12},
                {0, -15.1, 0},  {0, 90, 24},   {0, -90, 0},    {90, 20, 27},   {-90, -20, 9},
                {720, 0, 12},   {-720, 0, 12}, {-1000, 0, 15}, {330, 0, 23},   {314, 0, 22}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_walker w =
            wend_walker_make(7, rows[i].heading * WEND_PI / 180, rows[i].elevation * WEND_PI / 180);
        CHECK_INT(w.view, rows[i].view);
        CHECK_INT(w.node, 7);
        CHECK_NEAR(wend_walker_heading(&w), (w.view % 12) * WEND_PI / 6, 1e-12);
    }
}

TEST(fields_of_view_are_more_than_none_and_at_most_a_circle) {
    const struct {
        float field;
        wend_status status;
    } rows[] = {{0, WEND_ARGUMENT}, {-1, WEND_ARGUMENT},     {0.5f, WEND_OK},
                {360, WEND_OK},     {360.1f, WEND_ARGUMENT}, {NAN, WEND_ARGUMENT}};
    wend_graph* graph = make_cross();
    const wend_graph* graphs[1] = {graph};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error = {0};
        wend_graph_world* world;
        wend_graph_world_def def = {.field = rows[i].field};
        CHECK_INT(wend_graph_world_create(graphs, 1, &def, &world, &error), rows[i].status);
        CHECK((world != NULL) == (rows[i].status == WEND_OK));
        wend_graph_world_destroy(world);
    }
    wend_graph_destroy(graph);
}

// From node 0: 1 lies straight ahead; 2 ahead too but 45 degrees up; 3 ahead and 45 degrees down;
// 4 is 40 degrees to the right.
static const double slope[5][3] = {{0, 0, 0}, {0, 2, 0}, {0, 2, 2}, {0, 2, -2}, {1.6782, 2, 0}};

static wend_graph* make_slope(void) {
    wend_error error;
    char text[4096];
    int at = 0;
    for (int i = 0; i < 5; i++) {
        at += sprintf(text + at,
                      "%s{\"image_id\":\"n%d\",\"pose\":[1,0,0,%g,0,1,0,%g,0,0,1,%g,0,0,0,1],"
                      "\"included\":true,\"height\":%g,"
                      "\"visible\":[true,true,true,true,true],\"unobstructed\":[",
                      i ? "," : "[", i, slope[i][0], slope[i][1], slope[i][2], 1 + 0.1 * i);
        for (int j = 0; j < 5; j++)
            at += sprintf(text + at, "%s%s", j ? "," : "", !i != !j ? "true" : "false");
        at += sprintf(text + at, "]}");
    }
    sprintf(text + at, "]");
    wend_graph* graph;
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "slope", NULL, WEND_POSITIONS_POSES, &graph, &error));
    return graph;
}

TEST(forward_goes_up_and_down_where_the_view_looks_up_and_down) {
    wend_graph* graph = make_slope();
    wend_graph_world* world = make_world(graph, 90);
    wend_walker start = wend_walker_make(0, 0, 0);
    CHECK_INT(after(world, start, "F").node, 1);
    CHECK_INT(after(world, start, "UF").node, 2);
    CHECK_INT(after(world, start, "DF").node, 3);
    CHECK_INT(after(world, start, "RF").node, 4);
    CHECK_INT(after(world, start, "LF").node, 1);
    CHECK_INT(after(world, start, "LLF").node, 0);  // 60 degrees from the next
    wend_graph_world_destroy(world);
    world = make_world(graph, 81);                  // 40.5 to either side
    CHECK_INT(after(world, start, "RRF").node, 4);  // the others are out of view
    wend_graph_sight sights[8];
    wend_walker right = wend_walker_make(0, WEND_PI / 3, 0);
    CHECK_INT(wend_graph_world_navigable(world, &right, sights, 8), 1);
    CHECK_INT(sights[0].candidate, 3);
    CHECK_NEAR(sights[0].heading, -20 * WEND_PI / 180, 1e-4);
    CHECK_INT(wend_graph_world_navigable(world, &start, sights, 8), 4);
    wend_graph_world_destroy(world);
    world = make_world(graph, 79);
    CHECK_INT(wend_graph_world_navigable(world, &start, sights, 8), 3);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(as_many_navigable_ones_are_listed_as_there_is_room_the_nearest_to_the_centre_first) {
    wend_graph* graph = make_slope();
    wend_graph_world* world = make_world(graph, 90);
    const int orders[3][4] = {{2, 0, 3, 1},   // looking down: 15, 30, 50, 75 degrees
                              {0, 3, 1, 2},   // level: 0, 40, 45, 45
                              {1, 0, 3, 2}};  // up
    for (int row = 0; row < 3; row++)
        for (int room = 0; room <= 6; room++) {
            wend_graph_sight sights[8];
            memset(sights, 0xEE, sizeof sights);
            wend_walker w = wend_walker_make(0, 0, (row - 1) * WEND_PI / 6);
            CHECK_INT(wend_graph_world_navigable(world, &w, sights, room), 4);
            for (int i = 0; i < 8; i++)
                CHECK_INT(sights[i].candidate, i < room && i < 4 ? orders[row][i] : 0xEEEE);
            if (room) CHECK_NEAR(sights[0].heading, 0, 1e-6);
            const double up[3] = {-15, 0, 15};
            if (room) CHECK_NEAR(sights[0].elevation, up[row] * WEND_PI / 180, 1e-6);
        }
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(agents_on_a_graph_step_independently) {
    wend_graph* graph = make_cross();
    wend_graph_world* world = make_world(graph, 80);
    wend_walker w[4];
    for (int i = 0; i < 4; i++) w[i] = wend_walker_make(0, 0, 0);
    w[0].stopped = true;
    const uint8_t actions[4] = {WEND_GRAPH_FORWARD, WEND_GRAPH_DOWN + 1, WEND_GRAPH_FORWARD,
                                WEND_GRAPH_DOWN};
    wend_graph_world_step(world, w, actions, 4);
    CHECK(w[0].node == 0 && w[0].steps == 0);
    CHECK(w[1].node == 0 && w[1].steps == 0 && w[1].view == 12);
    CHECK(w[2].node == 1 && w[2].steps == 1);
    CHECK(w[3].view == 0 && w[3].steps == 1);
    for (int i = 1; i < 4; i++) w[i] = wend_walker_make(0, 0, 0);
    const int16_t choices[4] = {0, -2, -1, 3};
    CHECK_INT(wend_graph_world_move(world, w, choices, 4), 1);
    CHECK(w[0].node == 0 && w[0].steps == 0);
    CHECK(w[1].node == 0 && w[1].steps == 0 && !w[1].stopped);
    CHECK(w[2].stopped && w[2].node == 0 && w[2].steps == 1);
    CHECK(w[3].node == 4 && w[3].steps == 1 && w[3].view == 18);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
}

TEST(nodes_of_many_graphs_are_numbered_one_after_the_other) {
    wend_error error;
    wend_graph *graph = make_cross(), *other = make_slope();
    wend_graph_world* world;
    wend_graph_world_def def = wend_graph_world_default_def();
    const wend_graph* graphs[7];
    for (int i = 0; i < 7; i++) graphs[i] = i == 4 ? other : graph;
    CHECK_OK(wend_graph_world_create(graphs, 7, &def, &world, &error));
    CHECK_INT(wend_graph_world_count(world), 35);
    for (int g = 0; g < 7; g++)
        for (int v = 0; v < 5; v++) {
            int found = -1;
            uint32_t node = (uint32_t)(5 * g + v);
            CHECK_INT(wend_graph_world_node(world, g, v), node);
            CHECK_INT(wend_graph_world_viewpoint(world, node, &found), v);
            CHECK_INT(found, g);
            CHECK_INT(wend_graph_world_viewpoint(world, node, NULL), v);
            wend_graph_candidates all = wend_graph_world_candidates(world, node);
            CHECK_INT(all.count, v ? 1 : 4);
            for (int i = 0; i < all.count; i++)
                CHECK_INT(all.items[i].node, 5 * g + (v ? 0 : i + 1));
            wend_vec3 floor = wend_graph_world_floor(world, node);
            CHECK_NEAR(floor.y, g == 4 ? slope[v][2] - 1 - 0.1 * v : cross[v].z - 1.5, 1e-6);
            CHECK_NEAR(floor.x, g == 4 ? slope[v][0] : cross[v].x, 1e-6);
        }
    CHECK(wend_graph_world_graph(world, 4) == other && wend_graph_world_graph(world, 5) == graph);
    wend_graph_world_destroy(world);
    wend_graph_destroy(graph);
    wend_graph_destroy(other);
}

TEST(only_moves_turns_tilts_and_neighbours_are_legal_on_a_graph) {
    for (int kind = 0; kind <= WEND_ACTION_COUNT; kind++) {
        wend_error error = {0};
        wend_outcome outcome;
        hopper h = make_hopper(12, 30);
        CHECK_OK(wend_sim_reset_graph(h.sim, NULL, h.world, 0, 0, &error));
        wend_action action = {.kind = (wend_action_kind)kind};
        bool taken = kind <= WEND_ACTION_DOWN || kind == WEND_ACTION_GO;
        CHECK_INT(wend_sim_step(h.sim, action, &outcome, &error), taken ? WEND_OK : WEND_ARGUMENT);
        if (!taken && kind < WEND_ACTION_COUNT)
            CHECK_HAS(error.message, wend_action_name((wend_action_kind)kind));
        destroy_hopper(&h);
    }
}

TEST(on_a_graph_with_images_the_world_is_opened_and_without_them_closed) {
    wend_error error = {0};
    wend_world* world;
    wend_world_def blind = wend_world_default_def();
    wend_sim* seer;
    hopper h = make_hopper(12, 30);
    wend_sim_def def = wend_sim_default_def();
    def.camera.width = def.camera.height = 8;
    blind.uses_images = false;
    CHECK_OK(wend_world_create(fixture_two_rooms(1), &blind, &world, &error));
    CHECK_OK(wend_sim_create(&def, &seer, &error));
    CHECK_INT(wend_sim_reset_graph(seer, world, h.world, 0, 0, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "two rooms: the world has no renderer data");
    CHECK_OK(wend_sim_reset_graph(h.sim, world, h.world, 0, 0, &error));
    CHECK(wend_sim_world(h.sim) == world);
    CHECK_OK(wend_sim_reset_graph(h.sim, NULL, h.world, 0, 0, &error));
    CHECK(!wend_sim_world(h.sim));
    CHECK_OK(wend_sim_reset_graph(seer, NULL, h.world, 0, 0, &error));
    CHECK_INT(wend_sim_observe(seer, &(wend_frame){0}, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "is on a viewpoint graph without images");
    CHECK_INT(wend_sim_observe_views(seer, &(wend_frame){0}, &error), WEND_ARGUMENT);
    CHECK_OK(wend_sim_reset(h.sim, world, wend_v3(2, 0, 2), 0, wend_rng_make(1, 1), &error));
    CHECK(!wend_sim_graph(h.sim));
    wend_sim_destroy(seer);
    destroy_hopper(&h);
    wend_world_destroy(world);
}

// From the middle of a room, at the height of the camera of the viewpoint.
TEST(the_36_views_of_an_agent_on_a_graph_are_its_single_images_in_order) {
    enum { SIDE = 8, PIXELS = SIDE * SIDE };
    static uint8_t rgb[WEND_GRAPH_VIEWS][3 * PIXELS], one_rgb[3 * PIXELS];
    static float depth[WEND_GRAPH_VIEWS][PIXELS], one_depth[PIXELS];
    static uint16_t category[WEND_GRAPH_VIEWS][PIXELS], one_category[PIXELS];
    static uint32_t object[WEND_GRAPH_VIEWS][PIXELS], one_object[PIXELS];
    wend_error error;
    wend_world* world;
    wend_sim* sim;
    wend_sim_def def = wend_sim_default_def();
    char text[512];
    wend_graph* graph;
    def.camera.width = def.camera.height = SIDE;
    // In the frame of graphs y is ahead and z is up: (2, 1.5, -3) of the scene.
    snprintf(text, sizeof text,
             "[{\"image_id\":\"n0\",\"pose\":[1,0,0,2,0,1,0,-3,0,0,1,1.5,0,0,0,1],"
             "\"included\":true,\"height\":1.5,\"visible\":[true],\"unobstructed\":[false]}]");
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "one", NULL, WEND_POSITIONS_POSES, &graph, &error));
    wend_graph_world* hops = make_world(graph, 80);
    CHECK_OK(wend_world_create(fixture_two_rooms(1), NULL, &world, &error));
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_OK(wend_sim_reset_graph(sim, world, hops, 0, 0, &error));
    wend_frame all = {rgb[0], depth[0], category[0], object[0]};
    CHECK_OK(wend_sim_observe_views(sim, &all, &error));
    for (int view = 0; view < WEND_GRAPH_VIEWS; view++) {
        wend_outcome outcome;
        CHECK_OK(wend_sim_reset_graph(sim, world, hops, 0, -(float)WEND_PI / 6 * (float)(view % 12),
                                      &error));
        int looks = view / 12 - 1;
        wend_action_kind look = looks < 0   ? WEND_ACTION_DOWN
                                : looks > 0 ? WEND_ACTION_UP
                                            : WEND_ACTION_STOP;
        CHECK_OK(wend_sim_step(sim, (wend_action){.kind = look}, &outcome, &error));
        CHECK_INT(wend_sim_walker(sim).view, view);
        wend_frame one = {one_rgb, one_depth, one_category, one_object};
        CHECK_OK(wend_sim_observe(sim, &one, &error));
        CHECK(memcmp(one_rgb, rgb[view], sizeof one_rgb) == 0);
        CHECK(memcmp(one_depth, depth[view], sizeof one_depth) == 0);
        CHECK(memcmp(one_category, category[view], sizeof one_category) == 0);
        CHECK(memcmp(one_object, object[view], sizeof one_object) == 0);
    }
    float floor = depth[6][(SIDE - 1) * SIDE + SIDE / 2];  // steeply down: the floor, near
    CHECK(floor > 1 && floor < 2);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
    wend_graph_world_destroy(hops);
    wend_graph_destroy(graph);
}

TEST(viewpoints_out_of_range_are_skipped) {
    wend_error error = {0};
    wend_world* world;
    wend_sim* sim;
    wend_graph* graph;
    static uint8_t rgb[WEND_GRAPH_VIEWS][3 * 64];
    wend_sim_def def = wend_sim_default_def();
    const char* text =
        "[{\"image_id\":\"n0\",\"pose\":[1,0,0,1e39,0,1,0,0,0,0,1,1.5,0,0,0,1],\"included\":true,"
        "\"height\":1.5,\"visible\":[true],\"unobstructed\":[false]}]";
    def.camera.width = def.camera.height = 8;
    CHECK_OK(
        wend_graph_parse(text, strlen(text), "far", NULL, WEND_POSITIONS_POSES, &graph, &error));
    wend_graph_world* hops = make_world(graph, 80);
    CHECK_OK(wend_world_create(fixture_two_rooms(1), NULL, &world, &error));
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_OK(wend_sim_reset_graph(sim, world, hops, 0, 0, &error));
    CHECK_INT(wend_sim_observe_views(sim, &(wend_frame){.rgb = rgb[0]}, &error), WEND_ARGUMENT);
    CHECK_INT(wend_sim_observe(sim, &(wend_frame){.rgb = rgb[0]}, &error), WEND_ARGUMENT);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
    wend_graph_world_destroy(hops);
    wend_graph_destroy(graph);
}
