#include "fixture.h"

#include "test.h"

void fixture_box(scene_builder* b, uint32_t object, uint32_t material, wend_vec3 low,
                 wend_vec3 high) {
    static const uint32_t faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                         {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    uint32_t mesh = scene_builder_mesh_begin(b, "box");
    for (int i = 0; i < 8; i++)
        scene_builder_vertex(
            b, wend_v3(i & 4 ? high.x : low.x, i & 2 ? high.y : low.y, i & 1 ? high.z : low.z),
            wend_v3(0, 1, 0), (wend_vec2){0, 0});
    for (int f = 0; f < 6; f++) {
        scene_builder_triangle(b, faces[f][0], faces[f][1], faces[f][2]);
        scene_builder_triangle(b, faces[f][0], faces[f][2], faces[f][3]);
    }
    scene_builder_mesh_end(b);
    scene_builder_instance(b, object, mesh, material, wend_transform_identity());
}

scene_builder fixture_begin(wend_vec3 low, wend_vec3 high, uint32_t* floor, uint32_t* material) {
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    *material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    *floor = scene_builder_object(&b, &fields, "floor");
    fixture_box(&b, *floor, *material, low, high);
    return b;
}

wend_scene* fixture_finish(scene_builder* b, const char* name) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(scene_builder_finish(b, name, "test", &scene, &error));
    return scene;
}

wend_scene* fixture_two_rooms(float openness) {
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(8, 0, 4), &floor, &material);
    wend_object fields = {.category = WEND_CATEGORY_WALL, .flags = WEND_OBJECT_STRUCTURE};
    uint32_t wall = scene_builder_object(&b, &fields, "wall");
    fixture_box(&b, wall, material, wend_v3(3.95f, 0, 1), wend_v3(4.05f, 2.5f, 4));
    fields = (wend_object){.category = WEND_CATEGORY_DOOR, .flags = WEND_OBJECT_DOOR};
    uint32_t leaf = scene_builder_object(&b, &fields, "door");
    fixture_box(&b, leaf, material, wend_v3(3.98f, 0, 0), wend_v3(4.02f, 2, 1));
    fields = (wend_object){.category = WEND_CATEGORY_BASKETBALL, .flags = WEND_OBJECT_MOVABLE};
    uint32_t ball = scene_builder_object(&b, &fields, "ball");
    fixture_box(&b, ball, material, wend_v3(0.9f, 0, 0.9f), wend_v3(1.1f, 0.2f, 1.1f));
    wend_door door = {.object = leaf,
                      .center = {4, 0, 0.5f},
                      .heading = (float)WEND_PI / 2,
                      .width = 1,
                      .height = 2,
                      .hinge = {4, 0, 0},
                      .open_angle = (float)WEND_PI / 2,
                      .openness = openness,
                      .openable = true};
    scene_builder_door(&b, &door);
    return fixture_finish(&b, "two rooms");
}
