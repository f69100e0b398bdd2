// Runs a network forward and backward.
//
// Layers over images (convolutions and their inputs) need no other row: they run block by block of
// rows, through all of them, so that activations of a block are still in the cache when the next
// layer reads them. Their gradients have room for one block only. The other layers follow, each
// over all rows. Blocks do not change results: weight gradients are summed image by image.
//
//     forward    for each block of rows: images -> conv1 -> conv2 -> conv3
//                linear, recurrent, … layers over all rows
//     backward   linear, recurrent, … layers over all rows
//                for each block of rows: dconv3 -> dconv2 -> dconv1
//
// Images that only convolutions read are not copied: convolutions read bytes and the channels of
// several inputs where they are (wend_image_part).
#include <string.h>

#include "net/elementwise.h"
#include "net/linear.h"
#include "net/network.h"
#include "net/recall.h"
#include "net/winograd.h"

// Arrays of one layer; NULL: not needed.
typedef struct room {
    float* value;     // [rows][size]
    float* gradient;  // the same
    float* saved;     // from forward to backward
    float* start;     // recurrent: [batch][state] before the first step
    bool blocked;     // runs block by block
    bool brief;       // the gradient has room for one block
    bool unread;      // images that only convolutions read, as parts: no value
} room;

// Floats of the activations of a block: the second-level cache.
enum { BLOCK_FLOATS = 1 << 17, MIN_BLOCK = 8, MAX_BLOCK = 64 };

struct wend_network_space {
    const wend_network* network;
    wend_pool* pool;
    int max_steps, max_batch;
    bool learning;
    int block;  // rows
    room rooms[WEND_NETWORK_LAYERS];
    float* scratch;
    float* memory;                            // all of the above
    const float* given[WEND_NETWORK_LAYERS];  // inputs that are used in place
};

// ---- planning -----------------------------------------------------------------------------------

static size_t network_space_larger(size_t a, size_t b) { return a > b ? a : b; }

static wend_cell network_space_cell_of(const wend_network* n, const wend_layer* layer, int steps,
                                       int batch) {
    return (wend_cell){
        .steps = steps, .batch = batch, .in = network_in(&n->def, layer), .size = layer->channels};
}

static recall recall_of(const wend_layer* layer, int steps, int batch) {
    return (recall){.steps = steps,
                    .batch = batch,
                    .size = layer->channels,
                    .slots = layer->count,
                    .heads = layer->heads};
}

static size_t map_cells(const wend_network* n, const wend_layer* layer) {
    wend_map_read r = network_map_read(&n->def, layer);
    return (size_t)r.side * (size_t)r.side;
}

static size_t saved_size(const wend_network* n, const wend_layer* layer, int steps, int batch) {
    wend_cell cell = network_space_cell_of(n, layer, steps, batch);
    recall r = recall_of(layer, steps, batch);
    switch (layer->kind) {
        case WEND_LAYER_EMBEDDING:  // indices as int32
            return (size_t)(steps * batch) * (size_t)layer->height * (size_t)layer->width;
        case WEND_LAYER_GRU:
            return wend_gru_saved_size(&cell);
        case WEND_LAYER_LSTM:
            return wend_lstm_saved_size(&cell);
        case WEND_LAYER_ATTENTION:
            return recall_saved_size(&r);
        case WEND_LAYER_PROJECT:  // pixel indices as int32
            return (size_t)(steps * batch) * (size_t)(layer->count * layer->count) *
                   (size_t)layer->channels;
        case WEND_LAYER_MAP_READ:
            return (size_t)(steps * batch) * map_cells(n, layer);
        default:
            return 0;
    }
}

// Images that a convolution gets at once.
static int image_count(const wend_network_space* s, const room* r) {
    int rows = s->max_steps * s->max_batch;
    return r->blocked && s->block < rows ? s->block : rows;
}

