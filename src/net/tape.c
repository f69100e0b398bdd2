// The tape: its memory, and operations that move rows and columns. Arithmetic is in tape_math.c,
// memory cells and attention in tape_memory.c.
#include "net/tape.h"

#include <string.h>

enum { TAPE_BLOCK = 1 << 20 };  // floats

void tape_destroy(tape* t) {
    for (size_t i = 0; i < t->blocks.count; i++) wend_free(t->blocks.items[i].data);
    ARRAY_FREE(&t->blocks);
    ARRAY_FREE(&t->nodes);
    *t = (tape){0};
}

// Blocks that were added for a larger computation become one with room for it: arrays of other
// sizes would leave gaps in blocks of their own.
static void tape_join_blocks(tape* t) {
    size_t size = t->taken + t->taken / 8;
    for (size_t i = 0; i < t->blocks.count; i++) wend_free(t->blocks.items[i].data);
    t->blocks.count = 0;
    float* data = wend_alloc(size * sizeof *data);
    if (data) *ARRAY_PUSH(&t->blocks) = (tape_block){data, size};  // there is room for it
}

void tape_begin(tape* t, const parameters* weights, float* gradients) {
    if (t->blocks.count > 1) tape_join_blocks(t);
    t->taken = 0;
    t->weights = weights;
    t->gradients = gradients;
    t->nodes.count = 0;
    t->block = t->used = 0;
    t->failed = false;
}

void tape_backward(tape* t) {
    if (t->failed || !t->gradients) return;
    for (size_t i = t->nodes.count; i-- > 0;) {
        const tape_node* node = &t->nodes.items[i];
        if (node->backward && node->gradient) node->backward(t, node);
    }
    tape_weight_gradients(t);
}

// ---- memory -------------------------------------------------------------------------------------

static float* tape_floats(tape* t, size_t count) {
    count = (count + 15) & ~(size_t)15;
    t->taken += count;
    for (; t->block < t->blocks.count; t->block++, t->used = 0)
        if (t->used + count <= t->blocks.items[t->block].size) {
            float* at = t->blocks.items[t->block].data + t->used;
            t->used += count;
            return at;
        }
    tape_block block = {.size = count > TAPE_BLOCK ? count : TAPE_BLOCK};
    block.data = wend_alloc(block.size * sizeof *block.data);
    tape_block* added = block.data ? ARRAY_PUSH(&t->blocks) : NULL;
    if (!added) {
        wend_free(block.data);
        t->failed = true;
        return NULL;
    }
    *added = block;
    t->used = count;
    return block.data;
}

void* tape_take(tape* t, size_t count, size_t size) {
    float* at = t->failed ? NULL : tape_floats(t, (count * size + 3) / 4);
    if (at) memset(at, 0, count * size);
    return at;
}

static bool tape_needs(const tape* t, int x) { return x >= 0 && t->nodes.items[x].gradient; }

// A result without memory of its own.
static tape_node* tape_push(tape* t, int rows, int size, int a, int b, int c) {
    tape_node* node = t->failed ? NULL : ARRAY_PUSH(&t->nodes);
    if (!node) {
        t->failed = true;
        return NULL;
    }
    *node =
        (tape_node){.rows = rows, .size = size, .a = a, .b = b, .c = c, .weight = -1, .bias = -1};
    return node;
}

tape_node* tape_add_node(tape* t, int rows, int size, int a, int b, int c) {
    size_t count = (size_t)rows * (size_t)size;
    float* value = t->failed ? NULL : tape_floats(t, count);
    float* gradient = value && t->gradients ? tape_floats(t, count) : NULL;
    tape_node* node = tape_push(t, rows, size, a, b, c);
    if (!node) return NULL;
    memset(value, 0, count * sizeof *value);
    if (gradient) memset(gradient, 0, count * sizeof *gradient);
    node->value = value;
    node->gradient = gradient;
    return node;
}

static int tape_last(const tape* t) { return t->failed ? 0 : (int)t->nodes.count - 1; }

// ---- sources ------------------------------------------------------------------------------------

int tape_input(tape* t, int rows, int size, const float* data) {
    tape_node* node = tape_push(t, rows, size, -1, -1, -1);
    if (node) node->value = (float*)data;  // never written: it has no gradient and no backward
    return tape_last(t);
}

