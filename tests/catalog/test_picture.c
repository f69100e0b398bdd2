#include "catalog/picture.h"
#include "test.h"

TEST(every_procedural_image_has_content_and_its_variants_differ) {
    scene_builder b = scene_builder_make();
    for (int kind = 0; kind < PICTURE_COUNT; kind++) {
        uint64_t hashes[2];
        for (uint32_t v = 0; v < 2; v++) {
            uint32_t index = picture_make(&b, (picture)kind, v);
            const wend_texture* t = &b.textures.items[index - 1];
            const uint32_t* texels = b.texels.items + t->first_texel;
            size_t count = (size_t)t->width * t->height, other = 0;
            for (size_t i = 1; i < count; i++) other += texels[i] != texels[0];
            CHECK(other > count / 50);
            hashes[v] = wend_hash(texels, count * sizeof *texels, 0);
        }
        CHECK(hashes[0] != hashes[1]);
    }
    CHECK_INT(b.status, WEND_OK);
    scene_builder_destroy(&b);
}
