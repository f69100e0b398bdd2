// The follower's weights and its computation on a tape.
#include "model/follower.h"

#include <string.h>

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
    int c = e + FOLLOWER_GEOMETRY;
    f->table = parameters_table(p, "words", f->word_count, e, 0.1f);
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
    f->state_x = parameters_matrix(p, "state.x", v + c, 4 * h);
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
}

static wend_status follower_add_words(follower* f, const char* words, int count,
                                      wend_error* error) {
    size_t size = 0;
    for (int i = 0; i < count; i++) size += strlen(words + size) + 1;
    f->words = wend_alloc(size + 1);
    if (!f->words) return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", count);
    memcpy(f->words, words, size);
    f->word_count = count + 1;
    const char* at = f->words;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(at);
        uint64_t hash = wend_hash(at, length, 0);
        if (hash_index_find(&f->map, hash) < 0 && !hash_index_add(&f->map, hash, (uint32_t)i + 1))
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d words", count);
        at += length + 1;
    }
    return WEND_OK;
}

wend_status follower_prepare(const follower_def* def, const char* words, int count, follower** out,
                             wend_error* error) {
    *out = NULL;
    follower* f = wend_alloc_zero(1, sizeof *f);
    if (!f) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network");
    f->def = *def;
    wend_status status = follower_add_words(f, words, count, error);
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
    hash_index_destroy(&f->map);
    wend_free(f->words);
    wend_free(f);
}

// ---- instructions -------------------------------------------------------------------------------

// The words of a batch without padding: word s of all instructions that have one, then word s + 1.
// Instructions are ranked by length, so that the rows of a step are the first rows of the step
// before: the LSTM carries on with a prefix of its states. (PyTorch: pack_padded_sequence.)
typedef struct follower_packing {
    int batch, length, rows;
    const int* lengths;
    int32_t* first;  // [length + 1] row of a step's first word
    int32_t* rank;   // [batch]
} follower_packing;

static bool follower_pack(tape* t, int batch, const int* lengths, follower_packing* p) {
    *p = (follower_packing){.batch = batch, .length = 1, .lengths = lengths};
    for (int b = 0; b < batch; b++)
        if (lengths[b] > p->length) p->length = lengths[b];
    p->first = tape_take(t, (size_t)p->length + 1, sizeof *p->first);
    p->rank = tape_take(t, (size_t)batch, sizeof *p->rank);
    if (t->failed) return false;
    for (int b = 0; b < batch; b++)
        for (int other = 0; other < batch; other++)
            p->rank[b] +=
                lengths[other] > lengths[b] || (lengths[other] == lengths[b] && other < b);
    for (int s = 0; s < p->length; s++) {
        p->first[s] = p->rows;
        for (int b = 0; b < batch; b++) p->rows += lengths[b] > s;
    }
    p->first[p->length] = p->rows;
    return true;
}

static int32_t follower_packed_row(const follower_packing* p, int b, int s) {
    return p->first[s] + p->rank[b];
}

// For each row the row of the same instruction read from its end.
static int32_t* follower_reversed(tape* t, const follower_packing* p) {
    int32_t* index = tape_take(t, (size_t)p->rows, sizeof *index);
    for (int b = 0; index && b < p->batch; b++)
        for (int s = 0; s < p->lengths[b]; s++)
            index[follower_packed_row(p, b, s)] = follower_packed_row(p, b, p->lengths[b] - 1 - s);
    return index;
}

// An LSTM over packed rows; the result likewise. *last: [batch] outputs after each last word.
static int follower_lstm(tape* t, int x, const follower_packing* p, const int w[3], int* last) {
    if (t->failed) return 0;
    int size = t->weights->arrays.items[w[1]].shape.shape[0];
    int gates = tape_linear(t, x, w[0], w[2]), state = tape_zeros(t, p->batch, 2 * size);
    int* outputs = tape_take(t, (size_t)p->length, sizeof *outputs);
    for (int s = 0; outputs && s < p->length; s++) {
        int rows = p->first[s + 1] - p->first[s];
        state = tape_part(t, state, 0, rows);
        int h = tape_slice(t, state, 0, size);
        int sum = tape_add(t, tape_part(t, gates, p->first[s], rows), tape_linear(t, h, w[1], -1));
        state = tape_lstm(t, sum, state);
        outputs[s] = tape_slice(t, state, 0, size);
    }
    int all = outputs ? tape_stack(t, outputs, p->length) : 0;
    int32_t* ends = tape_take(t, (size_t)p->batch, sizeof *ends);
    for (int b = 0; ends && b < p->batch; b++)
        ends[b] = follower_packed_row(p, b, p->lengths[b] - 1);
    *last = tape_rows(t, all, p->batch, ends);
    return all;
}