static size_t scratch_size(const wend_network_space* s, int index) {
    const wend_network* n = s->network;
    const wend_layer* layer = &n->def.layers[index];
    int steps = s->max_steps, batch = s->max_batch;
    wend_cell cell = network_space_cell_of(n, layer, steps, batch);
    recall r = recall_of(layer, steps, batch);
    switch (layer->kind) {
        case WEND_LAYER_CONV: {
            wend_conv conv = network_conv(&n->def, layer);
            return wend_conv_scratch_size(&conv, image_count(s, &s->rooms[index]),
                                          wend_pool_threads(s->pool));
        }
        case WEND_LAYER_LINEAR:
            return network_is_bf16(&n->def, layer)
                       ? linear_bf16_scratch_size(steps * batch, cell.in, layer->channels)
                       : wend_linear_scratch_size(steps * batch, cell.in, layer->channels);
        case WEND_LAYER_GRU:
            return wend_gru_scratch_size(&cell);
        case WEND_LAYER_LSTM:
            return wend_lstm_scratch_size(&cell);
        case WEND_LAYER_ATTENTION:
            return recall_scratch_size(&r);
        default:
            return 0;
    }
}

// Allocates from the space's memory; before there is any it only counts.
static float* network_space_take(float* memory, size_t* used, size_t size) {
    float* piece = memory ? memory + *used : NULL;
    *used += (size + 15) / 16 * 16;
    return size ? piece : NULL;
}

static bool used_in_place(const wend_layer* layer) {
    return layer->kind == WEND_LAYER_INPUT && layer->input != WEND_INPUT_BYTES;
}

static bool reads_from(const wend_layer* layer, int source) {
    for (int i = 0; i < layer->from_count; i++)
        if (layer->from[i] == source) return true;
    return false;
}

// Images and what convolutions make of them.
static bool is_blocked(const wend_network_space* s, int index) {
    const wend_layer* layer = &s->network->def.layers[index];
    if (layer->height * layer->width == 1 && layer->kind != WEND_LAYER_CONV) return false;
    for (int i = 0; i < layer->from_count; i++)
        if (!s->rooms[layer->from[i]].blocked) return false;
    return layer->kind == WEND_LAYER_INPUT || layer->kind == WEND_LAYER_CONV ||
           layer->kind == WEND_LAYER_EMBEDDING || layer->kind == WEND_LAYER_CONCAT;
}

// An input of images, or a concatenation of such: convolutions can read it as parts.
static bool network_space_is_images(const wend_network_def* def, const wend_layer* layer) {
    if (layer->kind == WEND_LAYER_INPUT) return layer->input != WEND_INPUT_INDEX;
    bool images = layer->kind == WEND_LAYER_CONCAT;
    for (int i = 0; images && i < layer->from_count; i++) {
        const wend_layer* part = &def->layers[layer->from[i]];
        images = part->kind == WEND_LAYER_INPUT && part->input != WEND_INPUT_INDEX;
    }
    return images;
}

// Nothing but convolutions reads the layer, which they do where its parts are: its own array is not
// needed. A concatenation reads images only if its own array is.
static bool network_space_is_unread(const wend_network_def* def, int index) {
    if (!network_space_is_images(def, &def->layers[index])) return false;
    int readers = 0;
    for (int i = index + 1; i < def->count; i++)
        for (int k = 0; k < def->layers[i].from_count; k++)
            if (def->layers[i].from[k] == index) {
                readers++;
                if (def->layers[i].kind != WEND_LAYER_CONV && !network_space_is_unread(def, i))
                    return false;
            }
    return readers > 0;
}

// A gradient that no reader, or one that is not blocked, adds to needs all rows.
static void choose_room(wend_network_space* s, int index) {
    const wend_network_def* def = &s->network->def;
    room* r = &s->rooms[index];
    int readers = 0, blocked = 0;
    for (int i = index + 1; i < def->count; i++)
        if (reads_from(&def->layers[i], index)) {
            readers++;
            blocked += s->rooms[i].blocked;
        }
    r->brief = r->blocked && readers > 0 && blocked == readers;
}

