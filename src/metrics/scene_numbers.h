#ifndef WEND_METRICS_SCENE_NUMBERS_H
#define WEND_METRICS_SCENE_NUMBERS_H

#include "wend/base.h"

// Numbers the scenes of rows from 0, in the order of their names: rows of the same name get the
// same number. [count]
wend_status scene_numbers(const char* const* names, int count, int* numbers, int* scenes,
                          wend_error* error);

#endif
