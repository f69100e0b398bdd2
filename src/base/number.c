#include "base/number.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

// The C locales of glibc and musl are static: creating one allocates nothing and cannot fail.
static locale_t number_locale;
static pthread_once_t number_once = PTHREAD_ONCE_INIT;

static void number_make_locale(void) { number_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t number_get_locale(void) {
    pthread_once(&number_once, number_make_locale);
    return number_locale;
}

int number_vprint(char* text, size_t size, const char* format, va_list arguments) {
    locale_t before = uselocale(number_get_locale());
    int count = vsnprintf(text, size, format, arguments);
    uselocale(before);
    return count;
}

int number_print(char* text, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = number_vprint(text, size, format, arguments);
    va_end(arguments);
    return count;
}

int number_scan(const char* text, const char* format, ...) {
    va_list arguments;
    locale_t before = uselocale(number_get_locale());
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    uselocale(before);
    return count;
}

double number_parse(const char* text, char** end) {
    return strtod_l(text, end, number_get_locale());
}
