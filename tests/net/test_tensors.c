#include <signal.h>
#include <sys/resource.h>

#include "base/file.h"
#include "test.h"

#include "wend/tensors.h"

static const float numbers[] = {1, -2.5f, 3e30f, 0, 5, 6};

static wend_tensors small(void) {
    static wend_tensor tensors[] = {{"a.weight", 2, {2, 2}, 4, numbers},
                                    {"b", 1, {2}, 2, numbers + 4}};
    static wend_note notes[] = {{"kind", "a \"test\""}};
    return (wend_tensors){tensors, 2, notes, 1, NULL};
}

TEST(tensors_come_back_as_they_were) {
    wend_error error;
    wend_tensors file = small(), back;
    CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
    CHECK_OK(wend_tensors_read(test_path("t.safetensors"), &back, &error));
    CHECK_INT(back.count, 2);
    const wend_tensor* a = wend_tensors_find(&back, "a.weight");
    CHECK(a && a->dimensions == 2 && a->shape[1] == 2);
    CHECK(memcmp(a->data, numbers, 16) == 0);
    CHECK(wend_tensors_find(&back, "b")->data[1] == 6);
    CHECK_TEXT(wend_tensors_note(&back, "kind"), "a \"test\"");
    CHECK(!wend_tensors_find(&back, "c") && !wend_tensors_note(&back, "c"));
    wend_tensors_destroy(&back);
}

TEST(a_truncated_file_is_refused_at_every_length) {
    wend_error error;
    wend_tensors file = small(), back;
    file_bytes bytes;
    CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
    CHECK_OK(file_read(test_path("t.safetensors"), &bytes, &error));
    for (size_t size = 0; size < bytes.size; size++) {
        error.message[0] = 0;
        CHECK(wend_tensors_parse(bytes.data, size, "t", &back, &error) != WEND_OK);
        CHECK(*error.message);
    }
    file_bytes_destroy(&bytes);
}

static wend_status parse_header(const char* header, int floats, wend_error* error) {
    char bytes[512] = {0};
    size_t size = strlen(header);
    wend_tensors file;
    bytes[0] = (char)size;
    memcpy(bytes + 8, header, size);
    wend_status status =
        wend_tensors_parse(bytes, 8 + size + 4 * (size_t)floats, "t", &file, error);
    wend_tensors_destroy(&file);
    return status;
}

TEST(headers_that_lie_are_refused) {
    wend_error error;
    CHECK_OK(parse_header("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 2,
                          &error));
    static const char* const lies[] = {
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[2,6]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}",
        "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}",
        ("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"),
        "[]"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        CHECK_INT(parse_header(lies[i], 2, &error), WEND_FORMAT);
    CHECK_INT(
        parse_header("{\"a\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,4]}}", 2, &error),
        WEND_UNSUPPORTED);
    CHECK_HAS(error.message, "a is of type F16");
}

// A limit on the size of files stands in for a disk that is full: the write breaks off.
TEST(a_full_disk_leaves_the_old_tensors) {
    wend_error error;
    wend_tensors file = small(), back;
    CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){40, 40}) == 0);
    file.count = 1;
    CHECK_INT(wend_tensors_write(test_path("t.safetensors"), &file, &error), WEND_IO);
    CHECK_OK(wend_tensors_read(test_path("t.safetensors"), &back, &error));
    CHECK_INT(back.count, 2);
    wend_tensors_destroy(&back);
}
