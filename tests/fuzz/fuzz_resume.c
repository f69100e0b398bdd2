// A run that resumes in a log with changes: it ends with a log that can be read and holds each
// episode once, or refuses with a reason and leaves the file as it was. An odd first byte keeps the
// header, a second one leaves checksums wrong.
#include "fuzz/fuzz_room.h"
#include "fuzz/fuzz_sums.h"

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
    bool whole = size && data[0] & 1, wrong = size && data[0] & 2;
    wend_file_bytes part = {.data = base.data + (whole ? head : 0),
                            .size = base.size - (whole ? head : 0)};
    char* text = fuzz_edited(&part, data + (size > 0), size - (size > 0), &length);
    FILE* file = fopen("run.wlog", "wb");
    if (!file) abort();
    if (whole) fwrite(base.data, 1, head, file);
    if (wrong)
        fwrite(text, 1, length, file);
    else
        fuzz_write_repaired(file, text, length);
    fclose(file);
    free(text);
}

static void check_log(void) {
    wend_error error = {0};
    wend_log_set log;
    bool seen[4] = {0};
    CHECK_OK(wend_log_read("run.wlog", &log, &error));
    CHECK(log.complete && log.count == 4);
    for (int i = 0; i < log.count; i++) {
        CHECK(log.records[i].index >= 0 && log.records[i].index < 4);
        CHECK(!seen[log.records[i].index]);
        seen[log.records[i].index] = true;
    }
    wend_log_destroy(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_error error = {0};
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    wend_file_bytes before, after;
    write_log(data, size);
    CHECK_OK(wend_file_read("run.wlog", &before, &error));
    def.play.task = "pointnav";
    def.agent = "goal";
    def.play.episodes = "e.json";
    def.out = "run.wlog";
    def.play.max_steps = 20;
    def.threads = 1;
    if (wend_run(&def, &summary, &error) == WEND_OK) {
        check_log();
    } else {
        CHECK(*error.message);
        CHECK_OK(wend_file_read("run.wlog", &after, &error));
        CHECK(after.size == before.size && memcmp(after.data, before.data, after.size) == 0);
        wend_file_bytes_destroy(&after);
    }
    wend_file_bytes_destroy(&before);
    return 0;
}