static void choose_rooms(wend_network_space* s) {
    const wend_network_def* def = &s->network->def;
    size_t floats = 1;
    for (int i = 0; i < def->count; i++) s->rooms[i].blocked = is_blocked(s, i);
    for (int i = 0; i < def->count; i++) {
        choose_room(s, i);
        s->rooms[i].unread = network_space_is_unread(def, i);
        if (s->rooms[i].blocked && !s->rooms[i].unread) floats += wend_layer_size(&def->layers[i]);
    }
    s->block = (int)(BLOCK_FLOATS / floats);
    if (s->block < MIN_BLOCK) s->block = s->max_steps * s->max_batch;  // large images: one block
    if (s->block > MAX_BLOCK && floats <= BLOCK_FLOATS / MIN_BLOCK) s->block = MAX_BLOCK;
}

static size_t plan(wend_network_space* s) {
    const wend_network* n = s->network;
    size_t rows = (size_t)s->max_steps * (size_t)s->max_batch, used = 0, scratch = 0;
    size_t block = (size_t)s->block < rows ? (size_t)s->block : rows;
    for (int i = 0; i < n->def.count; i++) {
        const wend_layer* layer = &n->def.layers[i];
        const network_place* p = &n->places[i];
        size_t size = wend_layer_size(layer);
        bool cell = layer->kind == WEND_LAYER_GRU || layer->kind == WEND_LAYER_LSTM;
        room* r = &s->rooms[i];
        r->value = network_space_take(s->memory, &used,
                                      used_in_place(layer) || r->unread ? 0 : rows * size);
        r->gradient = network_space_take(
            s->memory, &used, s->learning && p->learns ? (r->brief ? block : rows) * size : 0);
        r->saved =
            network_space_take(s->memory, &used, saved_size(n, layer, s->max_steps, s->max_batch));
        r->start =
            network_space_take(s->memory, &used, cell ? (size_t)s->max_batch * p->state_size : 0);
        scratch = network_space_larger(scratch, scratch_size(s, i));
    }
    s->scratch = network_space_take(s->memory, &used, scratch);
    return used;
}

wend_status wend_network_space_create(const wend_network* network, int steps, int batch,
                                      bool learning, wend_pool* pool, wend_network_space** out,
                                      wend_error* error) {
    *out = NULL;
    if (steps < 1 || batch < 1 || (int64_t)steps * batch > 1 << 20)
        return wend_fail(error, WEND_ARGUMENT,
                         "%d steps of %d environments; the product must be in [1, 1048576]", steps,
                         batch);
    wend_network_space* s = wend_alloc_zero(1, sizeof *s);
    if (!s) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network's space");
    s->network = network;
    s->pool = pool;
    s->max_steps = steps;
    s->max_batch = batch;
    s->learning = learning;
    choose_rooms(s);
    size_t size = plan(s);
    s->memory = wend_alloc_zero(size + 1, sizeof *s->memory);
    if (!s->memory) {
        wend_free(s);
        return wend_fail(error, WEND_NO_MEMORY,
                         "out of memory for %d rows of the network (%.0f MB); use fewer",
                         steps * batch, (double)size * sizeof(float) / 1e6);
    }
    plan(s);
    *out = s;
    return WEND_OK;
}

void wend_network_space_destroy(wend_network_space* s) {
    if (!s) return;
    wend_free(s->memory);
    wend_free(s);
}

const float* wend_network_result(const wend_network_space* s, int layer) {
    return s->given[layer] ? s->given[layer] : s->rooms[layer].value;
}

float* wend_network_result_gradient(wend_network_space* s, int layer) {
    return s->rooms[layer].gradient;
}

// ---- forward ------------------------------------------------------------------------------------

// The layer that is computed.
typedef struct step {
    const wend_network* n;
    wend_network_space* s;
    const wend_network_run* run;
    const wend_layer* layer;
    const network_place* place;
    room* room;
    int first, rows;  // of the block, or all
} step;

static step step_at(const wend_network* n, wend_network_space* s, const wend_network_run* run,
                    int index, int first, int rows) {
    return (step){.n = n,
                  .s = s,
                  .run = run,
                  .layer = &n->def.layers[index],
                  .place = &n->places[index],
                  .room = &s->rooms[index],
                  .first = first,
                  .rows = rows};
}

