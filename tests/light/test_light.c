#include <sys/resource.h>
#include <unistd.h>

#include "fixture.h"
#include "light/light.h"
#include "scene/builder.h"
#include "scene/rays.h"
#include "test.h"

// A room of 6 x 2.5 x 4 metres, made of squares of half a metre that face inwards.
enum { ROOM_X = 12, ROOM_Y = 5, ROOM_Z = 8 };
static const float square = 0.5f;

typedef struct room_def {
    bool window;    // a hole of 1 x 1 m in the wall at x = 0, with glass in it
    bool no_glass;  // leave the glass out
    bool lamp;      // under the ceiling, in the middle of the far half
    bool no_ceiling;
    bool platform;  // 4 x 3 m, ten centimetres above the middle of the floor
} room_def;

// A wall, floor or ceiling from `at` along u and v; squares for which `hole` is true are left out.
static void add_side(scene_builder* b, wend_vec3 at, wend_vec3 u, wend_vec3 v, const int counts[2],
                     bool hole) {
    wend_vec3 normal = wend_v3_normalize(wend_v3_cross(u, v));
    scene_builder_mesh_begin(b, "side");
    for (int j = 0; j <= counts[1]; j++)
        for (int i = 0; i <= counts[0]; i++)
            scene_builder_vertex(b, wend_v3_mad(wend_v3_mad(at, u, (float)i), v, (float)j), normal,
                                 (wend_vec2){(float)i, (float)j});
    for (int j = 0; j < counts[1]; j++)
        for (int i = 0; i < counts[0]; i++) {
            if (hole && i >= 3 && i < 5 && j >= 2 && j < 4) continue;
            uint32_t k = (uint32_t)(j * (counts[0] + 1) + i), row = (uint32_t)counts[0] + 1;
            scene_builder_triangle(b, k, k + 1, k + row);
            scene_builder_triangle(b, k + 1, k + row + 1, k + row);
        }
    scene_builder_mesh_end(b);
}

static void add_object(scene_builder* b, wend_category category, uint32_t flags, uint32_t room,
                       uint32_t material) {
    wend_object fields = {.category = (uint16_t)category, .flags = (uint16_t)flags, .room = room};
    uint32_t object = scene_builder_object(b, &fields, wend_category_at(category)->name);
    uint32_t mesh = (uint32_t)b->meshes.count - 1;
    scene_builder_instance(b, object, mesh, material, wend_transform_identity());
}

static void add_sides(scene_builder* b, const room_def* def, uint32_t room, uint32_t paint) {
    const float x = ROOM_X * square, y = ROOM_Y * square, z = ROOM_Z * square, s = square;
    const int xz[2] = {ROOM_X, ROOM_Z}, zx[2] = {ROOM_Z, ROOM_X}, xy[2] = {ROOM_X, ROOM_Y};
    const int zy[2] = {ROOM_Z, ROOM_Y};
    const uint32_t flags = WEND_OBJECT_STRUCTURE;
    add_side(b, wend_v3(0, 0, 0), wend_v3(0, 0, s), wend_v3(s, 0, 0), zx, false);
    add_object(b, WEND_CATEGORY_FLOOR, flags, room, paint);
    if (!def->no_ceiling) {
        add_side(b, wend_v3(0, y, 0), wend_v3(s, 0, 0), wend_v3(0, 0, s), xz, false);
        add_object(b, WEND_CATEGORY_CEILING, flags, room, paint);
    }
    add_side(b, wend_v3(0, 0, z), wend_v3(0, 0, -s), wend_v3(0, s, 0), zy, def->window);
    add_object(b, WEND_CATEGORY_WALL, flags, room, paint);
    add_side(b, wend_v3(x, 0, 0), wend_v3(0, 0, s), wend_v3(0, s, 0), zy, false);
    add_object(b, WEND_CATEGORY_WALL, flags, room, paint);
    add_side(b, wend_v3(0, 0, 0), wend_v3(s, 0, 0), wend_v3(0, s, 0), xy, false);
    add_object(b, WEND_CATEGORY_WALL, flags, room, paint);
    add_side(b, wend_v3(x, 0, z), wend_v3(-s, 0, 0), wend_v3(0, s, 0), xy, false);
    add_object(b, WEND_CATEGORY_WALL, flags, room, paint);
}

