#include "agent/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char* text, size_t size, const char* words) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", words);
}

static wend_status unknown_key(const char* name, const char* key, const agent_option* options,
                               int count, wend_error* error) {
    char known[300] = "";
    for (int i = 0; i < count; i++) {
        append(known, sizeof known, i ? ", " : "");
        append(known, sizeof known, options[i].key);
    }
    return wend_fail(error, WEND_ARGUMENT, "agent %s has no option '%s'; it has %s", name, key,
                     count ? known : "none");
}

static wend_status read_word(const char* name, const agent_option* o, const char* value,
                             wend_error* error) {
    char known[300] = "";
    for (int i = 0; i < 12 && o->words[i]; i++) {
        if (strcmp(o->words[i], value) == 0) {
            *(int*)o->value = i;
            return WEND_OK;
        }
        append(known, sizeof known, i ? ", " : "");
        append(known, sizeof known, o->words[i]);
    }
    return wend_fail(error, WEND_ARGUMENT, "agent %s: %s=%s; it may be %s", name, o->key, value,
                     known);
}

static wend_status read_number(const char* name, const agent_option* o, const char* value,
                               wend_error* error) {
    char* end;
    double number = strtod(value, &end);
    bool whole = o->kind != AGENT_OPTION_INT || number == floor(number);
    if (end == value || *end || !(number >= o->low && number <= o->high) || !whole)
        return wend_fail(error, WEND_ARGUMENT, "agent %s: %s=%s; a%s number from %g to %g is due",
                         name, o->key, value, o->kind == AGENT_OPTION_INT ? " whole" : "", o->low,
                         o->high);
    if (o->kind == AGENT_OPTION_INT)
        *(int*)o->value = (int)number;
    else
        *(float*)o->value = (float)number;
    return WEND_OK;
}

static wend_status read_one(const char* name, char* pair, const agent_option* options, int count,
                            wend_error* error) {
    char* equals = strchr(pair, '=');
    if (!equals)
        return wend_fail(error, WEND_ARGUMENT, "agent %s: '%s' is no option; write key=value", name,
                         pair);
    *equals = 0;
    const char* value = equals + 1;
    for (int i = 0; i < count; i++) {
        const agent_option* o = &options[i];
        if (strcmp(o->key, pair) != 0) continue;
        if (o->kind == AGENT_OPTION_WORD) return read_word(name, o, value, error);
        if (o->kind != AGENT_OPTION_TEXT) return read_number(name, o, value, error);
        snprintf(o->value, AGENT_OPTION_SIZE, "%s", value);
        return WEND_OK;
    }
    return unknown_key(name, pair, options, count, error);
}

wend_status agent_options_read(const char* name, const char* text, const agent_option* options,
                               int count, wend_error* error) {
    char pair[AGENT_OPTION_SIZE];
    while (*text) {
        size_t size = strcspn(text, ",");
        if (size >= sizeof pair)
            return wend_fail(error, WEND_LIMIT,
                             "agent %s: an option of %zu bytes; %zu are possible", name, size,
                             sizeof pair - 1);
        memcpy(pair, text, size);
        pair[size] = 0;
        WEND_TRY(read_one(name, pair, options, count, error));
        text += size + (text[size] == ',');
    }
    return WEND_OK;
}
