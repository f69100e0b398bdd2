#include "test.h"

#include "wend/scene.h"

static int compare_floats(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

// Heights of the faces of a mesh that look up, ascending, each once. Returns how many.
static int heights_of(const wend_scene_arrays* a, const wend_instance* n, float heights[64],
                      float* least_depth) {
    const wend_mesh* m = &a->meshes.items[n->mesh];
    int count = 0;
    for (uint32_t i = 0; i + 2 < m->index_count; i += 3) {
        wend_aabb box = wend_aabb_empty();
        bool up = true;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = m->first_vertex + a->indices.items[m->first_index + i + k];
            box = wend_aabb_add(box, a->positions.items[v]);
            up &= a->normals.items[v].y > 0.9f;
        }
        if (!up) continue;
        wend_vec3 size = wend_aabb_size(box);
        *least_depth = fminf(*least_depth, fminf(size.x, size.z));
        bool known = false;
        for (int k = 0; k < count; k++) known |= fabsf(heights[k] - box.low.y) < 0.01f;
        if (!known && count < 64) heights[count++] = box.low.y;
    }
    qsort(heights, (size_t)count, sizeof *heights, compare_floats);
    return count;
}

TEST(steps_are_low_deep_and_wide_enough) {
    for (uint64_t seed = 0; seed < 6; seed++) {
        wend_error error;
        wend_scene* scene;
        wend_scene_def def = wend_scene_default_def();
        def.seed = seed;
        def.levels = 3;
        def.furnish = def.bake = false;
        def.detail = 0;
        CHECK_OK(wend_scene_generate(&def, &scene, &error));
        const wend_scene_arrays* a = wend_scene_get(scene);
        CHECK_INT(a->stairs.count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            const wend_stairs* s = &a->stairs.items[i];
            float bottom = a->levels.items[s->low_level].floor;
            float top = a->levels.items[s->high_level].floor;
            CHECK_NEAR(s->bottom.y, bottom, 1e-4);
            CHECK_NEAR(s->top.y, top, 1e-4);
            CHECK(s->width >= 0.9f);
            float heights[64], least = INFINITY, before = bottom;
            const wend_object* o = &a->objects.items[s->object];
            int count = heights_of(a, &a->instances.items[o->first_instance], heights, &least);
            CHECK(least >= 0.25f);
            for (int k = 0; k < count; k++) {
                CHECK(heights[k] - before > 0.1f && heights[k] - before <= 0.2f);
                before = heights[k];
            }
            CHECK(top - before <= 0.2f);
        }
        wend_scene_destroy(scene);
    }
}
