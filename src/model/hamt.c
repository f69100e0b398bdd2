// HAMT's weights and its computation on a tape.
#include <stdio.h>
#include <string.h>

#include "model/hamt_parts.h"

hamt_def hamt_default_def(void) {
    return (hamt_def){
#define X(name, standard, paper, min, max) .name = (standard),
        HAMT_SIZES(X)
#undef X
            .dropout = 0.1f};
}

hamt_def hamt_paper_def(void) {
    return (hamt_def){
#define X(name, standard, paper, min, max) .name = (paper),
        HAMT_SIZES(X)
#undef X
            .dropout = 0.1f};
}

static int hamt_cls(const hamt* h) { return h->words.count; }

transformer hamt_layers(const hamt* h) {
    return (transformer){.size = h->def.hidden, .heads = h->def.heads, .dropout = h->def.dropout};
}

// ---- weights ------------------------------------------------------------------------------------

// Rows of the table of kinds of tokens.
enum { HAMT_SECTOR, HAMT_NEIGHBOUR, HAMT_STOP, HAMT_STEP, HAMT_CLS, HAMT_PREV, HAMT_KINDS };

static hamt_look hamt_add_look(hamt* h, const char* name) {
    hamt_look look;
    char text[48];
    snprintf(text, sizeof text, "%s.words", name);
    // Where words of instructions and of views are compared, the matrix begins as the identity.
    look.words = h->def.match ? transformer_add_identity(&h->p, text, h->def.hidden)
                              : transformer_add_linear(&h->p, text, h->def.hidden, h->def.hidden);
    snprintf(text, sizeof text, "%s.words.norm", name);
    look.words_norm = transformer_add_norm(&h->p, text, h->def.hidden);
    snprintf(text, sizeof text, "%s.angle", name);
    look.angle = transformer_add_linear(&h->p, text, VIEW_GEOMETRY, h->def.hidden);
    snprintf(text, sizeof text, "%s.angle.norm", name);
    look.angle_norm = transformer_add_norm(&h->p, text, h->def.hidden);
    return look;
}

static hamt_cross hamt_add_cross(hamt* h, int index) {
    hamt_cross cross;
    char text[48];
    int d = h->def.hidden;
    snprintf(text, sizeof text, "cross.%d.between", index);
    cross.between = transformer_add_attention(&h->p, text, d);
    snprintf(text, sizeof text, "cross.%d.text", index);
    cross.text = transformer_add_layer(&h->p, text, d, h->def.feed);
    snprintf(text, sizeof text, "cross.%d.vision", index);
    cross.vision = transformer_add_layer(&h->p, text, d, h->def.feed);
    return cross;
}

static void hamt_add_heads(hamt* h) {
    parameters* p = &h->p;
    int d = h->def.hidden, match = h->def.match;
    h->head = transformer_add_linear(p, "action.hidden", d, d);
    h->head_norm = transformer_add_norm(p, "action.norm", d);
    h->score = transformer_add_linear(p, "action.score", d, 1);
    h->value = transformer_add_linear(p, "value.hidden", d, d);
    h->value_out = transformer_add_linear(p, "value.out", d, 1);
    if (!match) return;
    h->match_query = parameters_matrix(p, "match.query", d, match * d);
    h->match = parameters_identity(p, "match.weight", match * d, d);
}

static void hamt_add_proxies(hamt* h) {
    parameters* p = &h->p;
    int d = h->def.hidden;
    h->masked = transformer_add_linear(p, "masked.hidden", d, d);
    h->masked_norm = transformer_add_norm(p, "masked.norm", d);
    h->masked_bias = parameters_vector(p, "masked.bias", h->words.count + 2, 0);
    h->relation = transformer_add_linear(p, "relation.hidden", 2 * d, d);
    h->relation_norm = transformer_add_norm(p, "relation.norm", d);
    h->relation_out = transformer_add_linear(p, "relation.out", d, 1);
    h->matching = transformer_add_linear(p, "matching.hidden", d, d);
    h->matching_norm = transformer_add_norm(p, "matching.norm", d);
    h->matching_out = transformer_add_linear(p, "matching.out", d, 1);
}

