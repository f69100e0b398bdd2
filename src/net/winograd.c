#include "net/winograd.h"

#include <string.h>

#include "base/simd.h"
#include "net/gemm.h"

enum {
    BLOCK_TILES = 48,  // about as many tiles pass through all steps together
    CHUNKS = 8,        // of the images, over which weight gradients are summed separately
};

const winograd_kernel* winograd_kernel_choose(void) {
#ifdef WEND_HAVE_X86
    simd_level level = simd_level_find();
    if (level >= SIMD_LEVEL_AVX512) return &winograd_kernel_avx512;
    if (level >= SIMD_LEVEL_AVX2) return &winograd_kernel_avx2;
#endif
    return &winograd_kernel_portable;
}

bool winograd_fits(const wend_conv* c) {
    return c->kernel == 2 * c->stride || c->kernel == 3 * c->stride;
}

winograd winograd_of(const wend_conv* c) {
    winograd w = {.cells = c->kernel / c->stride,
                  .run = c->stride * c->channels,
                  .depth = c->stride * c->stride * c->channels,
                  .filters = c->filters,
                  .out_h = wend_conv_out(c->height, c->kernel, c->stride),
                  .out_w = wend_conv_out(c->width, c->kernel, c->stride)};
    w.step = WINOGRAD_SIDE + 1 - w.cells;
    w.grid_h = w.out_h + w.cells - 1;
    w.grid_w = w.out_w + w.cells - 1;
    w.tiles_y = (w.out_h + w.step - 1) / w.step;
    w.tiles_x = (w.out_w + w.step - 1) / w.step;
    w.padded = w.tiles_x * w.step + w.cells - 1;
    w.block_rows = w.tiles_x < BLOCK_TILES ? BLOCK_TILES / (w.tiles_x > 0 ? w.tiles_x : 1) : 1;
    return w;
}

// ---- weights ------------------------------------------------------------------------------------

static bool winograd_is_bf16(const wend_conv* c) {
    return c->precision == WEND_PRECISION_BF16 && c->stride * c->stride * c->channels % 2 == 0;
}

// Packed: U (16, F / 16, C', 16) for forward, then U^T (16, C' / 16, F, 16) for dx.
static size_t winograd_forward_size(const winograd* w) {
    return WINOGRAD_POINTS * gemm_packed_size(w->depth, w->filters);
}

size_t winograd_packed_size(const wend_conv* c) {
    winograd w = winograd_of(c);
    return winograd_forward_size(&w) + WINOGRAD_POINTS * gemm_packed_size(w.filters, w.depth);
}

// G: row `point`, column `cell`.
static float winograd_weight(int cells, int point, int cell) {
    if (point == 0) return cell == 0;
    if (point == 3) return cell == cells - 1;
    return point == 2 && cell == 1 ? -0.5f : 0.5f;
}

// The weight of channel `depth` of cell (cy, cx), in w[K][K][C][F].
static size_t winograd_weight_at(const wend_conv* c, int cy, int cx, int depth) {
    int channel = depth % c->channels, sx = depth / c->channels % c->stride;
    int ky = cy * c->stride + depth / (c->channels * c->stride), kx = cx * c->stride + sx;
    return (((size_t)ky * (size_t)c->kernel + (size_t)kx) * (size_t)c->channels + (size_t)channel) *
           (size_t)c->filters;
}

// u[16]: filters f … f + 15 of a point and channel.
static void winograd_weights(const wend_conv* c, int point, int depth, int f, const float* w,
                             float* u) {
    int cells = c->kernel / c->stride, py = point / WINOGRAD_SIDE, px = point % WINOGRAD_SIDE;
    for (int j = 0; j < GEMM_COLS; j++) u[j] = 0;
    for (int cy = 0; cy < cells; cy++)
        for (int cx = 0; cx < cells; cx++) {
            float g = winograd_weight(cells, py, cy) * winograd_weight(cells, px, cx);
            const float* from = w + winograd_weight_at(c, cy, cx, depth) + f;
            for (int j = 0; g != 0 && j < GEMM_COLS; j++) u[j] += g * from[j];
        }
}

// Pairs of rows (two places each) of a packed U or U^T (points, depth, 16) become rows of pairs, in
// place: the point and panel of a row are those of its pair.
static void winograd_pair(size_t rows, float* packed) {
    for (size_t i = 0; i < rows; i += 2) {
        float pair[2 * GEMM_COLS];
        memcpy(pair, packed + i * GEMM_COLS, sizeof pair);
        gemm_pair_rows(2, GEMM_COLS, pair, packed + i / 2 * GEMM_COLS);
    }
}

