// What stands behind an agent's name: base/settings.h, in agents' words.
#ifndef WEND_AGENT_OPTIONS_H
#define WEND_AGENT_OPTIONS_H

#include <stdio.h>

#include "base/settings.h"

#define AGENT_OPTION_WORD   SETTING_WORD
#define AGENT_OPTION_INT    SETTING_INT
#define AGENT_OPTION_NUMBER SETTING_NUMBER
#define AGENT_OPTION_TEXT   SETTING_TEXT
#define AGENT_OPTION_SIZE   SETTING_SIZE
typedef setting agent_option;

static inline wend_status agent_options_read(const char* name, const char* text,
                                             const agent_option* options, int count,
                                             wend_error* error) {
    char who[128];
    snprintf(who, sizeof who, "agent %s", name);
    return settings_read(who, text, options, count, error);
}

#endif
