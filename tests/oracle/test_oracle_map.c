#include "fixture.h"
#include "oracle/oracle_map.h"
#include "test.h"

#include "wend/oracle.h"

enum { CROP = 50, MIDDLE = 25 };

// An open floor of 40 x 40 m around the origin, with a block at x = 3 … 5.
static wend_world* floor_with_wall(void) {
    wend_error error;
    wend_scene* scene;
    wend_world* world;
    uint32_t floor, material;
    scene_builder b =
        fixture_begin(wend_v3(-20, -0.1f, -20), wend_v3(20, 0, 20), &floor, &material);
    fixture_box(&b, floor, material, wend_v3(3, 0, -10), wend_v3(5, 1.2f, 10));
    CHECK_OK(scene_builder_finish(&b, "floor", "test", &scene, &error));
    wend_world_def def = wend_world_default_def();
    def.uses_images = false;
    def.navmesh.cell_size = 0.15f;
    CHECK_OK(wend_world_create(scene, &def, &world, &error));
    return world;
}

static wend_oracle_map* map_of(const wend_world* world) {
    wend_error error;
    wend_oracle_map* map;
    CHECK_OK(wend_oracle_map_create(world, wend_v3(0, 0, 0), NULL, &map, &error));
    return map;
}

static int count_of(const uint8_t* cells, uint8_t value) {
    int count = 0;
    for (int i = 0; i < CROP * CROP; i++) count += cells[i] == value;
    return count;
}

TEST(an_oracle_map_has_the_cells_of_the_released_one) {
    wend_world* world = floor_with_wall();
    wend_oracle_map* map = map_of(world);
    int row, column;
    // row = floor((120.0399 - x) / 0.80121), column = floor((z + 120.3241) / 0.80121)
    CHECK(oracle_map_cell_at(map, 7.956f, 5.679f, &row, &column));
    CHECK_INT(row, 139);
    CHECK_INT(column, 157);
    CHECK(oracle_map_cell_at(map, 120.03f, -120.32f, &row, &column));
    CHECK(row == 0 && column == 0);
    CHECK(oracle_map_cell_at(map, -120.3f, 120, &row, &column));
    CHECK(row == 299 && column == 299);
    CHECK(!oracle_map_cell_at(map, 121, 0, &row, &column));
    wend_oracle_map_destroy(map);
    wend_world_destroy(world);
}

TEST(a_crop_has_free_and_blocked_cells_and_goals_around_the_agent) {
    wend_world* world = floor_with_wall();
    wend_oracle_map* map = map_of(world);
    static uint8_t occupancy[CROP * CROP], object[CROP * CROP];
    wend_vec3 goal = {-6, 0, 0};
    wend_oracle_map_set_goals(map, (wend_vec3_span){&goal, 1}, (const int[]){4});
    // Looking along -x: the goal is straight ahead, the wall behind.
    wend_oracle_map_crop(map, wend_v3(0, 0, 0), (float)WEND_PI / 2, occupancy, object);
    CHECK_INT(occupancy[MIDDLE * CROP + MIDDLE], WEND_ORACLE_FREE);
    CHECK_INT(occupancy[(MIDDLE + 5) * CROP + MIDDLE], WEND_ORACLE_BLOCKED);
    CHECK_INT(count_of(object, 5), 9);
    CHECK_INT(object[(MIDDLE - 8) * CROP + MIDDLE], 5);
    // Turned by half a circle both change places.
    wend_oracle_map_crop(map, wend_v3(0, 0, 0), -(float)WEND_PI / 2, occupancy, object);
    CHECK_INT(occupancy[(MIDDLE - 6) * CROP + MIDDLE], WEND_ORACLE_BLOCKED);
    CHECK_INT(object[(MIDDLE + 7) * CROP + MIDDLE], 5);
    // To the right of it when it looks along +z.
    wend_oracle_map_crop(map, wend_v3(0, 0, 0), (float)WEND_PI, NULL, object);
    CHECK_INT(object[MIDDLE * CROP + MIDDLE + 7], 5);
    // At the edge of the scene there is an outside.
    wend_oracle_map_crop(map, wend_v3(-18, 0, -18), 0, occupancy, NULL);
    CHECK_INT(occupancy[0], WEND_ORACLE_OUTSIDE);
    wend_oracle_map_destroy(map);
    wend_world_destroy(world);
}

