#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/pasture.h"
#include "wend/files.h"

static const char small[] =
    "[{\"id\": \"F_Apple_0\", \"initial_horizon\": 30, \"initial_orientation\": 90, "
    "\"initial_position\": {\"x\": 4.75, \"y\": 0.9, \"z\": -1.5}, \"object_type\": \"Apple\", "
    "\"object_id\": \"Apple|1|2|3\", \"scene\": \"F\", \"shortest_path\": [{\"x\": 1, \"y\": 0, "
    "\"z\": 2}], \"shortest_path_length\": 0, \"new\": {\"a\": 1}}]";

TEST(unitys_frame_is_converted_on_reading) {
    wend_robothor_set set;
    wend_error error;
    CHECK_OK(wend_robothor_parse(small, strlen(small), "small", &set, &error));
    CHECK_INT(set.count, 1);
    // Facing 90 degrees in Unity is to the right, along +x, which is 90 degrees clockwise.
    CHECK_NEAR(set.episodes[0].heading, -90, 0);
    CHECK_NEAR(set.episodes[0].start.z, 1.5, 0);
    CHECK_NEAR(set.episodes[0].shortest.items[0].z, -2, 0);
    wend_robothor_destroy(&set);
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_robothor_set set;
    WEND_TRY(wend_robothor_parse(small, strlen(small), "small", &set, error));
    wend_status status = wend_robothor_write(&set, path, error);
    wend_robothor_destroy(&set);
    return status;
}

TEST(robothor_files_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(robothor_episodes_are_written_back_equal) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path("in.json"), small, strlen(small), &error));
    char out[1024];
    snprintf(out, sizeof out, "%s", test_path("out.json"));
    CHECK_OK(both_ways(out, &error));
    check_same_json(test_path("in.json"), out, false);
}

TEST(real_robothor_episodes_are_written_back_equal) {
    wend_file_list list;
    wend_error error;
    int episodes = 0;
    char folder[1024], path[1200];
    snprintf(folder, sizeof folder, "%s", test_data("robothor/val"));
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    for (int i = 0; i < list.count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, list.names[i]);
        wend_robothor_set set;
        CHECK_OK(wend_robothor_read(path, &set, &error));
        CHECK_OK(wend_robothor_write(&set, test_path("out.json"), &error));
        episodes += set.count;
        wend_robothor_destroy(&set);
        check_same_json(path, test_path("out.json"), false);
    }
    CHECK_INT(episodes, 1800);
    wend_file_list_destroy(&list);
}