static wend_status make_room(const room_def* def, wend_scene** scene, wend_error* error) {
    scene_builder b = scene_builder_make();
    const uint8_t white[4] = {230, 230, 230, 255};
    const int one[2] = {1, 1};
    uint32_t paint = scene_builder_material(&b, "paint", white, 0, WEND_MATERIAL_DOUBLE_SIDED);
    uint32_t glass = scene_builder_material(&b, "glass", white, 0, WEND_MATERIAL_GLASS);
    scene_builder_level(&b, 0, 2.5f);
    const wend_vec2 outline[4] = {{0, 0}, {6, 0}, {6, 4}, {0, 4}};
    uint32_t room = scene_builder_room(&b, WEND_ROOM_KITCHEN, 0, "kitchen_1", outline, 4, 0, 2.5f);
    add_sides(&b, def, room, paint);
    if (def->window && !def->no_glass) {
        add_side(&b, wend_v3(0, 1, 2.5f), wend_v3(0, 0, -1), wend_v3(0, 1, 0), one, false);
        add_object(&b, WEND_CATEGORY_WINDOW, WEND_OBJECT_STRUCTURE, room, glass);
    }
    if (def->lamp) {
        add_side(&b, wend_v3(4.3f, 2.4f, 1.8f), wend_v3(0.4f, 0, 0), wend_v3(0, 0, 0.4f), one,
                 false);
        add_object(&b, WEND_CATEGORY_CEILING_LAMP, 0, room, paint);
    }
    if (def->platform) {
        add_side(&b, wend_v3(1, 0.1f, 0.5f), wend_v3(0, 0, 3), wend_v3(4, 0, 0), one, false);
        add_object(&b, WEND_CATEGORY_BED, 0, room, paint);
    }
    return scene_builder_finish(&b, "room", "room", scene, error);
}

static wend_scene* baked_room(room_def def) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(make_room(&def, &scene, &error));
    CHECK_OK(light_bake(scene, NULL, &error));
    return scene;
}

// The light of the floor's vertex at (x, z).
static int floor_light(const wend_scene* scene, float x, float z) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_instance* n = &a->instances.items[0];
    const wend_mesh* mesh = &a->meshes.items[n->mesh];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        wend_vec3 p = a->positions.items[mesh->first_vertex + i];
        if (p.x == x && p.z == z) return a->light.items[n->first_light + i];
    }
    test_fail(__FILE__, __LINE__, "the floor has no vertex at %g, %g", (double)x, (double)z);
}

TEST(floor_is_brighter_at_the_window_than_in_the_far_corner) {
    wend_scene* scene = baked_room((room_def){.window = true});
    CHECK(floor_light(scene, 1, 2) > 130);
    CHECK(floor_light(scene, 1, 2) > floor_light(scene, 4, 2) + 25);
    CHECK(floor_light(scene, 4, 2) > floor_light(scene, 6, 4));
    CHECK(floor_light(scene, 6, 4) > 20);
    wend_scene_destroy(scene);
}

TEST(glass_does_not_take_light_away) {
    wend_scene* glazed = baked_room((room_def){.window = true});
    wend_scene* open = baked_room((room_def){.window = true, .no_glass = true});
    int with = floor_light(glazed, 1, 2) - floor_light(glazed, 5, 2);
    int without = floor_light(open, 1, 2) - floor_light(open, 5, 2);
    CHECK_NEAR(with, without, 40);  // panes and holes are sampled differently
    wend_scene_destroy(glazed);
    wend_scene_destroy(open);
}

TEST(room_without_windows_or_lamps_is_not_black_and_its_corners_are_darker) {
    wend_scene* scene = baked_room((room_def){0});
    CHECK_NEAR(floor_light(scene, 3, 2), 128, 20);
    CHECK(floor_light(scene, 0, 0) < floor_light(scene, 3, 2) - 10);
    CHECK(floor_light(scene, 0, 0) > 60);
    wend_scene_destroy(scene);
}

TEST(floor_is_brighter_under_the_lamp_and_the_lamp_glows) {
    wend_scene* scene = baked_room((room_def){.lamp = true});
    CHECK(floor_light(scene, 4.5f, 2) > floor_light(scene, 1, 2) + 30);
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_instance* lamp = &a->instances.items[a->instances.count - 1];
    CHECK(a->light.items[lamp->first_light] > 200);
    wend_scene_destroy(scene);
}

