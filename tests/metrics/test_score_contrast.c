#include <math.h>

#include "test.h"

#include "wend/metrics.h"

// Runs of one column, "success", with as many episodes as there are values.
typedef struct made_run {
    wend_log_record records[8];
    int rows[8], scenes[8];
    wend_log_set log;
    wend_score_table table;
} made_run;

static void make_run(made_run* r, const char* const* ids, const double* values, int count) {
    *r = (made_run){.log = {.records = r->records, .count = count}};
    r->table = (wend_score_table){.names = {"success"},
                                  .columns = 1,
                                  .rows = count,
                                  .values = (double*)values,
                                  .records = r->rows,
                                  .scenes = r->scenes,
                                  .scene_count = 2,
                                  .task = "pointnav"};
    for (int i = 0; i < count; i++) {
        r->scenes[i] = ids[i][0] >= '2';
        r->records[i] =
            (wend_log_record){.id = ids[i], .scene = r->scenes[i] ? "house:2" : "house:1"};
        r->rows[i] = i;
    }
}

static wend_status compare(const made_run* a, const made_run* b, wend_score_contrast* c,
                           wend_error* error) {
    return wend_score_compare(&a->log, &a->table, &b->log, &b->table, c, error);
}

TEST(runs_are_compared_over_the_episodes_that_both_played) {
    const char* const first_ids[] = {"0", "1", "2", "3", "9"};
    const char* const second_ids[] = {"3", "2", "1", "0"};
    const double first_values[] = {1, 1, 0, 1, 0}, second_values[] = {0, 0, 0, 1};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, first_ids, first_values, 5);
    make_run(&second, second_ids, second_values, 4);
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_INT(c.pairs, 4);
    CHECK_NEAR(c.first[0], 0.75, 1e-12);
    CHECK_NEAR(c.second[0], 0.25, 1e-12);
    CHECK_NEAR(c.differences[0].mean, 0.5, 1e-12);
    CHECK(c.differences[0].low < 0.5 && c.differences[0].high > 0.5);
}

TEST(the_same_gain_in_every_episode_is_certain) {
    const char* const ids[] = {"0", "1", "2", "3"};
    const double first_values[] = {0.1, 0.9, 0.4, 0.6}, second_values[] = {0, 0.8, 0.3, 0.5};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, first_values, 4);
    make_run(&second, ids, second_values, 4);
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_NEAR(c.differences[0].low, 0.1, 1e-9);
    CHECK_NEAR(c.differences[0].high, 0.1, 1e-9);
}

TEST(differences_have_an_interval_over_scenes) {
    const char* const ids[] = {"0", "1", "2", "3"};
    const double first_values[] = {1, 1, 0, 0}, second_values[] = {0, 0, 0, 0};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, first_values, 4);
    make_run(&second, ids, second_values, 4);
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_INT(c.scenes, 2);
    CHECK_INT(c.differences[0].scenes, 2);
    CHECK(c.differences[0].has_scene_interval);
    CHECK(c.differences[0].scene_low == 0 && c.differences[0].scene_high == 1);
}

TEST(a_value_that_is_infinite_in_one_run_is_in_neither_mean) {
    const char* const ids[] = {"0", "1"};
    const double first_values[] = {4, 100}, second_values[] = {1, INFINITY};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, first_values, 2);
    make_run(&second, ids, second_values, 2);
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_NEAR(c.first[0], 4, 1e-12);
    CHECK_NEAR(c.differences[0].mean, 3, 1e-12);
    CHECK_INT(c.differences[0].count, 1);
}

// Runs of one episode with these tours.
static wend_score_contrast compare_tours(wend_score_tour* a, int a_count, wend_score_tour* b,
                                         int b_count) {
    static const char* const ids[] = {"0"};
    static const double values[] = {1};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, values, 1);
    make_run(&second, ids, values, 1);
    first.table.tours = a;
    second.table.tours = b;
    first.table.tour_count = a_count;
    second.table.tour_count = b_count;
    CHECK_OK(compare(&first, &second, &c, &error));
    return c;
}

TEST(tours_are_compared_tour_by_tour) {
    wend_score_tour a[] = {
        {"z", 2, 0, 0, 1, true}, {"x", 3, 0, 0.8, 1, false}, {"y", 2, 0, 0.4, 3, false}};
    wend_score_tour b[] = {
        {"y", 2, 0, 0.2, 3, false}, {"x", 3, 0, 0.4, 1, false}, {"z", 2, 0, 1, 1, false}};
    wend_score_contrast c = compare_tours(a, 3, b, 3);
    CHECK_INT(c.tour_pairs, 2);
    CHECK_NEAR(c.tour_difference.mean, (0.4 * 1 + 0.2 * 3) / 4, 1e-12);
    CHECK_NEAR(c.tour_first, (0.8 * 1 + 0.4 * 3) / 4, 1e-12);
    CHECK_NEAR(c.tour_second, (0.4 * 1 + 0.2 * 3) / 4, 1e-12);
}

