#include "base/json.h"
#include "test.h"

#include "wend/files.h"
#include "wend/nav.h"

// Five viewpoints: a - b - c in a row of 3 m and 4 m, d on its own, e not included though linked.
static const char five[] =
    "[{\"image_id\":\"a\",\"pose\":[1,0,0,0, 0,1,0,0, 0,0,1,1.5, 0,0,0,1],\"included\":true,"
    "\"visible\":[false,true,true,false,false],\"unobstructed\":[false,true,false,false,true],"
    "\"height\":1.5},\n"
    "{\"image_id\":\"b\",\"pose\":[1,0,0,3, 0,1,0,0, 0,0,1,1.5, 0,0,0,1],\"included\":true,"
    "\"visible\":[true,false,true,false,false],\"unobstructed\":[true,false,false,false,false],"
    "\"height\":1.25},\n"
    "{\"image_id\":\"c\",\"pose\":[1,0,0,3, 0,1,0,4, 0,0,1,1.5, 0,0,0,1],\"included\":true,"
    "\"visible\":[true,true,false,false,false],\"unobstructed\":[false,true,false,false,false],"
    "\"height\":1.5},\n"
    "{\"image_id\":\"d\",\"pose\":[1,0,0,9, 0,1,0,9, 0,0,1,1.5, 0,0,0,1],\"included\":true,"
    "\"visible\":[false,false,false,false,false],"
    "\"unobstructed\":[false,false,false,false,false],\"height\":1.5},\n"
    "{\"image_id\":\"e\",\"pose\":[1,0,0,1, 0,1,0,0, 0,0,1,1.5, 0,0,0,1],\"included\":false,"
    "\"visible\":[false,false,false,false,false],"
    "\"unobstructed\":[true,true,false,false,false],\"height\":1.5}]";

static wend_graph* make_five(void) {
    wend_graph* g;
    wend_error error;
    CHECK_OK(wend_graph_parse(five, strlen(five), "five", NULL, WEND_POSITIONS_POSES, &g, &error));
    return g;
}

TEST(edges_join_included_viewpoints_that_are_unobstructed) {
    wend_graph* g = make_five();
    CHECK_INT(wend_graph_count(g), 5);
    CHECK_INT(wend_graph_edge_count(g), 2);
    CHECK(wend_graph_has_edge(g, 0, 1));
    CHECK(wend_graph_has_edge(g, 1, 2));  // stored at c only: one side is enough
    CHECK(!wend_graph_has_edge(g, 0, 2));
    CHECK(!wend_graph_has_edge(g, 0, 4));  // e is not included
    CHECK_INT(wend_graph_neighbours(g, 1).count, 2);
    CHECK_NEAR(wend_graph_neighbours(g, 1).lengths[1], 4, 0);
    CHECK(wend_graph_is_visible(g, 0, 2));
    CHECK_INT(wend_graph_find(g, "c"), 2);
    CHECK_INT(wend_graph_find(g, "nobody"), -1);
    wend_graph_destroy(g);
}

TEST(a_shortest_path_has_length_edges_and_nodes) {
    wend_graph* g = make_five();
    int nodes[5];
    CHECK_NEAR(wend_graph_distance(g, 0, 2), 7, 0);
    CHECK_INT(wend_graph_hops(g, 0, 2), 2);
    CHECK_INT(wend_graph_next(g, 0, 2), 1);
    CHECK_INT(wend_graph_path(g, 0, 2, nodes, 5), 3);
    CHECK(nodes[0] == 0 && nodes[1] == 1 && nodes[2] == 2);
    CHECK_INT(wend_graph_path(g, 0, 2, nodes, 2), 0);
    CHECK_INT(wend_graph_path(g, 3, 3, nodes, 1), 1);
    wend_graph_destroy(g);
}

