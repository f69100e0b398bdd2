// Student forcing: rows, actions, runs.
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "train/train_fixture.h"

enum { STEPS = 24 };  // of a rollout

static wend_train_def forcing(const char* out, const wend_policy_def* policy) {
    wend_train_def d = train_fixture_def(out, policy);
    d.method = WEND_TRAIN_STUDENT_FORCING;
    d.play.max_steps = 12;
    d.normalize = true;  // ignored: weights are not advantages
    return d;
}

static void forcing_play(train_parts* p, float beta, float weight) {
    wend_error error;
    int32_t episodes[] = {0, 6};
    char out[512];
    snprintf(out, sizeof out, "%s", test_path("out"));
    p->policy_def = train_fixture_policy();
    p->def = forcing(out, &p->policy_def);
    p->def.inflection_weight = weight;
    p->def.out = NULL;
    p->def.rollout = STEPS;
    train_fixture_parts(p);
    p->t.rollout.beta = beta;
    CHECK_OK(rollout_begin(&p->t.rollout, episodes, &error));
    CHECK_OK(rollout_play(&p->t.rollout, 0, &error));
}

TEST(rows_of_student_forcing_have_the_experts_actions_and_weights) {
    train_parts p;
    forcing_play(&p, 1, 3);
    const rollout* r = &p.t.rollout;
    int inflections = 0;
    for (int i = 0; i < 2; i++) {
        int last = -1;
        for (int t = 0; t < r->steps; t++) {
            int row = t * 2 + i;
            bool inflects = !r->keep[row] || r->expert[row] != last;
            CHECK(r->expert[row] >= 0);
            CHECK_INT(r->action[row], r->expert[row]);
            CHECK(r->advantages[row] == (inflects ? 3 : 1));
            inflections += inflects;
            last = r->expert[row];
            // With beta 1 its actions are also taken: the next row has them as the last action.
            if (t + 1 < r->steps && r->keep[row + 2])
                CHECK_INT(((uint8_t*)r->inputs[2])[row + 2], r->expert[row] + 1);
        }
    }
    CHECK(inflections > 2 && inflections < 2 * STEPS);
    train_fixture_parts_destroy(&p);
}

// Without a setting the weight is the ratio of all steps to inflections.
TEST(the_weight_of_inflections_is_their_inverse_frequency) {
    train_parts p;
    forcing_play(&p, 1, 0);
    const rollout* r = &p.t.rollout;
    double sum = 0, rest = 0;
    int inflections = 0;
    for (int row = 0; row < 2 * STEPS; row++) {
        inflections += r->advantages[row] != 1;
        rest += r->advantages[row] == 1;
        sum += (double)r->advantages[row];
    }
    CHECK_NEAR(sum, 2 * STEPS + rest, 1e-4);
    CHECK(inflections > 0);
    train_fixture_parts_destroy(&p);
}

TEST(with_beta_zero_the_policy_acts) {
    train_parts p;
    forcing_play(&p, 0, 1);
    const rollout* r = &p.t.rollout;
    int differs = 0;
    for (int row = 0; row < 2 * STEPS - 2; row++)
        differs +=
            r->keep[row + 2] && ((uint8_t*)r->inputs[2])[row + 2] != (uint8_t)(r->action[row] + 1);
    CHECK(differs > 2);
    train_fixture_parts_destroy(&p);
}

// The critic learns returns with a value coefficient, and nothing without.
TEST(student_forcing_trains_the_critic) {
    for (int i = 0; i < 2; i++) {
        wend_error error;
        learner_losses losses;
        train_parts p;
        forcing_play(&p, 0.5f, 1);
        p.def.value_weight = (float)i;
        const wend_network* n = p.t.policy.network;
        float before[600], changed = 0;
        const wend_parameter* critic = NULL;
        for (int k = 0; k < wend_network_parameter_count(n); k++)
            if (strcmp(wend_network_parameter(n, k)->name, "critic.weight") == 0)
                critic = wend_network_parameter(n, k);
        memcpy(before, wend_network_weights(p.t.policy.network) + critic->offset,
               16 * sizeof(float));
        CHECK_OK(learner_update(&p.t.learner, &p.t.rollout, 0, 0, &losses, &error));
        for (int k = 0; k < 16; k++)
            changed += fabsf(wend_network_weights(p.t.policy.network)[critic->offset + (size_t)k] -
                             before[k]);
        CHECK((changed > 0) == (i == 1));
        CHECK(losses.losses.value > 0);
        CHECK_NEAR(losses.losses.total,
                   losses.losses.policy + i * losses.losses.value -
                       (double)p.def.entropy_weight * losses.losses.entropy,
                   1e-5);
        train_fixture_parts_destroy(&p);
    }
}

static void add_forcing_loss(void* context, const wend_train_report* report) {
    double* sums = context;
    if (report->update <= 20) sums[0] += report->losses.policy;
    if (report->update > 140) sums[1] += report->losses.policy;
}

TEST(student_forcing_lowers_the_loss) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    double sums[2] = {0};
    char out[512];
    snprintf(out, sizeof out, "%s", test_path("out"));
    wend_train_def d = forcing(out, &policy);
    d.steps = 2 * 16 * 160;
    d.rollout = 16;
    d.learning_rate = 5e-3f;
    d.value_weight = 0.01f;
    d.save_every = 80;
    d.play.max_steps = 40;
    d.report = add_forcing_loss;
    d.context = sums;
    CHECK_OK(wend_train(&d, &error));
    CHECK(sums[1] < 0.95 * sums[0]);
}

static int forcing_kill_at;
static void forcing_kill(void* context, const wend_train_report* report) {
    (void)context;
    if (report->update == forcing_kill_at) _Exit(9);
}

// Killed after every update and resumed; the last part with two threads.
TEST(a_killed_student_forcing_ends_with_the_same_bytes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char whole[512], killed[512];
    snprintf(whole, sizeof whole, "%s", test_path("whole"));
    snprintf(killed, sizeof killed, "%s", test_path("killed"));
    wend_train_def d = forcing(whole, &policy);
    d.dagger_iterations = 3;
    CHECK_OK(wend_train(&d, &error));
    d.out = killed;
    for (forcing_kill_at = 1; forcing_kill_at <= 6; forcing_kill_at++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            d.report = forcing_kill;
            (void)!wend_train(&d, &error);
            _Exit(1);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
        CHECK_INT(WEXITSTATUS(status), 9);
    }
    d.threads = 2;
    CHECK_OK(wend_train(&d, &error));
    const char* names[] = {"last.safetensors", "best.safetensors", "curve.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(whole, names[i]) == train_fixture_hash(killed, names[i]));
}

static wend_status create_again(void* context, wend_error* error) {
    train_parts* p = context;
    rollout r;
    wend_status status = rollout_create(&p->def, &p->t.policy, NULL, &r, error);
    rollout_destroy(&r);
    return status;
}

TEST(rollouts_of_student_forcing_survive_every_failing_allocation) {
    train_parts p;
    forcing_play(&p, 1, 1);
    test_each_allocation(create_again, &p, 100);
    train_fixture_parts_destroy(&p);
}

TEST(student_forcing_needs_an_expert_for_the_task) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    snprintf(out, sizeof out, "%s", test_path("out"));
    wend_train_def d = forcing(out, &policy);
    d.expert = NULL;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "method student-forcing needs an expert");
    d.expert = "reference-path";
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    d.expert = "explorer";  // it looks at the depth images that the policy gets
    CHECK_OK(wend_train(&d, &error));
}
