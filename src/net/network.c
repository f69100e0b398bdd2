#include "net/network.h"

#include <stdio.h>
#include <string.h>

#include "net/linear.h"
#include "net/recall.h"

int network_in(const wend_network_def* def, const wend_layer* layer) {
    return (int)wend_layer_size(&def->layers[layer->from[0]]);
}

wend_conv network_conv(const wend_network_def* def, const wend_layer* layer) {
    const wend_layer* x = &def->layers[layer->from[0]];
    return (wend_conv){.height = x->height,
                       .width = x->width,
                       .channels = x->channels,
                       .filters = layer->channels,
                       .kernel = layer->kernel,
                       .stride = layer->stride,
                       .precision = def->precision};
}

const char* wend_precision_name(wend_precision precision) {
    static const char* const names[] = {"fp32", "bf16"};
    return (unsigned)precision < sizeof names / sizeof *names ? names[precision] : NULL;
}

bool wend_precision_find(const char* name, wend_precision* precision) {
    for (int i = 0; wend_precision_name((wend_precision)i); i++)
        if (strcmp(name, wend_precision_name((wend_precision)i)) == 0) {
            *precision = (wend_precision)i;
            return true;
        }
    return false;
}

bool network_is_bf16(const wend_network_def* def, const wend_layer* layer) {
    return def->precision == WEND_PRECISION_BF16 && layer->kind == WEND_LAYER_LINEAR &&
           network_in(def, layer) % 2 == 0 && layer->channels % 2 == 0;
}

void wend_network_set_precision(wend_network* n, wend_precision precision) {
    n->def.precision = precision;
    wend_network_pack(n);
}

wend_projection network_projection(const wend_network_def* def, const wend_layer* layer) {
    const wend_layer* x = &def->layers[layer->from[0]];
    return (wend_projection){.height = x->height,
                             .width = x->width,
                             .channels = x->channels,
                             .side = layer->width,
                             .reach = layer->count};
}

wend_map_read network_map_read(const wend_network_def* def, const wend_layer* layer) {
    const wend_layer* map = &def->layers[layer->from[0]];
    return (wend_map_read){.side = map->width, .channels = map->channels};
}

// ---- layout -------------------------------------------------------------------------------------

static size_t parameter(wend_network* n, const wend_layer* layer, const char* what, int dimensions,
                        const int* shape) {
    wend_parameter* p = &n->parameters[n->parameter_count++];
    *p = (wend_parameter){.dimensions = dimensions, .offset = n->weight_count, .size = 1};
    snprintf(p->name, sizeof p->name, "%s.%s", layer->name, what);
    for (int i = 0; i < dimensions; i++) {
        p->shape[i] = shape[i];
        p->size *= (size_t)shape[i];
    }
    n->weight_count += p->size;
    return p->offset;
}

static void place_recurrent(wend_network* n, const wend_layer* layer, network_place* p, int gates) {
    int in = network_in(&n->def, layer), size = layer->channels, width = gates * size;
    p->weight = parameter(n, layer, "weight_ih", 2, (int[]){in, width});
    p->states = parameter(n, layer, "weight_hh", 2, (int[]){size, width});
    p->bias = parameter(n, layer, "bias_ih", 1, &width);
    p->states_bias = parameter(n, layer, "bias_hh", 1, &width);
    p->state_size = (size_t)(gates == 4 ? 2 * size : size);
    n->packed_count +=
        gates == 4 ? wend_lstm_packed_size(in, size) : wend_gru_packed_size(in, size);
}

static void place_layer(wend_network* n, int index) {
    const wend_layer* layer = &n->def.layers[index];
    network_place* p = &n->places[index];
    int out = layer->channels;
    size_t before = n->weight_count;
    p->packed = n->packed_count;
    p->state = n->state_size;
    for (int i = 0; i < layer->from_count; i++) p->learns |= n->places[layer->from[i]].learns;
    switch (layer->kind) {
        case WEND_LAYER_INPUT:
            n->inputs[n->input_count] = index;
            p->input = n->input_count++;
            break;
        case WEND_LAYER_CONV: {
            wend_conv c = network_conv(&n->def, layer);
            int shape[] = {c.kernel, c.kernel, c.channels, c.filters};
            p->weight = parameter(n, layer, "weight", 4, shape);
            p->bias = parameter(n, layer, "bias", 1, &out);
            n->packed_count += wend_conv_packed_size(&c);
            break;
        }
        case WEND_LAYER_LINEAR: {
            int in = network_in(&n->def, layer);
            p->weight = parameter(n, layer, "weight", 2, (int[]){in, out});
            p->bias = parameter(n, layer, "bias", 1, &out);
            n->packed_count += wend_linear_packed_size(in, out);
            break;
        }
        case WEND_LAYER_EMBEDDING:
            p->weight = parameter(n, layer, "weight", 2, (int[]){layer->count, out});
            break;
        case WEND_LAYER_GRU:
            place_recurrent(n, layer, p, 3);
            break;
        case WEND_LAYER_LSTM:
            place_recurrent(n, layer, p, 4);
            break;
        case WEND_LAYER_ATTENTION:
            p->state_size = recall_state_size(out, layer->count);
            break;
        case WEND_LAYER_CONCAT:
        case WEND_LAYER_PROJECT:
        case WEND_LAYER_MAP_READ:
            break;
    }
    p->learns |= n->weight_count > before;
    n->state_size += p->state_size;
}

// ---- initial weights ----------------------------------------------------------------------------

