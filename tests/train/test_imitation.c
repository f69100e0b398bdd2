// Behavioural cloning and DAgger: what is learned, resumed and refused.
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "train/imitation.h"
#include "train/train_fixture.h"

#include "wend/files.h"

static void keep_imitation_path(char* to, const char* name) {
    snprintf(to, 512, "%s", test_path(name));
}

// Demonstrations in the size of the fixture's policy.
static const char* imitation_demos(void) {
    wend_error error;
    wend_demos_summary summary;
    static char out[512];
    wend_demos_def d = wend_demos_default_def();
    keep_imitation_path(out, "demonstrations");
    d.play.task = "pointnav";
    d.play.episodes = train_fixture_episodes();
    d.out = out;
    d.width = d.height = 36;
    d.rgb = false;
    d.shard_episodes = 8;
    d.num_envs = 2;
    d.threads = 1;
    CHECK_OK(wend_demos_record(&d, &summary, &error));
    return out;
}

static wend_train_def cloning(const char* out, const wend_policy_def* policy) {
    wend_train_def d = train_fixture_def(out, policy);
    d.method = WEND_TRAIN_BC;
    d.play.episodes = NULL;
    d.demos = imitation_demos();
    d.epochs = 3;  // ignored
    return d;
}

// Two iterations of three updates.
static wend_train_def correcting(const char* out, const wend_policy_def* policy) {
    wend_train_def d = train_fixture_def(out, policy);
    d.method = WEND_TRAIN_DAGGER;
    d.dagger_iterations = 2;
    d.dagger_episodes = 20;  // two shards
    d.play.max_steps = 12;
    return d;
}

static void check_same_weights(const char* a, const char* b) {
    const char* names[] = {"last.safetensors", "best.safetensors", "curve.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(a, names[i]) == train_fixture_hash(b, names[i]));
}

// ---- rows ---------------------------------------------------------------------------------------

TEST(streams_of_demonstrations_fill_the_rows_in_order_with_inflection_weights) {
    wend_error error;
    train_parts p = {.policy_def = train_fixture_policy()};
    char out[512];
    keep_imitation_path(out, "out");
    p.def = cloning(out, &p.policy_def);
    train_fixture_parts(&p);
    imitation m = {0};
    int32_t numbers[2] = {0, 0};
    CHECK_OK(imitation_open(&m, &p.def, p.def.demos, 0, &error));
    CHECK_OK(imitation_check(&m, &p.t.policy, &error));
    wend_demos_info info = wend_demos_get_info(m.demos);
    CHECK_NEAR(m.inflection, (double)info.steps / (double)info.inflections, 1e-6);
    CHECK_OK(imitation_begin(&m, &p.t.rollout, numbers, &error));
    imitation_next_numbers(&m, numbers);
    CHECK_INT(numbers[0], 0);
    wend_demo_cursor* cursor;
    CHECK_OK(wend_demo_cursor_create(m.demos, &cursor, &error));
    CHECK_OK(
        wend_demo_cursor_begin(cursor, wend_demos_shuffled(12, p.def.play.seed, 0, 1), &error));
    int last = -1, first = 1;
    for (int u = 0; u < 2; u++) {
        CHECK_OK(imitation_play(&m, &p.t.rollout, &error));
        for (int t = 0; t < p.t.rollout.steps; t++) {
            wend_demo_step step;
            bool done;
            int row = t * 2 + 1;  // stream 1
            CHECK_OK(wend_demo_cursor_next(cursor, &step, &done, &error));
            if (done) break;
            CHECK_INT(p.t.rollout.action[row], step.expert);
            CHECK_INT(p.t.rollout.keep[row], !first);
            bool inflects = first || step.expert != last;
            CHECK(p.t.rollout.advantages[row] == (inflects ? m.inflection : 1));
            last = step.expert;
            first = 0;
        }
    }
    imitation_next_numbers(&m, numbers);
    CHECK(numbers[1] >= 1);
    wend_demo_cursor_destroy(cursor);
    imitation_close(&m);
    train_fixture_parts_destroy(&p);
}

// The recurrent state that a stream begins an update with is that of running the network over all
// its steps before, with the weights of then: with a learning rate of 0 over the whole prefix.
TEST(the_recurrent_state_is_carried_from_update_to_update) {
    wend_error error;
    train_parts p = {.policy_def = train_fixture_policy()};
    char out[512];
    keep_imitation_path(out, "out");
    p.def = cloning(out, &p.policy_def);
    p.def.epochs = 1;
    p.def.learning_rate = 0;
    train_fixture_parts(&p);
    imitation m = {0};
    int32_t numbers[2] = {0, 0};
    learner_losses losses;
    CHECK_OK(imitation_open(&m, &p.def, p.def.demos, 0, &error));
    CHECK_OK(imitation_begin(&m, &p.t.rollout, numbers, &error));
    CHECK_OK(imitation_play(&m, &p.t.rollout, &error));
    wend_network_space* space;
    float state[2][16];
    CHECK_INT(wend_network_state_size(p.t.policy.network), 16);
    CHECK_OK(wend_network_space_create(p.t.policy.network, 6, 2, false, NULL, &space, &error));
    wend_network_run run = {.steps = 6,
                            .batch = 2,
                            .keep = p.t.rollout.keep,
                            .state = p.t.rollout.start,
                            .next_state = state[0]};
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) run.inputs[i] = p.t.rollout.inputs[i];
    wend_network_forward(p.t.policy.network, space, &run);
    CHECK_OK(learner_update(&p.t.learner, &p.t.rollout, 0, 0, &losses, &error));
    for (int i = 0; i < 32; i++) CHECK_NEAR(p.t.rollout.memory[i], state[i / 16][i % 16], 1e-6);
    wend_network_space_destroy(space);
    imitation_close(&m);
    train_fixture_parts_destroy(&p);
}

