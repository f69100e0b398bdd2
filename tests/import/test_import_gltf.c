#include "made_files.h"
#include "test.h"

static wend_status load_glb(const char* from, const char* to, wend_scene** scene,
                            wend_error* error) {
    wend_text_out glb = {0};
    made_triangle_glb(from, to, &glb);
    if (glb.out_of_memory) {
        wend_text_destroy(&glb);
        *scene = NULL;
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the test");
    }
    wend_status status = made_load("t.glb", glb.items, glb.count, scene, error);
    wend_text_destroy(&glb);
    return status;
}

TEST(a_node_becomes_an_object_with_words_for_it) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_glb(NULL, NULL, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(a->objects.count, 2);
    const wend_object* o = &a->objects.items[1];
    CHECK_TEXT(wend_scene_text(scene, o->name), "Chair_01");
    CHECK_INT(o->category, WEND_CATEGORY_CHAIR);
    CHECK_INT(o->color, WEND_COLOR_RED);
    CHECK_INT(o->material, WEND_MATERIAL_TYPE_WOODEN);
    CHECK_NEAR(o->bounds.low.x, 1, 1e-6);
    CHECK_NEAR(o->bounds.high.y, 3, 1e-6);
    CHECK_NEAR(a->normals.items[0].z, 1, 1e-6);  // flat: the file has no normals
    CHECK_INT(a->levels.count, 1);
    wend_scene_destroy(scene);
}

TEST(extras_say_what_a_node_is) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_glb("\"name\":\"Chair_01\"", "\"extras\":{\"objectType\":\"HousePlant\"}", &scene,
                      &error));
    CHECK_INT(wend_scene_get(scene)->objects.items[1].category, WEND_CATEGORY_HOUSE_PLANT);
    CHECK_TEXT(wend_scene_text(scene, wend_scene_get(scene)->objects.items[1].name), "house plant");
    wend_scene_destroy(scene);
}

