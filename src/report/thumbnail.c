#include "report/thumbnail.h"

#include "report/html.h"

enum { QUALITY = 80 };  // JPEG quality

void thumbnail_shrink(const uint8_t* rgb, int width, int height, wend_image* small) {
    for (int y = 0; y < small->height; y++) {
        int top = (int)((int64_t)y * height / small->height);
        int bottom = (int)((int64_t)(y + 1) * height / small->height);
        for (int x = 0; x < small->width; x++) {
            int left = (int)((int64_t)x * width / small->width);
            int right = (int)((int64_t)(x + 1) * width / small->width);
            uint32_t sum[3] = {0}, count = (uint32_t)((bottom - top) * (right - left));
            for (int j = top; j < bottom; j++)
                for (int i = left; i < right; i++)
                    for (int k = 0; k < 3; k++)
                        sum[k] += rgb[3 * ((size_t)j * (size_t)width + (size_t)i) + (size_t)k];
            uint8_t* pixel = small->pixels + 3 * ((size_t)y * (size_t)small->width + (size_t)x);
            for (int k = 0; k < 3; k++) pixel[k] = (uint8_t)((sum[k] + count / 2) / count);
        }
    }
}

wend_status thumbnail_put(wend_text_out* out, const uint8_t* rgb, int width, int height, int side,
                          const char* alt, wend_error* error) {
    int longer = width > height ? width : height;
    int part = longer < side ? longer : side;
    wend_image small;
    uint8_t* bytes;
    size_t size;
    int w = (int)((int64_t)width * part / longer), h = (int)((int64_t)height * part / longer);
    WEND_TRY(wend_image_create(w > 0 ? w : 1, h > 0 ? h : 1, 3, &small, error));
    thumbnail_shrink(rgb, width, height, &small);
    wend_status status = wend_image_encode_jpeg(&small, QUALITY, &bytes, &size, error);
    if (status == WEND_OK) {
        wend_text_put(out, "<img width='%d' height='%d' alt='", small.width, small.height);
        html_text(out, alt);
        wend_text_put(out, "' src='");
        html_data_uri(out, "image/jpeg", bytes, size);
        wend_text_put(out, "'>");
        wend_free(bytes);
    }
    wend_image_destroy(&small);
    return status;
}
