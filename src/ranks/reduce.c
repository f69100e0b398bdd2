// An all-reduce by recursive halving and doubling, with a fixed order of additions.
//
// Problem: each rank has a gradient; each needs the sum. MPI_Allreduce may choose its algorithm,
// and with it the order of additions, by message size, topology and version, so that the bytes of a
// training run would depend on them. They must depend on the number of ranks alone.
//
// Method (Rabenseifner's all-reduce, [Thakur, Rabenseifner, Gropp 2005, Optimization of Collective
// Communication Operations in MPICH]): in step k a rank and its partner, rank xor 2^k, halve their
// common segment; each sends one half and adds the other. After log2 P steps each rank has the sum
// of 1/P of the bucket; the same steps backwards distribute it.
//
// clang-format off
//     rank 0  [a a a a]   keeps left    [ab ab . .]   [abcd . . .]   [abcd abcd . .]   [abcd x 4]
//     rank 1  [b b b b]   keeps right   [. . ab ab]   [. . abcd .]   [. . abcd abcd]   [abcd x 4]
//     rank 2  [c c c c]   keeps left    [cd cd . .]   [. abcd . .]   [abcd abcd . .]   [abcd x 4]
//     rank 3  [d d d d]   keeps right   [. . cd cd]   [. . . abcd]   [. . abcd abcd]   [abcd x 4]
// clang-format on
//
// Every element is the sum of the same balanced tree, (a + b) + (c + d); a sum of two floats does
// not depend on their order. When the number of ranks is no power of two, the ranks above the
// largest power P first add theirs to rank - P and receive the result at the end.
//
// Cost per rank: 2 (P - 1) / P of the bytes sent, in 2 log2 P steps (2 more without a power of
// two).
//
// Overlap: an array is cut into buckets of RANKS_REDUCE_FLOATS. A thread moves SLOTS of them
// through their steps at a time, while the caller computes the next gradients.
#include "ranks/reduce.h"

#include <string.h>

#include "base/array.h"

enum { MAX_STEPS = 2 * 24 + 2, SLOTS = 8, TAGS = 4096 };

// One exchange with a partner: offsets into the bucket. A count of 0 is sent as well.
typedef struct reduce_step {
    int partner;
    bool sends, receives, adds;
    size_t send_at, send_count, receive_at, receive_count;
} reduce_step;

typedef struct reduce_bucket {
    float* data;
    size_t count;
    int tag;
    reduce_step steps[MAX_STEPS];
    int step_count, step;
    bool posted;
    void *sending, *receiving;
    float scratch[RANKS_REDUCE_FLOATS];
} reduce_bucket;

typedef struct reduce_piece {
    float* data;
    size_t count;
} reduce_piece;

struct ranks_reduce {
    wend_ranks* ranks;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;  // of the fields below, except slots and active
    pthread_cond_t work, idle;
    ARRAY_OF(reduce_piece) queue;
    size_t taken;    // from the queue
    int unfinished;  // buckets
    int64_t number;  // of buckets so far: tags follow from it
    bool stopping;
    wend_status status;
    wend_error error;
    reduce_bucket* slots;  // [SLOTS], of the thread
    bool active[SLOTS];
};

// ---- plan --------------------------------------------------------------------------------------

static void reduce_plan_fold(reduce_bucket* b, int partner, bool sends, bool adds) {
    b->steps[b->step_count++] = (reduce_step){.partner = partner,
                                              .sends = sends,
                                              .receives = !sends,
                                              .adds = adds,
                                              .send_count = b->count,
                                              .receive_count = b->count};
}

