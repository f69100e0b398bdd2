#include <stdio.h>
#include <string.h>

#include "wend/net.h"

static int wrong(wend_network_def* def, const char* name, const char* what) {
    if (!*def->wrong) snprintf(def->wrong, sizeof def->wrong, "layer '%s' %s", name, what);
    return 0;
}

size_t wend_layer_size(const wend_layer* layer) {
    return (size_t)layer->height * (size_t)layer->width * (size_t)layer->channels;
}

int wend_network_find(const wend_network_def* def, const char* name) {
    for (int i = 0; i < def->count; i++)
        if (strcmp(def->layers[i].name, name) == 0) return i;
    return -1;
}

// Adds the layer unless the def has an error.
static int network_def_add(wend_network_def* def, const char* name, const wend_layer* layer) {
    if (*def->wrong) return 0;
    if (def->count == WEND_NETWORK_LAYERS) return wrong(def, name, "is one too many");
    if (strlen(name) >= sizeof layer->name) return wrong(def, name, "has too long a name");
    if (wend_network_find(def, name) >= 0) return wrong(def, name, "occurs twice");
    for (int i = 0; i < layer->from_count; i++)
        if (layer->from[i] < 0 || layer->from[i] >= def->count)
            return wrong(def, name, "reads a layer that is not there");
    if (layer->height < 1 || layer->width < 1 || layer->channels < 1 ||
        wend_layer_size(layer) > 1 << 24)
        return wrong(def, name, "has an impossible size");
    def->layers[def->count] = *layer;
    snprintf(def->layers[def->count].name, sizeof layer->name, "%s", name);
    return def->count++;
}

static const wend_layer* source(const wend_network_def* def, int from) {
    static const wend_layer none = {.height = 1, .width = 1, .channels = 1};
    return from >= 0 && from < def->count ? &def->layers[from] : &none;
}

static wend_layer network_def_vector(wend_layer_kind kind, int from, int size) {
    return (wend_layer){.kind = kind,
                        .from = {from},
                        .from_count = 1,
                        .height = 1,
                        .width = 1,
                        .channels = size,
                        .gain = 1};
}

int wend_network_input(wend_network_def* def, const char* name, wend_input_kind kind, int height,
                       int width, int channels) {
    wend_layer layer = {.kind = WEND_LAYER_INPUT,
                        .height = height,
                        .width = width,
                        .channels = channels,
                        .input = kind};
    return network_def_add(def, name, &layer);
}

static const float RELU_GAIN = 1.41421356f;

int wend_network_conv(wend_network_def* def, const char* name, int from, int filters, int kernel,
                      int stride) {
    const wend_layer* x = source(def, from);
    if (filters % 16 || filters < 16) return wrong(def, name, "has filters not a multiple of 16");
    if (kernel < 1 || stride < 1) return wrong(def, name, "has an impossible kernel");
    wend_layer layer = {.kind = WEND_LAYER_CONV,
                        .from = {from},
                        .from_count = 1,
                        .height = wend_conv_out(x->height, kernel, stride),
                        .width = wend_conv_out(x->width, kernel, stride),
                        .channels = filters,
                        .kernel = kernel,
                        .stride = stride,
                        .gain = RELU_GAIN};
    return network_def_add(def, name, &layer);
}

int wend_network_linear(wend_network_def* def, const char* name, int from, int size) {
    wend_layer layer = network_def_vector(WEND_LAYER_LINEAR, from, size);
    layer.gain = RELU_GAIN;
    return network_def_add(def, name, &layer);
}

int wend_network_relu(wend_network_def* def, int layer) {
    if (!*def->wrong && layer >= 0 && layer < def->count) def->layers[layer].relu = true;
    return layer;
}

int wend_network_embedding(wend_network_def* def, const char* name, int from, int count, int size) {
    const wend_layer* x = source(def, from);
    if (x->kind != WEND_LAYER_INPUT || x->input != WEND_INPUT_INDEX || x->channels != 1)
        return wrong(def, name, "embeds what is not an index");
    if (count < 1 || count > 256) return wrong(def, name, "has an impossible table");
    wend_layer layer = network_def_vector(WEND_LAYER_EMBEDDING, from, size);
    layer.height = x->height;
    layer.width = x->width;
    layer.count = count;
    layer.init = WEND_INIT_NORMAL;
    return network_def_add(def, name, &layer);
}

