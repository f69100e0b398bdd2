// Blocks for the caches around the micro-kernel (gemm.h).
//
// clang-format off
//     for each block of 96 rows of A                 threads take parts of the rows or of the columns
//       for each 128 of the sum                      96 x 128 floats of A: 48 KB, second-level cache
//         pack A into strips (strip, k, 12)          if its rows are strided or used by 8 panels or more
//         for each panel of 16 columns of B          128 x 16 floats: 8 KB, first-level cache
//           for each strip of 12 rows                micro-kernel
// clang-format on
//
// If all panels of B fit into the second-level cache (SHORT_FLOATS), the two inner loops are
// swapped: C is then written row by row.
#include "net/gemm.h"

#include <string.h>

#include "base/simd.h"

enum { BLOCK_ROWS = 96, BLOCK_DEPTH = 128 };
enum { SHORT_FLOATS = 1 << 16 };         // floats of B that stay in the second-level cache
static const double MIN_PARALLEL = 2e5;  // multiply-adds below which waking threads costs more

static void portable_tile(const gemm_tile* t, const float* b, float* to) {
    float sum[GEMM_ROWS][GEMM_COLS];
    memset(sum, 0, sizeof sum);
    for (int r = 0; r < t->runs; r++)
        for (int k = 0; k < t->depth; k++, b += t->b_step)
            for (int i = 0; i < t->rows; i++) {
                float x = t->a[r * t->a_run + k * t->a_step + i * t->a_row];
                for (int j = 0; j < GEMM_COLS; j++) sum[i][j] += x * b[j];
            }
    for (int i = 0; i < t->rows; i++) {
        float* c = to + i * t->c_row;
        for (int j = 0; j < GEMM_COLS; j++) c[j] = t->add ? c[j] + sum[i][j] : sum[i][j];
    }
}

void gemm_kernel_portable(const gemm_tile* t) {
    for (int m = 0; m <= t->more; m++) portable_tile(t, t->b + m * t->b_next, t->c + m * GEMM_COLS);
}

gemm_kernel gemm_kernel_choose(void) {
#ifdef WEND_HAVE_X86
    simd_level level = simd_level_find();
    if (level >= SIMD_LEVEL_AVX512) return gemm_kernel_avx512;
    if (level >= SIMD_LEVEL_AVX2) return gemm_kernel_avx2;
#endif
    return gemm_kernel_portable;
}

void gemm_tile_run(gemm_kernel kernel, const gemm_tile* tile, int columns) {
    if (columns >= GEMM_COLS) {
        kernel(tile);
        return;
    }
    float sum[GEMM_ROWS * GEMM_COLS];
    gemm_tile whole = *tile;
    whole.c = sum;
    whole.c_row = GEMM_COLS;
    whole.add = false;
    kernel(&whole);
    for (int i = 0; i < tile->rows; i++) {
        float* c = tile->c + i * tile->c_row;
        for (int j = 0; j < columns; j++)
            c[j] = tile->add ? c[j] + sum[i * GEMM_COLS + j] : sum[i * GEMM_COLS + j];
    }
}

// ---- packing ------------------------------------------------------------------------------------

size_t gemm_packed_size(int depth, int columns) {
    return (size_t)((columns + GEMM_COLS - 1) / GEMM_COLS) * (size_t)depth * GEMM_COLS;
}

void gemm_pack(const float* b, ptrdiff_t row, ptrdiff_t column, int depth, int columns,
               float* packed) {
    for (int n = 0; n < columns; n += GEMM_COLS) {
        int width = columns - n < GEMM_COLS ? columns - n : GEMM_COLS;
        for (int k = 0; k < depth; k++, packed += GEMM_COLS) {
            const float* from = b + k * row + n * column;
            for (int j = 0; j < width; j++) packed[j] = from[j * column];
            for (int j = width; j < GEMM_COLS; j++) packed[j] = 0;
        }
    }
}

// ---- products -----------------------------------------------------------------------------------

// A[first + i][k0 + k] as (strips, BLOCK_DEPTH, 12): the kernel reads memory in order.
static void pack_strips(const gemm* g, int first, int rows, int k0, int depth, float* strips) {
    int count = gemm_strips(rows);
    for (int s = 0; s < count; s++, strips += BLOCK_DEPTH * GEMM_ROWS) {
        int start = gemm_strip_start(rows, s), end = gemm_strip_start(rows, s + 1);
        const float* a = g->a + (first + start) * g->a_row + k0 * g->a_step;
        for (int k = 0; k < depth; k++)
            for (int i = 0; i < end - start; i++)
                strips[k * GEMM_ROWS + i] = a[i * g->a_row + k * g->a_step];
    }
}

typedef struct gemm_job {
    const gemm* g;
    gemm_kernel kernel;
    int row_blocks, column_blocks;
} gemm_job;

// Panels [p0, p1) of rows [first, first + rows) over [k0, k0 + depth) of the sum.
typedef struct gemm_block {
    int first, rows, p0, p1, k0, depth;
} gemm_block;

