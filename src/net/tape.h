// Computations with automatic differentiation, for models whose shape depends on the data: an
// instruction of any number of words, a viewpoint with any number of neighbours.
//
// Each call computes a result at once and appends it to the tape; the integer it returns names the
// result in later calls. tape_backward visits the results in reverse order and adds each one's
// gradient to those of its inputs and to the gradients of the weights it used.
//
//     tape_begin(t, weights, gradients);
//     int x = tape_input(t, rows, size, data);
//     int h = tape_tanh(t, tape_linear(t, x, model.hidden, model.hidden_bias));
//     int y = tape_linear(t, h, model.out, model.out_bias);
//     ... write the gradient of the loss into tape_gradient(t, y) ...
//     tape_backward(t);
//
// Every result is a matrix [rows][size], last index fastest. Memory is taken from blocks that the
// tape keeps, so that a tape allocates nothing once it has seen its largest computation. When
// memory ends, the tape is `failed`: its calls do nothing until the next tape_begin, and the caller
// checks once, at the end. Arrays given as pointers must live until the tape begins again.
#ifndef WEND_NET_TAPE_H
#define WEND_NET_TAPE_H

#include "net/parameters.h"
#include "net/ragged_attention.h"

typedef struct tape_node tape_node;

typedef struct tape_block {
    float* data;
    size_t size;
} tape_block;

typedef struct tape {
    const parameters* weights;
    float* gradients;  // [weights->size], added to by backward; NULL: only results are computed
    ARRAY_OF(tape_node) nodes;
    ARRAY_OF(tape_block) blocks;
    size_t block, used;  // block in use, and floats taken from it
    size_t taken;        // from all blocks
    wend_rng rng;        // of dropout
    bool learning;       // dropout is on
    bool failed;         // out of memory
} tape;

struct tape_node {
    void (*backward)(tape* t, const tape_node* node);  // NULL: nothing to pass on
    int rows, size;
    float *value, *gradient;  // [rows][size]; gradient NULL: none is needed
    int a, b, c;              // results it was computed from
    int weight, bias;         // arrays of the parameters; -1: none
    const void* index;        // what else the operation reads
    void* kept;               // and what it keeps for backward
    int count;
    float number;
};

void tape_destroy(tape* t);  // safe on {0}
// Clears the tape. `gradients` NULL: no gradients are computed.
void tape_begin(tape* t, const parameters* weights, float* gradients);
void tape_backward(tape* t);

static inline float* tape_value(const tape* t, int x) { return t->nodes.items[x].value; }
static inline float* tape_gradient(const tape* t, int x) { return t->nodes.items[x].gradient; }

// Memory until the next tape_begin, cleared; NULL when out of memory.
void* tape_take(tape* t, size_t count, size_t size);
// The last part of tape_backward: gradients of the matrices of tape_linear. A matrix is used with
// one bias, or none, everywhere.
void tape_weight_gradients(tape* t);
// For operations in other files: appends a result with cleared memory. Its backward runs only if
// one of a, b, c or the weights needs a gradient.
tape_node* tape_add_node(tape* t, int rows, int size, int a, int b, int c);

// ---- sources ------------------------------------------------------------------------------------
int tape_input(tape* t, int rows, int size, const float* data);  // constant; not copied
int tape_zeros(tape* t, int rows, int size);
int tape_weight(tape* t, int array);  // an array of weights as a result: vectors are one row
// Rows of a table of weights; an index below 0 gives zeros.
int tape_embedding(tape* t, int table, int rows, const int32_t* index);

// ---- rows and columns ---------------------------------------------------------------------------
int tape_rows(tape* t, int x, int rows, const int32_t* index);  // gathers; below 0 gives zeros
int tape_part(tape* t, int x, int first, int rows);             // consecutive rows, without a copy
int tape_slice(tape* t, int x, int first, int size);            // columns
int tape_concat(tape* t, const int* parts, int count);          // columns side by side
int tape_stack(tape* t, const int* parts, int count);           // rows one after the other

// Weighted sums of rows of x: row i is the sum over k in [first[i], first[i + 1]) of weight[k]
// times row index[k].
typedef struct tape_bag {
    int rows;
    const int32_t* first;  // [rows + 1]
    const int32_t* index;
    const float* weight;
} tape_bag;
int tape_sum_bags(tape* t, int x, const tape_bag* bag);

// ---- arithmetic ---------------------------------------------------------------------------------
int tape_linear(tape* t, int x, int weight, int bias);  // bias -1: none
int tape_add(tape* t, int a, int b);                    // b may have one row: added to every row
int tape_multiply(tape* t, int a, int b);               // item by item
int tape_scale(tape* t, int x, float factor);
int tape_dot(tape* t, int a, int b);       // [rows][1]: row by row
int tape_products(tape* t, int a, int b);  // [rows of a][rows of b]: all dot products
int tape_tanh(tape* t, int x);
int tape_sigmoid(tape* t, int x);
int tape_relu(tape* t, int x);
int tape_gelu(tape* t, int x);  // x Phi(x), not its approximation by tanh
int tape_layer_norm(tape* t, int x, int scale, int shift);
int tape_dropout(tape* t, int x, float probability);  // x itself unless `learning`

// ---- memory and attention -----------------------------------------------------------------------
// PyTorch's LSTM cell: gates[rows][4 size] in the order i, f, g, o, and state[rows][2 size] (h,
// then c) give the next state.
int tape_lstm(tape* t, int gates, int state);
// One query per group over its own slots: q[groups][size], k[groups * slots][size],
// v[groups * slots][any]; weights = softmax(q k / sqrt(size)) over slots with seen != 0. A group
// without slots gives zeros. tape_attention_weights has [groups][slots].
int tape_attend(tape* t, int q, int k, int v, const uint8_t* seen);
const float* tape_attention_weights(const tape* t, int attended);
// Attention with heads (wend_attention_forward); seen[groups][queries][slots] or NULL.
int tape_attention(tape* t, const wend_attention* a, int q, int k, int v, const uint8_t* seen);
// The same over sequences without padding (ragged_attention.h). The weights are of group after
// group: [heads][queries][slots].
int tape_ragged_attention(tape* t, const ragged_attention* a, int q, int k, int v);

#endif