TEST(the_ego_map_keeps_observed_cells_and_nothing_else) {
    wend_world* world = floor_with_wall();
    wend_oracle_map* map = map_of(world);
    static uint8_t occupancy[CROP * CROP], object[CROP * CROP];
    wend_vec3 goals[2] = {{-4, 0, 0}, {0, 0, 8}};
    wend_oracle_map_set_goals(map, (wend_vec3_span){goals, 2}, (const int[]){0, 7});
    wend_oracle_map_crop_seen(map, wend_v3(0, 0, 0), 0, occupancy, object);
    CHECK_INT(count_of(occupancy, 0), CROP * CROP);
    wend_oracle_map_see(map, WEND_ORACLE_SIGHT_RELEASED, wend_v3(0, 0, 0), (float)WEND_PI / 2,
                        NULL);
    wend_oracle_map_crop_seen(map, wend_v3(0, 0, 0), 0, occupancy, object);
    int seen = CROP * CROP - count_of(object, 0);
    // A sector of 80 degrees and 7.49 cells has 39 cells; rays touch some more at its edges.
    CHECK(seen >= 30 && seen <= 70);
    CHECK(count_of(object, 2) >= 3);    // the first goal: class 0 + 2
    CHECK_INT(count_of(object, 9), 0);  // the second lies too far to the side
    wend_oracle_map_see(map, WEND_ORACLE_SIGHT_RELEASED, wend_v3(0, 0, 3), (float)WEND_PI, NULL);
    wend_oracle_map_crop_seen(map, wend_v3(0, 0, 0), 0, occupancy, object);
    CHECK(CROP * CROP - count_of(object, 0) > seen);
    CHECK(count_of(object, 2) >= 3 && count_of(object, 9) >= 3);
    wend_oracle_map_set_goals(map, (wend_vec3_span){goals, 2}, (const int[]){0, 7});
    wend_oracle_map_crop_seen(map, wend_v3(0, 0, 0), 0, occupancy, object);
    CHECK_INT(count_of(object, 0), CROP * CROP);
    wend_oracle_map_destroy(map);
    wend_world_destroy(world);
}

// How many cells straight ahead are in sight, looking at the wall 3 m away.
static int sight_ahead(wend_oracle_sight rule, const wend_oracle_depth* depth) {
    wend_world* world = floor_with_wall();
    wend_oracle_map* map = map_of(world);
    static uint8_t object[CROP * CROP];
    int cells = 0;
    wend_oracle_map_set_goals(map, (wend_vec3_span){NULL, 0}, NULL);
    wend_oracle_map_see(map, rule, wend_v3(0, 0, 0), -(float)WEND_PI / 2, depth);
    wend_oracle_map_crop_seen(map, wend_v3(0, 0, 0), -(float)WEND_PI / 2, NULL, object);
    while (cells < MIDDLE && object[(MIDDLE - 1 - cells) * CROP + MIDDLE]) cells++;
    wend_oracle_map_destroy(map);
    wend_world_destroy(world);
    return cells;
}

TEST(rays_pass_walls_as_released_and_stop_at_them_otherwise) {
    static float metres[8 * 8];
    wend_oracle_depth depth = {metres, 8, 8, 90};
    for (int i = 0; i < 64; i++) metres[i] = 3;
    CHECK_INT(sight_ahead(WEND_ORACLE_SIGHT_RELEASED, NULL), 8);  // its own and seven of 0.8 m
    int walls = sight_ahead(WEND_ORACLE_SIGHT_WALLS, NULL);
    CHECK(walls >= 4 && walls <= 6);
    CHECK_INT(sight_ahead(WEND_ORACLE_SIGHT_DEPTH, &depth), 5);
    for (int i = 0; i < 64; i++) metres[i] = 100;
    CHECK_INT(sight_ahead(WEND_ORACLE_SIGHT_DEPTH, &depth), 8);
}
