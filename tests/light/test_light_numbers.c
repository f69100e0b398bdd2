// Baked light in numbers that are known by hand: black squares in empty space, which get light from
// nowhere but the sky, the sun, a lamp, or nowhere.
#include "light/light.h"
#include "light/light_sample.h"
#include "light/light_source.h"
#include "scene/builder.h"
#include "scene/rays.h"
#include "test.h"

#include "wend/category.h"

typedef struct stage {
    scene_builder b;
    uint32_t black, glass;
    int squares;  // each is an instance
} stage;

static void open_stage(stage* s) {
    const uint8_t black[4] = {0, 0, 0, 255};
    *s = (stage){.b = scene_builder_make()};
    s->black = scene_builder_material(&s->b, "black", black, 0, WEND_MATERIAL_DOUBLE_SIDED);
    s->glass = scene_builder_material(&s->b, "glass", black, 0, WEND_MATERIAL_GLASS);
}

// A square around a point, with sides 2u and 2v, that faces u x v. Returns its instance.
static int add_square(stage* s, wend_vec3 at, wend_vec3 u, wend_vec3 v, wend_category category,
                      uint32_t flags, uint32_t material) {
    scene_builder* b = &s->b;
    wend_vec3 normal = wend_v3_normalize(wend_v3_cross(u, v));
    scene_builder_mesh_begin(b, "square");
    for (int i = 0; i < 4; i++)
        scene_builder_vertex(
            b, wend_v3_mad(wend_v3_mad(at, u, i & 1 ? 1.0f : -1.0f), v, i & 2 ? 1.0f : -1.0f),
            normal, (wend_vec2){0, 0});
    scene_builder_triangle(b, 0, 1, 2);
    scene_builder_triangle(b, 1, 3, 2);
    scene_builder_mesh_end(b);
    wend_object fields = {.category = (uint16_t)category, .flags = (uint16_t)flags};
    uint32_t object = scene_builder_object(b, &fields, wend_category_at(category)->name);
    scene_builder_instance(b, object, (uint32_t)b->meshes.count - 1, material,
                           wend_transform_identity());
    return s->squares++;
}

// A piece of building of 20 x 20 cm that looks along a unit vector with z = 0.
static int add_piece(stage* s, wend_vec3 at, float x, float y) {
    return add_square(s, at, wend_v3(0, 0, 0.1f), wend_v3(0.1f * y, -0.1f * x, 0),
                      WEND_CATEGORY_FLOOR, WEND_OBJECT_STRUCTURE, s->black);
}

// Five that look up, far from everything: their light is what becomes 128.
static void add_open_ground(stage* s) {
    for (int i = 0; i < 5; i++) add_piece(s, wend_v3(0, 0, 1000 + 100.0f * (float)i), 0, 1);
}

static wend_scene* bake(stage* s, light_def def) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(scene_builder_finish(&s->b, "squares", "squares", &scene, &error));
    CHECK_OK(light_bake(scene, &def, &error));
    return scene;
}

// The mean light of a square's corners.
static float light_of(const wend_scene* scene, int square) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_instance* n = &a->instances.items[square];
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += a->light.items[n->first_light + (uint32_t)i];
    return sum / 4;
}

TEST(light_is_by_default_as_its_header_says) {
    light_def def = light_default_def();
    CHECK_NEAR(def.sky, 1, 0);
    CHECK_NEAR(def.sun, 1.8, 1e-6);
    CHECK_NEAR(def.lamp, 0.35, 1e-6);
    CHECK_NEAR(def.ambient, 0.03, 1e-6);
    CHECK_NEAR(wend_v3_length(def.to_sun), 1, 1e-6);
    CHECK(def.to_sun.y > 0.75f && def.to_sun.x < -0.4f && def.to_sun.z > 0.3f);
}

// ---- the sky ------------------------------------------------------------------------------------

