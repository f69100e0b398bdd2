// Arithmetic of the tape.
#include <math.h>
#include <string.h>

#include "net/activation.h"
#include "net/gemm.h"
#include "net/linear.h"
#include "net/tape.h"

static size_t tape_math_count(const tape_node* node) {
    return (size_t)node->rows * (size_t)node->size;
}

static int tape_math_last(const tape* t) { return t->failed ? 0 : (int)t->nodes.count - 1; }

// ---- linear -------------------------------------------------------------------------------------

// Only the gradient of x; those of the weights follow for all uses at once (tape_weight_gradients).
static void tape_linear_backward(tape* t, const tape_node* node) {
    const tape_node* x = &t->nodes.items[node->a];
    if (x->gradient)
        linear_backward_input(node->rows, x->size, node->size,
                              parameters_packed(t->weights, node->weight), node->gradient,
                              x->gradient, NULL);
}

// The rows of x and dy of every use of a matrix, one after the other.
static void tape_gather_uses(const tape* t, int weight, float* x, float* dy) {
    for (size_t i = 0; i < t->nodes.count; i++) {
        const tape_node* node = &t->nodes.items[i];
        if (node->backward != tape_linear_backward || node->weight != weight) continue;
        const tape_node* from = &t->nodes.items[node->a];
        size_t ins = tape_math_count(from), outs = tape_math_count(node);
        memcpy(x, from->value, ins * sizeof *x);
        memcpy(dy, node->gradient, outs * sizeof *dy);
        x += ins;
        dy += outs;
    }
}

// A matrix that a recurrent computation uses at every step gets its gradient by one product over
// the rows of all steps, instead of one small product per step that reads and writes the whole
// gradient.
void tape_weight_gradients(tape* t) {
    int count = (int)t->weights->arrays.count;
    int* rows = tape_take(t, (size_t)count, sizeof *rows);
    int* bias = tape_take(t, (size_t)count, sizeof *bias);
    if (t->failed) return;
    for (size_t i = 0; i < t->nodes.count; i++) {
        const tape_node* node = &t->nodes.items[i];
        if (node->backward != tape_linear_backward) continue;
        rows[node->weight] += node->rows;
        bias[node->weight] = node->bias;
    }
    for (int w = 0; w < count; w++) {
        if (!rows[w]) continue;
        const wend_parameter* shape = &t->weights->arrays.items[w].shape;
        size_t in = (size_t)shape->shape[0], out = (size_t)shape->shape[1], n = (size_t)rows[w];
        float* x = tape_take(t, n * in, sizeof *x);
        float* dy = tape_take(t, n * out, sizeof *dy);
        float* scratch =
            tape_take(t, wend_linear_scratch_size(rows[w], (int)in, (int)out), sizeof *scratch);
        if (t->failed) return;
        tape_gather_uses(t, w, x, dy);
        float* db =
            bias[w] < 0 ? NULL : t->gradients + t->weights->arrays.items[bias[w]].shape.offset;
        wend_linear_backward(rows[w], (int)in, (int)out, x, parameters_packed(t->weights, w), dy,
                             NULL, t->gradients + shape->offset, db, scratch, NULL);
    }
}

int tape_linear(tape* t, int x, int weight, int bias) {
    if (t->failed) return 0;
    int rows = t->nodes.items[x].rows, in = t->nodes.items[x].size;
    int out = t->weights->arrays.items[weight].shape.shape[1];
    tape_node* node = tape_add_node(t, rows, out, x, -1, -1);
    if (!node) return 0;
    node->weight = weight;
    node->bias = bias;
    node->backward = tape_linear_backward;
    wend_linear_forward(rows, in, out, tape_value(t, x), parameters_packed(t->weights, weight),
                        bias < 0 ? NULL : parameters_at(t->weights, bias), node->value, NULL);
    return tape_math_last(t);
}

// ---- two inputs ---------------------------------------------------------------------------------

static void tape_add_backward(tape* t, const tape_node* node) {
    float *da = tape_gradient(t, node->a), *db = tape_gradient(t, node->b);
    const float* dy = node->gradient;
    size_t count = tape_math_count(node), size = (size_t)node->size;
    for (size_t i = 0; i < count && da; i++) da[i] += dy[i];
    if (!db) return;
    if (t->nodes.items[node->b].rows == node->rows) {
        for (size_t i = 0; i < count; i++) db[i] += dy[i];
    } else {
        for (size_t i = 0; i < count; i += size)
            for (size_t k = 0; k < size; k++) db[k] += dy[i + k];
    }
}