static void reduce_plan_halves(reduce_bucket* b, int rank, int power) {
    size_t low = 0, high = b->count;
    int first = b->step_count;
    for (int mask = 1; mask < power; mask <<= 1) {
        size_t middle = low + (high - low) / 2;
        bool left = !(rank & mask);
        reduce_step s = {.partner = rank ^ mask, .sends = true, .receives = true, .adds = true};
        s.send_at = left ? middle : low;
        s.send_count = left ? high - middle : middle - low;
        s.receive_at = left ? low : middle;
        s.receive_count = left ? middle - low : high - middle;
        low = s.receive_at;
        high = low + s.receive_count;
        b->steps[b->step_count++] = s;
    }
    for (int i = b->step_count - 1; i >= first; i--) {
        reduce_step s = b->steps[i], back = s;
        back.adds = false;
        back.send_at = s.receive_at;
        back.send_count = s.receive_count;
        back.receive_at = s.send_at;
        back.receive_count = s.send_count;
        b->steps[b->step_count++] = back;
    }
}

static void reduce_plan(reduce_bucket* b, int rank, int count) {
    int power = 1;
    while (power * 2 <= count) power *= 2;
    b->step_count = b->step = 0;
    b->posted = false;
    if (rank >= power) {
        reduce_plan_fold(b, rank - power, true, false);
        reduce_plan_fold(b, rank - power, false, false);
        return;
    }
    bool folds = rank < count - power;
    if (folds) reduce_plan_fold(b, rank + power, false, true);
    reduce_plan_halves(b, rank, power);
    if (folds) reduce_plan_fold(b, rank + power, true, false);
}

// ---- steps -------------------------------------------------------------------------------------

static wend_status reduce_post(ranks_reduce* r, reduce_bucket* b, const reduce_step* s,
                               wend_error* error) {
    float* to = s->adds ? b->scratch : b->data + s->receive_at;
    b->posted = true;
    if (s->receives)
        WEND_TRY(ranks_post_receive(r->ranks, s->partner, b->tag, to, s->receive_count * sizeof *to,
                                    &b->receiving, error));
    if (s->sends)
        WEND_TRY(ranks_post_send(r->ranks, s->partner, b->tag, b->data + s->send_at,
                                 s->send_count * sizeof *to, &b->sending, error));
    return WEND_OK;
}

// Moves a bucket as far as it goes; `*moved` when it got anywhere.
static wend_status reduce_move(ranks_reduce* r, reduce_bucket* b, bool* moved, wend_error* error) {
    while (b->step < b->step_count) {
        const reduce_step* s = &b->steps[b->step];
        bool sent, received;
        if (!b->posted) WEND_TRY(reduce_post(r, b, s, error));
        WEND_TRY(ranks_is_done(r->ranks, &b->receiving, &received, error));
        WEND_TRY(ranks_is_done(r->ranks, &b->sending, &sent, error));
        if (!sent || !received) return WEND_OK;
        for (size_t i = 0; s->adds && i < s->receive_count; i++)
            b->data[s->receive_at + i] += b->scratch[i];
        b->posted = false;
        b->step++;
        *moved = true;
    }
    return WEND_OK;
}

// ---- the thread --------------------------------------------------------------------------------

// Fills free slots from the queue; false: there is nothing to do. Called with the lock held.
static bool reduce_fill(ranks_reduce* r) {
    bool any = false;
    for (int i = 0; i < SLOTS; i++) {
        if (!r->active[i] && r->taken < r->queue.count) {
            reduce_bucket* b = &r->slots[i];
            reduce_piece piece = r->queue.items[r->taken++];
            b->data = piece.data;
            b->count = piece.count;
            b->tag = RANKS_TAG_REDUCE + (int)(r->number++ % TAGS);
            reduce_plan(b, wend_ranks_rank(r->ranks), wend_ranks_count(r->ranks));
            r->active[i] = true;
        }
        any |= r->active[i];
    }
    return any;
}

