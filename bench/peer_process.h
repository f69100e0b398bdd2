// A child process to compare with: reads a line from a pipe, does the work and prints its time.
#ifndef WEND_BENCH_PEER_PROCESS_H
#define WEND_BENCH_PEER_PROCESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct peer_process {
    int pid;  // 0: not running
    FILE *to, *from;
} peer_process;

// `arguments[0]` is the program, searched in PATH if it contains no slash. False if it cannot be
// started. An immediate exit shows at the first peer_process_ask.
bool peer_process_start(peer_process* p, char* const arguments[]);
// Sends a line. Returns the seconds the process answers; INFINITY: no answer.
double peer_process_ask(peer_process* p, const char* line);
void peer_process_stop(peer_process* p);  // safe on {0} and twice

#endif
