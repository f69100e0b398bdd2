#include <unistd.h>

#include "base/container.h"
#include "base/file.h"
#include "fixture.h"
#include "sim/world.h"
#include "test.h"

#include "wend/sim.h"

enum { SIDE = 64 };

// Two rooms with a closed door between them, as a file in the test's folder; and a cache beside it.
static wend_world_source make_source(void) {
    wend_error error;
    static char scene_path[1024], cache[1024];
    wend_scene* scene = fixture_two_rooms(0);
    snprintf(scene_path, sizeof scene_path, "%s", test_path("rooms.wscene"));
    snprintf(cache, sizeof cache, "%s", test_path("cache"));
    CHECK_OK(wend_scene_save(scene, scene_path, &error));
    wend_scene_destroy(scene);
    wend_world_source source = wend_world_default_source();
    source.scene = scene_path;
    source.cache = cache;
    return source;
}

static wend_world* open_world(const wend_world_source* source) {
    wend_error error;
    wend_world* world;
    CHECK_OK(wend_world_open(source, NULL, &world, &error));
    return world;
}

// A hash of a world as a sim uses it: paths, an image, and its doors.
static uint64_t hash_of(const wend_world* world) {
    wend_error error;
    wend_rng rng = wend_rng_make(5, 5);
    uint64_t hash = 0;
    wend_navmesh* mesh;
    wend_vec3 from = {0}, to = {0};
    CHECK_OK(wend_navmesh_clone(wend_world_navmesh(world), &mesh, &error));
    for (int i = 0; i < 40; i++) {
        float metres;
        if (i == 20) wend_navmesh_set_door(mesh, 0, false);
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &from));
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &to));
        CHECK_OK(wend_navmesh_distance(mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL));
        hash = wend_hash(&metres, sizeof metres, hash);
    }
    wend_navmesh_destroy(mesh);
    static uint8_t rgb[SIDE * SIDE * 3];
    static uint32_t object[SIDE * SIDE];
    wend_camera camera = wend_sim_default_def().camera;
    camera.width = camera.height = SIDE;
    wend_renderer* eye;
    wend_camera_pose gaze = {.eye = wend_v3_add(from, wend_v3(0, 1, 0))};
    wend_frame frame = {.rgb = rgb, .object = object};
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    CHECK_OK(wend_renderer_render(eye, wend_world_view(world), &gaze, &frame, &error));
    wend_renderer_destroy(eye);
    return wend_hash(object, sizeof object, wend_hash(rgb, sizeof rgb, hash));
}

static void cached_path(const wend_world_source* source, char* path, size_t size) {
    wend_error error;
    wend_file_list list;
    CHECK_OK(wend_file_list_read(source->cache, &list, &error));
    CHECK_INT(list.count, 1);
    CHECK_OK(wend_file_join(source->cache, list.names[0], path, size, &error));
    wend_file_list_destroy(&list);
}

TEST(a_world_from_the_cache_is_the_one_that_was_made) {
    wend_world_source source = make_source();
    const char* cache = source.cache;
    source.cache = NULL;
    wend_world* made = open_world(&source);
    source.cache = cache;
    wend_world* first = open_world(&source);
    wend_world* kept = open_world(&source);
    uint64_t hash = hash_of(made);
    CHECK(hash_of(first) == hash);
    CHECK(hash_of(kept) == hash);
    CHECK_INT(wend_navmesh_island_count(wend_world_navmesh(kept)), 2);
    wend_world_destroy(made);
    wend_world_destroy(first);
    wend_world_destroy(kept);
}

TEST(the_cache_is_read_and_not_only_written) {
    wend_world_source source = make_source();
    char path[1024];
    wend_world_destroy(open_world(&source));
    cached_path(&source, path, sizeof path);
    uint64_t calls = wend_memory_get_stats().calls;
    wend_world_destroy(open_world(&source));
    uint64_t kept = wend_memory_get_stats().calls - calls;
    unlink(path);
    wend_world_destroy(open_world(&source));
    uint64_t made = wend_memory_get_stats().calls - calls - kept;
    CHECK(kept < made / 2);  // building takes many more allocations than reading
}

