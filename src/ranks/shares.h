// A sequence of results of which each rank computes some, and rank 0 gets all.
//
// Every rank goes through the same sequence:
//
//     ranks_shares shares = {.ranks = ranks, .block = 16};
//     for (each item) {
//         result r = {0};
//         if (ranks_shares_is_mine(&shares)) r = compute(item);
//         WEND_TRY(ranks_shares_put(&shares, &r, sizeof r, error));  // rank 0: r is now the result
//     }
//     WEND_TRY(ranks_shares_end(&shares, error));
#ifndef WEND_RANKS_SHARES_H
#define WEND_RANKS_SHARES_H

#include "ranks/messages.h"

typedef struct ranks_shares {
    wend_ranks* ranks;  // NULL: all results are this process's own
    int block;          // results in a row of one rank, in one message
    int number;         // of the next result
    wend_text_out message;
    size_t at;  // rank 0: read from the message so far
} ranks_shares;

bool ranks_shares_is_mine(const ranks_shares* s);
// Rank 0 receives the result unless it is its own; another rank sends it if it is.
wend_status ranks_shares_put(ranks_shares* s, void* result, size_t size, wend_error* error);
// The same for a result of any size, with `block` 0 or 1: rank 0 gets it in `text`.
wend_status ranks_shares_put_text(ranks_shares* s, wend_text_out* text, wend_error* error);
wend_status ranks_shares_end(ranks_shares* s, wend_error* error);
void ranks_shares_destroy(ranks_shares* s);  // safe on {0} and twice

#endif
