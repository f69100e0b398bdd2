// The jobs of a run, shared by the ranks: rank 0 hands out jobs to every rank and receives the
// records. Which rank plays a job depends on timing; its record does not.
#ifndef WEND_RUN_RUN_SHARE_H
#define WEND_RUN_RUN_SHARE_H

#include <pthread.h>

#include "ranks/messages.h"

#include "wend/log.h"

// Receives the record of another rank, with its line and the status of its episode.
typedef void (*run_share_take)(void* context, const wend_log_record* record, const char* line,
                               size_t size, wend_status played);

typedef struct run_share {
    wend_ranks* ranks;
    int next, end;         // jobs in hand: rank 0 has all of them
    bool closed;           // no more jobs are handed out
    pthread_mutex_t lock;  // of the fields above
    run_share_take take;   // rank 0
    void* context;
    const char* path;  // of the log, for errors
    pthread_t server;  // rank 0: answers the other ranks
    bool serving;
    wend_status status;  // rank 0: of the server, or of the first rank that failed
    wend_error error;
} run_share;

// `jobs` is the same on every rank. Rank 0 starts to answer.
wend_status run_share_start(run_share* share, wend_ranks* ranks, int jobs, const char* path,
                            run_share_take take, void* context, wend_error* error);
// The next job of this rank; -1: none is left, or a rank failed. Any thread.
int run_share_next(run_share* share);
void run_share_close(run_share* share);  // rank 0: hands out no more jobs
// Other ranks: sends a record to rank 0. Any thread.
wend_status run_share_send(run_share* share, const wend_log_record* record, wend_status played,
                           wend_error* error);
// After the last job: rank 0 waits for the others and returns the first error of any rank; another
// rank reports its own.
wend_status run_share_end(run_share* share, wend_status mine, wend_error* error);

#endif