TEST(a_damaged_world_is_made_again) {
    wend_error error;
    wend_world_source source = make_source();
    wend_world* world = open_world(&source);
    uint64_t hash = hash_of(world);
    wend_world_destroy(world);
    char path[1024];
    cached_path(&source, path, sizeof path);
    wend_file_bytes whole;
    CHECK_OK(wend_file_read(path, &whole, &error));
    wend_rng rng = wend_rng_make(1, 2);
    for (int i = 0; i < 40; i++) {
        size_t at = wend_rng_below(&rng, (uint32_t)whole.size);
        size_t size = i % 4 ? whole.size : at;  // every fourth is cut off, the others are changed
        char before = whole.data[at];
        whole.data[at] = (char)(before ^ (1 << i % 8));
        CHECK_OK(wend_file_write(path, whole.data, size, &error));
        whole.data[at] = before;
        world = open_world(&source);
        CHECK(hash_of(world) == hash);
        wend_world_destroy(world);
    }
    // The last change may have hit the gap between two sections, where it has no effect.
    CHECK_OK(wend_file_write(path, whole.data, whole.size / 2, &error));
    wend_world_destroy(open_world(&source));
    wend_file_bytes written;
    CHECK_OK(wend_file_read(path, &written, &error));
    CHECK_INT(written.size, whole.size);
    CHECK(memcmp(written.data, whole.data, whole.size) == 0);
    wend_file_bytes_destroy(&written);
    wend_file_bytes_destroy(&whole);
}

TEST(another_agent_size_and_a_world_without_images_have_their_own_files) {
    wend_error error;
    wend_world_source source = make_source();
    wend_world* world;
    wend_world_def def = wend_world_default_def();
    wend_world_destroy(open_world(&source));
    def.navmesh.radius = 0.3f;
    CHECK_OK(wend_world_open(&source, &def, &world, &error));
    double wide = wend_navmesh_area(wend_world_navmesh(world));
    wend_world_destroy(world);
    def.uses_images = false;
    CHECK_OK(wend_world_open(&source, &def, &world, &error));
    CHECK(wend_world_view(world) == NULL);
    CHECK_NEAR(wend_navmesh_area(wend_world_navmesh(world)), wide, 0);
    wend_world_destroy(world);
    world = open_world(&source);
    CHECK(wend_navmesh_area(wend_world_navmesh(world)) > wide);
    wend_world_destroy(world);
    wend_file_list list;
    CHECK_OK(wend_file_list_read(source.cache, &list, &error));
    CHECK_INT(list.count, 3);
    wend_file_list_destroy(&list);
}

TEST(memory_stays_flat_over_worlds_from_the_cache) {
    wend_world_source source = make_source();
    wend_world_destroy(open_world(&source));
    uint64_t before = wend_memory_get_stats().live_bytes;
    for (int i = 0; i < 300; i++) wend_world_destroy(open_world(&source));
    CHECK_INT(wend_memory_get_stats().live_bytes, before);
}

static wend_status open_and_close(void* context, wend_error* error) {
    wend_world* world;
    wend_status status = wend_world_open(context, NULL, &world, error);
    wend_world_destroy(world);
    return status;
}

TEST(opening_from_the_cache_survives_failing_allocations) {
    wend_world_source source = make_source();
    wend_world_destroy(open_world(&source));
    test_each_allocation(open_and_close, &source, 60);
}

TEST(a_folder_that_cannot_be_written_is_named) {
    wend_error error;
    wend_world* world;
    wend_world_source source = make_source();
    source.cache = "/proc/none";
    CHECK(wend_world_open(&source, NULL, &world, &error) != WEND_OK);
    CHECK_HAS(error.message, "/proc/none");
}

