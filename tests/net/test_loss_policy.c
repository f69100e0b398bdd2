// A2C's and imitation's losses: values by hand, gradients by finite differences.
#include "test.h"

#include "wend/net.h"

enum { ROWS = 5, ACTIONS = 4 };

typedef struct loss_case {
    float logits[ROWS * ACTIONS], values[ROWS], advantages[ROWS], returns[ROWS];
    int32_t action[ROWS];
    uint8_t valid[ROWS];
} loss_case;

static loss_case make_case(void) {
    loss_case c;
    wend_rng rng = wend_rng_make(3, 1);
    for (int i = 0; i < ROWS * ACTIONS; i++) c.logits[i] = wend_rng_between(&rng, -2, 2);
    for (int i = 0; i < ROWS; i++) {
        c.values[i] = wend_rng_between(&rng, -1, 1);
        c.returns[i] = wend_rng_between(&rng, -1, 1);
        c.advantages[i] = wend_rng_between(&rng, 0.5f, 3);
        c.action[i] = i % ACTIONS;
        c.valid[i] = i != 2;
    }
    return c;
}

static wend_ppo_batch batch_of(const loss_case* c) {
    return (wend_ppo_batch){.rows = ROWS,
                            .actions = ACTIONS,
                            .logits = c->logits,
                            .values = c->values,
                            .action = c->action,
                            .advantages = c->advantages,
                            .returns = c->returns,
                            .valid = c->valid};
}

static double total_of(const loss_case* c, bool imitates, float* dlogits, float* dvalues) {
    float a[ROWS * ACTIONS] = {0}, b[ROWS] = {0};
    wend_ppo_loss_def def = {.value_weight = 0.7f, .entropy_weight = 0.3f};
    wend_ppo_batch batch = batch_of(c);
    if (!dlogits) dlogits = a, dvalues = b;
    return imitates ? wend_imitation_loss(0.3f, &batch, dlogits).total
                    : wend_a2c_loss(&def, &batch, dlogits, dvalues).total;
}

static void check_gradients(bool imitates) {
    loss_case c = make_case();
    float dlogits[ROWS * ACTIONS] = {0}, dvalues[ROWS] = {0};
    const double h = 1e-2;
    total_of(&c, imitates, dlogits, dvalues);
    for (int i = 0; i < ROWS * ACTIONS + ROWS; i++) {
        float* x = i < ROWS * ACTIONS ? &c.logits[i] : &c.values[i - ROWS * ACTIONS];
        float was = *x, own = i < ROWS * ACTIONS ? dlogits[i] : dvalues[i - ROWS * ACTIONS];
        *x = was + (float)h;
        double up = total_of(&c, imitates, NULL, NULL);
        *x = was - (float)h;
        double down = total_of(&c, imitates, NULL, NULL);
        *x = was;
        CHECK_NEAR(own, (up - down) / (2 * h), 2e-5);
    }
}

TEST(the_gradient_of_a2c_is_that_of_finite_differences) { check_gradients(false); }
TEST(the_gradient_of_imitation_is_that_of_finite_differences) { check_gradients(true); }

TEST(imitation_is_the_weighted_mean_of_cross_entropies) {
    loss_case c = make_case();
    wend_ppo_batch batch = batch_of(&c);
    float dlogits[ROWS * ACTIONS] = {0};
    double sum = 0, weight = 0;
    for (int i = 0; i < ROWS; i++) {
        if (!c.valid[i]) continue;
        sum -= (double)c.advantages[i] *
               (double)wend_log_probability(ACTIONS, c.logits + i * ACTIONS, c.action[i]);
        weight += (double)c.advantages[i];
    }
    CHECK_NEAR(wend_imitation_loss(0, &batch, dlogits).total, sum / weight, 1e-6);
    for (int j = 0; j < ACTIONS; j++) CHECK(dlogits[2 * ACTIONS + j] == 0);
    memset(c.valid, 0, sizeof c.valid);
    memset(dlogits, 0, sizeof dlogits);
    CHECK(wend_imitation_loss(0, &batch, dlogits).total == 0);
}

TEST(a2c_is_the_mean_over_valid_rows) {
    loss_case c = make_case();
    wend_ppo_batch batch = batch_of(&c);
    wend_ppo_loss_def def = {.value_weight = 2};
    float dlogits[ROWS * ACTIONS] = {0}, dvalues[ROWS] = {0};
    double policy = 0, value = 0;
    for (int i = 0; i < ROWS; i++) {
        if (!c.valid[i]) continue;
        double off = (double)c.values[i] - c.returns[i];
        policy -= 0.25 * (double)c.advantages[i] *
                  (double)wend_log_probability(ACTIONS, c.logits + i * ACTIONS, c.action[i]);
        value += 0.25 * 0.5 * off * off;
    }
    wend_ppo_losses losses = wend_a2c_loss(&def, &batch, dlogits, dvalues);
    CHECK_NEAR(losses.policy, policy, 1e-6);
    CHECK_NEAR(losses.value, value, 1e-6);
    CHECK_NEAR(losses.total, policy + 2 * value, 1e-6);
}

TEST(the_value_loss_is_half_the_mean_squared_error_and_has_its_gradient) {
    loss_case c = make_case();
    wend_ppo_batch batch = batch_of(&c);
    float dvalues[ROWS] = {0}, unused[ROWS] = {0};
    const double h = 1e-2;
    double value = 0;
    int valid = 0;
    for (int i = 0; i < ROWS; i++) {
        double off = (double)c.values[i] - c.returns[i];
        value += c.valid[i] ? 0.5 * off * off : 0;
        valid += c.valid[i];
    }
    CHECK_NEAR(wend_value_loss(0.7f, &batch, dvalues), value / valid, 1e-6);
    for (int i = 0; i < ROWS; i++) {
        float was = c.values[i];
        c.values[i] = was + (float)h;
        double up = wend_value_loss(0.7f, &batch, unused);
        c.values[i] = was - (float)h;
        double down = wend_value_loss(0.7f, &batch, unused);
        c.values[i] = was;
        CHECK_NEAR(dvalues[i], 0.7 * (up - down) / (2 * h), 2e-5);
    }
}