void winograd_pack(const wend_conv* c, const float* w, float* packed) {
    winograd s = winograd_of(c);
    float* all = packed;
    float* across = packed + winograd_forward_size(&s);
    size_t other = gemm_packed_size(s.filters, s.depth);
    memset(across, 0, WINOGRAD_POINTS * other * sizeof *across);
    for (int p = 0; p < WINOGRAD_POINTS; p++, across += other)
        for (int f = 0; f < s.filters; f += GEMM_COLS)
            for (int d = 0; d < s.depth; d++, packed += GEMM_COLS) {
                winograd_weights(c, p, d, f, w, packed);
                float* to = across + (size_t)(d / GEMM_COLS * s.filters + f) * GEMM_COLS;
                for (int j = 0; j < GEMM_COLS; j++) to[j * GEMM_COLS + d % GEMM_COLS] = packed[j];
            }
    if (!winograd_is_bf16(c)) return;
    winograd_pair(winograd_forward_size(&s) / GEMM_COLS, all);
    winograd_pair(WINOGRAD_POINTS * other / GEMM_COLS, all + winograd_forward_size(&s));
}

// dw += G^T dU G; dU (16, C', F).
static void winograd_weight_gradient(const wend_conv* c, const float* du, float* dw) {
    winograd w = winograd_of(c);
    size_t plane = (size_t)w.depth * (size_t)w.filters;
    for (int cy = 0; cy < w.cells; cy++)
        for (int cx = 0; cx < w.cells; cx++)
            for (int d = 0; d < w.depth; d++) {
                float* to = dw + winograd_weight_at(c, cy, cx, d);
                for (int p = 0; p < WINOGRAD_POINTS; p++) {
                    float g = winograd_weight(w.cells, p / WINOGRAD_SIDE, cy) *
                              winograd_weight(w.cells, p % WINOGRAD_SIDE, cx);
                    const float* from = du + (size_t)p * plane + (size_t)d * (size_t)w.filters;
                    for (int f = 0; g != 0 && f < w.filters; f++) to[f] += g * from[f];
                }
            }
}

// ---- memory -------------------------------------------------------------------------------------

// Of one worker: V, M, lines of a row of tiles, four rows of pixels, and a row of zeros; with
// bfloat16 also V and M as pairs.
typedef struct winograd_room {
    float *v, *m, *lines, *pixels, *zeros, *v_pairs, *m_pairs;
} winograd_room;

static size_t winograd_take(float* base, size_t* used, size_t count, float** to) {
    if (to) *to = base + *used;
    return *used += (count + 15) / 16 * 16;
}

// Floats of a worker's room; with `base`, also the room.
static size_t winograd_room_of(const wend_conv* c, const winograd* w, float* base,
                               winograd_room* room) {
    size_t used = 0, tiles = (size_t)w->block_rows * (size_t)w->tiles_x;
    size_t row = (size_t)c->width * (size_t)c->channels;
    winograd_take(base, &used, WINOGRAD_POINTS * tiles * (size_t)w->depth, base ? &room->v : NULL);
    winograd_take(base, &used, WINOGRAD_POINTS * tiles * (size_t)w->filters,
                  base ? &room->m : NULL);
    winograd_take(base, &used, WINOGRAD_SIDE * (size_t)w->padded * (size_t)w->run,
                  base ? &room->lines : NULL);
    winograd_take(base, &used, WINOGRAD_SIDE * row, base ? &room->pixels : NULL);
    winograd_take(base, &used, row, base ? &room->zeros : NULL);
    if (!winograd_is_bf16(c)) return used;
    size_t pairs = WINOGRAD_POINTS * ((tiles + 1) / 2);
    winograd_take(base, &used, pairs * (size_t)w->depth, base ? &room->v_pairs : NULL);
    winograd_take(base, &used, pairs * (size_t)w->filters, base ? &room->m_pairs : NULL);
    return used;
}

// dU and db of a chunk.
static size_t winograd_chunk_size(const winograd* w) {
    return WINOGRAD_POINTS * (size_t)w->depth * (size_t)w->filters + (size_t)w->filters;
}

static int winograd_chunks(int images) { return images < CHUNKS ? images : CHUNKS; }

size_t winograd_scratch_size(const wend_conv* c, int images, int threads) {
    winograd w = winograd_of(c);
    return (size_t)threads * winograd_room_of(c, &w, NULL, NULL) +
           (size_t)winograd_chunks(images) * winograd_chunk_size(&w);
}