TEST(scenes_of_episodes_stay_inside_the_folder_that_is_given) {
    wend_error error;
    wend_world* world;
    wend_scene* scene = fixture_two_rooms(1);
    CHECK_OK(wend_scene_save(scene, test_path("out.wscene"), &error));
    CHECK_OK(wend_scene_save(scene, test_path("in/a.wscene"), &error));
    wend_scene_destroy(scene);
    CHECK(symlink("../out.wscene", test_path("in/link.wscene")) == 0);
    char folder[1000], absolute[1000];
    snprintf(folder, sizeof folder, "%s", test_path("in"));
    snprintf(absolute, sizeof absolute, "%s", test_path("out.wscene"));
    const char* const outside[] = {"../out.wscene", "link.wscene", absolute, "../../etc/passwd",
                                   "x/../../out.wscene#3"};
    wend_world_source source = wend_world_default_source();
    source.folder = folder;
    for (int i = 0; i < 5; i++) {
        source.scene = outside[i];
        CHECK_INT(wend_world_open(&source, NULL, &world, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "leads out of the folder");
    }
    source.scene = "a.wscene";
    CHECK_OK(wend_world_open(&source, NULL, &world, &error));
    wend_world_destroy(world);
}

// ---- files and messages -------------------------------------------------------------------------

static int files_in(const char* folder) {
    wend_error error;
    wend_file_list list;
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    int count = (int)list.count;
    wend_file_list_destroy(&list);
    return count;
}

static void open_and_leave(const wend_world_source* source, const wend_world_def* def) {
    wend_error error;
    wend_world* world;
    CHECK_OK(wend_world_open(source, def, &world, &error));
    wend_world_destroy(world);
}

TEST(every_number_of_a_body_makes_a_world_of_its_own) {
    wend_world_source source = make_source();
    wend_world_def def = wend_world_default_def();
    def.uses_images = false;
    open_and_leave(&source, &def);
    int files = 1;
    for (int i = 0; i < 8; i++) {
        wend_world_def other = def;
        wend_navmesh_def* n = &other.navmesh;
        float* const numbers[] = {&n->radius,    &n->height,      &n->max_climb, &n->max_slope,
                                  &n->cell_size, &n->cell_height, &n->min_region};
        if (i < 7)
            *numbers[i] *= 0.9f;
        else
            n->open_doors = true;
        open_and_leave(&source, &other);
        CHECK_INT(files_in(source.cache), ++files);
        open_and_leave(&source, &other);
        CHECK_INT(files_in(source.cache), files);
    }
    def.fields = true;  // made from the navmesh, not kept
    wend_error error;
    for (int cached = 0; cached < 2; cached++) {
        wend_world* world;
        if (cached) def.navmesh.radius = 0.21f;
        CHECK_OK(wend_world_open(&source, &def, &world, &error));
        CHECK(wend_world_fields(world) != NULL);
        wend_world_destroy(world);
        CHECK_INT(files_in(source.cache), files + cached);
    }
}

TEST(the_file_of_a_world_has_the_scenes_name_without_slashes) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    fixture_box(&b, scene_builder_object(&b, &fields, "floor"), material, wend_v3(0, -0.1f, 0),
                wend_v3(4, 0, 4));
    CHECK_OK(scene_builder_finish(&b, "a/b/c", "test", &scene, &error));
    char path[1024], cache[1024];
    snprintf(path, sizeof path, "%s", test_path("floor.wscene"));
    snprintf(cache, sizeof cache, "%s", test_path("cache"));
    CHECK_OK(wend_scene_save(scene, path, &error));
    wend_scene_destroy(scene);
    wend_world_source source = wend_world_default_source();
    source.scene = path;
    source.cache = cache;
    open_and_leave(&source, NULL);
    wend_file_list list;
    CHECK_OK(wend_file_list_read(cache, &list, &error));
    CHECK_INT(list.count, 1);
    CHECK(strncmp(list.names[0], "a_b_c-", 6) == 0);
    CHECK_INT(strlen(list.names[0]), 6 + 16 + strlen(".wworld"));
    wend_file_list_destroy(&list);
}

TEST(errors_of_missing_scenes_suggest_a_folder_only_if_useful) {
    wend_error error = {0};
    wend_world* world;
    wend_world_source source = make_source();
    char nowhere[1024], broken[1024];
    snprintf(nowhere, sizeof nowhere, "%s", test_path("nowhere.glb"));
    snprintf(broken, sizeof broken, "%s", test_path("broken.glb"));
    CHECK_OK(wend_file_write(broken, "glTF?", 5, &error));
    for (int cached = 0; cached < 2; cached++) {
        if (!cached) source.cache = NULL;
        source.scene = nowhere;
        CHECK_INT(wend_world_open(&source, NULL, &world, &error), WEND_NOT_FOUND);
        CHECK_HAS(error.message, "nowhere.glb");
        CHECK_HAS(error.message, "--scenes DIR");
        CHECK(!world);
        CHECK_INT(wend_world_open(&source, NULL, &world, NULL), WEND_NOT_FOUND);
        source.scene = broken;
        CHECK(wend_world_open(&source, NULL, &world, &error) != WEND_OK);
        CHECK_HAS(error.message, "broken.glb");
        CHECK(!strstr(error.message, "--scenes"));
        source.folder = test_folder();
        source.scene = "nowhere.glb";
        CHECK_INT(wend_world_open(&source, NULL, &world, &error), WEND_NOT_FOUND);
        CHECK(!strstr(error.message, "--scenes"));
        source = make_source();
    }
    char name[5000];
    memset(name, 'x', sizeof name);
    for (size_t length = 4095; length < 4097; length++) {
        name[length] = 0;
        source.scene = name;
        CHECK_INT(wend_world_open(&source, NULL, &world, &error),
                  length == 4095 ? WEND_IO : WEND_LIMIT);
        name[length] = 'x';
    }
    CHECK_HAS(error.message, "the scene's name is too long");
}

