// Output files must not overwrite inputs; write errors of standard streams are reported.
#ifndef WEND_CLI_OUTPUTS_H
#define WEND_CLI_OUTPUTS_H

#include "options.h"

// Returns EXIT_CALL, after an error message, when an output option (-o, --out, …) refers to the
// same file as another argument, also through links.
int outputs_check(const arguments* a);

// Opens descriptors 0, 1 and 2 if they are closed, so that no other file gets these numbers and
// receives printed text. Ignores SIGPIPE: a closed pipe becomes a write error.
void outputs_start(void);
// Flushes standard output. If output was lost, EXIT_OK becomes EXIT_DATA, with an error message
// unless the reader closed the pipe.
int outputs_finish(int exit_status);

#endif