// The tile of strip `s` and panel `p`.
static gemm_tile tile_at(const gemm* g, const gemm_block* block, const float* strips, int p,
                         int s) {
    int column = p * GEMM_COLS, start = gemm_strip_start(block->rows, s);
    int row = block->first + start;
    gemm_tile tile = {
        .rows = gemm_strip_start(block->rows, s + 1) - start,
        .depth = block->depth,
        .runs = 1,
        .b = g->packed + ((size_t)p * (size_t)g->depth + (size_t)block->k0) * GEMM_COLS,
        .b_step = GEMM_COLS,
        .c = g->c + row * g->c_row + column,
        .c_row = g->c_row,
        .add = g->add || block->k0 > 0};
    tile.a = strips ? strips + s * BLOCK_DEPTH * GEMM_ROWS
                    : g->a + row * g->a_row + block->k0 * g->a_step;
    tile.a_row = strips ? 1 : g->a_row;
    tile.a_step = strips ? GEMM_ROWS : g->a_step;
    return tile;
}

// All panels of a strip; those of full width in one call.
static void run_strip(const gemm* g, gemm_kernel kernel, const gemm_block* block,
                      const float* strips, int s) {
    int whole = g->columns / GEMM_COLS < block->p1 ? g->columns / GEMM_COLS : block->p1;
    if (whole > block->p0) {
        gemm_tile tile = tile_at(g, block, strips, block->p0, s);
        tile.more = whole - block->p0 - 1;
        tile.b_next = (ptrdiff_t)g->depth * GEMM_COLS;
        kernel(&tile);
    }
    if (whole < block->p1) {
        gemm_tile tile = tile_at(g, block, strips, whole, s);
        gemm_tile_run(kernel, &tile, g->columns - whole * GEMM_COLS);
    }
}

static void run_block(const gemm* g, gemm_kernel kernel, const gemm_block* block) {
    float strips[(BLOCK_ROWS / GEMM_ROWS) * BLOCK_DEPTH * GEMM_ROWS];
    // Packing A costs one pass: worth it for strided rows and for many panels.
    bool gather = g->a_step != 1 || block->p1 - block->p0 >= 8;
    const float* a = gather ? strips : NULL;
    if (gather) pack_strips(g, block->first, block->rows, block->k0, block->depth, strips);
    // If all panels fit into the cache, C is written row by row: short sums are bound by writing.
    // Otherwise one panel stays in the first-level cache while the strips of A pass.
    int count = gemm_strips(block->rows);
    if ((block->p1 - block->p0) * block->depth * GEMM_COLS <= SHORT_FLOATS) {
        for (int s = 0; s < count; s++) run_strip(g, kernel, block, a, s);
        return;
    }
    for (int p = block->p0; p < block->p1; p++)
        for (int s = 0; s < count; s++) {
            gemm_tile tile = tile_at(g, block, a, p, s);
            if (s > 0 && p + 1 < block->p1) tile.soon = tile.b + (size_t)g->depth * GEMM_COLS;
            gemm_tile_run(kernel, &tile, g->columns - p * GEMM_COLS);
        }
}

static void run_part(void* context, int index, int worker) {
    const gemm_job* job = context;
    const gemm* g = job->g;
    int panels = (g->columns + GEMM_COLS - 1) / GEMM_COLS;
    int part = index % job->column_blocks, row_block = index / job->column_blocks;
    int last = (int)((int64_t)g->rows * (row_block + 1) / job->row_blocks);
    (void)worker;
    gemm_block block = {.first = (int)((int64_t)g->rows * row_block / job->row_blocks),
                        .p0 = (int)((int64_t)panels * part / job->column_blocks),
                        .p1 = (int)((int64_t)panels * (part + 1) / job->column_blocks)};
    for (; block.first < last; block.first += block.rows) {
        block.rows = last - block.first < BLOCK_ROWS ? last - block.first : BLOCK_ROWS;
        for (block.k0 = 0; block.k0 < g->depth; block.k0 += block.depth) {
            block.depth = g->depth - block.k0 < BLOCK_DEPTH ? g->depth - block.k0 : BLOCK_DEPTH;
            run_block(g, job->kernel, &block);
        }
    }
}

void gemm_run_alone(const gemm* g, gemm_kernel kernel) {
    gemm_job job = {g, kernel, 1, 1};
    run_part(&job, 0, 0);
}

void gemm_run(const gemm* g, wend_pool* pool) { gemm_run_with(g, gemm_kernel_choose(), pool); }

void gemm_run_with(const gemm* g, gemm_kernel kernel, wend_pool* pool) {
    int threads = wend_pool_threads(pool);
    int panels = (g->columns + GEMM_COLS - 1) / GEMM_COLS;
    gemm_job job = {g, kernel, 1, 1};
    if ((double)g->rows * g->columns * g->depth < MIN_PARALLEL) threads = 1;
    if (panels >= 4 * threads)
        job.column_blocks = threads;
    else if (g->rows >= 2 * GEMM_ROWS * threads)
        job.row_blocks = threads;
    wend_pool_run(job.row_blocks * job.column_blocks > 1 ? pool : NULL,
                  job.row_blocks * job.column_blocks, run_part, &job);
}