// 0.8 at the horizon, 1.2 in the zenith, 0.3 below: upwards, 0.8 and 0.4 * 2/3; sideways, half of
// 0.3, half of 0.8 and 0.4 * 2 / (3 pi).
TEST(the_sky_is_brightest_in_the_zenith_and_ground_takes_its_place_below_the_horizon) {
    stage s;
    open_stage(&s);
    add_open_ground(&s);
    int down = add_piece(&s, wend_v3(0, 0, 0), 0, -1);
    int side = add_piece(&s, wend_v3(0, 0, 100), 1, 0);
    wend_scene* scene = bake(&s, (light_def){.sky = 2, .to_sun = {0, 1, 0}});
    double up = 0.8 + 0.4 * 2 / 3;
    CHECK_NEAR(light_of(scene, 0), 128, 0);
    CHECK_NEAR(light_of(scene, down), 128 * sqrt(0.3 / up), 1);
    CHECK_NEAR(light_of(scene, side), 128 * sqrt((0.15 + 0.4 + 0.4 * 2 / 3 / WEND_PI) / up), 1.5);
    wend_scene_destroy(scene);
}

TEST(the_sun_lights_by_the_cosine_and_not_from_behind_or_through_objects) {
    stage s;
    open_stage(&s);
    add_open_ground(&s);
    int tilted = add_piece(&s, wend_v3(0, 0, 0), sqrtf(0.75f), 0.5f);
    int away = add_piece(&s, wend_v3(0, 0, 100), 1, -0.05f);
    int shaded = add_piece(&s, wend_v3(0, 0, 200), 0, 1);
    add_square(&s, wend_v3(0, 5, 200), wend_v3(0, 0, 2), wend_v3(2, 0, 0), WEND_CATEGORY_CEILING,
               WEND_OBJECT_STRUCTURE, s.black);
    wend_scene* scene = bake(&s, (light_def){.sun = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, 0), 128, 0);
    CHECK_NEAR(light_of(scene, tilted), 128 * sqrt(0.5), 1);
    CHECK_NEAR(light_of(scene, away), 20, 0);
    CHECK_NEAR(light_of(scene, shaded), 20, 0);
    wend_scene_destroy(scene);
}

// Twice the light of the ground: 1.414 times the value, of which the 0.414 too much is pressed to
// 0.414 / (1 + 3 * 0.414).
TEST(highlights_are_compressed_smoothly) {
    stage s;
    open_stage(&s);
    add_open_ground(&s);
    int bright = add_piece(&s, wend_v3(0, 0, 0), sqrtf(0.75f), 0.5f);  // straight to the sun
    wend_scene* scene = bake(&s, (light_def){.sun = 1, .to_sun = {sqrtf(0.75f), 0.5f, 0}});
    double over = sqrt(2) - 1;
    CHECK_NEAR(light_of(scene, 0), 128, 1);
    CHECK_NEAR(light_of(scene, bright), 128 * (1 + over / (1 + 3 * over)), 1.5);
    wend_scene_destroy(scene);
}

// Facing down gets 0.3 from the ground below the horizon, wherever the sun is.
TEST(the_sun_does_not_change_faces_that_look_away) {
    stage s;
    open_stage(&s);
    add_open_ground(&s);
    int down = add_piece(&s, wend_v3(0, 0, 0), 0, -1);
    wend_scene* scene = bake(&s, (light_def){.sky = 1, .sun = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, down), 128 * sqrt(0.3 / (0.8 + 0.4 * 2 / 3 + 1)), 1);
    wend_scene_destroy(scene);
}

TEST(indoors_a_quarter_of_the_sun_comes_through_the_curtains) {
    stage s;
    open_stage(&s);
    const wend_vec2 outline[4] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
    scene_builder_level(&s.b, 0, 3);
    scene_builder_room(&s.b, WEND_ROOM_KITCHEN, 0, "kitchen_1", outline, 4, 0, 3);
    for (int i = 0; i < 5; i++) add_piece(&s, wend_v3((float)i, 1, 0), 0, 1);
    int down = add_piece(&s, wend_v3(-5, 1, 0), 0, -1);
    wend_scene* scene = bake(&s, (light_def){.sky = 1, .sun = 4, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, 0), 128, 1);
    CHECK_NEAR(light_of(scene, down), 128 * sqrt(0.3 / (0.8 + 0.4 * 2 / 3 + 1)), 2);
    wend_scene_destroy(scene);
}

