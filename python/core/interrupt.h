// Ctrl-C while runs are under way: any number of them, nested or on several threads.
//
// The handler of the process is replaced while the first of them begins and brought back when the
// last one ends; it calls the one before it as well, so Python interrupts an agent on the main
// thread at once. Every run that has begun sees the interrupt and ends after the step under way. A
// second Ctrl-C raises KeyboardInterrupt in agents on other threads, which Python does not do.
#ifndef WEND_PYTHON_INTERRUPT_H
#define WEND_PYTHON_INTERRUPT_H

#include <stdbool.h>

// All with Python's lock held, but for interrupt_since.
unsigned interrupt_begin(void);        // a run begins: what interrupt_since wants to know
void interrupt_end(void);              // and ends
bool interrupt_since(unsigned begin);  // Ctrl-C was pressed since then
void interrupt_enter_agent(void);      // this thread calls an agent
void interrupt_leave_agent(void);

#endif
