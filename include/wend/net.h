// Owner: src/net
#ifndef WEND_NET_H
#define WEND_NET_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== net =======================================================================================
// Layers, losses and optimisers: plain functions on arrays of floats.
//
// Every layer is a pair, `_forward` and `_backward`, with mirrored arguments. Shapes are given in
// the comments, last index fastest; images are [image][row][column][channel]. `dx` is the gradient
// of the loss with respect to `x`. Backward functions ADD to every gradient array; those marked
// Nullable may be NULL. Nothing here allocates. `pool` may be NULL everywhere; results are
// bit-identical for any thread count.
//
// Weights are [in][out], as in y = x W. They are packed into the layout of the kernels before use
// (`_pack`), and again after every change.

// Precision of the matrix products. Weights, gradients, activations and sums are floats in both.
typedef enum wend_precision {
    WEND_PRECISION_FP32,  // "fp32"; default
    WEND_PRECISION_BF16,  // "bf16": factors are rounded to bfloat16, as by PyTorch's autocast
} wend_precision;
WEND_API const char* wend_precision_name(wend_precision precision);  // NULL: no such precision
// False: no precision has the name.
WEND_API bool wend_precision_find(const char* name, wend_precision* precision);

// ---- linear -------------------------------------------------------------------------------------

// y[rows][out] = x[rows][in] w[in][out] + b[out]
WEND_API size_t wend_linear_packed_size(int in, int out);             // floats
WEND_API size_t wend_linear_scratch_size(int rows, int in, int out);  // floats, for backward
WEND_API void wend_linear_pack(const float* w, int in, int out, float* packed);
// Nullable: b.
WEND_API void wend_linear_forward(int rows, int in, int out, const float* x, const float* packed,
                                  const float* b, float* y, wend_pool* pool);
// Nullable: dx, db.
WEND_API void wend_linear_backward(int rows, int in, int out, const float* x, const float* packed,
                                   const float* dy, float* dx, float* dw, float* db, float* scratch,
                                   wend_pool* pool);

// ---- convolution --------------------------------------------------------------------------------

typedef struct wend_conv {
    int height, width, channels;  // of the input
    int filters;                  // output channels; a multiple of 16
    int kernel, stride;           // square; no padding
    // BF16 applies where the kernel is two or three strides wide and a cell of stride x stride
    // pixels has an even number of channels; others stay FP32.
    wend_precision precision;
} wend_conv;

WEND_API int wend_conv_out(int size, int kernel, int stride);  // side of the output
WEND_API size_t wend_conv_weights(const wend_conv* c);         // floats of w
WEND_API size_t wend_conv_packed_size(const wend_conv* c);
WEND_API void wend_conv_pack(const wend_conv* c, const float* w, float* packed);

// Channels of the input images: [images][height][width][channels] as floats, or as bytes, which
// are multiplied by `scale` while they are read.
typedef struct wend_image_part {
    const float* floats;   // NULL: bytes
    const uint8_t* bytes;  // if floats is NULL
    const int32_t* rows;  // [images] of bytes: which image of the array each one is; NULL: in order
    int channels;
    float scale;  // of bytes
} wend_image_part;

// The arrays of a pass, forward or backward; y is [images][out height][out width][filters],
// w[kernel][kernel][channels][filters], b[filters].
typedef struct wend_conv_pass {
    const wend_conv* conv;
    int images;
    const wend_image_part* parts;  // x: parts are concatenated along the channels
    int part_count;
    const float* packed;
    const float* b;       // forward
    bool relu;            // followed by a ReLU; backward then reads y
    float* y;             // written by forward
    const float* dy;      // backward
    float *dx, *dw, *db;  // backward, added to. Nullable: dx (must be NULL with several parts)
    float* scratch;       // wend_conv_scratch_size floats
    wend_pool* pool;
} wend_conv_pass;

