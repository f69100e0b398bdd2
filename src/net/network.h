// Internals of a network, shared by network.c, network_space.c and readers of weights.
#ifndef WEND_NET_NETWORK_H
#define WEND_NET_NETWORK_H

#include "wend/net.h"

// Positions of a layer's arrays, in floats; 0: none.
typedef struct network_place {
    size_t weight, bias, states, states_bias;  // in the weights; the last two: recurrent layers
    size_t packed;
    size_t state, state_size;  // in the state of an environment
    int input;                 // index among the inputs
    bool learns;               // it or a layer before it has weights
} network_place;

struct wend_network {
    wend_network_def def;
    network_place places[WEND_NETWORK_LAYERS];
    wend_parameter parameters[4 * WEND_NETWORK_LAYERS];
    int parameter_count, input_count;
    int inputs[WEND_NETWORK_INPUTS];  // indices of their layers
    size_t weight_count, packed_count, state_size;
    float *weights, *packed;
};

// The number of weights that wend_network_create would allocate.
wend_status network_count_weights(const wend_network_def* def, size_t* count, wend_error* error);
wend_conv network_conv(const wend_network_def* def, const wend_layer* layer);
wend_projection network_projection(const wend_network_def* def, const wend_layer* layer);
wend_map_read network_map_read(const wend_network_def* def, const wend_layer* layer);
// A LINEAR layer whose products are of bfloat16.
bool network_is_bf16(const wend_network_def* def, const wend_layer* layer);
int network_in(const wend_network_def* def, const wend_layer* layer);  // input size, floats per row

#endif
