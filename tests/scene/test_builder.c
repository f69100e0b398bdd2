#include "scene/builder.h"
#include "test.h"

// A unit square on the floor, as one object of one room.
static wend_status build_square(void* unused, wend_error* error) {
    (void)unused;
    scene_builder b = scene_builder_make();
    const uint8_t white[4] = {255, 255, 255, 255};
    uint8_t checker[4 * 4 * 4];
    for (int i = 0; i < 64; i++) checker[i] = i % 4 == 3 || (i / 4 + i / 16) % 2 ? 255 : 0;
    uint32_t texture = scene_builder_texture(&b, "checker", 4, 4, checker);
    uint32_t material = scene_builder_material(&b, "floor", white, texture, 0);
    uint32_t mesh = scene_builder_mesh_begin(&b, "square");
    for (int i = 0; i < 4; i++)
        scene_builder_vertex(&b, wend_v3((float)(i & 1), 0, (float)(i >> 1)), wend_v3(0, 1, 0),
                             (wend_vec2){(float)(i & 1), (float)(i >> 1)});
    scene_builder_triangle(&b, 0, 2, 1);
    scene_builder_triangle(&b, 1, 2, 3);
    scene_builder_triangle(&b, 1, 1, 3);  // degenerate: dropped
    scene_builder_mesh_end(&b);
    scene_builder_level(&b, 0, 2.5f);
    const wend_vec2 outline[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    uint32_t room = scene_builder_room(&b, WEND_ROOM_KITCHEN, 0, "kitchen_1", outline, 4, 0, 2.5f);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .room = room};
    for (int i = 0; i < 2; i++) {
        uint32_t object = scene_builder_object(&b, &fields, "floor");
        scene_builder_instance(&b, object, mesh, material, wend_transform_identity());
    }
    wend_scene* scene;
    WEND_TRY(scene_builder_finish(&b, "square", "test", &scene, error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(wend_scene_triangles(scene), 4);
    CHECK_INT(a->objects.count, 3);
    CHECK_TEXT(wend_scene_text(scene, a->objects.items[2].name), "floor_2");
    CHECK_INT(wend_scene_find_object(scene, "floor_2"), 2);
    CHECK_INT(wend_scene_room_at(scene, wend_v3(0.5f, 1, 0.5f)), 1);
    CHECK_INT(wend_scene_room_at(scene, wend_v3(1.5f, 1, 0.5f)), 0);
    CHECK_NEAR(wend_scene_room_area(scene, 1), 1, 1e-6);
    CHECK_INT(a->textures.items[0].mip_count, 3);
    CHECK_NEAR(a->materials.items[0].mean[0], 188, 2);  // half the light, not half the value
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(a_built_scene_holds_what_was_put_in) {
    wend_error error;
    CHECK_OK(build_square(NULL, &error));
}

TEST(building_survives_every_failing_allocation) { test_each_allocation(build_square, NULL, 1000); }

TEST(a_wrong_index_is_named) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    scene_builder_mesh_begin(&b, "m");
    scene_builder_vertex(&b, wend_v3(0, 0, 0), wend_v3(0, 1, 0), (wend_vec2){0, 0});
    scene_builder_triangle(&b, 0, 5, 6);
    scene_builder_mesh_end(&b);
    CHECK_INT(scene_builder_finish(&b, "x", "x.glb", &scene, &error), WEND_FORMAT);
    CHECK_TEXT(error.message, "x.glb: indices[1].vertex is 5, there are only 1");
}

TEST(a_number_that_is_not_finite_is_named) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    scene_builder_mesh_begin(&b, "m");
    scene_builder_vertex(&b, wend_v3(0, NAN, 0), wend_v3(0, 1, 0), (wend_vec2){0, 0});
    scene_builder_mesh_end(&b);
    CHECK_INT(scene_builder_finish(&b, "x", "x.glb", &scene, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "positions[0]");
}
