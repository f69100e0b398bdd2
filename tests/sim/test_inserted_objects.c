#include "fixture.h"
#include "test.h"

#include "wend/sim.h"

enum { SIDE = 64 };

static const wend_inserted_object inserted[] = {
    {.category = WEND_CATEGORY_CYLINDER_RED},
    {.category = WEND_CATEGORY_CYLINDER_BLUE, .count = 2},
    {.category = WEND_CATEGORY_SOFA, .size = {1.8f, 0.8f, 0.4f}}};
enum { INSERTED = 3, RED = 0, BLUE, BLUE_2, SOFA };

typedef struct seen {
    uint16_t category[SIDE * SIDE];
    uint32_t object[SIDE * SIDE];
    uint8_t rgb[SIDE * SIDE * 3];
} seen;

static wend_world* inserted_world(void) {
    wend_error error;
    wend_world* world;
    wend_world_def def = wend_world_default_def();
    def.inserted = inserted;
    def.inserted_count = INSERTED;
    CHECK_OK(wend_world_create(fixture_two_rooms(1), &def, &world, &error));
    return world;
}

// In the middle of the first room, looking along -z.
static wend_sim* stand(const wend_world* world) {
    wend_error error;
    wend_sim* sim;
    wend_sim_def def = wend_sim_default_def();
    def.camera.width = def.camera.height = SIDE;
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 3), 0, wend_rng_make(1, 1), &error));
    return sim;
}

static int pixels_of(wend_sim* sim, uint32_t object, seen* s) {
    wend_error error;
    wend_frame frame = {.rgb = s->rgb, .category = s->category, .object = s->object};
    int count = 0;
    CHECK_OK(wend_sim_observe(sim, &frame, &error));
    for (int i = 0; i < SIDE * SIDE; i++) count += s->object[i] == object;
    return count;
}

