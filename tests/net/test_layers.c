// Every layer's gradients against small changes of its inputs and weights.
#include "net/arrays.h"

// ---- linear -------------------------------------------------------------------------------------

typedef struct linear_case {
    int rows, in, out;
    float *x, *w, *b, *packed, *y;
} linear_case;

static double linear_loss(void* context) {
    linear_case* c = context;
    wend_linear_pack(c->w, c->in, c->out, c->packed);
    wend_linear_forward(c->rows, c->in, c->out, c->x, c->packed, c->b, c->y, NULL);
    return gradient_probed(c->y, (size_t)(c->rows * c->out));
}

TEST(linear_gradients_are_those_of_small_changes) {
    linear_case c = {.rows = 7, .in = 13, .out = 19};
    c.x = made(7 * 13, 1), c.w = made(13 * 19, 2), c.b = made(19, 3), c.y = zeros(7 * 19);
    c.packed = zeros(wend_linear_packed_size(13, 19));
    float *dx = zeros(7 * 13), *dw = zeros(13 * 19), *db = zeros(19), *dy = probes(7 * 19);
    float* scratch = zeros(wend_linear_scratch_size(7, 13, 19));
    gradient_case g = {linear_loss, &c};
    linear_loss(&c);
    wend_linear_backward(7, 13, 19, c.x, c.packed, dy, dx, dw, db, scratch, NULL);
    gradient_check(&g, "dx", c.x, dx, 7 * 13, 1e-4);
    gradient_check(&g, "dw", c.w, dw, 13 * 19, 1e-4);
    gradient_check(&g, "db", c.b, db, 19, 1e-4);
}

// ---- pooling ------------------------------------------------------------------------------------

typedef struct pooling_case {
    wend_pooling p;
    bool mean;
    float *x, *y;
    int32_t* at;
} pooling_case;

static double pooling_loss(void* context) {
    pooling_case* c = context;
    if (c->mean)
        wend_mean_pool_forward(&c->p, 2, c->x, c->y);
    else
        wend_max_pool_forward(&c->p, 2, c->x, c->y, c->at);
    return gradient_probed(c->y, 2 * 3 * 2 * 3);
}

TEST(pooling_gradients_are_those_of_small_changes) {
    for (int mean = 0; mean < 2; mean++) {
        pooling_case c = {.p = {7, 5, 3, 3, 2}, .mean = mean};
        c.x = made(2 * 7 * 5 * 3, 1), c.y = zeros(36),
        c.at = hold(wend_alloc_zero(36, sizeof *c.at));
        float *dy = probes(36), *dx = zeros(2 * 7 * 5 * 3);
        gradient_case g = {pooling_loss, &c};
        pooling_loss(&c);
        if (mean)
            wend_mean_pool_backward(&c.p, 2, dy, dx);
        else
            wend_max_pool_backward(&c.p, 2, c.at, dy, dx);
        gradient_check(&g, mean ? "mean pool dx" : "max pool dx", c.x, dx, 2 * 7 * 5 * 3, 1e-3);
    }
}

// ---- one number at a time -----------------------------------------------------------------------

typedef struct point_case {
    void (*forward)(size_t count, const float* x, float* y);
    float *x, *y;
} point_case;

static double point_loss(void* context) {
    point_case* c = context;
    c->forward(50, c->x, c->y);
    return gradient_probed(c->y, 50);
}

TEST(activation_gradients_are_those_of_small_changes) {
    static const struct {
        const char* name;
        void (*forward)(size_t count, const float* x, float* y);
        void (*backward)(size_t count, const float* y, const float* dy, float* dx);
    } kinds[] = {{"relu", wend_relu_forward, wend_relu_backward},
                 {"tanh", wend_tanh_forward, wend_tanh_backward},
                 {"sigmoid", wend_sigmoid_forward, wend_sigmoid_backward}};
    for (int i = 0; i < 3; i++) {
        point_case c = {kinds[i].forward, made(50, 1), zeros(50)};
        float *dx = zeros(50), *dy = probes(50);
        gradient_case g = {point_loss, &c};
        point_loss(&c);
        kinds[i].backward(50, c.y, dy, dx);
        gradient_check(&g, kinds[i].name, c.x, dx, 50, 1e-3);
    }
}

