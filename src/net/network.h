// The inside of a network, shared by the file that makes it and the one that runs it.
#ifndef WEND_NET_NETWORK_H
#define WEND_NET_NETWORK_H

#include "wend/network.h"

// Where a layer's things lie; what it does not have is 0.
typedef struct network_place {
    size_t weight, bias, states, states_bias;  // in the weights; the last two of recurrent layers
    size_t packed;
    size_t state, state_size;  // floats of a body
    int input;                 // the how-many-eth input it is
    bool learns;               // it or something below it has weights
} network_place;

struct wend_network {
    wend_network_def def;
    network_place places[WEND_NETWORK_LAYERS];
    wend_parameter parameters[4 * WEND_NETWORK_LAYERS];
    int parameter_count, input_count;
    int inputs[WEND_NETWORK_INPUTS];  // their layers
    size_t weight_count, packed_count, state_size;
    float *weights, *packed;
};

wend_conv network_conv(const wend_network_def* def, const wend_layer* layer);
wend_projection network_projection(const wend_network_def* def, const wend_layer* layer);
wend_map_read network_map_read(const wend_network_def* def, const wend_layer* layer);
int network_in(const wend_network_def* def, const wend_layer* layer);  // floats it reads a row

#endif
