#include "model/speaker.h"

#include <stddef.h>
#include <string.h>

speaker_def speaker_default_def(void) {
    return (speaker_def){
#define X(name, standard, min, max) .name = (standard),
        SPEAKER_SIZES(X)
#undef X
            .dropout = 0.3f};
}

static const model_size speaker_sizes[] = {
#define X(name, standard, min, max) {#name, standard, min, max, offsetof(speaker_def, name)},
    SPEAKER_SIZES(X)
#undef X
};

const model_kind speaker_kind = {"speaker 1", "a speaker", speaker_sizes,
                                 sizeof speaker_sizes / sizeof *speaker_sizes};

// ---- weights ------------------------------------------------------------------------------------

static void speaker_add_lstm(parameters* p, const char* const names[3], int in, int size,
                             int arrays[3]) {
    arrays[0] = parameters_matrix(p, names[0], in, 4 * size);
    arrays[1] = parameters_matrix(p, names[1], size, 4 * size);
    arrays[2] = parameters_vector(p, names[2], 4 * size, size);
}

static void speaker_add_arrays(speaker* s) {
    static const char* const ahead[3] = {"path.forward.x", "path.forward.h", "path.forward.bias"};
    static const char* const back[3] = {"path.backward.x", "path.backward.h", "path.backward.bias"};
    static const char* const decoder[3] = {"state.x", "state.h", "state.bias"};
    parameters* p = &s->p;
    int e = s->def.embedding, v = s->def.view, h = s->def.hidden, path = 2 * s->def.path;
    int action = e + VIEW_GEOMETRY;
    s->table = parameters_table(p, "words", s->words.count + 1, e, 0.1f);
    s->panorama = parameters_matrix(p, "panorama.weight", e + 4, v);
    s->panorama_b = parameters_vector(p, "panorama.bias", v, e + 4);
    s->query = parameters_matrix(p, "panorama.query", action, v);
    s->query_b = parameters_vector(p, "panorama.query.bias", v, action);
    speaker_add_lstm(p, ahead, action + v, s->def.path, s->ahead);
    speaker_add_lstm(p, back, action + v, s->def.path, s->back);
    s->start = parameters_matrix(p, "start.weight", path, 2 * h);
    s->start_b = parameters_vector(p, "start.bias", 2 * h, path);
    speaker_add_lstm(p, decoder, e, h, s->decoder);
    s->path_query = parameters_matrix(p, "path.query", h, path);
    s->join = parameters_matrix(p, "join.weight", h + path, h);
    s->join_b = parameters_vector(p, "join.bias", h, h + path);
    s->out = parameters_matrix(p, "out.weight", h, s->words.count + 1);
    s->out_b = parameters_vector(p, "out.bias", s->words.count + 1, 0);
}

// Without weights; parameters_create or parameters_load follows.
static wend_status speaker_prepare(const speaker_def* def, const char* words, int count,
                                   speaker** out, wend_error* error) {
    *out = NULL;
    speaker* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network");
    s->def = *def;
    wend_status status = word_table_create(words, count, &s->words, error);
    if (status != WEND_OK) {
        speaker_destroy(s);
        return status;
    }
    speaker_add_arrays(s);
    *out = s;
    return WEND_OK;
}

wend_status speaker_create(const speaker_def* def, const char* words, int count, uint64_t seed,
                           speaker** out, wend_error* error) {
    WEND_TRY(speaker_prepare(def, words, count, out, error));
    wend_status status = parameters_create(&(*out)->p, seed, error);
    if (status == WEND_OK) return WEND_OK;
    speaker_destroy(*out);
    *out = NULL;
    return status;
}

void speaker_destroy(speaker* s) {
    if (!s) return;
    parameters_destroy(&s->p);
    word_table_destroy(&s->words);
    wend_free(s);
}

wend_status speaker_from_tensors(const wend_tensors* file, const char* name, speaker** out,
                                 wend_error* error) {
    speaker_def def = speaker_default_def();
    char* words;
    int count = 0;
    *out = NULL;
    WEND_TRY(model_file_read(&speaker_kind, file, name, &def, &words, &count, error));
    wend_status status = speaker_prepare(&def, words, count, out, error);
    wend_free(words);
    WEND_TRY(status);
    status = parameters_load(&(*out)->p, file, name, error);
    if (status == WEND_OK) return WEND_OK;
    speaker_destroy(*out);
    *out = NULL;
    return status;
}

// ---- paths --------------------------------------------------------------------------------------

// The steps of all paths in packed rows: the viewpoints, and the neighbours taken there.
typedef struct speaker_rows {
    view_batch views;
    int32_t* sector;  // [rows] of the neighbour taken, a row of the sectors; -1: the path ends
    float* geometry;  // [rows][VIEW_GEOMETRY]
} speaker_rows;

static bool speaker_rows_make(tape* t, const packing* p, const speaker_step* steps, int stride,
                              speaker_rows* r) {
    const view_input** views = tape_take(t, (size_t)p->rows, sizeof *views);
    r->sector = tape_take(t, (size_t)p->rows, sizeof *r->sector);
    r->geometry = tape_take(t, (size_t)p->rows * VIEW_GEOMETRY, sizeof *r->geometry);
    if (t->failed) return false;
    for (int b = 0; b < p->batch; b++)
        for (int k = 0; k < p->lengths[b]; k++) {
            const speaker_step* step = &steps[(size_t)b * (size_t)stride + (size_t)k];
            int row = packing_row(p, b, k);
            views[row] = step->view;
            r->sector[row] = -1;
            if (step->taken < 0) continue;
            r->sector[row] = row * VIEW_SECTORS + step->view->sector[step->taken];
            memcpy(r->geometry + (size_t)row * VIEW_GEOMETRY, step->view->geometry[step->taken],
                   VIEW_GEOMETRY * sizeof *r->geometry);
        }
    return view_batch_make(t, p->rows, views, &r->views);
}

