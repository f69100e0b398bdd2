#include "scene/scene.h"
#include "scene/tessellate.h"
#include "test.h"

// Area of the mesh and how long the sides are that belong to one triangle only. Also checks that
// every triangle looks the right way.
static double measure(const scene_builder* b, wend_vec3 front, double* open_length) {
    const wend_mesh* m = &b->meshes.items[0];
    const wend_vec3* p = b->positions.items;
    double area = 0;
    *open_length = 0;
    for (uint32_t i = 0; i < m->index_count; i += 3) {
        const uint32_t* t = b->indices.items + i;
        wend_vec3 n = wend_v3_cross(wend_v3_sub(p[t[1]], p[t[0]]), wend_v3_sub(p[t[2]], p[t[0]]));
        CHECK(wend_v3_dot(n, front) > 0);
        area += (double)wend_v3_length(n) / 2;
        for (int k = 0; k < 3; k++) {
            bool shared = false;
            for (uint32_t j = 0; j < m->index_count && !shared; j += 3)
                for (int q = 0; q < 3; q++)
                    shared |= b->indices.items[j + (uint32_t)q] == t[(k + 1) % 3] &&
                              b->indices.items[j + (uint32_t)(q + 1) % 3] == t[k];
            if (!shared) *open_length += (double)wend_v3_distance(p[t[k]], p[t[(k + 1) % 3]]);
        }
    }
    return area;
}

// Without a T-junction the open sides are exactly the outline, as long as it is.
static void check_polygon(const wend_vec2* corners, int count, double area, double around) {
    for (int turn = 0; turn < 4; turn++) {
        wend_error error;
        wend_vec2 given[16];
        for (int i = 0; i < count; i++) given[i] = corners[turn & 1 ? count - 1 - i : i];
        bool down = turn & 2;
        scene_builder b = scene_builder_make();
        scene_builder_mesh_begin(&b, "m");
        const tessellate_polygon_def def = {given, count, 1.5f, 1, down};
        CHECK_OK(tessellate_polygon(&b, &def, &error));
        scene_builder_mesh_end(&b);
        double open;
        CHECK_NEAR(measure(&b, wend_v3(0, down ? -1 : 1, 0), &open), area, 1e-3);
        CHECK_NEAR(open, around, 1e-3);
        for (size_t i = 0; i < b.positions.count; i++) CHECK(b.positions.items[i].y == 1.5f);
        CHECK(b.indices.count / 3 >= area / 2);  // pieces of about a metre
        scene_builder_destroy(&b);
    }
}

TEST(concave_floors_are_covered_without_cracks) {
    const wend_vec2 square[] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
    const wend_vec2 ell[] = {{0, 0}, {6, 0}, {6, 2}, {3, 2}, {3, 5}, {0, 5}};
    const wend_vec2 in_line[] = {{0, 0}, {2, 0}, {4, 0}, {4, 3}, {4, 4}, {1, 4}, {0, 4}};
    const wend_vec2 comb[] = {{0, 0}, {7, 0}, {7, 4}, {6, 4}, {6, 1}, {4, 1},
                              {4, 4}, {3, 4}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
    check_polygon(square, 4, 12, 14);
    check_polygon(ell, 6, 21, 22);
    check_polygon(in_line, 7, 16, 16);
    check_polygon(comb, 12, 16, 34);
}

TEST(an_outline_that_crosses_itself_is_refused) {
    wend_error error;
    const wend_vec2 bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 5}};
    const tessellate_polygon_def def = {bow, 4, 0, 1, false};
    scene_builder b = scene_builder_make();
    scene_builder_mesh_begin(&b, "m");
    CHECK_INT(tessellate_polygon(&b, &def, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "crosses itself");
    scene_builder_destroy(&b);
}

TEST(a_wall_has_its_hole_and_no_cracks) {
    tessellate_wall_def def = {.corner = {1, 0, 2},
                               .along = {1, 0, 0},
                               .start = 0,
                               .end = 5,
                               .height = 2.5f,
                               .step = 1,
                               .hole_left = 1.2f,
                               .hole_right = 2.1f,
                               .hole_low = 0.7f,
                               .hole_high = 2};
    const struct {
        float low;
        double area, open;
    } cases[] = {{0.7f, 12.5 - 0.9 * 1.3, 15 + 2 * (0.9 + 1.3)},  // a window
                 {0, 12.5 - 0.9 * 2, 15 + 2 * 2},                 // a door: open at the bottom
                 {3, 12.5, 15}};                                  // no hole
    for (int i = 0; i < 3; i++) {
        double open;
        def.hole_low = cases[i].low;
        scene_builder b = scene_builder_make();
        scene_builder_mesh_begin(&b, "m");
        tessellate_wall(&b, &def);
        scene_builder_mesh_end(&b);
        CHECK_NEAR(measure(&b, wend_v3(0, 0, 1), &open), cases[i].area, 1e-4);
        CHECK_NEAR(open, cases[i].open, 1e-3);
        scene_builder_destroy(&b);
    }
}