int tape_add(tape* t, int a, int b) {
    if (t->failed) return 0;
    tape_node* node = tape_add_node(t, t->nodes.items[a].rows, t->nodes.items[a].size, a, b, -1);
    if (!node) return 0;
    node->backward = tape_add_backward;
    const float *x = tape_value(t, a), *y = tape_value(t, b);
    size_t size = (size_t)node->size;
    bool one = t->nodes.items[b].rows == 1;
    for (int i = 0; i < node->rows; i++)
        for (size_t k = 0; k < size; k++) {
            size_t at = (size_t)i * size + k;
            node->value[at] = x[at] + y[one ? k : at];
        }
    return tape_math_last(t);
}

static void tape_multiply_backward(tape* t, const tape_node* node) {
    const tape_node *a = &t->nodes.items[node->a], *b = &t->nodes.items[node->b];
    size_t count = tape_math_count(node);
    for (size_t i = 0; i < count && a->gradient; i++)
        a->gradient[i] += node->gradient[i] * b->value[i];
    for (size_t i = 0; i < count && b->gradient; i++)
        b->gradient[i] += node->gradient[i] * a->value[i];
}

int tape_multiply(tape* t, int a, int b) {
    if (t->failed) return 0;
    tape_node* node = tape_add_node(t, t->nodes.items[a].rows, t->nodes.items[a].size, a, b, -1);
    if (!node) return 0;
    node->backward = tape_multiply_backward;
    const float *x = tape_value(t, a), *y = tape_value(t, b);
    for (size_t i = 0; i < tape_math_count(node); i++) node->value[i] = x[i] * y[i];
    return tape_math_last(t);
}

static void tape_dot_backward(tape* t, const tape_node* node) {
    const tape_node *a = &t->nodes.items[node->a], *b = &t->nodes.items[node->b];
    for (int i = 0; i < node->rows; i++) {
        float dy = node->gradient[i];
        size_t at = (size_t)i * (size_t)a->size;
        for (int k = 0; k < a->size && a->gradient; k++)
            a->gradient[at + (size_t)k] += dy * b->value[at + (size_t)k];
        for (int k = 0; k < a->size && b->gradient; k++)
            b->gradient[at + (size_t)k] += dy * a->value[at + (size_t)k];
    }
}

int tape_dot(tape* t, int a, int b) {
    if (t->failed) return 0;
    tape_node* node = tape_add_node(t, t->nodes.items[a].rows, 1, a, b, -1);
    if (!node) return 0;
    node->backward = tape_dot_backward;
    int size = t->nodes.items[a].size;
    for (int i = 0; i < node->rows; i++) {
        const float* x = tape_value(t, a) + (size_t)i * (size_t)size;
        const float* y = tape_value(t, b) + (size_t)i * (size_t)size;
        float sum = 0;
        for (int k = 0; k < size; k++) sum += x[k] * y[k];
        node->value[i] = sum;
    }
    return tape_math_last(t);
}

// ---- one input ----------------------------------------------------------------------------------

static tape_node* tape_map_node(tape* t, int x, void (*backward)(tape*, const tape_node*)) {
    if (t->failed) return NULL;
    tape_node* node = tape_add_node(t, t->nodes.items[x].rows, t->nodes.items[x].size, x, -1, -1);
    if (node) node->backward = backward;
    return node;
}

static void tape_scale_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    for (size_t i = 0; i < tape_math_count(node) && dx; i++)
        dx[i] += node->number * node->gradient[i];
}

int tape_scale(tape* t, int x, float factor) {
    tape_node* node = tape_map_node(t, x, tape_scale_backward);
    if (!node) return 0;
    node->number = factor;
    const float* from = tape_value(t, x);
    for (size_t i = 0; i < tape_math_count(node); i++) node->value[i] = factor * from[i];
    return tape_math_last(t);
}

// C += A B for the row-major B (depth, columns), or its transpose with `row` 1.
static void tape_products_add(gemm g, const float* b, ptrdiff_t row, ptrdiff_t column,
                              float* packed) {
    gemm_pack(b, row, column, g.depth, g.columns, packed);
    g.packed = packed;
    g.add = true;
    gemm_run_alone(&g, gemm_kernel_choose());
}

static void tape_products_backward(tape* t, const tape_node* node) {
    const tape_node *a = &t->nodes.items[node->a], *b = &t->nodes.items[node->b];
    float* packed = node->kept;
    gemm left = {.rows = a->rows, .columns = a->size, .depth = b->rows, .a = node->gradient};
    gemm right = {.rows = b->rows, .columns = a->size, .depth = a->rows, .a = node->gradient};
    left.a_row = right.a_step = node->size;
    left.a_step = right.a_row = 1;
    left.c_row = right.c_row = a->size;
    left.c = a->gradient;
    right.c = b->gradient;
    if (left.c) tape_products_add(left, b->value, b->size, 1, packed);
    if (right.c) tape_products_add(right, a->value, a->size, 1, packed);
}

