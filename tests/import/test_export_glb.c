#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "made_files.h"
#include "scene/builder.h"
#include "test.h"

#include "wend/files.h"

// Two meshes, and an empty one.
static void add_meshes(scene_builder* b, uint32_t meshes[2]) {
    for (int m = 0; m < 2; m++) {
        meshes[m] = scene_builder_mesh_begin(b, m ? "one" : "other \"quoted\"");
        for (int i = 0; i < 4; i++)
            scene_builder_vertex(b, wend_v3((float)(i & 1) * 0.1f, (float)m, (float)(i >> 1)),
                                 wend_v3(0, 1, 0), (wend_vec2){(float)i / 3, 0.7f});
        scene_builder_triangle(b, 0, 2, 1);
        scene_builder_triangle(b, 1, 2, 3);
        scene_builder_mesh_end(b);
    }
    scene_builder_mesh_begin(b, "empty");
    scene_builder_mesh_end(b);
}

static void add_door_and_stairs(scene_builder* b, uint32_t room, uint32_t mug, uint32_t table) {
    wend_door door = {.object = mug,
                      .rooms = {room, 0},
                      .center = {1, 0, 2},
                      .heading = 1.1f,
                      .width = 0.9f,
                      .height = 2.1f,
                      .hinge = {0.5f, 0, 2},
                      .open_angle = -1.5f,
                      .openness = 0.25f,
                      .openable = true};
    scene_builder_door(b, &door);
    wend_stairs stairs = {table, 0, 1, {0, 0, 0}, {3, 2.9f, 0}, 1.1f};
    scene_builder_stairs(b, &stairs);
}

// A scene with something of everything: a texture, glass, a shared mesh, rooms, a door, stairs.
static wend_status build_everything(bool lit, wend_scene** scene, wend_error* error) {
    scene_builder b = scene_builder_make();
    const uint8_t red[4] = {200, 30, 31, 255}, clear[4] = {200, 220, 230, 80};
    uint8_t pixels[8 * 4 * 4];
    for (int i = 0; i < 128; i++) pixels[i] = (uint8_t)(i * 37);
    uint32_t texture = scene_builder_texture(&b, "checks", 8, 4, pixels);
    uint32_t materials[2] = {
        scene_builder_material(&b, "paint", red, texture,
                               WEND_MATERIAL_CUTOUT | WEND_MATERIAL_DOUBLE_SIDED),
        scene_builder_material(&b, "pane", clear, 0, WEND_MATERIAL_GLASS)};
    uint32_t meshes[2];
    add_meshes(&b, meshes);
    scene_builder_level(&b, 0, 2.6f);
    scene_builder_level(&b, 2.9f, 2.5f);
    const wend_vec2 outline[4] = {{0, 0}, {4, 0}, {4, 3.3f}, {0, 3.3f}};
    uint32_t room = scene_builder_room(&b, WEND_ROOM_BATHROOM, 1, "bad", outline, 4, 2.9f, 5.4f);
    wend_object fields = {.category = WEND_CATEGORY_TABLE,
                          .color = WEND_COLOR_RED,
                          .room = room,
                          .material = WEND_MATERIAL_TYPE_WOODEN,
                          .heading = 0.3f,
                          .relation = WEND_RELATION_ON};
    uint32_t table = scene_builder_object(&b, &fields, "table");
    fields = (wend_object){.category = WEND_CATEGORY_MUG,
                           .support = table,
                           .room = room,
                           .relation = WEND_RELATION_ON,
                           .size = WEND_SIZE_SMALL,
                           .flags = WEND_OBJECT_MOVABLE};
    uint32_t mug = scene_builder_object(&b, &fields, "mug_1");
    scene_builder_object(&b, &fields, "nothing to see");
    for (int i = 0; i < 5; i++)
        scene_builder_instance(&b, i & 1 ? mug : table, meshes[i == 3], materials[i == 2],
                               wend_transform_upright((float)i, wend_v3((float)i, 0.1f, -1)));
    scene_builder_instance(&b, mug, 2, 0, wend_transform_identity());
    add_door_and_stairs(&b, room, mug, table);
    for (int i = 0; lit && i < 20; i++) {
        uint8_t* light = b.status == WEND_OK ? ARRAY_PUSH(&b.light) : NULL;
        if (light)
            *light = (uint8_t)(i * 13);
        else
            b.status = WEND_NO_MEMORY;
    }
    return scene_builder_finish(&b, "everything", "test", scene, error);
}

