#include <unistd.h>

#include "base/file.h"
#include "fixture.h"
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

// What a body finds and sees in a world, as one hash: ways, a picture, and what its doors do.
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
    wend_eye* eye;
    wend_gaze gaze = {.eye = wend_v3_add(from, wend_v3(0, 1, 0))};
    wend_frame frame = {.rgb = rgb, .object = object};
    CHECK_OK(wend_eye_create(&camera, &eye, &error));
    CHECK_OK(wend_eye_render(eye, wend_world_view(world), &gaze, &frame, &error));
    wend_eye_destroy(eye);
    return wend_hash(object, sizeof object, wend_hash(rgb, sizeof rgb, hash));
}

static void cached_path(const wend_world_source* source, char* path, size_t size) {
    wend_error error;
    file_list list;
    CHECK_OK(file_list_read(source->cache, &list, &error));
    CHECK_INT(list.count, 1);
    CHECK_OK(file_join(source->cache, list.names[0], path, size, &error));
    file_list_destroy(&list);
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
    file_bytes whole;
    CHECK_OK(file_read(path, &whole, &error));
    wend_rng rng = wend_rng_make(1, 2);
    for (int i = 0; i < 40; i++) {
        size_t at = wend_rng_below(&rng, (uint32_t)whole.size);
        size_t size = i % 4 ? whole.size : at;  // every fourth is cut off, the others are changed
        char before = whole.data[at];
        whole.data[at] = (char)(before ^ (1 << i % 8));
        CHECK_OK(file_write(path, whole.data, size, &error));
        whole.data[at] = before;
        world = open_world(&source);
        CHECK(hash_of(world) == hash);
        wend_world_destroy(world);
    }
    // The last change may have hit the gap between two sections, where it harms nobody.
    CHECK_OK(file_write(path, whole.data, whole.size / 2, &error));
    wend_world_destroy(open_world(&source));
    file_bytes written;
    CHECK_OK(file_read(path, &written, &error));
    CHECK_INT(written.size, whole.size);
    CHECK(memcmp(written.data, whole.data, whole.size) == 0);
    file_bytes_destroy(&written);
    file_bytes_destroy(&whole);
}

TEST(another_body_and_a_blind_world_have_files_of_their_own) {
    wend_error error;
    wend_world_source source = make_source();
    wend_world* world;
    wend_world_def def = wend_world_default_def();
    wend_world_destroy(open_world(&source));
    def.navmesh.radius = 0.3f;
    CHECK_OK(wend_world_open(&source, &def, &world, &error));
    double wide = wend_navmesh_area(wend_world_navmesh(world));
    wend_world_destroy(world);
    def.sighted = false;
    CHECK_OK(wend_world_open(&source, &def, &world, &error));
    CHECK(wend_world_view(world) == NULL);
    CHECK_NEAR(wend_navmesh_area(wend_world_navmesh(world)), wide, 0);
    wend_world_destroy(world);
    world = open_world(&source);
    CHECK(wend_navmesh_area(wend_world_navmesh(world)) > wide);
    wend_world_destroy(world);
    file_list list;
    CHECK_OK(file_list_read(source.cache, &list, &error));
    CHECK_INT(list.count, 3);
    file_list_destroy(&list);
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

TEST(opening_from_the_cache_gives_everything_back_when_memory_runs_out) {
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
