// Ranks as threads of one process, for tests: messages go through memory.
#ifndef WEND_TEST_LOCAL_RANKS_H
#define WEND_TEST_LOCAL_RANKS_H

#include "ranks/messages.h"

// Calls `body` on `count` threads, each as one rank, and waits for all of them.
void local_ranks_run(int count, double timeout, void (*body)(wend_ranks* ranks, void* context),
                     void* context);

#endif