static const float* source_of(const step* k, int i) {
    int source = k->layer->from[i];
    return wend_network_result(k->s, source) +
           (size_t)k->first * wend_layer_size(&k->n->def.layers[source]);
}

static float* value_of(const step* k) {
    return k->room->value + (size_t)k->first * wend_layer_size(k->layer);
}

static float* gradient_at(const step* k, int index) {
    const room* r = &k->s->rooms[index];
    size_t first = r->brief ? 0 : (size_t)k->first;
    return r->gradient ? r->gradient + first * wend_layer_size(&k->n->def.layers[index]) : NULL;
}

static float* gradient_of(const step* k) {
    return gradient_at(k, (int)(k->layer - k->n->def.layers));
}

static float* source_gradient(const step* k, int i) { return gradient_at(k, k->layer->from[i]); }

static void read_input(const step* k, int index) {
    const void* input = k->run->inputs[k->place->input];
    k->s->given[index] = NULL;
    if (k->layer->input == WEND_INPUT_FLOATS) k->s->given[index] = input;
    if (k->layer->input != WEND_INPUT_BYTES || k->room->unread) return;
    size_t size = wend_layer_size(k->layer);
    for (int i = 0; i < k->rows; i++) {
        int row = k->first + i, from = k->run->byte_rows ? k->run->byte_rows[row] : row;
        elementwise_unpack(size, (const uint8_t*)input + (size_t)from * size,
                           k->room->value + (size_t)row * size);
    }
}

static void embed(const step* k) {
    const wend_layer* x = &k->n->def.layers[k->layer->from[0]];
    const uint8_t* bytes = k->run->inputs[k->n->places[k->layer->from[0]].input];
    int cells = k->rows * (int)wend_layer_size(x);
    size_t first = (size_t)k->first * wend_layer_size(x);
    int32_t* index = (int32_t*)k->room->saved + first;
    for (int i = 0; i < cells; i++) index[i] = bytes[first + (size_t)i];
    wend_embedding_forward(cells, k->layer->count, k->layer->channels, index,
                           k->n->weights + k->place->weight, value_of(k));
}

// Inlined with a constant `part` for images: a call of memcpy per pixel would dominate.
static inline void copy_cells(size_t cells, size_t part, const float* x, size_t width, float* y) {
    for (size_t c = 0; c < cells; c++)
        for (size_t j = 0; j < part; j++) y[c * width + j] = x[c * part + j];
}

static void concat(const step* k) {
    size_t cells = (size_t)k->rows * (size_t)k->layer->height * (size_t)k->layer->width;
    size_t width = (size_t)k->layer->channels, first = 0;
    for (int i = 0; i < k->layer->from_count; i++) {
        size_t part = (size_t)k->n->def.layers[k->layer->from[i]].channels;
        const float* x = source_of(k, i);
        float* y = value_of(k) + first;
        if (part == 1)
            copy_cells(cells, 1, x, width, y);
        else if (part == 3)
            copy_cells(cells, 3, x, width, y);
        else if (part == 4)
            copy_cells(cells, 4, x, width, y);
        else
            for (size_t c = 0; c < cells; c++)
                memcpy(y + c * width, x + c * part, part * sizeof *x);
        first += part;
    }
}

// Copies the states of a layer from and to the arrays of the run, [batch][state of all layers].
static void take_states(const step* k) {
    size_t size = k->place->state_size, row = k->n->state_size;
    for (int b = 0; b < k->run->batch; b++) {
        float* to = k->room->start + (size_t)b * size;
        if (k->run->state)
            memcpy(to, k->run->state + (size_t)b * row + k->place->state, size * sizeof *to);
        else
            memset(to, 0, size * sizeof *to);
    }
}

static void leave_states(const step* k, const float* from) {
    size_t size = k->place->state_size, row = k->n->state_size;
    for (int b = 0; k->run->next_state && b < k->run->batch; b++)
        memcpy(k->run->next_state + (size_t)b * row + k->place->state, from + (size_t)b * size,
               size * sizeof *from);
}

