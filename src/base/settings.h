// Options of an agent or a task after its name: "memory=goal,steps=40".
#ifndef WEND_BASE_SETTINGS_H
#define WEND_BASE_SETTINGS_H

#include "wend/base.h"

typedef enum setting_kind {
    SETTING_WORD,    // int*: which of the words
    SETTING_INT,     // int*: low … high
    SETTING_NUMBER,  // float*: low … high
    SETTING_TEXT,    // char[SETTING_SIZE]; a file, say. Commas cannot be in it
    SETTING_FLAG,    // bool*: set by its key alone
} setting_kind;

enum { SETTING_SIZE = 512 };

typedef struct setting {
    const char* key;
    setting_kind kind;
    void* value;            // unchanged if the option is not given
    const char* words[12];  // of WORD, up to the first NULL
    double low, high;       // of INT and NUMBER
    bool old;               // a former name: accepted for one release, listed nowhere
} setting;

// `owner` is named in errors ("agent mapper"), which list the possible options.
wend_status settings_read(const char* owner, const char* text, const setting* settings, int count,
                          wend_error* error);

#endif
