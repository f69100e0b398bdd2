// Layers of BERT and LXMERT over sequences without padding: attention and feed-forward, each with a
// residual connection and layer normalisation after it (post-norm).
#ifndef WEND_MODEL_TRANSFORMER_H
#define WEND_MODEL_TRANSFORMER_H

#include "net/tape.h"

// Sequences in the rows of a result: group g has rows first[g] … first[g + 1] - 1.
typedef struct ragged {
    int groups;
    const int32_t* first;  // [groups + 1]
} ragged;

// Arrays of a model's parameters.
typedef struct transformer_norm {
    int scale, shift;
} transformer_norm;
typedef struct transformer_linear {
    int weight, bias;
} transformer_linear;
typedef struct transformer_attention {
    transformer_linear query, key, value, out;
    transformer_norm norm;
} transformer_attention;
typedef struct transformer_feed {
    transformer_linear in, out;
    transformer_norm norm;
} transformer_feed;
typedef struct transformer_layer {
    transformer_attention attention;
    transformer_feed feed;
} transformer_layer;

// `name` begins the names of the arrays.
transformer_norm transformer_add_norm(parameters* p, const char* name, int size);
transformer_linear transformer_add_linear(parameters* p, const char* name, int in, int out);
// Its matrix begins as the identity; the bias not as 0, because an input of zeros is normalised
// next.
transformer_linear transformer_add_identity(parameters* p, const char* name, int size);
transformer_attention transformer_add_attention(parameters* p, const char* name, int size);
transformer_feed transformer_add_feed(parameters* p, const char* name, int size, int inner);
transformer_layer transformer_add_layer(parameters* p, const char* name, int size, int inner);

// What all layers of a model share.
typedef struct transformer {
    int size, heads;
    float dropout;
} transformer;

int transformer_norm_of(tape* t, transformer_norm norm, int x);
int transformer_linear_of(tape* t, transformer_linear linear, int x);
// x attends to keys and values: LN(x + W a).
int transformer_attend(const transformer* m, tape* t, const transformer_attention* a, int x,
                       ragged xs, int keys, int values, ragged slots);
// x attends to itself.
int transformer_attend_self(const transformer* m, tape* t, const transformer_attention* a, int x,
                            ragged xs);
int transformer_feed_of(const transformer* m, tape* t, const transformer_feed* f, int x);
int transformer_layer_of(const transformer* m, tape* t, const transformer_layer* l, int x,
                         ragged xs);

#endif
