// R2R's paths on the real graphs, and on a small building.
#include "task/building.h"
#include "test.h"

#include "wend/make.h"

static wend_status sample(const char* like, const wend_r2r_paths_def* def, wend_r2r_paths** paths,
                          wend_error* error) {
    wend_graph_set* set;
    wend_vln_episodes* episodes = NULL;
    *paths = NULL;
    WEND_TRY(building_open(&set, error));
    wend_status status = building_episodes(like, &episodes, error);
    if (status == WEND_OK) status = wend_r2r_paths_sample(set, episodes, def, paths, error);
    wend_vln_episodes_destroy(episodes);
    wend_graph_set_destroy(set);
    return status;
}

static wend_r2r_paths_def short_paths(void) {
    wend_r2r_paths_def def = wend_r2r_paths_default_def();
    def.min_edges = 2;
    def.max_edges = 3;
    def.min_distance = 1;
    def.per_path = 50;
    return def;
}

TEST(new_paths_are_shortest_paths_of_the_wanted_length_and_never_the_given_ones) {
    wend_error error;
    wend_r2r_paths* paths;
    wend_graph_set* set;
    const wend_graph* graph;
    int count;
    building_write();
    wend_r2r_paths_def def = short_paths();
    CHECK_OK(sample("0 1 2", &def, &paths, &error));
    const wend_vln_episode* items = wend_r2r_paths_items(paths, &count);
    CHECK(count > 3 && count < 50);  // the building has no more
    CHECK_OK(building_open(&set, &error));
    CHECK_OK(wend_graph_set_get(set, items[0].scan, &graph, &error));
    for (int i = 0; i < count; i++) {
        const wend_vln_episode* e = &items[i];
        int a = wend_graph_find(graph, e->path[0]);
        int b = wend_graph_find(graph, e->path[e->path_count - 1]);
        CHECK_INT(wend_graph_hops(graph, a, b), e->path_count - 1);
        CHECK(e->path_count >= 3 && e->path_count <= 4);
        CHECK(!(a == 0 && b == 2));
        CHECK_NEAR(e->distance, wend_graph_distance(graph, a, b), 1e-9);
        CHECK_INT(e->instruction_count, 1);
        CHECK_TEXT(e->instructions[0].text, "");
        for (int k = 0; k < i; k++)
            CHECK(strcmp(items[k].path[0], e->path[0]) != 0 ||
                  strcmp(items[k].path[items[k].path_count - 1], e->path[e->path_count - 1]) != 0);
    }
    wend_graph_set_destroy(set);
    wend_r2r_paths_destroy(paths);
}

TEST(the_same_seed_draws_the_same_paths) {
    wend_error error;
    wend_r2r_paths* runs[3];
    int counts[3];
    building_write();
    const wend_vln_episode* items[3];
    for (int i = 0; i < 3; i++) {
        wend_r2r_paths_def def = short_paths();
        def.per_path = 3;
        def.seed = i == 2;
        CHECK_OK(sample("0 1 2", &def, &runs[i], &error));
        items[i] = wend_r2r_paths_items(runs[i], &counts[i]);
        CHECK_INT(counts[i], 3);
    }
    bool differs = false;
    for (int i = 0; i < 3; i++) {
        CHECK_TEXT(items[0][i].path[0], items[1][i].path[0]);
        CHECK_NEAR(items[0][i].heading, items[1][i].heading, 0);
        differs = differs || items[0][i].heading != items[2][i].heading;
    }
    CHECK(differs);
    for (int i = 0; i < 3; i++) wend_r2r_paths_destroy(runs[i]);
}

static wend_status sample_once(void* context, wend_error* error) {
    wend_r2r_paths* paths;
    wend_r2r_paths_def def = short_paths();
    (void)context;
    wend_status status = sample("0 1 2", &def, &paths, error);
    wend_r2r_paths_destroy(paths);
    return status;
}

TEST(sampling_paths_survives_every_failing_allocation) {
    building_write();
    test_each_allocation(sample_once, NULL, 0);
}
