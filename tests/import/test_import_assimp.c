#include "import/import_apart.h"
#include "made_files.h"
#include "test.h"

static wend_scene* load_text(const char* name, const char* text) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(made_load(name, text, strlen(text), &scene, &error));
    return scene;
}

TEST(an_obj_has_an_object_a_name) {
    wend_scene* scene = load_text("a.obj", made_obj);
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(wend_scene_triangles(scene), 3);
    CHECK_INT(a->objects.count - 1, 2);
    uint32_t sofa = wend_scene_find_object(scene, "Sofa_1");
    CHECK_INT(a->objects.items[sofa].category, WEND_CATEGORY_SOFA);
    // v grows downwards here, upwards there: the corner (0, 0) of the file has v = 1.
    const wend_instance* n = &a->instances.items[a->objects.items[sofa].first_instance];
    const wend_mesh* m = &a->meshes.items[n->mesh];
    for (uint32_t i = m->first_vertex; i < m->first_vertex + m->vertex_count; i++)
        CHECK_NEAR(a->uvs.items[i].y, 1 - a->positions.items[i].y, 1e-6);
    wend_scene_destroy(scene);
}

TEST(a_dae_places_nodes_by_name) {
    wend_scene* scene = load_text("a.dae", made_dae);
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK_INT(wend_scene_triangles(scene), 2);
    uint32_t bed = wend_scene_find_object(scene, "Bed");
    CHECK_INT(a->objects.items[bed].category, WEND_CATEGORY_BED);
    wend_scene_destroy(scene);
}

TEST(units_and_the_up_axis_are_converted) {
    wend_error error;
    wend_scene* scene;
    import_source source = {"a.obj", NULL, made_obj, strlen(made_obj), wend_import_default_def(),
                            NULL,    false};
    source.def.bake = false;
    source.def.unit = 0.01f;
    source.def.z_up = true;
    CHECK_OK(scene_load_memory(&source, &scene, &error));
    wend_aabb box = wend_scene_bounds(scene);
    CHECK_NEAR(box.high.x, 0.01, 1e-6);
    CHECK_NEAR(box.high.y, 0.01, 1e-6);  // the file's z
    CHECK_NEAR(box.low.z, -0.01, 1e-6);  // the file's y
    wend_scene_destroy(scene);
    source.def.unit = 0;
    CHECK_INT(scene_load_memory(&source, &scene, &error), WEND_ARGUMENT);
}

