#include "make/rxr_paths.h"
#include "task/building.h"
#include "test.h"

static const wend_graph* open_hall(wend_graph_set** set) {
    wend_error error;
    const wend_graph* graph;
    building_write();
    CHECK_OK(building_open(set, &error));
    CHECK_OK(wend_graph_set_get(*set, "hall", &graph, &error));
    return graph;
}

TEST(rooms_are_connected_pieces_of_regions) {
    wend_error error;
    wend_graph_set* set;
    room_graph rooms;
    CHECK_OK(room_graph_make(open_hall(&set), &rooms, &error));
    CHECK_INT(rooms.room_count, 4);
    CHECK_INT(rooms.level_count, 1);
    CHECK_INT(rooms.room_of[0], rooms.room_of[1]);
    CHECK_INT(rooms.room_of[4], 2);
    CHECK_INT(rooms.first_near[1] - rooms.first_near[0], 1);
    CHECK_INT(rooms.first_near[2] - rooms.first_near[1], 2);
    CHECK_INT(rooms.first_near[4] - rooms.first_near[3], 0);
    room_graph_destroy(&rooms);
    wend_graph_set_destroy(set);
}

TEST(every_simple_room_path_gives_one_path) {
    wend_error error;
    wend_graph_set* set;
    const wend_graph* graph = open_hall(&set);
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    wend_rxr_paths* paths;
    int count;
    CHECK_OK(wend_rxr_paths_sample(&graph, 1, &def, &paths, &error));
    CHECK_INT(wend_rxr_paths_pool(paths), 6);  // ab ba bc cb abc cba
    const wend_rxr_path* items = wend_rxr_paths_items(paths, &count);
    CHECK_INT(count, 6);
    for (int i = 0; i < count; i++) {
        CHECK(items[i].rooms == 2 || items[i].rooms == 3);
        CHECK_NEAR(items[i].length, 2 * (items[i].count - 1), 1e-9);
        CHECK_NEAR(items[i].length, items[i].shortest, 1e-9);
    }
    wend_rxr_paths_destroy(paths);
    def.one_way = true;
    def.max_length = 3;
    CHECK_OK(wend_rxr_paths_sample(&graph, 1, &def, &paths, &error));
    CHECK(wend_rxr_paths_pool(paths) <= 2);
    wend_rxr_paths_destroy(paths);
    wend_graph_set_destroy(set);
}

// ---- a real building --------------------------------------------------------------------------

static const wend_graph* open_real(const char* scan, wend_graph_set** set) {
    wend_error error;
    const wend_graph* graph;
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = test_data("mp3d/connectivity");
    def.rooms = test_data("mp3d/rooms/viewpoint_rooms.json");
    def.positions = WEND_POSITIONS_PANORAMAS;
    CHECK_OK(wend_graph_set_create(&def, set, &error));
    CHECK_OK(wend_graph_set_get(*set, scan, &graph, &error));
    return graph;
}

static void check_path(const wend_graph* graph, const room_graph* rooms, const wend_rxr_path* p) {
    double length = 0;
    int changes = 1;
    bool visited[512] = {0};
    for (int i = 0; i < p->count; i++) {
        int room = rooms->room_of[p->nodes[i]];
        if (i > 0) {
            CHECK(wend_graph_has_edge(graph, p->nodes[i - 1], p->nodes[i]));
            length += wend_graph_distance(graph, p->nodes[i - 1], p->nodes[i]);
            if (rooms->room_of[p->nodes[i - 1]] != room) {
                changes++;
                CHECK(!visited[room]);  // a room is never entered twice
            }
        }
        visited[room] = true;
    }
    CHECK_INT(changes, p->rooms);
    CHECK_NEAR(length, p->length, 0.2);  // an edge may be longer than the shortest way
    CHECK(p->length <= 40);
    CHECK(p->length >= p->shortest - 1e-9);
}

TEST(sampled_paths_keep_to_their_rooms_on_a_real_building) {
    wend_error error;
    wend_graph_set* set;
    room_graph rooms;
    wend_rxr_paths* paths;
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    const wend_graph* graph = open_real("zsNo4HB9uLZ", &set);
    CHECK_OK(room_graph_make(graph, &rooms, &error));
    CHECK_OK(wend_rxr_paths_sample(&graph, 1, &def, &paths, &error));
    int count;
    const wend_rxr_path* items = wend_rxr_paths_items(paths, &count);
    CHECK_INT(count, 500);
    for (int i = 0; i < count; i++) check_path(graph, &rooms, &items[i]);
    wend_rxr_paths_destroy(paths);
    room_graph_destroy(&rooms);
    wend_graph_set_destroy(set);
}

