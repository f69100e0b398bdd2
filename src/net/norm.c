#include <math.h>

#include "wend/net.h"

static const float EPSILON = 1e-5f;  // as in PyTorch

void wend_layer_norm_forward(int rows, int size, const float* x, const float* scale,
                             const float* shift, float* y, float* mean, float* rstd) {
    for (int i = 0; i < rows; i++, x += size, y += size) {
        double sum = 0, squares = 0;
        for (int j = 0; j < size; j++) sum += x[j];
        mean[i] = (float)(sum / size);
        for (int j = 0; j < size; j++) squares += (x[j] - mean[i]) * (x[j] - mean[i]);
        rstd[i] = 1 / sqrtf((float)(squares / size) + EPSILON);
        for (int j = 0; j < size; j++) y[j] = (x[j] - mean[i]) * rstd[i] * scale[j] + shift[j];
    }
}

void wend_layer_norm_backward(int rows, int size, const float* x, const float* scale,
                              const float* mean, const float* rstd, const float* dy, float* dx,
                              float* dscale, float* dshift) {
    for (int i = 0; i < rows; i++, x += size, dy += size) {
        double sum = 0, dot = 0;  // sums of dxhat, and of dxhat * xhat
        for (int j = 0; j < size; j++) {
            float n = (x[j] - mean[i]) * rstd[i], dn = dy[j] * scale[j];
            sum += dn;
            dot += dn * n;
            dscale[j] += dy[j] * n;
            dshift[j] += dy[j];
        }
        float mean_dn = (float)(sum / size), mean_dot = (float)(dot / size);
        for (int j = 0; dx && j < size; j++) {
            float n = (x[j] - mean[i]) * rstd[i];
            dx[j] += (dy[j] * scale[j] - mean_dn - n * mean_dot) * rstd[i];
        }
        if (dx) dx += size;
    }
}

// ---- batch norm ---------------------------------------------------------------------------------

static void channel_moments(int rows, int channels, int c, const float* x, double* mean,
                            double* variance) {
    double sum = 0, squares = 0;
    for (int i = 0; i < rows; i++) sum += x[(size_t)i * (size_t)channels + (size_t)c];
    *mean = sum / rows;
    for (int i = 0; i < rows; i++) {
        double d = x[(size_t)i * (size_t)channels + (size_t)c] - *mean;
        squares += d * d;
    }
    *variance = squares / rows;
}

void wend_batch_norm_forward(int rows, int channels, const float* x, const float* scale,
                             const float* shift, bool learning, float* running_mean,
                             float* running_variance, float* y, float* mean, float* rstd) {
    for (int c = 0; c < channels; c++) {
        double m = running_mean[c], v = running_variance[c];
        if (learning) {
            channel_moments(rows, channels, c, x, &m, &v);
            double unbiased = rows > 1 ? v * rows / (rows - 1) : v;
            running_mean[c] += 0.1f * ((float)m - running_mean[c]);
            running_variance[c] += 0.1f * ((float)unbiased - running_variance[c]);
        }
        mean[c] = (float)m;
        rstd[c] = 1 / sqrtf((float)v + EPSILON);
    }
    for (int i = 0; i < rows; i++, x += channels, y += channels)
        for (int c = 0; c < channels; c++) y[c] = (x[c] - mean[c]) * rstd[c] * scale[c] + shift[c];
}

void wend_batch_norm_backward(int rows, int channels, const float* x, const float* scale,
                              const float* mean, const float* rstd, const float* dy, float* dx,
                              float* dscale, float* dshift) {
    for (int c = 0; c < channels; c++) {
        double sum = 0, dot = 0;
        for (int i = 0; i < rows; i++) {
            size_t at = (size_t)i * (size_t)channels + (size_t)c;
            sum += dy[at];
            dot += dy[at] * ((x[at] - mean[c]) * rstd[c]);
        }
        dscale[c] += (float)dot;
        dshift[c] += (float)sum;
        float mean_dy = (float)(sum / rows), mean_dot = (float)(dot / rows);
        for (int i = 0; dx && i < rows; i++) {
            size_t at = (size_t)i * (size_t)channels + (size_t)c;
            float n = (x[at] - mean[c]) * rstd[c];
            dx[at] += (dy[at] - mean_dy - n * mean_dot) * rstd[c] * scale[c];
        }
    }
}
