#include <string.h>

#include "wend/net.h"

void wend_embedding_forward(int rows, int count, int size, const int32_t* index, const float* w,
                            float* y) {
    for (int i = 0; i < rows; i++, y += size)
        if (index[i] >= 0 && index[i] < count)
            memcpy(y, w + (size_t)index[i] * (size_t)size, (size_t)size * sizeof *y);
        else
            memset(y, 0, (size_t)size * sizeof *y);
}

void wend_embedding_backward(int rows, int count, int size, const int32_t* index, const float* dy,
                             float* dw) {
    for (int i = 0; i < rows; i++, dy += size) {
        if (index[i] < 0 || index[i] >= count) continue;
        float* row = dw + (size_t)index[i] * (size_t)size;
        for (int j = 0; j < size; j++) row[j] += dy[j];
    }
}
