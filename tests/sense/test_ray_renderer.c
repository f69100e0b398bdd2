#include "scene/builder.h"
#include "sense/playhouse.h"
#include "sense/ray_renderer.h"
#include "test.h"

enum { SIDE = 256 };

static wend_camera_pose random_camera_pose(wend_rng* rng, int rooms) {
    float reach = (float)(rooms - 1) * PLAYHOUSE_ROOM + 2;
    float x = wend_rng_between(rng, -2, reach), z = wend_rng_between(rng, -2, reach);
    float y = wend_rng_between(rng, 0.3f, 2), heading = wend_rng_between(rng, -3, 3);
    return (wend_camera_pose){wend_v3(x, y, z), heading, wend_rng_between(rng, -0.5f, 0.5f)};
}

typedef struct compare_def {
    wend_scene* scene;
    const wend_camera_pose* camera_poses;
    int count;
} compare_def;

static ray_renderer_difference compare_from(const compare_def* def) {
    static float depth[SIDE * SIDE], true_depth[SIDE * SIDE];
    static uint32_t object[SIDE * SIDE], true_object[SIDE * SIDE];
    wend_error error;
    wend_view* view;
    wend_renderer* eye;
    ray_renderer* rays;
    wend_camera camera = wend_camera_default_def();
    CHECK_OK(wend_view_create(def->scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    CHECK_OK(ray_renderer_create(view, true, &rays, &error));
    ray_renderer_picture truth = {true_depth, true_object};
    wend_frame frame = {.depth = depth, .object = object};
    ray_renderer_difference sum = {0};
    for (int i = 0; i < def->count; i++) {
        CHECK_OK(wend_renderer_render(eye, view, &def->camera_poses[i], &frame, &error));
        ray_renderer_render(rays, &camera, &def->camera_poses[i], &truth);
        ray_renderer_compare(rays, &camera, &def->camera_poses[i], &truth, &frame, &sum);
    }
    ray_renderer_destroy(rays);
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    printf("%llu pixels: %llu holes, %llu depths, %llu ids\n", (unsigned long long)sum.pixels,
           (unsigned long long)sum.holes, (unsigned long long)sum.depths,
           (unsigned long long)sum.ids);
    return sum;
}

static ray_renderer_difference compare(const playhouse_def* def, int poses) {
    wend_error error;
    wend_camera_pose camera_poses[16];
    compare_def c = {.camera_poses = camera_poses, .count = poses};
    wend_rng rng = wend_rng_make(def->seed, 77);
    CHECK_OK(playhouse_build(def, &c.scene, &error));
    for (int i = 0; i < poses; i++) camera_poses[i] = random_camera_pose(&rng, def->rooms);
    ray_renderer_difference sum = compare_from(&c);
    wend_scene_destroy(c.scene);
    return sum;
}

TEST(ray_casting_agrees_with_the_rasteriser) {
    playhouse_def def = {.rooms = 3, .things = 14, .fineness = 12, .seed = 1};
    ray_renderer_difference d = compare(&def, 12);
    CHECK_INT(d.holes, 0);
    CHECK(d.depths * 10000 <= d.pixels);
    CHECK(d.ids * 10000 <= d.pixels);
}

TEST(ray_casting_agrees_with_the_rasteriser_on_small_triangles) {
    playhouse_def def = {.rooms = 3, .things = 14, .fineness = 40, .seed = 2};
    ray_renderer_difference d = compare(&def, 6);
    CHECK_INT(d.holes, 0);
    CHECK(d.depths * 10000 <= d.pixels);
    CHECK(d.ids * 10000 <= d.pixels);
}

// From the middle of each room, as the generator made it.
TEST(ray_casting_agrees_with_the_rasteriser_in_a_generated_apartment) {
    wend_error error;
    wend_camera_pose camera_poses[16];
    compare_def c = {.camera_poses = camera_poses};
    wend_scene_def def = wend_scene_default_def();
    def.kind = WEND_SCENE_APARTMENT;
    def.seed = 1;
    def.detail = 0;
    def.bake = false;
    CHECK_OK(wend_scene_generate(&def, &c.scene, &error));
    const wend_scene_arrays* a = wend_scene_get(c.scene);
    for (uint32_t i = 1; i < a->rooms.count && c.count < 6; i++) {
        const wend_room* room = &a->rooms.items[i];
        wend_vec2 sum = {0, 0};
        for (uint32_t k = 0; k < room->corner_count; k++) {
            sum.x += a->corners.items[room->first_corner + k].x / (float)room->corner_count;
            sum.y += a->corners.items[room->first_corner + k].y / (float)room->corner_count;
        }
        camera_poses[c.count++] =
            (wend_camera_pose){wend_v3(sum.x, room->floor + 1.5f, sum.y), (float)i, -0.2f};
    }
    ray_renderer_difference d = compare_from(&c);
    CHECK_INT(d.holes, 0);
    CHECK(d.depths * 10000 <= d.pixels);
    CHECK(d.ids * 10000 <= d.pixels);
    wend_scene_destroy(c.scene);
}

// A wall whose left edge passes a thousandth of a pixel left of the middles of a column of pixels:
// seeing nothing there is another depth, but no hole; in the midst of the wall it is one.
TEST(nothing_seen_on_an_outline_is_not_a_hole_but_within_a_wall_it_is) {
    enum { ROW = SIDE / 2, COLUMN = 100, WITHIN = 180 };
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    float left = (COLUMN + 0.499f - SIDE / 2) / (SIDE / 2);
    const wend_vec3 corners[4] = {wend_v3(left, -9, -1), wend_v3(9, -9, -1), wend_v3(9, 9, -1),
                                  wend_v3(left, 9, -1)};
    uint32_t mesh = scene_builder_mesh_begin(&b, "wall");
    for (int i = 0; i < 4; i++)
        scene_builder_vertex(&b, corners[i], wend_v3(0, 0, 1), (wend_vec2){0, 0});
    scene_builder_triangle(&b, 0, 1, 2);
    scene_builder_triangle(&b, 0, 2, 3);
    scene_builder_mesh_end(&b);
    wend_object fields = {.category = WEND_CATEGORY_WALL};
    scene_builder_instance(&b, scene_builder_object(&b, &fields, "wall"), mesh, material,
                           wend_transform_identity());
    CHECK_OK(scene_builder_finish(&b, "wall", "wall", &scene, &error));
    static float depth[SIDE * SIDE], true_depth[SIDE * SIDE];
    static uint32_t object[SIDE * SIDE], true_object[SIDE * SIDE];
    wend_view* view;
    wend_renderer* eye;
    ray_renderer* rays;
    wend_camera camera = wend_camera_default_def();
    wend_camera_pose ahead = {wend_v3(0, 0, 0), 0, 0};
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    CHECK_OK(ray_renderer_create(view, true, &rays, &error));
    ray_renderer_picture truth = {true_depth, true_object};
    wend_frame frame = {.depth = depth, .object = object};
    CHECK_OK(wend_renderer_render(eye, view, &ahead, &frame, &error));
    ray_renderer_render(rays, &camera, &ahead, &truth);
    static const int columns[2] = {COLUMN, WITHIN};
    for (int hole = 0; hole < 2; hole++) {
        int i = ROW * SIDE + columns[hole];
        CHECK_INT(object[i], 1);
        depth[i] = camera.depth_max;
        object[i] = 0;
        ray_renderer_difference d = {0};
        ray_renderer_compare(rays, &camera, &ahead, &truth, &frame, &d);
        CHECK_INT(d.holes, hole);
        CHECK_INT(d.depths, hole + 1);
    }
    ray_renderer_destroy(rays);
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}
