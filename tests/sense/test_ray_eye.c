#include "sense/playhouse.h"
#include "sense/ray_eye.h"
#include "test.h"

enum { SIDE = 256 };

static wend_gaze random_gaze(wend_rng* rng, int rooms) {
    float reach = (float)(rooms - 1) * PLAYHOUSE_ROOM + 2;
    float x = wend_rng_between(rng, -2, reach), z = wend_rng_between(rng, -2, reach);
    return (wend_gaze){wend_v3(x, wend_rng_between(rng, 0.3f, 2), z), wend_rng_between(rng, -3, 3),
                       wend_rng_between(rng, -0.5f, 0.5f)};
}

static ray_eye_difference compare(const playhouse_def* def, int poses) {
    static float depth[SIDE * SIDE], true_depth[SIDE * SIDE];
    static uint32_t object[SIDE * SIDE], true_object[SIDE * SIDE];
    wend_error error;
    wend_scene* scene;
    wend_view* view;
    wend_eye* eye;
    ray_eye* rays;
    wend_camera camera = wend_camera_default();
    CHECK_OK(playhouse_build(def, &scene, &error));
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_eye_create(&camera, &eye, &error));
    CHECK_OK(ray_eye_create(view, true, &rays, &error));
    ray_eye_picture truth = {true_depth, true_object};
    wend_frame frame = {.depth = depth, .object = object};
    ray_eye_difference sum = {0};
    wend_rng rng = wend_rng_make(def->seed, 77);
    for (int i = 0; i < poses; i++) {
        wend_gaze gaze = random_gaze(&rng, def->rooms);
        CHECK_OK(wend_eye_render(eye, view, &gaze, &frame, &error));
        ray_eye_render(rays, &camera, &gaze, &truth);
        ray_eye_compare(rays, &camera, &gaze, &truth, &frame, &sum);
    }
    ray_eye_destroy(rays);
    wend_eye_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
    printf("%llu pixels: %llu holes, %llu depths, %llu ids\n", (unsigned long long)sum.pixels,
           (unsigned long long)sum.holes, (unsigned long long)sum.depths,
           (unsigned long long)sum.ids);
    return sum;
}

TEST(rays_see_what_the_eye_sees) {
    playhouse_def def = {.rooms = 3, .things = 14, .fineness = 12, .seed = 1};
    ray_eye_difference d = compare(&def, 12);
    CHECK_INT(d.holes, 0);
    CHECK(d.depths * 10000 <= d.pixels);
    CHECK(d.ids * 10000 <= d.pixels);
}

TEST(rays_see_what_the_eye_sees_of_small_triangles) {
    playhouse_def def = {.rooms = 3, .things = 14, .fineness = 40, .seed = 2};
    ray_eye_difference d = compare(&def, 6);
    CHECK_INT(d.holes, 0);
    CHECK(d.depths * 10000 <= d.pixels);
    CHECK(d.ids * 10000 <= d.pixels);
}
