#include "scene/builder.h"
#include "sense/playhouse.h"
#include "test.h"

#include "wend/sense.h"

enum { SIDE = 200, PIXELS = SIDE * SIDE };

typedef struct picture {
    uint8_t rgb[3 * PIXELS];
    float depth[PIXELS];
    uint16_t category[PIXELS];
    uint32_t object[PIXELS];
} picture;

static wend_frame frame_of(picture* p) {
    return (wend_frame){p->rgb, p->depth, p->category, p->object};
}

static uint64_t hash_of(const picture* p) { return wend_hash(p, sizeof *p, 0); }

static wend_scene* small_house(void) {
    wend_error error;
    wend_scene* scene;
    playhouse_def def = {.rooms = 2, .things = 10, .fineness = 8, .seed = 3};
    CHECK_OK(playhouse_build(&def, &scene, &error));
    return scene;
}

static wend_camera_pose gaze_at(int i) {
    wend_rng rng = wend_rng_make(5, (uint64_t)i);
    float x = wend_rng_between(&rng, -2, 7), z = wend_rng_between(&rng, -2, 7);
    float y = wend_rng_between(&rng, 0.2f, 2.4f), heading = wend_rng_between(&rng, -3, 3);
    return (wend_camera_pose){wend_v3(x, y, z), heading, wend_rng_between(&rng, -0.6f, 0.6f)};
}

TEST(every_set_of_instructions_gives_the_same_bytes) {
    wend_error error;
    wend_scene* scene = small_house();
    wend_view* view;
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    static picture first, other;
    for (int i = 0; i < 24; i++) {
        wend_camera_pose camera_pose = gaze_at(i);
        for (int simd = 0; simd < WEND_SIMD_COUNT; simd++) {
            if (!wend_simd_is_supported((wend_simd)simd)) continue;
            wend_camera camera = wend_camera_default_def();
            camera.width = SIDE - i;
            camera.height = SIDE - 2 * i;
            camera.textured = i % 2;
            camera.smooth = i % 4 == 1;
            camera.simd = (wend_simd)simd;
            wend_renderer* eye;
            CHECK_OK(wend_renderer_create(&camera, &eye, &error));
            picture* out = simd ? &other : &first;
            memset(out, 0, sizeof *out);
            wend_frame frame = frame_of(out);
            CHECK_OK(wend_renderer_render(eye, view, &camera_pose, &frame, &error));
            CHECK_INT(hash_of(out), hash_of(&first));
            wend_renderer_destroy(eye);
        }
    }
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

static void look(const wend_scene* scene, const wend_camera* camera, wend_camera_pose camera_pose,
                 picture* out) {
    wend_error error;
    wend_view* view;
    wend_renderer* eye;
    wend_frame frame = frame_of(out);
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(camera, &eye, &error));
    CHECK_OK(wend_renderer_render(eye, view, &camera_pose, &frame, &error));
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
}

TEST(a_pose_outside_of_the_scene_sees_only_sky) {
    wend_scene* scene = small_house();
    wend_camera camera = wend_camera_default_def();
    camera.width = camera.height = SIDE;
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(100, 50, 100), 0, 1.0f}, &p);
    for (int i = 0; i < PIXELS; i++) {
        CHECK(p.depth[i] == camera.depth_max);
        CHECK_INT(p.object[i], 0);
        CHECK_INT(p.category[i], 0);
        CHECK_INT(p.rgb[3 * i], camera.sky[0]);
    }
    wend_scene_destroy(scene);
}

TEST(a_camera_without_area_is_refused) {
    wend_error error;
    wend_renderer* eye;
    wend_camera camera = wend_camera_default_def();
    camera.width = 0;
    CHECK_INT(wend_renderer_create(&camera, &eye, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "0 x 256 pixels");
    camera = wend_camera_default_def();
    camera.hfov = NAN;
    CHECK_INT(wend_renderer_create(&camera, &eye, &error), WEND_ARGUMENT);
}

// ---- scenes of a few triangles ----------------------------------------------------------------

typedef struct corner3 {
    wend_vec3 p[3];
} corner3;

static wend_scene* scene_of(const corner3* triangles, int count, uint32_t flags, bool movable) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t red[4] = {200, 40, 30, 255};
    uint32_t material = scene_builder_material(&b, "red", red, 0, flags);
    for (int i = 0; i < count; i++) {
        uint32_t mesh = scene_builder_mesh_begin(&b, "triangle");
        for (int k = 0; k < 3; k++)
            scene_builder_vertex(&b, triangles[i].p[k], wend_v3(0, 1, 0), (wend_vec2){0, 0});
        scene_builder_triangle(&b, 0, 1, 2);
        scene_builder_mesh_end(&b);
        wend_object fields = {.category = WEND_CATEGORY_BOX,
                              .flags = movable ? WEND_OBJECT_MOVABLE : 0};
        uint32_t object = scene_builder_object(&b, &fields, "thing");
        scene_builder_instance(&b, object, mesh, material, wend_transform_identity());
    }
    CHECK_OK(scene_builder_finish(&b, "triangles", "triangles", &scene, &error));
    return scene;
}

