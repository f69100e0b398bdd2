// Paints the procedural textures of surfaces.
#include "catalog/texture.h"

#include <stdio.h>

enum { MAX_SIDE = 256, MAX_LOOKS = 8 };

// ---- noise --------------------------------------------------------------------------------------

static float lattice(int x, int y, uint32_t seed) {
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) >> 8) / 16777216.0f;
}

float texture_noise(wend_vec2 at, int fu, int fv, uint32_t seed) {
    float x = at.x * (float)fu, y = at.y * (float)fv;
    int xa = (int)x, ya = (int)y;
    float s = x - (float)xa, t = y - (float)ya;
    while (xa >= fu) xa -= fu;  // few iterations, faster than a division
    while (ya >= fv) ya -= fv;
    int xb = xa + 1 < fu ? xa + 1 : 0, yb = ya + 1 < fv ? ya + 1 : 0;
    s = s * s * (3 - 2 * s);
    t = t * t * (3 - 2 * t);
    float low = lattice(xa, ya, seed) * (1 - s) + lattice(xb, ya, seed) * s;
    float high = lattice(xa, yb, seed) * (1 - s) + lattice(xb, yb, seed) * s;
    return low * (1 - t) + high * t;
}

// Three octaves of noise, mean 0.5.
static float cloud(wend_vec2 at, int fu, int fv, uint32_t seed) {
    return 0.57f * texture_noise(at, fu, fv, seed) +
           0.29f * texture_noise(at, 2 * fu, 2 * fv, seed + 1) +
           0.14f * texture_noise(at, 4 * fu, 4 * fv, seed + 2);
}

// ---- surfaces: colour at a point of the unit square --------------------------------------------

static wend_vec3 texture_grey(float value) { return wend_v3(value, value, value); }

static float texture_fraction(float x) { return x - floorf(x); }

// True within `width` / 2 of integer values of `x`: the joint between tiles.
static bool in_joint(float x, float width) {
    float f = texture_fraction(x + 0.5f) - 0.5f;
    return fabsf(f) < width / 2;
}

// Wood grain along u.
static float grain(wend_vec2 at, uint32_t seed) {
    wend_vec2 bent = {at.x, at.y + 0.09f * texture_noise(at, 2, 5, seed)};
    float rings = texture_noise(bent, 1, 17, seed + 7), fibre = texture_noise(at, 8, 64, seed + 9);
    return 1 - 0.10f * rings - 0.08f * fibre;
}

static wend_vec3 paint_wood(wend_vec2 at, int pattern) {
    float g = grain(at, 11 + (uint32_t)pattern);
    if (pattern == TEXTURE_PAINTED_WOOD) return texture_grey(0.74f + 0.26f * g);
    return wend_v3(g, g * 0.985f, g * 0.965f);
}

// One board: its own tone and grain, dark joints.
static wend_vec3 board(wend_vec2 inside, wend_vec2 joints, uint32_t seed) {
    float tone = 0.86f + 0.14f * lattice((int)seed, 3, 5);
    wend_vec2 shifted = {inside.x + 0.31f * (float)(seed % 7),
                         inside.y + 0.17f * (float)(seed % 5)};
    float g = tone * grain(shifted, 40 + seed % 3);
    if (inside.x < joints.x || inside.y < joints.y) g *= 0.72f;
    return wend_v3(g, g * 0.985f, g * 0.96f);
}

static wend_vec3 paint_parquet(wend_vec2 at, int pattern) {
    if (pattern == 1) {  // blocks of four staves with alternating orientation
        float x = at.x * 4, y = at.y * 4;
        bool turned = ((int)x + (int)y) % 2;
        float along = texture_fraction(turned ? y : x),
              across = texture_fraction(turned ? x : y) * 4;
        uint32_t seed = (uint32_t)((int)x * 31 + (int)y * 17 + (int)across);
        return board((wend_vec2){along, texture_fraction(across)}, (wend_vec2){0.02f, 0.06f}, seed);
    }
    int rows = pattern == 2 ? 12 : 8;
    float y = at.y * (float)rows;
    int row = (int)y;
    float x = at.x * 2 + lattice(row, 1, 77);
    uint32_t seed = (uint32_t)(row * 13 + (int)floorf(x) % 2 * 7);
    return board((wend_vec2){texture_fraction(x), texture_fraction(y)}, (wend_vec2){0.006f, 0.06f},
                 seed);
}

