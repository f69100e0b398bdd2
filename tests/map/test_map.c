#include <stdlib.h>

#include "map/painted_room.h"
#include "test.h"

#include "wend/category.h"

// 6 m wide, 8 m long, and a table-high box right of the middle.
static painted_room room_with_box(void) {
    return (painted_room){.walls = {{-3, 0, -4}, {3, 2.5f, 4}},
                          .boxes = {{{1, 0, -1}, {2, 0.8f, 1}}},
                          .box_count = 1};
}

static wend_map* map_of(const wend_map_def* def) {
    wend_error error;
    wend_map* map;
    CHECK_OK(wend_map_create(def, &map, &error));
    return map;
}

static uint64_t hash_of(const wend_map* map) {
    uint64_t hash = 0;
    for (int level = 0; level < wend_map_level_count(map); level++) {
        wend_map_grid g = wend_map_get_grid(map, level);
        size_t cells = (size_t)g.width * (size_t)g.height;
        hash = wend_hash(g.state, cells, hash);
        hash = wend_hash(g.label, cells, hash);
        hash = wend_hash(g.relevance, cells, hash);
    }
    return hash;
}

TEST(a_room_seen_from_its_middle_has_free_floor_and_occupied_walls) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    CHECK_INT(wend_map_state(map, -1, 0), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, -2.85f, -1), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, 0, 3.55f), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, 1.05f, 0), WEND_CELL_OCCUPIED);  // the near side of the box
    bool wall = wend_map_state(map, -3.05f, 0) == WEND_CELL_OCCUPIED ||
                wend_map_state(map, -2.95f, 0) == WEND_CELL_OCCUPIED;
    CHECK(wall);
    CHECK_INT(wend_map_state(map, 2.6f, 0), WEND_CELL_UNKNOWN);  // hidden behind the box
    CHECK_INT(wend_map_state(map, 4, 0), WEND_CELL_UNKNOWN);     // beyond the wall
    CHECK_INT(wend_map_state(map, 400, 0), WEND_CELL_UNKNOWN);   // beyond the grid
    wend_map_destroy(map);
}

TEST(no_cell_of_the_floor_is_occupied_and_no_cell_of_a_wall_is_free) {
    painted_room room = room_with_box();
    for (int size = 0; size < 5; size++) {
        wend_map_def def = wend_map_default_def();
        def.cell = (const float[]){0.05f, 0.1f, 0.125f, 0.4f, 0.8f}[size];
        wend_map* map = map_of(&def);
        painted_room_map_around(&room, wend_v3(-1, 0, 0.3f), 12, map);
        wend_map_grid g = wend_map_get_grid(map, 0);
        int free_cells = 0;
        for (int j = 0; j < g.height; j++)
            for (int i = 0; i < g.width; i++) {
                float x0 = g.x + (float)i * g.cell, z0 = g.z + (float)j * g.cell;
                float x1 = x0 + g.cell, z1 = z0 + g.cell;
                float slack = 0.01f;
                bool inside =
                    x0 > -3 + slack && x1 < 3 - slack && z0 > -4 + slack && z1 < 4 - slack;
                bool clear_of_box =
                    x1 < 1 - slack || x0 > 2 + slack || z1 < -1 - slack || z0 > 1 + slack;
                uint8_t state = g.state[j * g.width + i];
                if (inside && clear_of_box) CHECK(state != WEND_CELL_OCCUPIED);
                if (x1 < -3 - slack || x0 > 3 + slack || z1 < -4 - slack || z0 > 4 + slack)
                    CHECK(state == WEND_CELL_UNKNOWN);
                free_cells += state == WEND_CELL_FREE;
            }
        // Of 46 square metres; coarse cells lose more of them to the walls.
        CHECK((float)free_cells * g.cell * g.cell > (g.cell < 0.3f ? 35 : 15));
        wend_map_destroy(map);
    }
}

