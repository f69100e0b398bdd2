#include "test.h"

#include "wend/nav.h"
#include "wend/scene.h"

static wend_scene* generate(wend_scene_kind kind, uint64_t seed, int levels, int rooms) {
    wend_error error;
    wend_scene* scene;
    wend_scene_def def = wend_scene_default_def();
    def.kind = kind;
    def.seed = seed;
    def.levels = levels;
    def.rooms = rooms;
    def.bake = false;
    CHECK_OK(wend_scene_generate(&def, &scene, &error));
    return scene;
}

TEST(same_seed_gives_the_same_bytes_and_another_seed_others) {
    for (int kind = WEND_SCENE_APARTMENT; kind <= WEND_SCENE_OFFICE; kind++) {
        wend_scene* a = generate((wend_scene_kind)kind, 7, 0, 0);
        wend_scene* b = generate((wend_scene_kind)kind, 7, 0, 0);
        wend_scene* c = generate((wend_scene_kind)kind, 8, 0, 0);
        CHECK(wend_scene_hash(a) == wend_scene_hash(b));
        CHECK(wend_scene_hash(a) != wend_scene_hash(c));
        wend_scene_destroy(a);
        wend_scene_destroy(b);
        wend_scene_destroy(c);
    }
}

static void check_valid(wend_scene* scene) {
    wend_error error;
    static char sentences[8][200];
    wend_problems problems = {sentences, 8, 0};
    CHECK_OK(wend_scene_check(scene, &problems, &error));
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, &def, &mesh, &error));
    wend_navmesh_check(mesh, scene, &problems);
    wend_navmesh_destroy(mesh);
    if (problems.count)
        test_fail(__FILE__, __LINE__, "%s: %d problems, first: %s", wend_scene_name(scene),
                  problems.count, sentences[0]);
    wend_scene_destroy(scene);
}

// The thousand of each kind are tried by `wend scene check` in a release build.
TEST(generated_apartments_pass_the_check) {
    for (uint64_t seed = 100; seed < 103; seed++)
        check_valid(generate(WEND_SCENE_APARTMENT, seed, 0, 0));
}
TEST(generated_houses_pass_the_check) {
    for (uint64_t seed = 200; seed < 202; seed++)
        check_valid(generate(WEND_SCENE_HOUSE, seed, 0, 0));
}
TEST(generated_offices_pass_the_check) { check_valid(generate(WEND_SCENE_OFFICE, 300, 0, 0)); }
TEST(three_floors_are_reached_over_real_stairs) {
    check_valid(generate(WEND_SCENE_HOUSE, 400, 3, 5));
}

TEST(a_floor_has_the_requested_number_of_rooms) {
    for (int kind = WEND_SCENE_APARTMENT; kind <= WEND_SCENE_OFFICE; kind++)
        for (int rooms = 4; rooms <= 16; rooms += 4)
            for (int levels = 1; levels <= 2; levels++) {
                wend_error error;
                wend_scene* scene;
                wend_scene_def def = wend_scene_default_def();
                def.kind = (wend_scene_kind)kind;
                def.rooms = rooms;
                def.levels = levels;
                def.furnish = def.bake = false;
                CHECK_OK(wend_scene_generate(&def, &scene, &error));
                const wend_scene_arrays* a = wend_scene_get(scene);
                CHECK_INT(a->levels.count, levels);
                CHECK_INT(a->rooms.count - 1, levels * rooms);
                CHECK_INT(a->stairs.count, levels - 1);
                wend_scene_destroy(scene);
            }
}

TEST(every_room_but_the_spine_has_a_door_and_the_front_door_leads_outdoors) {
    for (uint64_t seed = 0; seed < 6; seed++) {
        wend_scene* scene = generate(WEND_SCENE_HOUSE, seed, 0, 0);
        const wend_scene_arrays* a = wend_scene_get(scene);
        int outdoors = 0;
        int ways[64] = {0};
        for (uint32_t i = 0; i < a->doors.count; i++) {
            const wend_door* d = &a->doors.items[i];
            CHECK(d->rooms[0] != d->rooms[1]);
            ways[d->rooms[0]]++;
            ways[d->rooms[1]]++;
            if (d->rooms[0] && d->rooms[1]) continue;
            outdoors++;
            CHECK(d->object && d->openable && d->openness == 0);
        }
        CHECK_INT(outdoors, 1);
        for (uint32_t i = 1; i < a->rooms.count; i++) CHECK(ways[i] > 0);
        wend_scene_destroy(scene);
    }
}

