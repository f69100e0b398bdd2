// Ctrl-C during runs: any number of them, nested or on several threads.
//
// The SIGINT handler of the process is replaced when the first run begins and restored when the
// last one ends. It also calls the previous handler, so Python interrupts an agent on the main
// thread at once. Every active run sees the interrupt and ends after its current step. A second
// Ctrl-C raises KeyboardInterrupt in agents on other threads, which Python does not do.
#ifndef WEND_PYTHON_INTERRUPT_H
#define WEND_PYTHON_INTERRUPT_H

#include <stdbool.h>

// All functions except interrupt_since need the GIL.
unsigned interrupt_begin(void);        // begins a run; returns the argument of interrupt_since
void interrupt_end(void);              // ends a run
bool interrupt_since(unsigned begin);  // whether Ctrl-C was pressed since then

// A call of an agent, on the caller's stack: there is no limit to their number.
typedef struct interrupt_agent {
    unsigned long thread;  // that is inside the agent
    struct interrupt_agent* next;
} interrupt_agent;

void interrupt_enter_agent(interrupt_agent* call);  // this thread enters an agent
void interrupt_leave_agent(interrupt_agent* call);

#endif
