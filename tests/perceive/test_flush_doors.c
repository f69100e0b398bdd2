#include "map/painted_room.h"
#include "perceive/flush_doors.h"
#include "test.h"

enum { SIDE = 256, HEAD = 2 };

// A wall three metres ahead with a frame on it: two posts and a head, as wide as a door's.
static const painted_room framed = {.walls = {{-3, 0, -3}, {3, 2.8f, 3}},
                                    .boxes = {{{-0.51f, 0, -3}, {-0.42f, 2.14f, -2.985f}},
                                              {{0.42f, 0, -3}, {0.51f, 2.14f, -2.985f}},
                                              {{-0.51f, 2.05f, -3}, {0.51f, 2.14f, -2.985f}},
                                              {{-0.42f, 0, -3}, {0.42f, 2.05f, -2.8f}}},
                                    .box_count = 3};

static int find(const painted_room* room, float heading, ego_detection doors[4]) {
    static float depth[SIDE * SIDE];
    wend_pose pose = {.heading = heading};
    painted_room_look(room, &pose, 1.25f, SIDE, depth, NULL);
    wend_observation o = {.camera.width = SIDE,
                          .camera.height = SIDE,
                          .camera.hfov = 90,
                          .camera.eye_height = 1.25f,
                          .camera.depth = depth};
    return flush_doors_find(&o, doors, 4);
}

TEST(a_closed_door_in_the_plane_of_its_wall_is_found_by_its_frame) {
    ego_detection doors[4];
    CHECK_INT(find(&framed, 0, doors), 1);
    CHECK_NEAR(doors[0].ahead, 3, 0.02);
    CHECK_NEAR(doors[0].right, 0, 0.05);
    CHECK_INT(find(&framed, 0.4f, doors), 1);
}

TEST(walls_pictures_and_cupboards_are_not_doors) {
    ego_detection doors[4];
    painted_room room = framed;
    room.box_count = HEAD;  // posts alone
    CHECK_INT(find(&room, 0, doors), 0);
    room = framed;
    room.box_count = 4;  // something stands before it
    CHECK_INT(find(&room, 0, doors), 0);
    CHECK_INT(find(&framed, 2, doors), 0);  // another wall
}
