// A GIF89a encoder. Each frame stores the pixels that changed, with a palette of up to 255 colours
// chosen by median cut.
// [CompuServe, Graphics Interchange Format 89a; Heckbert 1982 for the median cut]
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/video_file.h"

#include "wend/files.h"

enum { BINS = 32768, MAX_COLORS = 255, CLEAR_CODE = 256, END_CODE = 257, MAX_CODES = 4096 };
enum { TRANSPARENT = 255, HASH_SIZE = 8192 };

typedef ARRAY_OF(uint8_t) gif_bytes;

// A box of colours: bins [first, first + count) of the list.
typedef struct color_box {
    int first, count;
    uint64_t pixels;
} color_box;

typedef struct gif {
    gif_bytes out;
    uint8_t* last;      // [height][width][3] the last frame; valid after the first one
    uint8_t* indices;   // [height][width]
    uint32_t* counts;   // [BINS] pixels per colour, at 5 bits per channel
    uint16_t* used;     // [BINS] bins in use
    uint8_t* color_of;  // [BINS] palette index
    uint8_t palette[256][3];
    bool started, out_of_memory;
} gif;

static void put_byte(gif* g, unsigned byte) {
    uint8_t* slot = ARRAY_PUSH(&g->out);
    if (slot)
        *slot = (uint8_t)byte;
    else
        g->out_of_memory = true;
}

static void put_word(gif* g, unsigned word) {
    put_byte(g, word & 255);
    put_byte(g, word >> 8 & 255);
}

static void video_gif_put_text(gif* g, const char* text) {
    while (*text) put_byte(g, (uint8_t)*text++);
}

static wend_status video_gif_no_memory(const video_file* f, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the video", f->path);
}

// ---- colours ------------------------------------------------------------------------------------

static int video_gif_bin_of(const uint8_t* pixel) {
    return pixel[0] >> 3 << 10 | pixel[1] >> 3 << 5 | pixel[2] >> 3;
}

static int channel(int bin, int k) { return bin >> (10 - 5 * k) & 31; }

static int compare_bins(const void* a, const void* b, void* context) {
    int k = *(const int*)context, x = *(const uint16_t*)a, y = *(const uint16_t*)b;
    int by_channel = channel(x, k) - channel(y, k);
    return by_channel ? by_channel : x - y;
}

