// Auxiliary losses: classes by hand, gradients by finite differences, runs of every method.
#include "base/file.h"
#include "test.h"
#include "train/auxiliary.h"
#include "train/train_fixture.h"

#include "wend/demos.h"

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

static void note_totals(void* context, const wend_train_report* report) {
    double* sums = context;
    if (report->update <= 10) sums[0] += report->losses.total;
    if (report->update > 50) sums[1] += report->losses.total;
}

// With the head alone (no reward, value or entropy) the loss falls: distances can be learned from
// the goal's.
TEST(auxiliary_heads_learn_in_every_method) {
    const int methods[] = {WEND_TRAIN_PPO, WEND_TRAIN_A2C, WEND_TRAIN_DAGGER};
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
        d.steps = 60 * 2 * 6;
        d.save_every = 60;
        d.learning_rate = 5e-3f;
        d.value_weight = d.entropy_weight = 0;
        for (int k = 0; k < WEND_POLICY_AUX_COUNT; k++) d.aux[k] = 10;
        d.max_grad_norm = 100;
        d.report = note_totals;
        d.context = sums;
        CHECK_OK(wend_train(&d, &error));
        CHECK(sums[1] < 0.8 * sums[0]);
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
