// Logs on disk: foreign files, locks, and the headers of different runs.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "log/log_fixture.h"
#include "log/log_lines.h"
#include "test.h"

// ---- other people's files -----------------------------------------------------------------------

TEST(a_file_that_is_not_a_log_is_never_written_to) {
    static const struct {
        const char* data;
        size_t size;
    } files[] = {{"{\"episodes\": []}", 16},
                 {"hello\nworld\n", 12},
                 {"x", 1},
                 {"\x1f\x8b\x08\0\0\0\0\0", 8},
                 {"\0\0\0\0\n", 5},
                 {"\n", 1},
                 {"deadbeef {\"wend\": \"checkpoint\"}\n", 33},
                 {"0 {\"wend\": \"log\"}\n", 19}};
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("file"));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int overwrite = 0; overwrite < 2; overwrite++) {
            wend_error error;
            wend_log* log;
            test_log_put_bytes(path, files[i].data, files[i].size);
            wend_log_def def = {.path = path, .header = TEST_LOG_HEADER, .overwrite = overwrite};
            CHECK_INT(wend_log_open(&def, &log, &error), WEND_ARGUMENT);
            CHECK_HAS(error.message, "is not a wend log");
            int descriptor = open(path, O_RDONLY);
            char now[64];
            CHECK_INT(read(descriptor, now, sizeof now), files[i].size);
            CHECK(memcmp(now, files[i].data, files[i].size) == 0);
            close(descriptor);
        }
}