int tape_products(tape* t, int a, int b) {
    if (t->failed) return 0;
    int rows = t->nodes.items[a].rows, columns = t->nodes.items[b].rows;
    int size = t->nodes.items[a].size, most = rows > columns ? rows : columns;
    size_t one = gemm_packed_size(size, columns), two = gemm_packed_size(most, size);
    float* packed = tape_take(t, one > two ? one : two, sizeof *packed);
    tape_node* node = tape_add_node(t, rows, columns, a, b, -1);
    if (!node) return 0;
    node->kept = packed;
    node->backward = tape_products_backward;
    gemm g = {.rows = rows,
              .columns = columns,
              .depth = size,
              .a = tape_value(t, a),
              .a_row = size,
              .a_step = 1,
              .c = node->value,
              .c_row = columns};
    tape_products_add(g, tape_value(t, b), 1, size, packed);
    return tape_math_last(t);
}

static void tape_tanh_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    if (dx) wend_tanh_backward(tape_math_count(node), node->value, node->gradient, dx);
}

int tape_tanh(tape* t, int x) {
    tape_node* node = tape_map_node(t, x, tape_tanh_backward);
    if (node) wend_tanh_forward(tape_math_count(node), tape_value(t, x), node->value);
    return tape_math_last(t);
}

static void tape_sigmoid_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    if (dx) wend_sigmoid_backward(tape_math_count(node), node->value, node->gradient, dx);
}

int tape_sigmoid(tape* t, int x) {
    tape_node* node = tape_map_node(t, x, tape_sigmoid_backward);
    if (node) wend_sigmoid_forward(tape_math_count(node), tape_value(t, x), node->value);
    return tape_math_last(t);
}

static void tape_relu_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    for (size_t i = 0; i < tape_math_count(node) && dx; i++)
        dx[i] += node->value[i] > 0 ? node->gradient[i] : 0;
}

int tape_relu(tape* t, int x) {
    tape_node* node = tape_map_node(t, x, tape_relu_backward);
    if (node) wend_relu_forward(tape_math_count(node), tape_value(t, x), node->value);
    return tape_math_last(t);
}

static void tape_gelu_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    if (dx)
        activation_gelu_backward(tape_math_count(node), tape_value(t, node->a), node->gradient, dx);
}

int tape_gelu(tape* t, int x) {
    tape_node* node = tape_map_node(t, x, tape_gelu_backward);
    if (node) activation_gelu(tape_math_count(node), tape_value(t, x), node->value);
    return tape_math_last(t);
}

static void tape_layer_norm_backward(tape* t, const tape_node* node) {
    const parameters_array* arrays = t->weights->arrays.items;
    const tape_node* x = &t->nodes.items[node->a];
    const float* mean = node->kept;
    wend_layer_norm_backward(node->rows, node->size, x->value,
                             parameters_at(t->weights, node->weight), mean, mean + node->rows,
                             node->gradient, x->gradient,
                             t->gradients + arrays[node->weight].shape.offset,
                             t->gradients + arrays[node->bias].shape.offset);
}

int tape_layer_norm(tape* t, int x, int scale, int shift) {
    float* mean = t->failed ? NULL : tape_take(t, 2 * (size_t)t->nodes.items[x].rows, sizeof *mean);
    tape_node* node = tape_map_node(t, x, tape_layer_norm_backward);
    if (!node) return 0;
    node->weight = scale;
    node->bias = shift;
    node->kept = mean;
    wend_layer_norm_forward(node->rows, node->size, tape_value(t, x),
                            parameters_at(t->weights, scale), parameters_at(t->weights, shift),
                            node->value, mean, mean + node->rows);
    return tape_math_last(t);
}

static void tape_dropout_backward(tape* t, const tape_node* node) {
    float* dx = tape_gradient(t, node->a);
    if (dx)
        wend_dropout_backward(tape_math_count(node), node->number, node->kept, node->gradient, dx);
}

int tape_dropout(tape* t, int x, float probability) {
    if (t->failed || !t->learning || probability <= 0) return x;
    size_t count = tape_math_count(&t->nodes.items[x]);
    uint8_t* keep = tape_take(t, count, 1);
    tape_node* node = tape_map_node(t, x, tape_dropout_backward);
    if (!node) return 0;
    node->kept = keep;
    node->number = probability;
    wend_dropout_forward(count, probability, &t->rng, tape_value(t, x), node->value, keep);
    return tape_math_last(t);
}
