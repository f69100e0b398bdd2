#include "train/auxiliary.h"

#include <math.h>

static const int sizes[] = {
#define X(name, word, size) size,
    WEND_POLICY_AUX_LIST(X)
#undef X
};

int auxiliary_mask(const float weights[WEND_POLICY_AUX_COUNT]) {
    int mask = 0;
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++) mask |= (weights[i] > 0) << i;
    return mask;
}

int auxiliary_class(int head, const wend_labels* l) {
    if (!isfinite(l->seen)) return -1;
    if (head == WEND_POLICY_AUX_SEEN) return l->seen > 0.5f;
    if (l->seen < 0.5f) return -1;
    if (head == WEND_POLICY_AUX_DIRECTION) {
        int sectors = sizes[head];
        float turns = l->direction / (float)(2 * WEND_PI) + 0.5f;  // 0 … 1: from behind, leftwards
        int at = (int)floorf(turns * (float)sectors);
        return at < 0 ? 0 : at >= sectors ? sectors - 1 : at;
    }
    int bin = (int)(l->distance * 2);
    return bin < sizes[head] ? bin : sizes[head] - 1;
}

static double auxiliary_classify(int classes, const float* y, int target, double share, float* dy) {
    double highest = y[0], sum = 0;
    for (int i = 1; i < classes; i++)
        if (y[i] > highest) highest = y[i];
    for (int i = 0; i < classes; i++) sum += exp(y[i] - highest);
    double all = highest + log(sum);
    for (int i = 0; i < classes; i++) dy[i] += (float)(share * (exp(y[i] - all) - (i == target)));
    return share * (all - y[target]);
}

static double auxiliary_regress(float y, float target, double share, float* dy) {
    double value = tanh(y), wanted = target < -1 ? -1 : target > 1 ? 1 : (double)target;
    *dy += (float)(2 * share * (value - wanted) * (1 - value * value));
    return share * (value - wanted) * (value - wanted);
}

double auxiliary_loss(int head, int rows, const float* y, const wend_labels* labels, double weight,
                      int norm, float* dy) {
    int size = sizes[head];
    double loss = 0, share = weight / norm;
    for (int i = 0; i < rows; i++, y += size, dy += size) {
        if (head == WEND_POLICY_AUX_PROGRESS) {
            if (isfinite(labels[i].progress))
                loss += auxiliary_regress(*y, labels[i].progress, share, dy);
            continue;
        }
        int target = auxiliary_class(head, &labels[i]);
        if (target >= 0) loss += auxiliary_classify(size, y, target, share, dy);
    }
    return loss;
}