// ---- blocks of tiles ----------------------------------------------------------------------------

typedef struct winograd_job {
    const wend_conv_pass* pass;
    winograd w;
    const winograd_kernel* kernel;
    gemm_kernel product;
    bool bf16;
    size_t room_size;
    float* chunks;
} winograd_job;

// Rows of tiles [first, last), counted over all images.
typedef struct winograd_block {
    const winograd_job* j;
    winograd_room room;
    int first, last;
    int tiles;
    size_t v_plane, m_plane;
} winograd_block;

static winograd_job winograd_job_of(const wend_conv_pass* pass) {
    winograd_job j = {.pass = pass,
                      .w = winograd_of(pass->conv),
                      .kernel = winograd_kernel_choose(),
                      .bf16 = winograd_is_bf16(pass->conv)};
    j.product = j.bf16 ? gemm_kernel_choose_bf16() : gemm_kernel_choose();
    j.room_size = winograd_room_of(pass->conv, &j.w, NULL, NULL);
    j.chunks = pass->scratch + (size_t)wend_pool_threads(pass->pool) * j.room_size;
    return j;
}

static winograd_block winograd_block_of(const winograd_job* j, int worker, int first, int last) {
    winograd_block b = {.j = j, .first = first, .last = last};
    const wend_conv* c = j->pass->conv;
    winograd_room_of(c, &j->w, j->pass->scratch + (size_t)worker * j->room_size, &b.room);
    memset(b.room.zeros, 0, (size_t)c->width * (size_t)c->channels * sizeof(float));
    b.tiles = (last - first) * j->w.tiles_x;
    b.v_plane = (size_t)b.tiles * (size_t)j->w.depth;
    b.m_plane = (size_t)b.tiles * (size_t)j->w.filters;
    return b;
}

static size_t winograd_pixel_at(const wend_conv* c, int image, int y) {
    return ((size_t)image * (size_t)c->height + (size_t)y) * (size_t)c->width;
}

// Pixels of row y of an image of bytes.
static const uint8_t* winograd_bytes(const wend_conv* c, const wend_image_part* part, int image,
                                     int y) {
    size_t at = winograd_pixel_at(c, part->rows ? part->rows[image] : image, y);
    return part->bytes + at * (size_t)part->channels;
}

const float* winograd_pixels(const winograd_kernel* kernel, const wend_conv_pass* pass, int image,
                             int y, int rows, float* to) {
    const wend_conv* c = pass->conv;
    const wend_image_part* parts = pass->parts;
    size_t at = winograd_pixel_at(c, image, y);
    int pixels = rows * c->width;
    if (pass->part_count == 1 && parts[0].floats) return parts[0].floats + at * (size_t)c->channels;
    if (pass->part_count == 2 && parts[0].bytes && parts[0].channels == 3 && parts[1].floats &&
        parts[1].channels == 1) {
        kernel->rgbd(pixels, winograd_bytes(c, &parts[0], image, y), parts[0].scale,
                     parts[1].floats + at, to);
        return to;
    }
    int channel = 0;
    for (int i = 0; i < pass->part_count; i++) {
        int count = parts[i].channels;
        const float* restrict from = parts[i].floats;
        float* restrict row = to + channel;
        if (!from)
            kernel->bytes(pixels, count, winograd_bytes(c, &parts[i], image, y), parts[i].scale,
                          row, c->channels);
        for (int x = 0; from && x < pixels; x++)
            for (int k = 0; k < count; k++)
                row[x * c->channels + k] = from[(at + (size_t)x) * (size_t)count + (size_t)k];
        channel += count;
    }
    return to;
}

// x -> V.
static void winograd_block_input(const winograd_block* b) {
    const winograd* w = &b->j->w;
    const wend_conv* c = b->j->pass->conv;
    for (int g = b->first; g < b->last; g++) {
        int image = g / w->tiles_y, cell = g % w->tiles_y * w->step;
        float* v = b->room.v + (size_t)(g - b->first) * (size_t)w->tiles_x * (size_t)w->depth;
        for (int s = 0; s < c->stride; s++) {
            const float* rows[WINOGRAD_SIDE];
            for (int i = 0; i < WINOGRAD_SIDE; i++)
                rows[i] = cell + i >= w->grid_h
                              ? b->room.zeros
                              : winograd_pixels(
                                    b->j->kernel, b->j->pass, image, (cell + i) * c->stride + s, 1,
                                    b->room.pixels + (size_t)(i * c->width * c->channels));
            b->j->kernel->input(w, rows, b->room.lines, v + s * w->run, b->v_plane);
        }
    }
}