static void remember(const step* k) {
    const float *weights = k->n->weights, *packed = k->n->packed + k->place->packed;
    const float *bx = weights + k->place->bias, *bh = weights + k->place->states_bias;
    wend_cell cell = network_space_cell_of(k->n, k->layer, k->run->steps, k->run->batch);
    take_states(k);
    if (k->layer->kind == WEND_LAYER_LSTM) {
        wend_lstm_forward(&cell, source_of(k, 0), k->room->start, k->run->keep, packed, bx, bh,
                          k->room->value, k->room->start, k->room->saved, k->s->scratch,
                          k->s->pool);
        leave_states(k, k->room->start);
        return;
    }
    wend_gru_forward(&cell, source_of(k, 0), k->room->start, k->run->keep, packed, bx, bh,
                     k->room->value, k->room->saved, k->s->scratch, k->s->pool);
    size_t last = (size_t)(k->rows - k->run->batch) * (size_t)k->layer->channels;
    leave_states(k, k->room->value + last);
}

static void attend(const step* k) {
    recall r = recall_of(k->layer, k->run->steps, k->run->batch);
    size_t at = k->place->state;
    recall_forward(&r, source_of(k, 0), source_of(k, 1), source_of(k, 2), k->run->keep,
                   k->run->state ? k->run->state + at : NULL,
                   k->run->next_state ? k->run->next_state + at : NULL, k->n->state_size,
                   k->room->value, k->room->saved, k->s->pool);
}

static void network_space_project(const step* k) {
    wend_projection p = network_projection(&k->n->def, k->layer);
    wend_project_forward(&p, k->rows, source_of(k, 0),
                         k->run->inputs[k->n->places[k->layer->from[1]].input], source_of(k, 2),
                         k->room->value, (int32_t*)k->room->saved);
}

static void read_map(const step* k) {
    wend_map_read r = network_map_read(&k->n->def, k->layer);
    wend_map_read_forward(&r, k->rows, source_of(k, 0), source_of(k, 1), k->room->value,
                          k->room->saved);
}

// The transforms of winograd.h include the ReLU; other convolutions are followed by it.
static bool has_own_relu(const step* k) {
    wend_conv c = network_conv(&k->n->def, k->layer);
    return k->layer->kind == WEND_LAYER_CONV && winograd_fits(&c);
}

static void multiply(const step* k) {
    int in = network_in(&k->n->def, k->layer), out = k->layer->channels;
    const float* packed = k->n->packed + k->place->packed;
    const float* bias = k->n->weights + k->place->bias;
    if (network_is_bf16(&k->n->def, k->layer))
        linear_bf16_forward(k->rows, in, out, source_of(k, 0), packed, bias, k->room->value,
                            k->s->scratch, k->s->pool);
    else
        wend_linear_forward(k->rows, in, out, source_of(k, 0), packed, bias, k->room->value,
                            k->s->pool);
}

// The images of a convolution: its source as an array of floats, or the inputs that it consists of.
static int image_parts(const step* k, wend_image_part parts[WEND_LAYER_SOURCES]) {
    const wend_layer *layers = k->n->def.layers, *source = &layers[k->layer->from[0]];
    if (!k->s->rooms[k->layer->from[0]].unread) {
        parts[0] = (wend_image_part){.floats = source_of(k, 0), .channels = source->channels};
        return 1;
    }
    bool alone = source->kind == WEND_LAYER_INPUT;
    int count = alone ? 1 : source->from_count;
    for (int i = 0; i < count; i++) {
        int index = alone ? k->layer->from[0] : source->from[i];
        const void* input = k->run->inputs[k->n->places[index].input];
        size_t first = (size_t)k->first * wend_layer_size(&layers[index]);
        parts[i] = (wend_image_part){.channels = layers[index].channels, .scale = 1.0f / 255};
        if (layers[index].input != WEND_INPUT_BYTES)
            parts[i].floats = (const float*)input + first;
        else if (k->run->byte_rows) {
            parts[i].bytes = input;
            parts[i].rows = k->run->byte_rows + k->first;
        } else {
            parts[i].bytes = (const uint8_t*)input + first;
        }
    }
    return count;
}

