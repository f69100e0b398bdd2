// Paints procedural images. A paint function returns the sRGB colour in [0, 1] at a point of the
// unit square; x runs right, y down.
#include "catalog/picture.h"

#include <stdio.h>

#include "catalog/texture.h"

// ---- colours ------------------------------------------------------------------------------------

static wend_vec3 rgb(uint32_t hex) {
    return wend_v3((float)(hex >> 16 & 255) / 255, (float)(hex >> 8 & 255) / 255,
                   (float)(hex & 255) / 255);
}

static wend_vec3 mix(wend_vec3 a, wend_vec3 b, float t) {
    return wend_v3_lerp(a, b, t < 0 ? 0 : t > 1 ? 1 : t);
}

static wend_vec3 picture_grey(float value) { return wend_v3(value, value, value); }

// Hash of a cell as a number in [0, 1).
static float dice(int x, int y, uint32_t seed) {
    uint32_t h = (uint32_t)x * 0x8DA6B343u ^ (uint32_t)y * 0xD8163841u ^ seed * 0xCB1AB31Fu;
    h = (h ^ h >> 16) * 0x7FEB352Du;
    h = (h ^ h >> 15) * 0x846CA68Bu;
    return (float)((h ^ h >> 16) >> 8) / 16777216.0f;
}

static float picture_fraction(float x) { return x - floorf(x); }

static wend_vec3 picture_pick(const uint32_t* palette, int count, float chance) {
    return rgb(palette[(int)(chance * (float)count) % count]);
}

// Palettes of four matching colours.
static const uint32_t palettes[6][4] = {
    {0x3D5A6C, 0xC8B38E, 0xA65A42, 0xE8E0D0}, {0x5E6B52, 0xD9C9A3, 0x8A4B3A, 0xECE5D6},
    {0x2F4858, 0xD3B07C, 0xB5533C, 0xF0E9DC}, {0x7A6A8A, 0xD8C3B0, 0x4B5D67, 0xEFE6DD},
    {0x486B6A, 0xD5C6AA, 0xC27E5A, 0xEEE9DF}, {0x8C6A4F, 0xC9D1C8, 0x4E6E8E, 0xF2ECE2},
};

// ---- paintings ----------------------------------------------------------------------------------

// Sky, two ranges of hills, and a meadow or a sea.
static wend_vec3 paint_landscape(wend_vec2 at, uint32_t v) {
    static const uint32_t skies[4] = {0x9FB9CC, 0xE0B58A, 0xB7C3C9, 0x7F9DB8};
    static const uint32_t hills[4] = {0x6F8493, 0x8A6E6A, 0x708474, 0x56708A};
    static const uint32_t lands[4] = {0x7C8B55, 0xA58A56, 0x5E7A6B, 0x8A9A62};
    uint32_t k = v % 4;
    wend_vec2 strip = {at.x * 0.5f, 0.3f};
    float far = 0.50f - 0.16f * texture_noise(strip, 5, 1, v + 3);
    float near = 0.66f - 0.12f * texture_noise(strip, 4, 1, v + 8);
    float stroke = 0.10f * (texture_noise(at, 24, 40, v) - 0.5f);
    wend_vec3 c = mix(rgb(skies[k]), rgb(0xF3E9DA), at.y * 1.5f + stroke);
    float sun_x = at.x - 0.3f - 0.1f * (float)(v % 5), sun_y = at.y - 0.24f;
    if (sun_x * sun_x + sun_y * sun_y < 0.004f) c = rgb(0xF7E3B0);
    if (at.y > far) c = mix(rgb(hills[k]), rgb(0xC9CFD0), 0.3f + stroke);
    if (at.y > near) c = mix(rgb(lands[k]), rgb(0x3F4A34), (at.y - near) * 1.4f + stroke);
    return c;
}

