#include "model/transformer.h"

#include <stdio.h>

typedef struct transformer_name {
    char text[48];
} transformer_name;

static transformer_name transformer_join(const char* name, const char* part) {
    transformer_name joined;
    snprintf(joined.text, sizeof joined.text, "%s.%s", name, part);
    return joined;
}

transformer_norm transformer_add_norm(parameters* p, const char* name, int size) {
    transformer_norm norm;
    norm.scale = parameters_ones(p, transformer_join(name, "scale").text, size);
    norm.shift = parameters_vector(p, transformer_join(name, "shift").text, size, 0);
    return norm;
}

transformer_linear transformer_add_linear(parameters* p, const char* name, int in, int out) {
    transformer_linear linear;
    linear.weight = parameters_matrix(p, transformer_join(name, "weight").text, in, out);
    linear.bias = parameters_vector(p, transformer_join(name, "bias").text, out, in);
    return linear;
}

transformer_linear transformer_add_identity(parameters* p, const char* name, int size) {
    transformer_linear linear;
    linear.weight = parameters_identity(p, transformer_join(name, "weight").text, size, size);
    linear.bias = parameters_vector(p, transformer_join(name, "bias").text, size, size);
    return linear;
}

transformer_attention transformer_add_attention(parameters* p, const char* name, int size) {
    transformer_attention a;
    a.query = transformer_add_linear(p, transformer_join(name, "query").text, size, size);
    a.key = transformer_add_linear(p, transformer_join(name, "key").text, size, size);
    a.value = transformer_add_linear(p, transformer_join(name, "value").text, size, size);
    a.out = transformer_add_linear(p, transformer_join(name, "out").text, size, size);
    a.norm = transformer_add_norm(p, transformer_join(name, "norm").text, size);
    return a;
}

transformer_feed transformer_add_feed(parameters* p, const char* name, int size, int inner) {
    transformer_feed f;
    f.in = transformer_add_linear(p, transformer_join(name, "in").text, size, inner);
    f.out = transformer_add_linear(p, transformer_join(name, "out").text, inner, size);
    f.norm = transformer_add_norm(p, transformer_join(name, "norm").text, size);
    return f;
}

transformer_layer transformer_add_layer(parameters* p, const char* name, int size, int inner) {
    transformer_layer l;
    l.attention = transformer_add_attention(p, transformer_join(name, "attention").text, size);
    l.feed = transformer_add_feed(p, transformer_join(name, "feed").text, size, inner);
    return l;
}

int transformer_norm_of(tape* t, transformer_norm norm, int x) {
    return tape_layer_norm(t, x, norm.scale, norm.shift);
}

int transformer_linear_of(tape* t, transformer_linear linear, int x) {
    return tape_linear(t, x, linear.weight, linear.bias);
}

// LN(x + dropout(y))
static int transformer_residual(const transformer* m, tape* t, transformer_norm norm, int x,
                                int y) {
    return transformer_norm_of(t, norm, tape_add(t, x, tape_dropout(t, y, m->dropout)));
}

int transformer_attend(const transformer* m, tape* t, const transformer_attention* a, int x,
                       ragged xs, int keys, int values, ragged slots) {
    ragged_attention r = {.groups = xs.groups,
                          .size = m->size,
                          .heads = m->heads,
                          .first_q = xs.first,
                          .first_k = slots.first};
    int query = transformer_linear_of(t, a->query, x);
    int read = tape_ragged_attention(t, &r, query, keys, values);
    return transformer_residual(m, t, a->norm, x, transformer_linear_of(t, a->out, read));
}

int transformer_attend_self(const transformer* m, tape* t, const transformer_attention* a, int x,
                            ragged xs) {
    return transformer_attend(m, t, a, x, xs, transformer_linear_of(t, a->key, x),
                              transformer_linear_of(t, a->value, x), xs);
}

int transformer_feed_of(const transformer* m, tape* t, const transformer_feed* f, int x) {
    int inner = tape_gelu(t, transformer_linear_of(t, f->in, x));
    return transformer_residual(m, t, f->norm, x, transformer_linear_of(t, f->out, inner));
}

int transformer_layer_of(const transformer* m, tape* t, const transformer_layer* l, int x,
                         ragged xs) {
    return transformer_feed_of(m, t, &l->feed, transformer_attend_self(m, t, &l->attention, x, xs));
}
