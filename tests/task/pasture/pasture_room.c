#include "pasture_room.h"

#include "fixture.h"
#include "test.h"

static uint32_t add(scene_builder* b, const char* name, wend_object fields, wend_vec3 low,
                    wend_vec3 high) {
    fields.room = 1;
    uint32_t id = scene_builder_object(b, &fields, name);
    fixture_box(b, id, 0, low, high);
    return id;
}

wend_scene* pasture_room(void) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    const wend_vec2 corners[4] = {{0, 0}, {6, 0}, {6, 5}, {0, 5}};
    scene_builder_material(&b, "grey", grey, 0, 0);
    scene_builder_level(&b, 0, 2.5f);
    scene_builder_room(&b, WEND_ROOM_BEDROOM, 0, "bedroom_1", corners, 4, 0, 2.5f);
    add(&b, "floor", (wend_object){.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE},
        wend_v3(0, -0.1f, 0), wend_v3(6, 0, 5));
    uint32_t table = add(&b, "table",
                         (wend_object){.category = WEND_CATEGORY_TABLE,
                                       .color = WEND_COLOR_BROWN,
                                       .material = WEND_MATERIAL_TYPE_WOODEN,
                                       .relation = WEND_RELATION_ON},
                         wend_v3(1, 0, 0.2f), wend_v3(2, 0.7f, 1));
    add(&b, "mug",
        (wend_object){.category = WEND_CATEGORY_MUG,
                      .color = WEND_COLOR_RED,
                      .material = WEND_MATERIAL_TYPE_CERAMIC,
                      .relation = WEND_RELATION_ON,
                      .flags = WEND_OBJECT_MOVABLE,
                      .support = table},
        wend_v3(1.2f, 0.7f, 0.6f), wend_v3(1.3f, 0.8f, 0.7f));
    add(&b, "book",
        (wend_object){.category = WEND_CATEGORY_BOOK,
                      .color = WEND_COLOR_BLUE,
                      .relation = WEND_RELATION_ON,
                      .flags = WEND_OBJECT_MOVABLE,
                      .support = table},
        wend_v3(1.5f, 0.7f, 0.6f), wend_v3(1.7f, 0.73f, 0.8f));
    uint32_t bed = add(
        &b, "bed",
        (wend_object){
            .category = WEND_CATEGORY_BED, .color = WEND_COLOR_WHITE, .relation = WEND_RELATION_ON},
        wend_v3(4, 0.4f, 3), wend_v3(5.8f, 0.6f, 4.9f));
    for (int i = 0; i < 4; i++) {
        float x = i & 1 ? 5.7f : 4, z = i & 2 ? 4.8f : 3;
        fixture_box(&b, bed, 0, wend_v3(x, 0, z), wend_v3(x + 0.1f, 0.4f, z + 0.1f));
    }
    add(&b, "dresser",
        (wend_object){.category = WEND_CATEGORY_DRESSER,
                      .color = WEND_COLOR_WHITE,
                      .relation = WEND_RELATION_ON},
        wend_v3(4, 0, 0.1f), wend_v3(5, 0.9f, 0.6f));
    CHECK_OK(scene_builder_finish(&b, "pasture room", "test", &scene, &error));
    return scene;
}