// One round over the slots.
static wend_status reduce_turn(ranks_reduce* r, ranks_wait* wait, int* finished,
                               wend_error* error) {
    bool moved = false;
    for (int i = 0; i < SLOTS; i++) {
        reduce_bucket* b = &r->slots[i];
        if (!r->active[i]) continue;
        WEND_TRY(reduce_move(r, b, &moved, error));
        if (b->step == b->step_count) {
            r->active[i] = false;
            (*finished)++;
            moved = true;
        } else {
            wait->of = b->steps[b->step].partner;
        }
    }
    if (!moved) return ranks_pause(wait, error);
    *wait = ranks_wait_begin(r->ranks, wait->of, "reducing gradients");
    return WEND_OK;
}

// Called with the lock held, which is free while messages move.
static void reduce_work(ranks_reduce* r) {
    ranks_wait wait = ranks_wait_begin(r->ranks, 0, "reducing gradients");
    while (r->status == WEND_OK && !r->stopping && reduce_fill(r)) {
        wend_error error;
        int finished = 0;
        pthread_mutex_unlock(&r->lock);
        wend_status status = reduce_turn(r, &wait, &finished, &error);
        pthread_mutex_lock(&r->lock);
        r->unfinished -= finished;
        if (status != WEND_OK) {
            r->status = status;
            r->error = error;
        }
        if (!r->unfinished || status != WEND_OK) pthread_cond_broadcast(&r->idle);
    }
}

static void* reduce_main(void* argument) {
    ranks_reduce* r = argument;
    pthread_mutex_lock(&r->lock);
    while (!r->stopping) {
        reduce_work(r);
        if (!r->stopping) pthread_cond_wait(&r->work, &r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

// ---- the caller --------------------------------------------------------------------------------

wend_status ranks_reduce_create(wend_ranks* ranks, ranks_reduce** out, wend_error* error) {
    *out = NULL;
    ranks_reduce* r = wend_alloc_zero(1, sizeof *r);
    if (r) r->slots = wend_alloc_zero(SLOTS, sizeof *r->slots);
    if (!r || !r->slots) {
        wend_free(r);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory to reduce gradients");
    }
    r->ranks = ranks;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->work, NULL);
    pthread_cond_init(&r->idle, NULL);
    r->started = pthread_create(&r->thread, NULL, reduce_main, r) == 0;
    if (!r->started) {
        ranks_reduce_destroy(r);
        return wend_fail(error, WEND_NO_MEMORY, "no thread to reduce gradients");
    }
    *out = r;
    return WEND_OK;
}

void ranks_reduce_destroy(ranks_reduce* r) {
    if (!r) return;
    pthread_mutex_lock(&r->lock);
    r->stopping = true;
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
    if (r->started) pthread_join(r->thread, NULL);
    for (int i = 0; i < SLOTS; i++) ranks_cancel(r->ranks, &r->slots[i].receiving);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->work);
    pthread_cond_destroy(&r->idle);
    ARRAY_FREE(&r->queue);
    wend_free(r->slots);
    wend_free(r);
}

wend_status ranks_reduce_start(ranks_reduce* r, float* data, size_t count, wend_error* error) {
    wend_status status = WEND_OK;
    pthread_mutex_lock(&r->lock);
    while (count > 0 && status == WEND_OK) {
        size_t some = count < RANKS_REDUCE_FLOATS ? count : RANKS_REDUCE_FLOATS;
        reduce_piece* piece = ARRAY_PUSH(&r->queue);
        if (!piece) {
            status = wend_fail(error, WEND_NO_MEMORY, "out of memory to reduce gradients");
            break;
        }
        *piece = (reduce_piece){data, some};
        r->unfinished++;
        data += some;
        count -= some;
    }
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
    return status;
}

wend_status ranks_reduce_wait(ranks_reduce* r, wend_error* error) {
    pthread_mutex_lock(&r->lock);
    while (r->unfinished && r->status == WEND_OK) pthread_cond_wait(&r->idle, &r->lock);
    wend_status status =
        r->status == WEND_OK ? WEND_OK : wend_fail(error, r->status, "%s", r->error.message);
    r->queue.count = r->taken = 0;
    pthread_mutex_unlock(&r->lock);
    return status;
}
