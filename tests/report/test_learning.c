// Curves of training runs on a report's page.
#include <math.h>

#include "report/html_check.h"
#include "report/learning.h"
#include "test.h"

#include "wend/files.h"
#include "wend/report.h"

static const char* write_table(const char* text) {
    wend_error error;
    wend_text_out out = {0};
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_path("runs & co"));
    CHECK_OK(wend_file_make_folder(folder, &error));
    const char* path = test_path("runs & co/curve.csv");
    wend_text_put(&out, "%s", text);
    CHECK_OK(wend_text_save(&out, path, &error));
    wend_text_destroy(&out);
    return path;
}

TEST(a_training_runs_table_becomes_curves) {
    wend_error error;
    wend_file_bytes page;
    write_table("update,step,reward,success,held_success\n1,100,-1.5,0.25,\n2,200,3,0.5,0.75\n3,3");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_path("runs & co"));
    const char* curves[] = {folder};
    wend_report_def def = wend_report_default_def();
    def.curves = curves;
    def.curve_count = 1;
    def.out = test_path("page.html");
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_OK(wend_file_read(def.out, &page, &error));
    html_check(page.data);
    CHECK_HAS(page.data, "<h1>Learning of runs &amp; co</h1>");
    CHECK_HAS(page.data, "Training success");
    CHECK_HAS(page.data, "Episode reward");
    CHECK(!strstr(page.data, "Entropy"));  // the table has none
    // Success of 25 % at half of the axis, 50 % at its end; the line being written is left out.
    CHECK_HAS(page.data, "points='246.0,181.5 440.0,125.0 '");
    CHECK_HAS(page.data, "cx='440.0' cy='68.5'");
    wend_file_bytes_destroy(&page);
}

static wend_status read_table(const char* text, wend_error* error) {
    learning_curve curve;
    wend_status status = learning_curve_read(write_table(text), &curve, error);
    learning_curve_destroy(&curve);
    return status;
}

TEST(tables_that_are_no_training_runs_are_refused) {
    wend_error error;
    CHECK_OK(read_table("step,a\n", &error));
    CHECK_INT(read_table("", &error), WEND_FORMAT);
    CHECK_INT(read_table("a,b\n1,2\n", &error), WEND_FORMAT);
    CHECK_HAS(error.message, "no column 'step'");
    CHECK_INT(read_table("step,a\n1,2\n3,x\n", &error), WEND_FORMAT);
    CHECK_HAS(error.message, "curve.csv:3: 'x' is no number");
    CHECK_INT(read_table("step,a\n1\n", &error), WEND_FORMAT);
    CHECK_INT(read_table("step,a\n1,2,3\n", &error), WEND_FORMAT);
    CHECK_INT(read_table("step,a\n1,inf\n", &error), WEND_FORMAT);
}

static const char* seed_of_a_run(int seed, const char* text) {
    wend_error error;
    wend_text_out out = {0};
    char name[64];
    snprintf(name, sizeof name, "run_%d", seed);
    CHECK_OK(wend_file_make_folder(test_path(name), &error));
    snprintf(name, sizeof name, "run_%d/curve.csv", seed);
    const char* path = test_path(name);
    wend_text_put(&out, "%s", text);
    CHECK_OK(wend_text_save(&out, path, &error));
    wend_text_destroy(&out);
    return path;
}

