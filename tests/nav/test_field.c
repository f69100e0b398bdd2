#include "fixture.h"
#include "nav/lattice.h"
#include "test.h"

#include "wend/nav.h"

typedef struct field_scene {
    wend_scene* scene;
    wend_navmesh* mesh;
    wend_lattice* lattice;
} field_scene;

static field_scene make_field_scene(wend_scene* scene, bool open_doors) {
    wend_error error;
    field_scene p = {.scene = scene};
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = open_doors;
    CHECK_OK(wend_navmesh_build(scene, &def, &p.mesh, &error));
    CHECK_OK(wend_lattice_create(p.mesh, 0, &p.lattice, &error));
    return p;
}

static field_scene make_house(wend_scene_kind kind, uint64_t seed) {
    wend_error error;
    wend_scene* scene;
    wend_scene_def def = wend_scene_default_def();
    def.kind = kind;
    def.seed = seed;
    def.bake = false;
    CHECK_OK(wend_scene_generate(&def, &scene, &error));
    return make_field_scene(scene, true);
}

static void destroy_field_scene(field_scene* p) {
    wend_lattice_destroy(p->lattice);
    wend_navmesh_destroy(p->mesh);
    wend_scene_destroy(p->scene);
}

static wend_field* field_to(const field_scene* p, wend_vec3 goal) {
    wend_error error;
    wend_field* field;
    CHECK_OK(wend_field_create(p->lattice, (wend_vec3_span){&goal, 1}, &field, &error));
    return field;
}

static float exact(const field_scene* p, wend_vec3 from, wend_vec3 to) {
    float metres;
    CHECK(wend_navmesh_distance(p->mesh, from, (wend_vec3_span){&to, 1}, &metres, NULL) == WEND_OK);
    return metres;
}

typedef struct deviation {
    double over_detour, over_exact;  // sums of relative differences
    double asymmetry;                // sum of relative differences there and back
    int pairs;
} deviation;

// Pairs of random points over all islands: reachable where they are by the mesh, never less than
// the straight line or the exact distance.
static void compare(const field_scene* p, int goals, int points, deviation* sum) {
    wend_rng rng = wend_rng_make(3, 3);
    for (int i = 0; i < goals; i++) {
        wend_vec3 goal, at;
        CHECK(wend_navmesh_random_point(p->mesh, &rng, -1, &goal));
        wend_field* field = field_to(p, goal);
        for (int k = 0; k < points; k++) {
            CHECK(wend_navmesh_random_point(p->mesh, &rng, -1, &at));
            float metres = wend_field_distance(field, at, NULL), true_metres = exact(p, at, goal);
            CHECK_INT(isinf(metres), isinf(true_metres));
            if (isinf(metres)) continue;
            CHECK(metres >= wend_v3_distance(at, goal) - 0.02f);
            CHECK(metres >= 0.99f * true_metres - 0.02f);
            CHECK(metres <= 1.06f * true_metres + 0.2f);
            if (true_metres < 1) continue;
            wend_error error = {0};
            float around;
            CHECK_OK(wend_navmesh_geodesic(p->mesh, WEND_GEODESIC_HABITAT, at, goal, &around));
            sum->over_detour += fabs((double)(metres / around) - 1);
            sum->over_exact += (double)(metres / true_metres) - 1;
            if (k % 20 == 0) {
                wend_field* back = field_to(p, at);
                sum->asymmetry +=
                    20 * fabs((double)(wend_field_distance(back, goal, NULL) / metres) - 1);
                wend_field_destroy(back);
            }
            sum->pairs++;
        }
        wend_field_destroy(field);
    }
}

TEST(fields_are_within_three_percent_of_detour_and_never_cross_a_wall) {
    deviation sum = {0};
    const wend_scene_kind kinds[] = {WEND_SCENE_APARTMENT, WEND_SCENE_HOUSE, WEND_SCENE_OFFICE};
    for (int i = 0; i < 3; i++) {
        field_scene p = make_house(kinds[i], 20 + (uint64_t)i);
        compare(&p, 4, 60, &sum);
        destroy_field_scene(&p);
    }
    CHECK(sum.pairs > 400);
    CHECK(sum.over_detour / sum.pairs < 0.015);
    CHECK(sum.over_exact / sum.pairs < 0.01);
    CHECK(sum.asymmetry / sum.pairs < 0.005);
}