WEND_API size_t wend_conv_scratch_size(const wend_conv* c, int images, int threads);
WEND_API void wend_conv_forward(const wend_conv_pass* pass);
WEND_API void wend_conv_backward(const wend_conv_pass* pass);

// ---- pooling ------------------------------------------------------------------------------------

typedef struct wend_pooling {
    int height, width, channels;
    int kernel, stride;
} wend_pooling;

// x[images][height][width][channels]; y and at [images][out][out][channels]. `at` is the index
// of the largest input (of equal ones the first).
WEND_API void wend_max_pool_forward(const wend_pooling* p, int images, const float* x, float* y,
                                    int32_t* at);
WEND_API void wend_max_pool_backward(const wend_pooling* p, int images, const int32_t* at,
                                     const float* dy, float* dx);
WEND_API void wend_mean_pool_forward(const wend_pooling* p, int images, const float* x, float* y);
WEND_API void wend_mean_pool_backward(const wend_pooling* p, int images, const float* dy,
                                      float* dx);

// ---- activations and dropout --------------------------------------------------------------------

// y may be x.
WEND_API void wend_relu_forward(size_t count, const float* x, float* y);
WEND_API void wend_relu_backward(size_t count, const float* y, const float* dy, float* dx);
WEND_API void wend_tanh_forward(size_t count, const float* x, float* y);
WEND_API void wend_tanh_backward(size_t count, const float* y, const float* dy, float* dx);
WEND_API void wend_sigmoid_forward(size_t count, const float* x, float* y);
WEND_API void wend_sigmoid_backward(size_t count, const float* y, const float* dy, float* dx);

// Sets items to 0 with the given probability and divides the others by (1 - probability).
// keep[count] is 1 for items that were not dropped.
WEND_API void wend_dropout_forward(size_t count, float probability, wend_rng* rng, const float* x,
                                   float* y, uint8_t* keep);
WEND_API void wend_dropout_backward(size_t count, float probability, const uint8_t* keep,
                                    const float* dy, float* dx);

// ---- embedding ----------------------------------------------------------------------------------

// y[rows][size] = w[index[rows]][size]; an index outside [0, count) gives zeros.
WEND_API void wend_embedding_forward(int rows, int count, int size, const int32_t* index,
                                     const float* w, float* y);
WEND_API void wend_embedding_backward(int rows, int count, int size, const int32_t* index,
                                      const float* dy, float* dw);

// ---- normalisation ------------------------------------------------------------------------------

// Normalises each row: x and y [rows][size], scale and shift [size]; mean and rstd [rows] are kept
// for backward.
WEND_API void wend_layer_norm_forward(int rows, int size, const float* x, const float* scale,
                                      const float* shift, float* y, float* mean, float* rstd);
// Nullable: dx.
WEND_API void wend_layer_norm_backward(int rows, int size, const float* x, const float* scale,
                                       const float* mean, const float* rstd, const float* dy,
                                       float* dx, float* dscale, float* dshift);

// Normalises each channel: x and y [rows][channels]; for images rows = images * height * width.
// With `learning`, statistics of the batch are used (saved in mean and rstd [channels]) and the
// running ones are updated with momentum 0.1; otherwise the running ones are used.
WEND_API void wend_batch_norm_forward(int rows, int channels, const float* x, const float* scale,
                                      const float* shift, bool learning, float* running_mean,
                                      float* running_variance, float* y, float* mean, float* rstd);
// After a forward with `learning`. Nullable: dx.
WEND_API void wend_batch_norm_backward(int rows, int channels, const float* x, const float* scale,
                                       const float* mean, const float* rstd, const float* dy,
                                       float* dx, float* dscale, float* dshift);

// ---- attention ----------------------------------------------------------------------------------

typedef struct wend_attention {
    int groups;   // independent sets of queries and slots
    int queries;  // per group
    int slots;    // keys and values per group
    int size;     // of queries, keys and values; a multiple of heads
    int heads;
} wend_attention;

