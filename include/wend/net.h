// Layers, losses and optimisers for learning: plain functions on arrays of floats.
//
// Every layer is a pair, `_forward` and `_backward`, with mirrored arguments. Shapes stand in the
// comments, last index fastest; pictures are [image][row][column][channel]. `dx` is the gradient of
// the loss by `x`. Backward functions ADD to every gradient they are given; those marked Nullable
// may be left out. Nothing here allocates. `pool` may be NULL everywhere; the number of its threads
// never changes a result.
//
// Weights of products are [in][out], as in y = x W. Before they are used they are packed into the
// order the kernels want (`_pack`), and packed again when they have changed.
#ifndef WEND_NET_H
#define WEND_NET_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    int filters;                  // channels of the output; a multiple of 16
    int kernel, stride;           // square; no padding
} wend_conv;

WEND_API int wend_conv_out(int size, int kernel, int stride);  // side of the output
WEND_API size_t wend_conv_weights(const wend_conv* c);         // floats of w
WEND_API size_t wend_conv_packed_size(const wend_conv* c);
WEND_API void wend_conv_pack(const wend_conv* c, const float* w, float* packed);
// x[images][height][width][channels], w[kernel][kernel][channels][filters], b[filters],
// y[images][out height][out width][filters]
WEND_API void wend_conv_forward(const wend_conv* c, int images, const float* x, const float* packed,
                                const float* b, float* y, wend_pool* pool);
// Nullable: dx.
WEND_API void wend_conv_backward(const wend_conv* c, int images, const float* x,
                                 const float* packed, const float* dy, float* dx, float* dw,
                                 float* db, wend_pool* pool);

// ---- pooling ------------------------------------------------------------------------------------

typedef struct wend_pooling {
    int height, width, channels;
    int kernel, stride;
} wend_pooling;

// x[images][height][width][channels]; y and at [images][out][out][channels]. `at` keeps which input
// was the largest (the first of equals).
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

// Sets items to 0 with the given probability and divides the others by what is left of 1.
// keep[count] says which stayed.
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

// Over the items of a row: y[rows][size]; mean and rstd [rows] are kept for backward.
WEND_API void wend_layer_norm_forward(int rows, int size, const float* x, const float* scale,
                                      const float* shift, float* y, float* mean, float* rstd);
// Nullable: dx.
WEND_API void wend_layer_norm_backward(int rows, int size, const float* x, const float* scale,
                                       const float* mean, const float* rstd, const float* dy,
                                       float* dx, float* dscale, float* dshift);

// Over the rows of a channel: y[rows][channels] (rows of a picture: images * height * width).
// Learning, it uses the batch's own mean and variance (kept in mean and rstd [channels]) and lets
// running_mean and running_variance follow by a tenth; otherwise it uses those.
WEND_API void wend_batch_norm_forward(int rows, int channels, const float* x, const float* scale,
                                      const float* shift, bool learning, float* running_mean,
                                      float* running_variance, float* y, float* mean, float* rstd);
// Of a forward that was learning. Nullable: dx.
WEND_API void wend_batch_norm_backward(int rows, int channels, const float* x, const float* scale,
                                       const float* mean, const float* rstd, const float* dy,
                                       float* dx, float* dscale, float* dshift);

// ---- attention ----------------------------------------------------------------------------------

typedef struct wend_attention {
    int groups;   // independent sets of queries and of memory
    int queries;  // a group
    int slots;    // of memory a group
    int size;     // of queries, keys and values; a multiple of heads
    int heads;
} wend_attention;

// q[groups][queries][size], k and v [groups][slots][size], y as q;
// seen[groups][queries][slots]: 0 hides a slot from a query (NULL: all are seen); a query that sees
// none reads zeros. weights[groups][heads][queries][slots] is kept for backward.
// Nullable: seen.
WEND_API void wend_attention_forward(const wend_attention* a, const float* q, const float* k,
                                     const float* v, const uint8_t* seen, float* y, float* weights,
                                     wend_pool* pool);
WEND_API void wend_attention_backward(const wend_attention* a, const float* q, const float* k,
                                      const float* v, const float* weights, const float* dy,
                                      float* dq, float* dk, float* dv, wend_pool* pool);

// ---- maps ---------------------------------------------------------------------------------------

// What a picture shows, laid onto a map from above: every pixel falls onto a cell, and a cell keeps
// of each channel the largest of what it had and what fell onto it.
typedef struct wend_projection {
    int height, width, channels;  // of the picture
    int side;                     // cells of the map
    int reach;  // cells of the square in its middle that pixels fall onto; side - reach is even
} wend_projection;

