#include "metrics/scene_numbers.h"

#include <stdlib.h>
#include <string.h>

typedef struct named_row {
    const char* name;
    int row;
} named_row;

static int scene_numbers_compare_names(const void* a, const void* b) {
    return strcmp(((const named_row*)a)->name, ((const named_row*)b)->name);
}

wend_status scene_numbers(const char* const* names, int count, int* numbers, int* scenes,
                          wend_error* error) {
    *scenes = 0;
    if (!count) return WEND_OK;
    named_row* rows = wend_alloc((size_t)count * sizeof *rows);
    if (!rows)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the scenes of %d rows", count);
    for (int i = 0; i < count; i++) rows[i] = (named_row){names[i], i};
    qsort(rows, (size_t)count, sizeof *rows, scene_numbers_compare_names);
    for (int i = 0; i < count; i++) {
        if (i == 0 || strcmp(rows[i].name, rows[i - 1].name) != 0) ++*scenes;
        numbers[rows[i].row] = *scenes - 1;
    }
    wend_free(rows);
    return WEND_OK;
}