// q[groups][queries][size], k and v [groups][slots][size], y as q;
// seen[groups][queries][slots]: 0 masks a slot for a query (NULL: no mask); a query without slots
// gives zeros. weights[groups][heads][queries][slots] is kept for backward.
// Nullable: seen.
WEND_API void wend_attention_forward(const wend_attention* a, const float* q, const float* k,
                                     const float* v, const uint8_t* seen, float* y, float* weights,
                                     wend_pool* pool);
WEND_API void wend_attention_backward(const wend_attention* a, const float* q, const float* k,
                                      const float* v, const float* weights, const float* dy,
                                      float* dq, float* dk, float* dv, wend_pool* pool);

// ---- maps ---------------------------------------------------------------------------------------

// Projects image features onto a top-down map: each pixel has a cell, and each cell keeps per
// channel the maximum of its previous value and of the pixels in it.
typedef struct wend_projection {
    int height, width, channels;  // of the image
    int side;                     // cells of the map
    int reach;  // side of the central square of cells that pixels reach; side - reach is even
} wend_projection;

// x[images][height][width][channels]; at[images][height][width]: cell of the square, any number
// beyond it for pixels without one; base (previous values) and y [images][side][side][channels];
// from[images][reach][reach][channels]: index of the pixel that gave the value, -1: the base.
WEND_API void wend_project_forward(const wend_projection* p, int images, const float* x,
                                   const uint8_t* at, const float* base, float* y, int32_t* from);
WEND_API void wend_project_backward(const wend_projection* p, int images, const int32_t* from,
                                    const float* dy, float* dx);

typedef struct wend_map_read {
    int side, channels;
} wend_map_read;

// Attention over a map: y[rows][channels + 2] is the mean of the cells and of their positions (in
// [-1, 1], ahead and to the right of the centre), weighted by softmax(query . cell /
// sqrt(channels)). map[rows][side][side][channels], query[rows][channels];
// weights[rows][side][side] is kept.
WEND_API void wend_map_read_forward(const wend_map_read* r, int rows, const float* map,
                                    const float* query, float* y, float* weights);
WEND_API void wend_map_read_backward(const wend_map_read* r, int rows, const float* map,
                                     const float* query, const float* weights, const float* dy,
                                     float* dmap, float* dquery);

// ---- recurrent cells ----------------------------------------------------------------------------

// `batch` sequences of `steps`. keep[steps][batch]: 0 clears the state before the step (an episode
// begins). The initial state gets no gradient.
typedef struct wend_cell {
    int steps, batch, in, size;
} wend_cell;

// PyTorch's GRU:  r = sigmoid(x Wr + br + h Ur + cr), z likewise,
//                 n = tanh(x Wn + bn + r (h Un + cn)),  h' = (1 - z) n + z h
// wx[in][3 size], wh[size][3 size], bx and bh [3 size] in the order r, z, n.
WEND_API size_t wend_gru_packed_size(int in, int size);
WEND_API size_t wend_gru_saved_size(const wend_cell* c);    // floats from forward to backward
WEND_API size_t wend_gru_scratch_size(const wend_cell* c);  // floats
WEND_API void wend_gru_pack(int in, int size, const float* wx, const float* wh, float* packed);
// x[steps][batch][in], h0[batch][size] (NULL: zeros), y[steps][batch][size]: the states after each
// step
WEND_API void wend_gru_forward(const wend_cell* c, const float* x, const float* h0,
                               const uint8_t* keep, const float* packed, const float* bx,
                               const float* bh, float* y, float* saved, float* scratch,
                               wend_pool* pool);
// Nullable: dx.
WEND_API void wend_gru_backward(const wend_cell* c, const float* x, const uint8_t* keep,
                                const float* packed, const float* saved, const float* dy, float* dx,
                                float* dwx, float* dwh, float* dbx, float* dbh, float* scratch,
                                wend_pool* pool);

