// The follower's weights and its computation on a tape.
#include "model/follower.h"

#include <string.h>

#include "model/packing.h"

follower_def follower_default_def(void) {
    return (follower_def){
#define X(name, standard, min, max) .name = (standard),
        FOLLOWER_SIZES(X)
#undef X
            .dropout = 0.15f};
}

// ---- weights ------------------------------------------------------------------------------------

static void follower_add_arrays(follower* f) {
    parameters* p = &f->p;
    int e = f->def.embedding, s = f->def.text, h = f->def.hidden, v = f->def.view;
    int c = e + VIEW_GEOMETRY;
    f->table = parameters_table(p, "words", f->words.count, e, 0.1f);
    f->forward_x = parameters_matrix(p, "text.forward.x", e, 4 * s);
    f->forward_h = parameters_matrix(p, "text.forward.h", s, 4 * s);
    f->forward_b = parameters_vector(p, "text.forward.bias", 4 * s, s);
    f->backward_x = parameters_matrix(p, "text.backward.x", e, 4 * s);
    f->backward_h = parameters_matrix(p, "text.backward.h", s, 4 * s);
    f->backward_b = parameters_vector(p, "text.backward.bias", 4 * s, s);
    f->start = parameters_matrix(p, "start.weight", 2 * s, 2 * h);
    f->start_b = parameters_vector(p, "start.bias", 2 * h, 2 * s);
    f->panorama = parameters_matrix(p, "panorama.weight", e + 4, v);
    f->panorama_b = parameters_vector(p, "panorama.bias", v, e + 4);
    f->panorama_query = parameters_matrix(p, "panorama.query", h, v);
    f->state_x = parameters_matrix(p, "state.x", v + c + h, 4 * h);
    f->state_h = parameters_matrix(p, "state.h", h, 4 * h);
    f->state_b = parameters_vector(p, "state.bias", 4 * h, h);
    int heads = f->def.heads;
    f->text_query = parameters_matrix(p, "text.query", h, heads * 2 * s);
    f->join = parameters_matrix(p, "join.weight", h + heads * 2 * s, h);
    f->join_b = parameters_vector(p, "join.bias", h, h + heads * 2 * s);
    f->candidate = parameters_matrix(p, "candidate.weight", c, h);
    f->match = parameters_identity(p, "match.weight", heads * e, e);
    f->stop = parameters_matrix(p, "stop.weight", h + v, 1);
    f->stop_b = parameters_vector(p, "stop.bias", 1, h + v);
    f->value = parameters_matrix(p, "value.weight", h, 1);
    f->value_b = parameters_vector(p, "value.bias", 1, 0);
    if (!f->def.feature) return;
    f->feature = parameters_matrix(p, "feature.weight", f->def.feature, e);
    f->feature_b = parameters_vector(p, "feature.bias", e, f->def.feature);
}

wend_status follower_prepare(const follower_def* def, const char* words, int count, follower** out,
                             wend_error* error) {
    *out = NULL;
    follower* f = wend_alloc_zero(1, sizeof *f);
    if (!f) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network");
    f->def = *def;
    wend_status status = word_table_create(words, count, &f->words, error);
    if (status != WEND_OK) {
        follower_destroy(f);
        return status;
    }
    follower_add_arrays(f);
    *out = f;
    return WEND_OK;
}

wend_status follower_create(const follower_def* def, const char* words, int count, uint64_t seed,
                            follower** out, wend_error* error) {
    WEND_TRY(follower_prepare(def, words, count, out, error));
    wend_status status = parameters_create(&(*out)->p, seed, error);
    if (status == WEND_OK) return WEND_OK;
    follower_destroy(*out);
    *out = NULL;
    return status;
}

void follower_destroy(follower* f) {
    if (!f) return;
    parameters_destroy(&f->p);
    word_table_destroy(&f->words);
    wend_free(f);
}

// ---- instructions -------------------------------------------------------------------------------

