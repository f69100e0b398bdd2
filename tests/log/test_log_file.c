// Logs on disk: what is refused, locked, repaired and verified, and every disk call failing once.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/disk.h"
#include "base/file.h"
#include "base/text.h"
#include "log/log_file.h"
#include "log/log_lines.h"
#include "test.h"

#include "wend/log.h"

static const char HEADER[] =
    "{\"wend\": \"log\", \"version\": 2, \"task\": \"test\", \"agent\": \"a\", \"episodes\": 4}";

static wend_log_record make_record(int index) {
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

static int warnings;
static char last_warning[1400];

static void note_warning(void* context, const char* sentence) {
    (void)context;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", sentence);
}

static wend_status open_log(const char* path, const char* header, wend_log** log,
                            wend_error* error) {
    warnings = 0;
    return wend_log_open(&(wend_log_def){.path = path, .header = header, .warn = note_warning}, log,
                         error);
}

// Opens, appends what is missing of four records in this order, and finishes.
static wend_status play(const char* path, const int order[4], wend_error* error) {
    wend_log* log;
    bool there[4] = {false};
    WEND_TRY(open_log(path, HEADER, &log, error));
    for (int i = 0; i < wend_log_count(log); i++) there[wend_log_at(log, i).index] = true;
    wend_status status = WEND_OK;
    for (int i = 0; i < 4 && status == WEND_OK; i++) {
        wend_log_record record = make_record(order[i]);
        if (!there[order[i]]) status = wend_log_append(log, &record, error);
    }
    if (status == WEND_OK) status = wend_log_finish(log, true, error);
    wend_log_close(log);
    return status;
}

static const int ORDERED[4] = {0, 1, 2, 3}, MIXED[4] = {2, 0, 3, 1};

typedef struct two_paths {
    char whole[1024], path[1024];
} two_paths;

// A finished log to compare with, and a path for another.
static two_paths make_paths(file_bytes* whole) {
    wend_error error;
    two_paths p;
    snprintf(p.whole, sizeof p.whole, "%s", test_path("whole.wlog"));
    snprintf(p.path, sizeof p.path, "%s", test_path("a.wlog"));
    CHECK_OK(play(p.whole, ORDERED, &error));
    CHECK_OK(file_read(p.whole, whole, &error));
    return p;
}

static void check_bytes(const char* path, const char* data, size_t size) {
    wend_error error;
    file_bytes now;
    CHECK_OK(file_read(path, &now, &error));
    CHECK_INT(now.size, size);
    CHECK(memcmp(now.data, data, size) == 0);
    file_bytes_destroy(&now);
}

static void put_bytes(const char* path, const char* data, size_t size) {
    FILE* file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

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
            put_bytes(path, files[i].data, files[i].size);
            wend_log_def def = {.path = path, .header = HEADER, .overwrite = overwrite};
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
    put_bytes(path, line, strlen(line));
    CHECK_INT(open_log(path, HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "is not a wend log");
    check_bytes(path, line, strlen(line));
}

TEST(folders_pipes_and_devices_are_no_logs) {
    wend_error error;
    wend_log* log;
    char pipe_path[1024];
    snprintf(pipe_path, sizeof pipe_path, "%s", test_path("pipe"));
    CHECK_INT(mkfifo(pipe_path, 0666), 0);
    CHECK_INT(open_log(pipe_path, HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "not a regular file");
    CHECK_INT(open_log("/dev/null", HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_INT(open_log("/", HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "a folder");
}

TEST(an_empty_file_and_missing_folders_are_taken) {
    wend_error error;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    put_bytes(p.path, "", 0);
    CHECK_OK(play(p.path, MIXED, &error));
    check_bytes(p.path, whole.data, whole.size);
    char deep[1024];
    snprintf(deep, sizeof deep, "%s", test_path("x/y/z.wlog"));
    CHECK_OK(play(deep, MIXED, &error));
    check_bytes(deep, whole.data, whole.size);
    file_bytes_destroy(&whole);
}

TEST(each_difference_to_a_different_run_is_named) {
    static const char other[] =
        "{\"wend\": \"log\", \"version\": 2, \"task\": \"test\", \"agent\": \"b\", "
        "\"agent_hash\": \"ff\", \"episodes\": 4}";
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    CHECK_INT(open_log(p.whole, other, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message,
              "contains a different run (agent a → b, agent_hash none → ff); choose another path "
              "or pass --overwrite");
    check_bytes(p.whole, whole.data, whole.size);
    CHECK_OK(wend_log_open(&(wend_log_def){.path = p.whole, .header = other, .overwrite = true},
                           &log, &error));
    CHECK_INT(wend_log_count(log), 0);
    wend_log_close(log);
    file_bytes_destroy(&whole);
}

// ---- two at a time ------------------------------------------------------------------------------

TEST(a_log_is_locked_while_it_is_open) {
    wend_error error;
    wend_log *log, *second;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(open_log(path, HEADER, &log, &error));
    CHECK_INT(open_log(path, HEADER, &second, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog is being written by another run");
    // The rewritten file is locked as well.
    for (int i = 3; i >= 0; i--) {
        wend_log_record record = make_record(i);
        CHECK_OK(wend_log_append(log, &record, &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    CHECK_INT(open_log(path, HEADER, &second, &error), WEND_IO);
    wend_log_close(log);
    CHECK_OK(open_log(path, HEADER, &second, &error));
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
            CHECK_OK(open_log(path, HEADER, &log, &error));
            wend_log_record record = make_record(3), next = make_record(1);
            CHECK_OK(wend_log_append(log, &record, &error));
            CHECK_OK(wend_log_append(log, &next, &error));
            if (kind == 0) CHECK_INT(unlink(path), 0);
            if (kind == 1) put_bytes(beside, "mine", 4);
            if (kind == 1) CHECK_INT(rename(beside, path), 0);
            if (kind == 2) CHECK_INT(truncate(path, 5), 0);
            if (kind == 3) CHECK_INT(truncate(path, 100000), 0);
            if (kind == 4) {  // the same size, another byte
                int descriptor = open(path, O_WRONLY);
                CHECK_INT(pwrite(descriptor, "#", 1, 200), 1);
                close(descriptor);
            }
            record = make_record(0);
            wend_status status =
                late ? wend_log_finish(log, true, &error) : wend_log_append(log, &record, &error);
            if (kind < 4 || late) CHECK_INT(status, WEND_IO);
            if (kind < 4) CHECK(wend_log_is_lost(log));
            if (kind == 4 && !late) CHECK_INT(wend_log_finish(log, true, &error), WEND_IO);
            wend_log_close(log);
            if (kind == 1) check_bytes(path, "mine", 4);
        }
}

// ---- damage -------------------------------------------------------------------------------------

TEST(any_flipped_bit_costs_one_record_and_is_reported) {
    wend_error error;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    size_t header = (size_t)(strchr(whole.data, '\n') + 1 - whole.data);
    for (size_t at = header; at < whole.size; at += 7) {
        wend_log_set set;
        wend_log* log;
        char was = whole.data[at];
        whole.data[at] ^= 1 << at % 8;
        put_bytes(p.path, whole.data, whole.size);
        whole.data[at] = was;
        bool cut = at + 1 == whole.size;  // the last newline: a torn line
        if (!cut) {
            CHECK_INT(wend_log_read(p.path, &set, &error), WEND_FORMAT);
            CHECK_HAS(error.message, "a.wlog:");
            CHECK_HAS(error.message, "damaged");
        }
        CHECK_OK(open_log(p.path, HEADER, &log, &error));
        CHECK(cut || warnings > 0);
        if (!cut) CHECK_HAS(last_warning, "a.wlog:");
        CHECK(wend_log_count(log) >= (was == '\n' ? 2 : 3));
        wend_log_close(log);
        CHECK_OK(play(p.path, MIXED, &error));
        check_bytes(p.path, whole.data, whole.size);
    }
    file_bytes_destroy(&whole);
}

static void put_line(FILE* file, const char* json) {
    fprintf(file, "%08lx %s\n", crc32(0, (const Bytef*)json, (uInt)strlen(json)), json);
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
    file_bytes whole;
    two_paths p = make_paths(&whole);
    size_t end = whole.size - strlen("{\"end\": true}") - 10;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        wend_log_set set;
        FILE* file = fopen(p.path, "wb");
        fwrite(whole.data, 1, end, file);
        put_line(file, lines[i]);
        fclose(file);
        CHECK_INT(wend_log_read(p.path, &set, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "a.wlog:6");
        CHECK_OK(play(p.path, ORDERED, &error));
        CHECK_INT(warnings, 1);
        CHECK_HAS(last_warning, "a.wlog:6");
        check_bytes(p.path, whole.data, whole.size);
    }
    file_bytes_destroy(&whole);
}

TEST(a_damaged_header_is_refused_and_can_be_overwritten) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    whole.data[40] ^= 4;
    put_bytes(p.path, whole.data, whole.size);
    CHECK_INT(open_log(p.path, HEADER, &log, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "a.wlog:1: the header of this log is damaged");
    check_bytes(p.path, whole.data, whole.size);
    CHECK_OK(wend_log_open(&(wend_log_def){.path = p.path, .header = HEADER, .overwrite = true},
                           &log, &error));
    wend_log_close(log);
    file_bytes_destroy(&whole);
}

TEST(nothing_belongs_behind_the_end_of_a_log) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    text_out twice = {0};
    two_paths p = make_paths(&whole);
    const char* end = memrchr(whole.data, '\n', whole.size - 1);
    text_put_bytes(&twice, whole.data, whole.size);
    text_put_bytes(&twice, end + 1, (size_t)(whole.data + whole.size - end - 1));
    put_bytes(p.path, twice.items, twice.count);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 4);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    check_bytes(p.path, whole.data, whole.size);
    text_destroy(&twice);
    file_bytes_destroy(&whole);
}

TEST(dropped_records_can_be_appended_again) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    CHECK_OK(open_log(p.whole, HEADER, &log, &error));
    wend_log_drop(log, (bool[4]){false, true, true, false});
    CHECK_INT(wend_log_count(log), 2);
    CHECK_INT(wend_log_at(log, 1).index, 3);
    CHECK(wend_log_at(log, 1).source_hash == 7);
    for (int i = 2; i > 0; i--) {
        wend_log_record record = make_record(i);
        CHECK_OK(wend_log_append(log, &record, &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    check_bytes(p.whole, whole.data, whole.size);
    file_bytes_destroy(&whole);
}

TEST(what_a_killed_run_left_beside_its_log_is_removed_and_nothing_else) {
    wend_error error;
    file_bytes whole;
    char part[1100];
    two_paths p = make_paths(&whole);
    snprintf(part, sizeof part, "%s.part", p.path);
    put_bytes(part, whole.data, 100);
    CHECK_OK(play(p.path, MIXED, &error));
    CHECK(!file_exists(part));
    unlink(p.path);
    put_bytes(part, "notes of somebody", 17);
    CHECK_INT(play(p.path, MIXED, &error), WEND_IO);
    CHECK_HAS(error.message, ".part: cannot create");
    check_bytes(part, "notes of somebody", 17);
    file_bytes_destroy(&whole);
}

TEST(a_link_to_a_log_stays_a_link) {
    wend_error error;
    file_bytes whole;
    struct stat info;
    two_paths p = make_paths(&whole);
    CHECK_INT(symlink("target.wlog", p.path), 0);
    CHECK_OK(play(p.path, MIXED, &error));
    CHECK(lstat(p.path, &info) == 0 && S_ISLNK(info.st_mode));
    check_bytes(test_path("target.wlog"), whole.data, whole.size);
    file_bytes_destroy(&whole);
}

TEST(bytes_that_are_no_utf8_do_not_make_a_log_unreadable) {
    wend_error error;
    wend_log* log;
    wend_log_set set;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(open_log(path, HEADER, &log, &error));
    wend_log_record record = {
        .index = 0, .id = "\xc3\xa4\xff", .scene = "\xe2\x80", .failure = "\xed\xa0\x80 \xf0\x9f"};
    CHECK_OK(wend_log_append(log, &record, &error));
    wend_log_close(log);
    CHECK_OK(wend_log_read(path, &set, &error));
    CHECK_TEXT(set.records[0].id, "\xc3\xa4\xef\xbf\xbd");
    wend_log_destroy(&set);
}

// ---- faults -------------------------------------------------------------------------------------

// After any single failure of the disk, the same calls again end with the same bytes.
TEST(every_failing_disk_call_leaves_a_log_that_goes_on) {
    static const int numbers[] = {ENOSPC, EIO};
    wend_error error;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    for (int k = 0; k < 4; k++) {  // two errors, new logs and damaged ones
        for (uint64_t n = 1;; n++) {
            unlink(p.path);
            if (k & 2) {
                whole.data[300] ^= 1;
                put_bytes(p.path, whole.data, whole.size);
                whole.data[300] ^= 1;
            }
            disk_fail_at(n, numbers[k & 1]);
            uint64_t before = disk_calls();
            error = (wend_error){0};
            wend_status status = play(p.path, MIXED, &error);
            disk_fail_at(0, 0);
            if (disk_calls() - before < n) {
                CHECK_INT(status, WEND_OK);
                CHECK(n > 5);
                break;
            }
            if (status != WEND_OK) CHECK_HAS(error.message, "cannot write");
            CHECK_OK(play(p.path, MIXED, &error));
            check_bytes(p.path, whole.data, whole.size);
            char part[1100];
            snprintf(part, sizeof part, "%s.part", p.path);
            CHECK(!file_exists(part));
        }
    }
    file_bytes_destroy(&whole);
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
        CHECK_OK(open_log(path, HEADER, &log, &error));
        disk_fail_at(n, ENOSPC);
        for (int i = 0; i < 4; i++) {
            wend_log_record record = make_record(MIXED[i]);
            written[MIXED[i]] = wend_log_append(log, &record, &error) == WEND_OK;
        }
        disk_fail_at(0, 0);
        wend_log_close(log);
        CHECK_OK(open_log(path, HEADER, &log, &error));
        bool there[4] = {false};
        for (int i = 0; i < wend_log_count(log); i++) there[wend_log_at(log, i).index] = true;
        for (int i = 0; i < 4; i++) CHECK_INT(there[i], written[i]);
        CHECK_INT(warnings, 0);
        wend_log_close(log);
    }
}

static wend_status play_again(void* path, wend_error* error) {
    unlink(path);
    return play(path, MIXED, error);
}

static wend_status resume_again(void* path, wend_error* error) { return play(path, MIXED, error); }

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
    file_bytes bytes;
    const char* path = test_path("f");
    put_bytes(path, "onetwo", 6);
    CHECK_OK(log_file_open(path, &f, &error));
    CHECK(f.end == 0 && !f.torn && f.descriptor >= 0);
    CHECK_TEXT(f.path, path);
    f.end = 3, f.torn = true;
    CHECK_OK(log_file_check(&f, &error));
    CHECK_OK(log_file_cut(&f, &error));
    CHECK(!f.torn && f.end == 3);
    check_bytes(path, "one", 3);
    CHECK_OK(log_file_append(&f, "four", 4, &error));
    CHECK(!f.torn && f.end == 7);
    check_bytes(path, "onefour", 7);
    f.end = 3, f.torn = true;  // what is torn is cut before more is written
    CHECK_OK(log_file_append(&f, "x", 1, &error));
    CHECK(!f.torn && f.end == 4);
    check_bytes(path, "onex", 4);
    f.torn = true;
    ino_t before = inode_of(path);
    CHECK_OK(log_file_replace(&f, "another", 7, &error));
    CHECK(!f.torn && f.end == 7 && inode_of(path) != before);
    check_bytes(path, "another", 7);
    CHECK_OK(log_file_read(&f, &bytes, &error));
    CHECK_INT(bytes.size, 7);
    CHECK_INT(bytes.data[7], 0);
    file_bytes_destroy(&bytes);
    CHECK_OK(log_file_sync_name(&f, &error));
    log_file_close(&f);
    CHECK_INT(f.descriptor, -1);
    log_file_close(&f);  // twice
}

// The text behind the bytes of a file ends with 0 even where memory was used before.
TEST(the_bytes_of_a_log_file_end_with_0) {
    wend_error error;
    log_file f;
    file_bytes bytes;
    char text[100];
    memset(text, 'a', sizeof text);
    put_bytes(test_path("f"), text, sizeof text);
    CHECK_OK(log_file_open(test_path("f"), &f, &error));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(log_file_read(&f, &bytes, &error));
        CHECK_INT(bytes.size, sizeof text);
        CHECK_INT(bytes.data[sizeof text], 0);
        bytes.data[sizeof text] = 'z';  // the next ones may lie in the same memory
        file_bytes_destroy(&bytes);
    }
    log_file_close(&f);
}

TEST(a_file_that_cannot_be_read_or_written_any_more_is_told) {
    wend_error error;
    log_file f, other;
    file_bytes bytes;
    const char* path = test_path("f");
    put_bytes(path, "one", 3);
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

TEST(a_write_that_fails_leaves_the_file_whole_and_one_that_is_cut_short_goes_on) {
    wend_error error;
    log_file f;
    const char* path = test_path("f");
    CHECK_OK(log_file_open(path, &f, &error));
    CHECK_OK(log_file_append(&f, "one", 3, &error));
    disk_fail_at(1, ENOSPC);
    CHECK_INT(log_file_append(&f, "more", 4, &error), WEND_IO);
    CHECK(!f.torn && f.end == 3);
    check_bytes(path, "one", 3);
    disk_fail_at(2, ENOSPC);  // the sync
    CHECK_INT(log_file_append(&f, "more", 4, &error), WEND_IO);
    check_bytes(path, "one", 3);
    disk_fail_at(1, EINTR);  // a signal came in between
    CHECK_OK(log_file_append(&f, "two", 3, &error));
    check_bytes(path, "onetwo", 6);
    disk_fail_at(1, 0);  // half of it was taken
    CHECK_OK(log_file_append(&f, "abcdef", 6, &error));
    check_bytes(path, "onetwoabcdef", 12);
    CHECK_INT(f.end, 12);
    disk_fail_at(0, 0);
    log_file_close(&f);
}

TEST(a_new_log_has_the_usual_rights_and_a_replaced_one_keeps_its_own) {
    wend_error error;
    const char* path = test_path("a.wlog");
    umask(022);
    CHECK_OK(play(path, MIXED, &error));  // mixed, so replaced at the end
    CHECK_INT(mode_of(path), 0644);
    CHECK_INT(unlink(path), 0);
    umask(0);
    CHECK_OK(play(path, ORDERED, &error));
    CHECK_INT(mode_of(path), 0666);
    static const unsigned modes[] = {0600, 0640, 0755, 0777};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        put_bytes(path, "", 0);
        CHECK_INT(chmod(path, modes[i]), 0);
        CHECK_OK(play(path, MIXED, &error));
        CHECK_INT(mode_of(path), modes[i]);
    }
}

// The lowest descriptor that there is: 0.
TEST(a_log_is_written_where_the_standard_input_is_closed) {
    wend_error error;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    close(0);
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK_INT(open("/dev/null", O_RDONLY), 0);  // it was given back
    close(0);
    CHECK_OK(play(p.path, ORDERED, &error));
    check_bytes(p.path, whole.data, whole.size);
    file_bytes_destroy(&whole);
}

TEST(a_log_in_the_working_folder_needs_no_folder_in_its_name) {
    wend_error error;
    file_bytes whole;
    make_paths(&whole);
    CHECK_INT(chdir(test_folder()), 0);
    CHECK_OK(play("here.wlog", MIXED, &error));
    check_bytes(test_path("here.wlog"), whole.data, whole.size);
    file_bytes_destroy(&whole);
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
        wend_status status = play(path, MIXED, &error);
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
        wend_status status = open_log(file, HEADER, &log, &error);
        CHECK_INT(status, whole <= 4090 ? WEND_OK : WEND_LIMIT);
        if (status != WEND_OK) CHECK_HAS(error.message, "fff…: path too long");
        wend_log_close(log);
        if (status == WEND_OK) CHECK_OK(play(file, MIXED, &error));
        unlink(file);
    }
    for (; depth > 0; depth--) CHECK(chdir("..") == 0 && rmdir(name) == 0);
}

TEST(what_lies_beside_a_log_and_is_no_file_or_no_log_stays) {
    wend_error error;
    file_bytes whole;
    char part[1100];
    struct stat info;
    two_paths p = make_paths(&whole);
    snprintf(part, sizeof part, "%s.part", p.path);
    put_bytes(part, "", 0);  // begun and nothing written
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK(!file_exists(part));
    put_bytes(part, whole.data, 22);  // a byte less than a log begins with
    CHECK_OK(play(p.path, ORDERED, &error));
    check_bytes(part, whole.data, 22);
    put_bytes(part, whole.data, 23);
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK(!file_exists(part));
    CHECK_INT(mkdir(part, 0777), 0);
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISDIR(info.st_mode));
    CHECK_INT(rmdir(part), 0);
    CHECK_INT(symlink(p.whole, part), 0);
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK_INT(unlink(part), 0);
    CHECK_INT(mkfifo(part, 0666), 0);
    alarm(5);  // to open a pipe would wait for ever
    CHECK_OK(play(p.path, ORDERED, &error));
    CHECK(lstat(part, &info) == 0 && S_ISFIFO(info.st_mode));
    file_bytes_destroy(&whole);
}

// ---- what is written when -----------------------------------------------------------------------

static void append_record(wend_log* log, int index) {
    wend_error error;
    wend_log_record record = make_record(index);
    CHECK_OK(wend_log_append(log, &record, &error));
}

// A file that has become another one has another inode.
TEST(a_log_that_is_in_order_is_never_replaced) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    put_bytes(path, "", 0);
    ino_t inode = inode_of(path);
    CHECK_OK(open_log(path, HEADER, &log, &error));
    CHECK_INT(inode_of(path), inode);
    CHECK_OK(wend_log_finish(log, false, &error));  // no records yet
    wend_log_close(log);
    CHECK_OK(open_log(path, HEADER, &log, &error));  // the header alone
    CHECK_INT(inode_of(path), inode);
    for (int i = 0; i < 3; i++) append_record(log, i);
    wend_log_close(log);
    CHECK_OK(open_log(path, HEADER, &log, &error));
    wend_log_drop(log, (bool[3]){false, false, false});
    append_record(log, 3);
    CHECK_OK(wend_log_finish(log, false, &error));
    CHECK_OK(wend_log_finish(log, true, &error));
    CHECK_INT(inode_of(path), inode);
    wend_log_close(log);
}

TEST(the_end_is_written_once_and_taken_back_when_more_comes) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    size_t without = whole.size - strlen("{\"end\": true}") - 10;
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    for (int i = 0; i < 4; i++) append_record(log, i);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(wend_log_finish(log, true, &error));
        check_bytes(p.path, whole.data, whole.size);
    }
    CHECK_OK(wend_log_finish(log, false, &error));
    check_bytes(p.path, whole.data, without);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    wend_log_drop(log, (bool[4]){false, false, false, true});
    append_record(log, 3);
    wend_log_close(log);
    check_bytes(p.path, whole.data, without);
    // A run that goes on behind its end, with nothing dropped.
    size_t third = without;
    while (whole.data[third - 2] != '\n') third--;
    text_out less = {0};
    text_put_bytes(&less, whole.data, third - 1);
    text_put_bytes(&less, whole.data + without, whole.size - without);
    put_bytes(p.path, less.items, less.count);
    text_destroy(&less);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 3);
    append_record(log, 3);
    wend_log_close(log);
    check_bytes(p.path, whole.data, without);
    file_bytes_destroy(&whole);
}

// A record is two calls of the disk, a write and a sync; only the first behind an end or a gap is
// more.
TEST(a_log_with_an_end_or_a_gap_is_written_anew_once) {
    wend_error error;
    wend_log* log;
    const char* path = test_path("a.wlog");
    for (int gap = 0; gap < 2; gap++) {
        unlink(path);
        CHECK_OK(open_log(path, HEADER, &log, &error));
        append_record(log, 0);
        append_record(log, 1);
        CHECK_OK(wend_log_finish(log, !gap, &error));
        wend_log_close(log);
        CHECK_OK(open_log(path, HEADER, &log, &error));
        if (gap) wend_log_drop(log, (bool[2]){true, false});
        ino_t inode = inode_of(path);
        append_record(log, 2);
        CHECK(inode_of(path) != inode);
        uint64_t before = disk_calls();
        append_record(log, 3);
        CHECK_INT(disk_calls() - before, 2);
        CHECK_INT(wend_log_damaged(log), 0);
        wend_log_close(log);
    }
}

TEST(a_torn_end_is_cut_off_even_if_nothing_is_added) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    size_t without = whole.size - strlen("{\"end\": true}") - 10;
    put_bytes(p.path, whole.data, without + 5);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK_INT(wend_log_count(log), 4);
    CHECK_INT(warnings, 0);
    CHECK_OK(wend_log_finish(log, false, &error));
    check_bytes(p.path, whole.data, without);
    wend_log_close(log);
    // Cut shorter by somebody else while it was torn.
    put_bytes(p.path, whole.data, without + 5);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK_INT(truncate(p.path, (off_t)without - 20), 0);
    CHECK_INT(wend_log_finish(log, false, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog was changed by another program while the run wrote it");
    CHECK_INT(truncate(p.path, 10), 0);
    CHECK_INT(wend_log_finish(log, false, &error), WEND_IO);
    wend_log_close(log);
    file_bytes_destroy(&whole);
}

TEST(a_resumed_log_that_is_changed_is_an_error) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    size_t header = (size_t)(strchr(whole.data, '\n') + 1 - whole.data);
    put_bytes(p.path, whole.data, header);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK(!wend_log_is_lost(log));
    put_bytes(p.path, whole.data, header + 1);
    CHECK(wend_log_is_lost(log));
    wend_log_record record = make_record(0);
    CHECK_INT(wend_log_append(log, &record, &error), WEND_IO);
    CHECK_HAS(error.message, "a.wlog was changed by another program");
    wend_log_close(log);
    file_bytes_destroy(&whole);
}

// The same size, another byte: of the header, of the first record, of the last.
TEST(any_byte_that_is_changed_under_the_run_is_found_at_its_end) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    for (size_t at = 0; at < whole.size - 24; at += 1 + at / 8) {
        unlink(p.path);
        CHECK_OK(open_log(p.path, HEADER, &log, &error));
        for (int i = 0; i < 4; i++) append_record(log, i);
        int descriptor = open(p.path, O_WRONLY);
        char other = (char)(whole.data[at] ^ 1);
        CHECK_INT(pwrite(descriptor, &other, 1, (off_t)at), 1);
        close(descriptor);
        CHECK_INT(wend_log_finish(log, true, &error), WEND_IO);
        CHECK_HAS(error.message, "a.wlog was changed by another program while the run wrote it");
        wend_log_close(log);
    }
    file_bytes_destroy(&whole);
}

TEST(a_record_that_was_not_written_is_not_counted) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(open_log(path, HEADER, &log, &error));
    append_record(log, 0);
    wend_log_record record = make_record(1);
    disk_fail_at(1, ENOSPC);
    CHECK_INT(wend_log_append(log, &record, &error), WEND_IO);
    disk_fail_at(0, 0);
    CHECK_INT(wend_log_count(log), 1);
    append_record(log, 2);
    CHECK_INT(wend_log_count(log), 2);
    CHECK_INT(wend_log_at(log, 1).index, 2);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
}