// PyTorch's LSTM; gates in the order i, f, g, o. The state is [batch][2 size]: h, then c.
WEND_API size_t wend_lstm_packed_size(int in, int size);
WEND_API size_t wend_lstm_saved_size(const wend_cell* c);
WEND_API size_t wend_lstm_scratch_size(const wend_cell* c);
WEND_API void wend_lstm_pack(int in, int size, const float* wx, const float* wh, float* packed);
// state0[batch][2 size] (NULL: zeros), y[steps][batch][size], state[batch][2 size]: the last state
WEND_API void wend_lstm_forward(const wend_cell* c, const float* x, const float* state0,
                                const uint8_t* keep, const float* packed, const float* bx,
                                const float* bh, float* y, float* state, float* saved,
                                float* scratch, wend_pool* pool);
// Nullable: dx.
WEND_API void wend_lstm_backward(const wend_cell* c, const float* x, const uint8_t* keep,
                                 const float* packed, const float* saved, const float* dy,
                                 float* dx, float* dwx, float* dwh, float* dbx, float* dbh,
                                 float* scratch, wend_pool* pool);

// ---- losses -------------------------------------------------------------------------------------

// Mean of -log softmax(logits)[target] over the rows with target >= 0, times `weight`; adds its
// gradient to dlogits[rows][classes]. 0 if no row has a target.
WEND_API double wend_cross_entropy(int rows, int classes, const float* logits,
                                   const int32_t* target, float weight, float* dlogits);
// Mean of (x - target)^2 times `weight`; adds its gradient to dx[count].
WEND_API double wend_mean_squares(size_t count, const float* x, const float* target, float weight,
                                  float* dx);

// log softmax(logits[classes])[action]; and an action sampled from the softmax.
WEND_API float wend_log_probability(int classes, const float* logits, int action);
WEND_API int wend_sample_action(int classes, const float* logits, wend_rng* rng);

typedef struct wend_ppo_batch {
    int rows, actions;
    const float* logits;               // [rows][actions]
    const float* values;               // [rows]
    const int32_t* action;             // [rows] taken
    const float* old_log_probability;  // [rows] of the action when it was taken
    const float* old_values;           // [rows]
    const float* advantages;           // [rows]
    const float* returns;              // [rows]
    const uint8_t* valid;              // [rows] 0: the row is ignored
} wend_ppo_batch;

typedef struct wend_ppo_loss_def {
    float clip;          // range of the probability ratio and of the change of values; default 0.2
    float value_weight;  // default 0.5
    float entropy_weight;  // default 0.01
    bool clip_values;      // default true
} wend_ppo_loss_def;

typedef struct wend_ppo_losses {
    double policy, value, entropy;  // unweighted means over valid rows
    double approx_kl;               // mean of old minus new log probability
    double clip_fraction;           // fraction of rows with a clipped ratio
    double total;                   // policy + value_weight value - entropy_weight entropy
} wend_ppo_losses;

WEND_API wend_ppo_loss_def wend_ppo_loss_default_def(void);
// Adds the gradient of `total` to dlogits[rows][actions] and dvalues[rows].
WEND_API wend_ppo_losses wend_ppo_loss(const wend_ppo_loss_def* def, const wend_ppo_batch* batch,
                                       float* dlogits, float* dvalues);

// Advantage actor-critic: -mean A log pi + value_weight mean (V - R)^2 / 2 - entropy_weight H, over
// valid rows. old_log_probability and old_values are not read.  [Mnih et al. 2016,
// arXiv:1602.01783]
WEND_API wend_ppo_losses wend_a2c_loss(const wend_ppo_loss_def* def, const wend_ppo_batch* batch,
                                       float* dlogits, float* dvalues);
// mean (V - R)^2 / 2 over valid rows, which it returns; its gradient is added times value_weight.
WEND_API double wend_value_loss(float value_weight, const wend_ppo_batch* batch, float* dvalues);
// Weighted imitation: -sum w log pi(action) / sum w - entropy_weight H, over valid rows; `action`
// is the expert's and `advantages` are the weights w >= 0. Only logits get a gradient.
WEND_API wend_ppo_losses wend_imitation_loss(float entropy_weight, const wend_ppo_batch* batch,
                                             float* dlogits);

