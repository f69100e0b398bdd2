// Damaged logs on disk: what is refused, dropped, repaired and reported.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log_fixture.h"
#include "test.h"

#include "wend/files.h"

TEST(any_flipped_bit_costs_one_record_and_is_reported) {
    wend_error error;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    size_t header = (size_t)(strchr(whole.data, '\n') + 1 - whole.data);
    for (size_t at = header; at < whole.size; at += 7) {
        wend_log_set set;
        wend_log* log;
        char was = whole.data[at];
        whole.data[at] ^= 1 << at % 8;
        test_log_put_bytes(p.path, whole.data, whole.size);
        whole.data[at] = was;
        bool cut = at + 1 == whole.size;  // the last newline: a torn line
        if (!cut) {
            CHECK_INT(wend_log_read(p.path, &set, &error), WEND_FORMAT);
            CHECK_HAS(error.message, "a.wlog:");
            CHECK_HAS(error.message, "damaged");
        }
        CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
        CHECK(cut || test_log_warnings > 0);
        if (!cut) CHECK_HAS(test_log_last_warning, "a.wlog:");
        CHECK(wend_log_count(log) >= (was == '\n' ? 2 : 3));
        wend_log_close(log);
        CHECK_OK(test_log_write(p.path, TEST_LOG_MIXED, &error));
        test_log_check_bytes(p.path, whole.data, whole.size);
    }
    wend_file_bytes_destroy(&whole);
}

TEST(records_of_no_episode_and_second_records_are_reported_and_left_out) {
    static const char* const lines[] = {
        "{\"index\": -1, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\"}",
        "{\"index\": 4, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\", \"failure\": \"\"}",
        "{\"index\": 2147483648, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\"}",
        "{\"index\": 1, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\", \"failure\": \"\"}",
        "{\"index\": \"1\"}",
        "{\"index\": 12}",  // as long as the end
        "{}",
        "[]",
        "7"};
    wend_error error;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    size_t end = whole.size - strlen("{\"end\": true}") - 10;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        wend_log_set set;
        FILE* file = fopen(p.path, "wb");
        fwrite(whole.data, 1, end, file);
        test_log_put_line(file, lines[i]);
        fclose(file);
        CHECK_INT(wend_log_read(p.path, &set, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "a.wlog:6");
        CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
        CHECK_INT(test_log_warnings, 1);
        CHECK_HAS(test_log_last_warning, "a.wlog:6");
        test_log_check_bytes(p.path, whole.data, whole.size);
    }
    wend_file_bytes_destroy(&whole);
}

TEST(a_damaged_header_is_refused_and_can_be_overwritten) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    whole.data[40] ^= 4;
    test_log_put_bytes(p.path, whole.data, whole.size);
    CHECK_INT(test_log_open(p.path, TEST_LOG_HEADER, &log, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "a.wlog:1: the header of this log is damaged");
    test_log_check_bytes(p.path, whole.data, whole.size);
    CHECK_OK(
        wend_log_open(&(wend_log_def){.path = p.path, .header = TEST_LOG_HEADER, .overwrite = true},
                      &log, &error));
    wend_log_close(log);
    wend_file_bytes_destroy(&whole);
}

TEST(nothing_belongs_behind_the_end_of_a_log) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    wend_text_out twice = {0};
    test_log_paths p = test_log_make_paths(&whole);
    const char* end = memrchr(whole.data, '\n', whole.size - 1);
    wend_text_put_bytes(&twice, whole.data, whole.size);
    wend_text_put_bytes(&twice, end + 1, (size_t)(whole.data + whole.size - end - 1));
    test_log_put_bytes(p.path, twice.items, twice.count);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 4);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    test_log_check_bytes(p.path, whole.data, whole.size);
    wend_text_destroy(&twice);
    wend_file_bytes_destroy(&whole);
}

