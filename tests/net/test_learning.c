// Losses, optimisers, schedules and first weights.
#include "net/gradient.h"

#include "wend/net.h"

typedef struct entropy_case {
    float logits[12];
    int32_t target[3];
} entropy_case;

static double entropy_loss(void* context) {
    entropy_case* c = context;
    float ignored[12] = {0};
    return wend_cross_entropy(3, 4, c->logits, c->target, 0.7f, ignored);
}

TEST(cross_entropy_gradients_are_those_of_small_changes) {
    entropy_case c = {.target = {2, -1, 0}};
    float dlogits[12] = {0};
    gradient_fill(c.logits, 12, 1);
    wend_cross_entropy(3, 4, c.logits, c.target, 0.7f, dlogits);
    gradient_case g = {entropy_loss, &c};
    gradient_check(&g, "dlogits", c.logits, dlogits, 12, 1e-3);
    CHECK(dlogits[4] == 0);  // a row without a target
    const int32_t none[] = {-1, -1, -1};
    CHECK(wend_cross_entropy(3, 4, c.logits, none, 1, dlogits) == 0);
}

static double squares_loss(void* context) {
    static const float target[] = {1, 2, 3, 4, 5};
    float ignored[5] = {0};
    return wend_mean_squares(5, context, target, 2, ignored);
}

TEST(mean_square_gradients_are_those_of_small_changes) {
    static const float target[] = {1, 2, 3, 4, 5};
    float x[5], dx[5] = {0};
    gradient_fill(x, 5, 1);
    wend_mean_squares(5, x, target, 2, dx);
    gradient_case g = {squares_loss, x};
    gradient_check(&g, "dx", x, dx, 5, 1e-3);
}

// ---- PPO ----------------------------------------------------------------------------------------

enum { ROWS = 12, ACTIONS = 4 };

typedef struct ppo_case {
    wend_ppo_loss_def def;
    float logits[ROWS * ACTIONS], values[ROWS], old[ROWS], old_values[ROWS], advantages[ROWS];
    float returns[ROWS];
    int32_t action[ROWS];
    uint8_t valid[ROWS];
} ppo_case;

static wend_ppo_losses ppo_run(const ppo_case* c, float* dlogits, float* dvalues) {
    wend_ppo_batch batch = {ROWS,   ACTIONS,       c->logits,     c->values,  c->action,
                            c->old, c->old_values, c->advantages, c->returns, c->valid};
    return wend_ppo_loss(&c->def, &batch, dlogits, dvalues);
}

static double ppo_total(void* context) {
    float dlogits[ROWS * ACTIONS] = {0}, dvalues[ROWS] = {0};
    return ppo_run(context, dlogits, dvalues).total;
}

static ppo_case ppo_made(void) {
    ppo_case c = {.def = wend_ppo_loss_default_def()};
    gradient_fill(c.logits, ROWS * ACTIONS, 1);
    gradient_fill(c.values, ROWS, 2);
    gradient_fill(c.advantages, ROWS, 3);
    gradient_fill(c.returns, ROWS, 4);
    for (int i = 0; i < ROWS; i++) {
        c.action[i] = i % ACTIONS;
        c.valid[i] = i != 5;
        // Ratios and changes of value well inside and well beyond the clip, on both sides.
        float change = i % 3 == 0 ? 0.5f : i % 3 == 1 ? -0.5f : 0.07f;
        c.old[i] = wend_log_probability(ACTIONS, c.logits + i * ACTIONS, c.action[i]) + change;
        c.old_values[i] = c.values[i] - change;
    }
    return c;
}

TEST(ppo_gradients_are_those_of_small_changes) {
    ppo_case c = ppo_made();
    float dlogits[ROWS * ACTIONS] = {0}, dvalues[ROWS] = {0};
    wend_ppo_losses losses = ppo_run(&c, dlogits, dvalues);
    gradient_case g = {ppo_total, &c};
    gradient_check(&g, "dlogits", c.logits, dlogits, ROWS * ACTIONS, 1e-3);
    gradient_check(&g, "dvalues", c.values, dvalues, ROWS, 1e-3);
    CHECK(dlogits[5 * ACTIONS] == 0 && dvalues[5] == 0);  // not valid
    CHECK(losses.clip_fraction > 0.5 && losses.clip_fraction < 0.8);
}

