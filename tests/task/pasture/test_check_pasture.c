#include "pasture_room.h"
#include "test.h"

#include "wend/data.h"
#include "wend/make.h"

// What is wrong with an episode of the room whose text, and whatever else, is given.
static void check(const char* object, const char* text, const char* more, wend_findings* found) {
    wend_error error;
    wend_scene* scene = pasture_room();
    CHECK_OK(wend_scene_save(scene, test_path("room.wscene"), &error));
    wend_scene_destroy(scene);
    char json[2000];
    int size = snprintf(json, sizeof json,
                        "[{\"id\": \"room.wscene_%s_0\", \"scene\": \"room.wscene\",\n"
                        " \"object_type\": \"%s\", \"text\": \"%s\",\n"
                        " \"initial_position\": {\"x\": 3, \"y\": 0.901, \"z\": -4},\n"
                        " \"initial_orientation\": 90, \"initial_horizon\": 30%s}]",
                        object, object, text, more);
    wend_episodes* episodes;
    wend_world_source where = wend_world_default_source();
    char folder[1000];
    snprintf(folder, sizeof folder, "%s", test_folder());
    where.folder = folder;
    CHECK_OK(
        wend_episodes_parse(json, (size_t)size, "test", WEND_EPISODES_ROBOTHOR, &episodes, &error));
    *found = (wend_findings){0};
    CHECK_OK(wend_episodes_check_worlds(episodes, &where, found, &error));
    wend_episodes_destroy(episodes);
}

static void expect(const char* object, const char* text, const char* more, const char* rule) {
    wend_findings found;
    check(object, text, more, &found);
    if (!rule && found.count) test_fail(__FILE__, __LINE__, "'%s': %s", text, found.items[0].words);
    if (rule && !found.count) test_fail(__FILE__, __LINE__, "'%s': nothing was found", text);
    if (rule) CHECK_TEXT(wend_rule_name(found.items[0].rule), rule);
    wend_findings_destroy(&found);
}

TEST(true_descriptions_of_reachable_objects_pass_the_check) {
    expect("Mug", "small, red, ceramic mug", ", \"object_id\": \"mug\"", NULL);
    expect("Mug", "mug on a table near a book", ", \"object_id\": \"mug\"", NULL);
    expect("Mug", "mug", "", NULL);
}

TEST(false_unclear_and_ambiguous_descriptions_are_named) {
    expect("Mug", "small, blue, ceramic mug", ", \"object_id\": \"mug\"", "untrue");
    expect("Mug", "mug on a table near a laptop", ", \"object_id\": \"mug\"", "untrue");
    expect("Mug", "\xE0\xA4\xAE\xE0\xA4\x97", ", \"object_id\": \"mug\"", "unclear");
    expect("Mug", "", ", \"object_id\": \"mug\"", "no-text");
    expect("Mug", "red mug",
           ", \"object_id\": \"mug\", \"added\": [{\"object_id\": \"mug_2\", \"object_type\": "
           "\"Mug\", \"variant\": 0, \"position\": {\"x\": 3, \"y\": 0, \"z\": -2}, "
           "\"rotation\": 0}, {\"object_id\": \"mug_3\", \"object_type\": \"Mug\", \"variant\": 2, "
           "\"position\": {\"x\": 3, \"y\": 0, \"z\": -3}, \"rotation\": 0}]",
           NULL);
    expect("Mug", "mug",
           ", \"object_id\": \"mug\", \"added\": [{\"object_id\": \"mug_2\", \"object_type\": "
           "\"Mug\", \"variant\": 0, \"position\": {\"x\": 3, \"y\": 0, \"z\": -2}, "
           "\"rotation\": 0}]",
           "ambiguous");
}

TEST(missing_and_unreachable_objects_are_named) {
    expect("Mug", "mug", ", \"object_id\": \"teapot\"", "no-object");
    expect("Laptop", "laptop", "", "no-object");
    expect("Mug", "mug", ", \"removed\": [\"table\"]", "no-object");
    expect("Mug", "mug", ", \"removed\": [\"piano\"]", "missing-scene");
    expect("Mug", "mug under the bed",
           ", \"object_id\": \"bed\", \"target_id\": \"mug_h\", \"removed\": [\"mug\"], \"added\": "
           "[{\"object_id\": \"mug_h\", \"object_type\": \"Mug\", \"variant\": 0, \"position\": "
           "{\"x\": 4.2, \"y\": 0, \"z\": -3.3}, \"rotation\": 0, \"receptacle\": \"bed\", "
           "\"relation\": \"under\"}]",
           "not-hidden");
}