static void hamt_add_arrays(hamt* h) {
    parameters* p = &h->p;
    char name[48];
    int d = h->def.hidden;
    h->table = parameters_table(p, "words", h->words.count + 2, d, 0.1f);
    h->text_position = parameters_table(p, "text.position", WORD_TABLE_MAX_READ + 1, d, 0.02f);
    h->history_position = parameters_table(p, "history.position", HAMT_HISTORY, d, 0.02f);
    h->kind = parameters_table(p, "kind", HAMT_KINDS, d, 0.02f);
    h->text_norm = transformer_add_norm(p, "text.norm", d);
    h->observation_norm = transformer_add_norm(p, "observation.norm", d);
    h->history_norm = transformer_add_norm(p, "history.norm", d);
    h->observation = hamt_add_look(h, "observation");
    h->history = hamt_add_look(h, "history");
    for (int i = 0; i < h->def.text_layers; i++) {
        snprintf(name, sizeof name, "text.%d", i);
        h->text[i] = transformer_add_layer(p, name, d, h->def.feed);
    }
    for (int i = 0; i < h->def.history_layers; i++) {
        snprintf(name, sizeof name, "panorama.%d", i);
        h->panorama[i] = transformer_add_layer(p, name, d, h->def.feed);
    }
    for (int i = 0; i < h->def.layers; i++) h->cross[i] = hamt_add_cross(h, i);
    hamt_add_heads(h);
    if (h->def.proxies) hamt_add_proxies(h);
}

// Without weights; parameters_create or parameters_load follows.
static wend_status hamt_prepare(const hamt_def* def, const char* words, int count, hamt** out,
                                wend_error* error) {
    *out = NULL;
    if (def->hidden % def->heads)
        return wend_fail(error, WEND_ARGUMENT, "hidden=%d must be a multiple of heads=%d",
                         def->hidden, def->heads);
    hamt* h = wend_alloc_zero(1, sizeof *h);
    if (!h) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network");
    h->def = *def;
    wend_status status = word_table_create(words, count, &h->words, error);
    if (status != WEND_OK) {
        hamt_destroy(h);
        return status;
    }
    hamt_add_arrays(h);
    *out = h;
    return WEND_OK;
}

wend_status hamt_create(const hamt_def* def, const char* words, int count, uint64_t seed,
                        hamt** out, wend_error* error) {
    WEND_TRY(hamt_prepare(def, words, count, out, error));
    wend_status status = parameters_create(&(*out)->p, seed, error);
    if (status == WEND_OK) return WEND_OK;
    hamt_destroy(*out);
    *out = NULL;
    return status;
}

void hamt_destroy(hamt* h) {
    if (!h) return;
    parameters_destroy(&h->p);
    word_table_destroy(&h->words);
    wend_free(h);
}

wend_status hamt_from_tensors(const wend_tensors* file, const char* name, hamt** out,
                              wend_error* error) {
    hamt_def def = hamt_default_def();
    char* words;
    int count = 0;
    *out = NULL;
    WEND_TRY(model_file_read(&hamt_kind, file, name, &def, &words, &count, error));
    wend_status status = hamt_prepare(&def, words, count, out, error);
    wend_free(words);
    WEND_TRY(status);
    status = parameters_load(&(*out)->p, file, name, error);
    if (status == WEND_OK) return WEND_OK;
    hamt_destroy(*out);
    *out = NULL;
    return status;
}

// ---- text ---------------------------------------------------------------------------------------

static int32_t* hamt_word_rows(const hamt* h, tape* t, int batch, const int32_t* words,
                               const int* lengths, ragged* text, int32_t** positions) {
    int32_t* first = tape_take(t, (size_t)batch + 1, sizeof *first);
    if (!first) return NULL;
    for (int b = 0; b < batch; b++) first[b + 1] = first[b] + lengths[b] + 1;
    *text = (ragged){batch, first};
    int32_t* index = tape_take(t, (size_t)first[batch], sizeof *index);
    *positions = tape_take(t, (size_t)first[batch], sizeof **positions);
    for (int b = 0; !t->failed && b < batch; b++)
        for (int s = 0; s <= lengths[b]; s++) {
            int32_t word = s ? words[(size_t)b * WORD_TABLE_MAX_READ + (size_t)s - 1] : hamt_cls(h);
            index[first[b] + s] = s && h->def.deaf ? 0 : word;
            (*positions)[first[b] + s] = s;
        }
    return t->failed ? NULL : index;
}