// Indices of the words in packed rows; then, [batch][length] with padding, the row of each word and
// whether there is one.
static bool follower_index(const follower* f, tape* t, const follower_packing* p,
                           const int32_t* words, int32_t** index, int32_t** rows, uint8_t** seen) {
    size_t padded = (size_t)p->batch * (size_t)p->length;
    *index = tape_take(t, (size_t)p->rows, sizeof **index);
    *rows = tape_take(t, padded, sizeof **rows);
    *seen = tape_take(t, padded, 1);
    if (t->failed) return false;
    for (int b = 0; b < p->batch; b++)
        for (int s = 0; s < p->length; s++) {
            int at = b * p->length + s;
            (*seen)[at] = s < p->lengths[b];
            (*rows)[at] = (*seen)[at] ? follower_packed_row(p, b, s) : -1;
            if (!(*seen)[at]) continue;
            (*index)[(*rows)[at]] = f->def.deaf ? 0 : words[b * FOLLOWER_MAX_WORDS + s];
        }
    return true;
}

void follower_begin(const follower* f, tape* t, int batch, const int32_t* words, const int* lengths,
                    follower_run* run) {
    follower_packing p;
    int32_t *index, *rows;
    uint8_t* seen;
    *run = (follower_run){.batch = batch};
    if (!follower_pack(t, batch, lengths, &p) ||
        !follower_index(f, t, &p, words, &index, &rows, &seen))
        return;
    run->length = p.length;
    run->seen = seen;
    int padded = batch * p.length, ends[2];
    int x = tape_embedding(t, f->table, p.rows, index);
    int dropped = tape_dropout(t, x, f->def.dropout);
    const int forward[3] = {f->forward_x, f->forward_h, f->forward_b};
    const int backward[3] = {f->backward_x, f->backward_h, f->backward_b};
    int32_t* reverse = follower_reversed(t, &p);
    int ahead = follower_lstm(t, dropped, &p, forward, &ends[0]);
    int back = follower_lstm(t, tape_rows(t, dropped, p.rows, reverse), &p, backward, &ends[1]);
    int sides[2] = {ahead, tape_rows(t, back, p.rows, reverse)};
    int text = tape_dropout(t, tape_concat(t, sides, 2), f->def.dropout), beside[2] = {text, x};
    run->keys = tape_rows(t, text, padded, rows);
    run->values = tape_rows(t, tape_concat(t, beside, 2), padded, rows);
    run->state = tape_tanh(t, tape_linear(t, tape_concat(t, ends, 2), f->start, f->start_b));
    run->action = tape_zeros(t, batch, f->def.embedding + FOLLOWER_GEOMETRY);
}

// ---- one step -----------------------------------------------------------------------------------

// The views of a step as arrays over all episodes.
typedef struct follower_scene {
    tape_bag bags;              // [batch * sectors]
    float* angle;               // [batch * sectors][4]
    uint8_t* open;              // [batch * sectors]
    int32_t* first;             // [batch + 1]
    int32_t *episode, *sector;  // [count]
    float* geometry;            // [count][FOLLOWER_GEOMETRY]
    int count;
} follower_scene;