// Generalised advantage estimation (Schulman et al., 2016) over [steps][batch]; next_values[batch]
// are the values after the last step. ended[steps][batch]: the episode ended with that step.
// Invalid steps get 0 and interrupt the sum. returns = advantages + values.
typedef struct wend_gae_def {
    int steps, batch;
    float gamma, lambda;
} wend_gae_def;
WEND_API void wend_gae(const wend_gae_def* def, const float* rewards, const float* values,
                       const uint8_t* ended, const uint8_t* valid, const float* next_values,
                       float* advantages, float* returns);

// ---- optimisers ---------------------------------------------------------------------------------

typedef struct wend_adam_def {
    float beta1, beta2;  // default 0.9, 0.999
    float epsilon;       // default 1e-8
    float decay;         // of AdamW: weights shrink by lr * decay before the step; default 0 (Adam)
} wend_adam_def;

WEND_API wend_adam_def wend_adam_default_def(void);
// The `step`-th step, counted from 1; m[count] and v[count] begin as zeros.
WEND_API void wend_adam_step(const wend_adam_def* def, size_t count, int64_t step, float lr,
                             const float* gradient, float* m, float* v, float* weights,
                             wend_pool* pool);

// L2 norm of all gradients; NAN if one is not finite.
WEND_API double wend_gradient_norm(size_t count, const float* gradient, wend_pool* pool);
// Scales gradients to the norm `limit` if theirs is larger; returns the norm before.
WEND_API double wend_gradient_clip(size_t count, float limit, float* gradient, wend_pool* pool);

// ---- initial weights ----------------------------------------------------------------------------

WEND_API void wend_init_normal(wend_rng* rng, float deviation, size_t count, float* w);
WEND_API void wend_init_uniform(wend_rng* rng, float bound, size_t count, float* w);
// w[in][out]: normal with deviation gain / sqrt(in); uniform with deviation gain * sqrt(2 / (in +
// out)).
WEND_API void wend_init_kaiming_normal(wend_rng* rng, float gain, int in, int out, float* w);
WEND_API void wend_init_xavier_uniform(wend_rng* rng, float gain, int in, int out, float* w);
// Rows or columns of w[rows][columns], whichever are fewer, become orthonormal, times gain. `row`
// >= columns is the distance between rows, so that one gate of a matrix can be filled.
WEND_API void wend_init_orthogonal(wend_rng* rng, float gain, int rows, int columns, int row,
                                   float* w);

// ==== network ===================================================================================
// Networks: a list of layers (the def), the weights in one flat block (the network), and the memory
// of a computation (the space).
//
// A def is plain data: functions add layers and return their index, by which later layers name
// their inputs. A const network may be shared by any number of threads; a space belongs to one.
// Nothing allocates after a space has been created.
//
// clang-format off
//
//     wend_network_def def = {0};
//     int depth  = wend_network_input(&def, "depth", WEND_INPUT_FLOATS, 64, 64, 1);
//     int conv   = wend_network_conv(&def, "conv", depth, 16, 8, 4);
//     int visual = wend_network_linear(&def, "visual", conv, 128);
//     int memory = wend_network_gru(&def, "memory", visual, 128);
//     int actor  = wend_network_linear(&def, "actor", memory, 4);
//
// clang-format on
//
// Rows are time-major: row t * batch + b is step t of environment b.

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
    WEND_INPUT_BYTES,  // scaled to [0, 1]
    WEND_INPUT_INDEX,  // bytes: indices of embeddings
} wend_input_kind;

typedef enum wend_init_kind {
    WEND_INIT_KAIMING,     // normal, times `gain`
    WEND_INIT_ORTHOGONAL,  // times `gain`
    WEND_INIT_XAVIER,      // uniform, times `gain`
    WEND_INIT_NORMAL,      // of deviation `gain`
} wend_init_kind;