void hamt_begin(const hamt* h, tape* t, int batch, const int32_t* words, const int* lengths,
                hamt_run* run) {
    transformer m = hamt_layers(h);
    int32_t* positions;
    *run = (hamt_run){.batch = batch};
    int32_t* index = hamt_word_rows(h, t, batch, words, lengths, &run->text, &positions);
    if (!index) return;
    int rows = run->text.first[batch];
    run->words = tape_embedding(t, h->table, rows, index);
    int x = tape_add(t, run->words, tape_embedding(t, h->text_position, rows, positions));
    x = tape_dropout(t, transformer_norm_of(t, h->text_norm, x), h->def.dropout);
    for (int i = 0; i < h->def.text_layers; i++)
        x = transformer_layer_of(&m, t, &h->text[i], x, run->text);
    run->encoded = x;
    for (int i = 0; i < h->def.layers && !h->def.text_attends; i++) {
        const hamt_cross* cross = &h->cross[i];
        run->keys[i] = transformer_linear_of(t, cross->between.key, x);
        run->values[i] = transformer_linear_of(t, cross->between.value, x);
        if (i + 1 < h->def.layers) x = transformer_layer_of(&m, t, &cross->text, x, run->text);
    }
}

// ---- history ------------------------------------------------------------------------------------

static int hamt_look_of(tape* t, const hamt_look* look, int words, int angle) {
    int seen =
        transformer_norm_of(t, look->words_norm, transformer_linear_of(t, look->words, words));
    int turned =
        transformer_norm_of(t, look->angle_norm, transformer_linear_of(t, look->angle, angle));
    return tape_add(t, seen, turned);
}

// The direction of a sector as a neighbour's geometry, level and without a distance.
static float* hamt_sector_geometry(tape* t, int rows, const float* angle) {
    float* geometry = tape_take(t, (size_t)rows * VIEW_GEOMETRY, sizeof *geometry);
    for (int i = 0; geometry && i < rows; i++) {
        memcpy(geometry + (size_t)i * VIEW_GEOMETRY, angle + (size_t)i * 4, 4 * sizeof *angle);
        geometry[(size_t)i * VIEW_GEOMETRY + 5] = 1;
    }
    return geometry;
}

static int hamt_kind_row(const hamt* h, tape* t, int kind) {
    return tape_part(t, tape_weight(t, h->kind), kind, 1);
}

// Panoramas of earlier steps: the mean of their encoded sectors.
static int hamt_encode_panoramas(const hamt* h, tape* t, int count, int sectors,
                                 const float* geometry) {
    transformer m = hamt_layers(h);
    int rows = count * VIEW_SECTORS;
    int32_t* first = tape_take(t, (size_t)count + 1, sizeof *first);
    int32_t* index = tape_take(t, (size_t)rows, sizeof *index);
    float* weight = tape_take(t, (size_t)rows, sizeof *weight);
    if (t->failed) return 0;
    for (int i = 0; i <= count; i++) first[i] = i * VIEW_SECTORS;
    for (int i = 0; i < rows; i++) {
        index[i] = i;
        weight[i] = 1.0f / VIEW_SECTORS;
    }
    int x = hamt_look_of(t, &h->history, sectors, tape_input(t, rows, VIEW_GEOMETRY, geometry));
    for (int i = 0; i < h->def.history_layers; i++)
        x = transformer_layer_of(&m, t, &h->panorama[i], x, (ragged){count, first});
    return tape_sum_bags(t, x, &(tape_bag){count, first, index, weight});
}

// Tokens of `count` steps: the panoramas' sectors [count * VIEW_SECTORS] with their directions, the
// views in the directions taken, these directions, and the numbers of the steps in their episodes.
typedef struct hamt_taken {
    int count, sectors, words;
    const float *sector_geometry, *geometry;
    const int32_t* position;
} hamt_taken;

static int hamt_encode_steps(const hamt* h, tape* t, const hamt_taken* s) {
    int x =
        hamt_look_of(t, &h->history, s->words, tape_input(t, s->count, VIEW_GEOMETRY, s->geometry));
    x = tape_add(t, x, tape_embedding(t, h->history_position, s->count, s->position));
    x = tape_add(t, x, hamt_kind_row(h, t, HAMT_STEP));
    x = tape_add(t, x, hamt_encode_panoramas(h, t, s->count, s->sectors, s->sector_geometry));
    return tape_dropout(t, transformer_norm_of(t, h->history_norm, x), h->def.dropout);
}

