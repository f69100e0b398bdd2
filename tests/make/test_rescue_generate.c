#include "test.h"

#include "wend/benchmarks/rescue.h"
#include "wend/data.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/run.h"

static void generate(int level, const char* scene, const char* path, const char* experts) {
    wend_rescue_def def = wend_rescue_default_def();
    wend_rescue_yield yield;
    wend_error error = {0};
    def.level = level;
    def.count = 2;
    def.experts = experts;
    CHECK_OK(wend_rescue_generate(&scene, 1, &def, path, &yield, &error));
    CHECK_INT(yield.accepted, 2);
    int thrown = 0;
    for (int i = 0; i < WEND_RESCUE_REJECTION_COUNT; i++) thrown += yield.rejected[i];
    CHECK_INT(thrown + yield.accepted, yield.sampled);
}

static int count_problems(const char* path) {
    wend_episodes* episodes;
    wend_error error = {0};
    wend_findings findings = {0};
    wend_world_source where = wend_world_default_source();
    CHECK_OK(wend_episodes_read(path, WEND_EPISODES_RESCUE, &episodes, &error));
    CHECK_OK(wend_episodes_check(episodes, NULL, &findings, &error));
    CHECK_OK(wend_episodes_check_worlds(episodes, &where, &findings, &error));
    int count = findings.count;
    for (int i = 0; i < count; i++) printf("%s\n", findings.items[i].words);
    wend_findings_destroy(&findings);
    wend_episodes_destroy(episodes);
    return count;
}

TEST(generated_rescues_obey_their_level_and_the_check_sees_when_they_do_not) {
    const char* path = test_path("l1.jsonl");
    generate(0, "room:2", path, NULL);
    CHECK_INT(count_problems(path), 0);
    wend_rescue_set set;
    wend_error error = {0};
    CHECK_OK(wend_rescue_read(path, &set, &error));
    // Turned about, the clue's direction is no longer true, and 100 m away is too far.
    set.episodes[0].agent =
        wend_rescue_pose_make(set.episodes[0].agent.at, set.episodes[0].agent.heading + 3);
    set.episodes[1].injured =
        wend_rescue_pose_make((wend_dvec3){100, 0, 0}, set.episodes[1].injured.heading);
    CHECK_OK(wend_rescue_write(&set, test_path("bad.jsonl"), &error));
    wend_rescue_destroy(&set);
    CHECK_INT(count_problems(test_path("bad.jsonl")), 3);  // clue; distance and off the mesh
}

static wend_score_table play(const char* agent, const char* episodes, const char* log,
                             wend_run_summary* summary) {
    wend_run_def def = wend_run_default_def();
    wend_error error = {0};
    wend_log_set set;
    wend_score_table table;
    def.play.task = "rescue";
    def.agent = agent;
    def.play.episodes = episodes;
    def.out = log;
    def.threads = 1;
    CHECK_OK(wend_run(&def, summary, &error));
    CHECK_OK(wend_log_read(log, &set, &error));
    CHECK_OK(wend_score_compute(&set, log, &table, &error));
    wend_log_destroy(&set);
    return table;
}

TEST(the_expert_completes_generated_episodes_and_a_random_agent_scores_less) {
    wend_run_summary summary;
    const char* path = test_path("l1.jsonl");
    generate(0, "room:5", path, test_path("expert.jsonl"));
    wend_score_table expert = play("expert", path, test_path("a.wlog"), &summary);
    CHECK_INT(summary.failed, 0);
    CHECK_NEAR(expert.means[0].mean, 1, 0);    // tcr
    CHECK_NEAR(expert.means[2].mean, 100, 0);  // ts_official
    CHECK(expert.means[10].mean > 0.98);       // similarity
    wend_score_table random = play("random", path, test_path("b.wlog"), &summary);
    CHECK(random.means[1].mean < 100 && random.means[1].mean >= 0);
    wend_score_destroy(&expert);
    wend_score_destroy(&random);
    wend_rescue_runs runs;
    wend_error error = {0};
    CHECK_OK(wend_rescue_runs_read(test_path("expert.jsonl"), &runs, &error));
    CHECK_INT(runs.count, 2);
    CHECK(runs.items[0].trajectory[runs.items[0].step_count - 2].picked);
    wend_rescue_runs_destroy(&runs);
}

TEST(a_replay_reports_the_clue_of_the_episode) {
    wend_run_summary summary;
    wend_error error = {0};
    wend_log_set log;
    wend_replay* replay;
    float depth[32 * 32];
    wend_frame frame = {.depth = depth};
    generate(0, "room:5", test_path("l1.jsonl"), NULL);
    wend_score_table table = play("forward", test_path("l1.jsonl"), test_path("a.wlog"), &summary);
    wend_score_destroy(&table);
    CHECK_OK(wend_log_read(test_path("a.wlog"), &log, &error));
    wend_replay_def def = {.log = test_path("a.wlog"), .side = 32};
    CHECK_OK(wend_replay_create(&def, &log, &replay, &error));
    CHECK_OK(wend_replay_begin(replay, &log.records[0], &error));
    CHECK(wend_replay_instruction(replay) == NULL);
    CHECK_OK(wend_replay_look(replay, &frame, &error));
    CHECK_HAS(wend_replay_instruction(replay), "There is an injured person lying");
    wend_replay_destroy(replay);
    wend_log_destroy(&log);
}

TEST(lines_that_cannot_be_played_are_named_one_by_one) {
    const char* path = test_path("bad.jsonl");
    wend_rescue_set set;
    wend_error error = {0};
    wend_run_summary summary;
    generate(0, "room:2", test_path("good.jsonl"), NULL);
    CHECK_OK(wend_rescue_read(test_path("good.jsonl"), &set, &error));
    set.episodes[0].stretcher = wend_rescue_pose_make((wend_dvec3){0, 0, 300}, 0);
    set.episodes[1].world = "UnrealRescue-Tokyo";
    CHECK_OK(wend_rescue_write(&set, path, &error));
    wend_rescue_destroy(&set);
    wend_score_table table = play("expert", path, test_path("c.wlog"), &summary);
    CHECK_INT(summary.failed, 2);
    wend_score_destroy(&table);
}