TEST(runs_that_differ_by_seed_are_one_curve_with_a_band) {
    wend_error error = {0};
    learning_curve curves[4];
    int count = 4;
    CHECK_OK(learning_curve_read(seed_of_a_run(0, "step,success\n10,0.2\n20,0.4\n30,1\n"),
                                 &curves[0], &error));
    CHECK_OK(learning_curve_read(write_table("step,success\n10,0.9\n"), &curves[1], &error));
    CHECK_OK(
        learning_curve_read(seed_of_a_run(1, "step,success\n10,0.4\n20,\n"), &curves[2], &error));
    CHECK_OK(learning_curve_read(seed_of_a_run(12, "step,success\n10,0.6\n20,0.5\n"), &curves[3],
                                 &error));
    CHECK_OK(learning_curves_join(curves, &count, &error));
    CHECK_INT(count, 2);
    CHECK_TEXT(curves[0].name, "run (3 seeds)");
    CHECK_INT(curves[0].rows, 2);  // as far as all have come
    CHECK_NEAR(curves[0].values[0], 10, 1e-12);
    CHECK_NEAR(curves[0].values[1], 0.4, 1e-12);
    CHECK_NEAR(curves[0].low[1], 0.2, 1e-12);
    CHECK_NEAR(curves[0].high[1], 0.6, 1e-12);
    CHECK(isnan(curves[0].values[3]));  // one of them does not know it
    CHECK_INT(curves[1].seeds, 1);
    CHECK(!curves[1].low);
    for (int i = 0; i < count; i++) learning_curve_destroy(&curves[i]);
}

TEST(runs_of_other_steps_or_columns_are_no_seeds_of_one) {
    wend_error error = {0};
    const char* others[] = {"step,success\n10,0.4\n25,0.5\n", "step,reward\n10,0.4\n"};
    const char* reasons[] = {"step 20 in line 3, run_1 at 25", "other columns"};
    for (int i = 0; i < 2; i++) {
        learning_curve curves[2];
        int count = 2;
        CHECK_OK(learning_curve_read(seed_of_a_run(0, "step,success\n10,0.2\n20,0.4\n"), &curves[0],
                                     &error));
        CHECK_OK(learning_curve_read(seed_of_a_run(1, others[i]), &curves[1], &error));
        CHECK_INT(learning_curves_join(curves, &count, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, reasons[i]);
        for (int k = 0; k < count; k++) learning_curve_destroy(&curves[k]);
    }
}

// ---- memory -------------------------------------------------------------------------------------

typedef struct learning_page {
    char folders[2][600], out[600];
} learning_page;

static wend_status write_page(void* context, wend_error* error) {
    learning_page* p = context;
    const char* curves[] = {p->folders[0], p->folders[1]};
    wend_report_def def = wend_report_default_def();
    def.curves = curves;
    def.curve_count = 2;
    def.join_seeds = true;
    def.out = p->out;
    return wend_report_write(&def, error);
}

TEST(a_report_of_curves_survives_failing_allocations) {
    static const char table[] = "update,step,success,held_success\n1,10,0.5,\n2,20,0.75,1\n";
    wend_error error;
    learning_page page;
    char path[700];
    for (int i = 0; i < 2; i++) {
        snprintf(page.folders[i], sizeof page.folders[i], "%s_%d", test_path("run"), i);
        snprintf(path, sizeof path, "%s/curve.csv", page.folders[i]);
        CHECK_OK(wend_file_write(path, table, strlen(table), &error));
    }
    snprintf(page.out, sizeof page.out, "%s", test_path("page.html"));
    CHECK_OK(write_page(&page, &error));
    test_each_allocation(write_page, &page, 200);
}

TEST(tables_of_nothing_but_noise_are_refused_or_drawn_but_never_crash) {
    wend_error error;
    wend_rng rng = wend_rng_make(5, 0);
    static const char letters[] = "step,update\n\r0123456789.eE+-naif\"<&x \t";
    for (int round = 0; round < 300; round++) {
        char text[200];
        size_t size = wend_rng_below(&rng, sizeof text - 1);
        for (size_t i = 0; i < size; i++)
            text[i] = letters[wend_rng_below(&rng, sizeof letters - 1)];
        text[size] = 0;
        if (round % 2) memcpy(text, "step,a\n1,", size < 9 ? size : 9);
        error.message[0] = 0;
        CHECK(read_table(text, &error) == WEND_OK || *error.message);
    }
}
