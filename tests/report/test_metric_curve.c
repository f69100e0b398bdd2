// Means of metrics over steps, from logs made by hand.
#include "metrics/made_log.h"
#include "test.h"

#include "wend/files.h"
#include "wend/report.h"

// Two episodes in two scenes, along x: goals 2 and 4 m away. The first finds one after a step of
// 4 m and the other after 10 m; the second finds nothing.
static void write_log(const char* path, bool finds) {
    wend_error error;
    wend_log* log;
    made_log m;
    const float row[][2] = {{0, 0}, {4, 0}, {8, 0}, {10, 0}};
    made_log_begin(&m, "multion");
    made_log_add(
        &m,
        finds ? FACTS_MULTION(FACTS_TWO_GOALS,
                              FACTS_FOUND("true", "1", "0") ", " FACTS_FOUND("true", "3", "0"),
                              "false", "less", "last")
              : FACTS_MULTION(FACTS_TWO_GOALS, "", "false", "less", "last"),
        3, row);
    made_log_add(&m, FACTS_MULTION(FACTS_TWO_GOALS, "", "false", "less", "last"), 2, row)->scene =
        "house:2";
    *strchr(strstr(m.header, "\"episodes\": 1"), '1') = '2';
    CHECK_OK(wend_log_open(&(wend_log_def){.path = path, .header = m.header}, &log, &error));
    for (int i = 0; i < m.log.count; i++) {
        m.records[i].actions = m.records[i].outcomes = i ? ".." : "...";
        CHECK_OK(wend_log_append(log, &m.records[i], &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
}

static void write_text(const char* name, const char* text) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path(name), text, strlen(text), &error));
}

static double mean_of(const wend_metric_curve* c, int point, const char* metric) {
    int column = wend_metric_curve_find(c, metric);
    CHECK(column >= 0);
    return c->points[point].means[column].mean;
}

TEST(metrics_within_a_number_of_steps_count_the_goals_found_by_then) {
    wend_error error;
    wend_metric_curve c;
    write_log(test_path("on2.wlog"), true);
    CHECK_OK(wend_metric_curve_of_log(test_path("on2.wlog"), &c, &error));
    CHECK_TEXT(c.name, "on2");
    CHECK_INT(c.count, 3);
    static const double ppl[] = {0.125, 0.125, 0.3}, progress[] = {0.25, 0.25, 0.5};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(c.points[i].step, i + 1, 0);
        CHECK_NEAR(mean_of(&c, i, "success"), i == 2 ? 0.5 : 0, 1e-12);
        CHECK_NEAR(mean_of(&c, i, "progress"), progress[i], 1e-12);
        CHECK_NEAR(mean_of(&c, i, "ppl"), ppl[i], 1e-12);
        CHECK_INT(c.points[i].means[0].scenes, 2);
    }
    // Both scenes or one of them twice: from none of the goals to all.
    const wend_interval* last = &c.points[2].means[wend_metric_curve_find(&c, "ppl")];
    CHECK_NEAR(last->scene_low, 0, 1e-12);
    CHECK_NEAR(last->scene_high, 0.6, 1e-12);
    CHECK_INT(wend_metric_curve_find(&c, "speed"), -1);
    wend_metric_curve_destroy(&c);
    wend_metric_curve_destroy(&c);
}