static wend_status there_and_back(void* lit, wend_error* error) {
    wend_scene *scene, *again;
    const char* path = test_path("x.glb");
    WEND_TRY(build_everything(lit != NULL, &scene, error));
    uint64_t hash = wend_scene_hash(scene);
    wend_status status = wend_scene_export(scene, path, error);
    wend_scene_destroy(scene);
    WEND_TRY(status);
    WEND_TRY(wend_scene_load(path, NULL, &again, error));
    CHECK_TEXT(wend_scene_name(again), "everything");
    CHECK(wend_scene_hash(again) == hash);  // every byte of every array
    wend_scene_destroy(again);
    return WEND_OK;
}

TEST(an_exported_scene_comes_back_the_same) {
    wend_error error;
    CHECK_OK(there_and_back(NULL, &error));
    CHECK_OK(there_and_back("lit", &error));
}

TEST(exporting_and_reading_back_survive_every_failing_allocation) {
    test_each_allocation(there_and_back, "lit", 2000);
}

TEST(every_category_is_found_again_by_its_name) {
    for (int i = 0; i < WEND_CATEGORY_COUNT; i++)
        CHECK_INT(wend_category_find(wend_category_at((wend_category)i)->name), i);
}

// What another program reads: the words stand in plain extras, and changing the generator makes it
// a foreign file that still comes in.
TEST(an_export_is_a_plain_glb_for_others) {
    wend_error error;
    wend_scene *scene, *foreign;
    wend_file_bytes bytes;
    CHECK_OK(build_everything(true, &scene, &error));
    CHECK_OK(wend_scene_export(scene, test_path("x.glb"), &error));
    CHECK_OK(wend_file_read(test_path("x.glb"), &bytes, &error));
    char* generator = memmem(bytes.data, bytes.size, "\"wend\"", 6);
    CHECK(generator != NULL);
    memcpy(generator, "\"else\"", 6);
    CHECK_OK(made_load("x.glb", bytes.data, bytes.size, &foreign, &error));
    CHECK_INT(wend_scene_triangles(foreign), wend_scene_triangles(scene));
    CHECK_INT(wend_scene_get(foreign)->objects.items[1].category, WEND_CATEGORY_TABLE);
    CHECK_INT(wend_scene_get(foreign)->objects.count, 3);  // what shows nothing is no object there
    wend_file_bytes_destroy(&bytes);
    wend_scene_destroy(scene);
    wend_scene_destroy(foreign);
}

static void check_there_and_back(wend_scene* scene) {
    wend_error error;
    wend_scene* again;
    const char* path = test_path("g.glb");
    CHECK_OK(wend_scene_export(scene, path, &error));
    CHECK_OK(wend_scene_load(path, NULL, &again, &error));
    CHECK(wend_scene_hash(again) == wend_scene_hash(scene));
    wend_scene_destroy(scene);
    wend_scene_destroy(again);
}

TEST(a_generated_house_with_light_comes_back_the_same) {
    wend_error error;
    wend_scene* scene;
    wend_scene_def def = wend_scene_default_def();
    def.detail = 0;
    def.levels = 2;
    CHECK_OK(wend_scene_generate(&def, &scene, &error));
    check_there_and_back(scene);
}

TEST(an_imported_house_comes_back_the_same) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(
        wend_scene_load(test_data("procthor/houses_singleroom615.jsonl.gz"), NULL, &scene, &error));
    check_there_and_back(scene);
}

// Another reader's opinion: assimp finds every triangle, and the light as colours.
TEST(another_library_reads_an_export) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(build_everything(true, &scene, &error));
    CHECK_OK(wend_scene_export(scene, test_path("x.glb"), &error));
    const struct aiScene* seen = aiImportFile(test_path("x.glb"), 0);
    if (!seen) test_fail(__FILE__, __LINE__, "assimp: %s", aiGetErrorString());
    CHECK_INT(seen->mRootNode->mNumChildren, 3);  // one an object
    uint64_t faces = 0;
    for (unsigned i = 0; i < seen->mNumMeshes; i++) {
        faces += seen->mMeshes[i]->mNumFaces;
        CHECK(seen->mMeshes[i]->mColors[0] != NULL);
    }
    CHECK_INT(faces, wend_scene_triangles(scene));
    CHECK_INT(seen->mNumTextures, 1);
    aiReleaseImport(seen);
    wend_scene_destroy(scene);
}