TEST(low_objects_are_steps_and_high_ones_do_not_block) {
    painted_room room = {.walls = {{-3, 0, -4}, {3, 2.5f, 4}},
                         .boxes = {{{-0.5f, 0, -2}, {0.5f, 0.1f, -1.5f}},
                                   {{-0.5f, 1.7f, -3}, {0.5f, 2, -2.6f}},
                                   {{1.2f, 0, -2}, {1.6f, 0.4f, -1.5f}}},
                         .box_count = 3};
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(0, 0, 0), 12, map);
    CHECK_INT(wend_map_state(map, 0, -1.75f), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, 0, -2.85f), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, 1.35f, -1.55f), WEND_CELL_OCCUPIED);
    CHECK_NEAR(wend_map_ground(map, 0, -1.75f), 0.1f, 0.002);
    CHECK(isnan(wend_map_ground(map, 50, 0)));
    wend_map_destroy(map);
}

// The cell of a point in the layers of the grid.
static int cell_at(const wend_map_grid* g, float x, float z) {
    int column = (int)floorf((x - g->x) / g->cell), row = (int)floorf((z - g->z) / g->cell);
    CHECK(column >= 0 && column < g->width && row >= 0 && row < g->height);
    return row * g->width + column;
}

TEST(labels_are_at_the_positions_of_objects) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    wend_map_grid grid = wend_map_get_grid(map, 0);
    CHECK_INT(grid.label[cell_at(&grid, 1.05f, 0)], 1);
    CHECK_INT(grid.label[cell_at(&grid, 0, 0)], 0);
    CHECK_INT(grid.label[cell_at(&grid, -2.95f, 0)], 0);
    wend_map_destroy(map);
}

TEST(relevance_of_a_cell_is_the_highest_it_was_given) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    wend_error error;
    static float depth[64 * 64], relevance[64 * 64];
    wend_pose pose = {.feet = {0, 0, 0}};
    painted_room_look(&room, &pose, 1, 64, depth, NULL);
    wend_map_frame frame = {.width = 64,
                            .height = 64,
                            .hfov = 90,
                            .eye_height = 1,
                            .depth = depth,
                            .relevance = relevance};
    const float given[3] = {0.25f, 0.75f, 0.5f};
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64 * 64; i++) relevance[i] = given[round];
        CHECK_OK(wend_map_integrate(map, &frame, &pose, &error));
    }
    wend_map_grid grid = wend_map_get_grid(map, 0);
    int near = grid.relevance[cell_at(&grid, 0.05f, -3.95f)],
        far = grid.relevance[cell_at(&grid, 0.05f, -4.05f)];
    CHECK_NEAR((near > far ? near : far) / 255.0, 0.75, 0.003);
    CHECK_INT(grid.relevance[cell_at(&grid, 0.05f, -2)], 0);  // the floor has none
    wend_map_destroy(map);
}

TEST(a_map_grows_in_every_direction_and_keeps_what_it_had) {
    painted_room room = {.walls = {{-30, 0, -30}, {30, 2.5f, 30}}};
    wend_map* map = map_of(NULL);
    const wend_vec3 way[5] = {{0, 0, 0}, {15, 0, 0}, {0, 0, 15}, {-15, 0, 0}, {0, 0, -15}};
    for (int k = 0; k < 5; k++) painted_room_map_around(&room, way[k], 4, map);
    for (int k = 0; k < 5; k++) CHECK_INT(wend_map_state(map, way[k].x, way[k].z), WEND_CELL_FREE);
    CHECK_INT(wend_map_state(map, -22.5f, 0), WEND_CELL_FREE);
    wend_map_destroy(map);
}

