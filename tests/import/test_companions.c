// Files a scene refers to: where they may lie, and that a cached scene notices when one changes.
#include <unistd.h>

#include "import/companions.h"
#include "made_files.h"
#include "test.h"

static const char gltf_format[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"name\":\"Chair_01\",\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":0}]}]"
    ","
    "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],"
    "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"%s\"}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}],"
    "\"buffers\":[{\"byteLength\":44,\"uri\":\"%s\"}]}";

static void write_text(const char* name, const char* text) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path(name), text, strlen(text), &error));
}

static void write_gltf(const char* name, const char* image, const char* buffer) {
    char text[2000];
    snprintf(text, sizeof text, gltf_format, image, buffer);
    write_text(name, text);
}

static void write_buffer(const char* name, float x) {
    wend_error error;
    const struct {
        float positions[9];
        uint16_t indices[4];
    } binary = {{0, 0, 0, x, 0, 0, 0, 1, 0}, {0, 1, 2, 0}};
    CHECK_OK(wend_file_write(test_path(name), &binary, sizeof binary, &error));
}

static void write_picture(const char* name, uint8_t red) {
    wend_error error;
    wend_image image;
    CHECK_OK(wend_image_create(4, 4, 3, &image, &error));
    for (int i = 0; i < 16; i++) image.pixels[3 * i] = red;
    CHECK_OK(wend_image_write_png(&image, test_path(name), &error));
    wend_image_destroy(&image);
}

static uint64_t cached_hash(const char* name) {
    wend_error error;
    wend_scene* scene;
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    char path[1000];
    snprintf(path, sizeof path, "%s", test_path(name));
    CHECK_OK(wend_scene_load_cached(path, &def, test_path("cache"), &scene, &error));
    uint64_t hash = wend_scene_hash(scene);
    wend_scene_destroy(scene);
    return hash;
}

// Names must neither climb nor lead out by a link; the error names file, uri and remedy.
TEST(a_gltf_reads_nothing_outside_its_folder) {
    static const char* const outside[] = {"../out.bin",   "%2e%2e/out.bin", "sub/../../out.bin",
                                          "..%2Fout.bin", "..%5cout.bin",   "..\\\\out.bin",
                                          "%2E./out.bin", "link.bin",       "linked/out.bin",
                                          "/dev/zero",    "%2fdev%2fzero"};
    wend_error error;
    write_buffer("out.bin", 1);
    write_picture("out.png", 200);
    write_buffer("in/a.bin", 1);
    write_picture("in/a.png", 200);
    CHECK(symlink("../out.bin", test_path("in/link.bin")) == 0);
    CHECK(symlink("..", test_path("in/linked")) == 0);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        for (int image = 0; image < 2; image++) {
            wend_scene* scene = NULL;
            write_gltf("in/a.gltf", image ? outside[i] : "a.png", image ? "a.bin" : outside[i]);
            CHECK_INT(wend_scene_load(test_path("in/a.gltf"), NULL, &scene, &error), WEND_FORMAT);
            CHECK_HAS(error.message, "in/a.gltf: ");
            CHECK_HAS(error.message, "leads out of the folder");
            CHECK_HAS(error.message, "copy it there");
        }
    }
}

TEST(a_link_that_stays_in_the_folder_is_read) {
    write_buffer("in/sub/a.bin", 1);
    write_picture("in/a.png", 200);
    CHECK(symlink("sub/a.bin", test_path("in/link.bin")) == 0);
    write_gltf("in/a.gltf", "./a.png", "link.bin");
    CHECK(symlink("in", test_path("top")) == 0);
    CHECK(cached_hash("in/a.gltf") == cached_hash("top/a.gltf"));
}

TEST(a_gltf_is_read_again_when_its_buffer_or_image_changes) {
    write_buffer("a.bin", 1);
    write_picture("a.png", 200);
    write_gltf("a.gltf", "a.png", "a.bin");
    uint64_t first = cached_hash("a.gltf");
    CHECK(cached_hash("a.gltf") == first);
    write_buffer("a.bin", 2);
    uint64_t second = cached_hash("a.gltf");
    CHECK(second != first);
    write_picture("a.png", 100);
    CHECK(cached_hash("a.gltf") != second);
    write_picture("a.png", 200);
    write_buffer("a.bin", 1);
    CHECK(cached_hash("a.gltf") == first);
}

TEST(a_glb_with_an_outside_buffer_is_read_again_when_it_changes) {
    wend_error error;
    wend_text_out glb = {0};
    made_triangle_glb("\"byteLength\":44", "\"byteLength\":44,\"uri\":\"b.bin\"", &glb);
    CHECK_OK(wend_text_save(&glb, test_path("b.glb"), &error));
    wend_text_destroy(&glb);
    write_buffer("b.bin", 1);
    uint64_t first = cached_hash("b.glb");
    write_buffer("b.bin", 2);
    CHECK(cached_hash("b.glb") != first);
}

