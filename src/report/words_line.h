// What an agent made of the words it was told: how many, and which it had no use for.
#ifndef WEND_REPORT_WORDS_LINE_H
#define WEND_REPORT_WORDS_LINE_H

#include "base/text.h"

#include "wend/base.h"

// Puts nothing where the notes (a JSON object of the log) say nothing of words. Nullable: notes.
wend_status words_line_put(text_out* out, const char* notes, wend_error* error);

#endif
