#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "test.h"

#include "wend/files.h"
#include "wend/log.h"

static const char HEADER[] = "{\"wend\": \"log\", \"version\": 1, \"task\": \"test\"}";

static wend_log_record make_record(int index) {
    static const wend_pose poses[3] = {
        {{0, 0, 0}, 0, 0}, {{0.1f, 0, -0.25f}, 0.1f, 0}, {{1.0f / 3, 0, 2}, -3, 0.5f}};
    static char ids[64][8];
    snprintf(ids[index], sizeof ids[index], "e%d", index);
    return (wend_log_record){.index = index,
                             .id = ids[index],
                             .scene = "house:1",
                             .scene_hash = 0x1234567890abcdefu,
                             .actions = "FS",
                             .outcomes = "x.",
                             .poses = poses,
                             .steps = 2,
                             .facts = "{\"goal\": [1, 2.5, 3], \"name\": \"a \\\"b\\\"\"}",
                             .notes = index % 2 ? "{\"recognised\": [3, null]}" : NULL};
}

static void append(wend_log* log, int index) {
    wend_error error;
    wend_log_record record = make_record(index);
    CHECK_OK(wend_log_append(log, &record, &error));
}

static wend_status open_log(const char* path, const char* header, wend_log** log,
                            wend_error* error) {
    return wend_log_open(&(wend_log_def){.path = path, .header = header}, log, error);
}

// Appends the records of `order` to a new log at `path` and finishes it.
static void write_log(const char* path, const int* order, int count) {
    wend_error error;
    wend_log* log;
    CHECK_OK(open_log(path, HEADER, &log, &error));
    for (int i = 0; i < count; i++) append(log, order[i]);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
}

TEST(a_record_comes_back_as_it_was_written) {
    wend_error error;
    wend_log_set set;
    write_log(test_path("a.wlog"), (int[]){0, 1}, 2);
    CHECK_OK(wend_log_read(test_path("a.wlog"), &set, &error));
    CHECK_INT(set.count, 2);
    CHECK(set.complete);
    CHECK_TEXT(set.header, HEADER);
    wend_log_record expected = make_record(1);
    const wend_log_record* r = &set.records[1];
    CHECK_TEXT(r->id, "e1");
    CHECK_TEXT(r->actions, "FS");
    CHECK_TEXT(r->outcomes, "x.");
    CHECK(r->scene_hash == expected.scene_hash);
    CHECK_INT(r->steps, 2);
    CHECK(memcmp(r->poses, expected.poses, 3 * sizeof *r->poses) == 0);
    CHECK_HAS(r->facts, "a \\\"b\\\"");
    CHECK_HAS(r->notes, "null");
    CHECK(!set.records[0].notes);
    wend_log_destroy(&set);
}

TEST(logs_end_with_the_same_bytes_whatever_the_order) {
    wend_error error;
    wend_file_bytes a, b;
    write_log(test_path("a.wlog"), (int[]){0, 1, 2, 3}, 4);
    write_log(test_path("b.wlog"), (int[]){2, 0, 3, 1}, 4);
    CHECK_OK(wend_file_read(test_path("a.wlog"), &a, &error));
    CHECK_OK(wend_file_read(test_path("b.wlog"), &b, &error));
    CHECK_INT(a.size, b.size);
    CHECK(memcmp(a.data, b.data, a.size) == 0);
    wend_file_bytes_destroy(&a);
    wend_file_bytes_destroy(&b);
}

TEST(a_log_truncated_at_any_byte_resumes_there) {
    wend_error error;
    wend_file_bytes whole;
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("cut.wlog"));
    write_log(test_path("a.wlog"), (int[]){0, 1, 2}, 3);
    CHECK_OK(wend_file_read(test_path("a.wlog"), &whole, &error));
    for (size_t cut = 0; cut <= whole.size; cut += cut < 40 ? 1 : 3) {
        CHECK_OK(wend_file_write(path, whole.data, cut, &error));
        wend_log* log;
        CHECK_OK(open_log(path, HEADER, &log, &error));
        bool there[3] = {false};
        for (int i = 0; i < wend_log_count(log); i++) there[wend_log_at(log, i).index] = true;
        for (int i = 0; i < 3; i++)
            if (!there[i]) append(log, i);
        CHECK_OK(wend_log_finish(log, true, &error));
        wend_log_close(log);
        wend_file_bytes again;
        CHECK_OK(wend_file_read(path, &again, &error));
        CHECK_INT(again.size, whole.size);
        CHECK(memcmp(again.data, whole.data, whole.size) == 0);
        wend_file_bytes_destroy(&again);
    }
    wend_file_bytes_destroy(&whole);
}