TEST(an_obj_is_read_again_when_its_materials_or_images_change_or_appear) {
    write_text(
        "a.obj",
        "mtllib a.mtl\nusemtl m\no Sofa\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
    uint64_t bare = cached_hash("a.obj");
    write_text("a.mtl", "newmtl m\nKd 1 0 0\nmap_Kd a.png\n");
    uint64_t plain = cached_hash("a.obj");
    CHECK(plain != bare);
    write_picture("a.png", 200);
    uint64_t textured = cached_hash("a.obj");
    CHECK(textured != plain);
    write_picture("a.png", 100);
    CHECK(cached_hash("a.obj") != textured);
    write_picture("a.png", 200);
    CHECK(cached_hash("a.obj") == textured);
    write_text("a.mtl", "newmtl m\nKd 0 1 0\nmap_Kd a.png\n");
    CHECK(cached_hash("a.obj") != textured);
    CHECK(unlink(test_path("a.mtl")) == 0);
    CHECK(cached_hash("a.obj") == bare);
}

static char last_warning[500];

static void remember(void* context, const char* sentence) {
    (void)context;
    snprintf(last_warning, sizeof last_warning, "%s", sentence);
}

TEST(materials_outside_the_folder_are_refused_and_images_passed_over_with_a_warning) {
    wend_error error;
    wend_scene* scene;
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    def.warn = remember;
    write_text("m.mtl", "newmtl m\nKd 1 0 0\n");
    write_text("in/a.obj", "mtllib ../m.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    CHECK_INT(wend_scene_load(test_path("in/a.obj"), &def, &scene, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "in/a.obj: '../m.mtl' leads out of the folder");
    write_picture("p.png", 9);
    write_text("in/b.obj", "mtllib b.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_text("in/b.mtl", "newmtl m\nKd 1 0 0\nmap_Kd ../p.png\n");
    CHECK_OK(wend_scene_load(test_path("in/b.obj"), &def, &scene, &error));
    CHECK_HAS(last_warning, "'../p.png' leads out of the folder");
    CHECK_INT(wend_scene_get(scene)->textures.count, 0);
    wend_scene_destroy(scene);
}

static void write_asset(const char* name, const char* from, const char* to) {
    wend_error error;
    wend_text_out glb = {0};
    made_triangle_glb(from, to, &glb);
    CHECK_OK(wend_text_save(&glb, test_path(name), &error));
    wend_text_destroy(&glb);
}

TEST(a_procthor_house_is_read_again_when_an_asset_or_a_table_changes) {
    write_text("h.json", made_house);
    uint64_t boxes = cached_hash("h.json");
    CHECK(cached_hash("h.json") == boxes);
    write_asset("assets/Dining_Table_None.glb", NULL, NULL);
    uint64_t first = cached_hash("h.json");
    CHECK(first != boxes);
    write_asset("assets/Dining_Table_None.glb", "[0.5,0.02", "[0.1,0.02");
    CHECK(cached_hash("h.json") != first);
    write_asset("assets/Dining_Table_None.glb", NULL, NULL);
    CHECK(cached_hash("h.json") == first);
    write_text("asset-database.json.gz",
               "{\"Mug\":[{\"assetId\":\"Mug_None\",\"boundingBox\":{\"x\":1,\"y\":2,\"z\":1}}]}");
    CHECK(cached_hash("h.json") != first);
}

TEST(notes_that_are_damaged_are_not_fresh) {
    companions c = {0};
    write_text("x", "x");
    companions_note(&c, COMPANION_OF_SCENE, "x", test_path("x"));
    companions_note(&c, COMPANION_OF_SCENE, "x", test_path("x"));  // noted once
    CHECK_INT(c.notes.count, 16 + 1 + 1 + 1);
    CHECK_INT(c.bytes, 1);
    CHECK(companions_are_fresh(c.notes.items, c.notes.count, test_folder(), "/"));
    CHECK(companions_are_fresh("", 0, test_folder(), "/"));
    CHECK(!companions_are_fresh(c.notes.items, c.notes.count - 1, test_folder(), "/"));
    for (size_t i = 0; i + 1 < c.notes.count; i++) {
        char old = c.notes.items[i];
        c.notes.items[i] = 0;
        CHECK(!companions_are_fresh(c.notes.items, c.notes.count, test_folder(), "/"));
        c.notes.items[i] = old;
    }
    companions_destroy(&c);
}
