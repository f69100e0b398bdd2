// Videos of held-out evaluations in the report of a training run.
#include <unistd.h>

#include "base/file.h"
#include "report/html_check.h"
#include "report/tiny_runs.h"
#include "test.h"

#include "wend/report.h"

static int count_of(const char* text, const char* part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

// A training folder of two stages: an evaluation by a bad agent, and one by a good agent.
static const char* make_training(void) {
    wend_error error;
    static char folder[1024];
    snprintf(folder, sizeof folder, "%s", test_path("trained"));
    const char table[] = "update,step,episodes,success\n1,100,2,0.5\n2,200,4,1\n";
    tiny_episodes(1, 1.2f);
    CHECK_OK(wend_file_make_folder(test_path("trained/stage_1_near"), &error));
    CHECK_OK(wend_file_make_folder(test_path("trained/stage_2_all"), &error));
    CHECK_OK(wend_file_write(test_path("trained/curve.csv"), table, sizeof table - 1, &error));
    tiny_run("random", "trained/stage_1_near/held_out_000010.wlog");
    tiny_run("shortest-path", "trained/stage_2_all/held_out_000020.wlog");
    return folder;
}

static void read_page(const wend_report_def* def, wend_file_bytes* page) {
    wend_error error;
    CHECK_OK(wend_report_write(def, &error));
    CHECK_OK(wend_file_read(def->out, page, &error));
}

TEST(a_report_of_a_training_run_has_videos_of_its_evaluations) {
    const char* folder = make_training();
    wend_report_def def = wend_report_default_def();
    wend_file_bytes page;
    char left[1024];
    def.curves = &folder;
    def.curve_count = 1;
    def.out = test_path("page.html");
    read_page(&def, &page);
    CHECK_INT(count_of(page.data, "<figure class='checkpoint'>"), 2);
    CHECK_INT(count_of(page.data, "src='data:video/mp4;base64,") +
                  count_of(page.data, "src='data:image/gif;base64,"),
              2);
    CHECK_HAS(page.data, "stage_1_near, update 10: success in ");
    CHECK_HAS(page.data, "stage_2_all, update 20: success in 100 % of 1 held-out episodes");
    html_check(page.data);
    wend_file_bytes_destroy(&page);
    for (int i = 0; i < 2; i++) {
        snprintf(left, sizeof left, "%s.checkpoint.%s", def.out, i ? "gif" : "mp4");
        CHECK(access(left, F_OK) != 0);
    }
    def.videos = 1;  // the last
    read_page(&def, &page);
    CHECK_INT(count_of(page.data, "<figure class='checkpoint'>"), 1);
    CHECK_HAS(page.data, "update 20");
    wend_file_bytes_destroy(&page);
    def.videos = 0;
    read_page(&def, &page);
    CHECK_INT(count_of(page.data, "checkpoint'>"), 0);
    wend_file_bytes_destroy(&page);
}

static void count_warning(void* context, const char* sentence) {
    CHECK_HAS(sentence, "held_out_000020.wlog");
    ++*(int*)context;
}

TEST(an_evaluation_that_cannot_be_shown_is_a_warning) {
    const char* folder = make_training();
    wend_report_def def = wend_report_default_def();
    wend_error error;
    int warnings = 0;
    CHECK_OK(wend_file_write(test_path("trained/stage_2_all/held_out_000020.wlog"), "no log", 6,
                             &error));
    def.curves = &folder;
    def.curve_count = 1;
    def.out = test_path("page.html");
    def.warn = count_warning;
    def.context = &warnings;
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_INT(warnings, 1);
}
