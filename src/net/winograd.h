// Convolution by the minimal algorithms of Winograd, as Lavin and Gray apply them to networks (Fast
// Algorithms for Convolutional Neural Networks, 2016), with strides.
//
// A kernel of side K = r * S with stride S, r = 2 or 3, is a kernel of r x r cells with stride 1 on
// an image whose cells are S x S pixels: a cell has C' = S * S * C channels. So the 8 x 8 / 4 and
// 4 x 4 / 2 kernels of the papers' networks become 2 x 2 / 1, and 3 x 3 / 1 stays. One dimension:
//
// clang-format off
//     tile of 4 cells d0 … d3    v = B^T d   v0 = d0 - d2, v1 = d1 + d2, v2 = d2 - d1, v3 = d1 - d3
//     r cells of the kernel g    u = G g     u0 = g0, u1 = (g0 + g1 + g2) / 2,
//                                            u2 = (g0 - g1 + g2) / 2, u3 = the last g   (r = 2: g2 = 0)
//     4 products                 m = u v
//     5 - r outputs              y = A^T m   r = 2: y0 = m0 + m1 + m2, y1 = m1 - m2, y2 = m1 + m2 - m3
//                                            r = 3: y0 = m0 + m1 + m2, y1 = m1 - m2 - m3
// clang-format on
//
// In two dimensions a tile of 4 x 4 cells gives 3 x 3 outputs (r = 2) or 2 x 2 (r = 3) with 16
// products per pair of channels instead of 36: 2.25 times fewer. All coefficients of the transforms
// are 0, 1, -1 and 1/2, so the error stays that of the sums.
//
// clang-format off
//     x ── B^T . B ──> V (16, tiles, C')  ─┐
//                                          ├─ 16 products ──> M (16, tiles, F) ── A^T . A ──> y
//     w ── G . G^T ──> U (16, C', F)      ─┘   (gemm.h)
// clang-format on
//
// Backward is the transpose of each arrow: dM = A dy A^T, dV = dM U^T, dx = B dV B^T,
// dU = V^T dM, dw = G^T dU G. V is recomputed from x instead of saved: it is 16/9 (r = 2) or 4
// (r = 3) times as large as x. Blocks of about 48 tiles pass through all arrows, so that V and M
// stay in the second-level cache. The bias, the ReLU and its gradient, and the conversion of bytes
// are part of the transforms: no pass over the images is made for them.
//
// Determinism: blocks of tiles do not change sums of y and dx, whose order depends on the shape. dU
// is summed over fixed chunks of images, which are then added in order. Transforms only add, so
// they are bit-identical for every instruction set.
#ifndef WEND_NET_WINOGRAD_H
#define WEND_NET_WINOGRAD_H

#include "wend/net.h"

enum { WINOGRAD_SIDE = 4, WINOGRAD_POINTS = 16 };

// A convolution as seen by the transforms.
typedef struct winograd {
    int cells;           // r: side of the kernel in cells
    int step;            // outputs along the side of a tile: 5 - r
    int run;             // S * C: floats of a cell in one row of pixels
    int depth;           // C'
    int filters;         // F
    int out_h, out_w;    // of y
    int grid_h, grid_w;  // cells of the image that the outputs use
    int tiles_y, tiles_x;
    int padded;      // cells of a row of tiles, those beyond the image included
    int block_rows;  // rows of tiles in a block
} winograd;

// The transforms of one row of tiles, compiled once per instruction set (winograd_kernel.h).
// V, M: [16][plane / depth or filters][…], `plane` floats between points.
typedef struct winograd_kernel {
    // Rows of pixels at the same place of four rows of cells -> this part of V. `lines`:
    // 4 * padded * run floats of scratch.
    void (*input)(const winograd* w, const float* const rows[4], float* lines, float* v,
                  size_t plane);
    // V -> added to four rows of pixels, NULL where there is none.
    void (*input_gradient)(const winograd* w, const float* v, size_t plane, float* lines,
                           float* const rows[4]);
    // M -> y (step rows of the image from oy on).
    void (*output)(const winograd* w, const float* m, size_t plane, int oy, const float* b,
                   bool relu, float* y);
    // dy -> M. `y`: the outputs of the ReLU; NULL: none.
    void (*output_gradient)(const winograd* w, const float* dy, const float* y, int oy, float* m,
                            size_t plane);
    // bytes -> floats: `to[i * to_step + j] = from[i * channels + j] * scale`.
    void (*bytes)(int pixels, int channels, const uint8_t* from, float scale, float* to,
                  int to_step);
    // Three bytes and a float per pixel -> four floats.
    void (*rgbd)(int pixels, const uint8_t* rgb, float scale, const float* depth, float* to);
    // floats -> bfloat16: neighbours along a row become pairs of gemm.h; and gemm_pair_rows.
    void (*halve)(size_t count, const float* from, uint16_t* to);
    void (*pair_rows)(int rows, int columns, const float* from, float* to);
} winograd_kernel;

extern const winograd_kernel winograd_kernel_portable;
#ifdef WEND_HAVE_X86
extern const winograd_kernel winograd_kernel_avx2, winograd_kernel_avx512;
#endif
const winograd_kernel* winograd_kernel_choose(void);

// Rows y … y + rows - 1 of an image of the pass as floats: in place if the images are one array of
// floats, otherwise gathered from their parts into `to` [rows][width][channels].
const float* winograd_pixels(const winograd_kernel* kernel, const wend_conv_pass* pass, int image,
                             int y, int rows, float* to);

bool winograd_fits(const wend_conv* c);  // the kernel is 2 or 3 strides wide
winograd winograd_of(const wend_conv* c);
size_t winograd_packed_size(const wend_conv* c);
void winograd_pack(const wend_conv* c, const float* w, float* packed);
size_t winograd_scratch_size(const wend_conv* c, int images, int threads);
void winograd_forward(const wend_conv_pass* pass);
void winograd_backward(const wend_conv_pass* pass);

#endif
