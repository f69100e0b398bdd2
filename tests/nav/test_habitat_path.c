#include "fixture.h"
#include "nav/habitat_reference.h"
#include "test.h"

#include "wend/files.h"
#include "wend/nav.h"

enum { MAX_POINTS = 2048 };

// How the two kinds of distances compare on many pairs.
typedef struct tally {
    int pairs, finite;
    int plan_longer;     // the exact path is longer than Habitat's seen from above
    int surface_longer;  // the exact distance is longer than by way of Habitat's corners
    double off_level;    // metres by which the exact distance is longer than Habitat's, at most
} tally;

static double polyline(const wend_vec3* points, int count, double height) {
    double sum = 0;
    for (int i = 1; i < count; i++) {
        double x = (double)points[i].x - (double)points[i - 1].x;
        double y = height * ((double)points[i].y - (double)points[i - 1].y);
        double z = (double)points[i].z - (double)points[i - 1].z;
        sum += sqrt(x * x + y * y + z * z);
    }
    return sum;
}

static float exact_distance(const wend_navmesh* mesh, wend_vec3 a, wend_vec3 b) {
    wend_error error = {0};
    float metres;
    CHECK_OK(wend_navmesh_geodesic(mesh, WEND_GEODESIC_EXACT, a, b, &metres));
    return metres;
}

static float habitat_nearest(const wend_navmesh* mesh, wend_vec3 from, wend_vec3_span goals,
                             int* nearest) {
    wend_error error = {0};
    float metres;
    CHECK_OK(wend_navmesh_habitat_distance(mesh, from, goals, &metres, nearest));
    return metres;
}

// Along the surface, by way of corners.
static double by_way_of(const wend_navmesh* mesh, const wend_vec3* corners, int count) {
    double sum = 0;
    for (int i = 1; i < count; i++) sum += (double)exact_distance(mesh, corners[i - 1], corners[i]);
    return sum;
}

// One pair of points: Habitat's number is Detour's own to the bit, both paths add up to their
// distances, and the exact one is the same in both directions.
static void compare(const wend_navmesh* mesh, habitat_reference* reference, wend_vec3 a,
                    wend_vec3 b, tally* t) {
    static wend_vec3 exact_points[MAX_POINTS], points[MAX_POINTS];
    const float from[3] = {a.x, a.y, a.z}, to[1][3] = {{b.x, b.y, b.z}};
    wend_error error = {0};
    float exact, habitat;
    int exact_count, count;
    CHECK_OK(wend_navmesh_path(mesh, a, b, exact_points, MAX_POINTS, &exact_count, &exact));
    CHECK(exact_distance(mesh, a, b) == exact);
    CHECK(exact_count <= MAX_POINTS);
    CHECK_OK(wend_navmesh_habitat_path(mesh, a, b, points, MAX_POINTS, &count, &habitat));
    CHECK(habitat_nearest(mesh, a, (wend_vec3_span){&b, 1}, NULL) == habitat);
    CHECK(habitat_reference_distance(reference, from, to, 1, NULL) == habitat);
    t->pairs++;
    if (isinf(exact)) {
        CHECK(isinf(habitat) && exact_count == 0 && count == 0);
        return;
    }
    CHECK_NEAR(polyline(exact_points, exact_count, 1), exact, 1e-5 + 1e-6 * (double)exact);
    CHECK_NEAR(exact_distance(mesh, b, a), exact, 1e-3);
    if (isinf(habitat)) return;
    CHECK_NEAR(polyline(points, count, 1), habitat, 1e-4);
    t->finite++;
    t->plan_longer += polyline(exact_points, exact_count, 0) > polyline(points, count, 0) + 1e-3;
    t->surface_longer += (double)exact > by_way_of(mesh, points, count) + 1e-3;
    t->off_level = fmax(t->off_level, (double)(exact - habitat));
}

static void compare_many(const wend_navmesh* mesh, const char* path, int pairs, tally* t) {
    habitat_reference* reference = habitat_reference_load(path);
    CHECK(reference);
    wend_rng rng = wend_rng_make(21, 3);
    for (int i = 0; i < pairs; i++) {
        wend_vec3 a, b;
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &a));
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &b));
        if (i % 8 == 1) a.y += wend_rng_between(&rng, 0, 0.15f);  // an end over the mesh
        if (i % 8 == 2) b.x += wend_rng_between(&rng, -1, 1);     // or beside it
        if (i % 8 == 3) b = wend_v3_add(a, wend_v3(wend_rng_between(&rng, 0, 3e-5f), 0, 0));
        compare(mesh, reference, a, b, t);
    }
    habitat_reference_destroy(reference);
}

TEST(habitats_distance_is_detours_to_the_bit_on_every_real_navmesh) {
    wend_error error;
    wend_file_list list;
    tally t = {0};
    const char* folder = test_data("replicacad_navmesh");
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    for (int i = 0; i < list.count; i++) {
        char path[1024];
        wend_navmesh* mesh;
        if (!strstr(list.names[i], ".navmesh")) continue;
        CHECK_OK(wend_file_join(folder, list.names[i], path, sizeof path, &error));
        CHECK_OK(wend_navmesh_load(path, &mesh, &error));
        compare_many(mesh, path, 240, &t);
        wend_navmesh_destroy(mesh);
    }
    wend_file_list_destroy(&list);
    CHECK(t.finite > 2000 && t.pairs > t.finite);
    CHECK_INT(t.plan_longer, 0);
    CHECK_INT(t.surface_longer, 0);
    CHECK(t.off_level > 0.05);  // their floors are not level, so Habitat's lines leave the surface
}