TEST(tanh_and_sigmoid_are_exact_to_six_digits_and_keep_nan) {
    float x[401], y[401];
    for (int i = 0; i <= 400; i++) x[i] = (float)(i - 200) * 0.5f;
    wend_tanh_forward(401, x, y);
    for (int i = 0; i <= 400; i++) CHECK_NEAR(y[i], tanh((double)x[i]), 3e-7);
    wend_sigmoid_forward(401, x, y);
    for (int i = 0; i <= 400; i++) CHECK_NEAR(y[i], 1 / (1 + exp(-(double)x[i])), 3e-7);
    x[0] = NAN;
    wend_tanh_forward(1, x, y);
    CHECK(isnan(y[0]));
}

TEST(dropout_keeps_the_mean_and_the_gradient_of_what_it_kept) {
    enum { N = 20000 };
    float *x = zeros(N), *y = zeros(N), *dx = zeros(N);
    uint8_t* keep = hold(wend_alloc(N));
    wend_rng rng = wend_rng_make(3, 4);
    double sum = 0;
    for (int i = 0; i < N; i++) x[i] = 1;
    wend_dropout_forward(N, 0.3f, &rng, x, y, keep);
    for (int i = 0; i < N; i++) sum += y[i];
    CHECK_NEAR(sum / N, 1, 0.02);
    wend_dropout_backward(N, 0.3f, keep, x, dx);
    CHECK(memcmp(dx, y, N * sizeof *y) == 0);  // x and dy are the same
}

TEST(an_embedding_looks_rows_up_and_adds_gradients_there) {
    const int32_t index[] = {2, 0, 2, 9, -1};
    const float w[] = {1, 2, 3, 4, 5, 6}, dy[] = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
    float y[10], dw[6] = {0};
    wend_embedding_forward(5, 3, 2, index, w, y);
    CHECK(y[0] == 5 && y[1] == 6 && y[2] == 1 && y[4] == 5);
    CHECK(y[6] == 0 && y[8] == 0);  // outside the table
    wend_embedding_backward(5, 3, 2, index, dy, dw);
    CHECK(dw[0] == 2 && dw[2] == 0 && dw[4] == 4 && dw[5] == 4);
}

// ---- normalisation ------------------------------------------------------------------------------

typedef struct norm_case {
    bool batch;
    float *x, *scale, *shift, *y, *mean, *rstd;
    float running_mean[6], running_variance[6];
} norm_case;

static double norm_loss(void* context) {
    norm_case* c = context;
    if (c->batch)
        wend_batch_norm_forward(8, 6, c->x, c->scale, c->shift, true, c->running_mean,
                                c->running_variance, c->y, c->mean, c->rstd);
    else
        wend_layer_norm_forward(8, 6, c->x, c->scale, c->shift, c->y, c->mean, c->rstd);
    return gradient_probed(c->y, 48);
}

TEST(norm_gradients_are_those_of_small_changes) {
    for (int batch = 0; batch < 2; batch++) {
        norm_case c = {.batch = batch};
        c.x = made(48, 1), c.scale = made(6, 2), c.shift = made(6, 3), c.y = zeros(48);
        c.mean = zeros(8), c.rstd = zeros(8);
        float *dx = zeros(48), *dscale = zeros(6), *dshift = zeros(6), *dy = probes(48);
        gradient_case g = {norm_loss, &c};
        norm_loss(&c);
        if (batch)
            wend_batch_norm_backward(8, 6, c.x, c.scale, c.mean, c.rstd, dy, dx, dscale, dshift);
        else
            wend_layer_norm_backward(8, 6, c.x, c.scale, c.mean, c.rstd, dy, dx, dscale, dshift);
        gradient_check(&g, "norm dx", c.x, dx, 48, 2e-3);
        gradient_check(&g, "norm dscale", c.scale, dscale, 6, 1e-3);
        gradient_check(&g, "norm dshift", c.shift, dshift, 6, 1e-3);
    }
}

