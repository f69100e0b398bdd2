#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/habitat.h"

static const char small[] =
    "{\"4\": {\"locations\": [[0, 0, 0], [0, 0, -0.25]], \"actions\": [1, 2, 0], "
    "\"forward_steps\": 1, \"more\": [null]}, \"5\": {\"locations\": []}}";

TEST(expert_trajectories_are_found_by_episode) {
    wend_vlnce_truth_set set;
    wend_error error;
    CHECK_OK(wend_vlnce_truth_parse(small, strlen(small), "small", &set, &error));
    CHECK_INT(set.count, 2);
    CHECK_TEXT(set.items[0].id, "4");
    CHECK_INT(set.items[0].locations.count, 2);
    CHECK_NEAR(set.items[0].locations.items[1].z, -0.25, 0);
    CHECK_INT(set.items[0].actions[1], WEND_VLNCE_LEFT);
    CHECK(!set.items[1].actions && isnan(set.items[1].forward_steps));
    wend_vlnce_truth_destroy(&set);
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_vlnce_truth_set set;
    WEND_TRY(wend_vlnce_truth_parse(small, strlen(small), "small", &set, error));
    wend_status status = wend_vlnce_truth_write(&set, path, error);
    wend_vlnce_truth_destroy(&set);
    return status;
}

TEST(truth_files_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(real_truth_files_are_written_back_equal) {
    const char* path = test_data("vlnce/R2R_VLNCE_v1-3_preprocessed_val_seen_gt.json.gz");
    wend_vlnce_truth_set set;
    wend_error error;
    CHECK_OK(wend_vlnce_truth_read(path, &set, &error));
    CHECK_INT(set.count, 778);
    CHECK_OK(wend_vlnce_truth_write(&set, test_path("out.json"), &error));
    wend_vlnce_truth_destroy(&set);
    check_same_json(path, test_path("out.json"), false);
}
