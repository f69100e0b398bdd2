// A log with changes, played again in the scene it was made in: each step is taken, or refused with
// a reason. An odd first byte keeps the header as it was.
#include "fuzz/fuzz_room.h"
#include "fuzz/fuzz_sums.h"

#include "wend/run.h"

static wend_file_bytes base;

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    wend_error error;
    fuzz_enter_room();
    fuzz_make_log("base.wlog");
    CHECK_OK(wend_file_read("base.wlog", &base, &error));
    return 0;
}

static void write_log(const uint8_t* data, size_t size) {
    size_t length, head = (size_t)(strchr(base.data, '\n') + 1 - base.data);
    bool whole = size && data[0] & 1;
    wend_file_bytes part = {.data = base.data + (whole ? head : 0),
                            .size = base.size - (whole ? head : 0)};
    char* text = fuzz_edited(&part, data + (size > 0), size - (size > 0), &length);
    FILE* file = fopen("run.wlog", "wb");
    if (!file) abort();
    if (whole) fwrite(base.data, 1, head, file);
    fuzz_write_repaired(file, text, length);
    fclose(file);
    free(text);
}

static void replay_all(const wend_log_set* log) {
    wend_error error = {0};
    wend_replay* replay;
    wend_replay_def def = {.log = "run.wlog", .side = 16};
    if (wend_replay_create(&def, log, &replay, &error) != WEND_OK) {
        if (!*error.message) abort();
        return;
    }
    static float depth[16 * 16];
    wend_frame frame = {.depth = depth};
    for (int i = 0; i < log->count; i++) {
        if (wend_replay_begin(replay, &log->records[i], &error) != WEND_OK) continue;
        for (int k = 0; k < log->records[i].steps && k < 50; k++)
            if (wend_replay_look(replay, &frame, &error) != WEND_OK ||
                wend_replay_step(replay, &error) != WEND_OK)
                break;
    }
    wend_replay_destroy(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_error error = {0};
    wend_log_set log;
    write_log(data, size);
    if (wend_log_read("run.wlog", &log, &error) == WEND_OK) {
        replay_all(&log);
        wend_log_destroy(&log);
    } else if (!*error.message) {
        abort();
    }
    return 0;
}
