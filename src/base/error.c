#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

#include "wend/base.h"

const char* wend_status_name(wend_status status) {
    static const char* const names[] = {
#define X(name, words) words,
        WEND_STATUS_LIST(X)
#undef X
    };
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}

wend_status wend_fail(wend_error* error, wend_status status, const char* format, ...) {
    if (!error) return status;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    number_vprint(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

void wend_error_prefix(wend_error* error, const char* format, ...) {
    if (!error) return;
    char joined[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    int n = number_vprint(joined, sizeof joined, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n + 3 > sizeof joined) return;
    snprintf(joined + n, sizeof joined - (size_t)n, ": %.*s", (int)(sizeof joined - (size_t)n - 3),
             error->message);
    memcpy(error->message, joined, sizeof joined);
}