TEST(a_map_never_grows_beyond_its_limit) {
    painted_room room = {.walls = {{-300, 0, -300}, {300, 2.5f, 300}}};
    wend_map_def def = wend_map_default_def();
    def.max_side = 256;
    wend_map* map = map_of(&def);
    for (int k = 0; k < 12; k++)
        painted_room_map_around(&room, wend_v3((float)(k * 7), 0, (float)(-k * 9)), 4, map);
    wend_map_grid g = wend_map_get_grid(map, 0);
    CHECK(g.width <= 256 && g.height <= 256);
    CHECK_INT(wend_map_state(map, 0, 0), WEND_CELL_FREE);
    wend_map_destroy(map);
}

TEST(as_far_as_it_reaches_a_map_at_its_limit_holds_what_a_larger_one_does) {
    painted_room room = room_with_box();
    wend_map_def def = wend_map_default_def();
    def.max_side = 64;
    wend_map *small = map_of(&def), *large = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, small);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, large);
    wend_map_grid g = wend_map_get_grid(small, 0);
    int known = 0;
    CHECK(g.width <= 64 && wend_map_get_grid(large, 0).width > g.width);
    for (int k = 0; k < g.width * g.height; k++) {
        float x = g.x + ((float)(k % g.width) + 0.5f) * g.cell;
        float z = g.z + ((float)(k / g.width) + 0.5f) * g.cell;
        float top = wend_map_top(small, x, z), same = wend_map_top(large, x, z);
        if (isnan(top)) continue;
        CHECK(top == same);
        CHECK_INT(wend_map_state(small, x, z), wend_map_state(large, x, z));
        known++;
    }
    CHECK(known > 500);
    wend_map_destroy(small);
    wend_map_destroy(large);
}

TEST(the_same_images_give_the_same_map_after_a_reset) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    uint64_t first = hash_of(map);
    painted_room_map_around(&room, wend_v3(0, 0, 3), 12, map);
    wend_map_reset(map);
    CHECK_INT(wend_map_level_count(map), 0);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    CHECK(hash_of(map) == first);
    wend_map_destroy(map);
}

TEST(a_mark_overrules_what_was_seen_and_can_be_taken_back) {
    painted_room room = room_with_box();
    wend_error error;
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    wend_vec3 at = wend_v3(-2, 0, -2);
    CHECK_OK(wend_map_mark(map, at, 0.25f, WEND_CELL_OCCUPIED, &error));
    CHECK_INT(wend_map_state(map, -2.15f, -2), WEND_CELL_OCCUPIED);
    CHECK_INT(wend_map_state(map, -2.45f, -2), WEND_CELL_FREE);
    CHECK_OK(wend_map_mark(map, at, 0.25f, WEND_CELL_FREE, &error));
    CHECK_INT(wend_map_state(map, -2.15f, -2), WEND_CELL_FREE);
    CHECK_OK(wend_map_mark(map, at, 0.25f, WEND_CELL_UNKNOWN, &error));
    CHECK_INT(wend_map_state(map, -2.15f, -2), WEND_CELL_UNKNOWN);
    CHECK(wend_map_mark(map, wend_v3(NAN, 0, 0), 1, WEND_CELL_FREE, &error) == WEND_ARGUMENT);
    wend_map_destroy(map);
}

TEST(feet_that_rise_by_a_storey_are_on_another_level_and_find_the_old_one_again) {
    painted_room room = {.walls = {{-30, -20, -30}, {30, 20, 30}}};
    wend_map* map = map_of(NULL);
    for (int k = 0; k <= 20; k++) {  // 2.8 m up over 14 steps, then along
        float rise = k <= 14 ? 0.2f * (float)k : 2.8f;
        wend_pose pose = {.feet = {0, rise, -0.25f * (float)k}};
        painted_room_map(&room, &pose, map);
    }
    CHECK_INT(wend_map_level_count(map), 2);
    CHECK_INT(wend_map_level(map), 1);
    CHECK_NEAR(wend_map_level_height(map, 1), 2.8, 0.06);
    wend_vec3 link;
    CHECK(wend_map_level_link(map, 1, 0, &link));
    CHECK(link.y > 1 && link.y < 2);
    for (int k = 14; k >= 0; k--) {
        wend_pose pose = {.feet = {0, 0.2f * (float)k, -0.25f * (float)k}};
        painted_room_map(&room, &pose, map);
    }
    CHECK_INT(wend_map_level_count(map), 2);
    CHECK_INT(wend_map_level(map), 0);
    wend_map_destroy(map);
}

