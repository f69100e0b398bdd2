#include "test.h"

#include "wend/data.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/task.h"

static int count_of(const wend_findings* findings, wend_rule rule) {
    int count = 0;
    for (int i = 0; i < findings->count; i++) count += findings->items[i].rule == rule;
    return count;
}

static wend_findings check_text(const char* text) {
    wend_error error;
    wend_episodes* episodes;
    wend_findings findings = {0};
    wend_world_source where = wend_world_default_source();
    where.folder = ".";
    where.cache = test_folder();
    CHECK_OK(wend_episodes_parse(text, strlen(text), "e.json", WEND_EPISODES_HABITAT, &episodes,
                                 &error));
    CHECK_OK(wend_episodes_check_worlds(episodes, &where, &findings, &error));
    wend_episodes_destroy(episodes);
    return findings;
}

TEST(starts_goals_and_scenes_are_looked_up_in_their_worlds) {
    wend_error error;
    wend_findings findings;
    const char* scene = "apartment:1";
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 2;
    wend_file_bytes made;
    CHECK_OK(wend_pointnav_generate(&scene, 1, &def, test_path("good.json"), &error));
    CHECK_OK(wend_file_read(test_path("good.json"), &made, &error));
    findings = check_text(made.data);
    CHECK_INT(findings.count, 0);
    wend_findings_destroy(&findings);
    wend_file_bytes_destroy(&made);
    findings = check_text(
        "{\"episodes\": [{\"episode_id\": \"a\", \"scene_id\": \"apartment:1\", "
        "\"start_position\": [500, 0, 500], \"start_rotation\": [0, 0, 0, 1], "
        "\"goals\": [{\"position\": [1, 0, 1]}]}, {\"episode_id\": \"b\", \"scene_id\": "
        "\"no.glb\", \"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
        "[{\"position\": [1, 0, 1]}]}]}");
    CHECK_INT(count_of(&findings, WEND_RULE_OFF_MESH), 1);
    CHECK_INT(count_of(&findings, WEND_RULE_MISSING_SCENE), 1);
    CHECK_INT(findings.count, 2);
    CHECK_TEXT(findings.items[0].where, "episode a");
    CHECK_HAS(findings.items[1].words, "no.glb");
    wend_findings_destroy(&findings);
}
