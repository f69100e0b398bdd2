#include "base/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static void settings_append(char* text, size_t size, const char* words) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", words);
}

static wend_status unknown_key(const char* owner, const char* key, const setting* settings,
                               int count, wend_error* error) {
    char known[300] = "";
    for (int i = 0; i < count; i++) {
        if (settings[i].old) continue;
        settings_append(known, sizeof known, i ? ", " : "");
        settings_append(known, sizeof known, settings[i].key);
    }
    return wend_fail(error, WEND_ARGUMENT, "%s has no option '%s'; it has %s", owner, key,
                     count ? known : "none");
}

static wend_status settings_read_word(const char* owner, const setting* o, const char* value,
                                      wend_error* error) {
    char known[300] = "";
    for (int i = 0; i < 12 && o->words[i]; i++) {
        if (strcmp(o->words[i], value) == 0) {
            *(int*)o->value = i;
            return WEND_OK;
        }
        settings_append(known, sizeof known, i ? ", " : "");
        settings_append(known, sizeof known, o->words[i]);
    }
    return wend_fail(error, WEND_ARGUMENT, "%s: %s=%s; it may be %s", owner, o->key, value, known);
}

static wend_status settings_read_number(const char* owner, const setting* o, const char* value,
                                        wend_error* error) {
    char* end;
    double number = number_parse(value, &end);
    bool whole = o->kind != SETTING_INT || number == floor(number);
    if (end == value || *end || !(number >= o->low && number <= o->high) || !whole)
        return wend_fail(error, WEND_ARGUMENT, "%s: %s=%s; it must be %s in [%g, %g]", owner,
                         o->key, value, o->kind == SETTING_INT ? "an integer" : "a number", o->low,
                         o->high);
    if (o->kind == SETTING_INT)
        *(int*)o->value = (int)number;
    else
        *(float*)o->value = (float)number;
    return WEND_OK;
}

static wend_status read_one(const char* owner, char* pair, const setting* settings, int count,
                            wend_error* error) {
    char* equals = strchr(pair, '=');
    for (int i = 0; i < count; i++)
        if (settings[i].kind == SETTING_FLAG && strcmp(settings[i].key, pair) == 0) {
            *(bool*)settings[i].value = true;
            return WEND_OK;
        }
    if (!equals)
        return wend_fail(error, WEND_ARGUMENT, "%s: '%s' is no option; write key=value", owner,
                         pair);
    *equals = 0;
    const char* value = equals + 1;
    for (int i = 0; i < count; i++) {
        const setting* o = &settings[i];
        if (strcmp(o->key, pair) != 0) continue;
        if (o->kind == SETTING_FLAG)
            return wend_fail(error, WEND_ARGUMENT, "%s: %s is a flag; write it without =%s", owner,
                             o->key, value);
        if (o->kind == SETTING_WORD) return settings_read_word(owner, o, value, error);
        if (o->kind != SETTING_TEXT) return settings_read_number(owner, o, value, error);
        snprintf(o->value, SETTING_SIZE, "%s", value);
        return WEND_OK;
    }
    return unknown_key(owner, pair, settings, count, error);
}

wend_status settings_read(const char* owner, const char* text, const setting* settings, int count,
                          wend_error* error) {
    char pair[SETTING_SIZE];
    while (*text) {
        size_t size = strcspn(text, ",");
        if (size >= sizeof pair)
            return wend_fail(error, WEND_LIMIT, "%s: an option of %zu bytes; %zu are possible",
                             owner, size, sizeof pair - 1);
        memcpy(pair, text, size);
        pair[size] = 0;
        WEND_TRY(read_one(owner, pair, settings, count, error));
        text += size + (text[size] == ',');
    }
    return WEND_OK;
}
