#include "model/packing.h"

bool packing_make(tape* t, int batch, const int* lengths, packing* p) {
    *p = (packing){.batch = batch, .length = 1, .lengths = lengths};
    for (int b = 0; b < batch; b++)
        if (lengths[b] > p->length) p->length = lengths[b];
    p->first = tape_take(t, (size_t)p->length + 1, sizeof *p->first);
    p->rank = tape_take(t, (size_t)batch, sizeof *p->rank);
    if (t->failed) return false;
    for (int b = 0; b < batch; b++)
        for (int other = 0; other < batch; other++)
            p->rank[b] +=
                lengths[other] > lengths[b] || (lengths[other] == lengths[b] && other < b);
    for (int s = 0; s < p->length; s++) {
        p->first[s] = p->rows;
        for (int b = 0; b < batch; b++) p->rows += lengths[b] > s;
    }
    p->first[p->length] = p->rows;
    return true;
}

int32_t* packing_reverse(tape* t, const packing* p) {
    int32_t* index = tape_take(t, (size_t)p->rows, sizeof *index);
    for (int b = 0; index && b < p->batch; b++)
        for (int s = 0; s < p->lengths[b]; s++)
            index[packing_row(p, b, s)] = packing_row(p, b, p->lengths[b] - 1 - s);
    return index;
}

bool packing_pad(tape* t, const packing* p, int32_t** rows, uint8_t** seen) {
    size_t padded = (size_t)p->batch * (size_t)p->length;
    *rows = tape_take(t, padded, sizeof **rows);
    *seen = tape_take(t, padded, 1);
    if (t->failed) return false;
    for (int b = 0; b < p->batch; b++)
        for (int s = 0; s < p->length; s++) {
            int at = b * p->length + s;
            (*seen)[at] = s < p->lengths[b];
            (*rows)[at] = (*seen)[at] ? packing_row(p, b, s) : -1;
        }
    return true;
}

// The first states in the order of ranks.
static int packing_start(tape* t, const packing* p, int start, int size) {
    if (start < 0) return tape_zeros(t, p->batch, 2 * size);
    int32_t* by_rank = tape_take(t, (size_t)p->batch, sizeof *by_rank);
    for (int b = 0; by_rank && b < p->batch; b++) by_rank[p->rank[b]] = b;
    return tape_rows(t, start, p->batch, by_rank);
}

int packing_lstm(tape* t, int x, const packing* p, const int w[3], int start, int* last) {
    if (t->failed) return 0;
    int size = t->weights->arrays.items[w[1]].shape.shape[0];
    int gates = tape_linear(t, x, w[0], w[2]), state = packing_start(t, p, start, size);
    int* outputs = tape_take(t, (size_t)p->length, sizeof *outputs);
    for (int s = 0; outputs && s < p->length; s++) {
        int rows = p->first[s + 1] - p->first[s];
        state = tape_part(t, state, 0, rows);
        int h = tape_slice(t, state, 0, size);
        int sum = tape_add(t, tape_part(t, gates, p->first[s], rows), tape_linear(t, h, w[1], -1));
        state = tape_lstm(t, sum, state);
        outputs[s] = tape_slice(t, state, 0, size);
    }
    int all = outputs ? tape_stack(t, outputs, p->length) : 0;
    int32_t* ends = tape_take(t, (size_t)p->batch, sizeof *ends);
    for (int b = 0; ends && b < p->batch; b++) ends[b] = packing_row(p, b, p->lengths[b] - 1);
    *last = tape_rows(t, all, p->batch, ends);
    return all;
}

int packing_bilstm(tape* t, int x, const packing* p, const int ahead[3], const int back[3],
                   int last[2]) {
    int32_t* reverse = packing_reverse(t, p);
    int first = packing_lstm(t, x, p, ahead, -1, &last[0]);
    int second = packing_lstm(t, tape_rows(t, x, p->rows, reverse), p, back, -1, &last[1]);
    int sides[2] = {first, tape_rows(t, second, p->rows, reverse)};
    return tape_concat(t, sides, 2);
}
