#include "analyze/tour_coverage.h"
#include "task/building.h"
#include "test.h"

static wend_status cover(const char* paths, const tour_sight* sight, tour_coverage* coverage,
                         wend_error* error) {
    wend_graph_set* set = NULL;
    wend_vln_episodes* episodes = NULL;
    wend_tour_plan* plan = NULL;
    wend_tour_plan_def def = wend_tour_plan_default_def();
    wend_status status = building_open(&set, error);
    if (status == WEND_OK) status = building_episodes(paths, &episodes, error);
    if (status == WEND_OK) status = wend_tour_plan_build(set, episodes, &def, &plan, error);
    if (status == WEND_OK) status = tour_coverage_make(set, episodes, plan, sight, coverage, error);
    wend_tour_plan_destroy(plan);
    wend_vln_episodes_destroy(episodes);
    wend_graph_set_destroy(set);
    return status;
}

static const tour_sight stood = {"stood on", 0, 0, true};
static const tour_sight visible = {"visible", 360, INFINITY, true};
static const tour_sight ahead = {"in view", 90, 10, true};

TEST(nothing_is_known_before_the_first_episode) {
    wend_error error;
    tour_coverage c;
    building_write();
    CHECK_OK(cover("0 1 2|3 4", &stood, &c, &error));
    CHECK_INT(c.tours[0], 1);  // one of the three copies
    CHECK_NEAR(c.next[0], 0, 0);
    CHECK_NEAR(c.whole[0], 0, 0);
    CHECK_INT(c.tours[2], 0);
}

TEST(going_back_counts_visited_viewpoints_again) {
    wend_error error;
    tour_coverage c;
    building_write();
    CHECK_OK(cover("0 1 2|3 4", &stood, &c, &error));
    CHECK_NEAR(c.next[1], 0, 0);
    CHECK_NEAR(c.whole[1], 3.0 / 5, 1e-12);
    CHECK_OK(cover("0 1 2|2 1", &stood, &c, &error));
    CHECK_NEAR(c.next[1], 1, 0);
    CHECK_NEAR(c.whole[1], 1, 0);
}

TEST(objects_ahead_are_visible_and_objects_behind_are_not) {
    wend_error error;
    tour_coverage c;
    building_write();
    // All round: 0 1 2 from the first path, 2 3 4 from the second.
    CHECK_OK(cover("0 1|3 4", &visible, &c, &error));
    CHECK_NEAR(c.next[1], 1.0 / 3, 1e-12);
    CHECK_NEAR(c.whole[1], 3.0 / 5, 1e-12);
    // Looking ahead alone, the second path sees 3 4.
    CHECK_OK(cover("0 1|3 4", &ahead, &c, &error));
    CHECK_NEAR(c.next[1], 0, 0);
    CHECK_NEAR(c.whole[1], 3.0 / 5, 1e-12);
}

static wend_status attempt(void* context, wend_error* error) {
    tour_coverage c;
    return cover(context, &ahead, &c, error);
}

TEST(coverage_survives_failing_allocations) {
    building_write();
    test_each_allocation(attempt, "0 1|3 4", 60);
}