TEST(a_field_knows_closed_doors_and_which_goal_is_nearest) {
    wend_error error;
    field_scene closed = make_field_scene(fixture_two_rooms(0), false);
    field_scene open = make_field_scene(fixture_two_rooms(0), true);
    wend_vec3 left = {1, 0, 3.5f}, right = {7, 0, 3.5f}, far = {500, 0, 0};
    wend_field* field = field_to(&closed, left);
    CHECK(isinf(wend_field_distance(field, right, NULL)));
    CHECK(isinf(wend_field_distance(field, far, NULL)));
    CHECK(isinf(wend_field_distance(field, wend_v3(NAN, 0, 0), NULL)));
    // Open floor: the straight line, beside the goal and far from it.
    CHECK_NEAR(wend_field_distance(field, wend_v3(1.2f, 0, 3.5f), NULL), 0.2, 1e-3);
    CHECK_NEAR(wend_field_distance(field, wend_v3(1, 0, 0.55f), NULL), 2.95, 0.03);
    wend_field_destroy(field);
    field = field_to(&open, left);
    CHECK_NEAR(wend_field_distance(field, right, NULL), exact(&open, right, left), 0.2);
    wend_field_destroy(field);
    wend_vec3 goals[3] = {left, far, right};
    int nearest;
    CHECK_OK(wend_field_create(open.lattice, (wend_vec3_span){goals, 3}, &field, &error));
    CHECK_NEAR(wend_field_distance(field, wend_v3(6, 0, 3.5f), &nearest), 1, 0.03);
    CHECK_INT(nearest, 2);
    wend_field_distance(field, wend_v3(2, 0, 3), &nearest);
    CHECK_INT(nearest, 0);
    wend_field_destroy(field);
    CHECK_OK(wend_field_create(open.lattice, (wend_vec3_span){goals + 1, 1}, &field, &error));
    CHECK(isinf(wend_field_distance(field, left, &nearest)));
    CHECK_INT(nearest, -1);
    wend_field_destroy(field);
    destroy_field_scene(&closed);
    destroy_field_scene(&open);
}

// A body so thin that the grid's edges are longer than the wall is thick.
TEST(no_edge_and_no_lookup_crosses_a_thin_wall) {
    wend_error error;
    field_scene p = {.scene = fixture_two_rooms(0)};
    wend_navmesh_def def = wend_navmesh_default_def();
    def.radius = 0.01f;
    def.open_doors = true;
    CHECK_OK(wend_navmesh_build(p.scene, &def, &p.mesh, &error));
    CHECK_OK(wend_lattice_create(p.mesh, 0, &p.lattice, &error));
    wend_rng rng = wend_rng_make(4, 4);
    for (int i = 0; i < 40; i++) {
        wend_vec3 left = {.x = 3.5f + 0.35f * wend_rng_float(&rng)};
        left.z = 1.5f + 2 * wend_rng_float(&rng);
        wend_vec3 right = {4.15f + 0.35f * wend_rng_float(&rng), 0, left.z};
        wend_field* field = field_to(&p, left);
        float metres = wend_field_distance(field, right, NULL);
        CHECK(metres > 2 * (left.z - 1));
        CHECK_NEAR(metres, exact(&p, right, left), 0.25);
        wend_field_destroy(field);
    }
    destroy_field_scene(&p);
}

