#include "catalog/texture.h"
#include "test.h"

TEST(noise_repeats_in_both_directions) {
    for (int i = 0; i < 50; i++) {
        float t = (float)i / 50;
        float here = texture_noise((wend_vec2){t, 0.3f}, 5, 7, 1);
        CHECK_NEAR(texture_noise((wend_vec2){t + 1, 0.3f}, 5, 7, 1), here, 1e-4);
        CHECK_NEAR(texture_noise((wend_vec2){t, 1.3f}, 5, 7, 1), here, 1e-4);
        CHECK(here >= 0 && here < 1);
    }
}

// Mean difference of neighbouring texels, across the seam and inside.
static double step_between(const uint32_t* texels, uint32_t w, uint32_t h, uint32_t x0,
                           uint32_t x1) {
    double sum = 0;
    for (uint32_t y = 0; y < h; y++) {
        int a = (int)(texels[y * w + x0] & 255), b = (int)(texels[y * w + x1] & 255);
        sum += abs(a - b);
    }
    return sum / h;
}

TEST(every_surface_has_a_texture_without_a_seam) {
    scene_builder b = scene_builder_make();
    for (int kind = 0; kind < SURFACE_COUNT; kind++)
        for (int v = 0; v < texture_look_count((surface)kind); v++) {
            texture_look look = texture_look_at((surface)kind, (uint32_t)v);
            uint32_t index = texture_make(&b, (surface)kind, look.pattern);
            CHECK(surface_repeat((surface)kind) > 0);
            if (kind == SURFACE_PLAIN) {
                CHECK_INT(index, 0);
                continue;
            }
            const wend_texture* t = &b.textures.items[index - 1];
            const uint32_t* texels = b.texels.items + t->first_texel;
            double inside = 0;
            for (uint32_t x = 0; x + 1 < t->width; x++)
                inside = fmax(inside, step_between(texels, t->width, t->height, x, x + 1));
            CHECK(step_between(texels, t->width, t->height, t->width - 1, 0) <= inside + 4);
        }
    CHECK_INT(b.status, WEND_OK);
    scene_builder_destroy(&b);
}

TEST(a_surface_takes_a_tint_and_is_made_once) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, 0, &library, &error));
    const uint8_t none[4] = {0, 0, 0, 0}, pink[4] = {200, 100, 120, 255};
    uint32_t plain = surface_material(library, SURFACE_PLASTER, 1, none);
    CHECK_INT(surface_material(library, SURFACE_PLASTER, 1, none), plain);
    uint32_t tinted = surface_material(library, SURFACE_PLASTER, 1, pink);
    CHECK(tinted != plain);
    CHECK_INT(b.materials.items[tinted].color[0], 200);
    CHECK_INT(b.materials.items[tinted].texture, b.materials.items[plain].texture);
    CHECK_INT(b.textures.count, 1);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}
