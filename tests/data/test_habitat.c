#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/habitat.h"
#include "wend/files.h"

static const char small[] =
    "{\"episodes\": [{\"episode_id\": \"7\", \"trajectory_id\": 3, \"scene_id\": \"mp3d/A/A.glb\","
    "\"start_position\": [1, 2.5, -3], \"start_rotation\": [0, 0.7071067811865476, 0, "
    "0.7071067811865476], \"info\": {\"geodesic_distance\": 4.25, \"difficulty\": \"hard\"},"
    "\"goals\": [{\"position\": [0, 0, 0], \"radius\": null, \"object_category\": \"cylinder_red\","
    "\"room_id\": null}], \"distractors\": [], \"start_room\": null, \"shortest_paths\": [[]],"
    "\"instruction\": {\"instruction_text\": \"\xe0\xa4\x9a\xe0\xa4\xb2\xe0\xa5\x8b\", "
    "\"language\": \"hi-IN\", \"instruction_id\": 9, \"instruction_tokens\": [2, 1, 0],"
    "\"timed_instruction\": [{\"word\": \"x\"}]}, \"reference_path\": [[1, 2, 3], [4, 5, 6]]},"
    "{\"scene_id\": \"B\", \"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], "
    "\"info\": {}, \"goals\": null}],"
    "\"category_to_task_category_id\": {\"cylinder_red\": 0},"
    "\"instruction_vocab\": {\"word_list\": [\"<pad>\", \"<unk>\", \"go\"], \"PAD_INDEX\": 0}}";

TEST(a_habitat_episode_is_read_field_by_field) {
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_habitat_parse(small, strlen(small), "small", &set, &error));
    CHECK_INT(set.count, 2);
    const wend_habitat_episode* episode = &set.episodes[0];
    CHECK_TEXT(episode->id.text, "7");
    CHECK(!episode->id.is_number && episode->trajectory.is_number);
    CHECK_NEAR(episode->start.y, 2.5, 0);
    CHECK_NEAR(episode->distance, 4.25, 0);
    CHECK_INT(episode->goal_count, 1);
    CHECK(isnan(episode->goals[0].radius));
    CHECK_TEXT(episode->goals[0].category, "cylinder_red");
    CHECK(episode->distractors && episode->distractor_count == 0);
    CHECK_TEXT(episode->instruction.language, "hi-IN");
    CHECK_INT(episode->instruction.token_count, 3);
    CHECK_INT(episode->reference.count, 2);
    CHECK_TEXT(set.vocabulary[2], "go");
    CHECK(!set.episodes[1].goals && !set.episodes[1].instruction.text);
    wend_habitat_destroy(&set);
}

TEST(a_habitat_file_with_fields_unknown_to_wend_is_written_back_equal) {
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_file_write(test_path("in.json"), small, strlen(small), &error));
    CHECK_OK(wend_habitat_read(test_path("in.json"), &set, &error));
    CHECK_OK(wend_habitat_write(&set, test_path("out.json.gz"), &error));
    wend_habitat_destroy(&set);
    check_same_json(test_path("in.json"), test_path("out.json.gz"), false);
}

TEST(a_start_rotation_gives_the_heading_whatever_its_length) {
    double unit[4] = {0, sqrt(0.5), 0, sqrt(0.5)}, short_one[4] = {0, 0.2, 0, 0.2};
    CHECK_NEAR(wend_habitat_heading(unit), WEND_PI / 2, 1e-12);
    CHECK_NEAR(wend_habitat_heading(short_one), WEND_PI / 2, 1e-12);
    double right[4] = {0, -0.3, 0, 0.3}, none[4] = {0};
    CHECK_NEAR(wend_habitat_heading(right), -WEND_PI / 2, 1e-12);
    CHECK_NEAR(wend_habitat_heading(none), 0, 0);
    char scan[32];
    wend_habitat_scan("mp3d/17DRP5sb8fy/17DRP5sb8fy.glb", scan, sizeof scan);
    CHECK_TEXT(scan, "17DRP5sb8fy");
}

TEST(wrong_types_in_a_habitat_file_are_named) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[]", "an object expected"},
        {"{}", "\"episodes\" is missing"},
        {"{\"episodes\": {}}", "an array expected"},
        {"{\"episodes\": [3]}", "episodes[0]"},
        {"{\"episodes\": [{\"scene_id\": 4}]}", "episodes[0].scene_id: a string expected"},
        {"{\"episodes\": [{\"scene_id\": \"A\", \"start_position\": [1, 2]}]}",
         "2 numbers, 3 expected"},
        {"{\"episodes\": [{\"scene_id\": \"A\", \"start_position\": [1, 2, \"3\"]}]}",
         "start_position[2]: a number expected"},
        {"{\"episodes\": [{\"episode_id\": 1.5}]}", "an id is a whole number or text"},
        {"{\"episodes\": ", "not JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_habitat_set set;
        wend_error error;
        CHECK_INT(wend_habitat_parse(cases[i].text, strlen(cases[i].text), "f", &set, &error),
                  WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].message);
    }
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_habitat_set set;
    WEND_TRY(wend_habitat_parse(small, strlen(small), "small", &set, error));
    wend_status status = wend_habitat_write(&set, path, error);
    wend_habitat_destroy(&set);
    return status;
}

TEST(habitat_files_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(a_truncated_gz_file_is_an_error_and_not_half_a_data_set) {
    const char* path = test_data("vlnce/R2R_VLNCE_v1-3_val_seen.json.gz");
    wend_error error;
    wend_file_bytes packed = {0};
    FILE* file = fopen(path, "rb");
    packed.data = wend_alloc(100000);
    packed.size = fread(packed.data, 1, 100000, file);
    fclose(file);
    CHECK_OK(wend_file_write(test_path("cut.json"), packed.data, packed.size, &error));
    wend_file_bytes_destroy(&packed);
    wend_habitat_set set;
    CHECK_INT(wend_habitat_read(test_path("cut.json"), &set, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "ends early");
}

static void check_round_trip(const char* path) {
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_habitat_read(path, &set, &error));
    CHECK_OK(wend_habitat_write(&set, test_path("out.json"), &error));
    wend_habitat_destroy(&set);
    check_same_json(path, test_path("out.json"), false);
}

TEST(real_multion_episodes_are_written_back_equal) {
    check_round_trip(test_data("multion/3_ON_minival_val.json.gz"));
}

TEST(real_vlnce_episodes_are_written_back_equal) {
    check_round_trip(test_data("vlnce/R2R_VLNCE_v1-3_val_seen.json.gz"));
}

TEST(real_vlnce_episodes_with_tokens_are_written_back_equal) {
    check_round_trip(test_data("vlnce/R2R_VLNCE_v1-2_preprocessed_val_seen.json.gz"));
}