TEST(the_log_of_another_run_is_not_touched) {
    wend_error error;
    wend_log* log;
    write_log(test_path("a.wlog"), (int[]){0}, 1);
    CHECK_INT(open_log(test_path("a.wlog"), "{\"other\": 1}", &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a different run (other none → 1, wend log → none, ");
    CHECK_HAS(error.message, "choose another path or pass --overwrite");
    CHECK_OK(wend_file_write(test_path("text"), "hello\nworld\n", 12, &error));
    CHECK_INT(open_log(test_path("text"), HEADER, &log, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "is not a wend log; choose another path");
}

TEST(a_changed_byte_in_a_log_is_found) {
    wend_error error;
    wend_file_bytes bytes;
    wend_log_set set;
    write_log(test_path("a.wlog"), (int[]){0, 1, 2}, 3);
    CHECK_OK(wend_file_read(test_path("a.wlog"), &bytes, &error));
    char* second = strchr(bytes.data, '\n') + 1;
    second[40] ^= 1;
    CHECK_OK(wend_file_write(test_path("b.wlog"), bytes.data, bytes.size, &error));
    CHECK_INT(wend_log_read(test_path("b.wlog"), &set, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "b.wlog:2: the line is damaged: its checksum does not match");
    wend_file_bytes_destroy(&bytes);
}

TEST(a_full_disk_leaves_the_log_whole) {
    wend_error error;
    wend_log* log;
    CHECK_OK(open_log(test_path("a.wlog"), HEADER, &log, &error));
    append(log, 0);
    struct rlimit old, tight = {400, 400};
    getrlimit(RLIMIT_FSIZE, &old);
    tight.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &tight);
    wend_log_record record = make_record(1);
    CHECK_INT(wend_log_append(log, &record, &error), WEND_IO);
    CHECK_HAS(error.message, "free some space");
    setrlimit(RLIMIT_FSIZE, &old);
    append(log, 1);
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    wend_log_set set;
    CHECK_OK(wend_log_read(test_path("a.wlog"), &set, &error));
    CHECK_INT(set.count, 2);
    wend_log_destroy(&set);
}

static wend_status read_again(void* path, wend_error* error) {
    wend_log_set set;
    WEND_TRY(wend_log_read(path, &set, error));
    wend_log_destroy(&set);
    return WEND_OK;
}

TEST(reading_a_log_survives_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.wlog"));
    write_log(path, (int[]){0, 1}, 2);
    test_each_allocation(read_again, path, 1000);
}

TEST(file_locations_are_stored_but_not_part_of_a_runs_identity) {
    static const char there[] =
        "{\"wend\": \"log\", \"task\": \"t\", \"agent\": \"a\", \"rules\": \"paper\", "
        "\"episodes\": 4, \"max_steps\": "
        "9, "
        "\"seed\": \"18446744073709551615\", \"episodes_hash\": \"00000000000000ff\", \"places\": "
        "{\"episodes\": \"e.json\"}}";
    wend_error error;
    wend_log* log;
    wend_log_set set;
    wend_log_header header;
    char elsewhere[512], other[512];
    size_t run = (size_t)(strstr(there, ", \"places\"") - there);
    snprintf(elsewhere, sizeof elsewhere, "%.*s, \"places\": {}}", (int)run, there);
    snprintf(other, sizeof other, "%.*s, \"more\": 1}", (int)run, there);
    const char* path = test_path("a.wlog");
    CHECK_OK(open_log(path, there, &log, &error));
    wend_log_close(log);
    CHECK_OK(open_log(path, elsewhere, &log, &error));
    wend_log_close(log);
    CHECK_INT(open_log(path, other, &log, &error), WEND_ARGUMENT);
    CHECK_OK(wend_log_read(path, &set, &error));
    CHECK_OK(wend_log_read_header(&set, path, &header, &error));
    CHECK_TEXT(header.episodes_file, "e.json");
    CHECK(!header.scenes_folder && !header.oracle && !header.snap);
    CHECK(header.seed == UINT64_MAX && header.episodes_hash == 255);
    CHECK_INT(header.episodes, 4);
    wend_log_destroy(&set);
}

TEST(drives_come_back_with_the_actions_they_belong_to) {
    static const wend_log_drive drives[2] = {{0.5f, -1.0f / 3, 0.1f}, {0, 2, 1}};
    wend_error error;
    wend_log* log;
    wend_log_set set;
    wend_log_record record = make_record(0);
    record.actions = "VV";
    record.drives = drives;
    CHECK_OK(open_log(test_path("a.wlog"), HEADER, &log, &error));
    CHECK_OK(wend_log_append(log, &record, &error));
    wend_log_close(log);
    CHECK_OK(wend_log_read(test_path("a.wlog"), &set, &error));
    CHECK(memcmp(set.records[0].drives, drives, sizeof drives) == 0);
    wend_log_destroy(&set);
}
