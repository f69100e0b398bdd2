#include "scene/model.h"
#include "test.h"

// Calls `look` for every shape of every category, each with another of its looks.
static void for_each_model(float detail, void (*look)(const scene_builder* b, const model* m)) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, detail, &library, &error));
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
        int shapes = model_shape_count((wend_category)c);
        for (int i = 0; i < shapes; i++) {
            model_def def = {.category = (wend_category)c, .variant = (uint32_t)(i + i * shapes)};
            const model* m = model_library_get(library, &def);
            if (!m) test_fail(__FILE__, __LINE__, "%s %d", wend_category_at(def.category)->name, i);
            look(&b, m);
        }
    }
    CHECK_INT(b.status, WEND_OK);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

#define FAIL_OF(m, ...)                                                                        \
    do {                                                                                       \
        char words[160];                                                                       \
        snprintf(words, sizeof words, __VA_ARGS__);                                            \
        test_fail(__FILE__, __LINE__, "%s: %s", wend_category_at((m)->category)->name, words); \
    } while (0)

static void fills_its_box(const scene_builder* b, const model* m) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i < m->part_count; i++)
        box = wend_aabb_join(box, b->meshes.items[m->parts[i].mesh].bounds);
    wend_vec3 e = m->extent;
    const float wanted[6] = {-e.x / 2, 0, -e.z / 2, e.x / 2, e.y, e.z / 2};
    const float got[6] = {box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z};
    for (int i = 0; i < 6; i++)
        if (!(fabsf(wanted[i] - got[i]) < 1e-5f))
            FAIL_OF(m, "side %d at %g, not %g", i, got[i], wanted[i]);
}

TEST(every_model_fills_its_box_at_any_detail) {
    for_each_model(0, fills_its_box);
    for_each_model(0.5f, fills_its_box);
}
