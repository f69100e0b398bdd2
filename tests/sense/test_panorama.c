#include "sense/playhouse.h"
#include "test.h"

#include "wend/sense.h"

static wend_scene* small_house(wend_view** view) {
    wend_error error;
    wend_scene* scene;
    playhouse_def def = {.rooms = 2, .things = 6, .fineness = 6, .seed = 3};
    CHECK_OK(playhouse_build(&def, &scene, &error));
    CHECK_OK(wend_view_create(scene, NULL, view, &error));
    return scene;
}

TEST(view_twelve_looks_level_and_straight_ahead) {
    wend_camera_pose ahead = {wend_v3(1, 2, 3), 0.5f, 0.2f};
    wend_camera_pose camera_pose = wend_panorama_camera_pose(&ahead, 12);
    CHECK_NEAR(camera_pose.heading, 0.5, 1e-6);
    CHECK_NEAR(camera_pose.tilt, 0, 1e-6);
    camera_pose = wend_panorama_camera_pose(&ahead, 1);  // down, 30 degrees to the right
    CHECK_NEAR(camera_pose.heading, 0.5 - WEND_PI / 6, 1e-6);
    CHECK_NEAR(camera_pose.tilt, -WEND_PI / 6, 1e-6);
    CHECK_NEAR(wend_panorama_camera(640, 480).hfov, 75.178, 1e-3);
}

TEST(the_36_views_equal_single_images) {
    enum { W = 64, H = 48 };
    wend_error error;
    wend_view* view;
    wend_renderer* eye;
    wend_scene* scene = small_house(&view);
    wend_camera camera = wend_panorama_camera(W, H);
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    static float all[WEND_PANORAMA_VIEWS][H * W], one[H * W];
    wend_camera_pose ahead = {wend_v3(0, 1.4f, 0), 0, 0};
    wend_frame frame = {.depth = all[0]}, single = {.depth = one};
    CHECK_OK(wend_panorama_render_views(eye, view, &ahead, &frame, &error));
    for (int i = 0; i < WEND_PANORAMA_VIEWS; i++) {
        wend_camera_pose camera_pose = wend_panorama_camera_pose(&ahead, i);
        CHECK_OK(wend_renderer_render(eye, view, &camera_pose, &single, &error));
        CHECK(memcmp(one, all[i], sizeof one) == 0);
    }
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

// Straight ahead, left, right, behind, up and down, the distance is the depth a camera there sees.
TEST(an_equirectangular_image_agrees_with_cameras_in_six_directions) {
    enum { W = 256, H = 128, SIDE = 65 };
    wend_error error;
    wend_view* view;
    wend_renderer* eye;
    wend_panorama* panorama;
    wend_scene* scene = small_house(&view);
    wend_camera camera = wend_camera_default_def();
    CHECK_OK(wend_panorama_create(&camera, W, &panorama, &error));
    camera.width = camera.height = SIDE;
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    static float distance[H * W], depth[SIDE * SIDE];
    wend_camera_pose ahead = {wend_v3(0.3f, 1.4f, 0.2f), 0.6f, 0};
    wend_frame all = {.depth = distance}, one = {.depth = depth};
    CHECK_OK(wend_panorama_render(panorama, view, &ahead, &all, &error));
    static const struct {
        int x, y;
        float heading, tilt;
    } looks[6] = {{W / 2, H / 2, 0, 0}, {W / 4, H / 2, 90, 0}, {3 * W / 4, H / 2, -90, 0},
                  {0, H / 2, 180, 0},   {W / 2, 0, 0, 90},     {W / 2, H - 1, 0, -90}};
    for (int i = 0; i < 6; i++) {
        wend_camera_pose camera_pose = ahead;
        camera_pose.heading += looks[i].heading * (float)(WEND_PI / 180);
        camera_pose.tilt = looks[i].tilt * (float)(WEND_PI / 180);
        CHECK_OK(wend_renderer_render(eye, view, &camera_pose, &one, &error));
        CHECK_NEAR(distance[looks[i].y * W + looks[i].x], depth[SIDE * (SIDE / 2) + SIDE / 2],
                   0.05 * depth[SIDE * (SIDE / 2) + SIDE / 2]);
    }
    wend_panorama_destroy(panorama);
    CHECK_INT(wend_panorama_create(&camera, 15, &panorama, &error), WEND_ARGUMENT);
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}