// Forward, or with `gradients` backward.
static void convolve(const step* k, float* gradients) {
    wend_conv c = network_conv(&k->n->def, k->layer);
    wend_image_part parts[WEND_LAYER_SOURCES];
    wend_conv_pass pass = {.conv = &c,
                           .images = k->rows,
                           .parts = parts,
                           .part_count = image_parts(k, parts),
                           .packed = k->n->packed + k->place->packed,
                           .b = k->n->weights + k->place->bias,
                           .relu = k->layer->relu && has_own_relu(k),
                           .y = value_of(k),
                           .scratch = k->s->scratch,
                           .pool = k->s->pool};
    if (gradients) {
        pass.dy = gradient_of(k);
        pass.dx = source_gradient(k, 0);
        pass.dw = gradients + k->place->weight;
        pass.db = gradients + k->place->bias;
    }
    (gradients ? wend_conv_backward : wend_conv_forward)(&pass);
}

static void forward_layer(const step* k, int index) {
    const wend_layer* layer = k->layer;
    size_t count = (size_t)k->rows * wend_layer_size(layer);
    switch (layer->kind) {
        case WEND_LAYER_INPUT:
            read_input(k, index);
            break;
        case WEND_LAYER_CONV:
            convolve(k, NULL);
            break;
        case WEND_LAYER_LINEAR:
            multiply(k);
            break;
        case WEND_LAYER_EMBEDDING:
            embed(k);
            break;
        case WEND_LAYER_CONCAT:
            if (!k->room->unread) concat(k);
            break;
        case WEND_LAYER_GRU:
        case WEND_LAYER_LSTM:
            remember(k);
            break;
        case WEND_LAYER_ATTENTION:
            attend(k);
            break;
        case WEND_LAYER_PROJECT:
            network_space_project(k);
            break;
        case WEND_LAYER_MAP_READ:
            read_map(k);
            break;
    }
    if (layer->relu && !has_own_relu(k)) elementwise_relu(count, value_of(k));
    if (k->room->gradient && !k->room->brief) memset(gradient_of(k), 0, count * sizeof(float));
}

void wend_network_forward(const wend_network* network, wend_network_space* space,
                          const wend_network_run* run) {
    int rows = run->steps * run->batch;
    for (int first = 0; first < rows; first += space->block) {
        int count = rows - first < space->block ? rows - first : space->block;
        for (int i = 0; i < network->def.count; i++) {
            step k = step_at(network, space, run, i, first, count);
            if (k.room->blocked) forward_layer(&k, i);
        }
    }
    for (int i = 0; i < network->def.count; i++) {
        step k = step_at(network, space, run, i, 0, rows);
        if (!k.room->blocked) forward_layer(&k, i);
    }
}

// ---- backward -----------------------------------------------------------------------------------

static void concat_backward(const step* k) {
    size_t cells = (size_t)k->rows * (size_t)k->layer->height * (size_t)k->layer->width;
    size_t width = (size_t)k->layer->channels, first = 0;
    for (int i = 0; i < k->layer->from_count; i++) {
        size_t part = (size_t)k->n->def.layers[k->layer->from[i]].channels;
        const float* dy = gradient_of(k);
        float* dx = source_gradient(k, i);
        for (size_t c = 0; dx && c < cells; c++)
            for (size_t j = 0; j < part; j++) dx[c * part + j] += dy[c * width + first + j];
        first += part;
    }
}

static void remember_backward(const step* k, float* gradients) {
    wend_cell cell = network_space_cell_of(k->n, k->layer, k->run->steps, k->run->batch);
    (k->layer->kind == WEND_LAYER_LSTM ? wend_lstm_backward : wend_gru_backward)(
        &cell, source_of(k, 0), k->run->keep, k->n->packed + k->place->packed, k->room->saved,
        k->room->gradient, source_gradient(k, 0), gradients + k->place->weight,
        gradients + k->place->states, gradients + k->place->bias, gradients + k->place->states_bias,
        k->s->scratch, k->s->pool);
}