TEST(broken_files_are_refused_with_a_sentence) {
    static const struct {
        const char *name, *text, *from, *to, *says;
    } cases[] = {
        {"a.obj", made_obj, "f 1/1 2/2 3/3 4/4", "f 1 2 99", "a.obj"},
        {"a.obj", "v 0 0 0\n", "v", "v", "a.obj"},
        {"a.dae", made_dae, "<instance_geometry",
         "<instance_node url=\"#shared\"/><instance_geometry", "a node that instances itself"},
        {"a.dae", made_dae, "count=\"9\"", "count=\"900000000\"", "a count larger than the file"},
        {"a.dae", made_dae, "</scene></COLLADA>", "</scene", "the file is cut"},
        {"a.dae", made_dae, "<COLLADA", "<PIZZA", "a.dae"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_scene* scene;
        wend_memory_stats before = wend_memory_get_stats();
        char* text = made_edited(cases[i].text, cases[i].from, cases[i].to);
        wend_status status = made_load(cases[i].name, text, strlen(text), &scene, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "case %zu gives '%s'", i, wend_status_name(status));
        CHECK_HAS(error.message, cases[i].says);
        wend_free(text);
        CHECK_INT(wend_memory_get_stats().live_blocks, before.live_blocks);
    }
}

TEST(a_dae_that_unfolds_without_bound_is_refused) {
    wend_error error;
    wend_scene* scene;
    wend_text_out dae = {0};
    const char* at = strstr(made_dae, "<library_nodes>");
    wend_text_put_bytes(&dae, made_dae, (size_t)(at - made_dae));
    wend_text_put(&dae, "<library_nodes>");
    for (int i = 0; i < 20; i++) {
        wend_text_put(&dae, "<node id=\"n%d\">", i);
        for (int k = 0; k < 10; k++) wend_text_put(&dae, "<instance_node url=\"#n%d\"/>", i + 1);
        wend_text_put(&dae, "</node>");
    }
    wend_text_put(&dae, "</library_nodes>%s", strstr(made_dae, "<library_visual_scenes>"));
    CHECK_INT(made_load("bomb.dae", dae.items, dae.count, &scene, &error), WEND_LIMIT);
    wend_text_destroy(&dae);
}

static wend_status load_one(void* which, wend_error* error) {
    const char* const* file = which;
    wend_scene* scene;
    WEND_TRY(made_load(file[0], file[1], strlen(file[1]), &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

// assimp's own memory does not go through the hook; ours does.
static wend_status load_in_process(void* which, wend_error* error) {
    const char* const* file = which;
    wend_scene* scene;
    import_source source = {file[0], NULL, file[1], strlen(file[1]), wend_import_default_def(),
                            NULL,    true};
    source.def.bake = false;
    WEND_TRY(scene_load_memory(&source, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(reading_through_assimp_survives_every_failing_allocation) {
    const char* files[2][2] = {{"a.obj", made_obj}, {"a.dae", made_dae}};
    for (int i = 0; i < 2; i++) test_each_allocation(load_in_process, files[i], 1000);
    for (int i = 0; i < 2; i++) test_each_allocation(load_one, files[i], 10);
}

TEST(a_dae_with_text_where_numbers_belong_is_refused_at_once) {
    static const char* const cases[][2] = {
        {"count=\"9\"", "count=\"x\""},
        {"count=\"9\"", "count=\"\""},
        {"count=\"9\"", "count=\"-9\""},
        {"count=\"9\"", "count=\"99999999999999999999999\""},
        {"count=\"1\"", "count=\"1x\""},
        {"stride=\"3\"", "stride=\"x\""},
        {"stride=\"3\"", "stride=\"0\""},
        {"offset=\"0\"", "offset=\"x\""},
        {"offset=\"0\"", "offset=\"4000000000\""},
        {"<p>0 1 2</p>", "<p>x</p>"},
        {"<p>0 1 2</p>", "<p>0 1 -2</p>"},
        {"<p>0 1 2</p>", "<p>0 1 99999999999</p>"},
        {"<p>0 1 2</p>", "<p>0 1 2.5</p>"},
        {"0 0 0 1 0 0 0 1 0<", "0 0 0 1 0 0 0 1 x<"},
        {"0 0 0 1 0 0 0 1 0<", "<b/>0 0 0 1 0 0 0 1<"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_scene* scene = NULL;
        char* text = made_edited(made_dae, cases[i][0], cases[i][1]);
        wend_status status = made_load("a.dae", text, strlen(text), &scene, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "case %zu gives '%s'", i, wend_status_name(status));
        CHECK_HAS(error.message, "a.dae:");
        if (strstr(error.message, "crashed")) test_fail(__FILE__, __LINE__, "%s", error.message);
        wend_free(text);
    }
}

TEST(a_dae_with_space_before_its_numbers_is_read) {
    char* text =
        made_edited(made_dae, "<library_geometries>",
                    "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"c\">"
                    "<phong><diffuse><color>\n 0.5 0.02 0.02 1 </color></diffuse></phong>"
                    "</technique></profile_COMMON></effect></library_effects>"
                    "<library_geometries>");
    char* spaced = made_edited(text, ">0 0 0 1 0 0 0 1 0<", ">\t0 0 0 1 0 0 0 1 0\n<");
    wend_scene* scene = load_text("a.dae", spaced);
    CHECK_INT(wend_scene_triangles(scene), 2);
    wend_scene_destroy(scene);
    wend_free(text);
    wend_free(spaced);
}

// The axis a DAE names is believed; --z-up is for the many that name the wrong one.
TEST(z_up_turns_a_dae_too) {
    wend_error error;
    wend_scene* scene;
    import_source source = {"a.dae", NULL, made_dae, strlen(made_dae), wend_import_default_def(),
                            NULL,    false};
    source.def.bake = false;
    source.def.z_up = true;
    CHECK_OK(scene_load_memory(&source, &scene, &error));
    wend_aabb box = wend_scene_bounds(scene);
    CHECK_NEAR(box.low.z, -1, 1e-6);  // the file's y
    CHECK_NEAR(box.high.y, 0, 1e-6);  // the file's z
    wend_scene_destroy(scene);
    char* text = made_edited(made_dae, "Y_UP", "Z_UP");
    source.data = text;
    for (int given = 0; given < 2; given++) {
        source.def.z_up = given;
        CHECK_OK(scene_load_memory(&source, &scene, &error));
        CHECK_NEAR(wend_scene_bounds(scene).low.z, -1, 1e-6);
        wend_scene_destroy(scene);
    }
    wend_free(text);
}

// What the child process sends is checked like a file: it has read one that is not trusted.
TEST(damaged_bytes_from_the_child_are_refused) {
    wend_error error = {0};
    wend_scene* scene;
    import_source source = {"a.obj", NULL, "", 0, wend_import_default_def(), NULL, false};
    CHECK_INT(import_apart_take("", 0, &source, "a", &scene, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "a.obj: the process that read it returned damaged data");
    char bytes[4096] = "wndaparts";
    CHECK_INT(import_apart_take(bytes, sizeof bytes, &source, "a", &scene, &error), WEND_FORMAT);
}
