#include <unistd.h>

#include "report/tiny_runs.h"
#include "test.h"

#include "wend/benchmarks/multion.h"
#include "wend/files.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/run.h"

static void make_log(const char* agent, wend_log_set* log) {
    wend_error error;
    tiny_episodes(3, 9);
    CHECK_OK(wend_log_read(tiny_run(agent, "run.wlog"), log, &error));
}

static wend_replay* open_replay(const wend_log_set* log) {
    wend_error error;
    wend_replay* replay;
    wend_replay_def def = {.log = test_path("run.wlog"), .side = 32};
    CHECK_OK(wend_replay_create(&def, log, &replay, &error));
    return replay;
}

TEST(a_replay_takes_every_step_of_the_log_and_ends_with_its_facts) {
    wend_error error;
    wend_log_set log;
    make_log("goal", &log);
    wend_replay* replay = open_replay(&log);
    CHECK_INT(log.count, 3);
    for (int i = 0; i < log.count; i++) {
        wend_log_record now;
        CHECK_OK(wend_replay_begin(replay, &log.records[i], &error));
        CHECK_INT(wend_replay_goals(replay).count, 1);
        while (wend_replay_at(replay) < log.records[i].steps)
            CHECK_OK(wend_replay_step(replay, &error));
        CHECK_INT(wend_replay_step(replay, &error), WEND_ARGUMENT);
        CHECK_OK(wend_replay_record(replay, &now, &error));
        CHECK_TEXT(now.actions, log.records[i].actions);
        CHECK_TEXT(now.outcomes, log.records[i].outcomes);
        const char* names[WEND_SCORE_MAX_COLUMNS];
        double again[WEND_SCORE_MAX_COLUMNS], logged[WEND_SCORE_MAX_COLUMNS];
        int columns;
        CHECK_OK(wend_score_episode("pointnav", &now, names, again, &columns, &error));
        CHECK_OK(wend_score_episode("pointnav", &log.records[i], names, logged, &columns, &error));
        CHECK(memcmp(again, logged, (size_t)columns * sizeof *again) == 0);
    }
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}

TEST(a_replay_renders_the_observed_images) {
    wend_error error;
    wend_log_set log;
    float first[32 * 32], now[32 * 32];
    wend_frame frame = {.depth = first};
    make_log("shortest-path", &log);
    wend_replay* replay = open_replay(&log);
    CHECK_OK(wend_replay_begin(replay, &log.records[0], &error));
    CHECK_OK(wend_replay_look(replay, &frame, &error));
    frame.depth = now;
    int others = 0;  // the scene is open at its sides: some images show only sky
    while (wend_replay_at(replay) < log.records[0].steps) {
        CHECK_OK(wend_replay_step(replay, &error));
        CHECK_OK(wend_replay_look(replay, &frame, &error));
        others += memcmp(first, now, sizeof first) != 0;
    }
    CHECK(others > 0);
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}

TEST(a_replay_in_a_different_scene_is_refused) {
    wend_error error;
    wend_log_set log;
    make_log("goal", &log);
    wend_replay* replay = open_replay(&log);
    log.records[0].scene_hash ^= 1;
    CHECK_INT(wend_replay_begin(replay, &log.records[0], &error), WEND_FORMAT);
    CHECK_HAS(error.message, "is not what it was when");
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}

TEST(a_replay_that_deviates_from_the_log_reports_the_step) {
    wend_error error;
    wend_log_set log;
    make_log("forward", &log);
    wend_replay* replay = open_replay(&log);
    ((wend_pose*)log.records[0].poses)[3].feet.x += 0.1f;
    CHECK_OK(wend_replay_begin(replay, &log.records[0], &error));
    CHECK_OK(wend_replay_step(replay, &error));
    CHECK_OK(wend_replay_step(replay, &error));
    CHECK_INT(wend_replay_step(replay, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "after 3 steps");
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}

TEST(a_replay_of_other_episodes_is_refused) {
    wend_error error;
    wend_log_set log;
    wend_replay* replay;
    make_log("goal", &log);
    CHECK_OK(wend_file_write(test_path("other.json"), "{}", 2, &error));
    wend_replay_def def = {.log = test_path("run.wlog"), .play.episodes = test_path("other.json")};
    CHECK_INT(wend_replay_create(&def, &log, &replay, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "not the episodes that");
    unlink(test_path("e.json"));
    def.play.episodes = NULL;
    CHECK_INT(wend_replay_create(&def, &log, &replay, &error), WEND_NOT_FOUND);
    wend_log_destroy(&log);
}

// Of an agent that draws a map.
static void make_mapped_log(wend_log_set* log) {
    wend_error error;
    wend_run_summary summary;
    const char* scene = "apartment:1";
    wend_multion_def episodes = wend_multion_default_def();
    episodes.count = 1;
    CHECK_OK(wend_multion_generate(&scene, 1, &episodes, test_path("m.json"), &error));
    wend_run_def def = wend_run_default_def();
    def.play.task = "multion";
    def.agent = "mapper";
    def.play.episodes = test_path("m.json");
    def.out = test_path("run.wlog");
    def.play.max_steps = 12;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_log_read(def.out, log, &error));
    CHECK(log->count == 1 && log->records[0].steps >= 6);
}

TEST(a_replay_runs_the_agent_again_and_has_its_map) {
    wend_error error;
    wend_log_set log;
    wend_replay* replay;
    make_mapped_log(&log);
    wend_replay_def def = {.log = test_path("run.wlog"), .side = 32, .think = true};
    CHECK_OK(wend_replay_create(&def, &log, &replay, &error));
    CHECK_OK(wend_replay_begin(replay, &log.records[0], &error));
    for (int i = 0; i < 6; i++) CHECK_OK(wend_replay_step(replay, &error));
    const wend_map* map = wend_replay_map(replay);
    CHECK(map && wend_map_get_grid(map, 0).width > 10);
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}