// What the episodes with chosen[b] >= 0 took at the last step.
static bool hamt_taken_make(tape* t, const hamt_run* run, const int32_t* chosen, int count,
                            int32_t* rows, hamt_taken* s) {
    const view_batch* v = &run->views;
    size_t sectors = (size_t)count * VIEW_SECTORS;
    int32_t* index = tape_take(t, sectors, sizeof *index);
    int32_t* words = tape_take(t, (size_t)count, sizeof *words);
    int32_t* position = tape_take(t, (size_t)count, sizeof *position);
    float* angle = tape_take(t, sectors * 4, sizeof *angle);
    float* geometry = tape_take(t, (size_t)count * VIEW_GEOMETRY, sizeof *geometry);
    if (t->failed) return false;
    for (int b = 0, i = 0; b < run->batch; b++) {
        rows[b] = chosen[b] < 0 ? -1 : i;
        if (chosen[b] < 0) continue;
        size_t from = (size_t)run->group[b] * VIEW_SECTORS, to = (size_t)i * VIEW_SECTORS;
        for (size_t k = 0; k < VIEW_SECTORS; k++) index[to + k] = (int32_t)(from + k);
        memcpy(angle + to * 4, v->angle + from * 4, VIEW_SECTORS * 4 * sizeof *angle);
        memcpy(geometry + (size_t)i * VIEW_GEOMETRY,
               v->geometry + (size_t)chosen[b] * VIEW_GEOMETRY, VIEW_GEOMETRY * sizeof *geometry);
        words[i] = v->sector[chosen[b]];
        position[i++] = run->position < HAMT_HISTORY ? run->position : HAMT_HISTORY - 1;
    }
    *s = (hamt_taken){.count = count,
                      .sectors = tape_rows(t, run->sectors, (int)sectors, index),
                      .words = tape_rows(t, run->sectors, count, words),
                      .sector_geometry = hamt_sector_geometry(t, (int)sectors, angle),
                      .geometry = geometry,
                      .position = position};
    return !t->failed;
}

void hamt_take(const hamt* h, tape* t, hamt_run* run, const graph_step* step,
               const int32_t* chosen) {
    int count = 0;
    hamt_taken s;
    (void)step;
    for (int b = 0; b < run->batch; b++) count += chosen[b] >= 0;
    int32_t* rows = tape_take(t, (size_t)run->batch, sizeof *rows);
    if (t->failed || !count || !hamt_taken_make(t, run, chosen, count, rows, &s)) return;
    if (run->step_count == HAMT_HISTORY - 1) {
        run->step_count--;
        memmove(run->steps, run->steps + 1, (size_t)run->step_count * sizeof *run->steps);
    }
    run->steps[run->step_count++] = (hamt_tokens){hamt_encode_steps(h, t, &s), rows};
    run->position++;
}

// What the steps of the past took; their rows in order.
static bool hamt_past_make(const hamt* h, tape* t, const hamt_past* steps, int count,
                           hamt_taken* s) {
    const view_input** views = tape_take(t, (size_t)count, sizeof *views);
    int32_t* words = tape_take(t, (size_t)count, sizeof *words);
    int32_t* position = tape_take(t, (size_t)count, sizeof *position);
    float* geometry = tape_take(t, (size_t)count * VIEW_GEOMETRY, sizeof *geometry);
    view_batch batch;
    if (t->failed) return false;
    for (int i = 0; i < count; i++) {
        views[i] = steps[i].view;
        words[i] = i * VIEW_SECTORS + steps[i].view->sector[steps[i].taken];
        position[i] = steps[i].position < HAMT_HISTORY ? steps[i].position : HAMT_HISTORY - 1;
        memcpy(geometry + (size_t)i * VIEW_GEOMETRY, steps[i].view->geometry[steps[i].taken],
               VIEW_GEOMETRY * sizeof *geometry);
    }
    if (!view_batch_make(t, count, views, &batch)) return false;
    int sectors = tape_sum_bags(t, tape_weight(t, h->table), &batch.bags);
    *s = (hamt_taken){.count = count,
                      .sectors = sectors,
                      .words = tape_rows(t, sectors, count, words),
                      .sector_geometry = hamt_sector_geometry(t, batch.bags.rows, batch.angle),
                      .geometry = geometry,
                      .position = position};
    return !t->failed;
}

