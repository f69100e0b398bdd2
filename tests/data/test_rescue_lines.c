#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/rescue.h"
#include "wend/files.h"

static const char small[] =
    "{\"env_id\": \"W\", \"level\": 0, \"agent_loc\": [150, -180, 191.15, 0, -50, 0], "
    "\"injured_player_loc\": [160.0, -339, 193.15, 0, 0, 0], \"injured_agent_id\": 4, "
    "\"stretcher_loc\": [570, -1470, 100, 0, -10.0, 0], \"ambulance_loc\": [940, -1630, 90, 0, "
    "130, 0], \"reference_text\": [\"There.\"], \"reference_image_path\": [\"a.png\"], "
    "\"timeout\": 180, \"note\": null}\n\n";

TEST(unreals_centimetres_are_our_metres) {
    wend_rescue_set set;
    wend_error error;
    CHECK_OK(wend_rescue_parse(small, strlen(small), "small", &set, &error));
    CHECK_INT(set.count, 1);
    const wend_rescue_pose* agent = &set.episodes[0].agent;
    // Unreal's forward is our -z, its right our +x, and yaw turns to the right.
    CHECK_NEAR(agent->at.x, -1.8, 1e-12);
    CHECK_NEAR(agent->at.y, 1.9115, 1e-12);
    CHECK_NEAR(agent->at.z, -1.5, 1e-12);
    CHECK_NEAR(agent->heading, 50 * WEND_PI / 180, 1e-12);
    wend_rescue_pose again = wend_rescue_pose_make(agent->at, agent->heading);
    for (int i = 0; i < 6; i++) CHECK_NEAR(again.unreal[i], agent->unreal[i], 1e-9);
    wend_rescue_destroy(&set);
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_rescue_set set;
    WEND_TRY(wend_rescue_parse(small, strlen(small), "small", &set, error));
    wend_status status = wend_rescue_write(&set, path, error);
    wend_rescue_destroy(&set);
    return status;
}

TEST(rescue_lines_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.jsonl"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(a_wrong_rescue_line_is_named_by_its_number) {
    const char* text = "\n{\"env_id\": \"W\"}\n";
    wend_rescue_set set;
    wend_error error;
    CHECK_INT(wend_rescue_parse(text, strlen(text), "f.jsonl", &set, &error), WEND_FORMAT);
    CHECK_TEXT(error.message, "f.jsonl:2: the field \"level\" is missing");
}

TEST(an_empty_rescue_file_holds_no_episodes) {
    wend_rescue_set set;
    wend_error error;
    CHECK_OK(wend_rescue_parse("", 0, "f.jsonl", &set, &error));
    CHECK_INT(set.count, 0);
    wend_rescue_destroy(&set);
}

TEST(real_rescue_lines_are_written_back_equal) {
    int count = 0;
    for (int level = 0; level < WEND_RESCUE_LEVELS; level++) {
        char name[64];
        snprintf(name, sizeof name, "rescuebench/test_jsonl/level_%d.jsonl", level);
        const char* path = test_data(name);
        wend_rescue_set set;
        wend_error error;
        CHECK_OK(wend_rescue_read(path, &set, &error));
        CHECK_OK(wend_rescue_write(&set, test_path("out.jsonl"), &error));
        count += set.count;
        wend_rescue_destroy(&set);
        check_same_json(path, test_path("out.jsonl"), true);
    }
    CHECK_INT(count, 213);
}