TEST(batch_norm_at_rest_uses_what_it_learned) {
    const float x[] = {1, 3, 5}, one = 1, zero = 0;
    float running_mean = 0, running_variance = 1, y[3], mean, rstd;
    wend_batch_norm_forward(3, 1, x, &one, &zero, true, &running_mean, &running_variance, y, &mean,
                            &rstd);
    CHECK_NEAR(running_mean, 0.3, 1e-6);
    CHECK_NEAR(running_variance, 0.9 + 0.1 * 4, 1e-6);  // the unbiased variance
    wend_batch_norm_forward(3, 1, x, &one, &zero, false, &running_mean, &running_variance, y, &mean,
                            &rstd);
    CHECK_NEAR(y[1], (3 - 0.3) / sqrt(1.3 + 1e-5), 1e-5);
    CHECK_NEAR(running_mean, 0.3, 1e-6);
}

// ---- attention ----------------------------------------------------------------------------------

typedef struct attention_case {
    wend_attention a;
    uint8_t seen[2 * 3 * 5];
    float *q, *k, *v, *y, *weights;
} attention_case;

static double attention_loss(void* context) {
    attention_case* c = context;
    wend_attention_forward(&c->a, c->q, c->k, c->v, c->seen, c->y, c->weights, NULL);
    return gradient_probed(c->y, 2 * 3 * 8);
}

TEST(attention_gradients_are_those_of_small_changes) {
    attention_case c = {.a = {2, 3, 5, 8, 2}};
    c.q = made(48, 1), c.k = made(80, 2), c.v = made(80, 3), c.y = zeros(48);
    c.weights = zeros(2 * 2 * 3 * 5);
    for (int i = 0; i < 30; i++) c.seen[i] = i % 4 != 0;
    for (int s = 0; s < 5; s++) c.seen[s] = 0;  // the first query sees nothing
    float *dq = zeros(48), *dk = zeros(80), *dv = zeros(80), *dy = probes(48);
    gradient_case g = {attention_loss, &c};
    attention_loss(&c);
    for (int i = 0; i < 8; i++) CHECK(c.y[i] == 0);
    wend_attention_backward(&c.a, c.q, c.k, c.v, c.weights, dy, dq, dk, dv, NULL);
    gradient_check(&g, "dq", c.q, dq, 48, 2e-3);
    gradient_check(&g, "dk", c.k, dk, 80, 2e-3);
    gradient_check(&g, "dv", c.v, dv, 80, 1e-3);
}

// ---- maps ---------------------------------------------------------------------------------------

typedef struct map_case {
    wend_projection p;
    wend_map_read r;
    const uint8_t* at;
    float *x, *base, *query, *map, *weights, *y;
    int32_t* from;
} map_case;

static double map_loss(void* context) {
    map_case* c = context;
    wend_project_forward(&c->p, 2, c->x, c->at, c->base, c->map, c->from);
    wend_map_read_forward(&c->r, 2, c->map, c->query, c->y, c->weights);
    return gradient_probed(c->y, 2 * 5) + gradient_probed(c->map, 2 * 25 * 3);
}

TEST(gradients_of_maps_are_those_of_small_changes) {
    // Two pixels share a cell, one falls nowhere.
    static const uint8_t at[] = {0, 4, 4, 8, 9, 2, 1, 1, 255, 5, 6, 7};
    static int32_t from[2 * 9 * 3];
    map_case c = {.p = {2, 3, 3, 5, 3}, .r = {5, 3}, .at = at, .from = from};
    c.x = made(36, 1), c.base = made(150, 2), c.query = made(6, 3);
    c.map = zeros(150), c.weights = zeros(50), c.y = zeros(10);
    float *dx = zeros(36), *dmap = probes(150), *dquery = zeros(6), *dy = probes(10);
    gradient_case g = {map_loss, &c};
    map_loss(&c);
    wend_map_read_backward(&c.r, 2, c.map, c.query, c.weights, dy, dmap, dquery);
    wend_project_backward(&c.p, 2, from, dmap, dx);
    gradient_check(&g, "dx", c.x, dx, 36, 2e-3);
    gradient_check(&g, "dquery", c.query, dquery, 6, 2e-3);
}

TEST(a_map_keeps_the_largest_of_what_falls_onto_a_cell) {
    static const wend_projection p = {1, 3, 1, 5, 3};
    static const float x[] = {2, 3, 7};
    static const uint8_t at[] = {1, 1, 9};  // ahead of the middle, twice; nowhere
    float base[25] = {[0] = 9, [7] = 1}, y[25];
    int32_t from[9];
    wend_project_forward(&p, 1, x, at, base, y, from);
    for (int i = 0; i < 25; i++) CHECK(y[i] == (i == 0 ? 9.0f : i == 7 ? 3.0f : 0.0f));
    CHECK_INT(from[1], 1);
    CHECK_INT(from[4], -1);
}

