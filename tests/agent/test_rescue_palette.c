#include <stdlib.h>

#include "agent/rescuer/rescue_palette.h"
#include "test.h"

enum { WIDE = 64, HIGH = 48 };

static void paint(uint8_t* rgb, int size, const uint8_t color[3]) {
    for (int row = 0; row < HIGH; row++)
        for (int column = 0; column < WIDE; column++)
            if (abs(column - WIDE / 2) < size && abs(row - HIGH / 2) < size)
                for (int k = 0; k < 3; k++) rgb[3 * (row * WIDE + column) + k] = color[k];
}

TEST(the_palette_of_a_person_comes_from_the_centre_and_not_from_the_ground) {
    static const uint8_t grey[3] = {120, 122, 118}, red[3] = {180, 40, 36};
    static const uint8_t darker[3] = {164, 34, 30}, green[3] = {60, 140, 50};
    uint8_t rgb[3 * WIDE * HIGH];
    rescue_palette p;
    paint(rgb, WIDE, grey);
    paint(rgb, 7, red);
    rescue_palette_learn(&p, rgb, WIDE, HIGH);
    CHECK(p.known);
    CHECK(p.has[rescue_palette_bin(red)] && p.has[rescue_palette_bin(darker)]);
    CHECK(!p.has[rescue_palette_bin(grey)] && !p.has[rescue_palette_bin(green)]);
}

TEST(a_uniform_or_missing_image_gives_no_palette) {
    static const uint8_t grey[3] = {120, 122, 118};
    uint8_t rgb[3 * WIDE * HIGH];
    rescue_palette p;
    paint(rgb, WIDE, grey);
    rescue_palette_learn(&p, rgb, WIDE, HIGH);
    CHECK(!p.known);
    rescue_palette_learn(&p, NULL, 0, 0);
    CHECK(!p.known);
}