static wend_vec3 paint_tile(wend_vec2 at, int pattern) {
    float columns = pattern == 2 ? 6 : 4, rows = pattern == 2 ? 12 : 4;
    float y = at.y * rows, x = at.x * columns + (pattern == 2 ? 0.5f * (float)((int)y % 2) : 0);
    float wide = pattern == 2 ? 0.05f : 0.035f;
    if (in_joint(x, wide) || in_joint(y, wide * rows / columns)) return texture_grey(0.78f);
    int column = (int)x % (int)columns, row = (int)y;
    float tone = 0.95f + 0.04f * lattice(column, row, 9) - 0.03f * cloud(at, 8, 8, 21);
    if (pattern == 1 && (column + row) % 2) tone *= 0.62f;
    return texture_grey(tone);
}

static wend_vec3 paint_carpet(wend_vec2 at, int pattern) {
    float tuft = texture_noise(at, 48, 48, 3), patch = cloud(at, 3, 3, 4);
    float tone = 0.80f + 0.15f * tuft + 0.05f * patch;
    if (pattern == 1 && (int)(at.y * 16) % 2) tone *= 0.95f;
    return texture_grey(tone);
}

static wend_vec3 paint_plaster(wend_vec2 at, int pattern) {
    (void)pattern;
    return texture_grey(0.955f + 0.025f * cloud(at, 4, 4, 31) +
                        0.02f * texture_noise(at, 32, 32, 32));
}

static wend_vec3 paint_brick(wend_vec2 at, int pattern) {
    float y = at.y * 12, x = at.x * 4 + 0.5f * (float)((int)y % 2);
    float rough = cloud(at, 16, 16, 51);
    if (in_joint(x, 0.05f) || in_joint(y, 0.14f)) {
        float m = 0.70f + 0.08f * rough;
        return wend_v3(m, m * 0.98f, m * 0.94f);
    }
    float tone = 0.75f + 0.25f * lattice((int)x % 4, (int)y, 52) + 0.10f * (rough - 0.5f);
    if (pattern == 1) return wend_v3(0.86f * tone, 0.80f * tone, 0.68f * tone);
    return wend_v3(0.62f * tone, 0.40f * tone, 0.33f * tone);
}

static wend_vec3 paint_fabric(wend_vec2 at, int pattern) {
    float threads = pattern == 1 ? 8 : 16;
    float x = texture_fraction(at.x * threads), y = texture_fraction(at.y * threads);
    bool over = ((int)(at.x * threads) + (int)(at.y * threads)) % 2;
    float weave = over ? 4 * x * (1 - x) : 4 * y * (1 - y);
    return texture_grey(0.86f + 0.09f * weave + 0.05f * texture_noise(at, 16, 16, 61));
}

static wend_vec3 paint_concrete(wend_vec2 at, int pattern) {
    (void)pattern;
    float spot = texture_noise(at, 64, 64, 72) > 0.9f ? 0.06f : 0;
    return texture_grey(0.86f + 0.13f * cloud(at, 5, 5, 71) - spot);
}

static wend_vec3 paint_marble(wend_vec2 at, int pattern) {
    float bend = cloud(at, 3, 3, 81 + (uint32_t)pattern);
    float vein =
        fabsf(texture_noise((wend_vec2){at.x + 0.4f * bend, at.y + 0.3f * bend}, 4, 4, 85) - 0.5f);
    float dark = vein < 0.04f ? (0.04f - vein) * 4 : 0;
    return texture_grey(0.95f - 0.05f * bend - dark * 0.8f);
}

static wend_vec3 paint_metal(wend_vec2 at, int pattern) {
    (void)pattern;
    return texture_grey(0.955f + 0.045f * texture_noise(at, 2, 64, 91));
}

static wend_vec3 paint_wicker(wend_vec2 at, int pattern) {
    (void)pattern;
    float x = at.x * 8, y = at.y * 16;
    bool over = ((int)x + (int)y) % 2;
    float fx = texture_fraction(x), fy = texture_fraction(y);
    float round = 4 * fy * (1 - fy),
          bulge = over ? 4 * fx * (1 - fx) : 1 - 4 * fx * (1 - fx) * 0.6f;
    float tone = 0.52f + 0.48f * round * (0.45f + 0.55f * bulge);
    return wend_v3(tone, tone * 0.98f, tone * 0.94f);
}