TEST(a_file_of_lines_with_checksums_is_not_yet_a_log) {
    static const char json[] = "{\"wend\": \"curve\", \"version\": 2}";
    wend_error error;
    wend_log* log;
    char path[1024], line[128];
    snprintf(path, sizeof path, "%s", test_path("file"));
    snprintf(line, sizeof line, "%08lx %s\n", crc32(0, (const Bytef*)json, sizeof json - 1), json);
    test_log_put_bytes(path, line, strlen(line));
    CHECK_INT(test_log_open(path, TEST_LOG_HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "is not a wend log");
    test_log_check_bytes(path, line, strlen(line));
}

TEST(folders_pipes_and_devices_are_no_logs) {
    wend_error error;
    wend_log* log;
    char pipe_path[1024];
    snprintf(pipe_path, sizeof pipe_path, "%s", test_path("pipe"));
    CHECK_INT(mkfifo(pipe_path, 0666), 0);
    CHECK_INT(test_log_open(pipe_path, TEST_LOG_HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "not a regular file");
    CHECK_INT(test_log_open("/dev/null", TEST_LOG_HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_INT(test_log_open("/", TEST_LOG_HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "a folder");
}

TEST(an_empty_file_and_missing_folders_are_taken) {
    wend_error error;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    test_log_put_bytes(p.path, "", 0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_MIXED, &error));
    test_log_check_bytes(p.path, whole.data, whole.size);
    char deep[1024];
    snprintf(deep, sizeof deep, "%s", test_path("x/y/z.wlog"));
    CHECK_OK(test_log_write(deep, TEST_LOG_MIXED, &error));
    test_log_check_bytes(deep, whole.data, whole.size);
    wend_file_bytes_destroy(&whole);
}

TEST(each_difference_to_a_different_run_is_named) {
    static const char other[] =
        "{\"wend\": \"log\", \"version\": 2, \"task\": \"test\", \"agent\": \"b\", "
        "\"agent_hash\": \"ff\", \"episodes\": 4}";
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    CHECK_INT(test_log_open(p.whole, other, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message,
              "contains a different run (agent a → b, agent_hash none → ff); choose another path "
              "or pass --overwrite");
    test_log_check_bytes(p.whole, whole.data, whole.size);
    CHECK_OK(wend_log_open(&(wend_log_def){.path = p.whole, .header = other, .overwrite = true},
                           &log, &error));
    CHECK_INT(wend_log_count(log), 0);
    wend_log_close(log);
    wend_file_bytes_destroy(&whole);
}

// ---- two at a time ------------------------------------------------------------------------------

TEST(a_log_is_locked_while_it_is_open) {
    wend_error error;
    wend_log *log, *second;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(test_log_open(path, TEST_LOG_HEADER, &second, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog is being written by another run");
    // The rewritten file is locked as well.
    for (int i = 3; i >= 0; i--) {
        wend_log_record record = test_log_record(i);
        CHECK_OK(wend_log_append(log, &record, &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    CHECK_INT(test_log_open(path, TEST_LOG_HEADER, &second, &error), WEND_IO);
    wend_log_close(log);
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &second, &error));
    wend_log_close(second);
}

TEST(a_log_that_is_deleted_replaced_or_changed_under_the_run_is_an_error) {
    for (int kind = 0; kind < 5; kind++)
        for (int late = 0; late < 2; late++) {
            wend_error error;
            wend_log* log;
            char path[1024], beside[1024];
            snprintf(path, sizeof path, "%s", test_path("a.wlog"));
            snprintf(beside, sizeof beside, "%s", test_path("beside"));
            unlink(path);
            CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
            wend_log_record record = test_log_record(3), next = test_log_record(1);
            CHECK_OK(wend_log_append(log, &record, &error));
            CHECK_OK(wend_log_append(log, &next, &error));
            if (kind == 0) CHECK_INT(unlink(path), 0);
            if (kind == 1) test_log_put_bytes(beside, "mine", 4);
            if (kind == 1) CHECK_INT(rename(beside, path), 0);
            if (kind == 2) CHECK_INT(truncate(path, 5), 0);
            if (kind == 3) CHECK_INT(truncate(path, 100000), 0);
            if (kind == 4) {  // the same size, another byte
                int descriptor = open(path, O_WRONLY);
                CHECK_INT(pwrite(descriptor, "#", 1, 200), 1);
                close(descriptor);
            }
            record = test_log_record(0);
            wend_status status =
                late ? wend_log_finish(log, true, &error) : wend_log_append(log, &record, &error);
            if (kind < 4 || late) CHECK_INT(status, WEND_IO);
            if (kind < 4) CHECK(wend_log_is_lost(log));
            if (kind == 4 && !late) CHECK_INT(wend_log_finish(log, true, &error), WEND_IO);
            wend_log_close(log);
            if (kind == 1) test_log_check_bytes(path, "mine", 4);
        }
}

// ---- headers ------------------------------------------------------------------------------------

TEST(a_header_with_a_good_checksum_may_still_be_broken) {
    static const char* const broken[] = {"{\"wend\": \"log\", \"task\"}", "{\"wend\": \"log\""};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wend_error error;
        wend_log* log;
        char path[1024];
        snprintf(path, sizeof path, "%s", test_path("a.wlog"));
        FILE* file = fopen(path, "wb");
        test_log_put_line(file, broken[i]);
        fclose(file);
        CHECK_INT(test_log_open(path, TEST_LOG_HEADER, &log, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "a.wlog:1");
        CHECK(!log);
    }
}

TEST(a_header_with_an_impossible_count_of_episodes_is_refused_on_resume) {
    static const char* const headers[] = {"{\"wend\": \"log\", \"episodes\": -1}",
                                          "{\"wend\": \"log\", \"episodes\": 2147483648}",
                                          "{\"wend\": \"log\", \"every\": -1}",
                                          "{\"wend\": \"log\", \"every\": \"2\"}",
                                          "{\"wend\": \"log\", \"episodes\": 2147483647}",
                                          "{\"wend\": \"log\", \"every\": 2147483647}",
                                          "{\"wend\": \"log\", \"every\": 0}",
                                          "{\"wend\": \"log\", \"episodes\": 0}"};
    for (int i = 0; i < 8; i++) {
        wend_error error;
        wend_log* log;
        char path[1024];
        snprintf(path, sizeof path, "%s", test_path("a.wlog"));
        unlink(path);
        CHECK_OK(test_log_open(path, headers[i], &log, &error));
        wend_log_close(log);
        CHECK_INT(test_log_open(path, headers[i], &log, &error), i < 4 ? WEND_FORMAT : WEND_OK);
        if (i < 4) CHECK_HAS(error.message, "a.wlog:1: ");
        if (i < 4) CHECK_HAS(error.message, i < 2 ? "episodes" : "every");
        wend_log_close(log);
    }
}

static void compare(const char* have, const char* want, const char* expected) {
    wend_error error;
    bool same;
    char text[640];
    CHECK_OK(
        log_header_compare(have, strlen(have), want, "a.wlog", &same, text, sizeof text, &error));
    CHECK_INT(same, !*expected);
    CHECK_TEXT(text, expected);
}

TEST(differences_of_headers_are_reported_in_readable_form) {
    compare("{\"a\": 1}", "{\"a\": 1}", "");
    compare("{\"a\": 1, \"places\": {\"x\": 1}}", "{\"a\": 1, \"places\": {\"x\": 2}}", "");
    compare("{\"places\": 1}", "{}", "");
    compare("{\"a\": \"x\"}", "{\"a\": \"y\"}", "a x → y");
    compare("{\"a\": 1}", "{\"a\": \"1\"}", "a 1 → 1");
    compare("{\"a\": 1}", "{\"b\": true}", "b none → true, a 1 → none");
    compare("{\"a\": [1, 2]}", "{\"a\": {\"b\": null}}", "a [1, 2] → {\"b\": null}");
    char have[200], want[200], expected[300], long_text[90];
    memset(long_text, 'x', sizeof long_text);
    snprintf(have, sizeof have, "{\"a\": \"%.80s\"}", long_text);
    snprintf(want, sizeof want, "{\"a\": \"y%.80s\"}", long_text);
    snprintf(expected, sizeof expected, "a %.80s → …%.80s", long_text, long_text);
    compare(have, want, expected);
    snprintf(want, sizeof want, "{\"a\": \"y%.78sz\"}", long_text);
    snprintf(expected, sizeof expected, "a %.80s → y%.78sz", long_text, long_text);
    compare(have, want, expected);
}

TEST(headers_that_are_not_json_are_reported_with_their_file) {
    wend_error error;
    bool same;
    char text[64];
    CHECK_INT(log_header_compare("{", 1, "{}", "a.wlog", &same, text, sizeof text, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "a.wlog:1");
    CHECK_INT(log_header_compare("{}", 2, "{", "a.wlog", &same, text, sizeof text, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "a.wlog:1");
}

static wend_status compare_again(void* context, wend_error* error) {
    bool same;
    char text[64];
    (void)context;
    WEND_TRY(log_header_compare("{\"a\": [1]}", 10, "{\"a\": {\"b\": 2}}", "a.wlog", &same, text,
                                sizeof text, error));
    CHECK_TEXT(text, "a [1] → {\"b\": 2}");
    return WEND_OK;
}

TEST(comparing_headers_survives_every_failing_allocation) {
    test_each_allocation(compare_again, NULL, 100);
}
