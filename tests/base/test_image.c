#include "base/file.h"
#include "test.h"

TEST(a_png_comes_back_as_it_was_written) {
    wend_error error;
    wend_image image, again;
    file_bytes bytes;
    CHECK_OK(wend_image_create(37, 21, 3, &image, &error));
    for (int i = 0; i < 37 * 21 * 3; i++) image.pixels[i] = (uint8_t)(i * 7);
    CHECK_OK(wend_image_write_png(&image, test_path("a.png"), &error));
    CHECK_OK(file_read(test_path("a.png"), &bytes, &error));
    CHECK_OK(wend_image_decode(bytes.data, bytes.size, "a.png", 10000, &again, &error));
    CHECK(memcmp(image.pixels, again.pixels, 37 * 21 * 3) == 0);
    wend_image_destroy(&again);
    CHECK_INT(wend_image_decode(bytes.data, bytes.size, "a.png", 100, &again, &error), WEND_LIMIT);
    CHECK_INT(wend_image_decode(bytes.data, bytes.size / 2, "a.png", 10000, &again, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "a.png: not a readable PNG");
    file_bytes_destroy(&bytes);
    wend_image_destroy(&image);
}