TEST(an_inserted_object_is_visible_only_where_it_was_placed) {
    wend_error error;
    seen s;
    wend_world* world = inserted_world();
    wend_sim* sim = stand(world);
    uint32_t red = wend_scene_first_inserted(wend_world_scene(world)) + RED;
    CHECK_INT(pixels_of(sim, red, &s), 0);
    CHECK(!wend_sim_is_there(sim, red));
    CHECK_OK(wend_sim_place(sim, red, wend_v3(2, 0, 1.5f), 0, &error));
    CHECK(wend_sim_is_there(sim, red));
    CHECK(pixels_of(sim, red, &s) > 20);
    for (int i = 0; i < SIDE * SIDE; i++)
        CHECK((s.object[i] == red) == (s.category[i] == WEND_CATEGORY_CYLINDER_RED));
    // Behind the body it is not seen, nor after the next reset.
    CHECK_OK(wend_sim_place(sim, red, wend_v3(2, 0, 3.5f), 0, &error));
    CHECK_INT(pixels_of(sim, red, &s), 0);
    CHECK_OK(wend_sim_place(sim, red, wend_v3(2, 0, 1.5f), 0, &error));
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 3), 0, wend_rng_make(1, 1), &error));
    CHECK_INT(pixels_of(sim, red, &s), 0);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(inserted_objects_are_lit_and_keep_their_colours) {
    wend_error error;
    seen s;
    wend_world* world = inserted_world();
    wend_sim* sim = stand(world);
    uint32_t blue = wend_scene_first_inserted(wend_world_scene(world)) + BLUE_2;
    CHECK_OK(wend_sim_place(sim, blue, wend_v3(2, 0, 1.5f), 0, &error));
    CHECK(pixels_of(sim, blue, &s) > 20);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (s.object[i] == blue) CHECK(s.rgb[3 * i + 2] > 100 && s.rgb[3 * i] < 40);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(an_inserted_object_has_the_given_heading) {
    wend_error error;
    seen s;
    wend_world* world = inserted_world();
    wend_sim* sim = stand(world);
    uint32_t sofa = wend_scene_first_inserted(wend_world_scene(world)) + SOFA;
    CHECK_OK(wend_sim_place(sim, sofa, wend_v3(2, 0, 1.5f), 0, &error));
    int broad = pixels_of(sim, sofa, &s);
    CHECK_OK(wend_sim_place(sim, sofa, wend_v3(2, 0, 1.5f), (float)WEND_PI / 2, &error));
    int narrow = pixels_of(sim, sofa, &s);
    CHECK(narrow > 20 && broad > 2 * narrow);
    wend_vec3 at = wend_sim_object_at(sim, sofa);
    CHECK_NEAR(at.x, 2, 1e-5);
    CHECK_NEAR(at.y, 0.4, 1e-5);
    CHECK_NEAR(at.z, 1.5, 1e-5);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(hidden_objects_are_neither_seen_nor_picked) {
    wend_error error;
    seen s;
    wend_world* world = inserted_world();
    wend_sim* sim = stand(world);
    uint32_t ball = wend_scene_find_object(wend_world_scene(world), "ball");
    uint32_t wall = wend_scene_find_object(wend_world_scene(world), "wall");
    CHECK(pixels_of(sim, ball, &s) > 0);
    CHECK_OK(wend_sim_hide(sim, ball, &error));
    CHECK_INT(pixels_of(sim, ball, &s), 0);
    CHECK_OK(wend_sim_place(sim, ball, wend_v3(2, 0, 2.5f), 0, &error));
    wend_outcome outcome;
    CHECK_OK(wend_sim_hide(sim, ball, &error));
    CHECK_OK(wend_sim_step(sim, (wend_action){.kind = WEND_ACTION_PICK}, &outcome, &error));
    CHECK_INT(outcome.object, 0);
    CHECK_INT(wend_sim_hide(sim, wall, &error), WEND_ARGUMENT);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

// The ball, a cube of 0.2 m, first lies at (1, 0, 1); the camera is at (2, 1.25, 3) and looks along
// -z.
TEST(a_moved_object_is_seen_at_its_position_at_any_heading) {
    static seen s;
    wend_world* world = inserted_world();
    wend_sim* sim = stand(world);
    uint32_t ball = wend_scene_find_object(wend_world_scene(world), "ball");
    const float tangent = tanf(wend_sim_get_def(sim)->camera.hfov * (float)WEND_PI / 360);
    const wend_vec3 places[] = {{2, 0.5f, 1.5f}, {2.5f, 0.5f, 1.5f}, {1.5f, 1.2f, 1}};
    for (int i = 0; i < 3; i++)
        for (int turned = 0; turned < 3; turned++) {
            wend_error error;
            CHECK_OK(wend_sim_place(sim, ball, places[i], 0.4f * (float)turned, &error));
            int count = pixels_of(sim, ball, &s);
            double x = 0, y = 0, away = 3 - (double)places[i].z;
            CHECK(count > 10);
            for (int k = 0; k < SIDE * SIDE; k++)
                if (s.object[k] == ball) x += k % SIDE, y += k / SIDE;
            double scale = SIDE / 2.0 / (double)tangent / away;  // pixels a metre
            CHECK_NEAR(x / count + 0.5, SIDE / 2.0 + ((double)places[i].x - 2) * scale, 1.3);
            CHECK_NEAR(y / count + 0.5, SIDE / 2.0 + (1.15 - (double)places[i].y) * scale, 1.3);
        }
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

// A bar of 1 m along x in the scene, with the rotation 0.5.
TEST(objects_of_the_scene_are_rotated_relative_to_their_heading) {
    wend_error error;
    static seen s;
    wend_scene* scene;
    wend_world* world;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    fixture_box(&b, scene_builder_object(&b, &fields, "floor"), material, wend_v3(0, -0.1f, 0),
                wend_v3(4, 0, 4));
    fields = (wend_object){
        .category = WEND_CATEGORY_SOFA, .flags = WEND_OBJECT_MOVABLE, .heading = 0.5f};
    uint32_t bar = scene_builder_object(&b, &fields, "bar");
    fixture_box(&b, bar, material, wend_v3(1.5f, 0, 1), wend_v3(2.5f, 0.1f, 1.1f));
    CHECK_OK(scene_builder_finish(&b, "bar", "test", &scene, &error));
    CHECK_OK(wend_world_create(scene, NULL, &world, &error));
    wend_sim* sim = stand(world);
    int before = pixels_of(sim, bar, &s);
    CHECK(before > 30);
    CHECK_OK(wend_sim_place(sim, bar, wend_v3(2, 0, 1.05f), 0.5f, &error));
    CHECK_INT(pixels_of(sim, bar, &s), before);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}

TEST(inserted_objects_change_neither_navmesh_nor_the_rest_of_the_scene) {
    wend_error error;
    wend_world *with = inserted_world(), *without;
    CHECK_OK(wend_world_create(fixture_two_rooms(1), NULL, &without, &error));
    const wend_scene_arrays *a = wend_scene_get(wend_world_scene(with)),
                            *b = wend_scene_get(wend_world_scene(without));
    CHECK_INT(wend_scene_first_inserted(wend_world_scene(with)), b->objects.count);
    CHECK_INT(a->objects.count, b->objects.count + 4);
    CHECK_INT(wend_scene_first_inserted(wend_world_scene(without)), b->objects.count);
    CHECK(memcmp(a->positions.items, b->positions.items,
                 b->positions.count * sizeof *b->positions.items) == 0);
    wend_aabb x = wend_scene_bounds(wend_world_scene(with)),
              y = wend_scene_bounds(wend_world_scene(without));
    CHECK(memcmp(&x, &y, sizeof x) == 0);
    float far, near;
    wend_vec3 goal = {3, 0, 1};  // in the same room, across the objects: sqrt(8) m
    wend_vec3_span goals = {&goal, 1};
    CHECK(wend_navmesh_distance(wend_world_navmesh(with), wend_v3(1, 0, 3), goals, &far, NULL) ==
          WEND_OK);
    CHECK(wend_navmesh_distance(wend_world_navmesh(without), wend_v3(1, 0, 3), goals, &near,
                                NULL) == WEND_OK);
    CHECK_NEAR(near, sqrt(8), 1e-3);
    CHECK(far == near);
    CHECK(wend_scene_hash(wend_world_scene(with)) != wend_scene_hash(wend_world_scene(without)));
    wend_world_destroy(with);
    wend_world_destroy(without);
}

TEST(an_inserted_object_without_a_model_is_refused_by_name) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    CHECK_INT(wend_scene_insert_objects(
                  &scene, &(wend_inserted_object){.category = WEND_CATEGORY_WALL}, 1, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "'wall'");
    CHECK(!scene);
}

TEST(a_world_with_inserted_objects_is_restored_from_its_cache) {
    wend_error error;
    static seen first, second;
    for (int k = 0; k < 2; k++) {
        wend_world* world;
        wend_world_def def = wend_world_default_def();
        def.inserted = inserted;
        def.inserted_count = INSERTED;
        wend_world_source source = wend_world_default_source();
        source.scene = "apartment:1";
        source.import.bake = false;
        source.cache = test_folder();
        CHECK_OK(wend_world_open(&source, &def, &world, &error));
        wend_vec3 at;
        CHECK(wend_navmesh_snap(wend_world_navmesh(world), wend_v3(0, 0, 0), &at));
        wend_sim* sim;
        wend_sim_def sim_def = wend_sim_default_def();
        sim_def.camera.width = sim_def.camera.height = SIDE;
        CHECK_OK(wend_sim_create(&sim_def, &sim, &error));
        CHECK_OK(wend_sim_reset(sim, world, at, 0, wend_rng_make(1, 1), &error));
        uint32_t red = wend_scene_first_inserted(wend_world_scene(world)) + RED;
        CHECK_OK(wend_sim_place(sim, red, wend_v3_add(at, wend_v3(0, 0.4f, -0.3f)), 0, &error));
        CHECK(pixels_of(sim, red, k ? &second : &first) > 100);
        wend_sim_destroy(sim);
        wend_world_destroy(world);
    }
    CHECK(memcmp(&first, &second, sizeof first) == 0);
}

static wend_status attempt(void* context, wend_error* error) {
    wend_scene* scene;
    WEND_TRY(wend_scene_load(context, NULL, &scene, error));
    wend_status status = wend_scene_insert_objects(&scene, inserted, INSERTED, error);
    wend_scene_destroy(scene);
    return status;
}

TEST(inserted_objects_survive_failing_allocations) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(1);
    char path[512];
    snprintf(path, sizeof path, "%s", test_path("rooms.wscene"));
    CHECK_OK(wend_scene_save(scene, path, &error));
    wend_scene_destroy(scene);
    test_each_allocation(attempt, path, 20);
}
