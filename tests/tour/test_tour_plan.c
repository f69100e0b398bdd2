#include "task/building.h"
#include "test.h"

#include "wend/benchmarks/ivln.h"

typedef struct made {
    wend_graph_set* set;
    wend_vln_episodes* episodes;
    wend_tour_plan* plan;
} made;

static void made_destroy(made* m) {
    wend_tour_plan_destroy(m->plan);
    wend_vln_episodes_destroy(m->episodes);
    wend_graph_set_destroy(m->set);
}

static wend_status make(const char* paths, made* m, wend_error* error) {
    wend_tour_plan_def def = wend_tour_plan_default_def();
    *m = (made){0};
    wend_status status = building_open(&m->set, error);
    if (status == WEND_OK) status = building_episodes(paths, &m->episodes, error);
    if (status == WEND_OK)
        status = wend_tour_plan_build(m->set, m->episodes, &def, &m->plan, error);
    if (status != WEND_OK) made_destroy(m);
    return status;
}

TEST(a_tour_has_minimal_distance_between_its_paths) {
    wend_error error;
    made m;
    building_write();
    // In this order 6 + 6 m lie between the paths; the best order is 0 1, 2 3, 4 3.
    CHECK_OK(make("2 3|0 1|4 3", &m, &error));
    const int* order = wend_tour_plan_order(m.plan, 0);
    CHECK_INT(order[0], 1);
    CHECK_INT(order[1], 0);
    CHECK_INT(order[2], 2);
    CHECK_NEAR(wend_tour_plan_get_stats(m.plan).metres, 2 + 2, 1e-9);
    CHECK_NEAR(wend_tour_plan_get_stats(m.plan).metres_as_read, 6 + 6, 1e-9);
    made_destroy(&m);
}

TEST(every_instruction_is_in_one_copy_of_the_tour) {
    wend_error error;
    made m;
    building_write();
    CHECK_OK(make("2 3|0 1|4 3", &m, &error));
    int count, seen[9] = {0};
    const wend_vln_tour* tours = wend_tour_plan_tours(m.plan, &count);
    CHECK_INT(count, 3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int path, instruction;
            CHECK_INT(sscanf(tours[i].episodes[k], "%d_%d", &path, &instruction), 2);
            CHECK_INT(path - 100, wend_tour_plan_order(m.plan, i)[k]);
            seen[(path - 100) * 3 + instruction]++;
        }
    for (int i = 0; i < 9; i++) CHECK_INT(seen[i], 1);
    CHECK_TEXT(tours[2].id, "2");
    CHECK_TEXT(tours[2].scan, "hall");
    made_destroy(&m);
}

TEST(paths_that_cannot_reach_each_other_are_in_different_tours) {
    wend_error error;
    made m;
    building_write();
    CHECK_OK(make("5 6|0 1|6 5|2 1", &m, &error));
    wend_tour_plan_stats s = wend_tour_plan_get_stats(m.plan);
    CHECK_INT(s.tours, 6);
    CHECK_INT(s.scenes, 1);
    CHECK_INT(s.episodes, 12);
    CHECK_INT(s.left_out, 0);
    made_destroy(&m);
    CHECK_OK(make("5 6|0 1|2 1|0 1 2 3", &m, &error));
    s = wend_tour_plan_get_stats(m.plan);
    CHECK_INT(s.tours, 3);
    CHECK_INT(s.left_out, 1);
    CHECK_INT(s.min, 3);
    made_destroy(&m);
}

static wend_status attempt(void* context, wend_error* error) {
    made m;
    WEND_TRY(make(context, &m, error));
    made_destroy(&m);
    return WEND_OK;
}

TEST(tour_plans_survive_failing_allocations) {
    building_write();
    test_each_allocation(attempt, "2 3|0 1|4 3", 200);
}

TEST(tours_of_val_unseen_are_those_of_ivln_table_1) {
    wend_error error;
    made m = {0};
    wend_graph_set_def graphs = wend_graph_set_default_def();
    wend_tour_plan_def def = wend_tour_plan_default_def();
    graphs.connectivity = test_data("mp3d/connectivity");
    CHECK_OK(wend_graph_set_create(&graphs, &m.set, &error));
    CHECK_OK(wend_vln_episodes_read(test_data("r2r/R2R_val_unseen.json"), &m.episodes, &error));
    CHECK_OK(wend_tour_plan_build(m.set, m.episodes, &def, &m.plan, &error));
    wend_tour_plan_stats s = wend_tour_plan_get_stats(m.plan);
    CHECK_INT(s.scenes, 11);
    CHECK_INT(s.episodes, 2349);
    CHECK_INT(s.tours, 33);
    CHECK_NEAR(s.mean, 71.2, 0.05);
    CHECK_INT(s.min, 6);
    CHECK_INT(s.max, 100);
    CHECK_NEAR(s.deviation, 34.0, 0.05);
    CHECK(s.metres < s.metres_as_read / 4);
    made_destroy(&m);
}
