// What a command writes: never over what it reads, and never to a standard stream that is lost.
#ifndef WEND_CLI_OUTPUTS_H
#define WEND_CLI_OUTPUTS_H

#include "options.h"

// EXIT_CALL, with a sentence, when an option that names an output (-o, --out, …) leads to the same
// file as another argument, by whatever name or link.
int outputs_check(const arguments* a);

// Makes sure that 0, 1 and 2 are open, so that no file the program opens takes their place and gets
// what is printed; and that a reader who goes away is an error of writing and not a signal.
void outputs_start(void);
// Writes out what was printed. A command that went well ends in EXIT_DATA when some of it is lost;
// with a sentence, unless the reader of a pipe has gone away.
int outputs_finish(int exit_status);

#endif