// Numbers of the words in packed rows.
static int32_t* follower_index(const follower* f, tape* t, const packing* p, const int32_t* words) {
    int32_t* index = tape_take(t, (size_t)p->rows, sizeof *index);
    for (int b = 0; index && b < p->batch; b++)
        for (int s = 0; s < p->lengths[b]; s++)
            index[packing_row(p, b, s)] =
                f->def.deaf ? 0 : words[(size_t)b * WORD_TABLE_MAX_READ + (size_t)s];
    return index;
}

void follower_begin(const follower* f, tape* t, int batch, const int32_t* words, const int* lengths,
                    follower_run* run) {
    packing p;
    int32_t* rows;
    uint8_t* seen;
    *run = (follower_run){.batch = batch};
    if (!packing_make(t, batch, lengths, &p) || !packing_pad(t, &p, &rows, &seen)) return;
    run->length = p.length;
    run->seen = seen;
    int padded = batch * p.length, ends[2];
    int x = tape_embedding(t, f->table, p.rows, follower_index(f, t, &p, words));
    const int ahead[3] = {f->forward_x, f->forward_h, f->forward_b};
    const int back[3] = {f->backward_x, f->backward_h, f->backward_b};
    int both = packing_bilstm(t, tape_dropout(t, x, f->def.dropout), &p, ahead, back, ends);
    int text = tape_dropout(t, both, f->def.dropout), beside[2] = {text, x};
    run->keys = tape_rows(t, text, padded, rows);
    run->values = tape_rows(t, tape_concat(t, beside, 2), padded, rows);
    run->state = tape_tanh(t, tape_linear(t, tape_concat(t, ends, 2), f->start, f->start_b));
    run->action = tape_zeros(t, batch, f->def.embedding + VIEW_GEOMETRY);
    run->joined = tape_zeros(t, batch, f->def.hidden);
}

// ---- one step -----------------------------------------------------------------------------------

// The next state of the decoder, from the attended panorama, the last action and what was read of
// the instruction before it; returns its output after dropout.
static int follower_decode(const follower* f, tape* t, follower_run* run, const view_batch* s,
                           int sectors, int* looked) {
    int h = f->def.hidden;
    int parts[2] = {sectors, tape_input(t, s->bags.rows, 4, s->angle)};
    int panorama =
        tape_tanh(t, tape_linear(t, tape_concat(t, parts, 2), f->panorama, f->panorama_b));
    int query = tape_linear(t, tape_slice(t, run->state, 0, h), f->panorama_query, -1);
    *looked = tape_attend(t, query, panorama, panorama, s->open);
    int inputs[3] = {*looked, run->action, run->joined};
    int x = tape_dropout(t, tape_concat(t, inputs, 3), f->def.dropout);
    int gates = tape_add(t, tape_linear(t, x, f->state_x, f->state_b),
                         tape_linear(t, tape_slice(t, run->state, 0, h), f->state_h, -1));
    run->state = tape_lstm(t, gates, run->state);
    return tape_dropout(t, tape_slice(t, run->state, 0, h), f->def.dropout);
}

static int follower_score(const follower* f, tape* t, const view_batch* s, int joined,
                          int mentioned, int sectors, graph_step* step) {
    int words = tape_rows(t, sectors, s->count, s->sector);
    int parts[2] = {words, tape_input(t, s->count, VIEW_GEOMETRY, s->geometry)};
    step->candidates = tape_concat(t, parts, 2);
    int features =
        tape_linear(t, tape_dropout(t, step->candidates, f->def.dropout), f->candidate, -1);
    int fit = tape_dot(t, tape_rows(t, joined, s->count, s->episode), features);
    if (f->def.blind) return fit;
    int said = tape_linear(t, mentioned, f->match, -1);
    return tape_add(t, fit, tape_dot(t, tape_rows(t, said, s->count, s->episode), words));
}