static void backward_layer(const step* k, float* gradients) {
    const wend_layer* layer = k->layer;
    const float *packed = k->n->packed + k->place->packed, *dy = gradient_of(k);
    float *dw = gradients + k->place->weight, *db = gradients + k->place->bias;
    switch (layer->kind) {
        case WEND_LAYER_INPUT:
            break;
        case WEND_LAYER_CONV:
            convolve(k, gradients);
            break;
        case WEND_LAYER_LINEAR:
            (network_is_bf16(&k->n->def, layer) ? linear_bf16_backward : wend_linear_backward)(
                k->rows, network_in(&k->n->def, layer), layer->channels, source_of(k, 0), packed,
                dy, source_gradient(k, 0), dw, db, k->s->scratch, k->s->pool);
            break;
        case WEND_LAYER_EMBEDDING:
            wend_embedding_backward(
                k->rows * layer->height * layer->width, layer->count, layer->channels,
                (const int32_t*)k->room->saved + k->first * layer->height * layer->width, dy, dw);
            break;
        case WEND_LAYER_CONCAT:
            concat_backward(k);
            break;
        case WEND_LAYER_GRU:
        case WEND_LAYER_LSTM:
            remember_backward(k, gradients);
            break;
        case WEND_LAYER_ATTENTION: {
            recall r = recall_of(layer, k->run->steps, k->run->batch);
            recall_backward(&r, k->room->saved, dy, source_gradient(k, 0), source_gradient(k, 1),
                            source_gradient(k, 2), k->s->scratch, k->s->pool);
            break;
        }
        case WEND_LAYER_PROJECT: {
            wend_projection p = network_projection(&k->n->def, layer);
            wend_project_backward(&p, k->rows, (const int32_t*)k->room->saved, dy,
                                  source_gradient(k, 0));
            break;
        }
        case WEND_LAYER_MAP_READ: {
            wend_map_read r = network_map_read(&k->n->def, layer);
            wend_map_read_backward(&r, k->rows, source_of(k, 0), source_of(k, 1), k->room->saved,
                                   dy, source_gradient(k, 0), source_gradient(k, 1));
            break;
        }
    }
}

static void backward_step(const step* k, float* gradients) {
    if (!k->room->gradient) return;
    if (k->layer->relu && !has_own_relu(k))
        elementwise_cut((size_t)k->rows * wend_layer_size(k->layer), value_of(k), gradient_of(k));
    backward_layer(k, gradients);
}

static void backward_block(const wend_network* n, wend_network_space* s,
                           const wend_network_run* run, int first, int rows, float* gradients) {
    for (int i = 0; i < n->def.count; i++)
        if (s->rooms[i].brief && s->rooms[i].gradient)
            memset(s->rooms[i].gradient, 0,
                   (size_t)rows * wend_layer_size(&n->def.layers[i]) * sizeof(float));
    for (int i = n->def.count - 1; i >= 0; i--) {
        step k = step_at(n, s, run, i, first, rows);
        if (k.room->blocked) backward_step(&k, gradients);
    }
}

// Weights lie in the order of the layers.
static bool network_has_weights(const wend_layer* layer) {
    return layer->kind == WEND_LAYER_CONV || layer->kind == WEND_LAYER_LINEAR ||
           layer->kind == WEND_LAYER_EMBEDDING || layer->kind == WEND_LAYER_GRU ||
           layer->kind == WEND_LAYER_LSTM;
}

void wend_network_backward(const wend_network* network, wend_network_space* space,
                           const wend_network_run* run, float* gradients) {
    int rows = run->steps * run->batch;
    // Gradients of blocked layers are final at the end only.
    int after = 0;
    for (int i = 0; i < network->def.count; i++)
        if (space->rooms[i].blocked && network_has_weights(&network->def.layers[i])) after = i + 1;
    for (int i = network->def.count - 1; i >= 0; i--) {
        step k = step_at(network, space, run, i, 0, rows);
        if (!k.room->blocked) backward_step(&k, gradients);
        if (run->finished && i >= after && network_has_weights(k.layer))
            run->finished(run->context, k.place->weight);
    }
    for (int first = 0; first < rows; first += space->block)
        backward_block(network, space, run, first,
                       rows - first < space->block ? rows - first : space->block, gradients);
    if (run->finished && after) run->finished(run->context, 0);
}