TEST(a_climbing_map_takes_stairs_for_ground_and_a_bench_for_an_obstacle) {
    painted_room room = {.walls = {{-2, 0, -8}, {2, 6, 2}}, .box_count = 7};
    for (int k = 0; k < 6; k++)  // treads of 0.3 m, 0.17 m high each
        room.boxes[k] = (wend_aabb){{-1, 0, -1.3f - 0.3f * (float)k},
                                    {1, 0.17f * (float)(k + 1), -1 - 0.3f * (float)k}};
    room.boxes[6] = (wend_aabb){{1.2f, 0, -1.5f}, {1.8f, 0.5f, -1}};
    wend_map_def def = wend_map_default_def();
    def.climb = true;
    def.cell = 0.05f;
    wend_map* map = map_of(&def);
    painted_room_map_around(&room, wend_v3(0, 0, 0), 12, map);
    for (int k = 1; k < 4; k++) {
        wend_pose pose = {.feet = {0, 0.17f * (float)k, -0.85f - 0.3f * (float)k}};
        painted_room_map(&room, &pose, map);
    }
    wend_route* route;
    wend_error error;
    CHECK_OK(wend_route_create(&route, &error));
    wend_route_from from = wend_route_default_from();
    from.x = 0;
    from.z = 0.2f;
    CHECK_OK(wend_route_spread(route, map, &from, &error));
    CHECK(wend_route_distance(route, 0, -2.3f) < 3.5f);
    CHECK(isinf(wend_route_distance(route, 1.5f, -1.25f)));  // on the bench
    wend_route_destroy(route);
    wend_map_destroy(map);
}

