// Ranks: the processes of a distributed run, started by mpirun or srun.
//
// A process that was not started that way has no ranks: wend_ranks_join gives NULL at once and
// loads no MPI. Everywhere below and in the defs that take ranks, NULL means one process.
//
// Owner: src/ranks
#ifndef WEND_RANKS_H
#define WEND_RANKS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_ranks wend_ranks;

enum { WEND_RANKS_TIMEOUT = 600 };  // seconds, by default

// Of the environment variables that mpirun or srun set, without MPI.
WEND_API bool wend_ranks_is_launched(void);  // one of two or more ranks
WEND_API bool wend_ranks_is_first(void);     // rank 0, or not launched as ranks

// Threads for this rank: the processors it is bound to, or its part of those of the node.
WEND_API int wend_ranks_threads(void);

// Joins the other ranks. `timeout`: seconds to wait for a message of another rank before the run
// fails. WEND_ARGUMENT when ranks were launched and this wend was built without MPI.
WEND_API wend_status wend_ranks_join(double timeout, wend_ranks** ranks, wend_error* error);
// All ranks call it at the end of a run that succeeded, or failed alike on every rank. Nullable.
WEND_API void wend_ranks_leave(wend_ranks* ranks);
WEND_API int wend_ranks_rank(const wend_ranks* ranks);   // NULL: 0
WEND_API int wend_ranks_count(const wend_ranks* ranks);  // NULL: 1

// Collective: WEND_OK when every rank passes WEND_OK. Otherwise every rank gets the status and
// error of the lowest rank that failed, prefixed with its number.
WEND_API wend_status wend_ranks_agree(wend_ranks* ranks, wend_status mine, wend_error* error);
// Ends every rank because of an error on this one. Rank 0 calls `report` with the error and ends
// all of them; another rank sends its error to rank 0, which gets it in place of the message it
// waits for. Does not return.
WEND_API void wend_ranks_fail(wend_ranks* ranks, int exit_status,
                              void (*report)(const wend_error* error), const wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
