#include "test.h"

#include "wend/files.h"
#include "wend/log.h"

// A log of a shard; "" for the whole run. `hash` is the content of its two scenes.
static const char* write_shard(const char* name, const char* shard, const int* indices, int count,
                               uint64_t hash) {
    static char paths[8][1024];
    static int used;
    char* path = paths[used++ % 8];
    char header[400], member[40] = "";
    wend_error error;
    wend_log* log;
    snprintf(path, sizeof paths[0], "%s", test_path(name));
    if (*shard) snprintf(member, sizeof member, ", \"shard\": \"%s\"", shard);
    snprintf(header, sizeof header,
             "{\"wend\": \"log\", \"version\": 2, \"task\": \"t\", \"episodes\": 4%s, "
             "\"places\": {\"episodes\": \"e.json\"}}",
             member);
    CHECK_OK(wend_log_open(&(wend_log_def){.path = path, .header = header}, &log, &error));
    for (int i = 0; i < count; i++) {
        char id[8];
        static const wend_pose pose[2];
        snprintf(id, sizeof id, "e%d", indices[i]);
        wend_log_record r = {.index = indices[i],
                             .id = id,
                             .scene = indices[i] % 2 ? "house:2" : "house:1",
                             .scene_hash = hash,
                             .actions = "S",
                             .outcomes = ".",
                             .poses = pose,
                             .steps = 1,
                             .facts = "{}"};
        CHECK_OK(wend_log_append(log, &r, &error));
    }
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    return path;
}

static void check_same(const char* a, const char* b) {
    wend_file_bytes x, y;
    wend_error error;
    CHECK_OK(wend_file_read(a, &x, &error));
    CHECK_OK(wend_file_read(b, &y, &error));
    CHECK(x.size == y.size && memcmp(x.data, y.data, x.size) == 0);
    wend_file_bytes_destroy(&x);
    wend_file_bytes_destroy(&y);
}

static wend_status merge_two(const char* a, const char* b, const char* out, wend_error* error) {
    int records;
    const char* paths[] = {a, b};
    return wend_log_merge(paths, 2, out, false, &records, error);
}

TEST(merged_shards_are_the_log_of_the_whole_run) {
    wend_error error;
    const char* a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){3, 2}, 2, 7);
    const char* whole = write_shard("whole.wlog", "", (int[]){0, 1, 2, 3}, 4, 7);
    char out[1024];
    snprintf(out, sizeof out, "%s", test_path("out.wlog"));
    CHECK_OK(merge_two(b, a, out, &error));
    check_same(out, whole);
}

TEST(shards_of_a_scene_that_changed_between_them_are_not_merged) {
    wend_error error;
    const char* a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){2, 3}, 2, 8);
    CHECK_INT(merge_two(a, b, test_path("out.wlog"), &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "scene house:1 has other content");
    CHECK(!wend_file_exists(test_path("out.wlog")));
}

TEST(missing_shards_are_named_and_nothing_is_written) {
    wend_error error;
    int records;
    const char* a = write_shard("a.wlog", "1/3", (int[]){0, 1}, 2, 7);
    CHECK_INT(wend_log_merge(&a, 1, test_path("out.wlog"), false, &records, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "2 of 3 shards are missing: 0/3, 2/3");
    CHECK(!wend_file_exists(test_path("out.wlog")));
}

TEST(a_shard_that_has_only_begun_is_not_merged) {
    wend_error error;
    wend_file_bytes bytes;
    const char* a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){2, 3}, 2, 7);
    CHECK_OK(wend_file_read(b, &bytes, &error));
    size_t header = (size_t)(strchr(bytes.data, '\n') + 1 - bytes.data);
    CHECK_OK(wend_file_write(b, bytes.data, header, &error));
    wend_file_bytes_destroy(&bytes);
    CHECK_INT(merge_two(a, b, test_path("out.wlog"), &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "shard 1/2 is not complete");
}

TEST(a_merged_log_in_another_folder_finds_the_same_files) {
    wend_error error;
    wend_log_set log;
    char out[1024];
    const char* a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){2, 3}, 2, 7);
    CHECK_OK(wend_file_write(test_path("e.json"), "{}", 2, &error));
    CHECK_OK(wend_file_make_folder(test_path("other"), &error));
    snprintf(out, sizeof out, "%s", test_path("other/out.wlog"));
    CHECK_OK(merge_two(a, b, out, &error));
    CHECK_OK(wend_log_read(out, &log, &error));
    CHECK_INT(log.count, 4);
    CHECK_HAS(log.header,
              "\"task\": \"t\", \"episodes\": 4, \"places\": {\"episodes\": \"../e.json\"}}");
    wend_log_destroy(&log);
}

TEST(shards_with_a_record_of_the_same_episode_are_not_merged) {
    wend_error error;
    const char* a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){1, 2}, 2, 7);
    CHECK_INT(merge_two(a, b, test_path("out.wlog"), &error), WEND_FORMAT);
    CHECK_HAS(error.message, "a second record of index 1");
}

TEST(a_shard_with_any_changed_byte_is_not_merged) {
    wend_error error;
    wend_file_bytes bytes;
    const char* a = write_shard("a.wlog", "0/2", (int[]){0}, 1, 7);
    const char* b = write_shard("b.wlog", "1/2", (int[]){2}, 1, 7);
    CHECK_OK(wend_file_read(b, &bytes, &error));
    for (size_t i = 0; i < bytes.size; i++) {
        bytes.data[i] ^= 4;
        CHECK_OK(wend_file_write(b, bytes.data, bytes.size, &error));
        bytes.data[i] ^= 4;
        CHECK(merge_two(a, b, test_path("out.wlog"), &error) != WEND_OK);
        CHECK(!wend_file_exists(test_path("out.wlog")));
    }
    wend_file_bytes_destroy(&bytes);
}

typedef struct merge_case {
    const char *a, *b;
    char out[1024];
} merge_case;

static wend_status merge_again(void* context, wend_error* error) {
    const merge_case* c = context;
    return merge_two(c->a, c->b, c->out, error);
}

TEST(merging_logs_survives_every_failing_allocation) {
    merge_case c = {.a = write_shard("a.wlog", "0/2", (int[]){0, 1}, 2, 7),
                    .b = write_shard("b.wlog", "1/2", (int[]){2, 3}, 2, 7)};
    snprintf(c.out, sizeof c.out, "%s", test_path("out.wlog"));
    test_each_allocation(merge_again, &c, 1000);
}
