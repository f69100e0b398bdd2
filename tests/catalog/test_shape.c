#include "catalog/shape.h"
#include "test.h"

static shape_pen pen_on(shape_mesh* mesh, float detail) {
    return (shape_pen){mesh, wend_transform_identity(), detail, 1, false, false};
}

// Volume inside a closed mesh: positive when its triangles run counter-clockwise from outside.
static double volume_of(const shape_mesh* mesh) {
    double six = 0;
    for (size_t i = 0; i < mesh->indices.count; i += 3) {
        const uint32_t* t = mesh->indices.items + i;
        const shape_vertex* v = mesh->vertices.items;
        six += (double)wend_v3_dot(v[t[0]].position,
                                   wend_v3_cross(v[t[1]].position, v[t[2]].position));
    }
    return six / 6;
}

TEST(a_box_has_its_volume_with_and_without_bevel) {
    shape_mesh mesh = {0};
    shape_pen p = pen_on(&mesh, 0.5f);
    shape_box(&p, v3(1, 2, 3), v3(1, 2, 3), 0);
    CHECK_INT(mesh.indices.count / 3, 12);
    CHECK_NEAR(volume_of(&mesh), 6, 1e-4);
    shape_mesh_clear(&mesh);
    shape_box(&p, v3(1, 2, 3), v3(1, 2, 3), 0.01f);
    CHECK_INT(mesh.indices.count / 3, 44);
    CHECK_NEAR(volume_of(&mesh), 6, 0.01);
    shape_mesh_destroy(&mesh);
}

TEST(round_shapes_come_near_their_true_volume) {
    shape_mesh mesh = {0};
    shape_pen p = pen_on(&mesh, 4);
    shape_cylinder(&p, v3(0, 0, 0), 1, 2);
    CHECK_NEAR(volume_of(&mesh), 2 * WEND_PI, 0.05);
    shape_mesh_clear(&mesh);
    shape_ball(&p, v3(0, 5, 0), v3(1, 1, 1));
    CHECK_NEAR(volume_of(&mesh), 4 * WEND_PI / 3, 0.06);
    shape_mesh_clear(&mesh);
    shape_torus(&p, v3(0, 0, 0), 1, 0.2f);
    CHECK_NEAR(volume_of(&mesh), 2 * WEND_PI * WEND_PI * 0.04, 0.05);
    shape_mesh_destroy(&mesh);
}

TEST(a_plate_covers_its_outline_even_where_it_is_hollow) {
    // An L of three unit squares, given clockwise and counter-clockwise.
    const wend_vec2 outline[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    wend_vec2 reversed[6];
    for (int i = 0; i < 6; i++) reversed[i] = outline[5 - i];
    shape_mesh mesh = {0};
    shape_pen p = pen_on(&mesh, 0.5f);
    shape_plate(&p, outline, 6, 0, 0.5f);
    CHECK_NEAR(volume_of(&mesh), 1.5, 1e-5);
    shape_mesh_clear(&mesh);
    shape_plate(&p, reversed, 6, 0, 0.5f);
    CHECK_NEAR(volume_of(&mesh), 1.5, 1e-5);
    shape_mesh_destroy(&mesh);
}

TEST(a_moved_pen_draws_the_same_shape_elsewhere) {
    shape_mesh mesh = {0};
    shape_pen p = pen_on(&mesh, 0.5f);
    shape_pen moved = shape_pen_tilted(&p, v3(0, 1, 0), (float)WEND_PI / 2);
    shape_box(&moved, v3(0, 0, 0), v3(1, 3, 1), 0);
    CHECK_NEAR(volume_of(&mesh), 3, 1e-4);
    wend_aabb box = wend_aabb_empty();
    for (size_t i = 0; i < mesh.vertices.count; i++)
        box = wend_aabb_add(box, mesh.vertices.items[i].position);
    CHECK_NEAR(box.high.z, 3, 1e-5);  // +y leans towards +z
    CHECK_NEAR(box.low.y, 0.5, 1e-5);
    shape_mesh_destroy(&mesh);
}

TEST(more_detail_means_more_triangles) {
    const float details[4] = {0, 0.5f, 1, 4};
    size_t before = 0;
    for (int i = 0; i < 4; i++) {
        shape_mesh mesh = {0};
        shape_pen p = pen_on(&mesh, details[i]);
        shape_box(&p, v3(0, 0, 0), v3(1, 1, 1), 0.05f);
        shape_ball(&p, v3(0, 0, 0), v3(1, 1, 1));
        shape_cylinder(&p, v3(0, 0, 0), 1, 1);
        CHECK(mesh.indices.count > before);
        before = mesh.indices.count;
        shape_mesh_destroy(&mesh);
    }
}