TEST(entries_of_a_log_say_what_became_of_their_episodes) {
    wend_error error;
    wend_log* log;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    CHECK_OK(open_log(path, HEADER, &log, &error));
    wend_log_record records[3] = {make_record(0), make_record(1), make_record(2)};
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
        if (!reopened) CHECK_OK(open_log(path, HEADER, &log, &error));
    }
}

TEST(damage_is_counted_with_and_without_somebody_to_tell) {
    wend_error error;
    wend_log* log;
    file_bytes whole;
    two_paths p = make_paths(&whole);
    char* second = strchr(whole.data, '\n') + 1;
    second[30] ^= 1;
    strchr(second, '\n')[30] ^= 1;
    put_bytes(p.path, whole.data, whole.size);
    CHECK_OK(open_log(p.path, HEADER, &log, &error));
    CHECK_INT(wend_log_damaged(log), 2);
    CHECK_INT(warnings, 2);
    CHECK_HAS(last_warning,
              "a.wlog:3: the line is damaged: its checksum does not match; the line "
              "is left out, and an episode without a record is played again");
    wend_log_close(log);
    wend_log_def quiet = {.path = p.path, .header = HEADER};
    CHECK_OK(wend_log_open(&quiet, &log, &error));
    CHECK_INT(wend_log_damaged(log), 2);
    CHECK_INT(wend_log_count(log), 2);
    wend_log_close(log);
    wend_log_set set;
    CHECK_INT(wend_log_read(p.path, &set, NULL), WEND_FORMAT);  // nobody asks why
    file_bytes_destroy(&whole);
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
        put_line(file, broken[i]);
        fclose(file);
        CHECK_INT(open_log(path, HEADER, &log, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "a.wlog:1");
        CHECK(!log);
    }
}

TEST(a_header_whose_count_of_episodes_is_impossible_is_refused_when_the_log_goes_on) {
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
        CHECK_OK(open_log(path, headers[i], &log, &error));
        wend_log_close(log);
        CHECK_INT(open_log(path, headers[i], &log, &error), i < 4 ? WEND_FORMAT : WEND_OK);
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

TEST(differences_of_headers_are_told_as_a_person_reads_them) {
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

TEST(headers_that_are_no_json_are_told_with_their_file) {
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