TEST(a_sampled_action_follows_its_probability) {
    const float logits[] = {0, 1, -1};
    int count[3] = {0};
    wend_rng rng = wend_rng_make(1, 1);
    for (int i = 0; i < 20000; i++) count[wend_sample_action(3, logits, &rng)]++;
    for (int a = 0; a < 3; a++)
        CHECK_NEAR(count[a] / 20000.0, exp((double)wend_log_probability(3, logits, a)), 0.012);
}

// One body, worked out by hand with gamma 0.5 and lambda 0.5.
TEST(advantages_stop_at_ends_and_skip_what_is_not_valid) {
    const float rewards[] = {1, 2, 9, 4}, values[] = {1, 2, 7, 3}, next[] = {10};
    const uint8_t ended[] = {0, 1, 0, 0}, valid[] = {1, 1, 0, 1};
    float advantages[4], returns[4];
    wend_gae_def def = {.steps = 4, .batch = 1, .gamma = 0.5f, .lambda = 0.5f};
    wend_gae(&def, rewards, values, ended, valid, next, advantages, returns);
    CHECK_NEAR(advantages[3], 4 + 0.5 * 10 - 3, 1e-6);
    CHECK_NEAR(advantages[2], 0, 0);
    CHECK_NEAR(advantages[1], 2 - 2, 1e-6);
    CHECK_NEAR(advantages[0], 1 + 0.5 * 2 - 1, 1e-6);
    CHECK_NEAR(returns[3], 9, 1e-6);
}

// ---- optimisers ---------------------------------------------------------------------------------

TEST(adam_minimises_a_quadratic) {
    float w[2] = {3, -2}, m[2] = {0}, v[2] = {0};
    wend_adam_def def = wend_adam_default_def();
    for (int step = 1; step <= 500; step++) {
        float g[2] = {2 * w[0], 20 * w[1]};
        wend_adam_step(&def, 2, step, 0.05f, g, m, v, w, NULL);
    }
    CHECK_NEAR(w[0], 0, 1e-2);
    CHECK_NEAR(w[1], 0, 1e-2);
}

TEST(adamw_shrinks_weights_that_have_no_gradient) {
    float w = 2, g = 0, m = 0, v = 0;
    wend_adam_def def = wend_adam_default_def();
    def.decay = 0.1f;
    wend_adam_step(&def, 1, 1, 0.5f, &g, &m, &v, &w, NULL);
    CHECK_NEAR(w, 2 * (1 - 0.05), 1e-6);
}

TEST(long_gradients_are_scaled_to_the_limit_and_nan_is_reported) {
    float g[] = {3, 4, 0};
    CHECK_NEAR(wend_gradient_clip(3, 10, g, NULL), 5, 1e-9);
    CHECK(g[0] == 3);
    CHECK_NEAR(wend_gradient_clip(3, 1, g, NULL), 5, 1e-9);
    CHECK_NEAR(g[1], 0.8, 1e-5);
    g[2] = NAN;
    CHECK(isnan(wend_gradient_clip(3, 1, g, NULL)));
}

// ---- initial weights ----------------------------------------------------------------------------

TEST(orthogonal_weights_are_orthonormal_times_the_gain) {
    static float w[40 * 64];
    wend_rng rng = wend_rng_make(1, 2);
    for (int flip = 0; flip < 2; flip++) {
        int rows = flip ? 40 : 12, columns = flip ? 12 : 40;  // 64 floats from row to row
        wend_init_orthogonal(&rng, 2, rows, columns, 64, w);
        for (int a = 0; a < 12; a++)
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int i = 0; i < 40; i++)
                    dot += flip ? (double)w[i * 64 + a] * w[i * 64 + b]
                                : (double)w[a * 64 + i] * w[b * 64 + i];
                CHECK_NEAR(dot, a == b ? 4 : 0, 1e-4);
            }
    }
}

static double deviation(const float* w, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)w[i] * w[i];
    return sqrt(sum / count);
}

TEST(initial_weights_have_the_deviation_of_their_scheme) {
    static float w[100 * 300];
    wend_rng rng = wend_rng_make(1, 3);
    wend_init_kaiming_normal(&rng, 1.5f, 100, 300, w);
    CHECK_NEAR(deviation(w, 30000), 0.15, 0.003);
    wend_init_xavier_uniform(&rng, 1, 100, 300, w);
    CHECK_NEAR(deviation(w, 30000), sqrt(2.0 / 400), 0.002);
}
