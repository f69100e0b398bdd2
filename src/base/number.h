// Numbers as text, the same in every locale.
//
// A host program may call setlocale: printf then writes 0,5 and strtod stops at the point of 0.5.
// All numbers in files are formatted and parsed by these functions, which use the C locale for the
// calling thread only.
#ifndef WEND_BASE_NUMBER_H
#define WEND_BASE_NUMBER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

int number_print(char* text, size_t size, const char* format, ...)
    __attribute__((format(printf, 3, 4)));  // snprintf
int number_vprint(char* text, size_t size, const char* format, va_list arguments)
    __attribute__((format(printf, 3, 0)));  // vsnprintf
int number_scan(const char* text, const char* format, ...)
    __attribute__((format(scanf, 2, 3)));           // sscanf
double number_parse(const char* text, char** end);  // strtod. Nullable: end.

#endif
