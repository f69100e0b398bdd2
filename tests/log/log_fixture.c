#include "log/log_fixture.h"

#include <zlib.h>

#include "test.h"

wend_log_record test_log_record(int index) {
    static const wend_pose poses[2] = {{{0, 0, 0}, 0, 0}, {{0.1f, 0, -0.25f}, 0.1f, 0}};
    static char ids[8][8];
    snprintf(ids[index], sizeof ids[index], "e%d", index);
    return (wend_log_record){.index = index,
                             .id = ids[index],
                             .scene = "house:1",
                             .source_hash = 7,
                             .actions = "S",
                             .outcomes = ".",
                             .poses = poses,
                             .steps = 1,
                             .facts = "{\"goal\": 1}"};
}

int test_log_warnings;
char test_log_last_warning[1400];

static void log_fixture_warn(void* context, const char* sentence) {
    (void)context;
    test_log_warnings++;
    snprintf(test_log_last_warning, sizeof test_log_last_warning, "%s", sentence);
}

wend_status test_log_open(const char* path, const char* header, wend_log** log, wend_error* error) {
    test_log_warnings = 0;
    return wend_log_open(&(wend_log_def){.path = path, .header = header, .warn = log_fixture_warn},
                         log, error);
}

wend_status test_log_write(const char* path, const int order[4], wend_error* error) {
    wend_log* log;
    bool there[4] = {false};
    WEND_TRY(test_log_open(path, TEST_LOG_HEADER, &log, error));
    for (int i = 0; i < wend_log_count(log); i++) there[wend_log_at(log, i).index] = true;
    wend_status status = WEND_OK;
    for (int i = 0; i < 4 && status == WEND_OK; i++) {
        wend_log_record record = test_log_record(order[i]);
        if (!there[order[i]]) status = wend_log_append(log, &record, error);
    }
    if (status == WEND_OK) status = wend_log_finish(log, true, error);
    wend_log_close(log);
    return status;
}

const int TEST_LOG_ORDERED[4] = {0, 1, 2, 3}, TEST_LOG_MIXED[4] = {2, 0, 3, 1};

test_log_paths test_log_make_paths(wend_file_bytes* whole) {
    wend_error error;
    test_log_paths p;
    snprintf(p.whole, sizeof p.whole, "%s", test_path("whole.wlog"));
    snprintf(p.path, sizeof p.path, "%s", test_path("a.wlog"));
    CHECK_OK(test_log_write(p.whole, TEST_LOG_ORDERED, &error));
    CHECK_OK(wend_file_read(p.whole, whole, &error));
    return p;
}

void test_log_check_bytes(const char* path, const char* data, size_t size) {
    wend_error error;
    wend_file_bytes now;
    CHECK_OK(wend_file_read(path, &now, &error));
    CHECK_INT(now.size, size);
    CHECK(memcmp(now.data, data, size) == 0);
    wend_file_bytes_destroy(&now);
}

void test_log_put_bytes(const char* path, const char* data, size_t size) {
    FILE* file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

void test_log_put_line(FILE* file, const char* json) {
    fprintf(file, "%08lx %s\n", crc32(0, (const Bytef*)json, (uInt)strlen(json)), json);
}

void test_log_append(wend_log* log, int index) {
    wend_error error;
    wend_log_record record = test_log_record(index);
    CHECK_OK(wend_log_append(log, &record, &error));
}