static wend_camera square_camera(void) {
    wend_camera camera = wend_camera_default_def();
    camera.width = camera.height = SIDE;
    return camera;
}

// Two triangles that fill a square of side 2 s across the view at depth d, seen from the front.
static void wall_at(float d, float s, corner3 out[2]) {
    wend_vec3 a = wend_v3(-s, -s, -d), b = wend_v3(s, -s, -d), c = wend_v3(s, s, -d);
    out[0] = (corner3){{a, b, c}};
    out[1] = (corner3){{a, c, wend_v3(-s, s, -d)}};
}

TEST(an_empty_scene_is_sky) {
    wend_scene* scene = scene_of(NULL, 0, 0, false);
    wend_camera camera = square_camera();
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    for (int i = 0; i < PIXELS; i++) CHECK(p.depth[i] == 100 && p.object[i] == 0);
    wend_scene_destroy(scene);
}

TEST(a_wall_five_centimetres_away_fills_the_image) {
    corner3 wall[2];
    wall_at(0.05f, 30, wall);
    wend_scene* scene = scene_of(wall, 2, 0, false);
    wend_camera camera = square_camera();
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    for (int i = 0; i < PIXELS; i++) {
        CHECK_NEAR(p.depth[i], 0.05, 1e-6);
        CHECK(p.object[i] == 1 || p.object[i] == 2);
    }
    wend_scene_destroy(scene);
}

TEST(a_floor_below_the_camera_is_cut_at_the_near_plane) {
    corner3 floor = {{wend_v3(-90, -1, 90), wend_v3(90, -1, 90), wend_v3(0, -1, -90)}};
    wend_scene* scene = scene_of(&floor, 1, 0, false);
    wend_camera camera = square_camera();
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    for (int y = 0; y < SIDE; y++) {
        float down = ((float)y + 0.5f) / (SIDE / 2) - 1;  // tangent of the angle below the horizon
        int i = y * SIDE + SIDE / 2;
        if (down < 0.02f) continue;
        CHECK_INT(p.object[i], 1);
        CHECK_NEAR(p.depth[i], 1 / down, 1e-3 / down);
    }
    wend_scene_destroy(scene);
}

TEST(backs_are_seen_of_double_sided_surfaces_only) {
    corner3 wall[2];
    wall_at(2, 30, wall);
    wend_camera camera = square_camera();
    wend_camera_pose behind = {wend_v3(0, 0, -4), (float)WEND_PI, 0};
    for (int both = 0; both < 2; both++) {
        wend_scene* scene = scene_of(wall, 2, both ? WEND_MATERIAL_DOUBLE_SIDED : 0, false);
        static picture p;
        look(scene, &camera, behind, &p);
        CHECK_INT(p.object[PIXELS / 2 + 50] != 0, both);
        wend_scene_destroy(scene);
    }
}

TEST(glass_is_not_seen) {
    corner3 wall[2];
    wall_at(2, 30, wall);
    wend_camera camera = square_camera();
    wend_scene* scene = scene_of(wall, 2, WEND_MATERIAL_GLASS, false);
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    for (int i = 0; i < PIXELS; i++) CHECK_INT(p.object[i], 0);
    wend_scene_destroy(scene);
}

// ---- textures ---------------------------------------------------------------------------------

enum { TEXELS = 4 };

static uint8_t texel_at(int u, int v) {
    return (uint8_t)(40 + 8 * ((u & (TEXELS - 1)) * 5 + (v & (TEXELS - 1)) * 7 % 11));
}

