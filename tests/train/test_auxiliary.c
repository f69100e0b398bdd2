// Auxiliary losses: classes by hand, gradients by finite differences, runs of every method.
#include "test.h"
#include "train/auxiliary.h"
#include "train/train_fixture.h"

#include "wend/demos.h"
#include "wend/files.h"

TEST(labels_have_the_classes_that_the_page_says) {
    const float none = (float)NAN, pi = (float)WEND_PI;
    const struct {
        int head;
        wend_labels labels;
        int class;
    } cases[] = {
        {WEND_POLICY_AUX_SEEN, {.seen = 1}, 1},
        {WEND_POLICY_AUX_SEEN, {.seen = 0}, 0},
        {WEND_POLICY_AUX_SEEN, {.seen = none}, -1},
        {WEND_POLICY_AUX_DIRECTION, {.seen = 0, .direction = 0}, -1},
        {WEND_POLICY_AUX_DIRECTION, {.seen = 1, .direction = 0.01f}, 6},
        {WEND_POLICY_AUX_DIRECTION, {.seen = 1, .direction = -0.01f}, 5},
        {WEND_POLICY_AUX_DIRECTION, {.seen = 1, .direction = pi}, 11},
        {WEND_POLICY_AUX_DIRECTION, {.seen = 1, .direction = -pi}, 0},
        {WEND_POLICY_AUX_DISTANCE, {.seen = 0, .distance = 3}, -1},
        {WEND_POLICY_AUX_DISTANCE, {.seen = 1, .distance = 0.4f}, 0},
        {WEND_POLICY_AUX_DISTANCE, {.seen = 1, .distance = 3}, 6},
        {WEND_POLICY_AUX_DISTANCE, {.seen = 1, .distance = 400}, 35},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_INT(auxiliary_class(cases[i].head, &cases[i].labels), cases[i].class);
    CHECK_INT(auxiliary_mask((float[]){0, 0.5f, 0, 1}), 10);
}

TEST(the_gradients_of_auxiliary_losses_are_those_of_finite_differences) {
    enum { ROWS = 3, MOST = 36 };
    const wend_labels labels[ROWS] = {
        {1, 0.4f, 2.2f, 0.3f}, {0, 1, 1, -0.5f}, {1, -2, 30, (float)NAN}};
    const int outputs[] = {2, 12, 36, 1};
    wend_rng rng = wend_rng_make(1, 2);
    for (int head = 0; head < WEND_POLICY_AUX_COUNT; head++) {
        float y[ROWS * MOST], dy[ROWS * MOST] = {0}, unused[ROWS * MOST] = {0};
        int count = ROWS * outputs[head];
        const double h = 1e-2;
        for (int i = 0; i < count; i++) y[i] = wend_rng_between(&rng, -1, 1);
        CHECK(auxiliary_loss(head, ROWS, y, labels, 0.5, 7, dy) > 0);
        for (int i = 0; i < count; i++) {
            float was = y[i];
            y[i] = was + (float)h;
            double up = auxiliary_loss(head, ROWS, y, labels, 0.5, 7, unused);
            y[i] = was - (float)h;
            double down = auxiliary_loss(head, ROWS, y, labels, 0.5, 7, unused);
            y[i] = was;
            CHECK_NEAR(dy[i], (up - down) / (2 * h), 2e-5);
        }
    }
}

// Cross-entropy of uniform outputs is log(classes), and a row without a label adds nothing.
TEST(auxiliary_losses_are_means_over_the_minibatch) {
    const wend_labels labels[2] = {{1, 0, 1, 0.5f}, {(float)NAN, 0, 0, (float)NAN}};
    float y[72] = {0}, dy[72] = {0};
    CHECK_NEAR(auxiliary_loss(WEND_POLICY_AUX_DIRECTION, 2, y, labels, 3, 2, dy), 1.5 * log(12),
               1e-6);
    CHECK_NEAR(auxiliary_loss(WEND_POLICY_AUX_PROGRESS, 2, y, labels, 4, 2, dy), 2 * 0.25, 1e-6);
}

// Sums over the first and the last twenty of 200 updates, without the policy's loss.
static void note_totals(void* context, const wend_train_report* report) {
    double* sums = context;
    double loss = report->losses.total - report->losses.policy;
    if (report->update <= 20) sums[0] += loss;
    if (report->update > 180) sums[1] += loss;
}

// How far the weights of a head are from their initial values.
static double head_moved(const char* out, const wend_train_def* d, const char* parameter) {
    wend_error error;
    wend_policy now = {0}, then = {0};
    char path[600];
    double moved = 0;
    snprintf(path, sizeof path, "%s/last.safetensors", out);
    CHECK_OK(wend_policy_load(path, &now, &error));
    CHECK_OK(wend_policy_create(&now.def, d->play.seed, &then, &error));
    for (int i = 0; i < wend_network_parameter_count(now.network); i++) {
        const wend_parameter* p = wend_network_parameter(now.network, i);
        if (strcmp(p->name, parameter) != 0) continue;
        for (size_t k = 0; k < p->size; k++)
            moved += fabs((double)(wend_network_weights(now.network)[p->offset + k] -
                                   wend_network_weights(then.network)[p->offset + k]));
    }
    wend_policy_destroy(&now);
    wend_policy_destroy(&then);
    return moved;
}

// The demonstrations of one collection are the same in every pass, so that losses can be compared;
// a policy that acts sees other states as it learns.
TEST(auxiliary_heads_learn_in_every_method) {
    const int methods[] = {WEND_TRAIN_DAGGER, WEND_TRAIN_PPO, WEND_TRAIN_A2C};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        wend_error error;
        wend_policy_def policy = train_fixture_policy();
        char out[512];
        double sums[2] = {0};
        snprintf(out, sizeof out, "%s%zu", test_path("out"), i);
        wend_train_def d = train_fixture_def(out, &policy);
        d.method = methods[i];
        d.dagger_iterations = 1;
        d.dagger_episodes = 12;
        d.steps = (i ? 3 : 200) * 2 * 6;
        d.save_every = 100;
        d.learning_rate = 5e-3f;
        d.entropy_weight = 0;
        d.aux[WEND_POLICY_AUX_SEEN] = d.aux[WEND_POLICY_AUX_PROGRESS] = 10;
        d.max_grad_norm = 100;
        d.report = note_totals;
        d.context = sums;
        CHECK_OK(wend_train(&d, &error));
        CHECK(head_moved(out, &d, "aux.seen.weight") > 0.01);
        CHECK(head_moved(out, &d, "aux.progress.weight") > 0.01);
        if (i == 0) CHECK(sums[1] < 0.95 * sums[0]);
    }
}

TEST(a_head_of_any_stage_is_in_the_policy_of_all) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2];
    wend_policy made = {0};
    char out[512], path[600];
    snprintf(out, sizeof out, "%s", test_path("out"));
    wend_train_def d = train_fixture_def(out, &policy);
    d.steps = 12;
    stages[0] = (wend_train_stage){"without", d};
    stages[1] = (wend_train_stage){"with", d};
    stages[1].def.aux[WEND_POLICY_AUX_PROGRESS] = 1;
    d.stages = stages;
    d.stage_count = 2;
    CHECK_OK(wend_train(&d, &error));
    snprintf(path, sizeof path, "%s/stage_1_without/last.safetensors", out);
    CHECK_OK(wend_policy_load(path, &made, &error));
    CHECK(made.aux[WEND_POLICY_AUX_PROGRESS] >= 0);
    CHECK_INT(made.aux[WEND_POLICY_AUX_SEEN], -1);
    wend_policy_destroy(&made);
}
