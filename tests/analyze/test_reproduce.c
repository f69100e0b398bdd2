#include "test.h"

#include "wend/analyze.h"

static wend_reproduction* reproduce(const char* name, int runs) {
    wend_error error;
    wend_reproduction* r;
    wend_reproduce_def def = wend_reproduce_default_def();
    char folder[1024];
    test_data("mp3d/connectivity");
    snprintf(folder, sizeof folder, "%s", test_data("r2r"));
    *strrchr(folder, '/') = 0;
    def.data = folder;
    def.runs = runs;
    CHECK_OK(wend_reproduce(name, &def, &r, &error));
    return r;
}

static const wend_reproduce_row* row(const wend_reproduction* r, const char* name) {
    for (int i = 0; i < r->row_count; i++)
        if (strcmp(r->rows[i].name, name) == 0) return &r->rows[i];
    test_fail(__FILE__, __LINE__, "no row \"%s\"", name);
}

static void check_row_is_equal(const wend_reproduce_row* given) {
    for (int i = 0; i < given->cell_count; i++)
        if (!wend_reproduce_is_equal(&given->cells[i]))
            test_fail(__FILE__, __LINE__, "%s: %s is %g, not %g", given->name, given->cells[i].name,
                      given->cells[i].ours, given->cells[i].paper);
}

TEST(straight_after_the_correct_first_step_scores_as_in_rxr_table_4) {
    wend_reproduction* r = reproduce("rxr-table4", 3);
    check_row_is_equal(row(r, "correct first step, then straight"));
    const wend_reproduce_row* random = row(r, "random walk");
    CHECK_NEAR(random->cells[0].ours, 10.4, 0.2);
    CHECK(random->cells[0].deviation > 0);
    wend_reproduction_destroy(r);
}

TEST(r4r_counts_are_those_of_its_readme) {
    wend_reproduction* r = reproduce("r4r", 1);
    check_row_is_equal(row(r, "train, panoramas"));
    check_row_is_equal(row(r, "val_seen, panoramas"));
    check_row_is_equal(row(r, "val_unseen, panoramas"));
    wend_reproduction_destroy(r);
}

static double ours(const wend_reproduce_row* given, const char* name) {
    for (int i = 0; i < given->cell_count; i++)
        if (strcmp(given->cells[i].name, name) == 0) return given->cells[i].ours;
    test_fail(__FILE__, __LINE__, "no cell \"%s\"", name);
}

TEST(sampled_paths_have_the_shape_of_rxr_s) {
    wend_reproduction* r = reproduce("rxr-paths", 1);
    const wend_reproduce_row* rxr = row(r, "RxR, up to 500 a building");
    CHECK_NEAR(ours(rxr, "edges"), 8, 0.5);
    CHECK_NEAR(ours(rxr, "length"), 14.9, 0.2);
    CHECK_NEAR(ours(rxr, "not_shortest"), 44.5, 1);
    CHECK_NEAR(ours(rxr, "excess"), 27.4, 2);
    const wend_reproduce_row* r2r = row(r, "R2R, train and val");
    CHECK_NEAR(ours(r2r, "edges"), 5, 0.1);
    CHECK(ours(rxr, "covered") > ours(r2r, "covered"));
    CHECK(ours(rxr, "unevenness") < ours(r2r, "unevenness"));
    CHECK_INT(r->series_count, 3);
    wend_reproduction_destroy(r);
}

TEST(after_ten_episodes_more_than_half_of_the_next_path_was_seen) {
    wend_reproduction* r = reproduce("ivln-fig2b", 1);
    CHECK(ours(row(r, "in view, after 10"), "next") > 50);
    CHECK(ours(row(r, "in view, after 50"), "whole") > ours(row(r, "in view, after 10"), "whole"));
    CHECK_NEAR(r->series[0].y[0], 0, 0);
    wend_reproduction_destroy(r);
}

TEST(an_unknown_reproduction_is_an_error_with_the_known_names) {
    wend_error error;
    wend_reproduction* r;
    wend_reproduce_def def = wend_reproduce_default_def();
    CHECK_INT(wend_reproduce("table9", &def, &r, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "ivln-table1");
}

TEST(missing_data_is_named) {
    wend_error error;
    wend_reproduction* r;
    wend_reproduce_def def = wend_reproduce_default_def();
    def.data = test_folder();
    CHECK_INT(wend_reproduce("ivln-table1", &def, &r, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "mp3d/connectivity is not there");
    CHECK(r == NULL);
}

TEST(a_number_equals_the_papers_when_it_rounds_to_it) {
    wend_reproduce_cell c = {.ours = 27.24, .paper = 27.2, .has_paper = true, .decimals = 1};
    CHECK(wend_reproduce_is_equal(&c));
    c.ours = 27.26;
    CHECK(!wend_reproduce_is_equal(&c));
    c.at_least = true;
    CHECK(wend_reproduce_is_equal(&c));
}