// Floor: 3 pieces in the sun and 2 in the shade. Building: 11 slopes that get half of it, too.
TEST(the_middle_of_the_floor_is_exposed_not_that_of_slopes) {
    stage s;
    open_stage(&s);
    for (int i = 0; i < 3; i++) add_piece(&s, wend_v3(0, 0, 100.0f * (float)i), 0, 1);
    for (int i = 0; i < 2; i++) add_piece(&s, wend_v3(0, 0, 500 + (float)i), 0, 1);
    for (int i = 0; i < 11; i++)
        add_piece(&s, wend_v3(0, 0, 1000 + 100.0f * (float)i), sqrtf(0.75f), 0.5f);
    add_square(&s, wend_v3(0, 5, 500), wend_v3(4, 0, 0), wend_v3(0, 0, 4), WEND_CATEGORY_CEILING,
               WEND_OBJECT_STRUCTURE, s.black);
    wend_scene* scene = bake(&s, (light_def){.sun = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, 0), 128, 1);
    CHECK_NEAR(light_of(scene, 3), 20, 0);
    CHECK_NEAR(light_of(scene, 5), 128 * sqrt(0.5), 1);
    wend_scene_destroy(scene);
}

// Below a ground that shows it its back, a wall sees nothing above: half of 0.3 is left. Half of
// its rays are not more than half: it is not buried.
TEST(back_faces_give_no_light_and_samples_that_see_mostly_them_are_buried) {
    stage s;
    open_stage(&s);
    const uint8_t black[4] = {0, 0, 0, 255};
    uint32_t single = scene_builder_material(&s.b, "single", black, 0, 0);
    add_open_ground(&s);
    int side = add_piece(&s, wend_v3(0, 0, 0), 1, 0);
    int up = add_piece(&s, wend_v3(5, 0, 0), 0, 1);
    add_square(&s, wend_v3(0, 1, 0), wend_v3(0, 0, 300), wend_v3(300, 0, 0), WEND_CATEGORY_FLOOR,
               WEND_OBJECT_STRUCTURE, single);
    wend_scene* scene = bake(&s, (light_def){.sky = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, side), 128 * sqrt(0.15 / (0.8 + 0.4 * 2 / 3)), 2);
    CHECK_NEAR(light_of(scene, up), 64, 0);
    wend_scene_destroy(scene);
}

// White sends 0.8 back, and some of what bounces again: 0.8 / (1 - 0.48). The cells hit hold no
// sample and so have the mean of all: 24 in the sun of 28.
TEST(light_bounces_off_white_ground) {
    stage s;
    open_stage(&s);
    const uint8_t white[4] = {255, 255, 255, 255};
    uint32_t paint = scene_builder_material(&s.b, "white", white, 0, 0);
    add_open_ground(&s);
    int down = add_piece(&s, wend_v3(0, 5, 0), 0, -1);
    add_square(&s, wend_v3(0, 0, 0), wend_v3(0, 0, 300), wend_v3(300, 0, 0), WEND_CATEGORY_FLOOR,
               WEND_OBJECT_STRUCTURE, paint);
    wend_scene* scene = bake(&s, (light_def){.sun = 1, .to_sun = {0, 1, 0}});
    double over = sqrt(0.8 / (1 - 0.48) * 24 / 28) - 1;
    CHECK_NEAR(light_of(scene, 0), 128, 1);
    CHECK_NEAR(light_of(scene, down), 128 * (1 + over / (1 + 3 * over)), 1.5);
    wend_scene_destroy(scene);
}

// ---- light from nowhere -------------------------------------------------------------------------