// Rectangles and discs in the colours of one palette.
static wend_vec3 paint_abstract(wend_vec2 at, uint32_t v) {
    const uint32_t* palette = palettes[v % 6];
    wend_vec3 c = rgb(palette[3]);
    for (int i = 0; i < 6; i++) {
        float x = dice(i, 0, v), y = dice(i, 1, v), w = 0.1f + 0.3f * dice(i, 2, v);
        float h = 0.1f + 0.3f * dice(i, 3, v), dx = at.x - x, dy = at.y - y;
        bool inside =
            i % 3 == 2 ? dx * dx + dy * dy < w * w / 3 : fabsf(dx) < w / 2 && fabsf(dy) < h / 2;
        if (inside) c = picture_pick(palette, 3, dice(i, 4, v));
    }
    float stroke = 0.06f * texture_noise(at, 30, 30, v);
    return mix(c, rgb(0xFFFFFF), stroke);
}

// A bunch of round blossoms in a vase.
static wend_vec3 paint_flowers(wend_vec2 at, uint32_t v) {
    static const uint32_t blossoms[5] = {0xC65B4E, 0xE2A94B, 0xD9C7D8, 0x9A6FA0, 0xE9E2CE};
    wend_vec3 c = mix(rgb(palettes[v % 6][1]), rgb(0x6E6355), at.y * 0.6f);
    if (at.y > 0.82f) c = mix(rgb(0x7A5A40), c, 0.2f);
    float half = 0.09f + 0.05f * sinf((at.y - 0.6f) * 9);
    if (at.y > 0.6f && at.y < 0.9f && fabsf(at.x - 0.5f) < half) c = rgb(palettes[v % 6][0]);
    for (int i = 0; i < 14; i++) {
        float x = 0.22f + 0.56f * dice(i, 5, v), y = 0.12f + 0.46f * dice(i, 6, v);
        float dx = at.x - x, dy = at.y - y;
        if (dx * dx + dy * dy > 0.014f) continue;
        float r = 0.05f + 0.04f * dice(i, 7, v), d = sqrtf(dx * dx + dy * dy);
        bool leaf = i < 6;
        if (d < r * (leaf ? 1.3f : 1))
            c = leaf ? mix(rgb(0x5F7550), rgb(0x3E5238), dice(i, 8, v))
                     : mix(picture_pick(blossoms, 5, dice(i, 9, v)), rgb(0x4A2F2A),
                           d < r * 0.3f ? 0.5f : 0);
    }
    return c;
}

// ---- textiles -----------------------------------------------------------------------------------

static wend_vec3 paint_rug(wend_vec2 at, uint32_t v) {
    const uint32_t* palette = palettes[v % 6];
    float x = fabsf(at.x - 0.5f), y = fabsf(at.y - 0.5f), edge = x > y ? x : y, out = x + y;
    if (v >= 6) edge = out = sqrtf(x * x + y * y);  // round rugs: distance from the centre
    wend_vec3 c = rgb(palette[0]);
    if (v % 3 == 0) {  // border and diamonds
        float d = picture_fraction(out * 6);
        c = d < 0.25f ? rgb(palette[1]) : d < 0.5f ? rgb(palette[2]) : rgb(palette[0]);
        if (edge > 0.38f)
            c = picture_fraction((at.x + at.y) * 16) < 0.5f ? rgb(palette[1]) : rgb(palette[0]);
        if (edge > 0.45f) c = rgb(palette[2]);
    } else if (v % 3 == 1) {  // stripes
        c = rgb(palette[(int)(at.y * 12) % 4]);
    } else {  // plain with a border
        c = edge > 0.42f && edge < 0.46f ? rgb(palette[2]) : rgb(palette[1]);
    }
    float tuft = texture_noise(at, 64, 64, 7);
    return wend_v3_scale(c, 0.86f + 0.14f * tuft);
}

// Stripes and checks are pale: they are multiplied with the colour of the cloth.
static wend_vec3 paint_stripes(wend_vec2 at, uint32_t v) {
    int band = ((int)(at.y * 16) + (int)v) % 8;
    float tone = band < 2 ? 0.66f : band == 4 ? 0.80f : 1;
    return picture_grey(tone * (0.92f + 0.08f * texture_noise(at, 32, 32, 8)));
}

static wend_vec3 paint_checks(wend_vec2 at, uint32_t v) {
    int squares = v % 2 ? 6 : 4,
        across = (int)(at.x * (float)squares) % 2 + (int)(at.y * (float)squares) % 2;
    float tone = 1 - 0.17f * (float)across;
    return picture_grey(tone * (0.92f + 0.08f * texture_noise(at, 32, 32, 9)));
}