typedef struct wend_layer {
    wend_layer_kind kind;
    char name[32];  // unique; its weights are named "name.weight", …
    int from[WEND_LAYER_SOURCES], from_count;
    int height, width, channels;  // of its output; vectors are 1 x 1 x size
    int kernel, stride;           // CONV
    int count;                    // EMBEDDING: rows of the table; ATTENTION: slots; PROJECT: reach
    int heads;                    // ATTENTION
    bool relu;                    // CONV, LINEAR: followed by a ReLU
    wend_input_kind input;        // INPUT
    wend_init_kind init;
    float gain;
} wend_layer;

typedef struct wend_network_def {
    wend_layer layers[WEND_NETWORK_LAYERS];
    int count;
    char wrong[160];           // the first error; reported by wend_network_create
    wend_precision precision;  // of CONV and LINEAR layers
} wend_network_def;

// Each adds a layer and returns its index. Initial weights follow MultiON's code (Kaiming with the
// gain of a ReLU, recurrent weights orthogonal, biases 0); change the layer for others.
WEND_API int wend_network_input(wend_network_def* def, const char* name, wend_input_kind kind,
                                int height, int width, int channels);
WEND_API int wend_network_conv(wend_network_def* def, const char* name, int from, int filters,
                               int kernel, int stride);
// The input is flattened.
WEND_API int wend_network_linear(wend_network_def* def, const char* name, int from, int size);
WEND_API int wend_network_relu(wend_network_def* def,
                               int layer);  // marks the layer, and returns it
// Of an INDEX input: [height][width] -> [height][width][size].
WEND_API int wend_network_embedding(wend_network_def* def, const char* name, int from, int count,
                                    int size);
// Concatenates along the channels; heights and widths must be equal.
WEND_API int wend_network_concat(wend_network_def* def, const char* name, const int* from,
                                 int count);
WEND_API int wend_network_gru(wend_network_def* def, const char* name, int from, int size);
WEND_API int wend_network_lstm(wend_network_def* def, const char* name, int from, int size);
// Attends to the keys and values of this and at most `slots` - 1 earlier steps of the episode. All
// three layers have the same size, a multiple of `heads`.
WEND_API int wend_network_attention(wend_network_def* def, const char* name, int query, int key,
                                    int value, int slots, int heads);
// Projects an image onto a map (wend_project_forward): `at` is an INDEX input of the image's size,
// `base` a FLOATS input with as many channels.
WEND_API int wend_network_project(wend_network_def* def, const char* name, int image, int at,
                                  int base, int reach);
// Attends to a square map (wend_map_read_forward); the query has as many items as the map channels.
WEND_API int wend_network_map_read(wend_network_def* def, const char* name, int map, int query);
WEND_API int wend_network_find(const wend_network_def* def, const char* name);  // -1: none
WEND_API size_t wend_layer_size(const wend_layer* layer);                       // floats per row

// ---- networks -----------------------------------------------------------------------------------

typedef struct wend_network wend_network;

WEND_API wend_status wend_network_create(const wend_network_def* def, uint64_t seed,
                                         wend_network** network, wend_error* error);
WEND_API void wend_network_destroy(wend_network* network);  // Nullable: network.
WEND_API const wend_network_def* wend_network_get_def(const wend_network* network);
WEND_API size_t wend_network_weight_count(const wend_network* network);
// All weights in one block. Call wend_network_pack after changing them.
WEND_API float* wend_network_weights(wend_network* network);
WEND_API void wend_network_pack(wend_network* network);
// Of CONV and LINEAR layers; recurrent layers stay FP32. Packs the weights. Spaces must be created
// afterwards.
WEND_API void wend_network_set_precision(wend_network* network, wend_precision precision);
WEND_API size_t wend_network_state_size(const wend_network* network);  // floats per environment
WEND_API int wend_network_input_count(const wend_network* network);
WEND_API size_t wend_network_input_bytes(const wend_network* network, int input);  // per row