void hamt_remember(const hamt* h, tape* t, hamt_run* run, const hamt_past* steps, int count) {
    hamt_taken s;
    int* number = tape_take(t, (size_t)run->batch, sizeof *number);  // steps of an episode so far
    if (t->failed || !count || !hamt_past_make(h, t, steps, count, &s)) return;
    int node = hamt_encode_steps(h, t, &s);
    for (int i = 0; i < count; i++) number[steps[i].episode]++;
    for (int i = 0; i < count; i++) {
        int from_end = number[steps[i].episode]--;
        if (from_end > HAMT_HISTORY - 2) continue;
        // Steps are counted from the end, so that the last ones of all episodes are together.
        int slot = HAMT_HISTORY - 2 - from_end;
        int32_t* rows = (int32_t*)(uintptr_t)run->steps[slot].rows;
        if (!rows) {
            rows = tape_take(t, (size_t)run->batch, sizeof *rows);
            if (!rows) return;
            for (int b = 0; b < run->batch; b++) rows[b] = -1;
            run->steps[slot] = (hamt_tokens){node, rows};
        }
        rows[steps[i].episode] = i;
    }
    int first = 0;
    while (!run->steps[first].rows) first++;
    run->step_count = HAMT_HISTORY - 2 - first;
    memmove(run->steps, run->steps + first, (size_t)run->step_count * sizeof *run->steps);
}

// ---- observations -------------------------------------------------------------------------------

// Tokens of neighbours, then of STOP (one row for all episodes), then of sectors.
static int hamt_observe(const hamt* h, tape* t, const hamt_run* run) {
    const view_batch* v = &run->views;
    int sectors = v->bags.rows, rows = v->count + 1 + sectors;
    int32_t* kind = tape_take(t, (size_t)rows, sizeof *kind);
    float* level = hamt_sector_geometry(t, sectors, v->angle);
    if (t->failed) return 0;
    for (int i = 0; i < rows; i++)
        kind[i] = i < v->count ? HAMT_NEIGHBOUR : i == v->count ? HAMT_STOP : HAMT_SECTOR;
    int words[3] = {tape_rows(t, run->sectors, v->count, v->sector),
                    tape_zeros(t, 1, h->def.hidden), run->sectors};
    int angles[3] = {tape_input(t, v->count, VIEW_GEOMETRY, v->geometry),
                     tape_zeros(t, 1, VIEW_GEOMETRY), tape_input(t, sectors, VIEW_GEOMETRY, level)};
    int x = hamt_look_of(t, &h->observation, tape_stack(t, words, 3), tape_stack(t, angles, 3));
    x = tape_add(t, x, tape_embedding(t, h->kind, rows, kind));
    return tape_dropout(t, transformer_norm_of(t, h->observation_norm, x), h->def.dropout);
}

// ---- the sequence of history and observations ---------------------------------------------------

// Results whose rows the sequences are made of, as one.
typedef struct hamt_parts {
    int nodes[HAMT_HISTORY + 2], count;
    int32_t rows;
} hamt_parts;

static int32_t hamt_parts_add(const tape* t, hamt_parts* p, int node) {
    int32_t first = p->rows;
    p->nodes[p->count++] = node;
    p->rows += t->failed ? 0 : t->nodes.items[node].rows;
    return first;
}

typedef struct hamt_places {
    int32_t cls, observations, steps[HAMT_HISTORY];  // first rows in the parts
} hamt_places;

// The neighbours, STOP and sectors of one episode; returns the number of tokens.
static int hamt_place_views(const hamt_run* run, const hamt_places* at, int b, int32_t first,
                            hamt_sequence* s, int32_t* index) {
    const view_batch* v = &run->views;
    int n = 0, g = run->group[b];
    for (int c = v->first[g]; c < v->first[g + 1]; c++) {
        s->candidates[c] = first + n;
        index[n++] = at->observations + c;
    }
    s->candidates[v->count + b] = first + n;
    index[n++] = at->observations + v->count;
    for (int k = 0; k < VIEW_SECTORS; k++) {
        s->sectors[g * VIEW_SECTORS + k] = first + n;
        index[n++] = at->observations + v->count + 1 + g * VIEW_SECTORS + k;
    }
    return n;
}

