#include "test.h"

#include "wend/reproduce.h"

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

TEST(walking_straight_after_the_right_first_step_scores_as_in_rxr_table_4) {
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

TEST(an_unknown_reproduction_is_told_the_names_there_are) {
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
