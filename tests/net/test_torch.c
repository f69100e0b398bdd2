// The same tensors as PyTorch 2.13 (tests/net/fixtures, written by tools/make-torch-fixtures).
#include "net/gradient.h"
#include "test.h"

#include "wend/net.h"

static wend_tensors golden;

static void open_golden(void) {
    wend_error error;
    CHECK_OK(
        wend_tensors_read(WEND_TEST_FOLDER "/net/fixtures/torch.safetensors", &golden, &error));
}

static const float* tensor(const char* name, size_t count) {
    const wend_tensor* t = wend_tensors_find(&golden, name);
    if (!t || t->count != count)
        test_fail(__FILE__, __LINE__, "%s: %zu floats, not %zu", name, t ? t->count : 0, count);
    return t->data;
}

static void check_same(const char* name, const float* x, size_t count, double tolerance) {
    const float* expected = tensor(name, count);
    test_count_check();
    for (size_t i = 0; i < count; i++)
        if (!(fabs((double)x[i] - (double)expected[i]) <= tolerance))
            test_fail(__FILE__, __LINE__, "%s[%zu] is %.9g, PyTorch has %.9g", name, i,
                      (double)x[i], (double)expected[i]);
}

TEST(lstm_is_pytorchs) {
    open_golden();
    wend_cell c = {.steps = 4, .batch = 3, .in = 5, .size = 7};
    float state[3 * 14], last[3 * 14], y[84], dy[84], dx[60] = {0}, packed[4096], saved[1024];
    float scratch[4096], dwx[140] = {0}, dwh[196] = {0}, dbx[28] = {0}, dbh[28] = {0};
    uint8_t keep[12];
    memset(keep, 1, sizeof keep);
    CHECK(wend_lstm_packed_size(5, 7) <= 4096 && wend_lstm_saved_size(&c) <= 1024);
    CHECK(wend_lstm_scratch_size(&c) <= 4096);
    for (int b = 0; b < 3; b++) {
        memcpy(state + 14 * b, tensor("lstm.h", 21) + 7 * b, 7 * sizeof(float));
        memcpy(state + 14 * b + 7, tensor("lstm.c", 21) + 7 * b, 7 * sizeof(float));
    }
    const float* x = tensor("lstm.x", 60);
    wend_lstm_pack(5, 7, tensor("lstm.weight_ih", 140), tensor("lstm.weight_hh", 196), packed);
    wend_lstm_forward(&c, x, state, keep, packed, tensor("lstm.bias_ih", 28),
                      tensor("lstm.bias_hh", 28), y, last, saved, scratch, NULL);
    check_same("lstm.y", y, 84, 1e-6);
    for (int b = 0; b < 3; b++)
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(last[14 * b + 7 + i], tensor("lstm.cn", 21)[7 * b + i], 1e-6);
    gradient_probe(dy, 84);
    wend_lstm_backward(&c, x, keep, packed, saved, dy, dx, dwx, dwh, dbx, dbh, scratch, NULL);
    check_same("lstm.dx", dx, 60, 2e-6);
    check_same("lstm.d_weight_ih", dwx, 140, 1e-5);
    check_same("lstm.d_weight_hh", dwh, 196, 1e-5);
    check_same("lstm.d_bias_hh", dbh, 28, 1e-5);
    wend_tensors_destroy(&golden);
}

TEST(norms_are_pytorchs) {
    open_golden();
    float y[48], dy[48], dx[48] = {0}, mean[8], rstd[8], dscale[6] = {0}, dshift[6] = {0};
    gradient_probe(dy, 48);
    const float *x = tensor("layer_norm.x", 48), *scale = tensor("layer_norm.scale", 6);
    wend_layer_norm_forward(8, 6, x, scale, tensor("layer_norm.shift", 6), y, mean, rstd);
    wend_layer_norm_backward(8, 6, x, scale, mean, rstd, dy, dx, dscale, dshift);
    check_same("layer_norm.y", y, 48, 1e-6);
    check_same("layer_norm.dx", dx, 48, 2e-6);
    check_same("layer_norm.dscale", dscale, 6, 5e-6);
    check_same("layer_norm.dshift", dshift, 6, 5e-6);

    float running_mean[6] = {0}, running_variance[6] = {1, 1, 1, 1, 1, 1};
    memset(dx, 0, sizeof dx), memset(dscale, 0, sizeof dscale), memset(dshift, 0, sizeof dshift);
    x = tensor("batch_norm.x", 48), scale = tensor("batch_norm.scale", 6);
    wend_batch_norm_forward(8, 6, x, scale, tensor("batch_norm.shift", 6), true, running_mean,
                            running_variance, y, mean, rstd);
    wend_batch_norm_backward(8, 6, x, scale, mean, rstd, dy, dx, dscale, dshift);
    check_same("batch_norm.y", y, 48, 2e-6);
    check_same("batch_norm.dx", dx, 48, 2e-6);
    check_same("batch_norm.dscale", dscale, 6, 5e-6);
    check_same("batch_norm.mean", running_mean, 6, 1e-6);
    check_same("batch_norm.variance", running_variance, 6, 1e-6);
    wend_tensors_destroy(&golden);
}

