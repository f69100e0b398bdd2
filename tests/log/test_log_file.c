// Logs on disk: what is refused, locked, repaired and verified, and every disk call failing once.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/disk.h"
#include "base/file.h"
#include "base/text.h"
#include "test.h"

#include "wend/log.h"

static const char HEADER[] =
    "{\"wend\": \"log\", \"version\": 2, \"task\": \"test\", \"agent\": \"a\", \"episodes\": 4}";

static wend_log_record make_record(int index) {
    static const wend_log_pose poses[2] = {{{0, 0, 0}, 0, 0}, {{0.1f, 0, -0.25f}, 0.1f, 0}};
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
        "{\"index\": -1, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\", \"failure\": "
        "\"\"}",
        "{\"index\": 4, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\", \"failure\": \"\"}",
        "{\"index\": 2147483648, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\"}",
        "{\"index\": 1, \"id\": \"x\", \"scene\": \"s\", \"scene_hash\": \"0\", \"failure\": \"\"}",
        "{\"index\": \"1\"}",
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
