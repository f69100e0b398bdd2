#include "base/arena.h"
#include "task/home.h"

#include "wend/analyze.h"
#include "wend/run.h"

static char log_path[1024];

// Three paths through a home, once each, in one tour.
static void make_tour(wend_log_set* log) {
    wend_error error;
    wend_run_summary summary;
    const char* episodes = home_write(WEND_VLN_R2R, 3, 1);
    snprintf(log_path, sizeof log_path, "%s", test_path("tour.wlog"));
    wend_run_def def = wend_run_default_def();
    def.play.task = "ir2r-ce";
    def.agent = "straight:length=0.25";  // what is seen is seen while being led
    def.play.episodes = episodes;
    def.out = log_path;
    def.threads = 1;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_log_read(log_path, log, &error));
}

TEST(coverage_of_a_tour_grows_and_is_smaller_without_guidance) {
    wend_error error;
    wend_log_set log;
    wend_coverage all, own;
    make_tour(&log);
    wend_coverage_def def = wend_coverage_default_def();
    def.log = log_path;
    CHECK_OK(wend_coverage_compute(&log, &def, &all, &error));
    def.own_steps = true;
    CHECK_OK(wend_coverage_compute(&log, &def, &own, &error));
    CHECK_INT(all.count, 3);
    CHECK_INT(all.tours[2], 1);
    CHECK_NEAR(all.next[0], 0, 0);
    CHECK_NEAR(all.whole[0], 0, 0);
    for (int i = 1; i < 3; i++) {
        CHECK(all.whole[i] > all.whole[i - 1] && all.whole[i] <= 1);
        CHECK(own.whole[i] <= all.whole[i] && own.next[i] <= all.next[i]);
    }
    CHECK(all.whole[2] > 0.4);
    CHECK(own.whole[2] < all.whole[2]);
    wend_log_destroy(&log);
}

TEST(coverage_on_a_graph_is_refused_with_a_reason) {
    wend_error error;
    wend_coverage coverage;
    const wend_log_record hop = {
        .id = "1_0",
        .scene = "hall",
        .to_goal = "",
        .to_start = "",
        .facts =
            "{\"benchmark\": \"ir2r\", \"rules\": \"paper\", \"stopped\": true, \"tour\": "
            "\"0\", \"viewpoints\": [\"a\"], \"distances\": [], \"path\": [0], "
            "\"reference\": [0]}"};
    wend_log_record records[1] = {hop};
    arena memory = {0};
    wend_log_set log = {.header =
                            "{\"task\": \"ir2r\", \"agent\": \"a\", \"rules\": \"paper\", "
                            "\"oracle\": false, \"episodes\": 1, \"max_steps\": 0, "
                            "\"seed\": \"0\", \"episodes_hash\": \"0\"}",
                        .memory = &memory,
                        .records = records,
                        .count = 1,
                        .complete = true};
    wend_coverage_def def = wend_coverage_default_def();
    def.log = "run.wlog";
    CHECK_INT(wend_coverage_compute(&log, &def, &coverage, &error), WEND_UNSUPPORTED);
    CHECK_HAS(error.message, "ir2r-ce");
    arena_destroy(&memory);
}
