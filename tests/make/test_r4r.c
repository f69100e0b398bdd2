#include "task/building.h"
#include "test.h"

#include "wend/make.h"

static wend_status build(const char* paths, wend_r4r** r4r, wend_vln_episodes** episodes,
                         wend_graph_set** set, wend_error* error) {
    wend_r4r_def def = wend_r4r_default_def();
    *r4r = NULL;
    *episodes = NULL;
    WEND_TRY(building_open(set, error));
    wend_status status = building_episodes(paths, episodes, error);
    if (status == WEND_OK) status = wend_r4r_build(*set, *episodes, &def, r4r, error);
    if (status == WEND_OK) return WEND_OK;
    wend_vln_episodes_destroy(*episodes);
    wend_graph_set_destroy(*set);
    return status;
}

TEST(paths_are_joined_where_one_ends_within_3_m_of_the_other) {
    wend_error error;
    wend_r4r* r4r;
    wend_vln_episodes* episodes;
    wend_graph_set* set;
    building_write();
    // The first ends at node 1, 2 m before the second starts; all else is 4 m or more apart.
    CHECK_OK(build("0 1|2 3 4", &r4r, &episodes, &set, &error));
    int count;
    const wend_vln_episode* e = wend_r4r_episodes(r4r, &count);
    CHECK_INT(count, 2);  // 0 1 + 0 1 (2 m back), 0 1 + 2 3 4
    CHECK_INT(wend_r4r_get_stats(r4r).too_far, 2);
    CHECK_INT(e[0].path_count, 4);
    CHECK_TEXT(e[0].path[2], "a0");
    CHECK_INT(e[1].path_count, 5);
    CHECK_TEXT(e[1].path[1], "a1");
    CHECK_TEXT(e[1].path[2], "b0");
    CHECK_NEAR(e[1].distance, 2 + 2 + 4, 0);
    CHECK_NEAR(e[1].heading, 0.5, 0);
    CHECK_TEXT(e[1].path_id, "1");
    CHECK_INT(e[1].instruction_count, 9);
    CHECK_TEXT(e[1].instructions[3].text, "y0 x1 ");
    CHECK_TEXT(e[1].instructions[3].id, "1_3");
    CHECK_INT(e[1].joint->first_path_id, 100);
    CHECK_INT(e[1].joint->second_path_id, 101);
    CHECK_INT(e[1].joint->shortest_path_count, 5);
    CHECK_NEAR(e[1].joint->shortest_path_distance, 8, 1e-12);
    CHECK_NEAR(wend_r4r_get_stats(r4r).steps, 4.5, 0);
    wend_r4r_destroy(r4r);
    wend_vln_episodes_destroy(episodes);
    wend_graph_set_destroy(set);
}

TEST(r4r_refuses_paths_without_an_end) {
    wend_error error;
    wend_r4r* r4r;
    wend_vln_episodes* episodes;
    wend_graph_set* set;
    building_write();
    CHECK_INT(build("0 1|2", &r4r, &episodes, &set, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "path 101");
}

static wend_status attempt(void* context, wend_error* error) {
    wend_r4r* r4r;
    wend_vln_episodes* episodes;
    wend_graph_set* set;
    (void)context;
    WEND_TRY(build("0 1|2 3 4", &r4r, &episodes, &set, error));
    wend_r4r_destroy(r4r);
    wend_vln_episodes_destroy(episodes);
    wend_graph_set_destroy(set);
    return WEND_OK;
}

TEST(r4r_survives_failing_allocations) {
    building_write();
    test_each_allocation(attempt, NULL, 200);
}

// ---- the real one -----------------------------------------------------------------------------

static void check_equal(const wend_vln_episode* ours, const wend_vln_episode* theirs) {
    CHECK_TEXT(ours->scan, theirs->scan);
    CHECK_NEAR(ours->heading, theirs->heading, 0);
    CHECK_NEAR(ours->distance, theirs->distance, 1e-9);
    CHECK_INT(ours->path_count, theirs->path_count);
    for (int i = 0; i < ours->path_count; i++) CHECK_TEXT(ours->path[i], theirs->path[i]);
    CHECK_INT(ours->instruction_count, theirs->instruction_count);
    for (int i = 0; i < ours->instruction_count; i++)
        CHECK_TEXT(ours->instructions[i].text, theirs->instructions[i].text);
    CHECK_NEAR(ours->joint->shortest_path_distance, theirs->joint->shortest_path_distance, 1e-9);
    CHECK_INT(ours->joint->shortest_path_count, theirs->joint->shortest_path_count);
    for (int i = 0; i < ours->joint->shortest_path_count; i++)
        CHECK_TEXT(ours->joint->shortest_path[i], theirs->joint->shortest_path[i]);
}

// The published file has its buildings in the order of an old Python's dictionary, so that records
// are found by the two paths they join.
static const wend_vln_episode* find(const wend_vln_episodes* all, const wend_vln_joint* joint) {
    for (int i = 0; i < wend_vln_episodes_count(all); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(all, i);
        if (e->joint->first_path_id == joint->first_path_id &&
            e->joint->second_path_id == joint->second_path_id)
            return e;
    }
    test_fail(__FILE__, __LINE__, "no record joins these two");
}

TEST(r4r_val_seen_is_the_published_file) {
    wend_error error;
    wend_vln_episodes *r2r, *published;
    wend_graph_set* set;
    wend_r4r* r4r;
    wend_graph_set_def graphs = wend_graph_set_default_def();
    wend_r4r_def def = wend_r4r_default_def();
    graphs.connectivity = test_data("mp3d/connectivity");
    CHECK_OK(wend_graph_set_create(&graphs, &set, &error));
    CHECK_OK(wend_vln_episodes_read(test_data("r2r/R2R_val_seen.json"), &r2r, &error));
    CHECK_OK(wend_vln_episodes_read(test_data("r4r/R4R_val_seen.json"), &published, &error));
    CHECK_OK(wend_r4r_build(set, r2r, &def, &r4r, &error));
    int count;
    const wend_vln_episode* ours = wend_r4r_episodes(r4r, &count);
    CHECK_INT(count, wend_vln_episodes_count(published));
    for (int i = 0; i < count; i++) check_equal(&ours[i], find(published, ours[i].joint));
    wend_r4r_destroy(r4r);
    wend_vln_episodes_destroy(r2r);
    wend_vln_episodes_destroy(published);
    wend_graph_set_destroy(set);
}