TEST(invalid_poses_and_images_are_refused_or_ignored) {
    wend_error error;
    wend_map* map = map_of(NULL);
    static float depth[32 * 32];
    const float odd[8] = {NAN, INFINITY, -INFINITY, -1, 0, 1e30f, 1e-30f, -0.0f};
    wend_rng rng = wend_rng_make(7, 7);
    wend_map_frame frame = {.width = 32, .height = 32, .hfov = 90, .depth = depth};
    for (int round = 0; round < 500; round++) {
        for (int i = 0; i < 32 * 32; i++)
            depth[i] = wend_rng_chance(&rng, 0.5f) ? odd[wend_rng_below(&rng, 8)]
                                                   : wend_rng_between(&rng, 0, 12);
        float values[6];
        for (int i = 0; i < 6; i++)
            values[i] = wend_rng_chance(&rng, 0.1f) ? odd[wend_rng_below(&rng, 8)]
                                                    : wend_rng_between(&rng, -3, 3);
        wend_pose pose = {{values[0], values[1], values[2]}, values[3], values[4]};
        frame.eye_height = values[5];
        (void)wend_map_integrate(map, &frame, &pose, &error);
        wend_frontier frontiers[8];
        wend_map_frontiers(map, 1, frontiers, 8);
        wend_map_gain(map, values[0], values[2], 5, 2);
        wend_map_is_clear(map, values[0], values[1], values[2], values[3], values[4], true);
    }
    wend_map_grid g = wend_map_get_grid(map, 0);
    CHECK(g.width <= 512 && g.height <= 512);
    frame.depth = NULL;
    wend_pose pose = {0};
    frame.eye_height = 1;
    CHECK(wend_map_integrate(map, &frame, &pose, &error) == WEND_ARGUMENT);
    wend_map_def def = wend_map_default_def();
    def.cell = NAN;
    wend_map* none;
    CHECK(wend_map_create(&def, &none, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "cell");
    wend_map_destroy(map);
}

// The rows that look straight down see as far to the sides as those that look ahead: a map that is
// new has to make room for both.
TEST(an_image_that_looks_down_fits_its_map_whatever_the_heading) {
    enum { WIDE = 32 };
    static float depth[WIDE * WIDE];
    for (int i = 0; i < WIDE * WIDE; i++) depth[i] = 4;
    wend_map_frame frame = {
        .width = WIDE, .height = WIDE, .hfov = 90, .eye_height = 1.25f, .depth = depth};
    for (int k = 0; k < 72; k++) {
        wend_error error;
        wend_map* map = map_of(NULL);
        float heading = 0.2f + 0.2618f * (float)(k % 24), tilt = -0.4f - 0.5f * (float)(k / 24);
        wend_pose pose = {.heading = heading, .tilt = tilt};
        CHECK_OK(wend_map_integrate(map, &frame, &pose, &error));
        wend_map_grid g = wend_map_get_grid(map, 0);
        for (int corner = 0; corner < 4; corner++) {
            float up = corner & 1 ? 31.0f / WIDE : -31.0f / WIDE, side = corner & 2 ? up : -up;
            float ahead = 4 * (cosf(tilt) - up * sinf(tilt));
            float x = -sinf(heading) * ahead + cosf(heading) * 4 * side;
            float z = -cosf(heading) * ahead - sinf(heading) * 4 * side;
            CHECK(x > g.x && x < g.x + (float)g.width * g.cell);
            CHECK(z > g.z && z < g.z + (float)g.height * g.cell);
        }
        wend_map_destroy(map);
    }
}

TEST(an_image_of_known_ground_allocates_nothing) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    uint64_t calls = wend_memory_get_stats().calls;
    painted_room_map_around(&room, wend_v3(-1, 0, 0.5f), 12, map);
    CHECK(wend_memory_get_stats().calls == calls);
    wend_map_destroy(map);
}

static wend_status map_and_plan(void* context, wend_error* error) {
    const painted_room* room = context;
    static float depth[32 * 32];
    wend_map* map = NULL;
    wend_route* route = NULL;
    wend_route_from from = wend_route_default_from();
    wend_status status = wend_map_create(NULL, &map, error);
    for (int k = 0; k < 6 && status == WEND_OK; k++) {
        wend_pose pose = {.feet = {(float)k, 0, 0}, .heading = (float)k};
        painted_room_look(room, &pose, 1, 32, depth, NULL);
        wend_map_frame frame = {
            .width = 32, .height = 32, .hfov = 90, .eye_height = 1, .depth = depth};
        status = wend_map_integrate(map, &frame, &pose, error);
    }
    if (status == WEND_OK) status = wend_route_create(&route, error);
    if (status == WEND_OK) status = wend_route_spread(route, map, &from, error);
    wend_route_destroy(route);
    wend_map_destroy(map);
    return status;
}

TEST(a_map_without_memory_is_an_error_without_leaks) {
    painted_room room = {.walls = {{-30, 0, -30}, {30, 2.5f, 30}}};
    test_each_allocation(map_and_plan, &room, 100);
}

// ---- crops --------------------------------------------------------------------------------------

TEST(a_crop_turns_with_the_pose_so_that_ahead_is_up) {
    painted_room room = room_with_box();
    wend_error error;
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    uint8_t state[64 * 64], label[64 * 64];
    wend_map_crop crop = {.width = 64,
                          .height = 64,
                          .cell = 0.1f,
                          .x = -1.05f,
                          .z = 0.05f,
                          .state = state,
                          .label = label};
    // The box is at x = 1: 2.1 m to the right; after a quarter turn to the right, ahead.
    CHECK_OK(wend_map_cut(map, &crop, &error));
    CHECK_INT(label[32 * 64 + 32 + 21], 1);
    CHECK_INT(state[32 * 64 + 32], WEND_CELL_FREE);
    crop.heading = -(float)WEND_PI / 2;
    CHECK_OK(wend_map_cut(map, &crop, &error));
    CHECK_INT(label[(32 - 21) * 64 + 32], 1);
    CHECK_INT(label[32 * 64 + 32 + 21], 0);
    wend_map_destroy(map);
}