// Coloured spirals around the centre (tie-dye).
static wend_vec3 paint_tie_dye(wend_vec2 at, uint32_t v) {
    static const uint32_t dyes[5] = {0xC94F7C, 0xE8A33D, 0x4FA08A, 0x3E6FB0, 0x8A5AA8};
    float x = at.x - 0.5f, y = (at.y - 0.5f) * 1.6f, r = sqrtf(x * x + y * y);
    float turn = atan2f(y, x) / (float)(2 * WEND_PI) + 1 + r * 1.6f;
    float band = (turn + 0.06f * texture_noise(at, 8, 8, v)) * 5;
    int index = (int)floorf(band) + (int)v;
    float t = picture_fraction(band);
    wend_vec3 c = mix(rgb(dyes[index % 5]), rgb(dyes[(index + 1) % 5]), t);
    float white = texture_noise(at, 14, 14, v + 2);
    return mix(c, rgb(0xF4EEE6), white > 0.72f ? 0.7f : 0.1f);
}

// ---- print and screens --------------------------------------------------------------------------

// A row of book spines of varying width, height and colour on a dark shelf.
static wend_vec3 paint_books(wend_vec2 at, uint32_t v) {
    static const uint32_t cloths[8] = {0x7A3B33, 0x3F5B4A, 0x34506B, 0xB8A27A,
                                       0x5A4A63, 0xD8CFBD, 0x8A6B3F, 0x2E3338};
    float x = 0;
    for (int i = 0; x < 1; i++) {
        float wide = 0.022f + 0.03f * dice(i, 1, v), top = 0.02f + 0.22f * dice(i, 2, v);
        if (at.x < x + wide) {
            float inside = (at.x - x) / wide;
            if (at.y < top) return rgb(0x2A2420);
            wend_vec3 c = picture_pick(cloths, 8, dice(i, 3, v));
            float shade = 0.78f + 0.22f * 4 * inside * (1 - inside);
            float band = picture_fraction(at.y * 5 + dice(i, 4, v));
            bool title = at.y > top + 0.15f && at.y < top + 0.45f && fabsf(inside - 0.5f) < 0.16f;
            if (title || band < 0.05f) c = mix(c, rgb(0xE8DDC0), 0.6f);
            return wend_v3_scale(c, inside < 0.06f ? 0.5f : shade);
        }
        x += wide;
    }
    return rgb(0x2A2420);
}

// True on a mark of pseudo text. `lines` and `letters` give its grid, `seed` its content.
static bool text_mark(wend_vec2 at, int lines, int letters, uint32_t seed) {
    int line = (int)(at.y * (float)lines), letter = (int)(at.x * (float)letters);
    float inside = picture_fraction(at.y * (float)lines);
    float length = 0.55f + 0.45f * dice(line, 11, seed);
    return inside > 0.3f && inside < 0.75f && at.x < length && dice(letter, line, seed) > 0.22f &&
           dice((int)(at.x * (float)letters * 3), line * 3 + (int)(inside * 6), seed) > 0.35f;
}

static wend_vec3 paint_cover(wend_vec2 at, uint32_t v) {
    const uint32_t* palette = palettes[v % 6];
    wend_vec3 c = rgb(palette[v / 6 % 3]);
    if (at.y > 0.45f && at.y < 0.85f && at.x > 0.15f && at.x < 0.85f) {
        wend_vec2 inner = {(at.x - 0.15f) / 0.7f, (at.y - 0.45f) / 0.4f};
        c = paint_abstract(inner, v + 3);
    }
    wend_vec2 title = {(at.x - 0.15f) / 0.7f, (at.y - 0.12f) / 0.24f};
    if (title.x > 0 && title.x < 1 && title.y > 0 && title.y < 1 && text_mark(title, 2, 6, v))
        c = rgb(0xF0E6CF);
    return c;
}

