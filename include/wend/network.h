// Networks: a list of layers (the def), its weights in one flat block (the network), and the memory
// one user of it computes in (the space).
//
// A def is plain data: functions add layers to it and return their index, by which later layers
// name what they read. A network that is const may be shared by any number of threads; a space
// belongs to one. Nothing allocates after a space was made.
//
//     wend_network_def def = {0};
//     int eye = wend_network_input(&def, "depth", WEND_INPUT_FLOATS, 64, 64, 1);
//     int seen = wend_network_linear(&def, "eye", wend_network_conv(&def, "conv", eye, 16, 8, 4),
//     128); int memory = wend_network_gru(&def, "memory", seen, 128); int actor =
//     wend_network_linear(&def, "actor", memory, 4);
//
// Rows are time-major: row t * batch + b is step t of body b.
#ifndef WEND_NETWORK_H
#define WEND_NETWORK_H

#include "wend/net.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_NETWORK_LAYERS = 48, WEND_NETWORK_INPUTS = 12, WEND_LAYER_SOURCES = 6 };

typedef enum wend_layer_kind {
    WEND_LAYER_INPUT,
    WEND_LAYER_CONV,
    WEND_LAYER_LINEAR,
    WEND_LAYER_EMBEDDING,
    WEND_LAYER_CONCAT,
    WEND_LAYER_GRU,
    WEND_LAYER_LSTM,
    WEND_LAYER_ATTENTION,
    WEND_LAYER_PROJECT,
    WEND_LAYER_MAP_READ,
} wend_layer_kind;

typedef enum wend_input_kind {
    WEND_INPUT_FLOATS,
    WEND_INPUT_BYTES,  // become [0, 1]
    WEND_INPUT_INDEX,  // bytes, for embeddings
} wend_input_kind;

typedef enum wend_init_kind {
    WEND_INIT_KAIMING,     // normal, times `gain`
    WEND_INIT_ORTHOGONAL,  // times `gain`
    WEND_INIT_XAVIER,      // uniform, times `gain`
    WEND_INIT_NORMAL,      // of deviation `gain`
} wend_init_kind;

typedef struct wend_layer {
    wend_layer_kind kind;
    char name[32];  // unique; its weights are called "name.weight", …
    int from[WEND_LAYER_SOURCES], from_count;
    int height, width, channels;  // of its result; vectors are 1 x 1 x size
    int kernel, stride;           // CONV
    int count;  // EMBEDDING: rows of the table; ATTENTION: slots of memory; PROJECT: reach
    int heads;  // ATTENTION
    bool relu;  // CONV, LINEAR: negative results become 0
    wend_input_kind input;  // INPUT
    wend_init_kind init;
    float gain;
} wend_layer;

typedef struct wend_network_def {
    wend_layer layers[WEND_NETWORK_LAYERS];
    int count;
    char wrong[160];  // the first thing that does not fit; wend_network_create tells it
} wend_network_def;

// Each adds a layer and returns its index. First weights are as MultiON's code has them (Kaiming
// with the gain of a ReLU, recurrent weights orthogonal, biases 0); change the layer for others.
WEND_API int wend_network_input(wend_network_def* def, const char* name, wend_input_kind kind,
                                int height, int width, int channels);
WEND_API int wend_network_conv(wend_network_def* def, const char* name, int from, int filters,
                               int kernel, int stride);
// Of anything, read as a vector.
WEND_API int wend_network_linear(wend_network_def* def, const char* name, int from, int size);
WEND_API int wend_network_relu(wend_network_def* def,
                               int layer);  // marks the layer, and returns it
// Of an INDEX input, or of one channel of it per cell: [height][width] -> [height][width][size]
WEND_API int wend_network_embedding(wend_network_def* def, const char* name, int from, int count,
                                    int size);
// Side by side along the channels; pictures must have the same size.
WEND_API int wend_network_concat(wend_network_def* def, const char* name, const int* from,
                                 int count);
WEND_API int wend_network_gru(wend_network_def* def, const char* name, int from, int size);
WEND_API int wend_network_lstm(wend_network_def* def, const char* name, int from, int size);
// Reads what was stored by the keys and values of this and at most `slots` - 1 earlier steps of the
// episode. All three have the same size, a multiple of `heads`.
WEND_API int wend_network_attention(wend_network_def* def, const char* name, int query, int key,
                                    int value, int slots, int heads);
// Lays a picture onto a map (wend_project_forward): `at` is an INDEX input as large as the picture,
// `base` a FLOATS input with as many channels.
WEND_API int wend_network_project(wend_network_def* def, const char* name, int picture, int at,
                                  int base, int reach);
// Asks a square map (wend_map_read_forward) by a vector as long as it has channels.
WEND_API int wend_network_map_read(wend_network_def* def, const char* name, int map, int query);
WEND_API int wend_network_find(const wend_network_def* def, const char* name);  // -1: none
WEND_API size_t wend_layer_size(const wend_layer* layer);                       // floats a row

// ---- networks
// -------------------------------------------------------------------------------------

typedef struct wend_network wend_network;

WEND_API wend_status wend_network_create(const wend_network_def* def, uint64_t seed,
                                         wend_network** network, wend_error* error);
WEND_API void wend_network_destroy(wend_network* network);  // Nullable: network.
WEND_API const wend_network_def* wend_network_get_def(const wend_network* network);
WEND_API size_t wend_network_weight_count(const wend_network* network);
// All weights, one after the other. After changing them call wend_network_pack.
WEND_API float* wend_network_weights(wend_network* network);
WEND_API void wend_network_pack(wend_network* network);
WEND_API size_t wend_network_state_size(const wend_network* network);  // floats a body: its memory
WEND_API int wend_network_input_count(const wend_network* network);
WEND_API size_t wend_network_input_bytes(const wend_network* network, int input);  // a row

// One array of weights: its name in files, its shape, and where it lies in the block.
typedef struct wend_parameter {
    char name[48];
    int dimensions, shape[4];
    size_t offset, size;
} wend_parameter;
WEND_API int wend_network_parameter_count(const wend_network* network);
WEND_API const wend_parameter* wend_network_parameter(const wend_network* network, int index);

// ---- running ------------------------------------------------------------------------------------

typedef struct wend_network_space wend_network_space;

// For at most so many rows at once. `learning`: with room for gradients.
WEND_API wend_status wend_network_space_create(const wend_network* network, int steps, int batch,
                                               bool learning, wend_pool* pool,
                                               wend_network_space** space, wend_error* error);
WEND_API void wend_network_space_destroy(wend_network_space* space);  // Nullable: space.

typedef struct wend_network_run {
    int steps, batch;
    const void* inputs[WEND_NETWORK_INPUTS];  // in the order they were added; [rows] of each
    const uint8_t* keep;                      // [rows] 0: an episode begins with the row
    const float* state;                       // [batch][state size] before the first step
    float* next_state;                        // [batch][state size] after the last; may be `state`
} wend_network_run;

// Results stay in the space until the next call.
WEND_API void wend_network_forward(const wend_network* network, wend_network_space* space,
                                   const wend_network_run* run);
WEND_API const float* wend_network_result(const wend_network_space* space, int layer);
// Where the gradient by a layer's result is to be added, between forward, which clears it, and
// backward.
WEND_API float* wend_network_result_gradient(wend_network_space* space, int layer);
// Adds to gradients[weight count]. `run` is that of the forward before.
WEND_API void wend_network_backward(const wend_network* network, wend_network_space* space,
                                    const wend_network_run* run, float* gradients);

#ifdef __cplusplus
}
#endif
#endif