// One array of weights: name in files, shape, and position in the block.
typedef struct wend_parameter {
    char name[48];
    int dimensions, shape[4];
    size_t offset, size;
} wend_parameter;
WEND_API int wend_network_parameter_count(const wend_network* network);
WEND_API const wend_parameter* wend_network_parameter(const wend_network* network, int index);

// ---- running ------------------------------------------------------------------------------------

typedef struct wend_network_space wend_network_space;

// For at most steps * batch rows at once. `learning` adds room for gradients.
WEND_API wend_status wend_network_space_create(const wend_network* network, int steps, int batch,
                                               bool learning, wend_pool* pool,
                                               wend_network_space** space, wend_error* error);
WEND_API void wend_network_space_destroy(wend_network_space* space);  // Nullable: space.

typedef struct wend_network_run {
    int steps, batch;
    const void* inputs[WEND_NETWORK_INPUTS];  // [rows] each, in the order they were added
    const int32_t* byte_rows;  // [rows] which row of a BYTES input each row reads: minibatches
                               // read images in place. Nullable: the row itself
    const uint8_t* keep;       // [rows] 0: an episode begins with the row
    const float* state;        // [batch][state size] before the first step
    float* next_state;         // [batch][state size] after the last step; may be `state`
    // Called by backward when gradients[first …] are final: for layers from the last to the first.
    // Nullable.
    void (*finished)(void* context, size_t first);
    void* context;
} wend_network_run;

// Outputs stay in the space until the next call.
WEND_API void wend_network_forward(const wend_network* network, wend_network_space* space,
                                   const wend_network_run* run);
WEND_API const float* wend_network_result(const wend_network_space* space, int layer);
// The gradient with respect to a layer's output: cleared by forward, written by the caller before
// backward.
WEND_API float* wend_network_result_gradient(wend_network_space* space, int layer);
// Adds to gradients[weight count]. `run` is the one of the preceding forward.
WEND_API void wend_network_backward(const wend_network* network, wend_network_space* space,
                                    const wend_network_run* run, float* gradients);

// ==== tensors ===================================================================================
// Named arrays of floats in the safetensors format, which PyTorch and JAX read and write too.
// docs/formats/safetensors.md.

enum { WEND_TENSOR_DIMENSIONS = 8 };

typedef struct wend_tensor {
    const char* name;
    int dimensions;
    int64_t shape[WEND_TENSOR_DIMENSIONS];
    size_t count;  // product of the shape
    const float* data;
} wend_tensor;

// An entry of safetensors' __metadata__.
typedef struct wend_note {
    const char* key;
    const char* text;
} wend_note;

typedef struct wend_tensors {
    wend_tensor* tensors;  // in the order of the file
    int count;
    wend_note* notes;
    int note_count;
    void* memory;  // owns everything above
    bool half;     // write 16-bit floats; arrays are 32-bit floats in memory
} wend_tensors;

// Reads 32-bit and 16-bit floats; other types fail with WEND_UNSUPPORTED. Every array must be
// inside the file, have the size of its shape and overlap no other. A file with wend's checksum
// must match it.
WEND_API wend_status wend_tensors_read(const char* path, wend_tensors* file, wend_error* error);
// `name` stands for the file in errors.
WEND_API wend_status wend_tensors_parse(const void* bytes, size_t size, const char* name,
                                        wend_tensors* file, wend_error* error);
WEND_API void wend_tensors_destroy(wend_tensors* file);  // safe on {0} and twice
WEND_API const wend_tensor* wend_tensors_find(const wend_tensors* file,
                                              const char* name);                    // or NULL
WEND_API const char* wend_tensors_note(const wend_tensors* file, const char* key);  // or NULL

// Writes a temporary file, syncs and renames it: a full disk leaves the old file intact.
WEND_API wend_status wend_tensors_write(const char* path, const wend_tensors* file,
                                        wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
