// Nearest-neighbour classification of regions: 8 nearest prototypes by weighted Euclidean distance
// on bytes, weighted by a Gaussian kernel.
#include "perceive/prototypes.h"

#include <limits.h>
#include <string.h>

// The file is embedded in the program.
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    "prototype_bytes:\n"
    ".incbin \"" WEND_PROTOTYPES
    "\"\n"
    ".balign 4\n"
    ".previous\n");
extern const uint8_t prototype_bytes[] __attribute__((visibility("hidden")));

enum { HEAD = 16, NEAREST = 8 };

static const float SCALE = 12;         // bytes per unit of weighted features
static const float BANDWIDTH = 0.55f;  // units: standard deviation of the kernel
static const float STRANGE =
    0.02f;  // weight of "unknown": keeps shares low far from all prototypes

static int row_count(void) {
    uint32_t count;
    memcpy(&count, prototype_bytes + 8, sizeof count);
    return (int)count;
}

static const prototype_word* color_table(void) {
    return (const prototype_word*)(const void*)(prototype_bytes + HEAD);
}

static const prototype_word* material_table(void) { return color_table() + WEND_COLOR_COUNT; }

static const prototype_row* row_table(void) {
    return (const prototype_row*)(const void*)(material_table() + WEND_MATERIAL_TYPE_COUNT);
}

static const uint8_t* category_table(void) { return (const uint8_t*)(row_table() + row_count()); }

static uint8_t prototypes_to_byte(float value) {
    return (uint8_t)(value > 0 ? value < 255 ? value + 0.5f : 255 : 0);
}

prototype_row prototype_pack(const float* features) {
    prototype_row row = {{0}};
    int at = 0;
#define X(name, weight, offset) \
    row.bytes[at++] = prototypes_to_byte(features[WEND_FEATURE_##name] * (weight)*SCALE + (offset));
    PROTOTYPE_LIST(X)
#undef X
    return row;
}

static int prototypes_distance(const prototype_row* a, const prototype_row* b) {
    int sum = 0;
    for (int k = 0; k < PROTOTYPE_BYTES; k++) {
        int d = a->bytes[k] - b->bytes[k];
        sum += d * d;
    }
    return sum;
}

// The nearest rows, nearest first.
typedef struct nearest {
    int distances[NEAREST], rows[NEAREST], count;
} nearest;

static int worst_of(const nearest* n) {
    return n->count < NEAREST ? INT_MAX : n->distances[NEAREST - 1];
}

// `min`: squared distance by the first byte. The second byte rejects most rows.
static void consider(nearest* n, const prototype_row* row, int index, int min) {
    const prototype_row* other = &row_table()[index];
    int off = row->bytes[1] - other->bytes[1];
    if (min + off * off >= worst_of(n)) return;
    int d = prototypes_distance(row, other);
    if (d >= worst_of(n)) return;
    int at = n->count < NEAREST ? n->count++ : NEAREST - 1;
    for (; at > 0 && n->distances[at - 1] > d; at--) {
        n->distances[at] = n->distances[at - 1];
        n->rows[at] = n->rows[at - 1];
    }
    n->distances[at] = d;
    n->rows[at] = index;
}

static int first_at_least(const prototype_row* rows, int count, int byte) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rows[middle].bytes[0] < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Rows are sorted by their first byte: the search goes outwards from this row's byte and ends where
// that byte alone is too far.
static nearest find_nearest(const prototype_row* row) {
    const prototype_row* rows = row_table();
    int count = row_count(), byte = row->bytes[0];
    int above = first_at_least(rows, count, byte), below = above - 1;
    nearest n = {.count = 0};
    for (int away = 0; away < 256; away++) {
        if (away * away >= worst_of(&n)) break;
        for (; below >= 0 && rows[below].bytes[0] == byte - away; below--)
            consider(&n, row, below, away * away);
        for (; above < count && rows[above].bytes[0] == byte + away; above++)
            consider(&n, row, above, away * away);
    }
    return n;
}

static void prototypes_add_guess(wend_guess* guesses, int* count, wend_category category,
                                 float share) {
    int at = 0;
    while (at < *count && guesses[at].category != category) at++;
    if (at == *count) {
        guesses[at] = (wend_guess){category, 0};
        ++*count;
    }
    guesses[at].share += share;
}

static void sort_guesses(wend_guess* guesses, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && guesses[k].share > guesses[k - 1].share; k--) {
            wend_guess swap = guesses[k];
            guesses[k] = guesses[k - 1];
            guesses[k - 1] = swap;
        }
}

int prototypes_guess(const float* features, wend_guess guesses[WEND_MAX_GUESSES]) {
    prototype_row row = prototype_pack(features);
    nearest n = find_nearest(&row);
    float width = BANDWIDTH * SCALE, sum = STRANGE, weights[NEAREST];
    int count = 0;
    for (int i = 0; i < n.count; i++)
        sum += weights[i] = expf(-(float)n.distances[i] / (2 * width * width));
    for (int i = 0; i < n.count; i++)
        prototypes_add_guess(guesses, &count, (wend_category)category_table()[n.rows[i]],
                             weights[i] / sum);
    sort_guesses(guesses, count);
    return count;
}

// ---- colour, material ---------------------------------------------------------------------------

const int prototype_looks[PROTOTYPE_LOOKS] = {
#define X(name) WEND_FEATURE_##name,
    PROTOTYPE_LOOK_LIST(X)
#undef X
};

static float likelihood(const prototype_word* word, int looks, const float* features) {
    float sum = 0;
    if (!(word->deviation[0] > 0)) return 0;
    for (int k = 0; k < looks; k++) {
        float off = (features[prototype_looks[k]] - word->mean[k]) / word->deviation[k];
        sum += 0.5f * off * off + logf(word->deviation[k]);
    }
    return expf(-sum);
}

// Likelihood of a word of a table relative to the most likely one.
static float word_fits(const prototype_word* table, int count, int looks, int word,
                       const float* features) {
    float best = 0;
    for (int i = 1; i < count; i++) best = fmaxf(best, likelihood(&table[i], looks, features));
    return best > 0 ? likelihood(&table[word], looks, features) / best : 0;
}

float wend_region_color_fits(const wend_region* region, wend_color color) {
    return word_fits(color_table(), WEND_COLOR_COUNT, PROTOTYPE_COLOR_LOOKS, (int)color,
                     region->features);
}

float wend_region_material_fits(const wend_region* region, wend_material_type material) {
    return word_fits(material_table(), WEND_MATERIAL_TYPE_COUNT, PROTOTYPE_LOOKS, (int)material,
                     region->features);
}

// The same limits as in PASTURE's texts (wend_pasture_limits), with slack: an image shows one side
// of an object, and sometimes a part of its support.
float wend_region_size_fits(const wend_region* region, wend_size size) {
    const float* f = region->features;
    float length = exp2f(f[WEND_FEATURE_LENGTH]) - 0.02f,
          breadth = exp2f(f[WEND_FEATURE_BREADTH]) - 0.02f,
          rise = exp2f(f[WEND_FEATURE_RISE]) - 0.02f;
    float across = sqrtf(length * length + breadth * breadth + rise * rise);
    float fit = 1;
    if (size == WEND_SIZE_SMALL) fit = 1 - (across - 0.36f) / 0.2f;
    if (size == WEND_SIZE_TALL) fit = (rise / length - 1) / 0.7f;
    return fit < 0 ? 0 : fit > 1 ? 1 : fit;
}
