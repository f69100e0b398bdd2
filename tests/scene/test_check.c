#include "fixture.h"
#include "test.h"

// A room of 4 x 4 m and two boxes in it.
static int problems_with(wend_aabb first, wend_aabb second, float floor_until, char text[200]) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    const wend_vec2 outline[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    scene_builder_level(&b, 0, 2.5f);
    uint32_t room = scene_builder_room(&b, WEND_ROOM_KITCHEN, 0, "kitchen", outline, 4, 0, 2.5f);
    wend_object fields = {
        .category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE, .room = room};
    uint32_t floor = scene_builder_object(&b, &fields, "floor");
    fixture_box(&b, floor, material, wend_v3(0, -0.1f, 0), wend_v3(floor_until, 0, 4));
    fields = (wend_object){.category = WEND_CATEGORY_BOX, .room = room};
    uint32_t one = scene_builder_object(&b, &fields, "one");
    fixture_box(&b, one, material, first.low, first.high);
    uint32_t two = scene_builder_object(&b, &fields, "two");
    fixture_box(&b, two, material, second.low, second.high);
    CHECK_OK(scene_builder_finish(&b, "room", "test", &scene, &error));
    char sentences[8][200] = {""};
    wend_problems problems = {sentences, 8, 0};
    CHECK_OK(wend_scene_check(scene, &problems, &error));
    memcpy(text, sentences[0], 200);
    wend_scene_destroy(scene);
    return problems.count;
}

static const wend_aabb low_box = {{1, 0, 1}, {2, 0.5f, 2}};

TEST(a_box_on_a_box_on_the_floor_is_fine) {
    char text[200];
    CHECK_INT(problems_with(low_box, (wend_aabb){{1.2f, 0.5f, 1.2f}, {1.8f, 1, 1.8f}}, 4, text), 0);
}

TEST(boxes_that_touch_do_not_intersect) {
    char text[200];
    CHECK_INT(problems_with(low_box, (wend_aabb){{2, 0, 1}, {3, 0.7f, 2}}, 4, text), 0);
}

TEST(boxes_that_share_space_intersect) {
    char text[200];
    CHECK_INT(problems_with(low_box, (wend_aabb){{1.9f, 0, 1.3f}, {3, 0.7f, 2.2f}}, 4, text), 1);
    CHECK_TEXT(text, "one and two intersect");
}

TEST(a_box_in_the_air_floats) {
    char text[200];
    CHECK_INT(problems_with(low_box, (wend_aabb){{3, 0.2f, 3}, {3.5f, 0.7f, 3.5f}}, 4, text), 1);
    CHECK_TEXT(text, "two floats at height 0.20");
}

TEST(a_floor_that_ends_early_has_a_hole) {
    char text[200];
    CHECK_INT(problems_with(low_box, (wend_aabb){{2.5f, 0, 1}, {3, 0.7f, 2}}, 3.5f, text), 1);
    CHECK_HAS(text, "kitchen: the floor has a hole");
}
