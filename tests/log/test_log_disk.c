// The file of a log: descriptors, names, rights, and every disk call and allocation failing once.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "log/log_file.h"
#include "log/log_fixture.h"
#include "test.h"

// ---- faults -------------------------------------------------------------------------------------

// After any single failure of the disk, the same calls again end with the same bytes.
TEST(every_failing_disk_call_leaves_a_resumable_log) {
    static const int numbers[] = {ENOSPC, EIO};
    wend_error error;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    for (int k = 0; k < 4; k++) {  // two errors, new logs and damaged ones
        for (uint64_t n = 1;; n++) {
            unlink(p.path);
            if (k & 2) {
                whole.data[300] ^= 1;
                test_log_put_bytes(p.path, whole.data, whole.size);
                whole.data[300] ^= 1;
            }
            disk_fail_at(n, numbers[k & 1]);
            uint64_t before = disk_calls();
            error = (wend_error){0};
            wend_status status = test_log_write(p.path, TEST_LOG_MIXED, &error);
            disk_fail_at(0, 0);
            if (disk_calls() - before < n) {
                CHECK_INT(status, WEND_OK);
                CHECK(n > 5);
                break;
            }
            if (status != WEND_OK) CHECK_HAS(error.message, "cannot write");
            CHECK_OK(test_log_write(p.path, TEST_LOG_MIXED, &error));
            test_log_check_bytes(p.path, whole.data, whole.size);
            char part[1100];
            snprintf(part, sizeof part, "%s.part", p.path);
            CHECK(!wend_file_exists(part));
        }
    }
    wend_file_bytes_destroy(&whole);
}

// A record that could not be written is not there, one that was reported as written is.
TEST(no_record_is_lost_when_a_write_fails_between_others) {
    wend_error error;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    for (uint64_t n = 1; n < 12; n++) {
        wend_log* log;
        bool written[4];
        unlink(path);
        CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
        disk_fail_at(n, ENOSPC);
        for (int i = 0; i < 4; i++) {
            wend_log_record record = test_log_record(TEST_LOG_MIXED[i]);
            written[TEST_LOG_MIXED[i]] = wend_log_append(log, &record, &error) == WEND_OK;
        }
        disk_fail_at(0, 0);
        wend_log_close(log);
        CHECK_OK(test_log_open(path, TEST_LOG_HEADER, &log, &error));
        bool there[4] = {false};
        for (int i = 0; i < wend_log_count(log); i++) there[wend_log_at(log, i).index] = true;
        for (int i = 0; i < 4; i++) CHECK_INT(there[i], written[i]);
        CHECK_INT(test_log_warnings, 0);
        wend_log_close(log);
    }
}

static wend_status play_again(void* path, wend_error* error) {
    unlink(path);
    return test_log_write(path, TEST_LOG_MIXED, error);
}

static wend_status resume_again(void* path, wend_error* error) {
    return test_log_write(path, TEST_LOG_MIXED, error);
}

TEST(writing_and_resuming_a_log_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    test_each_allocation(play_again, path, 1000);
    test_each_allocation(resume_again, path, 1000);
}

// ---- the file itself ----------------------------------------------------------------------------

static ino_t inode_of(const char* path) {
    struct stat info;
    CHECK_INT(stat(path, &info), 0);
    return info.st_ino;
}

static unsigned mode_of(const char* path) {
    struct stat info;
    CHECK_INT(stat(path, &info), 0);
    return info.st_mode & 07777;
}

TEST(a_log_begins_with_eight_digits_and_the_word_log) {
    static const char start[] = "0123abCD {\"wend\": \"log\"";
    size_t size = sizeof start - 1;
    CHECK(log_file_looks_like_log(start, size));
    CHECK(!log_file_looks_like_log(start, size - 1));
    for (size_t i = 0; i < size; i++) {
        char other[sizeof start];
        memcpy(other, start, sizeof start);
        other[i] = 'g';  // no hex digit
        CHECK(other[i] == start[i] || !log_file_looks_like_log(other, size));
    }
}

