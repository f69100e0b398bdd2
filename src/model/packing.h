// Sequences of several lengths as one matrix without padding: item s of all sequences that have
// one, then item s + 1. Sequences are ranked by length, so that the rows of a position are the
// first rows of the position before: an LSTM carries on with a prefix of its states. (PyTorch:
// pack_padded_sequence.)
#ifndef WEND_MODEL_PACKING_H
#define WEND_MODEL_PACKING_H

#include "net/tape.h"

typedef struct packing {
    int batch, length, rows;
    const int* lengths;
    int32_t* first;  // [length + 1] row of a position's first item
    int32_t* rank;   // [batch]
} packing;

// lengths[batch], each at least 1, must live as long as the tape's memory. false: out of memory.
bool packing_make(tape* t, int batch, const int* lengths, packing* p);

static inline int32_t packing_row(const packing* p, int b, int s) {
    return p->first[s] + p->rank[b];
}

// For each row the row of the same sequence read from its end.
int32_t* packing_reverse(tape* t, const packing* p);

// [batch][length] with padding: the row of each item, -1: none; and whether there is one.
bool packing_pad(tape* t, const packing* p, int32_t** rows, uint8_t** seen);

// A layer over packed rows; the result likewise. w: matrices of input and state, bias. `start`:
// [batch][2 size] first states by sequence, -1: zeros. *last: [batch] outputs after each last item.
int packing_lstm(tape* t, int x, const packing* p, const int w[3], int start, int* last);

// In both directions, side by side. last[2]: of each direction.
int packing_bilstm(tape* t, int x, const packing* p, const int ahead[3], const int back[3],
                   int last[2]);

#endif
