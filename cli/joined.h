// A command under mpirun: rank 0 prints for all ranks.
#ifndef WEND_CLI_JOINED_H
#define WEND_CLI_JOINED_H

#include "options.h"

#include "wend/ranks.h"

#define RANK_TIMEOUT_OPTION(seconds)                                                      \
    {                                                                                     \
        "--rank-timeout", OPTION_FLOAT, &(seconds), "S",                                  \
            "under mpirun: seconds to wait for another rank before the run fails", 1, 1e9 \
    }

// Ranks other than 0 print nothing on standard output.
void joined_quieten(void);
// Joins the other ranks; NULL without mpirun. `*threads` 0 becomes this rank's part of the node's
// processors. False: the program must end with `*exit_status`. Nullable: threads.
bool joined_begin(float timeout, wend_ranks** ranks, int* threads, int* exit_status);
// Ends the joint work. An error that every rank has is returned, and rank 0 reports it; any other
// ends the program on all ranks, after one report.
wend_status joined_end(wend_ranks* ranks, wend_status status, wend_error* error);

#endif
