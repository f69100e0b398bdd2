// Feature vectors of the building of building.h, as files of other programs: the number of the room
// is large in all views of a viewpoint, and every number of every view is another.
#ifndef WEND_TEST_VIEW_FEATURES_H
#define WEND_TEST_VIEW_FEATURES_H

#include "task/building.h"

enum { FEATURES_SIZE = 8 };

static inline float features_number(int viewpoint, int view, int k) {
    bool room = k == building_names[viewpoint][0] - 'a';
    return (room ? 4.0f : 0) + (float)viewpoint / 16 + (float)view / 512 + (float)k / 2048;
}

static inline void features_base64(wend_text_out* out, const void* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t* bytes = data;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++) word = word << 8 | (i + k < size ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++) {
            char c = i + k <= size ? digits[word >> (18 - 6 * k) & 63] : '=';
            wend_text_put_bytes(out, &c, 1);
        }
    }
}

// `views` of each of the first `viewpoints`, of `size` numbers each.
static inline void features_tsv(const char* name, int viewpoints, int views, int size) {
    wend_error error;
    wend_text_out out = {0};
    float* row = wend_alloc((size_t)(views * size) * sizeof *row);
    for (int i = 0; i < viewpoints; i++) {
        wend_text_put(&out, "hall\t%s\t640\t480\t60\t", building_names[i]);
        for (int v = 0; v < views; v++)
            for (int k = 0; k < size; k++) row[v * size + k] = features_number(i, v, k);
        features_base64(&out, row, (size_t)(views * size) * sizeof *row);
        wend_text_put(&out, "\r\n");
    }
    CHECK_OK(wend_text_save(&out, test_path(name), &error));
    wend_text_destroy(&out);
    wend_free(row);
}

#endif