// Doors open, for Habitat has none.
static wend_navmesh* build_generated(const char* reference) {
    wend_error error;
    wend_scene* scene;
    wend_navmesh* mesh;
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    CHECK_OK(wend_scene_open(reference, NULL, &scene, &error));
    CHECK_OK(wend_navmesh_build(scene, &def, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    wend_scene_destroy(scene);
    return mesh;
}

// In apartment:6 legs run along portals; house:7 has three floors; both have islands.
static tally compare_generated(const char* reference, int pairs) {
    tally t = {0};
    wend_navmesh* mesh = build_generated(reference);
    compare_many(mesh, test_path("a.navmesh"), pairs, &t);
    wend_navmesh_destroy(mesh);
    CHECK(t.finite > pairs / 2);
    CHECK_INT(t.plan_longer, 0);
    CHECK_INT(t.surface_longer, 0);
    return t;
}

TEST(on_level_ground_no_path_of_habitats_is_shorter_than_the_exact_one) {
    CHECK(compare_generated("apartment:6", 2000).off_level < 0.12);  // ends over the mesh
}

TEST(on_stairs_paths_add_up_and_none_by_way_of_habitats_corners_is_shorter) {
    compare_generated("house:7", 1000);
}

// ---- known by hand ------------------------------------------------------------------------------

static float habitat_distance(const wend_navmesh* mesh, wend_vec3 a, wend_vec3 b) {
    wend_error error = {0};
    float metres;
    CHECK_OK(wend_navmesh_geodesic(mesh, WEND_GEODESIC_HABITAT, a, b, &metres));
    return metres;
}

TEST(habitats_distance_counts_heights_over_the_mesh_and_the_exact_one_does_not) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    wend_vec3 a = {1, 0, 3}, b = {1, 0, 2}, high = {1, 0.75f, 2}, off = {1, 5, 2};
    CHECK_NEAR(habitat_distance(mesh, a, b), 1, 1e-4);
    CHECK_NEAR(exact_distance(mesh, a, b), 1, 1e-4);
    CHECK_NEAR(habitat_distance(mesh, a, high), 1.25, 1e-4);  // 3, 4, 5
    CHECK_NEAR(exact_distance(mesh, a, high), 1, 1e-4);
    CHECK(isinf(habitat_distance(mesh, a, off)));  // more than 4 m above
    CHECK(isinf(habitat_distance(mesh, off, a)));
    CHECK(isinf(habitat_distance(mesh, a, wend_v3(NAN, 0, 0))));
    // Two points that are snapped to the same place are 0 apart, whatever their heights.
    CHECK(habitat_distance(mesh, b, high) == 0);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(habitats_distance_to_many_goals_is_the_nearest_and_a_closed_door_is_infinitely_far) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path("a.navmesh"), &error));
    // The third is nearest by air and behind the closed door; the first two are the same.
    const wend_vec3 goals[5] = {{1, 0, 1}, {1, 0, 1}, {4.6f, 0, 3}, {3, 0, 1}, {50, 0, 50}};
    int nearest = 7;
    wend_vec3 from = {3, 0, 3};
    CHECK_NEAR(habitat_nearest(mesh, from, (wend_vec3_span){goals, 5}, &nearest), 2, 1e-4);
    CHECK_INT(nearest, 3);
    CHECK_NEAR(habitat_nearest(mesh, from, (wend_vec3_span){goals, 3}, &nearest), sqrt(8), 1e-4);
    CHECK_INT(nearest, 0);
    CHECK(isinf(habitat_nearest(mesh, from, (wend_vec3_span){goals + 2, 1}, NULL)));
    CHECK(isinf(habitat_nearest(mesh, from, (wend_vec3_span){goals, 0}, &nearest)));
    CHECK_INT(nearest, -1);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(habitats_distance_to_many_goals_is_the_references) {
    wend_navmesh* mesh = build_generated("house:7");
    habitat_reference* reference = habitat_reference_load(test_path("a.navmesh"));
    CHECK(reference);
    wend_rng rng = wend_rng_make(4, 4);
    for (int i = 0; i < 300; i++) {
        enum { GOALS = 12 };
        wend_vec3 from, goals[GOALS];
        float ends[GOALS][3];
        int nearest, expected;
        CHECK(wend_navmesh_random_point(mesh, &rng, -1, &from));
        for (int k = 0; k < GOALS; k++) {
            CHECK(wend_navmesh_random_point(mesh, &rng, -1, &goals[k]));
            goals[k].y += k % 3 ? 0.1f : 1.5f;  // some of them high above, where bounds leave out
            memcpy(ends[k], &goals[k], sizeof ends[k]);
        }
        const float start[3] = {from.x, from.y, from.z};
        float metres =
            habitat_reference_distance(reference, start, (const float(*)[3])ends, GOALS, &expected);
        CHECK(habitat_nearest(mesh, from, (wend_vec3_span){goals, GOALS}, &nearest) == metres);
        CHECK_INT(nearest, expected);
    }
    habitat_reference_destroy(reference);
    wend_navmesh_destroy(mesh);
}
