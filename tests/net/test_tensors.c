#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "net/half.h"
#include "test.h"

#include "wend/tensors.h"

static const float numbers[] = {1, -2.5f, 3e30f, 0, 5, 6};

static wend_tensors small(void) {
    static wend_tensor tensors[] = {{"a.weight", 2, {2, 2}, 4, numbers},
                                    {"b", 1, {2}, 2, numbers + 4}};
    static wend_note notes[] = {{"kind", "a \"test\""}};
    return (wend_tensors){.tensors = tensors, .count = 2, .notes = notes, .note_count = 1};
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

TEST(tensors_of_half_size_come_back_rounded) {
    // One third, the largest, the smallest, half of that (to even), and a number between two.
    static const float given[] = {1.0f / 3, -65504, 0x1p-24f, 0x1p-25f, 2049, -0.0f},
                       kept[] = {0x1.554p-2f, -65504, 0x1p-24f, 0, 2048, -0.0f};
    wend_error error;
    wend_tensor t = {"a", 1, {6}, 6, given};
    wend_tensors file = {.tensors = &t, .count = 1, .half = true}, back;
    CHECK_OK(wend_tensors_write(test_path("h.safetensors"), &file, &error));
    CHECK_OK(wend_tensors_read(test_path("h.safetensors"), &back, &error));
    for (int i = 0; i < 6; i++) CHECK(back.tensors[0].data[i] == kept[i]);
    CHECK(signbit(back.tensors[0].data[5]));
    wend_tensors_destroy(&back);
    for (int i = 0; i < 65536; i++) {  // all of them
        uint16_t half = (uint16_t)i;
        float value = half_to_float(half);
        CHECK(isnan(value) || half_from_float(value) == half);
    }
    static const float large[] = {65520};
    t = (wend_tensor){"a", 1, {1}, 1, large};
    CHECK(wend_tensors_write(test_path("h.safetensors"), &file, &error) == WEND_ARGUMENT);
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
        // 2^64 numbers, which wrap around to none
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1073741824,1073741824,16],\"data_offsets\":[0,0]}}",
        "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}",
        ("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"),
        "[]"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        CHECK_INT(parse_header(lies[i], 2, &error), WEND_FORMAT);
    CHECK_INT(parse_header("{\"a\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]}}", 2,
                           &error),
              WEND_UNSUPPORTED);
    CHECK_HAS(error.message, "a is of type BF16");
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

static wend_status write_and_read(void* path, wend_error* error) {
    wend_tensors file = small(), back;
    WEND_TRY(wend_tensors_write(path, &file, error));
    WEND_TRY(wend_tensors_read(path, &back, error));
    wend_tensors_destroy(&back);
    return WEND_OK;
}

TEST(tensor_files_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("t.safetensors"));
    test_each_allocation(write_and_read, path, 1000);
}
