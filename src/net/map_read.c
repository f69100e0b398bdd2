// Attention over the cells of a map: a query (C) reads the weighted mean of the cells (side, side,
// C) and of their positions (2).
#include <math.h>
#include <string.h>

#include "wend/net.h"

static int cells_of(const wend_map_read* r) { return r->side * r->side; }

// Position of a cell in [-1, 1]: axis 0 ahead, axis 1 to the right.
static float map_read_position_of(const wend_map_read* r, int cell, int axis) {
    float half = 0.5f * (float)(r->side - 1),
          along = (float)(axis ? cell % r->side : cell / r->side);
    return half > 0 ? (axis ? along - half : half - along) / half : 0;
}

static float product(int count, const float* a, const float* b) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static void softmax(int count, float* x) {
    float max = x[0], sum = 0;
    for (int i = 1; i < count; i++) max = fmaxf(max, x[i]);
    for (int i = 0; i < count; i++) sum += x[i] = expf(x[i] - max);
    for (int i = 0; i < count; i++) x[i] /= sum;
}

void wend_map_read_forward(const wend_map_read* r, int rows, const float* map, const float* query,
                           float* y, float* weights) {
    int channels = r->channels, cells = cells_of(r);
    float scale = 1 / sqrtf((float)channels);
    for (int n = 0; n < rows; n++) {
        for (int i = 0; i < cells; i++)
            weights[i] = scale * product(channels, map + (size_t)i * (size_t)channels, query);
        softmax(cells, weights);
        memset(y, 0, (size_t)(channels + 2) * sizeof *y);
        for (int i = 0; i < cells; i++) {
            const float* cell = map + (size_t)i * (size_t)channels;
            for (int c = 0; c < channels; c++) y[c] += weights[i] * cell[c];
            for (int axis = 0; axis < 2; axis++)
                y[channels + axis] += weights[i] * map_read_position_of(r, i, axis);
        }
        map += (size_t)cells * (size_t)channels;
        query += channels;
        y += channels + 2;
        weights += cells;
    }
}

// One row. Through the softmax: dscore_i = weight_i * (dweight_i - sum_j weight_j dweight_j).
static void row_backward(const wend_map_read* r, const float* map, const float* query,
                         const float* weights, const float* dy, float* dmap, float* dquery) {
    int channels = r->channels, cells = cells_of(r);
    float scale = 1 / sqrtf((float)channels), mean = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < cells; i++) {
            const float* cell = map + (size_t)i * (size_t)channels;
            float* dcell = dmap + (size_t)i * (size_t)channels;
            float dweight = product(channels, cell, dy);
            for (int axis = 0; axis < 2; axis++)
                dweight += dy[channels + axis] * map_read_position_of(r, i, axis);
            if (pass == 0) {
                mean += weights[i] * dweight;
                continue;
            }
            float dscore = scale * weights[i] * (dweight - mean);
            for (int c = 0; c < channels; c++) {
                dcell[c] += weights[i] * dy[c] + dscore * query[c];
                dquery[c] += dscore * cell[c];
            }
        }
}

void wend_map_read_backward(const wend_map_read* r, int rows, const float* map, const float* query,
                            const float* weights, const float* dy, float* dmap, float* dquery) {
    size_t channels = (size_t)r->channels, cells = (size_t)cells_of(r);
    for (size_t n = 0; n < (size_t)rows; n++)
        row_backward(r, map + n * cells * channels, query + n * channels, weights + n * cells,
                     dy + n * (channels + 2), dmap + n * cells * channels, dquery + n * channels);
}
