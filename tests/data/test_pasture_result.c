#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/pasture.h"

static const char small[] =
    "{\"episode_metrics\": {\"trajectory\": [{\"x\": 1, \"y\": 2, \"z\": 3, \"rotation\": 60, "
    "\"horizon\": 0}], \"actions_taken\": [{\"action\": \"Stop\", \"success\": true}], "
    "\"success\": false, \"vision_error_in_case_of_fail\": null}, \"episode_result\": {\"path\": "
    "[], "
    "\"shortest_path\": [{\"x\": 0, \"y\": 0, \"z\": 0}], \"success\": false}}";

static wend_status both_ways(void* path, wend_error* error) {
    wend_pasture_result result;
    WEND_TRY(wend_pasture_result_parse(small, strlen(small), "small", &result, error));
    wend_status status = wend_pasture_result_write(&result, path, error);
    wend_pasture_result_destroy(&result);
    return status;
}

TEST(pasture_results_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(a_real_result_of_cow_is_written_back_equal) {
    const char* path = test_data("pasture/sample_result_FloorPlan_Val3_5_GingerbreadHouse_1.json");
    wend_pasture_result result;
    wend_error error;
    CHECK_OK(wend_pasture_result_read(path, &result, &error));
    CHECK(result.success && result.action_count > 0);
    CHECK_NEAR(result.trajectory[0].heading, -60, 0);
    CHECK_OK(wend_pasture_result_write(&result, test_path("out.json"), &error));
    wend_pasture_result_destroy(&result);
    check_same_json(path, test_path("out.json"), false);
}