// Small triangles before the wall, so that tiles show several surfaces.
static void add_confetti(scene_builder* b) {
    const uint8_t red[4] = {200, 40, 30, 255};
    uint32_t material = scene_builder_material(b, "red", red, 0, WEND_MATERIAL_DOUBLE_SIDED);
    uint32_t mesh = scene_builder_mesh_begin(b, "confetti");
    for (uint32_t i = 0; i < 30; i++) {
        wend_rng rng = wend_rng_make(8, i);
        wend_vec3 at = {.x = wend_rng_between(&rng, -0.8f, 0.8f), .z = -0.9f};
        at.y = wend_rng_between(&rng, -0.8f, 0.8f);
        for (int k = 0; k < 3; k++)
            scene_builder_vertex(b, wend_v3(at.x + 0.03f * (k == 1), at.y + 0.03f * (k == 2), at.z),
                                 wend_v3(0, 0, 1), (wend_vec2){0, 0});
        scene_builder_triangle(b, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    scene_builder_mesh_end(b);
    wend_object fields = {.category = WEND_CATEGORY_BOX};
    scene_builder_instance(b, scene_builder_object(b, &fields, "confetti"), mesh, material,
                           wend_transform_identity());
}

// A square of 2 x 2 m, a metre ahead, with a texture of 4 x 4 greys over it, once.
static wend_scene* papered_wall(uint32_t flags) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t white[4] = {255, 255, 255, 255};
    uint8_t pixels[4 * TEXELS * TEXELS];
    for (int i = 0; i < TEXELS * TEXELS; i++) {
        memset(pixels + 4 * i, texel_at(i % TEXELS, i / TEXELS), 3);
        pixels[4 * i + 3] = 255;
    }
    uint32_t texture = scene_builder_texture(&b, "paper", TEXELS, TEXELS, pixels);
    uint32_t material = scene_builder_material(&b, "paper", white, texture, flags);
    uint32_t mesh = scene_builder_mesh_begin(&b, "wall");
    for (int k = 0; k < 4; k++) {
        int x = k == 1 || k == 2, y = k >= 2;
        scene_builder_vertex(&b, wend_v3(x ? 1 : -1, y ? 1 : -1, -1), wend_v3(0, 0, 1),
                             (wend_vec2){(float)x, (float)!y});
    }
    scene_builder_triangle(&b, 0, 1, 2);
    scene_builder_triangle(&b, 0, 2, 3);
    scene_builder_mesh_end(&b);
    wend_object fields = {.category = WEND_CATEGORY_WALL};
    scene_builder_instance(&b, scene_builder_object(&b, &fields, "wall"), mesh, material,
                           wend_transform_identity());
    add_confetti(&b);
    CHECK_OK(scene_builder_finish(&b, "wall", "wall", &scene, &error));
    return scene;
}

// What is between the middles of texels, at a place that is counted in texels.
static double mixed_texel(double u, double v) {
    u -= 0.5;
    v -= 0.5;
    int left = (int)floor(u), upper = (int)floor(v);
    double right = u - left, down = v - upper;
    double above = texel_at(left, upper) * (1 - right) + texel_at(left + 1, upper) * right;
    double below = texel_at(left, upper + 1) * (1 - right) + texel_at(left + 1, upper + 1) * right;
    return above * (1 - down) + below * down;
}

// The wall fills the image, so column and row determine the texel.
static void check_paper(bool smooth, uint32_t flags) {
    wend_scene* scene = papered_wall(flags);
    wend_camera camera = square_camera();
    camera.smooth = smooth;
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    int others = 0;
    bool mixes = smooth && !(flags & WEND_MATERIAL_CUTOUT);
    for (int y = 1; y < SIDE - 1; y++)
        for (int x = 1; x < SIDE - 1; x++) {
            double u = (x + 0.5) * TEXELS / SIDE, v = (y + 0.5) * TEXELS / SIDE;
            if (p.category[y * SIDE + x] != WEND_CATEGORY_WALL) {
                others++;
                continue;
            }
            double wanted = mixes ? mixed_texel(u, v) : texel_at((int)u, (int)v);
            CHECK_NEAR(p.rgb[3 * (y * SIDE + x)], wanted, 3);
        }
    CHECK(others > 50 && others < PIXELS / 20);
    wend_scene_destroy(scene);
}

TEST(a_texture_shows_its_nearest_texels) { check_paper(false, 0); }
TEST(a_smooth_texture_is_mixed_from_four_texels) { check_paper(true, 0); }
TEST(a_texture_with_holes_is_never_smooth) { check_paper(true, WEND_MATERIAL_CUTOUT); }

// ---- edges ------------------------------------------------------------------------------------

// A fan of thin triangles around a point: every pixel of the disc must belong to one of them.
TEST(shared_edges_leave_no_cracks) {
    enum { SPOKES = 97 };
    corner3 fan[SPOKES];
    for (int i = 0; i < SPOKES; i++) {
        double a = 2 * WEND_PI * i / SPOKES, b = 2 * WEND_PI * ((i + 1) % SPOKES) / SPOKES;
        fan[i] = (corner3){{wend_v3(0.013f, -0.027f, -3),
                            wend_v3((float)(40 * cos(a)), (float)(40 * sin(a)), -3.3f),
                            wend_v3((float)(40 * cos(b)), (float)(40 * sin(b)), -3.3f)}};
    }
    wend_scene* scene = scene_of(fan, SPOKES, 0, false);
    wend_camera camera = square_camera();
    static picture p;
    for (int turn = 0; turn < 20; turn++) {
        wend_camera_pose camera_pose = {wend_v3(0.01f * (float)turn, 0, 0), 0.02f * (float)turn,
                                        0.01f};
        look(scene, &camera, camera_pose, &p);
        for (int i = 0; i < PIXELS; i++) CHECK(p.object[i] != 0);
    }
    wend_scene_destroy(scene);
}

TEST(depth_is_clipped_and_scaled_as_habitat_does) {
    corner3 wall[2];
    wall_at(4, 30, wall);
    wend_scene* scene = scene_of(wall, 2, 0, false);
    wend_camera camera = square_camera();
    camera.depth_min = 0.5f;
    camera.depth_max = 10;
    camera.depth_unit = true;
    static picture p;
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 0), 0, 0}, &p);
    CHECK_NEAR(p.depth[0], 3.5 / 9.5, 1e-5);
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, 20), 0, 0}, &p);
    CHECK_NEAR(p.depth[0], 1, 0);
    look(scene, &camera, (wend_camera_pose){wend_v3(0, 0, -3.7f), 0, 0}, &p);
    CHECK_NEAR(p.depth[0], 0, 0);
    wend_scene_destroy(scene);
}

