// The tape's gradients against small changes of the weights, operation by operation.
#include <math.h>

#include "net/gradient.h"
#include "net/tape.h"

struct tape_model;
typedef struct tape_case {
    const char* name;
    int (*build)(tape* t, const struct tape_model* m);
} tape_case;

// Two matrices, a table, and vectors, used by every case as it needs them.
typedef struct tape_model {
    parameters p;
    int first, second, wide, table, bias, ones, shift;
} tape_model;

enum { ROWS = 6, IN = 8, OUT = 8 };

static tape_model tape_model_make(void) {
    tape_model m = {0};
    m.first = parameters_matrix(&m.p, "first", IN, OUT);
    m.second = parameters_matrix(&m.p, "second", IN, OUT);
    m.wide = parameters_matrix(&m.p, "wide", IN, 4 * OUT);
    m.table = parameters_table(&m.p, "table", 5, IN, 0.7f);
    m.bias = parameters_vector(&m.p, "bias", OUT, 4);
    m.ones = parameters_ones(&m.p, "ones", OUT);
    m.shift = parameters_vector(&m.p, "shift", OUT, 0);
    CHECK_INT(parameters_create(&m.p, 3, NULL), WEND_OK);
    gradient_fill(parameters_at(&m.p, m.first), IN * OUT, 1);
    gradient_fill(parameters_at(&m.p, m.second), IN * OUT, 2);
    gradient_fill(parameters_at(&m.p, m.table), 5 * IN, 4);
    parameters_pack(&m.p);
    return m;
}

static const int32_t picked[ROWS] = {0, 3, -1, 4, 1, 3};

static int embedded(tape* t, const tape_model* m) {
    return tape_embedding(t, m->table, ROWS, picked);
}
static int first_of(tape* t, const tape_model* m) {
    return tape_linear(t, embedded(t, m), m->first, m->bias);
}
static int second_of(tape* t, const tape_model* m) {
    return tape_linear(t, embedded(t, m), m->second, -1);
}

static int case_rows(tape* t, const tape_model* m) {
    static const int32_t index[5] = {5, 0, 0, -1, 2};
    return tape_rows(t, first_of(t, m), 5, index);
}
static int case_part(tape* t, const tape_model* m) {
    return tape_tanh(t, tape_part(t, first_of(t, m), 2, 3));
}
static int case_slice_and_concat(tape* t, const tape_model* m) {
    int x = first_of(t, m), y = second_of(t, m);
    int parts[3] = {tape_slice(t, x, 2, 3), y, tape_slice(t, x, 0, 4)};
    return tape_tanh(t, tape_concat(t, parts, 3));
}
static int case_stack(tape* t, const tape_model* m) {
    int parts[2] = {first_of(t, m), second_of(t, m)};
    return tape_tanh(t, tape_stack(t, parts, 2));
}
static int case_bags(tape* t, const tape_model* m) {
    static const int32_t first[4] = {0, 2, 2, 5}, index[5] = {1, 0, 3, 3, 2};
    static const float weight[5] = {0.5f, -1, 2, 0.25f, 1};
    tape_bag bag = {3, first, index, weight};
    return tape_sum_bags(t, first_of(t, m), &bag);
}
static int case_add_row(tape* t, const tape_model* m) {
    return tape_tanh(t, tape_add(t, first_of(t, m), tape_weight(t, m->bias)));
}
static int case_multiply(tape* t, const tape_model* m) {
    return tape_scale(t, tape_multiply(t, first_of(t, m), second_of(t, m)), 0.5f);
}
static int case_dot(tape* t, const tape_model* m) {
    return tape_dot(t, first_of(t, m), second_of(t, m));
}
static int case_products(tape* t, const tape_model* m) {
    return tape_products(t, first_of(t, m), tape_part(t, second_of(t, m), 1, 5));
}
static int case_activations(tape* t, const tape_model* m) {
    int x = first_of(t, m);
    int y = tape_add(t, tape_sigmoid(t, x), tape_gelu(t, second_of(t, m)));
    return tape_add(t, y, tape_relu(t, x));
}
static int case_layer_norm(tape* t, const tape_model* m) {
    return tape_layer_norm(t, first_of(t, m), m->ones, m->shift);
}
static int case_lstm(tape* t, const tape_model* m) {
    int gates = tape_linear(t, embedded(t, m), m->wide, -1);
    int parts[2] = {first_of(t, m), second_of(t, m)};
    int state = tape_lstm(t, gates, tape_concat(t, parts, 2));
    return tape_lstm(t, gates, state);
}
static int case_attend(tape* t, const tape_model* m) {
    static const int32_t groups[2] = {0, 4};
    static const uint8_t seen[6] = {1, 1, 1, 0, 1, 1};
    int q = tape_rows(t, first_of(t, m), 2, groups);
    int k = second_of(t, m);
    return tape_attend(t, q, k, tape_slice(t, first_of(t, m), 1, 5), seen);
}
static int case_attention(tape* t, const tape_model* m) {
    wend_attention a = {.groups = 2, .queries = 3, .slots = 3, .size = OUT, .heads = 2};
    return tape_attention(t, &a, first_of(t, m), second_of(t, m), first_of(t, m), NULL);
}
// Groups of two, no and four rows; the second one's query has no slots.
static int case_ragged_attention(tape* t, const tape_model* m) {
    static const int32_t first_q[4] = {0, 2, 3, 6}, first_k[4] = {0, 2, 2, 6};
    ragged_attention a = {
        .groups = 3, .size = OUT, .heads = 2, .first_q = first_q, .first_k = first_k};
    return tape_ragged_attention(t, &a, first_of(t, m), second_of(t, m), first_of(t, m));
}
static int case_dropout(tape* t, const tape_model* m) {
    t->learning = true;
    t->rng = wend_rng_make(7, 0);
    return tape_dropout(t, first_of(t, m), 0.4f);
}