// ---- runs ---------------------------------------------------------------------------------------

// Sums over the first and the last twenty of 160 updates.
static void add_loss(void* context, const wend_train_report* report) {
    double* sums = context;
    if (report->update <= 20) sums[0] += report->losses.policy;
    if (report->update > 140) sums[1] += report->losses.policy;
}

TEST(cloning_lowers_the_loss_and_needs_no_episodes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    double sums[2] = {0};
    keep_imitation_path(out, "out");
    wend_train_def d = cloning(out, &policy);
    d.steps = 2 * 16 * 160;
    d.rollout = 16;
    d.learning_rate = 5e-3f;
    d.save_every = 80;
    d.report = add_loss;
    d.context = sums;
    CHECK_OK(wend_train(&d, &error));
    CHECK(sums[1] < 0.95 * sums[0]);
}

static int kill_at;
static void kill_at_update(void* context, const wend_train_report* report) {
    (void)context;
    if (report->update == kill_at) _Exit(9);
}

static void kill_and_resume(wend_train_def* d, const char* whole, const char* killed) {
    wend_error error;
    CHECK_OK(wend_train(d, &error));
    d->out = killed;
    for (kill_at = 1; kill_at <= 6; kill_at++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            d->report = kill_at_update;
            (void)wend_train(d, &error);
            _Exit(1);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
        CHECK_INT(WEXITSTATUS(status), 9);
    }
    d->threads = 2;
    CHECK_OK(wend_train(d, &error));
    check_same_weights(whole, killed);
}

TEST(a_killed_cloning_ends_with_the_same_bytes) {
    wend_policy_def policy = train_fixture_policy();
    char whole[512], killed[512];
    keep_imitation_path(whole, "whole");
    keep_imitation_path(killed, "killed");
    wend_train_def d = cloning(whole, &policy);
    d.save_every = 2;
    kill_and_resume(&d, whole, killed);
}

TEST(a_killed_dagger_ends_with_the_same_bytes_and_demonstrations) {
    wend_policy_def policy = train_fixture_policy();
    char whole[512], killed[512];
    keep_imitation_path(whole, "whole");
    keep_imitation_path(killed, "killed");
    wend_train_def d = correcting(whole, &policy);
    d.save_every = 2;
    kill_and_resume(&d, whole, killed);
    const char* names[] = {"demos/index.json", "demos/shard_000000.wdemo",
                           "demos/shard_000001.wdemo", "demos/shard_000003.wdemo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(whole, names[i]) == train_fixture_hash(killed, names[i]));
}

// A new policy stops rarely and wanders: where beta is below 1 it takes actions of its own, and the
// label is the expert's.
TEST(dagger_takes_the_policys_actions_and_labels_them_by_the_expert) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_demos* demos;
    wend_demo_cursor* cursor;
    char out[512], folder[600];
    int differs[2] = {0};
    keep_imitation_path(out, "out");
    wend_train_def d = correcting(out, &policy);
    d.dagger_beta = 0.5f;
    CHECK_OK(wend_train(&d, &error));
    snprintf(folder, sizeof folder, "%s/demos", out);
    CHECK_OK(wend_demos_open(folder, &demos, &error));
    CHECK_OK(wend_demos_check(demos, &error));
    CHECK_INT(wend_demos_get_info(demos).episodes, 40);
    CHECK_OK(wend_demo_cursor_create(demos, &cursor, &error));
    for (int e = 0; e < 40; e++) {
        bool done = false;
        CHECK_OK(wend_demo_cursor_begin(cursor, e, &error));
        while (!done) {
            wend_demo_step step;
            CHECK_OK(wend_demo_cursor_next(cursor, &step, &done, &error));
            if (!done) differs[e / 20] += step.expert != step.taken;
        }
    }
    CHECK_INT(differs[0], 0);
    CHECK(differs[1] > 10);
    wend_demo_cursor_destroy(cursor);
    wend_demos_destroy(demos);
}