TEST(an_open_log_file_knows_its_end_and_whether_bytes_are_behind_it) {
    wend_error error;
    log_file f;
    wend_file_bytes bytes;
    const char* path = test_path("f");
    test_log_put_bytes(path, "onetwo", 6);
    CHECK_OK(log_file_open(path, &f, &error));
    CHECK(f.end == 0 && !f.torn && f.descriptor >= 0);
    CHECK_TEXT(f.path, path);
    f.end = 3, f.torn = true;
    CHECK_OK(log_file_check(&f, &error));
    CHECK_OK(log_file_cut(&f, &error));
    CHECK(!f.torn && f.end == 3);
    test_log_check_bytes(path, "one", 3);
    CHECK_OK(log_file_append(&f, "four", 4, &error));
    CHECK(!f.torn && f.end == 7);
    test_log_check_bytes(path, "onefour", 7);
    f.end = 3, f.torn = true;  // what is torn is cut before more is written
    CHECK_OK(log_file_append(&f, "x", 1, &error));
    CHECK(!f.torn && f.end == 4);
    test_log_check_bytes(path, "onex", 4);
    f.torn = true;
    ino_t before = inode_of(path);
    CHECK_OK(log_file_replace(&f, "another", 7, &error));
    CHECK(!f.torn && f.end == 7 && inode_of(path) != before);
    test_log_check_bytes(path, "another", 7);
    CHECK_OK(log_file_read(&f, &bytes, &error));
    CHECK_INT(bytes.size, 7);
    CHECK_INT(bytes.data[7], 0);
    wend_file_bytes_destroy(&bytes);
    CHECK_OK(log_file_sync_name(&f, &error));
    log_file_close(&f);
    CHECK_INT(f.descriptor, -1);
    log_file_close(&f);  // twice
}

// The text behind the bytes of a file ends with 0 even where memory was used before.
TEST(the_bytes_of_a_log_file_end_with_0) {
    wend_error error;
    log_file f;
    wend_file_bytes bytes;
    char text[100];
    memset(text, 'a', sizeof text);
    test_log_put_bytes(test_path("f"), text, sizeof text);
    CHECK_OK(log_file_open(test_path("f"), &f, &error));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(log_file_read(&f, &bytes, &error));
        CHECK_INT(bytes.size, sizeof text);
        CHECK_INT(bytes.data[sizeof text], 0);
        bytes.data[sizeof text] = 'z';  // the next ones may lie in the same memory
        wend_file_bytes_destroy(&bytes);
    }
    log_file_close(&f);
}

TEST(a_file_that_can_no_longer_be_read_or_written_is_an_error) {
    wend_error error;
    log_file f, other;
    wend_file_bytes bytes;
    const char* path = test_path("f");
    test_log_put_bytes(path, "one", 3);
    CHECK_OK(log_file_open(path, &f, &error));
    f.end = 3;
    other = f;
    other.descriptor = open(path, O_WRONLY);
    CHECK_INT(log_file_read(&other, &bytes, &error), WEND_IO);
    CHECK_HAS(error.message, "/f: cannot read: Bad file descriptor");
    CHECK(!bytes.data);
    close(other.descriptor);
    other.descriptor = -1;
    CHECK_INT(log_file_read(&other, &bytes, &error), WEND_IO);
    CHECK_HAS(error.message, "/f: cannot read: Bad file descriptor");
    CHECK_INT(log_file_check(&other, &error), WEND_IO);
    CHECK_HAS(error.message, "/f was deleted or replaced while the run wrote it");
    other.descriptor = open(path, O_RDONLY);  // neither writing nor cutting off works
    CHECK_INT(log_file_append(&other, "x", 1, &error), WEND_IO);
    CHECK_HAS(error.message, "/f: cannot write: Bad file descriptor");
    CHECK(other.torn && other.end == 3);
    CHECK_INT(log_file_cut(&other, &error), WEND_IO);
    CHECK(other.torn);
    close(other.descriptor);
    f.end = 4;
    CHECK_INT(log_file_check(&f, &error), WEND_IO);
    CHECK_HAS(error.message,
              "/f was changed by another program while the run wrote it (3 bytes, "
              "4 were written); run it again");
    f.end = 2;
    CHECK_INT(log_file_check(&f, &error), WEND_IO);
    log_file_close(&f);
}

TEST(a_failed_write_leaves_the_file_valid_and_a_short_one_continues) {
    wend_error error;
    log_file f;
    const char* path = test_path("f");
    CHECK_OK(log_file_open(path, &f, &error));
    CHECK_OK(log_file_append(&f, "one", 3, &error));
    disk_fail_at(1, ENOSPC);
    CHECK_INT(log_file_append(&f, "more", 4, &error), WEND_IO);
    CHECK(!f.torn && f.end == 3);
    test_log_check_bytes(path, "one", 3);
    disk_fail_at(2, ENOSPC);  // the sync
    CHECK_INT(log_file_append(&f, "more", 4, &error), WEND_IO);
    test_log_check_bytes(path, "one", 3);
    disk_fail_at(1, EINTR);  // a signal came in between
    CHECK_OK(log_file_append(&f, "two", 3, &error));
    test_log_check_bytes(path, "onetwo", 6);
    disk_fail_at(1, 0);  // half of it was taken
    CHECK_OK(log_file_append(&f, "abcdef", 6, &error));
    test_log_check_bytes(path, "onetwoabcdef", 12);
    CHECK_INT(f.end, 12);
    disk_fail_at(0, 0);
    log_file_close(&f);
}

