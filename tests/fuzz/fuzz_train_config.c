// Any bytes as the configuration of a training run: read and written again, or refused with a
// reason.
#include <stdlib.h>
#include <unistd.h>

#include "train/train_fields.h"

#include "wend/files.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_error error = {0};
    wend_train_config config, again;
    const char* path = access("/dev/shm", W_OK) == 0 ? "/dev/shm/wend-fuzz-config.json"
                                                     : "/tmp/wend-fuzz-config.json";
    if (train_config_parse((const char*)data, size, "fuzz.json", &config, &error) != WEND_OK) {
        if (!*error.message || config.memory) abort();
        return 0;
    }
    if (wend_train_config_write(&config.def, path, &error) == WEND_OK) {
        if (wend_train_config_read(path, &again, &error) != WEND_OK) abort();
        if (again.def.stage_count != config.def.stage_count) abort();
        wend_train_config_destroy(&again);
    }
    unlink(path);
    wend_train_config_destroy(&config);
    if (wend_memory_get_stats().live_blocks > 64) abort();
    return 0;
}
