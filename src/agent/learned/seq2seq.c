// Follows instructions on viewpoint graphs with a trained network (model/follower.h).
#include <stdio.h>

#include "agent/learned/learned.h"
#include "agent/learned/shipped.h"
#include "base/file.h"
#include "base/settings.h"
#include "model/follower.h"

typedef struct seq2seq {
    char weights[SETTING_SIZE];
    int sample;  // 1: samples actions; 0: takes the best one
    follower* f;
    view_words words;
    tape t;
    follower_run run;
    view_input view;
    int32_t text[WORD_TABLE_MAX_READ];
    bool begun;
    wend_rng rng;
} seq2seq;

static wend_status seq2seq_load(seq2seq* s, wend_error* error) {
    shipped_weights weights;
    if (!*s->weights) {
        if (!shipped_find("seq2seq", &weights))
            return wend_fail(error, WEND_ARGUMENT,
                             "wend has no weights for seq2seq; give seq2seq:weights=FILE, which "
                             "wend train writes");
        return follower_parse(weights.bytes, weights.size, "the shipped weights of seq2seq", &s->f,
                              error);
    }
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(s->weights, &bytes, error));
    wend_status status = follower_parse(bytes.data, bytes.size, s->weights, &s->f, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static wend_status seq2seq_create(void* state, const char* options, wend_error* error) {
    seq2seq* s = state;
    const setting table[] = {
        {"weights", SETTING_TEXT, s->weights, {0}, 0, 0, NULL},
        {"act", SETTING_WORD, &s->sample, {"best", "sample"}, 0, 0, NULL},
    };
    WEND_TRY(settings_read("agent seq2seq", options, table, 2, error));
    return seq2seq_load(s, error);
}

static void seq2seq_destroy(void* state) {
    seq2seq* s = state;
    tape_destroy(&s->t);
    view_words_destroy(&s->words);
    follower_destroy(s->f);
}

static uint64_t seq2seq_hash(const void* state) {
    return follower_hash(((const seq2seq*)state)->f);
}

static wend_status seq2seq_reset(void* state, const wend_agent_episode* episode,
                                 wend_error* error) {
    seq2seq* s = state;
    (void)error;
    s->rng = episode->rng;
    s->begun = false;
    return WEND_OK;
}

static wend_status seq2seq_check(const seq2seq* s, const wend_observation* o, wend_error* error) {
    if (!o->goal.instruction || !o->graph.viewpoint)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "seq2seq follows instructions on viewpoint graphs; this task has none");
    if (!o->graph.panorama && !s->f->def.blind)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "seq2seq needs captions of the viewpoints; give them with --observations");
    return WEND_OK;
}

// The row of the best neighbour, or count for STOP.
static int seq2seq_choose(seq2seq* s, const float* logits, int count) {
    if (s->sample) return wend_sample_action(count + 1, logits, &s->rng);
    int best = 0;
    for (int i = 1; i <= count; i++)
        if (logits[i] > logits[best]) best = i;
    return best;
}

static wend_status seq2seq_act(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    seq2seq* s = state;
    const view_input* views[1] = {&s->view};
    follower_step step;
    WEND_TRY(seq2seq_check(s, o, error));
    if (!s->begun) {
        int length = word_table_read(&s->f->words, o->goal.instruction, s->text);
        tape_begin(&s->t, &s->f->p, NULL);
        follower_begin(s->f, &s->t, 1, s->text, &length, &s->run);
        s->begun = true;
    }
    WEND_TRY(view_input_read(&s->f->words, &s->words, !s->f->def.blind, o, &s->view, error));
    follower_forward(s->f, &s->t, &s->run, views, &step);
    if (s->t.failed) return wend_fail(error, WEND_NO_MEMORY, "out of memory for an episode");
    int chosen = seq2seq_choose(s, tape_value(&s->t, step.logits), step.count);
    const int32_t row = chosen < step.count ? chosen : -1;
    follower_take(&s->t, &s->run, &step, &row);
    *action = (wend_action){.kind = row < 0 ? WEND_ACTION_STOP : WEND_ACTION_GO,
                            .neighbour = row < 0 ? 0 : chosen};
    return WEND_OK;
}

const wend_agent_kind seq2seq_agent = {
    .name = "seq2seq",
    .summary = "learned: follows instructions by captions of the views",
    .tasks = "ir2r r2r rxr",
    .options = "weights=FILE,act=best|sample",
    .memory = sizeof(seq2seq),
    .memory_is_environment = true,
    .create = seq2seq_create,
    .destroy = seq2seq_destroy,
    .hash = seq2seq_hash,
    .reset = seq2seq_reset,
    .act = seq2seq_act,
};
