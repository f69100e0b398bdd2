// Curricula: stages in order, each from the weights before, ended by success, resumed after kills.
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "train/train_fixture.h"

#include "wend/files.h"
#include "wend/make.h"

// Two stages of two updates each, with a checkpoint per update.
static wend_train_def staged(const char* out, const wend_policy_def* policy,
                             wend_train_stage stages[2]) {
    wend_train_def d = train_fixture_def(out, policy);
    d.rollout = 4;
    d.steps = 4 * 2 * 2;
    d.save_every = 1;
    d.play.max_steps = 4;
    stages[0] = (wend_train_stage){"near", d};
    stages[1] = (wend_train_stage){"all", d};
    stages[1].def.learning_rate = 1e-3f;
    d.stages = stages;
    d.stage_count = 2;
    return d;
}

static void keep_path(char* to, const char* name) { snprintf(to, 512, "%s", test_path(name)); }

static void check_same_run(const char* a, const char* b) {
    const char* names[] = {"last.safetensors",
                           "best.safetensors",
                           "curve.csv",
                           "config.json",
                           "stage_1_near/last.safetensors",
                           "stage_1_near/curve.csv",
                           "stage_2_all/last.safetensors",
                           "stage_2_all/best.safetensors",
                           "stage_2_all/curve.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(a, names[i]) == train_fixture_hash(b, names[i]));
}

// Ends the process as a kill would, in the given update of the given stage.
static int kill_stage, kill_update;
static void kill_there(void* context, const wend_train_report* report) {
    (void)context;
    if (report->stage_number == kill_stage && report->update == kill_update) _Exit(9);
}

TEST(a_curriculum_killed_in_any_update_of_any_stage_ends_with_the_same_bytes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char whole[512], killed[512];
    keep_path(whole, "whole");
    keep_path(killed, "killed");
    wend_train_def d = staged(whole, &policy, stages);
    CHECK_OK(wend_train(&d, &error));
    d.out = killed;
    for (kill_stage = 1; kill_stage <= 2; kill_stage++)
        for (kill_update = 1; kill_update <= 2; kill_update++) {
            int status;
            pid_t child = fork();
            if (child == 0) {
                d.report = kill_there;
                (void)wend_train(&d, &error);
                _Exit(1);
            }
            CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
            CHECK_INT(WEXITSTATUS(status), 9);
        }
    d.threads = 2;
    d.stages = stages;
    CHECK_OK(wend_train(&d, &error));
    d.threads = 1;
    CHECK_OK(wend_train(&d, &error));  // complete: config.json is that of the last call
    check_same_run(whole, killed);
}

TEST(a_stage_begins_with_the_last_weights_of_the_one_before) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char out[512], alone[512], from[600];
    keep_path(out, "out");
    keep_path(alone, "alone");
    wend_train_def d = staged(out, &policy, stages);
    CHECK_OK(wend_train(&d, &error));
    snprintf(from, sizeof from, "%s/stage_1_near/last.safetensors", out);
    wend_train_def second = stages[1].def;
    second.out = alone;
    second.from = from;
    CHECK_OK(wend_train(&second, &error));
    CHECK(train_fixture_hash(alone, "last.safetensors") ==
          train_fixture_hash(out, "last.safetensors"));
}

TEST(the_joined_curve_counts_updates_and_steps_on) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char out[512], path[600];
    wend_file_bytes bytes;
    keep_path(out, "out");
    wend_train_def d = staged(out, &policy, stages);
    CHECK_OK(wend_train(&d, &error));
    snprintf(path, sizeof path, "%s/curve.csv", out);
    CHECK_OK(wend_file_read(path, &bytes, &error));
    CHECK_HAS(bytes.data, "update,step,episodes");
    for (int i = 1; i <= 4; i++) {
        char line[32];
        snprintf(line, sizeof line, "\n%d,%d,", i, 8 * i);
        CHECK_HAS(bytes.data, line);
    }
    wend_file_bytes_destroy(&bytes);
}

static void count_updates(void* context, const wend_train_report* report) {
    ((int*)context)[report->stage_number]++;
}

// Goals at the start: STOP, a quarter of the actions of a new policy, succeeds.
static const char* goals_at_the_start(void) {
    wend_error error;
    static char path[512];
    char house[512];
    const char* scenes[] = {house};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 8;
    def.min_distance = 0.01f;
    def.max_distance = 0.15f;
    def.min_ratio = 1;
    train_fixture_episodes();  // makes the house
    keep_path(house, "house.wscene");
    keep_path(path, "near.json");
    CHECK_OK(wend_pointnav_generate(scenes, 1, &def, path, &error));
    return path;
}

TEST(a_stage_ends_when_its_success_is_reached) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char out[512];
    int updates[3] = {0};
    keep_path(out, "out");
    policy.stop_rarity = 1;
    wend_train_def d = staged(out, &policy, stages);
    stages[0].def.steps = 4 * 2 * 50;
    stages[0].def.until_success = 0.5f;
    stages[0].def.until_episodes = 4;
    stages[0].def.play.episodes = goals_at_the_start();
    d.report = count_updates;
    d.context = updates;
    CHECK_OK(wend_train(&d, &error));
    CHECK(updates[1] >= 2 && updates[1] < 50);
    CHECK_INT(updates[2], 2);
    int before = updates[1];
    CHECK_OK(wend_train(&d, &error));
    CHECK_INT(updates[1], before);
}

TEST(a_folder_is_of_a_run_with_stages_or_without) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char out[512];
    keep_path(out, "out");
    wend_train_def d = staged(out, &policy, stages), plain = d;
    plain.stages = NULL;
    plain.stage_count = 0;
    CHECK_OK(wend_train(&plain, &error));
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a run without stages; choose another folder or pass");
    d.overwrite = true;
    CHECK_OK(wend_train(&d, &error));
    CHECK_INT(wend_train(&plain, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a run with stages; choose another folder");
    d.overwrite = false;
    stages[1].def.gamma = 0.5f;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "stage 2 (all): ");
    CHECK_HAS(error.message, "gamma is 0.5, was 0.99");
    stages[1].name = "a/b";
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "stage 2: its name must have");
}

TEST(the_recorded_configuration_repeats_the_run) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    wend_train_config c;
    char out[512], again[512], path[600];
    keep_path(out, "out");
    keep_path(again, "again");
    wend_train_def d = staged(out, &policy, stages);
    CHECK_OK(wend_train(&d, &error));
    snprintf(path, sizeof path, "%s/config.json", out);
    CHECK_OK(wend_train_config_read(path, &c, &error));
    c.def.out = again;
    CHECK_OK(wend_train(&c.def, &error));
    check_same_run(out, again);
    wend_train_config_destroy(&c);
}
