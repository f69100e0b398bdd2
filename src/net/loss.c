#include <math.h>

#include "wend/net.h"

// log of the sum of exponentials, in double precision.
static double log_sum(int classes, const float* logits) {
    double highest = logits[0], sum = 0;
    for (int i = 1; i < classes; i++)
        if (logits[i] > highest) highest = logits[i];
    for (int i = 0; i < classes; i++) sum += exp(logits[i] - highest);
    return highest + log(sum);
}

double wend_cross_entropy(int rows, int classes, const float* logits, const int32_t* target,
                          float weight, float* dlogits) {
    int counted = 0;
    double loss = 0;
    for (int i = 0; i < rows; i++) counted += target[i] >= 0;
    for (int i = 0; i < rows; i++, logits += classes, dlogits += classes) {
        if (target[i] < 0) continue;
        double all = log_sum(classes, logits), share = (double)weight / counted;
        loss += share * (all - logits[target[i]]);
        for (int j = 0; j < classes; j++)
            dlogits[j] += (float)(share * (exp(logits[j] - all) - (j == target[i])));
    }
    return loss;
}

double wend_mean_squares(size_t count, const float* x, const float* target, float weight,
                         float* dx) {
    double loss = 0, share = (double)weight / (double)(count ? count : 1);
    for (size_t i = 0; i < count; i++) {
        double off = (double)x[i] - target[i];
        loss += share * off * off;
        dx[i] += (float)(2 * share * off);
    }
    return loss;
}

float wend_log_probability(int classes, const float* logits, int action) {
    return (float)(logits[action] - log_sum(classes, logits));
}

int wend_sample_action(int classes, const float* logits, wend_rng* rng) {
    double all = log_sum(classes, logits), left = wend_rng_double(rng);
    for (int i = 0; i < classes - 1; i++) {
        left -= exp(logits[i] - all);
        if (left < 0) return i;
    }
    return classes - 1;
}

// ---- PPO ----------------------------------------------------------------------------------------

wend_ppo_loss_def wend_ppo_loss_default_def(void) {
    return (wend_ppo_loss_def){
        .clip = 0.2f, .value_weight = 0.5f, .entropy_weight = 0.01f, .clip_values = true};
}

// Adds the losses of one row to `sum`, and its gradients.
static void policy_row(const wend_ppo_loss_def* def, const wend_ppo_batch* b, int row, double share,
                       wend_ppo_losses* sum, float* dlogits) {
    const float* logits = b->logits + (size_t)row * (size_t)b->actions;
    int action = b->action[row];
    double all = log_sum(b->actions, logits), advantage = b->advantages[row], entropy = 0;
    double log_ratio = logits[action] - all - b->old_log_probability[row], ratio = exp(log_ratio);
    double low = 1 - (double)def->clip, high = 1 + (double)def->clip;
    double bounded = ratio < low ? low : ratio > high ? high : ratio;
    bool beyond = bounded * advantage < ratio * advantage;  // clipped: no gradient
    for (int j = 0; j < b->actions; j++) entropy -= exp(logits[j] - all) * (logits[j] - all);
    sum->policy -= share * (beyond ? bounded : ratio) * advantage;
    sum->entropy += share * entropy;
    sum->approx_kl -= share * log_ratio;
    sum->clip_fraction += share * (ratio < low || ratio > high);
    double by_log = beyond ? 0 : -advantage * ratio;
    for (int j = 0; j < b->actions; j++) {
        double p = exp(logits[j] - all);
        double by_entropy = -p * (logits[j] - all + entropy);
        dlogits[j] += (float)(share * (by_log * ((j == action) - p) -
                                       (double)def->entropy_weight * by_entropy));
    }
}

// Half the squared error of the value or of the clipped value, whichever is larger.  [OpenAI
// baselines; habitat-baselines, which MultiON trains with]
static void value_row(const wend_ppo_loss_def* def, const wend_ppo_batch* b, int row, double share,
                      wend_ppo_losses* sum, float* dvalue) {
    double value = b->values[row], old = b->old_values[row], off = value - b->returns[row];
    double moved = value - old, clip = def->clip;
    double bounded = moved < -clip ? -clip : moved > clip ? clip : moved;
    double bounded_off = old + bounded - b->returns[row];
    bool beyond = def->clip_values && bounded_off * bounded_off > off * off;
    double loss = beyond ? bounded_off * bounded_off : off * off;
    sum->value += share * 0.5 * loss;
    if (!beyond || bounded == moved) *dvalue += (float)(share * (double)def->value_weight * off);
}

wend_ppo_losses wend_ppo_loss(const wend_ppo_loss_def* def, const wend_ppo_batch* batch,
                              float* dlogits, float* dvalues) {
    wend_ppo_losses sum = {0};
    int counted = 0;
    for (int i = 0; i < batch->rows; i++) counted += batch->valid[i];
    for (int i = 0; i < batch->rows; i++) {
        if (!batch->valid[i]) continue;
        policy_row(def, batch, i, 1.0 / counted, &sum,
                   dlogits + (size_t)i * (size_t)batch->actions);
        value_row(def, batch, i, 1.0 / counted, &sum, dvalues + i);
    }
    sum.total = sum.policy + (double)def->value_weight * sum.value -
                (double)def->entropy_weight * sum.entropy;
    return sum;
}

void wend_gae(const wend_gae_def* def, const float* rewards, const float* values,
              const uint8_t* ended, const uint8_t* valid, const float* next_values,
              float* advantages, float* returns) {
    for (int i = 0; i < def->batch; i++) {
        float next = next_values[i], running = 0;
        for (int t = def->steps - 1; t >= 0; t--) {
            size_t at = (size_t)t * (size_t)def->batch + (size_t)i;
            float goes_on = ended[at] ? 0.0f : 1.0f;
            float delta = rewards[at] + def->gamma * next * goes_on - values[at];
            running = valid[at] ? delta + def->gamma * def->lambda * goes_on * running : 0;
            advantages[at] = running;
            returns[at] = running + values[at];
            next = values[at];
        }
    }
}