void speaker_begin(const speaker* s, tape* t, int batch, const speaker_step* steps, int stride,
                   const int* counts, speaker_run* run) {
    packing p;
    speaker_rows r;
    int32_t* rows;
    uint8_t* seen;
    *run = (speaker_run){.batch = batch};
    if (!packing_make(t, batch, counts, &p) || !packing_pad(t, &p, &rows, &seen) ||
        !speaker_rows_make(t, &p, steps, stride, &r))
        return;
    run->length = p.length;
    run->seen = seen;
    int sectors = tape_sum_bags(t, tape_weight(t, s->table), &r.views.bags), ends[2];
    int angles[2] = {sectors, tape_input(t, r.views.bags.rows, 4, r.views.angle)};
    int panorama =
        tape_tanh(t, tape_linear(t, tape_concat(t, angles, 2), s->panorama, s->panorama_b));
    int taken[2] = {tape_rows(t, sectors, p.rows, r.sector),
                    tape_input(t, p.rows, VIEW_GEOMETRY, r.geometry)};
    int action = tape_concat(t, taken, 2);
    int query = tape_linear(t, action, s->query, s->query_b);
    int beside[2] = {action, tape_attend(t, query, panorama, panorama, r.views.open)};
    int x = tape_dropout(t, tape_concat(t, beside, 2), s->def.dropout);
    int path = tape_dropout(t, packing_bilstm(t, x, &p, s->ahead, s->back, ends), s->def.dropout);
    run->path = tape_rows(t, path, batch * p.length, rows);
    run->state = tape_tanh(t, tape_linear(t, tape_concat(t, ends, 2), s->start, s->start_b));
}

// ---- words --------------------------------------------------------------------------------------

// Logits of the next words, from the decoder's outputs beside the attended paths.
static int speaker_words(const speaker* s, tape* t, int h, int path) {
    int parts[2] = {h, path};
    int joined = tape_tanh(t, tape_linear(t, tape_concat(t, parts, 2), s->join, s->join_b));
    return tape_linear(t, tape_dropout(t, joined, s->def.dropout), s->out, s->out_b);
}

// The words before each word, in packed rows.
static int32_t* speaker_before(const speaker* s, tape* t, const packing* p, const int32_t* words) {
    int32_t* index = tape_take(t, (size_t)p->rows, sizeof *index);
    for (int b = 0; index && b < p->batch; b++)
        for (int k = 0; k < p->lengths[b]; k++)
            index[packing_row(p, b, k)] =
                k ? words[(size_t)b * WORD_TABLE_MAX_READ + (size_t)k - 1] : speaker_end(s);
    return index;
}

// seen[batch][queries][slots] of an attention whose queries of a path see the same steps.
static uint8_t* speaker_seen(tape* t, const speaker_run* run, int queries) {
    size_t slots = (size_t)run->length;
    uint8_t* seen = tape_take(t, (size_t)run->batch * (size_t)queries * slots, 1);
    for (int b = 0; seen && b < run->batch; b++)
        for (int q = 0; q < queries; q++)
            memcpy(seen + ((size_t)b * (size_t)queries + (size_t)q) * slots,
                   run->seen + (size_t)b * slots, slots);
    return seen;
}

int speaker_forward(const speaker* s, tape* t, const speaker_run* run, const int32_t* words,
                    const int* lengths, packing* p) {
    int32_t* rows;
    uint8_t* seen;
    int last;
    if (!packing_make(t, run->batch, lengths, p) || !packing_pad(t, p, &rows, &seen)) return 0;
    int x = tape_embedding(t, s->table, p->rows, speaker_before(s, t, p, words));
    int h = packing_lstm(t, tape_dropout(t, x, s->def.dropout), p, s->decoder, run->state, &last);
    h = tape_dropout(t, h, s->def.dropout);
    int padded = tape_rows(t, h, run->batch * p->length, rows);
    wend_attention a = {.groups = run->batch,
                        .queries = p->length,
                        .slots = run->length,
                        .heads = 1,
                        .size = 2 * s->def.path};
    int query = tape_linear(t, padded, s->path_query, -1);
    int path = tape_attention(t, &a, query, run->path, run->path, speaker_seen(t, run, p->length));
    int32_t* back = tape_take(t, (size_t)p->rows, sizeof *back);
    for (int i = 0; back && i < run->batch * p->length; i++)
        if (rows[i] >= 0) back[rows[i]] = i;
    return speaker_words(s, t, h, tape_rows(t, path, p->rows, back));
}

int speaker_next(const speaker* s, tape* t, speaker_run* run, const int32_t* words) {
    int32_t* index = tape_take(t, (size_t)run->batch, sizeof *index);
    if (!index) return 0;
    memcpy(index, words, (size_t)run->batch * sizeof *index);
    int size = s->def.hidden, x = tape_embedding(t, s->table, run->batch, index);
    int gates = tape_add(t, tape_linear(t, x, s->decoder[0], s->decoder[2]),
                         tape_linear(t, tape_slice(t, run->state, 0, size), s->decoder[1], -1));
    run->state = tape_lstm(t, gates, run->state);
    int h = tape_slice(t, run->state, 0, size), query = tape_linear(t, h, s->path_query, -1);
    return speaker_words(s, t, h, tape_attend(t, query, run->path, run->path, run->seen));
}
