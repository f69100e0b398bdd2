// Numbers as text, the same in every locale.
//
// The program that wend runs in may call setlocale: printf then writes 0,5 and strtod stops at the
// point of 0.5. All numbers that are written to or read from files go through these, which use the
// C locale for the calling thread alone.
#ifndef WEND_BASE_NUMBER_H
#define WEND_BASE_NUMBER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

int number_print(char* text, size_t size, const char* format, ...)
    __attribute__((format(printf, 3, 4)));  // snprintf
int number_vprint(char* text, size_t size, const char* format, va_list arguments)
    __attribute__((format(printf, 3, 0)));  // vsnprintf
int number_write(FILE* file, const char* format, ...)
    __attribute__((format(printf, 2, 3)));  // fprintf
int number_scan(const char* text, const char* format, ...)
    __attribute__((format(scanf, 2, 3)));           // sscanf
double number_parse(const char* text, char** end);  // strtod. Nullable: end.

#endif
