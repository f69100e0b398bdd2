// Growable arrays: any struct with `items`, `count` and `capacity` will do.
//
//     struct { wend_vec3* items; size_t count, capacity; } points = {0};
//     wend_vec3* p = ARRAY_PUSH(&points);   // NULL when out of memory
#ifndef WEND_BASE_ARRAY_H
#define WEND_BASE_ARRAY_H

#include "wend/base.h"

#define ARRAY_OF(type)          \
    struct {                    \
        type* items;            \
        size_t count, capacity; \
    }

// Reserves `extra` more items; on false (out of memory) nothing has changed.
#define ARRAY_RESERVE(array, extra)                                                     \
    array_reserve((void**)&(array)->items, (array)->count, &(array)->capacity, (extra), \
                  sizeof *(array)->items)

// Appends an uninitialised item and returns its address, or NULL when out of memory.
#define ARRAY_PUSH(array) (ARRAY_RESERVE(array, 1) ? &(array)->items[(array)->count++] : NULL)

#define ARRAY_FREE(array)                       \
    do {                                        \
        wend_free((array)->items);              \
        (array)->items = NULL;                  \
        (array)->count = (array)->capacity = 0; \
    } while (0)

bool array_reserve(void** items, size_t count, size_t* capacity, size_t extra, size_t item_size);

#endif