TEST(imitation_followed_by_reinforcement_is_one_run_of_two_stages) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    char out[512];
    keep_imitation_path(out, "out");
    wend_train_def d = train_fixture_def(out, &policy);
    stages[0] = (wend_train_stage){"clone", cloning(out, &policy)};
    stages[1] = (wend_train_stage){"ppo", d};
    d.stages = stages;
    d.stage_count = 2;
    CHECK_OK(wend_train(&d, &error));
    CHECK(train_fixture_hash(out, "last.safetensors") ==
          train_fixture_hash(out, "stage_2_ppo/last.safetensors"));
}

TEST(demonstrations_that_do_not_fit_are_refused) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy(), other = policy;
    char out[512];
    keep_imitation_path(out, "out");
    wend_train_def d = cloning(out, &policy);
    other.rgb = 1;
    d.policy = &other;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message,
              "needs images of 36 x 36 with rgb depth; the demonstrations have 36 x 36 depth");
    d.policy = &policy;
    d.demos = NULL;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "method bc needs a demonstration set");
    d = correcting(out, &policy);
    d.expert = "random";
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "'random' is not an oracle");
    other = *wend_policy_find("obj-recog-map-small");
    d.policy = NULL;
    d.agent = "obj-recog-map-small";
    d.expert = "shortest-path";
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "writes its own outputs into its map");
}

// ---- memory -------------------------------------------------------------------------------------

// In a folder of its own each time.
static char attempted[600];

static wend_status train_anew(void* context, wend_error* error) {
    wend_train_def d = *(const wend_train_def*)context;
    static int attempts;
    snprintf(attempted, sizeof attempted, "%s/%03d", d.out, attempts++);
    d.out = attempted;
    return wend_train(&d, error);
}

static uint64_t trained_weights(void* context) {
    (void)context;
    return train_fixture_hash(attempted, "last.safetensors");
}

static void check_training_memory(wend_train_def d) {
    d.steps = 24;  // two updates
    d.threads = 1;
    test_some_allocations(train_anew, &d, trained_weights, 20, 10);
}

TEST(cloning_without_memory_is_an_error) {
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    keep_imitation_path(out, "out");
    check_training_memory(cloning(out, &policy));
}

TEST(dagger_without_memory_is_an_error) {
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    keep_imitation_path(out, "out");
    wend_train_def d = correcting(out, &policy);
    d.dagger_episodes = 4;
    check_training_memory(d);
}

TEST(a2c_with_auxiliary_losses_without_memory_is_an_error) {
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    keep_imitation_path(out, "out");
    wend_train_def d = train_fixture_def(out, &policy);
    d.method = WEND_TRAIN_A2C;
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++) d.aux[i] = 1;
    check_training_memory(d);
}

// A2C with one minibatch is PPO's first step: the ratio is 1 there.
TEST(a2c_is_the_first_step_of_ppo) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char a[512], b[512];
    keep_imitation_path(a, "a2c");
    keep_imitation_path(b, "ppo");
    wend_train_def d = train_fixture_def(a, &policy);
    d.minibatches = 1;
    d.steps = 12;
    d.method = WEND_TRAIN_A2C;
    CHECK_OK(wend_train(&d, &error));
    d.method = WEND_TRAIN_PPO;
    d.epochs = 1;
    d.out = b;
    CHECK_OK(wend_train(&d, &error));
    wend_policy x = {0}, y = {0};
    char path[600];
    snprintf(path, sizeof path, "%s/best.safetensors", a);
    CHECK_OK(wend_policy_load(path, &x, &error));
    snprintf(path, sizeof path, "%s/best.safetensors", b);
    CHECK_OK(wend_policy_load(path, &y, &error));
    const float *v = wend_network_weights(x.network), *w = wend_network_weights(y.network);
    for (size_t i = 0; i < wend_network_weight_count(x.network); i++) CHECK_NEAR(v[i], w[i], 1e-5);
    wend_policy_destroy(&x);
    wend_policy_destroy(&y);
}