// A desktop with windows of text; odd variants are switched off.
static wend_vec3 paint_screen(wend_vec2 at, uint32_t v) {
    wend_vec3 dark = mix(rgb(0x1A1C20), rgb(0x2C3036), at.x * 0.5f + 0.5f - at.y);
    if (v % 2) return dark;
    wend_vec3 c = mix(rgb(0x3C5A78), rgb(0x7C98A8), at.y);
    for (int i = 0; i < 2; i++) {
        float x = (at.x - 0.08f - 0.38f * (float)i) / 0.46f,
              y = (at.y - 0.1f - 0.12f * (float)i) / 0.62f;
        if (x < 0 || x > 1 || y < 0 || y > 1) continue;
        c = y < 0.07f ? rgb(0x596470) : i ? rgb(0xEDEEF0) : rgb(0x262B33);
        wend_vec2 page = {(x - 0.06f) / 0.88f, (y - 0.12f) / 0.82f};
        if (page.x > 0 && page.x < 1 && page.y > 0 && page.y < 1 && text_mark(page, 12, 14, v))
            c = i ? rgb(0x50555C) : rgb(0x8FB29A);
    }
    return at.y > 0.94f ? rgb(0x20242A) : c;
}

static wend_vec3 paint_keys(wend_vec2 at, uint32_t v) {
    wend_vec3 body = v % 2 ? rgb(0xC9CACC) : rgb(0x26282B),
              key = v % 2 ? rgb(0xEEEEEC) : rgb(0x3B3E43);
    float x = (at.x - 0.03f) / 0.94f * 15, y = (at.y - 0.08f) / 0.84f * 5;
    if (x < 0 || x > 15 || y < 0 || y > 5) return body;
    bool space = y > 4 && x > 4 && x < 10;
    float fx = space ? (x - 4) / 6 * 0.9f + 0.05f : picture_fraction(x + 0.25f * floorf(y)),
          fy = picture_fraction(y);
    return fx > 0.1f && fx < 0.9f && fy > 0.12f && fy < 0.86f ? key : body;
}

static wend_vec3 paint_writing(wend_vec2 at, uint32_t v) {
    static const uint32_t inks[3] = {0x2B4A86, 0x8A2F2F, 0x2F3136};
    wend_vec3 c = mix(rgb(0xF5F5F1), rgb(0xE6E8E8), texture_noise(at, 4, 3, v) * 0.7f);
    if (at.x > 0.06f && at.x < 0.56f && at.y > 0.1f && at.y < 0.9f) {
        wend_vec2 page = {(at.x - 0.06f) / 0.5f, (at.y - 0.1f) / 0.8f};
        if (text_mark(page, 7, 18, v)) c = rgb(inks[(int)(page.y * 7) % 3]);
    }
    // A curve over two axes, beside the text.
    float x = (at.x - 0.64f) / 0.3f, y = (0.82f - at.y) / 0.6f;
    if (x > -0.02f && x < 1 && y > -0.02f && y < 1) {
        if (fabsf(x) < 0.016f || fabsf(y) < 0.016f) c = rgb(0x2F3136);
        float curve = 0.15f + 0.6f * x * x + 0.12f * sinf(x * 9 + (float)v);
        if (fabsf(y - curve) < 0.035f && x > 0) c = rgb(inks[v % 2]);
    }
    return c;
}

static wend_vec3 paint_news(wend_vec2 at, uint32_t v) {
    wend_vec3 paper = rgb(0xE4E0D4), ink = rgb(0x55534F);
    if (at.y < 0.14f)
        return fabsf(at.y - 0.08f) < 0.035f && text_mark((wend_vec2){at.x, 0.5f}, 1, 9, v)
                   ? rgb(0x2A2928)
                   : paper;
    if (at.x > 0.52f && at.x < 0.95f && at.y > 0.2f && at.y < 0.5f)
        return mix(rgb(0x6A6A66), rgb(0xB8B5AC), texture_noise(at, 10, 8, v));
    wend_vec2 column = {picture_fraction(at.x * 3) / 0.88f, (at.y - 0.16f) / 0.84f};
    return column.x < 1 && text_mark(column, 26, 12, v + (uint32_t)(at.x * 3)) ? ink : paper;
}

