// Feature vectors of the sectors of a panorama.
#include <math.h>

#include "model/view_input.h"

// Adds the vectors of a sector's views to out[size].
static void view_features_add(const view_input* v, int sector, int size, float* row, float* out) {
    static const float weights[3] = {0.25f, 0.5f, 0.25f};
    for (int i = 0; i < 3; i++) {
        wend_view_perception_feature(&v->views[i * VIEW_SECTORS + sector], size, row);
        for (int k = 0; k < size; k++) out[k] += weights[i] * row[k];
    }
}

static void view_features_scale(int size, float* out) {
    float sum = 0;
    for (int k = 0; k < size; k++) sum += out[k] * out[k];
    float scale = sum > 0 ? sqrtf((float)size / sum) : 0;
    for (int k = 0; k < size; k++) out[k] *= scale;
}

float* view_features_make(tape* t, int batch, const view_input* const* views, int size) {
    size_t count = (size_t)batch * VIEW_SECTORS * (size_t)size;
    float* out = tape_take(t, count, sizeof *out);
    float* row = tape_take(t, (size_t)size, sizeof *row);
    uint8_t* hidden = tape_take(t, (size_t)size, 1);
    if (t->failed) return NULL;
    for (size_t i = 0; i < count; i++) out[i] = 0;
    for (int b = 0; b < batch; b++) {
        const view_input* v = views[b];
        if (!v || !v->views || v->feature_size != size) continue;
        for (int k = 0; k < size; k++)
            hidden[k] =
                v->hide_below && (uint32_t)wend_hash(&k, sizeof k, v->hide_seed) < v->hide_below;
        for (int s = 0; s < VIEW_SECTORS; s++) {
            float* to = out + ((size_t)b * VIEW_SECTORS + (size_t)s) * (size_t)size;
            view_features_add(v, s, size, row, to);
            for (int k = 0; k < size; k++)
                if (hidden[k]) to[k] = 0;
            view_features_scale(size, to);
        }
    }
    return out;
}
