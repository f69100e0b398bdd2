// Number of words of the instruction that the agent used, and a list of those that it did not.
#ifndef WEND_REPORT_WORD_USAGE_H
#define WEND_REPORT_WORD_USAGE_H

#include "wend/base.h"
#include "wend/files.h"

// Reads "words", "left" and "left_words" from the notes, a JSON object of the log. Writes nothing
// if they are missing. Nullable: notes.
wend_status word_usage_put(wend_text_out* out, const char* notes, wend_error* error);

#endif