// Attention over the instruction by each head: the heads' text, and their words' embeddings.
static int follower_listen(const follower* f, tape* t, const follower_run* run, int h,
                           int* mentioned, int* attended) {
    int texts[FOLLOWER_MAX_HEADS], words[FOLLOWER_MAX_HEADS], size = 2 * f->def.text;
    int queries = tape_linear(t, h, f->text_query, -1);
    for (int k = 0; k < f->def.heads; k++) {
        int query = tape_slice(t, queries, k * size, size);
        attended[k] = tape_attend(t, query, run->keys, run->values, run->seen);
        texts[k] = tape_slice(t, attended[k], 0, size);
        words[k] = tape_slice(t, attended[k], size, f->def.embedding);
    }
    *mentioned = tape_concat(t, words, f->def.heads);
    return tape_concat(t, texts, f->def.heads);
}

// What is seen in each sector: words, and feature vectors if the network has them.
static int follower_look(const follower* f, tape* t, const view_batch* s,
                         const view_input* const* views) {
    int words = tape_sum_bags(t, tape_weight(t, f->table), &s->bags);
    if (!f->def.feature || f->def.blind) return words;
    const float* features =
        view_features_make(t, s->bags.rows / VIEW_SECTORS, views, f->def.feature);
    int x = tape_input(t, s->bags.rows, f->def.feature, features);
    return tape_add(t, words, tape_linear(t, x, f->feature, f->feature_b));
}

void follower_forward(const follower* f, tape* t, follower_run* run, const view_input* const* views,
                      graph_step* step) {
    view_batch s;
    *step = (graph_step){0};
    if (!view_batch_make(t, run->batch, views, &s)) return;
    step->first = s.first;
    step->count = s.count;
    int sectors = follower_look(f, t, &s, views), looked;
    int h = follower_decode(f, t, run, &s, sectors, &looked);
    int mentioned, parts[2] = {h, follower_listen(f, t, run, h, &mentioned, step->text)};
    int joined = tape_tanh(t, tape_linear(t, tape_concat(t, parts, 2), f->join, f->join_b));
    int dropped = tape_dropout(t, joined, f->def.dropout);
    run->joined = joined;
    int scores = follower_score(f, t, &s, dropped, mentioned, sectors, step);
    int ends[2] = {dropped, looked};
    int stop = tape_linear(t, tape_concat(t, ends, 2), f->stop, f->stop_b);
    int all[2] = {scores, stop};
    step->logits = tape_stack(t, all, 2);
    step->values = tape_linear(t, joined, f->value, f->value_b);
}

void follower_take(tape* t, follower_run* run, const graph_step* step, const int32_t* chosen) {
    int32_t* index = tape_take(t, (size_t)run->batch, sizeof *index);
    if (!index) return;
    memcpy(index, chosen, (size_t)run->batch * sizeof *index);
    run->action = tape_rows(t, step->candidates, run->batch, index);
}

// ---- several paths of one instruction -----------------------------------------------------------

void follower_repeat(tape* t, follower_run* run, int batch) {
    size_t words = (size_t)batch * (size_t)run->length;
    int32_t* index = tape_take(t, words + (size_t)batch, sizeof *index);
    uint8_t* seen = tape_take(t, words, 1);
    if (!index || !seen) return;
    for (size_t i = 0; i < words; i++) {
        index[i] = (int32_t)(i % (size_t)run->length);
        seen[i] = run->seen[index[i]];
    }
    run->keys = tape_rows(t, run->keys, (int)words, index);
    run->values = tape_rows(t, run->values, (int)words, index);
    run->seen = seen;
    run->state = tape_rows(t, run->state, batch, index + words);  // zeros: the first row
    run->joined = tape_rows(t, run->joined, batch, index + words);
    run->action = tape_rows(t, run->action, batch, index + words);
    run->batch = batch;
}

void follower_branch(tape* t, follower_run* run, const graph_step* step, const int32_t* parent,
                     const int32_t* chosen) {
    int32_t* index = tape_take(t, (size_t)run->batch, sizeof *index);
    if (!index) return;
    memcpy(index, parent, (size_t)run->batch * sizeof *index);
    run->state = tape_rows(t, run->state, run->batch, index);
    run->joined = tape_rows(t, run->joined, run->batch, index);
    follower_take(t, run, step, chosen);
}
