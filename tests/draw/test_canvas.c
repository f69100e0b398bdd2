#include "draw/canvas.h"
#include "test.h"

#include "wend/files.h"

static void draw_something(canvas* c) {
    canvas_rect(c, (wend_vec2){10, 10}, (wend_vec2){30, 30}, (canvas_style){.fill = 0xff0000ff});
    canvas_text(c, (wend_vec2){5, 40}, 10, CANVAS_LEFT, 0x000000ff, 0, "a < b");
}

TEST(a_drawing_has_its_colours_where_they_were_put) {
    wend_error error;
    canvas* c;
    wend_image image;
    CHECK_OK(canvas_create(CANVAS_PNG, 64, 48, 0xffffffff, &c, &error));
    draw_something(c);
    CHECK_OK(canvas_image(c, &image, &error));
    const uint8_t* inside = image.pixels + 3 * (20 * 64 + 20);
    const uint8_t* outside = image.pixels + 3 * (5 * 64 + 5);
    CHECK(inside[0] == 255 && inside[1] == 0 && inside[2] == 0);
    CHECK(outside[0] == 255 && outside[1] == 255 && outside[2] == 255);
    wend_image_destroy(&image);
    canvas_destroy(c);
}

TEST(svg_text_is_escaped) {
    wend_error error;
    canvas* c;
    wend_file_bytes bytes;
    CHECK_OK(canvas_create(CANVAS_SVG, 64, 48, 0xffffffff, &c, &error));
    draw_something(c);
    CHECK_OK(canvas_save(c, test_path("a.svg"), &error));
    CHECK_OK(wend_file_read(test_path("a.svg"), &bytes, &error));
    CHECK_HAS(bytes.data, "a &lt; b");
    CHECK_HAS(bytes.data, "</svg>");
    wend_file_bytes_destroy(&bytes);
    canvas_destroy(c);
}

TEST(a_drawing_that_is_too_large_is_refused) {
    wend_error error;
    canvas* c;
    CHECK_INT(canvas_create(CANVAS_PNG, 100000, 10, 0, &c, &error), WEND_ARGUMENT);
}