// The leaf as it closes fills the opening and looks at rooms[0]; open, it stands in one room.
TEST(leaves_fill_their_openings_and_swing_into_one_room) {
    wend_scene* scene = generate(WEND_SCENE_HOUSE, 3, 2, 0);
    const wend_scene_arrays* a = wend_scene_get(scene);
    int leaves = 0;
    for (uint32_t i = 0; i < a->doors.count; i++) {
        const wend_door* d = &a->doors.items[i];
        if (!d->object) continue;
        leaves++;
        uint32_t instance = a->objects.items[d->object].first_instance;
        wend_transform closed = wend_scene_door_transform(scene, i, instance, 0);
        wend_transform open = wend_scene_door_transform(scene, i, instance, 1);
        const wend_mesh* mesh = &a->meshes.items[a->instances.items[instance].mesh];
        wend_vec3 middle = wend_aabb_center(mesh->bounds);
        wend_vec3 shut = wend_transform_point(&closed, middle);
        wend_vec3 ajar = wend_transform_point(&open, middle);
        CHECK(hypotf(shut.x - d->center.x, shut.z - d->center.z) < 0.15f);
        CHECK_NEAR(wend_aabb_size(mesh->bounds).x, d->width, 0.02);
        uint32_t room = wend_scene_room_at(scene, ajar);
        CHECK(room == d->rooms[0] || room == d->rooms[1]);
        // From the opening, -z of the closed leaf leads to rooms[0].
        wend_vec3 front = wend_v3_mad(d->center, closed.z, -0.6f);
        if (d->rooms[0]) CHECK_INT(wend_scene_room_at(scene, front), d->rooms[0]);
        wend_vec3 through = {-sinf(d->heading), 0, -cosf(d->heading)};
        if (d->rooms[1])
            CHECK_INT(wend_scene_room_at(scene, wend_v3_mad(d->center, through, 0.6f)),
                      d->rooms[1]);
    }
    CHECK(leaves > 4);
    wend_scene_destroy(scene);
}

TEST(most_houses_have_most_goal_categories) {
    enum { HOUSES = 8 };
    int houses_with[WEND_CATEGORY_COUNT] = {0};
    for (uint64_t seed = 0; seed < HOUSES; seed++) {
        wend_scene* scene = generate(WEND_SCENE_HOUSE, seed, 0, 0);
        const wend_scene_arrays* a = wend_scene_get(scene);
        bool seen[WEND_CATEGORY_COUNT] = {0};
        for (uint32_t i = 1; i < a->objects.count; i++) seen[a->objects.items[i].category] = true;
        for (int c = 0; c < WEND_CATEGORY_COUNT; c++) houses_with[c] += seen[c];
        wend_scene_destroy(scene);
    }
    for (int c = 0; c < WEND_CATEGORY_COUNT; c++)
        if (wend_category_at((wend_category)c)->flags & WEND_CATEGORY_ROBOTHOR &&
            houses_with[c] < HOUSES / 2)
            test_fail(__FILE__, __LINE__, "only %d of %d houses have a %s", houses_with[c], HOUSES,
                      wend_category_at((wend_category)c)->name);
}

TEST(detail_determines_the_number_of_triangles) {
    wend_error error;
    const float details[3] = {0, 1, 4};
    uint64_t triangles[3];
    for (int i = 0; i < 3; i++) {
        wend_scene* scene;
        wend_scene_def def = wend_scene_default_def();
        def.detail = details[i];
        def.levels = 1;
        def.rooms = 8;
        def.bake = false;
        CHECK_OK(wend_scene_generate(&def, &scene, &error));
        triangles[i] = wend_scene_triangles(scene);
        wend_scene_destroy(scene);
    }
    CHECK(triangles[0] > 5000 && triangles[0] < 30000);
    CHECK(triangles[1] > 40000 && triangles[1] < 150000);
    CHECK(triangles[2] > 200000);
}

TEST(a_def_that_makes_no_sense_is_refused_by_name) {
    wend_error error;
    wend_scene* scene;
    wend_scene_def def = wend_scene_default_def();
    def.rooms = 3;
    CHECK_INT(wend_scene_generate(&def, &scene, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "rooms is 3");
    def = wend_scene_default_def();
    def.levels = 4;
    CHECK_INT(wend_scene_generate(&def, &scene, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "levels is 4");
    def = wend_scene_default_def();
    def.detail = NAN;
    CHECK_INT(wend_scene_generate(&def, &scene, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "detail");
    wend_scene_kind kind;
    CHECK_INT(wend_scene_kind_parse("castle", &kind, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "castle");
    CHECK_OK(wend_scene_kind_parse("office", &kind, &error));
    CHECK_INT(kind, WEND_SCENE_OFFICE);
}

static wend_status generate_small(void* unused, wend_error* error) {
    (void)unused;
    wend_scene_def def = wend_scene_default_def();
    def.rooms = 4;
    def.levels = 1;
    def.detail = 0;
    def.bake = false;
    wend_scene* scene;
    WEND_TRY(wend_scene_generate(&def, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(generation_survives_every_failing_allocation) {
    test_each_allocation(generate_small, NULL, 12);
}