TEST(room_without_a_ceiling_is_lit_by_the_sky) {
    wend_scene* scene = baked_room((room_def){.no_ceiling = true});
    CHECK(floor_light(scene, 3, 2) >= 100);
    CHECK(floor_light(scene, 3, 2) > floor_light(scene, 0, 4));
    wend_scene_destroy(scene);
}

// Vertices are seldom at the outline of an object: the dark below it would be visible beside it.
TEST(floor_that_is_covered_takes_the_light_around_it) {
    wend_scene* open = baked_room((room_def){.lamp = true});
    wend_scene* covered = baked_room((room_def){.lamp = true, .platform = true});
    for (int i = 2; i <= 10; i++) CHECK(floor_light(covered, 0.5f * (float)i, 2) > 75);
    CHECK_NEAR(floor_light(covered, 0, 2), floor_light(open, 0, 2), 25);
    wend_scene_destroy(open);
    wend_scene_destroy(covered);
}

TEST(baking_twice_gives_the_same_bytes) {
    wend_scene* once = baked_room((room_def){.window = true, .lamp = true});
    wend_scene* again = baked_room((room_def){.window = true, .lamp = true});
    const wend_scene_arrays *a = wend_scene_get(once), *b = wend_scene_get(again);
    CHECK_INT(memcmp(a->light.items, b->light.items, a->light.count), 0);
    CHECK(wend_scene_hash(once) == wend_scene_hash(again));
    wend_scene_destroy(once);
    wend_scene_destroy(again);
}

TEST(baked_light_is_part_of_the_hash) {
    wend_error error;
    wend_scene* scene;
    room_def def = {.window = true};
    CHECK_OK(make_room(&def, &scene, &error));
    uint64_t dark = wend_scene_hash(scene);
    CHECK_OK(light_bake(scene, NULL, &error));
    CHECK(wend_scene_hash(scene) != dark);
    wend_scene_destroy(scene);
}

static wend_status bake_room(void* unused, wend_error* error) {
    (void)unused;
    room_def def = {.window = true, .lamp = true};
    wend_scene* scene;
    WEND_TRY(make_room(&def, &scene, error));
    wend_status status = light_bake(scene, NULL, error);
    wend_scene_destroy(scene);
    return status;
}

TEST(baking_survives_every_failing_allocation) { test_each_allocation(bake_room, NULL, 400); }

// A triangle with sides of `size` metres, and nothing else; none at all for 0.
static void bake_triangle(float size) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t white[4] = {255, 255, 255, 255};
    uint32_t material = scene_builder_material(&b, "paint", white, 0, 0);
    if (size > 0) {
        scene_builder_mesh_begin(&b, "triangle");
        for (int i = 0; i < 3; i++)
            scene_builder_vertex(&b, wend_v3(i == 1 ? size : 0, 0, i == 2 ? size : 0),
                                 wend_v3(0, i == 0 ? 0.0f : 1.0f, 0), (wend_vec2){0, 0});
        scene_builder_triangle(&b, 0, 2, 1);
        scene_builder_mesh_end(&b);
        add_object(&b, WEND_CATEGORY_FLOOR, 0, 0, material);
    }
    CHECK_OK(scene_builder_finish(&b, "triangle", "triangle", &scene, &error));
    CHECK_OK(light_bake(scene, NULL, &error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 0; i < a->light.count; i++) CHECK(a->light.items[i] >= 20);
    wend_scene_destroy(scene);
}

TEST(empty_tiny_and_huge_scenes_can_be_baked) {
    bake_triangle(0);
    bake_triangle(1e-6f);
    bake_triangle(1);
    bake_triangle(1e6f);
    bake_triangle(1e30f);
}

// Embree and TBB end the program where memory is refused at the wrong moment, so they are not asked
// where there is too little of it.
TEST(baking_under_a_limit_of_memory_is_an_error) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    FILE* file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    CHECK(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};
    limit.rlim_cur = pages * (unsigned long)sysconf(_SC_PAGESIZE) + (64u << 20);
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    rays* r;
    CHECK_INT(rays_create(scene, &r, &error), WEND_NO_MEMORY);
    CHECK_HAS(error.message, "out of memory");
    limit.rlim_cur = RLIM_INFINITY;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    CHECK_OK(rays_create(scene, &r, &error));
    rays_destroy(r);
    wend_scene_destroy(scene);
}
