// Triangle soups: any bytes become triangles, a camera and a gaze; every set of instructions must
// give the same picture and none may crash.
#include <stdlib.h>
#include <string.h>

#include "scene/builder.h"

#include "wend/sense.h"

enum { MAX_SIDE = 64 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Bytes as coordinates of every size, huge, tiny and shared ones among them.
static float coordinate(uint8_t high, uint8_t low) {
    static const float scales[8] = {1e-6f, 0.01f, 1, 1, 1, 10, 1e4f, 1e18f};
    return ((float)(int8_t)low / 16) * scales[high & 7];
}

static wend_scene* soup(const uint8_t* data, size_t size) {
    scene_builder b = scene_builder_make();
    static const uint8_t color[4] = {200, 100, 50, 255};
    uint8_t texels[4 * 4 * 4];
    for (size_t i = 0; i < sizeof texels; i++) texels[i] = (uint8_t)(i * 37);
    uint32_t texture = scene_builder_texture(&b, "t", 4, 4, texels);
    for (uint32_t flags = 0; flags < 8; flags++)
        scene_builder_material(&b, "m", color, flags & 1 ? texture : 0, flags & ~2u);
    while (size >= 20 && b.meshes.count < 200) {
        uint32_t mesh = scene_builder_mesh_begin(&b, "m");
        for (int k = 0; k < 3; k++) {
            const uint8_t* p = data + 6 * k;
            wend_vec3 v =
                wend_v3(coordinate(p[0], p[1]), coordinate(p[2], p[3]), coordinate(p[4], p[5]));
            scene_builder_vertex(&b, v, wend_v3(0, 1, 0), (wend_vec2){v.x * 3, v.y});
        }
        scene_builder_triangle(&b, 0, 1, 2);
        scene_builder_mesh_end(&b);
        wend_object fields = {.category = 1 + data[18] % 20, .flags = data[18] & 4};
        uint32_t object = scene_builder_object(&b, &fields, "o");
        scene_builder_instance(&b, object, mesh, data[19] % 8, wend_transform_identity());
        data += 20;
        size -= 20;
    }
    wend_scene* scene = NULL;
    return scene_builder_finish(&b, "soup", "soup", &scene, NULL) == WEND_OK ? scene : NULL;
}

static void look(const wend_view* view, const wend_camera* camera, const wend_camera_pose* gaze,
                 uint64_t* hash) {
    static uint8_t rgb[3 * MAX_SIDE * MAX_SIDE];
    static float depth[MAX_SIDE * MAX_SIDE];
    static uint16_t category[MAX_SIDE * MAX_SIDE];
    static uint32_t object[MAX_SIDE * MAX_SIDE];
    wend_frame frame = {rgb, depth, category, object};
    wend_renderer* eye;
    if (wend_renderer_create(camera, &eye, NULL) != WEND_OK) return;
    size_t pixels = (size_t)camera->width * (size_t)camera->height;
    if (wend_renderer_render(eye, view, gaze, &frame, NULL) == WEND_OK) {
        *hash = wend_hash(rgb, 3 * pixels, 0);
        *hash = wend_hash(depth, sizeof *depth * pixels, *hash);
        *hash = wend_hash(object, sizeof *object * pixels, *hash);
        for (size_t i = 0; i < pixels; i++)
            if (!(depth[i] >= camera->depth_min && depth[i] <= camera->depth_max)) abort();
    }
    wend_renderer_destroy(eye);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 16) return 0;
    wend_camera camera = wend_camera_default_def();
    camera.width = 1 + data[0] % MAX_SIDE;
    camera.height = 1 + data[1] % MAX_SIDE;
    camera.hfov = (float)(10 + data[2] % 140);
    camera.textured = data[3] & 1;
    camera.smooth = data[3] & 2;
    wend_camera_pose gaze = {
        wend_v3(coordinate(data[4] % 6, data[5]), coordinate(data[6] % 6, data[7]),
                coordinate(data[8] % 6, data[9])),
        (float)data[10] / 32, (float)(int8_t)data[11] / 64};
    wend_scene* scene = soup(data + 12, size - 12);
    wend_view* view = NULL;
    if (scene && wend_view_create(scene, NULL, &view, NULL) == WEND_OK) {
        uint64_t first = 0;
        for (int simd = 0; simd < WEND_SIMD_COUNT; simd++) {
            if (!wend_simd_is_supported((wend_simd)simd)) continue;
            uint64_t hash = 0;
            camera.simd = (wend_simd)simd;
            look(view, &camera, &gaze, &hash);
            if (simd == 0) first = hash;
            if (hash != first) abort();
        }
    }
    wend_view_destroy(view);
    wend_scene_destroy(scene);
    return 0;
}