static bool follower_scene_make(tape* t, int batch, const follower_view* const* views,
                                follower_scene* s) {
    size_t words = 0, count = 0, sectors = (size_t)batch * FOLLOWER_SECTORS;
    for (int b = 0; b < batch; b++) {
        words += views[b] ? (size_t)views[b]->first[FOLLOWER_SECTORS] : 0;
        count += views[b] ? (size_t)views[b]->count : 0;
    }
    int32_t* first = tape_take(t, sectors + 1, sizeof *first);
    int32_t* index = tape_take(t, words + 1, sizeof *index);
    float* weight = tape_take(t, words + 1, sizeof *weight);
    s->angle = tape_take(t, sectors * 4, sizeof *s->angle);
    s->open = tape_take(t, sectors, 1);
    s->first = tape_take(t, (size_t)batch + 1, sizeof *s->first);
    s->episode = tape_take(t, count + 1, sizeof *s->episode);
    s->sector = tape_take(t, count + 1, sizeof *s->sector);
    s->geometry = tape_take(t, (count + 1) * FOLLOWER_GEOMETRY, sizeof *s->geometry);
    s->bags = (tape_bag){(int)sectors, first, index, weight};
    s->count = (int)count;
    if (t->failed) return false;
    int32_t word = 0, row = 0;
    for (int b = 0; b < batch; b++) {
        const follower_view* v = views[b];
        for (int k = 0; k < FOLLOWER_SECTORS; k++) {
            first[b * FOLLOWER_SECTORS + k] = word + (v ? v->first[k] : 0);
            s->open[b * FOLLOWER_SECTORS + k] = v != NULL;
        }
        s->first[b] = row;
        if (!v) continue;
        memcpy(index + word, v->index, (size_t)v->first[FOLLOWER_SECTORS] * sizeof *index);
        memcpy(weight + word, v->weight, (size_t)v->first[FOLLOWER_SECTORS] * sizeof *weight);
        memcpy(s->angle + (size_t)b * FOLLOWER_SECTORS * 4, v->angle, sizeof v->angle);
        memcpy(s->geometry + (size_t)row * FOLLOWER_GEOMETRY, v->geometry,
               (size_t)v->count * sizeof *v->geometry);
        for (int c = 0; c < v->count; c++, row++) {
            s->episode[row] = b;
            s->sector[row] = b * FOLLOWER_SECTORS + v->sector[c];
        }
        word += v->first[FOLLOWER_SECTORS];
    }
    first[sectors] = word;
    s->first[batch] = row;
    return true;
}

// The next state of the decoder, from the attended panorama and the last action; returns its output
// after dropout.
static int follower_decode(const follower* f, tape* t, follower_run* run, const follower_scene* s,
                           int sectors, int* looked) {
    int h = f->def.hidden;
    int parts[2] = {sectors, tape_input(t, s->bags.rows, 4, s->angle)};
    int panorama =
        tape_tanh(t, tape_linear(t, tape_concat(t, parts, 2), f->panorama, f->panorama_b));
    int query = tape_linear(t, tape_slice(t, run->state, 0, h), f->panorama_query, -1);
    *looked = tape_attend(t, query, panorama, panorama, s->open);
    int inputs[2] = {*looked, run->action};
    int x = tape_dropout(t, tape_concat(t, inputs, 2), f->def.dropout);
    int gates = tape_add(t, tape_linear(t, x, f->state_x, f->state_b),
                         tape_linear(t, tape_slice(t, run->state, 0, h), f->state_h, -1));
    run->state = tape_lstm(t, gates, run->state);
    return tape_dropout(t, tape_slice(t, run->state, 0, h), f->def.dropout);
}

static int follower_score(const follower* f, tape* t, const follower_scene* s, int joined,
                          int mentioned, int sectors, follower_step* step) {
    int words = tape_rows(t, sectors, s->count, s->sector);
    int parts[2] = {words, tape_input(t, s->count, FOLLOWER_GEOMETRY, s->geometry)};
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

void follower_forward(const follower* f, tape* t, follower_run* run,
                      const follower_view* const* views, follower_step* step) {
    follower_scene s;
    *step = (follower_step){0};
    if (!follower_scene_make(t, run->batch, views, &s)) return;
    step->first = s.first;
    step->count = s.count;
    int sectors = tape_sum_bags(t, tape_weight(t, f->table), &s.bags), looked;
    int h = follower_decode(f, t, run, &s, sectors, &looked);
    int mentioned, parts[2] = {h, follower_listen(f, t, run, h, &mentioned, step->text)};
    int joined = tape_tanh(t, tape_linear(t, tape_concat(t, parts, 2), f->join, f->join_b));
    int dropped = tape_dropout(t, joined, f->def.dropout);
    int scores = follower_score(f, t, &s, dropped, mentioned, sectors, step);
    int ends[2] = {dropped, looked};
    int stop = tape_linear(t, tape_concat(t, ends, 2), f->stop, f->stop_b);
    int all[2] = {scores, stop};
    step->logits = tape_stack(t, all, 2);
    step->values = tape_linear(t, joined, f->value, f->value_b);
}

void follower_take(tape* t, follower_run* run, const follower_step* step, const int32_t* chosen) {
    int32_t* index = tape_take(t, (size_t)run->batch, sizeof *index);
    if (!index) return;
    memcpy(index, chosen, (size_t)run->batch * sizeof *index);
    run->action = tape_rows(t, step->candidates, run->batch, index);
}
