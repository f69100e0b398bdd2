#include "base/array.h"

bool array_reserve(void** items, size_t count, size_t* capacity, size_t extra, size_t item_size) {
    if (extra <= *capacity - count) return true;
    if (extra > SIZE_MAX / 4 / item_size - count) return false;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted < count + extra) wanted = count + extra;
    void* grown = wend_realloc(*items, wanted * item_size);
    if (!grown) return false;
    *items = grown;
    *capacity = wanted;
    return true;
}