static wend_vec3 paint_roof_tile(wend_vec2 at, int pattern) {
    float y = at.y * 8, x = at.x * 8 + (pattern == 1 ? 0.5f * (float)((int)y % 2) : 0);
    float fx = texture_fraction(x), fy = texture_fraction(y);
    float shade = 0.62f + 0.38f * fy;
    if (pattern == 0) shade *= 0.72f + 0.28f * 4 * fx * (1 - fx);
    if (pattern == 1 && in_joint(x, 0.08f)) shade *= 0.7f;
    shade *= 0.85f + 0.15f * lattice((int)x % 8, (int)y, 101);
    if (pattern == 1) return wend_v3(0.46f * shade, 0.47f * shade, 0.50f * shade);
    return wend_v3(0.72f * shade, 0.40f * shade, 0.29f * shade);
}

static wend_vec3 paint_grass(wend_vec2 at, int pattern) {
    (void)pattern;
    float blade = texture_noise(at, 64, 40, 111), patch = cloud(at, 4, 4, 112);
    float tone = 0.62f + 0.30f * blade + 0.25f * patch;
    return wend_v3(0.42f * tone + 0.05f * patch, 0.55f * tone, 0.27f * tone);
}

static wend_vec3 paint_asphalt(wend_vec2 at, int pattern) {
    (void)pattern;
    return texture_grey(0.78f + 0.16f * texture_noise(at, 64, 64, 121) +
                        0.10f * cloud(at, 4, 4, 122));
}

static wend_vec3 paint_paving(wend_vec2 at, int pattern) {
    float y = at.y * 4, x = at.x * 4 + (pattern == 1 ? 0.5f * (float)((int)y % 2) : 0);
    if (in_joint(x, 0.04f) || in_joint(y, 0.04f)) return texture_grey(0.62f);
    return texture_grey(0.84f + 0.10f * lattice((int)x % 4, (int)y, 131) +
                        0.08f * cloud(at, 16, 16, 132));
}

static wend_vec3 paint_leaves(wend_vec2 at, int pattern) {
    (void)pattern;
    float near = texture_noise(at, 20, 20, 141), far = texture_noise(at, 9, 9, 142);
    float tone = 0.70f + 0.48f * near * near + 0.25f * far;
    return wend_v3(0.36f * tone + 0.03f * far, 0.47f * tone, 0.25f * tone);
}

static wend_vec3 texture_paint_plain(wend_vec2 at, int pattern) {
    (void)at, (void)pattern;
    return texture_grey(1);
}

// ---- table of surfaces -------------------------------------------------------------------------

typedef struct texture_row {
    wend_vec3 (*paint)(wend_vec2 at, int pattern);
    int side;      // pixels
    float repeat;  // metres per repeat
    texture_look looks[MAX_LOOKS];
    int look_count;
} texture_row;

#define LOOKS(...) \
    {__VA_ARGS__}, (int)(sizeof((texture_look[]){__VA_ARGS__}) / sizeof(texture_look))

