// Losses of policies besides PPO's: advantage actor-critic and weighted imitation.
#include <math.h>

#include "wend/net.h"

static double loss_log_sum(int classes, const float* logits) {
    double highest = logits[0], sum = 0;
    for (int i = 1; i < classes; i++)
        if (logits[i] > highest) highest = logits[i];
    for (int i = 0; i < classes; i++) sum += exp(logits[i] - highest);
    return highest + log(sum);
}

// Adds -pull * log pi(action) - entropy_weight * H of a row to the sums, each times `share`, and
// the gradient.
static void loss_row(const wend_ppo_batch* b, int row, double pull, double entropy_weight,
                     double share, wend_ppo_losses* sum, float* dlogits) {
    const float* logits = b->logits + (size_t)row * (size_t)b->actions;
    double all = loss_log_sum(b->actions, logits), entropy = 0;
    int action = b->action[row];
    for (int j = 0; j < b->actions; j++) entropy -= exp(logits[j] - all) * (logits[j] - all);
    sum->policy -= share * pull * (logits[action] - all);
    sum->entropy += share * entropy;
    for (int j = 0; j < b->actions; j++) {
        double p = exp(logits[j] - all);
        dlogits[j] += (float)(share * (pull * (p - (j == action)) +
                                       entropy_weight * p * (logits[j] - all + entropy)));
    }
}

double wend_value_loss(float value_weight, const wend_ppo_batch* b, float* dvalues) {
    double sum = 0;
    int counted = 0;
    for (int i = 0; i < b->rows; i++) counted += b->valid[i] != 0;
    for (int i = 0; i < b->rows; i++) {
        if (!b->valid[i]) continue;
        double share = 1.0 / counted, off = (double)b->values[i] - b->returns[i];
        sum += share * 0.5 * off * off;
        dvalues[i] += (float)(share * (double)value_weight * off);
    }
    return sum;
}

wend_ppo_losses wend_a2c_loss(const wend_ppo_loss_def* def, const wend_ppo_batch* b, float* dlogits,
                              float* dvalues) {
    wend_ppo_losses sum = {0};
    int counted = 0;
    for (int i = 0; i < b->rows; i++) counted += b->valid[i] != 0;
    for (int i = 0; i < b->rows; i++) {
        if (!b->valid[i]) continue;
        double share = 1.0 / counted;
        loss_row(b, i, b->advantages[i], (double)def->entropy_weight, share, &sum,
                 dlogits + (size_t)i * (size_t)b->actions);
    }
    sum.value = wend_value_loss(def->value_weight, b, dvalues);
    sum.total = sum.policy + (double)def->value_weight * sum.value -
                (double)def->entropy_weight * sum.entropy;
    return sum;
}

wend_ppo_losses wend_imitation_loss(float entropy_weight, const wend_ppo_batch* b, float* dlogits) {
    wend_ppo_losses sum = {0};
    double weight = 0;
    for (int i = 0; i < b->rows; i++) weight += b->valid[i] ? (double)b->advantages[i] : 0;
    for (int i = 0; i < b->rows && weight > 0; i++) {
        if (!b->valid[i]) continue;
        double share = (double)b->advantages[i] / weight;
        loss_row(b, i, 1, (double)entropy_weight, share, &sum,
                 dlogits + (size_t)i * (size_t)b->actions);
    }
    sum.total = sum.policy - (double)entropy_weight * sum.entropy;
    return sum;
}
