#include "scene/builder.h"
#include "sense/facet.h"
#include "test.h"

// A grid of points `across` by `across`, one apart, on the plane y = 0; `hole` leaves out one
// square in its middle. The point in the middle of its side x = 0 can be pulled out by `bulge`,
// upwards.
typedef struct sheet_def {
    int across;
    bool hole;
    float bulge;
    float bend;  // of the texture: u = x + bend * x * x
} sheet_def;

static wend_scene* sheet_scene(const sheet_def* def) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    uint32_t mesh = scene_builder_mesh_begin(&b, "sheet");
    int n = def->across;
    for (int z = 0; z <= n; z++)
        for (int x = 0; x <= n; x++) {
            float y = x == 0 && z == n / 2 ? def->bulge : 0, fx = (float)x;
            scene_builder_vertex(&b, wend_v3(fx, y, (float)z), wend_v3(0, 1, 0),
                                 (wend_vec2){fx + def->bend * fx * fx, (float)z});
        }
    for (int z = 0; z < n; z++)
        for (int x = 0; x < n; x++) {
            uint32_t p = (uint32_t)(z * (n + 1) + x), q = p + (uint32_t)n + 1;
            if (def->hole && x == n / 2 && z == n / 2) continue;
            scene_builder_triangle(&b, p, q, q + 1);
            scene_builder_triangle(&b, p, q + 1, p + 1);
        }
    scene_builder_mesh_end(&b);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR};
    scene_builder_instance(&b, scene_builder_object(&b, &fields, "floor"), mesh, material,
                           wend_transform_identity());
    CHECK_OK(scene_builder_finish(&b, "sheet", "sheet", &scene, &error));
    return scene;
}

static facet_mesh facets_of(const wend_scene* scene, facet_merge merge) {
    facet_mesh m;
    const wend_scene_arrays* a = wend_scene_get(scene);
    CHECK(facet_mesh_build(a, &a->meshes.items[0], merge, &m));
    return m;
}

static double area_of(const wend_scene* scene, const facet_mesh* m) {
    const wend_vec3* p = wend_scene_get(scene)->positions.items;
    double sum = 0;
    for (size_t i = 0; i < m->facets.count; i++) {
        const uint32_t* c = m->facets.items[i].corner;
        wend_vec3 n = wend_v3_cross(wend_v3_sub(p[c[2]], p[c[0]]), wend_v3_sub(p[c[3]], p[c[1]]));
        sum += 0.5 * n.y;
    }
    return sum;
}

TEST(a_divided_square_becomes_one_facet) {
    wend_scene* scene = sheet_scene(&(sheet_def){.across = 6});
    facet_mesh m = facets_of(scene, FACET_SAME_TEXTURE);
    CHECK_INT(m.facets.count, 1);
    CHECK_INT(m.surfaces.count, 1);
    CHECK_INT(m.surfaces.items[0].count, 72);
    CHECK_NEAR(area_of(scene, &m), 36, 1e-4);
    facet_mesh_destroy(&m);
    wend_scene_destroy(scene);
}

TEST(a_square_with_a_hole_keeps_the_hole_in_a_few_facets) {
    wend_scene* scene = sheet_scene(&(sheet_def){.across = 7, .hole = true});
    facet_mesh m = facets_of(scene, FACET_SAME_TEXTURE);
    CHECK(m.facets.count >= 4 && m.facets.count <= 8);
    CHECK_INT(m.surfaces.count, 1);
    CHECK_NEAR(area_of(scene, &m), 48, 1e-4);
    facet_mesh_destroy(&m);
    wend_scene_destroy(scene);
}

// The bulge lifts three triangles off the plane. What remains of the square must keep its vertices
// along them: whole edges are shared, as before.
TEST(edges_of_merged_surfaces_are_shared_whole) {
    wend_scene* scene = sheet_scene(&(sheet_def){.across = 6, .bulge = 0.5f});
    facet_mesh m = facets_of(scene, FACET_SAME_TEXTURE);
    const wend_vec3* p = wend_scene_get(scene)->positions.items;
    CHECK(m.facets.count < 16);
    for (size_t i = 0; i < m.facets.count; i++)
        for (int k = 0; k < 4; k++) {
            uint32_t from = m.facets.items[i].corner[k], to = m.facets.items[i].corner[(k + 1) % 4];
            if (from == to) continue;
            bool outer = (p[from].x == p[to].x && (p[to].x == 6 || p[to].x == 0)) ||
                         (p[from].z == p[to].z && (p[to].z == 6 || p[to].z == 0));
            int matches = 0;
            for (size_t j = 0; j < m.facets.count; j++)
                for (int l = 0; l < 4; l++)
                    matches += m.facets.items[j].corner[l] == to &&
                               m.facets.items[j].corner[(l + 1) % 4] == from;
            CHECK_INT(matches, !outer);
        }
    facet_mesh_destroy(&m);
    wend_scene_destroy(scene);
}

TEST(a_texture_that_bends_is_not_merged_unless_there_is_none) {
    wend_scene* scene = sheet_scene(&(sheet_def){.across = 4, .bend = 0.1f});
    facet_mesh bent = facets_of(scene, FACET_SAME_TEXTURE);
    facet_mesh none = facets_of(scene, FACET_ANY_TEXTURE);
    facet_mesh apart = facets_of(scene, FACET_APART);
    CHECK_INT(bent.surfaces.count, 4);
    CHECK_INT(none.surfaces.count, 1);
    CHECK_INT(apart.facets.count, 32);
    facet_mesh_destroy(&bent);
    facet_mesh_destroy(&none);
    facet_mesh_destroy(&apart);
    wend_scene_destroy(scene);
}
