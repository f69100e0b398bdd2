#include "base/file.h"
#include "test.h"

TEST(gzip_is_undone_whatever_the_name) {
    wend_error error;
    file_bytes bytes;
    CHECK_OK(file_write(test_path("x.gz"), "hello", 5, &error));
    CHECK(rename(test_path("x.gz"), test_path("x.json")) == 0);
    CHECK_OK(file_read(test_path("x.json"), &bytes, &error));
    CHECK_TEXT(bytes.data, "hello");
    file_bytes_destroy(&bytes);
}

TEST(a_gzip_bomb_ends_at_the_limit) {
    wend_error error;
    file_bytes bytes;
    size_t size = 80u << 20;
    char* zeros = wend_alloc_zero(1, size);
    CHECK_OK(file_write(test_path("bomb.gz"), zeros, size, &error));
    wend_free(zeros);
    CHECK_INT(file_read(test_path("bomb.gz"), &bytes, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "bomb.gz");
}

TEST(a_truncated_gzip_is_named) {
    wend_error error;
    file_bytes bytes, packed;
    CHECK_OK(file_write(test_path("a.gz"), "hello hello hello", 17, &error));
    FILE* in = fopen(test_path("a.gz"), "rb");
    char raw[100];
    size_t n = fread(raw, 1, sizeof raw, in);
    fclose(in);
    CHECK_INT(file_gunzip(raw, n - 9, "a.gz", &packed, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "ends early");
    CHECK_INT(file_read(test_path("missing"), &bytes, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "missing: cannot open");
}

TEST(folders_are_listed_in_byte_order) {
    wend_error error;
    file_list list;
    CHECK_OK(file_write(test_path("b"), "", 0, &error));
    CHECK_OK(file_write(test_path("a"), "", 0, &error));
    CHECK_OK(file_write(test_path("C/deep/er"), "", 0, &error));
    CHECK_OK(file_list_read(test_folder(), &list, &error));
    CHECK_INT(list.count, 3);
    CHECK_TEXT(list.names[0], "C");
    CHECK_TEXT(list.names[2], "b");
    file_list_destroy(&list);
}

TEST(a_path_is_seen_from_another_file) {
    wend_error error;
    char out[256], back[256];
    CHECK_OK(file_make_folder(test_path("logs/deep"), &error));
    CHECK_OK(file_write(test_path("data/e.json"), "{}", 2, &error));
    CHECK_OK(file_write(test_path("logs/e.json"), "{}", 2, &error));
    const char* log = test_path("logs/run.wlog");
    CHECK(file_seen_from(log, test_path("data/e.json"), out, sizeof out));
    CHECK_TEXT(out, "../data/e.json");
    CHECK_OK(file_beside(log, out, back, sizeof back, &error));
    CHECK(file_exists(back));
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
