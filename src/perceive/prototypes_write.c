// Builds prototypes.bin from labelled regions: rows for the nearest-prototype search, and mean and
// deviation of the appearance of colour and material words. prototypes.h describes the layout.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "perceive/prototypes.h"

#include "wend/files.h"

typedef struct table_row {
    prototype_row row;
    uint8_t category;
} table_row;

static int table_row_compare(const void* a, const void* b) {
    return memcmp(a, b, sizeof(table_row));
}

static bool is_candidate(const wend_prototype_sample* s, int category) {
    return s->category == (wend_category)category && !(s->held_out && category);
}

// Samples at most `max` rows per category without replacement, three times as many of category 0
// (background and mixed regions).
static int choose_rows(const wend_prototype_sample* samples, int total, int max, uint64_t seed,
                       table_row* rows) {
    int count = 0;
    wend_rng rng = wend_rng_for(seed, "prototypes", "choice");
    for (int c = 0; c < WEND_CATEGORY_COUNT; c++) {
        int left = 0, wanted = c ? max : 3 * max;
        for (int i = 0; i < total; i++) left += is_candidate(&samples[i], c);
        for (int i = 0; i < total && wanted > 0; i++) {
            if (!is_candidate(&samples[i], c)) continue;
            if ((int)wend_rng_below(&rng, (uint32_t)left--) >= wanted) continue;
            rows[count++] = (table_row){prototype_pack(samples[i].features), (uint8_t)c};
            wanted--;
        }
    }
    qsort(rows, (size_t)count, sizeof *rows, table_row_compare);
    return count;
}

// Mean and deviation of the appearance of a word over regions of at least 40 pixels; fewer than 10
// regions: unknown (0).
static void measure_word(const wend_prototype_sample* samples, int total, bool material, int word,
                         prototype_word* out) {
    for (int k = 0; k < PROTOTYPE_LOOKS; k++) {
        double n = 0, sum = 0, squares = 0;
        for (int i = 0; i < total; i++) {
            const wend_prototype_sample* s = &samples[i];
            if ((material ? s->material : s->color) != word || s->pixels < 40) continue;
            double x = (double)s->features[prototype_looks[k]];
            n++;
            sum += x;
            squares += x * x;
        }
        if (n < 10) continue;
        double variance = squares / n - sum * sum / n / n;
        out->mean[k] = (float)(sum / n);
        out->deviation[k] = (float)sqrt(variance + 0.04);
    }
}

// Lays out the file in `bytes`; returns its size.
static size_t lay_out(const prototype_word* words, size_t words_size, const table_row* rows,
                      uint32_t count, uint8_t* bytes) {
    uint32_t head[2] = {count, 0};
    memcpy(bytes, "WPROTO02", 8);
    memcpy(bytes + 8, head, 8);
    memcpy(bytes + 16, words, words_size);
    size_t at = 16 + words_size;
    for (uint32_t i = 0; i < count; i++, at += PROTOTYPE_BYTES)
        memcpy(bytes + at, rows[i].row.bytes, PROTOTYPE_BYTES);
    for (uint32_t i = 0; i < count; i++) bytes[at++] = rows[i].category;
    return at;
}

wend_status wend_prototypes_write(const wend_prototype_sample* samples, int count, int max,
                                  uint64_t seed, const char* path, wend_prototypes_size* size,
                                  wend_error* error) {
    prototype_word words[WEND_COLOR_COUNT + WEND_MATERIAL_TYPE_COUNT];
    memset(words, 0, sizeof words);
    for (int c = 1; c < WEND_COLOR_COUNT; c++) measure_word(samples, count, false, c, &words[c]);
    for (int c = 1; c < WEND_MATERIAL_TYPE_COUNT; c++)
        measure_word(samples, count, true, c, &words[WEND_COLOR_COUNT + c]);
    table_row* rows = wend_alloc(((size_t)count + 1) * sizeof *rows);
    uint8_t* bytes = wend_alloc(16 + sizeof words + (size_t)count * (PROTOTYPE_BYTES + 1));
    wend_status status = rows && bytes
                             ? WEND_OK
                             : wend_fail(error, WEND_NO_MEMORY, "out of memory for the prototypes");
    if (status == WEND_OK) {
        size->rows = choose_rows(samples, count, max, seed, rows);
        size->bytes = lay_out(words, sizeof words, rows, (uint32_t)size->rows, bytes);
        status = wend_file_write(path, bytes, size->bytes, error);
    }
    wend_free(rows);
    wend_free(bytes);
    return status;
}