// In the order of SURFACE_LIST. Looks are natural colours, the most common first.
static const texture_row rows[SURFACE_COUNT] = {
    [SURFACE_WOOD] = {paint_wood, 128, 1.0f,
                      LOOKS({0xB58A5C, 0}, {0x8A5E3B, 1}, {0xD2B184, 0}, {0x5B3F2B, 1},
                            {0xE9E4DA, TEXTURE_PAINTED_WOOD}, {0x9B6B43, 0})},
    [SURFACE_PARQUET] = {paint_parquet, 256, 1.6f,
                         LOOKS({0xC79B6B, 0}, {0xA9794C, 2}, {0xD8BC93, 0}, {0xB5875A, 1},
                               {0x7C583C, 0}, {0xC9B79C, 2})},
    [SURFACE_TILE] = {paint_tile, 128, 1.2f,
                      LOOKS({0xE6E2DA, 0}, {0xC9C3B8, 0}, {0xDDE3E4, 2}, {0xB9A58F, 0},
                            {0xE2DED6, 1}, {0x9CA6A8, 0})},
    [SURFACE_CARPET] = {paint_carpet, 64, 0.5f,
                        LOOKS({0xB7AB9B, 0}, {0x8E9096, 0}, {0xA79C8C, 1}, {0x7B8794, 0},
                              {0x9B8577, 0}, {0x8C9684, 1})},
    [SURFACE_PLASTER] = {paint_plaster, 64, 1.0f,
                         LOOKS({0xF1EEE6, 0}, {0xEAE2D2, 0}, {0xDFE3DF, 0}, {0xE6DACB, 0},
                               {0xD5DDE0, 0}, {0xEDE6DB, 0}, {0xD9DCCB, 0}, {0xE7D6CC, 0})},
    [SURFACE_BRICK] = {paint_brick, 128, 0.96f,
                       LOOKS({0xFFFFFF, 0}, {0xFFF4E6, 1}, {0xE8DAD2, 0}, {0xF2F0EE, 1})},
    [SURFACE_FABRIC] = {paint_fabric, 64, 0.2f,
                        LOOKS({0x9AA0A3, 0}, {0xB8A890, 1}, {0x6E7F8C, 0}, {0x8A7466, 0},
                              {0x7C8A74, 1}, {0xC8C0B2, 0})},
    [SURFACE_CONCRETE] = {paint_concrete, 128, 2.0f,
                          LOOKS({0xBDBAB4, 0}, {0xA6A5A2, 0}, {0xCFCBC2, 0})},
    [SURFACE_MARBLE] = {paint_marble, 128, 1.2f,
                        LOOKS({0xEFEDE8, 0}, {0x6A6A6C, 1}, {0xD9CFBF, 0}, {0x4A4D50, 1})},
    [SURFACE_METAL] = {paint_metal, 64, 0.5f,
                       LOOKS({0xC3C6C9, 0}, {0x8E9296, 0}, {0x55585C, 0}, {0xC9A96A, 0})},
    [SURFACE_WICKER] = {paint_wicker, 64, 0.16f,
                        LOOKS({0xC39A66, 0}, {0x8F6A45, 0}, {0xDCC59B, 0})},
    [SURFACE_ROOF_TILE] = {paint_roof_tile, 128, 1.6f,
                           LOOKS({0xFFFFFF, 0}, {0xFFFFFF, 1}, {0xD8C8C0, 0}, {0xC8B8A8, 1})},
    [SURFACE_GRASS] = {paint_grass, 128, 2.0f, LOOKS({0xFFFFFF, 0}, {0xF4F0D8, 0}, {0xE8F0E0, 0})},
    [SURFACE_ASPHALT] = {paint_asphalt, 128, 2.0f, LOOKS({0x6C6D70, 0}, {0x5C5D60, 0})},
    [SURFACE_PAVING] = {paint_paving, 128, 1.6f,
                        LOOKS({0xBFBBB2, 0}, {0xC6B8A4, 1}, {0xA9A9A6, 1})},
    [SURFACE_LEAVES] = {paint_leaves, 128, 0.8f,
                        LOOKS({0xFFFFFF, 0}, {0xE6F0C8, 0}, {0xD0E4D4, 0}, {0xFFE8B0, 0})},
    [SURFACE_PLAIN] = {texture_paint_plain, 0, 1.0f,
                       LOOKS({0xECE9E2, 0}, {0xD8D4CA, 0}, {0x9A9D9F, 0}, {0x3A3B3D, 0})},
};

texture_look texture_look_at(surface kind, uint32_t variant) {
    return rows[kind].looks[variant % (uint32_t)rows[kind].look_count];
}

int texture_look_count(surface kind) { return rows[kind].look_count; }

float surface_repeat(surface kind) { return rows[kind].repeat; }

static uint8_t texture_to_byte(float value) {
    return (uint8_t)((value < 0 ? 0 : value > 1 ? 1 : value) * 255 + 0.5f);
}

static const char* const names[SURFACE_COUNT] = {
#define X(name, word) word,
    SURFACE_LIST(X)
#undef X
};

uint32_t texture_make(scene_builder* b, surface kind, int pattern) {
    const texture_row* row = &rows[kind];
    if (!row->side) return 0;
    size_t side = (size_t)row->side;
    uint8_t* pixels = wend_alloc(side * side * 4);
    if (!pixels) {
        b->status = WEND_NO_MEMORY;
        return 0;
    }
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            wend_vec2 at = {((float)x + 0.5f) / (float)side, ((float)y + 0.5f) / (float)side};
            wend_vec3 c = row->paint(at, pattern);
            uint8_t* out = pixels + (y * side + x) * 4;
            out[0] = texture_to_byte(c.x);
            out[1] = texture_to_byte(c.y);
            out[2] = texture_to_byte(c.z);
            out[3] = 255;
        }
    char name[32];
    snprintf(name, sizeof name, "%s %d", names[kind], pattern);
    uint32_t texture = scene_builder_texture(b, name, row->side, row->side, pixels);
    wend_free(pixels);
    return texture;
}
