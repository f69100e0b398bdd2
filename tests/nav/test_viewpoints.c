#include "fixture.h"
#include "test.h"

#include "wend/files.h"
#include "wend/nav.h"
#include "wend/sim.h"

static wend_scene* open_scene(const char* reference) {
    wend_error error;
    wend_scene* scene;
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    CHECK_OK(wend_scene_open(reference, &import, &scene, &error));
    return scene;
}

static wend_navmesh* open_mesh(const wend_scene* scene) {
    wend_error error;
    wend_navmesh* mesh;
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    CHECK_OK(wend_navmesh_build(scene, &def, &mesh, &error));
    return mesh;
}

static wend_vec3 feet_of(const wend_graph* graph, int node) {
    wend_vec3 at = wend_graph_position(graph, node);
    at.y -= (float)wend_graph_viewpoint(graph, node)->height;
    return at;
}

static float geodesic(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to) {
    float metres;
    CHECK(wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL) == WEND_OK);
    return metres;
}

// Every room that a body can get to has a viewpoint.
static void check_rooms(const wend_graph* graph, const wend_scene* scene,
                        const wend_navmesh* mesh) {
    static bool has[1024];
    memset(has, 0, sizeof has);
    for (int i = 0; i < wend_graph_count(graph); i++) {
        wend_vec3 feet = feet_of(graph, i);
        CHECK(wend_navmesh_is_on(mesh, feet, 0.1f));
        CHECK_INT(wend_navmesh_island_at(mesh, feet), 0);
        feet.y += 0.1f;
        has[wend_scene_room_at(scene, feet)] = true;
    }
    wend_rng rng = wend_rng_make(1, 1);
    for (int i = 0; i < 2000; i++) {
        wend_vec3 at;
        CHECK(wend_navmesh_random_point(mesh, &rng, 0, &at));
        at.y += 0.1f;
        uint32_t room = wend_scene_room_at(scene, at);
        // Not the sill of a door, where a body leans in.
        if (wend_navmesh_obstacle_distance(mesh, at, 1, NULL) < 0.25f) continue;
        if (!room || has[room]) continue;
        test_fail(__FILE__, __LINE__, "no viewpoint in %s",
                  wend_scene_text(scene, wend_scene_get(scene)->rooms.items[room].name));
    }
}

static void check_edges(const wend_graph* graph, const wend_navmesh* mesh, float reach) {
    double nearest_sum = 0;
    int count = wend_graph_count(graph);
    CHECK_INT(wend_graph_component_count(graph), 1);
    for (int i = 0; i < count; i++) {
        wend_graph_edges edges = wend_graph_neighbours(graph, i);
        double nearest = INFINITY;
        CHECK(edges.count > 0);
        for (int k = 0; k < edges.count; k++) {
            int j = edges.nodes[k];
            CHECK(wend_graph_has_edge(graph, j, i) && wend_graph_is_visible(graph, i, j));
            CHECK(edges.lengths[k] <= (double)reach + 0.01);
            CHECK((double)geodesic(mesh, feet_of(graph, i), feet_of(graph, j)) <=
                  1.2 * edges.lengths[k] + 0.2);
            nearest = fmin(nearest, edges.lengths[k]);
        }
        nearest_sum += nearest;
    }
    CHECK(nearest_sum / count > 1 && nearest_sum / count < 2.6);
}

// Panoramic steps along the shortest path from the first viewpoint to each other one.
static void check_paths(const wend_graph* graph) {
    wend_error error;
    wend_graph_world* world;
    wend_graph_world_def def = wend_graph_world_default_def();
    CHECK_OK(wend_graph_world_create(&graph, 1, &def, &world, &error));
    for (int goal = 1; goal < wend_graph_count(graph); goal++) {
        wend_walker walker = wend_walker_make(wend_graph_world_node(world, 0, 0), 0, 0);
        for (int here = 0; here != goal; here = wend_graph_next(graph, here, goal)) {
            uint32_t next = wend_graph_world_node(world, 0, wend_graph_next(graph, here, goal));
            wend_graph_candidates c = wend_graph_world_candidates(world, walker.node);
            int16_t choice = 0;
            while (choice < c.count && c.items[choice].node != next) choice++;
            CHECK_INT(wend_graph_world_move(world, &walker, &choice, 1), 0);
        }
        CHECK_INT(wend_graph_world_viewpoint(world, walker.node, NULL), goal);
    }
    wend_graph_world_destroy(world);
}