static wend_vec3 paint_circuit(wend_vec2 at, uint32_t v) {
    wend_vec3 c = v % 2 ? rgb(0x23412F) : rgb(0x1F2326);
    int x = (int)(at.x * 16), y = (int)(at.y * 8);
    float fx = picture_fraction(at.x * 16), fy = picture_fraction(at.y * 8);
    if (fabsf(fy - 0.5f) < 0.06f && dice(x / 3, y, v) > 0.4f) c = rgb(0x5E7A52);
    if (dice(x, y, v + 1) > 0.78f && fx > 0.2f && fx < 0.8f && fy > 0.2f && fy < 0.8f)
        c = dice(x, y, v + 2) > 0.5f ? rgb(0x111315) : rgb(0xB8B3A2);
    return c;
}

// ---- clocks, balls and signs --------------------------------------------------------------------

static float to_segment(float x, float y, float angle, float length) {
    float c = sinf(angle), s = -cosf(angle), along = fminf(fmaxf(x * c + y * s, 0), length);
    float dx = x - along * c, dy = y - along * s;
    return sqrtf(dx * dx + dy * dy);
}

static wend_vec3 paint_clock(wend_vec2 at, uint32_t v) {
    float x = at.x - 0.5f, y = at.y - 0.5f, r = sqrtf(x * x + y * y);
    wend_vec3 c = rgb(0xF3F0E6);
    float hour = atan2f(x, -y) / (float)(2 * WEND_PI) * 12;
    if (r > 0.36f && r < 0.44f && fabsf(hour - floorf(hour + 0.5f)) < 0.14f) c = rgb(0x2E2E30);
    if (to_segment(x, y, 1.2f + (float)v, 0.24f) < 0.03f) c = rgb(0x2E2E30);
    if (to_segment(x, y, 4.1f + (float)v * 2, 0.36f) < 0.018f) c = rgb(0x2E2E30);
    return c;
}

// Seven segments per digit: top, upper right, lower right, bottom, lower left, upper left, middle.
static bool digit_mark(wend_vec2 at, int digit) {
    static const uint8_t strokes[10] = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};
    bool left = at.x<0.25f, right = at.x> 0.75f, low = at.y > 0.5f;
    int stroke = at.y < 0.14f                 ? 0
                 : at.y > 0.86f               ? 3
                 : fabsf(at.y - 0.5f) < 0.07f ? 6
                 : right                      ? (low ? 2 : 1)
                 : left                       ? (low ? 4 : 5)
                                              : -1;
    return stroke >= 0 && strokes[digit] >> stroke & 1;
}

static wend_vec3 paint_digits(wend_vec2 at, uint32_t v) {
    wend_vec3 dark = rgb(0x14181A), lit = v % 2 ? rgb(0x7FC9A0) : rgb(0xD9604A);
    const int shown[4] = {(int)(v % 2), 7, (int)(v * 3 % 6), (int)(v * 7 % 10)};
    float x = (at.x - 0.08f) / 0.84f * 4.4f, y = (at.y - 0.2f) / 0.6f;
    if (x < 0 || x >= 4.4f || y < 0 || y > 1) return dark;
    if (x > 2 && x < 2.4f)
        return fabsf(x - 2.2f) < 0.1f && fabsf(fabsf(y - 0.5f) - 0.2f) < 0.07f ? lit : dark;
    if (x > 2.4f) x -= 0.4f;
    wend_vec2 inside = {picture_fraction(x) / 0.8f, y};
    return inside.x < 1 && digit_mark(inside, shown[(int)x]) ? lit : dark;
}

static wend_vec3 paint_label(wend_vec2 at, uint32_t v) {
    const uint32_t* palette = palettes[v % 6];
    wend_vec3 c = rgb(palette[v / 6 % 3]);
    if (at.y > 0.2f && at.y < 0.65f) c = rgb(palette[3]);
    wend_vec2 page = {picture_fraction(at.x * 2) / 0.9f, (at.y - 0.26f) / 0.34f};
    if (page.x < 1 && page.y > 0 && page.y < 1 && text_mark(page, 3, 8, v)) c = rgb(0x3A3634);
    return c;
}