TEST(runs_without_common_episodes_or_of_two_tasks_are_refused) {
    const char *const ids[] = {"0"}, *const others[] = {"1"};
    const double values[] = {1};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, values, 1);
    make_run(&second, others, values, 1);
    CHECK(compare(&first, &second, &c, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "no episode in common");
    make_run(&second, ids, values, 1);
    snprintf(second.table.task, sizeof second.table.task, "multion");
    CHECK(compare(&first, &second, &c, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "multion");
}

// ---- several columns, scenes and tours ----------------------------------------------------------

TEST(every_column_is_compared_with_its_own) {
    // Two columns; the second episode was not played by the other run.
    const char* const first_ids[] = {"0", "5", "1", "2"};
    const char* const second_ids[] = {"2", "0", "1"};
    const double first_values[] = {1, 10, 9, 99, 0, 20, 1, 60};
    const double second_values[] = {0, 30, 0, 4, 1, INFINITY};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, first_ids, first_values, 4);
    make_run(&second, second_ids, second_values, 3);
    first.table.columns = second.table.columns = 2;
    first.table.names[1] = second.table.names[1] = "steps";
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_INT(c.pairs, 3);
    CHECK_INT(c.scenes, 2);
    CHECK_NEAR(c.first[0], 2 / 3.0, 1e-12);
    CHECK_NEAR(c.second[0], 1 / 3.0, 1e-12);
    CHECK_NEAR(c.differences[0].mean, 1 / 3.0, 1e-12);
    CHECK(c.differences[0].count == 3 && c.differences[0].scenes == 2);
    // 10 and 60 less 4 and 30; the third pair is infinite in one run.
    CHECK_NEAR(c.first[1], 35, 1e-12);
    CHECK_NEAR(c.second[1], 17, 1e-12);
    CHECK_NEAR(c.differences[1].mean, 18, 1e-12);
    CHECK(c.differences[1].low == 6 && c.differences[1].high == 30);
    CHECK(c.differences[1].count == 2 && c.differences[1].scenes == 2);
}

TEST(episodes_are_the_same_by_scene_and_id) {
    const char* const ids[] = {"0", "0"};
    const double first_values[] = {1, 4}, second_values[] = {10, 20};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, first_values, 2);
    make_run(&second, ids, second_values, 2);
    first.records[1].scene = second.records[0].scene = "house:7";
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_INT(c.pairs, 2);  // 1 with 20, 4 with 10
    CHECK(c.differences[0].low == -19 && c.differences[0].high == -6);
    second.records[0].scene = "house:8";
    CHECK_OK(compare(&first, &second, &c, &error));
    CHECK_INT(c.pairs, 1);
    CHECK_NEAR(c.differences[0].mean, -19, 1e-12);
}

TEST(tours_are_the_same_by_id_and_length_where_both_are_feasible) {
    wend_score_tour a[] = {{"r", 2, 0, 0.5, 1, false},
                           {"s", 2, 0, 0.5, 1, false},
                           {"t", 2, 0, 0.5, 1, true},
                           {"u", 2, 1, 0.9, 1, false},
                           {"v", 4, 0, 0.3, 3, false}};
    wend_score_tour b[] = {{"v", 4, 0, 0.1, 3, false},
                           {"u", 2, 1, 0.1, 1, false},
                           {"t", 2, 0, 0.5, 1, false},
                           {"s", 3, 0, 0.1, 1, false},
                           {"r", 2, 0, 0.1, 1, true}};
    wend_score_contrast c = compare_tours(a, 5, b, 5);
    CHECK_INT(c.tour_pairs, 2);
    CHECK_NEAR(c.tour_first, (0.9 + 3 * 0.3) / 4, 1e-12);
    CHECK_NEAR(c.tour_second, 0.1, 1e-12);
    CHECK_NEAR(c.tour_difference.mean, (0.8 + 3 * 0.2) / 4, 1e-12);
    CHECK(c.tour_difference.count == 2 && c.tour_difference.scenes == 2);
    CHECK_NEAR(c.tour_difference.low, 0.2, 1e-12);
    CHECK_NEAR(c.tour_difference.high, 0.8, 1e-12);
    CHECK_NEAR(c.tour_difference.scene_low, 0.2, 1e-12);
    CHECK_NEAR(c.tour_difference.scene_high, 0.8, 1e-12);
    c = compare_tours(a, 5, b, 0);
    CHECK(c.tour_pairs == 0 && c.tour_difference.count == 0);
}

TEST(runs_that_cannot_be_compared_are_errors) {
    const char *const ids[] = {"0", "1", "2"}, *const others[] = {"5", "6"};
    const double values[] = {1, 1, 1};
    made_run first, second;
    wend_score_contrast c;
    wend_error error;
    make_run(&first, ids, values, 3);
    make_run(&second, others, values, 2);
    CHECK_INT(compare(&first, &second, &c, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "no episode in common (3 and 2 were played)");
    snprintf(second.table.task, sizeof second.table.task, "multion");
    CHECK_INT(compare(&first, &second, &c, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "one run is of pointnav, the other of multion");
    CHECK_INT(c.pairs, 0);
}

typedef struct two_runs {
    made_run first, second;
} two_runs;

static wend_status compare_again(void* context, wend_error* error) {
    two_runs* runs = context;
    wend_score_contrast c;
    return compare(&runs->first, &runs->second, &c, error);
}

TEST(comparing_survives_every_failing_allocation) {
    static const char* const ids[] = {"0", "1"};
    static const double values[] = {1, 0};
    static wend_score_tour tours[] = {{"x", 3, 0, 0.8, 1, false}};
    two_runs runs;
    make_run(&runs.first, ids, values, 2);
    make_run(&runs.second, ids, values, 2);
    runs.first.table.tours = runs.second.table.tours = tours;
    runs.first.table.tour_count = runs.second.table.tour_count = 1;
    test_each_allocation(compare_again, &runs, 100);
}