TEST(four_quarter_turns_of_a_crop_hold_the_same_cells) {
    painted_room room = room_with_box();
    wend_error error;
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    enum { N = 41 };
    static uint8_t straight[N * N], turned[N * N];
    wend_map_crop crop = {.width = N, .height = N, .cell = 0.1f, .x = 0.05f, .z = 0.05f};
    crop.state = straight;
    CHECK_OK(wend_map_cut(map, &crop, &error));
    crop.state = turned;
    for (int quarter = 1; quarter < 4; quarter++) {
        crop.heading = (float)quarter * (float)WEND_PI / 2;
        CHECK_OK(wend_map_cut(map, &crop, &error));
        for (int row = 0; row < N; row++)
            for (int column = 0; column < N; column++) {
                int right = column - N / 2, ahead = N / 2 - row;
                for (int k = 0; k < quarter;
                     k++) {  // a quarter to the left in the frame of the map
                    int was = right;
                    right = -ahead;
                    ahead = was;
                }
                CHECK_INT(turned[row * N + column], straight[(N / 2 - ahead) * N + N / 2 + right]);
            }
    }
    wend_map_destroy(map);
}

TEST(a_coarse_crop_keeps_every_obstacle) {
    painted_room room = {.walls = {{-3, 0, -4}, {3, 2.5f, 4}},
                         .boxes = {{{0.9f, 0, -2.1f}, {1, 1, -2}}},
                         .box_count = 1};
    wend_error error;
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(0, 0, 0), 12, map);
    uint8_t state[16 * 16], label[16 * 16];
    wend_map_crop crop = {.width = 16, .height = 16, .cell = 0.8f, .state = state, .label = label};
    CHECK_OK(wend_map_cut(map, &crop, &error));
    int labelled = 0;
    for (int i = 0; i < 16 * 16; i++) labelled += label[i] == 1 && state[i] == WEND_CELL_OCCUPIED;
    CHECK(labelled >= 1);
    crop.width = 0;
    CHECK(wend_map_cut(map, &crop, &error) == WEND_ARGUMENT);
    wend_map_destroy(map);
}

// ---- frontiers and sight ------------------------------------------------------------------------

TEST(each_frontier_cell_is_free_beside_unknown_and_a_closed_room_has_none) {
    painted_room room = {.walls = {{-2, 0, -2}, {2, 2.5f, 2}}};
    wend_map* map = map_of(NULL);
    wend_pose pose = {.feet = {0, 0, 0}};
    painted_room_map(&room, &pose, map);
    wend_frontier frontiers[16];
    int count = wend_map_frontiers(map, 1, frontiers, 16);
    CHECK(count > 0);
    for (int k = 0; k < count; k++) {
        CHECK_INT(wend_map_state(map, frontiers[k].x, frontiers[k].z), WEND_CELL_FREE);
        bool beside = false;
        for (int way = 0; way < 4; way++)
            beside |= wend_map_state(map, frontiers[k].x + (way == 0) * 0.1f - (way == 1) * 0.1f,
                                     frontiers[k].z + (way == 2) * 0.1f - (way == 3) * 0.1f) ==
                      WEND_CELL_UNKNOWN;
        CHECK(beside);
        CHECK(k == 0 || frontiers[k].cells <= frontiers[k - 1].cells);
    }
    painted_room_map_around(&room, wend_v3(0, 0, 0), 12, map);
    CHECK_INT(wend_map_frontiers(map, 2, frontiers, 16), 0);
    wend_map_destroy(map);
}

