#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz_sums.h"

#include "wend/metrics.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void read_and_score(const char* path) {
    wend_log_set log;
    wend_score_table table;
    wend_error error = {0};
    if (wend_log_read(path, &log, &error) != WEND_OK) {
        if (!*error.message) abort();
        return;
    }
    if (wend_score_compute(&log, path, &table, &error) == WEND_OK) {
        for (int i = 0; i < table.rows * table.columns; i++)
            if (table.values[i] != table.values[i]) abort();  // no metric is ever NaN
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    int descriptor = memfd_create("fuzz", 0);
    FILE* file = descriptor >= 0 ? fdopen(descriptor, "w+") : NULL;
    if (!file) return 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    fuzz_write_repaired(file, (const char*)data, size);
    fflush(file);
    read_and_score(path);
    fclose(file);
    return 0;
}
