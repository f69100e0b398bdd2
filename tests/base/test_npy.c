#include "base/npy.h"
#include "test.h"

#include "wend/files.h"

static const float floats[6] = {1, -2.5f, 3e10f, 0, 5, 6};
static const uint8_t bools[4] = {1, 0, 0, 1};
static const int64_t whole[2] = {-3, 1ll << 40};
static const uint32_t letters[2][3] = {{'a', 0x939, 0}, {0x1f600, 'z', '!'}};

static void make_arrays(wend_npy_array arrays[4]) {
    arrays[0] = (wend_npy_array){.name = "time",
                                 .type = WEND_NPY_FLOAT,
                                 .item_size = 4,
                                 .dimensions = 2,
                                 .shape = {3, 2},
                                 .count = 6,
                                 .data = (void*)floats};
    arrays[1] = (wend_npy_array){.name = "mask",
                                 .type = WEND_NPY_BOOL,
                                 .item_size = 1,
                                 .dimensions = 1,
                                 .shape = {4},
                                 .count = 4,
                                 .data = (void*)bools};
    arrays[2] = (wend_npy_array){.name = "id",
                                 .type = WEND_NPY_INT,
                                 .item_size = 8,
                                 .dimensions = 1,
                                 .shape = {2},
                                 .count = 2,
                                 .data = (void*)whole};
    arrays[3] = (wend_npy_array){.name = "pano",
                                 .type = WEND_NPY_UNICODE,
                                 .item_size = 12,
                                 .dimensions = 2,
                                 .shape = {2, 1},
                                 .count = 2,
                                 .data = (void*)letters};
}

TEST(arrays_written_to_an_npz_file_are_read_back) {
    wend_npy_array arrays[4];
    make_arrays(arrays);
    wend_error error;
    char path[1024], text[64];
    snprintf(path, sizeof path, "%s", test_path("a.npz"));
    CHECK_OK(wend_npz_write(path, arrays, 4, &error));
    npz file;
    CHECK_OK(npz_read(path, &file, &error));
    CHECK_INT(file.count, 4);
    const wend_npy_array* time = npz_find(&file, "time");
    CHECK(time && time->dimensions == 2 && time->shape[0] == 3 && time->shape[1] == 2);
    for (size_t i = 0; i < 6; i++) CHECK_NEAR(wend_npy_number(time, i), floats[i], 0);
    CHECK_NEAR(wend_npy_number(npz_find(&file, "id"), 0), -3, 0);
    CHECK_NEAR(wend_npy_number(npz_find(&file, "id"), 1), 1ll << 40, 0);
    CHECK_NEAR(wend_npy_number(npz_find(&file, "mask"), 3), 1, 0);
    npy_text(npz_find(&file, "pano"), 0, text, sizeof text);
    CHECK_TEXT(text, "a\xe0\xa4\xb9");
    npy_text(npz_find(&file, "pano"), 1, text, sizeof text);
    CHECK_TEXT(text, "\xf0\x9f\x98\x80z!");
    CHECK(!npz_find(&file, "nothing"));
    npz_destroy(&file);
}

TEST(an_npz_file_is_what_numpy_reads_and_writes) {
    if (system("python3 -c 'import numpy' 2>/dev/null") != 0) test_skip("no numpy");
    wend_npy_array arrays[4];
    make_arrays(arrays);
    wend_error error;
    char command[4096];
    CHECK_OK(wend_npz_write(test_path("ours.npz"), arrays, 4, &error));
    snprintf(command, sizeof command,
             "cd %s && python3 -c \"import numpy as n; f = n.load('ours.npz');"
             "assert f['time'].shape == (3, 2) and f['time'][0, 1] == -2.5;"
             "assert f['pano'][0, 0] == 'a\\u0939' and f['id'].tolist() == [-3, 1 << 40];"
             "n.savez('stored.npz', **f); n.savez_compressed('packed.npz', **f)\"",
             test_folder());
    CHECK_INT(system(command), 0);
    static const char* const names[] = {"stored.npz", "packed.npz"};
    for (int i = 0; i < 2; i++) {
        npz file;
        CHECK_OK(npz_read(test_path(names[i]), &file, &error));
        CHECK_INT(file.count, 4);
        CHECK(memcmp(npz_find(&file, "time")->data, floats, sizeof floats) == 0);
        CHECK(memcmp(npz_find(&file, "pano")->data, letters, sizeof letters) == 0);
        npz_destroy(&file);
    }
}

TEST(an_npz_file_cut_anywhere_or_with_a_flipped_bit_is_refused_or_read) {
    wend_npy_array arrays[4];
    make_arrays(arrays);
    wend_error error;
    CHECK_OK(wend_npz_write(test_path("a.npz"), arrays, 4, &error));
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(test_path("a.npz"), &bytes, &error));
    npz file;
    for (size_t cut = 0; cut < bytes.size; cut++) {
        CHECK_INT(npz_parse(bytes.data, cut, "cut", &file, &error), WEND_FORMAT);
        CHECK(*error.message);
    }
    size_t refused = 0;
    for (size_t i = 0; i < bytes.size * 8; i++) {
        bytes.data[i / 8] ^= (char)(1 << i % 8);
        wend_status status = npz_parse(bytes.data, bytes.size, "flipped", &file, &error);
        if (status == WEND_OK)
            npz_destroy(&file);
        else
            CHECK(*error.message);
        refused += status != WEND_OK;
        bytes.data[i / 8] ^= (char)(1 << i % 8);
    }
    CHECK(refused > 4 * bytes.size);  // more than half; the rest are bits that say nothing
    wend_file_bytes_destroy(&bytes);
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_npy_array arrays[4];
    make_arrays(arrays);
    WEND_TRY(wend_npz_write(path, arrays, 4, error));
    npz file;
    WEND_TRY(npz_read(path, &file, error));
    npz_destroy(&file);
    return WEND_OK;
}

TEST(npz_files_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.npz"));
    test_each_allocation(both_ways, path, 1000);
}
