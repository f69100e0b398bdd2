#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "base/half.h"
#include "test.h"

#include "wend/files.h"
#include "wend/net.h"

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
                       saved[] = {0x1.554p-2f, -65504, 0x1p-24f, 0, 2048, -0.0f};
    wend_error error;
    wend_tensor t = {"a", 1, {6}, 6, given};
    wend_tensors file = {.tensors = &t, .count = 1, .half = true}, back;
    CHECK_OK(wend_tensors_write(test_path("h.safetensors"), &file, &error));
    CHECK_OK(wend_tensors_read(test_path("h.safetensors"), &back, &error));
    for (int i = 0; i < 6; i++) CHECK(back.tensors[0].data[i] == saved[i]);
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
    wend_file_bytes bytes;
    CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
    CHECK_OK(wend_file_read(test_path("t.safetensors"), &bytes, &error));
    for (size_t size = 0; size < bytes.size; size++) {
        error.message[0] = 0;
        CHECK(wend_tensors_parse(bytes.data, size, "t", &back, &error) != WEND_OK);
        CHECK(*error.message);
    }
    wend_file_bytes_destroy(&bytes);
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

TEST(inconsistent_headers_are_refused) {
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

// The message of each, so that none is refused for the reason of another.
TEST(each_inconsistency_of_a_header_is_reported_with_its_position) {
#define ONE(fields) "{\"a\":{" fields "}}"
#define FLOATS(shape, offsets) \
    ONE("\"dtype\":\"F32\",\"shape\":[" shape "],\"data_offsets\":[" offsets "]")
#define OTHER_TYPE(type) ONE("\"dtype\":\"" type "\",\"shape\":[1],\"data_offsets\":[0,4]")
    static const struct {
        const char *header, *says;  // NULL: it is read
    } cases[] = {
        {FLOATS("0", "0,0"), NULL},
        {FLOATS("0", "8,8"), NULL},
        {FLOATS("", "0,4"), NULL},  // a number is an array of no dimensions
        {FLOATS("2", "0,8"), NULL},
        {FLOATS("1", "4,8"), NULL},
        {FLOATS("2147483647", "0,8"), "a: its 2147483647 floats are not where"},
        {FLOATS("2147483648", "0,8"), "a.shape[0]: an impossible side"},
        {FLOATS("1,-1", "0,8"), "a.shape[1]: an impossible side"},
        {FLOATS("1,1,1,1,1,1,1,2", "0,8"), NULL},
        {FLOATS("1,1,1,1,1,1,1,1,2", "0,8"), "a.shape[8]: more than 8 dimensions"},
        {FLOATS("1500000000,1500000000", "0,8"), "2250000000000000000 floats are not where"},
        {FLOATS("1073741824,1073741824,2", "0,8"), "a.shape[2]: too large"},  // 2^61
        {FLOATS("1.5", "0,4"), "a.shape[0]"},
        {FLOATS("true", "0,4"), "a.shape[0]"},
        {FLOATS("2", "0,4"), "its 2 floats are not where data_offsets 0 to 4 of 8 say"},
        {FLOATS("2", "4,12"), "its 2 floats are not where data_offsets 4 to 12 of 8 say"},
        {FLOATS("1", "-4,0"), "its 1 floats are not where data_offsets -4 to 0 of 8 say"},
        {FLOATS("1", "2,6"), "its 1 floats are not where data_offsets 2 to 6 of 8 say"},
        {FLOATS("1", "0"), "a.data_offsets"},
        {FLOATS("1", "0,4,8"), "a.data_offsets"},
        {ONE("\"shape\":[1],\"data_offsets\":[0,4]"), "a: lacks dtype, shape or data_offsets"},
        {ONE("\"dtype\":\"F32\",\"data_offsets\":[0,4]"), "a: lacks dtype"},
        {ONE("\"dtype\":\"F32\",\"shape\":[1]"), "a: lacks dtype"},
        {ONE("\"dtype\":\"F32\",\"shape\":[1],\"shape\":[1],\"data_offsets\":[0,4]"),
         "a.shape: occurs twice"},
        {ONE("\"dtype\":\"BF16\",\"more\":{\"x\":[1]},\"dtype\":\"F32\",\"shape\":[1],"
             "\"data_offsets\":[0,4]"),
         NULL},  // other members are passed over; of two types the last counts
        {ONE("\"dtype\":32,\"shape\":[1],\"data_offsets\":[0,4]"), "a.dtype"},
        {OTHER_TYPE("F64"), "t: a is of type F64; F32 and F16 are read"},
        {OTHER_TYPE("FLOAT32"), "a is of type FLOAT32;"},
        {OTHER_TYPE("BFLOAT16"), "a is of type BFLOAT1;"},
        {OTHER_TYPE("FLOAT32FLOAT32"), "a is of type FLOAT32;"},
        {"{\"__metadata__\":{\"k\":1}}", "__metadata__.k"},
        {"{\"__metadata__\":[]}", "__metadata__"},
        {"{\"a\":3}", "a"},
        {"{}x", "t:1"},
        {"{}", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_status status = parse_header(cases[i].header, 2, &error);
        if ((status == WEND_OK) != !cases[i].says)
            test_fail(__FILE__, __LINE__, "%s is '%s'", cases[i].header, error.message);
        if (!cases[i].says) continue;
        bool typed = strstr(cases[i].says, "of type") != NULL;
        CHECK_INT(status, typed ? WEND_UNSUPPORTED : WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
        CHECK(error.message[0] == 't' && error.message[1] == ':');
    }
}

TEST(tensors_are_unique_and_do_not_overlap) {
#define AT(name, from, to) \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[" from "," to "]}"
    static const struct {
        const char *header, *says;
    } cases[] = {
        {"{" AT("a", "0", "4") "," AT("b", "4", "8") "," AT("c", "8", "12") "}", NULL},
        {"{" AT("a", "8", "12") "," AT("b", "4", "8") "," AT("c", "0", "4") "}", NULL},
        {"{" AT("a", "0", "4") "," AT("b", "4", "8") "," AT("c", "0", "4") "}",
         "t: c and a overlap"},
        {"{" AT("a", "0", "4") "," AT("b", "4", "8") "," AT("a", "8", "12") "}",
         "t: a occurs twice"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}," AT("b", "4", "8") "}",
         "t: b and a overlap"},
        {"{" AT("a", "4", "8") ",\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
         "t: b and a overlap"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}," AT("b", "4", "8") "}",
         "t: b and a overlap"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        CHECK_INT(parse_header(cases[i].header, 3, &error), cases[i].says ? WEND_FORMAT : WEND_OK);
        if (cases[i].says) CHECK_TEXT(error.message, cases[i].says);
    }
}

