#include "base/container.h"
#include "import/made_files.h"
#include "test.h"

#include "wend/files.h"

static wend_scene* triangle_scene(void) {
    wend_error error;
    wend_scene* scene;
    wend_text_out glb = {0};
    made_triangle_glb(NULL, NULL, &glb);
    CHECK_OK(made_load("t.glb", glb.items, glb.count, &scene, &error));
    wend_text_destroy(&glb);
    return scene;
}

TEST(a_saved_scene_loads_the_same) {
    wend_error error;
    wend_scene *scene = triangle_scene(), *again;
    CHECK_OK(wend_scene_save(scene, test_path("t.wscene"), &error));
    CHECK_OK(wend_scene_load(test_path("t.wscene"), NULL, &again, &error));
    CHECK(wend_scene_hash(again) == wend_scene_hash(scene));
    CHECK_TEXT(wend_scene_name(again), "t");
    wend_scene_destroy(scene);
    wend_scene_destroy(again);
}

TEST(a_damaged_cache_is_refused_with_a_sentence) {
    wend_error error;
    wend_scene *scene = triangle_scene(), *again;
    wend_file_bytes bytes;
    const char *path = test_path("t.wscene"), *bad = test_path("bad.wscene");
    CHECK_OK(wend_scene_save(scene, path, &error));
    CHECK_OK(wend_file_read(path, &bytes, &error));
    for (size_t i = 0; i < bytes.size; i += 7) {
        bytes.data[i] ^= 1;
        CHECK_OK(wend_file_write(bad, bytes.data, bytes.size, &error));
        bytes.data[i] ^= 1;
        wend_status status = wend_scene_load(bad, NULL, &again, &error);
        if (status == WEND_OK)
            wend_scene_destroy(again);  // padding
        else
            CHECK_HAS(error.message, "bad.wscene");
    }
    CHECK_OK(wend_file_write(bad, bytes.data, bytes.size / 2, &error));
    CHECK_INT(wend_scene_load(bad, NULL, &again, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "its header says");
    bytes.data[12]++;  // container version
    CHECK_OK(wend_file_write(bad, bytes.data, bytes.size, &error));
    CHECK_INT(wend_scene_load(bad, NULL, &again, &error), WEND_UNSUPPORTED);
    CHECK_HAS(error.message, "version 2, this wend reads 1");
    wend_file_bytes_destroy(&bytes);
    wend_scene_destroy(scene);
}

// A file whose checksums are right but whose content is not: scene_adopt has the last word.
TEST(a_forged_cache_is_checked_like_any_file) {
    wend_error error;
    wend_scene *scene = triangle_scene(), *again;
    const char *path = test_path("t.wscene"), *forged = test_path("forged.wscene");
    CHECK_OK(wend_scene_save(scene, path, &error));
    container c;
    CHECK_OK(container_open(path, &c, &error));
    const container_section* head = container_find(&c, "scene.head");
    const container_section* block = container_find(&c, "scene.block");
    char* bytes[2] = {wend_alloc(head->size), wend_alloc(block->size)};
    CHECK_OK(container_read(&c, head, bytes[0], &error));
    CHECK_OK(container_read(&c, block, bytes[1], &error));
    container_part parts[2] = {{"scene.head", head->version, bytes[0], head->size},
                               {"scene.block", block->version, bytes[1], block->size}};
    int refused = 0;
    for (uint64_t i = 0; i + 4 <= block->size; i += 4) {
        uint32_t kept, wild = 0x7fffffff;
        memcpy(&kept, bytes[1] + i, 4);
        memcpy(bytes[1] + i, &wild, 4);  // a NaN, or an index far outside
        CHECK_OK(container_write(forged, 1, parts, 2, &error));
        memcpy(bytes[1] + i, &kept, 4);
        wend_status status = wend_scene_load(forged, NULL, &again, &error);
        CHECK(status == WEND_OK || status == WEND_FORMAT);
        if (status == WEND_OK) wend_scene_destroy(again);
        refused += status == WEND_FORMAT;
    }
    CHECK(refused >= 60);  // of 208 words; the rest are colours, names and gaps
    for (int i = 0; i < 2; i++) wend_free(bytes[i]);
    container_close(&c);
    wend_scene_destroy(scene);
}

static void write_glb(const char* path, const char* from, const char* to) {
    wend_error error;
    wend_text_out glb = {0};
    made_triangle_glb(from, to, &glb);
    CHECK_OK(wend_text_save(&glb, path, &error));
    wend_text_destroy(&glb);
}

static uint64_t cached_hash(const char* path, bool bake) {
    wend_error error;
    wend_scene* scene;
    wend_import_def def = wend_import_default_def();
    def.bake = bake;
    CHECK_OK(wend_scene_load_cached(path, &def, test_path("cache"), &scene, &error));
    uint64_t hash = wend_scene_hash(scene);
    wend_scene_destroy(scene);
    return hash;
}

static int cached_files(char* last) {
    wend_error error;
    wend_file_list list;
    CHECK_OK(wend_file_list_read(test_path("cache"), &list, &error));
    int count = list.count;
    if (count) snprintf(last, 1200, "%s/%s", test_path("cache"), list.names[0]);
    wend_file_list_destroy(&list);
    return count;
}

TEST(a_cache_is_made_once_and_again_when_its_source_changes) {
    wend_error error;
    char file[1200], path[1000];
    snprintf(path, sizeof path, "%s", test_path("t.glb"));
    write_glb(path, NULL, NULL);
    uint64_t first = cached_hash(path, false);
    CHECK_INT(cached_files(file), 1);
    wend_file_bytes made, kept;
    CHECK_OK(wend_file_read(file, &made, &error));
    CHECK(cached_hash(path, false) == first);
    write_glb(path, "\"translation\":[1,2,3]", "\"translation\":[5,2,3]");
    CHECK(cached_hash(path, false) != first);
    CHECK_INT(cached_files(file), 1);  // replaced
    write_glb(path, NULL, NULL);
    CHECK(cached_hash(path, false) == first);
    CHECK_OK(wend_file_read(file, &kept, &error));
    CHECK(made.size == kept.size && memcmp(made.data, kept.data, made.size) == 0);
    made.data[made.size - 3] ^= 1;  // damage is repaired
    CHECK_OK(wend_file_write(file, made.data, made.size, &error));
    CHECK(cached_hash(path, false) == first);
    wend_file_bytes_destroy(&made);
    wend_file_bytes_destroy(&kept);
}

static wend_status load_through_cache(void* path, wend_error* error) {
    wend_scene* scene;
    wend_import_def def = wend_import_default_def();
    def.bake = false;
    WEND_TRY(wend_scene_load_cached(path, &def, test_path("cache"), &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(a_cache_survives_every_failing_allocation) {
    char path[1000];
    snprintf(path, sizeof path, "%s", test_path("t.glb"));
    write_glb(path, NULL, NULL);
    test_each_allocation(load_through_cache, path, 1000);
}

TEST(a_generated_scene_is_kept_too) {
    wend_error error;
    wend_scene *first, *second;
    wend_scene_def def = wend_scene_default_def();
    def.kind = WEND_SCENE_APARTMENT;
    def.furnish = def.bake = false;
    CHECK_OK(wend_scene_generate_cached(&def, test_path("cache"), &first, &error));
    CHECK_OK(wend_scene_generate_cached(&def, test_path("cache"), &second, &error));
    CHECK(wend_scene_hash(first) == wend_scene_hash(second));
    char file[1200];
    CHECK_INT(cached_files(file), 1);
    wend_scene_destroy(first);
    wend_scene_destroy(second);
}
