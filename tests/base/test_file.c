#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file.h"
#include "test.h"

TEST(gzip_is_undone_whatever_the_name) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_write(test_path("x.gz"), "hello", 5, &error));
    CHECK(rename(test_path("x.gz"), test_path("x.json")) == 0);
    CHECK_OK(wend_file_read(test_path("x.json"), &bytes, &error));
    CHECK_TEXT(bytes.data, "hello");
    wend_file_bytes_destroy(&bytes);
}

TEST(a_gzip_bomb_ends_at_the_limit) {
    wend_error error;
    wend_file_bytes bytes;
    size_t size = 80u << 20;
    char* zeros = wend_alloc_zero(1, size);
    CHECK_OK(wend_file_write(test_path("bomb.gz"), zeros, size, &error));
    wend_free(zeros);
    CHECK_INT(wend_file_read(test_path("bomb.gz"), &bytes, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "bomb.gz");
}

TEST(a_truncated_gzip_is_named) {
    wend_error error;
    wend_file_bytes bytes, packed;
    CHECK_OK(wend_file_write(test_path("a.gz"), "hello hello hello", 17, &error));
    FILE* in = fopen(test_path("a.gz"), "rb");
    char raw[100];
    size_t n = fread(raw, 1, sizeof raw, in);
    fclose(in);
    CHECK_INT(file_gunzip(raw, n - 9, "a.gz", &packed, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "ends early");
    CHECK_INT(wend_file_read(test_path("missing"), &bytes, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "missing: cannot open");
}

TEST(folders_are_listed_in_byte_order) {
    wend_error error;
    wend_file_list list;
    CHECK_OK(wend_file_write(test_path("b"), "", 0, &error));
    CHECK_OK(wend_file_write(test_path("a"), "", 0, &error));
    CHECK_OK(wend_file_write(test_path("C/deep/er"), "", 0, &error));
    CHECK_OK(wend_file_list_read(test_folder(), &list, &error));
    CHECK_INT(list.count, 3);
    CHECK_TEXT(list.names[0], "C");
    CHECK_TEXT(list.names[2], "b");
    wend_file_list_destroy(&list);
}

TEST(a_path_is_seen_from_another_file) {
    wend_error error;
    char out[256], back[256];
    CHECK_OK(wend_file_make_folder(test_path("logs/deep"), &error));
    CHECK_OK(wend_file_write(test_path("data/e.json"), "{}", 2, &error));
    CHECK_OK(wend_file_write(test_path("logs/e.json"), "{}", 2, &error));
    const char* log = test_path("logs/run.wlog");
    CHECK(file_seen_from(log, test_path("data/e.json"), out, sizeof out));
    CHECK_TEXT(out, "../data/e.json");
    CHECK_OK(file_beside(log, out, back, sizeof back, &error));
    CHECK(wend_file_exists(back));
    CHECK(file_seen_from(log, test_path("logs/e.json"), out, sizeof out));
    CHECK_TEXT(out, "e.json");
    CHECK(file_seen_from(log, test_path("logs"), out, sizeof out));
    CHECK_TEXT(out, ".");
    CHECK(file_seen_from(test_path("logs/deep/run.wlog"), test_path("logs"), out, sizeof out));
    CHECK_TEXT(out, "../");
    CHECK(!file_seen_from(log, test_path("nowhere.json"), out, sizeof out));
    CHECK(!file_seen_from(log, test_path("data/e.json"), out, 5));
    CHECK_OK(file_beside(log, "/tmp/e.json", back, sizeof back, &error));
    CHECK_TEXT(back, "/tmp/e.json");
    CHECK_INT(file_beside(log, "e.json", back, 4, &error), WEND_LIMIT);
}

TEST(a_gzip_bomb_stops_after_the_floor_and_not_at_its_end) {
    wend_error error;
    wend_file_bytes bytes;
    size_t size = 128u << 20;
    char* zeros = wend_alloc_zero(1, size);
    CHECK_OK(wend_file_write(test_path("bomb.gz"), zeros, size, &error));
    wend_free(zeros);
    wend_memory_reset_peak();
    CHECK_INT(wend_file_read(test_path("bomb.gz"), &bytes, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "gunzip");
    CHECK(wend_memory_get_stats().peak_bytes < 100u << 20);
}

TEST(gzip_members_share_one_limit) {
    wend_error error;
    wend_file_bytes one, bytes;
    size_t size = 4u << 20;
    char* zeros = wend_alloc_zero(1, size);
    CHECK_OK(wend_file_write(test_path("one.gz"), zeros, size, &error));
    wend_free(zeros);
    FILE* in = fopen(test_path("one.gz"), "rb");
    char raw[16384];
    size_t n = fread(raw, 1, sizeof raw, in);
    fclose(in);
    CHECK(n < sizeof raw);
    char* many = wend_alloc(n * 40);
    for (size_t i = 0; i < 40; i++) memcpy(many + i * n, raw, n);
    CHECK_INT(file_gunzip(many, n * 40, "many", &bytes, &error), WEND_LIMIT);
    CHECK_OK(file_gunzip(many, n * 4, "four", &one, &error));
    CHECK_INT(one.size, 4 * size);
    wend_file_bytes_destroy(&one);
    wend_free(many);
}

TEST(only_regular_files_are_read) {
    wend_error error;
    wend_file_bytes bytes;
    alarm(20);  // a reader that waits fails the test
    CHECK(mkfifo(test_path("pipe"), 0600) == 0);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s", test_path("socket"));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(s, (struct sockaddr*)&name, sizeof name) == 0);
    CHECK(symlink(test_path("pipe"), test_path("link")) == 0);
    const char* const paths[] = {test_path("pipe"), test_path("socket"), test_folder(), "/dev/zero",
                                 test_path("link")};
    const char* const kinds[] = {"a pipe", "a socket", "a folder", "a device", "a pipe"};
    for (int i = 0; i < 5; i++) {
        CHECK_INT(wend_file_read(paths[i], &bytes, &error), WEND_IO);
        CHECK_HAS(error.message, kinds[i]);
        CHECK_HAS(error.message, paths[i]);
    }
    close(s);
}

TEST(a_file_that_is_too_large_is_refused_unread) {
    wend_error error;
    wend_file_bytes bytes;
    int descriptor = open(test_path("huge"), O_CREAT | O_WRONLY, 0600);
    CHECK(ftruncate(descriptor, FILE_MAX_BYTES + 1) == 0);
    close(descriptor);
    CHECK_INT(wend_file_read(test_path("huge"), &bytes, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "huge");
}

TEST(devices_and_folders_are_not_overwritten) {
    wend_error error;
    CHECK_INT(wend_file_write("/dev/null", "x", 1, &error), WEND_IO);
    CHECK_HAS(error.message, "/dev/null: is a device");
    CHECK_INT(wend_file_write(test_folder(), "x", 1, &error), WEND_IO);
    struct stat info;
    CHECK(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
}

TEST(the_same_file_is_known_by_every_name) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path("a"), "x", 1, &error));
    CHECK_OK(wend_file_write(test_path("b"), "x", 1, &error));
    CHECK(link(test_path("a"), test_path("hard")) == 0);
    CHECK(symlink("a", test_path("soft")) == 0);
    CHECK(wend_file_is_same(test_path("a"), test_path("hard")));
    CHECK(wend_file_is_same(test_path("soft"), test_path("a")));
    CHECK(!wend_file_is_same(test_path("a"), test_path("b")));
    CHECK(!wend_file_is_same(test_path("a"), test_path("missing")));
}

TEST(names_in_files_stay_inside_the_folder) {
    wend_error error;
    char out[4096];
    CHECK_OK(wend_file_write(test_path("in/deep/a"), "x", 1, &error));
    CHECK_OK(wend_file_write(test_path("out/a"), "x", 1, &error));
    CHECK(symlink("../out/a", test_path("in/leaves")) == 0);
    CHECK(symlink("../out", test_path("in/folder")) == 0);
    CHECK(symlink("deep/a", test_path("in/stays")) == 0);
    CHECK(symlink(test_path("in"), test_path("top")) == 0);
    const char* in = test_path("in");
    const char* const good[] = {"deep/a", "./deep/a", "deep\\a", "stays", "missing/..name", "..."};
    for (int i = 0; i < 6; i++) {
        CHECK_OK(file_inside(in, good[i], out, sizeof out, &error));
        CHECK_OK(file_inside(test_path("top"), good[i], out, sizeof out, &error));
    }
    const char* const bad[] = {"",           "..",          "../out/a", "deep/../../out/a",
                               "..\\out\\a", "leaves",      "folder/a", "/etc/hosts",
                               "deep/..",    "\\etc\\hosts"};
    for (int i = 0; i < 10; i++) {
        CHECK_INT(file_inside(in, bad[i], out, sizeof out, &error), WEND_FORMAT);
        CHECK_HAS(error.message, bad[i]);
        CHECK_HAS(error.message, "leads out of the folder");
    }
}