static int widest_channel(const gif* g, const color_box* box, int* width) {
    int best = 0;
    *width = -1;
    for (int k = 0; k < 3; k++) {
        int low = 31, high = 0;
        for (int i = box->first; i < box->first + box->count; i++) {
            int v = channel(g->used[i], k);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        if (high - low > *width) *width = high - low, best = k;
    }
    return best;
}

// The box to split next: the largest product of pixels and extent.
static int worst_box(const gif* g, const color_box* boxes, int count) {
    uint64_t max = 0;
    int worst = -1;
    for (int i = 0; i < count; i++) {
        int width;
        if (boxes[i].count < 2) continue;
        widest_channel(g, &boxes[i], &width);
        uint64_t weight = (boxes[i].pixels + 1) * (uint64_t)(width * width + 1);
        if (weight > max) max = weight, worst = i;
    }
    return worst;
}

static void cut_box(gif* g, color_box* box, color_box* other) {
    int width, k = widest_channel(g, box, &width), i = 1;
    qsort_r(g->used + box->first, (size_t)box->count, sizeof *g->used, compare_bins, &k);
    uint64_t half = box->pixels / 2, sum = g->counts[g->used[box->first]];
    while (i < box->count - 1 && sum < half) sum += g->counts[g->used[box->first + i++]];
    *other = (color_box){box->first + i, box->count - i, box->pixels - sum};
    *box = (color_box){box->first, i, sum};
}

static void mean_color(const gif* g, const color_box* box, uint8_t color[3]) {
    uint64_t sums[3] = {0};
    for (int i = box->first; i < box->first + box->count; i++)
        for (int k = 0; k < 3; k++)
            sums[k] +=
                (uint64_t)g->counts[g->used[i]] * (uint64_t)(channel(g->used[i], k) * 255 / 31);
    for (int k = 0; k < 3; k++) color[k] = (uint8_t)(box->pixels ? sums[k] / box->pixels : 0);
}

// Chooses the palette for the pixels that changed.
static void choose_colors(gif* g, const video_file* f, const uint8_t* now) {
    color_box boxes[MAX_COLORS];
    size_t pixels = (size_t)f->width * (size_t)f->height;
    int used = 0, count = 1;
    memset(g->counts, 0, BINS * sizeof *g->counts);
    boxes[0] = (color_box){0};
    for (size_t i = 0; i < pixels; i++) {
        if (g->started && memcmp(now + 3 * i, g->last + 3 * i, 3) == 0) continue;
        g->counts[video_gif_bin_of(now + 3 * i)]++;
        boxes[0].pixels++;
    }
    for (int bin = 0; bin < BINS; bin++)
        if (g->counts[bin]) g->used[used++] = (uint16_t)bin;
    boxes[0].count = used;
    while (count < MAX_COLORS) {
        int worst = worst_box(g, boxes, count);
        if (worst < 0) break;
        cut_box(g, &boxes[worst], &boxes[count++]);
    }
    memset(g->palette, 0, sizeof g->palette);
    for (int i = 0; i < count; i++) {
        mean_color(g, &boxes[i], g->palette[i]);
        for (int k = boxes[i].first; k < boxes[i].first + boxes[i].count; k++)
            g->color_of[g->used[k]] = (uint8_t)i;
    }
}

// ---- compression --------------------------------------------------------------------------------

// Packs codes of growing width into blocks of at most 255 bytes.
typedef struct code_writer {
    gif* g;
    uint8_t block[255];
    int filled, bits;
    uint32_t pending;
} code_writer;

static void flush_block(code_writer* w) {
    if (!w->filled) return;
    put_byte(w->g, (unsigned)w->filled);
    for (int i = 0; i < w->filled; i++) put_byte(w->g, w->block[i]);
    w->filled = 0;
}

static void put_code(code_writer* w, unsigned code, int width) {
    w->pending |= code << w->bits;
    w->bits += width;
    while (w->bits >= 8) {
        w->block[w->filled++] = (uint8_t)w->pending;
        w->pending >>= 8;
        w->bits -= 8;
        if (w->filled == 255) flush_block(w);
    }
}

// LZW dictionary: the code of a code followed by a byte.
typedef struct code_table {
    uint32_t keys[HASH_SIZE];  // (prefix << 8 | byte) + 1; 0: free
    uint16_t codes[HASH_SIZE];
} code_table;

static uint32_t find_code(const code_table* t, uint32_t key) {
    uint32_t at = (key * 2654435761u) >> 19;
    while (t->keys[at] && t->keys[at] != key + 1) at = (at + 1) % HASH_SIZE;
    return at;
}

static void compress(gif* g, const uint8_t* indices, size_t count) {
    code_writer w = {.g = g};
    code_table table = {0};
    int width = 9, next = END_CODE + 1;
    put_byte(g, 8);  // bits per pixel
    put_code(&w, CLEAR_CODE, width);
    uint32_t prefix = indices[0];
    for (size_t i = 1; i < count; i++) {
        uint32_t key = prefix << 8 | indices[i], at = find_code(&table, key);
        if (table.keys[at]) {
            prefix = table.codes[at];
            continue;
        }
        put_code(&w, prefix, width);
        prefix = indices[i];
        if (next == MAX_CODES) {
            put_code(&w, CLEAR_CODE, width);
            memset(table.keys, 0, sizeof table.keys);
            width = 9;
            next = END_CODE + 1;
            continue;
        }
        if (next == 1 << width) width++;
        table.keys[at] = key + 1;
        table.codes[at] = (uint16_t)next++;
    }
    put_code(&w, prefix, width);
    if (next == 1 << width && width < 12) width++;
    put_code(&w, END_CODE, width);
    if (w.bits) put_code(&w, 0, 8 - w.bits);
    flush_block(&w);
    put_byte(g, 0);
}

// ---- the file -----------------------------------------------------------------------------------

static void gif_close(video_file* f) {
    gif* g = f->own;
    ARRAY_FREE(&g->out);
    wend_free(g->last);
    wend_free(g->indices);
    wend_free(g->counts);
    wend_free(g->used);
    wend_free(g->color_of);
    wend_free(g);
    f->own = NULL;
}

static wend_status gif_open(video_file* f, wend_error* error) {
    size_t pixels = (size_t)f->width * (size_t)f->height;
    gif* g = f->own = wend_alloc_zero(1, sizeof *g);
    if (!g) return video_gif_no_memory(f, error);
    g->last = wend_alloc(pixels * 3);
    g->indices = wend_alloc(pixels);
    g->counts = wend_alloc(BINS * sizeof *g->counts);
    g->used = wend_alloc(BINS * sizeof *g->used);
    g->color_of = wend_alloc_zero(BINS, 1);
    if (!g->last || !g->indices || !g->counts || !g->used || !g->color_of)
        return video_gif_no_memory(f, error);
    video_gif_put_text(g, "GIF89a");
    put_word(g, (unsigned)f->width);
    put_word(g, (unsigned)f->height);
    put_byte(g, 0x70);  // 8 bits per channel, no global palette
    put_word(g, 0);
    video_gif_put_text(g, "!\xff\x0bNETSCAPE2.0\x03\x01");  // loop forever
    put_word(g, 0);
    put_byte(g, 0);
    return WEND_OK;
}

static wend_status gif_add(video_file* f, const wend_image* image, wend_error* error) {
    gif* g = f->own;
    size_t pixels = (size_t)f->width * (size_t)f->height;
    choose_colors(g, f, image->pixels);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t* now = image->pixels + 3 * i;
        bool same = g->started && memcmp(now, g->last + 3 * i, 3) == 0;
        g->indices[i] = same ? TRANSPARENT : g->color_of[video_gif_bin_of(now)];
    }
    video_gif_put_text(g, "!\xf9\x04\x05");  // no disposal; one colour is transparent
    put_word(g, (unsigned)(100 / f->fps));
    put_byte(g, TRANSPARENT);
    put_byte(g, 0);
    put_byte(g, ',');
    put_word(g, 0);
    put_word(g, 0);
    put_word(g, (unsigned)f->width);
    put_word(g, (unsigned)f->height);
    put_byte(g, 0x87);  // a palette of 256 colours
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < 3; k++) put_byte(g, g->palette[i][k]);
    compress(g, g->indices, pixels);
    memcpy(g->last, image->pixels, pixels * 3);
    g->started = true;
    return g->out_of_memory ? video_gif_no_memory(f, error) : WEND_OK;
}

static wend_status gif_end(video_file* f, wend_error* error) {
    gif* g = f->own;
    put_byte(g, ';');
    if (g->out_of_memory) return video_gif_no_memory(f, error);
    return wend_file_write(f->path, g->out.items, g->out.count, error);
}

const video_kind video_gif = {gif_open, gif_add, gif_end, gif_close};
