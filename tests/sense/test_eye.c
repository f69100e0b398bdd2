#include "sense/playhouse.h"
#include "test.h"

#include "wend/sense.h"

enum { SIDE = 200, PIXELS = SIDE * SIDE };

typedef struct picture {
    uint8_t rgb[3 * PIXELS];
    float depth[PIXELS];
    uint16_t category[PIXELS];
    uint32_t object[PIXELS];
} picture;

static wend_frame frame_of(picture* p) {
    return (wend_frame){p->rgb, p->depth, p->category, p->object};
}

static uint64_t hash_of(const picture* p) { return wend_hash(p, sizeof *p, 0); }

static wend_scene* small_house(void) {
    wend_error error;
    wend_scene* scene;
    playhouse_def def = {.rooms = 2, .things = 10, .fineness = 8, .seed = 3};
    CHECK_OK(playhouse_build(&def, &scene, &error));
    return scene;
}

static wend_gaze gaze_at(int i) {
    wend_rng rng = wend_rng_make(5, (uint64_t)i);
    float x = wend_rng_between(&rng, -2, 7), z = wend_rng_between(&rng, -2, 7);
    return (wend_gaze){wend_v3(x, wend_rng_between(&rng, 0.2f, 2.4f), z),
                       wend_rng_between(&rng, -3, 3), wend_rng_between(&rng, -0.6f, 0.6f)};
}

TEST(every_set_of_instructions_gives_the_same_bytes) {
    wend_error error;
    wend_scene* scene = small_house();
    wend_view* view;
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    static picture first, other;
    for (int i = 0; i < 24; i++) {
        wend_gaze gaze = gaze_at(i);
        for (int simd = 0; simd < WEND_SIMD_COUNT; simd++) {
            if (!wend_simd_is_supported((wend_simd)simd)) continue;
            wend_camera camera = wend_camera_default();
            camera.width = SIDE - i;
            camera.height = SIDE - 2 * i;
            camera.textured = i % 2;
            camera.simd = (wend_simd)simd;
            wend_eye* eye;
            CHECK_OK(wend_eye_create(&camera, &eye, &error));
            picture* out = simd ? &other : &first;
            memset(out, 0, sizeof *out);
            wend_frame frame = frame_of(out);
            CHECK_OK(wend_eye_render(eye, view, &gaze, &frame, &error));
            CHECK_INT(hash_of(out), hash_of(&first));
            wend_eye_destroy(eye);
        }
    }
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

static void look(const wend_scene* scene, const wend_camera* camera, wend_gaze gaze, picture* out) {
    wend_error error;
    wend_view* view;
    wend_eye* eye;
    wend_frame frame = frame_of(out);
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_eye_create(camera, &eye, &error));
    CHECK_OK(wend_eye_render(eye, view, &gaze, &frame, &error));
    wend_eye_destroy(eye);
    wend_view_destroy(view);
}

TEST(a_pose_outside_sees_nothing_where_nothing_is) {
    wend_scene* scene = small_house();
    wend_camera camera = wend_camera_default();
    camera.width = camera.height = SIDE;
    static picture p;
    look(scene, &camera, (wend_gaze){wend_v3(100, 50, 100), 0, 1.0f}, &p);
    for (int i = 0; i < PIXELS; i++) {
        CHECK(p.depth[i] == camera.depth_max);
        CHECK_INT(p.object[i], 0);
        CHECK_INT(p.category[i], 0);
        CHECK_INT(p.rgb[3 * i], camera.sky[0]);
    }
    wend_scene_destroy(scene);
}

TEST(a_camera_without_area_is_refused) {
    wend_error error;
    wend_eye* eye;
    wend_camera camera = wend_camera_default();
    camera.width = 0;
    CHECK_INT(wend_eye_create(&camera, &eye, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "0 x 256 pixels");
    camera = wend_camera_default();
    camera.hfov = NAN;
    CHECK_INT(wend_eye_create(&camera, &eye, &error), WEND_ARGUMENT);
}
