#include <string.h>

#include "test.h"

#include "wend/analyze.h"
#include "wend/data.h"
#include "wend/files.h"

// One path of a large room with two instructions, followed by cheap agents.
static void check_texts(const char* name, const char* stranger, const char* resident,
                        wend_follower_summary* summary) {
    wend_error error;
    const char* scenes[1] = {"room:3"};
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    wend_follower_check_def check = wend_follower_check_default_def();
    def.count = 1;
    def.instructions = 1;
    def.languages = "en,te";
    def.min_edges = def.max_edges = 3;
    def.min_distance = 4;
    def.threads = 1;
    check.agents[0] = stranger;
    check.agents[1] = resident;
    CHECK_OK(wend_follower_generate(scenes, 1, &def, &check, test_path(name), summary, &error));
    CHECK_INT(summary->records, 1);
    CHECK_INT(summary->language_count, 2);
}

static wend_vln_episodes* read_back(const char* name) {
    wend_error error;
    wend_vln_episodes* episodes;
    CHECK_OK(wend_vln_episodes_read(test_path(name), &episodes, &error));
    CHECK_INT(wend_vln_episodes_at(episodes, 0)->instruction_count, 2);
    return episodes;
}

TEST(a_text_that_the_first_follower_can_follow_is_tested_once_and_kept) {
    wend_follower_summary s;
    check_texts("a.json", "shortest-path", "straight:length=0.25", &s);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(s.languages[i].texts, 1);
        CHECK_INT(s.languages[i].followed[0], 1);
        CHECK(s.languages[i].ndtw > 0.5);
    }
    CHECK_TEXT(s.languages[1].language, "te");
    CHECK(wend_file_exists(test_path("a.json.check/told0_stranger.wlog")));
    CHECK(!wend_file_exists(test_path("a.json.check/told0_resident.wlog")));
    wend_vln_episodes* e = read_back("a.json");
    CHECK_HAS(wend_vln_episodes_at(e, 0)->extra, "\"followed\": true");
    CHECK_HAS(wend_vln_episodes_at(e, 0)->extra, "\"by\": \"stranger\"");
    wend_vln_episodes_destroy(e);
}

TEST(a_text_that_the_second_follower_can_follow_is_kept_for_any_thread_count) {
    wend_error error;
    wend_follower_summary s;
    wend_file_bytes a, b;
    check_texts("b.json", "straight:length=0.25", "shortest-path", &s);
    check_texts("a.json", "straight:length=0.25", "shortest-path", &s);
    CHECK_OK(wend_file_read(test_path("a.json"), &a, &error));
    CHECK_OK(wend_file_read(test_path("b.json"), &b, &error));
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    wend_file_bytes_destroy(&a);
    wend_file_bytes_destroy(&b);
    CHECK_INT(s.languages[0].followed[0], 1);
    CHECK(!wend_file_exists(test_path("a.json.check/told1_stranger.wlog")));
    wend_vln_episodes* e = read_back("a.json");
    CHECK_HAS(wend_vln_episodes_at(e, 0)->extra, "\"by\": \"resident\"");
    wend_vln_episodes_destroy(e);
}

TEST(a_text_that_no_follower_can_follow_is_generated_three_times_and_marked) {
    wend_follower_summary s;
    wend_error error;
    wend_episodes* episodes;
    wend_summary counts = {0};
    check_texts("a.json", "straight:length=0.25", "straight:length=0.5", &s);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < WEND_FOLLOWER_TELLINGS; k++) CHECK_INT(s.languages[i].followed[k], 0);
    CHECK(wend_file_exists(test_path("a.json.check/told2_resident.wlog")));
    wend_vln_episodes* e = read_back("a.json");
    CHECK_HAS(wend_vln_episodes_at(e, 0)->extra, "\"followed\": false");
    CHECK(!strstr(wend_vln_episodes_at(e, 0)->extra, "true"));
    wend_vln_episodes_destroy(e);
    CHECK_OK(wend_episodes_read(test_path("a.json"), WEND_EPISODES_ANY, &episodes, &error));
    CHECK_OK(wend_episodes_summarize(episodes, NULL, &counts, &error));
    int followed = 0;
    for (int i = 0; i < counts.series_count; i++)
        if (!strcmp(counts.series[i].name, "followed")) followed += counts.series[i].count;
    CHECK_INT(followed, 2);
    wend_summary_destroy(&counts);
    wend_episodes_destroy(episodes);
}
