#include "ranks/messages.h"

#include <string.h>
#include <time.h>

#include "base/array.h"

static double ranks_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static wend_status ranks_broken(const wend_ranks* ranks, int other, const char* what,
                                wend_error* error) {
    return wend_fail(error, WEND_IO, "rank %d: MPI failed to %s rank %d", ranks->transport.rank,
                     what, other);
}

// ---- waiting -----------------------------------------------------------------------------------

// Rank 0 looks for an error of another rank: it replaces what is waited for.
static wend_status ranks_heed_alarm(wend_ranks* ranks, wend_error* error) {
    wend_text_out message = {0};
    bool found = false;
    int source = 0;
    if (ranks->transport.rank != 0) return WEND_OK;
    wend_error own;
    wend_status status =
        ranks_take(ranks, RANKS_ANY, RANKS_TAG_ALARM, &found, &source, &message, &own);
    if (status == WEND_OK && found) {
        int32_t sent = WEND_IO;
        size_t size = message.count < sizeof sent ? 0 : message.count - sizeof sent;
        if (size) memcpy(&sent, message.items, sizeof sent);
        status = wend_fail(error, (wend_status)sent, "rank %d: %.*s", source, (int)size,
                           size ? message.items + sizeof sent : "");
    }
    wend_text_destroy(&message);
    return status;
}

ranks_wait ranks_wait_begin(wend_ranks* ranks, int of, const char* what) {
    return (ranks_wait){.ranks = ranks, .of = of, .what = what, .start = ranks_now()};
}

// Ranks may share processors: after some attempts the wait sleeps between them.
wend_status ranks_pause(ranks_wait* w, wend_error* error) {
    enum { BUSY = 200, LOOKS = 64 };
    if (++w->attempts < BUSY) return WEND_OK;
    if (w->attempts % LOOKS == 0) {
        WEND_TRY(ranks_heed_alarm(w->ranks, error));
        double waited = ranks_now() - w->start;
        if (waited > w->ranks->timeout && w->of == RANKS_ANY)
            return wend_fail(error, WEND_IO,
                             "rank %d: no other rank has answered for %.0f s (%s); see the network "
                             "and the other ranks, or pass a longer --rank-timeout",
                             w->ranks->transport.rank, waited, w->what);
        if (waited > w->ranks->timeout)
            return wend_fail(error, WEND_IO,
                             "rank %d: rank %d has not answered for %.0f s (%s); see the network "
                             "and that rank, or pass a longer --rank-timeout",
                             w->ranks->transport.rank, w->of, waited, w->what);
    }
    struct timespec rest = {.tv_nsec = w->attempts < 4 * BUSY ? 20000 : 100000};
    nanosleep(&rest, NULL);
    return WEND_OK;
}

// ---- transfers ---------------------------------------------------------------------------------

wend_status ranks_post_send(wend_ranks* ranks, int to, int tag, const void* data, size_t size,
                            void** request, wend_error* error) {
    pthread_mutex_lock(&ranks->lock);
    bool good = ranks->transport.send(ranks->transport.context, to, tag, data, size, request);
    pthread_mutex_unlock(&ranks->lock);
    return good ? WEND_OK : ranks_broken(ranks, to, "send to", error);
}

wend_status ranks_post_receive(wend_ranks* ranks, int from, int tag, void* data, size_t size,
                               void** request, wend_error* error) {
    pthread_mutex_lock(&ranks->lock);
    bool good = ranks->transport.receive(ranks->transport.context, from, tag, data, size, request);
    pthread_mutex_unlock(&ranks->lock);
    return good ? WEND_OK : ranks_broken(ranks, from, "receive from", error);
}

wend_status ranks_is_done(wend_ranks* ranks, void** request, bool* done, wend_error* error) {
    *done = true;
    if (!*request) return WEND_OK;
    pthread_mutex_lock(&ranks->lock);
    bool good = ranks->transport.test(ranks->transport.context, request, done);
    pthread_mutex_unlock(&ranks->lock);
    return good ? WEND_OK
                : wend_fail(error, WEND_IO, "rank %d: an MPI transfer failed; see the network",
                            ranks->transport.rank);
}

void ranks_cancel(wend_ranks* ranks, void** request) {
    if (!*request) return;
    pthread_mutex_lock(&ranks->lock);
    ranks->transport.cancel(ranks->transport.context, request);
    pthread_mutex_unlock(&ranks->lock);
}

static wend_status ranks_complete(wend_ranks* ranks, int other, void** request, const char* what,
                                  wend_error* error) {
    ranks_wait wait = ranks_wait_begin(ranks, other, what);
    for (;;) {
        bool done;
        WEND_TRY(ranks_is_done(ranks, request, &done, error));
        if (done) return WEND_OK;
        WEND_TRY(ranks_pause(&wait, error));
    }
}