// CLS and the steps of one episode; returns the number of tokens.
static int hamt_place_steps(const hamt_run* run, const hamt_places* at, int b, int32_t* index) {
    int n = 0;
    index[n++] = at->cls;
    for (int k = 0; k < run->step_count; k++)
        if (run->steps[k].rows[b] >= 0) index[n++] = at->steps[k] + run->steps[k].rows[b];
    return n;
}

static bool hamt_sequence_take(tape* t, const hamt_run* run, bool views, hamt_sequence* s,
                               int32_t** first, int32_t** index) {
    size_t batch = (size_t)run->batch, most = batch * (size_t)(2 + run->step_count);
    size_t count = views ? (size_t)run->views.count : 0;
    size_t sectors = views ? (size_t)run->views.bags.rows : 0;
    *first = tape_take(t, batch + 1, sizeof **first);
    *index = tape_take(t, most + count + sectors, sizeof **index);
    s->cls = tape_take(t, batch, sizeof *s->cls);
    s->candidates = tape_take(t, batch + count, sizeof *s->candidates);
    s->sectors = tape_take(t, sectors, sizeof *s->sectors);
    return !t->failed;
}

bool hamt_sequence_make(const hamt* h, tape* t, const hamt_run* run, bool views,
                        const int32_t* paths, hamt_sequence* s) {
    hamt_parts parts = {.count = 0};
    hamt_places at;
    int32_t *first, *index;
    int cls = transformer_norm_of(t, h->history_norm, hamt_kind_row(h, t, HAMT_CLS));
    at.cls = hamt_parts_add(t, &parts, cls);
    for (int k = 0; k < run->step_count; k++)
        at.steps[k] = k && run->steps[k].node == run->steps[k - 1].node
                          ? at.steps[k - 1]
                          : hamt_parts_add(t, &parts, run->steps[k].node);
    at.observations = views ? hamt_parts_add(t, &parts, hamt_observe(h, t, run)) : 0;
    if (!hamt_sequence_take(t, run, views, s, &first, &index)) return false;
    for (int b = 0; b < run->batch; b++) {
        s->cls[b] = -1;
        if (views) s->candidates[run->views.count + b] = -1;
        first[b + 1] = first[b];
        if (views && run->group[b] < 0) continue;
        s->cls[b] = first[b];
        first[b + 1] += hamt_place_steps(run, &at, paths ? paths[b] : b, index + first[b]);
        if (views)
            first[b + 1] += hamt_place_views(run, &at, b, first[b + 1], s, index + first[b + 1]);
    }
    s->xs = (ragged){run->batch, first};
    s->x = tape_rows(t, tape_stack(t, parts.nodes, parts.count), first[run->batch], index);
    return !t->failed;
}

// ---- scores -------------------------------------------------------------------------------------

hamt_related hamt_cross_layers(const hamt* h, tape* t, const hamt_run* run, const hamt_sequence* s,
                               bool both) {
    transformer m = hamt_layers(h);
    int x = s->x, y = run->encoded;
    bool stored = !both && !h->def.text_attends;
    for (int i = 0; i < h->def.layers; i++) {
        const hamt_cross* c = &h->cross[i];
        int keys = stored ? run->keys[i] : transformer_linear_of(t, c->between.key, y);
        int values = stored ? run->values[i] : transformer_linear_of(t, c->between.value, y);
        int next = transformer_attend(&m, t, &c->between, x, s->xs, keys, values, run->text);
        if (both) {
            y = transformer_attend(&m, t, &c->between, y, run->text,
                                   transformer_linear_of(t, c->between.key, x),
                                   transformer_linear_of(t, c->between.value, x), s->xs);
            y = transformer_layer_of(&m, t, &c->text, y, run->text);
        }
        x = transformer_layer_of(&m, t, &c->vision, next, s->xs);
    }
    return (hamt_related){x, y};
}