TEST(information_gain_is_higher_at_a_frontier_than_in_a_closed_corner) {
    painted_room room = {.walls = {{-2, 0, -20}, {2, 2.5f, 2}}};
    wend_map_def def = wend_map_default_def();
    def.range = 6;
    wend_map* map = map_of(&def);
    painted_room_map_around(&room, wend_v3(0, 0, 0), 12, map);
    float edge = wend_map_gain(map, 0, -5.5f, 5, 3), corner = wend_map_gain(map, -1.5f, 1.5f, 3, 3);
    CHECK(edge > 5);
    CHECK(corner < 0.5f);
    wend_map_destroy(map);
}

// Free ground with unknown and occupied cells strewn over it, up to the edges of the map.
static wend_map* strewn_map(wend_rng* rng, float share) {
    wend_map_def def = wend_map_default_def();
    def.max_side = 64;
    wend_map* map = map_of(&def);
    wend_error error;
    CHECK_OK(wend_map_mark(map, wend_v3(0, 0, 0), 5, WEND_CELL_FREE, &error));
    wend_map_grid g = wend_map_get_grid(map, 0);
    for (int k = 0; k < g.width * g.height; k++) {
        wend_vec3 at = {g.x + ((float)(k % g.width) + 0.5f) * g.cell, 0,
                        g.z + ((float)(k / g.width) + 0.5f) * g.cell};
        if (wend_rng_chance(rng, share))
            CHECK_OK(wend_map_mark(
                map, at, 0, wend_rng_chance(rng, 0.3f) ? WEND_CELL_UNKNOWN : WEND_CELL_OCCUPIED,
                &error));
    }
    return map;
}

TEST(frontiers_hold_every_free_cell_beside_what_is_unknown) {
    wend_rng rng = wend_rng_make(8, 8);
    for (int round = 0; round < 10; round++) {
        static wend_frontier frontiers[4096];
        wend_map* map = strewn_map(&rng, 0.03f * (float)round);
        wend_map_grid g = wend_map_get_grid(map, 0);
        int expected = 0, found = 0, w = g.width, h = g.height;
        for (int j = 0; j < h; j++)
            for (int i = 0; i < w; i++) {
                const uint8_t* s = g.state + j * w + i;
                bool edge = i == 0 || j == 0 || i == w - 1 || j == h - 1;
                expected += *s == WEND_CELL_FREE && (edge || !s[-1] || !s[1] || !s[-w] || !s[w]);
            }
        for (int again = 0; again < 2; again++) {  // nothing is left of the first time
            int count = wend_map_frontiers(map, 1, frontiers, 4096);
            found = 0;
            for (int k = 0; k < count; k++) found += frontiers[k].cells;
            CHECK_INT(found, expected);
        }
        CHECK(found > 0);
        wend_map_destroy(map);
    }
}

// Disc by disc, as the line is defined.
static bool is_line_clear(const wend_map_grid* g, wend_vec2 a, wend_vec2 b, float radius,
                          bool through_unknown) {
    float length = hypotf(b.x - a.x, b.y - a.y);
    int steps = (int)ceilf(length * 4);
    for (int s = 0; s <= steps; s++) {
        float share = steps ? (float)s / (float)steps : 0;
        float x = a.x + (b.x - a.x) * share, z = a.y + (b.y - a.y) * share;
        for (int j = -8; j < g->height + 8; j++)
            for (int i = -8; i < g->width + 8; i++) {
                float dx = (float)i + 0.5f - x, dz = (float)j + 0.5f - z;
                bool own = i == (int)floorf(x) && j == (int)floorf(z);
                if (!own && dx * dx + dz * dz >= radius * radius) continue;
                bool inside = i >= 0 && j >= 0 && i < g->width && j < g->height;
                uint8_t state = inside ? g->state[j * g->width + i] : WEND_CELL_UNKNOWN;
                if (state == WEND_CELL_OCCUPIED || (!state && !through_unknown)) return false;
            }
    }
    return true;
}