int wend_network_concat(wend_network_def* def, const char* name, const int* from, int count) {
    if (count < 1 || count > WEND_LAYER_SOURCES)
        return wrong(def, name, "concatenates too many layers");
    const wend_layer* first = source(def, from[0]);
    wend_layer layer = {.kind = WEND_LAYER_CONCAT,
                        .from_count = count,
                        .height = first->height,
                        .width = first->width};
    for (int i = 0; i < count; i++) {
        const wend_layer* x = source(def, from[i]);
        if (x->height != layer.height || x->width != layer.width)
            return wrong(def, name, "concatenates images of different sizes");
        layer.from[i] = from[i];
        layer.channels += x->channels;
    }
    return network_def_add(def, name, &layer);
}

static int recurrent(wend_network_def* def, const char* name, wend_layer_kind kind, int from,
                     int size) {
    wend_layer layer = network_def_vector(kind, from, size);
    layer.init = WEND_INIT_ORTHOGONAL;
    return network_def_add(def, name, &layer);
}

int wend_network_gru(wend_network_def* def, const char* name, int from, int size) {
    return recurrent(def, name, WEND_LAYER_GRU, from, size);
}

int wend_network_lstm(wend_network_def* def, const char* name, int from, int size) {
    return recurrent(def, name, WEND_LAYER_LSTM, from, size);
}

int wend_network_attention(wend_network_def* def, const char* name, int query, int key, int value,
                           int slots, int heads) {
    const wend_layer *q = source(def, query), *k = source(def, key), *v = source(def, value);
    size_t size = wend_layer_size(q);
    if (wend_layer_size(k) != size || wend_layer_size(v) != size)
        return wrong(def, name, "has query, key and value of different sizes");
    if (heads < 1 || size % (size_t)heads || slots < 1 || slots > 4096)
        return wrong(def, name, "has impossible heads or slots");
    wend_layer layer = network_def_vector(WEND_LAYER_ATTENTION, query, (int)size);
    layer.from[1] = key;
    layer.from[2] = value;
    layer.from_count = 3;
    layer.count = slots;
    layer.heads = heads;
    return network_def_add(def, name, &layer);
}

int wend_network_project(wend_network_def* def, const char* name, int picture, int at, int base,
                         int reach) {
    const wend_layer *x = source(def, picture), *a = source(def, at), *b = source(def, base);
    if (a->kind != WEND_LAYER_INPUT || a->input != WEND_INPUT_INDEX || a->height != x->height ||
        a->width != x->width || a->channels != 1)
        return wrong(def, name, "has no cell for every pixel of its image");
    if (b->kind != WEND_LAYER_INPUT || b->input != WEND_INPUT_FLOATS || b->height != b->width ||
        b->channels != x->channels)
        return wrong(def, name, "has a map that does not fit its image");
    if (reach < 1 || reach > b->width || (b->width - reach) % 2 || reach * reach > 255)
        return wrong(def, name, "has an impossible reach");
    wend_layer layer = {.kind = WEND_LAYER_PROJECT,
                        .from = {picture, at, base},
                        .from_count = 3,
                        .height = b->height,
                        .width = b->width,
                        .channels = b->channels,
                        .count = reach};
    return network_def_add(def, name, &layer);
}

int wend_network_map_read(wend_network_def* def, const char* name, int map, int query) {
    const wend_layer *m = source(def, map), *q = source(def, query);
    if (m->height != m->width || wend_layer_size(q) != (size_t)m->channels)
        return wrong(def, name, "reads a map that does not fit its query");
    wend_layer layer = network_def_vector(WEND_LAYER_MAP_READ, map, m->channels + 2);
    layer.from[1] = query;
    layer.from_count = 2;
    return network_def_add(def, name, &layer);
}