int tape_zeros(tape* t, int rows, int size) {
    tape_node* node = tape_add_node(t, rows, size, -1, -1, -1);
    if (node) node->gradient = NULL;
    return tape_last(t);
}

int tape_weight(tape* t, int array) {
    if (t->failed) return 0;
    const wend_parameter* shape = &t->weights->arrays.items[array].shape;
    bool table = shape->dimensions > 1;
    tape_node* node = tape_push(t, table ? shape->shape[0] : 1, shape->shape[table], -1, -1, -1);
    if (!node) return 0;
    node->value = parameters_at(t->weights, array);
    node->gradient = t->gradients ? t->gradients + shape->offset : NULL;
    return tape_last(t);
}

static void tape_embedding_backward(tape* t, const tape_node* node) {
    const wend_parameter* shape = &t->weights->arrays.items[node->weight].shape;
    wend_embedding_backward(node->rows, shape->shape[0], node->size, node->index, node->gradient,
                            t->gradients + shape->offset);
}

int tape_embedding(tape* t, int table, int rows, const int32_t* index) {
    if (t->failed) return 0;
    const wend_parameter* shape = &t->weights->arrays.items[table].shape;
    tape_node* node = tape_add_node(t, rows, shape->shape[1], -1, -1, -1);
    if (!node) return 0;
    node->weight = table;
    node->index = index;
    node->backward = tape_embedding_backward;
    wend_embedding_forward(rows, shape->shape[0], shape->shape[1], index,
                           parameters_at(t->weights, table), node->value);
    return tape_last(t);
}

// ---- rows and columns ---------------------------------------------------------------------------

static void tape_rows_backward(tape* t, const tape_node* node) {
    if (!tape_needs(t, node->a)) return;
    const int32_t* index = node->index;
    for (int i = 0; i < node->rows; i++) {
        if (index[i] < 0) continue;
        float* to = tape_gradient(t, node->a) + (size_t)index[i] * (size_t)node->size;
        const float* from = node->gradient + (size_t)i * (size_t)node->size;
        for (int k = 0; k < node->size; k++) to[k] += from[k];
    }
}

int tape_rows(tape* t, int x, int rows, const int32_t* index) {
    if (t->failed) return 0;
    int size = t->nodes.items[x].size;
    tape_node* node = tape_add_node(t, rows, size, x, -1, -1);
    if (!node) return 0;
    node->index = index;
    node->backward = tape_rows_backward;
    for (int i = 0; i < rows; i++)
        if (index[i] >= 0)
            memcpy(node->value + (size_t)i * (size_t)size,
                   tape_value(t, x) + (size_t)index[i] * (size_t)size,
                   (size_t)size * sizeof(float));
    return tape_last(t);
}

int tape_part(tape* t, int x, int first, int rows) {
    if (t->failed) return 0;
    tape_node from = t->nodes.items[x];
    tape_node* node = tape_push(t, rows, from.size, x, -1, -1);
    if (!node) return 0;
    size_t offset = (size_t)first * (size_t)from.size;
    node->value = from.value + offset;
    node->gradient = from.gradient ? from.gradient + offset : NULL;
    return tape_last(t);
}

static void tape_slice_backward(tape* t, const tape_node* node) {
    if (!tape_needs(t, node->a)) return;
    const tape_node* from = &t->nodes.items[node->a];
    for (int i = 0; i < node->rows; i++) {
        float* to = from->gradient + (size_t)i * (size_t)from->size + node->count;
        const float* dy = node->gradient + (size_t)i * (size_t)node->size;
        for (int k = 0; k < node->size; k++) to[k] += dy[k];
    }
}

int tape_slice(tape* t, int x, int first, int size) {
    if (t->failed) return 0;
    tape_node from = t->nodes.items[x];
    tape_node* node = tape_add_node(t, from.rows, size, x, -1, -1);
    if (!node) return 0;
    node->count = first;
    node->backward = tape_slice_backward;
    for (int i = 0; i < from.rows; i++)
        memcpy(node->value + (size_t)i * (size_t)size,
               from.value + (size_t)i * (size_t)from.size + first, (size_t)size * sizeof(float));
    return tape_last(t);
}