// x[images][height][width][channels]; at[images][height][width]: a cell of the square, or any
// number beyond for a pixel that falls nowhere; base and y [images][side][side][channels];
// from[images][reach][reach][channels] keeps whose pixel it is, -1: the base's.
WEND_API void wend_project_forward(const wend_projection* p, int images, const float* x,
                                   const uint8_t* at, const float* base, float* y, int32_t* from);
WEND_API void wend_project_backward(const wend_projection* p, int images, const int32_t* from,
                                    const float* dy, float* dx);

typedef struct wend_map_read {
    int side, channels;
} wend_map_read;

// Asks a map: y[rows][channels + 2] is the mean of the cells and of where they lie (-1 to 1, ahead
// and to the right of the middle), weighed by softmax(query . cell / sqrt(channels)).
// map[rows][side][side][channels], query[rows][channels]; weights[rows][side][side] is kept.
WEND_API void wend_map_read_forward(const wend_map_read* r, int rows, const float* map,
                                    const float* query, float* y, float* weights);
WEND_API void wend_map_read_backward(const wend_map_read* r, int rows, const float* map,
                                     const float* query, const float* weights, const float* dy,
                                     float* dmap, float* dquery);

// ---- recurrent cells ----------------------------------------------------------------------------

// Sequences of `steps` for `batch` bodies at once. keep[steps][batch]: 0 clears the state before
// the step (an episode begins). Gradients do not flow into the state given at the start.
typedef struct wend_cell {
    int steps, batch, in, size;
} wend_cell;

// PyTorch's GRU:  r = sigmoid(x Wr + br + h Ur + cr), z likewise,
//                 n = tanh(x Wn + bn + r (h Un + cn)),  h' = (1 - z) n + z h
// wx[in][3 size], wh[size][3 size], bx and bh [3 size] in the order r, z, n.
WEND_API size_t wend_gru_packed_size(int in, int size);
WEND_API size_t wend_gru_kept_size(const wend_cell* c);     // floats from forward to backward
WEND_API size_t wend_gru_scratch_size(const wend_cell* c);  // floats
WEND_API void wend_gru_pack(int in, int size, const float* wx, const float* wh, float* packed);
// x[steps][batch][in], h0[batch][size] (NULL: zeros), y[steps][batch][size]: the states
WEND_API void wend_gru_forward(const wend_cell* c, const float* x, const float* h0,
                               const uint8_t* keep, const float* packed, const float* bx,
                               const float* bh, float* y, float* kept, float* scratch,
                               wend_pool* pool);
// Nullable: dx.
WEND_API void wend_gru_backward(const wend_cell* c, const float* x, const uint8_t* keep,
                                const float* packed, const float* kept, const float* dy, float* dx,
                                float* dwx, float* dwh, float* dbx, float* dbh, float* scratch,
                                wend_pool* pool);

// PyTorch's LSTM; gates in the order i, f, g, o. The state is [batch][2 size]: h, then c.
WEND_API size_t wend_lstm_packed_size(int in, int size);
WEND_API size_t wend_lstm_kept_size(const wend_cell* c);
WEND_API size_t wend_lstm_scratch_size(const wend_cell* c);
WEND_API void wend_lstm_pack(int in, int size, const float* wx, const float* wh, float* packed);
// state0[batch][2 size] (NULL: zeros), y[steps][batch][size], state[batch][2 size]: the last
WEND_API void wend_lstm_forward(const wend_cell* c, const float* x, const float* state0,
                                const uint8_t* keep, const float* packed, const float* bx,
                                const float* bh, float* y, float* state, float* kept,
                                float* scratch, wend_pool* pool);
// Nullable: dx.
WEND_API void wend_lstm_backward(const wend_cell* c, const float* x, const uint8_t* keep,
                                 const float* packed, const float* kept, const float* dy, float* dx,
                                 float* dwx, float* dwh, float* dbx, float* dbh, float* scratch,
                                 wend_pool* pool);

// ---- losses -------------------------------------------------------------------------------------

// The mean over the rows whose target is not negative of -log softmax(logits)[target], times
// `weight`; adds its gradient to dlogits[rows][classes]. 0 when no row has a target.
WEND_API double wend_cross_entropy(int rows, int classes, const float* logits,
                                   const int32_t* target, float weight, float* dlogits);