// ---- moved objects ----------------------------------------------------------------------------

TEST(a_moved_object_is_seen_at_its_new_position) {
    wend_error error;
    corner3 wall[2];
    wall_at(4, 0.5f, wall);
    wend_scene* scene = scene_of(wall, 2, 0, true);
    wend_view* view;
    wend_renderer* eye;
    wend_camera camera = square_camera();
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    static picture p;
    wend_frame frame = frame_of(&p);
    wend_camera_pose camera_pose = {wend_v3(0, 0, 0), 0, 0};
    wend_transform nearer = wend_transform_identity();
    nearer.origin = wend_v3(0, 0, 2);
    wend_moved moved[2] = {{0, nearer}, {1, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}};
    CHECK_OK(wend_renderer_render_moved(eye, view, &camera_pose, moved, 2, &frame, &error));
    int seen = 0;
    for (int i = 0; i < PIXELS; i++) {
        CHECK(p.object[i] == 0 || p.object[i] == 1);  // the second one is hidden
        if (p.object[i]) CHECK_NEAR(p.depth[i], 2, 1e-5);
        seen += p.object[i] != 0;
    }
    CHECK_NEAR(seen, SIDE * SIDE / 32.0, SIDE);  // half of a square of a quarter of the width
    CHECK_OK(wend_renderer_render(eye, view, &camera_pose, &frame, &error));
    CHECK_NEAR(p.depth[PIXELS / 2 + SIDE / 2], 4, 1e-5);
    moved[0].instance = 7;
    CHECK_INT(wend_renderer_render_moved(eye, view, &camera_pose, moved, 1, &frame, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "instance 7");
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

// Objects that hide each other one after the other, each up to a column of a small image.
static void check_pile(int columns) {
    enum { PILE = 200, WIDTH = 16 };
    wend_error error;
    corner3 pile[PILE] = {
        {{wend_v3(-300, 0, -10), wend_v3(100, -300, -10), wend_v3(100, 300, -10)}}};
    wend_moved moved[PILE] = {{0, wend_transform_identity()}};
    for (int i = 1; i < PILE; i++) {
        float d = 9 - 0.04f * (float)i, x = d * (float)(columns - WIDTH / 2) / (WIDTH / 2);
        pile[i] = (corner3){{wend_v3(-200, 0, -d), wend_v3(x, -60, -d), wend_v3(x, 60, -d)}};
        moved[i] = (wend_moved){(uint32_t)i, wend_transform_identity()};
    }
    wend_scene* scene = scene_of(pile, PILE, 0, true);
    wend_view* view;
    wend_renderer* eye;
    wend_camera camera = square_camera();
    camera.width = camera.height = WIDTH;
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    static picture p;
    wend_frame frame = frame_of(&p);
    wend_camera_pose camera_pose = {wend_v3(0, 0, 0), 0, 0};
    CHECK_OK(wend_renderer_render_moved(eye, view, &camera_pose, moved, PILE, &frame, &error));
    for (int i = 0; i < WIDTH * WIDTH; i++) {
        bool on_top = i % WIDTH < columns;
        CHECK_INT(p.object[i], on_top ? PILE : 1);
        CHECK_NEAR(p.depth[i], on_top ? 9 - 0.04 * (PILE - 1) : 10, 1e-4);
    }
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

TEST(an_image_may_be_covered_more_often_than_it_has_tiles) { check_pile(8); }
TEST(a_tile_is_drawn_into_more_often_than_it_has_pixels) { check_pile(4); }

TEST(objects_that_are_not_movable_are_refused) {
    wend_error error;
    corner3 wall[2];
    wall_at(4, 0.5f, wall);
    wend_scene* scene = scene_of(wall, 2, 0, false);
    wend_view* view;
    wend_renderer* eye;
    wend_camera camera = square_camera();
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_renderer_create(&camera, &eye, &error));
    wend_camera_pose camera_pose = {wend_v3(0, 0, 0), 0, 0};
    wend_frame frame = {0};
    wend_moved moved = {1, wend_transform_identity()};
    CHECK_INT(wend_renderer_render_moved(eye, view, &camera_pose, &moved, 1, &frame, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "neither a door nor movable");
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

// ---- threads and memory -----------------------------------------------------------------------

enum { POSES = 32 };

typedef struct many {
    const wend_view* view;
    wend_renderer* eyes[8];
    picture* pictures;  // [POSES]
} many;

static void look_once(void* context, int index, int worker) {
    many* m = context;
    wend_error error;
    wend_camera_pose camera_pose = gaze_at(index);
    wend_frame frame = frame_of(&m->pictures[index]);
    CHECK_OK(wend_renderer_render(m->eyes[worker], m->view, &camera_pose, &frame, &error));
}

TEST(any_number_of_threads_gives_the_same_pixels_and_allocates_nothing) {
    wend_error error;
    wend_scene* scene = small_house();
    wend_view* view;
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    many m = {.view = view, .pictures = wend_alloc_zero(POSES, sizeof(picture))};
    wend_camera camera = square_camera();
    for (int i = 0; i < 8; i++) CHECK_OK(wend_renderer_create(&camera, &m.eyes[i], &error));
    uint64_t first = 0;
    static const int threads[3] = {1, 2, 8};
    for (int k = 0; k < 3; k++) {
        wend_pool* pool;
        CHECK_OK(wend_pool_create(threads[k], &pool, &error));
        uint64_t calls = wend_memory_get_stats().calls;
        wend_pool_run(pool, POSES, look_once, &m);
        CHECK_INT(wend_memory_get_stats().calls, calls);
        uint64_t hash = wend_hash(m.pictures, POSES * sizeof(picture), 0);
        if (k == 0) first = hash;
        CHECK_INT(hash, first);
        wend_pool_destroy(pool);
    }
    for (int i = 0; i < 8; i++) wend_renderer_destroy(m.eyes[i]);
    wend_free(m.pictures);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

static wend_status make_and_look(void* context, wend_error* error) {
    wend_view* view = NULL;
    wend_renderer* eye = NULL;
    wend_camera camera = square_camera();
    wend_status status = wend_view_create(context, NULL, &view, error);
    if (status == WEND_OK) status = wend_renderer_create(&camera, &eye, error);
    wend_renderer_destroy(eye);
    wend_view_destroy(view);
    return status;
}

TEST(creating_a_renderer_survives_every_failing_allocation) {
    wend_scene* scene = small_house();
    test_each_allocation(make_and_look, scene, 1000);
    wend_scene_destroy(scene);
}