TEST(of_equally_long_paths_the_one_with_fewest_edges_is_taken) {
    // a, b, c in a row 1 m apart, and an edge from a to c as well: 2 m either way.
    char text[2000] = "[";
    for (int i = 0; i < 3; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s{\"image_id\":\"%d\",\"pose\":[1,0,0,%d,0,1,0,0,0,0,1,0,0,0,0,1],"
                 "\"included\":true,\"height\":1,\"visible\":[true,true,true],"
                 "\"unobstructed\":[%s,%s,%s]}",
                 i ? "," : "", i, i, i != 0 ? "true" : "false", i != 1 ? "true" : "false",
                 i != 2 ? "true" : "false");
    strcat(text, "]");
    wend_graph* g;
    wend_error error;
    CHECK_OK(wend_graph_parse(text, strlen(text), "row", NULL, WEND_POSITIONS_POSES, &g, &error));
    CHECK_NEAR(wend_graph_distance(g, 0, 2), 2, 0);
    CHECK_INT(wend_graph_hops(g, 0, 2), 1);
    CHECK_INT(wend_graph_next(g, 0, 2), 2);
    CHECK_INT(wend_graph_hops(g, 2, 0), 1);
    wend_graph_destroy(g);
}

TEST(a_viewpoint_of_another_piece_is_infinitely_far) {
    wend_graph* g = make_five();
    int nodes[5];
    CHECK(isinf(wend_graph_distance(g, 0, 3)));
    CHECK_INT(wend_graph_hops(g, 0, 3), -1);
    CHECK_INT(wend_graph_next(g, 0, 3), -1);
    CHECK_INT(wend_graph_path(g, 0, 3, nodes, 5), 0);
    CHECK_INT(wend_graph_component_count(g), 2);
    CHECK_INT(wend_graph_component(g, 2), 0);
    CHECK_INT(wend_graph_component(g, 3), 1);
    CHECK_INT(wend_graph_component(g, 4), -1);
    wend_graph_destroy(g);
}

TEST(positions_are_turned_into_the_frame_with_y_up) {
    wend_graph* g = make_five();
    wend_vec3 p = wend_graph_position(g, 2);
    CHECK(p.x == 3 && p.y == 1.5f && p.z == -4);
    wend_graph_destroy(g);
}

TEST(panorama_positions_move_the_nodes_and_are_required_of_all) {
    static const char text[] =
        "{\"label_info\":{},\"pano_info\":{\"five\":{"
        "\"a\":{\"position\":[\"0\",\"0\",\"1.5\"],\"region_index\":\"2\",\"label\":\"b\"},"
        "\"b\":{\"position\":[\"5\",\"0\",\"1.5\"],\"region_index\":\"-1\",\"label\":\"h\"},"
        "\"c\":{\"position\":[\"5\",\"1\",\"1.5\"],\"region_index\":\"0\",\"label\":\"h\"}%s}}}";
    char full[600];
    wend_error error;
    wend_rooms* rooms;
    wend_graph* g;
    snprintf(full, sizeof full, text, ",\"d\":{\"position\":[1,1,1]}");
    CHECK_OK(wend_rooms_parse(full, strlen(full), "rooms", &rooms, &error));
    CHECK_OK(
        wend_graph_parse(five, strlen(five), "five", rooms, WEND_POSITIONS_PANORAMAS, &g, &error));
    CHECK_NEAR(wend_graph_distance(g, 0, 2), 6, 0);
    CHECK_INT(wend_graph_viewpoint(g, 0)->region, 2);
    CHECK_INT(wend_graph_viewpoint(g, 1)->region, -1);
    CHECK_INT(wend_graph_viewpoint(g, 0)->label, 'b');
    wend_graph_destroy(g);
    wend_rooms_destroy(rooms);
    snprintf(full, sizeof full, text, "");
    CHECK_OK(wend_rooms_parse(full, strlen(full), "rooms", &rooms, &error));
    CHECK_INT(
        wend_graph_parse(five, strlen(five), "five", rooms, WEND_POSITIONS_PANORAMAS, &g, &error),
        WEND_FORMAT);
    CHECK_HAS(error.message, "viewpoint d has no panorama position");
    wend_rooms_destroy(rooms);
}

static void check_written_equal(const wend_graph* g, const char* original) {
    wend_error error;
    CHECK_OK(wend_graph_write(g, test_path("again_connectivity.json"), &error));
    json_document read, written;
    CHECK_OK(json_document_read(original, &read, &error));
    CHECK_OK(json_document_read(test_path("again_connectivity.json"), &written, &error));
    size_t count = json_array_size(read.root);
    CHECK_INT(json_array_size(written.root), count);
    for (size_t i = 0; i < count; i++) {
        json_t* a = json_array_get(read.root, i);
        json_t* b = json_array_get(written.root, i);
        static const char* const keys[] = {"image_id", "included", "visible", "unobstructed"};
        for (int k = 0; k < 4; k++)
            CHECK(json_equal(json_object_get(a, keys[k]), json_object_get(b, keys[k])));
        CHECK(json_number_value(json_object_get(a, "height")) ==
              json_number_value(json_object_get(b, "height")));
        for (size_t k = 0; k < 16; k++)
            CHECK(json_number_value(json_array_get(json_object_get(a, "pose"), k)) ==
                  json_number_value(json_array_get(json_object_get(b, "pose"), k)));
    }
    json_document_destroy(&read);
    json_document_destroy(&written);
}

TEST(a_connectivity_file_is_written_back_equal) {
    wend_error error;
    const char* path = test_data("mp3d/connectivity/17DRP5sb8fy_connectivity.json");
    wend_graph* g;
    CHECK_OK(wend_graph_read(path, "17DRP5sb8fy", NULL, WEND_POSITIONS_POSES, &g, &error));
    check_written_equal(g, path);
    wend_graph_destroy(g);
}

TEST(the_ninety_buildings_have_the_known_numbers_of_viewpoints_and_edges) {
    wend_error error;
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = test_data("mp3d/connectivity");
    def.rooms = test_data("mp3d/rooms/viewpoint_rooms.json");
    def.positions = WEND_POSITIONS_PANORAMAS;
    wend_graph_set* set;
    CHECK_OK(wend_graph_set_create(&def, &set, &error));
    CHECK_INT(wend_graph_set_count(set), 90);
    int viewpoints = 0, included = 0, edges = 0, broken = 0, roomless = 0;
    for (int i = 0; i < 90; i++) {
        const wend_graph* g;
        CHECK_OK(wend_graph_set_get(set, wend_graph_set_scan(set, i), &g, &error));
        viewpoints += wend_graph_count(g);
        edges += wend_graph_edge_count(g);
        broken += wend_graph_component_count(g) > 1;
        for (int n = 0; n < wend_graph_count(g); n++) {
            included += wend_graph_viewpoint(g, n)->included;
            roomless +=
                wend_graph_viewpoint(g, n)->included && wend_graph_viewpoint(g, n)->region < 0;
        }
    }
    CHECK_INT(viewpoints, 10800);
    CHECK_INT(included, 10567);
    CHECK_INT(edges, 21468);
    CHECK_INT(broken, 6);
    CHECK_INT(roomless, 52);
    wend_graph_set_destroy(set);
}

TEST(an_unknown_building_is_named) {
    wend_error error;
    wend_graph_set_def def = wend_graph_set_default_def();
    CHECK_OK(wend_file_write(test_path("five_connectivity.json"), five, strlen(five), &error));
    def.connectivity = test_folder();
    wend_graph_set* set;
    const wend_graph* g;
    CHECK_OK(wend_graph_set_create(&def, &set, &error));
    CHECK_OK(wend_graph_set_get(set, "five", &g, &error));
    CHECK_INT(wend_graph_set_get(set, "six", &g, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "no file six_connectivity.json");
    wend_graph_set_destroy(set);
}

static void check_broken(const char* text, const char* words) {
    wend_error error;
    wend_graph* g;
    CHECK_INT(wend_graph_parse(text, strlen(text), "x", NULL, WEND_POSITIONS_POSES, &g, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, words);
}

TEST(a_broken_connectivity_file_is_reported_with_line_and_reason) {
    check_broken("{}", "x:1: an array expected, this is an object");
    check_broken("[{\"image_id\":3}]", "[0].image_id: a string expected, this is a number");
    check_broken("[\n{\"pose\":[1,2]}]", "x:2: [0].pose: 2 numbers, 16 expected");
    check_broken("[{\"visible\":[true,true],\"unobstructed\":[true]}]", "1 flags for 2 viewpoints");
    check_broken("[{\"visible\":[true", "']' or a comma expected, the file ends");
    check_broken("[{\"image_id\":\"a\"}]", "is missing");
    char cut[sizeof five];
    snprintf(cut, sizeof cut, "%.*s]", (int)(strstr(five, ",\n{\"image_id\":\"e\"") - five), five);
    check_broken(cut, "4 viewpoints, but their lists of flags have 5");
    char twice[sizeof five];
    snprintf(twice, sizeof twice, "%s", five);
    strstr(twice, "\"c\"")[1] = 'a';
    check_broken(twice, "viewpoints 0 and 2 are both called 'a'");
}

static wend_status parse_five(void* context, wend_error* error) {
    (void)context;
    wend_graph* g;
    WEND_TRY(wend_graph_parse(five, strlen(five), "five", NULL, WEND_POSITIONS_POSES, &g, error));
    wend_graph_destroy(g);
    return WEND_OK;
}

TEST(a_graph_survives_every_failing_allocation) { test_each_allocation(parse_five, NULL, 1000); }

static wend_status open_folder(void* folder, wend_error* error) {
    char rooms[1024];
    snprintf(rooms, sizeof rooms, "%s/rooms.json", (const char*)folder);
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = folder;
    def.rooms = rooms;
    wend_graph_set* set;
    const wend_graph* g;
    WEND_TRY(wend_graph_set_create(&def, &set, error));
    wend_status status = wend_graph_set_get(set, "five", &g, error);
    wend_graph_set_destroy(set);
    return status;
}

TEST(a_folder_of_graphs_survives_every_failing_allocation) {
    wend_error error;
    static const char rooms[] = "{\"pano_info\":{\"five\":{\"a\":{\"position\":[1,2,3]}}}}";
    CHECK_OK(wend_file_write(test_path("five_connectivity.json"), five, strlen(five), &error));
    CHECK_OK(wend_file_write(test_path("rooms.json"), rooms, strlen(rooms), &error));
    test_each_allocation(open_folder, (void*)test_folder(), 1000);
}
