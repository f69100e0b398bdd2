// The parts of a training run that ranks share: gradients and the cut-off of stragglers.
#include "train/train_ranks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOSSES = 6, MIN_FLOATS = 1 << 15 };  // smaller arrays wait for the next layer

wend_status train_ranks_create(wend_ranks* ranks, float cutoff, train_ranks* t, wend_error* error) {
    *t = (train_ranks){.ranks = ranks, .cutoff = cutoff};
    return ranks ? ranks_reduce_create(ranks, &t->reduce, error) : WEND_OK;
}

void train_ranks_destroy(train_ranks* t) {
    ranks_reduce_destroy(t->reduce);
    *t = (train_ranks){0};
}

void train_ranks_name(const wend_ranks* ranks, int update, char* text, size_t size) {
    int rank = wend_ranks_rank(ranks);
    if (rank)
        snprintf(text, size, "update %d, rank %d", update, rank);
    else
        snprintf(text, size, "update %d", update);
}

// ---- gradients ---------------------------------------------------------------------------------

void train_ranks_begin(train_ranks* t, float* gradients, size_t count) {
    if (!t || !t->reduce) return;
    t->gradients = gradients;
    t->count = t->first = count;
    t->status = WEND_OK;
}

void train_ranks_finished(void* context, size_t first) {
    train_ranks* t = context;
    if (!t || !t->reduce || t->status != WEND_OK) return;
    if (first && t->first - first < MIN_FLOATS) return;
    t->status = ranks_reduce_start(t->reduce, t->gradients + first, t->first - first, &t->error);
    t->first = first;
}

wend_status train_ranks_mean(train_ranks* t, wend_ppo_losses* losses, wend_error* error) {
    if (!t || !t->reduce) return WEND_OK;
    double* fields[LOSSES] = {&losses->policy,    &losses->value,         &losses->entropy,
                              &losses->approx_kl, &losses->clip_fraction, &losses->total};
    float share = 1.0f / (float)wend_ranks_count(t->ranks);
    train_ranks_finished(t, 0);
    if (t->status != WEND_OK) return wend_fail(error, t->status, "%s", t->error.message);
    for (int i = 0; i < LOSSES; i++) t->losses[i] = (float)*fields[i];
    WEND_TRY(ranks_reduce_start(t->reduce, t->losses, LOSSES, error));
    WEND_TRY(ranks_reduce_wait(t->reduce, error));
    for (size_t i = 0; i < t->count; i++) t->gradients[i] *= share;
    for (int i = 0; i < LOSSES; i++) *fields[i] = (double)(t->losses[i] * share);
    return WEND_OK;
}

// ---- stragglers --------------------------------------------------------------------------------

static bool train_ranks_cuts(const train_ranks* t) { return t && t->reduce && t->cutoff > 0; }

// Takes waiting messages with numbers of updates; `*count` of them are of this update.
static wend_status train_ranks_take_updates(train_ranks* t, int tag, int* count,
                                            wend_error* error) {
    wend_text_out message = {0};
    wend_status status = WEND_OK;
    for (bool found = true; found && status == WEND_OK;) {
        int source;
        int32_t update = -1;
        status = ranks_take(t->ranks, RANKS_ANY, tag, &found, &source, &message, error);
        if (status != WEND_OK || !found) break;
        if (message.count == sizeof update) memcpy(&update, message.items, sizeof update);
        *count += update == t->update;
    }
    wend_text_destroy(&message);
    return status;
}

// Rank 0 ends the rollouts of all ranks once enough have finished.
static wend_status train_ranks_judge(train_ranks* t, wend_error* error) {
    int32_t update = t->update;
    int ranks = wend_ranks_count(t->ranks);
    WEND_TRY(train_ranks_take_updates(t, RANKS_TAG_FINISHED, &t->finished, error));
    if (t->is_cut || t->finished < (int)ceilf(t->cutoff * (float)ranks)) return WEND_OK;
    t->is_cut = true;
    for (int i = 1; i < ranks; i++)
        WEND_TRY(ranks_send(t->ranks, i, RANKS_TAG_CUT, &update, sizeof update, error));
    return WEND_OK;
}

wend_status train_ranks_begin_rollout(train_ranks* t, int update, wend_error* error) {
    (void)error;
    if (!train_ranks_cuts(t)) return WEND_OK;
    t->update = update;
    t->finished = 0;
    t->is_cut = false;
    return WEND_OK;
}

wend_status train_ranks_should_cut(train_ranks* t, int step, int steps, bool* cut,
                                   wend_error* error) {
    *cut = false;
    if (!train_ranks_cuts(t)) return WEND_OK;
    if (wend_ranks_rank(t->ranks) == 0) {
        WEND_TRY(train_ranks_judge(t, error));
    } else {
        int orders = 0;
        WEND_TRY(train_ranks_take_updates(t, RANKS_TAG_CUT, &orders, error));
        t->is_cut |= orders > 0;
    }
    // A quarter of a rollout is the least that is learned from.  [DD-PPO §3; habitat-baselines:
    // SHORT_ROLLOUT_THRESHOLD]
    *cut = t->is_cut && step * 4 >= steps;
    return WEND_OK;
}

wend_status train_ranks_end_rollout(train_ranks* t, wend_error* error) {
    int32_t update = t ? t->update : 0;
    if (!train_ranks_cuts(t)) return WEND_OK;
    if (wend_ranks_rank(t->ranks))
        return ranks_send(t->ranks, 0, RANKS_TAG_FINISHED, &update, sizeof update, error);
    t->finished++;
    ranks_wait wait = ranks_wait_begin(t->ranks, RANKS_ANY, "collecting a rollout");
    for (;;) {
        WEND_TRY(train_ranks_judge(t, error));
        if (t->is_cut) return WEND_OK;
        WEND_TRY(ranks_pause(&wait, error));
    }
}
