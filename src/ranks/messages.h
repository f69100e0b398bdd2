// Messages between ranks, for run, train, make and metrics. Every wait has a time limit, and rank 0
// gets an error of another rank (wend_ranks_fail) in place of what it waits for.
#ifndef WEND_RANKS_MESSAGES_H
#define WEND_RANKS_MESSAGES_H

#include <pthread.h>

#include "ranks/transport.h"

#include "wend/files.h"
#include "wend/ranks.h"

// Tags keep conversations apart. Values above RANKS_TAG_REDUCE belong to reduce.c.
typedef enum ranks_tag {
    RANKS_TAG_ALARM = 1,  // an error, to rank 0
    RANKS_TAG_COLLECT,    // agree, broadcast, gather
    RANKS_TAG_JOBS,       // requests for jobs and results, to rank 0
    RANKS_TAG_CHUNK,      // jobs, from rank 0
    RANKS_TAG_FINISHED,   // a rank has finished its rollout, to rank 0
    RANKS_TAG_CUT,        // rollouts end here, from rank 0
    RANKS_TAG_SHARES,     // results, to rank 0
    RANKS_TAG_REDUCE = 64,
} ranks_tag;

struct wend_ranks {
    ranks_transport transport;
    pthread_mutex_t lock;  // of the transport
    double timeout;        // seconds
};

// Ranks over a transport that is already up; `ranks` is freed by wend_ranks_leave.
wend_status ranks_create(const ranks_transport* transport, double timeout, wend_ranks** ranks,
                         wend_error* error);

// A wait with its time limit: `ranks_pause` between two attempts. WEND_IO when the limit is reached
// ("rank 2 has not answered for 600 s while …"), or rank 0 received the report of a failed rank.
typedef struct ranks_wait {
    wend_ranks* ranks;
    int of;            // the rank that is waited for; RANKS_ANY: any
    const char* what;  // "sending gradients"
    double start;
    int attempts;
} ranks_wait;
ranks_wait ranks_wait_begin(wend_ranks* ranks, int of, const char* what);
wend_status ranks_pause(ranks_wait* wait, wend_error* error);

// Transfers that the caller completes with ranks_is_done. `*request` is NULL when it has ended.
wend_status ranks_post_send(wend_ranks* ranks, int to, int tag, const void* data, size_t size,
                            void** request, wend_error* error);
wend_status ranks_post_receive(wend_ranks* ranks, int from, int tag, void* data, size_t size,
                               void** request, wend_error* error);
wend_status ranks_is_done(wend_ranks* ranks, void** request, bool* done, wend_error* error);
void ranks_cancel(wend_ranks* ranks, void** request);  // of a receive; nothing when it has ended

// Sends a message and waits until the data may be reused.
wend_status ranks_send(wend_ranks* ranks, int to, int tag, const void* data, size_t size,
                       wend_error* error);
// Waits for a message of exactly this size.
wend_status ranks_receive(wend_ranks* ranks, int from, int tag, void* data, size_t size,
                          wend_error* error);
// Takes a waiting message of any size, without waiting: `*found`. Replaces the text.
wend_status ranks_take(wend_ranks* ranks, int from, int tag, bool* found, int* source,
                       wend_text_out* message, wend_error* error);
// The same, waiting for it.
wend_status ranks_receive_text(wend_ranks* ranks, int from, int tag, int* source,
                               wend_text_out* message, const char* what, wend_error* error);

// Collective: the data of rank 0 on every rank, through a binomial tree.
wend_status ranks_broadcast(wend_ranks* ranks, void* data, size_t size, wend_error* error);

#endif