wend_status ranks_send(wend_ranks* ranks, int to, int tag, const void* data, size_t size,
                       wend_error* error) {
    void* request = NULL;
    WEND_TRY(ranks_post_send(ranks, to, tag, data, size, &request, error));
    return ranks_complete(ranks, to, &request, "receiving a message", error);
}

wend_status ranks_receive(wend_ranks* ranks, int from, int tag, void* data, size_t size,
                          wend_error* error) {
    void* request = NULL;
    WEND_TRY(ranks_post_receive(ranks, from, tag, data, size, &request, error));
    wend_status status = ranks_complete(ranks, from, &request, "sending a message", error);
    ranks_cancel(ranks, &request);
    return status;
}

wend_status ranks_take(wend_ranks* ranks, int from, int tag, bool* found, int* source,
                       wend_text_out* message, wend_error* error) {
    size_t size = 0;
    pthread_mutex_lock(&ranks->lock);
    bool good = ranks->transport.probe(ranks->transport.context, from, tag, found, source, &size);
    pthread_mutex_unlock(&ranks->lock);
    if (!good) return ranks_broken(ranks, from < 0 ? 0 : from, "receive from", error);
    if (!*found) return WEND_OK;
    message->count = 0;
    if (!array_reserve((void**)&message->items, 0, &message->capacity, size + 1, 1))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a message of %zu bytes", size);
    message->items[size] = 0;
    message->count = size;
    return ranks_receive(ranks, *source, tag, message->items, size, error);
}

wend_status ranks_receive_text(wend_ranks* ranks, int from, int tag, int* source,
                               wend_text_out* message, const char* what, wend_error* error) {
    ranks_wait wait = ranks_wait_begin(ranks, from, what);
    for (bool found = false;;) {
        WEND_TRY(ranks_take(ranks, from, tag, &found, source, message, error));
        if (found) return WEND_OK;
        WEND_TRY(ranks_pause(&wait, error));
    }
}

// ---- collectives -------------------------------------------------------------------------------

wend_status ranks_broadcast(wend_ranks* ranks, void* data, size_t size, wend_error* error) {
    enum { PIECE = 1 << 26 };  // a transport takes at most 2 GB at a time
    int rank = wend_ranks_rank(ranks), count = wend_ranks_count(ranks), mask = 1;
    if (count == 1) return WEND_OK;
    if (size > PIECE) {
        WEND_TRY(ranks_broadcast(ranks, data, PIECE, error));
        return ranks_broadcast(ranks, (char*)data + PIECE, size - PIECE, error);
    }
    while (mask < count && !(rank & mask)) mask <<= 1;
    if (rank) WEND_TRY(ranks_receive(ranks, rank - mask, RANKS_TAG_COLLECT, data, size, error));
    for (mask >>= 1; mask; mask >>= 1)
        if (rank + mask < count)
            WEND_TRY(ranks_send(ranks, rank + mask, RANKS_TAG_COLLECT, data, size, error));
    return WEND_OK;
}

// What a rank reports when ranks agree.
typedef struct ranks_verdict {
    int32_t status, rank;
    char message[sizeof((wend_error*)0)->message];
} ranks_verdict;

// Up the tree of the broadcast: each rank sends the verdict of the lowest failed rank it knows.
static wend_status ranks_lowest_failure(wend_ranks* ranks, ranks_verdict* mine, wend_error* error) {
    int rank = wend_ranks_rank(ranks), count = wend_ranks_count(ranks);
    for (int mask = 1; mask < count; mask <<= 1) {
        ranks_verdict other;
        if (rank & mask)
            return ranks_send(ranks, rank - mask, RANKS_TAG_COLLECT, mine, sizeof *mine, error);
        if (rank + mask >= count) continue;
        WEND_TRY(ranks_receive(ranks, rank + mask, RANKS_TAG_COLLECT, &other, sizeof other, error));
        if (mine->status == WEND_OK) *mine = other;
    }
    return WEND_OK;
}

wend_status wend_ranks_agree(wend_ranks* ranks, wend_status status, wend_error* error) {
    if (wend_ranks_count(ranks) == 1) return status;
    ranks_verdict verdict = {.status = (int32_t)status, .rank = wend_ranks_rank(ranks)};
    if (status != WEND_OK && error) memcpy(verdict.message, error->message, sizeof verdict.message);
    WEND_TRY(ranks_lowest_failure(ranks, &verdict, error));
    WEND_TRY(ranks_broadcast(ranks, &verdict, sizeof verdict, error));
    if (verdict.status == WEND_OK) return WEND_OK;
    return wend_fail(error, (wend_status)verdict.status, "rank %d: %s", verdict.rank,
                     verdict.message);
}