// dV -> added to dx.
static void winograd_block_input_gradient(const winograd_block* b) {
    const winograd* w = &b->j->w;
    const wend_conv* c = b->j->pass->conv;
    size_t line = (size_t)c->width * (size_t)c->channels;
    for (int g = b->first; g < b->last; g++) {
        int image = g / w->tiles_y, cell = g % w->tiles_y * w->step;
        const float* v = b->room.v + (size_t)(g - b->first) * (size_t)w->tiles_x * (size_t)w->depth;
        float* dx = b->j->pass->dx + (size_t)image * (size_t)c->height * line;
        for (int s = 0; s < c->stride; s++) {
            float* rows[WINOGRAD_SIDE];
            for (int i = 0; i < WINOGRAD_SIDE; i++)
                rows[i] =
                    cell + i >= w->grid_h ? NULL : dx + (size_t)((cell + i) * c->stride + s) * line;
            b->j->kernel->input_gradient(w, v + s * w->run, b->v_plane, b->room.lines, rows);
        }
    }
}

// M = V U of every point, or with `across` dV = dM U^T.
static void winograd_block_products(const winograd_block* b, bool across) {
    const winograd* w = &b->j->w;
    int in = across ? w->filters : w->depth, out = across ? w->depth : w->filters;
    int places = b->j->bf16 ? in / 2 : in;
    size_t plane = (size_t)b->tiles * (size_t)places;
    const float* packed = b->j->pass->packed + (across ? winograd_forward_size(w) : 0);
    const float* a = across ? b->room.m : b->room.v;
    if (b->j->bf16) {
        float* pairs = across ? b->room.m_pairs : b->room.v_pairs;
        b->j->kernel->halve(WINOGRAD_POINTS * (size_t)b->tiles * (size_t)in, a,
                            (uint16_t*)(void*)pairs);
        a = pairs;
    }
    for (int p = 0; p < WINOGRAD_POINTS; p++) {
        gemm g = {.rows = b->tiles,
                  .columns = out,
                  .depth = places,
                  .a = a + (size_t)p * plane,
                  .a_row = places,
                  .a_step = 1,
                  .packed = packed + (size_t)p * gemm_packed_size(places, out),
                  .c_row = out};
        g.c = across ? b->room.v + (size_t)p * b->v_plane : b->room.m + (size_t)p * b->m_plane;
        gemm_run_alone(&g, b->j->product);
    }
}

// ---- forward ------------------------------------------------------------------------------------

static size_t winograd_out_size(const winograd* w) {
    return (size_t)w->out_h * (size_t)w->out_w * (size_t)w->filters;
}

static void winograd_forward_block(void* context, int index, int worker) {
    const winograd_job* j = context;
    const winograd* w = &j->w;
    int rows = j->pass->images * w->tiles_y, first = index * w->block_rows;
    int last = first + w->block_rows < rows ? first + w->block_rows : rows;
    winograd_block b = winograd_block_of(j, worker, first, last);
    winograd_block_input(&b);
    winograd_block_products(&b, false);
    for (int g = first; g < last; g++)
        j->kernel->output(w,
                          b.room.m + (size_t)(g - first) * (size_t)w->tiles_x * (size_t)w->filters,
                          b.m_plane, g % w->tiles_y * w->step, j->pass->b, j->pass->relu,
                          j->pass->y + (size_t)(g / w->tiles_y) * winograd_out_size(w));
}

void winograd_forward(const wend_conv_pass* pass) {
    winograd_job j = winograd_job_of(pass);
    int rows = pass->images * j.w.tiles_y;
    wend_pool_run(pass->pool, (rows + j.w.block_rows - 1) / j.w.block_rows, winograd_forward_block,
                  &j);
}

// ---- backward -----------------------------------------------------------------------------------

