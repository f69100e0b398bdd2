#include "agent/guide/guide_ground.h"
#include "map/painted_room.h"
#include "test.h"

// A corridor of one metre along x between two rooms, with a doorway to each: to the north at x = 0,
// to the south at x = 2.
static const painted_room corridor = {.walls = {{-4, 0, -4}, {4, 2.6f, 4}},
                                      .boxes = {{{-4, 0, -0.7f}, {-0.45f, 2.6f, -0.55f}},
                                                {{0.45f, 0, -0.7f}, {4, 2.6f, -0.55f}},
                                                {{-4, 0, 0.45f}, {1.55f, 2.6f, 0.6f}},
                                                {{2.45f, 0, 0.45f}, {4, 2.6f, 0.6f}}},
                                      .box_count = 4};

static int room_at(const guide_ground* g, float x, float z) {
    int cell = guide_ground_at(g, x, z);
    return cell < 0 ? 0 : g->region[cell];
}

TEST(a_corridor_is_one_room_and_ends_at_its_doorways) {
    static guide_objects objects;
    guide_ground ground = {0};
    const wend_vec3 stands[] = {{-3, 0, 0},    {0, 0, 0},    {2, 0, 0},
                                {0, 0, -2.5f}, {2, 0, 2.5f}, {-2, 0, 2.5f}};
    const wend_vec2 start = {0, 0};
    wend_map* map;
    wend_error error;
    wend_map_def def = wend_map_default_def();
    def.body_height = 1.75f;
    CHECK_OK(wend_map_create(&def, &map, &error));
    for (int i = 0; i < 6; i++) painted_room_map_around(&corridor, stands[i], 12, map);
    CHECK_OK(guide_ground_build(&ground, map, &objects, wend_v3(0, 0, 0), &start, 1, &error));
    int here = room_at(&ground, 0, 0), north = room_at(&ground, 0, -2.5f),
        south = room_at(&ground, 2, 2.5f);
    CHECK(here && north && south);
    CHECK(here != north && here != south && north != south);
    CHECK_INT(room_at(&ground, -3, 0), here);
    CHECK_INT(room_at(&ground, 3.2f, 0), here);
    CHECK_INT(room_at(&ground, -3, -3), north);
    CHECK_INT(room_at(&ground, -3, 3), south);
    guide_ground_destroy(&ground);
    wend_map_destroy(map);
}
