// Any bytes as the curve.csv of a training run: drawn in a report, and gone on with.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/learning.h"
#include "train/curve.h"

#include "wend/files.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void draw(const char* path) {
    wend_error error = {0};
    learning_curve curves[2] = {0};
    int count = 2;
    for (int i = 0; i < 2; i++)
        if (learning_curve_read(path, &curves[i], &error) != WEND_OK) {
            if (!*error.message) abort();
            count = i;
            break;
        }
    wend_text_out page = {0};
    if (count) learning_put(&page, curves, count);
    if (count && learning_curves_join(curves, &count, &error) == WEND_OK)
        learning_put(&page, curves, count);
    wend_text_destroy(&page);
    for (int i = 0; i < 2; i++) learning_curve_destroy(&curves[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char path[64];
    wend_error error = {0};
    curve c;
    wend_train_report report = {.update = 3};
    snprintf(path, sizeof path, "%s/wend-fuzz-%ld.csv",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    FILE* file = fopen(path, "wb");
    if (!file) return 0;
    fwrite(data, 1, size, file);
    fclose(file);
    draw(path);
    if (curve_open(path, 2, &c, &error) == WEND_OK) {
        curve_put(&c, &report);
        if (curve_flush(&c, false, &error) != WEND_OK) abort();
        curve_close(&c);
        draw(path);
    }
    unlink(path);
    if (wend_memory_get_stats().live_blocks > 64) abort();  // something is left behind
    return 0;
}