// The greedy choice by its definition: all costs again after every path.
static int choose_next(const rxr_pool* pool, const int* visits, const bool* taken) {
    int best = -1;
    double least = INFINITY;
    for (size_t i = 0; i < pool->items.count; i++) {
        const wend_rxr_path* p = &pool->items.items[i];
        int sum = 0;
        for (int k = 0; k < p->count; k++) sum += visits[p->nodes[k]];
        double cost = p->shortest / p->length + (double)sum / p->count;
        if (!taken[i] && cost < least) least = cost, best = (int)i;
    }
    return best;
}

TEST(the_lazy_choice_is_exactly_the_greedy_one) {
    wend_error error;
    wend_graph_set* set;
    wend_rxr_paths* paths;
    rxr_pool pool = {0};
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    def.max_paths = 300;
    const wend_graph* graph = open_real("Z6MFQCViBuw", &set);
    CHECK_OK(room_paths_sample(graph, 0, &def, &pool, &error));
    CHECK_OK(wend_rxr_paths_sample(&graph, 1, &def, &paths, &error));
    int count, visits[1024] = {0};
    bool taken[4096] = {0};
    const wend_rxr_path* items = wend_rxr_paths_items(paths, &count);
    CHECK(count > 100);
    for (int i = 0; i < count; i++) {
        int best = choose_next(&pool, visits, taken);
        const wend_rxr_path* p = &pool.items.items[best];
        taken[best] = true;
        CHECK_INT(p->count, items[i].count);
        CHECK(memcmp(p->nodes, items[i].nodes, (size_t)p->count * sizeof *p->nodes) == 0);
        for (int k = 0; k < p->count; k++) visits[p->nodes[k]]++;
    }
    ARRAY_FREE(&pool.items);
    arena_destroy(&pool.memory);
    wend_rxr_paths_destroy(paths);
    wend_graph_set_destroy(set);
}

static wend_status attempt(void* context, wend_error* error) {
    wend_graph_set* set;
    const wend_graph* graph;
    wend_rxr_paths* paths;
    (void)context;
    WEND_TRY(building_open(&set, error));
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    wend_status status = wend_graph_set_get(set, "hall", &graph, error);
    if (status == WEND_OK) status = wend_rxr_paths_sample(&graph, 1, &def, &paths, error);
    if (status == WEND_OK) wend_rxr_paths_destroy(paths);
    wend_graph_set_destroy(set);
    return status;
}

TEST(path_sampling_survives_failing_allocations) {
    building_write();
    test_each_allocation(attempt, NULL, 200);
}

TEST(paths_are_written_as_r2r_episodes_without_instructions) {
    wend_error error;
    wend_graph_set* set;
    const wend_graph* graph = open_hall(&set);
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    wend_rxr_paths* paths;
    wend_vln_episodes* read;
    int count;
    CHECK_OK(wend_rxr_paths_sample(&graph, 1, &def, &paths, &error));
    const wend_rxr_path* items = wend_rxr_paths_items(paths, &count);
    CHECK_OK(wend_rxr_paths_write(paths, &graph, test_path("paths.json"), &error));
    CHECK_OK(wend_vln_episodes_read(test_path("paths.json"), &read, &error));
    CHECK_INT(wend_vln_episodes_kind(read), WEND_VLN_R2R);
    CHECK_INT(wend_vln_episodes_count(read), count);
    for (int i = 0; i < count; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(read, i);
        CHECK_TEXT(e->scan, "hall");
        CHECK_INT(e->instruction_count, 0);
        CHECK_INT(e->path_count, items[i].count);
        for (int k = 0; k < items[i].count; k++)
            CHECK_TEXT(e->path[k], wend_graph_viewpoint(graph, items[i].nodes[k])->id);
    }
    wend_vln_episodes_destroy(read);
    CHECK_INT(wend_rxr_paths_write(paths, &graph, "/dev/null/paths.json", &error), WEND_IO);
    CHECK_HAS(error.message, "/dev/null/paths.json");
    wend_rxr_paths_destroy(paths);
    wend_graph_set_destroy(set);
}