// Under a wide black ceiling: a ring of rays with cosine c goes (height - 0.015) / c before it.
static float light_below(float height) {
    stage s;
    open_stage(&s);
    add_open_ground(&s);
    int covered = add_piece(&s, wend_v3(0, 0, 0), 0, 1);
    add_square(&s, wend_v3(0, height, 0), wend_v3(0, 0, 30), wend_v3(30, 0, 0),
               WEND_CATEGORY_CEILING, WEND_OBJECT_STRUCTURE, s.black);
    wend_scene* scene = bake(&s, (light_def){.ambient = 1, .to_sun = {0, 1, 0}});
    float light = light_of(scene, covered);
    CHECK_NEAR(light_of(scene, 0), 128, 0);
    wend_scene_destroy(scene);
    return light;
}

static double open_share(double height) {
    double sum = 0;
    for (int ring = 0; ring < 4; ring++)
        sum += fmin((height - 0.015) / sqrt(1 - (ring + 0.5) / 4) / 1.5, 1) / 4;
    return sum;
}

TEST(ambient_light_is_reduced_where_geometry_is_nearer_than_150_cm) {
    CHECK_NEAR(light_below(1.6f), 128, 0);
    CHECK_NEAR(light_below(0.75f), 128 * sqrt(open_share(0.75)), 1);
    CHECK_NEAR(light_below(0.3f), 128 * sqrt(open_share(0.3)), 1);
}

// The flattest of four rings has the cosine 0.354: 30 cm of it are 10.6 cm of height.
TEST(samples_covered_within_30_cm_on_all_sides_are_buried) {
    CHECK_NEAR(light_below(0.125f), 128 * sqrt(open_share(0.125)), 1);
    CHECK_NEAR(light_below(0.116f), 64, 0);  // no neighbour has light
}

// An object has two rings of rays, of which the flatter one has the cosine 0.5.
TEST(samples_of_objects_covered_within_10_cm_are_buried) {
    const float heights[2] = {0.08f, 0.06f};
    for (int i = 0; i < 2; i++) {
        stage s;
        open_stage(&s);
        add_open_ground(&s);
        int thing = add_square(&s, wend_v3(0, 0, 0), wend_v3(0, 0, 0.3f), wend_v3(0.3f, 0, 0),
                               WEND_CATEGORY_BED, 0, s.black);
        add_square(&s, wend_v3(0, heights[i], 0), wend_v3(0, 0, 30), wend_v3(30, 0, 0),
                   WEND_CATEGORY_CEILING, WEND_OBJECT_STRUCTURE, s.black);
        wend_scene* scene = bake(&s, (light_def){.ambient = 1, .to_sun = {0, 1, 0}});
        double share = (0.08 - 0.015) * (1 / sqrt(0.75) + 1 / 0.5) / 2 / 1.5;
        CHECK_NEAR(light_of(scene, thing), i ? 64 : 128 * sqrt(share), 1);
        wend_scene_destroy(scene);
    }
}

// ---- lamps --------------------------------------------------------------------------------------

// A ceiling lamp of 20 x 20 cm with its bulb in (0, 1.015, 0), so that samples lie 1 m below it.
static void add_lamp(stage* s) {
    add_square(s, wend_v3(0, 1.045f, 0), wend_v3(0.1f, 0, 0), wend_v3(0, 0, 0.1f),
               WEND_CATEGORY_CEILING_LAMP, 0, s->black);
}

// Tiny pieces of ground, so that all corners are as far from the lamp.
static int add_ground(stage* s, float x, float z) {
    return add_square(s, wend_v3(x, 0, z), wend_v3(0, 0, 0.001f), wend_v3(0.001f, 0, 0),
                      WEND_CATEGORY_FLOOR, WEND_OBJECT_STRUCTURE, s->black);
}

static double lamp_share(double distance) { return 1 / distance / (distance * distance + 0.2); }