// Copies between a result and its parts: columns of each side by side, or the gradients back.
static void tape_join(const tape* t, const tape_node* node, bool back) {
    const int* parts = node->kept;
    int at = 0;
    for (int p = 0; p < node->count; p++) {
        const tape_node* part = &t->nodes.items[parts[p]];
        for (int i = 0; i < node->rows && (!back || part->gradient); i++) {
            size_t whole = (size_t)i * (size_t)node->size + (size_t)at;
            size_t own = (size_t)i * (size_t)part->size;
            for (int k = 0; k < part->size; k++)
                if (back)
                    part->gradient[own + (size_t)k] += node->gradient[whole + (size_t)k];
                else
                    node->value[whole + (size_t)k] = part->value[own + (size_t)k];
        }
        at += part->size;
    }
}

static void tape_concat_backward(tape* t, const tape_node* node) { tape_join(t, node, true); }

static int* tape_keep_parts(tape* t, const int* parts, int count) {
    int* kept = tape_take(t, (size_t)count, sizeof *kept);
    if (kept) memcpy(kept, parts, (size_t)count * sizeof *kept);
    return kept;
}

int tape_concat(tape* t, const int* parts, int count) {
    int size = 0;
    if (t->failed) return 0;
    for (int p = 0; p < count; p++) size += t->nodes.items[parts[p]].size;
    int* kept = tape_keep_parts(t, parts, count);
    tape_node* node = tape_add_node(t, t->nodes.items[parts[0]].rows, size, -1, -1, -1);
    if (!node) return 0;
    node->kept = kept;
    node->count = count;
    node->backward = tape_concat_backward;
    tape_join(t, node, false);
    return tape_last(t);
}

static void tape_stack_backward(tape* t, const tape_node* node) {
    const int* parts = node->kept;
    const float* dy = node->gradient;
    for (int p = 0; p < node->count; p++) {
        const tape_node* part = &t->nodes.items[parts[p]];
        size_t size = (size_t)part->rows * (size_t)part->size;
        for (size_t i = 0; i < size && part->gradient; i++) part->gradient[i] += dy[i];
        dy += size;
    }
}

int tape_stack(tape* t, const int* parts, int count) {
    int rows = 0;
    if (t->failed) return 0;
    for (int p = 0; p < count; p++) rows += t->nodes.items[parts[p]].rows;
    int* kept = tape_keep_parts(t, parts, count);
    tape_node* node = tape_add_node(t, rows, t->nodes.items[parts[0]].size, -1, -1, -1);
    if (!node) return 0;
    node->kept = kept;
    node->count = count;
    node->backward = tape_stack_backward;
    float* to = node->value;
    for (int p = 0; p < count; p++) {
        const tape_node* part = &t->nodes.items[parts[p]];
        size_t size = (size_t)part->rows * (size_t)part->size;
        memcpy(to, part->value, size * sizeof *to);
        to += size;
    }
    return tape_last(t);
}

static void tape_bags_backward(tape* t, const tape_node* node) {
    if (!tape_needs(t, node->a)) return;
    const tape_bag* bag = node->kept;
    for (int i = 0; i < node->rows; i++) {
        const float* dy = node->gradient + (size_t)i * (size_t)node->size;
        for (int k = bag->first[i]; k < bag->first[i + 1]; k++) {
            float* to = tape_gradient(t, node->a) + (size_t)bag->index[k] * (size_t)node->size;
            for (int j = 0; j < node->size; j++) to[j] += bag->weight[k] * dy[j];
        }
    }
}

int tape_sum_bags(tape* t, int x, const tape_bag* bag) {
    if (t->failed) return 0;
    int size = t->nodes.items[x].size;
    tape_bag* kept = tape_take(t, 1, sizeof *kept);
    tape_node* node = tape_add_node(t, bag->rows, size, x, -1, -1);
    if (!node) return 0;
    *kept = *bag;
    node->kept = kept;
    node->backward = tape_bags_backward;
    for (int i = 0; i < bag->rows; i++) {
        float* to = node->value + (size_t)i * (size_t)size;
        for (int k = bag->first[i]; k < bag->first[i + 1]; k++) {
            const float* from = tape_value(t, x) + (size_t)bag->index[k] * (size_t)size;
            for (int j = 0; j < size; j++) to[j] += bag->weight[k] * from[j];
        }
    }
    return tape_last(t);
}
