// A program we are measured against: it waits for a line, does the work and answers.
#ifndef WEND_BENCH_PEER_PROCESS_H
#define WEND_BENCH_PEER_PROCESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct peer_process {
    int pid;  // 0: not running
    FILE *to, *from;
} peer_process;

// `arguments[0]` is the program, looked for on the PATH if it has no slash. False when it does not
// start; one that ends at once shows in its first answer.
bool peer_process_start(peer_process* p, char* const arguments[]);
// Sends a line; the seconds it answers with, or INFINITY when it does not.
double peer_process_ask(peer_process* p, const char* line);
void peer_process_stop(peer_process* p);  // safe on {0} and twice

#endif