TEST(a_lamp_fades_with_the_square_and_ends_where_it_gives_a_five_hundredth) {
    stage s;
    open_stage(&s);
    add_lamp(&s);
    for (int i = 0; i < 6; i++)
        add_ground(&s, 3 * cosf((float)i), 3 * sinf((float)i));  // sqrt(10) m from the bulb
    const double distances[] = {5, 7.9, 8};                      // shares 0.0079, 0.00202, 0.00195
    int squares[3];
    for (int i = 0; i < 3; i++)
        squares[i] = add_ground(&s, (float)sqrt(distances[i] * distances[i] - 1), 0);
    wend_scene* scene = bake(&s, (light_def){.lamp = 3, .to_sun = {0, 1, 0}});
    double own = lamp_share(sqrt(10));
    CHECK_NEAR(light_of(scene, 1), 128, 1);
    CHECK_NEAR(light_of(scene, squares[0]), 128 * sqrt(lamp_share(5) / own), 1.5);
    CHECK_NEAR(light_of(scene, squares[1]), 128 * sqrt(lamp_share(7.9) / own), 1.5);
    CHECK_NEAR(light_of(scene, squares[2]), 20, 0);
    wend_scene_destroy(scene);
}

TEST(a_lamp_has_no_pole_and_glows) {
    stage s;
    open_stage(&s);
    add_lamp(&s);
    for (int i = 0; i < 5; i++) add_ground(&s, 0, 0.005f * (float)i);  // 1 m below
    int far = add_ground(&s, sqrtf(3), 0);                             // 2 m away
    wend_scene* scene = bake(&s, (light_def){.lamp = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, 0), 235, 0);
    CHECK_NEAR(light_of(scene, 1), 128, 1);
    CHECK_NEAR(light_of(scene, far), 128 * sqrt(lamp_share(2) / lamp_share(1)), 1);
    wend_scene_destroy(scene);
}

TEST(objects_between_a_lamp_and_a_point_cast_shadow) {
    stage s;
    open_stage(&s);
    add_lamp(&s);
    for (int i = 0; i < 6; i++) add_ground(&s, 1 + 0.01f * (float)i, 0);
    int shaded = add_square(&s, wend_v3(-0.3f, 0.4f, 0), wend_v3(0, 0, 0.001f),
                            wend_v3(0.001f, 0, 0), WEND_CATEGORY_FLOOR, WEND_OBJECT_STRUCTURE,
                            s.black);  // 0.67 m from the bulb
    add_square(&s, wend_v3(-0.15f, 0.7f, 0), wend_v3(0, 0.1f, 0), wend_v3(0, 0, 0.1f),
               WEND_CATEGORY_WALL, WEND_OBJECT_STRUCTURE, s.black);
    wend_scene* scene = bake(&s, (light_def){.lamp = 1, .to_sun = {0, 1, 0}});
    CHECK_NEAR(light_of(scene, 1), 128, 3);
    CHECK_NEAR(light_of(scene, shaded), 20, 0);
    wend_scene_destroy(scene);
}

// ---- where light comes from ---------------------------------------------------------------------

static int find_sources(stage* s, light_def def, light_source* first) {
    wend_error error;
    wend_scene* scene;
    rays* r;
    light_sources found;
    CHECK_OK(scene_builder_finish(&s->b, "squares", "squares", &scene, &error));
    CHECK_OK(rays_create(scene, &r, &error));
    CHECK_OK(light_sources_find(scene, r, &def, &found, &error));
    int count = (int)found.list.count;
    if (count) *first = found.list.items[0];
    light_sources_destroy(&found);
    rays_destroy(r);
    wend_scene_destroy(scene);
    return count;
}