static void check_scene(const char* reference) {
    wend_error error;
    wend_graph* graph;
    wend_scene* scene = open_scene(reference);
    wend_navmesh* mesh = open_mesh(scene);
    CHECK_OK(wend_viewpoints_make(scene, NULL, &graph, &error));
    check_rooms(graph, scene, mesh);
    check_edges(graph, mesh, 5);
    check_paths(graph);
    wend_graph_destroy(graph);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(viewpoints_cover_every_room_of_every_floor_and_are_connected) {
    check_scene("house:7");  // three floors
    check_scene("apartment:4");
    check_scene("office:3");
}

TEST(viewpoints_far_apart_still_leave_no_room_out) {
    wend_error error;
    wend_graph* graph;
    wend_scene* scene = open_scene("house:7");
    wend_navmesh* mesh = open_mesh(scene);
    wend_viewpoints_def def = wend_viewpoints_default_def();
    def.spacing = def.reach = 12;
    CHECK_OK(wend_viewpoints_make(scene, &def, &graph, &error));
    check_rooms(graph, scene, mesh);
    CHECK_INT(wend_graph_component_count(graph), 1);
    wend_graph_destroy(graph);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(viewpoints_cover_a_procthor_house) {
    char reference[1100];
    snprintf(reference, sizeof reference, "%s#3", test_data("procthor/houses_val150.jsonl.gz"));
    check_scene(reference);
}

TEST(viewpoints_of_a_town_keep_to_their_number) {
    wend_error error;
    wend_graph* graph;
    wend_scene* scene = open_scene("town:1");
    wend_navmesh* mesh = open_mesh(scene);
    wend_viewpoints_def def = wend_viewpoints_default_def();
    def.max_count = 120;
    CHECK_OK(wend_viewpoints_make(scene, &def, &graph, &error));
    CHECK(wend_graph_count(graph) > 60 && wend_graph_count(graph) <= 120 + 128);
    CHECK_INT(wend_graph_component_count(graph), 1);
    check_rooms(graph, scene, mesh);
    check_paths(graph);
    wend_graph_destroy(graph);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(viewpoints_see_through_doors_that_can_be_opened_and_not_through_walls) {
    wend_error error;
    wend_graph* graph;
    wend_scene* scene = fixture_two_rooms(0);
    CHECK_OK(wend_viewpoints_make(scene, NULL, &graph, &error));
    CHECK_INT(wend_graph_component_count(graph), 1);
    bool through = false;
    for (int i = 0; i < wend_graph_count(graph); i++)
        for (int j = 0; j < wend_graph_count(graph); j++) {
            wend_vec3 a = wend_graph_position(graph, i), b = wend_graph_position(graph, j);
            if (!(a.x < 4 && b.x > 4) || !wend_graph_is_visible(graph, i, j)) continue;
            float z = a.z + (b.z - a.z) * (4 - a.x) / (b.x - a.x);  // where it crosses the wall
            CHECK(z < 1.05f);
            through = true;
        }
    CHECK(through);
    wend_graph_destroy(graph);
    wend_scene_destroy(scene);
}

TEST(a_viewpoint_graph_is_read_back_as_it_was_made_and_made_the_same_again) {
    wend_error error;
    wend_graph *made, *again, *read;
    wend_file_bytes first, second;
    wend_scene* scene = open_scene("apartment:2");
    CHECK_OK(wend_viewpoints_make(scene, NULL, &made, &error));
    CHECK_OK(wend_viewpoints_make(scene, NULL, &again, &error));
    CHECK_OK(wend_graph_write(made, test_path("a_connectivity.json"), &error));
    CHECK_OK(wend_graph_write(again, test_path("b_connectivity.json"), &error));
    CHECK_OK(wend_file_read(test_path("a_connectivity.json"), &first, &error));
    CHECK_OK(wend_file_read(test_path("b_connectivity.json"), &second, &error));
    CHECK_INT(first.size, second.size);
    CHECK(memcmp(first.data, second.data, first.size) == 0);
    CHECK_OK(wend_graph_read(test_path("a_connectivity.json"), "a", NULL, WEND_POSITIONS_POSES,
                             &read, &error));
    CHECK_INT(wend_graph_count(read), wend_graph_count(made));
    CHECK_INT(wend_graph_edge_count(read), wend_graph_edge_count(made));
    for (int i = 0; i < wend_graph_count(made); i++) {
        const wend_viewpoint* v = wend_graph_viewpoint(read, i);
        CHECK_INT(strlen(v->id), 32);
        CHECK_INT(wend_graph_find(made, v->id), i);
        CHECK(memcmp(v->pose, wend_graph_viewpoint(made, i)->pose, sizeof v->pose) == 0);
        CHECK_NEAR(v->height, 1.5, 1e-6);
        CHECK(v->included);
        for (int j = 0; j < wend_graph_count(made); j++) {
            CHECK_INT(wend_graph_is_visible(read, i, j), wend_graph_is_visible(made, i, j));
            CHECK_INT(wend_graph_has_edge(read, i, j), wend_graph_has_edge(made, i, j));
        }
    }
    CHECK_OK(wend_viewpoints_draw(made, scene, 0, 20, test_path("map.svg"), &error));
    wend_graph_destroy(read);
    wend_graph_destroy(again);
    wend_graph_destroy(made);
    wend_file_bytes_destroy(&first);
    wend_file_bytes_destroy(&second);
    wend_scene_destroy(scene);
}

TEST(wider_viewpoints_are_fewer_and_silly_ones_are_refused) {
    wend_error error;
    wend_graph *close, *wide;
    wend_scene* scene = fixture_two_rooms(1);
    wend_viewpoints_def def = wend_viewpoints_default_def();
    def.spacing = 1;
    CHECK_OK(wend_viewpoints_make(scene, &def, &close, &error));
    def.spacing = 4;
    CHECK_OK(wend_viewpoints_make(scene, &def, &wide, &error));
    CHECK(wend_graph_count(wide) * 3 < wend_graph_count(close));
    def.spacing = NAN;
    wend_graph* none;
    CHECK_INT(wend_viewpoints_make(scene, &def, &none, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "every nan m");
    wend_graph_destroy(close);
    wend_graph_destroy(wide);
    wend_scene_destroy(scene);
}

// Questions to the navmesh answer "unreachable" when they find no memory, so some failures give
// another graph instead of an error; none crashes or leaves anything behind. Building the navmesh
// and its first question are left out: Recast and Detour do not check their small allocations.
TEST(viewpoints_survive_failing_allocations) {
    wend_error error;
    wend_graph* graph;
    wend_scene* scene = fixture_two_rooms(0);
    CHECK_OK(wend_viewpoints_make(scene, NULL, &graph, &error));
    wend_graph_destroy(graph);
    wend_memory_stats start = wend_memory_get_stats();
    wend_navmesh* mesh = open_mesh(scene);
    CHECK(wend_navmesh_is_on(mesh, wend_v3(1, 0, 3), 0.1f));
    wend_navmesh_destroy(mesh);
    uint64_t built = wend_memory_get_stats().calls - start.calls;
    int failed = 0;
    for (uint64_t k = 8;; k += 1 + k / 12) {
        uint64_t n = built + k;
        wend_memory_stats before = wend_memory_get_stats();
        wend_memory_fail_at(n, false);
        wend_status status = wend_viewpoints_make(scene, NULL, &graph, &error);
        wend_memory_fail_at(0, false);
        CHECK(status == WEND_OK || status == WEND_NO_MEMORY);
        failed += status != WEND_OK;
        CHECK(status == WEND_OK || !graph);
        wend_graph_destroy(graph);
        wend_memory_stats after = wend_memory_get_stats();
        CHECK_INT(after.live_blocks, before.live_blocks);
        if (after.calls - before.calls < n) break;
    }
    CHECK(failed > 10);
    wend_scene_destroy(scene);
}
