#include "test.h"

#include "wend/files.h"

TEST(a_png_comes_back_as_it_was_written) {
    wend_error error;
    wend_image image, again;
    wend_file_bytes bytes;
    CHECK_OK(wend_image_create(37, 21, 3, &image, &error));
    for (int i = 0; i < 37 * 21 * 3; i++) image.pixels[i] = (uint8_t)(i * 7);
    CHECK_OK(wend_image_write_png(&image, test_path("a.png"), &error));
    CHECK_OK(wend_file_read(test_path("a.png"), &bytes, &error));
    CHECK_OK(wend_image_decode(bytes.data, bytes.size, "a.png", 10000, &again, &error));
    CHECK(memcmp(image.pixels, again.pixels, 37 * 21 * 3) == 0);
    wend_image_destroy(&again);
    CHECK_INT(wend_image_decode(bytes.data, bytes.size, "a.png", 100, &again, &error), WEND_LIMIT);
    CHECK_INT(wend_image_decode(bytes.data, bytes.size / 2, "a.png", 10000, &again, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "a.png: not a readable PNG");
    wend_file_bytes_destroy(&bytes);
    wend_image_destroy(&image);
}

// A header may claim any size; memory is taken in proportion to the bytes that are there.
TEST(an_image_that_claims_more_pixels_than_its_bytes_can_hold_is_refused) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0, 0,    13,
                                  'I',  'H', 'D', 'R', 0,    0,    0x10, 0,    0,    0, 0x10, 0,
                                  8,    6,   0,   0,   0,    0xf2, 0xa3, 0x24, 0x17, 0, 0,    0,
                                  0,    'I', 'D', 'A', 'T',  0x35, 0xaf, 0x06, 0x1e};
    static const uint8_t jpeg[] = {0xff, 0xd8, 0xff, 0xc0, 0, 11,   8,    0x10, 0, 0x10,
                                   0,    1,    1,    0x11, 0, 0xff, 0xda, 0,    8, 1,
                                   1,    0,    0,    63,   0, 0,    0xff, 0xd9};
    wend_error error;
    wend_image image;
    wend_memory_reset_peak();
    CHECK_INT(wend_image_decode(png, sizeof png, "a.png", 1 << 24, &image, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "4096 x 4096 pixels do not fit");
    CHECK_INT(wend_image_decode(jpeg, sizeof jpeg, "a.jpg", 1 << 24, &image, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "4096 x 4096 pixels do not fit");
    CHECK(wend_memory_get_stats().peak_bytes < 1 << 20);
}

// The densest images must stay readable.
TEST(a_large_image_of_one_colour_is_read) {
    wend_error error;
    wend_image image, again;
    uint8_t* bytes;
    size_t size;
    CHECK_OK(wend_image_create(2048, 2048, 3, &image, &error));
    CHECK_OK(wend_image_encode_png(&image, &bytes, &size, &error));
    CHECK_OK(wend_image_decode(bytes, size, "a.png", 1 << 24, &again, &error));
    wend_image_destroy(&again);
    wend_free(bytes);
    CHECK_OK(wend_image_encode_jpeg(&image, 50, &bytes, &size, &error));
    CHECK_OK(wend_image_decode(bytes, size, "a.jpg", 1 << 24, &again, &error));
    wend_image_destroy(&again);
    wend_free(bytes);
    wend_image_destroy(&image);
}
