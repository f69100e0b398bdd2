// When a log is written: in place, anew, or not at all.
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "log/log_fixture.h"
#include "test.h"

#include "wend/files.h"

static ino_t inode_of(const char* path) {
    struct stat info;
    CHECK_INT(stat(path, &info), 0);
    return info.st_ino;
}

// A file that has become another one has another inode.
TEST(a_log_that_is_in_order_is_never_replaced) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    test_log_put_bytes(path, "", 0);
    ino_t inode = inode_of(path);
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(inode_of(path), inode);
    CHECK_OK(wend_log_finish(log, false, &error));  // no records yet
    wend_log_close(log);
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));  // the header alone
    CHECK_INT(inode_of(path), inode);
    for (int i = 0; i < 3; i++) test_log_append(log, i);
    wend_log_close(log);
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    wend_log_drop(log, (bool[3]){false, false, false});
    test_log_append(log, 3);
    CHECK_OK(wend_log_finish(log, false, &error));
    CHECK_OK(wend_log_finish(log, true, &error));
    CHECK_INT(inode_of(path), inode);
    wend_log_close(log);
}

TEST(the_end_is_written_once_and_taken_back_when_more_comes) {
    wend_error error;
    wend_log* log;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    size_t without = whole.size - strlen("{\"end\": true}") - 10;
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    for (int i = 0; i < 4; i++) test_log_append(log, i);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(wend_log_finish(log, true, &error));
        test_log_check_bytes(p.path, whole.data, whole.size);
    }
    CHECK_OK(wend_log_finish(log, false, &error));
    test_log_check_bytes(p.path, whole.data, without);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    wend_log_drop(log, (bool[4]){false, false, false, true});
    test_log_append(log, 3);
    wend_log_close(log);
    test_log_check_bytes(p.path, whole.data, without);
    // A run that goes on behind its end, with nothing dropped.
    size_t third = without;
    while (whole.data[third - 2] != '\n') third--;
    wend_text_out less = {0};
    wend_text_put_bytes(&less, whole.data, third - 1);
    wend_text_put_bytes(&less, whole.data + without, whole.size - without);
    test_log_put_bytes(p.path, less.items, less.count);
    wend_text_destroy(&less);
    CHECK_OK(test_log_open(p.path, TEST_LOG_HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 3);
    test_log_append(log, 3);
    wend_log_close(log);
    test_log_check_bytes(p.path, whole.data, without);
    wend_file_bytes_destroy(&whole);
}

// A record is two calls of the disk, a write and a sync; only the first behind an end or a gap is
// more.
TEST(a_log_with_an_end_or_a_gap_is_written_anew_once) {
    wend_error error;
    wend_log* log;
    const char* path = test_path("a.wlog");
    for (int gap = 0; gap < 2; gap++) {
        unlink(path);
        CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
        test_log_append(log, 0);
        test_log_append(log, 1);
        CHECK_OK(wend_log_finish(log, !gap, &error));
        wend_log_close(log);
        CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
        if (gap) wend_log_drop(log, (bool[2]){true, false});
        ino_t inode = inode_of(path);
        test_log_append(log, 2);
        CHECK(inode_of(path) != inode);
        uint64_t before = disk_calls();
        test_log_append(log, 3);
        CHECK_INT(disk_calls() - before, 2);
        CHECK_INT(test_log_warnings, 0);
        wend_log_close(log);
    }
}

TEST(a_record_that_was_not_written_is_not_counted) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    test_log_append(log, 0);
    wend_log_record record = test_log_record(1);
    disk_fail_at(1, ENOSPC);
    CHECK_INT(wend_log_append(log, &record, &error), WEND_IO);
    disk_fail_at(0, 0);
    CHECK_INT(wend_log_count(log), 1);
    test_log_append(log, 2);
    CHECK_INT(wend_log_count(log), 2);
    CHECK_INT(wend_log_at(log, 1).index, 2);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
}

TEST(entries_of_a_log_have_the_outcome_of_their_episodes) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    wend_log_record records[3] = {test_log_record(0), test_log_record(1), test_log_record(2)};
    records[1].agent_error = "it raised";
    records[1].scene = "other";
    records[2].failure = "no scene";
    records[2].source_hash = 0;
    for (int i = 0; i < 3; i++) {
        records[i].scene_hash = 0xfedcba9876543210u + (uint64_t)i;
        CHECK_OK(wend_log_append(log, &records[i], &error));
    }
    for (int reopened = 0; reopened < 2; reopened++) {
        static const wend_log_kind kinds[] = {WEND_LOG_PLAYED, WEND_LOG_AGENT_ERROR,
                                              WEND_LOG_FAILED};
        CHECK_INT(wend_log_count(log), 3);
        for (int i = 0; i < 3; i++) {
            wend_log_entry e = wend_log_at(log, i);
            CHECK_INT(e.index, i);
            CHECK_INT(e.kind, kinds[i]);
            CHECK_TEXT(e.scene, i == 1 ? "other" : "house:1");
            CHECK(e.scene_hash == 0xfedcba9876543210u + (uint64_t)i);
            CHECK_INT(e.source_hash, i < 2 ? 7 : 0);
        }
        wend_log_close(log);
        log = NULL;
        if (!reopened) CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
    }
}
