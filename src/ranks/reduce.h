// Sums arrays over all ranks while the caller computes: the all-reduce of data-parallel training.
//
// The order of the additions depends on the number of ranks alone, so sums are bit-identical from
// run to run, and every rank gets the same bytes. Method and cost: reduce.c.
#ifndef WEND_RANKS_REDUCE_H
#define WEND_RANKS_REDUCE_H

#include "ranks/messages.h"

enum { RANKS_REDUCE_FLOATS = 1 << 17 };  // of one bucket, at most

typedef struct ranks_reduce ranks_reduce;

wend_status ranks_reduce_create(wend_ranks* ranks, ranks_reduce** reduce, wend_error* error);
void ranks_reduce_destroy(ranks_reduce* reduce);  // Nullable: reduce.

// Starts to replace data[count] by its sum over the ranks. Every rank makes the same calls in the
// same order. The data belongs to the reduction until ranks_reduce_wait returns.
wend_status ranks_reduce_start(ranks_reduce* reduce, float* data, size_t count, wend_error* error);
// Waits until every sum that was started is complete on this rank.
wend_status ranks_reduce_wait(ranks_reduce* reduce, wend_error* error);

#endif
