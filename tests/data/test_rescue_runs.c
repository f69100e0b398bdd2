#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/rescue.h"

static const char small[] =
    "{\"env_id\": \"W\", \"level\": 0, \"episode_id\": 0, \"seed\": 10, \"result\": \"success\", "
    "\"timeout_sec\": 180, \"elapsed_sec\": 1.5, \"steps\": 1, \"trajectory\": [{\"step\": 0, "
    "\"x\": 1, \"y\": 2, \"z\": 3, \"roll\": 0, \"yaw\": 0, \"pitch\": 0, \"picked\": false, "
    "\"reward\": 0, \"timestamp\": 0}, {\"step\": 1, \"x\": 1, \"y\": 2, \"z\": 3, \"roll\": 0, "
    "\"yaw\": 0, \"pitch\": 0, \"action\": {\"move\": [0, 100], \"head\": 0, \"anim\": 3}, "
    "\"picked\": true}]}\n";

static wend_status both_ways(void* path, wend_error* error) {
    wend_rescue_runs runs;
    WEND_TRY(wend_rescue_runs_parse(small, strlen(small), "small", &runs, error));
    wend_status status = wend_rescue_runs_write(&runs, path, error);
    wend_rescue_runs_destroy(&runs);
    return status;
}

TEST(rescue_runs_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.jsonl"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(the_first_step_of_a_run_has_no_action) {
    wend_rescue_runs runs;
    wend_error error;
    CHECK_OK(wend_rescue_runs_parse(small, strlen(small), "small", &runs, &error));
    CHECK_INT(runs.items[0].step_count, 2);
    CHECK(!runs.items[0].trajectory[0].action);
    CHECK_INT(runs.items[0].trajectory[1].action->animation, 3);
    CHECK(isnan(runs.items[0].trajectory[1].seconds));
    wend_rescue_runs_destroy(&runs);
}

TEST(real_rescue_trajectories_are_written_back_equal) {
    const char* path =
        test_data("rescuebench/human_trajectories/UnrealRescue-FlexibleRoom/level_0.jsonl");
    wend_rescue_runs runs;
    wend_error error;
    CHECK_OK(wend_rescue_runs_read(path, &runs, &error));
    CHECK_INT(runs.count, 25);
    CHECK_OK(wend_rescue_runs_write(&runs, test_path("out.jsonl"), &error));
    wend_rescue_runs_destroy(&runs);
    check_same_json(path, test_path("out.jsonl"), true);
}
