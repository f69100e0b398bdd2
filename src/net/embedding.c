#include <string.h>

#include "wend/net.h"

// Inlined with a constant `size` for maps: a call of memcpy per cell would dominate.
static inline void embedding_look_up(int rows, int count, size_t size, const int32_t* index,
                                     const float* w, float* y) {
    for (int i = 0; i < rows; i++, y += size)
        if (index[i] >= 0 && index[i] < count)
            memcpy(y, w + (size_t)index[i] * size, size * sizeof *y);
        else
            memset(y, 0, size * sizeof *y);
}

void wend_embedding_forward(int rows, int count, int size, const int32_t* index, const float* w,
                            float* y) {
    if (size == 4)
        embedding_look_up(rows, count, 4, index, w, y);
    else
        embedding_look_up(rows, count, (size_t)size, index, w, y);
}

void wend_embedding_backward(int rows, int count, int size, const int32_t* index, const float* dy,
                             float* dw) {
    for (int i = 0; i < rows; i++, dy += size) {
        if (index[i] < 0 || index[i] >= count) continue;
        float* row = dw + (size_t)index[i] * (size_t)size;
        for (int j = 0; j < size; j++) row[j] += dy[j];
    }
}