// Texture of a ball: black seams on orange.
static wend_vec3 paint_basketball(wend_vec2 at, uint32_t v) {
    static const uint32_t skins[3] = {0xC0622A, 0xA8502A, 0x3E5C86};
    float x = picture_fraction(at.x * 2) - 0.5f, y = at.y - 0.5f;
    bool seam = fabsf(y) < 0.02f || fabsf(x) < 0.012f || fabsf(x) > 0.488f ||
                fabsf(fabsf(x) - 0.14f - 1.2f * y * y) < 0.012f;
    wend_vec3 c = seam ? rgb(0x26211E) : rgb(skins[v % 3]);
    return wend_v3_scale(c, 0.92f + 0.08f * texture_noise(at, 64, 32, 3));
}

// The word STOP over the unit square; letters are 3 x 5 cells.
static bool stop_mark(float x, float y) {
    static const uint8_t letters[4][5] = {
        {7, 4, 7, 1, 7}, {7, 2, 2, 2, 2}, {7, 5, 5, 5, 7}, {7, 5, 7, 4, 4}};
    if (x < 0 || x >= 1 || y < 0 || y >= 1) return false;
    int column = (int)(x * 15) % 4, letter = (int)(x * 15) / 4;
    return column < 3 && letters[letter][(int)(y * 5)] >> (2 - column) & 1;
}

// Variants: 0 stop, 1 no entry, 2 parking, 3 pedestrians.
static wend_vec3 paint_sign(wend_vec2 at, uint32_t v) {
    float x = at.x - 0.5f, y = at.y - 0.5f, r = sqrtf(x * x + y * y);
    static const uint32_t fields[4] = {0xA83232, 0xB03A34, 0x2F5C96, 0x2F5C96};
    wend_vec3 c = rgb(fields[v % 4]), white = rgb(0xF0EEE8);
    if (v % 4 == 0 && stop_mark((x + 0.36f) / 0.72f, (y + 0.15f) / 0.3f)) c = white;
    if (v % 4 == 1 && fabsf(y) < 0.09f && fabsf(x) < 0.33f) c = white;
    if (v % 4 == 2) {
        bool stem = fabsf(x + 0.12f) < 0.05f && fabsf(y) < 0.3f;
        float d = sqrtf(x * x + (y + 0.13f) * (y + 0.13f));
        if (stem || (d < 0.17f && d > 0.08f && x > -0.12f)) c = white;
    }
    if (v % 4 == 3) {
        bool head = x * x + (y + 0.26f) * (y + 0.26f) < 0.005f;
        bool body = fabsf(x) < 0.06f + 0.15f * fmaxf(y, 0) && y > -0.18f && y < 0.34f;
        if (head || body) c = white;
    }
    return r > 0.46f ? white : c;
}

// ---- output -------------------------------------------------------------------------------------

typedef wend_vec3 (*paint_function)(wend_vec2 at, uint32_t variant);

static const struct {
    paint_function paint;
    const char* name;
    int width, height;
} rows[PICTURE_COUNT] = {
#define X(name, paint, words, width, height) {paint_##paint, words, width, height},
    PICTURE_LIST(X)
#undef X
};

static uint8_t picture_to_byte(float value) {
    return (uint8_t)((value < 0 ? 0 : value > 1 ? 1 : value) * 255 + 0.5f);
}

uint32_t picture_make(scene_builder* b, picture kind, uint32_t variant) {
    int width = rows[kind].width, height = rows[kind].height;
    uint8_t* pixels = wend_alloc((size_t)width * (size_t)height * 4);
    if (!pixels) {
        b->status = WEND_NO_MEMORY;
        return 0;
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            wend_vec2 at = {((float)x + 0.5f) / (float)width, ((float)y + 0.5f) / (float)height};
            wend_vec3 c = rows[kind].paint(at, variant);
            uint8_t* out = pixels + ((size_t)y * (size_t)width + (size_t)x) * 4;
            out[0] = picture_to_byte(c.x);
            out[1] = picture_to_byte(c.y);
            out[2] = picture_to_byte(c.z);
            out[3] = 255;
        }
    char name[48];
    snprintf(name, sizeof name, "%s %u", rows[kind].name, variant);
    uint32_t texture = scene_builder_texture(b, name, width, height, pixels);
    wend_free(pixels);
    return texture;
}