// dU (16, C', F) += V^T dM.
static void winograd_block_weights(const winograd_block* b, float* du) {
    const winograd* w = &b->j->w;
    const float *v = b->room.v, *m = b->room.m;
    int depth = b->j->bf16 ? gemm_pairs(b->tiles) : b->tiles;
    size_t v_plane = (size_t)depth * (size_t)w->depth, m_plane = (size_t)depth * (size_t)w->filters;
    for (int p = 0; b->j->bf16 && p < WINOGRAD_POINTS; p++) {
        b->j->kernel->pair_rows(b->tiles, w->depth, v + (size_t)p * b->v_plane,
                                b->room.v_pairs + (size_t)p * v_plane);
        b->j->kernel->pair_rows(b->tiles, w->filters, m + (size_t)p * b->m_plane,
                                b->room.m_pairs + (size_t)p * m_plane);
    }
    if (b->j->bf16) v = b->room.v_pairs, m = b->room.m_pairs;
    for (int p = 0; p < WINOGRAD_POINTS; p++)
        for (int s = 0; s < gemm_strips(w->depth); s++) {
            int first = gemm_strip_start(w->depth, s);
            gemm_tile tile = {
                .rows = gemm_strip_start(w->depth, s + 1) - first,
                .depth = depth,
                .runs = 1,
                .a = v + (size_t)p * v_plane + first,
                .a_row = 1,
                .a_step = w->depth,
                .b = m + (size_t)p * m_plane,
                .b_step = w->filters,
                .c = du + ((size_t)p * (size_t)w->depth + (size_t)first) * (size_t)w->filters,
                .c_row = w->filters,
                .add = true,
                .more = w->filters / GEMM_COLS - 1,
                .b_next = GEMM_COLS};
            b->j->product(&tile);
        }
}

// db += sums of dy: those of a tile are its point (1, 1).
static void winograd_block_bias(const winograd_block* b, float* db) {
    int filters = b->j->w.filters;
    const float* m = b->room.m + 5 * b->m_plane;
    for (int p = 0; p < filters; p += GEMM_COLS) {
        float sum[GEMM_COLS] = {0};
        for (int t = 0; t < b->tiles; t++)
            for (int f = 0; f < GEMM_COLS; f++) sum[f] += m[t * filters + p + f];
        for (int f = 0; f < GEMM_COLS; f++) db[p + f] += sum[f];
    }
}

static void winograd_backward_block(const winograd_block* b, float* chunk) {
    const winograd_job* j = b->j;
    const winograd* w = &j->w;
    const wend_conv_pass* pass = j->pass;
    for (int g = b->first; g < b->last; g++) {
        size_t image = (size_t)(g / w->tiles_y) * winograd_out_size(w);
        j->kernel->output_gradient(
            w, pass->dy + image, pass->relu ? pass->y + image : NULL, g % w->tiles_y * w->step,
            b->room.m + (size_t)(g - b->first) * (size_t)w->tiles_x * (size_t)w->filters,
            b->m_plane);
    }
    winograd_block_input(b);
    winograd_block_weights(b, chunk);
    winograd_block_bias(b, chunk + WINOGRAD_POINTS * (size_t)w->depth * (size_t)w->filters);
    if (!pass->dx) return;
    winograd_block_products(b, true);
    winograd_block_input_gradient(b);
}

static void winograd_backward_chunk(void* context, int index, int worker) {
    const winograd_job* j = context;
    const winograd* w = &j->w;
    int chunks = winograd_chunks(j->pass->images);
    int first = (int)((int64_t)j->pass->images * index / chunks) * w->tiles_y;
    int last = (int)((int64_t)j->pass->images * (index + 1) / chunks) * w->tiles_y;
    float* chunk = j->chunks + (size_t)index * winograd_chunk_size(w);
    memset(chunk, 0, winograd_chunk_size(w) * sizeof *chunk);
    for (; first < last; first += w->block_rows) {
        int end = first + w->block_rows < last ? first + w->block_rows : last;
        winograd_block b = winograd_block_of(j, worker, first, end);
        winograd_backward_block(&b, chunk);
    }
}

void winograd_backward(const wend_conv_pass* pass) {
    winograd_job j = winograd_job_of(pass);
    int chunks = winograd_chunks(pass->images);
    size_t size = winograd_chunk_size(&j.w);
    if (chunks == 0) return;
    wend_pool_run(pass->pool, chunks, winograd_backward_chunk, &j);
    float* restrict all = j.chunks;
    for (int i = 1; i < chunks; i++) {
        const float* restrict chunk = j.chunks + (size_t)i * size;
        for (size_t k = 0; k < size; k++) all[k] += chunk[k];
    }
    winograd_weight_gradient(pass->conv, all, pass->dw);
    const float* db = all + WINOGRAD_POINTS * (size_t)j.w.depth * (size_t)j.w.filters;
    for (int f = 0; f < j.w.filters; f++) pass->db[f] += db[f];
}