TEST(attention_is_pytorchs) {
    open_golden();
    wend_attention a = {2, 3, 5, 8, 2};
    float y[48], weights[60], dy[48], dq[48] = {0}, dk[80] = {0}, dv[80] = {0};
    uint8_t seen[30];
    for (int i = 0; i < 30; i++) seen[i] = tensor("attention.seen", 30)[i] != 0;
    const float *q = tensor("attention.q", 48), *k = tensor("attention.k", 80);
    const float* v = tensor("attention.v", 80);
    wend_attention_forward(&a, q, k, v, seen, y, weights, NULL);
    check_same("attention.y", y, 48, 1e-6);
    gradient_probe(dy, 48);
    wend_attention_backward(&a, q, k, v, weights, dy, dq, dk, dv, NULL);
    check_same("attention.dq", dq, 48, 2e-6);
    check_same("attention.dk", dk, 80, 2e-6);
    check_same("attention.dv", dv, 80, 2e-6);
    wend_tensors_destroy(&golden);
}

TEST(pooling_is_pytorchs) {
    open_golden();
    wend_pooling p = {7, 5, 3, 3, 2};
    float y[36], dy[36], dx[210] = {0};
    int32_t at[36];
    const float* x = tensor("pool.x", 210);
    gradient_probe(dy, 36);
    wend_max_pool_forward(&p, 2, x, y, at);
    wend_max_pool_backward(&p, 2, at, dy, dx);
    check_same("max_pool.y", y, 36, 0);
    check_same("max_pool.dx", dx, 210, 1e-6);
    memset(dx, 0, sizeof dx);
    wend_mean_pool_forward(&p, 2, x, y);
    wend_mean_pool_backward(&p, 2, dy, dx);
    check_same("mean_pool.y", y, 36, 1e-6);
    check_same("mean_pool.dx", dx, 210, 1e-6);
    wend_tensors_destroy(&golden);
}

// ---- a policy, ten steps of PPO -----------------------------------------------------------------

enum { ROWS = 15 };

static wend_network_def policy_def(void) {
    wend_network_def d = {0};
    int rgb = wend_network_input(&d, "rgb", WEND_INPUT_BYTES, 14, 14, 3);
    int depth = wend_network_input(&d, "depth", WEND_INPUT_FLOATS, 14, 14, 1);
    int goal = wend_network_input(&d, "goal", WEND_INPUT_INDEX, 1, 1, 1);
    int eye = wend_network_concat(&d, "rgbd", (int[]){rgb, depth}, 2);
    eye = wend_network_relu(&d, wend_network_conv(&d, "conv1", eye, 16, 4, 2));
    eye = wend_network_relu(&d, wend_network_conv(&d, "conv2", eye, 16, 3, 1));
    eye = wend_network_relu(&d, wend_network_linear(&d, "eye", eye, 24));
    goal = wend_network_embedding(&d, "goal_embed", goal, 5, 6);
    int all = wend_network_concat(&d, "all", (int[]){eye, goal}, 2);
    int memory = wend_network_gru(&d, "memory", all, 16);
    wend_network_linear(&d, "actor", memory, 4);
    wend_network_linear(&d, "critic", memory, 1);
    return d;
}

typedef struct policy_case {
    wend_network* net;
    wend_network_space* space;
    uint8_t rgb[ROWS * 14 * 14 * 3], goal[ROWS], keep[ROWS], valid[ROWS];
    int32_t action[ROWS];
    wend_network_run run;
    wend_ppo_batch batch;
    int actor, critic;
} policy_case;

static void bytes_of(const char* name, size_t count, uint8_t* to) {
    const float* x = tensor(name, count);
    for (size_t i = 0; i < count; i++) to[i] = (uint8_t)x[i];
}

static void copy_weights(policy_case* c, const char* from) {
    for (int i = 0; i < wend_network_parameter_count(c->net); i++) {
        const wend_parameter* p = wend_network_parameter(c->net, i);
        char name[64];
        snprintf(name, sizeof name, "%s.%s", from, p->name);
        memcpy(wend_network_weights(c->net) + p->offset, tensor(name, p->size),
               p->size * sizeof(float));
    }
    wend_network_pack(c->net);
}