// A header's size is its first eight bytes, the lowest first.
TEST(a_header_fills_the_file_at_most_and_has_16_mebibytes_at_most) {
    enum { MOST = 16 << 20 };
    wend_error error;
    wend_tensors file;
    char* bytes = malloc(8 + MOST + 1);
    memset(bytes, ' ', 8 + MOST + 1);
    memcpy(bytes, "\0\0\0\1\0\0\0\0{}", 10);
    CHECK_OK(wend_tensors_parse(bytes, 8 + MOST, "t", &file, &error));
    CHECK_INT(file.count, 0);
    CHECK_INT(file.note_count, 0);
    wend_tensors_destroy(&file);
    CHECK_INT(wend_tensors_parse(bytes, 8 + MOST - 1, "t", &file, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "t: a header of 16777216 bytes in a file of 16777223: truncated");
    bytes[0] = 1;
    CHECK_INT(wend_tensors_parse(bytes, 8 + MOST + 1, "t", &file, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "t: a header of 16777217 bytes in a file of 16777225: truncated");
    for (int i = 0; i < 8; i++) {
        CHECK_INT(wend_tensors_parse(bytes, (size_t)i, "t", &file, &error), WEND_FORMAT);
        CHECK_TEXT(error.message, "t: too short for safetensors");
    }
    memset(bytes, 0, 8);
    CHECK_INT(wend_tensors_parse(bytes, 8, "t", &file, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "t:1: ");  // a header of no bytes is no JSON
    free(bytes);
}

// Files that others write have no checksum, or something that only looks like one.
TEST(a_checksum_is_verified_where_all_its_digits_are_there) {
    static const struct {
        const char* header;
        const char* says;  // NULL: it is read
    } cases[] = {
        {"{\"__metadata__\":{\"wend.checksum\": \"0123\"}}", NULL},
        {"{\"__metadata__\":{\"wend.checksum\":\"0123456789abcdef\"}}", NULL},
        {"{\"__metadata__\":{\"wend.checksum\": \"0123456789abcdef\"}}",
         "t: damaged: its checksum is "},
        {"{\"__metadata__\":{\"wend.checksum\": \"0123456789abcdef\"}}",
         ", the header has 0123456789abcdef; restore it or create it again"},
        {"{\"__metadata__\":{\"wend.checksum\": \"0123456789abcdef", "t: damaged"},
        {"{\"__metadata__\":{\"wend.checksum\": \"0123456789abcde", "t:1: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        CHECK_INT(parse_header(cases[i].header, 2, &error), cases[i].says ? WEND_FORMAT : WEND_OK);
        if (cases[i].says) CHECK_HAS(error.message, cases[i].says);
    }
}

// Every byte of a file as it is written. The checksum is three XXH3 hashes, each the seed of the
// next: of the header up to its digits (seed 0), of the rest of the header, of the floats.
TEST(a_file_of_tensors_has_the_bytes_that_its_format_says) {
    static const char* const headers[] = {
        "{\"__metadata__\": {\"wend.checksum\": \"59f3ac743a11994a\", \"k\": \"v\"}, \"a\": "
        "{\"dtype\": \"F32\", \"shape\": [2, 1], \"data_offsets\": [0, 8]}, \"b\": {\"dtype\": "
        "\"F32\", "
        "\"shape\": [1], \"data_offsets\": [8, 12]}}",
        "{\"__metadata__\": {\"wend.checksum\": \"476299556050829a\", \"k\": \"v\"}, \"a\": "
        "{\"dtype\": \"F16\", \"shape\": [2, 1], \"data_offsets\": [0, 4]}, \"b\": {\"dtype\": "
        "\"F16\", "
        "\"shape\": [1], \"data_offsets\": [4, 6]}}"};
    static const char numbers_32[] = "\0\0\x80\x3f\0\0\0\xc0\0\0\0\x3f",  // 1, -2, 0.5
        numbers_16[] = "\0\x3c\0\xc0\0\x38";
    static const float given[] = {1, -2, 0.5f};
    wend_tensor tensors[] = {{"a", 2, {2, 1}, 2, given}, {"b", 1, {1}, 1, given + 2}};
    wend_note notes[] = {{"wend.checksum", "not written again"}, {"k", "v"}};
    for (int half = 0; half < 2; half++) {
        wend_error error;
        wend_file_bytes bytes;
        wend_tensors back,
            file = {.tensors = tensors, .count = 2, .notes = notes, .note_count = 2, .half = half};
        size_t header = strlen(headers[half]), padded = (header + 7) / 8 * 8;
        size_t data = half ? sizeof numbers_16 - 1 : sizeof numbers_32 - 1;
        CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
        CHECK_OK(wend_file_read(test_path("t.safetensors"), &bytes, &error));
        CHECK_INT(bytes.size, 8 + padded + data);
        CHECK_INT((unsigned char)bytes.data[0], padded % 256);
        CHECK_INT(bytes.data[1], padded / 256);
        for (int i = 2; i < 8; i++) CHECK_INT(bytes.data[i], 0);
        CHECK(memcmp(bytes.data + 8, headers[half], header) == 0);
        for (size_t i = header; i < padded; i++) CHECK_INT(bytes.data[8 + i], ' ');
        CHECK(memcmp(bytes.data + 8 + padded, half ? numbers_16 : numbers_32, data) == 0);
        wend_file_bytes_destroy(&bytes);
        CHECK_OK(wend_tensors_read(test_path("t.safetensors"), &back, &error));
        CHECK_INT(back.count, 2);
        CHECK(back.tensors[0].data[0] == 1 && back.tensors[0].data[1] == -2);
        CHECK(back.tensors[1].data[0] == 0.5f && !back.half);
        CHECK_INT(back.tensors[0].dimensions, 2);
        CHECK(back.tensors[0].shape[0] == 2 && back.tensors[0].shape[1] == 1);
        CHECK_INT(back.tensors[0].count, 2);
        CHECK_INT(back.note_count, 2);
        wend_tensors_destroy(&back);
    }
}

TEST(floats_begin_at_a_multiple_of_8_whatever_the_names) {
    char name[20] = "";
    for (int i = 0; i < 16; i++) {
        wend_error error;
        wend_file_bytes bytes;
        wend_tensor t = {name, 1, {1}, 1, numbers};
        wend_tensors file = {.tensors = &t, .count = 1};
        name[i] = 'n';
        CHECK_OK(wend_tensors_write(test_path("t.safetensors"), &file, &error));
        CHECK_OK(wend_file_read(test_path("t.safetensors"), &bytes, &error));
        CHECK_INT(bytes.data[0] % 8, 0);
        CHECK_INT(bytes.size, 8 + (size_t)(unsigned char)bytes.data[0] + 4);
        wend_file_bytes_destroy(&bytes);
    }
}

TEST(numbers_that_do_not_fit_16_bits_are_reported_with_their_position) {
    static const float given[][2] = {{0, 65520}, {0, -1e6f}, {0, INFINITY}, {0, NAN}};
    static const char* const said[] = {"65520", "-1e+06", "inf", "nan"};
    for (int i = 0; i < 4; i++) {
        wend_error error;
        char expected[100];
        wend_tensor t = {"w", 1, {2}, 2, given[i]};
        wend_tensors file = {.tensors = &t, .count = 1, .half = true};
        CHECK_INT(wend_tensors_write(test_path("h.safetensors"), &file, &error), WEND_ARGUMENT);
        snprintf(expected, sizeof expected, "h.safetensors: w[1] is %s, which does not fit 16 bits",
                 said[i]);
        CHECK_HAS(error.message, expected);
        CHECK(!wend_file_exists(test_path("h.safetensors")));
    }
}

// A limit on the size of files replaces a full disk: the write fails half-way.
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
