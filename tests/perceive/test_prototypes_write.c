#include <string.h>

#include "perceive/prototypes.h"
#include "test.h"

#include "wend/files.h"

enum { SAMPLES = 60 };

static void fill(wend_prototype_sample samples[SAMPLES]) {
    memset(samples, 0, SAMPLES * sizeof *samples);
    for (int i = 0; i < SAMPLES; i++) {
        samples[i].category = i % 3 == 0 ? WEND_CATEGORY_BED : WEND_CATEGORY_NONE;
        samples[i].held_out = i == 0;
        samples[i].features[WEND_FEATURE_LENGTH] = (float)i / SAMPLES;
        samples[i].color = i < 20 ? 1 : 0;
        samples[i].pixels = 50;
    }
}

static wend_status write_samples(void* context, wend_error* error) {
    wend_prototypes_size size;
    return wend_prototypes_write(context, SAMPLES, 5, 7, test_path("p.bin"), &size, error);
}

TEST(prototypes_are_limited_per_category_and_three_times_that_for_none) {
    wend_prototype_sample samples[SAMPLES];
    wend_prototypes_size size = {0};
    wend_error error;
    wend_file_bytes bytes = {0};
    fill(samples);
    CHECK_OK(wend_prototypes_write(samples, SAMPLES, 5, 7, test_path("p.bin"), &size, &error));
    CHECK_INT(size.rows, 5 + 15);
    CHECK_OK(wend_file_read(test_path("p.bin"), &bytes, &error));
    CHECK_INT(bytes.size, size.bytes);
    CHECK(memcmp(bytes.data, "WPROTO02", 8) == 0);
    prototype_word words[2];
    memcpy(words, (const char*)bytes.data + 16, sizeof words);
    CHECK(words[1].deviation[0] > 0);
    wend_file_bytes_destroy(&bytes);
    CHECK_OK(wend_prototypes_write(samples, SAMPLES, 1000, 7, test_path("p.bin"), &size, &error));
    CHECK_INT(size.rows, SAMPLES - 1);  // the held-out bed is missing
}

TEST(prototypes_survive_failing_allocations) {
    wend_prototype_sample samples[SAMPLES];
    fill(samples);
    test_each_allocation(write_samples, samples, 100);
}