static void policy_open(policy_case* c, wend_pool* pool) {
    wend_error error;
    wend_network_def def = policy_def();
    open_golden();
    CHECK_OK(wend_network_create(&def, 1, &c->net, &error));
    CHECK_OK(wend_network_space_create(c->net, 5, 3, true, pool, &c->space, &error));
    copy_weights(c, "first");
    bytes_of("ppo.rgb", sizeof c->rgb, c->rgb);
    bytes_of("ppo.goal", ROWS, c->goal);
    bytes_of("ppo.keep", ROWS, c->keep);
    bytes_of("ppo.valid", ROWS, c->valid);
    for (int i = 0; i < ROWS; i++) c->action[i] = (int32_t)tensor("ppo.action", ROWS)[i];
    c->run = (wend_network_run){.steps = 5,
                                .batch = 3,
                                .inputs = {c->rgb, tensor("ppo.depth", ROWS * 196), c->goal},
                                .keep = c->keep,
                                .state = tensor("ppo.state", 48)};
    c->actor = wend_network_find(&def, "actor"), c->critic = wend_network_find(&def, "critic");
    c->batch = (wend_ppo_batch){.rows = ROWS,
                                .actions = 4,
                                .logits = wend_network_result(c->space, c->actor),
                                .values = wend_network_result(c->space, c->critic),
                                .action = c->action,
                                .old_log_probability = tensor("ppo.old", ROWS),
                                .old_values = tensor("ppo.old_values", ROWS),
                                .advantages = tensor("ppo.advantages", ROWS),
                                .returns = tensor("ppo.returns", ROWS),
                                .valid = c->valid};
}

static void policy_close(policy_case* c) {
    wend_network_space_destroy(c->space);
    wend_network_destroy(c->net);
    wend_tensors_destroy(&golden);
}

static wend_ppo_losses policy_gradient(policy_case* c, float* gradients) {
    wend_ppo_loss_def def = wend_ppo_loss_default_def();
    memset(gradients, 0, wend_network_weight_count(c->net) * sizeof *gradients);
    wend_network_forward(c->net, c->space, &c->run);
    wend_ppo_losses losses =
        wend_ppo_loss(&def, &c->batch, wend_network_result_gradient(c->space, c->actor),
                      wend_network_result_gradient(c->space, c->critic));
    wend_network_backward(c->net, c->space, &c->run, gradients);
    return losses;
}

TEST(a_policys_results_and_gradients_are_pytorchs) {
    static policy_case c;
    policy_open(&c, NULL);
    float* gradients = wend_alloc(wend_network_weight_count(c.net) * sizeof *gradients);
    policy_gradient(&c, gradients);
    check_same("ppo.logits", c.batch.logits, ROWS * 4, 2e-6);
    check_same("ppo.values", c.batch.values, ROWS, 2e-6);
    for (int i = 0; i < wend_network_parameter_count(c.net); i++) {
        const wend_parameter* p = wend_network_parameter(c.net, i);
        char name[64];
        snprintf(name, sizeof name, "gradient.%s", p->name);
        check_same(name, gradients + p->offset, p->size, 1e-6);
    }
    wend_free(gradients);
    policy_close(&c);
}

// The memory of ten steps: gradients, their norm, clipping, Adam.
static void ten_steps(policy_case* c, bool compare) {
    size_t count = wend_network_weight_count(c->net);
    float *gradients = wend_alloc(count * sizeof *gradients),
          *m = wend_alloc_zero(count, sizeof *m);
    float* v = wend_alloc_zero(count, sizeof *v);
    wend_adam_def adam = wend_adam_default_def();
    adam.epsilon = 1e-5f;
    for (int step = 0; step < 10; step++) {
        wend_ppo_losses losses = policy_gradient(c, gradients);
        double norm = wend_gradient_clip(count, 0.2f, gradients, NULL);
        const float* expected = tensor("ppo.losses", 50) + 5 * step;
        if (compare) {
            CHECK_NEAR(losses.policy, expected[0], 2e-5);
            CHECK_NEAR(losses.value, expected[1], 2e-5);
            CHECK_NEAR(losses.entropy, expected[2], 2e-5);
            CHECK_NEAR(losses.total, expected[3], 2e-5);
            CHECK_NEAR(norm, expected[4], 2e-4);
        }
        wend_adam_step(&adam, count, step + 1, 1e-2f, gradients, m, v, wend_network_weights(c->net),
                       NULL);
        wend_network_pack(c->net);
    }
    wend_free(gradients), wend_free(m), wend_free(v);
}

TEST(ten_steps_of_ppo_have_pytorchs_losses_and_weights) {
    static policy_case c;
    policy_open(&c, NULL);
    ten_steps(&c, true);
    for (int i = 0; i < wend_network_parameter_count(c.net); i++) {
        const wend_parameter* p = wend_network_parameter(c.net, i);
        char name[64];
        snprintf(name, sizeof name, "last.%s", p->name);
        if (wend_tensors_find(&golden, name))
            check_same(name, wend_network_weights(c.net) + p->offset, p->size, 2e-4);
    }
    policy_close(&c);
}

TEST(ten_steps_of_ppo_give_the_same_bytes_for_any_number_of_threads) {
    uint64_t hash[3];
    for (int threads = 1; threads <= 3; threads++) {
        static policy_case c;
        wend_error error;
        wend_pool* pool;
        CHECK_OK(wend_pool_create(threads, &pool, &error));
        policy_open(&c, pool);
        ten_steps(&c, false);
        hash[threads - 1] = wend_hash(wend_network_weights(c.net),
                                      wend_network_weight_count(c.net) * sizeof(float), 0);
        policy_close(&c);
        wend_pool_destroy(pool);
    }
    CHECK(hash[0] == hash[1] && hash[1] == hash[2]);
}