TEST(evaluations_of_all_stages_are_points_over_the_steps_of_training) {
    wend_error error;
    wend_metric_curve c;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_path("run"));
    CHECK_OK(wend_file_make_folder(test_path("run/stage_1_imitate"), &error));
    CHECK_OK(wend_file_make_folder(test_path("run/stage_2_ppo"), &error));
    write_text("run/stage_1_imitate/curve.csv", "update,step\n1,50\n2,100\n");
    write_text("run/stage_2_ppo/curve.csv", "update,step\n1,40\n2,80\n3,120\n");
    write_log(test_path("run/stage_1_imitate/held_out_000002.wlog"), false);
    write_log(test_path("run/stage_2_ppo/held_out_000001.wlog"), true);
    write_log(test_path("run/stage_2_ppo/held_out_000003.wlog"), true);
    write_log(test_path("run/stage_2_ppo/held_out_000009.wlog"), true);  // not in the table yet
    CHECK_OK(wend_metric_curve_of_run(folder, &c, &error));
    CHECK_TEXT(c.name, "run");
    CHECK_INT(c.count, 3);
    static const double steps[] = {100, 140, 220}, ppl[] = {0, 0.3, 0.3};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(c.points[i].step, steps[i], 0);
        CHECK_NEAR(mean_of(&c, i, "ppl"), ppl[i], 1e-12);
    }
    wend_metric_curve_destroy(&c);
    snprintf(folder, sizeof folder, "%s", test_path("run/stage_1_imitate"));
    CHECK_OK(wend_metric_curve_of_run(folder, &c, &error));
    CHECK_INT(c.count, 1);
    CHECK_NEAR(c.points[0].step, 100, 0);
    wend_metric_curve_destroy(&c);
}

TEST(a_folder_without_evaluations_and_a_log_of_another_task_have_no_curve) {
    wend_error error;
    wend_metric_curve c;
    wend_log* log;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_path("run"));
    CHECK_OK(wend_file_make_folder(folder, &error));
    write_text("run/curve.csv", "update,step\n1,50\n");
    CHECK_INT(wend_metric_curve_of_run(folder, &c, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "no evaluations; train with --held-out");
    made_log m;
    made_log_begin(&m, "pointnav");
    made_log_add(&m, "{\"shortest\": 1, \"distance\": 2, \"radius\": 0.2, \"stopped\": false}", 0,
                 NULL)
        ->actions = "";
    m.records[0].outcomes = "";
    CHECK_OK(wend_log_open(&(wend_log_def){.path = test_path("p.wlog"), .header = m.header}, &log,
                           &error));
    CHECK_OK(wend_log_append(log, &m.records[0], &error));
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    CHECK_INT(wend_metric_curve_of_log(test_path("p.wlog"), &c, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "a log of pointnav; curves over the steps of episodes are MultiON's");
}

static int count_polygons(int points, const double* low) {
    wend_error error;
    wend_file_bytes svg;
    double x[100], y[100], high[100];
    int count = 0;
    for (int i = 0; i < points; i++) x[i] = i, y[i] = 5, high[i] = 10;
    wend_line_series series = {
        .name = "a", .x = x, .y = y, .count = points, .low = low, .high = high};
    wend_line_plot plot = {
        .title = "t", .x_label = "x", .y_label = "y", .series = &series, .series_count = 1};
    CHECK_OK(wend_line_plot_save(&plot, test_path("band.svg"), &error));
    CHECK_OK(wend_file_read(test_path("band.svg"), &svg, &error));
    for (const char* at = svg.data; (at = strstr(at, "fill-opacity")); at++) count++;
    wend_file_bytes_destroy(&svg);
    return count;
}

TEST(bands_are_joined_and_interrupted_by_values_that_are_not_finite) {
    double low[100] = {0};
    CHECK_INT(count_polygons(1, low), 0);
    CHECK_INT(count_polygons(33, low), 1);  // 32 segments each
    CHECK_INT(count_polygons(34, low), 2);
    CHECK_INT(count_polygons(100, low), 4);
    low[3] = NAN;
    CHECK_INT(count_polygons(6, low), 2);
    low[0] = low[5] = NAN;
    CHECK_INT(count_polygons(6, low), 1);
    CHECK_INT(count_polygons(6, NULL), 0);
}

static wend_status curve_once(void* context, wend_error* error) {
    wend_metric_curve c;
    wend_status status = wend_metric_curve_of_log(context, &c, error);
    wend_metric_curve_destroy(&c);
    return status;
}

TEST(a_curve_survives_every_failing_allocation) {
    static char path[1024];
    snprintf(path, sizeof path, "%s", test_path("on2.wlog"));
    write_log(path, true);
    test_each_allocation(curve_once, path, 200);
}