// The mean of (x - target)^2 times `weight`; adds its gradient to dx[count].
WEND_API double wend_mean_squares(size_t count, const float* x, const float* target, float weight,
                                  float* dx);

// log softmax(logits[classes]) of `action`; and one drawn from it.
WEND_API float wend_log_probability(int classes, const float* logits, int action);
WEND_API int wend_sample_action(int classes, const float* logits, wend_rng* rng);

typedef struct wend_ppo_batch {
    int rows, actions;
    const float* logits;               // [rows][actions]
    const float* values;               // [rows]
    const int32_t* action;             // [rows] that was taken
    const float* old_log_probability;  // [rows] when it was taken
    const float* old_values;           // [rows]
    const float* advantages;           // [rows]
    const float* returns;              // [rows]
    const uint8_t* valid;              // [rows] 0: the row counts for nothing
} wend_ppo_batch;

typedef struct wend_ppo_loss_def {
    float clip;            // of the ratio of probabilities, and of the values' change; default 0.2
    float value_weight;    // default 0.5
    float entropy_weight;  // default 0.01
    bool clip_values;      // default true
} wend_ppo_loss_def;

typedef struct wend_ppo_losses {
    double policy, value, entropy;  // means over valid rows, not weighted
    double divergence;              // mean of old minus new log probability
    double clipped;                 // share of rows whose ratio was beyond the clip
    double total;                   // policy + value_weight value - entropy_weight entropy
} wend_ppo_losses;

WEND_API wend_ppo_loss_def wend_ppo_loss_default_def(void);
// Adds the gradient of `total` to dlogits[rows][actions] and dvalues[rows].
WEND_API wend_ppo_losses wend_ppo_loss(const wend_ppo_loss_def* def, const wend_ppo_batch* batch,
                                       float* dlogits, float* dvalues);

// Generalised advantages over [steps][batch]; next_values[batch] follow the last step.
// ended[steps][batch]: the episode ended with that step. A step that is not valid passes nothing on
// and gets 0. returns = advantages + values.
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
    float decay;         // AdamW's: weights shrink by lr * decay before the step; default 0: Adam
} wend_adam_def;

WEND_API wend_adam_def wend_adam_default_def(void);
// The `step`-th step, counted from 1; m[count] and v[count] begin as zeros.
WEND_API void wend_adam_step(const wend_adam_def* def, size_t count, int64_t step, float lr,
                             const float* gradient, float* m, float* v, float* weights,
                             wend_pool* pool);

// The length of all gradients as one vector. One that is not finite comes out as NAN.
WEND_API double wend_gradient_norm(size_t count, const float* gradient, wend_pool* pool);
// Scales them down to `limit` if they are longer, and returns how long they were.
WEND_API double wend_gradient_clip(size_t count, float limit, float* gradient, wend_pool* pool);

typedef enum wend_schedule_kind {
    WEND_SCHEDULE_CONSTANT,
    WEND_SCHEDULE_LINEAR,  // from start to end
    WEND_SCHEDULE_COSINE,  // the same along half a cosine
} wend_schedule_kind;

typedef struct wend_schedule {
    wend_schedule_kind kind;
    double start, end;
    double length;   // in the caller's unit (updates, steps); then it stays at `end`
    double warm_up;  // rises from 0 over so many first
} wend_schedule;

WEND_API double wend_schedule_at(const wend_schedule* s, double position);

// ---- first weights ------------------------------------------------------------------------------

WEND_API void wend_init_normal(wend_rng* rng, float deviation, size_t count, float* w);
WEND_API void wend_init_uniform(wend_rng* rng, float bound, size_t count, float* w);
// w[in][out] with `in` inputs a unit: N(0, gain^2 / in), and U of the same deviation.
WEND_API void wend_init_kaiming_normal(wend_rng* rng, float gain, int in, int out, float* w);
WEND_API void wend_init_kaiming_uniform(wend_rng* rng, float gain, int in, int out, float* w);
WEND_API void wend_init_xavier_normal(wend_rng* rng, float gain, int in, int out, float* w);
WEND_API void wend_init_xavier_uniform(wend_rng* rng, float gain, int in, int out, float* w);
// w[rows][row] (columns of them): rows or columns, whichever are fewer, become orthonormal, times
// gain. `row` >= columns is the distance of rows, so that a gate's part of a matrix can be filled.
WEND_API void wend_init_orthogonal(wend_rng* rng, float gain, int rows, int columns, int row,
                                   float* w);

#ifdef __cplusplus
}
#endif
#endif