TEST(a_new_log_has_the_usual_rights_and_a_replaced_one_keeps_its_own) {
    wend_error error;
    const char* path = test_path("a.wlog");
    umask(022);
    CHECK_OK(test_log_write(path, TEST_LOG_MIXED, &error));  // mixed, so replaced at the end
    CHECK_INT(mode_of(path), 0644);
    CHECK_INT(unlink(path), 0);
    umask(0);
    CHECK_OK(test_log_write(path, TEST_LOG_ORDERED, &error));
    CHECK_INT(mode_of(path), 0666);
    static const unsigned modes[] = {0600, 0640, 0755, 0777};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        test_log_put_bytes(path, "", 0);
        CHECK_INT(chmod(path, modes[i]), 0);
        CHECK_OK(test_log_write(path, TEST_LOG_MIXED, &error));
        CHECK_INT(mode_of(path), modes[i]);
    }
}

// The lowest descriptor that there is: 0.
TEST(a_log_is_written_where_the_standard_input_is_closed) {
    wend_error error;
    wend_file_bytes whole;
    test_log_paths p = test_log_make_paths(&whole);
    close(0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK_INT(open("/dev/null", O_RDONLY), 0);  // it was given back
    close(0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    test_log_check_bytes(p.path, whole.data, whole.size);
    wend_file_bytes_destroy(&whole);
}

TEST(a_log_in_the_working_folder_needs_no_folder_in_its_name) {
    wend_error error;
    wend_file_bytes whole;
    test_log_make_paths(&whole);
    CHECK_INT(chdir(test_folder()), 0);
    CHECK_OK(test_log_write("here.wlog", TEST_LOG_MIXED, &error));
    test_log_check_bytes(test_path("here.wlog"), whole.data, whole.size);
    wend_file_bytes_destroy(&whole);
}

// "folder/./././a.wlog" with as many "./" as it takes.
TEST(a_name_has_4090_bytes_at_most) {
    for (int size = 4089; size < 4093; size++) {
        char path[5000];
        wend_error error;
        int n = snprintf(path, sizeof path, "%s/", test_folder());
        while (n + 8 < size) n += snprintf(path + n, sizeof path - (size_t)n, "./");
        snprintf(path + n, sizeof path - (size_t)n, "%s", n + 8 == size ? "abc.wlog" : "ab.wlog");
        CHECK_INT(strlen(path), size);
        wend_status status = test_log_write(path, TEST_LOG_MIXED, &error);
        CHECK_INT(status, size <= 4090 ? WEND_OK : WEND_LIMIT);
        if (status != WEND_OK) CHECK_HAS(error.message, "…: path too long");
    }
}

// A short name of a file whose place has a long one: the name of what is written beside it must
// fit.
TEST(the_whole_name_of_a_log_has_4090_bytes_at_most) {
    char name[201] = "", real[4096];
    wend_error error;
    memset(name, 'd', 200);
    CHECK_INT(chdir(test_folder()), 0);
    CHECK(realpath(".", real));
    size_t size = strlen(real);
    int depth = 0;
    for (; size + 201 <= 4000; size += 201, depth++)
        CHECK(mkdir(name, 0777) == 0 && chdir(name) == 0);
    for (size_t whole = 4089; whole <= 4092; whole++) {
        char file[256] = "";
        memset(file, 'f', whole - size - 1);
        wend_log* log;
        wend_status status = test_log_open(file, TEST_LOG_HEADER, &log, &error);
        CHECK_INT(status, whole <= 4090 ? WEND_OK : WEND_LIMIT);
        if (status != WEND_OK) CHECK_HAS(error.message, "fff…: path too long");
        wend_log_close(log);
        if (status == WEND_OK) CHECK_OK(test_log_write(file, TEST_LOG_MIXED, &error));
        unlink(file);
    }
    for (; depth > 0; depth--) CHECK(chdir("..") == 0 && rmdir(name) == 0);
}

TEST(other_files_beside_a_log_are_kept) {
    wend_error error;
    wend_file_bytes whole;
    char part[1100];
    struct stat info;
    test_log_paths p = test_log_make_paths(&whole);
    snprintf(part, sizeof part, "%s.part", p.path);
    test_log_put_bytes(part, "", 0);  // begun and nothing written
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK(!wend_file_exists(part));
    test_log_put_bytes(part, whole.data, 22);  // a byte less than a log begins with
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    test_log_check_bytes(part, whole.data, 22);
    test_log_put_bytes(part, whole.data, 23);
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK(!wend_file_exists(part));
    CHECK_INT(mkdir(part, 0777), 0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISDIR(info.st_mode));
    CHECK_INT(rmdir(part), 0);
    CHECK_INT(symlink(p.whole, part), 0);
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK_INT(unlink(part), 0);
    CHECK_INT(mkfifo(part, 0666), 0);
    alarm(5);  // to open a pipe would wait for ever
    CHECK_OK(test_log_write(p.path, TEST_LOG_ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISFIFO(info.st_mode));
    wend_file_bytes_destroy(&whole);
}