static void network_fill(wend_rng* rng, const wend_layer* layer, int in, int out, float* w) {
    switch (layer->init) {
        case WEND_INIT_KAIMING:
            wend_init_kaiming_normal(rng, layer->gain, in, out, w);
            break;
        case WEND_INIT_ORTHOGONAL:
            wend_init_orthogonal(rng, layer->gain, in, out, out, w);
            break;
        case WEND_INIT_XAVIER:
            wend_init_xavier_uniform(rng, layer->gain, in, out, w);
            break;
        case WEND_INIT_NORMAL:
            wend_init_normal(rng, layer->gain, (size_t)in * (size_t)out, w);
            break;
    }
}

// Matrices are initialised, vectors (biases) are 0. Each array has its own random stream, so that
// changing one layer does not change the others.
static void fill_all(wend_network* n, uint64_t seed) {
    for (int i = 0; i < n->parameter_count; i++) {
        const wend_parameter* p = &n->parameters[i];
        if (p->dimensions < 2) continue;
        char name[sizeof n->def.layers[0].name];
        snprintf(name, sizeof name, "%.*s", (int)(strrchr(p->name, '.') - p->name), p->name);
        const wend_layer* layer = &n->def.layers[wend_network_find(&n->def, name)];
        wend_rng rng = wend_rng_for(seed, p->name, "first weights");
        int out = p->shape[p->dimensions - 1];
        network_fill(&rng, layer, (int)(p->size / (size_t)out), out, n->weights + p->offset);
    }
}

// ---- create -------------------------------------------------------------------------------------

void wend_network_pack(wend_network* n) {
    for (int i = 0; i < n->def.count; i++) {
        const wend_layer* layer = &n->def.layers[i];
        const network_place* p = &n->places[i];
        const float* w = n->weights + p->weight;
        float* packed = n->packed + p->packed;
        if (layer->kind == WEND_LAYER_CONV) {
            wend_conv c = network_conv(&n->def, layer);
            wend_conv_pack(&c, w, packed);
        } else if (layer->kind == WEND_LAYER_LINEAR) {
            (network_is_bf16(&n->def, layer) ? linear_bf16_pack : wend_linear_pack)(
                w, network_in(&n->def, layer), layer->channels, packed);
        } else if (layer->kind == WEND_LAYER_GRU) {
            wend_gru_pack(network_in(&n->def, layer), layer->channels, w, n->weights + p->states,
                          packed);
        } else if (layer->kind == WEND_LAYER_LSTM) {
            wend_lstm_pack(network_in(&n->def, layer), layer->channels, w, n->weights + p->states,
                           packed);
        }
    }
}

static wend_status network_check_def(const wend_network_def* def, wend_error* error) {
    int inputs = 0;
    for (int i = 0; i < def->count; i++) inputs += def->layers[i].kind == WEND_LAYER_INPUT;
    if (*def->wrong) return wend_fail(error, WEND_ARGUMENT, "network: %s", def->wrong);
    if (inputs < 1 || inputs > WEND_NETWORK_INPUTS)
        return wend_fail(error, WEND_ARGUMENT, "network: %d inputs; must be in [1, %d]", inputs,
                         WEND_NETWORK_INPUTS);
    return WEND_OK;
}

// A network without memory for its weights.
static wend_status network_place_all(const wend_network_def* def, wend_network** out,
                                     wend_error* error) {
    *out = NULL;
    WEND_TRY(network_check_def(def, error));
    wend_network* n = wend_alloc_zero(1, sizeof *n);
    if (!n) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a network");
    n->def = *def;
    for (int i = 0; i < def->count; i++) place_layer(n, i);
    *out = n;
    return WEND_OK;
}

wend_status network_count_weights(const wend_network_def* def, size_t* count, wend_error* error) {
    wend_network* n;
    WEND_TRY(network_place_all(def, &n, error));
    *count = n->weight_count;
    wend_network_destroy(n);
    return WEND_OK;
}

wend_status wend_network_create(const wend_network_def* def, uint64_t seed, wend_network** out,
                                wend_error* error) {
    wend_network* n;
    *out = NULL;
    WEND_TRY(network_place_all(def, &n, error));
    n->weights = wend_alloc_zero(n->weight_count + 1, sizeof *n->weights);
    n->packed = wend_alloc_zero(n->packed_count + 1, sizeof *n->packed);
    if (!n->weights || !n->packed) {
        wend_status status = wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu weights",
                                       n->weight_count + n->packed_count);
        wend_network_destroy(n);
        return status;
    }
    fill_all(n, seed);
    wend_network_pack(n);
    *out = n;
    return WEND_OK;
}

void wend_network_destroy(wend_network* n) {
    if (!n) return;
    wend_free(n->weights);
    wend_free(n->packed);
    wend_free(n);
}

const wend_network_def* wend_network_get_def(const wend_network* n) { return &n->def; }
size_t wend_network_weight_count(const wend_network* n) { return n->weight_count; }
float* wend_network_weights(wend_network* n) { return n->weights; }
size_t wend_network_state_size(const wend_network* n) { return n->state_size; }
int wend_network_input_count(const wend_network* n) { return n->input_count; }

size_t wend_network_input_bytes(const wend_network* n, int input) {
    const wend_layer* layer = &n->def.layers[n->inputs[input]];
    return wend_layer_size(layer) * (layer->input == WEND_INPUT_FLOATS ? sizeof(float) : 1);
}

int wend_network_parameter_count(const wend_network* n) { return n->parameter_count; }
const wend_parameter* wend_network_parameter(const wend_network* n, int index) {
    return &n->parameters[index];
}
