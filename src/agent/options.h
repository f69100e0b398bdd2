// What stands behind an agent's name: "memory=goal,steps=40".
#ifndef WEND_AGENT_OPTIONS_H
#define WEND_AGENT_OPTIONS_H

#include "wend/base.h"

typedef enum agent_option_kind {
    AGENT_OPTION_WORD,    // int*: which of the words
    AGENT_OPTION_INT,     // int*: low … high
    AGENT_OPTION_NUMBER,  // float*: low … high
    AGENT_OPTION_TEXT,    // char[AGENT_OPTION_SIZE]; a file, say. Commas cannot be in it
} agent_option_kind;

enum { AGENT_OPTION_SIZE = 512 };

typedef struct agent_option {
    const char* key;
    agent_option_kind kind;
    void* value;            // stays as it is when the option is not given
    const char* words[12];  // of WORD, up to the first NULL
    double low, high;       // of INT and NUMBER
} agent_option;

// `name` is the agent's, for the error, which lists what is possible.
wend_status agent_options_read(const char* name, const char* text, const agent_option* options,
                               int count, wend_error* error);

#endif