// ---- recurrent cells ----------------------------------------------------------------------------

typedef struct cell_case {
    wend_cell c;
    bool lstm;
    uint8_t keep[12];
    float *x, *start, *wx, *wh, *bx, *bh, *packed, *y, *saved, *scratch, *last;
} cell_case;

static double cell_loss(void* context) {
    cell_case* k = context;
    if (k->lstm) {
        wend_lstm_pack(k->c.in, k->c.size, k->wx, k->wh, k->packed);
        wend_lstm_forward(&k->c, k->x, k->start, k->keep, k->packed, k->bx, k->bh, k->y, k->last,
                          k->saved, k->scratch, NULL);
    } else {
        wend_gru_pack(k->c.in, k->c.size, k->wx, k->wh, k->packed);
        wend_gru_forward(&k->c, k->x, k->start, k->keep, k->packed, k->bx, k->bh, k->y, k->saved,
                         k->scratch, NULL);
    }
    return gradient_probed(k->y, (size_t)(k->c.steps * k->c.batch * k->c.size));
}

static cell_case cell_made(bool lstm) {
    wend_cell c = {.steps = 4, .batch = 3, .in = 5, .size = 7};
    size_t width = lstm ? 28 : 21;
    cell_case k = {.c = c, .lstm = lstm};
    for (int i = 0; i < 12; i++) k.keep[i] = i != 4 && i != 9;  // two episodes begin on the way
    k.x = made(60, 1), k.start = made(3 * 14, 2), k.y = zeros(84), k.last = zeros(3 * 14);
    k.wx = made(5 * width, 3), k.wh = made(7 * width, 4), k.bx = made(width, 5);
    k.bh = made(width, 6);
    k.packed = zeros(lstm ? wend_lstm_packed_size(5, 7) : wend_gru_packed_size(5, 7));
    k.saved = zeros(lstm ? wend_lstm_saved_size(&c) : wend_gru_saved_size(&c));
    k.scratch = zeros(lstm ? wend_lstm_scratch_size(&c) : wend_gru_scratch_size(&c));
    return k;
}

static void check_cell(bool lstm) {
    cell_case k = cell_made(lstm);
    size_t width = lstm ? 28 : 21;
    float *dx = zeros(60), *dwx = zeros(5 * width), *dwh = zeros(7 * width), *dbx = zeros(width);
    float *dbh = zeros(width), *dy = probes(84);
    gradient_case g = {cell_loss, &k};
    cell_loss(&k);
    (lstm ? wend_lstm_backward : wend_gru_backward)(&k.c, k.x, k.keep, k.packed, k.saved, dy, dx,
                                                    dwx, dwh, dbx, dbh, k.scratch, NULL);
    gradient_check(&g, "dx", k.x, dx, 60, 2e-3);
    gradient_check(&g, "dwx", k.wx, dwx, 5 * width, 2e-3);
    gradient_check(&g, "dwh", k.wh, dwh, 7 * width, 2e-3);
    gradient_check(&g, "dbx", k.bx, dbx, width, 2e-3);
    gradient_check(&g, "dbh", k.bh, dbh, width, 2e-3);
}

TEST(gru_gradients_are_those_of_small_changes) { check_cell(false); }
TEST(lstm_gradients_are_those_of_small_changes) { check_cell(true); }

TEST(a_sequence_is_the_same_as_its_steps_one_by_one) {
    for (int lstm = 0; lstm < 2; lstm++) {
        cell_case k = cell_made(lstm);
        cell_loss(&k);
        float* y = zeros(84);
        memcpy(y, k.y, 84 * sizeof *y);
        cell_case one = k;
        one.c.steps = 1;
        float* state = zeros(3 * 14);
        memcpy(state, k.start, 3 * 14 * sizeof *state);
        for (int t = 0; t < 4; t++) {
            one.x = k.x + t * 15;
            memcpy(one.keep, k.keep + 3 * t, 3);
            one.start = state;
            cell_loss(&one);
            CHECK(memcmp(one.y, y + t * 21, 21 * sizeof *y) == 0);
            memcpy(state, lstm ? one.last : one.y, (lstm ? 42 : 21) * sizeof *state);
        }
    }
}