TEST(a_mirrored_node_keeps_its_outside_outside) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(load_glb("\"translation\":[1,2,3]", "\"scale\":[-1,1,1]", &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    const uint32_t* i = a->indices.items;
    wend_vec3 p[3];
    for (int k = 0; k < 3; k++)
        p[k] = wend_transform_point(&a->instances.items[0].transform, a->positions.items[i[k]]);
    // The triangle looked along +z before; mirrored in x it still does.
    CHECK(wend_v3_cross(wend_v3_sub(p[1], p[0]), wend_v3_sub(p[2], p[0])).z > 0);
    wend_scene_destroy(scene);
}

// Each damage of the file, and the error it must have.
TEST(broken_glb_files_are_refused_with_a_sentence) {
    static const struct {
        const char *from, *to;
        wend_status status;
        const char* says;
    } cases[] = {
        {"\"mesh\":0", "\"mesh\":41", WEND_FORMAT, "nodes[0].mesh: refers to 41, the file has 1"},
        {"\"nodes\":[0]", "\"nodes\":[5]", WEND_FORMAT, "refers to node 5, the file has 1"},
        {"\"mesh\":0", "\"mesh\":0,\"children\":[0]", WEND_FORMAT, "its own ancestor"},
        {"\"count\":3", "\"count\":4", WEND_FORMAT, "4 elements of 12 bytes"},
        {"\"count\":3", "\"count\":4000000000", WEND_FORMAT, "4000000000 elements"},
        {"\"byteLength\":36", "\"byteLength\":3600", WEND_FORMAT, "bytes 0 to 3600"},
        {"\"byteLength\":44", "\"byteLength\":4400", WEND_FORMAT, "the file is cut"},
        {"\"componentType\":5126", "\"componentType\":1", WEND_FORMAT, "none of glTF's"},
        {"\"version\":\"2.0\"", "\"version\":\"1.0\"", WEND_FORMAT, "version 2 is read"},
        {"\"POSITION\":0", "\"NORMAL\":0", WEND_FORMAT, "no POSITION"},
        {"\"POSITION\":0", "\"POSITION\":1", WEND_FORMAT, "1 numbers a vertex"},
        {"\"translation\":[1,2,3]", "\"translation\":[1,2]", WEND_FORMAT, "3 expected"},
        {"\"scene\":0", "\"scene\":\"a\"", WEND_FORMAT, "a whole number expected"},
        {"\"scene\":0", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]", WEND_UNSUPPORTED,
         "KHR_draco_mesh_compression"},
        {"\"meshes\":", "\"meshes\":3,\"x\":", WEND_FORMAT, "an array expected"},
        {"{\"asset\"", "\"asset\"", WEND_FORMAT, "not JSON"},
        {"NaN", "", WEND_FORMAT, "vertex 1 has a number that is not finite"},
        {"index", "", WEND_FORMAT, "index 1 is vertex 7, there are 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_scene* scene;
        wend_memory_stats before = wend_memory_get_stats();
        CHECK_INT(load_glb(cases[i].from, cases[i].to, &scene, &error), cases[i].status);
        CHECK_HAS(error.message, cases[i].says);
        CHECK_HAS(error.message, "t.glb");
        CHECK(scene == NULL);
        CHECK_INT(wend_memory_get_stats().live_blocks, before.live_blocks);
    }
}

TEST(a_glb_cut_anywhere_is_refused) {
    wend_text_out glb = {0};
    made_triangle_glb(NULL, NULL, &glb);
    for (size_t size = 0; size < glb.count; size += size < 64 ? 1 : 13) {
        wend_error error;
        wend_scene* scene;
        wend_status status = made_load("t.glb", glb.items, size, &scene, &error);
        CHECK(status == WEND_FORMAT || status == WEND_UNSUPPORTED);
    }
    wend_text_destroy(&glb);
}

// 20,000 nodes that show the same 30,000 vertices: half a megabyte that needs 600 MB of light.
TEST(a_small_file_that_unfolds_without_bound_is_refused) {
    wend_text_out json = {0}, glb = {0};
    static float zeros[3 * 30000];
    for (int i = 0; i < 90000; i++) zeros[i] = (float)(i % 7);
    wend_text_put(
        &json,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":30000,\"type\":\"VEC3\"}],\"meshes\":[{"
        "\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[",
        sizeof zeros, sizeof zeros);
    for (int i = 0; i < 20000; i++) wend_text_put(&json, "%s{\"mesh\":0}", i ? "," : "");
    wend_text_put(&json, "]}");
    made_glb(json.items, zeros, sizeof zeros, &glb);
    wend_error error;
    wend_scene* scene;
    wend_memory_reset_peak();
    CHECK_INT(made_load("bomb.glb", glb.items, glb.count, &scene, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "bomb.glb: unfolds to more than");
    CHECK(wend_memory_get_stats().peak_bytes < 700u << 20);
    wend_text_destroy(&json);
    wend_text_destroy(&glb);
}

static wend_status load_triangle(void* unused, wend_error* error) {
    (void)unused;
    wend_scene* scene;
    WEND_TRY(load_glb(NULL, NULL, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(reading_glb_survives_every_failing_allocation) {
    test_each_allocation(load_triangle, NULL, 1000);
}

TEST(a_furnished_house_of_another_project_comes_in) {
    wend_error error;
    wend_scene* scene;
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    CHECK_OK(wend_scene_load(test_data("scenes/aws_small_house.glb"), &def, &scene, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(a->objects.count - 1, 87);
    CHECK_INT(a->textures.count, 64);
    uint32_t fridge = wend_scene_find_object(scene, "Refrigerator_01_001");
    CHECK_INT(a->objects.items[fridge].category, WEND_CATEGORY_FRIDGE);
    CHECK_NEAR(a->levels.items[0].floor, 0, 0.05);
    wend_aabb box = wend_scene_bounds(scene);
    CHECK_NEAR(box.high.x - box.low.x, 19, 0.2);
    wend_scene_destroy(scene);
}
