#ifndef WEND_METRICS_SCENE_NUMBERS_H
#define WEND_METRICS_SCENE_NUMBERS_H

#include "wend/base.h"

// Numbers the scenes from 0 in the order of their names; equal names get equal numbers. names,
// numbers: [count]
wend_status scene_numbers(const char* const* names, int count, int* numbers, int* scenes,
                          wend_error* error);

#endif
