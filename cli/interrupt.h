// Signals that end a long command in order: SIGINT, SIGTERM and SIGHUP.
#ifndef WEND_CLI_INTERRUPT_H
#define WEND_CLI_INTERRUPT_H

#include <stdbool.h>

// The first signal asks the command to stop; a second one of the same number terminates it at once.
// Signals that are ignored stay so, as nohup expects. Exceeding RLIMIT_FSIZE becomes a write
// error, like a full disk.
void interrupt_catch(void);
// Whether a signal was received: the `stop` and `halted` callbacks of the library. Nullable:
// context.
bool interrupt_received(void* context);
// The exit status of an interrupted command, 128 + signal; `status` if there was no signal.
int interrupt_status(int status);

#endif
