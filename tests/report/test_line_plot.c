// Line plots as SVG: the numbers of the file are the points, axes and ticks of the plot.
#include "test.h"

#include "wend/files.h"
#include "wend/report.h"

// The area of the plot, in pixels: x from 84 to 530, y from 384 (bottom) to 44.
static const wend_file_bytes* save(const wend_line_plot* plot) {
    static wend_file_bytes bytes;
    wend_error error;
    wend_file_bytes_destroy(&bytes);
    CHECK_OK(wend_line_plot_save(plot, test_path("plot.svg"), &error));
    CHECK_OK(wend_file_read(test_path("plot.svg"), &bytes, &error));
    return &bytes;
}

static int count_of(const wend_file_bytes* bytes, const char* word) {
    int count = 0;
    for (const char* at = bytes->data; (at = strstr(at, word)); at++) count++;
    return count;
}

TEST(points_lie_at_their_values_on_linear_axes) {
    const double x[] = {0, 5, 10}, y[] = {0, 30, 60};
    const wend_line_series series = {.name = "spl", .x = x, .y = y, .count = 3};
    wend_line_plot plot = {.title = "A title",
                           .x_label = "goals",
                           .y_label = "per cent",
                           .series = &series,
                           .series_count = 1};
    const wend_file_bytes* svg = save(&plot);
    CHECK_INT(count_of(svg, "<circle"), 3);
    CHECK_HAS(svg->data, "<circle cx='84.00' cy='384.00'");
    CHECK_HAS(svg->data, "<circle cx='307.00' cy='214.00'");
    CHECK_HAS(svg->data, "<circle cx='530.00' cy='44.00'");
    CHECK_HAS(svg->data, ">A title<");
    CHECK_HAS(svg->data, ">goals<");
    CHECK_HAS(svg->data, ">per cent<");
    CHECK_HAS(svg->data, ">spl<");
}

TEST(logarithmic_axes_have_equal_steps_for_equal_factors) {
    const double x[] = {1, 10, 100}, y[] = {1, 1, 1};
    const wend_line_series series = {.name = "fps", .x = x, .y = y, .count = 3};
    wend_line_plot plot = {.title = "",
                           .x_label = "",
                           .y_label = "",
                           .log_x = true,
                           .series = &series,
                           .series_count = 1};
    const wend_file_bytes* svg = save(&plot);
    CHECK_HAS(svg->data, "<circle cx='84.00'");
    CHECK_HAS(svg->data, "<circle cx='307.00'");
    CHECK_HAS(svg->data, "<circle cx='530.00'");
}

TEST(values_that_are_not_finite_are_left_out_of_a_plot) {
    const double x[] = {0, INFINITY, 2, 3}, y[] = {1, 1, NAN, 3};
    const wend_line_series series[] = {{.name = "some", .x = x, .y = y, .count = 4},
                                       {.name = "none"}};
    wend_line_plot plot = {
        .title = "", .x_label = "", .y_label = "", .series = series, .series_count = 2};
    const wend_file_bytes* svg = save(&plot);
    CHECK_INT(count_of(svg, "<circle"), 2);
    CHECK_INT(count_of(svg, "nan") + count_of(svg, "inf"), 0);
}

TEST(ticks_may_be_at_the_points_of_the_first_series) {
    const double x[] = {1, 3}, y[] = {1, 2};
    const wend_line_series series = {.name = "", .x = x, .y = y, .count = 2};
    wend_line_plot plot = {.title = "",
                           .x_label = "",
                           .y_label = "",
                           .ticks_at_points = true,
                           .series = &series,
                           .series_count = 1};
    const wend_file_bytes* svg = save(&plot);
    CHECK_INT(count_of(svg, ">3<"), 1);
    CHECK_INT(count_of(svg, ">2.5<"), 0);
}

TEST(a_plot_that_cannot_be_written_is_an_error) {
    const double x = 1, y = 1;
    const wend_line_series series = {.name = "", .x = &x, .y = &y, .count = 1};
    wend_line_plot plot = {
        .title = "", .x_label = "", .y_label = "", .series = &series, .series_count = 1};
    wend_error error;
    CHECK_INT(wend_line_plot_save(&plot, "/dev/null/plot.svg", &error), WEND_IO);
    CHECK_HAS(error.message, "/dev/null/plot.svg");
}