TEST(descending_a_field_reaches_the_goal) {
    field_scene p = make_house(WEND_SCENE_HOUSE, 5);
    wend_rng rng = wend_rng_make(8, 8);
    for (int i = 0; i < 20; i++) {
        wend_vec3 goal, at, way;
        CHECK(wend_navmesh_random_point(p.mesh, &rng, 0, &goal));
        CHECK(wend_navmesh_random_point(p.mesh, &rng, 0, &at));
        wend_field* field = field_to(&p, goal);
        float left = wend_field_distance(field, at, NULL), walked = 0;
        while (wend_field_distance(field, at, NULL) > 0.1f) {
            CHECK(wend_field_direction(field, at, &way));
            wend_vec3 next = wend_navmesh_step(p.mesh, at, wend_v3_mad(at, way, 0.05f), true);
            walked += 0.05f;
            at = next;
            CHECK(walked < 1.3f * left + 1);
        }
        wend_field_destroy(field);
    }
    destroy_field_scene(&p);
}

TEST(a_field_cache_gives_the_same_field_and_stays_within_its_bytes) {
    wend_error error;
    field_scene p = make_field_scene(fixture_two_rooms(1), false);
    wend_vec3 a = {1, 0, 3}, b = {2, 0, 3}, c = {3, 0, 3};
    wend_field *first, *again, *other, *third;
    wend_field_cache* cache;
    wend_field* probe = field_to(&p, a);
    size_t two = 2 * wend_field_memory(probe) + 64;
    wend_field_destroy(probe);
    CHECK_OK(wend_field_cache_create(p.lattice, two, &cache, &error));
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&a, 1}, &first, &error));
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&b, 1}, &other, &error));
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&a, 1}, &again, &error));
    CHECK(first == again);
    wend_field_destroy(again);
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&c, 1}, &third, &error));  // b goes
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&a, 1}, &again, &error));
    CHECK(first == again);
    wend_field_destroy(again);
    CHECK_OK(wend_field_cache_get(cache, (wend_vec3_span){&b, 1}, &again, &error));
    CHECK(other != again);
    wend_field_cache_destroy(cache);
    CHECK_NEAR(wend_field_distance(first, b, NULL), 1, 0.02);  // outlives the cache
    wend_field_destroy(first);
    wend_field_destroy(again);
    wend_field_destroy(other);
    wend_field_destroy(third);
    destroy_field_scene(&p);
}

TEST(a_large_scene_gets_a_wider_lattice) {
    field_scene town = make_house(WEND_SCENE_TOWN, 1),
                room = make_field_scene(fixture_two_rooms(1), false);
    CHECK(wend_lattice_count(town.lattice) < 200000);
    CHECK(wend_lattice_memory(town.lattice) < (size_t)64 << 20);
    CHECK(town.lattice->spacing > room.lattice->spacing);
    deviation sum = {0};
    compare(&town, 2, 60, &sum);
    CHECK(sum.over_detour / sum.pairs < 0.03);
    destroy_field_scene(&town);
    destroy_field_scene(&room);
}

static wend_status make_and_ask(void* context, wend_error* error) {
    wend_lattice* lattice;
    wend_field_cache* cache = NULL;
    wend_field* field = NULL;
    wend_vec3 goal = {1, 0, 3};
    WEND_TRY(wend_lattice_create(context, 0.2f, &lattice, error));
    wend_status status = wend_field_cache_create(lattice, 0, &cache, error);
    if (status == WEND_OK)
        status = wend_field_cache_get(cache, (wend_vec3_span){&goal, 1}, &field, error);
    wend_field_destroy(field);
    wend_field_cache_destroy(cache);
    wend_lattice_destroy(lattice);
    return status;
}

static wend_status make_without_cache(void* context, wend_error* error) {
    wend_lattice* lattice;
    wend_field* field = NULL;
    wend_vec3 goal = {1, 0, 3};
    WEND_TRY(wend_lattice_create(context, 0.2f, &lattice, error));
    wend_status status = wend_field_create(lattice, (wend_vec3_span){&goal, 1}, &field, error);
    wend_field_destroy(field);
    wend_lattice_destroy(lattice);
    return status;
}

TEST(fields_survive_every_failed_allocation) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK_OK(make_and_ask(mesh, &error));
    test_each_allocation(make_without_cache, mesh, 200);
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}
