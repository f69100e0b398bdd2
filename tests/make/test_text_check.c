// Generated texts, held against their scenes from the file alone.
#include "test.h"

#include "wend/data.h"
#include "wend/make.h"

static int count_untrue(const char* path) {
    wend_error error;
    wend_episodes* episodes;
    wend_findings found = {0};
    wend_world_source where = wend_world_default_source();
    where.folder = ".";
    CHECK_OK(wend_episodes_read(path, WEND_EPISODES_ANY, &episodes, &error));
    CHECK_OK(wend_episodes_check_worlds(episodes, &where, &found, &error));
    int count = 0;
    for (int i = 0; i < found.count; i++) {
        count += found.items[i].rule == WEND_RULE_UNTRUE;
        CHECK_HAS(found.items[i].words, "instruction 1_");
    }
    CHECK_INT(count, found.count);
    wend_findings_destroy(&found);
    wend_episodes_destroy(episodes);
    return count;
}

TEST(generated_texts_are_verified_from_the_file_and_false_ones_named) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    const char* const lies[3] = {"Walk past the surfboard.", "गैराज में रुक जाएँ।", "గ్యారేజీలో ఆగండి."};
    wend_vln_episodes* episodes;
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.count = 2;
    def.languages = "en,hi,te";
    def.instructions = 1;
    CHECK_OK(wend_vln_generate(scenes, 1, &def, test_path("a.json"), &records, &error));
    CHECK_INT(count_untrue(test_path("a.json")), 0);
    CHECK_OK(wend_vln_episodes_read(test_path("a.json"), &episodes, &error));
    wend_vln_episode told[2] = {*wend_vln_episodes_at(episodes, 0),
                                *wend_vln_episodes_at(episodes, 1)};
    wend_vln_instruction texts[3];
    for (int i = 0; i < 3; i++) {
        texts[i] = told[1].instructions[i];
        texts[i].text = lies[i];
    }
    told[1].instructions = texts;
    CHECK_OK(wend_vln_episodes_write(told, 2, WEND_VLN_R2R, test_path("b.json"), &error));
    CHECK_INT(count_untrue(test_path("b.json")), 3);
    wend_vln_episodes_destroy(episodes);
}
