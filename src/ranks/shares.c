#include "ranks/shares.h"

#include <string.h>

static int shares_owner(const ranks_shares* s) {
    return s->number / (s->block > 0 ? s->block : 1) % wend_ranks_count(s->ranks);
}

bool ranks_shares_is_mine(const ranks_shares* s) {
    return !s->ranks || shares_owner(s) == wend_ranks_rank(s->ranks);
}

static wend_status shares_send(ranks_shares* s, wend_error* error) {
    wend_status status =
        ranks_send(s->ranks, 0, RANKS_TAG_SHARES, s->message.items, s->message.count, error);
    s->message.count = 0;
    return status;
}

static wend_status shares_receive(ranks_shares* s, void* result, size_t size, wend_error* error) {
    int source, owner = shares_owner(s);
    if (s->at == s->message.count) {
        s->at = 0;
        WEND_TRY(ranks_receive_text(s->ranks, owner, RANKS_TAG_SHARES, &source, &s->message,
                                    "computing its share", error));
    }
    if (size > s->message.count - s->at)
        return wend_fail(error, WEND_FORMAT,
                         "rank %d computed other results than rank 0 expects; give all ranks the "
                         "same files",
                         owner);
    memcpy(result, s->message.items + s->at, size);
    s->at += size;
    return WEND_OK;
}

wend_status ranks_shares_put(ranks_shares* s, void* result, size_t size, wend_error* error) {
    bool mine = ranks_shares_is_mine(s), first = wend_ranks_rank(s->ranks) == 0;
    wend_status status = WEND_OK;
    if (first && !mine) status = shares_receive(s, result, size, error);
    if (!first && mine) {
        wend_text_put_bytes(&s->message, result, size);
        if (s->message.out_of_memory)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory to send results");
        int block = s->block > 0 ? s->block : 1;
        if ((s->number + 1) % block == 0) status = shares_send(s, error);
    }
    s->number++;
    return status;
}

wend_status ranks_shares_put_text(ranks_shares* s, wend_text_out* text, wend_error* error) {
    bool mine = ranks_shares_is_mine(s), first = wend_ranks_rank(s->ranks) == 0;
    int source, owner = shares_owner(s);
    s->number++;
    if (first && !mine)
        return ranks_receive_text(s->ranks, owner, RANKS_TAG_SHARES, &source, text,
                                  "computing its share", error);
    if (first || !mine) return WEND_OK;
    if (text->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory to send results");
    return ranks_send(s->ranks, 0, RANKS_TAG_SHARES, text->items, text->count, error);
}

wend_status ranks_shares_end(ranks_shares* s, wend_error* error) {
    if (!wend_ranks_rank(s->ranks) || !s->message.count) return WEND_OK;
    return shares_send(s, error);
}

void ranks_shares_destroy(ranks_shares* s) { wend_text_destroy(&s->message); }