TEST(dropped_records_can_be_appended_again) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    CHECK_OK(test_log_open(p.whole, TEST_LOG_HEADER, &log, &error));
    wend_log_drop(log, (bool[4]){false, true, true, false});
    CHECK_INT(wend_log_count(log), 2);
    CHECK_INT(wend_log_at(log, 1).index, 3);
    CHECK(wend_log_at(log, 1).source_hash == 7);
    for (int i = 2; i > 0; i--) {
        wend_log_record record = test_log_record(i);
        CHECK_OK(wend_log_append(log, &record, &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    test_log_check_bytes(p.whole, whole.data, whole.size);
    wend_file_bytes_destroy(&whole);
}

TEST(temporary_files_beside_a_log_are_removed_and_nothing_else) {
    wend_error error;
    wend_file_bytes whole;
    char part[1100];
    test_log_paths p = test_log_make_paths(&whole);
    snprintf(part, sizeof part, "%s.part", p.path);
    test_log_put_bytes(part, whole.data, 100);
    CHECK_OK(test_log_write(p.path, TEST_LOG_MIXED, &error));
    CHECK(!wend_file_exists(part));
    unlink(p.path);
    test_log_put_bytes(part, "notes of somebody", 17);
    CHECK_INT(test_log_write(p.path, TEST_LOG_MIXED, &error), WEND_IO);
    CHECK_HAS(error.message, ".part: cannot create");
    test_log_check_bytes(part, "notes of somebody", 17);
    wend_file_bytes_destroy(&whole);
}

TEST(a_link_to_a_log_stays_a_link) {
    wend_error error;
    wend_file_bytes whole;
    struct stat info;
    test_log_paths p = test_log_make_paths(&whole);
    CHECK_INT(symlink("target.wlog", p.path), 0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_MIXED, &error));
    CHECK(lstat(p.path, &info) == 0 && S_ISLNK(info.st_mode));
    test_log_check_bytes(test_path("target.wlog"), whole.data, whole.size);
    wend_file_bytes_destroy(&whole);
}

TEST(bytes_that_are_no_utf8_do_not_make_a_log_unreadable) {
    wend_error error;
    wend_log* log;
    wend_log_set set;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    wend_log_record record = {
        .index = 0, .id = "\xc3\xa4\xff", .scene = "\xe2\x80", .failure = "\xed\xa0\x80 \xf0\x9f"};
    CHECK_OK(wend_log_append(log, &record, &error));
    wend_log_close(log);
    CHECK_OK(wend_log_read(path, &set, &error));
    CHECK_TEXT(set.records[0].id, "\xc3\xa4\xef\xbf\xbd");
    wend_log_destroy(&set);
}

TEST(a_torn_end_is_cut_off_even_if_nothing_is_added) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    size_t without = whole.size - strlen("{\"end\": true}") - 10;
    test_log_put_bytes(p.path, whole.data, without + 5);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 4);
    CHECK_INT(test_log_warnings, 0);
    CHECK_OK(wend_log_finish(log, false, &error));
    test_log_check_bytes(p.path, whole.data, without);
    wend_log_close(log);
    // Truncated by another process while it was torn.
    test_log_put_bytes(p.path, whole.data, without + 5);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(truncate(p.path, (off_t)without - 20), 0);
    CHECK_INT(wend_log_finish(log, false, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog was changed by another program while the run wrote it");
    CHECK_INT(truncate(p.path, 10), 0);
    CHECK_INT(wend_log_finish(log, false, &error), WEND_IO);
    wend_log_close(log);
    wend_file_bytes_destroy(&whole);
}

TEST(a_resumed_log_that_is_changed_is_an_error) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    size_t header = (size_t)(strchr(whole.data, '\n') + 1 - whole.data);
    test_log_put_bytes(p.path, whole.data, header);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK(!wend_log_is_lost(log));
    test_log_put_bytes(p.path, whole.data, header + 1);
    CHECK(wend_log_is_lost(log));
    wend_log_record record = test_log_record(0);
    CHECK_INT(wend_log_append(log, &record, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog was changed by another program");
    wend_log_close(log);
    wend_file_bytes_destroy(&whole);
}

// The same size, another byte: of the header, of the first record, of the last.
TEST(any_byte_that_is_changed_under_the_run_is_found_at_its_end) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    for (size_t at = 0; at < whole.size - 24; at += 1 + at / 8) {
        unlink(p.path);
        CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
        for (int i = 0; i < 4; i++) test_log_append(log, i);
        int descriptor = open(p.path, O_WRONLY);
        char other = (char)(whole.data[at] ^ 1);
        CHECK_INT(pwrite(descriptor, &other, 1, (off_t)at), 1);
        close(descriptor);
        CHECK_INT(wend_log_finish(log, true, &error), WEND_IO);
        CHECK_HAS(error.message, "a.wlog was changed by another program while the run wrote it");
        wend_log_close(log);
    }
    wend_file_bytes_destroy(&whole);
}

TEST(damage_is_counted_with_and_without_a_warning_callback) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    char* second = strchr(whole.data, '\n') + 1;
    second[30] ^= 1;
    strchr(second, '\n')[30] ^= 1;
    test_log_put_bytes(p.path, whole.data, whole.size);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(test_log_warnings, 2);
    CHECK_HAS(test_log_last_warning,
              "a.wlog:3: the line is damaged: its checksum does not match; the line "
              "is left out, and an episode without a record is played again");
    wend_log_close(log);
    wend_log_def quiet = {.path = p.path, .header = TEST_LOG_HEADER};
    CHECK_OK(wend_log_open(&quiet, &log, &error));
    CHECK_INT(wend_log_count(log), 2);
    wend_log_close(log);
    wend_log_set set;
    CHECK_INT(wend_log_read(p.path, &set, NULL), WEND_FORMAT);  // without an error struct
    wend_file_bytes_destroy(&whole);
}
