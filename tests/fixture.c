#include "fixture.h"

void fixture_box(scene_builder* b, uint32_t object, uint32_t material, wend_vec3 low,
                 wend_vec3 high) {
    static const uint32_t faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                         {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    uint32_t mesh = scene_builder_mesh_begin(b, "box");
    for (int i = 0; i < 8; i++)
        scene_builder_vertex(
            b, wend_v3(i & 4 ? high.x : low.x, i & 2 ? high.y : low.y, i & 1 ? high.z : low.z),
            wend_v3(0, 1, 0), (wend_vec2){0, 0});
    for (int f = 0; f < 6; f++) {
        scene_builder_triangle(b, faces[f][0], faces[f][1], faces[f][2]);
        scene_builder_triangle(b, faces[f][0], faces[f][2], faces[f][3]);
    }
    scene_builder_mesh_end(b);
    scene_builder_instance(b, object, mesh, material, wend_transform_identity());
}