// The words that the state attends to, compared with the words of the neighbours' views.
static int hamt_compare(const hamt* h, tape* t, const hamt_run* run, int state,
                        const int32_t* episode) {
    int said[HAMT_MAX_MATCH], d = h->def.hidden, batch = run->batch;
    int32_t* first = tape_take(t, (size_t)batch + 1, sizeof *first);
    if (!first) return 0;
    for (int b = 0; b <= batch; b++) first[b] = b;
    ragged_attention a = {
        .groups = batch, .size = d, .heads = 1, .first_q = first, .first_k = run->text.first};
    int queries = tape_linear(t, state, h->match_query, -1);
    for (int k = 0; k < h->def.match; k++)
        said[k] = tape_ragged_attention(t, &a, tape_slice(t, queries, k * d, d), run->encoded,
                                        run->words);
    int mentioned = tape_linear(t, tape_concat(t, said, h->def.match), h->match, -1);
    int seen = tape_rows(t, run->sectors, run->views.count, run->views.sector);
    return tape_dot(t, tape_rows(t, mentioned, run->views.count, episode), seen);
}

static int32_t* hamt_episodes(tape* t, const hamt_run* run, graph_step* step) {
    const view_batch* v = &run->views;
    int32_t* first = tape_take(t, (size_t)run->batch + 1, sizeof *first);
    int32_t* episode = tape_take(t, (size_t)(v->count + run->batch), sizeof *episode);
    if (t->failed) return NULL;
    for (int b = 0; b < run->batch; b++) {
        int g = run->group[b];
        first[b + 1] = first[b] + (g < 0 ? 0 : v->first[g + 1] - v->first[g]);
        for (int c = first[b]; c < first[b + 1]; c++) episode[c] = b;
        episode[v->count + b] = b;
    }
    step->first = first;
    step->count = v->count;
    return episode;
}

static void hamt_score(const hamt* h, tape* t, const hamt_run* run, const hamt_sequence* s,
                       graph_step* step) {
    const view_batch* v = &run->views;
    int rows = v->count + run->batch;
    int32_t* episode = hamt_episodes(t, run, step);
    hamt_related r = hamt_cross_layers(h, t, run, s, h->def.text_attends);
    if (!episode || t->failed) return;
    int state = tape_rows(t, r.vision, run->batch, s->cls);
    int seen = tape_rows(t, r.vision, rows, s->candidates);
    if (h->def.text_attends) {
        int text = tape_rows(t, r.text, run->batch, run->text.first);
        state = tape_multiply(t, state, text);
        seen = tape_multiply(t, seen, tape_rows(t, text, rows, episode));
    }
    int hidden = tape_relu(t, transformer_linear_of(t, h->head, seen));
    hidden = tape_dropout(t, transformer_norm_of(t, h->head_norm, hidden), h->def.dropout);
    step->logits = transformer_linear_of(t, h->score, hidden);
    if (h->def.match && !h->def.blind) {
        int parts[2] = {hamt_compare(h, t, run, state, episode), tape_zeros(t, run->batch, 1)};
        step->logits = tape_add(t, step->logits, tape_stack(t, parts, 2));
    }
    int value = tape_relu(t, transformer_linear_of(t, h->value, state));
    step->values = transformer_linear_of(t, h->value_out, tape_dropout(t, value, h->def.dropout));
}

bool hamt_look_at(const hamt* h, tape* t, hamt_run* run, const view_input* const* views) {
    const view_input** open = tape_take(t, (size_t)run->batch, sizeof *open);
    int32_t* group = tape_take(t, (size_t)run->batch, sizeof *group);
    int count = 0;
    if (t->failed) return false;
    for (int b = 0; b < run->batch; b++) {
        group[b] = views[b] ? count : -1;
        if (views[b]) open[count++] = views[b];
    }
    run->group = group;
    if (!view_batch_make(t, count, open, &run->views)) return false;
    run->sectors = tape_sum_bags(t, tape_weight(t, h->table), &run->views.bags);
    return true;
}

void hamt_forward(const hamt* h, tape* t, hamt_run* run, const view_input* const* views,
                  graph_step* step) {
    hamt_sequence s;
    *step = (graph_step){0};
    if (hamt_look_at(h, t, run, views) && hamt_sequence_make(h, t, run, true, NULL, &s))
        hamt_score(h, t, run, &s, step);
}
