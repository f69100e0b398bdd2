#include "report/histogram.h"
#include "test.h"

#include "wend/files.h"

static wend_histogram make(const wend_histogram_series* series, int count) {
    return (wend_histogram){"title", "label", series, count};
}

TEST(bins_are_whole_and_centred_for_whole_numbers) {
    double values[] = {3, 4, 4, 7};
    wend_histogram_series series = {"a", values, 4};
    wend_histogram h = make(&series, 1);
    histogram_bins bins = histogram_choose_bins(&h);
    CHECK_NEAR(bins.width, 1, 0);
    CHECK_NEAR(bins.low, 2.5, 0);
    CHECK_INT(bins.count, 5);
}

TEST(bins_cover_all_numbers_in_round_steps) {
    static const double spans[][2] = {{0, 0.013}, {-5.2, 117.7}, {1e6, 3e9}, {-3, -2.999}};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        wend_histogram_series series = {"a", spans[i], 2};
        wend_histogram h = make(&series, 1);
        histogram_bins bins = histogram_choose_bins(&h);
        CHECK(bins.count > 0 && bins.count <= 64);
        CHECK(bins.low <= spans[i][0]);
        CHECK(bins.low + bins.width * bins.count >= spans[i][1]);
        double lead = bins.width / pow(10, floor(log10(bins.width) + 1e-9));
        CHECK(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6);
    }
}

TEST(a_histogram_of_nothing_or_of_one_number_is_drawn) {
    double one = 0.25;
    wend_histogram_series series[2] = {{"none", NULL, 0}, {"one", &one, 1}};
    wend_error error;
    wend_histogram h = make(series, 1);
    CHECK_OK(wend_histogram_save(&h, test_path("none.svg"), &error));
    h = make(series + 1, 1);
    CHECK_OK(wend_histogram_save(&h, test_path("one.svg"), &error));
    h = make(series, 2);
    CHECK_OK(wend_histogram_save(&h, test_path("two.svg"), &error));
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(test_path("two.svg"), &bytes, &error));
    CHECK_HAS(bytes.data, "per cent");
    wend_file_bytes_destroy(&bytes);
}