TEST(a_line_is_clear_just_when_every_disc_on_it_is) {
    wend_rng rng = wend_rng_make(9, 9);
    int clear = 0, wrong = 0;
    for (int round = 0; round < 4; round++) {
        wend_map* map = strewn_map(&rng, 0.002f + 0.004f * (float)round);
        wend_map_grid g = wend_map_get_grid(map, 0);
        for (int k = 0; k < 60; k++) {
            wend_vec2 a = {.x = wend_rng_between(&rng, -3.4f, 3.4f)}, b;
            a.y = wend_rng_between(&rng, -3.4f, 3.4f);
            b.x = a.x + wend_rng_between(&rng, -1, 1);
            b.y = a.y + wend_rng_between(&rng, -1, 1);
            float radius = k % 4 ? wend_rng_between(&rng, 0, 0.4f) : 0;
            bool unknown = k % 2, is = wend_map_is_clear(map, a.x, a.y, b.x, b.y, radius, unknown);
            float i0 = roundf(g.x / g.cell), j0 = roundf(g.z / g.cell);
            wend_vec2 from = {a.x / g.cell - i0, a.y / g.cell - j0};
            wend_vec2 to = {b.x / g.cell - i0, b.y / g.cell - j0};
            wrong += is != is_line_clear(&g, from, to, radius / g.cell, unknown);
            clear += is;
        }
        wend_map_destroy(map);
    }
    CHECK_INT(wrong, 0);
    CHECK(clear > 40 && clear < 200);
}

TEST(a_line_is_clear_only_where_the_agent_fits) {
    painted_room room = room_with_box();
    wend_map* map = map_of(NULL);
    painted_room_map_around(&room, wend_v3(-1, 0, 0), 12, map);
    CHECK(wend_map_is_clear(map, -2, -3, -2, 3, 0.2f, false));
    CHECK(!wend_map_is_clear(map, -2, 0, 2.5f, 0, 0, true));        // through the box
    CHECK(wend_map_is_clear(map, 0.8f, -2, 0.8f, 2, 0.1f, false));  // along it
    CHECK(!wend_map_is_clear(map, 0.8f, -2, 0.8f, 2, 0.35f, false));
    CHECK(!wend_map_is_clear(map, 0, 0, NAN, 0, 0.1f, true));
    wend_map_destroy(map);
}

TEST(ivlns_crop_has_its_classes) {
    wend_map* map;
    wend_error error;
    static uint8_t occupied[WEND_IVLN_MAP_SIDE * WEND_IVLN_MAP_SIDE], classes[sizeof occupied];
    CHECK_OK(wend_map_create(NULL, &map, &error));
    wend_pose pose = {.feet = {0.05f, 0, 0.05f}, .heading = (float)(WEND_PI / 2)};
    // One point of a desk, two metres ahead at the height of the eyes.
    const float depth[9] = {[4] = 2};
    const uint8_t labels[9] = {[4] = WEND_CATEGORY_DESK};
    wend_map_frame frame = {
        .width = 3, .height = 3, .hfov = 90, .eye_height = 1, .depth = depth, .labels = labels};
    CHECK_OK(wend_map_integrate(map, &frame, &pose, &error));
    CHECK_OK(wend_map_cut_ivln(map, &pose, occupied, classes, &error));
    int count = 0, at = -1;
    for (int i = 0; i < WEND_IVLN_MAP_SIDE * WEND_IVLN_MAP_SIDE; i++)
        if (occupied[i]) count++, at = i;
    CHECK(count == 1 && classes[at] == WEND_IVLN_TABLE);
    CHECK(abs(at / WEND_IVLN_MAP_SIDE - 12) <= 1 && abs(at % WEND_IVLN_MAP_SIDE - 32) <= 1);
    wend_map_destroy(map);
}
