#include "generate/sheet.h"
#include "test.h"

// An edge of the grid belongs to two triangles, or lies on the border or a hole: none of its length
// is another triangle's edge (a T-junction would leave a crack).
static int border_edges(const scene_builder* b) {
    int border = 0;
    const uint32_t* index = b->indices.items;
    size_t count = b->indices.count;
    for (size_t i = 0; i < count; i++) {
        uint32_t from = index[i], to = index[i % 3 == 2 ? i - 2 : i + 1];
        int twins = 0;
        for (size_t k = 0; k < count; k++)
            twins += index[k] == to && index[k % 3 == 2 ? k - 2 : k + 1] == from;
        border += twins == 0;
        CHECK(twins <= 1);
    }
    return border;
}

static double area(const scene_builder* b, wend_vec3 normal) {
    double sum = 0;
    for (size_t i = 0; i + 2 < b->indices.count; i += 3) {
        const uint32_t* t = b->indices.items + i;
        wend_vec3 p = b->positions.items[t[0]];
        wend_vec3 u = wend_v3_sub(b->positions.items[t[1]], p);
        wend_vec3 v = wend_v3_sub(b->positions.items[t[2]], p);
        sum += wend_v3_dot(wend_v3_cross(u, v), normal) / 2;  // negative when it looks away
    }
    return sum;
}

TEST(a_sheet_with_a_hole_covers_the_rest_and_has_no_cracks) {
    for (int backwards = 0; backwards < 2; backwards++) {
        scene_builder b = scene_builder_make();
        sheet_lines us = {.count = 0}, vs = {.count = 0};
        const float u[] = {0, 4, 1, 2.1f}, v[] = {0, 2.6f, 0.9f, 2.1f};
        for (int i = 0; i < 4; i++) {
            sheet_lines_add(&us, u[i]);
            sheet_lines_add(&vs, v[i]);
        }
        sheet_lines_divide(&us, 0.5f);
        sheet_lines_divide(&vs, 0.5f);
        for (int i = 0; i + 1 < us.count; i++) CHECK(us.at[i + 1] - us.at[i] <= 0.51f);
        const sheet_hole hole = {1, 0.9f, 2.1f, 2.1f};
        scene_builder_mesh_begin(&b, "wall");
        sheet_emit(&b, &(sheet){.u = SHEET_X,
                                .v = SHEET_Y,
                                .w = 1,
                                .backwards = backwards,
                                .us = &us,
                                .vs = &vs,
                                .holes = &hole,
                                .hole_count = 1,
                                .repeat = 1});
        scene_builder_mesh_end(&b);
        CHECK_NEAR(area(&b, wend_v3(0, 0, backwards ? -1 : 1)), 4 * 2.6 - 1.1 * 1.2, 1e-4);
        int outer = 2 * (us.count - 1) + 2 * (vs.count - 1);
        sheet_lines hu = sheet_lines_between(&us, 1, 2.1f),
                    hv = sheet_lines_between(&vs, 0.9f, 2.1f);
        CHECK_INT(border_edges(&b), outer + 2 * (hu.count - 1) + 2 * (hv.count - 1));
        scene_builder_destroy(&b);
    }
}

TEST(lines_that_are_given_twice_are_kept_once) {
    sheet_lines lines = {.count = 0};
    const float at[] = {2, 0, 1, 2.0002f, 0, 1};
    for (int i = 0; i < 6; i++) sheet_lines_add(&lines, at[i]);
    CHECK_INT(lines.count, 3);
    CHECK(lines.at[0] == 0 && lines.at[1] == 1 && lines.at[2] == 2);
}

TEST(a_box_has_outward_normals_on_all_sides) {
    scene_builder b = scene_builder_make();
    scene_builder_mesh_begin(&b, "box");
    sheet_box(&b, wend_v3(1, 2, 3), wend_v3(2, 4, 6), 1);
    scene_builder_mesh_end(&b);
    CHECK_INT(b.indices.count, 36);
    wend_vec3 middle = {1.5f, 3, 4.5f};
    for (size_t i = 0; i < b.indices.count; i += 3) {
        const wend_vec3* p = b.positions.items;
        const uint32_t* t = b.indices.items + i;
        wend_vec3 n = wend_v3_cross(wend_v3_sub(p[t[1]], p[t[0]]), wend_v3_sub(p[t[2]], p[t[0]]));
        CHECK(wend_v3_dot(n, wend_v3_sub(p[t[0]], middle)) > 0);
        CHECK(wend_v3_dot(n, b.normals.items[t[0]]) > 0);
    }
    scene_builder_destroy(&b);
}