static const tape_case tape_cases[] = {
    {"rows", case_rows},
    {"part", case_part},
    {"slice", case_slice_and_concat},
    {"stack", case_stack},
    {"bags", case_bags},
    {"add", case_add_row},
    {"multiply", case_multiply},
    {"dot", case_dot},
    {"activations", case_activations},
    {"products", case_products},
    {"layer norm", case_layer_norm},
    {"lstm", case_lstm},
    {"attend", case_attend},
    {"attention", case_attention},
    {"ragged attention", case_ragged_attention},
    {"dropout", case_dropout},
};

typedef struct tape_check {
    tape t;
    tape_model* m;
    const tape_case* c;
} tape_check;

static double tape_loss(void* context) {
    tape_check* k = context;
    parameters_pack(&k->m->p);
    tape_begin(&k->t, &k->m->p, NULL);
    int y = k->c->build(&k->t, k->m);
    const tape_node* node = &k->t.nodes.items[y];
    return gradient_probed(node->value, (size_t)node->rows * (size_t)node->size);
}

TEST(gradients_of_the_tape_agree_with_small_changes) {
    for (size_t i = 0; i < sizeof tape_cases / sizeof *tape_cases; i++) {
        tape_model m = tape_model_make();
        float* gradients = wend_alloc_zero(m.p.size, sizeof *gradients);
        tape_check k = {.m = &m, .c = &tape_cases[i]};
        tape_begin(&k.t, &m.p, gradients);
        int y = k.c->build(&k.t, &m);
        CHECK(!k.t.failed);
        gradient_probe(tape_gradient(&k.t, y),
                       (size_t)k.t.nodes.items[y].rows * (size_t)k.t.nodes.items[y].size);
        tape_backward(&k.t);
        gradient_case c = {tape_loss, &k};
        gradient_check(&c, k.c->name, m.p.values, gradients, m.p.size, 2e-3);
        tape_destroy(&k.t);
        wend_free(gradients);
        parameters_destroy(&m.p);
    }
}

TEST(a_tape_takes_no_memory_once_it_has_seen_its_computation) {
    tape_model m = tape_model_make();
    float* gradients = wend_alloc_zero(m.p.size, sizeof *gradients);
    tape t = {0};
    tape_begin(&t, &m.p, gradients);
    case_lstm(&t, &m);
    wend_memory_stats before = wend_memory_get_stats();
    for (int i = 0; i < 5; i++) {
        tape_begin(&t, &m.p, gradients);
        case_lstm(&t, &m);
        tape_backward(&t);
    }
    CHECK_INT(wend_memory_get_stats().live_blocks, before.live_blocks);
    tape_destroy(&t);
    wend_free(gradients);
    parameters_destroy(&m.p);
}

TEST(attention_of_a_group_without_slots_is_zero) {
    tape_model m = tape_model_make();
    tape t = {0};
    static const uint8_t none[6] = {0};
    static const int32_t groups[2] = {0, 1};
    tape_begin(&t, &m.p, NULL);
    int x = first_of(&t, &m);
    int y = tape_attend(&t, tape_rows(&t, x, 2, groups), x, x, none);
    for (int i = 0; i < 2 * OUT; i++) CHECK_NEAR(tape_value(&t, y)[i], 0, 0);
    tape_destroy(&t);
    parameters_destroy(&m.p);
}

// A tape that meets computations of many sizes keeps the memory of the largest, not of all of them.
TEST(the_memory_of_a_tape_is_that_of_its_largest_computation) {
    parameters p = {0};
    tape t = {0};
    wend_error error;
    size_t most = 0;
    int w = parameters_matrix(&p, "w", 16, 16);
    CHECK_OK(parameters_create(&p, 1, &error));
    for (int round = 0; round < 40; round++) {
        int rows = 1000 * (1 + round * 17 % 40);
        tape_begin(&t, &p, NULL);
        int x = tape_zeros(&t, rows, 16);
        for (int k = 0; k < 20; k++) x = tape_linear(&t, x, w, -1);
        CHECK(!t.failed);
        if (t.taken > most) most = t.taken;
    }
    size_t held = 0;
    tape_begin(&t, &p, NULL);
    for (size_t i = 0; i < t.blocks.count; i++) held += t.blocks.items[i].size;
    CHECK(held <= most + most / 4);
    tape_destroy(&t);
    parameters_destroy(&p);
}