TEST(lamps_have_their_power_and_their_bulb_where_the_kind_of_lamp_has_it) {
    const struct {
        wend_category category;
        float power, height, radius;
    } rows[] = {{WEND_CATEGORY_CEILING_LAMP, 2, 0.97f, 0},
                {WEND_CATEGORY_FLOOR_LAMP, 1, 1 + 0.85f * 2, 0.36f},
                {WEND_CATEGORY_DESK_LAMP, 0.4f, 1 + 0.75f * 2, 0.36f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage s;
        light_source lamp;
        open_stage(&s);
        add_square(&s, wend_v3(3, 2, 4), wend_v3(0.3f, 0, 0.1f), wend_v3(0, 1, 0), rows[i].category,
                   0, s.black);
        CHECK_INT(find_sources(&s, (light_def){.lamp = 2}, &lamp), 1);
        CHECK(!lamp.is_window);
        CHECK_NEAR(lamp.power, rows[i].power, 1e-5);
        CHECK_NEAR(lamp.at.x, 3, 1e-5);
        CHECK_NEAR(lamp.at.y, rows[i].height, 1e-5);
        CHECK_NEAR(lamp.at.z, 4, 1e-5);
        CHECK_NEAR(lamp.radius, rows[i].radius, 1e-5);
    }
    stage s;
    light_source none;
    open_stage(&s);
    add_piece(&s, wend_v3(0, 0, 0), 0, 1);
    CHECK_INT(find_sources(&s, (light_def){.lamp = 2}, &none), 0);
}

TEST(the_upper_parts_of_lamps_glow) {
    wend_object lamp = {.bounds = {{0, 1, 0}, {1, 3, 1}}};
    const struct {
        wend_category category;
        float from;
    } rows[] = {{WEND_CATEGORY_CEILING_LAMP, 1},
                {WEND_CATEGORY_FLOOR_LAMP, 2.4f},
                {WEND_CATEGORY_DESK_LAMP, 2.2f},
                {WEND_CATEGORY_CHAIR, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lamp.category = (uint16_t)rows[i].category;
        CHECK(!light_glows(&lamp, wend_v3(0, rows[i].from - 0.01f, 0)));
        CHECK(light_glows(&lamp, wend_v3(0, rows[i].from + 0.01f, 0)) == (i < 3));
    }
}

// A pane of glass in the plane z = 0, a wide wall so far behind it.
static int find_window(float side, float wall, light_source* window) {
    stage s;
    open_stage(&s);
    add_square(&s, wend_v3(1, 2, 0), wend_v3(side / 2, 0, 0), wend_v3(0, side / 2, 0),
               WEND_CATEGORY_WINDOW, WEND_OBJECT_STRUCTURE, s.glass);
    if (wall > 0)
        add_square(&s, wend_v3(1, 2, -wall), wend_v3(9, 0, 0), wend_v3(0, 9, 0), WEND_CATEGORY_WALL,
                   WEND_OBJECT_STRUCTURE, s.black);
    return find_sources(&s, (light_def){.lamp = 1}, window);
}

TEST(a_pane_is_a_window_from_15_square_decimetres_on_where_one_side_sees_more_of_the_sky) {
    light_source w;
    CHECK_INT(find_window(0.38f, 1, &w), 0);
    CHECK_INT(find_window(0.39f, 1, &w), 1);
    CHECK(w.is_window);
    CHECK_NEAR(w.area, 0.1521, 1e-4);
    CHECK_NEAR(w.inward.z, -1, 1e-5);  // to where there is less sky
    CHECK_NEAR(w.at.x, 1, 1e-5);
    CHECK_NEAR(w.at.y, 2, 1e-5);
    CHECK_INT(find_window(1, 0, &w), 0);
    CHECK_INT(find_window(1, 60, &w), 0);  // it hides less than two rays of sixteen
}

// ---- samples ------------------------------------------------------------------------------------

// How many samples a square with this side has, and whether it counts as a small object.
static int count_samples(float side, uint32_t flags, bool* is_small) {
    wend_error error;
    wend_scene* scene;
    rays* r;
    light_samples samples;
    stage s;
    open_stage(&s);
    add_square(&s, wend_v3(1, 2, 3), wend_v3(side / 2, 0, 0), wend_v3(0, side / 2, 0),
               WEND_CATEGORY_CHAIR, flags, s.black);
    CHECK_OK(scene_builder_finish(&s.b, "squares", "squares", &scene, &error));
    CHECK_OK(rays_create(scene, &r, &error));
    CHECK_OK(light_samples_collect(scene, r, &samples, &error));
    int count = (int)samples.list.count;
    *is_small = samples.is_small[1];
    light_samples_destroy(&samples);
    rays_destroy(r);
    wend_scene_destroy(scene);
    return count;
}

TEST(objects_smaller_than_half_a_metre_have_six_light_samples_and_others_one_per_cell) {
    bool is_small;
    CHECK_INT(count_samples(0.49f, 0, &is_small), 6);
    CHECK(is_small);
    CHECK_INT(count_samples(0.51f, 0, &is_small), 4);
    CHECK(!is_small);
    CHECK_INT(count_samples(0.49f, WEND_OBJECT_STRUCTURE, &is_small), 4);
    CHECK(!is_small);
    CHECK_INT(count_samples(0.49f, WEND_OBJECT_DOOR, &is_small), 4);
    CHECK_INT(count_samples(0.01f, WEND_OBJECT_STRUCTURE, &is_small), 1);
}

TEST(points_share_a_cell_that_are_in_it_and_face_one_way) {
    wend_vec3 up = {0, 1, 0}, at = {0.01f, 0.01f, 0.01f};
    uint64_t key = light_cell_key(at, 0.5f, up);
    CHECK(light_cell_key(wend_v3(0.49f, 0.49f, 0.49f), 0.5f, up) == key);
    CHECK(light_cell_key(wend_v3(0.51f, 0.01f, 0.01f), 0.5f, up) != key);
    CHECK(light_cell_key(wend_v3(0.01f, 0.51f, 0.01f), 0.5f, up) != key);
    CHECK(light_cell_key(wend_v3(0.01f, 0.01f, 0.51f), 0.5f, up) != key);
    CHECK(light_cell_key(wend_v3(-0.01f, 0.01f, 0.01f), 0.5f, up) != key);
    CHECK(light_cell_key(at, 0.6f, up) != key);
    for (int axis = 0; axis < 3; axis += 2)
        for (int sign = -1; sign < 2; sign += 2) {
            float off[2] = {0.37f * (float)sign, 0.39f * (float)sign};
            for (int i = 0; i < 2; i++) {
                wend_vec3 n = {axis == 0 ? off[i] : 0, 0.9f, axis == 2 ? off[i] : 0};
                CHECK((light_cell_key(at, 0.5f, n) == key) == (i == 0));
            }
        }
    CHECK(light_cell_key(at, 0.5f, wend_v3(0, -1, 0)) != key);
}

TEST(directions_are_spread_by_the_cosine_around_any_normal) {
    wend_vec3 around[32], turned[32];
    light_hemisphere(4, 8, around);
    for (int n = 0; n < 4; n++) {
        wend_vec3 normal = wend_v3_normalize(
            wend_v3(n & 1 ? 0.3f : 0, n == 3 ? 0 : 0.2f * (float)n, n & 2 ? -1.0f : 1.0f));
        light_turn(normal, around, 32, turned);
        wend_vec3 sum = {0, 0, 0};
        for (int i = 0; i < 32; i++) {
            CHECK_NEAR(wend_v3_length(turned[i]), 1, 1e-5);
            CHECK_NEAR(wend_v3_dot(turned[i], normal), around[i].z, 1e-5);
            sum = wend_v3_add(sum, turned[i]);
        }
        // 2/3 on average along the normal, and nothing across it.
        CHECK_NEAR(wend_v3_dot(sum, normal) / 32, 2.0 / 3, 0.01);
        CHECK_NEAR(wend_v3_length(sum) / 32, wend_v3_dot(sum, normal) / 32, 1e-4);
    }
}

TEST(normals_of_mirrored_and_scaled_objects_point_outwards) {
    wend_transform t = wend_transform_identity();
    t.x = wend_v3(-2, 0, 0);  // mirrored
    wend_vec3 n = light_world_normal(&t, wend_v3(1, 0, 0));
    CHECK_NEAR(n.x, -1, 1e-6);
    n = light_world_normal(&t, wend_v3(0, 1, 0));
    CHECK_NEAR(n.y, 1, 1e-6);
    t = wend_transform_identity();
    t.y = wend_v3(0, 2, 0);  // stretched: a slope becomes steeper
    n = light_world_normal(&t, wend_v3(sqrtf(0.5f), sqrtf(0.5f), 0));
    CHECK_NEAR(n.x / n.y, 2, 1e-5);
    t.x = t.y = t.z = wend_v3(0, 0, 0);
    n = light_world_normal(&t, wend_v3(1, 0, 0));
    CHECK_NEAR(n.y, 1, 0);
}