TEST(inserted_objects_that_cannot_be_added_are_an_error_of_the_world) {
    wend_error error = {0};
    wend_world* world;
    wend_world_source source = make_source();
    wend_world_def def = wend_world_default_def();
    const wend_inserted_object wall = {.category = WEND_CATEGORY_WALL};
    def.inserted = &wall;
    def.inserted_count = 1;
    for (int cached = 0; cached < 2; cached++) {
        if (cached) source.cache = NULL;
        CHECK_INT(wend_world_open(&source, &def, &world, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, "'wall'");
    }
}

TEST(a_variation_removes_and_adds_objects_and_an_empty_one_is_the_scene) {
    const wend_addition mug = {
        .name = "mug_9", .category = WEND_CATEGORY_MUG, .at = {2, 0, 3}, .scale = 1};
    const char* const ball = "ball";
    const char* const none = "moonbase";
    const struct {
        wend_variation variation;
        bool has_ball, has_mug;
        wend_status status;
    } rows[] = {{{0}, true, false, WEND_OK},
                {{.removed = &ball, .removed_count = 1}, false, false, WEND_OK},
                {{.added = &mug, .added_count = 1}, true, true, WEND_OK},
                {{&ball, 1, &mug, 1}, false, true, WEND_OK},
                {{.removed = &none, .removed_count = 1}, false, false, WEND_NOT_FOUND}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_world* world;
        wend_world_source source = make_source();
        source.import.bake = false;
        source.variation = &rows[i].variation;
        CHECK_INT(wend_world_open(&source, NULL, &world, &error), rows[i].status);
        if (rows[i].status != WEND_OK) continue;
        const wend_scene* scene = wend_world_scene(world);
        CHECK_INT(wend_scene_find_object(scene, "ball") != 0, rows[i].has_ball);
        CHECK_INT(wend_scene_find_object(scene, "mug_9") != 0, rows[i].has_mug);
        wend_world_destroy(world);
    }
}

TEST(the_hash_of_a_worlds_source_is_that_of_its_file_and_none_of_what_is_generated) {
    wend_error error;
    wend_world_source source = make_source();
    uint64_t hash = 7, other = 7, size = 0, wanted = 0;
    char with_number[1100], folder[1024];
    CHECK_OK(file_hash(source.scene, &wanted, &size, &error));
    CHECK(wanted != 0);
    CHECK_OK(wend_world_source_hash(&source, &hash, &error));
    CHECK(hash == wanted);
    snprintf(with_number, sizeof with_number, "%s#12", source.scene);
    source.scene = with_number;
    CHECK_OK(wend_world_source_hash(&source, &other, &error));
    CHECK(other == wanted);
    snprintf(folder, sizeof folder, "%s", test_folder());
    source.folder = folder;
    source.scene = "rooms.wscene#3";
    CHECK_OK(wend_world_source_hash(&source, &other, &error));
    CHECK(other == wanted);
    source.scene = "house:3";
    CHECK_OK(wend_world_source_hash(&source, &other, &error));
    CHECK(other == 0);
    source.scene = "../rooms.wscene";
    CHECK_INT(wend_world_source_hash(&source, &other, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "scene: ");
}

// ---- files of other worlds ----------------------------------------------------------------------

TEST(a_cached_file_that_is_stale_or_lacks_a_part_is_refused_by_name) {
    wend_error error = {0};
    wend_world_source source = make_source();
    wend_world_def def = wend_world_default_def();
    char blind[1024];
    def.uses_images = false;
    open_and_leave(&source, &def);
    cached_path(&source, blind, sizeof blind);
    container c;
    CHECK_OK(container_open(blind, &c, &error));
    uint64_t key = c.key;
    container_close(&c);
    wend_world world = {.scene = fixture_two_rooms(0)};
    CHECK_INT(world_read(blind, key + 1, false, &world, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "is stale");
    CHECK(!world.navmesh);
    CHECK_INT(world_read(blind, key, true, &world, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "has no section 'view.counts'");
    CHECK(!world.navmesh && !world.view);
    CHECK_OK(world_read(blind, key, false, &world, &error));
    CHECK(world.navmesh && !world.view);
    wend_navmesh_destroy(world.navmesh);
    world.navmesh = NULL;
    // With one section after the other damaged in its size.
    const char* const names[] = {"navmesh.tiles", "navmesh.doors"};
    for (int cut = 0; cut < 2; cut++) {
        void* bytes[2];
        container_part parts[2];
        CHECK_OK(container_open(blind, &c, &error));
        for (int i = 0; i < 2; i++) {
            const container_section* section = container_find(&c, names[i]);
            CHECK(section != NULL);
            bytes[i] = malloc(section->size);
            CHECK_OK(container_read(&c, section, bytes[i], &error));
            parts[i] = (container_part){names[i], 1, bytes[i], section->size - (i == cut ? 4 : 0)};
        }
        container_close(&c);
        char damaged[1024];
        snprintf(damaged, sizeof damaged, "%s", test_path("damaged.wworld"));
        CHECK_OK(container_write(damaged, key, parts, 2, &error));
        CHECK_INT(world_read(damaged, key, false, &world, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "damaged.wworld");
        if (cut) CHECK_HAS(error.message, "its doors are damaged");
        CHECK(!world.navmesh);
        CHECK_OK(container_write(damaged, key, parts, 1, &error));
        CHECK_INT(world_read(damaged, key, false, &world, &error), WEND_FORMAT);
        for (int i = 0; i < 2; i++) free(bytes[i]);
    }
    wend_scene_destroy(world.scene);
}

TEST(a_world_without_memory_is_an_error_and_leaves_no_file) {
    wend_world_source source = make_source();
    wend_world_def def = wend_world_default_def();
    def.uses_images = false;
    for (uint64_t n = 10; n < 200; n += 19) {
        wend_error error = {0};
        wend_world* world;
        uint64_t before = wend_memory_get_stats().live_blocks;
        wend_memory_fail_at(n, false);
        wend_status status = wend_world_open(&source, &def, &world, &error);
        wend_memory_fail_at(0, false);
        CHECK_INT(status, WEND_NO_MEMORY);
        CHECK(!world && *error.message);
        CHECK_INT(wend_memory_get_stats().live_blocks, before);
        CHECK(!wend_file_exists(source.cache) || files_in(source.cache) == 0);
    }
}

TEST(fields_of_a_world_for_which_there_is_no_memory_are_an_error) {
    wend_world_source source = make_source();
    wend_world* world = open_world(&source);
    for (uint64_t n = 1; n < 4; n++) {
        wend_error error = {0};
        wend_memory_fail_at(n, false);
        wend_status status = world_make_fields(world, &error);
        wend_memory_fail_at(0, false);
        CHECK_INT(status, WEND_NO_MEMORY);
        wend_lattice_destroy(world->lattice);
        world->lattice = NULL;
    }
    wend_world_destroy(world);
}

// Errors of a cached world's view with a missing or truncated part.
TEST(a_cached_view_without_its_parts_is_refused_by_name) {
    wend_error error = {0};
    wend_world_source source = make_source();
    char path[1024], damaged[1024];
    wend_world_destroy(open_world(&source));
    cached_path(&source, path, sizeof path);
    snprintf(damaged, sizeof damaged, "%s", test_path("damaged.wworld"));
    const char* const names[] = {"navmesh.tiles", "navmesh.doors", "view.counts", "view.block"};
    const struct {
        int count;
        int64_t cut[4];  // bytes off each section
        const char* said;
    } rows[] = {{4, {0}, NULL},
                {3, {0}, "damaged.wworld: has no section 'view.block'"},
                {4, {0, 0, 8, 0}, "damaged.wworld: its view does not fit the scene"},
                {4, {0, 0, 0, 64}, "damaged.wworld: its view does not fit the scene"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        container c;
        container_part parts[4];
        void* bytes[4];
        CHECK_OK(container_open(path, &c, &error));
        uint64_t key = c.key;
        for (int k = 0; k < 4; k++) {
            const container_section* section = container_find(&c, names[k]);
            CHECK(section != NULL);
            bytes[k] = malloc(section->size);
            CHECK_OK(container_read(&c, section, bytes[k], &error));
            parts[k] =
                (container_part){names[k], 1, bytes[k], section->size - (uint64_t)rows[i].cut[k]};
        }
        container_close(&c);
        CHECK_OK(container_write(damaged, key, parts, rows[i].count, &error));
        wend_world world = {.scene = fixture_two_rooms(0)};
        CHECK_INT(world_read(damaged, key, true, &world, &error),
                  rows[i].said ? WEND_FORMAT : WEND_OK);
        if (rows[i].said) CHECK_HAS(error.message, rows[i].said);
        CHECK((world.navmesh != NULL) == !rows[i].said && (world.view != NULL) == !rows[i].said);
        wend_view_destroy(world.view);
        wend_navmesh_destroy(world.navmesh);
        wend_scene_destroy(world.scene);
        for (int k = 0; k < 4; k++) free(bytes[k]);
    }
}
